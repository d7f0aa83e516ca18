"""The benchmark of isolation, shortened: it measures what it says it does."""
from __future__ import annotations

import pytest

from benchmarks.isolation import SITUATIONS, measure


@pytest.mark.slow
def test_isolation() -> None:
    """All situations are measured, each result is checked, and it is told how far it is."""
    told: list[tuple[str, float]] = []
    percentiles_ms = measure(100.0, seconds=0.5, rounds=1, progress=lambda text, share: told.append((text, share)))
    assert told[1] == ("beside a saturated pool, 1 of 1", 1 / len(percentiles_ms))
    assert set(percentiles_ms) <= set(SITUATIONS)
    assert all(0 < values["p50"] <= values["p99"] for values in percentiles_ms.values())
