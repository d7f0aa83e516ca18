"""LoopLag: the lateness of an event loop, and its causes."""
from __future__ import annotations

import asyncio

from aioflow.testing.lag_causes import Lag, Moment, Watcher

_HEARTBEAT_S = 0.002
_LONG_S = 0.01  # twice the interpreter's switch interval: what a single thread may cause in passing is shorter


class LoopLag:
    """A heartbeat that notes, while this is entered, by how much too late it wakes up.

        async with LoopLag(tells_causes=True) as lag:
            ...
        print(max(lag.lags_s), lag.long_lags)

    Args:
        heartbeat_s: Seconds between two looks. Whatever blocks the loop for less than that may go unseen.
        tells_causes: Whether to find out why the loop was late, with the help of a thread.
        long_s: Seconds from which on that is worth it.

    Attributes:
        lags_s: Seconds, one per heartbeat.
        long_lags: Those of at least `long_s`, with their causes; empty unless `tells_causes`.
    """

    def __init__(
        self, heartbeat_s: float = _HEARTBEAT_S, *, tells_causes: bool = False, long_s: float = _LONG_S
    ) -> None:
        self.lags_s: list[float] = []
        self.long_lags: list[Lag] = []
        self._heartbeat_s = heartbeat_s
        self._long_s = long_s
        self._watcher = Watcher() if tells_causes else None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LoopLag:
        if self._watcher is not None:
            self._watcher.start()
        self._task = asyncio.get_running_loop().create_task(self._beat())
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])
        if self._watcher is not None:
            self._watcher.end()

    def forget(self) -> None:
        """Drops what it has noted, such as at the end of a warm-up."""
        self.lags_s.clear()
        self.long_lags.clear()

    async def _beat(self) -> None:
        while True:
            before = Moment.read()
            await asyncio.sleep(self._heartbeat_s)
            after = Moment.read()
            lag_s = max(0.0, after.now_s - before.now_s - self._heartbeat_s)
            self.lags_s.append(lag_s)
            if self._watcher is not None and lag_s >= self._long_s:
                self.long_lags.append(Lag(lag_s, self._watcher.cause(before, after, lag_s)))
