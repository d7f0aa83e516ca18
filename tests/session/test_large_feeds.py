"""Large arrays that have to be copied: the event loop goes on meanwhile, and the step gets what was fed."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.session.calls import feeds
from aioflow.session.calls.feeds import LateArrays

LIMIT = 1000


class Gate:
    """What copies of large feeds wait for.

    Attributes:
        threads: The threads that copied.
        is_open: To be set from the event loop, whose turn it takes; a copy on the loop itself would wait in vain.
        began: Set by the first copy that waits.
    """

    def __init__(self) -> None:
        self.threads: list[threading.Thread] = []
        self.is_open = threading.Event()
        self.began = threading.Event()

    async def entered(self) -> None:
        """Gives turns to the loop until a copy waits."""
        while not self.began.is_set():
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is large is so at 1,000 bytes."""
    monkeypatch.setattr(feeds, "COPIED_AT_ONCE_NBYTES", LIMIT)
    monkeypatch.setattr("aioflow.session.calls.call_form.COPIED_AT_ONCE_NBYTES", LIMIT)
    monkeypatch.setattr("aioflow.session.calls.callables.COPIED_AT_ONCE_NBYTES", LIMIT)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Lets copies of large feeds wait."""
    gate, made = Gate(), LateArrays.made

    def wait_and_make(self: LateArrays) -> Any:
        gate.threads.append(threading.current_thread())
        gate.began.set()
        assert gate.is_open.wait(60), "nobody had a turn"
        return made(self)

    monkeypatch.setattr(LateArrays, "made", wait_and_make)
    yield gate
    gate.is_open.set()


def doubled() -> tuple[tf.Graph, tf.Tensor, tf.Tensor]:
    """A graph that doubles vectors."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None], name="x")
        return graph, x, x * 2.0


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64])
async def test_the_loop_goes_on(gate: Gate, dtype: Any) -> None:
    """While a large array is copied or converted, others have their turns; also in later runs of the same form."""
    graph, x, y = doubled()
    fed = np.ones(LIMIT, dtype)
    async with tf.Session(graph=graph) as session:
        for _ in range(2):
            gate.began.clear()
            gate.is_open.clear()
            run = asyncio.ensure_future(session.run(y, {x: fed}))
            await gate.entered()
            gate.is_open.set()
            assert (await run).tolist() == [2.0] * LIMIT
    assert threading.current_thread() not in gate.threads and len(gate.threads) == 2


async def test_many_small_ones_are_as_one(gate: Gate) -> None:
    """What counts is what a call copies in all."""
    graph = tf.Graph()
    with graph.as_default():
        xs = [tf.placeholder(tf.float32, [100]) for _ in range(9)]
        y = tf.add_n(xs)
    gate.is_open.set()
    async with tf.Session(graph=graph) as session:
        for count, num_copies in ((9, 0), (9, 1), (2, 1)):  # the first call of a form looks at each by itself
            values = [np.ones(100, np.float32) for _ in xs]
            for value in values[count:]:
                value.setflags(write=False)
            assert (await session.run(y, dict(zip(xs, values, strict=True)))).tolist() == [9.0] * 100
            assert len(gate.threads) == num_copies


async def test_small_and_read_only_ones_are_not_late(gate: Gate) -> None:
    """A small array is copied at the call, a large one that nobody can write to is not copied."""
    graph, x, y = doubled()
    large = np.ones(LIMIT, np.float32)
    large.setflags(write=False)
    small = np.ones(3, np.float32)
    async with tf.Session(graph=graph, config=tf.ConfigProto(inter_op_parallelism_threads=1)) as session:
        for fed in (large, small, large, small):
            assert set(await session.run(y, {x: fed})) == {2.0}
        run = asyncio.ensure_future(session.run(y, {x: small}))
        await asyncio.sleep(0)
        small[:] = 5
        assert (await run).tolist() == [2.0] * 3
    assert gate.threads == []


async def test_what_was_fed_is_the_callers_again_after_the_run() -> None:
    """A variable keeps the value that was fed, whatever becomes of the array; the caller's array is not written to."""
    graph, x, _ = doubled()
    with graph.as_default():
        v = tf.get_variable("v", [LIMIT], use_resource=True)
        assign, y = v.assign(x).op, v.assign_add(x * 0.0 + 1.0)
    fed = np.ones(LIMIT, np.float32)
    async with tf.Session(graph=graph) as session:
        await session.run(assign, {x: fed})
        fed[:] = 7
        assert set(await session.run(v)) == {1.0}
        assert set(await session.run(y, {x: fed})) == {2.0}
    assert set(fed) == {7.0}


