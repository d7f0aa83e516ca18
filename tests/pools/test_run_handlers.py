"""Run handlers: how many there are, and what waits for one."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.pools.open_pools import open_pools
from aioflow.pools.run_handlers import RunHandlerPool
from aioflow.testing import Gate

WAIT_S = 120.0


# ---- lending
@pytest.fixture
def handlers(size: int) -> Iterator[RunHandlerPool]:
    """A pool that serves two runs at once."""
    handlers = RunHandlerPool(size, max_handlers=2)
    yield handlers
    handlers.pool.close()
    assert handlers.pool.join(WAIT_S)


async def turns() -> None:
    """Lets others do what they can do now."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_waiting_for_a_handler(handlers: RunHandlerPool) -> None:
    """A run waits until a handler is given back; higher priorities get theirs first."""
    taken = [await handlers.acquire(0, None) for _ in range(2)]
    granted: list[str] = []

    async def wait(label: str, priority: int) -> None:
        handler = await handlers.acquire(priority, None)
        granted.append(label)
        handler.withdraw()

    waiting = [asyncio.create_task(wait("low", 0)), asyncio.create_task(wait("high", 1))]
    await turns()
    assert granted == []
    taken[0].withdraw()
    taken[0].withdraw()
    await asyncio.gather(*waiting)
    assert granted == ["high", "low"]


async def test_no_handler_in_time(handlers: RunHandlerPool) -> None:
    """A run that gets no handler in time fails, naming the time; it keeps no place."""
    taken = [await handlers.acquire(0, None) for _ in range(2)]
    with pytest.raises(errors.DeadlineExceededError, match="1 ms"):
        await handlers.acquire(0, 0.001)
    for handler in taken:
        handler.withdraw()
    assert (await handlers.acquire(0, 0.001)).pool is handlers.pool


@pytest.mark.parametrize("is_granted", [False, True])
async def test_cancelled_while_waiting(handlers: RunHandlerPool, is_granted: bool) -> None:
    """A run that is cancelled while it waits, or just when a handler was granted, leaves the handler to others."""
    taken = [await handlers.acquire(0, None) for _ in range(2)]
    waiting = asyncio.create_task(handlers.acquire(0, None))
    await turns()
    if is_granted:
        taken[0].withdraw()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    if not is_granted:
        taken[0].withdraw()
    again = await handlers.acquire(0, 1.0)
    again.withdraw()


async def test_handlers_run_tasks(handlers: RunHandlerPool, size: int) -> None:
    """Tasks of handlers run on the pool's threads."""
    handler = await handlers.acquire(0, None)
    done = threading.Semaphore(0)
    names: list[str] = []

    def task() -> None:
        names.append(threading.current_thread().name)
        done.release()

    for _ in range(50):
        handler.submit(task)
    for _ in range(50):
        assert await asyncio.to_thread(done.acquire, timeout=WAIT_S)
    handler.withdraw()
    assert set(names) <= {f"aioflow_run_handler_pool_{i}" for i in range(size)}


async def test_resized_pool(handlers: RunHandlerPool) -> None:
    """The pool of run handlers may be resized, too."""
    handlers.pool.resize(3)
    handler = await handlers.acquire(0, None)
    done = threading.Event()
    handler.submit(done.set)
    assert await asyncio.to_thread(done.wait, WAIT_S)
    handler.withdraw()
    assert len(handlers.pool.threads) == 3


# ---- through a session
@pytest.fixture
def fresh_handlers() -> Iterator[None]:
    """The process has no pool of run handlers yet, and none afterwards."""
    close_run_handlers()
    yield
    close_run_handlers()


def close_run_handlers() -> None:
    """Closes the process's pool of run handlers; who needs one later gets another."""
    for pool in open_pools():
        if pool.name == "run_handler_pool":
            pool.close()
            assert pool.join(WAIT_S)


def with_handler(inter_op_thread_pool: int = 0, timeout_in_ms: int = 0, priority: int = 0) -> tf.RunOptions:
    """Options of a run that asks for a handler."""
    options = tf.RunOptions(inter_op_thread_pool=inter_op_thread_pool, timeout_in_ms=timeout_in_ms)
    options.experimental.use_run_handler_pool = True
    options.experimental.run_handler_pool_options.priority = priority
    return options


async def thread_of(session: tf.Session, options: tf.RunOptions) -> str:
    """The name of the thread on which a Python function runs."""
    name = tf.py_func(lambda: threading.current_thread().name, [], tf.string)
    value: bytes = await session.run(name, options=options)
    return value.decode()


@pytest.mark.usefixtures("fresh_handlers", "graph")
async def test_runs_use_it(size: int) -> None:
    """A run that asks for it runs on the process-wide pool, whose size is that of the first session's pool 0."""
    listed = [tf.ThreadPoolOptionProto(num_threads=size), tf.ThreadPoolOptionProto(num_threads=1)]
    async with tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=listed)) as session:
        assert (await thread_of(session, with_handler())).startswith("aioflow_run_handler_pool_")
        assert (await thread_of(session, with_handler(inter_op_thread_pool=1))) == "aioflow_Compute1_0"
        assert (await thread_of(session, with_handler(inter_op_thread_pool=-1))) == threading.current_thread().name
        with pytest.raises(errors.InvalidArgumentError, match="2"):
            await session.run(tf.constant(1), options=with_handler(inter_op_thread_pool=2))
    pool = tf.pools()[-1]
    assert (pool.name, pool.num_threads, pool.num_busy) == ("run_handler_pool", size, 0)


@pytest.mark.usefixtures("fresh_handlers")
async def test_sessions_with_a_pool_of_their_own_do_not(session: tf.Session) -> None:
    """It is ignored where `use_per_session_threads` is set."""
    assert (await thread_of(session, with_handler())).startswith("aioflow_Compute_")


@pytest.mark.usefixtures("fresh_handlers", "graph")
async def test_handler_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run gives its handler back when it ends, fails, times out or is cancelled; meanwhile others wait for it."""
    monkeypatch.setenv("TF_RUN_HANDLER_MAX_CONCURRENT_HANDLERS", "1")
    gate = Gate()
    listed = [tf.ThreadPoolOptionProto(num_threads=1)]
    async with tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=listed)) as session:
        waiting, quick = gate.node(1.0), tf.constant(2.0) + 1.0
        failing = tf.py_func(lambda: 1 / 0, [], tf.float32)
        await session.run(quick)  # compiled from now on: all that it waits for is a handler
        run = asyncio.create_task(session.run(waiting, options=with_handler()))
        await gate.entered()
        with pytest.raises(errors.DeadlineExceededError, match="run handler within 20 ms"):
            await session.run(quick, options=with_handler(timeout_in_ms=20))
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        with pytest.raises(errors.DeadlineExceededError):
            await session.run(waiting, options=with_handler(timeout_in_ms=20))
        with pytest.raises(errors.UnknownError):
            await session.run(failing, options=with_handler())
        assert await session.run(quick, options=with_handler()) == 3.0
