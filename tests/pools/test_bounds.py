"""Bounded pools and priorities, through sessions."""
from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.pools.hop_price import HOP
from aioflow.testing import Gate, pools_of

from .idleness import come_to_rest


async def entered_run(session: tf.Session, gate: Gate, fetch: Any, number: int) -> asyncio.Task[Any]:
    """A run that has a thread and is at its gate, the `number`-th one; one at a time, so that none uses two threads."""
    run = asyncio.create_task(session.run(fetch))
    entered = asyncio.ensure_future(gate.entered(number))
    await asyncio.wait([run, entered], return_when=asyncio.FIRST_COMPLETED)
    if not entered.done():
        entered.cancel()
        await run  # raises what went wrong, instead of waiting for ever
    return run


def bounded(size: int, max_queue: int, **options: Any) -> tf.ConfigProto:
    """Settings with one pool that is bounded."""
    config = tf.ConfigProto()
    pool = config.session_inter_op_thread_pool.add(num_threads=size)
    pool.aioflow.CopyFrom(tf.AioflowPoolOptions(max_queue=max_queue, **options))
    return config


@pytest.mark.parametrize("max_queue", [0, 2])
async def test_refused_at_once(graph: tf.Graph, size: int, max_queue: int) -> None:
    """When all threads work and as many runs wait as may, a further one fails at once, and none of its nodes runs."""
    gate, ran = Gate(), list[int]()
    value = gate.blocking_node(1.0)
    noting = tf.py_func(lambda: ran.append(1), [], [])
    async with tf.Session(config=bounded(size, max_queue)) as session:
        runs = [await entered_run(session, gate, value, number) for number in range(1, size + 1)]
        runs += [asyncio.create_task(session.run(value)) for _ in range(max_queue)]
        await asyncio.sleep(0)  # those that wait have their places
        for _ in range(3):
            with pytest.raises(errors.ResourceExhaustedError, match=rf"max_queue={max_queue}"):
                session.run(noting).send(None)  # it must not wait
        assert ran == []
        assert session.statistics().refused == 3 and session.statistics().failed == 0
        gate.open()
        assert await asyncio.gather(*runs) == [1.0] * len(runs)
        await come_to_rest(session)
        await session.run(noting)
        assert ran == [1]


async def test_one_after_the_other(graph: tf.Graph, size: int) -> None:
    """Without a queue, runs one after the other are never refused: a slot is free before the caller hears."""
    value = tf.py_func(lambda: 1.0, [], tf.double)
    async with tf.Session(config=bounded(size, 0)) as session:
        for _ in range(200):
            assert await session.run(value) == 1.0
        assert session.statistics().refused == 0


async def test_a_running_step_is_never_refused(graph: tf.Graph, size: int) -> None:
    """A step that has begun gets threads for all its nodes, however many wait."""
    gate = Gate()
    first = gate.blocking_node(1.0)
    wide = tf.add_n([tf.py_func(lambda x: x, [first + float(i)], tf.float32) for i in range(20)])
    async with tf.Session(config=bounded(size, 0)) as session:
        run = asyncio.create_task(session.run(wide))
        await gate.entered()
        gate.open()
        assert await run == 20 + sum(range(20))


