"""Datasets of batches that are cut, joined, overlapping, or made while their elements are.

Rows are the slices of batches along their first dimension. Parts of batches are views: only joined ones are copied.
"""
from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from aioflow import errors
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.kernels.dataset.batches import BatchDataset, stacked_elements
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage
from aioflow.kernels.dataset.groups import WindowDataset, check_rows
from aioflow.kernels.pool_work import moving

_ROWS = TensorShape([None])


def _row_shapes(source: Dataset) -> list[TensorShape]:
    """The shapes of the rows of a dataset's elements, as far as known."""
    return [UNKNOWN if shape.rank is None else TensorShape(shape.as_list()[1:]) for shape in source.shapes]


def _batch_shapes(rows: Sequence[TensorShape]) -> list[TensorShape]:
    """The shapes of batches of such rows, [None, ...]."""
    return [UNKNOWN if shape.rank is None else _ROWS.concatenate(shape) for shape in rows]


# ---- cut


class RebatchDataset(Dataset):
    """Each batch of `source` in so many parts, the last of which may have fewer rows, or none.

    Raises:
        InvalidArgumentError: The number is not positive.
    """

    def __init__(self, source: Dataset, count: int) -> None:
        if count <= 0:
            raise errors.invalid_argument("num_replicas must be greater than zero.")
        super().__init__(source.dtypes, _batch_shapes(_row_shapes(source)), sources=[source])
        self._source = source
        self._count = count

    def _stage(self, level: int) -> Stage:
        return _Rebatch(self._source.stage(level), self._count)


