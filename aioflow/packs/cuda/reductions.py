"""Reductions over axes, positions of extremes, and running sums."""
from __future__ import annotations

from math import prod
from typing import Any

import torch

from aioflow.framework.dtypes import DType, int32
from aioflow.kernels.math.reduction_ops import reduced_axes, searched_axis
from aioflow.packs.cuda.registration import COMPLEX, FLOATS, INTEGERS, NUMBERS, on_tensors, refuse_unless
from aioflow.packs.cuda.tensors import TORCH_DTYPES


def _axes(x: Any, indices: Any) -> list[int]:
    return list(reduced_axes(x, indices))


@on_tensors("Sum", T=NUMBERS | COMPLEX)
def reduce_sum(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    # To torch no axes are all.
    return input.sum(axes, keepdim=keep_dims, dtype=input.dtype) if axes else input


@on_tensors("Mean", T=FLOATS | COMPLEX)
def reduce_mean(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    refuse_unless(input.numel())
    return input.mean(axes, keepdim=keep_dims) if axes else input


@on_tensors("Prod", T=NUMBERS | COMPLEX)
def reduce_product(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    result = input
    for axis in sorted(_axes(input, reduction_indices), reverse=True):  # torch takes one at a time
        result = result.prod(axis, keepdim=keep_dims, dtype=input.dtype)
    return result


@on_tensors("Max", T=NUMBERS)
def reduce_max(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    refuse_unless(input.numel())
    return input.amax(axes, keepdim=keep_dims) if axes else input


@on_tensors("Min", T=NUMBERS)
def reduce_min(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    refuse_unless(input.numel())
    return input.amin(axes, keepdim=keep_dims) if axes else input


@on_tensors("EuclideanNorm", T=FLOATS)
def euclidean_norm(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    squares = torch.square(input)
    return torch.sqrt(squares.sum(axes, keepdim=keep_dims) if axes else squares)


@on_tensors("All")
def reduce_all(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    return torch.all(input, axes, keepdim=keep_dims) if axes else input


@on_tensors("Any")
def reduce_any(xp: Any, input: Any, reduction_indices: Any, *, keep_dims: bool) -> Any:
    axes = _axes(input, reduction_indices)
    return torch.any(input, axes, keepdim=keep_dims) if axes else input


def _position(input: Any, dimension: Any, output_type: DType, sign: int) -> Any:
    """The first position of the largest element times `sign` along an axis; NaN never is the one."""
    axis = searched_axis(input, dimension)
    if input.is_floating_point():
        input = torch.nan_to_num(input, nan=-sign * torch.inf, posinf=torch.inf, neginf=-torch.inf)
    # Torch does not say which of equals it finds: the extreme's first place is looked for.
    extreme = input.amax(axis, keepdim=True) if sign > 0 else input.amin(axis, keepdim=True)
    size = input.shape[axis]
    places = torch.arange(size, device=input.device).view(-1, *(1 for _ in range(input.ndim - axis - 1)))
    return torch.where(input == extreme, places, size).amin(axis).to(TORCH_DTYPES[output_type.numpy_dtype])


@on_tensors("ArgMax", T=NUMBERS, Tidx=frozenset({int32}) | INTEGERS)
def arg_max(xp: Any, input: Any, dimension: Any, *, output_type: DType) -> Any:
    return _position(input, dimension, output_type, 1)


@on_tensors("ArgMin", T=NUMBERS)
def arg_min(xp: Any, input: Any, dimension: Any, *, output_type: DType) -> Any:
    return _position(input, dimension, output_type, -1)


def _scanned(function: Any, x: Any, axis: Any, exclusive: bool, reverse: bool, identity: float) -> Any:
    """The running results of a function along an axis; without the element itself if exclusive."""
    refuse_unless(not axis.ndim and -x.ndim <= int(axis) < x.ndim)
    along = int(axis) % x.ndim
    if not x.shape[along]:
        return x
    x = x.flip(along) if reverse else x
    if exclusive:
        first = torch.full_like(x.narrow(along, 0, 1), identity)
        x = torch.cat([first, x.narrow(along, 0, x.shape[along] - 1)], along)
    result = function(x, along)
    return result.flip(along) if reverse else result


@on_tensors("Cumsum", T=NUMBERS | COMPLEX)
def cumulative_sum(xp: Any, x: Any, axis: Any, *, exclusive: bool, reverse: bool) -> Any:
    return _scanned(lambda y, along: y.cumsum(along, dtype=x.dtype), x, axis, exclusive, reverse, 0)


@on_tensors("Cumprod", T=NUMBERS | COMPLEX)
def cumulative_product(xp: Any, x: Any, axis: Any, *, exclusive: bool, reverse: bool) -> Any:
    return _scanned(lambda y, along: y.cumprod(along, dtype=x.dtype), x, axis, exclusive, reverse, 1)


@on_tensors("CumulativeLogsumexp", T=FLOATS)
def cumulative_log_sum_exp(xp: Any, x: Any, axis: Any, *, exclusive: bool, reverse: bool) -> Any:
    return _scanned(torch.logcumsumexp, x, axis, exclusive, reverse, -torch.inf)


@on_tensors("L2Loss", T=FLOATS)
def l2_loss(xp: Any, t: Any) -> Any:
    return torch.square(t).sum() / 2


# ---- segments
def _segments(data: Any, segment_ids: Any, num_segments: int, how: str, empty: float) -> Any:
    """The reductions of the rows of each segment; rows whose number is below 0 are left out."""
    rank = segment_ids.ndim
    refuse_unless(data.shape[:rank] == segment_ids.shape and num_segments >= 0)
    rows, ids = data.reshape(-1, prod(data.shape[rank:])), segment_ids.reshape(-1).long()
    # A row of its own takes what belongs nowhere, so that nobody waits to learn which rows these are.
    inside = (ids >= 0) & (ids < num_segments)
    ids = torch.where(inside, ids, num_segments)
    result = torch.full((num_segments + 1, rows.shape[1]), empty, dtype=data.dtype, device=data.device)
    if how == "sum":
        result.index_add_(0, ids, rows)
    else:
        result.scatter_reduce_(0, ids[:, None].expand_as(rows), rows, how)
    return result[:num_segments].reshape(num_segments, *data.shape[rank:])


def _unsorted(op: str, how: str, empty: Any, dtypes: Any) -> None:
    def compute(xp: Any, data: Any, segment_ids: Any, num_segments: Any) -> Any:
        refuse_unless(not num_segments.ndim)
        if xp.checks_values:  # TensorFlow's CPU refuses what its GPU drops
            refuse_unless(bool((segment_ids < int(num_segments)).all()))
        return _segments(data, segment_ids, int(num_segments), how, empty(data.dtype))

    on_tensors(op, T=dtypes)(compute)


def _lowest(dtype: Any) -> Any:
    return torch.finfo(dtype).min if dtype.is_floating_point else torch.iinfo(dtype).min


def _highest(dtype: Any) -> Any:
    return torch.finfo(dtype).max if dtype.is_floating_point else torch.iinfo(dtype).max


_unsorted("UnsortedSegmentSum", "sum", lambda dtype: 0, NUMBERS | COMPLEX)
_unsorted("UnsortedSegmentProd", "prod", lambda dtype: 1, NUMBERS)
_unsorted("UnsortedSegmentMax", "amax", _lowest, NUMBERS)
_unsorted("UnsortedSegmentMin", "amin", _highest, NUMBERS)


def _beyond(dtype: Any, how: str) -> Any:
    """A number that no other is below, for maxima, or above, for minima."""
    if dtype.is_floating_point:
        return -torch.inf if how == "amax" else torch.inf
    return _lowest(dtype) if how == "amax" else _highest(dtype)


def _sorted(op: str, how: str, empty: float) -> None:
    def compute(xp: Any, data: Any, segment_ids: Any) -> Any:
        refuse_unless(segment_ids.ndim == 1 and data.ndim and len(segment_ids) == len(data) and len(data))
        ids = segment_ids.long()
        # Waits for the device: how many segments there are is in the last number.
        refuse_unless(bool((ids.diff() >= 0).all()) and int(ids[0]) >= 0)
        count = int(ids[-1]) + 1
        if how in ("sum", "prod"):
            return _segments(data, ids, count, how, empty)
        found = _segments(data, ids, count, how, _beyond(data.dtype, how))
        is_empty = torch.ones(count, dtype=torch.bool, device=data.device).index_fill_(0, ids, False)
        return found.masked_fill(is_empty.view(-1, *(1 for _ in data.shape[1:])), 0)

    on_tensors(op, T=NUMBERS)(compute)


_sorted("SegmentSum", "sum", 0)
_sorted("SegmentProd", "prod", 1)
_sorted("SegmentMax", "amax", 0)
_sorted("SegmentMin", "amin", 0)
