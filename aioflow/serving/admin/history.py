"""History: the last minutes of a server, one point per second."""
from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from aioflow.observe.live.live_process import LiveProcess
from aioflow.observe.live.recent import difference, interpolated
from aioflow.observe.live.snapshot import Snapshot
from aioflow.serving.admin.traffic import Counts, Traffic
from aioflow.serving.server.model_server import ModelServer

EVERY_S = 1.0
_NUM_POINTS = 300  # five minutes
_NUM_RECENT = 10  # readings
_NUM_MODELS = 100  # of which the last minutes are kept; all of them are counted
ALL = ""  # in place of a model's name

#: Of a model: answers and failures per second, percentiles of latency in milliseconds (None where there was no answer),
#: rows of a batch (None where there was none), rows that wait.
MODEL_COLUMNS = ("answered", "failed", "p50_ms", "p95_ms", "p99_ms", "rows", "waiting")
#: Of the process: the latest timer and the longest collection in milliseconds, CPUs in use, megabytes, threads of pools
#: that worked, on average, how many there are, tasks that wait for one, requests in flight.
PROCESS_COLUMNS = ("lag_ms", "pause_ms", "cpus", "memory_mb", "busy", "threads", "queued", "in_flight")
_Row = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class _Point:
    number: int
    at_s: float
    models: dict[str, _Row]
    process: _Row


class History:
    """Reads a server and its process once a second, from `start` to `stop`.

    Args:
        server: The server.
        traffic: What its models did.
        live: Reads the process.
    """

    def __init__(self, server: ModelServer, traffic: Traffic, live: LiveProcess) -> None:
        self._server, self._traffic, self._live = server, traffic, live
        self._points: deque[_Point] = deque(maxlen=_NUM_POINTS)
        self._number = 0
        self._timer: asyncio.TimerHandle | None = None
        # The last readings, of which the oldest is what "recent" is counted from.
        self._readings: deque[tuple[float, dict[str, Counts]]] = deque(maxlen=_NUM_RECENT + 1)
        self._process_before: tuple[float, float, Any] | None = None
        self._snapshot: Snapshot | None = None

    def start(self) -> None:
        """Begins, if it has not begun, on the running event loop."""
        if self._timer is None:
            self.take()
            self._set()

    def stop(self) -> None:
        """Ends."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def since(self, number: int, model: str) -> dict[str, Any]:
        """The points behind one, as columns.

        Args:
            number: The number of the last point that is known; 0 for none.
            model: The model whose numbers are wanted; "" for all models together.

        Returns:
            "last", the number of the last point; "at_s", when they were; and a list for each name of `MODEL_COLUMNS`
            and `PROCESS_COLUMNS`.
        """
        if number > self._number:  # of a server that was here before this one
            number = 0
        points = [point for point in self._points if point.number > number]
        empty: _Row = (None,) * len(MODEL_COLUMNS)
        columns: dict[str, Any] = {"last": self._number, "at_s": [round(point.at_s, 3) for point in points]}
        for i, name in enumerate(MODEL_COLUMNS):
            columns[name] = [point.models.get(model, empty)[i] for point in points]
        for i, name in enumerate(PROCESS_COLUMNS):
            columns[name] = [point.process[i] for point in points]
        return columns

    def recent(self, model: str) -> tuple[Counts, float]:
        """What came in the last ten seconds, and how many seconds these are, or fewer."""
        now_s, now = self._readings[-1]
        then_s, then = self._readings[0]
        nothing = Counts()
        return now.get(model, nothing).since(then.get(model, nothing)), max(1e-3, now_s - then_s)

    def _set(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._tick)

    def _tick(self) -> None:
        self._set()
        self.take()

    def take(self) -> None:
        """Takes a point now."""
        self._traffic.know(self._server.model_names)
        counts = {ALL: self._traffic.total(), **self._traffic.counts()}
        snapshot = self._live.read()
        pauses, cpu_s, now_s = self._live.pauses(), time.process_time(), time.monotonic()
        if self._process_before is not None:
            before_s, before_cpu_s, before_pauses = self._process_before
            passed_s = max(1e-3, now_s - before_s)
            waiting, before = self.waiting(), self._readings[-1][1]
            self._number += 1
            models = {
                name: _row(of_model.since(before.get(name, Counts())), passed_s, waiting.get(name, 0.0))
                for name, of_model in list(counts.items())[:_NUM_MODELS]
            }
            process = (
                _rounded(self._live.lag.worst_in_s(passed_s) * 1e3),
                _rounded(difference(pauses, before_pauses).max_s * 1e3),
                _rounded((cpu_s - before_cpu_s) / passed_s),
                None if snapshot.memory_nbytes is None else _rounded(snapshot.memory_nbytes / 1e6),
                _rounded(_busy(self._snapshot, snapshot)),
                float(sum(pool.size for pool in snapshot.pools)),
                float(sum(pool.queued for pool in snapshot.pools)),
                float(self._server.num_in_flight),
            )
            self._points.append(_Point(self._number, time.time(), models, process))
        self._readings.append((now_s, counts))
        self._process_before, self._snapshot = (now_s, cpu_s, pauses), snapshot

    def waiting(self) -> dict[str, float]:
        """Rows that wait for a batch now, by model."""
        waiting: dict[str, float] = {}
        for (name, _), rows in self._server.rows_waiting().items():
            waiting[name] = waiting.get(name, 0.0) + rows
            waiting[ALL] = waiting.get(ALL, 0.0) + rows
        return waiting


def percentiles_ms(counts: Counts) -> dict[str, float | None]:
    """The 50th, 95th and 99th percentile of latency; None where nothing was answered."""
    latency = counts.latency
    return {
        f"p{share:.0f}_ms": _rounded(interpolated(latency, share / 100) * 1e3) if latency.count else None
        for share in (50, 95, 99)
    }


def _row(counts: Counts, passed_s: float, waiting: float) -> _Row:
    return (
        _rounded(counts.answered / passed_s),
        _rounded(counts.failed / passed_s),
        *percentiles_ms(counts).values(),
        _rounded(counts.rows / counts.batches) if counts.batches else None,
        waiting,
    )


def _busy(before: Snapshot | None, now: Snapshot) -> float:
    """How many threads of all pools worked between two snapshots, on average; at least those that do now."""
    at_work = float(sum(pool.busy for pool in now.pools))
    if before is None or now.at_s <= before.at_s:
        return at_work
    earlier = {pool.name: pool.ran_total_s for pool in before.pools}
    ran_s = sum(max(0.0, pool.ran_total_s - earlier.get(pool.name, pool.ran_total_s)) for pool in now.pools)
    # A task that takes long counts when it ends: until then it is seen at work.
    return min(float(sum(pool.size for pool in now.pools)), max(at_work, ran_s / (now.at_s - before.at_s)))


def _rounded(value: float) -> float:
    """A number with four digits, which is what a chart shows, and keeps answers small."""
    return float(f"{value:.4g}")
