"""New arrays, for every dtype: numpy alone would fill string arrays with the integer 0."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array

Dims = tuple[int, ...]


def filled(xp: Any, dims: Dims, value: Array, dtype: Any) -> Array:
    """An array of shape `dims` with `value`, a scalar of that dtype, everywhere."""
    array = xp.empty(dims, dtype=dtype)
    array[...] = value
    return array


def zeros(xp: Any, dims: Dims, dtype: Any) -> Array:
    """An array of shape `dims` of zeros, False, or empty strings."""
    if np.dtype(dtype).hasobject:
        return filled(xp, dims, b"", dtype)
    return xp.zeros(dims, dtype=dtype)
