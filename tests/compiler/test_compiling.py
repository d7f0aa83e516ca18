"""New signatures are compiled on a thread, once for all who wait, while the event loop goes on."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.compiler import compiler
from aioflow.executor.segments.plan import ViewPlan
from aioflow.framework.graph.graph import Graph
from aioflow.framework.wanted import UnwantedError, check_wanted
from aioflow.passes.optimize import optimize
from tests.functions.building import call, define

PATIENCE_S = 60.0


class Watch:
    """Holds up every compilation until it is let go.

    Attributes:
        threads: Where each began.
    """

    def __init__(self, optimize: Callable[..., Graph]) -> None:
        self.threads: list[str] = []
        self.go_on = threading.Event()
        self._optimize = optimize
        self._loop = asyncio.get_running_loop()
        self._begun = asyncio.Event()

    def __call__(self, *args: Any) -> Graph:
        """Stands for the first pass."""
        self.threads.append(threading.current_thread().name)
        self._loop.call_soon_threadsafe(self._begun.set)
        if threading.current_thread() is not threading.main_thread():
            assert self.go_on.wait(PATIENCE_S)
        return self._optimize(*args)

    async def begun(self) -> None:
        """Waits for the first one to begin."""
        await asyncio.wait_for(self._begun.wait(), PATIENCE_S)


@pytest.fixture
async def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Watches the compiler."""
    watch = Watch(optimize)
    monkeypatch.setattr(compiler, "optimize", watch)
    return watch


@pytest.fixture(autouse=True)
def default_graph() -> Iterator[Graph]:
    """A graph for each test."""
    with tf.Graph().as_default() as graph:
        yield graph


def session_on(num_threads: int = 1) -> tf.Session:
    """A session with a pool of its own."""
    pool = tf.ThreadPoolOptionProto(num_threads=num_threads)
    return tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=[pool]))


@pytest.mark.parametrize("num_threads", [1, 4])
async def test_loop_goes_on(watch: Watch, num_threads: int) -> None:
    """While a signature is compiled on a thread of the run's pool, the loop has its turns; then the run goes on."""
    x = tf.placeholder(tf.float32, name="x")
    async with session_on(num_threads) as session:
        run = asyncio.ensure_future(session.run(x + 1.0, {x: 1.0}))
        await watch.begun()
        assert not run.done()
        watch.go_on.set()
        assert await run == 2.0
    assert len(watch.threads) == 1 and watch.threads[0].startswith("aioflow_Compute0_")


async def test_in_place_without_a_pool(watch: Watch) -> None:
    """A run that is to stay on the caller's thread compiles there."""
    async with session_on() as session:
        inline = tf.RunOptions(inter_op_thread_pool=-1)
        assert await session.run(tf.constant(2.0) * 2, options=inline) == 4.0
    assert watch.threads == [threading.main_thread().name]


