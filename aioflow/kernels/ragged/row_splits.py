"""Row splits [rows + 1] and row lengths [rows]: where the rows of a ragged tensor begin and end among its values."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.kernels.arrays import Array, check_room, shown


def check_splits(splits: Array, num_values: int) -> None:
    """Checks that `splits` begin with 0, never fall and end with `num_values`.

    Raises:
        InvalidArgumentError: They do not.
    """
    if splits.ndim != 1 or splits.size == 0:
        raise errors.invalid_argument(f"Ragged splits must be a vector of at least one, not {shown(splits.shape)}")
    if splits[0] != 0:
        raise errors.invalid_argument(f"First value of ragged splits must be 0, not {splits[0]}")
    if (splits[1:] < splits[:-1]).any():
        raise errors.invalid_argument("Ragged splits should be non decreasing")
    if splits[-1] != num_values:
        raise errors.invalid_argument(
            f"Final value of ragged splits must match the length of the values, {num_values}, not {splits[-1]}"
        )


def check_nested(nested_splits: list[Array], values: Array) -> None:
    """Checks the splits of all levels, outermost first, above `values` [n, ...]; raises as `check_splits` does."""
    if values.ndim == 0:
        raise errors.invalid_argument("The values of a ragged tensor must have at least one dimension")
    counts = [len(splits) - 1 if splits.ndim == 1 else -1 for splits in nested_splits[1:]]
    for splits, count in zip(nested_splits, [*counts, len(values)], strict=True):
        check_splits(splits, count)


def splits_of(xp: Any, lengths: Array, dtype: Any) -> Array:
    """The splits of rows of these lengths."""
    # One more than there are rows: each row ends where the next one begins.
    splits = xp.zeros(len(lengths) + 1, dtype)
    xp.cumsum(lengths, out=splits[1:])
    return splits


def spans(xp: Any, starts: Array, lengths: Array) -> Array:
    """The numbers starts[0], starts[0] + 1, ... (`lengths[0]` of them), then those from starts[1], and so on."""
    total = int(lengths.sum())
    check_room((total,), xp.int64)
    # Counting through all spans at once: each number is its own place plus what separates its span from that place.
    offsets = xp.cumsum(lengths) - lengths
    return xp.repeat(starts - offsets, lengths) + xp.arange(total)
