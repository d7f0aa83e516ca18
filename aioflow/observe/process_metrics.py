"""ProcessMetrics: numbers of this process' sessions, pools and event loop, as Prometheus wants them.

Nothing is counted for them but what is counted anyway: they are read when somebody asks.
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from types import TracebackType
from typing import NamedTuple, Self

from aioflow.observe.live.loop_lag import LagMeter
from aioflow.observe.live.sessions import open_sessions
from aioflow.pools.histogram import Histogram, HistogramRecorder, merged
from aioflow.pools.open_pools import open_pools
from aioflow.pools.pool_statistics import PoolStatistics
from aioflow.session.direct_session import DirectSession
from aioflow.session.steps.run_log import RUN_LOG, RunNote

Sample = tuple[str, Mapping[str, str], float]
#: Upper ends of the buckets, in seconds: 10 us to 5 s. Pools count in 260, which nobody wants to store.
BOUNDS_S = tuple(1e-5 * 2**power for power in range(20))


class Family(NamedTuple):
    """A metric.

    Attributes:
        name: Its name.
        kind: "counter", "gauge" or "histogram".
        help_text: A sentence on it.
        rows: Name, labels and value of each number.
    """

    name: str
    kind: str
    help_text: str
    rows: list[Sample]

    def samples(self) -> Iterator[Sample]:
        """The rows."""
        return iter(self.rows)


class ProcessMetrics:
    """The metrics. From `start` to `stop` it measures the event loop as well, and, if it is to, each run.

    Args:
        with_runs: Whether to count how long runs take (`aioflow_run_seconds`), which costs each of them a microsecond.
    """

    def __init__(self, with_runs: bool = False) -> None:
        self._with_runs = with_runs
        self._lag = LagMeter()
        self._is_measuring = False
        #: By the name of the session. Runs end on the loop's thread, so that each recorder has one writer, mostly.
        self._runs: dict[str, HistogramRecorder] = {}

    def start(self) -> None:
        """Begins to measure the running event loop."""
        self._lag.start()
        self._is_measuring = True
        if self._with_runs:
            RUN_LOG.add(self, hears_of_begins=False)

    def stop(self) -> None:
        """Ends it."""
        self._lag.stop()
        self._is_measuring = False
        RUN_LOG.remove(self)

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def run_begins(self, note: RunNote) -> None:
        """See `RunListener.run_begins`; not told."""

    def run_ended(self, note: RunNote) -> None:
        """See `RunListener.run_ended`."""
        name = note.runner.label
        recorder = self._runs.get(name)
        if recorder is None:
            recorder = self._runs.setdefault(name, HistogramRecorder())
        recorder.add(note.ended_ns - note.asked_ns)

    @property
    def metrics(self) -> list[Family]:
        """All metrics, as they are now; from any thread."""
        pools = [pool.statistics() for pool in open_pools()]
        families = [*_of_sessions(open_sessions()), *_of_pools(pools)]
        if self._is_measuring:
            late = Family("aioflow_event_loop_lag_seconds", "gauge", "The longest of late.", [])
            late.rows.append((late.name, {}, self._lag.worst_s()))
            families.append(late)
        if self._with_runs:
            runs = Family("aioflow_run_seconds", "histogram", "Times from asking for a run to its end.", [])
            for name, recorder in list(self._runs.items()):
                runs.rows.extend(_histogram(runs.name, {"session": name}, merged([recorder])))
            families.append(runs)
        return families


def _of_sessions(sessions: Iterable[DirectSession]) -> list[Family]:
    runs = Family("aioflow_runs_total", "counter", "Runs by their end.", [])
    flying = Family("aioflow_runs_in_flight", "gauge", "Runs that have not come to rest.", [])
    abandoned = Family("aioflow_abandoned_kernels", "gauge", "Kernels that nobody waits for any more.", [])
    memory = Family("aioflow_device_bytes_in_use", "gauge", "What tensors take on devices that count it.", [])
    for session in sessions:
        found = session.statistics()
        label = {"session": found.name}
        for outcome in ("succeeded", "failed", "cancelled", "timed_out", "refused"):
            runs.rows.append((runs.name, {**label, "outcome": outcome}, getattr(found, outcome)))
        flying.rows.append((flying.name, label, found.running))
        abandoned.rows.append((abandoned.name, label, len(found.abandoned)))
        for device in session.devices:
            if device.ledger is not None:
                nbytes = device.ledger.stats().bytes_in_use
                memory.rows.append((memory.name, {**label, "device": device.name}, nbytes))
    return [runs, flying, abandoned, memory]


def _of_pools(pools: Iterable[PoolStatistics]) -> list[Family]:
    gauges: list[tuple[str, str, str, Callable[[PoolStatistics], float]]] = [
        ("aioflow_pool_threads", "gauge", "Threads that there are.", lambda pool: pool.num_threads),
        ("aioflow_pool_busy", "gauge", "Threads that run a task.", lambda pool: pool.busy),
        ("aioflow_pool_queued", "gauge", "Tasks that wait for a thread.", lambda pool: pool.queued),
        ("aioflow_pool_rejected_total", "counter", "Runs that were refused.", lambda pool: pool.rejected),
        ("aioflow_pool_tasks_total", "counter", "Tasks that have ended.", lambda pool: pool.completed),
    ]
    found = list(pools)
    families = [
        Family(name, kind, text, [(name, {"pool": pool.name}, read(pool)) for pool in found])
        for name, kind, text, read in gauges
    ]
    waits = Family("aioflow_pool_wait_seconds", "histogram", "Times that tasks waited for a thread.", [])
    tasks = Family("aioflow_pool_task_seconds", "histogram", "Times that tasks ran.", [])
    for pool in found:
        waits.rows.extend(_histogram(waits.name, {"pool": pool.name}, pool.queue_wait))
        tasks.rows.extend(_histogram(tasks.name, {"pool": pool.name}, pool.run_time))
    return [*families, waits, tasks]


def _histogram(name: str, labels: Mapping[str, str], histogram: Histogram) -> Iterator[Sample]:
    """The buckets, each with those before it, and the sum and count."""
    counts = [0] * (len(BOUNDS_S) + 1)
    for upper_s, count in histogram.buckets:
        counts[bisect_left(BOUNDS_S, upper_s)] += count
    ends = [*(f"{bound_s:.6g}" for bound_s in BOUNDS_S), "+Inf"]
    for end, total in zip(ends, accumulate(counts), strict=True):
        yield f"{name}_bucket", {**labels, "le": end}, total
    yield f"{name}_sum", labels, histogram.total_s
    yield f"{name}_count", labels, histogram.count
