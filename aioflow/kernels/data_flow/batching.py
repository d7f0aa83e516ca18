"""Batcher: calls that come at about the same time, and go on together.

No thread collects batches. Each call adds its request to the open batch; the batch is closed when it is full or when
the time is up, and one of its calls, the leader, does the work for all in its own step.
"""
from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

# `next` on it is one operation: requests of different threads never get the same number.
_numbers = itertools.count(1)
_CANCELLED = "the call was cancelled while it waited for its batch"


@dataclass(eq=False)
class Request:
    """One call.

    Attributes:
        inputs: Its tensors, [size, ...] each.
        size: How many rows they have.
        result: What the batch made of them, one tensor per output; None as long as there is nothing.
        error: Why there will be no result.
        is_gone: Whether nobody waits for the result any more.
        batch: Which batch it belongs to.
        number: Tells it from all others of the process.
    """

    inputs: Sequence[Array]
    size: int
    result: Sequence[Any] | None = None
    error: BaseException | None = None
    is_gone: bool = False
    batch: Batch | None = None
    number: int = field(default_factory=_numbers.__next__)


@dataclass(eq=False)
class Batch:
    """Requests that go on together.

    Attributes:
        requests: In the order in which they came.
        is_closed: Whether no more are taken.
    """

    requests: list[Request] = field(default_factory=list)
    is_closed: bool = False

    @property
    def size(self) -> int:
        """Rows of all requests."""
        return sum(request.size for request in self.requests)

    @property
    def nbytes(self) -> int:
        """Bytes of all inputs."""
        return sum(tensor.nbytes for request in self.requests for tensor in request.inputs)

    @property
    def leader(self) -> Request | None:
        """The request that does the work for all: the last one that somebody waits for."""
        # As in TensorFlow, where a batch runs in the context of its last request.
        return next((request for request in reversed(self.requests) if not request.is_gone), None)

    def spans(self) -> list[tuple[int, int]]:
        """For each request its first row, and the row behind its last one."""
        ends = list(itertools.accumulate(request.size for request in self.requests))
        return list(zip([0, *ends[:-1]], ends, strict=True))

    def joined_inputs(self) -> list[Array]:
        """The inputs of all requests, joined row by row."""
        types = {tuple(tensor.dtype for tensor in request.inputs) for request in self.requests}
        if len(types) > 1:
            raise errors.invalid_argument("tensors of one batch must be as many and of the same types in all requests")
        columns = zip(*(request.inputs for request in self.requests), strict=True)
        return [_joined(column) for column in columns]


