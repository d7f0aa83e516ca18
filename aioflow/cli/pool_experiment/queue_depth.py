"""QueueDepth: the number of tasks that waited for a thread of each pool, over time."""
from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from aioflow.pools.thread_pool import ThreadPool

_EVERY_S = 0.005
_MAX_POINTS = 200  # in a report


class QueueDepth:
    """A look at pools again and again, while this is entered.

    Args:
        pools: Name -> the pools whose queues count together.
    """

    def __init__(self, pools: Mapping[str, Sequence[ThreadPool]]) -> None:
        self._pools = pools
        self._times_s: list[float] = []
        self._depths: dict[str, list[int]] = {name: [] for name in pools}
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> QueueDepth:
        self._task = asyncio.get_running_loop().create_task(self._watch(time.perf_counter()))
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _watch(self, began: float) -> None:
        while True:
            self._times_s.append(time.perf_counter() - began)
            for name, pools in self._pools.items():
                self._depths[name].append(sum(pool.num_queued for pool in pools))
            await asyncio.sleep(_EVERY_S)

    def as_json(self) -> dict[str, Any]:
        """Gives times in seconds, and the depth of each pool's queue at each of them."""
        # Of a long watch the deepest of neighbours: a mean would hide the moment in which everybody waited.
        step = max(1, -(-len(self._times_s) // _MAX_POINTS))
        starts = range(0, len(self._times_s), step)
        depths = {name: [max(depth[i : i + step]) for i in starts] for name, depth in self._depths.items()}
        return {"times_s": [round(self._times_s[i], 4) for i in starts], "depths": depths}
