"""Deadlines: when runs on an event loop are to be stopped, with one timer of the loop for all of them.

A timer per run costs a loop about as much as several turns: it is made, sorted in, looked at in each turn until it is
cancelled, and thrown away some time later. Runs that end in time, which are nearly all, take no timer here.
"""
from __future__ import annotations

import asyncio
import heapq
import itertools
import math
import threading
import weakref
from collections.abc import Callable

from aioflow.executor.step_life import StepLife

#: Deadlines of runs that have ended, and lie among the others until their time comes: so many at least, and as many as
#: there are others, are there before they are looked for.
MAX_DROPPED = 64


class Deadline:
    """The deadline of one run.

    Attributes:
        run: The run; None where it has ended.
    """

    __slots__ = ("run",)

    def __init__(self, run: StepLife) -> None:
        self.run: StepLife | None = run


class Deadlines:
    """The deadlines of one event loop; used on that alone.

    The loop's own timers keep it alive, and nothing else does: with a loop that is closed its deadlines are gone.

    Args:
        loop: The loop.
        time_out: Stops a run.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, time_out: Callable[[StepLife], None]) -> None:
        self.loop = weakref.ref(loop)
        self._time_out = time_out
        #: A heap, with a number each, so that no two deadlines are compared.
        self._due: list[tuple[float, int, Deadline]] = []
        self._numbers = itertools.count()
        self._num_dropped = 0
        #: When the loop will call, the next time last. Timers are never cancelled; some find nothing to do.
        self._calls_s = [math.inf]

    def __len__(self) -> int:
        """How many runs have one."""
        return len(self._due) - self._num_dropped

    def add(self, loop: asyncio.AbstractEventLoop, when_s: float, run: StepLife) -> Deadline:
        """Has a run stopped at a time of the loop's clock, unless its deadline is dropped before."""
        deadline = Deadline(run)
        heapq.heappush(self._due, (when_s, next(self._numbers), deadline))
        if when_s < self._calls_s[-1]:
            self._call_at(loop, when_s)
        return deadline

    def drop(self, deadline: Deadline) -> None:
        """Forgets a deadline, which may have passed."""
        if deadline.run is None:
            return
        deadline.run = None
        self._num_dropped += 1
        if self._num_dropped > MAX_DROPPED and 2 * self._num_dropped > len(self._due):
            self._due = [entry for entry in self._due if entry[2].run is not None]
            heapq.heapify(self._due)
            self._num_dropped = 0

    def _call_at(self, loop: asyncio.AbstractEventLoop, when_s: float) -> None:
        self._calls_s.append(when_s)
        loop.call_at(when_s, self._look)

    def _look(self) -> None:
        """Stops the runs whose time is up, and has itself called again for the others."""
        # A loop may call a little before the time that it was told; what it was told counts.
        loop = asyncio.get_running_loop()
        now_s = max(self._calls_s.pop(), loop.time())
        try:
            while self._due and (self._due[0][0] <= now_s or self._due[0][2].run is None):
                _, _, deadline = heapq.heappop(self._due)
                run, deadline.run = deadline.run, None
                if run is None:
                    self._num_dropped -= 1
                else:
                    self._time_out(run)
        finally:
            if self._due and self._due[0][0] < self._calls_s[-1]:
                self._call_at(loop, self._due[0][0])


class _PerThread(threading.local):
    """The deadlines of the loop that has run last on a thread, which mostly runs one only."""

    deadlines: weakref.ref[Deadlines] | None = None


_per_thread = _PerThread()


def deadlines_of(loop: asyncio.AbstractEventLoop, time_out: Callable[[StepLife], None]) -> Deadlines:
    """The deadlines of the running loop, or new ones, which may be used beside others of the same loop.

    Args:
        loop: The running loop.
        time_out: Stops a run.
    """
    known = _per_thread.deadlines
    deadlines = None if known is None else known()
    if deadlines is None or deadlines.loop() is not loop:
        deadlines = Deadlines(loop, time_out)
        _per_thread.deadlines = weakref.ref(deadlines)
    return deadlines
