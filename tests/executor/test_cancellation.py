"""Cancelling, timing out and closing: a run ends exactly once, and leaves nothing (E-40 to E-44, S-111 to S-115)."""
from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.pools.open_pools import open_pools
from aioflow.testing import Gate

from .census import census, settle
from .settings import virtual_time
from .witness import Witness


def waiting_chain(gate: Gate) -> tf.Tensor:
    """Nodes that wait one after the other."""
    return gate.node(gate.node(gate.node(1.0)))


def blocking_chain(gate: Gate) -> tf.Tensor:
    """Nodes on threads, one after the other."""
    witness = Witness()
    return witness.node(gate.node(witness.node(witness.node(1.0))))


def loop(gate: Gate) -> tf.Tensor:
    """A loop in which nodes wait and run on threads."""
    witness = Witness()
    body = lambda i: witness.node(gate.node(i)) + 1  # noqa: E731
    last: tf.Tensor = tf.while_loop(lambda i: i < 5, body, [tf.constant(0)])
    return last


def nested_loops(gate: Gate) -> tf.Tensor:
    """A loop within a loop, several iterations of which wait at once."""

    def body(i: tf.Tensor, total: tf.Tensor) -> Any:
        inner = tf.while_loop(lambda j: j < 2, lambda j: gate.node(j) + 1, [tf.constant(0)])
        return i + 1, total + inner

    last: tf.Tensor = tf.while_loop(lambda i, t: i < 3, body, [tf.constant(0), tf.constant(0)])[1]
    return last


def parallel(gate: Gate) -> tf.Tensor:
    """Many nodes that wait at once, and some on threads."""
    witness = Witness()
    return tf.add_n([gate.node(witness.node(gate.node(float(i)))) for i in range(5)])


SCENARIOS = [waiting_chain, blocking_chain, loop, nested_loops, parallel]
Scenario = Callable[[Gate], tf.Tensor]
scenarios = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)


@scenarios
async def test_cancelled_at_every_turn(session: tf.Session, scenario: Scenario) -> None:
    """S-111: a run cancelled at any turn of the loop raises CancelledError, leaves nothing, harms no later run."""
    gate = Gate(is_open=True)
    y = scenario(gate)
    wanted = await session.run(y)
    await settle()
    before = census()
    for turns in range(40):
        run = asyncio.ensure_future(session.run(y))
        for _ in range(turns):
            await asyncio.sleep(0)
        if run.done():
            assert run.result() == wanted
            break
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
    del run
    await settle()
    assert census() <= before
    assert await session.run(y) == wanted


@scenarios
async def test_cancelled_where_it_waits(session: tf.Session, scenario: Scenario) -> None:
    """S-111: a run cancelled while its nodes wait cancels them all; nothing behind them starts."""
    gate, counting = Gate(), Gate(is_open=True)
    await session.run(scenario(counting))
    y = scenario(gate)
    before: Counter[str] | None = None
    for stopped_at in range(1, min(4, counting.num_entered + 1)):
        gate.num_entered = 0
        run = asyncio.ensure_future(session.run(y))
        for times in range(1, stopped_at):
            await gate.entered(times)
            gate.release()
        await gate.entered(stopped_at)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        assert gate.num_inside == 0
        del run
        await settle()
        before = before or census()
    assert before is not None
    assert census() <= before


async def test_cancelled_twice(session: tf.Session) -> None:
    """S-111: a second cancellation while the first one is being carried out changes nothing."""
    never, cleaning = Gate(), Gate()

    async def stubborn(value: Any) -> Any:
        try:
            await never.wait()
        finally:
            await cleaning.wait()
        return value

    run = asyncio.ensure_future(session.run(tf.async_py_func(stubborn, [1.0], tf.float32)))
    await never.entered()
    for _ in range(3):
        run.cancel()
        await settle()
        assert not run.done() and cleaning.num_inside == 1
    cleaning.open()
    with pytest.raises(asyncio.CancelledError):
        await run


async def test_node_that_ignores_cancellation(session: tf.Session) -> None:
    """S-111: a node that catches its cancellation and goes on is waited for; what comes behind it does not run."""
    never, gate, witness = Gate(), Gate(), Witness()

    async def deaf(value: Any) -> Any:
        try:
            await never.wait()
        except asyncio.CancelledError:
            await gate.wait()
        return value

    run = asyncio.ensure_future(session.run(witness.node(tf.async_py_func(deaf, [1.0], tf.float32))))
    await never.entered()
    run.cancel()
    await gate.entered()
    assert not run.done()
    gate.open()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert witness.seen == []


