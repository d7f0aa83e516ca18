"""Reading and writing by index, sorting, and what finds out its own size.

An index that is out of range would be the end of all that a GPU does for the process. So none ever gets there: what it
asks for is zero, and what it brings is dropped, as on TensorFlow's GPUs. Where looking costs nothing, on the CPU, it is
an error, as on TensorFlow's CPU.
"""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import torch

from aioflow.framework.dtypes import DType, bool_, int16, int32, int64
from aioflow.kernels.array.nd_indices import ignores_bad_indices
from aioflow.kernels.checks import dims_from
from aioflow.packs.cuda.registration import ALL, ALL_WITH_INT32, COMPLEX, NUMBERS, on_tensors, refuse_unless
from aioflow.packs.cuda.tensors import TORCH_DTYPES

_INDICES = frozenset({int16, int32, int64})


def _inside(xp: Any, indices: Any, size: int) -> tuple[Any, Any]:
    """The indices with 0 for those out of range, and which are in range; None where all are known to be."""
    inside = (indices >= 0) & (indices < size)
    if xp.checks_values:
        refuse_unless(bool(inside.all()))
        return indices, None
    return indices.masked_fill(~inside, 0), inside


# ---- by one index
@on_tensors("Gather", Tparams=ALL_WITH_INT32, Tindices=_INDICES)
def gather_v1(xp: Any, params: Any, indices: Any) -> Any:
    return _gathered(xp, params, indices, 0)


@on_tensors("GatherV2", Tparams=ALL_WITH_INT32, Tindices=_INDICES)
def gather_v2(xp: Any, params: Any, indices: Any, axis: Any, *, batch_dims: int) -> Any:
    refuse_unless(not axis.ndim and -params.ndim <= int(axis) < params.ndim)
    along = int(axis) % params.ndim
    if not batch_dims:
        return _gathered(xp, params, indices, along)
    batch_dims = batch_dims if batch_dims >= 0 else batch_dims + indices.ndim
    refuse_unless(0 <= batch_dims <= min(along, indices.ndim))
    refuse_unless(params.shape[:batch_dims] == indices.shape[:batch_dims])
    return _gathered_in_batches(xp, params, indices, along, batch_dims)


def _gathered(xp: Any, params: Any, indices: Any, axis: int) -> Any:
    refuse_unless(params.ndim and params.shape[axis])
    places, inside = _inside(xp, indices.reshape(-1).long(), params.shape[axis])
    taken = params.index_select(axis, places)
    if inside is not None:
        taken.masked_fill_(~inside.view(-1, *(1 for _ in params.shape[axis + 1 :])), 0)
    return taken.reshape(*params.shape[:axis], *indices.shape, *params.shape[axis + 1 :])


def _gathered_in_batches(xp: Any, params: Any, indices: Any, axis: int, batch_dims: int) -> Any:
    batch, outer, size = params.shape[:batch_dims], params.shape[batch_dims:axis], params.shape[axis]
    inner = params.shape[axis + 1 :]
    refuse_unless(size)
    places, inside = _inside(xp, indices.reshape(prod(batch), -1).long(), size)
    rows = torch.arange(prod(batch), device=params.device)[:, None]
    source = params.reshape(prod(batch), prod(outer), size, prod(inner)).movedim(1, 2)
    taken = source[rows, places]  # [batch, k, outer, inner]
    if inside is not None:
        taken.masked_fill_(~inside[:, :, None, None], 0)
    return taken.movedim(1, 2).reshape(*batch, *outer, *indices.shape[batch_dims:], *inner)


# ---- by positions
def _rows(xp: Any, positions: Any, dims: Any, ignores_bad: bool) -> tuple[Any, Any]:
    """Row-major numbers [n] of positions [n, depth], 0 for those outside, and which are inside."""
    numbers = torch.zeros(positions.shape[0], dtype=torch.int64, device=positions.device)
    inside = torch.ones_like(numbers, dtype=torch.bool)
    for axis, size in enumerate(dims):
        column = positions[:, axis].long()
        inside &= (column >= 0) & (column < size)
        numbers = numbers * size + column
    refuse_unless(ignores_bad or not xp.checks_values or bool(inside.all()))
    return numbers.masked_fill(~inside, 0), inside


