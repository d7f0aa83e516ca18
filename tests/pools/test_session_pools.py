"""Pools of a session, and the one that a run uses (S-59 to S-62, S-66 to S-68, S-98, S-99, S-114, S-116)."""
from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.pools.session_pools import SessionPools
from aioflow.testing import Gate, direct_session, pools_of

from . import scripts
from .building import here, listed, named, thread_name


# ---- decisions, without a run
def test_choice(size: int) -> None:
    """An index chooses among the pools of the list; -1 is the calling thread, and so is any on a thread of a pool."""
    pools = SessionPools(listed((size, ""), (size + 1, "")))
    chosen = [pools.choose(index) for index in (0, 1)]
    assert [entry and entry.pool.num_threads for entry in chosen] == [size, size + 1]
    assert pools.choose(-1) is None and pools.num_threads == 2 * size + 1
    for index in (-2, 2):
        with pytest.raises(errors.InvalidArgumentError, match=str(index)):
            pools.choose(index)
    on_pool: list[object] = []
    pools.owned[0].submit(lambda: on_pool.append(pools.choose(1)))
    pools.close()
    assert all(pool.join(120) for pool in pools.owned)
    assert on_pool == [None]


def test_owners(shared_name: str) -> None:
    """A session is among a pool's owners once, though it names it twice, until it is closed, be it twice."""
    config = listed((1, shared_name), (1, shared_name))
    one, other = SessionPools(config, "one"), SessionPools(config, "other")
    pool = one.pools[0].pool
    assert one.pools[1].pool is pool and pool.owners == ["one", "other"]
    one.close()
    one.close()
    assert pool.owners == ["other"] and not pool.closed
    other.close()
    assert pool.owners == []


@pytest.mark.parametrize(("config", "expected"), [(-1, True), (3, False)])
def test_inline(config: int, expected: bool) -> None:
    """A negative number means that all runs stay on the calling thread, whatever pool they name."""
    pools = SessionPools(tf.ConfigProto(inter_op_parallelism_threads=config))
    assert pools.runs_inline is expected
    assert all((pools.choose(index) is None) is expected for index in ([0, 5, -7] if expected else [0]))
    pools.close()


# ---- choosing
@pytest.mark.parametrize("index", [2, -2, 2**31 - 1, -(2**31)])
async def test_pool_out_of_range(graph: tf.Graph, size: int, index: int) -> None:
    """S-59, E-104: with two pools, index 2 or −2 is refused, naming it, and no kernel runs."""
    ran: list[int] = []
    node = tf.py_func(lambda: ran.append(1), [], [])
    async with tf.Session(config=listed((size, ""), (size, ""))) as session:
        with pytest.raises(errors.InvalidArgumentError, match=rf"{index}.*2 pools"):
            await session.run(node, options=here(index))
        assert ran == []
        await session.run(node, options=here(1))
    assert ran == [1]


async def test_second_pool_of_a_session_with_one(session: tf.Session) -> None:
    """S-59: a session with one pool has no pool 1."""
    with pytest.raises(errors.InvalidArgumentError, match="1"):
        await session.run(tf.constant(1), options=here(1))


async def test_each_run_on_the_pool_it_names(graph: tf.Graph, size: int, shared_name: str) -> None:
    """A run uses the pool of its index, private or named."""
    name = thread_name()
    async with tf.Session(config=listed((size, ""), (size, shared_name))) as session:
        assert (await session.run(name)).startswith(b"aioflow_Compute0_")
        assert (await session.run(name, options=here(1))).startswith(f"aioflow_{shared_name}_".encode())


async def test_on_the_calling_thread(session: tf.Session) -> None:
    """S-60: with index −1 a Python function runs on the thread of the calling task."""
    name = await session.run(thread_name(), options=here(-1))
    assert name.decode() == threading.current_thread().name
    assert not pools_of(session)[0].threads


async def test_on_the_calling_thread_with_partitions(graph: tf.Graph, size: int) -> None:
    """S-61: index −1 works with several devices, too."""
    config = tf.ConfigProto(device_count={"CPU": 3}, use_per_session_threads=True, inter_op_parallelism_threads=size)
    parts = []
    for i in range(3):
        with tf.device(f"/cpu:{i}"):
            parts.append(tf.py_func(lambda x: x + 1, [tf.constant(float(i))], tf.float32))
    async with tf.Session(config=config) as session:
        assert await session.run(tf.add_n(parts), options=here(-1)) == 6.0


async def test_always_on_the_calling_thread(graph: tf.Graph) -> None:
    """S-62: with inter_op_parallelism_threads=-1 all runs use the caller's thread, whatever pool they name."""
    async with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
        for index in (0, 1, 5, -1, -7):
            name = await session.run(thread_name(), options=here(index))
            assert name.decode() == threading.current_thread().name


async def test_single_threaded_executor(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """S-116: SINGLE_THREADED_EXECUTOR runs everything on the calling thread; with a time limit, on one of the pool."""
    config.experimental.executor_type = "SINGLE_THREADED_EXECUTOR"
    names = [thread_name() for _ in range(5)]
    caller = threading.current_thread().name.encode()
    async with tf.Session(config=config) as session:
        assert set(await session.run(names)) == {caller}
        [used] = set(await session.run(names, options=tf.RunOptions(timeout_in_ms=3_600_000)))
        assert used.startswith(b"aioflow_Compute_")
        on_caller = tf.RunOptions(timeout_in_ms=3_600_000, inter_op_thread_pool=-1)
        assert set(await session.run(names, options=on_caller)) == {caller}


async def test_negative_with_a_pool_of_its_own(graph: tf.Graph) -> None:
    """A negative number with use_per_session_threads is not caller-thread mode: the default size is used."""
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=-1)
    async with tf.Session(config=config) as session:
        assert (await session.run(thread_name())).startswith(b"aioflow_Compute_")


