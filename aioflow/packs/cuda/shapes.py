"""What rearranges, joins, cuts, repeats and makes tensors. Much of it copies nothing."""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from aioflow.framework.dtypes import DType, bool_, int32
from aioflow.framework.geometry.slice_index import checked_index, slice_index
from aioflow.framework.kernels import kernel
from aioflow.framework.shapes import TensorShape
from aioflow.kernels.array import array_ops
from aioflow.kernels.arrays import no_room
from aioflow.kernels.checks import dims_from
from aioflow.kernels.dataset import optional_ops
from aioflow.packs.cuda.registration import (
    ALL,
    INTEGERS,
    NUMBERS,
    TYPE,
    on_tensors,
    refuse_unless,
)
from aioflow.packs.cuda.tensors import TORCH_DTYPES


# ---- as it is
# A truth value that is handed on is a branch's condition, which stays on the host.
@on_tensors("Identity", T=ALL - {bool_})
@on_tensors("StopGradient", "PreventGradient", "Snapshot", T=ALL)
def identity(xp: Any, input: Any) -> Any:
    return input


# What is fed is not run, but has a place all the same.
kernel("Placeholder", "PlaceholderV2", device=TYPE)(array_ops.placeholder)


# Of callers that have their tensors on the device (`session/calls/device_values.py`).
kernel("OptionalFromValue", device=TYPE, label="client")(optional_ops.optional_from_value)
kernel("OptionalGetValue", device=TYPE, label="client")(optional_ops.optional_get_value)


@on_tensors("PlaceholderWithDefault", dtype=ALL)
def placeholder_with_default(xp: Any, input: Any) -> Any:
    return input


@on_tensors("IdentityN", T=ALL)
def identity_n(xp: Any, input: list[Any]) -> Any:
    return input


@on_tensors("EnsureShape", T=ALL)
def ensure_shape(xp: Any, input: Any, *, shape: TensorShape) -> Any:
    refuse_unless(shape.is_compatible_with(tuple(input.shape)))
    return input


@on_tensors("Shape", T=ALL)
def shape_of(xp: Any, input: Any, *, out_type: DType) -> Any:
    return np.array(input.shape, out_type.numpy_dtype)


@on_tensors("ShapeN", T=ALL)
def shapes_of(xp: Any, input: list[Any], *, out_type: DType) -> Any:
    return [np.array(tensor.shape, out_type.numpy_dtype) for tensor in input]


@on_tensors("Size", T=ALL)
def size_of(xp: Any, input: Any, *, out_type: DType) -> Any:
    return np.array(input.numel(), out_type.numpy_dtype)


@on_tensors("Rank", T=ALL)
def rank_of(xp: Any, input: Any) -> Any:
    return np.array(input.ndim, np.int32)


# ---- other sizes
@on_tensors("Reshape", T=ALL)
def reshape(xp: Any, tensor: Any, shape: Any) -> Any:
    refuse_unless(shape.ndim == 1 and tensor.numel())
    return tensor.reshape(shape.tolist())


@on_tensors("ExpandDims", T=ALL)
def expand_dims(xp: Any, input: Any, dim: Any) -> Any:
    refuse_unless(dim.size == 1)
    return input.unsqueeze(int(dim.reshape(())))


@on_tensors("Squeeze", T=ALL)
def squeeze(xp: Any, input: Any, *, squeeze_dims: list[int]) -> Any:
    for axis in squeeze_dims:
        refuse_unless(-input.ndim <= axis < input.ndim and input.shape[axis] == 1)
    return input.squeeze([*{axis % input.ndim for axis in squeeze_dims}]) if squeeze_dims else input.squeeze()


@on_tensors("Transpose", T=ALL)
def transpose(xp: Any, x: Any, perm: Any) -> Any:
    refuse_unless(perm.ndim == 1)
    return x.permute(perm.tolist())


@on_tensors("ConjugateTranspose", T=ALL)
def conjugate_transpose(xp: Any, x: Any, perm: Any) -> Any:
    refuse_unless(perm.ndim == 1)
    return x.permute(perm.tolist()).conj().resolve_conj()


@on_tensors("BroadcastTo", T=ALL)
def broadcast_to(xp: Any, input: Any, shape: Any) -> Any:
    dims = dims_from(shape)
    refuse_unless(all(size in (1, wanted) for size, wanted in zip(input.shape[::-1], dims[::-1], strict=False)))
    return input.expand(dims)


