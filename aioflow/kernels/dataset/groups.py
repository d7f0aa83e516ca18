"""Datasets that group elements otherwise: parts for several readers, rows of batches, windows."""
from __future__ import annotations

from collections import deque
from functools import partial
from itertools import islice

from aioflow import errors
from aioflow.framework import SCALAR, UNKNOWN, TensorShape, variant
from aioflow.framework.kernels import as_object_array
from aioflow.kernels.dataset.datasets import UNKNOWN_CARDINALITY, Dataset, Element, ElementsDataset, Pull, Stage
from aioflow.kernels.dataset.sequences import skipped


class ShardDataset(Dataset):
    """Every `count`-th element, from number `index` on.

    Args:
        source: The elements.
        count: How far they are apart.
        index: The number of the first one.
        must_suffice: Whether it is an error if there are fewer than `count` elements, but one for this shard.

    Raises:
        InvalidArgumentError: `count` is not positive, or `index` not below it.
    """

    def __init__(self, source: Dataset, count: int, index: int, must_suffice: bool = False) -> None:
        if count <= 0:
            raise errors.invalid_argument(
                f"Number of shards must be greater than zero (currently num_shards = {count})."
            )
        if not 0 <= index < count:
            raise errors.invalid_argument(f"Index must be between 0 and {count - 1} (currently index = {index}).")
        known = source.cardinality
        size = known if known < 0 else (known + count - 1 - index) // count
        super().__init__(source.dtypes, source.shapes, size, [source])
        self._source = source
        self.count = count
        self.index = index
        self.must_suffice = must_suffice

    def _stage(self, level: int) -> Stage:
        return _Shard(self._source.stage(level), self)


class _Shard(Stage):
    """A pass that leaves out the elements of other shards."""

    def __init__(self, source: Stage, dataset: ShardDataset) -> None:
        self._source = source
        self._dataset = dataset
        #: The number of the next element of `source`.
        self._number = 0
        #: An element that a request had which was cancelled while it looked for those of the other shards.
        self._held: Element | None = None

    async def next(self, pull: Pull) -> Element | None:
        count = self._dataset.count
        element, self._held = self._held, None
        if element is None:
            to_skip = (self._dataset.index - self._number) % count
            if not await skipped(self._source, pull, to_skip, self._note_skipped):
                return None
            self._number += to_skip
            element = await self._source.next(pull)
            if element is None:
                return None
            self._number += 1
        # Only the first element of the shard can tell: behind it all shards must still find one.
        if self._dataset.must_suffice and self._number < count:
            # These elements belong to the other shards, and would be skipped next time anyway.
            to_skip = count - self._number
            if not await skipped(self._source, pull, to_skip, partial(self._note_skipped, held=element)):
                raise errors.invalid_argument(f"the dataset has not enough elements for {count} shards")
            self._number = count
        return element

    def _note_skipped(self, count: int, held: Element | None = None) -> None:
        self._number += count
        self._held = held


class UnbatchDataset(Dataset):
    """The rows of the elements of `source`, whose components are [rows, ...]."""

    def __init__(self, source: Dataset) -> None:
        shapes = [UNKNOWN if shape.rank is None else TensorShape(shape.as_list()[1:]) for shape in source.shapes]
        # Any component with a known first dimension tells it for all.
        rows = next((size for shape in source.shapes if shape.rank for size in shape.as_list()[:1] if size), None)
        known = source.cardinality
        if known > 0:
            known = UNKNOWN_CARDINALITY if rows is None else known * rows
        super().__init__(source.dtypes, shapes, known, [source])
        self._source = source

    def _stage(self, level: int) -> Stage:
        return _Unbatch(self._source.stage(level))


class _Unbatch(Stage):
    """A pass over the rows of one batch after the other."""

    def __init__(self, source: Stage) -> None:
        #: None when it has ended. It is not asked again then.
        self._source: Stage | None = source
        #: The batch that rows come from; empty before the first one and at the end.
        self._batch: Element = ()
        #: The number of the next row in it.
        self._row = 0

    async def next(self, pull: Pull) -> Element | None:
        # A batch may have no rows at all.
        while not self._batch or self._row >= self._batch[0].shape[0]:
            await pull.breathe()
            batch = None if self._source is None else await self._source.next(pull)
            if batch is None:
                self._source, self._batch = None, ()
                return None
            check_rows(batch)
            self._batch, self._row = batch, 0
        self._row += 1
        return tuple(value[self._row - 1, ...] for value in self._batch)