async def test_without_threads_it_is_copied_here(gate: Gate) -> None:
    """A run in the caller's thread has no other one for this."""
    graph, x, y = doubled()
    gate.is_open.set()
    async with tf.Session(graph=graph) as session:
        options = tf.RunOptions(inter_op_thread_pool=-1)
        assert set(await session.run(y, {x: np.ones(LIMIT, np.float32)}, options=options)) == {2.0}
    assert gate.threads == [threading.current_thread()]


async def test_cancelled_copies(gate: Gate) -> None:
    """A run that is cancelled or late while its feeds are copied ends at once, and counts as such."""
    graph, x, y = doubled()
    fed = np.ones(LIMIT, np.float32)
    async with tf.Session(graph=graph, config=tf.ConfigProto(inter_op_parallelism_threads=2)) as session:
        run = asyncio.ensure_future(session.run(y, {x: fed}))
        await gate.entered()
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        with pytest.raises(errors.DeadlineExceededError, match="fed arrays to be copied"):
            await session.run(y, {x: fed}, options=tf.RunOptions(timeout_in_ms=1))
        statistics = session.statistics()
        assert (statistics.cancelled, statistics.timed_out) == (1, 1)
        gate.is_open.set()
        assert set(await session.run(y, {x: fed})) == {2.0}


async def test_a_session_that_is_closed_meanwhile(gate: Gate) -> None:
    """The run is cancelled, as all that a session still does."""
    graph, x, y = doubled()
    session = tf.Session(graph=graph)
    run = asyncio.ensure_future(session.run(y, {x: np.ones(LIMIT, np.float32)}))
    await gate.entered()
    close = asyncio.ensure_future(session.close())
    await asyncio.sleep(0)
    gate.is_open.set()
    await close
    with pytest.raises((errors.CancelledError, RuntimeError)):
        await run


async def test_wrong_ones_are_refused() -> None:
    """A wrong shape is refused before anything is copied, a lossy conversion where it is made."""
    graph, x, y = doubled()
    with graph.as_default():
        i = tf.placeholder(tf.int32, [None])
        j = i + 1
    async with tf.Session(graph=graph, strict_feeds=True) as session:
        for _ in range(2):
            with pytest.raises(ValueError, match="Cannot feed value of shape"):
                await session.run(y, {x: np.ones((LIMIT, 2))})
            with pytest.raises(TypeError, match="strict_feeds"):
                await session.run(j, {i: np.full(LIMIT, 1.5)})
            assert set(await session.run(y, {x: np.ones(LIMIT)})) == {2.0}


async def test_other_ways_to_run(gate: Gate) -> None:
    """Callables of both kinds and partial runs copy on a thread as well."""
    graph, x, y = doubled()
    fed = np.ones(LIMIT, np.float32)
    gate.is_open.set()
    async with tf.Session(graph=graph) as session:
        call = session.make_callable(y, [x])
        for _ in range(2):
            assert set(await call(fed)) == {2.0}
        handle = await session.partial_run_setup([y], [x])
        assert set(await session.partial_run(handle, y, {x: fed})) == {2.0}
        (given,) = await session.run([x], {x: fed})
        assert given is fed
    assert len(gate.threads) == 4 and threading.current_thread() not in gate.threads
    names: list[str] = []
    async with tf.Session(graph=graph) as session:
        options = tf.CallableOptions(feed=["x:0"], fetch=[y.name])
        low_level = session._make_callable_from_options(options)
        original = feeds.private_array

        def noted(value: Any, array: Any) -> Any:
            names.append(threading.current_thread().name)
            return original(value, array)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("aioflow.session.calls.callables.private_array", noted)
            assert set((await low_level(fed))[0]) == {2.0}
    assert names and threading.current_thread().name not in names


def test_scripts() -> None:
    """`run_sync` gives what `run` gives."""
    graph, x, y = doubled()
    with tf.Session(graph=graph) as session:
        assert set(session.run_sync(y, {x: np.ones(LIMIT, np.float32)})) == {2.0}
