"""Recent durations as differences of histograms that only grow."""
from __future__ import annotations

import numpy as np
import pytest

from aioflow.observe.live.recent import NOTHING, Recent, difference
from aioflow.pools.histogram import HistogramRecorder, merged


def test_difference_is_what_was_counted_between() -> None:
    """Percentiles of the later durations alone, as exact as their buckets are."""
    recorder = HistogramRecorder()
    for _ in range(1000):
        recorder.add(5_000_000_000)  # 5 s, long ago
    before = merged([recorder])
    later = np.random.default_rng(1).integers(100_000, 10_000_000, 2000)
    for nanoseconds in later.tolist():
        recorder.add(nanoseconds)
    found = difference(merged([recorder]), before)
    assert found.count == 2000
    assert found.total_s == pytest.approx(later.sum() * 1e-9)
    for share in (0.5, 0.9, 0.99):
        exact_s = float(np.quantile(later, share)) * 1e-9
        assert exact_s <= found.percentile(share) * 1.001 <= exact_s * 1.27
    assert later.max() * 1e-9 <= found.max_s <= later.max() * 1e-9 * 1.25


def test_nothing_between_two_readings() -> None:
    """Whatever was counted before."""
    recorder = HistogramRecorder()
    recorder.add(1000)
    assert difference(merged([recorder]), merged([recorder])) == NOTHING


def test_only_the_last_seconds_count() -> None:
    """And nothing is known of a time in which nobody looked."""
    recorder, recent = HistogramRecorder(), Recent(10.0)
    assert recent.note(0.0, merged([recorder])) == NOTHING
    recorder.add(1000)
    assert recent.note(1.0, merged([recorder])).count == 1
    recorder.add(1000)
    assert recent.note(9.0, merged([recorder])).count == 2
    assert recent.note(12.0, merged([recorder])).count == 0, "the reading at 9 is the oldest that is recent"
    recorder.add(1000)
    assert recent.note(100.0, merged([recorder])) == NOTHING
