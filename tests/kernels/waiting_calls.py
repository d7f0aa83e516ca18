"""Calls that wait: started as tasks, and looked at while they do."""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def started(call: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """A task that has run as far as it gets without anybody else's help."""
    task = asyncio.create_task(call)
    await settled()
    return task


async def settled() -> None:
    """Lets everything that can go on now do so: wake-ups of wake-ups, too."""
    for _ in range(25):  # an element that makes room for the next one, five times
        await asyncio.sleep(0)
