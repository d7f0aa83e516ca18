"""LoadReport: the callers' experience of a load."""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aioflow.pools.histogram import nearest_rank

NUM_EXAMPLES = 5  # messages kept of what went wrong


class Durations:
    """Seconds, in order, and their percentiles.

    Args:
        values_s: Seconds, in any order.

    Attributes:
        values_s: The same, the shortest first.
    """

    __slots__ = ("values_s",)

    def __init__(self, values_s: Iterable[float] = ()) -> None:
        self.values_s = sorted(values_s)

    def percentile(self, share: float) -> float:
        """The smallest value that `share` (0 to 1) of the values do not exceed; NaN when there are none."""
        if not self.values_s:
            return math.nan
        # A value that occurred, not one between two: a p99 should be the time of a request that somebody waited for.
        return nearest_rank(self.values_s, share)

    @property
    def p50_s(self) -> float:
        """The median."""
        return self.percentile(0.5)

    @property
    def p99_s(self) -> float:
        """The 99th percentile."""
        return self.percentile(0.99)

    @property
    def p999_s(self) -> float:
        """The 99.9th percentile."""
        return self.percentile(0.999)

    @property
    def max_s(self) -> float:
        """The largest."""
        return self.percentile(1.0)

    def __len__(self) -> int:
        return len(self.values_s)

    def __str__(self) -> str:
        if not self.values_s:
            return "none"
        return ", ".join(f"{name} {1000 * value:.2f} ms" for name, value in self._named())

    def as_json(self) -> dict[str, float | int | None]:
        """Count, and percentiles in milliseconds, None where there are no values."""
        count = len(self.values_s)
        return {"count": count, **{f"{name}_ms": 1000 * value if count else None for name, value in self._named()}}

    def _named(self) -> list[tuple[str, float]]:
        return [("p50", self.p50_s), ("p99", self.p99_s), ("p99.9", self.p999_s), ("max", self.max_s)]


@dataclass(slots=True)
class TrafficReport:
    """Experience of one traffic's callers. Requests sent during the warm-up are in the counts, not in the durations.

    Attributes:
        name: The traffic's name.
        num_sent: Requests begun.
        num_ok: Those that gave a result which passed the check.
        num_cancelled: Those that were cancelled as asked.
        num_failed_as_asked: Those that were made to fail, and did.
        num_rejected: Those refused with `ResourceExhaustedError`.
        num_wrong: Results that did not pass the check, and requests that ought to have failed and did not.
        errors: Name of an exception's class -> how many requests ended in it unasked.
        examples: The first messages of what went wrong or ended in an error.
        latencies: Of good results, from the moment when the request was due until its result was there.
        cancellations: From the cancelling until the caller heard of it.
        measured_s: Seconds from the end of the warm-up to the traffic's last answer.
    """

    name: str
    num_sent: int = 0
    num_ok: int = 0
    num_cancelled: int = 0
    num_failed_as_asked: int = 0
    num_rejected: int = 0
    num_wrong: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    latencies: Durations = field(default_factory=Durations)
    cancellations: Durations = field(default_factory=Durations)
    measured_s: float = 0.0

    def note_wrong(self, message: str) -> None:
        """Counts a wrong result."""
        self.num_wrong += 1
        self._keep(message)

    def note_error(self, number: int, error: BaseException) -> None:
        """Counts a request that ended in an error unasked."""
        self.errors[type(error).__name__] += 1
        self._keep(f"request {number}: {type(error).__name__}: {error}")

    def _keep(self, message: str) -> None:
        if len(self.examples) < NUM_EXAMPLES:
            self.examples.append(message)

    @property
    def num_ended(self) -> int:
        """Requests that have ended, each counted once."""
        good = self.num_ok + self.num_cancelled + self.num_failed_as_asked
        return good + self.num_rejected + self.num_wrong + self.errors.total()

    @property
    def num_measured(self) -> int:
        """Good results since the warm-up."""
        return len(self.latencies)

    @property
    def throughput_per_s(self) -> float:
        """Good results per second, 0 when there was no time."""
        return self.num_measured / self.measured_s if self.measured_s > 0 else 0.0

    def __str__(self) -> str:
        counts = {
            "ok": self.num_ok, "cancelled": self.num_cancelled, "failed as asked": self.num_failed_as_asked,
            "rejected": self.num_rejected, "WRONG": self.num_wrong, **self.errors,
        }  # fmt: skip
        shown = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
        return f"{self.name}: {shown or 'nothing'}; {self.throughput_per_s:,.0f}/s, latency {self.latencies}"

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "num_sent": self.num_sent,
            "num_ok": self.num_ok,
            "num_cancelled": self.num_cancelled,
            "num_failed_as_asked": self.num_failed_as_asked,
            "num_rejected": self.num_rejected,
            "num_wrong": self.num_wrong,
            "errors": dict(self.errors),
            "examples": list(self.examples),
            "throughput_per_s": self.throughput_per_s,
            "latency": self.latencies.as_json(),
            "cancellation": self.cancellations.as_json(),
        }


@dataclass(frozen=True, slots=True)
class LoadReport:
    """Experience of a load's callers, and of the event loop meanwhile.

    Attributes:
        traffic: Name -> report of that traffic.
        loop_lag: Seconds by which the event loop called too late; nothing on a `JumpingLoop`.
        elapsed_s: Seconds that it took in all.
    """

    traffic: Mapping[str, TrafficReport]
    loop_lag: Durations
    elapsed_s: float

    def __getitem__(self, name: str) -> TrafficReport:
        return self.traffic[name]

    def assert_correct(self) -> None:
        """Raises `AssertionError` unless every request ended once, as it should or by being rejected."""
        bad = [report for report in self.traffic.values() if _has_problem(report)]
        problems = [f"{report}; {'; '.join(report.examples)}" for report in bad]
        if problems:
            raise AssertionError("\n".join(problems))

    def __str__(self) -> str:
        return "\n".join([*map(str, self.traffic.values()), f"loop lag: {self.loop_lag}"])

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        traffic = {name: report.as_json() for name, report in self.traffic.items()}
        return {"traffic": traffic, "loop_lag": self.loop_lag.as_json(), "elapsed_s": self.elapsed_s}


def _has_problem(report: TrafficReport) -> bool:
    # Rejections are no problem: a bounded queue is meant to refuse what it cannot hold. A request that was lost, or was
    # answered twice, is one, and shows in the sum only.
    return bool(report.num_wrong or report.errors or report.num_ended != report.num_sent)
