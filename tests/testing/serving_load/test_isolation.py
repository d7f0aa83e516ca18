"""The benchmark of isolation, shortened: it measures what it says it does."""
from __future__ import annotations

import pytest

from benchmarks.isolation import SITUATIONS, measure


@pytest.mark.slow
def test_isolation() -> None:
    """All situations are measured, and each result is checked."""
    percentiles_ms = measure(rate_per_s=100.0, seconds=0.5, rounds=1)
    assert set(percentiles_ms) <= set(SITUATIONS)
    assert all(0 < values["p50"] <= values["p99"] for values in percentiles_ms.values())
