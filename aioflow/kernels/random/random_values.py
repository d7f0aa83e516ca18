"""From Philox words to random values, bit for bit as TensorFlow makes them."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

from aioflow.kernels.arrays import Array, check_room, is_half
from aioflow.kernels.random import float32_math
from aioflow.kernels.random.philox import BLOCKS_PER_OUTPUT, WORDS_PER_BLOCK, blocks_of_counters, philox_blocks

_FLOAT64 = np.dtype(np.float64)
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_SMALLEST_UNIFORM = 1e-7  # what a normal takes the logarithm of is at least this
_BOUND = 2.0  # of truncated normals

# dtype -> (bits of 1.0, mask of the mantissa, integer type of that width)
_MANTISSAS: dict[Any, tuple[int, int, Any]] = {
    np.dtype(np.float32): (0x3F800000, 0x7FFFFF, np.uint32),
    np.dtype(np.float16): (0x3C00, 0x3FF, np.uint16),
    _BFLOAT16: (0x3F80, 0x7F, np.uint16),
}


def values_per_block(dtype: Any) -> int:
    """The number of values of a dtype that a block of four words gives."""
    return WORDS_PER_BLOCK if dtype.itemsize <= 4 else WORDS_PER_BLOCK // 2


def words_for(key: int, counter: int, count: int, dtype: Any) -> Array:
    """Blocks [blocks, 4] uint32, as many as `count` values of a dtype need."""
    return philox_blocks(key, counter, -(-count // values_per_block(dtype)))


def uniform_from_words(words: Array, dtype: Any) -> Array:
    """Values in [0, 1).

    Args:
        words: [blocks, 4] uint32.
        dtype: float16, bfloat16, float32 or float64.

    Returns:
        [blocks * values_per_block] of that dtype.
    """
    if dtype == _FLOAT64:
        return _double_from_pairs(words.reshape(-1, 2))
    one, mask, integer = _MANTISSAS[dtype]
    # Random bits behind the exponent of 1 are a number in [1, 2). 16-bit types take the low bits of a word each.
    bits = ((words.reshape(-1) & np.uint32(mask)) | np.uint32(one)).astype(integer)
    return bits.view(dtype) - np.ones((), dtype)


def _double_from_pairs(pairs: Array) -> Array:
    # A double has 52 bits behind its exponent: 20 of the first word, all of the second.
    high = (pairs[:, 0].astype(np.uint64) & np.uint64(0xFFFFF)) << np.uint64(32)
    bits = np.uint64(0x3FF << 52) | high | pairs[:, 1]
    return bits.view(np.float64) - 1.0


def normal_from_words(words: Array, dtype: Any) -> Array:
    """Normally distributed values, as `uniform_from_words`."""
    if dtype == _FLOAT64:
        uniform = _double_from_pairs(words.reshape(-1, 2)).reshape(-1, 2)
        return _normal_doubles(np.maximum(uniform[:, 0], _SMALLEST_UNIFORM), uniform[:, 1] * (2 * math.pi))
    # The method of Box and Muller: radius and angle of a point make two values. 16-bit types are rounded from float32.
    uniform = uniform_from_words(words, np.dtype(np.float32)).reshape(-1, 2)
    radius = np.sqrt(np.float32(-2) * float32_math.log(np.maximum(uniform[:, 0], np.float32(_SMALLEST_UNIFORM))))
    # The product is double, as TensorFlow's pi is, and then rounded to float32.
    angle = (uniform[:, 1].astype(np.float64) * (2 * math.pi)).astype(np.float32)
    sine, cosine = float32_math.sin_cos(angle)
    values = np.stack([sine * radius, cosine * radius], axis=-1).reshape(-1)
    return values.astype(dtype, copy=False)


def _normal_doubles(u: Array, angle: Array) -> Array:
    radius = np.sqrt(-2.0 * by_math(math.log, u))
    return np.stack([by_math(math.sin, angle) * radius, by_math(math.cos, angle) * radius], axis=-1).reshape(-1)


def by_math(function: Callable[[float], float], x: Array) -> Array:
    """A function of the C library for each element of `x` [n] float64; numpy's own differ in the last bit."""
    return np.fromiter(map(function, x.tolist()), np.float64, x.size)


