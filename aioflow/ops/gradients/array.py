"""Gradients of ops that pass elements on, move them, repeat them, take some of them, join or divide tensors."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops
from aioflow.ops.gradients.op_gradients import gradient, no_gradient

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")

# What these give does not depend on values of their inputs, except for the numbers of LinSpace and Range, through
# which TensorFlow's runtime passes nothing either, and StopGradient, which is made for this.
gradient("Const", "LinSpace", "OnesLike", "Range", "Rank", "Shape", "Size", "StopGradient", "ZerosLike")(no_gradient)


@gradient("Identity")
def identity(op: Operation, dy: Tensor) -> list[Tensor]:
    return [dy]


@gradient("Cast")
def cast(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx = dy, in the dtype of x."""
    return [array_ops.cast(dy, DstT=op.inputs[0].dtype)]


@gradient("Reshape", "ExpandDims", "Squeeze")
def reshape(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The elements in the shape of the input; shapes and axes, being integers, have no gradient."""
    return [array_ops.reshape(dy, array_ops.shape(op.inputs[0])), *[None] * (len(op.inputs) - 1)]


@gradient("Fill")
def fill(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The sum of all places to which the value went."""
    # Sizes have no gradient.
    return [None, math_ops.sum(dy, array_ops.range(0, array_ops.rank(dy), 1))]


@gradient("BroadcastTo")
def broadcast_to(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """dx [shape of x] is the sum of dy [new shape] over everything that an element was repeated to."""
    x, new_shape = op.inputs
    shape = array_ops.shape(x, out_type=new_shape.dtype)
    # The axes along which the input was repeated: each element was used as often.
    repeated, _ = array_ops.broadcast_gradient_args(shape, new_shape)
    return [array_ops.reshape(math_ops.sum(dy, repeated), shape), None]


@gradient("Transpose")
def transpose(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """dx is dy with its dimensions put back, by the inverse of the permutation."""
    return [array_ops.transpose(dy, array_ops.invert_permutation(op.inputs[1])), None]


@gradient("ConjugateTranspose")
def conjugate_transpose(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.conjugate_transpose(dy, array_ops.invert_permutation(op.inputs[1])), None]


@gradient("Reverse")
def reverse(op: Operation, dy: Tensor) -> list[Tensor | None]:
    return [array_ops.reverse(dy, op.inputs[1]), None]


@gradient("ReverseV2")
def reverse_v2(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """Reversing twice restores the order."""
    return [array_ops.reverse_v2(dy, op.inputs[1]), None]


@gradient("Slice")
def slice_(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The gradient of the slice with zeros around it."""
    x, begin, _ = op.inputs
    # Not the input `size`, which may be -1 for all that is left.
    taken = array_ops.shape(dy, out_type=begin.dtype)
    behind = array_ops.shape(x, out_type=begin.dtype) - begin - taken
    return [array_ops.pad(dy, array_ops.pack([begin, behind], axis=1)), None, None]


@gradient("StridedSlice")
def strided_slice(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """dx [shape of x] is zero but for the elements that were taken."""
    x, begin, end, strides = op.inputs
    shape = array_ops.shape(x, out_type=begin.dtype)
    # The same masks: bounds that they leave out would be read otherwise.
    masks = {name: op.attrs[name] for name in _MASKS}
    return [array_ops.strided_slice_grad(shape, begin, end, strides, dy, **masks), None, None, None]


@gradient("StridedSliceGrad")
def strided_slice_grad(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The gradient of a gradient: the slice again; shape and bounds are integers."""
    _, begin, end, strides, _ = op.inputs
    masks = {name: op.attrs[name] for name in _MASKS}
    return [None, None, None, None, array_ops.strided_slice(dy, begin, end, strides, **masks)]


@gradient("GatherNd")
def gather_nd(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The gradients put where they came from. ScatterNd adds them up for an element that was taken several times."""
    x, indices = op.inputs
    # A place that was read twice gets both parts: ScatterNd adds.
    return [array_ops.scatter_nd(indices, dy, array_ops.shape(x, out_type=indices.dtype)), None]


@gradient("Pack")
def pack(op: Operation, dy: Tensor) -> list[Tensor]:
    """dy is taken apart along the axis that Pack made."""
    return array_ops.unpack(dy, num=op.attrs["N"], axis=op.attrs["axis"])


@gradient("Unpack")
def unpack(op: Operation, *dys: Tensor) -> list[Tensor]:
    """The gradients of the parts are joined as the parts were."""
    return [array_ops.pack(dys, axis=op.attrs["axis"])]


@gradient("Concat")
def concat(op: Operation, dy: Tensor) -> list[Tensor | None]:
    axis, *parts = op.inputs
    return [None, *_divided(dy, axis, parts)]


@gradient("ConcatV2")
def concat_v2(op: Operation, dy: Tensor) -> list[Tensor | None]:
    *parts, axis = op.inputs
    return [*_divided(dy, axis, parts), None]


def _divided(dy: Tensor, axis: Tensor, parts: Sequence[Tensor]) -> list[Tensor]:
    """The slice of the gradient of a concatenation that belongs to each part."""
    # ConcatOffset, like Concat, wants two tensors or more.
    if len(parts) == 1:
        return [dy]
    shapes = array_ops.shape_n(parts)
    # ConcatOffset takes the axis as int32 only.
    offsets = array_ops.concat_offset(array_ops.cast(axis, DstT=dtypes.int32), shapes)
    return [array_ops.slice(dy, offset, shape) for offset, shape in zip(offsets, shapes, strict=True)]


@gradient("Split")
def split(op: Operation, *dys: Tensor) -> list[Tensor | None]:
    """The gradients of the pieces, joined again."""
    return [None, _joined(dys, op.inputs[0])]


@gradient("SplitV")
def split_v(op: Operation, *dys: Tensor) -> list[Tensor | None]:
    return [_joined(dys, op.inputs[2]), None, None]


def _joined(dys: Sequence[Tensor], axis: Tensor) -> Tensor:
    """The gradients of the pieces, joined along the axis along which they were split."""
    # A concatenation needs two inputs at least.
    return array_ops.concat_v2(dys, axis) if len(dys) > 1 else dys[0]
