"""Fixtures for kernels that need a session."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from aioflow.testing import JumpingLoop
from tests.kernels.live_graph import LiveGraph


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """A real event loop, or the `JumpingLoop` that a test names."""
    marker = item.get_closest_marker("asyncio")
    names_one = marker is not None and "loop_factories" in marker.kwargs
    return {"jumping": JumpingLoop} if names_one else {"asyncio": asyncio.new_event_loop}


@pytest.fixture
async def live() -> AsyncIterator[LiveGraph]:
    """An empty graph and a session on it, closed at the end."""
    async with LiveGraph() as live:
        yield live