@on_tensors("Tile", T=ALL)
def tile(xp: Any, input: Any, multiples: Any) -> Any:
    refuse_unless(multiples.shape == (input.ndim,) and (multiples >= 0).all())
    return input.tile(multiples.tolist()) if input.ndim else input


# ---- joined and cut
@on_tensors("ConcatV2", T=ALL)
def concat_v2(xp: Any, values: list[Any], axis: Any) -> Any:
    return _joined(values, axis)


@on_tensors("Concat", T=ALL)
def concat(xp: Any, concat_dim: Any, values: list[Any]) -> Any:
    return _joined(values, concat_dim)


def _joined(values: list[Any], axis: Any) -> Any:
    # Torch lets empty vectors be joined with whatever there is.
    refuse_unless(axis.size == 1 and values[0].ndim and all(value.ndim == values[0].ndim for value in values))
    return torch.cat(values, int(axis.reshape(())))


@on_tensors("Pack", T=ALL)
def pack(xp: Any, values: list[Any], *, axis: int) -> Any:
    return torch.stack(values, axis)


@on_tensors("Unpack", T=ALL)
def unpack(xp: Any, value: Any, *, num: int, axis: int) -> Any:
    refuse_unless(-value.ndim <= axis < value.ndim and value.shape[axis] == num)
    return list(value.unbind(axis))


