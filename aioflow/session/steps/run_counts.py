"""SessionStatistics: how the runs of a session have ended, and what still runs."""
from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass

from aioflow import errors


@dataclass(frozen=True, slots=True)
class AbandonedKernel:
    """A kernel that still runs on a thread though its run was stopped; it cannot be interrupted.

    Attributes:
        node: The node's name.
        op: Its type.
        age_s: How long ago, in seconds, the run was told to stop.
    """

    node: str
    op: str
    age_s: float

    def __str__(self) -> str:
        return f"{self.node!r} ({self.op}), told to stop {self.age_s:.1f} s ago"


@dataclass(frozen=True, slots=True)
class SessionStatistics:
    """A session at one moment. Partial runs count as `running` only.

    Attributes:
        name: What the session is called among the owners of pools.
        running: Runs that have not come to rest, without those that never wait.
        succeeded: Runs that gave their results.
        failed: Runs that ended with an error of a node, or with one of the session.
        cancelled: Runs whose awaiting task was cancelled, or that ended because their session was closed.
        timed_out: Runs whose time was up.
        refused: Runs that a pool did not take because too many waited.
        abandoned: Kernels that still run for runs that were stopped.
    """

    name: str
    running: int
    succeeded: int
    failed: int
    cancelled: int
    timed_out: int
    refused: int
    abandoned: tuple[AbandonedKernel, ...]


class RunCounts:
    """Counts how runs end; from any thread.

    Attributes:
        note_success: Counts a run that gave its results.
    """

    def __init__(self) -> None:
        # Guards the numbers: `+=` reads and writes, and runs end on several threads. Nothing under it can start a
        # garbage collection, and with it the end of a session, so it need not be re-entrant.
        self._lock = threading.Lock()
        self.failed = self.cancelled = self.timed_out = self.refused = 0
        # What nearly every run does takes no lock: `next` of a count is one operation. It can only be read by `next`,
        # too, so that readings are counted.
        self._successes = itertools.count()
        self._num_readings = 0
        self.note_success: Callable[[], object] = self._successes.__next__

    @property
    def succeeded(self) -> int:
        """How many runs gave their results."""
        with self._lock:
            number = next(self._successes) - self._num_readings
            self._num_readings += 1
        return number

    def note_refusal(self) -> None:
        """Counts a run that a pool did not take."""
        with self._lock:
            self.refused += 1

    def note_failure(self, error: BaseException) -> None:
        """Counts a run that ended with `error`."""
        with self._lock:
            # A closed session and a cancelled task are one thing to the user: the run was not wanted any more.
            if isinstance(error, (asyncio.CancelledError, errors.CancelledError)):
                self.cancelled += 1
            elif isinstance(error, errors.DeadlineExceededError):
                self.timed_out += 1
            else:
                self.failed += 1
