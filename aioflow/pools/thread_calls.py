"""ThreadCalls: work that would hold up an event loop, done on a thread once for all who wait for it."""
from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import TaskSink
from aioflow.framework.wanted import UnwantedError, Work
from aioflow.pools.completion_queue import CompletionQueue, resolve

StartRun = Callable[[], TaskSink]

#: Seconds of a thread's time for which a call goes on that nobody waits for any more. Where that is too little, the
#: next call for the same goes on for as long as this, and twice as long as the last one was at work besides: a caller
#: whose deadlines are short and who tries again will find it done some day.
PATIENCE_S = 1.0


class _Call:
    """A call that waits for a thread, or runs.

    Attributes:
        future: The thread's side: a future of asyncio belongs to one loop, and those who wait may be on several.
        work: The call while it runs.
        is_given_up: Whether all calls were given up.
    """

    def __init__(self, function: Callable[[], Any], patience_s: float) -> None:
        self.future: Future[Any] = Future()
        self.work = Work(patience_s)
        self.is_given_up = False
        self._function = function
        #: Guarded by the lock of `ThreadCalls`. Who lowers it to 0 lets the call end.
        self._num_waiters = 0
        #: Pool -> a place there, of the first who came from that pool. Added to under the same lock, until the call
        #: begins; one that is added at that very moment finds nothing to do.
        self._runs: dict[object, TaskSink] = {}
        # Taken once, by the thread that makes the call: of several pools the first that has time for it.
        self._turn = threading.Lock()

    def offer(self, start_run: StartRun, pool: object) -> None:
        """Takes a place on a pool that has none for this call yet, unless the call has begun."""
        if pool not in self._runs and not self._turn.locked():
            run = start_run()
            run.submit(contextvars.copy_context().run, self._work, run)  # first: where it raises, nothing has changed
            self._runs[pool] = run

    def _work(self, run: TaskSink) -> Callable[[], None] | None:
        """Makes the call; returns what tells the result, to be called when the thread's slot is free again."""
        # From here on it cannot be cancelled; if it was, nobody waits, and there is nothing to do.
        if not self._turn.acquire(blocking=False) or not self.future.set_running_or_notify_cancel():
            return None
        self._withdraw(but=run)
        try:
            with self.work:
                result = self._function()
            return partial(self.future.set_result, result)
        except BaseException as error:
            return partial(self.future.set_exception, error)

    def come(self) -> None:
        """Notes one more who waits for it."""
        self._num_waiters += 1
        self.work.want(True)

    def leave(self) -> None:
        """Notes that somebody waits no more; if it was the last one, gives the call's place back, or lets it end."""
        self._num_waiters -= 1
        if not self._num_waiters:
            self.work.want(False)
            self.drop()

    def drop(self) -> None:
        """Gives the call's places back if it has not begun."""
        if self.future.cancel():
            self._withdraw()

    def _withdraw(self, but: TaskSink | None = None) -> None:
        for run in list(self._runs.values()):
            if run is not but:
                run.withdraw()


