"""A GraphDef as lines of text, one a node: `add = AddV2(x, add/y){T=float}`.

Works on TensorFlow's messages as on ours, so that graphs of both can be compared.
"""
from __future__ import annotations

from typing import Any

import ml_dtypes  # noqa: F401 - numpy then knows the small float types
import numpy as np

_NUMPY_NAMES = {
    1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 8: "complex64", 9: "int64", 10: "bool",
    14: "bfloat16", 17: "uint16", 18: "complex128", 19: "float16", 22: "uint32", 23: "uint64",
}  # fmt: skip


def graph_lines(graph_def: Any) -> list[str]:
    """The nodes of a GraphDef, in order."""
    return [node_line(node) for node in graph_def.node]


def node_line(node: Any) -> str:
    """One node: name, op, inputs, attributes (those that begin with "_" left out), device if there is one."""
    attrs = [f"{key}={_attr(node.attr[key])}" for key in sorted(node.attr) if not key.startswith("_")]
    device = f" on {node.device}" if node.device else ""
    return f"{node.name} = {node.op}({', '.join(node.input)}){{{' '.join(attrs)}}}{device}"


def _attr(attr: Any) -> str:
    kind = attr.WhichOneof("value")
    if kind == "list":
        fields = attr.list.ListFields()
        return f"[{', '.join(_value(fields[0][0].name, v) for v in fields[0][1])}]" if fields else "[]"
    return _value(kind, getattr(attr, kind)) if kind else "None"


def _value(kind: str, value: Any) -> str:
    if kind == "shape":
        return "?" if value.unknown_rank else str([dim.size for dim in value.dim])
    if kind == "tensor":
        return _tensor(value)
    if kind == "f":
        return f"{value:.6g}"
    return value.name if kind == "func" else repr(value) if kind == "s" else str(value)


def _tensor(tensor: Any) -> str:
    """A constant's dtype number, shape and values, however the message holds them."""
    shape = [dim.size for dim in tensor.tensor_shape.dim]
    if tensor.dtype == 7:
        return f"7{shape}{list(tensor.string_val)}"
    numpy_dtype = np.dtype(_NUMPY_NAMES[tensor.dtype])
    if tensor.tensor_content:
        values = np.frombuffer(tensor.tensor_content, numpy_dtype)
    elif tensor.dtype in (14, 19):
        values = np.array(list(tensor.half_val), np.uint16).view(numpy_dtype)
    else:
        values = np.array(list(_repeated(tensor)), numpy_dtype)
    count = int(np.prod(shape))
    last = values[-1:] if values.size else np.zeros(1, numpy_dtype)
    values = np.concatenate([values, np.broadcast_to(last, (max(count - values.size, 0),))])
    return f"{tensor.dtype}{shape}{[f'{v:.6g}' if v.dtype.kind in 'fV' else str(v) for v in values]}".replace("'", "")


def _repeated(tensor: Any) -> Any:
    for field, values in tensor.ListFields():
        if field.name.endswith("_val"):
            if "complex" in field.name:
                return [complex(a, b) for a, b in zip(values[::2], values[1::2], strict=True)]
            return values
    return []
