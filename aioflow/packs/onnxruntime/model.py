"""OnnxModelWriter: a part of a graph as an ONNX model."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from aioflow._proto import onnx_pb2
from aioflow.framework import DType, dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.regions.engines import RegionPart
from aioflow.packs.onnxruntime.node_writer import ELEMENT_TYPES, Array, Emitted, NodeWriter, name_of

#: The versions for which the values were compared. IR 10 is what operator set 21 came with.
_IR_VERSION, _OPERATOR_SET = 10, 21
#: Constants up to this size are part of the message. Larger ones lie beside it: protobuf has a limit of 2 GB, and
#: whoever parses the message keeps the interpreter's lock.
_MAX_INLINE_NBYTES = 1024
MINIMUM = "minimum of what must not be negative"
"""The name of a further output: the smallest of all indices that are counted from the end where they are negative."""


class OnnxModel:
    """A model, ready to be loaded.

    Attributes:
        message: The model as bytes, without its large constants.
        constants: The large constants by name.
        inputs: Names of the inputs, in the order of the part's.
        outputs: Names of the outputs, in the order of the part's; then `MINIMUM` where there are indices to look at.
    """

    def __init__(self, part: RegionPart, writers: Sequence[NodeWriter]) -> None:
        self.constants: dict[str, Array] = {}
        self.inputs = [name_of(tensor) for tensor in part.inputs]
        self.outputs = [name_of(tensor) for tensor in part.outputs]
        graph = onnx_pb2.OnnxGraph(name="region")
        graph.input.extend(_value_info(tensor, has_shape=True) for tensor in part.inputs)
        graph.output.extend(_value_info(tensor, has_shape=False) for tensor in part.outputs)
        for writer in writers:
            for i, emitted in enumerate(writer.emitted):
                graph.node.append(_node(f"{writer.op.name} {i}", emitted))
            used = {name for emitted in writer.emitted for name in emitted.inputs}
            for name, value in writer.constants.items():
                if name in used:
                    self._add_constant(graph, name, value)
        # ONNX Runtime has no place for values that no node reads: filters were written in another order, for example.
        read = {name for node in graph.node for name in node.input}
        for tensor in dict.fromkeys(t for op in part.ops for t in op.inputs if t.op.type == "Const"):
            if name_of(tensor) in read:
                self._add_constant(graph, name_of(tensor), np.asarray(tensor.op.attrs["value"]))
        checked = list(dict.fromkeys(tensor for writer in writers for tensor in writer.checked))
        if checked:
            members = set(part.ops)
            self._look_at(graph, dict.fromkeys(_same_elements(tensor, members) for tensor in checked))
        model = onnx_pb2.OnnxModel(ir_version=_IR_VERSION, producer_name="aioflow", graph=graph)
        model.opset_import.add(domain="", version=_OPERATOR_SET)
        self.message: bytes = model.SerializeToString()

    def _add_constant(self, graph: Any, name: str, value: Array) -> None:
        element_type = ELEMENT_TYPES[dtypes.as_dtype(value.dtype)]
        tensor = graph.initializer.add(name=name, dims=value.shape, data_type=element_type)
        if value.nbytes <= _MAX_INLINE_NBYTES:
            tensor.raw_data = np.ascontiguousarray(value, value.dtype.newbyteorder("<")).tobytes()
            return
        # The location is never looked for: the values are handed over when the model is loaded.
        tensor.data_location = onnx_pb2.OnnxTensor.EXTERNAL
        tensor.external_data.add(key="location", value="handed over")
        self.constants[name] = np.ascontiguousarray(value)

    def _look_at(self, graph: Any, checked: Iterable[Tensor]) -> None:
        """Adds the smallest of all elements of some tensors, one minimum for each dtype that they have."""
        minima = []
        self._add_constant(graph, "any number", np.array([-1]))
        by_dtype: dict[DType, list[str]] = {}
        for tensor in checked:
            flat = name_of(tensor)
            if tensor.shape.rank != 1:
                flat = f"flat {name_of(tensor)}"
                graph.node.append(_node(flat, Emitted("Reshape", [name_of(tensor), "any number"], [flat], {})))
            by_dtype.setdefault(tensor.dtype.base_dtype, []).append(flat)
        for dtype, flat_ones in by_dtype.items():
            joined, least = f"all {dtype.name}", f"minimum {dtype.name}"
            graph.node.append(_node(joined, Emitted("Concat", flat_ones, [joined], {"axis": 0})))
            graph.node.append(_node(least, Emitted("ReduceMin", [joined], [least], {"keepdims": 0})))
            wide = Emitted("Cast", [least], [f"wide {least}"], {"to": ELEMENT_TYPES[dtypes.int64]})
            graph.node.append(_node(f"wide {least}", wide))
            minima.append(f"wide {least}")
        graph.node.append(_node(MINIMUM, Emitted("Min", minima, [MINIMUM], {})))
        graph.output.add(name=MINIMUM).type.tensor_type.elem_type = ELEMENT_TYPES[dtypes.int64]
        self.outputs.append(MINIMUM)


def _same_elements(tensor: Tensor, members: set[Operation]) -> Tensor:
    """The tensor of the part from which all elements of another come, in whatever order and shape."""
    while tensor.op in members and tensor.op.type in ("Identity", "Reshape", "ExpandDims", "Squeeze", "Transpose"):
        tensor = tensor.op.inputs[0]
    return tensor


def _node(name: str, emitted: Emitted) -> Any:
    node = onnx_pb2.OnnxNode(op_type=emitted.op_type, input=emitted.inputs, output=emitted.outputs, name=name)
    for key, value in emitted.attrs.items():
        attribute = node.attribute.add(name=key)
        if isinstance(value, str):
            attribute.type, attribute.s = onnx_pb2.OnnxAttribute.STRING, value.encode()
        elif isinstance(value, float):
            attribute.type, attribute.f = onnx_pb2.OnnxAttribute.FLOAT, value
        elif isinstance(value, int):
            attribute.type, attribute.i = onnx_pb2.OnnxAttribute.INT, value
        else:
            attribute.type = onnx_pb2.OnnxAttribute.INTS
            attribute.ints.extend(value)
    return node


def _value_info(tensor: Tensor, has_shape: bool) -> Any:
    info = onnx_pb2.OnnxValueInfo(name=name_of(tensor))
    info.type.tensor_type.elem_type = ELEMENT_TYPES[tensor.dtype.base_dtype]
    if has_shape and tensor.shape.rank is not None:
        shape = info.type.tensor_type.shape
        shape.SetInParent()
        for i, size in enumerate(tensor.shape.as_list()):
            if size is None:
                shape.dim.add(dim_param=f"{tensor.name} {i}")
            else:
                shape.dim.add(dim_value=size)
    return info
