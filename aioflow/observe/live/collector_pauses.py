"""CollectorPauses: how long garbage collections hold the interpreter."""
from __future__ import annotations

import gc
from collections.abc import Mapping
from time import perf_counter_ns
from typing import Any

from aioflow.pools.histogram import Histogram, HistogramRecorder, merged


class CollectorPauses:
    """Takes down how long each garbage collection takes, from `start` to `stop`."""

    def __init__(self) -> None:
        # Only one collection runs at a time, whichever thread it has come over: one writer, as the recorder wants.
        self._recorder = HistogramRecorder()
        self._began_ns = 0

    def start(self) -> None:
        """Begins, if it has not begun."""
        if self._note not in gc.callbacks:
            gc.callbacks.append(self._note)

    def stop(self) -> None:
        """Ends."""
        if self._note in gc.callbacks:
            gc.callbacks.remove(self._note)

    def pauses(self) -> Histogram:
        """The durations so far."""
        return merged([self._recorder])

    def _note(self, phase: str, info: Mapping[str, Any]) -> None:
        if phase == "start":
            self._began_ns = perf_counter_ns()
        elif self._began_ns:  # else it began before this was told of collections
            self._recorder.add(perf_counter_ns() - self._began_ns)
            self._began_ns = 0
