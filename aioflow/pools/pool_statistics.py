"""PoolStatistics: what a pool does and has done, at one moment."""
from __future__ import annotations

from dataclasses import dataclass

from aioflow.pools.histogram import Histogram


@dataclass(frozen=True, slots=True)
class PoolStatistics:
    """A pool at one moment. A task is what a run hands to a pool at once: one node, or several one after the other.

    Attributes:
        name: The pool's name.
        owners: The sessions that use it, and have not been closed.
        size: How many threads it is to have.
        num_threads: How many there are: none before the first task; more than `size` while a pool that was made smaller
            still has tasks on the threads that are to go.
        busy: How many threads run a task.
        queued: How many tasks wait for a thread.
        waiting_runs: How many runs have been admitted and wait for their first thread; known for bounded pools only.
        max_queue: How many runs may wait, or None.
        completed: How many tasks have ended.
        rejected: How many runs were refused because too many waited.
        queue_wait: How long tasks waited for a thread.
        run_time: How long tasks ran.
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
