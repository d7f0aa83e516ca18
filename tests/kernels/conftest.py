"""Fixtures for kernels that need a session."""
from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from aioflow.framework.limits import DEFAULT_LIMITS
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
def bounded_memory() -> Iterator[None]:
    """The test never takes more memory than a single tensor may."""
    tracemalloc.start(1)
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < DEFAULT_LIMITS.tensor_nbytes
    finally:
        tracemalloc.stop()


@pytest.fixture
async def live() -> AsyncIterator[LiveGraph]:
    """An empty graph and a session on it, closed at the end."""
    async with LiveGraph() as live:
        yield live
