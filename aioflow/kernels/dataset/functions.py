"""Datasets whose elements a function makes or chooses.

An `OutOfRangeError` means the end of a sequence to whoever asks an iterator. So one that a function fails with is
either meant as the end, where TensorFlow allows that, or must become another error.
"""
from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from aioflow import errors
from aioflow.framework import DType, FunctionName, TensorShape
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import (
    UNKNOWN_CARDINALITY,
    Dataset,
    Element,
    Pull,
    Stage,
    check_element,
    check_types,
    nested_dataset,
)


class Captured:
    """A function and the values that it takes behind an element's components.

    Args:
        function: Its name and attributes.
        values: Those values.
    """

    def __init__(self, function: FunctionName, values: Sequence[Array]) -> None:
        self.function = function
        self._values = tuple(values)

    async def __call__(self, pull: Pull, element: Element) -> list[Array]:
        """The results of the function for an element."""
        return await pull.call(self.function, [*element, *self._values])

    async def made_until_end(self, pull: Pull, element: Element, keeps_cardinality: bool) -> Element | None:
        """The results, or None for an `OutOfRangeError`, with which the function says that there are no more elements.

        Raises:
            InvalidArgumentError: That must not be, since `keeps_cardinality`.
            OpError: It failed otherwise.
        """
        try:
            return tuple(await self(pull, element))
        except errors.OutOfRangeError as end:
            if keeps_cardinality:
                raise errors.invalid_argument(f"Function invocation produced OutOfRangeError: {end.message}") from end
            return None

    async def made_inside(self, pull: Pull, element: Element) -> list[Array]:
        """The results where nothing that the function does can end the sequence.

        Raises:
            InternalError: It failed with an `OutOfRangeError`, which would pass for the end.
            OpError: It failed otherwise.
        """
        try:
            return await self(pull, element)
        except errors.OutOfRangeError as error:
            raise errors.internal(
                f"OutOfRangeError is not expected of function {self.function.name!r}. Original message: {error.message}"
            ) from error

    async def holds(self, pull: Pull, element: Element) -> bool:
        """Whether the function says so of an element; `InvalidArgumentError` if it gives anything but a scalar bool."""
        results = await self.made_inside(pull, element)
        if len(results) != 1 or results[0].shape != () or results[0].dtype != bool:
            raise errors.invalid_argument("Filter predicate `predicate` must return a scalar bool.")
        return bool(results[0])

    async def number(self, pull: Pull, element: Element, name: str) -> int:
        """The number that it makes of an element; `InvalidArgumentError` if it gives anything but a scalar int64."""
        results = await self.made_inside(pull, element)
        if len(results) != 1 or results[0].shape != () or results[0].dtype != np.int64:
            raise errors.invalid_argument(f"`{name}` must return a scalar int64.")
        return int(results[0])


class MapDataset(Dataset):
    """Elements that a function makes of those of `source`.

    Args:
        source: The elements.
        function: Gives the new components.
        dtypes: Their dtypes.
        shapes: Their shapes, as far as known.
        keeps_cardinality: Whether the function may not end the sequence by failing with an `OutOfRangeError`.
    """

    def __init__(
        self, source: Dataset, function: Captured, dtypes: Sequence[DType], shapes: Sequence[TensorShape],
        keeps_cardinality: bool,
    ) -> None:  # fmt: skip
        super().__init__(dtypes, shapes, source.cardinality if keeps_cardinality else UNKNOWN_CARDINALITY, [source])
        self._source = source
        self.function = function
        self.keeps_cardinality = keeps_cardinality

    def _stage(self, level: int) -> Stage:
        return _Map(self._source.stage(level), self)


class _Map(Stage):
    """A pass that calls the function for each element."""

    def __init__(self, source: Stage, dataset: MapDataset) -> None:
        self._source = source
        self._dataset = dataset

    async def next(self, pull: Pull) -> Element | None:
        element = await self._source.next(pull)
        if element is None:
            return None
        dataset = self._dataset
        try:
            made = await dataset.function.made_until_end(pull, element, dataset.keeps_cardinality)
        except asyncio.CancelledError:
            self._source.give_back(element)
            raise
        # As in TensorFlow nothing remembers this end: a further request maps the next element.
        if made is None:
            return None
        # A function may return other than its signature says; whoever takes the element relies on what is declared.
        check_element(made, dataset.dtypes, dataset.shapes)
        return made


class ScanDataset(Dataset):
    """Elements that a function makes of a state and each element in turn, beside the next state.

    Args:
        source: The elements.
        state: The first state, in front of an element's components and of what the function gives.
        function: Gives the next state and the new components.
        dtypes: Their dtypes.
        shapes: Their shapes, as far as known.
        keeps_cardinality: As in `MapDataset`.
    """

    def __init__(
        self, source: Dataset, state: Sequence[Array], function: Captured, dtypes: Sequence[DType],
        shapes: Sequence[TensorShape], keeps_cardinality: bool,
    ) -> None:  # fmt: skip
        super().__init__(dtypes, shapes, source.cardinality if keeps_cardinality else UNKNOWN_CARDINALITY, [source])
        self._source = source
        self.state = tuple(state)
        self.function = function
        self.keeps_cardinality = keeps_cardinality

    def _stage(self, level: int) -> Stage:
        return _Scan(self._source.stage(level), self)


