"""Snapshot: a process at one moment, as plain data."""
from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from aioflow.observe.live.loop_lag import Lag


@dataclass(frozen=True, slots=True)
class Durations:
    """Durations that were counted, in seconds.

    Attributes:
        count: How many.
        p50_s: Half of them took no longer; 0 where there are none.
        p99_s: 99 of 100 took no longer.
        max_s: The longest.
    """

    count: int = 0
    p50_s: float = 0.0
    p99_s: float = 0.0
    max_s: float = 0.0


@dataclass(frozen=True, slots=True)
class PoolView:
    """A pool of threads.

    Attributes:
        name: Its name.
        owners: How many sessions use it.
        size: How many threads it is to have.
        busy: Threads that run a task.
        busy_recently: The same on average of the last ten seconds; None where nobody looked before.
        queued: Tasks that wait for a thread.
        waiting_runs: Runs that wait for their first thread, of a bounded pool.
        max_queue: How many runs may wait; None where any number may.
        completed: Tasks that have ended.
        ran_total_s: Seconds that they ran, all together.
        rejected: Runs that were refused.
        waited: How long tasks waited, in the last ten seconds.
        ran: How long tasks ran, in the last ten seconds.
    """

    name: str
    owners: int
    size: int
    busy: int
    busy_recently: float | None
    queued: int
    waiting_runs: int
    max_queue: int | None
    completed: int
    ran_total_s: float
    rejected: int
    waited: Durations
    ran: Durations


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session: its name, how many runs it has in flight, and how others have ended."""

    name: str
    running: int
    succeeded: int
    failed: int
    cancelled: int
    timed_out: int
    refused: int


@dataclass(frozen=True, slots=True)
class RunView:
    """A run in flight.

    Attributes:
        session: The session's name.
        signature: What is fetched.
        age_s: Seconds since it began.
        is_stopping: Whether it was told to stop.
        nodes: A few of the nodes that wait, or run on threads of their own.
    """

    session: str
    signature: str
    age_s: float
    is_stopping: bool
    nodes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A signature that has run.

    Attributes:
        session: The session's name.
        signature: What is fetched.
        cost_s: Seconds of work that a step takes, a decayed average.
        num_steps: How many there have been.
        num_partitions: Parts of it on devices of their own, which run beside each other.
    """

    session: str
    signature: str
    cost_s: float
    num_steps: int
    num_partitions: int


@dataclass(frozen=True, slots=True)
class AbandonedView:
    """A kernel that still runs on a thread though its run was stopped `age_s` ago."""

    session: str
    node: str
    op: str
    age_s: float


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A process at one moment.

    Attributes:
        at_s: When, in seconds since 1970.
        pid: The process.
        title: What it is.
        up_s: Seconds since it was first looked at.
        cpu_s: CPU time of all its threads so far, in seconds.
        memory_nbytes: Memory that it occupies; None where the system does not tell.
        num_threads: Its threads that Python knows.
        lag: How late its event loop was.
        pauses: Its garbage collections, in the last ten seconds.
        pools: Its pools, the oldest first.
        sessions: Its open sessions, the oldest first.
        runs: The runs in flight that have taken longest.
        num_runs: How many there are in all.
        signatures: Those that cost most per step.
        abandoned: Kernels that nobody waits for any more.
    """

    at_s: float
    pid: int
    title: str
    up_s: float
    cpu_s: float
    memory_nbytes: int | None
    num_threads: int
    lag: Lag
    pauses: Durations
    pools: tuple[PoolView, ...]
    sessions: tuple[SessionView, ...]
    runs: tuple[RunView, ...]
    num_runs: int
    signatures: tuple[SignatureView, ...]
    abandoned: tuple[AbandonedView, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same as dictionaries, lists, texts and numbers."""
        return asdict(self)