@on_tensors("Split", T=ALL)
def split(xp: Any, split_dim: Any, value: Any, *, num_split: int) -> Any:
    axis = _axis(split_dim, value)
    refuse_unless(value.shape[axis] % num_split == 0)
    return list(value.split([value.shape[axis] // num_split] * num_split, axis))


@on_tensors("SplitV", T=ALL)
def split_v(xp: Any, value: Any, size_splits: Any, split_dim: Any, *, num_split: int) -> Any:
    axis = _axis(split_dim, value)
    refuse_unless(size_splits.shape == (num_split,))
    sizes, available = size_splits.tolist(), value.shape[axis]
    if sizes.count(-1) == 1 and num_split > 1:
        sizes[sizes.index(-1)] = available - sum(sizes) - 1
    refuse_unless(sum(sizes) == available and min(sizes) >= 0)
    return list(value.split(sizes, axis))


def _axis(axis: Any, value: Any) -> int:
    refuse_unless(not axis.ndim and -value.ndim <= int(axis) < value.ndim)
    return int(axis) % int(value.ndim)


@on_tensors("Slice", T=ALL)
def slice_(xp: Any, input: Any, begin: Any, size: Any) -> Any:
    refuse_unless(begin.shape == size.shape == (input.ndim,))
    for axis, (first, length) in enumerate(zip(begin.tolist(), size.tolist(), strict=True)):
        available = input.shape[axis]
        refuse_unless(0 <= first <= available)
        # Torch refuses what does not lie inside.
        input = input.narrow(axis, first, available - first if length == -1 else length)
    return input


@on_tensors("StridedSlice", T=ALL)
def strided_slice(
    xp: Any, input: Any, begin: Any, end: Any, strides: Any, *,
    begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int, shrink_axis_mask: int,
) -> Any:  # fmt: skip
    index = slice_index(begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _taken(input, checked_index(index, tuple(input.shape)))


def _taken(input: Any, index: Any) -> Any:
    """`input[index]`; torch's tensors have no negative strides, so what these reach is turned round."""
    index = index if isinstance(index, tuple) else (index,)
    num_axes = sum(part is not None and part is not Ellipsis for part in index)
    upward, axis = [], 0
    for part in index:
        if part is Ellipsis:
            axis += input.ndim - num_axes
        elif part is not None:
            if isinstance(part, slice) and part.step is not None and part.step < 0:
                # As positions of the axis turned round, of which the last is the first.
                places = range(input.shape[axis])[part]
                input = input.flip(axis)
                start = input.shape[axis] - 1 - places.start
                part = slice(start, start - len(places) * part.step, -part.step) if len(places) else slice(0)
            axis += 1
        upward.append(part)
    return input[tuple(upward)]


@on_tensors("StridedSliceGrad", T=ALL)
def strided_slice_grad(
    xp: Any, shape: Any, begin: Any, end: Any, strides: Any, dy: Any, *,
    begin_mask: int, end_mask: int, ellipsis_mask: int, new_axis_mask: int, shrink_axis_mask: int,
) -> Any:  # fmt: skip
    index = slice_index(begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    dims = dims_from(shape)
    index = checked_index(index, dims)
    parts = index if isinstance(index, tuple) else (index,)
    refuse_unless(not any(isinstance(part, slice) and (part.step or 1) < 0 for part in parts))
    result = torch.zeros(dims, dtype=dy.dtype, device=dy.device)
    place = result[index]  # a view
    refuse_unless(place.shape == dy.shape)
    place.copy_(dy)
    return result


@on_tensors("ReverseV2", T=ALL)
def reverse_v2(xp: Any, tensor: Any, axis: Any) -> Any:
    refuse_unless(tensor.ndim and tensor.numel() and axis.ndim == 1)
    return tensor.flip(axis.tolist())


@on_tensors("Roll", T=ALL, host=["shift", "axis"])
def roll(xp: Any, input: Any, shift: Any, axis: Any) -> Any:
    refuse_unless(input.ndim and shift.shape == axis.shape and shift.ndim <= 1)
    axes, shifts = axis.reshape(-1).tolist(), shift.reshape(-1).tolist()
    return torch.roll(input, shifts, axes) if axes else input


# ---- borders
def _sides(input: Any, paddings: Any) -> list[int]:
    """The paddings as torch lists them, the last axis first."""
    refuse_unless(paddings.shape == (input.ndim, 2) and (paddings >= 0).all())
    return [int(width) for pair in paddings[::-1] for width in pair]


@on_tensors("Pad", T=ALL)
def pad(xp: Any, input: Any, paddings: Any) -> Any:
    sides = _sides(input, paddings)
    return functional.pad(input, sides) if any(sides) else input


@on_tensors("PadV2", T=NUMBERS)
def pad_v2(xp: Any, input: Any, paddings: Any, constant_values: Any) -> Any:
    refuse_unless(not constant_values.ndim)
    sides = _sides(input, paddings)
    if not any(sides):
        return input
    # The value is in the device's memory, where torch's function does not look for it.
    outside = functional.pad(torch.zeros_like(input, dtype=torch.bool), sides, value=True)
    return torch.where(outside, constant_values, functional.pad(input, sides))


@on_tensors("MirrorPad", T=ALL)
def mirror_pad(xp: Any, input: Any, paddings: Any, *, mode: bytes) -> Any:
    refuse_unless(paddings.shape == (input.ndim, 2) and (paddings >= 0).all())
    for axis, (before, after) in enumerate(paddings.tolist()):
        places = _mirrored(before, after, input.shape[axis], mode, input.device)
        if before or after:
            input = input.index_select(axis, places)
    return input


def _mirrored(before: int, after: int, size: int, mode: bytes, device: Any) -> Any:
    """The positions of an axis that its padded positions mirror."""
    skip = 1 if mode == b"REFLECT" else 0
    refuse_unless(max(before, after) <= size - skip)
    places = torch.arange(-before, size + after, device=device)
    places = torch.where(places < 0, -places - 1 + skip, places)
    return torch.where(places >= size, 2 * size - 1 - skip - places, places)


@on_tensors("MirrorPadGrad", T=NUMBERS)
def mirror_pad_grad(xp: Any, input: Any, paddings: Any, *, mode: bytes) -> Any:
    refuse_unless(paddings.shape == (input.ndim, 2) and (paddings >= 0).all())
    for axis, (before, after) in enumerate(paddings.tolist()):
        size = input.shape[axis] - before - after
        refuse_unless(size > 0)
        places = _mirrored(before, after, size, mode, input.device)
        if before or after:
            shape = (*input.shape[:axis], size, *input.shape[axis + 1 :])
            input = input.new_zeros(shape).index_add_(axis, places, input)
    return input


# ---- new ones
@on_tensors("Const", dtype=ALL)
def const(xp: Any, *, value: Any) -> Any:
    """The constant, which is copied to the device once."""
    return xp.constant(value)


@on_tensors("Fill", T=ALL)
def fill(xp: Any, dims: Any, value: Any) -> Any:
    refuse_unless(value.numel() == 1)
    # Not a view of one element, which whoever fetches it would have to copy.
    return value.reshape(()).expand(_checked_room(dims_from(dims, "dims"), value)).contiguous()


def _checked_room(dims: tuple[int, ...], like: Any) -> tuple[int, ...]:
    # Torch counts bytes in 64 bits.
    if prod(dims) * like.itemsize >= 2**63:
        raise no_room(dims, np.dtype(np.float32))
    return dims


@on_tensors("ZerosLike", T=ALL)
def zeros_like(xp: Any, x: Any) -> Any:
    return torch.zeros(x.shape, dtype=x.dtype, device=x.device)


@on_tensors("OnesLike", T=ALL)
def ones_like(xp: Any, x: Any) -> Any:
    return torch.ones(x.shape, dtype=x.dtype, device=x.device)


@on_tensors("Empty", dtype=ALL)
def empty(xp: Any, shape: Any, *, dtype: DType) -> Any:
    refuse_unless(shape.ndim == 1)
    return torch.zeros(dims_from(shape), dtype=TORCH_DTYPES[dtype.numpy_dtype], device=xp.device)


@on_tensors("OneHot", T=ALL, TI=INTEGERS | {int32})
def one_hot(xp: Any, indices: Any, depth: Any, on_value: Any, off_value: Any, *, axis: int) -> Any:
    refuse_unless(not depth.ndim and int(depth) >= 0 and -1 <= axis <= indices.ndim)
    refuse_unless(not on_value.ndim and not off_value.ndim)
    at = axis if axis >= 0 else indices.ndim
    places = torch.arange(int(depth), device=indices.device).view(-1, *(1 for _ in range(indices.ndim - at)))
    return torch.where(indices.unsqueeze(at) == places, on_value, off_value)


# ---- blocks of space
@on_tensors("SpaceToDepth", T=ALL)
def space_to_depth(xp: Any, input: Any, *, block_size: int, data_format: bytes) -> Any:
    refuse_unless(input.ndim == 4 and data_format == b"NHWC")
    batch, height, width, depth = input.shape
    refuse_unless(height % block_size == width % block_size == 0)
    blocks = input.reshape(batch, height // block_size, block_size, width // block_size, block_size, depth)
    return blocks.permute(0, 1, 3, 2, 4, 5).flatten(3)


@on_tensors("DepthToSpace", T=ALL)
def depth_to_space(xp: Any, input: Any, *, block_size: int, data_format: bytes) -> Any:
    refuse_unless(input.ndim == 4 and data_format == b"NHWC")
    batch, height, width, depth = input.shape
    left = depth // (block_size * block_size)
    refuse_unless(left * block_size * block_size == depth)
    blocks = input.reshape(batch, height, width, block_size, block_size, left).permute(0, 1, 3, 2, 4, 5)
    return blocks.reshape(batch, height * block_size, width * block_size, left)


@on_tensors("SpaceToBatchND", T=ALL)
def space_to_batch_nd(xp: Any, input: Any, block_shape: Any, paddings: Any) -> Any:
    blocks = _block_sizes(input, block_shape, paddings)
    spatial = len(blocks)
    sides = [0, 0] * (input.ndim - 1 - spatial) + [int(width) for pair in paddings[::-1] for width in pair]
    x = functional.pad(input, sides) if any(sides) else input
    shape, batch = x.shape, x.shape[0]
    refuse_unless(all(size % block == 0 for size, block in zip(shape[1:], blocks, strict=False)))
    split = [part for size, block in zip(shape[1:], blocks, strict=False) for part in (size // block, block)]
    x = x.reshape(batch, *split, *shape[1 + spatial :])
    inner, outer = range(2, 2 * spatial + 1, 2), range(1, 2 * spatial + 1, 2)
    x = x.permute(*inner, 0, *outer, *range(2 * spatial + 1, x.ndim))
    return x.reshape(batch * prod(blocks), *split[::2], *shape[1 + spatial :])


@on_tensors("BatchToSpaceND", T=ALL)
def batch_to_space_nd(xp: Any, input: Any, block_shape: Any, crops: Any) -> Any:
    blocks = _block_sizes(input, block_shape, crops)
    spatial, shape = len(blocks), input.shape
    batch = shape[0] // prod(blocks)
    refuse_unless(batch * prod(blocks) == shape[0])
    x = input.reshape(*blocks, batch, *shape[1:])
    pairs = [axis for i in range(spatial) for axis in (spatial + 1 + i, i)]
    x = x.permute(spatial, *pairs, *range(2 * spatial + 1, x.ndim))
    sizes = [size * block for size, block in zip(shape[1:], blocks, strict=False)]
    x = x.reshape(batch, *sizes, *shape[1 + spatial :])
    for axis, (size, (before, after)) in enumerate(zip(sizes, crops.tolist(), strict=True), 1):
        refuse_unless(before + after <= size)
        x = x.narrow(axis, before, size - before - after)
    return x


def _block_sizes(input: Any, block_shape: Any, borders: Any) -> list[int]:
    refuse_unless(block_shape.ndim == 1 and borders.shape == (len(block_shape), 2) and input.numel())
    refuse_unless(1 + len(block_shape) <= input.ndim and (block_shape > 0).all() and (borders >= 0).all())
    sizes: list[int] = block_shape.tolist()
    return sizes

