"""Causes of a late event loop: another of its callbacks took long, or a thread held the interpreter's lock.

A watching thread sleeps and wakes all the time. When the loop is late, it matters who else was:

- The loop's thread used the CPU meanwhile: one of its callbacks computed. Whether it gave up the lock does not matter.
- It did not, the watcher was late as well, and this process used the CPU: another thread held the lock.
- It did not, and the watcher was on time: a callback waited, as `time.sleep` does or a file.
- Everybody was late and this process used no CPU: the machine had none for us. That is nobody's fault here.
"""
from __future__ import annotations

import math
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Literal

Cause = Literal["callback", "interpreter lock", "unknown"]
_WATCH_S = 0.002  # less than the interpreter's switch interval of 5 ms, which one thread may hold the lock for
_HALF = 0.5  # a cause must account for so much of a lag: clocks are coarse, and more than one thing may go on


@dataclass(frozen=True, slots=True)
class Lag:
    """One time that the event loop was late.

    Attributes:
        seconds: By how much.
        cause: "callback": another callback took that long; "interpreter lock": another thread held Python's lock;
            "unknown" where that cannot be told.
    """

    seconds: float
    cause: Cause


@dataclass(frozen=True, slots=True)
class Moment:
    """Clocks at one moment, read on the event loop's thread.

    Attributes:
        now_s: `time.perf_counter`.
        thread_s: CPU time of the loop's thread.
        process_s: CPU time of the process.
    """

    now_s: float
    thread_s: float
    process_s: float

    @staticmethod
    def read() -> Moment:
        """Reads the clocks."""
        return Moment(time.perf_counter(), time.thread_time(), time.process_time())


def cause_of(before: Moment, after: Moment, lag_s: float, watcher_late_s: float) -> Cause:
    """Finds the cause of a late event loop.

    Args:
        before: The moment when it was last known to be on time.
        after: The moment when it was back.
        lag_s: Seconds by which it was late.
        watcher_late_s: Seconds of these for which the watching thread was late as well.
    """
    # The loop's own thread is asked first: while it computes it holds the lock, and the watcher is late because of it.
    if after.thread_s - before.thread_s >= _HALF * lag_s or watcher_late_s < _HALF * lag_s:
        return "callback"
    return "interpreter lock" if after.process_s - before.process_s >= _HALF * lag_s else "unknown"


class Lateness:
    """Times at which a thread was to wake up, and did. Written by that thread, read by the event loop's."""

    def __init__(self) -> None:
        self._due_s = math.inf  # when it should wake next; infinite while it is awake
        # Pairs of when it should have woken, and when it did: half a second of watching, longer than lags mostly are.
        self._late: deque[tuple[float, float]] = deque(maxlen=256)

    def sleep(self, due_s: float) -> None:
        """Notes that it sleeps, until `due_s` if all goes well."""
        self._due_s = due_s

    def wake(self, now_s: float) -> None:
        """Notes that it is awake."""
        self._late.append((self._due_s, now_s))
        self._due_s = math.inf

    def late_s(self, begin_s: float, end_s: float) -> float:
        """Gives the seconds of a time in which it should have been awake and was not."""
        known = [*self._late, (self._due_s, end_s)]  # the last one: it may still not have woken
        return sum(max(0.0, min(woke, end_s) - max(due, begin_s)) for due, woke in known)


class Watcher(threading.Thread):
    """Wakes every other millisecond and notes how late it was; ends when told to."""

    def __init__(self) -> None:
        super().__init__(name="aioflow_lag_watcher", daemon=True)
        self._must_end = threading.Event()
        self._lateness = Lateness()

    def run(self) -> None:
        """Watches."""
        while not self._must_end.is_set():
            self._lateness.sleep(time.perf_counter() + _WATCH_S)
            time.sleep(_WATCH_S)
            self._lateness.wake(time.perf_counter())

    def end(self) -> None:
        """Lets the thread end, and waits for it: a few milliseconds."""
        self._must_end.set()
        self.join()

    def cause(self, before: Moment, after: Moment, lag_s: float) -> Cause:
        """Finds out why the loop was late; see `cause_of`."""
        return cause_of(before, after, lag_s, self._lateness.late_s(after.now_s - lag_s, after.now_s))
