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