class _Rebatch(Stage):
    """A pass that cuts one batch after the other."""

    def __init__(self, source: Stage, count: int) -> None:
        self._source = source
        self._count = count
        #: The number of the next part of that batch.
        self._part = 0
        #: The batch that is being cut; None before the next one.
        self._batch: Element | None = None

    async def next(self, pull: Pull) -> Element | None:
        if self._batch is None:
            batch = await self._source.next(pull)
            if batch is None:
                return None
            check_rows(batch)
            self._batch = batch
        # Rounded up, so that the first parts are full. With few rows the last ones have none, but they are given:
        # each replica needs its part.
        batch, size = self._batch, -(-self._batch[0].shape[0] // self._count)
        start = size * self._part
        self._part += 1
        if self._part == self._count:
            self._part, self._batch = 0, None
        return tuple(value[start : start + size] for value in batch)


class RebatchSizesDataset(Dataset):
    """The rows of the batches of `source` in batches of other sizes, one after the other, over and over.

    Args:
        source: The batches.
        sizes: How many rows the new ones have.
        drops_remainder: Whether a last batch that has fewer is left out.
    """

    def __init__(self, source: Dataset, sizes: Sequence[int], drops_remainder: bool) -> None:
        if not sizes or any(size < 0 for size in sizes):
            raise errors.invalid_argument(f"batch_sizes must be some numbers that are not negative, not {sizes}")
        super().__init__(source.dtypes, _batch_shapes(_row_shapes(source)), sources=[source])
        self.source = source
        self.sizes = sizes
        self.drops_remainder = drops_remainder

    def _stage(self, level: int) -> Stage:
        return _RebatchSizes(self.source.stage(level), self)


class _RebatchSizes(Stage):
    """A pass that cuts batches and joins their parts, as the sizes want it."""

    def __init__(self, source: Stage, dataset: RebatchSizesDataset) -> None:
        self._source: Stage | None = source
        self._dataset = dataset
        #: The place of the next batch's size in `sizes`.
        self._turn = 0
        #: The batch that was taken last; None before the first one.
        self._batch: Element | None = None
        #: The number of its rows that are used up.
        self._used = 0
        #: The batches that the current request has taken.
        self._taken: list[Element] = []

    async def next(self, pull: Pull) -> Element | None:
        state, self._taken = (self._source, self._turn, self._batch, self._used), list[Element]()
        try:
            return await self._next(pull)
        except asyncio.CancelledError:
            self._source, self._turn, self._batch, self._used = state
            if self._source is not None:
                self._source.give_back(*self._taken)
            raise

    async def _next(self, pull: Pull) -> Element | None:
        wanted = self._dataset.sizes[self._turn]
        parts: list[Element] = []
        count = 0
        # A batch of no rows is possible, too. It needs some batch of the source, whose shapes it has.
        while self._source is not None and (count < wanted or self._batch is None):
            await pull.breathe()
            if self._batch is None or self._used == self._batch[0].shape[0]:
                await self._take(pull, self._source)
                continue
            part = tuple(value[self._used : self._used + wanted - count] for value in self._batch)
            count += part[0].shape[0]
            self._used += part[0].shape[0]
            parts.append(part)
        # At the end: nothing is left, or less than a whole batch.
        if self._source is None and (not count or (self._dataset.drops_remainder and count < wanted)):
            return None
        # Behind the requests to the source: one that fails does not use up its size.
        self._turn = (self._turn + 1) % len(self._dataset.sizes)
        if not parts and self._batch is not None:
            parts = [tuple(value[:0] for value in self._batch)]
        nbytes = sum(value.nbytes for part in parts for value in part)
        return await moving(pull.ctx, nbytes, lambda: _joined(parts))

    async def _take(self, pull: Pull, source: Stage) -> None:
        """Takes the next batch of the source, or notes its end."""
        batch = await source.next(pull)
        if batch is None:
            self._source = None
            return
        check_rows(batch)
        self._taken.append(batch)
        self._batch, self._used = batch, 0


def _joined(parts: Sequence[Element]) -> Element:
    """The rows of all parts as one batch; `InvalidArgumentError` if rows differ in shape."""
    first = parts[0]
    for part in parts[1:]:
        for i, (value, wanted) in enumerate(zip(part, first, strict=True)):
            if value.shape[1:] != wanted.shape[1:]:
                raise errors.invalid_argument(
                    f"Cannot join rows of different shapes in component {i}: {list(value.shape[1:])} and "
                    f"{list(wanted.shape[1:])}."
                )
    return tuple(np.concatenate(values) for values in zip(*parts, strict=True)) if len(parts) > 1 else first


# ---- overlapping


class SlidingWindowDataset(WindowDataset):
    """Elements near each other, stacked; see `WindowDataset`. An element that cannot be made is left out."""

    raises_at_once = True

    def __init__(self, source: Dataset, size: int, shift: int, stride: int, drops_remainder: bool) -> None:
        super().__init__(source, size, shift, stride, drops_remainder)
        # `WindowDataset` declares variants, as its windows are datasets.
        self.dtypes, self.shapes = source.dtypes, tuple(_batch_shapes(source.shapes))
        if drops_remainder and source.cardinality >= 0:
            # As TensorFlow has it, though the last ones may be dropped.
            self.cardinality = source.cardinality // shift

    def parts(self, elements: list[Element]) -> Element:
        """A window, as one element."""
        return stacked_elements(elements)


# ---- made while their elements are


class MapAndBatchDataset(BatchDataset):
    """Batches of elements that a function makes. Where one cannot be made there is no such batch.

    Args:
        mapped: The elements that it makes.
        batch_size: How many of them make a batch.
        drops_remainder: Whether a last batch that has fewer is left out.

    Raises:
        InvalidArgumentError: `batch_size` is not positive.
    """

    def __init__(self, mapped: Dataset, batch_size: int, drops_remainder: bool) -> None:
        super().__init__(mapped, batch_size, drops_remainder)
        self._mapped = mapped

    def _stage(self, level: int) -> Stage:
        return _MapAndBatch(self._mapped.stage(level), self)


class _MapAndBatch(Stage):
    """A pass that collects elements, and the first error among them."""

    def __init__(self, source: Stage, dataset: MapAndBatchDataset) -> None:
        self._source: Stage | None = source
        self._dataset = dataset

    async def next(self, pull: Pull) -> Element | None:
        source, taken = self._source, list[Element | errors.OpError]()
        try:
            return await self._batch(pull, taken)
        except asyncio.CancelledError:
            if source is not None:
                self._source = source
                source.give_back(*taken)
            raise

    async def _batch(self, pull: Pull, taken: list[Element | errors.OpError]) -> Element | None:
        """The next batch; puts its elements, and errors in their places, into `taken`."""
        dataset = self._dataset
        # All elements of the batch are made, also behind one that fails, as in TensorFlow, which makes them side by
        # side. So the next batch begins where it would have begun anyway.
        for _ in range(dataset.batch_size):
            if self._source is None:
                break
            await pull.breathe()
            try:
                element = await self._source.next(pull)
            except errors.CancelledError:
                raise
            except errors.OpError as error:
                taken.append(error)
                continue
            if element is None:
                self._source = None
            else:
                taken.append(element)
        # The first in the order of elements.
        fault = next((error for error in taken if isinstance(error, errors.OpError)), None)
        if fault is not None:
            raise fault
        elements = [element for element in taken if isinstance(element, tuple)]
        if not elements or (dataset.drops_remainder and len(elements) < dataset.batch_size):
            return None
        nbytes = sum(value.nbytes for element in elements for value in element)
        return await moving(pull.ctx, nbytes, lambda: dataset.stacked(elements))
