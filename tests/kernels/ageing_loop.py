"""AgeingLoop: an event loop on which everything takes long, but no real time, so that what never ends times out."""
from __future__ import annotations

import asyncio
import selectors
from typing import Any

from aioflow.pools.open_pools import open_pools

TURN_S = 0.05
_POLL_S = 1e-3  # while threads work: how long one turn waits for them


class AgeingLoop(asyncio.SelectorEventLoop):
    """An event loop of which each turn takes `TURN_S` by its clock, also while something runs.

    As on a `JumpingLoop`, a wait for a timer is over at once if no thread of a pool works.
    """

    def __init__(self) -> None:
        self._now_s = 0.0
        super().__init__(_AgeingSelector(self))

    def time(self) -> float:
        """Seconds of virtual time since the loop was made."""
        return self._now_s

    def pass_time(self, seconds: float) -> None:
        """Moves the clock forward."""
        self._now_s += seconds


class _AgeingSelector(selectors.DefaultSelector):
    def __init__(self, loop: AgeingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        """What is ready now, or within a little while if a thread works."""
        self._loop.pass_time(TURN_S)
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        # A thread wakes the loop before it counts as idle, so one more look after that is enough.
        is_idle = all(pool.num_unfinished == 0 for pool in open_pools())
        ready = super().select(0 if is_idle and timeout is not None else _POLL_S)
        if is_idle and timeout is not None and not ready:
            self._loop.pass_time(timeout)
        return ready
