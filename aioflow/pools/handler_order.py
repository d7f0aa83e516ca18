"""Order of the tasks in the pool of run handlers: decisions only, no threads and no locks.

Each thread serves first the handler that `primaries` gives it and then the others in their order, so that every run
makes progress and the first ones most.
"""
from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable

from aioflow.pools.pool_run import PoolRun, RunPool
from aioflow.pools.task_order import Task

# TensorFlow's number (`kMaxBlockingInflight`), and its reason: more threads at work for one step mostly wait for each
# other when they tell what has become ready.
MAX_RUNNING_PER_HANDLER = 10


def primaries(num_handlers: int, num_threads: int) -> list[int]:
    """Assigns to each thread the handler that it serves first.

    Every handler gets the same small number of threads, from 1 to 3: its part of half of them all. Of those that are
    left the first handler gets half, rounded up, the second one half of the rest, and so on; the last one gets all.

    Args:
        num_handlers: How many there are, in order of importance; at least 1.
        num_threads: How many threads there are.

    Returns:
        For each thread the position of its handler.
    """
    each = min(max(num_threads // (2 * num_handlers), 1), 3)
    left = max(0, num_threads - num_handlers * each)
    result: list[int] = []
    for handler in range(num_handlers):
        extra = left if handler == num_handlers - 1 else (left + 1) // 2
        left -= extra
        result += [handler] * (each + extra)
    # With more handlers than threads the last ones are nobody's first; they are served when the others have no work.
    return result[:num_threads]


class RunHandler(PoolRun):
    """One run's handler. Everything but `submit` and `withdraw` is guarded by the pool's lock.

    Args:
        pool: The pool of run handlers.
        priority: The run's; higher is served first.
        number: Later handlers have higher numbers.
        release: Takes the handler back.

    Attributes:
        number: As given.
        tasks: The tasks that wait.
    """

    __slots__ = ("_release", "number", "tasks")

    def __init__(self, pool: RunPool, priority: int, number: int, release: Callable[[RunHandler], None]) -> None:
        super().__init__(pool, priority)
        self.number = number
        #: In order of arrival. Empty from the moment of withdrawal on, and nothing is added after it.
        self.tasks: deque[Task] = deque()
        self._release = release

    def withdraw(self) -> None:
        """Gives the handler back: the run has ended."""
        # Also when nothing waits, unlike other runs: the handler itself is what the next run waits for.
        self._release(self)


class HandlerOrder:
    """Order of tasks by handlers: see the module. A `TaskOrder`.

    Args:
        num_threads: How many threads there are.

    Attributes:
        active: The handlers that are lent, by falling priority, then the oldest first.
    """

    def __init__(self, num_threads: int) -> None:
        self._num_threads = num_threads
        #: A position in `active` for each thread. It may point behind the end, as positions are not divided anew when a
        #: handler goes: that would cost time at the end of each run, and the next one brings it up to date.
        self._primaries = [0] * num_threads
        self.active: list[RunHandler] = []
        #: Work of no run comes last: somebody waits for each run, and for none of this.
        self._apart: deque[Task] = deque()

    def add(self, handler: RunHandler) -> None:
        """Adds a handler, and divides the threads anew."""
        insort(self.active, handler, key=lambda each: (-each.priority, each.number))
        self._primaries = primaries(len(self.active), self._num_threads)

    def resize(self, num_threads: int) -> None:
        """See `TaskOrder.resize`."""
        self._num_threads = num_threads
        self._primaries = primaries(max(1, len(self.active)), num_threads)

    def push(self, task: Task, is_own: bool) -> None:
        """See `TaskOrder.push`."""
        # In order of arrival, whoever submits: with a queue for each run, own work need not go before that of others.
        tasks = task[0].tasks if isinstance(task[0], RunHandler) else self._apart
        tasks.append(task)

    def pop(self, worker: int) -> Task | None:
        """See `TaskOrder.pop`."""
        active = self.active
        # Modulo: a pool that was made smaller has workers of higher numbers until they have ended their tasks.
        primary = self._primaries[worker % self._num_threads]
        if primary < len(active) and _may_serve(active[primary]):
            return active[primary].tasks.popleft()
        for handler in active:
            if _may_serve(handler):
                return handler.tasks.popleft()
        return self._apart.popleft() if self._apart else None

    def withdraw(self, run: PoolRun) -> None:
        """See `TaskOrder.withdraw`."""
        assert isinstance(run, RunHandler)
        run.tasks.clear()
        if run in self.active:
            self.active.remove(run)


def _may_serve(handler: RunHandler) -> bool:
    return bool(handler.tasks) and handler.num_running < MAX_RUNNING_PER_HANDLER
