"""Translations of ops that arrange elements: shapes, parts, repetitions."""
from __future__ import annotations

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation
from aioflow.packs.onnxruntime.node_writer import ALL, FLOATS, WIDE_INTEGERS, NodeWriter, translation


@translation("NoOp")
def no_op(node: NodeWriter) -> None:
    """Nothing: the nodes of a region start and end together."""


@translation("Reshape")
def reshape(node: NodeWriter) -> None:
    """The same elements in another shape."""
    if node.is_constant(1):
        sizes = node.vector(1)
        is_plain = all(size >= -1 for size in sizes) and sizes.count(-1) <= 1
        node.require(is_plain and not (0 in sizes and -1 in sizes), "a size is 0 and another one is left open")
    else:
        node.require(node.op.inputs[1].shape.rank == 1, "the shape is no vector")
    node.give("Reshape", node.input(0), node.as_int64(1), allowzero=1)


@translation("Transpose")
def transpose(node: NodeWriter) -> None:
    """Axes in another order, which is constant."""
    perm = node.vector(1)
    node.require(sorted(perm) == list(range(node.rank())), "the order is no permutation")
    node.give("Transpose", node.input(0), perm=perm)


@translation("ExpandDims")
def expand_dims(node: NodeWriter) -> None:
    """One more axis."""
    axis, rank = node.value(1), node.rank()
    node.require(axis.size == 1 and -rank - 1 <= int(axis.reshape(())) <= rank, "the axis is out of range")
    node.give("Unsqueeze", node.input(0), node.constant(axis.reshape(1), np.int64))


@translation("Squeeze")
def squeeze(node: NodeWriter) -> None:
    """Without some axes of size 1."""
    axes = list(node.attr("squeeze_dims"))
    sizes = node.shape()
    if not axes:
        axes = [i for i, size in enumerate(node.static_shape()) if size == 1]
        if not axes:
            node.give("Identity", node.input(0))
            return
    node.require(all(-len(sizes) <= axis < len(sizes) for axis in axes), "an axis is out of range")
    node.require(len({axis % len(sizes) for axis in axes}) == len(axes), "an axis is named twice")
    node.give("Squeeze", node.input(0), node.constant(axes, np.int64))


@translation("Pack")
def pack(node: NodeWriter) -> None:
    """Tensors of one shape along a new axis."""
    shapes = [node.static_shape(i) for i in range(len(node.op.inputs))]
    node.require(all(shape == shapes[0] for shape in shapes), "the shapes differ")
    axis = node.attr("axis")
    node.require(-len(shapes[0]) - 1 <= axis <= len(shapes[0]), "the axis is out of range")
    axes = node.constant([axis], np.int64)
    node.give("Concat", *(node.emit("Unsqueeze", name, axes) for name in node.inputs()), axis=axis)


@translation("Unpack")
def unpack(node: NodeWriter) -> None:
    """Tensors along an axis."""
    axis, count, sizes = node.attr("axis"), node.attr("num"), node.shape()
    node.require(-len(sizes) <= axis < len(sizes) and count > 0 and sizes[axis] == count, "the number is not known")
    axes = node.constant([axis], np.int64)
    if count == 1:
        node.give("Squeeze", node.input(0), axes)
        return
    first = node.emit("Split", node.input(0), outputs=count, axis=axis, num_outputs=count)
    for i in range(count):
        node.give_output(i, "Squeeze", f"{first}:{i}" if i else first, axes)


@translation("ConcatV2")
def concat(node: NodeWriter) -> None:
    """Tensors one behind the other."""
    last = len(node.op.inputs) - 1
    axis, ranks = node.scalar(last), {node.rank(i) for i in range(last)}
    node.require(len(ranks) == 1 and all(-rank <= axis < rank for rank in ranks), "the ranks do not fit")
    node.give("Concat", *node.inputs()[:last], axis=axis)


@translation("Split")
def split(node: NodeWriter) -> None:
    """Parts of equal size."""
    axis, sizes, count = node.scalar(0), node.shape(1), node.attr("num_split")
    node.require(-len(sizes) <= axis < len(sizes), "the axis is out of range")
    size = sizes[axis]
    node.require(size is not None and size % count == 0, "the parts are not known to be equal")
    if count == 1:
        node.give("Identity", node.input(1))
    else:
        node.give("Split", node.input(1), axis=axis, num_outputs=count)


@translation("SplitV")
def split_v(node: NodeWriter) -> None:
    """Parts of given sizes."""
    parts, axis, sizes = node.vector(1), node.scalar(2), node.shape()
    node.require(-len(sizes) <= axis < len(sizes), "the axis is out of range")
    fits = min(parts, default=-1) >= 0 and sizes[axis] == sum(parts) and len(parts) == len(node.op.outputs)
    node.require(fits, "the sizes of the parts do not fit")
    if len(parts) == 1:
        node.give("Identity", node.input(0))
    else:
        node.give("Split", node.input(0), node.constant(parts, np.int64), axis=axis)


@translation("Shape", "Size", "Rank")
def shape_of(node: NodeWriter) -> None:
    """The shape, the number of elements, or the number of axes."""
    if node.op.type == "Rank":
        node.give("Identity", node.constant(node.rank(), np.int32))
        return
    node.require(node.attr("out_type") in WIDE_INTEGERS, "the result is of another dtype")
    if node.attr("out_type") is dtypes.int64:
        node.give(node.op.type, node.input(0))
    else:
        node.give_cast(node.emit(node.op.type, node.input(0)))


