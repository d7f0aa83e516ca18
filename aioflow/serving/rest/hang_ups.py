"""HangUps: ends the work for clients that have hung up."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from aioflow.serving.rest.requests import DisconnectedError, HttpRequest


class HangUps:
    """Looks after the clients of requests that take long.

    A server reads no more of a client whose request is handled, so that somebody has to ask. Asking takes a task for
    each request, some 30 us; so work that is done soon is not asked about, and one timer finds the others.

    Args:
        patience_s: How long a request runs at least before somebody asks; at most it is twice as long.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        # By request the task that handles it: those that have come since the timer was set, and those before them.
        self._young: dict[HttpRequest, asyncio.Task[Any]] = {}
        self._old: dict[HttpRequest, asyncio.Task[Any]] = {}
        self._watches: dict[HttpRequest, _Watch] = {}
        self._timer: asyncio.TimerHandle | None = None

    async def ended_by(self, request: HttpRequest, work: Awaitable[Any]) -> Any:
        """Awaits work, and ends it when the client of a request hangs up.

        Raises:
            DisconnectedError: The client hung up.
        """
        task = asyncio.current_task()
        assert task is not None
        self._young[request] = task
        if self._timer is None:
            self._set()
        try:
            return await work
        except asyncio.CancelledError:
            watch = self._watches.get(request)
            if watch is not None and watch.has_fired and task.uncancel() == watch.num_cancelled:
                raise DisconnectedError from None
            raise
        finally:
            if self._young.pop(request, None) is None and self._old.pop(request, None) is None:
                self._watches.pop(request).stop()

    def _set(self) -> None:
        loop = asyncio.get_running_loop()
        if self._patience_s > 0:
            self._timer = loop.call_later(self._patience_s, self._look)
        else:
            self._timer = loop.call_soon(self._look)  # type: ignore[assignment]  # a handle without a time

    def _look(self) -> None:
        self._timer = None
        slow = self._old if self._patience_s > 0 else self._young
        self._old, self._young = self._young if self._patience_s > 0 else {}, {}
        for request, task in slow.items():
            self._watches[request] = _Watch(request, task)
        if self._old:
            self._set()


class _Watch:
    """Cancels the task of a request whose client hangs up."""

    def __init__(self, request: HttpRequest, task: asyncio.Task[Any]) -> None:
        self.num_cancelled = task.cancelling()
        self.has_fired = False
        self._waiting = asyncio.get_running_loop().create_task(self._wait(request, task))

    def stop(self) -> None:
        self._waiting.cancel()

    async def _wait(self, request: HttpRequest, task: asyncio.Task[Any]) -> None:
        await request.disconnected()
        self.has_fired = True
        task.cancel()
