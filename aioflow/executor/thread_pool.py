"""ThreadPool: named threads that run steps. CompletionQueue: the one door from them into an event loop."""
from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from aioflow import errors

Task = tuple[Callable[..., Any], tuple[Any, ...]]


class ThreadPool:
    """Threads that take tasks in the order in which they were submitted.

    No thread exists before the first task; then one more starts with each task until there are `num_threads`.

    Args:
        name: Prefix of the threads' names.
        num_threads: How many threads may run at once, at least 1.
    """

    def __init__(self, name: str, num_threads: int) -> None:
        if num_threads < 1:
            raise errors.invalid_argument(f"pool {name!r} must have at least one thread, not {num_threads}")
        self.name = name
        self.num_threads = num_threads
        self.closed = False
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._workers: list[_Worker] = []
        self._num_submitted = 0
        # Guards everything above. Re-entrant, as all locks that `close` may take: a garbage collection inside may end
        # a session that nobody holds any more.
        self._lock = threading.RLock()
        _OPEN_POOLS.add(self)

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Has a thread call `function(*args)`, which must not raise.

        Raises:
            CancelledError: The pool is closed.
            ResourceExhaustedError: It has no thread yet, and the system refuses to start one.
        """
        with self._lock:
            if self.closed:
                raise errors.cancelled(f"thread pool {self.name!r} is closed")
            if len(self._workers) < self.num_threads:
                self._start_thread()
            self._num_submitted += 1
            self._tasks.put((function, args))

    def _start_thread(self) -> None:
        worker = _Worker(self._tasks, f"{self.name}_{len(self._workers)}")
        try:
            worker.start()
        except RuntimeError as error:  # the system gives no more threads; those that there are have to do
            if not self._workers:
                raise errors.resource_exhausted(f"thread pool {self.name!r} cannot start a thread: {error}") from error
            return
        self._workers.append(worker)

    def close(self) -> None:
        """Lets the threads end behind the tasks that were submitted before; returns at once."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
            for _ in self._workers:
                self._tasks.put(None)
        _OPEN_POOLS.discard(self)

    def join(self, timeout_s: float | None = None) -> bool:
        """Waits for the threads of a closed pool; whether all have ended. Blocks: not for the event loop's thread."""
        for worker in self._workers:
            worker.join(timeout_s)
        return not any(worker.is_alive() for worker in self._workers)

    @property
    def threads(self) -> tuple[threading.Thread, ...]:
        """The threads that have been started so far."""
        return tuple(self._workers)

    @property
    def num_started(self) -> int:
        """How many threads have been started so far."""
        return len(self._workers)

    @property
    def num_unfinished(self) -> int:
        """How many tasks wait or run now."""
        with self._lock:
            return self._num_submitted - sum(worker.num_done for worker in self._workers)

    def __repr__(self) -> str:
        return f"<ThreadPool {self.name} {self.num_started}/{self.num_threads} threads>"


class _Worker(threading.Thread):
    """One thread of a pool."""

    def __init__(self, tasks: SimpleQueue[Task | None], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self._tasks = tasks
        self.num_done = 0

    def run(self) -> None:
        """Takes tasks until it is told to end."""
        while (task := self._tasks.get()) is not None:
            function, args = task
            function(*args)
            del task, function, args  # a waiting thread keeps nothing alive
            self.num_done += 1


_OPEN_POOLS: weakref.WeakSet[ThreadPool] = weakref.WeakSet()


def open_pools() -> list[ThreadPool]:
    """All pools of the process that are not closed."""
    return list(_OPEN_POOLS)


@atexit.register
def _close_pools() -> None:
    for pool in open_pools():
        pool.close()


class CompletionQueue:
    """Calls that threads want made on an event loop: the first wakes the loop, which then makes all of them at once.

    Args:
        loop: The event loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)
        self._calls: deque[Task] = deque()
        self._lock = threading.RLock()  # guards _awake together with the decision to wake the loop
        self._awake = False

    @staticmethod
    def of(loop: asyncio.AbstractEventLoop) -> CompletionQueue:
        """The queue of `loop`; there is one per loop."""
        queue = _QUEUES.get(loop)
        if queue is None:
            queue = _QUEUES.setdefault(loop, CompletionQueue(loop))
        return queue

    def post(self, function: Callable[..., Any], *args: Any) -> bool:
        """Has the loop call `function(*args)` soon; from any thread. False if the loop is closed and will not do it."""
        self._calls.append((function, args))
        with self._lock:
            if self._awake:
                return True
            self._awake = True
        return self._wake()

    def _wake(self) -> bool:
        loop = self._loop()
        try:
            if loop is not None:
                loop.call_soon_threadsafe(self._drain)
                return True
        except RuntimeError:
            pass
        self._awake = False
        self._calls.clear()  # the loop was closed under a running step; nobody waits there any more
        return False

    def _drain(self) -> None:
        with self._lock:
            self._awake = False
        try:
            for _ in range(len(self._calls)):
                function, args = self._calls.popleft()
                function(*args)
        finally:
            if self._calls and not self._awake:  # what was left by an exception, such as KeyboardInterrupt
                self._awake = True
                self._wake()


_QUEUES: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, CompletionQueue] = weakref.WeakKeyDictionary()
