"""Order of the tasks that wait in a pool: decisions only, no threads and no locks."""
from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from aioflow.pools.pool_run import PoolRun

# The run that it belongs to (or None), a function and its arguments, when it was submitted (perf_counter_ns).
# A plain tuple, because one is made for each submission, and nothing is made faster.
Task = tuple[PoolRun | None, Callable[..., Any], tuple[Any, ...], int]


class TaskOrder(Protocol):
    """Structure that holds the waiting tasks of a pool. It is called under the pool's lock."""

    def push(self, task: Task, is_own: bool) -> None:
        """Adds a task; `is_own` says that a task of this pool submitted it."""

    def pop(self, worker: int) -> Task | None:
        """Takes the next task for the worker of that number; None if there is none for it."""

    def withdraw(self, run: PoolRun) -> None:
        """Forgets the tasks of a run, `run.num_queued` of them."""

    def resize(self, num_threads: int) -> None:
        """Takes note that the pool has another number of threads."""


_FEW = 64  # looking through so many tasks costs less than handing one to a thread


def should_sweep(num_withdrawn: int, num_held: int) -> bool:
    """Decides whether the lanes are to be searched for tasks of withdrawn runs.

    Args:
        num_withdrawn: Number of tasks of withdrawn runs that are held.
        num_held: Number of tasks that are held in all.
    """
    # Searching costs time for each task that is held. Waiting until half of them are withdrawn spreads that over the
    # runs that were withdrawn, and bounds what is kept: never more than `_FEW` or as many as there are live ones.
    return num_withdrawn > 0 and (num_held <= _FEW or num_withdrawn > num_held // 2)


class PriorityOrder:
    """Runs of higher priority first. Among equals, tasks from outside first come, first served; what a task of the pool
    submits goes before them, the newest first, so that a run that has begun ends before others begin.
    """

    def __init__(self) -> None:
        #: One per priority that was ever used; they stay when they are empty, as the same priorities come again.
        self._lanes: dict[int, deque[Task]] = {}
        #: The keys of `_lanes`, sorted, the highest first.
        self._descending: list[int] = []
        #: How many tasks in the lanes belong to withdrawn runs. `pop` passes them over.
        self._num_withdrawn = 0

    def __len__(self) -> int:
        """Number of tasks that are held, those of withdrawn runs included."""
        return sum(map(len, self._lanes.values()))

    def push(self, task: Task, is_own: bool) -> None:
        """See `TaskOrder.push`."""
        priority = 0 if task[0] is None else task[0].priority
        lane = self._lanes.get(priority)
        if lane is None:
            lane = self._lanes[priority] = deque()
            insort(self._descending, priority, key=lambda number: -number)
        # Own tasks go to the front, as in TensorFlow's (Eigen's) pool, whose threads push to their own queues' fronts:
        # their inputs are in the caches, and the newest is the one nearest to the end of its run.
        if is_own:
            lane.appendleft(task)
        else:
            lane.append(task)

    def pop(self, worker: int) -> Task | None:
        """See `TaskOrder.pop`."""
        for priority in self._descending:
            lane = self._lanes[priority]
            while lane:
                task = lane.popleft()
                if task[0] is None or not task[0].is_withdrawn:
                    return task
                self._num_withdrawn -= 1
        return None

    def withdraw(self, run: PoolRun) -> None:
        """See `TaskOrder.withdraw`."""
        self._num_withdrawn += run.num_queued
        if should_sweep(self._num_withdrawn, len(self)):
            self._sweep()

    def resize(self, num_threads: int) -> None:
        """See `TaskOrder.resize`."""

    def _sweep(self) -> None:
        for priority, lane in self._lanes.items():
            self._lanes[priority] = deque(task for task in lane if task[0] is None or not task[0].is_withdrawn)
        self._num_withdrawn = 0