async def test_once_for_all(watch: Watch) -> None:
    """Several callers wait for one compilation; the first one is cancelled, and the others get their values."""
    x = tf.placeholder(tf.float32)
    y = x * 3.0
    async with session_on() as session:
        runs = [asyncio.ensure_future(session.run(y, {x: float(i)})) for i in range(5)]
        await watch.begun()
        runs[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await runs[0]
        watch.go_on.set()
        assert await asyncio.gather(*runs[1:]) == [3.0, 6.0, 9.0, 12.0]
        assert await session.run(y, {x: 7.0}) == 21.0
    assert len(watch.threads) == 1


async def test_errors_reach_all(watch: Watch) -> None:
    """A graph that cannot be compiled fails each of the runs that wait for it, and later ones, too."""
    x = tf.placeholder(tf.float32)
    y = tf.raw_ops.XlaSharding(input=x)
    async with session_on() as session:
        watch.go_on.set()
        outcomes = await asyncio.gather(
            *(session.run(y, {x: 1.0}) for _ in range(3)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [errors.UnimplementedError] * 3
        with pytest.raises(errors.UnimplementedError, match="has no kernel for ops that this run needs"):
            await session.run(y, {x: 1.0})
        assert await session.run(x * 2, {x: 1.0}) == 2.0


async def test_nodes_added_meanwhile(watch: Watch) -> None:
    """A graph may grow while a part of it is compiled; what was added runs, too."""
    x = tf.placeholder(tf.float32)
    async with session_on() as session:
        first = asyncio.ensure_future(session.run(x + 1.0, {x: 1.0}))
        await watch.begun()
        later = tf.add(x, 2.0, name="later")
        second = asyncio.ensure_future(session.run([later, "later:0"], {x: 1.0}))
        await asyncio.sleep(0)
        watch.go_on.set()
        assert await first == 2.0
        assert await second == [3.0, 3.0]


async def test_closed_meanwhile(watch: Watch) -> None:
    """Runs that wait for their compilation end with CancelledError when their session is closed."""
    x = tf.placeholder(tf.float32)
    session = session_on()
    run = asyncio.ensure_future(session.run(x + 1.0, {x: 1.0}))
    await watch.begun()
    closing = asyncio.ensure_future(session.close())
    await asyncio.sleep(0)
    watch.go_on.set()
    with pytest.raises(errors.CancelledError):
        await run
    await closing
    with pytest.raises(RuntimeError, match="closed"):
        await session.run(x + 1.0, {x: 1.0})


async def test_partial_runs(watch: Watch) -> None:
    """Setting up a partial run compiles on a thread, too."""
    x = tf.placeholder(tf.float32)
    y = x + 1.0
    async with session_on() as session:
        setup = asyncio.ensure_future(session.partial_run_setup([y], [x]))
        await watch.begun()
        assert not setup.done()
        watch.go_on.set()
        assert await session.partial_run(await setup, y, {x: 1.0}) == 2.0
    assert watch.threads == ["aioflow_Compute0_0"]


async def test_bodies_of_functions(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """The body of a function that is not inlined is compiled on a thread when it is first called."""
    monkeypatch.setattr(ViewPlan, "mode", "measured")  # a segment that takes up a call at once compiles the body, too
    double = define("double", [tf.float32], lambda x: x * 2.0)
    (y,) = call(double, [tf.constant(4.0)], [tf.float32], _noinline=True)
    watch.go_on.set()
    async with session_on() as session:
        assert await session.run(y) == 8.0
    assert watch.threads == ["aioflow_Compute0_0"] * 2


def test_loop_closed_meanwhile(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A compilation outlives the event loop that wanted it without a word, and serves the next one."""
    x = tf.placeholder(tf.float32)
    y = x + 1.0
    session = session_on()

    async def cancelled_run() -> Watch:
        watch = Watch(optimize)
        monkeypatch.setattr(compiler, "optimize", watch)
        run = asyncio.ensure_future(session.run(y, {x: 1.0}))
        await watch.begun()
        run.cancel()
        await asyncio.wait([run])
        return watch

    async def second_run() -> Any:
        async with session:
            return await session.run(y, {x: 2.0})

    watch = asyncio.run(cancelled_run())
    watch.go_on.set()
    assert asyncio.run(second_run()) == 3.0
    assert len(watch.threads) == 1 and not caplog.records


async def test_another_signature_in_place(watch: Watch) -> None:
    """A run that stays on the caller's thread does not wait for what a thread compiles."""
    x = tf.placeholder(tf.float32)
    inline = tf.RunOptions(inter_op_thread_pool=-1)
    async with session_on() as session:
        run = asyncio.ensure_future(session.run(x + 1.0, {x: 1.0}))
        await watch.begun()
        assert await session.run(x * 3.0, {x: 1.0}, inline) == 3.0
        assert not run.done()
        watch.go_on.set()
        assert await run == 2.0


async def test_the_same_function_in_place(watch: Watch) -> None:
    """Nor for a body that a thread compiles; both runs have their values, whoever is first."""
    double = define("double", [tf.float32], lambda x: x * 2.0)
    x = tf.placeholder(tf.float32)
    (y,) = call(double, [x], [tf.float32], _noinline=True)
    inline = tf.RunOptions(inter_op_thread_pool=-1)
    async with session_on() as session:
        run = asyncio.ensure_future(session.run(y, {x: 4.0}))
        await watch.begun()
        assert await session.run(y, {x: 5.0}, inline) == 10.0
        watch.go_on.set()
        assert await run == 8.0


async def test_the_same_signature_on_an_idle_pool() -> None:
    """What waits for a thread of a busy pool is compiled on an idle one as soon as somebody there wants it."""
    x = tf.placeholder(tf.float32)
    y, held, entered = x + 1.0, threading.Event(), threading.Event()

    def hold() -> np.float32:
        entered.set()
        assert held.wait(PATIENCE_S)
        return np.float32(0)

    pools = [tf.ThreadPoolOptionProto(num_threads=1)] * 2
    async with tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=pools)) as session:
        busy = asyncio.ensure_future(session.run(tf.py_func(hold, [], tf.float32)))
        assert await asyncio.to_thread(entered.wait, PATIENCE_S)
        first = asyncio.ensure_future(session.run(y, {x: 1.0}))
        await asyncio.sleep(0)
        assert await session.run(y, {x: 2.0}, tf.RunOptions(inter_op_thread_pool=1)) == 3.0
        assert not busy.done()
        held.set()
        assert await first == 2.0
        await busy


async def test_what_nobody_waits_for_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compilation stops between two nodes when its session is closed."""
    entered, outcome = threading.Event(), Future[str]()

    def endless(*_: Any) -> Graph:
        entered.set()
        try:
            while True:
                check_wanted()
        except UnwantedError:
            outcome.set_result("stopped")
            raise

    monkeypatch.setattr(compiler, "optimize", endless)
    x = tf.placeholder(tf.float32)
    session = session_on()
    run = asyncio.ensure_future(session.run(x + 1.0, {x: 1.0}))
    assert await asyncio.to_thread(entered.wait, PATIENCE_S)
    await session.close()
    with pytest.raises(errors.CancelledError):
        await run
    assert await asyncio.wait_for(asyncio.wrap_future(outcome), PATIENCE_S) == "stopped"
