"""LagMeter: how late the event loop is."""
from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from time import monotonic

from aioflow.pools.histogram import nearest_rank

_EVERY_S = 0.05
#: Scrapes come every 15 s or so, and none is to miss a stall.
_KEPT_S = 30.0


@dataclass(frozen=True, slots=True)
class Lag:
    """How late the event loop was in the last 30 seconds.

    Attributes:
        p50_s: Seconds by which half of the timers were late, at most.
        p99_s: The same for 99 of 100.
        worst_s: The longest, in seconds.
        now_s: Seconds for which the loop has been late by now, and has not come back.
    """

    p50_s: float = 0.0
    p99_s: float = 0.0
    worst_s: float = 0.0
    now_s: float = 0.0


class LagMeter:
    """Sets a timer again and again, and looks how late it comes.

    It runs from `start` to `stop`, on the loop that `start` is called on; other threads may read it.
    """

    def __init__(self) -> None:
        # 600 numbers. Appending and copying are one operation each, so that no lock is needed.
        self._late: deque[float] = deque([0.0], maxlen=int(_KEPT_S / _EVERY_S))
        self._timer: asyncio.TimerHandle | None = None
        self._seen_s = 0.0  # of `monotonic`: a stuck loop's own clock may stand still, as uvloop's does

    def start(self) -> None:
        """Begins, if it has not begun."""
        if self._timer is None:
            self._set()

    def stop(self) -> None:
        """Ends."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def worst_s(self) -> float:
        """The longest that the timer was late in the last 30 seconds."""
        return max(self._late)

    def worst_in_s(self, seconds: float) -> float:
        """The longest that the timer was late in so many seconds before now, as far back as is kept."""
        worst_s = passed_s = 0.0
        for late_s in reversed(list(self._late)):
            if passed_s >= seconds:
                break
            worst_s = max(worst_s, late_s)
            passed_s += _EVERY_S + late_s
        return worst_s

    def lag(self) -> Lag:
        """How late the timer was in the last 30 seconds."""
        late = sorted(self._late)
        now_s = 0.0 if self._timer is None else max(0.0, monotonic() - self._seen_s - _EVERY_S)
        return Lag(nearest_rank(late, 0.5), nearest_rank(late, 0.99), late[-1], now_s if now_s > _EVERY_S else 0.0)

    def _set(self) -> None:
        loop = asyncio.get_running_loop()
        self._seen_s = monotonic()
        self._timer = loop.call_later(_EVERY_S, self._measure, loop.time() + _EVERY_S)

    def _measure(self, due_s: float) -> None:
        self._late.append(max(0.0, asyncio.get_running_loop().time() - due_s))
        self._set()
