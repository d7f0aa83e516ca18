"""New arrays of every dtype (numpy would fill string arrays with the integer 0), with the errors of TensorFlow."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, check_room, no_room, shown

Dims = tuple[int, ...]
# TensorFlow counts elements in an int64.
_MAX_ELEMENTS = 2**63 - 1
_OBJECTS_AT_A_TIME = 1 << 15  # a millisecond's work, mostly for memory that is touched for the first time


def check_size(dims: Dims) -> None:
    """Checks that an array of shape `dims` could be counted.

    Raises:
        InvalidArgumentError: It has too many elements.
    """
    if math.prod(dims) > _MAX_ELEMENTS:
        raise errors.invalid_argument(f"Shape {shown(dims)} would have more than 2**63 - 1 elements")


def filled(xp: Any, dims: Dims, value: Array, dtype: Any) -> Array:
    """An array of shape `dims` with `value`, a scalar of that dtype, everywhere.

    Raises:
        InvalidArgumentError: It would have too many elements.
        ResourceExhaustedError: There is no memory for it.
    """
    check_size(dims)
    check_room(dims, dtype)
    try:
        array = xp.empty(dims, dtype=dtype)
    # numpy says ValueError where the bytes do not even fit an address, MemoryError where the system refuses them.
    except (MemoryError, ValueError):
        raise no_room(dims, dtype) from None
    if np.dtype(dtype).hasobject and not np.ndim(value):  # else it is a row for each row
        _fill_in_parts(array, value)
    else:
        array[...] = value
    return array


def _fill_in_parts(array: Array, value: Array) -> None:
    """Fills a new array with references to one object; others have the interpreter's lock between two parts."""
    flat = array.reshape(-1)
    for start in range(0, flat.size, _OBJECTS_AT_A_TIME):
        flat[start : start + _OBJECTS_AT_A_TIME] = value


def zeros(xp: Any, dims: Dims, dtype: Any) -> Array:
    """An array of shape `dims` of zeros, False, or empty strings; raises as `filled` does."""
    if np.dtype(dtype).hasobject:
        return filled(xp, dims, b"", dtype)
    check_size(dims)
    check_room(dims, dtype)
    try:
        # `zeros` gets its pages from the system zeroed, when they are first touched: cheaper than `filled`.
        return xp.zeros(dims, dtype=dtype)
    except (MemoryError, ValueError):
        raise no_room(dims, dtype) from None
