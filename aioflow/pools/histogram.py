"""Histogram: how long something took, over many times. HistogramRecorder: what fills one."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_NUM_BUCKETS = 260  # four per power of two, up to 2**64 ns


@dataclass(frozen=True, slots=True)
class Histogram:
    """Durations, counted in buckets whose bounds grow by a quarter of a power of two.

    Attributes:
        count: How many durations.
        total_s: Their sum.
        max_s: The longest.
        buckets: (upper bound in seconds, how many) of each bucket that is not empty, in order.
    """

    count: int
    total_s: float
    max_s: float
    buckets: tuple[tuple[float, int], ...]

    @property
    def mean_s(self) -> float:
        """The mean, 0 when there are none."""
        return self.total_s / self.count if self.count else 0.0

    def percentile(self, share: float) -> float:
        """Seconds that `share` (0 to 1) of the durations do not exceed, at most 25 % too many; 0 if there are none."""
        wanted = share * self.count
        seen = 0
        for upper_s, count in self.buckets:
            seen += count
            if seen >= wanted:
                return min(upper_s, self.max_s)
        return self.max_s

    def __str__(self) -> str:
        if not self.count:
            return "none"
        shown = [f"{name} {_shown(self.percentile(share))}" for name, share in (("p50", 0.5), ("p99", 0.99))]
        return f"{', '.join(shown)}, max {_shown(self.max_s)}, {self.count} times"


def _shown(seconds: float) -> str:
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


class HistogramRecorder:
    """Counts durations. One thread adds; any may read, and then sees them nearly up to date."""

    __slots__ = ("_counts", "_max_ns", "_total_ns")

    def __init__(self) -> None:
        self._counts = [0] * _NUM_BUCKETS
        self._total_ns = 0
        self._max_ns = 0

    def add(self, nanoseconds: int) -> None:
        """Counts one duration."""
        if nanoseconds < 4:
            nanoseconds = 4
        length = nanoseconds.bit_length()
        self._counts[(length << 2) + ((nanoseconds >> (length - 3)) & 3)] += 1
        self._total_ns += nanoseconds
        if nanoseconds > self._max_ns:
            self._max_ns = nanoseconds


def merged(recorders: Iterable[HistogramRecorder]) -> Histogram:
    """What several recorders have counted, together."""
    counts, total_ns, max_ns = [0] * _NUM_BUCKETS, 0, 0
    for recorder in recorders:
        counts = [a + b for a, b in zip(counts, recorder._counts, strict=True)]
        total_ns += recorder._total_ns
        max_ns = max(max_ns, recorder._max_ns)
    buckets = tuple((_upper_s(i), count) for i, count in enumerate(counts) if count)
    return Histogram(sum(counts), total_ns * 1e-9, max_ns * 1e-9, buckets)


def _upper_s(index: int) -> float:
    length, quarter = index >> 2, index & 3
    return float((5 + quarter) << (length - 3)) * 1e-9
