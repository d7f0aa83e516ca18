"""LagMeter: percentiles, and a loop that is stuck as others see it."""
from __future__ import annotations

import asyncio
import threading

import pytest

from aioflow.observe.live.loop_lag import Lag, LagMeter
from aioflow.testing import JumpingLoop


def test_percentiles_of_the_last_half_minute() -> None:
    """One timer of a hundred was late: the 99th percentile does not hide it, the median does."""

    async def main(loop: JumpingLoop) -> list[Lag]:
        meter = LagMeter()
        meter.start()
        await asyncio.sleep(10.01)
        found = [meter.lag()]
        for _ in range(4):
            loop.jump(0.3)
            await asyncio.sleep(1)
        found.append(meter.lag())
        await asyncio.sleep(60)
        found.append(meter.lag())
        meter.stop()
        return found

    loop = JumpingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        before, after, later = runner.run(main(loop))
    assert before.worst_s == pytest.approx(0, abs=1e-6)
    assert after.p50_s == pytest.approx(0, abs=1e-6)
    assert after.p99_s == pytest.approx(0.3, abs=0.06) and after.worst_s == pytest.approx(0.3, abs=0.06)
    assert later.worst_s == pytest.approx(0, abs=1e-6), "what is older than half a minute is forgotten"


async def test_a_loop_that_does_not_come_back_is_seen_from_another_thread() -> None:
    """Its own timers tell nothing while it is stuck."""
    meter = LagMeter()
    meter.start()
    found: list[float] = []

    def look() -> None:
        while not (found and found[-1] > 0.1):
            found.append(meter.lag().now_s)

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()  # the loop stands still meanwhile
    assert meter.lag().now_s > 0.1
    while meter.worst_s() <= 0.05:  # until its timer has come
        await asyncio.sleep(0)
    assert meter.lag().now_s == 0
    meter.stop()
    assert meter.lag().now_s == 0
