"""Iterators that several devices share: each takes every n-th element of one pass.

TensorFlow makes elements ahead on a thread. Here the device that needs one makes it, and before it those of the devices
whose turns come first; they wait in the other devices' queues.
"""
from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.dataset.datasets import Dataset, Element, Pull, Stage, check_shapes, check_types
from aioflow.kernels.dataset.iterators import check_declared
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

# What `_found` answers to who is to make the next element. A value of its own, as an element may be anything.
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
        #: Elements, or their errors, that are made and not taken yet, by device, oldest first.
        self._waiting: list[deque[Element | errors.OpError]] = [deque() for _ in range(count)]
        self._max_buffer_size = max_buffer_size
        #: The device whose element is made next.
        self._turn = 0
        #: Whether somebody makes an element just now. At most one does, since a stage answers one request at a time.
        self._is_made = False
        #: Whether the pass has ended. What waits is still given.
        self._is_over = False
        #: Its lock guards all of these. Not in order, for a device that finds its element must not wait behind
        #: another one that does not.
        self._room = WaitingRoom("devices", in_order=False)

    async def next(self, pull: Pull, device: int) -> Element | None:
        """The next element of a device; None when there is none left."""
        while True:
            found = await self._room.attempt(
                "devices", lambda: self._found(device), give_back=lambda found: self._return(device, found)
            )
            if isinstance(found, errors.OpError):
                raise found
            if found is not _MAKE:
                element: Element | None = found
                if element is not None:
                    pull.ctx.note_taken(partial(self._room.do, partial(self._return, device, element)))
                return element
            # Outside of the lock, since it may wait. It was for any device: this one looks again.
            await self._make(pull)

    def _found(self, device: int) -> Any:
        """A device's next element, None at the end, NOT_YET, or _MAKE for who is to make one; under the lock."""
        if self._waiting[device]:
            return self._waiting[device].popleft()
        if self._is_over:
            return None
        # Who waits for an element of its own turn always makes it. For another device elements are made only up to
        # the bound: a device that takes none must not fill the memory.
        has_room = self._turn == device or len(self._waiting[self._turn]) < self._max_buffer_size
        if self._is_made or not has_room:
            return NOT_YET
        self._is_made = True
        return _MAKE

    def _return(self, device: int, found: Any) -> None:
        """Takes back what `_found` has given to a request that was stopped, under the lock."""
        if found is _MAKE:
            self._leave()
        elif found is not None:
            self._waiting[device].appendleft(found)

    async def _make(self, pull: Pull) -> None:
        """Makes the next element and puts it where it belongs; an error takes the place of an element."""
        made: Element | errors.OpError | None
        try:
            made = await self._stage.next(pull)
        # This step was stopped, not the pass: nothing was made, and another device may try.
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
        """Lets another device make the element."""
        self._is_made = False

    def _put(self, made: Element | errors.OpError | None) -> None:
        """Adds what was made to the device whose turn it is; None ends the pass."""
        self._is_made = False
        if made is None:
            self._is_over = True
            return
        self._waiting[self._turn].append(made)
        self._turn = (self._turn + 1) % len(self._waiting)


class MultiDeviceIterator(Resource):
    """A place where devices take the elements of a dataset from.

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
        #: How often it was started, and the last time's pass. One tuple, so that whoever reads it gets both of the
        #: same start.
        self._started: tuple[int, _SharedPass | None] = (0, None)

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
        # The device was told to read a pass that is no longer there; its elements must not be mixed with the new
        # one's.
        if incarnation != number:
            raise errors.invalid_argument(f"Invalid incarnation id. Provided: {incarnation}; Expected: {number}")
        if not 0 <= device < self._count:
            raise errors.invalid_argument(f"shard_num {device} is not one of {self._count} devices")
        return await current.next(pull, device)
