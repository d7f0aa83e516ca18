"""PoolStatistics: a pool at one moment, and its work so far."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow.pools.histogram import Histogram


@dataclass(frozen=True, slots=True)
class PoolStatistics:
    """A pool at one moment. A task is what a run hands to a pool at once: one node, or several one after the other.

    Attributes:
        name: The pool's name.
        owners: The sessions that use it, and have not been closed.
        size: Number of threads that it is to have.
        num_threads: Number of threads that there are: none before the first task; more than `size` while a pool that
            was made smaller still has tasks on the threads that are to go.
        busy: Number of threads that run a task.
        queued: Number of tasks that wait for a thread.
        waiting_runs: Number of runs that were admitted and wait for their first thread; known for bounded pools only.
        max_queue: Number of runs that may wait, or None.
        completed: Number of tasks that have ended.
        rejected: Number of runs that were refused because too many waited.
        queue_wait: Times that tasks waited for a thread.
        run_time: Times that tasks ran.
        is_closed: Whether it takes no new runs.
    """

    name: str
    owners: tuple[str, ...]
    size: int
    num_threads: int
    busy: int
    queued: int
    waiting_runs: int
    max_queue: int | None
    completed: int
    rejected: int
    queue_wait: Histogram
    run_time: Histogram
    is_closed: bool

    def __str__(self) -> str:
        return (
            f"pool {self.name}: {self.busy} of {self.size} threads busy, {self.queued} tasks wait, "
            f"{self.completed} done\n"
            f"  waited: {self.queue_wait}\n  ran: {self.run_time}"
        )
