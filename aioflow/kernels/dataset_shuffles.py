"""Datasets in random order, which is TensorFlow's for the same seeds."""
from __future__ import annotations

import threading

from aioflow.framework.resources import Resource
from aioflow.kernels.datasets import Dataset, Element, Pull, Stage
from aioflow.kernels.philox import PhiloxStream, philox_blocks, stream_from_seeds

_BLOCKS_AT_ONCE = 16


class _Words:
    """The words of a stream, one by one."""

    def __init__(self, stream: PhiloxStream) -> None:
        self._stream = stream
        self._words: list[int] = []  # drawn and not used yet, in reverse order

    def next(self) -> int:
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
        self._fixed = None if reshuffles else (first.key, first.reserve(0) >> 64)
        self._words = _Words(first)
        self._lock = threading.Lock()  # guards _words

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
        seeds: Where each pass has its seeds from.
    """

    def __init__(self, source: Dataset, buffer_size: int, seeds: SeedGenerator) -> None:
        super().__init__(source.dtypes, source.shapes, source.cardinality)
        self._source = source
        self._buffer_size = buffer_size
        self._seeds = seeds

    def stage(self) -> Stage:
        return _Shuffle(self._source.stage(), self._buffer_size, stream_from_seeds(*self._seeds.next_seeds()))


class _Shuffle(Stage):
    """Draws one of the elements that wait; the one that has waited longest then takes the drawn one's place."""

    def __init__(self, source: Stage, buffer_size: int, stream: PhiloxStream) -> None:
        self._source: Stage | None = source
        self._buffer_size = buffer_size
        self._words = _Words(stream)
        self._waiting: dict[int, Element] = {}  # by number, from _first on
        self._first = 0

    async def next(self, pull: Pull) -> Element | None:
        await self._fill(pull)
        waiting = self._waiting
        if not waiting:
            return None
        drawn = self._first + self._words.next() % len(waiting)
        element, oldest = waiting[drawn], waiting.pop(self._first)
        if drawn != self._first:
            waiting[drawn] = oldest
        self._first += 1
        return element

    async def _fill(self, pull: Pull) -> None:
        while self._source is not None and (self._buffer_size < 0 or len(self._waiting) < self._buffer_size):
            await pull.breathe()
            element = await self._source.next(pull)
            if element is None:
                self._source = None
            else:
                self._waiting[self._first + len(self._waiting)] = element
