"""Iterators: resources that hold a pass over a dataset."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage, check_lengths, check_shapes, check_types
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

T = TypeVar("T")


def check_declared(
    dtypes: Sequence[DType], shapes: Sequence[TensorShape], own_dtypes: Sequence[DType],
    own_shapes: Sequence[TensorShape],
) -> None:  # fmt: skip
    """Checks what a node says of an iterator's elements; empty lists say nothing.

    Raises:
        InvalidArgumentError: They are otherwise.
    """
    if dtypes:
        check_types(dtypes, own_dtypes)
    if shapes:
        check_shapes(shapes, own_shapes)


class Turns:
    """Lets calls wait for each other, so that one at a time goes on, in the order in which they came.

    No `asyncio.Lock`, which belongs to one event loop: steps on several loops may ask the same iterator.
    """

    def __init__(self) -> None:
        #: Its lock guards `_holder`.
        self._room = WaitingRoom("turns")
        #: The token of the call whose turn it is; None between turns.
        self._holder: object | None = None

    async def one_at_a_time(self, call: Callable[[], Awaitable[T]]) -> T:
        """Awaits what `call` gives, when it is its turn.

        Raises:
            CancelledError: The step was cancelled while it waited.
        """
        token = object()

        def take() -> Any:
            if self._holder is not None:
                return NOT_YET
            self._holder = token
            return True

        def leave() -> None:
            # Not so if the wait was cancelled before the turn came: then another call has it.
            if self._holder is token:
                self._holder = None

        try:
            await self._room.attempt("turns", take, cancelled="the call was cancelled while it waited for its turn")
            return await call()
        finally:
            self._room.do(leave)


class _Pass:
    """A pass over a dataset, which several steps may ask at once.

    The turns guard the stage: two requests that ran at the same time would both see its state before either element,
    and give one twice or leave one out.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._turns = Turns()

    async def next(self, pull: Pull) -> Element | None:
        element = await self._turns.one_at_a_time(lambda: self._stage.next(pull))
        if element is not None:
            # In no turn: who asks at this moment gets the element that is behind it, and its own is then the next.
            pull.ctx.note_taken(lambda: self._stage.give_back(element))
        return element


class DatasetIterator(Resource):
    """A place where steps take the elements of a dataset from, each of them once.

    Args:
        dtypes: The dtypes of an element's components.
        shapes: Their shapes, as far as known.
    """

    def __init__(self, dtypes: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        check_lengths(dtypes, shapes)
        self._dtypes = tuple(dtypes)
        self._shapes = tuple(shapes)
        #: The pass that requests go to; None before the first start. It is replaced as a whole, and a request that is
        #: on its way keeps the one that it found.
        self._pass: _Pass | None = None
        #: Guards the first start by `start_once`: `make` runs a function and may wait, and must run once only.
        self._starts = Turns()

    def check_declared(self, dtypes: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        """Checks what another node says of the elements; empty lists say nothing.

        Raises:
            InvalidArgumentError: They are otherwise.
        """
        check_declared(dtypes, shapes, self._dtypes, self._shapes)

    def start(self, dataset: Dataset) -> None:
        """Starts again, with the first element of `dataset`; who waits for an element gets one of the pass before.

        Raises:
            InvalidArgumentError: The dataset's elements are not such as are declared.
        """
        check_types(self._dtypes, dataset.dtypes)
        check_shapes(self._shapes, dataset.shapes)
        self._pass = _Pass(dataset.stage())

    async def start_once(self, make: Callable[[], Awaitable[Dataset]]) -> None:
        """Starts with what `make` gives, unless it was started before; others wait meanwhile."""

        async def start() -> None:
            # Asked again in turn: another call may have started it while this one waited.
            if self._pass is None:
                self.start(await make())

        if self._pass is None:
            await self._starts.one_at_a_time(start)

    async def next(self, pull: Pull) -> Element | None:
        """The next element; None at the end, and ever after.

        Raises:
            FailedPreconditionError: It was not started.
            OpError: The element could not be made.
        """
        # Read once: it may be replaced at any time.
        current = self._pass
        if current is None:
            raise errors.failed_precondition(
                "GetNext() failed because the iterator has not been initialized. Ensure that you have run the "
                "initializer operation for this iterator before getting the next element."
            )
        return await current.next(pull)