def uniform(key: int, counter: int, count: int, dtype: Any) -> Array:
    """`count` values in [0, 1), [count]."""
    return uniform_from_words(words_for(key, counter, count, dtype), dtype)[:count]


def normal(key: int, counter: int, count: int, dtype: Any) -> Array:
    """`count` normally distributed values, [count]."""
    return normal_from_words(words_for(key, counter, count, dtype), dtype)[:count]


def full_range_ints(key: int, counter: int, count: int, dtype: Any) -> Array:
    """`count` integers of which every bit is random, [count]."""
    words = words_for(key, counter, count, dtype).reshape(-1)
    if dtype.itemsize == 8:
        wide = words.astype(np.uint64).reshape(-1, 2)
        words = wide[:, 0] | wide[:, 1] << np.uint64(32)
    return words[:count].view(dtype)


def uniform_ints(key: int, counter: int, count: int, low: Array, high: Array) -> Array:
    """`count` integers in [low, high), [count]; `low` < `high` are scalars of the wanted dtype."""
    dtype = low.dtype
    unsigned = np.dtype(f"u{dtype.itemsize}")
    # Modulo the width of the type: of int64 from lowest to highest the span does not fit.
    span = (int(high) - int(low)) & ((1 << 8 * dtype.itemsize) - 1)
    # The remainder is slightly biased, as TensorFlow documents.
    raw = full_range_ints(key, counter, count, unsigned) % unsigned.type(span)
    return (raw + np.asarray(low).view(unsigned)).view(dtype)


def truncated_normal(key: int, counter: int, count: int, dtype: Any) -> Array:
    """`count` normally distributed values of which none is 2 or further from 0, [count].

    They are made in groups. Each group has blocks of its own, and takes from them until it is full.
    """
    compute = np.dtype(np.float32) if is_half(dtype) else dtype
    size = values_per_block(compute)
    num_groups = -(-count // size)
    check_room((num_groups, size), compute)
    values = np.zeros((num_groups, size), compute)
    filled = np.zeros(num_groups, np.int64)
    # All groups go on in step; those that are full leave.
    pending = np.arange(num_groups)
    block = 0
    while pending.size:
        drawn = _group_normals(key, counter, pending, size, block, compute)
        _fill(values, filled, pending, drawn)
        pending = pending[filled[pending] < size]
        block += 1
    return values.reshape(-1)[:count].astype(dtype, copy=False)


def _group_normals(key: int, counter: int, groups: Array, size: int, block: int, dtype: Any) -> Array:
    """The normals [groups, size] that block number `block` of each of these groups gives."""
    # The distance of two groups is fixed, so that TensorFlow's threads need not know how much others consumed.
    offsets = groups.astype(np.uint64) * np.uint64(BLOCKS_PER_OUTPUT * size // WORDS_PER_BLOCK) + np.uint64(block)
    start = np.uint64(counter & ((1 << 64) - 1))
    low = offsets + start
    high = np.full(groups.size, counter >> 64, np.uint64) + (low < start)
    return normal_from_words(blocks_of_counters(key, low, high), dtype).reshape(-1, size)


def _fill(values: Array, filled: Array, groups: Array, drawn: Array) -> None:
    """Appends the drawn values that are small enough to the groups, as far as there is room."""
    accepted = np.abs(drawn) < _BOUND
    place = filled[groups][:, None] + np.cumsum(accepted, axis=1) - 1
    fits = accepted & (place < values.shape[1])
    rows = np.broadcast_to(groups[:, None], place.shape)
    values[rows[fits], place[fits]] = drawn[fits]
    filled[groups] += fits.sum(axis=1)
