"""Datasets in random order, which is TensorFlow's for the same seeds.

So each random word must be drawn where TensorFlow draws it, and used as there.
"""
from __future__ import annotations

import threading
from collections import deque

import numpy as np

from aioflow.framework import SCALAR, int64
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.dataset.datasets import INFINITE, INT64_MAX, Dataset, Element, Pull, Stage
from aioflow.kernels.dataset.sequences import repeated
from aioflow.kernels.random.philox import PhiloxStream, philox_blocks, stream_from_seeds
from aioflow.kernels.random.random_values import uniform_from_words

# Blocks of four words, made by one call: numpy is slow for a few of them.
_BLOCKS_AT_ONCE = 16
_FLOAT32 = np.dtype(np.float32)
# Beside the one that empties the buffer; TensorFlow's bound. Without it passes over few elements would fill a large
# buffer with epochs far ahead.
_MAX_PASSES_IN_BUFFER = 3


class _Words:
    """The words of a stream, one by one."""

    def __init__(self, stream: PhiloxStream) -> None:
        self._stream = stream
        #: Words that were drawn and not used yet, in reverse order.
        self._words: list[int] = []

    def next(self) -> int:
        """The next word, below 2**32."""
        if not self._words:
            blocks = philox_blocks(self._stream.key, self._stream.reserve(_BLOCKS_AT_ONCE), _BLOCKS_AT_ONCE)
            self._words = blocks.reshape(-1)[::-1].tolist()
        return self._words.pop()


class SeedGenerator(Resource):
    """Gives each pass its seeds. Any thread may ask.

    Args:
        seed: First seed.
        seed2: Second seed; if both are 0, nobody can foretell the order.
        reshuffles: Whether each pass has seeds of its own.
    """

    def __init__(self, seed: int, seed2: int, reshuffles: bool) -> None:
        first = stream_from_seeds(seed, seed2)
        #: The seeds of every pass; None where each has its own. They are those of the stream: both may have been 0,
        #: and then they were drawn once.
        self._fixed = None if reshuffles else (first.key, first.reserve(0) >> 64)
        #: The words that the seeds of passes are made of.
        self._words = _Words(first)
        # Guards `_words`. Passes that begin at the same time must not get the same seeds, nor one word of each
        # other's pair.
        self._lock = threading.Lock()

    def next_seeds(self) -> tuple[int, int]:
        """The seeds of the next pass."""
        if self._fixed is not None:
            return self._fixed
        with self._lock:
            return self._words.next(), self._words.next()


class ShuffleDataset(Dataset):
    """The elements of `source` as they are drawn from a buffer.

    Args:
        source: The elements.
        buffer_size: How many of them one is chosen from; negative for all.
        seeds: Where each pass over `source` has its seeds from.
        count: How many passes there are, negative for ever more. The next one begins to fill the buffer while the one
            before still empties it.
    """

    def __init__(self, source: Dataset, buffer_size: int, seeds: SeedGenerator, count: int = 1) -> None:
        known = INFINITE if count < 0 else repeated(source.cardinality, count)
        super().__init__(source.dtypes, source.shapes, known, [source])
        self.source = source
        self.buffer_size = buffer_size
        self.seeds = seeds
        self.count = count
        self.is_random = True

    def _stage(self, level: int) -> Stage:
        return _Shuffle(self, level)