# ---- pools of its own
@pytest.mark.parametrize("numbers", [(-1,), (2, -3)])
def test_negative_size(graph: tf.Graph, numbers: tuple[int, ...]) -> None:
    """S-67: a negative number is refused, naming entry and number; no pool is made."""
    before = tf.pools()
    with pytest.raises(errors.InvalidArgumentError, match=rf"\[{len(numbers) - 1}\].*{numbers[-1]}"):
        tf.Session(config=listed(*((number, "") for number in numbers)))
    assert tf.pools() == before


async def test_threads_end_with_their_session(graph: tf.Graph, size: int, shared_name: str) -> None:
    """S-66: when `close` returns the session's own threads are gone; those of named pools and of the process stay."""
    name = thread_name()
    async with tf.Session() as process_wide:
        await process_wide.run(name)
        session = tf.Session(config=listed((size, ""), (size, shared_name)))
        await session.run(name)
        await session.run(name, options=here(1))
        own = set(direct_session(session).pools.owned[0].threads)
        assert len(own) == size
        await session.close()
        alive = threading.enumerate()
        assert not own.intersection(alive)
        assert sum(thread.name.startswith(f"aioflow_{shared_name}_") for thread in alive) == size
        assert await process_wide.run(name) in {thread.name.encode() for thread in alive}


async def test_blocked_pool_delays_no_other(graph: tf.Graph) -> None:
    """S-68: while a kernel blocks pool 0, runs on pool 1 go on."""
    gate = Gate()
    blocked, name = gate.blocking_node(1.0), thread_name()
    async with tf.Session(config=listed((1, ""), (1, ""))) as session:
        run = asyncio.create_task(session.run(blocked))
        await gate.entered()
        for _ in range(5):
            assert (await session.run(name, options=here(1))) == b"aioflow_Compute1_0"
        assert not run.done()
        gate.open()
        assert await run == 1.0


@pytest.mark.parametrize("spoil", ["pool", "mismatch", "device"])
async def test_name_after_a_failed_construction(graph: tf.Graph, shared_name: str, spoil: str) -> None:
    """S-114: a constructor that failed holds no name and no pool."""
    bad = named("failed")
    async with tf.Session(config=listed((1, shared_name))):
        if spoil == "pool":
            bad.session_inter_op_thread_pool.add(num_threads=2)
            bad.session_inter_op_thread_pool.add(num_threads=-2)
        elif spoil == "mismatch":
            bad.session_inter_op_thread_pool.add(num_threads=2)
            bad.session_inter_op_thread_pool.add(num_threads=3, global_name=shared_name)
        else:
            bad.device_count["CPU"] = 0
        before = tf.pools()
        with pytest.raises(errors.OpError):
            tf.Session(config=bad)
        assert tf.pools() == before
    async with tf.Session(config=named("failed")):
        pass


# ---- many callers
async def test_four_threads(session: tf.Session) -> None:
    """S-98: four threads, each with its own event loop and 50 runs of one session, complete all 200."""
    x = tf.placeholder(tf.float32, [])
    y = tf.py_func(lambda v: v + 1, [x], tf.float32) * 2.0
    results: list[float] = []

    async def runs(base: int) -> None:
        for i in range(50):
            results.append(await session.run(y, {x: base + i}))

    callers = [threading.Thread(target=asyncio.run, args=(runs(1000 * n),)) for n in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        await asyncio.to_thread(caller.join)
    assert sorted(results) == sorted((1000.0 * n + i + 1) * 2 for n in range(4) for i in range(50))


@pytest.mark.parametrize("inner_uses", ["the same session", "another session", "a session on the same pool"])
async def test_nested_run_in_a_python_function(graph: tf.Graph, size: int, inner_uses: str, shared_name: str) -> None:
    """S-99: a run within a Python function of a run works on a pool of any size, whatever session it uses."""
    config = listed((size, shared_name))
    inner_value = tf.py_func(lambda: 20.0, [], tf.double) + 1.0
    async with tf.Session(config=config) as outer, tf.Session(config=config) as same_pool, tf.Session() as other:
        sessions = {"the same session": outer, "another session": other, "a session on the same pool": same_pool}
        inner = sessions[inner_uses]
        node = tf.py_func(lambda: 2 * inner.run_sync(inner_value), [], tf.double)
        assert await asyncio.gather(*(outer.run(node) for _ in range(8))) == [42.0] * 8


async def test_nested_run_in_an_async_function(session: tf.Session) -> None:
    """S-99: a run awaited within an async Python function holds no slot meanwhile."""
    inner_value = tf.py_func(lambda: 20.0, [], tf.double) + 1.0

    async def nested() -> Any:
        return 2 * await session.run(inner_value)

    node = tf.async_py_func(nested, [], tf.double)
    assert await asyncio.gather(*(session.run(node) for _ in range(8))) == [42.0] * 8


# ---- in a process of its own
INLINE = """
async def main():
    name = tf.py_func(lambda: threading.current_thread().name, [], tf.string)
    async with tf.Session() as inline, tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=4)) as pooled:
        assert await inline.run(name) == b"MainThread"
        assert await pooled.run(name) == b"aioflow_Compute_0"
        assert len(threads("aioflow_Compute")) == 1
asyncio.run(main())
"""


def test_first_session_is_inline() -> None:
    """A negative TF_NUM_INTEROP_THREADS means the caller's thread; the process's pool then has one thread for ever."""
    scripts.run(INLINE, {"TF_NUM_INTEROP_THREADS": "-1"})