class Batcher(Resource):
    """Collects requests until there are enough, or until the first one has waited long enough.

    Args:
        max_batch_size: Rows of a full batch.
        timeout_s: How long the first request of a batch waits for others.
        num_batch_threads: How many batches may be worked on at once.
        max_enqueued_batches: How many may wait for that.
    """

    def __init__(
        self, max_batch_size: int, timeout_s: float, num_batch_threads: int, max_enqueued_batches: int
    ) -> None:
        self.max_batch_size = max_batch_size
        self.timeout_s = timeout_s
        self._num_batch_threads = num_batch_threads
        self._max_enqueued_batches = max_enqueued_batches
        #: Its lock guards all that is below, and batches and requests once they are added. Not in order: a
        #: batch may be ready while an older one is still being worked on.
        self._room = WaitingRoom("requests", in_order=False)
        #: The batch that takes requests; never one that is closed.
        self._open: Batch | None = None
        #: Closed batches on which nobody works yet.
        self._num_waiting = 0
        #: Batches that a leader works on, at most `num_batch_threads`.
        self._num_running = 0

    async def process(self, request: Request, work: Callable[[Batch], Awaitable[None]]) -> Request:
        """Lets a request go on in a batch.

        Args:
            request: The request.
            work: Called by one request of each batch; gives all of them their results, or raises for all.

        Returns:
            The request, with its result.

        Raises:
            InvalidArgumentError: It is larger than a batch.
            UnavailableError: Too many batches wait.
            CancelledError: The step was cancelled. The other requests of the batch go on without it.
            OpError: What `work` raised.
        """
        if request.size > self.max_batch_size:
            raise errors.invalid_argument(
                f"Task size {request.size} is larger than maximum input batch size {self.max_batch_size}"
            )
        batch = self._room.do(lambda: self._add(request))
        # Each request has a timer: the first one's ends the batch's time, unless that request was cancelled.
        timer = asyncio.get_running_loop().call_later(self.timeout_s, self._room.do, lambda: self._close(batch))
        try:
            await self._take_part(request, batch, work)
        finally:
            timer.cancel()
        return request

    def _add(self, request: Request) -> Batch:
        """Adds a request to the open batch, or to a new one, under the lock.

        Raises:
            UnavailableError: A new batch is needed, and too many wait.
        """
        # Batches do not overtake: what does not fit closes the batch, though a smaller request might still have fitted.
        if self._open is not None and self._open.size + request.size > self.max_batch_size:
            self._close(self._open)
        if self._open is None:
            if self._num_waiting >= self._max_enqueued_batches:
                raise errors.UnavailableError(
                    None, None, "The batch scheduling queue to which this task was submitted is full"
                )
            self._open = Batch()
        batch = request.batch = self._open
        batch.requests.append(request)
        # Nothing fits any more; there is no need to wait for the timer.
        if batch.size == self.max_batch_size:
            self._close(batch)
        return batch

    def _close(self, batch: Batch) -> None:
        """Lets a batch go on; a second time, by a timer that comes late, nothing happens."""
        if not batch.is_closed:
            batch.is_closed = True
            self._num_waiting += 1
            if self._open is batch:
                self._open = None

    async def _take_part(self, request: Request, batch: Batch, work: Callable[[Batch], Awaitable[None]]) -> None:
        """Waits for the result, or for the turn to do the work."""
        def proceed() -> Any:
            if request.error is not None:
                raise request.error
            if request.result is not None:
                return False
            # Asked anew each time: the leader changes when it is cancelled.
            is_my_turn = batch.is_closed and batch.leader is request and self._num_running < self._num_batch_threads
            if not is_my_turn:
                return NOT_YET
            self._num_running += 1
            self._num_waiting -= 1
            return True

        def leave() -> None:
            # Its rows stay in the batch, which others wait for. If nobody does, the batch must not count any more.
            request.is_gone = True
            if batch.leader is None and batch.is_closed:
                self._num_waiting -= 1
            elif batch.leader is None and self._open is batch:
                self._open = None

        def leave_turn(is_my_turn: bool) -> None:
            # As when the work is cut short: the batch waits once more, and the next leader finds it.
            request.is_gone = True
            if is_my_turn:
                self._end(batch, None)

        if await self._room.attempt("requests", proceed, leave, _CANCELLED, give_back=leave_turn):
            await self._lead(request, batch, work)

    async def _lead(self, request: Request, batch: Batch, work: Callable[[Batch], Awaitable[None]]) -> None:
        """Works on a batch, and tells the others how it ended."""
        error: BaseException | None = None
        try:
            await work(batch)
        # Only this call was cancelled; `_end` lets the next leader begin anew.
        except asyncio.CancelledError:
            request.is_gone = True
            raise
        except BaseException as fault:
            error = fault
            raise
        finally:
            self._room.do(lambda: self._end(batch, error))

    def _end(self, batch: Batch, error: BaseException | None) -> None:
        """After the work on a batch has ended: others learn of an error; who was left without a result goes on."""
        self._num_running -= 1
        # Without an error the work was cut short. The batch waits once more, and its new leader finds it
        # through `proceed`.
        unserved = [r for r in batch.requests if r.result is None and not r.is_gone]
        for request in unserved:
            request.error = None if error is None else errors.again(error)
        if unserved and error is None:
            self._num_waiting += 1

    def deliver(self, change: Callable[[], None]) -> None:
        """Lets `change` give requests their results, and those who wait for them go on."""
        self._room.do(change)


def request_of(tensors: Sequence[Array]) -> Request:
    """A request with these tensors, [size, ...] each.

    Raises:
        InvalidArgumentError: One is a scalar, or their sizes differ.
    """
    for tensor in tensors:
        if not tensor.ndim:
            raise errors.invalid_argument("Batching input tensors must have at least one dimension")
    for tensor in tensors:
        if tensor.shape[0] != tensors[0].shape[0]:
            raise errors.invalid_argument(
                "Batching input tensors supplied in a given op invocation must have equal 0th-dimension size, not "
                f"{[tensor.shape[0] for tensor in tensors]}"
            )
    return Request(tensors, tensors[0].shape[0])


def _joined(parts: Sequence[Array]) -> Array:
    """Tensors of several requests one below the other; raises `InvalidArgumentError` if rows differ in shape."""
    for part in parts:
        if part.shape[1:] != parts[0].shape[1:]:
            raise errors.invalid_argument(
                f"tensors of one batch must agree behind their first dimension: {shown(parts[0].shape)} and "
                f"{shown(part.shape)}"
            )
    return np.concatenate(parts) if len(parts) > 1 else parts[0]
