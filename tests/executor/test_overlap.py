"""What runs at the same time, and where (executor.md 3; E-48, E-103)."""
from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import aioflow as tf
from aioflow.pools.hop_price import ASSUMED_S, HOP
from aioflow.testing import Gate

from .witness import Witness


async def test_blocking_nodes_overlap(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """3.3: nodes that block their threads run at once, in the first step as in later ones."""
    gate = Gate()
    total = tf.add_n([gate.blocking_node(float(i)) for i in range(4)])
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        for step in range(1, 4):
            run = asyncio.ensure_future(session.run(total))
            await gate.entered(4 * step)
            assert gate.num_inside == 4
            gate.release(4)
            assert await run == 6


async def test_blocking_nodes_behind_one_node_overlap(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """3.1: of the nodes that one node makes ready, the expensive ones go to threads of their own."""
    gate = Gate()
    x = tf.py_func(lambda: 1.0, [], tf.float64)
    total = tf.add_n([gate.blocking_node(x) for i in range(4)])
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        run = asyncio.ensure_future(session.run(total))
        await gate.entered(4)
        gate.open()
        assert await run == 4


async def test_cheap_node_does_not_wait_behind_a_blocking_one(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """3.1: what a cheap node leads to goes on while a node blocks that became ready at the same time."""
    gate, other = Gate(), Gate()
    x = tf.py_func(lambda: 1.0, [], tf.float64)
    first, second = gate.blocking_node(x, "first"), tf.identity(x, "second")
    both = [first, other.node(tf.identity(second))]
    third = gate.blocking_node(x, "third")
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        for fetches in (both, [*both, third]):
            run = asyncio.ensure_future(session.run(fetches))
            await other.entered(other.num_entered + 1)
            gate.release(len(fetches) - 1)
            other.release()
            assert await run == [1] * len(fetches)


async def test_waiting_nodes_overlap(session: tf.Session) -> None:
    """E-48: nodes that wait do so at the same time, on every kind of pool, and one may end another's wait."""
    gate = Gate()

    def let_go(value: Any) -> Any:
        gate.open()
        return value

    waiting = [gate.node(float(i)) for i in range(3)]
    releasing = tf.py_func(let_go, [Gate(is_open=True).node(5.0)], tf.float32)
    assert await session.run([*waiting, releasing]) == [0, 1, 2, 5]


async def test_inline(graph: tf.Graph) -> None:
    """E-103: inline, nodes run on the calling thread, one after the other; with a pool they never do."""
    witness = Witness()
    value = witness.node(tf.add_n([witness.node(float(i)) for i in range(3)]))
    options = tf.RunOptions(inter_op_thread_pool=-1)
    async with tf.Session(graph=graph, config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
        await session.run(value)
    async with tf.Session(graph=graph) as session:
        await session.run(value, options=options)
        assert witness.threads == {threading.current_thread()}
        witness.threads.clear()
        for _ in range(20):
            await session.run(value)
    assert threading.current_thread() not in witness.threads


async def test_nested_run(session: tf.Session) -> None:
    """S-99: a Python function in the graph may run the same session, on a pool of one thread, too."""
    inner = tf.py_func(lambda: 20.0, [], tf.float64)

    async def run_again(x: Any) -> Any:
        return x + await session.run(inner)

    assert await session.run(tf.async_py_func(run_again, [inner + 1], tf.float64)) == 41


async def test_nested_runs_of_many(session: tf.Session) -> None:
    """S-99: also when many runs at once do so, three levels deep."""

    async def nested(depth: Any) -> Any:
        return 1.0 if depth == 0 else 1.0 + await session.run(result, {level: depth - 1})

    level = tf.placeholder(tf.int32, [])
    result = tf.async_py_func(nested, [level], tf.float64)
    runs = [session.run(result, {level: 3}) for _ in range(20)]
    assert await asyncio.gather(*runs) == [4] * 20


async def test_the_loop_goes_on(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """3.1: while nodes block all threads of the pool, the event loop takes turns."""
    gate = Gate()
    total = tf.add_n([gate.blocking_node(1.0) for _ in range(8)])
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        run = asyncio.ensure_future(session.run(total))
        await gate.entered(4)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert gate.num_inside == gate.max_inside == 4 and not run.done()
        gate.open()
        assert await run == 8


async def test_waiting_needs_no_thread(graph: tf.Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """3: a node that waits on the event loop starts, and goes on, while the only thread of the pool is blocked."""
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)  # what it waits for is not worth a thread
    blocked, waiting = Gate(), Gate()
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    fetches = [blocked.blocking_node(1.0), waiting.node(waiting.node(waiting.node(2.0)))]
    async with tf.Session(graph=graph, config=config) as session:
        run = asyncio.ensure_future(session.run(fetches))
        await blocked.entered()
        for times in (1, 2, 3):
            await waiting.entered(times)
            waiting.release()
        assert not run.done()
        blocked.open()
        assert await run == [1, 2]
