"""Datasets that group elements otherwise: parts for several readers, rows of batches, windows."""
from __future__ import annotations

from collections import deque
from itertools import islice

from aioflow import errors
from aioflow.framework.dtypes import variant
from aioflow.framework.kernel import as_object_array
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.kernels.arrays import Array
from aioflow.kernels.datasets import UNKNOWN_CARDINALITY, Dataset, Element, ElementsDataset, Pull, Stage


class ShardDataset(Dataset):
    """Every `count`-th element, from number `index` on.

    Raises:
        InvalidArgumentError: `count` is not positive, or `index` not below it.
    """

    def __init__(self, source: Dataset, count: int, index: int) -> None:
        if count <= 0:
            raise errors.invalid_argument(
                f"Number of shards must be greater than zero (currently num_shards = {count})."
            )
        if not 0 <= index < count:
            raise errors.invalid_argument(f"Index must be between 0 and {count - 1} (currently index = {index}).")
        known = source.cardinality
        size = known if known < 0 else (known + count - 1 - index) // count
        super().__init__(source.dtypes, source.shapes, size)
        self._source = source
        self.count = count
        self.index = index

    def stage(self) -> Stage:
        return _Shard(self._source.stage(), self)


class _Shard(Stage):
    def __init__(self, source: Stage, dataset: ShardDataset) -> None:
        self._source = source
        self._dataset = dataset
        self._to_skip = dataset.index

    async def next(self, pull: Pull) -> Element | None:
        while self._to_skip:
            await pull.breathe()
            if await self._source.next(pull) is None:
                return None
            self._to_skip -= 1
        element = await self._source.next(pull)
        if element is not None:
            self._to_skip = self._dataset.count - 1
        return element


class UnbatchDataset(Dataset):
    """The rows of the elements of `source`, whose components are [rows, ...]."""

    def __init__(self, source: Dataset) -> None:
        shapes = [UNKNOWN if shape.rank is None else TensorShape(shape.as_list()[1:]) for shape in source.shapes]
        rows = next((size for shape in source.shapes if shape.rank for size in shape.as_list()[:1] if size), None)
        known = source.cardinality
        if known > 0:
            known = UNKNOWN_CARDINALITY if rows is None else known * rows
        super().__init__(source.dtypes, shapes, known)
        self._source = source

    def stage(self) -> Stage:
        return _Unbatch(self._source.stage())


class _Unbatch(Stage):
    def __init__(self, source: Stage) -> None:
        self._source: Stage | None = source
        self._batch: Element = ()
        self._row = 0

    async def next(self, pull: Pull) -> Element | None:
        while not self._batch or self._row >= self._batch[0].shape[0]:
            await pull.breathe()
            batch = None if self._source is None else await self._source.next(pull)
            if batch is None:
                self._source, self._batch = None, ()
                return None
            _check_rows(batch)
            self._batch, self._row = batch, 0
        self._row += 1
        return tuple(value[self._row - 1, ...] for value in self._batch)


def _check_rows(batch: Element) -> None:
    """Raises `InvalidArgumentError` where the components do not have equally many rows."""
    for i, value in enumerate(batch):
        if not value.ndim:
            raise errors.invalid_argument("Input element must have a non-scalar value in each component.")
        if value.shape[0] != batch[0].shape[0]:
            raise errors.invalid_argument(
                "Input element must have the same batch size in each component. Component 0 had size "
                f"{batch[0].shape[0]} but component {i} had size, {value.shape[0]}."
            )


class WindowDataset(Dataset):
    """Datasets of elements near each other, one dataset per component.

    Args:
        source: The elements.
        size: How many a window has.
        shift: How far the next window is from the start of the one before.
        stride: How far the elements of a window are from each other.
        drops_remainder: Whether windows at the end that have fewer are left out.

    Raises:
        InvalidArgumentError: One of the numbers is not positive.
    """

    def __init__(self, source: Dataset, size: int, shift: int, stride: int, drops_remainder: bool) -> None:
        for name, number in (("size", size), ("shift", shift), ("stride", stride)):
            if number <= 0:
                raise errors.invalid_argument(f"Window {name} must be greater than zero.")
        known = source.cardinality
        if known >= 0:
            known -= (size - 1) * stride if drops_remainder else 0
            known = max(0, -(-known // shift))
        super().__init__([variant] * len(source.dtypes), [SCALAR] * len(source.dtypes), known)
        self.source = source
        self.size = size
        self.shift = shift
        self.stride = stride
        self.drops_remainder = drops_remainder

    def stage(self) -> Stage:
        return _Window(self)

    def parts(self, elements: list[Element]) -> Element:
        """A window, as one dataset per component."""
        forms = zip(self.source.dtypes, self.source.shapes, strict=True)
        return tuple(
            as_object_array(ElementsDataset([(element[i],) for element in elements], [dtype], [shape]))
            for i, (dtype, shape) in enumerate(forms)
        )


class _Window(Stage):
    def __init__(self, dataset: WindowDataset) -> None:
        self._source: Stage | None = dataset.source.stage()
        self._dataset = dataset
        self._held: deque[tuple[Array, ...]] = deque()  # from the start of the next window on
        self._to_skip = 0

    async def next(self, pull: Pull) -> Element | None:
        dataset = self._dataset
        reach = (dataset.size - 1) * dataset.stride + 1
        await self._fill(pull, reach)
        elements = list(islice(self._held, 0, min(reach, len(self._held)), dataset.stride))
        if not elements or (dataset.drops_remainder and len(elements) < dataset.size):
            self._held.clear()
            return None
        self._to_skip = max(0, dataset.shift - len(self._held))
        for _ in range(dataset.shift - self._to_skip):
            self._held.popleft()
        return dataset.parts(elements)

    async def _fill(self, pull: Pull, reach: int) -> None:
        while self._source is not None and (self._to_skip or len(self._held) < reach):
            await pull.breathe()
            element = await self._source.next(pull)
            if element is None:
                self._source = None
            elif self._to_skip:
                self._to_skip -= 1
            else:
                self._held.append(element)
