"""The load of `benchmarks.load`, for 8 s: 1,000 runs at a time over 64 sessions and 6 pools."""
from __future__ import annotations

import asyncio

import pytest

from aioflow.pools.open_pools import open_pools
from benchmarks.load import CANCEL_SHARE, FAIL_SHARE, NUM_CALLERS, POOL_SIZES, Outcome, load

SECONDS = 8.0
MAX_GROWTH_NBYTES = int(16e6)


def check(outcome: Outcome) -> None:
    """Checks what a load of any length must have shown."""
    assert outcome.problems(MAX_GROWTH_NBYTES) == []
    runs = outcome.report["runs"]
    assert runs.num_sent == runs.num_ended >= 2 * NUM_CALLERS
    assert runs.num_failed_as_asked == pytest.approx(FAIL_SHARE * runs.num_sent, rel=0.5)
    assert runs.num_cancelled == pytest.approx(CANCEL_SHARE * runs.num_sent, rel=0.5)
    assert runs.num_ok == runs.num_sent - runs.num_failed_as_asked - runs.num_cancelled
    assert not {pool.name for pool in open_pools()} & set(POOL_SIZES)


@pytest.mark.slow
def test_long_load() -> None:
    """Every run ends once and as it should, and threads, descriptors and memory are afterwards what they were."""
    shares: list[float] = []
    check(asyncio.run(load(SECONDS, progress=lambda text, share: shares.append(share))))
    assert shares and all(0 < share <= 1 for share in shares)
