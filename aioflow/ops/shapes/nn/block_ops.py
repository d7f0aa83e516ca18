"""Static shapes of blocks and patches."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.geometry.sliding_windows import is_channels_first, window_axis
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.sizes import bordered_size, unknown_sizes


@shape_function("SpaceToBatchND")
def space_to_batch_nd(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch * blocks, padded size // block..., after...]."""
    # Rounded up: a size that is no multiple contradicts the op, but the run says so.
    return [_moved_blocks(op, lambda size, block, border: -(-(size + border) // block), lambda batch, n: batch * n)]


@shape_function("BatchToSpaceND")
def batch_to_space_nd(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch // blocks, size * block - crop..., after...]."""
    return [_moved_blocks(op, lambda size, block, border: size * block - border, lambda batch, n: batch // n)]


def _moved_blocks(op: ShapeContext, new_size: Any, new_batch: Any) -> TensorShape:
    """The input's shape with new sizes for the dimensions that blocks are taken from, and for the batch."""
    shape, blocks, borders = op.shapes[0], op.constant(1), op.constant(2)
    # Blocks belong to the dimensions behind the batch; whatever follows them stays.
    if shape.dims is None or blocks is None or borders is None or blocks.ndim != 1 or len(shape) <= blocks.size:
        return unknown_sizes(shape)
    dims, count = shape.as_list(), int(blocks.prod())
    if count < 1 or borders.shape != (blocks.size, 2) or (borders < 0).any():
        raise ValueError(f"blocks {blocks.tolist()} with borders {borders.tolist()} of {shape}")
    sums = borders.sum(axis=1).tolist()
    for i, (block, border) in enumerate(zip(blocks.tolist(), sums, strict=True), start=1):
        size = dims[i]
        dims[i] = None if size is None else bordered_size(new_size(size, block, border), 0)
    dims[0] = None if dims[0] is None else new_batch(dims[0], count)
    return TensorShape(dims)


@shape_function("SpaceToDepth")
def space_to_depth(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, height // block, width // block, depth * block**2], or channels first."""
    block = op.attrs["block_size"]
    return [_images(op, lambda n: n // block, lambda depth: depth * block**2)]


@shape_function("DepthToSpace")
def depth_to_space(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, height * block, width * block, depth // block**2], or channels first."""
    block = op.attrs["block_size"]
    return [_images(op, lambda n: n * block, lambda depth: depth // block**2)]


def _images(op: ShapeContext, new_size: Any, new_depth: Any) -> TensorShape:
    # That layout, of GPUs, has a fifth dimension.
    if op.attrs["data_format"] == b"NCHW_VECT_C":
        return UNKNOWN
    dims = op.shapes[0].with_rank(4).as_list()
    depth = 1 if is_channels_first(op.attrs["data_format"]) else 3
    sizes = [None if n is None else new_depth(n) if i == depth else new_size(n) for i, n in enumerate(dims)]
    return TensorShape([dims[0], *sizes[1:]])


@shape_function("ExtractImagePatches", "ExtractVolumePatches")
def patches(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., elements of a window]."""
    kernels, strides = op.attrs["ksizes"], op.attrs["strides"]
    rates = op.attrs.get("rates", [1] * len(kernels))
    dims = op.shapes[0].with_rank(len(kernels)).as_list()
    # The channels of all elements of a window follow each other in the last dimension.
    length = dims[-1]
    for i in range(1, len(dims) - 1):
        size = dims[i]
        length = None if length is None else length * kernels[i]
        if size is not None:
            dims[i] = window_axis(size, kernels[i], strides[i], rates[i], op.attrs["padding"]).output
    return [TensorShape([*dims[:-1], length])]
