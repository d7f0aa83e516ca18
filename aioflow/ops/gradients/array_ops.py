"""Gradients of ops that move elements, repeat them, or take some of them; and of reading variables."""

from __future__ import annotations

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops
from aioflow.ops.gradients.op_gradients import gradient

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


@gradient("ReadVariableOp")
def read_variable(op: Operation, dy: Tensor) -> list[Tensor]:
    return [dy]


@gradient("Reshape", "ExpandDims", "Squeeze")
def reshape(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.reshape(dy, array_ops.shape(op.inputs[0])), *[None] * (len(op.inputs) - 1)]


@gradient("Fill")
def fill(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [None, math_ops.sum(dy, array_ops.range(0, array_ops.rank(dy), 1))]


@gradient("BroadcastTo")
def broadcast_to(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, new_shape = op.inputs
    shape = array_ops.shape(x, out_type=new_shape.dtype)
    repeated, _ = array_ops.broadcast_gradient_args(shape, new_shape)
    return [array_ops.reshape(math_ops.sum(dy, repeated), shape), None]


@gradient("Transpose")
def transpose(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.transpose(dy, array_ops.invert_permutation(op.inputs[1])), None]


@gradient("ConjugateTranspose")
def conjugate_transpose(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.conjugate_transpose(dy, array_ops.invert_permutation(op.inputs[1])), None]


@gradient("Reverse")
def reverse(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.reverse(dy, op.inputs[1]), None]


@gradient("ReverseV2")
def reverse_v2(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.reverse_v2(dy, op.inputs[1]), None]


@gradient("Slice")
def slice_(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, begin, _ = op.inputs
    taken = array_ops.shape(dy, out_type=begin.dtype)
    behind = array_ops.shape(x, out_type=begin.dtype) - begin - taken
    return [array_ops.pad(dy, array_ops.pack([begin, behind], axis=1)), None, None]


@gradient("StridedSlice")
def strided_slice(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, begin, end, strides = op.inputs
    shape = array_ops.shape(x, out_type=begin.dtype)
    masks = {name: op.attrs[name] for name in _MASKS}
    return [array_ops.strided_slice_grad(shape, begin, end, strides, dy, **masks), None, None, None]


@gradient("StridedSliceGrad")
def strided_slice_grad(op: Operation, dy: Tensor) -> list[Tensor | None]:
    _, begin, end, strides, _ = op.inputs
    masks = {name: op.attrs[name] for name in _MASKS}
    return [None, None, None, None, array_ops.strided_slice(dy, begin, end, strides, **masks)]


@gradient("GatherNd")
def gather_nd(op: Operation, dy: Tensor) -> list[Tensor | None]:
    x, indices = op.inputs
    return [array_ops.scatter_nd(indices, dy, array_ops.shape(x, out_type=indices.dtype)), None]