@translation("Tile")
def tile(node: NodeWriter) -> None:
    """Repetitions along each axis."""
    node.require(node.rank() == (node.shape(1)[0] if node.rank(1) == 1 else None), "there is no number for each axis")
    if node.is_constant(1):
        node.require(min(node.vector(1), default=0) >= 0, "a number is negative")
    else:
        node.require(_is_of_sizes(node.op.inputs[1].op), "a number may be negative")
    node.give("Tile", node.input(0), node.as_int64(1))


@translation("BroadcastTo")
def broadcast_to(node: NodeWriter) -> None:
    """The same elements again and again, as a larger shape needs them."""
    sizes = node.static_shape()
    if not node.is_constant(1):
        # Where nothing of the input has to fit, Expand cannot keep a size that TensorFlow refuses.
        (rank,) = node.shape(1) if node.rank(1) == 1 else [None]
        node.require(rank is not None and rank >= len(sizes) and set(sizes) <= {1}, "the shapes may not fit")
        node.require(_is_of_sizes(node.op.inputs[1].op), "a size may be negative")
        node.give("Expand", node.input(0), node.as_int64(1))
        return
    wanted = node.vector(1)
    fits = len(wanted) >= len(sizes) and all(
        size in (1, target) for size, target in zip(reversed(sizes), reversed(wanted), strict=False)
    )
    node.require(fits, "the shape is smaller")
    node.give("Expand", node.input(0), node.constant(wanted, np.int64))


@translation("Fill")
def fill(node: NodeWriter) -> None:
    """One value everywhere."""
    node.require(node.rank(1) == 0, "the value is no scalar")
    if node.is_constant(0):
        node.require(min(node.vector(0), default=0) >= 0, "a size is negative")
    else:
        node.require(_is_of_sizes(node.op.inputs[0].op), "a size may be negative")
    node.give("Expand", node.input(1), node.as_int64(0))


def _is_of_sizes(op: Operation) -> bool:
    """Whether what a node gives is made of sizes alone, which are never negative."""
    if op.type == "Const":
        return bool(np.all(np.asarray(op.attrs["value"]) >= 0))
    if op.type in ("Pack", "ConcatV2"):  # the axis of the latter may be negative, and is no size
        sources = op.inputs if op.type == "Pack" else op.inputs[:-1]
        return all(_is_of_sizes(tensor.op) for tensor in sources)
    if op.type in ("StridedSlice", "Identity", "Reshape", "Gather", "GatherV2"):
        return _is_of_sizes(op.inputs[0].op)
    return op.type in ("Shape", "Size")


@translation("Pad", "PadV2")
def pad(node: NodeWriter) -> None:
    """A border of one value."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS | {dtypes.int8, dtypes.uint8})
    pads = node.value(1)
    fits = pads.shape == (node.rank(), 2) and node.rank() > 0 and bool(np.all(pads >= 0))
    node.require(fits, "the borders do not fit")
    fill_with = [node.input(2)] if node.op.type == "PadV2" else []
    if fill_with:
        node.require(node.rank(2) == 0, "the value is no scalar")
    node.give("Pad", node.input(0), node.constant(pads.T.reshape(-1), np.int64), *fill_with, mode="constant")


@translation("MirrorPad")
def mirror_pad(node: NodeWriter) -> None:
    """A border that mirrors what is inside, without the edge itself."""
    node.require_dtypes(FLOATS)
    pads, sizes = node.value(1), node.static_shape()
    node.require(node.attr("mode") == "REFLECT" and pads.shape == (len(sizes), 2) and sizes, "ONNX has no such border")
    node.require(bool(np.all(pads >= 0) and np.all(pads < np.asarray(sizes)[:, None])), "the borders are too wide")
    node.give("Pad", node.input(0), node.constant(pads.T.reshape(-1), np.int64), mode="reflect")


@translation("ZerosLike", "OnesLike")
def constants_like(node: NodeWriter) -> None:
    """Zeros or ones in the shape of another tensor."""
    node.require_dtypes(ALL)
    value = node.constant(int(node.op.type == "OnesLike"), node.dtype().numpy_dtype)
    node.give("Expand", value, node.emit("Shape", node.input(0)))


@translation("OneHot")
def one_hot(node: NodeWriter) -> None:
    """A row with one value where the index says, and another one elsewhere; nowhere for indices out of range."""
    node.require_dtypes(frozenset({dtypes.float32}), 2)
    node.require(node.dtype() in WIDE_INTEGERS and node.rank() >= 1, "the indices are of another kind")
    node.require(node.rank(1) == node.rank(2) == node.rank(3) == 0, "an input is no scalar")
    depth, axis = node.scalar(1), node.attr("axis")
    node.require(depth > 0 and -1 <= axis <= node.rank(), "the axis or the depth is out of range")
    indices = node.as_int64(0)
    # Negative indices count from the end in ONNX, and stand for no place here.
    is_negative = node.emit("Less", indices, node.constant(0, np.int64))
    indices = node.emit("Where", is_negative, node.constant(depth, np.int64), indices)
    axes = node.constant([0], np.int64)
    values = node.emit("Concat", *(node.emit("Unsqueeze", node.input(i), axes) for i in (3, 2)), axis=0)
    node.give("OneHot", indices, node.constant(depth, np.int64), values, axis=axis)


