"""Histograms of durations."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow.pools.histogram import HistogramRecorder, merged


@given(st.lists(st.integers(4, 10**12), min_size=1), st.floats(0, 1))
def test_percentiles(durations_ns: list[int], share: float) -> None:
    """A percentile is never below the true one, at most a quarter above it, and never above the longest."""
    recorder = HistogramRecorder()
    for duration in durations_ns:
        recorder.add(duration)
    histogram = merged([recorder])
    ordered = sorted(durations_ns)
    true_s = next(d for i, d in enumerate(ordered, 1) if i >= share * len(ordered)) * 1e-9
    found = histogram.percentile(share)
    assert true_s * (1 - 1e-9) <= found <= true_s * 1.25 + 1e-15 or found == histogram.max_s
    assert histogram.count == len(ordered)
    assert histogram.max_s == pytest.approx(ordered[-1] * 1e-9)
    assert histogram.mean_s == pytest.approx(sum(ordered) * 1e-9 / len(ordered))


def test_several_recorders() -> None:
    """What threads have counted apart counts together."""
    one, other = HistogramRecorder(), HistogramRecorder()
    one.add(1000)
    other.add(3_000_000)
    histogram = merged([one, other])
    assert histogram.count == 2
    assert histogram.total_s == pytest.approx(3.001e-3)
    assert sum(count for _, count in histogram.buckets) == 2
    assert str(histogram) == "p50 1.02 µs, p99 3 ms, max 3 ms, 2 times"


def test_empty() -> None:
    """Without durations everything is zero."""
    histogram = merged([])
    assert (histogram.count, histogram.mean_s, histogram.percentile(0.99), str(histogram)) == (0, 0.0, 0.0, "none")