class _Scan(Stage):
    """A pass that carries a state from element to element."""

    def __init__(self, source: Stage, dataset: ScanDataset) -> None:
        self._source = source
        self._dataset = dataset
        #: The state before the next element. An element that cannot be made leaves it as it is.
        self._state = dataset.state

    async def next(self, pull: Pull) -> Element | None:
        element = await self._source.next(pull)
        if element is None:
            return None
        dataset, count = self._dataset, len(self._state)
        try:
            made = await dataset.function.made_until_end(pull, (*self._state, *element), dataset.keeps_cardinality)
        except asyncio.CancelledError:
            self._source.give_back(element)
            raise
        if made is None:
            return None
        check_element(made[count:], dataset.dtypes, dataset.shapes)
        self._state = made[:count]
        return made[count:]


class FilterDataset(Dataset):
    """The elements of which `predicate` holds; with `stops`, those before the first one of which it does not."""

    def __init__(self, source: Dataset, predicate: Captured, stops: bool = False) -> None:
        super().__init__(source.dtypes, source.shapes, sources=[source])
        self._source = source
        self._predicate = predicate
        self.stops = stops

    def _stage(self, level: int) -> Stage:
        return _Filter(self._source.stage(level), self._predicate, self.stops)


class _Filter(Stage):
    """A pass that asks the predicate of each element."""

    def __init__(self, source: Stage, predicate: Captured, stops: bool) -> None:
        self._source: Stage | None = source
        self._predicate = predicate
        self._stops = stops

    async def next(self, pull: Pull) -> Element | None:
        while self._source is not None:
            await pull.breathe()
            element = await self._source.next(pull)
            if element is not None and await self._holds(pull, element, self._source):
                return element
            # Take-while ends with the first element of which the predicate does not hold, and lets go of the source.
            if element is None or self._stops:
                self._source = None
        return None

    async def _holds(self, pull: Pull, element: Element, source: Stage) -> bool:
        try:
            return await self._predicate.holds(pull, element)
        except asyncio.CancelledError:
            source.give_back(element)
            raise


class InterleaveDataset(Dataset):
    """The elements of the datasets that a function makes of the elements of `source`, taken in turns.

    Args:
        source: The elements.
        function: Gives a dataset.
        dtypes: The dtypes of its elements' components.
        shapes: Their shapes, as far as known.
        cycle_length: How many of the datasets take turns; with 1 they come one after the other.
        block_length: How many elements one gives in its turn.

    Raises:
        InvalidArgumentError: One of the lengths is not positive.
    """

    def __init__(
        self, source: Dataset, function: Captured, dtypes: Sequence[DType], shapes: Sequence[TensorShape],
        cycle_length: int = 1, block_length: int = 1,
    ) -> None:  # fmt: skip
        for name, length in (("cycle_length", cycle_length), ("block_length", block_length)):
            if length <= 0:
                raise errors.invalid_argument(f"`{name}` must be > 0, but is {length}")
        super().__init__(dtypes, shapes, sources=[source])
        self._source = source
        self.function = function
        self.cycle_length = cycle_length
        self.block_length = block_length

    def _stage(self, level: int) -> Stage:
        return _Interleave(self._source.stage(level), self, level)


class _Interleave(Stage):
    """A pass over several passes in turns, and over those that take their places."""

    def __init__(self, source: Stage, dataset: InterleaveDataset, level: int) -> None:
        #: None when it has no more.
        self._source: Stage | None = source
        self._dataset = dataset
        self._level = level
        #: The passes that take turns, by their places in the cycle; a place is free before its first pass and behind
        #: its last.
        self._open: dict[int, Stage] = {}
        #: The place whose turn it is.
        self._place = 0
        #: Elements that this place has given in this turn.
        self._given = 0

    async def next(self, pull: Pull) -> Element | None:
        while self._source is not None or self._open:
            await pull.breathe()
            current = self._open.get(self._place) or await self._opened(pull)
            # `_opened` has passed the turn on; the loop ends when all places are free and there is nothing to open.
            if current is None:
                continue
            element = await current.next(pull)
            if element is None:
                # The turn ends early, and the next pass will take this place when its turn comes again, as in
                # TensorFlow.
                del self._open[self._place]
                self._pass_on()
                continue
            self._given += 1
            if self._given == self._dataset.block_length:
                self._pass_on()
            return element
        return None

    async def _opened(self, pull: Pull) -> Stage | None:
        """A pass over the next dataset, which takes the current place; None when there is none any more."""
        source = self._source
        element = None if source is None else await source.next(pull)
        if source is None or element is None:
            self._source = None
            self._pass_on()
            return None
        # An error here loses the element, but does not end the turn: the next request opens the dataset behind it at
        # this place.
        try:
            made = await self._dataset.function.made_inside(pull, element)
        except asyncio.CancelledError:
            source.give_back(element)
            raise
        nested = nested_dataset(made)
        check_types(self._dataset.dtypes, nested.dtypes)
        stage = nested.stage(self._level)
        self._open[self._place] = stage
        return stage

    def _pass_on(self) -> None:
        """Goes to the next place: the next open one when no dataset is left for the others."""
        self._given = 0
        length = self._dataset.cycle_length
        self._place = (self._place + 1) % length
        # Free places stay free now. Stepping over them one by one could take as many steps as the cycle is long.
        if self._source is None and self._open:
            self._place = min(self._open, key=lambda place: (place - self._place) % length)
