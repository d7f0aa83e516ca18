"""Counts of values as sparse tensors: which values occur in each row, and how often."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.math.bincount_ops import check_sparse, ragged_rows
from aioflow.kernels.math.segments import grouped

_MOST = 2**63 - 1


@kernel("DenseCountSparseOutput")
def dense_count(
    xp: Any, values: Array, weights: Array, *, minlength: int, maxlength: int, binary_output: bool
) -> tuple[Array, Array, Array]:
    """Counts of a vector's values, or of those in each row of a matrix."""
    if values.ndim not in (1, 2):
        raise errors.invalid_argument(f"Input must be a 1 or 2-dimensional tensor. Got: {shown(values.shape)}")
    check_weights(weights, values, "data")
    rows = None
    if values.ndim == 2:
        rows = xp.repeat(xp.arange(len(values)), values.shape[1])
    num_rows = len(values) if values.ndim == 2 else None
    return counted(xp, values.ravel(), rows, num_rows, weights.ravel(), (minlength, maxlength), binary_output)


@kernel("SparseCountSparseOutput")
def sparse_count(
    xp: Any, indices: Array, values: Array, dense_shape: Array, weights: Array,
    *, minlength: int, maxlength: int, binary_output: bool,
) -> tuple[Array, Array, Array]:  # fmt: skip
    """Counts of a sparse vector's values, or of those in each row of a sparse matrix."""
    check_sparse(indices, values, dense_shape)
    check_weights(weights, values, "values")
    is_matrix = len(dense_shape) > 1
    rows, num_rows = (indices[:, 0], int(dense_shape[0])) if is_matrix else (None, None)
    return counted(xp, values, rows, num_rows, weights, (minlength, maxlength), binary_output)


@kernel("RaggedCountSparseOutput")
def ragged_count(
    xp: Any, splits: Array, values: Array, weights: Array, *, minlength: int, maxlength: int, binary_output: bool
) -> tuple[Array, Array, Array]:
    """Counts of the values in each row of a ragged matrix."""
    if splits.size < 2:
        raise errors.invalid_argument(f"Must provide at least 2 elements for the splits argument, not {splits.size}")
    check_weights(weights, values, "values")
    rows = ragged_rows(xp, splits, values)
    return counted(xp, values, rows, len(splits) - 1, weights, (minlength, maxlength), binary_output)


def check_weights(weights: Array, values: Array, name: str) -> None:
    """Raises `InvalidArgumentError` unless there is a weight for each value, or none at all."""
    if weights.size and weights.shape != values.shape:
        raise errors.invalid_argument(
            f"Weights and {name} must have the same shape. Weight shape: {shown(weights.shape)}; {name} shape: "
            f"{shown(values.shape)}"
        )


def counted(
    xp: Any, values: Array, rows: Array | None, num_rows: int | None, weights: Array, lengths: tuple[int, int],
    binary: bool,
) -> tuple[Array, Array, Array]:  # fmt: skip
    """Counts, or total weights, of `values` [n] by row, as indices, values and dense shape of a sparse tensor.

    Args:
        rows: The row of each value, or None for a single one (the result is a sparse vector then).
        lengths: The least number of columns, and the number at which values are cut off; -1 for no limit.

    Raises:
        InvalidArgumentError: A value is negative.
    """
    if (values < 0).any():
        raise errors.invalid_argument("Input values must all be non-negative")
    least, limit = lengths
    # Without values there is one column still: TensorFlow's search for the largest begins with 0. Python's integer,
    # because the largest int64 plus one is none.
    width = max(int(values.max()) + 1 if values.size else 1, least)
    if limit >= 0:
        width = limit
        keep = values < limit
        values, weights = values[keep], weights[keep] if weights.size else weights
        rows = None if rows is None else rows[keep]
    columns = values.astype(xp.int64)
    keys = columns[:, None] if rows is None else xp.stack([rows.astype(xp.int64), columns], axis=1)
    # Sorted rows are at once the order in which a sparse tensor has to be.
    indices, places = xp.unique(keys, axis=0, return_inverse=True)
    places = places.ravel()
    if binary:
        # Every index was found because it occurs.
        counts = xp.ones(len(indices), weights.dtype)
    elif weights.size:
        counts = grouped(xp, xp.add, weights, places, len(indices), 0)
    else:
        counts = xp.bincount(places, minlength=len(indices)).astype(weights.dtype)
    # The dense shape holds int64.
    if width > _MOST:
        raise errors.invalid_argument(f"{width} counts, one for each number up to the largest, are too many")
    shape = [width] if rows is None else [num_rows, width]
    return indices, counts, xp.asarray(shape, xp.int64)
