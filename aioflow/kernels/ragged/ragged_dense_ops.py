"""RaggedTensorToTensor: ragged values, padded into a dense tensor."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.new_arrays import filled

# In place of a row-major place, which is never negative.
_NOWHERE = -1


@kernel("RaggedTensorToTensor")
def ragged_tensor_to_tensor(
    xp: Any, shape: Array, values: Array, default_value: Array, row_partition_tensors: list[Array],
    *, row_partition_types: list[bytes],
) -> Array:  # fmt: skip
    """The values of a ragged tensor in a dense one.

    Args:
        shape: Sizes wanted, -1 for as large as it must be; the scalar -1 for all of them. What does not fit is cut off.
        values: [n, ...].
        default_value: What stands where there is no value; broadcast to the shape of one value.
        row_partition_tensors: One for each ragged dimension (behind the number of rows, for FIRST_DIM_SIZE).
        row_partition_types: What they are: FIRST_DIM_SIZE, VALUE_ROWIDS or ROW_SPLITS.
    """
    rows, lengths = _partitions(xp, row_partition_tensors, row_partition_types, values)
    dims = _output_dims(shape, [rows, *(int(n.max(initial=0)) for n in lengths)], values)
    places = _places(xp, dims, rows, lengths)
    inner = dims[len(lengths) + 1 :]
    result = filled(xp, dims, _default(xp, default_value, inner), values.dtype)
    # -1 cannot be told for an array without elements, which takes no values anyway.
    flat = result.reshape(-1, *inner) if result.size else result
    # Rows longer than the wanted shape are cut off without an error, as in TensorFlow.
    kept = places != _NOWHERE
    if result.size:
        flat[places[kept]] = values[: len(places)][kept]
    return result


def _partitions(xp: Any, tensors: list[Array], types: list[bytes], values: Array) -> tuple[int, list[Array]]:
    """The number of rows, and the lengths of the rows of each ragged dimension."""
    if not types or len(tensors) != len(types):
        raise errors.invalid_argument(f"{len(tensors)} row partition tensors for {len(types)} row partition types")
    # Row ids alone do not tell how many rows follow the last value, so the number comes before them.
    if types[0] == b"FIRST_DIM_SIZE":
        if tensors[0].ndim:
            raise errors.invalid_argument(f"The first dimension's size must be a scalar, not {shown(tensors[0].shape)}")
        rows, tensors, types = int(tensors[0]), tensors[1:], types[1:]
    elif types[0] == b"ROW_SPLITS":
        rows = tensors[0].size - 1
    else:
        raise errors.invalid_argument(f"Cannot handle {types[0].decode(errors='replace')} in first dimension")
    if rows < 0 or not types:
        raise errors.invalid_argument("Invalid row split size: 0" if rows < 0 else "There is no ragged dimension")
    # The number of rows may be a mere value; lengths take memory for each of them.
    check_room((rows,), np.int64)
    lengths: list[Array] = []
    count = rows
    for tensor, kind in zip(tensors, types, strict=True):
        lengths.append(_lengths(xp, tensor, kind, count))
        count = int(lengths[-1].sum())
    if values.ndim == 0 or count != len(values):
        raise errors.invalid_argument(f"The partitions hold {count} values, but the values are {shown(values.shape)}")
    return rows, lengths


def _lengths(xp: Any, tensor: Array, kind: bytes, rows: int) -> Array:
    """The length of each of `rows` rows; raises `InvalidArgumentError` for a partition that has others."""
    if tensor.ndim != 1:
        raise errors.invalid_argument(f"A row partition must be a vector, not {shown(tensor.shape)}")
    if kind == b"ROW_SPLITS":
        if tensor.size != rows + 1 or tensor[0] != 0 or (tensor[1:] < tensor[:-1]).any():
            raise errors.invalid_argument(f"Invalid row split size: {tensor.size} splits for {rows} rows, or unsorted")
        return xp.diff(tensor.astype(np.int64))
    if kind != b"VALUE_ROWIDS":
        raise errors.invalid_argument(f"Unsupported partition type {kind.decode(errors='replace')}")
    if tensor.size and (tensor[0] < 0 or tensor[-1] >= rows or (tensor[1:] < tensor[:-1]).any()):
        raise errors.invalid_argument(f"Row ids must be sorted and in [0, {rows})")
    # Sorted ids (checked above) are a partition: how often each occurs is its length.
    return xp.bincount(tensor, minlength=rows)


def _output_dims(shape: Array, sizes: list[int], values: Array) -> tuple[int, ...]:
    """The shape of the result: what is wanted and, where that is open, what is needed."""
    needed = [*sizes, *values.shape[1:]]
    if shape.ndim == 0:
        if shape != -1:
            raise errors.invalid_argument(f"The only valid scalar shape tensor is the fully unknown shape, not {shape}")
        return tuple(needed)
    wanted = shape.tolist()
    if shape.ndim > 1 or any(size < -1 for size in wanted):
        raise errors.invalid_argument(f"shape must be a vector of sizes, or -1 for unknown ones, not {wanted}")
    inner = needed[len(sizes) :]
    fits = len(wanted) == len(needed) and all(
        size in (-1, own) for size, own in zip(wanted[len(sizes) :], inner, strict=True)
    )
    if not fits:
        raise errors.invalid_argument(
            f"shape {shown(wanted)} and the values {shown(values.shape)} of {len(sizes) - 1} ragged dimensions "
            f"are inconsistent"
        )
    return tuple(own if size == -1 else size for size, own in zip(wanted, needed, strict=True))


def _places(xp: Any, dims: tuple[int, ...], rows: int, lengths: list[Array]) -> Array:
    """The row-major place of each value among the cells of the ragged dimensions, _NOWHERE if it is cut off."""
    # From the outermost dimension inwards: a value's place is its parent's place times the width, plus its column.
    places = xp.arange(rows)
    places[dims[0] :] = _NOWHERE
    for width, counts in zip(dims[1:], lengths, strict=False):
        parents = xp.repeat(places, counts)
        # Counts up from 0 within each parent: the own number less that of the parent's first child.
        column = xp.arange(len(parents)) - xp.repeat(xp.cumsum(counts) - counts, counts)
        # What lies in a row that is cut off is cut off with it.
        outside = (parents == _NOWHERE) | (column >= width)
        places = xp.where(outside, _NOWHERE, parents * width + column)
    return places


def _default(xp: Any, value: Array, inner: tuple[int, ...]) -> Array:
    """The default, broadcast to one value's shape; raises `InvalidArgumentError` where it does not fit."""
    try:
        return xp.broadcast_to(value, inner)
    except ValueError:
        raise errors.invalid_argument(
            f"default_value of shape {shown(value.shape)} cannot be broadcast to {shown(inner)}"
        ) from None
