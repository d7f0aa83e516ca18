"""Philox4x32-10, TensorFlow's counter-based random generator: a key and a 128-bit counter give blocks of four words."""
from __future__ import annotations

import secrets
import threading
from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array

WORDS_PER_BLOCK = 4
BLOCKS_PER_OUTPUT = 256  # how far an op moves its counter for each element, whatever it consumed

_ROUNDS = 10
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_MASK32, _MASK64, _MASK128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_CHUNK = 1 << 14  # blocks computed at a time, so that intermediate values stay in the processor's cache


def philox_blocks(key: int, counter: int, count: int) -> Array:
    """The blocks of the counters `counter`, `counter + 1`, ...

    Args:
        key: 64 bits.
        counter: 128 bits; it wraps around.
        count: How many blocks.

    Returns:
        [count, 4] uint32.
    """
    words = np.empty((count, WORDS_PER_BLOCK), np.uint32)
    for start in range(0, count, _CHUNK):
        size = min(_CHUNK, count - start)
        first = (counter + start) & _MASK128
        low = np.arange(size, dtype=np.uint64) + np.uint64(first & _MASK64)
        high = np.full(size, first >> 64, np.uint64) + (low < np.uint64(first & _MASK64))
        words[start : start + size] = blocks_of_counters(key, low, high)
    return words


def blocks_of_counters(key: int, low: Array, high: Array) -> Array:
    """The blocks of any counters, given by their lower and upper 64 bits ([n] uint64 each), as [n, 4] uint32."""
    c0, c1, c2, c3 = low & _LOW, low >> _SHIFT, high & _LOW, high >> _SHIFT
    k0, k1 = key & _MASK32, (key >> 32) & _MASK32
    for _ in range(_ROUNDS):
        p, q = c0 * _MULTIPLIERS[0], c2 * _MULTIPLIERS[1]
        c0, c1, c2, c3 = (
            (q >> _SHIFT) ^ c1 ^ np.uint64(k0), q & _LOW, (p >> _SHIFT) ^ c3 ^ np.uint64(k1), p & _LOW
        )  # fmt: skip
        k0, k1 = (k0 + _KEY_STEPS[0]) & _MASK32, (k1 + _KEY_STEPS[1]) & _MASK32
    return np.stack([c0, c1, c2, c3], axis=-1).astype(np.uint32)


class PhiloxStream:
    """A generator whose counter moves on with each use. Any thread may take from it.

    Args:
        key: 64 bits.
        counter: 128 bits.
    """

    def __init__(self, key: int, counter: int = 0) -> None:
        self.key = key & _MASK64
        self._counter = counter & _MASK128
        self._lock = threading.Lock()  # guards _counter

    def reserve(self, num_blocks: int) -> int:
        """Moves the counter on by `num_blocks`; returns where it stood."""
        with self._lock:
            counter = self._counter
            self._counter = (counter + num_blocks) & _MASK128
        return counter


def stream_from_seeds(seed: int, seed2: int) -> PhiloxStream:
    """The stream of an op with these attributes (int64 each); one that nobody can foretell if both are 0."""
    if seed == 0 and seed2 == 0:
        seed, seed2 = secrets.randbits(64), secrets.randbits(64)
    return PhiloxStream(seed, (seed2 & _MASK64) << 64)


def stream_of(ctx: Any) -> PhiloxStream:
    """The stream of a node, which goes on from step to step as long as the session lives."""
    state = ctx.kernel.state
    stream: PhiloxStream | None = state.get("stream")
    if stream is None:
        attrs = ctx.kernel.attrs
        stream = state.setdefault("stream", stream_from_seeds(attrs["seed"], attrs["seed2"]))
    return stream


def scrambled_seed(s0: int, s1: int) -> tuple[int, int]:
    """Key and counter that the stateless ops derive from a seed of two 64-bit integers."""
    low, high = (np.array([s & _MASK64], np.uint64) for s in (s0, s1))
    m0, m1, m2, m3 = blocks_of_counters(0x3EC8F720 | 0x02461E29 << 32, low, high)[0].tolist()
    return m0 | m1 << 32, (m2 | m3 << 32) << 64
