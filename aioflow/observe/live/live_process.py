"""LiveProcess: what reads this process, and what it has to remember between two readings."""
from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from aioflow.observe.live.collector_pauses import CollectorPauses
from aioflow.observe.live.loop_lag import LagMeter
from aioflow.observe.live.recent import Recent, interpolated
from aioflow.observe.live.sessions import open_sessions, run_views, session_views, signature_views
from aioflow.observe.live.snapshot import Durations, PoolView, Snapshot
from aioflow.pools.histogram import Histogram
from aioflow.pools.open_pools import open_pools
from aioflow.pools.pool_statistics import PoolStatistics

#: How old a reading may be, and how far back durations are recent.
_FRESH_S, RECENT_S = 0.5, 10.0
MAX_POOLS = 100
_STATM = Path("/proc/self/statm")


class LiveProcess:
    """Reads this process.

    It costs a timer and a callback of the garbage collector between `start` and `stop`, and nothing else until it is
    read. A reading takes some 50 µs, and 50 more for each pool, whose histograms are added up.

    Args:
        title: What the process is.
        names: Gives better names of sessions than they have, by these.

    Attributes:
        lag: Measures the event loop that `start` is called on.
    """

    def __init__(self, title: str = "", names: Callable[[], Mapping[str, str]] = dict) -> None:
        self.title = title or Path(sys.argv[0] or "python").name
        self._names = names
        self.lag = LagMeter()
        self._pauses = CollectorPauses()
        self._began_s = time.monotonic()
        self._recent: dict[tuple[str, str], Recent] = {}
        # Readings come from threads and from the event loop, and each of them moves what counts as recent.
        self._lock = threading.Lock()
        self._last: Snapshot | None = None
        self._read_at_s = 0.0

    def start(self) -> None:
        """Begins, on the running event loop."""
        self.lag.start()
        self._pauses.start()

    def stop(self) -> None:
        """Ends."""
        self.lag.stop()
        self._pauses.stop()

    def pauses(self) -> Histogram:
        """The garbage collections since `start`."""
        return self._pauses.pauses()

    def read(self) -> Snapshot:
        """A snapshot that is not older than half a second; from any thread.

        However many look, and however often, the process is read twice a second.
        """
        with self._lock:
            last = self._last
            if last is None or time.monotonic() - self._read_at_s >= _FRESH_S:
                self._read_at_s = time.monotonic()
                last = self._last = self._read()
            return last

    def _read(self) -> Snapshot:
        sessions = open_sessions()
        names = self._names()
        runs, num_runs = run_views(sessions, names)
        views, abandoned = session_views(sessions, names)
        statistics = [pool.statistics() for pool in open_pools()[-MAX_POOLS:]]
        # Those of pools that are gone are dropped, or they would pile up.
        pools = {pool.name for pool in statistics}
        self._recent = {key: recent for key, recent in self._recent.items() if not key[0] or key[0] in pools}
        return Snapshot(
            at_s=time.time(),
            pid=os.getpid(),
            title=self.title,
            up_s=time.monotonic() - self._began_s,
            cpu_s=time.process_time(),
            memory_nbytes=_memory_nbytes(),
            num_threads=threading.active_count(),
            lag=self.lag.lag(),
            pauses=durations_of(self._since("", "pauses", self._pauses.pauses())[0]),
            pools=tuple(self._pool_view(pool) for pool in statistics),
            sessions=tuple(views),
            runs=tuple(runs),
            num_runs=num_runs,
            signatures=tuple(signature_views(sessions, names)),
            abandoned=tuple(abandoned),
        )

    def _pool_view(self, pool: PoolStatistics) -> PoolView:
        waited, _ = self._since(pool.name, "waited", pool.queue_wait)
        ran, seconds = self._since(pool.name, "ran", pool.run_time)
        busy_recently = min(float(pool.size), ran.total_s / seconds) if seconds else None
        return PoolView(
            pool.name, len(pool.owners), pool.size, pool.busy, busy_recently, pool.queued, pool.waiting_runs,
            pool.max_queue, pool.completed, pool.run_time.total_s, pool.rejected, durations_of(waited),
            durations_of(ran),
        )  # fmt: skip

    def _since(self, name: str, what: str, histogram: Histogram) -> tuple[Histogram, float]:
        """What was counted recently, and in how many seconds."""
        recent = self._recent.setdefault((name, what), Recent(RECENT_S))
        return recent.note(self._read_at_s, histogram), recent.seconds


def durations_of(histogram: Histogram) -> Durations:
    """The durations of a histogram."""
    return Durations(histogram.count, interpolated(histogram, 0.5), interpolated(histogram, 0.99), histogram.max_s)


def _memory_nbytes() -> int | None:
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
