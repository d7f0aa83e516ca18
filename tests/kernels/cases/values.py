"""Arrays that many kernel cases are made from."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

NUMERIC_DTYPES: list[Any] = [
    np.float16, ml_dtypes.bfloat16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16,
    np.uint32, np.uint64, np.complex64, np.complex128,
]  # fmt: skip


def counting(shape: Any, dtype: Any = np.float32, start: int = 0) -> np.ndarray[Any, Any]:
    """The numbers start, start + 1, ... as an array of that shape."""
    size = int(np.prod(shape))
    return np.arange(start, start + size).astype(dtype).reshape(shape)


def strings(values: Any) -> np.ndarray[Any, Any]:
    """A string array from nested lists of `bytes`."""
    return np.array(values, object)


def ints(*values: Any, dtype: Any = np.int32) -> np.ndarray[Any, Any]:
    """A vector of integers."""
    return np.array(values, dtype)


def int16(values: Any) -> np.ndarray[Any, Any]:
    """An int16 array."""
    return np.array(values, np.int16)


def int32(values: Any) -> np.ndarray[Any, Any]:
    """An int32 array."""
    return np.array(values, np.int32)


def int64(values: Any) -> np.ndarray[Any, Any]:
    """An int64 array."""
    return np.array(values, np.int64)


def uint8(values: Any) -> np.ndarray[Any, Any]:
    """A uint8 array."""
    return np.array(values, np.uint8)


def float16(values: Any) -> np.ndarray[Any, Any]:
    """A float16 array."""
    return np.array(values, np.float16)


def float32(values: Any) -> np.ndarray[Any, Any]:
    """A float32 array."""
    return np.array(values, np.float32)


def float64(values: Any) -> np.ndarray[Any, Any]:
    """A float64 array."""
    return np.array(values, np.float64)


def complex64(values: Any) -> np.ndarray[Any, Any]:
    """A complex64 array."""
    return np.array(values, np.complex64)


def complex128(values: Any) -> np.ndarray[Any, Any]:
    """A complex128 array."""
    return np.array(values, np.complex128)