def check_rows(batch: Element) -> None:
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
    """Datasets of elements near each other, one dataset per component. A window fails with an element that it has.

    Args:
        source: The elements.
        size: How many a window has.
        shift: How far the next window is from the start of the one before.
        stride: How far the elements of a window are from each other.
        drops_remainder: Whether windows at the end that have fewer are left out.

    Raises:
        InvalidArgumentError: One of the numbers is not positive.
    """

    #: Whether an error of an element is told where the element is taken. Else it takes the element's place, and every
    #: window with it fails, as in TensorFlow.
    raises_at_once = False

    def __init__(self, source: Dataset, size: int, shift: int, stride: int, drops_remainder: bool) -> None:
        for name, number in (("size", size), ("shift", shift), ("stride", stride)):
            if number <= 0:
                raise errors.invalid_argument(f"Window {name} must be greater than zero.")
        known = source.cardinality
        if known >= 0:
            # A whole window begins only where its last element is still there.
            known -= (size - 1) * stride if drops_remainder else 0
            known = max(0, -(-known // shift))
        super().__init__([variant] * len(source.dtypes), [SCALAR] * len(source.dtypes), known, [source])
        self.source = source
        self.size = size
        self.shift = shift
        self.stride = stride
        self.drops_remainder = drops_remainder

    def _stage(self, level: int) -> Stage:
        return _Window(self.source.stage(level), self)

    def parts(self, elements: list[Element]) -> Element:
        """A window, as one dataset per component."""
        forms = zip(self.source.dtypes, self.source.shapes, strict=True)
        return tuple(
            as_object_array(ElementsDataset([(element[i],) for element in elements], [dtype], [shape]))
            for i, (dtype, shape) in enumerate(forms)
        )


class _Window(Stage):
    """A pass that holds what the windows to come have in common."""

    def __init__(self, source: Stage, dataset: WindowDataset) -> None:
        #: None when it has ended; the windows that are begun are still given.
        self._source: Stage | None = source
        self._dataset = dataset
        #: Elements, or their errors, from the start of the next window on. The windows overlap, so some of them are
        #: needed again.
        self._held: deque[Element | errors.OpError] = deque()
        #: Elements between two windows that are still to be left out. This is done when the next window is asked for.
        self._to_skip = 0
        #: Of those that are left out at once, the ones that a request which was cancelled has left out.
        self._skipped = 0

    async def next(self, pull: Pull) -> Element | None:
        dataset = self._dataset
        reach = (dataset.size - 1) * dataset.stride + 1
        await self._fill(pull, reach)
        elements = list(islice(self._held, 0, min(reach, len(self._held)), dataset.stride))
        # A window that is too short is the end: no later one can be longer.
        if not elements or (dataset.drops_remainder and len(elements) < dataset.size):
            self._held.clear()
            return None
        to_skip = max(0, dataset.shift - len(self._held)) - self._skipped
        # TensorFlow's sliding windows move on at once, so an error in between is that of this window; its other
        # windows move on when the next one is asked for.
        if dataset.raises_at_once:
            if self._source is not None and not await skipped(self._source, pull, to_skip, self._note_skipped):
                self._source = None
            self._skipped = 0
        else:
            self._to_skip = to_skip
        # Before errors are raised: the next request is for the next window.
        for _ in range(min(dataset.shift, len(self._held))):
            self._held.popleft()
        for element in elements:
            if isinstance(element, errors.OpError):
                raise type(element)(message=element.message)
        return dataset.parts([element for element in elements if isinstance(element, tuple)])

    def _note_skipped(self, count: int) -> None:
        self._skipped += count

    async def _fill(self, pull: Pull, reach: int) -> None:
        """Takes the next window's elements. One that cannot be made has its place, too: a window with it fails."""
        while self._source is not None and (self._to_skip or len(self._held) < reach):
            await pull.breathe()
            element: Element | errors.OpError | None
            try:
                element = await self._source.next(pull)
            except errors.CancelledError:
                raise
            except errors.OpError as error:
                if self._dataset.raises_at_once:
                    raise
                element = error
            if element is None:
                self._source = None
            elif self._to_skip:
                self._to_skip -= 1
            else:
                self._held.append(element)
