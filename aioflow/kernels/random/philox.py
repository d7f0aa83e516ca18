"""Philox4x32-10, TensorFlow's counter-based random generator: a key and a 128-bit counter give blocks of four words.

It is that of Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, 2011. Any block can be computed by itself,
which
lets ops skip what they reserved, and lets threads share work without changing results.
"""
from __future__ import annotations

import secrets
import threading

import numpy as np

from aioflow.framework.kernels import KernelContext
from aioflow.kernels.arrays import Array, check_room

WORDS_PER_BLOCK = 4
BLOCKS_PER_OUTPUT = 256  # how far an op moves its counter for each element, whatever it consumed

_ROUNDS = 10
# The paper's constants. The keys' steps are the fractions of the golden ratio and of the root of 3.
_MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_LOW = np.uint64(0xFFFFFFFF)
_SHIFT = np.uint64(32)
_MASK32, _MASK64, _MASK128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
# Up to which Python's integers are faster than numpy's calls.
_FEW_BLOCKS = 6
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
    if count <= _FEW_BLOCKS:
        blocks = [_block(key, (counter + i) & _MASK128) for i in range(count)]
        return np.array(blocks, np.uint32).reshape(count, WORDS_PER_BLOCK)
    check_room((count, WORDS_PER_BLOCK), np.uint32)
    words = np.empty((count, WORDS_PER_BLOCK), np.uint32)
    for start in range(0, count, _CHUNK):
        size = min(_CHUNK, count - start)
        first = (counter + start) & _MASK128
        low = np.arange(size, dtype=np.uint64) + np.uint64(first & _MASK64)
        # A lower half that wrapped around carries one over.
        high = np.full(size, first >> 64, np.uint64) + (low < np.uint64(first & _MASK64))
        words[start : start + size] = blocks_of_counters(key, low, high)
    return words


def blocks_of_counters(key: int, low: Array, high: Array) -> Array:
    """The blocks of any counters, given by their lower and upper 64 bits ([n] uint64 each), as [n, 4] uint32."""
    c0, c1, c2, c3 = low & _LOW, low >> _SHIFT, high & _LOW, high >> _SHIFT
    p, q = np.empty_like(c0), np.empty_like(c0)
    for k0, k1 in _round_keys(key):
        # Words of 32 bits in arrays of 64, so that products are whole. Two arrays serve all rounds.
        np.multiply(c0, _MULTIPLIERS[0], out=p)
        np.multiply(c2, _MULTIPLIERS[1], out=q)
        np.right_shift(q, _SHIFT, out=c0)
        c0 ^= c1
        c0 ^= np.uint64(k0)
        np.bitwise_and(q, _LOW, out=c1)
        np.right_shift(p, _SHIFT, out=c2)
        c2 ^= c3
        c2 ^= np.uint64(k1)
        np.bitwise_and(p, _LOW, out=c3)
    words = np.empty((c0.size, WORDS_PER_BLOCK), np.uint32)
    for i, word in enumerate((c0, c1, c2, c3)):
        words[:, i] = word
    return words


def _round_keys(key: int) -> list[tuple[int, int]]:
    return [
        ((key + i * _KEY_STEPS[0]) & _MASK32, ((key >> 32) + i * _KEY_STEPS[1]) & _MASK32) for i in range(_ROUNDS)
    ]


def _block(key: int, counter: int) -> tuple[int, int, int, int]:
    """One block; for a few of them, Python's integers are faster than arrays."""
    c0, c1, c2, c3 = (counter >> shift & _MASK32 for shift in (0, 32, 64, 96))
    for k0, k1 in _round_keys(key):
        p, q = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = (q >> 32) ^ c1 ^ k0, q & _MASK32, (p >> 32) ^ c3 ^ k1, p & _MASK32
    return c0, c1, c2, c3


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
    # The lower half of the counter is left to count.
    return PhiloxStream(seed, (seed2 & _MASK64) << 64)


def stream_of(ctx: KernelContext) -> PhiloxStream:
    """The stream of a node, which goes on from step to step as long as the session lives."""
    state = ctx.kernel.state
    stream: PhiloxStream | None = state.get("stream")
    if stream is None:
        attrs = ctx.kernel.attrs
        # Of two runs that begin at once both make a stream; setdefault() lets one win.
        stream = state.setdefault("stream", stream_from_seeds(attrs["seed"], attrs["seed2"]))
    return stream


def scrambled_seed(s0: int, s1: int) -> tuple[int, int]:
    """Key and counter that the stateless ops derive from a seed of two 64-bit integers."""
    # TensorFlow's fixed key; a block mixes seeds, so that similar ones have streams that have nothing in common.
    m0, m1, m2, m3 = _block(0x3EC8F720 | 0x02461E29 << 32, (s0 & _MASK64) | (s1 & _MASK64) << 64)
    return m0 | m1 << 32, (m2 | m3 << 32) << 64
