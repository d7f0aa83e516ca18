"""Run handlers: who serves whom, how many there are, and what waits for one."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aioflow as tf
from aioflow import errors
from aioflow.pools import shared_pools as pool_registry
from aioflow.pools.handler_order import MAX_RUNNING_PER_HANDLER, HandlerOrder, RunHandler, primaries
from aioflow.pools.run_handlers import RunHandlerPool
from aioflow.pools.thread_pool import ThreadPool
from aioflow.testing import Gate

WAIT_S = 120.0
VECTORS = [
    (1, 4, "0000"), (2, 4, "0011"), (3, 8, "00001122"), (4, 8, "00011223"), (8, 4, "0123"), (5, 16, "0000000111122334"),
]  # fmt: skip


@pytest.mark.parametrize(("handlers", "threads", "expected"), VECTORS)
def test_published_vectors(handlers: int, threads: int, expected: str) -> None:
    """Threads are divided among handlers as TensorFlow divides them."""
    assert "".join(map(str, primaries(handlers, threads))) == expected


@given(st.integers(1, 200), st.integers(1, 200))
def test_primaries(handlers: int, threads: int) -> None:
    """Threads have handlers in order; where there are enough, each handler has one, and none more than those before."""
    assigned = primaries(handlers, threads)
    assert len(assigned) == threads and assigned == sorted(assigned)
    counts = [assigned.count(handler) for handler in range(handlers)]
    if threads >= handlers:
        assert min(counts) >= 1
        assert counts == sorted(counts, reverse=True)


def handlers_in(order: HandlerOrder, *priorities: int) -> list[RunHandler]:
    """One handler per priority, in the order of their arrival."""
    pool = ThreadPool("never started", 1)
    handlers = [RunHandler(pool, priority, number, lambda handler: None) for number, priority in enumerate(priorities)]
    for handler in handlers:
        order.add(handler)
    pool.close()
    return handlers


def popped(order: HandlerOrder, worker: int) -> str | None:
    """The label of the task that a worker takes, and that goes on running."""
    task = order.pop(worker)
    if task is None:
        return None
    if task[0] is not None:
        task[0].num_running += 1
    return str(task[2][0])


def test_order_of_handlers() -> None:
    """Handlers are ordered by falling priority, and then by age."""
    order = HandlerOrder(4)
    a, b, c, d = handlers_in(order, 0, 5, 0, 5)
    assert order.active == [b, d, a, c]


def test_a_thread_serves_its_own_handler_first() -> None:
    """A thread takes from its primary handler, and then from the others in their order."""
    order = HandlerOrder(2)
    first, second = handlers_in(order, 1, 0)
    for handler, label in ((first, "first"), (second, "second")):
        for _ in range(2):
            order.push((handler, print, (label,), 0), False)
    assert [popped(order, 1) for _ in range(5)] == ["second", "second", "first", "first", None]


def test_at_most_ten_tasks_of_a_handler() -> None:
    """While ten tasks of a handler run, nobody takes another one of it."""
    order = HandlerOrder(16)
    busy, other = handlers_in(order, 1, 0)
    for i in range(15):
        order.push((busy, print, (f"busy {i}",), 0), False)
    order.push((other, print, ("other",), 0), False)
    taken = [popped(order, 0) for _ in range(12)]
    assert taken == [*(f"busy {i}" for i in range(MAX_RUNNING_PER_HANDLER)), "other", None]
    busy.num_running -= 1
    assert popped(order, 0) == "busy 10"


def test_work_apart_comes_last() -> None:
    """What belongs to no run is done when no run has work."""
    order = HandlerOrder(1)
    [handler] = handlers_in(order, 0)
    order.push((None, print, ("apart",), 0), False)
    order.push((handler, print, ("run",), 0), False)
    assert [popped(order, 0) for _ in range(3)] == ["run", "apart", None]


def test_withdrawn_handler() -> None:
    """A handler that was given back is served no more, and threads still find the others."""
    order = HandlerOrder(4)
    gone, other = handlers_in(order, 1, 0)
    for handler in (gone, other):
        order.push((handler, print, (f"of {handler.priority}",), 0), False)
    order.withdraw(gone)
    assert order.active == [other]
    assert [popped(order, worker) for worker in range(4)] == ["of 0", None, None, None]


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
def fresh_handlers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The process has no pool of run handlers yet, and none afterwards."""
    monkeypatch.setattr(pool_registry, "_run_handler_pool", None)
    yield
    made = pool_registry._run_handler_pool
    if made is not None:
        made.pool.close()
        assert made.pool.join(WAIT_S)


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
