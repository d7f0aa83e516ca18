"""Reader: takes names of files from a queue and gives the records in them, one after the other, across steps."""
from __future__ import annotations

import threading
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from aioflow import errors
from aioflow._proto.reader_base_pb2 import ReaderBaseState
from aioflow.framework.kernels import KernelContext
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.data_flow.element_stores import Element
from aioflow.kernels.data_flow.queues import Queue
from aioflow.kernels.io.file_bytes import MAX_NBYTES
from aioflow.kernels.io.reader_formats import Record, Records
from aioflow.kernels.pool_work import on_pool
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

# Read at once, so that not every record costs a way to the pool and back.
_AHEAD_NBYTES = 1 << 18
# What a record takes besides the bytes of its key and value. Without it millions of empty records would count as
# nothing.
_RECORD_NBYTES = 200


class OpenFile:
    """The records of one file that are still to be given. Only `fill` reads; it may run on any thread.

    Args:
        records: They, behind a None.

    Attributes:
        error: What is behind the last record that was read, if that is not the file's end.
    """

    def __init__(self, records: Records) -> None:
        self.error: errors.OpError | None = None
        self._records = records
        #: Records that were read and not given yet. `fill` appends, `take` removes from the front.
        self._ahead: deque[Record] = deque()
        #: Whether the file could be opened: `records` has given its None.
        self._is_begun = False
        #: Whether nothing comes behind `_ahead`. It is set last, when `error` is there already, since `has` reads it
        #: without the lock.
        self._is_over = False
        # Held while the file is read. A step that was cancelled leaves its read running on a thread, and the next
        # step may want records of the same file meanwhile. Both would ask the generator `_records` at the same time,
        # which it refuses, and records would be lost.
        self._lock = threading.Lock()

    def has(self, number: int) -> bool:
        """Whether so many records, or all, have been read."""
        return self._is_over or len(self._ahead) >= number

    def take(self, number: int) -> list[Record]:
        """Removes and returns so many of the records that have been read, or all."""
        return [self._ahead.popleft() for _ in range(min(number, len(self._ahead)))]

    def fill(self, number: int) -> None:
        """Reads until there are so many records, and some more.

        Raises:
            OpError: The file cannot be opened. Later errors wait in `error`.
        """
        with self._lock:
            try:
                self._begin()
                self._read(number)
            except errors.OpError as fault:
                # The caller drops a file that has not begun. Later errors wait until the records before them are
                # given.
                if not self._is_begun:
                    raise
                self.error = fault
                self._is_over = True

    def _begin(self) -> None:
        """Opens the file, once; raises what keeps it from being opened."""
        if not self._is_begun:
            next(self._records)
            self._is_begun = True

    def _read(self, number: int) -> None:
        """Reads until there are so many records, and in any case `_AHEAD_NBYTES` of them."""
        nbytes = 0
        while not self._is_over and (len(self._ahead) < number or nbytes < _AHEAD_NBYTES):
            record = next(self._records, None)
            if record is None:
                self._is_over = True
                return
            self._ahead.append(record)
            nbytes += len(record[0]) + len(record[1]) + _RECORD_NBYTES
            # They become one tensor. A request may ask for any number of records.
            if nbytes > MAX_NBYTES:
                raise errors.resource_exhausted(f"{number} records take more than the limit of {MAX_NBYTES} bytes")


