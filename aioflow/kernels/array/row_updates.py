"""Changing rows of an array in place, by number."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, is_float, shown

# Changes an array [rows, elements] in place: combine(array, row numbers [n], updates [n, elements]).
Combine = Callable[[Array, Array, Array], None]

#: Of so many rows it is found out in a few microseconds whether one comes twice. If none does, 96 rows of 64 take 7
#: microseconds in place of 40.
_FEW = 512


def replace(array: Array, rows: Array, updates: Array) -> None:
    """Puts the updates in place of the rows; of equal rows the last one stays."""
    array[rows] = updates


def _elementwise(ufunc: Any) -> Combine:
    """The combination by `ufunc`, under which a row that is named twice takes both updates."""
    def combine(array: Array, rows: Array, updates: Array) -> None:
        # Optimizers have their rows from Unique, so that mostly none comes twice.
        if len(rows) <= _FEW and len(set(rows.tolist())) == len(rows):
            array[rows] = ufunc(array.take(rows, 0), updates)
            return
        width = array.shape[1]
        places = (rows[:, None] * width + np.arange(width)).reshape(-1)  # .at() is fast on flat arrays only
        ufunc.at(array.reshape(-1), places, updates.reshape(-1))

    return combine


def _ignoring_nan(ufunc: Any) -> Combine:
    """The combination by `ufunc` for Min and Max.

    TensorFlow compares, so that a NaN in the updates never wins, and one in the array stays.
    """

    def combine(array: Array, rows: Array, updates: Array) -> None:
        width = array.shape[1]
        places = (rows[:, None] * width + np.arange(width)).reshape(-1)
        flat = updates.reshape(-1)
        keep = slice(None) if not is_float(flat.dtype) else ~np.isnan(flat)
        ufunc.at(array.reshape(-1), places[keep], flat[keep])

    return combine


def _divide(array: Array, rows: Array, updates: Array) -> None:
    """Quotients in order; integers are rounded towards zero, as in C."""
    if array.dtype.kind not in "iu":
        _true_divide(array, rows, updates)
        return
    # One row after the other: a row that occurs twice is divided twice, and no ufunc with .at() rounds this way.
    for row, update in zip(rows.tolist(), updates, strict=True):
        array[row] = truncated_quotient(array[row], update)


_true_divide = _elementwise(np.true_divide)


def truncated_quotient(a: Array, b: Array) -> Array:
    """Integer quotients, rounded towards zero.

    Raises:
        InvalidArgumentError: A divisor is 0.
    """
    if not np.all(b):
        raise errors.invalid_argument("Integer division by zero")
    # numpy rounds down. That is one too low where the quotient is negative and something remains.
    quotient = a // b
    return quotient + ((quotient < 0) & (quotient * b != a)).astype(quotient.dtype)


add, subtract, multiply, divide = _elementwise(np.add), _elementwise(np.subtract), _elementwise(np.multiply), _divide
maximum, minimum = _ignoring_nan(np.maximum), _ignoring_nan(np.minimum)


def check_row_updates(shape: tuple[int, ...], indices: Array, updates: Array) -> None:
    """Checks what a Scatter op is given for a variable of this shape.

    Args:
        shape: The variable's shape, [n, inner...].
        indices: [k...] integers.
        updates: [] or [k..., inner...].

    Raises:
        InvalidArgumentError: The shapes do not fit, or an index is not in [0, n).
    """
    if not shape:
        raise errors.invalid_argument(f"params must be at least 1-D, got shape {shown(shape)}")
    if updates.ndim and updates.shape != indices.shape + shape[1:]:
        raise errors.invalid_argument(
            f"Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape "
            f"{shown(updates.shape)}, indices.shape {shown(indices.shape)}, params.shape {shown(shape)}"
        )
    if indices.size and not (indices.min() >= 0 and indices.max() < shape[0]):
        bad = (indices < 0) | (indices >= shape[0])
        at = next(zip(*bad.nonzero(), strict=True)) if indices.ndim else ()
        raise errors.invalid_argument(f"indices{shown(at) if at else ''} = {indices[at]} is not in [0, {shape[0]})")


def update_rows(array: Array, indices: Array, updates: Array, combine: Combine) -> None:
    """Combines rows of `array` [n, inner...] with `updates` ([] or [k..., inner...]) at `indices` [k...], in order.

    Raises:
        InvalidArgumentError: See `check_row_updates`.
    """
    check_row_updates(array.shape, indices, updates)
    if not indices.size or not array.size:
        return
    flat = array.reshape(array.shape[0], -1)
    rows = np.reshape(indices, -1).astype(np.int64)
    # A scalar update goes to every element; broadcasting costs no memory.
    of_rows = np.reshape(updates, (-1, flat.shape[1])) if updates.ndim else updates
    combine(flat, rows, np.broadcast_to(of_rows, (rows.size, flat.shape[1])))