class ThreadCalls:
    """Calls in flight, by key."""

    def __init__(self) -> None:
        # Event loops of several threads meet here. Finding a call and waiting for it are one step, as are leaving it
        # and giving it up: of two that come or go at once none may be forgotten, and none get what was given up. It is
        # re-entrant, as a garbage collection may drop a coroutine that waits, which leaves its call.
        self._lock = threading.RLock()
        #: Taken from without the lock, when a call has ended.
        self._in_flight: dict[Hashable, _Call] = {}
        #: How long the last call for a key was at work that was ended because nobody waited.
        self._spent_s: dict[Hashable, float] = {}

    async def once(
        self,
        start_run: StartRun,
        key: Hashable,
        function: Callable[[], Any],
        timeout_s: float | None = None,
        pool: object = None,
    ) -> Any:
        """Calls a function on a thread, or waits for the call with the same key that is in flight.

        One that has not begun waits on the pools of all who wait for it: the first that has time for it makes the call.
        One that nobody waits for any more is dropped, or, if it has begun, ends before long (see `PATIENCE_S`), where
        the function asks (`check_wanted`).

        Args:
            start_run: Gives a place on a pool, or refuses.
            key: What the call is about.
            function: What to call.
            timeout_s: Seconds to wait at most, or None.
            pool: The pool where `start_run` gives a place.

        Returns:
            What the function returns.

        Raises:
            DeadlineExceededError: It took longer.
            CancelledError: `give_up` was called, or the pool is closed.
            Exception: What the function raises; each who waits gets one of his own.
        """
        try:
            async with asyncio.timeout(timeout_s) as limit:
                while True:
                    call = await self._one_call(start_run, key, function, pool)
                    if call.future.cancelled():
                        raise errors.cancelled("Run call was cancelled")
                    error = call.future.exception()
                    if error is None:
                        return call.future.result()
                    if not isinstance(error, UnwantedError):
                        raise errors.again(error)
                    # It was about to end when we came, too late to keep it: once more, unless all calls are given up.
                    if call.is_given_up:
                        raise errors.cancelled("Run call was cancelled")
        except TimeoutError:
            if not limit.expired():  # but raised by the function
                raise
            raise _late() from None

    def here(self, key: Hashable, function: Callable[[], Any], timeout_s: float | None = None) -> Any:
        """Calls a function on this thread, which holds up an event loop that it may have.

        Args:
            key: What the call is about.
            function: What to call.
            timeout_s: Seconds after which it ends before long, as a call does that nobody waits for; or None.

        Returns:
            What the function returns.

        Raises:
            DeadlineExceededError: It took longer.
            Exception: What the function raises.
        """
        work = Work(self._patience_s(key), None if timeout_s is None else monotonic() + timeout_s)
        try:
            with work:
                result = function()
        except UnwantedError:
            self._spent_s[key] = work.spent_s
            raise _late() from None
        self._spent_s.pop(key, None)
        return result

    async def _one_call(
        self, start_run: StartRun, key: Hashable, function: Callable[[], Any], pool: object
    ) -> _Call:
        """Waits for the call that is in flight, or for a new one; returns it when it has ended."""
        with self._lock:
            call = self._call(start_run, key, function, pool)
            call.come()
        try:
            await _end(call)
        finally:
            with self._lock:
                call.leave()
        return call

    def _call(self, start_run: StartRun, key: Hashable, function: Callable[[], Any], pool: object) -> _Call:
        call = self._in_flight.get(key)
        if call is not None:
            with suppress(errors.ResourceExhaustedError):  # the pool is full; it has a place elsewhere
                call.offer(start_run, pool)
            return call
        call = _Call(function, self._patience_s(key))
        call.offer(start_run, pool)
        self._in_flight[key] = call
        call.future.add_done_callback(lambda _: self._ended(key, call))
        return call

    def _patience_s(self, key: Hashable) -> float:
        return PATIENCE_S + 2 * self._spent_s.get(key, 0.0)

    def _ended(self, key: Hashable, call: _Call) -> None:
        """Forgets a call, on the thread that made it, or on the loop that dropped it."""
        self._in_flight.pop(key, None)
        if not call.future.cancelled():
            if isinstance(call.future.exception(), UnwantedError):
                self._spent_s[key] = call.work.spent_s
            else:
                self._spent_s.pop(key, None)

    def give_up(self) -> None:
        """Drops all calls; those that have begun end where they next ask whether they are wanted."""
        for call in list(self._in_flight.values()):
            call.is_given_up = True
            call.work.stop()
            call.drop()


def _late() -> errors.OpError:
    return errors.deadline_exceeded("Timed out waiting for the graph to be compiled")


async def _end(call: _Call) -> None:
    """Waits until a call has ended."""
    loop = asyncio.get_running_loop()
    # Each waits for a future of its own, not for a wrapped one: cancelling that would cancel the call for all.
    ended = loop.create_future()
    call.future.add_done_callback(lambda _: CompletionQueue.for_loop(loop).post(resolve, ended))
    await ended
