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
    """Calls that threads want made on an event loop: the first wakes the loop, which then makes all of them at once.

    Args:
        loop: The event loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = weakref.ref(loop)
        self._calls: deque[_Call] = deque()
        self._lock = threading.RLock()  # guards _awake together with the decision to wake the loop
        self._awake = False
        self._woken_ns = 0

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
            HOP.note_back(perf_counter_ns() - self._woken_ns)
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
