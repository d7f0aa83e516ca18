"""TaskQueue: the tasks that wait in a pool, and how many runs may wait with them. No threads and no locks."""
from __future__ import annotations

from aioflow.pools.pool_run import PoolRun
from aioflow.pools.task_order import Task, TaskOrder


def may_enter(num_waiting: int, num_idle: int, max_queue: int) -> bool:
    """Decides whether one more run may enter a bounded queue.

    Args:
        num_waiting: Number of runs that have entered and not begun.
        num_idle: Number of threads that are free.
        max_queue: Number of runs that may wait for a thread.
    """
    # Runs that have entered and not begun have not taken a thread yet, so the idle ones are theirs first.
    return num_waiting + 1 - num_idle <= max_queue


class TaskQueue:
    """Tasks that wait. All of it belongs to the pool, under the pool's lock.

    Args:
        order: What decides which task is next.
        max_queue: Number of runs that may wait for a thread, or None for any number.

    Attributes:
        num_queued: Number of tasks that wait.
        num_waiting_runs: Number of runs that were admitted and have not begun; counted for bounded queues only.
        num_rejected: Number of runs that were refused.
    """

    def __init__(self, order: TaskOrder, max_queue: int | None) -> None:
        # Bound here, as two of them are called for each task.
        self._push, self._pop, self._withdraw, self.resize = order.push, order.pop, order.withdraw, order.resize
        self._max_queue = max_queue
        #: The sum of `num_queued` over all runs, and the tasks of none; withdrawn runs have 0, whatever `order` holds.
        self.num_queued = 0
        #: The number of runs with `has_place`.
        self.num_waiting_runs = 0
        self.num_rejected = 0

    def admit(self, run: PoolRun, num_idle: int) -> bool:
        """Gives a run a place if it may enter.

        Args:
            run: A run that has submitted nothing.
            num_idle: Number of threads that are free.

        Returns:
            Whether it was admitted.
        """
        if self._max_queue is None:
            return True
        if not may_enter(self.num_waiting_runs, num_idle, self._max_queue):
            self.num_rejected += 1
            return False
        self.num_waiting_runs += 1
        run.has_place = True
        return True

    def push(self, task: Task, is_own: bool) -> None:
        """Adds a task; `is_own` as for `TaskOrder.push`."""
        self._push(task, is_own)
        self.num_queued += 1
        run = task[0]
        if run is not None:
            run.num_queued += 1

    def pop(self, worker: int) -> Task | None:
        """Takes the next task for the worker of that number; None if there is none for it."""
        task = self._pop(worker)
        if task is not None:
            self.num_queued -= 1
            run = task[0]
            if run is not None:
                run.num_queued -= 1
                run.has_begun = True
                if run.has_place:
                    self._leave_place(run)
        return task

    def withdraw(self, run: PoolRun) -> None:
        """Drops what a run that has ended still has here."""
        run.is_withdrawn = True
        self.num_queued -= run.num_queued
        self._withdraw(run)  # which reads the run's number, so that it is cleared afterwards
        run.num_queued = 0
        if run.has_place:
            self._leave_place(run)

    def _leave_place(self, run: PoolRun) -> None:
        run.has_place = False
        self.num_waiting_runs -= 1
