"""LiveProcess: what a snapshot says of pools, runs in flight, signatures and abandoned kernels."""
from __future__ import annotations

import asyncio
import gc
import json
import threading
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.observe.live.live_process import LiveProcess
from aioflow.observe.live.snapshot import Snapshot
from aioflow.testing import Gate


def fresh(live: LiveProcess) -> Snapshot:
    """A reading of this moment."""
    live._read_at_s = float("-inf")
    return live.read()


def config(name: str, threads: int = 2) -> tf.ConfigProto:
    """A session on a pool of its own name."""
    return tf.ConfigProto(
        session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=threads, global_name=name)]
    )


async def test_runs_in_flight_name_their_signature_and_what_they_wait_for() -> None:
    """Oldest first; the pool says that its threads are busy, and who waits."""
    live, gate = LiveProcess("a test"), Gate()
    with tf.Graph().as_default() as graph:
        slow = tf.identity(gate.blocking_node(tf.placeholder(tf.float32, [], name="x")), name="slow")
    async with tf.Session(graph=graph, config=config("live-runs", 1)) as session:
        first = asyncio.ensure_future(session.run(slow, {"x:0": 1.0}))
        await gate.entered(1)
        second = asyncio.ensure_future(session.run(slow, {"x:0": 1.0}))
        while sum(pool.num_queued for pool in tf.pools() if pool.name == "live-runs") < 1:
            await asyncio.sleep(0)
        found = fresh(live)
        mine = [run for run in found.runs if run.signature == "slow"]
        assert len(mine) == 2 and found.num_runs >= 2
        assert mine[0].age_s >= mine[1].age_s >= 0 and not mine[0].is_stopping
        assert mine[0].nodes, "the node at the gate"
        pool = next(pool for pool in found.pools if pool.name == "live-runs")
        assert (pool.size, pool.busy, pool.queued, pool.owners) == (1, 1, 1, 1)
        gate.open()
        await asyncio.gather(first, second)
        found = fresh(live)
        assert not [run for run in found.runs if run.signature == "slow"]
        pool = next(pool for pool in found.pools if pool.name == "live-runs")
        assert pool.busy == 0 and pool.completed >= 2
        assert pool.waited.count >= 1 and pool.waited.max_s >= pool.waited.p50_s > 0


async def test_signatures_by_their_cost() -> None:
    """The dearest first, with the number of steps; orders of fetches are one signature."""
    live = LiveProcess()
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, None], name="x")
        cheap = tf.add(x, 1.0, name="cheap")
        dear = tf.matmul(x, x, name="dear")
    async with tf.Session(graph=graph) as session:
        for _ in range(3):
            await session.run(cheap, {x: np.ones((2, 2))})
            await session.run(dear, {x: np.ones((300, 300))})
        await session.run([cheap, dear], {x: np.ones((300, 300))})
        await session.run([dear, cheap], {x: np.ones((300, 300))})
        found = {view.signature: view for view in fresh(live).signatures if view.session == session.statistics().name}
    assert set(found) == {"cheap", "dear", "cheap, dear"}
    assert found["dear"].num_steps == 3 and found["cheap, dear"].num_steps == 2
    assert found["dear"].cost_s > found["cheap"].cost_s > 0


async def test_abandoned_kernels_and_ended_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel whose run was given up stays in sight until it comes back."""
    monkeypatch.setattr("aioflow.executor.run_end.GRACE_S", 0.0)
    live, entered, stuck = LiveProcess(), threading.Event(), threading.Event()

    def wait(x: Any) -> Any:
        entered.set()
        stuck.wait()
        return x

    with tf.Graph().as_default() as graph:
        y = tf.py_func(wait, [tf.placeholder(tf.float32, [], name="x")], tf.float32, name="stuck")
    session = tf.Session(graph=graph, config=config("live-abandoned"))
    try:
        run = asyncio.ensure_future(session.run(y, {"x:0": 1.0}))
        await asyncio.to_thread(entered.wait)
        run.cancel()
        await asyncio.wait([run])
        found = fresh(live)
        mine = next(view for view in found.sessions if view.name == session.statistics().name)
        # Of this session: kernels that other tests have abandoned may still be at work.
        assert [kernel.node for kernel in found.abandoned if kernel.session == mine.name] == ["stuck"]
        assert mine.cancelled == 1
        assert [run.is_stopping for run in found.runs if run.session == mine.name] == [True]
    finally:
        stuck.set()
        await session.close()


async def test_pauses_of_the_collector_count_while_it_is_started() -> None:
    """And not before, nor afterwards."""
    live = LiveProcess()
    fresh(live)
    gc.collect()
    assert fresh(live).pauses.count == 0
    live.start()
    gc.collect()
    assert fresh(live).pauses.count >= 1 and fresh(live).pauses.max_s > 0
    live.stop()
    assert not [callback for callback in gc.callbacks if getattr(callback, "__self__", None) is live._pauses]


async def test_a_snapshot_is_plain_data_and_bounded() -> None:
    """Whatever names a graph has: JSON takes it, and a name is no longer than somebody reads."""
    live = LiveProcess()
    name = "n" * 5000
    with tf.Graph().as_default() as graph:
        for number in range(60):
            tf.add(tf.placeholder(tf.float32, [], name=f"x{number}"), 1.0, name=f"{name}{number}")
    async with tf.Session(graph=graph) as session:
        for number in range(60):
            await session.run(f"{name}{number}:0", {f"x{number}:0": 1.0})
        found = fresh(live)
    assert len(found.signatures) == 50 and max(len(view.signature) for view in found.signatures) <= 200
    assert json.loads(json.dumps(found.as_dict()))["pid"] == found.pid
    assert found.memory_nbytes is None or found.memory_nbytes > 1 << 20


async def test_however_many_look_a_process_is_read_twice_a_second() -> None:
    """Readers share what was read."""
    live = LiveProcess()
    first = live.read()
    assert all(live.read() is first for _ in range(100))
    assert fresh(live) is not first
