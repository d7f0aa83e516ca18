"""Histogram: durations of something that happened often. HistogramRecorder: counts them.

Buckets grow with what they hold, so that one recorder of fixed size serves microseconds as well as hours, and a
percentile is wrong by a fixed share: the idea of Gil Tene's HdrHistogram, with four buckets per power of two.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_QUARTERS = 4  # buckets per power of two: a bound is at most 5/4 of the one before, hence percentiles within 25 %
_NUM_BUCKETS = 65 * _QUARTERS  # bit lengths 0 to 64; 2**64 ns are 584 years
_LEAST_NS = 4  # has three bits, which are needed to find the bucket; shorter durations count as this


def nearest_rank(rising: Sequence[float], share: float) -> float:
    """The smallest of some numbers that a share of them does not exceed: one that occurred, none between two.

    Args:
        rising: The numbers, the smallest first; at least one.
        share: From 0 to 1.
    """
    return rising[max(0, math.ceil(share * len(rising)) - 1)]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Durations, counted in buckets whose bounds grow by a quarter of a power of two.

    Attributes:
        count: Number of durations.
        total_s: Sum in seconds.
        max_s: Longest one in seconds.
        buckets: (upper bound in seconds, number of durations) of each bucket that is not empty, in order.
    """

    count: int
    total_s: float
    max_s: float
    buckets: tuple[tuple[float, int], ...]

    @property
    def mean_s(self) -> float:
        """Mean in seconds; 0 if there are none."""
        return self.total_s / self.count if self.count else 0.0

    def percentile(self, share: float) -> float:
        """Seconds that a share of the durations does not exceed.

        Args:
            share: From 0 to 1.

        Returns:
            The upper bound of the duration's bucket, so at most 25 % too much; 0 if there are none.
        """
        wanted = share * self.count
        seen = 0
        for upper_s, count in self.buckets:
            seen += count
            if seen >= wanted:
                return min(upper_s, self.max_s)  # no more than what has happened
        return self.max_s

    def __str__(self) -> str:
        if not self.count:
            return "none"
        shown = [f"{name} {_duration(self.percentile(share))}" for name, share in (("p50", 0.5), ("p99", 0.99))]
        return f"{', '.join(shown)}, max {_duration(self.max_s)}, {self.count} times"


def _duration(seconds: float) -> str:
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


class HistogramRecorder:
    """Counts durations. One thread adds; any may read, and then sees them nearly up to date."""

    # No lock: `add` is called twice per task. With one writer no count is lost, and each number by itself is right at
    # some moment; a reader may find a duration in the buckets that is not yet in the sum.

    __slots__ = ("_counts", "_max_ns", "_total_ns")

    def __init__(self) -> None:
        #: Index: bit length of the duration in nanoseconds, times four, plus the two bits behind the first one.
        self._counts = [0] * _NUM_BUCKETS
        self._total_ns = 0
        self._max_ns = 0

    def add(self, nanoseconds: int) -> None:
        """Counts one duration."""
        if nanoseconds < _LEAST_NS:
            nanoseconds = _LEAST_NS
        length = nanoseconds.bit_length()
        self._counts[(length << 2) + ((nanoseconds >> (length - 3)) & 3)] += 1
        self._total_ns += nanoseconds
        if nanoseconds > self._max_ns:
            self._max_ns = nanoseconds


def merged(recorders: Iterable[HistogramRecorder]) -> Histogram:
    """Sum of what several recorders have counted."""
    counts, total_ns, max_ns = [0] * _NUM_BUCKETS, 0, 0
    for recorder in recorders:
        counts = [a + b for a, b in zip(counts, recorder._counts, strict=True)]
        total_ns += recorder._total_ns
        max_ns = max(max_ns, recorder._max_ns)
    buckets = tuple((_upper_s(i), count) for i, count in enumerate(counts) if count)
    return Histogram(sum(counts), total_ns * 1e-9, max_ns * 1e-9, buckets)


def _upper_s(index: int) -> float:
    # A bucket holds the numbers from (4 + quarter) to below (5 + quarter), both shifted left by `length - 3`.
    length, quarter = index >> 2, index & 3
    return float((5 + quarter) << (length - 3)) * 1e-9
