"""Turns: one at a time, also where those who wait are on several event loops."""
from __future__ import annotations

import asyncio
import concurrent.futures
from types import TracebackType

from aioflow.framework.process_locks import process_lock


class Turns:
    """An asynchronous context that one task at a time is in."""

    def __init__(self) -> None:
        self._lock = process_lock()  # guards the field below, for a few operations
        #: Done when whoever is inside has left; None when nobody is.
        self._busy: concurrent.futures.Future[None] | None = None

    async def __aenter__(self) -> None:
        while True:
            with self._lock:
                busy = self._busy
                if busy is None:
                    self._busy = concurrent.futures.Future()
                    return
            # Shielded: who gives up waiting must not cancel what others wait for, too.
            await asyncio.shield(asyncio.wrap_future(busy))

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            busy, self._busy = self._busy, None
        if busy is not None:
            busy.set_result(None)
