"""run_load: many callers at once, each of whose results is checked; for tests of programs that serve.

    async def test_serving(session):
        report = await run_load(
            Traffic(lambda i: session.run(y, {x: inputs[i % 64]}), check=is_right, num_requests=1000,
                    arrivals=Poisson(500.0), cancel_share=0.05),
        )
        report.assert_correct()
        assert report["requests"].latencies.p99_s < 0.1

On a `JumpingLoop` the waiting for arrivals takes no time, and the times in the report are virtual.
"""
from __future__ import annotations

import asyncio
import random
import time

from aioflow.testing.clock import JumpingLoop
from aioflow.testing.load_report import Durations, LoadReport
from aioflow.testing.load_sender import Sender
from aioflow.testing.loop_lag import LoopLag
from aioflow.testing.traffic import Traffic


async def run_load(
    *traffic: Traffic, seed: int = 0, duration_s: float | None = None, warm_up_s: float = 0.0
) -> LoadReport:
    """Sends requests of all kinds at the same time, and waits until all have been answered.

    Args:
        traffic: The kinds, each with a name of its own.
        seed: Seed of arrivals, cancelling and failing.
        duration_s: After so many seconds no further request is sent.
        warm_up_s: Durations and throughput leave out what was sent in the first so many seconds.

    Raises:
        ValueError: Two kinds have one name, or nothing would end the load.
    """
    names = [kind.name for kind in traffic]
    if len(set(names)) != len(names):
        raise ValueError(f"each traffic needs a name of its own, but they are {names}")
    if duration_s is None and all(kind.num_requests is None for kind in traffic):
        raise ValueError("a load needs duration_s, or a traffic with num_requests")
    return await _Load(traffic, seed, warm_up_s).run(duration_s)


class _Load:
    """One load while it runs."""

    def __init__(self, traffic: tuple[Traffic, ...], seed: int, warm_up_s: float) -> None:
        loop = asyncio.get_running_loop()
        self.is_virtual = isinstance(loop, JumpingLoop)
        self.clock = loop.time if self.is_virtual else time.perf_counter  # uvloop's own has milliseconds
        self.began = self.clock()
        self.measured_from = self.began + warm_up_s
        # Each kind has random numbers of its own, so that its requests are the same whatever others do meanwhile.
        self.senders = [
            Sender(kind, random.Random(f"{seed} {kind.name}"), self.clock, self.measured_from) for kind in traffic
        ]

    async def run(self, duration_s: float | None) -> LoadReport:
        async with LoopLag() as lag:
            if self.is_virtual:
                await lag.__aexit__()  # it would make the clock stop every 2 ms
            timers = [asyncio.get_running_loop().call_later(self.measured_from - self.began, lag.forget)]
            if duration_s is not None:
                timers.append(asyncio.get_running_loop().call_later(duration_s, self.stop))
            try:
                await self._send_all(duration_s)
            finally:
                for timer in timers:
                    timer.cancel()
        reports = {sender.kind.name: sender.finished_report() for sender in self.senders}
        return LoadReport(reports, Durations(lag.lags_s), self.clock() - self.began)

    async def _send_all(self, duration_s: float | None) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = {sender: group.create_task(sender.run()) for sender in self.senders}
            bounded = [task for sender, task in tasks.items() if sender.kind.num_requests is not None]
            if duration_s is None:
                await asyncio.gather(*bounded)  # traffic without a number of its own lasts as long as these
                self.stop()

    def stop(self) -> None:
        """Stops sending; requests under way go on."""
        for sender in self.senders:
            sender.stop()
