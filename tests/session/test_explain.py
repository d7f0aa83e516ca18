"""`Session.explain`: what runs together, where, and why."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import AsyncIterator

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session


@pytest.fixture
async def session(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Session]:
    """A session on the test's graph, which makes segments before the first step."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    with graph.as_default():
        session = Session(graph=graph)
        yield session
        await session.close()


async def test_before_the_first_run(session: Session) -> None:
    """Nothing runs; what has not been measured has no cost."""
    ran: list[int] = []
    seen = tf.py_func(lambda: ran.append(1), [], [])
    (explanation,) = session.explain(seen, file=io.StringIO())
    assert not ran
    assert explanation.measured_s is None and explanation.num_steps == 0 and explanation.runs == "pool"
    node = next(item for item in explanation.items if seen.name in item.nodes)
    assert (node.kind, node.runs, node.estimated_s) == ("node", "pool", None)
    assert "block" in node.why


async def test_segments_and_loops(session: Session) -> None:
    """Cheap nodes are a segment, a loop and what follows from it another one, what waits is a task of the loop."""
    n = tf.placeholder(tf.int32, [], name="n")
    doubled = tf.multiply(n + 1, 2, name="doubled")
    last = tf.while_loop(lambda i: i < doubled, lambda i: i + 1, [tf.constant(0)])

    async def same(value: int) -> int:
        return value

    waited = tf.async_py_func(same, [last], tf.int32, name="waited")
    assert await session.run(waited, {n: 4}) == 10
    out = io.StringIO()
    (explanation,) = session.explain(waited, [n], file=out)
    home = {name: item for item in explanation.items for name in item.nodes}
    assert home["doubled"].kind == "segment" and home["doubled"].runs == "in place"
    assert home[last.op.name].kind == "loop" and home[last.op.name].measured_s is not None
    assert home["waited"].runs == "task"
    assert explanation.num_steps == 1 and explanation.measured_s is not None
    assert "doubled" in out.getvalue() and "wait" in out.getvalue()


async def test_as_data(session: Session) -> None:
    """The dict form holds the same as the text."""
    x = tf.placeholder(tf.float32, [])
    y = tf.multiply(x + 2.0, 3.0, name="y")
    await session.run(y, {x: 1.0})
    (explanation,) = session.explain(y, [x], file=io.StringIO())
    data = explanation.as_dict()
    assert data["num_steps"] == 1
    assert {name for item in data["items"] for name in item["nodes"]} >= {"y"}
    text = " ".join(str(explanation).split())  # as it is before it is broken into lines
    assert all(item["why"] in text for item in data["items"])
    assert repr(explanation) == f"<Explanation runs={data['runs']!r} num_steps=1 items={len(data['items'])}>"


async def test_refusals(session: Session) -> None:
    """What cannot be run cannot be explained."""
    y = tf.constant(1.0)
    with pytest.raises(ValueError, match="nothing_there"):
        session.explain("nothing_there:0", file=io.StringIO())
    await session.close()
    with pytest.raises(RuntimeError, match="closed"):
        session.explain(y, file=io.StringIO())


async def test_neighbours_are_told_together(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nodes of which the same is said have one line, not one each; lines end with the terminal."""
    monkeypatch.setenv("COLUMNS", "60")
    x = tf.placeholder(tf.float32, [])
    y = x
    for _ in range(9):
        y = tf.exp(y)
    out = io.StringIO()
    session.explain(y, [x], file=out)
    text = out.getvalue()
    assert text.count("has not run yet") == 1 and "and 3 more" in text
    assert max(map(len, text.splitlines())) <= 60


async def test_threads(graph: Graph) -> None:
    """A session without threads says so."""
    with graph.as_default():
        y = tf.identity(tf.constant(1.0) + 2.0)
        async with Session(graph=graph, config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
            await session.run(y)
            (explanation,) = session.explain(y, file=io.StringIO())
            assert explanation.runs == "in place" and "no threads" in explanation.why
            assert session.explain([], file=io.StringIO()) == []


async def test_never_inline(graph: Graph) -> None:
    """A session may keep all nodes off the event loop's thread, however cheap they are; -1 in a run's options wins."""
    where: list[str] = []

    def note(value: np.generic) -> np.generic:
        where.append(threading.current_thread().name)
        return value

    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    config.aioflow.never_inline = True
    with graph.as_default():
        x = tf.placeholder(tf.float32, [])
        cheap = tf.identity(x) + 1.0
        waited = tf.async_py_func(_awaited, [x], tf.float32) + 1.0
        noted = tf.py_func(note, [x], tf.float32)
    others = set(tf.pools())
    async with Session(graph=graph, config=config) as session:
        for i in range(40):
            assert await session.run([cheap, waited], {x: i}) == [i + 1, i + 1]
        (explanation,) = session.explain([cheap, waited], [x], file=io.StringIO())
        assert explanation.runs == "pool" and "never_inline" in explanation.why
        [pool] = set(tf.pools()) - others
        before = pool.statistics().completed
        await session.run(cheap, {x: 0.0})
        assert pool.statistics().completed > before
        await session.run(noted, {x: 0.0})
        await session.run(noted, {x: 0.0}, options=tf.RunOptions(inter_op_thread_pool=-1))
    assert where == ["aioflow_Compute_0", threading.current_thread().name]


async def _awaited(value: np.generic) -> np.generic:
    await asyncio.sleep(0)
    return value
