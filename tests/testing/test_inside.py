"""Views into sessions: compiled graphs, pools, and the runtime behind them."""
from __future__ import annotations

from collections.abc import Iterator

import pytest

import aioflow as tf
from aioflow.session.direct_session import DirectSession
from aioflow.testing import compiled_graph, direct_session, pools_of


@pytest.fixture(autouse=True)
def default_graph() -> Iterator[tf.Graph]:
    """A graph for each test."""
    with tf.Graph().as_default() as graph:
        yield graph


async def test_compiled_graph() -> None:
    """The graph that runs share is there before the first of them, and the same after it."""
    x = tf.placeholder(tf.float32, [2])
    y = tf.identity(x * 2.0, name="y")
    async with tf.Session() as session:
        before = compiled_graph(session, [y], [x])
        assert [executor.view.nodes for executor in before.executors]
        assert (await session.run(y, {x: [1.0, 2.0]})).tolist() == [2.0, 4.0]
        assert compiled_graph(session, [y], [x]) is before
        with pytest.raises(tf.errors.InvalidArgumentError, match="at least one target"):
            compiled_graph(session, [])


async def test_pools() -> None:
    """Pools are listed by the index that runs choose them by."""
    pools = [tf.ThreadPoolOptionProto(num_threads=size) for size in (1, 3)]
    async with tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=pools)) as session:
        assert [pool.num_threads for pool in pools_of(session)] == [1, 3]


async def test_sessions_elsewhere() -> None:
    """Only what runs in this process can be looked into."""
    async with tf.Session() as session:
        backend = session.backend
        assert direct_session(session) is backend and isinstance(backend, DirectSession)
        session.backend = object()  # type: ignore[assignment]
        with pytest.raises(TypeError, match="not in this process"):
            direct_session(session)
        session.backend = backend
