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
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()  # guards _threads and closed while threads start and end
        _OPEN_POOLS.add(self)

    def submit(self, function: Callable[..., Any], *args: Any) -> None:
        """Has a thread call `function(*args)`, which must not raise.

        Raises:
            CancelledError: The pool is closed.
        """
        if len(self._threads) < self.num_threads:
            self._start_thread()
        if self.closed:
            raise errors.cancelled(f"thread pool {self.name!r} is closed")
        self._tasks.put((function, args))

    def _start_thread(self) -> None:
        with self._lock:
            if self.closed or len(self._threads) >= self.num_threads:
                return
            thread_name = f"{self.name}_{len(self._threads)}"
            thread = threading.Thread(target=_work, args=(self._tasks,), name=thread_name, daemon=True)
            self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Lets the threads end behind the tasks that were submitted before; returns at once."""
        with self._lock:
            if self.closed:
                return
            self.closed = True
            for _ in self._threads:
                self._tasks.put(None)
        _OPEN_POOLS.discard(self)

    def join(self, timeout_s: float | None = None) -> bool:
        """Waits for the threads of a closed pool; whether all have ended. Blocks: not for the event loop's thread."""
        for thread in self._threads:
            thread.join(timeout_s)
        return not any(thread.is_alive() for thread in self._threads)

    @property
    def num_started(self) -> int:
        """How many threads have been started so far."""
        return len(self._threads)

    def __repr__(self) -> str:
        return f"<ThreadPool {self.name} {self.num_started}/{self.num_threads} threads>"


def _work(tasks: SimpleQueue[Task | None]) -> None:
    while True:
        task = tasks.get()
        if task is None:
            return
        function, args = task
        function(*args)
        del task, function, args  # a waiting thread keeps nothing alive


_OPEN_POOLS: weakref.WeakSet[ThreadPool] = weakref.WeakSet()


@atexit.register
def _close_pools() -> None:
    for pool in list(_OPEN_POOLS):
        pool.close()


class CompletionQueue:
    """Calls that threads want made on an event loop: the first wakes the loop, which then makes all of them at once.

    Args:
        loop: The event loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)
        self._calls: deque[Task] = deque()
        self._lock = threading.Lock()  # guards _awake together with the decision to wake the loop
        self._awake = False

    @staticmethod
    def of(loop: asyncio.AbstractEventLoop) -> CompletionQueue:
        """The queue of `loop`; there is one per loop."""
        queue = _QUEUES.get(loop)
        if queue is None:
            queue = _QUEUES.setdefault(loop, CompletionQueue(loop))
        return queue

    def post(self, function: Callable[..., Any], *args: Any) -> None:
        """Has the loop call `function(*args)` soon; from any thread. Nothing happens if the loop is closed."""
        self._calls.append((function, args))
        with self._lock:
            if self._awake:
                return
            self._awake = True
        loop = self._loop()
        try:
            if loop is not None:
                loop.call_soon_threadsafe(self._drain)
        except RuntimeError:
            self._calls.clear()  # the loop was closed under a running step; nobody waits any more

    def _drain(self) -> None:
        with self._lock:
            self._awake = False
        for _ in range(len(self._calls)):
            function, args = self._calls.popleft()
            function(*args)


_QUEUES: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, CompletionQueue] = weakref.WeakKeyDictionary()
