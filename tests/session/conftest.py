"""Fixtures: a graph, a door to add nodes to it, and a session on it."""
from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session

from .building import Nodes


@pytest.fixture
def graph() -> Graph:
    """An empty graph that is not the default one."""
    return Graph()


@pytest.fixture
def nodes(graph: Graph) -> Nodes:
    """Adds nodes to `graph`."""
    return Nodes(graph)


@pytest.fixture
async def session(graph: Graph) -> AsyncIterator[Session]:
    """A session on `graph`, closed at the end; not the default session."""
    session = Session(graph=graph)
    yield session
    await session.close()