class _Shuffle(Stage):
    """A pass that draws one of the elements that wait; the one that waited longest then takes the drawn one's place.

    Elements of one pass over the source are drawn before any of the next one, also if both wait in the buffer.
    """

    def __init__(self, dataset: ShuffleDataset, level: int) -> None:
        self._dataset = dataset
        self._level = level
        #: How many elements may wait.
        self._most = INT64_MAX if dataset.buffer_size < 0 else dataset.buffer_size
        #: The words of the pass that is being given; each pass has seeds of its own.
        self._words = self._new_words()
        #: The pass that elements are taken from, which may be a later one; None between two of them.
        self._source: Stage | None = dataset.source.stage(level) if dataset.count else None
        #: Passes that were begun. 0 when there are to be no more.
        self._passes = 1 if dataset.count else 0
        #: Elements by number, from `_first` on without gaps. Numbers go on through all passes.
        self._waiting: dict[int, Element] = {}
        #: The least number that waits.
        self._first = 0
        #: For each pass that has elements waiting, and the last one begun, the number behind its last element.
        self._ends: deque[int] = deque([0])
        #: Whether any pass has given an element.
        self._has_given = False

    def _new_words(self) -> _Words:
        """The words of the next pass, by the next seeds."""
        return _Words(stream_from_seeds(*self._dataset.seeds.next_seeds()))

    async def next(self, pull: Pull) -> Element | None:
        await self._fill(pull)
        waiting = self._waiting
        if not waiting:
            return None
        # All elements of the pass are given: the next one begins with its own words, as in TensorFlow. A pass may be
        # empty.
        while self._ends[0] == self._first:
            self._ends.popleft()
            self._words = self._new_words()
        # The remainder of a word, as in TensorFlow, though the first places are a little more likely.
        drawn = self._first + self._words.next() % (self._ends[0] - self._first)
        element, oldest = waiting[drawn], waiting.pop(self._first)
        if drawn != self._first:
            waiting[drawn] = oldest
        self._first += 1
        return element

    async def _fill(self, pull: Pull) -> None:
        """Takes elements until the buffer is full, or there are none."""
        waiting, ends = self._waiting, self._ends
        # The bound on passes does not hold for an empty buffer: passes without elements must be got through.
        while len(waiting) < self._most and (len(ends) <= _MAX_PASSES_IN_BUFFER or not waiting):
            source = self._source or self._begun()
            if source is None:
                return
            await pull.breathe()
            element = await source.next(pull)
            if element is not None:
                self._has_given = True
                waiting[ends[-1]] = element
                ends[-1] += 1
                continue
            self._source = None
            # A first pass without elements ends it: without end there would be nothing, for ever. TensorFlow ends it,
            # too.
            if not self._has_given and self._dataset.count < 0:
                self._passes = 0
                return

    def _begun(self) -> Stage | None:
        """The next pass, if there is one left and its elements may wait beside those of the one before."""
        count = self._dataset.count
        # A buffer for all elements is emptied first: it holds one pass, not all of them.
        if (self._waiting and self._dataset.buffer_size < 0) or not self._passes or 0 <= count <= self._passes:
            return None
        self._source = self._dataset.source.stage(self._level)
        self._passes += 1
        # It has no elements yet.
        self._ends.append(self._ends[-1])
        return self._source


# ---- that draw numbers


class RandomDataset(Dataset):
    """Random numbers of 32 bits, without end."""

    def __init__(self, seeds: SeedGenerator) -> None:
        super().__init__([int64], [SCALAR], INFINITE)
        self._seeds = seeds

    def _stage(self, level: int) -> Stage:
        return _Random(_Words(stream_from_seeds(*self._seeds.next_seeds())))


class _Random(Stage):
    """A pass over the words of a stream."""

    def __init__(self, words: _Words) -> None:
        self._words = words

    async def next(self, pull: Pull) -> Element | None:
        return (np.array(self._words.next(), np.int64),)


class SamplingDataset(Dataset):
    """Some of the elements of `source`.

    Args:
        source: The elements.
        rate: How likely each of them is taken.
        seeds: Where each pass has its seeds from.
    """

    def __init__(self, source: Dataset, rate: float, seeds: SeedGenerator) -> None:
        super().__init__(source.dtypes, source.shapes, sources=[source])
        self._source = source
        # TensorFlow compares numbers of float32.
        self._rate = np.float32(rate)
        self._seeds = seeds

    def _stage(self, level: int) -> Stage:
        words = _Words(stream_from_seeds(*self._seeds.next_seeds()))
        return _Sampling(self._source.stage(level), self._rate, words)


class _Sampling(Stage):
    """A pass that draws a number for each element."""

    def __init__(self, source: Stage, rate: np.float32, words: _Words) -> None:
        self._source = source
        self._rate = rate
        self._words = words

    async def next(self, pull: Pull) -> Element | None:
        while (element := await self._source.next(pull)) is not None:
            if uniform_from_words(np.array([self._words.next()], np.uint32), _FLOAT32)[0] < self._rate:
                return element
            await pull.breathe()
        return None
