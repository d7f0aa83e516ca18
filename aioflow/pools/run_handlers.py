"""RunHandlerPool: one pool for the runs of many sessions that knows the priority of each run.

`RunOptions.experimental.use_run_handler_pool` asks for it. A run holds a handler, with a queue of its own, while it
lasts; there are at most 128 at once. Each thread serves first the handler that `primaries` gives it and then the others
in their order, so that every run makes progress and the first ones most. The published rules are TensorFlow's; its
further threads for the insides of kernels are not there, because here these have a pool of their own.
"""
from __future__ import annotations

import asyncio
import os
from bisect import insort
from collections import deque
from collections.abc import Callable

from aioflow import errors
from aioflow.pools.completion_queue import resolve
from aioflow.pools.open_pools import make_pool
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.task_order import Task
from aioflow.pools.thread_pool import ThreadPool

MAX_HANDLERS = 128
MAX_RUNNING_PER_HANDLER = 10
_MAX_HANDLERS_VARIABLE = "TF_RUN_HANDLER_MAX_CONCURRENT_HANDLERS"


def primaries(num_handlers: int, num_threads: int) -> list[int]:
    """Which handler each thread serves first.

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
    return result[:num_threads]


class RunHandler(PoolRun):
    """One run's handler. Everything but `submit` and `withdraw` is guarded by the pool's lock.

    Attributes:
        number: Later handlers have higher numbers.
        tasks: What waits.
    """

    __slots__ = ("_release", "number", "tasks")

    def __init__(self, pool: ThreadPool, priority: int, number: int, release: Callable[[RunHandler], None]) -> None:
        super().__init__(pool, priority)
        self.number = number
        self.tasks: deque[Task] = deque()
        self._release = release

    def withdraw(self) -> None:
        """Gives the handler back: the run has ended."""
        self._release(self)


class HandlerOrder:
    """Which task a thread takes next: see the module. A `TaskOrder`."""

    def __init__(self, num_threads: int) -> None:
        self._num_threads = num_threads
        self._primaries = [0] * num_threads
        self.active: list[RunHandler] = []  # by falling priority, then the oldest first
        self._apart: deque[Task] = deque()  # what belongs to no run comes last

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
        tasks = task[0].tasks if isinstance(task[0], RunHandler) else self._apart
        tasks.append(task)

    def pop(self, worker: int) -> Task | None:
        """See `TaskOrder.pop`."""
        active = self.active
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


class RunHandlerPool:
    """The pool, and the handlers that it lends to runs.

    Args:
        num_threads: How many threads it has.
        max_handlers: How many runs it serves at once; None for the environment's number, or 128.

    Attributes:
        pool: Its threads.
    """

    def __init__(self, num_threads: int, max_handlers: int | None = None) -> None:
        self._order = HandlerOrder(num_threads)
        self.pool = make_pool("run_handler_pool", num_threads, order=self._order)
        self.max_handlers = max_handlers or _max_handlers()
        self._lock = self.pool.lock
        self._next_number = 0
        self._waiting: list[_Waiting] = []  # by falling priority, then first come, first served

    async def acquire(self, priority: int, timeout_s: float | None) -> RunHandler:
        """A handler, as soon as one is free.

        Args:
            priority: The run's; higher is served first.
            timeout_s: Seconds to wait at most, or None.

        Raises:
            DeadlineExceededError: None became free in time.
            CancelledError: The pool is closed.
        """
        with self._lock:
            if self.pool.closed:
                raise errors.cancelled("the run handler pool is closed")
            if len(self._order.active) < self.max_handlers:
                return self._new_handler(priority)
            waiting = _Waiting(priority, self._take_number(), asyncio.get_running_loop())
            insort(self._waiting, waiting, key=lambda each: (-each.priority, each.number))
        try:
            async with asyncio.timeout(timeout_s):
                await waiting.future
        except BaseException as error:
            self._give_up(waiting)
            if isinstance(error, TimeoutError):
                raise errors.deadline_exceeded(
                    f"Could not obtain a run handler within {(timeout_s or 0) * 1000:.0f} ms; "
                    f"{self.max_handlers} are in use"
                ) from None
            raise
        assert waiting.handler is not None
        return waiting.handler

    def _give_up(self, waiting: _Waiting) -> None:
        """Ends a wait; what was granted meanwhile goes to the next one."""
        with self._lock:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            handler = waiting.handler
        if handler is not None:
            handler.withdraw()

    def _take_number(self) -> int:
        self._next_number += 1
        return self._next_number

    def _new_handler(self, priority: int) -> RunHandler:
        handler = RunHandler(self.pool, priority, self._take_number(), self._release)
        self._order.add(handler)
        return handler

    def _release(self, handler: RunHandler) -> None:
        with self._lock:
            if handler.is_withdrawn:
                return
            self.pool.withdraw(handler)
            if not self._waiting or len(self._order.active) >= self.max_handlers:
                return
            next_one = self._waiting.pop(0)
            next_one.handler = self._new_handler(next_one.priority)
        next_one.tell()


class _Waiting:
    """A run that waits for a handler."""

    def __init__(self, priority: int, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.priority = priority
        self.number = number
        self.handler: RunHandler | None = None
        self.future: asyncio.Future[None] = loop.create_future()

    def tell(self) -> None:
        """Ends the wait; on any thread."""
        try:
            self.future.get_loop().call_soon_threadsafe(resolve, self.future)
        except RuntimeError:  # the event loop was closed while the run waited
            if self.handler is not None:
                self.handler.withdraw()


def _max_handlers() -> int:
    text = os.environ.get(_MAX_HANDLERS_VARIABLE, "")
    return int(text) if text.isdecimal() and int(text) else MAX_HANDLERS
