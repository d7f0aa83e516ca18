"""Fixtures: a graph, the default one, and a session on it."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

import aioflow as tf


@pytest.fixture
def graph() -> Iterator[tf.Graph]:
    """A graph, the default one."""
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
async def session(graph: tf.Graph) -> AsyncIterator[tf.Session]:
    """A session on `graph`."""
    async with tf.Session(graph=graph) as session:
        yield session
