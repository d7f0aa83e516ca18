"""Fixtures: pools of several sizes, sessions on them, and a graph to build in."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

import aioflow as tf
from aioflow.pools.thread_pool import ThreadPool
from aioflow.testing import JumpingLoop

LoopFactory = Callable[[], asyncio.AbstractEventLoop]

SIZES = (1, 4)


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, LoopFactory]:
    """On which loops a test runs: asyncio's own, or the one that it names."""
    marker = item.get_closest_marker("asyncio")
    names_one = marker is not None and "loop_factories" in marker.kwargs
    return {"asyncio": asyncio.new_event_loop, **({"jumping": JumpingLoop} if names_one else {})}


@pytest.fixture(params=SIZES, ids=lambda size: f"size_{size}")
def size(request: pytest.FixtureRequest) -> int:
    """How many threads a pool has."""
    value: int = request.param
    return value


@pytest.fixture
def pool(size: int) -> Iterator[ThreadPool]:
    """A pool, closed at the end."""
    pool = ThreadPool("test", size)
    yield pool
    pool.close()
    assert pool.join(120)


@pytest.fixture
async def graph() -> AsyncIterator[tf.Graph]:
    """A graph, the default one of the test."""
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def config(size: int) -> tf.ConfigProto:
    """A session's settings: a pool of its own."""
    return tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=size)


@pytest.fixture
async def session(graph: tf.Graph, config: tf.ConfigProto) -> AsyncIterator[tf.Session]:
    """A session on the test's graph, closed at the end."""
    session = tf.Session(graph=graph, config=config)
    yield session
    await session.close()


@pytest.fixture
def shared_name(request: pytest.FixtureRequest) -> Iterator[str]:
    """A name for a shared pool that no other test uses; the pool is closed afterwards."""
    name = request.node.name
    yield name
    for pool in tf.pools():
        if pool.name == name:
            pool.close()
            assert pool.join(120)
