"""TaskQueue: the tasks that wait in a pool, and how many runs may wait with them. No threads and no locks."""
from __future__ import annotations

from collections.abc import Callable

from aioflow.pools.pool_run import PoolRun
from aioflow.pools.task_order import PriorityOrder, Task, TaskOrder


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
        num_held: Number of those that were passed over, because it was not the turn of such as need the interpreter's
            lock.
        num_waiting_runs: Number of runs that were admitted and have not begun; counted for bounded queues only.
        num_rejected: Number of runs that were refused.
    """

    def __init__(self, order: TaskOrder, max_queue: int | None) -> None:
        # Bound here, as two of them are called for each task.
        self._push, self._pop, self._withdraw, self.resize = order.push, order.pop, order.withdraw, order.resize
        self._max_queue = max_queue
        #: The tasks that were passed over. They are older than what `order` has of the same priority.
        self._held = PriorityOrder()
        self.num_held = 0
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

    def pop(self, worker: int, gets_turn: Callable[[], bool] | None = None) -> Task | None:
        """Takes the next task for the worker of that number; None if there is none for it.

        Args:
            worker: The number.
            gets_turn: Whether a task that needs the interpreter's lock may run now; else it is passed over, and waits.
                None where all may.
        """
        task = self._take_held(worker) if self.num_held and (gets_turn is None or gets_turn()) else self._pop(worker)
        while task is not None:
            run = task[0]
            if run is not None and run.needs_lock and gets_turn is not None and not gets_turn():
                self._hold(task, run)
                task = self._pop(worker)
                continue
            self.num_queued -= 1
            if run is not None:
                run.num_queued -= 1
                run.has_begun = True
                if run.has_place:
                    self._leave_place(run)
            return task
        return None

    def _hold(self, task: Task, run: PoolRun) -> None:
        self._held.push(task, is_own=False)
        self.num_held += 1
        run.is_held = True

    def _take_held(self, worker: int) -> Task | None:
        """The next one of those that were passed over, or one that is more urgent."""
        held, task = self._held.pop(worker), self._pop(worker)
        self.num_held -= 1
        assert held is not None and held[0] is not None, "tasks of withdrawn runs are not held"
        if task is not None and task[0] is not None and task[0].priority > held[0].priority:
            self._held.push(held, is_own=True)  # in front again
            self.num_held += 1
            return task
        if task is not None:
            self._push(task, True)
        held[0].is_held = False
        return held

    def withdraw(self, run: PoolRun) -> None:
        """Drops what a run that has ended still has here."""
        run.is_withdrawn = True
        self.num_queued -= run.num_queued
        if run.is_held:  # it has this one task
            self.num_held -= 1
            self._held.withdraw(run)
            run.num_queued = 0
        self._withdraw(run)  # which reads the run's number, so that it is cleared afterwards
        run.num_queued = 0
        if run.has_place:
            self._leave_place(run)

    def _leave_place(self, run: PoolRun) -> None:
        run.has_place = False
        self.num_waiting_runs -= 1

