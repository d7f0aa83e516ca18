"""ThreadCalls: work that would hold up an event loop, done on a thread once for all who wait for it."""
from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import TaskSink
from aioflow.pools.completion_queue import CompletionQueue, resolve

StartRun = Callable[[], TaskSink]


class _Call:
    """A call that waits for a thread, or runs."""

    def __init__(self, start_run: StartRun, function: Callable[[], Any]) -> None:
        #: Guarded by the lock of `ThreadCalls`. Who lowers it to 0 gives the call up.
        self.num_waiters = 0
        #: The thread's side: a future of asyncio belongs to one loop, and those who wait may be on several.
        self.future: Future[Any] = Future()
        self._run = start_run()
        self._run.submit(contextvars.copy_context().run, self._work, function)

    def _work(self, function: Callable[[], Any]) -> Callable[[], None] | None:
        """Calls the function; returns what tells the result, to be called when the thread's slot is free again."""
        # From here on it cannot be cancelled; if it was, nobody waits, and there is nothing to do.
        if not self.future.set_running_or_notify_cancel():
            return None
        try:
            return partial(self.future.set_result, function())
        except BaseException as error:
            return partial(self.future.set_exception, error)

    def give_up(self) -> None:
        """Gives the call's place back if it has not begun."""
        if self.future.cancel():
            self._run.withdraw()


class ThreadCalls:
    """Calls in flight, by key."""

    def __init__(self) -> None:
        # Event loops of several threads meet here. Finding a call and waiting for it are one step, as are leaving it
        # and giving it up: of two that come or go at once none may be forgotten, and none get what was given up. It is
        # re-entrant, as a garbage collection may drop a coroutine that waits, which leaves its call.
        self._lock = threading.RLock()
        #: Taken from without the lock, when a call has ended.
        self._in_flight: dict[Hashable, _Call] = {}

    async def once(
        self, start_run: StartRun, key: Hashable, function: Callable[[], Any], timeout_s: float | None = None
    ) -> Any:
        """Calls a function on a thread, or waits for the call with the same key that is in flight.

        One that nobody waits for any more is dropped unless it has begun.

        Args:
            start_run: Gives a place on a pool, or refuses.
            key: What the call is about.
            function: What to call.
            timeout_s: Seconds to wait at most, or None.

        Returns:
            What the function returns.

        Raises:
            DeadlineExceededError: It took longer.
            CancelledError: `give_up` was called, or the pool is closed.
            Exception: What the function raises; each who waits gets one of his own.
        """
        with self._lock:
            call = self._in_flight.get(key)
            if call is None:
                call = self._in_flight[key] = _Call(start_run, function)
                call.future.add_done_callback(lambda _: self._in_flight.pop(key, None))
            call.num_waiters += 1
        loop = asyncio.get_running_loop()
        # Each waits for a future of its own, not for a wrapped one: cancelling that would cancel the call for all.
        ended = loop.create_future()
        call.future.add_done_callback(lambda _: CompletionQueue.for_loop(loop).post(resolve, ended))
        try:
            async with asyncio.timeout(timeout_s):
                await ended
        except TimeoutError:
            raise errors.deadline_exceeded("Timed out waiting for the graph to be compiled") from None
        finally:
            with self._lock:
                call.num_waiters -= 1
                if not call.num_waiters:
                    call.give_up()
        if call.future.cancelled():
            raise errors.cancelled("Run call was cancelled")
        error = call.future.exception()
        if error is not None:
            raise errors.again(error)
        return call.future.result()

    def give_up(self) -> None:
        """Drops all calls that have not begun."""
        for call in list(self._in_flight.values()):
            call.give_up()
