"""Clients that hang up while their requests run, on a clock that jumps."""
from __future__ import annotations

import asyncio
from typing import Any

import pytest

from aioflow.serving.rest.hang_ups import HangUps
from aioflow.serving.rest.requests import DisconnectedError, HttpRequest

SCOPE = {"method": "POST", "path": "/", "headers": []}


class Client:
    """Hangs up at a time.

    Attributes:
        asked_s: When somebody began to ask for it; None for never.
    """

    def __init__(self, hangs_up_s: float) -> None:
        self.asked_s: float | None = None
        self._hangs_up_s = hangs_up_s

    async def receive(self) -> dict[str, Any]:
        now_s = asyncio.get_running_loop().time()
        self.asked_s = now_s if self.asked_s is None else self.asked_s
        await asyncio.sleep(max(0.0, self._hangs_up_s - now_s))
        return {"type": "http.disconnect"}


async def run(hang_ups: HangUps, client: Client, work_s: float) -> float:
    """When a request ends."""
    request = HttpRequest(SCOPE, client.receive)
    try:
        await hang_ups.ended_by(request, asyncio.sleep(work_s))
    except DisconnectedError:
        return -asyncio.get_running_loop().time()
    return asyncio.get_running_loop().time()


@pytest.mark.asyncio(loop_factories=["jumping"])
async def test_only_those_are_asked_about_that_take_long() -> None:
    """Between one and two times the patience; whoever has hung up ends its request then, or when it does."""
    hang_ups = HangUps(0.1)
    soon, slow, gone, going = Client(9.0), Client(9.0), Client(0.01), Client(0.5)
    ends = await asyncio.gather(
        run(hang_ups, soon, 0.09), run(hang_ups, slow, 1.0), run(hang_ups, gone, 1.0), run(hang_ups, going, 1.0)
    )
    assert ends == pytest.approx([0.09, 1.0, -0.2, -0.5])
    assert soon.asked_s is None and slow.asked_s == pytest.approx(0.2)
    later = asyncio.get_running_loop().time() + 0.5
    assert await run(hang_ups, Client(9.0), 0.5) == pytest.approx(later)  # also the first one behind a pause
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
