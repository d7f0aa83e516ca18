"""Fixtures for kernels that need a session."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from aioflow.testing import JumpingLoop
from tests.kernels.ageing_loop import AgeingLoop
from tests.kernels.live_graph import LiveGraph


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """A real event loop, or the one that a test names."""
    marker = item.get_closest_marker("asyncio")
    names = () if marker is None else marker.kwargs.get("loop_factories", ())
    return {name: _LOOPS[name] for name in names} or {"asyncio": asyncio.new_event_loop}


_LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"jumping": JumpingLoop, "ageing": AgeingLoop}


@pytest.fixture
async def live() -> AsyncIterator[LiveGraph]:
    """An empty graph and a session on it, closed at the end."""
    async with LiveGraph() as live:
        yield live
