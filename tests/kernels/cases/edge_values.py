"""Values of every dtype that show how an op treats ordinary numbers and the edges."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

Array = np.ndarray[Any, Any]

# numpy's scalar types make arrays of lists, too, which their type stubs do not say.
float16: Any = np.float16
float32: Any = np.float32
float64: Any = np.float64
complex64: Any = np.complex64
complex128: Any = np.complex128
int8: Any = np.int8
int16: Any = np.int16
int32: Any = np.int32
int64: Any = np.int64
uint8: Any = np.uint8
uint16: Any = np.uint16

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
FLOATS = [np.dtype(t) for t in ("float32", "float64", "float16")] + [BFLOAT16]
COMPLEX = [np.dtype(t) for t in ("complex64", "complex128")]
SIGNED = [np.dtype(t) for t in ("int8", "int16", "int32", "int64")]
UNSIGNED = [np.dtype(t) for t in ("uint8", "uint16", "uint32", "uint64")]
INTEGERS = SIGNED + UNSIGNED

_FLOATS = [-np.inf, -2.5, -1, -0.5, -0.0, 0, 0.3, 1, 1.5, 2, 9, np.inf, np.nan]
_COMPLEX = [0, 1, -1, 2j, 2 - 3j, -0.5 + 0.25j, 0.01j]


def values(dtype: Any) -> Array:
    """A vector of ordinary and extreme values of `dtype`."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return np.array([True, False, True])
    if dtype.kind == "c":
        return np.array(_COMPLEX, dtype)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return np.array([limits.min, limits.max, 0, 1, 2, 7, *([-1, -3, -8] if limits.min else [])], dtype)
    return np.array(_FLOATS, dtype)


def pairs(dtype: Any) -> tuple[Array, Array]:
    """A column and a row of `values(dtype)`, which broadcast to all pairs."""
    row = values(dtype)
    return row[:, None], row


def uneven(*shape: int) -> Array:
    """An array of `shape` of float32 numbers in [-2, 2) that look random; whoever computes them gets the same bits.

    What a case is fed is part of its name, so it must not depend on how a CPU rounds sines or sums of products. These
    are multiples of 2⁻²⁰, from integers alone; being squares of their position, no two short sums of them are equal.
    """
    position = np.arange(int(np.prod(shape)), dtype=np.int64)
    steps = (position * position * 7919 + position * 104729) % (1 << 22)
    result: Array = (steps / (1 << 20) - 2).astype(np.float32).reshape(shape)
    return result


def array(dtype: Any, *shape: int, low: float = -2, high: float = 3) -> Array:
    """An array of `shape` with varied values in [low, high], always the same."""
    count = int(np.prod(shape))
    steps = (np.arange(count) * 7919 + 13) % 101 / 100
    result: Array = low + (high - low) * steps
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        result = result + 1j * result[::-1]
    if dtype.kind == "u":
        result = np.abs(result)
    if dtype.kind == "b":
        result = result > 0
    return result.astype(dtype).reshape(shape)
