"""Trial: a graph of one op as both programs get it, made of a case."""
from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from aioflow._proto import graph_pb2
from aioflow.framework import TensorShape, dtypes, shape_to_proto, tensor_to_proto
from aioflow.framework.graph import PRODUCER_VERSION
from aioflow.framework.graph.attr_protos import attr_to_proto
from aioflow.framework.op_def import OPS
from tests.kernels.cases import Case

#: How an input is given: as a constant, or fed to a placeholder of known shape, of known rank, or of unknown shape.
FORMS = ("constant", "shape", "rank", "unknown")


@dataclass
class Trial:
    """A graph, and what to run of it.

    Attributes:
        name: Of the op, and a number.
        graph: A serialised GraphDef, the last node of which is the one in question.
        feeds: Tensor name -> array.
        num_outputs: How many outputs the node has.
        opaque: The numbers of outputs that hold handles or variants, which are computed but not fetched.
    """

    name: str
    graph: bytes
    feeds: dict[str, Any]
    num_outputs: int
    opaque: list[int]


def trial_of(case: Case, name: str, choose: random.Random, form: str | None = None) -> Trial:
    """The case as a graph, with inputs in one of `FORMS`, or in any: half of the graphs give all in the same then."""
    builder = _Builder(choose, form)
    outputs = builder.node(case)
    opaque = [i for i, dtype in enumerate(outputs) if dtype in (dtypes.variant, dtypes.resource)]
    return Trial(name, builder.graph.SerializeToString(), builder.feeds, len(outputs), opaque)


class _Builder:
    def __init__(self, choose: random.Random, form: str | None) -> None:
        self.graph = graph_pb2.GraphDef()
        self.graph.versions.producer = PRODUCER_VERSION
        self.feeds: dict[str, Any] = {}
        self._choose = choose
        self._form = form or choose.choice([None, *FORMS])

    def node(self, case: Case) -> list[dtypes.DType]:
        """Appends the case's node, and its inputs before it."""
        op_def = OPS[case.op]
        if op_def.deprecation is not None:
            self.graph.versions.producer = min(self.graph.versions.producer, op_def.deprecation[0] - 1)
        attrs = {name: attr_value(op_def.attrs[name].kind, value) for name, value in case.attrs.items()}
        inputs: list[str] = []
        for number, (arg, value) in enumerate(zip(op_def.inputs, case.arrays, strict=True)):
            parts = value if isinstance(value, list) else [value]
            types = [self.given(part, case.input_types.get(number), inputs) for part in parts]
            if arg.type_list_attr:
                attrs[arg.type_list_attr] = types
            elif arg.type_attr and types:
                attrs[arg.type_attr] = types[0]
            if arg.number_attr:
                attrs[arg.number_attr] = len(types)
        attrs = op_def.complete_attrs(attrs)
        node = self.graph.node.add(name=f"node{len(self.graph.node)}", op=case.op, input=inputs)
        for name, value in attrs.items():
            node.attr[name].CopyFrom(attr_to_proto(value, op_def.attrs[name]))
        return [dtype.base_dtype for dtype in op_def.output_types(attrs)]

    def given(self, value: Any, type_name: str | None, inputs: list[str]) -> dtypes.DType:
        """Appends a node that gives `value`, and its name to `inputs`."""
        if isinstance(value, Case):
            types = self.node(value)
            inputs.append(self.graph.node[-1].name)
            return types[0]
        dtype = dtypes.as_dtype(type_name or ("string" if value.dtype.hasobject else value.dtype))
        name = f"input{len(self.graph.node)}"
        form = self._form or self._choose.choice(FORMS)
        node = self.graph.node.add(name=name, op="Const" if form == "constant" else "Placeholder")
        node.attr["dtype"].type = dtype.as_datatype_enum  # type: ignore[assignment]
        if form == "constant":
            node.attr["value"].tensor.CopyFrom(tensor_to_proto(value, dtype))
        else:
            shape = {"shape": value.shape, "rank": [None] * value.ndim, "unknown": None}[form]
            node.attr["shape"].shape.CopyFrom(shape_to_proto(TensorShape(shape)))
            self.feeds[f"{name}:0"] = value
        inputs.append(name)
        return dtype


def attr_value(kind: str, value: Any) -> Any:
    """An attribute of a case as Python value of aioflow."""
    if kind == "type":
        return dtypes.as_dtype(value)
    if kind == "list(type)":
        return [dtypes.as_dtype(v) for v in value]
    if kind == "list(shape)":
        return [TensorShape(v) for v in value]
    return TensorShape(value) if kind == "shape" else value
