"""Histograms of the last seconds, from histograms that only grow."""
from __future__ import annotations

from collections import deque

from aioflow.pools.histogram import Histogram

NOTHING = Histogram(0, 0.0, 0.0, ())


def difference(now: Histogram, before: Histogram) -> Histogram:
    """What was counted between two readings of one recorder.

    Args:
        now: The later reading.
        before: The earlier one.

    Returns:
        The durations between; the longest of them is known as exactly as its bucket.
    """
    earlier = dict(before.buckets)
    buckets = tuple((upper_s, more) for upper_s, count in now.buckets if (more := count - earlier.get(upper_s, 0)) > 0)
    if not buckets:
        return NOTHING
    longest_s = min(now.max_s, buckets[-1][0])
    return Histogram(sum(count for _, count in buckets), max(0.0, now.total_s - before.total_s), longest_s, buckets)


class Recent:
    """The durations of the last seconds.

    Args:
        seconds: How far back it looks.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._readings: deque[tuple[float, Histogram]] = deque()

    def note(self, at_s: float, reading: Histogram) -> Histogram:
        """Takes a reading; returns what was counted since the oldest one that is recent enough.

        Nothing is known where that is this one, because nobody looked for a while.

        Args:
            at_s: When, on any clock that goes forward.
            reading: The reading.
        """
        readings = self._readings
        readings.append((at_s, reading))
        while readings[0][0] < at_s - self._seconds:
            readings.popleft()
        return difference(reading, readings[0][1]) if len(readings) > 1 else NOTHING

    @property
    def seconds(self) -> float:
        """Seconds between the oldest reading that is recent enough, and the last one."""
        return self._readings[-1][0] - self._readings[0][0]


def interpolated(histogram: Histogram, share: float) -> float:
    """Seconds that a share of the durations does not exceed, as if those of a bucket lay evenly in it.

    Where a histogram's own percentile is the bucket's end, up to 25 % too much, this one is a few percent off.

    Args:
        histogram: The durations.
        share: From 0 to 1.
    """
    wanted, seen = share * histogram.count, 0
    for upper_s, count in histogram.buckets:
        if seen + count >= wanted:
            # The end of a bucket is 5, 6, 7 or 8 times a power of two of nanoseconds, which is the bucket's width.
            width_s = (1 << max(0, (round(upper_s * 1e9) - 1).bit_length() - 3)) * 1e-9
            return min(upper_s - width_s * (1 - (wanted - seen) / count), histogram.max_s)
        seen += count
    return histogram.max_s