@on_tensors("GatherNd", Tparams=ALL_WITH_INT32, Tindices=_INDICES)
def gather_nd(xp: Any, params: Any, indices: Any, *, bad_indices_policy: bytes) -> Any:
    refuse_unless(params.ndim and indices.ndim and indices.shape[-1] <= params.ndim and params.numel())
    depth = indices.shape[-1]
    positions = indices.reshape(prod(indices.shape[:-1]), depth)
    rows, inside = _rows(xp, positions, params.shape[:depth], ignores_bad_indices(bad_indices_policy))
    taken = params.reshape(prod(params.shape[:depth]), prod(params.shape[depth:])).index_select(0, rows)
    taken.masked_fill_(~inside[:, None], 0)
    return taken.reshape(*indices.shape[:-1], *params.shape[depth:])


def _scattered(xp: Any, target: Any, indices: Any, updates: Any, how: str, ignores_bad: bool) -> Any:
    """A copy of `target` with the updates at the positions."""
    refuse_unless(indices.ndim and updates.ndim and target.ndim and target.numel() and indices.shape[-1])
    depth = indices.shape[-1]
    refuse_unless(depth <= target.ndim)
    refuse_unless(updates.shape == indices.shape[:-1] + target.shape[depth:])
    refuse_unless(indices.ndim > 1)  # a single position is read in two ways, which must agree
    outer, width = target.shape[:depth], prod(target.shape[depth:])
    rows, inside = _rows(xp, indices.reshape(prod(indices.shape[:-1]), depth), outer, ignores_bad)
    flat = updates.reshape(-1, width)
    # A row behind the last takes what belongs nowhere.
    count = prod(outer)
    rows = torch.where(inside, rows, count)
    result = torch.cat([target.reshape(count, width), target.new_zeros(1, width)])
    if how == "add":
        result.index_add_(0, rows, flat)
    elif how == "copy":
        result.index_copy_(0, rows, flat)
    else:
        result.scatter_reduce_(0, rows[:, None].expand_as(flat), flat, how)
    return result[:count].reshape(target.shape)


@on_tensors("ScatterNd", T=NUMBERS | COMPLEX, Tindices=_INDICES)
def scatter_nd(xp: Any, indices: Any, updates: Any, shape: Any, *, bad_indices_policy: bytes) -> Any:
    refuse_unless(shape.ndim == 1)
    target = torch.zeros(dims_from(shape), dtype=updates.dtype, device=updates.device)
    return _scattered(xp, target, indices, updates, "add", ignores_bad_indices(bad_indices_policy))


def _tensor_scatter(op: str, how: str, sign: int = 1) -> None:
    def compute(xp: Any, tensor: Any, indices: Any, updates: Any, *, bad_indices_policy: bytes) -> Any:
        updates = updates if sign > 0 else -updates
        return _scattered(xp, tensor, indices, updates, how, ignores_bad_indices(bad_indices_policy))

    on_tensors(op, T=NUMBERS, Tindices=frozenset({int32, int64}))(compute)


_tensor_scatter("TensorScatterUpdate", "copy")
_tensor_scatter("TensorScatterAdd", "add")
_tensor_scatter("TensorScatterSub", "add", -1)
_tensor_scatter("TensorScatterMax", "amax")
_tensor_scatter("TensorScatterMin", "amin")


@on_tensors("InvertPermutation", T=frozenset({int64}))
def invert_permutation(xp: Any, x: Any) -> Any:
    refuse_unless(x.ndim == 1)
    places = torch.arange(len(x), device=x.device)
    refuse_unless(bool((x.sort().values == places).all()))
    return torch.empty_like(x).index_copy_(0, x, places)


@on_tensors("ReverseSequence", T=ALL)
def reverse_sequence(xp: Any, input: Any, seq_lengths: Any, *, seq_dim: int, batch_dim: int) -> Any:
    """The first elements of each sequence, as many as its length says, in reverse; the others as they are."""
    refuse_unless(0 <= seq_dim < input.ndim and 0 <= batch_dim < input.ndim and seq_dim != batch_dim)
    refuse_unless(seq_lengths.shape == (input.shape[batch_dim],) and input.numel())
    size, lengths = input.shape[seq_dim], seq_lengths.long()
    refuse_unless(not xp.checks_values or bool(((lengths >= 0) & (lengths <= size)).all()))
    places = torch.arange(size, device=input.device)
    lengths = lengths.clamp(0, size)[:, None]
    places = torch.where(places < lengths, lengths - 1 - places, places)  # [batch, size]
    if batch_dim > seq_dim:
        places = places.t()
    shape = [size if axis in (seq_dim, batch_dim) else 1 for axis, size in enumerate(input.shape)]
    return input.gather(seq_dim, places.reshape(shape).expand(input.shape))


