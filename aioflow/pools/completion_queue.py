"""CompletionQueue: the one door from threads into an event loop."""
from __future__ import annotations

import asyncio
import threading
import weakref
from collections import deque
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

from aioflow.pools.hop_price import HOP

_Call = tuple[Callable[..., Any], tuple[Any, ...]]


class CompletionQueue:
    """Calls from threads to an event loop. The first one wakes the loop, which then makes all that there are.

    Args:
        loop: The event loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        # Weak, as `_QUEUES` would else hold its own key, and no loop would ever be freed.
        self._loop = weakref.ref(loop)
        # A deque and not `queue.Queue`: nobody ever waits for an element, and `append` and `popleft` are atomic under
        # the interpreter's lock, so that the loop takes calls out, and makes them, while threads put more in.
        self._calls: deque[_Call] = deque()
        # Guards `_awake` alone: looking at it and setting it are one step, so that of several threads one wakes the
        # loop. `asyncio` makes a handle and writes to a socket for each wake-up; when a hundred tasks of a step end
        # while the loop is busy, that is done once. Re-entrant, because a garbage collection inside may end a session
        # that nobody holds any more, which posts to this loop.
        self._lock = threading.RLock()
        #: True iff the loop was told to call `_drain` and has not begun to.
        self._awake = False
        #: When it was told; for the price of a hop.
        self._woken_ns = 0

    @staticmethod
    def for_loop(loop: asyncio.AbstractEventLoop) -> CompletionQueue:
        """The queue of `loop`; there is one per loop."""
        queue = _QUEUES.get(loop)
        if queue is None:
            # Two threads may come here at once; `setdefault` lets both have the queue of the first.
            queue = _QUEUES.setdefault(loop, CompletionQueue(loop))
        return queue

    def post(self, function: Callable[..., Any], *args: Any) -> bool:
        """Makes the loop call `function(*args)` soon; from any thread.

        Returns:
            False if the loop is closed and will not do it.
        """
        # The call is put in before the lock is taken. If then `_awake` is true, the loop has not begun to drain and
        # will count this call among those that it makes. In the other order it could drain between the two steps: the
        # call would lie here, and nobody would wake the loop for it.
        self._calls.append((function, args))
        with self._lock:
            if self._awake:
                return True
            self._awake = True
        # Outside, so that threads that post meanwhile do not wait for a system call.
        return self._wake()

    def _wake(self) -> bool:
        loop = self._loop()
        try:
            if loop is not None:
                self._woken_ns = perf_counter_ns()
                loop.call_soon_threadsafe(self._drain)
                return True
        except RuntimeError:
            pass
        self._awake = False
        self._calls.clear()  # the loop was closed under a running step; nobody waits there any more
        return False

    def _drain(self) -> None:
        if HOP.is_open:
            HOP.note_wakeup_delay(perf_counter_ns() - self._woken_ns)
        # Before the calls are counted: who posts from here on wakes the loop again, whether the call is still among
        # those that are counted or not. At worst the loop comes once and finds nothing.
        with self._lock:
            self._awake = False
        try:
            # Bounded by what is there now. Calls may post more, and threads do all the time; without the bound the loop
            # could stay in here for ever, and timers and sockets would have no turn.
            for _ in range(len(self._calls)):
                function, args = self._calls.popleft()
                function(*args)
        finally:
            # Left by an exception such as KeyboardInterrupt. The others' calls must not wait until somebody posts.
            if self._calls and not self._awake:
                self._awake = True
                self._wake()


# Weak keys: the queue goes with its loop. A program may make thousands of loops, one for each `asyncio.run`.
_QUEUES: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, CompletionQueue] = weakref.WeakKeyDictionary()


def resolve(future: asyncio.Future[None]) -> None:
    """Ends the wait for a future, on its loop; nothing happens if the wait has ended, as by a cancellation."""
    # Between the thread that posts this and the loop that calls it, whoever waited may have been cancelled.
    if not future.done():
        future.set_result(None)
