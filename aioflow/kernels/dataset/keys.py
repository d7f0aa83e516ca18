"""Datasets that gather elements by a key which a function makes of each.

TensorFlow keeps groups in a map that is ordered by key, so smaller keys come first.
"""
from __future__ import annotations

import asyncio
from collections.abc import Sequence

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import as_object_array
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import (
    INFINITE,
    UNKNOWN_CARDINALITY,
    Dataset,
    Element,
    ElementsDataset,
    Pull,
    Stage,
    check_element,
    check_types,
    int64_array,
    nested_dataset,
)
from aioflow.kernels.dataset.functions import Captured


class GroupByReducerDataset(Dataset):
    """One element per key: what a function makes of all elements with that key, smallest key first.

    Args:
        source: The elements.
        key: Gives an element's key.
        start: Gives the first state of a key.
        reduce: Gives the next state of the last one and an element.
        finish: Gives the new element of the last state.
        dtypes: The dtypes of its components.
        shapes: Their shapes, as far as known.
    """

    def __init__(
        self, source: Dataset, key: Captured, start: Captured, reduce: Captured, finish: Captured,
        dtypes: Sequence[DType], shapes: Sequence[TensorShape],
    ) -> None:  # fmt: skip
        super().__init__(dtypes, shapes, sources=[source])
        self.source = source
        self.key = key
        self.start = start
        self.reduce = reduce
        self.finish = finish

    def _stage(self, level: int) -> Stage:
        return _GroupByReducer(self.source.stage(level), self)


class _GroupByReducer(Stage):
    """A pass that takes all elements of the source before it gives its first one."""

    def __init__(self, source: Stage, dataset: GroupByReducerDataset) -> None:
        #: None when it has ended, and keys are given.
        self._source: Stage | None = source
        self._dataset = dataset
        #: The state of each key that has elements; a state leaves when its element is given.
        self._states: dict[int, Sequence[Array]] = {}
        #: Keys that are still to be given, in reverse order; empty until the source has ended.
        self._keys: list[int] = []

    async def next(self, pull: Pull) -> Element | None:
        dataset = self._dataset
        while self._source is not None:
            await pull.breathe()
            element = await self._source.next(pull)
            if element is None:
                self._source = None
                self._keys = sorted(self._states, reverse=True)
            else:
                await self._add(pull, element, self._source)
        if not self._keys:
            return None
        # Taken out first: a key for which this fails is not tried again.
        key = self._keys.pop()
        state = self._states.pop(key)
        try:
            made = tuple(await dataset.finish.made_inside(pull, tuple(state)))
        except asyncio.CancelledError:
            self._keys.append(key)
            self._states[key] = state
            raise
        check_element(made, dataset.dtypes, dataset.shapes)
        return made

    async def _add(self, pull: Pull, element: Element, source: Stage) -> None:
        """Lets the state of the element's key take up the element."""
        try:
            key = await self._dataset.key.number(pull, element, "key_func")
            state = self._states.get(key)
            if state is None:
                state = await self._dataset.start.made_inside(pull, (int64_array(key),))
            self._states[key] = await self._dataset.reduce.made_inside(pull, (*state, *element))
        except asyncio.CancelledError:
            source.give_back(element)
            raise


class GroupByWindowDataset(Dataset):
    """The elements of datasets that a function makes of many elements with the same key.

    Args:
        source: The elements.
        key: Gives an element's key.
        reduce: Gives a dataset of the key and the dataset of those elements.
        size: Gives for a key how many they are; at the end there may be fewer.
        dtypes: The dtypes of the new elements' components.
        shapes: Their shapes, as far as known.
    """

    def __init__(
        self, source: Dataset, key: Captured, reduce: Captured, size: Captured, dtypes: Sequence[DType],
        shapes: Sequence[TensorShape],
    ) -> None:  # fmt: skip
        known = INFINITE if source.cardinality == INFINITE else UNKNOWN_CARDINALITY
        super().__init__(dtypes, shapes, known, [source])
        self.source = source
        self.key = key
        self.reduce = reduce
        self.size = size

    def _stage(self, level: int) -> Stage:
        return _GroupByWindow(self.source.stage(level), self, level)


class _GroupByWindow(Stage):
    """A pass that collects groups until one is full, and then gives what was made of it."""

    def __init__(self, source: Stage, dataset: GroupByWindowDataset, level: int) -> None:
        #: None when it has ended, and groups that are not full are given.
        self._source: Stage | None = source
        self._dataset = dataset
        self._level = level
        #: Elements of groups that are not full yet, by key.
        self._groups: dict[int, list[Element]] = {}
        #: The sizes of groups by key. The function that tells them is asked once for each key, as in TensorFlow.
        self._sizes: dict[int, int] = {}
        #: The pass over what was made of the last full group. Its elements come before the source is asked again.
        self._given: Stage | None = None

    async def next(self, pull: Pull) -> Element | None:
        while True:
            await pull.breathe()
            if self._given is not None:
                element = await self._given.next(pull)
                if element is not None:
                    return element
                self._given = None
            key = await self._full_group(pull)
            if key is None:
                return None
            await self._open(pull, key)

    async def _full_group(self, pull: Pull) -> int | None:
        """The key of the next group that is full, at the end of any; None when there is none left."""
        while self._source is not None:
            await pull.breathe()
            element = await self._source.next(pull)
            if element is None:
                self._source = None
                break
            try:
                key = await self._dataset.key.number(pull, element, "key_func")
                group = self._groups.setdefault(key, [])
                size = await self._size(pull, key)
            except asyncio.CancelledError:
                self._source.give_back(element)
                raise
            group.append(element)
            if len(group) == size:
                return key
        # At the end the groups that are left come as they are, smallest key first.
        return min(self._groups, default=None)

    async def _size(self, pull: Pull, key: int) -> int:
        """The number of elements that make a group of a key full."""
        if key not in self._sizes:
            size = await self._dataset.size.number(pull, (int64_array(key),), "window_size_func")
            if size <= 0:
                raise errors.invalid_argument(f"Window size must be greater than zero, but got {size}.")
            self._sizes[key] = size
        return self._sizes[key]

    async def _open(self, pull: Pull, key: int) -> None:
        """Makes a dataset of the group of a key, whose elements come next."""
        dataset = self._dataset
        elements = self._groups.pop(key)
        group = ElementsDataset(elements, dataset.source.dtypes, dataset.source.shapes)
        try:
            results = await dataset.reduce.made_inside(pull, (int64_array(key), as_object_array(group)))
        except asyncio.CancelledError:
            # As it was before its last element came, which made it full; at the end all groups count as full.
            if self._source is not None:
                self._source.give_back(elements.pop())
            self._groups[key] = elements
            raise
        made = nested_dataset(results)
        check_types(dataset.dtypes, made.dtypes)
        self._given = made.stage(self._level)
