"""PoolRun: one run as a pool sees it.

Runs submit functions that end by themselves, as CPU work and blocking calls to the world outside do. These may submit
more. They must not wait for another task of a pool: with one thread that would be waiting for themselves.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class RunPool(Protocol):
    """A pool, as far as its runs need one."""

    name: str

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Calls `function(*args)` on a thread, for no run."""

    def enqueue(
        self, run: PoolRun, function: Callable[..., Any], args: tuple[Any, ...], is_last: bool = False
    ) -> None:
        """Calls `function(*args)` on a thread for a run, behind all that waits if `is_last`."""

    def withdraw(self, run: PoolRun) -> None:
        """Drops what a run still has in the queue."""


class PoolRun:
    """Door of a run to its pool. The attributes belong to the pool, under its lock.

    Args:
        pool: Where the tasks run.
        priority: Its tasks go before those of runs with lower numbers.

    Attributes:
        has_begun: Whether a thread has taken up a task of it.
        has_place: Whether it was admitted to a bounded queue, and has not begun.
        is_held: Whether its task waits for its turn (see `lock_turns`).
        is_withdrawn: Whether it has ended.
        needs_lock: Whether it is one task, which needs the interpreter's lock nearly all the time.
        number: Tells the runs of the process apart in what is recorded of them; 0 where nobody has said.
        num_queued: Number of its tasks that wait.
        num_running: Number of its tasks that run.
    """

    __slots__ = (
        "has_begun", "has_place", "is_held", "is_withdrawn", "needs_lock", "num_queued", "num_running", "number",
        "pool", "priority",
    )  # fmt: skip

    def __init__(self, pool: RunPool, priority: int = 0) -> None:
        self.pool = pool
        self.priority = priority
        #: Never goes back to false: from here on the run is never refused, and may go on in a closed pool.
        self.has_begun = False
        #: True iff the queue counts it in `num_waiting_runs`; implies not `has_begun`.
        self.has_place = False
        self.is_held = self.needs_lock = False
        #: Never goes back to false; implies that `num_queued` is 0.
        self.is_withdrawn = False
        self.num_queued = self.number = 0
        #: May be above 0 after the withdrawal: a thread cannot be stopped, and goes on with what it does.
        self.num_running = 0

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Calls `function(*args)` on a thread of the pool (see `ThreadPool.enqueue`)."""
        self.pool.enqueue(self, function, args)

    def submit_alone(self, function: Callable[..., Any], *args: Any) -> None:
        """Does the same for a task that needs the interpreter's lock nearly all the time, the run's only one: it does
        not run beside another of these.
        """
        self.needs_lock = True
        self.pool.enqueue(self, function, args)

    def submit_last(self, function: Callable[..., Any], *args: Any) -> None:
        """Does the same, behind all that waits: for a task that has been at work long enough."""
        self.pool.enqueue(self, function, args, is_last=True)

    def submit_apart(self, function: Callable[..., Any], *args: Any) -> None:
        """Does the same for something that is to be done even if the run ends before."""
        self.pool.submit(function, *args)

    def sibling(self) -> PoolRun:
        """A run of its own in the same pool, which this one's end does not touch."""
        return PoolRun(self.pool)

    def withdraw(self) -> None:
        """Ends the run for the pool, which drops what it still has in the queue."""
        # Read without the lock, so that the end of a run that has nothing there, as most, costs no lock. A task that a
        # thread of the run submits at this very moment is not dropped but runs, and finds its step stopped.
        if self.num_queued or self.has_place:
            self.pool.withdraw(self)