# ---- taking apart, and putting together
@on_tensors("DynamicPartition", T=ALL)
def dynamic_partition(xp: Any, data: Any, partitions: Any, *, num_partitions: int) -> Any:
    """Waits for the device: how long the parts are is in the numbers."""
    refuse_unless(data.shape[: partitions.ndim] == partitions.shape)
    numbers = partitions.reshape(-1).long()
    refuse_unless(not numbers.numel() or (int(numbers.min()) >= 0 and int(numbers.max()) < num_partitions))
    in_order = data.reshape(len(numbers), *data.shape[partitions.ndim :])[numbers.argsort(stable=True)]
    return list(in_order.split(torch.bincount(numbers, minlength=num_partitions).tolist()))


@on_tensors("DynamicStitch", "ParallelDynamicStitch", T=ALL, host=["indices"])
def dynamic_stitch(xp: Any, indices: list[Any], data: list[Any]) -> Any:
    """Rows to the places that indices on the host name; of those for one place the last one counts."""
    rest = data[0].shape[indices[0].ndim :]
    for places, values in zip(indices, data, strict=True):
        refuse_unless(values.shape == places.shape + tuple(rest))
    flat = np.concatenate([places.reshape(-1) for places in indices]).astype(np.int64)
    refuse_unless(flat.size and flat.min() >= 0 and flat.max() < 2**31 - 1)
    rows = torch.cat([values.reshape(-1, *rest) for values in data])
    # The last row for each place is found here: a GPU writes in any order.
    last = dict(zip(flat.tolist(), range(len(flat)), strict=True))
    result = rows.new_zeros((int(flat.max()) + 1, *rest))
    where, which = (torch.tensor(list(part), device=rows.device) for part in (last.keys(), last.values()))
    return result.index_copy_(0, where, rows[which])


@on_tensors("Where", T=NUMBERS | {bool_})
def where(xp: Any, input: Any) -> Any:
    """Waits for the device: how many there are decides the shape."""
    refuse_unless(1 <= input.ndim <= 8)
    return torch.nonzero(input)


@on_tensors("Unique", T=NUMBERS)
def unique(xp: Any, x: Any, *, out_idx: DType) -> Any:
    """The elements of a vector in the order of their first places, and each element's place among them."""
    refuse_unless(x.ndim == 1 and x.numel() and (not x.is_floating_point() or not bool(torch.isnan(x).any())))
    values, inverse = torch.unique(x, return_inverse=True)
    places = torch.arange(len(x), device=x.device)
    first = torch.full_like(values, len(x), dtype=torch.int64).scatter_reduce_(0, inverse, places, "amin")
    order = first.argsort()
    rank = torch.empty_like(order).index_copy_(0, order, torch.arange(len(order), device=x.device))
    return values[order], rank[inverse].to(TORCH_DTYPES[out_idx.numpy_dtype])


# ---- in order
def _descending(x: Any) -> tuple[Any, Any]:
    """The last axis downward, of equals the first before the second; NaN counts as smallest."""
    keys = torch.nan_to_num(x, nan=-torch.inf, posinf=torch.inf, neginf=-torch.inf) if x.is_floating_point() else x
    places = keys.sort(dim=-1, descending=True, stable=True).indices
    return x.gather(-1, places), places


@on_tensors("TopKV2", T=NUMBERS)
def top_k_v2(xp: Any, input: Any, k: Any, *, sorted: bool, index_type: DType) -> Any:
    refuse_unless(not k.ndim and input.ndim and 0 <= int(k) <= input.shape[-1])
    # What need not be sorted is in the order of a heap on the CPU; there is no such order here.
    refuse_unless(sorted or not xp.checks_values)
    values, places = _descending(input)
    return values[..., : int(k)], places[..., : int(k)].to(TORCH_DTYPES[index_type.numpy_dtype])


@on_tensors("InTopKV2", host=["k"])
def in_top_k_v2(xp: Any, predictions: Any, targets: Any, k: Any) -> Any:
    refuse_unless(predictions.ndim == 2 and targets.ndim == 1 and len(targets) == len(predictions) and not k.ndim)
    classes = predictions.shape[1]
    refuse_unless(classes)
    labels = targets.long()
    inside = (labels >= 0) & (labels < classes)
    scores = predictions.gather(1, labels.masked_fill(~inside, 0)[:, None])
    better = (predictions > scores).sum(1)
    return inside & torch.isfinite(predictions).all(1) & (better < int(k))


@on_tensors("Bucketize")
def bucketize(xp: Any, input: Any, *, boundaries: list[float]) -> Any:
    refuse_unless(input.dtype is torch.float32 and boundaries == sorted(boundaries))
    edges = torch.tensor(boundaries, dtype=torch.float32, device=input.device)
    return torch.bucketize(input, edges, out_int32=True, right=True)
