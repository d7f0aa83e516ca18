"""SampleStreams: random numbers for samplers that reject, where each sample has a stretch of the stream to itself."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array
from aioflow.kernels.random.philox import BLOCKS_PER_OUTPUT, blocks_of_counters
from aioflow.kernels.random.random_values import normal_from_words, uniform_from_words

_FLOAT64: Any = np.dtype(np.float64)


class SampleStreams:
    """One stream of float64 numbers per sample. A block of words gives two of a kind; the second one is used first.

    Args:
        key: 64 bits.
        counter: 128 bits; where the stream of sample 0 begins.
        samples: Numbers of the samples, [n].
        blocks_each: How many blocks each sample has.
    """

    def __init__(self, key: int, counter: int, samples: Array, blocks_each: int = BLOCKS_PER_OUTPUT) -> None:
        self._key = key
        start = np.uint64(counter & (1 << 64) - 1)
        # Each sample may use up its stretch; what it leaves is skipped.
        self._low = samples.astype(np.uint64) * np.uint64(blocks_each) + start
        self._high = np.full(samples.size, counter >> 64, np.uint64) + (self._low < start)
        # Kinds are kept apart: a block that was begun for one kind serves no other, as in TensorFlow's samplers.
        self._uniforms = _Buffer(samples.size)
        self._normals = _Buffer(samples.size)

    def uniform(self, which: Array) -> Array:
        """The next number in [0, 1) of each of the streams `which` (positions in `samples`, [k])."""
        return self._next(self._uniforms, which, uniform_from_words)

    def normal(self, which: Array) -> Array:
        """The next normally distributed number of each of the streams `which`."""
        return self._next(self._normals, which, normal_from_words)

    def _next(self, buffer: _Buffer, which: Array, convert: Any) -> Array:
        """The next number of each stream from its buffer, which is filled again where it is empty."""
        # Only streams that need a block make one: each advances at its own pace.
        empty = which[buffer.left[which] == 0]
        if empty.size:
            words = blocks_of_counters(self._key, self._low[empty], self._high[empty])
            buffer.values[empty] = convert(words, _FLOAT64).reshape(-1, 2)
            buffer.left[empty] = 2
            self._low[empty] += np.uint64(1)
        buffer.left[which] -= 1
        # From the end to the beginning, since TensorFlow counts down what remains.
        return buffer.values[which, buffer.left[which]]


class _Buffer:
    """Numbers that were made and not used yet, up to two per stream."""

    def __init__(self, count: int) -> None:
        self.values = np.empty((count, 2))
        self.left = np.zeros(count, np.int64)
