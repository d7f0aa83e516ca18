"""Contenders that are awaited: many calls, by one caller or several at a time, on an event loop of their own."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from benchmarks.measuring import Contender


def awaited(run: Callable[[], Awaitable[Any]], calls: int, callers: int = 1) -> Contender:
    """A contender that awaits `run` `calls` times, split over concurrent callers."""

    async def one_caller() -> None:
        for _ in range(calls // callers):
            await run()

    async def measure() -> float:
        await run()
        began = time.perf_counter()
        await asyncio.gather(*(one_caller() for _ in range(callers)))
        return (time.perf_counter() - began) / (calls // callers * callers)

    return lambda: asyncio.run(measure())


def in_executor(function: Callable[[], Any] | None, calls: int, callers: int = 1) -> Contender | None:
    """The same for a blocking function, through `run_in_executor`; None for None."""
    if function is None:
        return None
    return awaited(lambda: asyncio.get_running_loop().run_in_executor(None, function), calls, callers)


HEARTBEAT_S = 0.002


async def heartbeat(lags: list[float]) -> None:
    """Notes every 2 ms how late the running event loop is, in seconds; until it is cancelled."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(HEARTBEAT_S)
        lags.append(time.perf_counter() - began - HEARTBEAT_S)