async def test_cheap_runs_need_no_place(graph: tf.Graph, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that stay on the event loop go on while the pool is full."""
    # However slow the machine is, nothing is worth a thread.
    monkeypatch.setattr(HOP, "price_s", 10.0)
    gate = Gate()
    cheap = tf.constant(1.0) + tf.identity(2.0)
    async with tf.Session(config=bounded(size, 0)) as session:
        for _ in range(100):  # until it is known to be cheap
            await session.run(cheap)
        await come_to_rest(session)  # the pool, too, was busy finding out
        blocked = [await entered_run(session, gate, gate.blocking_node(1.0), number) for number in range(1, size + 1)]
        assert await session.run(cheap) == 3.0
        gate.open()
        await asyncio.gather(*blocked)


@pytest.mark.asyncio(loop_factories=["jumping"])
@pytest.mark.parametrize("leave", ["cancelled", "timed out", "closed"])
async def test_place_is_given_back(graph: tf.Graph, size: int, leave: str) -> None:
    """A waiting run that is cancelled, times out or whose session is closed makes room for another one."""
    gate = Gate()
    value = gate.blocking_node(1.0)
    config = bounded(size, 1)
    config.session_inter_op_thread_pool[0].global_name = f"bounded_{leave}_{size}"
    async with tf.Session(config=config) as session, tf.Session(config=config) as leaving:
        blocked = [await entered_run(session, gate, value, number) for number in range(1, size + 1)]
        options = tf.RunOptions(timeout_in_ms=5 if leave == "timed out" else 0)
        waiting = asyncio.create_task(leaving.run(value, options=options))
        await asyncio.sleep(0)
        with pytest.raises(errors.ResourceExhaustedError):
            await session.run(value)
        if leave == "cancelled":
            waiting.cancel()
        elif leave == "closed":
            await leaving.close()
        await asyncio.wait([waiting])
        next_one = asyncio.create_task(session.run(value))
        await asyncio.sleep(0)
        gate.open()
        assert await next_one == 1.0
        await asyncio.gather(*blocked)
        [pool] = [pool for pool in tf.pools() if pool.name == f"bounded_{leave}_{size}"]
        pool.close()


async def test_partitions_take_one_place(graph: tf.Graph, size: int) -> None:
    """A run on several devices is one run."""
    config = bounded(size, 0)
    config.device_count["CPU"] = 2
    with tf.device("/cpu:0"):
        first = tf.py_func(lambda: 1.0, [], tf.double)
    with tf.device("/cpu:1"):
        second = tf.py_func(lambda x: x + 1, [first], tf.double)
    async with tf.Session(config=config) as session:
        for _ in range(20):
            assert await session.run(second) == 2.0
        await come_to_rest(session)


async def test_priorities_of_sessions(graph: tf.Graph) -> None:
    """Of sessions that share a pool, waiting runs of the one with the higher priority go first."""
    gate, order = Gate(), list[bytes]()
    label = tf.placeholder(tf.string, [])
    noting = tf.py_func(order.append, [label], [])

    def with_priority(priority: int) -> tf.ConfigProto:
        config = tf.ConfigProto()
        pool = config.session_inter_op_thread_pool.add(num_threads=1, global_name="test_priorities_of_sessions")
        pool.aioflow.priority = priority
        return config

    async with tf.Session(config=with_priority(0)) as bulk, tf.Session(config=with_priority(7)) as serving:
        blocked = asyncio.create_task(bulk.run(gate.blocking_node(1.0)))
        await gate.entered()
        runs = [asyncio.create_task(bulk.run(noting, {label: "bulk"})) for _ in range(3)]
        await asyncio.sleep(0)
        runs += [asyncio.create_task(serving.run(noting, {label: "serving"})) for _ in range(3)]
        await asyncio.sleep(0)
        gate.open()
        await asyncio.gather(blocked, *runs)
        assert order == [b"serving"] * 3 + [b"bulk"] * 3
        [pool] = [pool for pool in tf.pools() if pool.name == "test_priorities_of_sessions"]
        pool.close()


@pytest.mark.parametrize("field", ["max_queue", "nice"])
async def test_options_of_a_shared_pool(graph: tf.Graph, field: str) -> None:
    """Who shares a pool and gives options must give the same; who gives none takes the pool as it is."""
    if field == "nice" and sys.platform != "linux":
        pytest.skip("threads have nice values on Linux only")
    name = f"test_options_of_a_shared_pool_{field}"

    def wanting(value: int | None) -> tf.ConfigProto:
        config = tf.ConfigProto()
        pool = config.session_inter_op_thread_pool.add(num_threads=1, global_name=name)
        if value is not None:
            setattr(pool.aioflow, field, value)
        return config

    async with tf.Session(config=wanting(3)), tf.Session(config=wanting(3)), tf.Session(config=wanting(None)):
        with pytest.raises(errors.InvalidArgumentError, match=rf"'{name}'.*{field}=3.*{field}=5"):
            tf.Session(config=wanting(5))
        [pool] = [pool for pool in tf.pools() if pool.name == name]
        pool.close()


def test_negative_bound(graph: tf.Graph) -> None:
    """A negative max_queue is refused by the constructor."""
    with pytest.raises(errors.InvalidArgumentError, match=r"max_queue.*-1"):
        tf.Session(config=bounded(1, -1))


@pytest.mark.skipif(sys.platform != "linux", reason="threads have these settings on Linux only")
async def test_nice_and_affinity(graph: tf.Graph, size: int) -> None:
    """Kernels run with the nice value and on the CPUs of their pool."""
    cpu = min(os.sched_getaffinity(0))
    settings = lambda: (os.getpriority(os.PRIO_PROCESS, 0), min(os.sched_getaffinity(0)))  # noqa: E731
    seen = tf.py_func(settings, [], [tf.int64, tf.int64])
    config = bounded(size, 5, nice=3, cpu_affinity=[cpu])
    async with tf.Session(config=config) as session:
        assert await session.run(seen) == [3, cpu]


async def test_statistics_of_a_pool(graph: tf.Graph, size: int) -> None:
    """`tf.pools()` shows each pool with its owners, its size, what it does and has done."""
    gate = Gate()
    value = gate.blocking_node(1.0)
    config = bounded(size, 2)
    config.experimental.session_metadata.name, config.experimental.session_metadata.version = "shown", size
    async with tf.Session(config=config) as session:
        runs = [asyncio.create_task(session.run(value)) for _ in range(size + 2)]
        await gate.entered(size)
        [pool] = [pool for pool in tf.pools() if f"shown/{size}" in pool.owners]
        during = pool.statistics()
        assert (during.name, during.owners, during.size) == ("Compute0", (f"shown/{size}",), size)
        assert (during.num_threads, during.busy, during.waiting_runs) == (size, size, 2)
        assert during.queued >= 2  # the making of segments may wait, too
        assert session.statistics().running == size + 2
        gate.open()
        await asyncio.gather(*runs)
        after = pool.statistics()
        assert (after.busy, after.queued, after.waiting_runs) == (0, 0, 0) and after.completed >= size + 2
        assert after.queue_wait.count >= size + 2 and after.run_time.max_s > 0
        assert (session.statistics().succeeded, session.statistics().running) == (size + 2, 0)
    assert pool not in tf.pools() and pool.owners == []


async def test_resizing_under_load(graph: tf.Graph, size: int) -> None:
    """A pool may change its size while runs come and go."""
    value = tf.add_n([tf.py_func(lambda x: x, [tf.constant(float(i))], tf.float32) for i in range(4)])
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=size)
    async with tf.Session(config=config) as session:
        [pool] = pools_of(session)
        for new_size in (3, 1, 5, 2, 1):
            runs = [asyncio.create_task(session.run(value)) for _ in range(20)]
            await asyncio.sleep(0)
            pool.resize(new_size)
            assert await asyncio.gather(*runs) == [6.0] * 20
            assert pool.num_threads == new_size
        await come_to_rest(session)
