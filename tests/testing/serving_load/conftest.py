"""On which event loops the tests of loads run, and what they are tried on."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

import aioflow as tf
from aioflow.testing import JumpingLoop

LoopFactory = Callable[[], asyncio.AbstractEventLoop]

virtual_time = pytest.mark.asyncio(loop_factories=["jumping"])
"""Marks a test that runs on a `JumpingLoop`."""


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, LoopFactory]:
    """One real loop, or the one that the test names."""
    marker = item.get_closest_marker("asyncio")
    if marker is not None and "loop_factories" in marker.kwargs:
        return {"jumping": JumpingLoop}
    return {"asyncio": asyncio.new_event_loop}


@pytest.fixture
async def session() -> AsyncIterator[tf.Session]:
    """A session on a pool of 2: y:0 = 100 // x:0 for int32 scalars, which fails for 0."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.int32, [], name="x")
        tf.floordiv(tf.constant(100), x, name="y")
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2)
    async with tf.Session(graph=graph, config=config) as session:
        yield session
