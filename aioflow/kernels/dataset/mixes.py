"""Datasets that take their elements from one of several others at a time."""
from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import int64
from aioflow.kernels.dataset.datasets import INFINITE, UNKNOWN_CARDINALITY, Dataset, Element, Pull, Stage, check_types
from aioflow.kernels.dataset.sequences import common_shape


class DirectedInterleaveDataset(Dataset):
    """The next element of that dataset whose number is the next element of another one.

    Args:
        selector: The numbers.
        sources: The datasets. What one that is over should give is left out.
        stops: Whether it ends there instead.

    Raises:
        InvalidArgumentError: The numbers are none, or the datasets have elements of different forms.
    """

    def __init__(self, selector: Dataset, sources: Sequence[Dataset], stops: bool) -> None:
        if selector.dtypes != (int64,) or not selector.shapes[0].is_compatible_with(()):
            raise errors.invalid_argument("The selector input must be a dataset of scalar int64 elements.")
        shapes = sources[0].shapes
        for other in sources[1:]:
            check_types(sources[0].dtypes, other.dtypes)
            shapes = tuple(map(common_shape, shapes, other.shapes))
        known = INFINITE if any(source.cardinality == INFINITE for source in sources) else UNKNOWN_CARDINALITY
        super().__init__(sources[0].dtypes, shapes, known, [selector, *sources])
        self._selector = selector
        self._sources = sources
        self._stops = stops

    def _stage(self, level: int) -> Stage:
        return _Directed(self._selector.stage(level), [source.stage(level) for source in self._sources], self._stops)


class _Directed(Stage):
    """A pass that asks the pass of which the selector gives the number."""

    def __init__(self, selector: Stage, sources: list[Stage], stops: bool) -> None:
        #: None when the sequence is over, for whatever reason.
        self._selector: Stage | None = selector
        #: The passes that may have more, by their numbers.
        self._sources: dict[int, Stage] = dict(enumerate(sources))
        self._count = len(sources)
        self._stops = stops

    async def next(self, pull: Pull) -> Element | None:
        while self._selector is not None:
            await pull.breathe()
            number = await self._selector.next(pull)
            if number is None:
                self._selector = None
                break
            source = self._chosen(int(np.asarray(number[0])))
            try:
                element = None if source is None else await source.next(pull)
            except asyncio.CancelledError:
                self._selector.give_back(number)
                raise
            if element is not None:
                return element
            # Also behind a number whose dataset was over before: with `stops` that is the end, else the next number
            # counts.
            self._leave(int(np.asarray(number[0])))
        return None

    def _chosen(self, number: int) -> Stage | None:
        """The pass of that number, None if it is over; `InvalidArgumentError` for a number that is none."""
        if not 0 <= number < self._count:
            raise errors.invalid_argument(f"Selector index out of range: {number} is not in [0, {self._count})")
        return self._sources.get(number)

    def _leave(self, number: int) -> None:
        """Removes a pass that has no more; the sequence ends with the last one, or with any if `stops`."""
        self._sources.pop(number, None)
        if self._stops or not self._sources:
            self._selector = None
