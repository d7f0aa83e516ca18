"""PoolRun: one run as a pool sees it."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aioflow.pools.thread_pool import ThreadPool


class PoolRun:
    """What a run submits its tasks to. The attributes belong to the pool, under its lock.

    Args:
        pool: Where the tasks run.
        priority: Its tasks go before those of runs with lower numbers.

    Attributes:
        has_begun: Whether a thread has taken up a task of it.
        has_place: Whether it was admitted to a bounded queue, and has not begun.
        is_withdrawn: Whether it has ended.
        num_queued: How many of its tasks wait.
        num_running: How many of its tasks run.
    """

    __slots__ = ("has_begun", "has_place", "is_withdrawn", "num_queued", "num_running", "pool", "priority")

    def __init__(self, pool: ThreadPool, priority: int = 0) -> None:
        self.pool = pool
        self.priority = priority
        self.has_begun = self.has_place = self.is_withdrawn = False
        self.num_queued = self.num_running = 0

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Has a thread of the pool call `function(*args)` (see `ThreadPool.submit`)."""
        self.pool.enqueue(self, function, args)

    def submit_last(self, function: Callable[..., Any], *args: Any) -> None:
        """The same, behind all that waits: for a task that has been at work long enough."""
        self.pool.enqueue(self, function, args, is_last=True)

    def submit_apart(self, function: Callable[..., Any], *args: Any) -> None:
        """The same for something that is to be done whether the run ends before or not."""
        self.pool.submit(function, *args)

    def sibling(self) -> PoolRun:
        """A run of its own in the same pool, which this one's end does not touch."""
        return PoolRun(self.pool)

    def withdraw(self) -> None:
        """Says that the run has ended: what it still has in the queue is dropped."""
        if self.num_queued or self.has_place:
            self.pool.withdraw(self)
