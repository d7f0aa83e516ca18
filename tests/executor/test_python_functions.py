"""Python functions as nodes: where they run, what they see; those that wait hold nothing (executor.md 3, 7.1)."""
from __future__ import annotations

import asyncio
import contextvars
import threading
from typing import Any

import pytest

import aioflow as tf
from aioflow.pools.hop_price import ASSUMED_S, HOP
from aioflow.testing import Gate

from .settings import POOLS
from .witness import Witness

who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


@pytest.fixture(params=["pool_of_1", "pool_of_4"])
def pooled(request: pytest.FixtureRequest) -> tf.ConfigProto:
    """Settings with a pool of the session's own."""
    config = tf.ConfigProto()
    config.CopyFrom(POOLS[request.param])
    return config


async def test_always_on_the_pool(graph: tf.Graph, pooled: tf.ConfigProto) -> None:
    """3.3: `py_func` runs on a thread of the run's pool in every run, however cheap it and its graph have proved."""
    witness = Witness()
    y = witness.node(tf.placeholder_with_default(1.0, []))
    async with tf.Session(graph=graph, config=pooled) as session:
        for _ in range(50):
            assert await session.run(y + 1.0) == 2
    assert len(witness.seen) == 50
    assert threading.current_thread() not in witness.threads
    assert len(witness.threads) <= pooled.inter_op_parallelism_threads


async def test_on_the_pool_that_the_run_names(graph: tf.Graph) -> None:
    """3.4: each run's functions run on the pool that it names."""
    witness = Witness()
    y = witness.node(1.0)
    config = tf.ConfigProto()
    for _ in range(2):
        config.session_inter_op_thread_pool.add(num_threads=1)
    threads = []
    async with tf.Session(graph=graph, config=config) as session:
        for number in (0, 1, 0, 1):
            witness.threads.clear()
            await session.run(y, options=tf.RunOptions(inter_op_thread_pool=number))
            threads.append(witness.threads.copy())
    assert threads[0] == threads[2] and threads[1] == threads[3]
    assert not threads[0] & threads[1]
    assert threading.current_thread() not in threads[0] | threads[1]


async def test_async_functions_run_on_the_loop(session: tf.Session) -> None:
    """7.1: `async_py_func` runs on the caller's event loop and thread, within a task, whatever the pool."""
    places: list[tuple[Any, Any]] = []

    async def note(value: Any) -> Any:
        places.append((asyncio.get_running_loop(), threading.current_thread()))
        assert asyncio.current_task() is not None
        await asyncio.sleep(0)
        return value

    y = tf.async_py_func(note, [Witness().node(1.0)], tf.float32)
    for _ in range(3):
        assert await session.run(y) == 1
    assert places == [(asyncio.get_running_loop(), threading.current_thread())] * 3


async def test_context_variables(session: tf.Session) -> None:
    """7.1: both kinds see the context variables of the caller of `run`, each caller its own, and cannot change them."""

    def see(value: Any) -> Any:
        seen = who.get()
        who.set("changed")
        return seen.encode()

    async def see_on_loop(value: Any) -> Any:
        seen = who.get()
        who.set("changed")
        await asyncio.sleep(0)
        return seen.encode()

    x = Gate(is_open=True).node(1.0)
    fetches = [
        tf.py_func(see, [x], tf.string), tf.async_py_func(see_on_loop, [x], tf.string),
        tf.py_func(see, [tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0])], tf.string),
        tf.py_func(see, [tf.async_py_func(see_on_loop, [x], tf.string)], tf.string),
    ]  # fmt: skip

    async def run_as(name: str) -> list[Any]:
        who.set(name)
        results: list[Any] = await session.run(fetches)
        assert who.get() == name
        return results

    names = [f"caller {i}" for i in range(8)]
    assert await asyncio.gather(*map(run_as, names)) == [[name.encode()] * 4 for name in names]
    assert who.get() == "nobody"


async def test_waiting_holds_no_thread(graph: tf.Graph, pooled: tf.ConfigProto) -> None:
    """7.1, E-48: nodes that wait do so at the same time, and meanwhile the pool serves other runs of its session."""
    gate, witness = Gate(), Witness()
    waiting = tf.add_n([gate.node(float(i)) for i in range(20)])
    other = witness.node(witness.node(1.0) + 1.0)
    async with tf.Session(graph=graph, config=pooled) as session:
        run = asyncio.ensure_future(session.run(waiting))
        await gate.entered(20)
        assert gate.num_inside == 20
        for _ in range(3):
            assert await session.run(other) == 2
        assert not run.done()
        gate.open()
        assert await run == sum(range(20))
    assert len(witness.seen) == 6


async def test_waiting_for_each_other(session: tf.Session) -> None:
    """7.1, E-48: a node may wait for what an independent node of the same step does, whichever was built first."""
    for first_built in ("waits", "answers"):
        question, answer = asyncio.Event(), asyncio.Event()

        async def ask(value: Any, question: asyncio.Event = question, answer: asyncio.Event = answer) -> Any:
            question.set()
            await answer.wait()
            return value

        async def reply(value: Any, question: asyncio.Event = question, answer: asyncio.Event = answer) -> Any:
            await question.wait()
            answer.set()
            return value

        functions = [ask, reply] if first_built == "waits" else [reply, ask]
        assert await session.run([tf.async_py_func(f, [2.0], tf.float32) for f in functions]) == [2, 2]


async def test_blocking_functions_share_the_pool(
    graph: tf.Graph, pooled: tf.ConfigProto, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3.3: functions that block run at once as far as there are threads, and hold up neither loop nor waiting nodes."""
    monkeypatch.setattr(HOP, "price_s", ASSUMED_S)  # what a waiting node waits for needs no thread
    blocks, waits = Gate(), Gate(is_open=True)
    fetches = [*(blocks.blocking_node(float(i)) for i in range(6)), waits.node(9.0)]
    async with tf.Session(graph=graph, config=pooled) as session:
        run = asyncio.ensure_future(session.run(fetches))
        await waits.entered()
        await blocks.entered(pooled.inter_op_parallelism_threads)
        assert blocks.num_inside == blocks.max_inside == pooled.inter_op_parallelism_threads
        blocks.open()
        assert await run == [0, 1, 2, 3, 4, 5, 9]
    assert blocks.max_inside == pooled.inter_op_parallelism_threads


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_end_of_the_program(graph: tf.Graph, kind: type[BaseException]) -> None:
    """What is to end the program is no failure of a node: it is raised as itself, from any thread."""

    def leave() -> Any:
        raise kind("enough")

    async def leave_later() -> Any:
        raise kind("enough")

    for config in POOLS.values():
        for y in (tf.py_func(leave, [], tf.float32), tf.async_py_func(leave_later, [], tf.float32)):
            with tf.Session(graph=graph, config=config) as session, pytest.raises(kind, match="enough"):
                session.run_sync(y * 2)