class Reader(Resource):
    """A reader of any kind. Calls are served one after the other; those that wait hold no thread.

    Args:
        label: Kind and node, for messages.
        records: Gives the records in a file, see `reader_formats`.
        is_one_record: Whether each file is one record, so that a file is done as soon as that is read. The state of
            such a reader can be saved.
        uses_pool: Whether `records` may block.
    """

    def __init__(self, label: str, records: Callable[[bytes], Records], is_one_record: bool, uses_pool: bool) -> None:
        self._label = label
        self._records = records
        self._is_one_record = is_one_record
        self._uses_pool = uses_pool
        #: Where calls wait for their turn. Its lock guards `_holder` only: whoever has the turn is alone with the
        #: rest.
        self._room = WaitingRoom("turn")
        #: The token of the call that has the turn; None while nobody has it.
        self._holder: object = None
        #: The message that `saved_state` gives: how many files were begun and finished, and records given.
        self._state = ReaderBaseState()
        #: The file that records come from. It stays behind an error, so that each later call fails with that error.
        self._file: OpenFile | None = None
        #: A name that was taken out of the queue, while its file has not begun. A step that is cancelled meanwhile
        #: leaves it to the next one; else the file would be lost.
        self._next_work: bytes | None = None
        #: Records that steps had been given which were stopped before they could use them; one list a call.
        self._given_back: deque[list[Record]] = deque()

    @property
    def num_records_produced(self) -> int:
        """The number of records that it has given."""
        return self._state.num_records_produced

    @property
    def num_work_units_completed(self) -> int:
        """The number of files that it has read to their end."""
        return self._state.work_finished

    async def read(self, ctx: KernelContext, queue: Queue, number: int) -> list[Record]:
        """The next records: so many, or what is left of a file if that is any.

        Args:
            ctx: The kernel's context, whose run's pool reads the files.
            queue: Has the names of the files; waits for them.
            number: How many, at least 1.

        Raises:
            OutOfRangeError: The queue is closed and empty.
            InvalidArgumentError: What the queue holds is not one string.
            CancelledError: The step is cancelled.
            OpError: The file cannot be read.
        """
        async with self._turn():
            if self._given_back:
                return self._given(ctx, self._again(number))
            # Files without records are passed over; a call gives records of one file only, as in TensorFlow.
            while True:
                file = self._file
                if file is None:
                    file = await self._begun(ctx, queue, number)
                elif not file.has(number):
                    await self._filled(ctx, file, number)
                records = file.take(number)
                # Records that were read before the error in the same call are lost with it.
                # The error is a new one each time: one that has been raised keeps the frames of the step which it
                # ended.
                if len(records) < number and file.error is not None:
                    self._state.num_records_produced += len(records)
                    raise type(file.error)(message=file.error.message)
                if len(records) < number or self._is_one_record:
                    self._file = None
                    self._state.work_finished = self._state.work_started
                if records:
                    return self._given(ctx, records)

    def _again(self, number: int) -> list[Record]:
        """So many of the records that were given back first, or all of these."""
        records = self._given_back.popleft()
        if len(records) > number:
            self._given_back.appendleft(records[number:])
        return records[:number]

    def _given(self, ctx: KernelContext, records: list[Record]) -> list[Record]:
        """Counts records that a call gives, and lets them come back if nobody uses them."""
        self._state.num_records_produced += len(records)
        state = self._state

        def give_back() -> None:
            if self._state is state:  # it was not reset meanwhile
                state.num_records_produced -= len(records)
                self._given_back.appendleft(records)

        ctx.note_taken(give_back)
        return records

    async def _begun(self, ctx: KernelContext, queue: Queue, number: int) -> OpenFile:
        """The next file of the queue, with records read; raises `OpError` for one that cannot be opened."""
        if self._next_work is None:
            self._next_work = _work(await queue.dequeue())
        work = self._next_work
        file = OpenFile(self._records(work))
        try:
            await self._filled(ctx, file, number)
        # The name is gone, so that the next call goes on with the file behind it. A cancelled wait is no OpError.
        except errors.OpError:
            self._next_work = None
            raise
        self._next_work = None
        self._state.current_work = work
        self._state.work_started += 1
        self._file = file
        return file

    async def _filled(self, ctx: KernelContext, file: OpenFile, number: int) -> None:
        """Reads so many records, on the pool where that may block."""
        if self._uses_pool:
            await on_pool(ctx, partial(file.fill, number))
        else:
            file.fill(number)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Lets one call at a time go on, in the order in which they came; the others wait and hold no thread."""
        mine = object()

        def take() -> Any:
            if self._holder is not None:
                return NOT_YET
            self._holder = mine
            return None

        def give_back() -> None:
            # Not so where the wait was cancelled: then the turn is another call's.
            if self._holder is mine:
                self._holder = None

        try:
            await self._room.attempt("turn", take, cancelled="Read operation was cancelled")
            yield
        finally:
            self._room.do(give_back)

    # ---- the state
    async def reset(self) -> None:
        """Forgets what it has read; the queue stays as it is."""
        async with self._turn():
            self._set(ReaderBaseState())

    def _set(self, state: ReaderBaseState) -> None:
        """Replaces all that was read, under the turn."""
        self._state, self._file, self._next_work = state, None, None
        self._given_back.clear()

    async def saved_state(self) -> bytes:
        """A `ReaderBaseState`, serialized.

        Raises:
            UnimplementedError: A reader of this kind cannot tell.
        """
        if not self._is_one_record:
            raise errors.unimplemented("Reader SerializeState")
        async with self._turn():
            return self._state.SerializeToString()

    async def restore(self, saved: bytes) -> None:
        """Goes on where another reader was when its state was saved; after an error as if nothing had been read.

        Raises:
            UnimplementedError: A reader of this kind cannot.
            InvalidArgumentError: It is no state, or one in the middle of a file.
        """
        async with self._turn():
            # First, as in TensorFlow: a state that is refused leaves a reader that has read nothing.
            self._set(ReaderBaseState())
            if not self._is_one_record:
                raise errors.unimplemented("Reader RestoreState")
            self._set(self._checked(saved))

    def _checked(self, saved: bytes) -> ReaderBaseState:
        """The message in a saved state; raises as `restore` does."""
        try:
            state = ReaderBaseState.FromString(saved)
        except Exception:  # protobuf's DecodeError, whose module depends on its implementation
            raise errors.invalid_argument(f"Could not parse state for {self._label}: {saved!r}") from None
        if min(state.work_started, state.work_finished, state.num_records_produced) < 0:
            raise errors.invalid_argument(f"Unexpected negative value when restoring in {self._label}: {state}")
        # A file was open. Where in it the reader was, the state does not say.
        if state.work_started > state.work_finished:
            raise errors.invalid_argument(
                f"Inconsistent work started vs. finished when restoring in {self._label}: {state}"
            )
        return state

    def debug_string(self) -> str:
        """Kind and node, and how many records it has given."""
        return f"{self._label}, {self.num_records_produced} records"


def _work(element: Element) -> bytes:
    """The file's name in an element of the queue; `InvalidArgumentError` if it is not one string."""
    if len(element) != 1:
        raise errors.invalid_argument("Expected single component queue")
    if element[0].dtype != object:
        raise errors.invalid_argument("Expected queue with single string component")
    if element[0].size != 1:
        raise errors.invalid_argument("Expected to dequeue a one-element string tensor")
    return bytes(element[0].item())