async def test_cancelled_while_a_thread_works(graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
    """5.5: a cancelled run ends when its threads have ended, and not before."""
    gate, witness = Gate(), Witness()
    y = witness.node(gate.blocking_node(1.0))
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        run = asyncio.ensure_future(session.run(y))
        await gate.entered()
        run.cancel()
        await settle()
        assert not run.done()
        gate.open()
        with pytest.raises(asyncio.CancelledError):
            await run
    assert witness.seen == []


async def test_error_after_cancellation(session: tf.Session) -> None:
    """A node that fails because it is cancelled does not hide that the run was cancelled."""
    never = Gate()

    async def fails(value: Any) -> Any:
        try:
            await never.wait()
        finally:
            raise ValueError("while cleaning up")

    run = asyncio.ensure_future(session.run(tf.async_py_func(fails, [1.0], tf.float32)))
    await never.entered()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run


async def test_timeout_context(session: tf.Session) -> None:
    """S-111: `asyncio.timeout` around a run works as around anything else."""
    gate = Gate()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await session.run(gate.node(1.0))
    assert gate.num_inside == 0
    gate.open()
    assert await session.run(gate.node(1.0)) == 1


async def test_one_of_many_is_cancelled(session: tf.Session) -> None:
    """Cancelling one run leaves other runs of the same signature alone."""
    gate = Gate()
    x = tf.placeholder(tf.float32, [])
    y = gate.node(x) + 1
    runs = [asyncio.ensure_future(session.run(y, {x: float(i)})) for i in range(6)]
    await gate.entered(6)
    runs[2].cancel()
    runs[4].cancel()
    await settle()
    gate.open()
    results = await asyncio.gather(*runs, return_exceptions=True)
    assert [type(result) for result in (results.pop(4), results.pop(2))] == [asyncio.CancelledError] * 2
    assert results == [1, 2, 4, 6]


class TestTimeouts:
    """`RunOptions.timeout_in_ms`."""

    @virtual_time
    @pytest.mark.parametrize("timeout_ms", [1, 999, 1001, 1999, 2001, 2999])
    async def test_at_every_stage(self, session: tf.Session, timeout_ms: int) -> None:
        """E-40: a run that takes too long ends with DeadlineExceeded, naming the node that was pending."""
        names = ["first", "second", "third"]
        y = tf.constant(1.0)
        for name in names:
            y = tf.async_py_func(_sleep_1_s, [y], tf.float32, name=name)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        with pytest.raises(errors.DeadlineExceededError, match="Timed out waiting") as caught:
            await session.run(y, options=tf.RunOptions(timeout_in_ms=timeout_ms))
        assert loop.time() - begun == pytest.approx(timeout_ms / 1000)
        assert names[timeout_ms // 1000] in caught.value.message and caught.value.op is None
        assert await session.run(y, options=tf.RunOptions(timeout_in_ms=3001)) == 1

    @virtual_time
    async def test_names_all_pending_nodes(self, graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
        """9.14: the error names nodes that wait and nodes that block their threads; nothing behind them runs."""
        gate, witness = Gate(), Witness()
        waits, blocks = gate.node(1.0, "waits"), gate.blocking_node(2.0, "blocks")
        behind = witness.node(waits), witness.node(blocks)
        async with tf.Session(graph=graph, config=pool_of_4) as session:
            run = asyncio.ensure_future(session.run(behind, options=tf.RunOptions(timeout_in_ms=5000)))
            await gate.entered(2)
            asyncio.get_running_loop().call_later(60, gate.open)  # the thread cannot be stopped
            with pytest.raises(errors.DeadlineExceededError, match="blocks, waits"):
                await run
            gate.open()
        assert witness.seen == [] and gate.num_cancelled == 1

    @virtual_time
    async def test_thread_is_waited_for(self, graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
        """S-115 (in place of E-43): a timeout takes effect when the working thread ends; nothing behind it runs."""
        gate, witness = Gate(), Witness()
        y = witness.node(gate.blocking_node(1.0))
        async with tf.Session(graph=graph, config=pool_of_4) as session:
            loop = asyncio.get_running_loop()
            run = asyncio.ensure_future(session.run(y, options=tf.RunOptions(timeout_in_ms=200)))
            await gate.entered()
            loop.call_later(1.5, gate.open)
            with pytest.raises(errors.DeadlineExceededError):
                await run
            assert loop.time() == pytest.approx(1.5)
            assert witness.seen == []
            assert await session.run(y) == 1  # the session goes on after a run that ran out of time (E-44)

    async def test_endless_loop(self, session: tf.Session) -> None:
        """E-40: a timeout ends an endless loop, and its session goes on (E-44)."""
        endless = tf.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 1000, [tf.constant(0)])
        for _ in range(2):
            with pytest.raises(errors.DeadlineExceededError, match="Timed out waiting"):
                await session.run(endless, options=tf.RunOptions(timeout_in_ms=20))
        assert await session.run(tf.constant(1)) == 1


async def _sleep_1_s(value: Any) -> Any:
    await asyncio.sleep(1)
    return value


class TestClose:
    """`Session.close` while steps run."""

    async def test_waiting_node(self, session: tf.Session) -> None:
        """E-42: closing cancels what waits; the error names a node that did."""
        gate = Gate()
        run = asyncio.ensure_future(session.run(gate.node(1.0, "waits") + 1))
        await gate.entered()
        await session.close()
        assert gate.num_inside == 0
        with pytest.raises(errors.CancelledError) as caught:
            await run
        assert caught.value.op.name == "waits"

    async def test_waiting_dequeue(self, session: tf.Session) -> None:
        """S-44: closing cancels a step that waits on an empty queue; the error names the dequeue."""
        taken = tf.FIFOQueue(1, tf.float32, shapes=()).dequeue()
        run = asyncio.ensure_future(session.run(taken, options=tf.RunOptions(inter_op_thread_pool=-1)))
        for _ in range(100):  # on this thread alone the step needs a few turns until nothing but the queue is left
            await asyncio.sleep(0)
        await session.close()
        with pytest.raises(errors.CancelledError, match="cancelled") as caught:
            await run
        assert caught.value.op is taken.op

    async def test_endless_loop(self, session: tf.Session) -> None:
        """E-41: closing ends an endless loop; the error names the loop's condition."""
        running = Gate(is_open=True)
        endless = tf.while_loop(lambda i: i >= 0, lambda i: (running.blocking_node(i) + 1) % 1000, [tf.constant(0)])
        run = asyncio.ensure_future(session.run(endless))
        await running.entered(3)
        await session.close()
        with pytest.raises(errors.CancelledError, match="Loop execution was cancelled") as caught:
            await run
        assert caught.value.op.type == "LoopCond"

    async def test_blocking_node(self, graph: tf.Graph, pool_of_4: tf.ConfigProto) -> None:
        """S-45: closing waits for threads that work."""
        gate, witness = Gate(), Witness()
        session = tf.Session(graph=graph, config=pool_of_4)
        run = asyncio.ensure_future(session.run(witness.node(gate.blocking_node(1.0))))
        await gate.entered()
        closing = asyncio.ensure_future(session.close())
        await settle()
        assert not closing.done() and not run.done()
        gate.open()
        await closing
        with pytest.raises(errors.CancelledError):
            await run
        assert witness.seen == []

    async def test_many_runs(self, graph: tf.Graph, config: tf.ConfigProto) -> None:
        """Closing ends all runs, each once, and leaves no task and no thread."""
        gate = Gate()
        y = parallel(gate)
        await settle()
        before = census()
        others = open_pools()
        session = tf.Session(graph=graph, config=config)
        pools = [pool for pool in open_pools() if pool not in others]
        runs = [asyncio.ensure_future(session.run(y)) for _ in range(10)]
        await gate.entered(50)
        await session.close()
        results = await asyncio.gather(*runs, return_exceptions=True)
        assert {type(result) for result in results} == {errors.CancelledError}
        while any(thread.is_alive() for pool in pools for thread in pool.threads if pool.closed):
            await asyncio.sleep(0)
        del runs, results, session
        await settle()
        assert census() <= before

    async def test_by_several(self, session: tf.Session) -> None:
        """Several tasks may close a session while a run waits."""
        gate = Gate()
        run = asyncio.ensure_future(session.run(gate.node(1.0)))
        await gate.entered()
        await asyncio.gather(*[session.close() for _ in range(3)])
        with pytest.raises(errors.CancelledError):
            await run

    async def test_by_a_node(self, session: tf.Session) -> None:
        """A node that closes its own session is cancelled with its run."""

        async def close(value: Any) -> Any:
            await session.close()
            return value

        with pytest.raises(errors.CancelledError):
            await session.run(tf.async_py_func(close, [1.0], tf.float32))

    @pytest.mark.skipif(not hasattr(asyncio, "eager_task_factory"), reason="tasks start at once from Python 3.12 on")
    @pytest.mark.asyncio(loop_factories=["asyncio"])
    async def test_by_a_task_that_starts_at_once(self, session: tf.Session) -> None:
        """A waiting node that stops its own step in the first turn of its task is cancelled where it waits then."""
        never = Gate()

        async def close_and_wait(value: Any) -> Any:
            session.backend.close_nowait()
            await never.wait()
            return value

        y = tf.async_py_func(close_and_wait, [1.0], tf.float32)
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)  # type: ignore[attr-defined, unused-ignore]
        with pytest.raises(errors.CancelledError):
            await session.run(y)
        assert never.num_inside == 0

    async def test_closed_then_cancelled(self, session: tf.Session) -> None:
        """A run that is cancelled while its session closes raises one of the two, and ends."""
        gate = Gate()
        run = asyncio.ensure_future(session.run(gate.node(1.0)))
        await gate.entered()
        session.backend.close_nowait()
        run.cancel()
        with pytest.raises((asyncio.CancelledError, errors.CancelledError)):
            await run


def test_closed_loop() -> None:
    """A session whose event loop was closed under a run can be closed on another loop."""
    waiting, blocking = Gate(), Gate()
    with tf.Graph().as_default() as graph:
        fetches = [waiting.node(1.0), waiting.node(blocking.blocking_node(1.0))]
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2)
    session = tf.Session(graph=graph, config=config)
    loop = asyncio.new_event_loop()
    run = loop.create_task(session.run(fetches))
    loop.run_until_complete(waiting.entered())
    loop.run_until_complete(blocking.entered())
    for task in asyncio.all_tasks(loop):
        task._log_destroy_pending = False  # type: ignore[attr-defined]
    loop.close()
    blocking.open()
    asyncio.run(session.close())
    assert waiting.num_entered == 1 and not run.done()
