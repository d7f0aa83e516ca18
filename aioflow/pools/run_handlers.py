"""RunHandlerPool: one pool for the runs of many sessions that knows the priority of each run.

`RunOptions.experimental.use_run_handler_pool` asks for it. A run holds a handler, with a queue of its own, while it
lasts; there are at most 128 at once. `handler_order` has the rules by which threads serve them. They are TensorFlow's;
its further threads for the insides of kernels are not there, because here these have a pool of their own.
"""
from __future__ import annotations

import asyncio
import os
from bisect import insort

from aioflow import errors
from aioflow.pools.completion_queue import resolve
from aioflow.pools.handler_order import HandlerOrder, RunHandler
from aioflow.pools.open_pools import make_pool

MAX_HANDLERS = 128  # TensorFlow's default, and its variable
_MAX_HANDLERS_VARIABLE = "TF_RUN_HANDLER_MAX_CONCURRENT_HANDLERS"
"""Runs that the pool with priorities serves at once (`RunOptions.experimental.use_run_handler_pool`). Default: 128.
Read when that pool is made."""


class RunHandlerPool:
    """The pool, and the handlers that it lends to runs.

    Args:
        num_threads: How many threads it has.
        max_handlers: How many runs it serves at once; None for the environment's number, or 128.

    Attributes:
        pool: Its threads.
        max_handlers: How many runs it serves at once.
    """

    def __init__(self, num_threads: int, max_handlers: int | None = None) -> None:
        self._order = HandlerOrder(num_threads)
        self.pool = make_pool("run_handler_pool", num_threads, order=self._order)
        self.max_handlers = max_handlers or _max_handlers()
        # The pool's own, as threads read the order of handlers when they take tasks, under that lock. It also makes one
        # step of giving a handler back and lending it to the next run: between the two, one that comes could slip in
        # before those who wait.
        self._lock = self.pool.lock
        self._next_number = 0
        #: By falling priority, then first come, first served. Not empty only if all handlers are lent.
        self._waiting: list[_Waiting] = []

    async def acquire(self, priority: int, timeout_s: float | None) -> RunHandler:
        """Lends a handler, as soon as one is free.

        Args:
            priority: The run's; higher is served first.
            timeout_s: Seconds to wait at most, or None.

        Returns:
            The handler, until it is withdrawn.

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
        # A handler may be granted on another thread until the wait is off the list. Looking whether it was is therefore
        # one step with taking it off; else the handler would belong to nobody, and be missing for ever.
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
        # Outside, because it may have to withdraw the handler, and writes to another loop's socket.
        next_one.tell()


class _Waiting:
    """A run that waits for a handler."""

    def __init__(self, priority: int, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.priority = priority
        self.number = number
        #: None while it is on the list of those who wait, unless it gave up. Written under the pool's lock.
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
