"""Empty rows of sparse and ragged tensors filled with a default value."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, accumulator, check_room, shown
from aioflow.kernels.checks import require_scalar, require_vector

Filled = tuple[Array, Array, Array, Array]


@kernel("SparseFillEmptyRows")
def sparse_fill_empty_rows(xp: Any, indices: Array, values: Array, dense_shape: Array, default_value: Array) -> Filled:
    """A sparse tensor in row order that has `default_value` in the first column of each row without a value.

    Returns:
        Indices, values, which rows were empty [rows], and where each of the old values is now.
    """
    require_vector(dense_shape, "dense_shape")
    require_vector(values, "values")
    require_scalar(default_value, "default_value")
    if dense_shape.size == 0:
        raise errors.invalid_argument("Dense shape cannot be empty")
    if indices.shape != (values.size, dense_shape.size):
        raise errors.invalid_argument(
            f"indices must have shape [{values.size},{dense_shape.size}], but got {shown(indices.shape)}"
        )
    rows, filled_values, is_empty, moved = _filled(xp, indices[:, 0], values, int(dense_shape[0]), default_value)
    result = xp.zeros((len(rows), indices.shape[1]), np.int64)
    # The new places have zeros behind the row: the first column.
    result[:, 0] = rows
    result[moved] = indices
    return result, filled_values, is_empty, moved


@kernel("RaggedFillEmptyRows")
def ragged_fill_empty_rows(xp: Any, value_rowids: Array, values: Array, nrows: Array, default_value: Array) -> Filled:
    """A ragged tensor that has `default_value` in each row that had nothing, as `SparseFillEmptyRows` gives it."""
    require_vector(value_rowids, "value_rowids")
    require_vector(values, "values")
    require_scalar(nrows, "nrows")
    require_scalar(default_value, "default_value")
    if value_rowids.size != values.size:
        raise errors.invalid_argument(f"{value_rowids.size} value_rowids for {values.size} values")
    rows, *others = _filled(xp, value_rowids, values, int(nrows), default_value)
    # TensorFlow's result without rows has the shape of the sparse op's indices.
    return (rows if nrows else rows.reshape(0, 1), *others)


def _filled(xp: Any, rows: Array, values: Array, num_rows: int, default_value: Array) -> Filled:
    """Row of each value, values, which rows were empty, and where each old value went; in row order, else stable."""
    if num_rows == 0 and rows.size:
        raise errors.invalid_argument(
            f"Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {rows.size}"
        )
    if num_rows < 0:
        raise errors.invalid_argument(f"The number of rows must be at least 0, not {num_rows}")
    check_room((num_rows,), np.int64)
    wrong = (rows < 0) | (rows >= num_rows)
    if wrong.any():
        at = int(wrong.argmax())
        raise errors.invalid_argument(f"indices({at}, 0) is invalid: {rows[at]} >= {num_rows}")
    # `minlength` counts rows behind the last value, too.
    is_empty = xp.bincount(rows, minlength=num_rows)[:num_rows] == 0
    all_rows = xp.concatenate([rows, xp.flatnonzero(is_empty)])
    # Stable: values of one row keep their order, and a default has its row for itself.
    order = xp.argsort(all_rows, kind="stable")
    # The inverse of `order`: where each old value is now, and behind these the new ones.
    moved = xp.empty(len(order), np.int64)
    moved[order] = xp.arange(len(order))
    result = xp.empty(len(order), values.dtype)
    result[...] = default_value
    result[moved[: len(rows)]] = values
    return all_rows[order], result, is_empty, moved[: len(rows)]


@kernel("SparseFillEmptyRowsGrad", "RaggedFillEmptyRowsGrad")
def fill_empty_rows_grad(xp: Any, reverse_index_map: Array, grad_values: Array) -> tuple[Array, Array]:
    """The gradients of the old values, and of the default value: the sum of those of all places that it took."""
    require_vector(reverse_index_map, "reverse_index_map")
    require_vector(grad_values, "grad_values")
    wrong = (reverse_index_map < 0) | (reverse_index_map >= grad_values.size)
    if wrong.any():
        raise errors.invalid_argument(
            f"Elements in reverse index must be in [0, {grad_values.size}) but got {reverse_index_map[wrong][0]}"
        )
    is_new = xp.ones(grad_values.size, bool)
    is_new[reverse_index_map] = False
    # Halves are added up in float32, as every sum here.
    total = grad_values[is_new].sum(dtype=accumulator(grad_values.dtype))
    return grad_values[reverse_index_map], np.asarray(total, grad_values.dtype)
