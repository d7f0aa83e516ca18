"""Datasets that leave elements as they are, but look at them: how many, whether new, whether there are errors."""
from __future__ import annotations

import asyncio

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import int32, int64, string
from aioflow.kernels.arrays import Array
from aioflow.kernels.dataset.datasets import INFINITE, Dataset, Element, Pull, Stage


class IgnoreErrorsDataset(Dataset):
    """The elements that can be made."""

    def __init__(self, source: Dataset) -> None:
        super().__init__(source.dtypes, source.shapes, sources=[source])
        self._source = source

    def _stage(self, level: int) -> Stage:
        return _IgnoreErrors(self._source.stage(level))


class _IgnoreErrors(Stage):
    """A pass that asks again after an error."""

    def __init__(self, source: Stage) -> None:
        self._source = source

    async def next(self, pull: Pull) -> Element | None:
        while True:
            try:
                return await self._source.next(pull)
            # The step is being stopped, which is no fault of an element.
            except errors.CancelledError:
                raise
            except errors.OpError:
                # A source may fail for ever, without ever waiting.
                await pull.breathe()


class AssertCardinalityDataset(Dataset):
    """The elements of `source`, with an error where they are not so many as said.

    Args:
        source: The elements.
        cardinality: How many, or INFINITE.
    """

    def __init__(self, source: Dataset, cardinality: int) -> None:
        super().__init__(source.dtypes, source.shapes, cardinality, [source])
        self._source = source

    def _stage(self, level: int) -> Stage:
        return _AssertCardinality(self._source.stage(level), self.cardinality)


class _AssertCardinality(Stage):
    """A pass that counts."""

    def __init__(self, source: Stage, cardinality: int) -> None:
        self._source = source
        self._cardinality = cardinality
        #: Elements that were given by this pass.
        self._seen = 0

    async def next(self, pull: Pull) -> Element | None:
        element = await self._source.next(pull)
        wanted = "an infinite number of elements" if self._cardinality == INFINITE else _elements(self._cardinality)
        if element is not None:
            self._seen += 1
        # An end is always wrong where no end was declared: then the cardinality is -1, and no count equals it.
        if element is None and self._seen != self._cardinality:
            raise errors.failed_precondition(
                f"Input dataset was expected to contain {wanted} but contained only {_elements(self._seen)}."
            )
        # Told with the first element that is too many, which is not given.
        if self._cardinality != INFINITE and self._seen > self._cardinality:
            raise errors.failed_precondition(
                f"Input dataset was expected to contain {wanted} but contained at least {_elements(self._seen)}."
            )
        return element


def _elements(count: int) -> str:
    """A number of elements, in words."""
    return f"{count} element{'' if count == 1 else 's'}"


class UniqueDataset(Dataset):
    """Each element that there was not yet.

    Raises:
        InvalidArgumentError: They are not of one component, integers or strings.
    """

    def __init__(self, source: Dataset) -> None:
        if len(source.dtypes) != 1 or source.dtypes[0] not in (int32, int64, string):
            raise errors.invalid_argument(
                "UniqueDataset only supports inputs with a single `tf.int32`, `tf.int64`, or `tf.string` component."
            )
        super().__init__(source.dtypes, source.shapes, sources=[source])
        self._source = source

    def _stage(self, level: int) -> Stage:
        return _Unique(self._source.stage(level))


class _Unique(Stage):
    """A pass that remembers all elements it has given."""

    def __init__(self, source: Stage) -> None:
        self._source = source
        #: The contents of all elements that were given.
        self._seen: set[object] = set()

    async def next(self, pull: Pull) -> Element | None:
        while (element := await self._source.next(pull)) is not None:
            content = _content(element[0])
            if content not in self._seen:
                self._seen.add(content)
                return element
            await pull.breathe()
        # The pass is over, and the memory can be used otherwise.
        self._seen.clear()
        return None


def _content(value: Array) -> object:
    """A value that can be compared and hashed, equal for equal arrays."""
    return value.shape, tuple(np.ravel(value).tolist()) if value.dtype == object else value.tobytes()


class SleepDataset(Dataset):
    """The elements of `source`, each after a wait.

    Args:
        source: The elements.
        wait_s: How long, in seconds.
    """

    def __init__(self, source: Dataset, wait_s: float) -> None:
        super().__init__(source.dtypes, source.shapes, source.cardinality, [source])
        self._source = source
        self._wait_s = wait_s

    def _stage(self, level: int) -> Stage:
        return _Sleep(self._source.stage(level), self._wait_s)


class _Sleep(Stage):
    """A pass that waits before each element, which holds no thread."""

    def __init__(self, source: Stage, wait_s: float) -> None:
        self._source = source
        self._wait_s = wait_s

    async def next(self, pull: Pull) -> Element | None:
        await asyncio.sleep(self._wait_s)
        return await self._source.next(pull)
