"""LoopLag: by how much too late an event loop calls."""
from __future__ import annotations

import asyncio
import time

_HEARTBEAT_S = 0.002


class LoopLag:
    """While it is entered, a heartbeat notes by how much too late it wakes up.

        async with LoopLag() as lag:
            ...
        print(max(lag.lags_s))

    Args:
        heartbeat_s: Seconds between two looks. What blocks the loop for less than that may go unseen.

    Attributes:
        lags_s: Seconds, one per heartbeat.
    """

    def __init__(self, heartbeat_s: float = _HEARTBEAT_S) -> None:
        self.lags_s: list[float] = []
        self._heartbeat_s = heartbeat_s
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LoopLag:
        self._task = asyncio.get_running_loop().create_task(self._beat())
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])

    def forget(self) -> None:
        """Drops what it has noted, such as at the end of a warm-up."""
        self.lags_s.clear()

    async def _beat(self) -> None:
        while True:
            due = time.perf_counter() + self._heartbeat_s
            await asyncio.sleep(self._heartbeat_s)
            self.lags_s.append(max(0.0, time.perf_counter() - due))
