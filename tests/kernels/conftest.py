"""Fixtures for kernels that need a session."""
from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.kernels.live_graph import LiveGraph


@pytest.fixture
async def live() -> AsyncIterator[LiveGraph]:
    """An empty graph and a session on it, closed at the end."""
    async with LiveGraph() as live:
        yield live
