"""Iterators that several devices share: each takes every n-th element of one pass."""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage, check_shapes, check_types
from aioflow.kernels.dataset.iterators import check_declared
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

_MAKE: Any = type("Make", (), {"__repr__": lambda self: "MAKE"})()


class _SharedPass:
    """A pass whose elements go to the devices in turn. Whoever needs one makes it, and those of others before it.

    Args:
        stage: The pass.
        count: How many devices there are.
        max_buffer_size: How many elements wait for a device, before it holds up the others.
    """

    def __init__(self, stage: Stage, count: int, max_buffer_size: int) -> None:
        self._stage = stage
        self._waiting: list[deque[Element | errors.OpError]] = [deque() for _ in range(count)]
        self._max_buffer_size = max_buffer_size
        self._turn = 0
        self._is_made = False  # whether somebody makes an element just now
        self._is_over = False
        self._room = WaitingRoom("devices", in_order=False)

    async def next(self, pull: Pull, device: int) -> Element | None:
        """The next element of a device; None when there is none left."""
        while True:
            found = await self._room.attempt("devices", lambda: self._found(device))
            if isinstance(found, errors.OpError):
                raise found
            if found is not _MAKE:
                element: Element | None = found
                return element
            await self._make(pull)

    def _found(self, device: int) -> Any:
        if self._waiting[device]:
            return self._waiting[device].popleft()
        if self._is_over:
            return None
        has_room = self._turn == device or len(self._waiting[self._turn]) < self._max_buffer_size
        if self._is_made or not has_room:
            return NOT_YET
        self._is_made = True
        return _MAKE

    async def _make(self, pull: Pull) -> None:
        made: Element | errors.OpError | None
        try:
            made = await self._stage.next(pull)
        except errors.CancelledError:
            self._room.do(self._leave)
            raise
        except errors.OpError as error:
            made = error
        except BaseException:
            self._room.do(self._leave)
            raise
        self._room.do(lambda: self._put(made))

    def _leave(self) -> None:
        self._is_made = False

    def _put(self, made: Element | errors.OpError | None) -> None:
        self._is_made = False
        if made is None:
            self._is_over = True
            return
        self._waiting[self._turn].append(made)
        self._turn = (self._turn + 1) % len(self._waiting)


class MultiDeviceIterator(Resource):
    """Where devices take the elements of a dataset from.

    Args:
        dtypes: The dtypes of an element's components.
        shapes: Their shapes, as far as known.
        count: How many devices there are.
    """

    def __init__(self, dtypes: Sequence[DType], shapes: Sequence[TensorShape], count: int) -> None:
        if len(dtypes) != len(shapes):
            raise errors.invalid_argument(f"{len(dtypes)} output_types, but {len(shapes)} output_shapes")
        self._dtypes = tuple(dtypes)
        self._shapes = tuple(shapes)
        self._count = count
        self._started: tuple[int, _SharedPass | None] = (0, None)  # how often, and the last time's

    def check_declared(self, dtypes: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        """Checks what another node says of the elements; `InvalidArgumentError` if they are otherwise."""
        check_declared(dtypes, shapes, self._dtypes, self._shapes)

    def start(self, dataset: Dataset, max_buffer_size: int) -> int:
        """Starts again, with the first element of `dataset`; returns how often it was started.

        Raises:
            InvalidArgumentError: The dataset's elements are not such as are declared.
        """
        check_types(self._dtypes, dataset.dtypes)
        check_shapes(self._shapes, dataset.shapes)
        number = self._started[0] + 1
        self._started = number, _SharedPass(dataset.stage(), self._count, max_buffer_size)
        return number

    async def next(self, pull: Pull, device: int, incarnation: int) -> Element | None:
        """The next element of a device; None when there is none left.

        Raises:
            FailedPreconditionError: It was not started.
            InvalidArgumentError: It was started again meanwhile, or has no such device.
        """
        number, current = self._started
        if current is None:
            raise errors.failed_precondition("GetNextFromShard() failed because the iterator has not been initialized.")
        if incarnation != number:
            raise errors.invalid_argument(f"Invalid incarnation id. Provided: {incarnation}; Expected: {number}")
        if not 0 <= device < self._count:
            raise errors.invalid_argument(f"shard_num {device} is not one of {self._count} devices")
        return await current.next(pull, device)
