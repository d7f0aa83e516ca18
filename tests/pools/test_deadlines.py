"""Time limits of runs (S-69 to S-73, S-113, S-115): what they stop, what they wait for, what stays usable."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.executor import run_end, step
from aioflow.executor.deadlines import deadlines_of
from aioflow.ops.generated.data_flow import fifo_queue_v2, queue_dequeue_v2
from aioflow.testing import Gate, pools_of

from .idleness import come_to_rest

virtual_time = pytest.mark.asyncio(loop_factories=["jumping"])
"""Marks a test that runs on a loop on which waiting takes no time."""

HOUR_MS = 3_600_000


@pytest.fixture
def let_the_hour_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Has threads believe that an hour is over, which the event loop does not notice."""

    def pass_it() -> None:
        monkeypatch.setattr(step, "monotonic", lambda: monotonic() + 3600.0)

    return pass_it


@pytest.fixture
def only_virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long the machine takes does not count against the grace of stopped runs."""
    monkeypatch.setattr(run_end, "age_s", lambda run: 0.0)


def within(milliseconds: int, index: int = 0) -> tf.RunOptions:
    """Options with a time limit."""
    return tf.RunOptions(timeout_in_ms=milliseconds, inter_op_thread_pool=index)


async def check_usable(session: tf.Session) -> None:
    """Checks that the session runs, and holds nothing."""
    await come_to_rest(session)
    assert await session.run(tf.py_func(lambda: 5.0, [], tf.double)) == 5.0


@virtual_time
async def test_blocked_dequeue(session: tf.Session) -> None:
    """S-69, S-73: a dequeue that waits too long fails in time with DeadlineExceeded: code 4, no op, the node named."""
    queue = fifo_queue_v2(component_types=[tf.float32])
    dequeue = queue_dequeue_v2(queue, component_types=[tf.float32], name="empty")
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(errors.DeadlineExceededError, match=r"Timed out.*empty") as caught:
        await session.run(dequeue, options=within(300))
    assert loop.time() - began == pytest.approx(0.3)
    assert caught.value.op is None and caught.value.code == 4
    await check_usable(session)


LIMITS = [
    (100, 0, 100), (100, -5, 100), (100, 30, 30), (100, 200, 200), (0, 50, 50), (-1, 50, 50), (-1, -1, None),
    (0, 0, None),
]  # fmt: skip


@virtual_time
@pytest.mark.parametrize(("of_session", "of_run", "expected"), LIMITS)
async def test_which_limit_counts(
    graph: tf.Graph, config: tf.ConfigProto, of_session: int, of_run: int, expected: int | None
) -> None:
    """S-70, S-71: the run's limit counts if positive, up or down; else the session's if positive; else none does."""
    gate = Gate()
    config.operation_timeout_in_ms = of_session
    loop = asyncio.get_running_loop()
    async with tf.Session(config=config) as session:
        began = loop.time()
        run = asyncio.create_task(session.run(gate.node(1.0), options=within(of_run)))
        if expected is None:
            await asyncio.sleep(3600)
            gate.open()
            assert await run == 1.0
            return
        with pytest.raises(errors.DeadlineExceededError):
            await run
        assert loop.time() - began == pytest.approx(expected / 1000)


@virtual_time
@pytest.mark.usefixtures("only_virtual_time")
async def test_kernel_that_cannot_be_stopped(session: tf.Session) -> None:
    """S-72: with such a kernel running the error comes once it has ended; nothing behind it has run."""
    gate, ran = Gate(), list[int]()
    behind = tf.py_func(lambda x: ran.append(1), [gate.blocking_node(1.0, name="stubborn")], [])
    run = asyncio.create_task(session.run(behind, options=within(20)))
    await gate.entered()
    assert session.statistics().abandoned == ()
    await asyncio.sleep(1.0)  # more than the limit, and less than the grace
    assert not run.done()
    [kernel] = session.statistics().abandoned
    assert (kernel.node, kernel.op) == ("stubborn", "PyFunc") and kernel.age_s > 0
    gate.open()
    with pytest.raises(errors.DeadlineExceededError, match="stubborn"):
        await run
    assert ran == [] and session.statistics().abandoned == ()
    await check_usable(session)


@pytest.mark.parametrize("index", [0, -1])
async def test_no_further_node_starts(session: tf.Session, let_the_hour_pass: Callable[[], None], index: int) -> None:
    """S-115: of a chain of kernels, the first of which takes longer than the limit, only that one runs; inline too."""
    ran: list[int] = []

    def long(value: float) -> float:
        ran.append(1)
        let_the_hour_pass()
        return value

    value: Any = tf.constant(1.0)
    for _ in range(3):
        value = tf.py_func(long, [value], tf.float32)
    with pytest.raises(errors.DeadlineExceededError):
        await session.run(value, options=within(HOUR_MS, index))
    assert ran == [1]
    await check_usable(session)


async def test_busy_loop_does_not_delay_the_limit(session: tf.Session, let_the_hour_pass: Callable[[], None]) -> None:
    """S-115: threads notice that the time is up even while the event loop is too busy to say so."""
    gate, ran = Gate(), list[int]()
    behind = tf.py_func(lambda x: ran.append(1), [gate.blocking_node(1.0)], [])
    run = asyncio.create_task(session.run(behind, options=within(HOUR_MS)))
    await gate.entered()
    let_the_hour_pass()
    gate.open()
    [pool] = pools_of(session)
    while pool.num_busy:  # the loop has no turn
        pass
    assert ran == []
    with pytest.raises(errors.DeadlineExceededError):
        await run


@virtual_time
async def test_queued_run(session: tf.Session, size: int) -> None:
    """A run that waits for a thread hears in time, and has left the queue; TensorFlow makes it wait for the thread."""
    gate = Gate()
    blocked = [asyncio.create_task(session.run(gate.blocking_node(1.0))) for _ in range(size)]
    await gate.entered(size)
    with pytest.raises(errors.DeadlineExceededError):
        await session.run(tf.py_func(lambda: 1.0, [], tf.double), options=within(20))
    [pool] = pools_of(session)
    assert (pool.num_busy, pool.num_queued) == (size, 0)
    gate.open()
    assert await asyncio.gather(*blocked) == [1.0] * size
    await check_usable(session)


@virtual_time
async def test_partial_run(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """S-113: a partial run whose time is up ends alone; the session and other partial runs go on."""
    gate = Gate()
    x = tf.placeholder(tf.float32, [])
    slow, quick = gate.node(x), x + 1.0
    config.operation_timeout_in_ms = 20
    async with tf.Session(config=config) as session:
        ending = await session.partial_run_setup([slow], [x])
        other = await session.partial_run_setup([quick], [x])
        with pytest.raises(errors.DeadlineExceededError):
            await session.partial_run(ending, slow, {x: 1.0})
        with pytest.raises(errors.InvalidArgumentError, match="setup"):
            await session.partial_run(ending, slow, {x: 1.0})
        assert await session.partial_run(other, quick, {x: 1.0}) == 2.0
        await check_usable(session)


@virtual_time
@pytest.mark.usefixtures("only_virtual_time")
async def test_abandoned_kernel(session: tf.Session) -> None:
    """A kernel that outlives the grace is abandoned: the caller hears, the slot stays taken, the kernel is shown."""
    gate = Gate()
    loop = asyncio.get_running_loop()
    run = asyncio.create_task(session.run(gate.blocking_node(1.0, name="endless"), options=within(1000)))
    await gate.entered()
    with pytest.raises(errors.DeadlineExceededError, match="endless"):
        await run
    assert loop.time() == pytest.approx(1.0 + run_end.GRACE_S)
    statistics = session.statistics()
    assert [(kernel.node, kernel.op) for kernel in statistics.abandoned] == [("endless", "PyFunc")]
    assert "'endless' (PyFunc), told to stop" in str(statistics.abandoned[0])
    assert statistics.timed_out == 1
    [pool] = pools_of(session)
    assert pool.num_busy == 1
    gate.open()
    await check_usable(session)
    assert session.statistics().abandoned == () and run_end.abandoned_runs() == []


@virtual_time
async def test_abandoned_async_kernel(session: tf.Session) -> None:
    """A waiting kernel that will not be cancelled is abandoned like one on a thread."""
    never, gate = Gate(), Gate()

    async def deaf() -> float:
        try:
            await never.wait()
        except asyncio.CancelledError:
            await gate.wait()
        return 1.0

    run = asyncio.create_task(session.run(tf.async_py_func(deaf, [], tf.double), options=within(1000)))
    with pytest.raises(errors.DeadlineExceededError):
        await run
    assert len(run_end.abandoned_runs()) == 1
    gate.open()
    await check_usable(session)
    assert run_end.abandoned_runs() == []


async def test_error_before_the_limit(session: tf.Session) -> None:
    """A run that fails in time fails with its own error, and its deadline is gone."""
    failing = tf.py_func(lambda: 1 / 0, [], tf.double)
    with pytest.raises(errors.UnknownError, match="ZeroDivisionError"):
        await session.run(failing, options=within(HOUR_MS))
    assert len(deadlines_of(asyncio.get_running_loop(), run_end.time_out)) == 0
