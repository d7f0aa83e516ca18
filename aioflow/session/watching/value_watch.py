"""ValueWatch: values of watched tensors, for `async for`."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import numpy as np

from aioflow.framework.kernels import ROOT_FRAME_ITERATION
from aioflow.framework.process_locks import process_lock
from aioflow.framework.watches import DebugNode, Uninitialized, Watches
from aioflow.pools.completion_queue import CompletionQueue
from aioflow.session.watching.dump_events import value_nbytes

Filter = Callable[[Any, Any], bool]
"""Whether a value is wanted: of what is known of it (`WatchedValue`, without its value) and the value."""
MAX_VALUES, MAX_NBYTES = 1000, 64 << 20


@dataclass(frozen=True, slots=True)
class WatchedValue:
    """A value that a watched tensor has had.

    Attributes:
        node_name: The node that gave it.
        output_slot: Which of its outputs.
        value: The value, which belongs to the reader; None for a variable that had none yet.
        frame: The innermost loop in which it was computed, by its frame's name, or that of its node; "" outside of
            loops.
        iteration: The iteration of that loop, from 0. Of a functional loop (`While`) they are counted through the run.
        outer_frames: The loops around it with their iterations, outermost first.
        run_index: The number of the run, unique in the process.
        count: How many values of this tensor the run has had before.
        device_name: Where the node ran.
    """

    node_name: str
    output_slot: int
    value: Any
    frame: str
    iteration: int
    outer_frames: tuple[tuple[str, int], ...]
    run_index: int
    count: int
    device_name: str

    @property
    def tensor_name(self) -> str:
        """ "node:slot"."""
        return f"{self.node_name}:{self.output_slot}"

    def __str__(self) -> str:
        place = "".join(f" {frame} iteration {number}" for frame, number in self.frames)
        return f"{self.tensor_name} run {self.run_index}{place}: {self.value!r}"

    @property
    def frames(self) -> tuple[tuple[str, int], ...]:
        """All loops with their iterations, outermost first; none outside of loops."""
        return (*self.outer_frames, (self.frame, self.iteration)) if self.frame else ()


def frames_of(frame_iteration: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    """The loops of a run-time frame (see `FrameState.name`) with their iterations, outermost first."""
    name, iteration = frame_iteration
    if frame_iteration == ROOT_FRAME_ITERATION:
        return ()
    # "<root>;0;outer;2;inner": names and iterations by turns, of which the root's are left out.
    parts = [*name.split(";"), str(iteration)]
    pairs = [(parts[i], int(parts[i + 1])) for i in range(0, len(parts) - 1, 2)]
    return tuple(pairs[1:]) if len(pairs) > 1 else tuple(pairs)


class ValueWatch:
    """Watches tensors of a session: an async context manager, and within it an async iterator of `WatchedValue`.

    Runs never wait for the reader: what does not fit any more is dropped, and counted.

    Args:
        watches: The tensors.
        keep: Which values are wanted; None for all.
        max_values: How many values may wait for the reader.
        max_nbytes: How many bytes these may have.
        enter: Called when the watch begins, with itself.
        leave: Called when it ends.

    Attributes:
        watches: The tensors.
        dropped: How many wanted values found no room.
        seen: How many values there were, wanted or not.
    """

    def __init__(
        self,
        watches: Watches,
        keep: Filter | None,
        max_values: int,
        max_nbytes: int,
        enter: Callable[[ValueWatch], None],
        leave: Callable[[ValueWatch], None],
    ) -> None:
        self.watches = watches
        self.dropped = 0
        self.seen = 0
        self._keep = keep
        self._max_values = max_values
        self._max_nbytes = max_nbytes
        self._enter = enter
        self._leave = leave
        #: Guards all below, which threads of pools fill while the event loop of the reader empties it.
        self._lock = process_lock()
        self._values: deque[WatchedValue] = deque()
        self._nbytes = 0
        self._error: BaseException | None = None
        #: By run and tensor; those of the latest runs, since nobody tells of a run's end.
        self._counts: dict[int, Counter[tuple[str, int]]] = {}
        self._is_open = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._arrived: asyncio.Event | None = None

    # ---- the reader
    async def __aenter__(self) -> ValueWatch:
        if self._loop is not None:
            raise RuntimeError("a watch is entered once; call session.watch() again")
        self._loop = asyncio.get_running_loop()
        self._arrived = asyncio.Event()
        self._is_open = True
        self._enter(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._leave(self)
        self.end()

    def __aiter__(self) -> ValueWatch:
        return self

    async def __anext__(self) -> WatchedValue:
        """The next value; ends with the watch or its session, when what has arrived before has been read.

        Raises:
            Exception: What the filter has raised.
        """
        if self._arrived is None:
            raise RuntimeError("a watch is to be entered: async with session.watch(...) as values")
        while True:
            with self._lock:
                if self._values:
                    value = self._values.popleft()
                    self._nbytes -= value_nbytes(value.value)
                    return value
                error, self._error = self._error, None
                if error is not None:
                    raise error
                if not self._is_open:
                    raise StopAsyncIteration
                self._arrived.clear()
            await self._arrived.wait()

    # ---- runs
    def offer(
        self, node: DebugNode, value: Any, frame_iteration: tuple[str, int], run_index: int, loop_name: str = ""
    ) -> None:
        """Takes a value, on any thread, unless it is not wanted or there is no room."""
        *outer, (frame, iteration) = frames_of(frame_iteration) or ((("", 0)),)
        with self._lock:
            if not self._is_open:
                return
            self.seen += 1
            count = self._count(run_index, (node.node_name, node.output_slot))
        if loop_name and not frame:  # the body of a functional loop, which is called once in each iteration
            frame, iteration = loop_name, count
        known = None if isinstance(value, Uninitialized) else value
        found = WatchedValue(
            node.node_name, node.output_slot, None, frame, iteration, tuple(outer), run_index, count, node.device_name
        )
        try:
            if self._keep is not None and not self._keep(found, known):
                return
        except Exception as error:  # the reader's, and not the run's
            self._put(None, error)
            return
        # A copy: the run may compute the next value in the same memory.
        self._put(_with_value(found, None if known is None else np.array(known)), None)

    def _count(self, run_index: int, tensor: tuple[str, int]) -> int:
        counts = self._counts.get(run_index)
        if counts is None:
            for oldest in list(self._counts)[: len(self._counts) + 1 - _MAX_RUNS]:
                del self._counts[oldest]
            counts = self._counts[run_index] = Counter()
        counts[tensor] += 1
        return counts[tensor] - 1

    def _put(self, value: WatchedValue | None, error: BaseException | None) -> None:
        with self._lock:
            if error is not None:
                self._error = self._error or error
            elif value is not None:
                nbytes = value_nbytes(value.value)
                if len(self._values) >= self._max_values or self._nbytes + nbytes > self._max_nbytes:
                    self.dropped += 1
                    return
                self._values.append(value)
                self._nbytes += nbytes
        self._wake()

    def end(self) -> None:
        """Ends the iteration behind what has arrived; any thread."""
        with self._lock:
            self._is_open = False
        self._wake()

    def _wake(self) -> None:
        if self._loop is not None and self._arrived is not None:
            CompletionQueue.for_loop(self._loop).post(self._arrived.set)


_MAX_RUNS = 1024  # in flight at once, of which values are counted


def _with_value(found: WatchedValue, value: Any) -> WatchedValue:
    return WatchedValue(
        found.node_name, found.output_slot, value, found.frame, found.iteration, found.outer_frames, found.run_index,
        found.count, found.device_name,
    )  # fmt: skip


def names_of(watches: Sequence[Any]) -> list[str]:
    """The tensors of watches, as they are shown."""
    return [f"{watch.shown_name or watch.node_name}:{watch.output_slot}" for watch in watches]
