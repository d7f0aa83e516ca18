"""Taking a tensor apart by number, and putting it together again."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.new_arrays import zeros

_MOST_ROWS = 2**31 - 1  # of a stitch: TensorFlow counts them in 32 bits


@kernel("DynamicPartition")
def dynamic_partition(xp: Any, data: Array, partitions: Array, *, num_partitions: int) -> list[Array]:
    """`num_partitions` outputs; number i holds the slices of `data` [k..., inner...] where `partitions` [k...] is i.

    Raises:
        InvalidArgumentError: The shapes do not fit, or a number is not in [0, num_partitions).
    """
    depth = partitions.ndim
    if data.shape[:depth] != partitions.shape:
        raise errors.invalid_argument(
            f"data.shape must start with partitions.shape, got data.shape = {shown(data.shape)}, partitions.shape = "
            f"{shown(partitions.shape)}"
        )
    numbers = xp.reshape(partitions, -1)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < num_partitions):
        first = int(np.argmax((numbers < 0) | (numbers >= num_partitions)))
        where = shown(np.unravel_index(first, partitions.shape)) if depth else ""
        raise errors.invalid_argument(f"partitions{where} = {numbers[first]} is not in [0, {num_partitions})")
    slices = xp.reshape(data, (numbers.size, *data.shape[depth:]))
    # One stable sort keeps the slices of a partition in their order and makes every output a view of one array; a mask
    # for each partition would read all numbers `num_partitions` times.
    in_order = slices[np.argsort(numbers, kind="stable")]
    ends = np.cumsum(np.bincount(numbers, minlength=num_partitions)).tolist()
    return [in_order[start:end] for start, end in zip([0, *ends[:-1]], ends, strict=True)]


@kernel("DynamicStitch", "ParallelDynamicStitch")
def dynamic_stitch(xp: Any, indices: list[Array], data: list[Array]) -> Array:
    """Rows from several tensors, each to the place that its index names; of those for one place the last one counts.

    Places that no index names hold zeros. `ParallelDynamicStitch` leaves open which row counts; this is one answer.

    Args:
        indices: Arrays [k...] of places, one for each of `data`.
        data: Arrays [k..., inner...], with the same inner sizes.

    Returns:
        [largest index + 1, inner...].

    Raises:
        InvalidArgumentError: The shapes do not fit, or an index is negative.
    """
    rest = _check_stitch(indices, data)
    # -1 for inputs without indices, so that no indices at all give no rows.
    size = max((int(i.max(initial=-1)) for i in indices), default=-1) + 1
    if size > _MOST_ROWS:
        raise errors.invalid_argument(f"Expected a non-negative size, got {size - 2**32}")
    merged = zeros(xp, (size, *rest), data[0].dtype)
    for places, values in zip(indices, data, strict=True):
        if places.size:
            rows = xp.reshape(places, -1)
            # numpy assigns in order, which lets the last of equal places win.
            merged[rows] = xp.reshape(values, (rows.size, *rest))
    return merged


def _check_stitch(indices: Sequence[Array], data: Sequence[Array]) -> tuple[int, ...]:
    """Checks the inputs of a stitch; returns the shape of one row."""
    rest: tuple[int, ...] = data[0].shape[indices[0].ndim :]
    for i, (places, values) in enumerate(zip(indices, data, strict=True)):
        if values.shape[: places.ndim] != places.shape:
            raise errors.invalid_argument(
                f"data[{i}].shape = {shown(values.shape)} does not start with "
                f"indices[{i}].shape = {shown(places.shape)}"
            )
        if values.shape[places.ndim :] != rest:
            raise errors.invalid_argument(
                f"Need data[0].shape[{indices[0].ndim}:] = data[{i}].shape[{places.ndim}:], got data[0].shape = "
                f"{shown(data[0].shape)}, data[{i}].shape = {shown(values.shape)}"
            )
        if places.size and places.min() < 0:
            raise errors.invalid_argument(f"indices[{i}] is out of range: it holds {int(places.min())}")
    return rest
