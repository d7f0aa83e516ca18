"""Interruptions: what holds up an event loop: callbacks that take long, and garbage collections."""
from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping
from threading import get_ident
from time import perf_counter_ns
from typing import Any

from aioflow.observe.recording.records import LagRecord, PauseRecord
from aioflow.observe.recording.ring import Ring

#: How often the loop is asked. A stall that is shorter is seen only if it falls on such a moment; a timer takes 5 µs,
#: and less than 0.1 % of a core with this.
EVERY_S = 0.01
_LEAST_NS = 1_000_000  # less is the resolution of loops' timers, and says nothing


class Interruptions:
    """Takes them down, from `start` to `stop`.

    Args:
        size: How many of each it keeps.

    Attributes:
        lags: How late timers of the loop came.
        pauses: Garbage collections.
        worst_lag_ns: The longest that a timer was late.
        num_timers: How many timers there were, also those that were not late.
    """

    def __init__(self, size: int) -> None:
        self.lags: Ring[LagRecord] = Ring(size)
        self.pauses: Ring[PauseRecord] = Ring(size)
        self.worst_lag_ns = self.num_timers = 0
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._due_ns = self._collecting_since_ns = 0

    def start(self) -> None:
        """Begins: with collections, and with the running event loop, if one runs."""
        gc.callbacks.append(self._collected)
        self._loop = asyncio._get_running_loop()
        if self._loop is not None:
            self._set(self._loop)

    def stop(self) -> None:
        """Ends. What holds up the loop at this moment is taken down, too."""
        if self._collected in gc.callbacks:
            gc.callbacks.remove(self._collected)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._note()

    def _set(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_ns = perf_counter_ns() + int(EVERY_S * 1e9)
        self._timer = loop.call_later(EVERY_S, self._came)

    def _came(self) -> None:
        self._note()
        if self._loop is not None:
            self._set(self._loop)

    def _note(self) -> None:
        came_ns = perf_counter_ns()
        late_ns = came_ns - self._due_ns
        self.num_timers += 1
        if late_ns >= _LEAST_NS:
            self.worst_lag_ns = max(self.worst_lag_ns, late_ns)
            self.lags.add(LagRecord(self._due_ns, came_ns, get_ident()))

    def _collected(self, phase: str, info: Mapping[str, Any]) -> None:
        if phase == "start":
            self._collecting_since_ns = perf_counter_ns()
        elif self._collecting_since_ns:  # else it began before this was told of any
            self.pauses.add(
                PauseRecord(
                    info["generation"], self._collecting_since_ns, perf_counter_ns(), get_ident(), info["collected"]
                )
            )
            self._collecting_since_ns = 0
