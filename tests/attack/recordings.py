"""Recordings under load: they change no result, hold no run's values, and end whatever comes of their block."""
from __future__ import annotations

import asyncio
import contextlib
import gc
import tempfile
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf

CONFIG = tf.ConfigProto(
    session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=3, global_name="attacked")]
)
NUM_CALLERS, NUM_RUNS = 16, 12


def build() -> tuple[tf.Graph, Any, dict[str, Any]]:
    """A graph with cheap nodes, a loop, a branch, foreign code, a function that waits and one that fails."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        chain = x
        for _ in range(30):
            chain = chain + 1.0
        total = tf.reduce_sum(chain)
        loop = tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + total), [tf.constant(0), total])[1]
        branch = tf.cond(total > 0.0, lambda: tf.sqrt(total), lambda: -total)
        foreign = tf.py_func(lambda value: value * 2, [chain], tf.float32)

        async def wait(value: Any) -> Any:
            await asyncio.sleep(0)
            return value

        waits = tf.async_py_func(wait, [total], tf.float32)
        fails = tf.check_numerics(tf.log(x), "bad")
    return graph, x, {"loop": loop, "branch": branch, "foreign": foreign, "waits": waits, "fails": fails}


async def outcome(session: tf.Session, fetch: Any, feeds: Any) -> Any:
    """What a run gives, or the class of its error."""
    try:
        return np.asarray(await session.run(fetch, feeds)).tolist()
    except tf.errors.OpError as error:
        return type(error).__name__


async def same_results_under_load() -> None:
    """All forms of run, many at a time, some cancelled, with every node recorded."""
    graph, x, fetches = build()
    async with tf.Session(graph=graph, config=CONFIG) as session:

        async def caller(number: int) -> list[Any]:
            feeds = {x: [float(number), -1.0]}
            return [await outcome(session, fetch, feeds) for _ in range(NUM_RUNS) for fetch in fetches.values()]

        plain = await asyncio.gather(*map(caller, range(NUM_CALLERS)))
        async with tf.record(session, every=1, slowest=5) as mine, tf.record() as all_runs:
            recorded = await asyncio.gather(*map(caller, range(NUM_CALLERS)))
            doomed = [asyncio.ensure_future(outcome(session, fetches["waits"], {x: [1.0]})) for _ in range(8)]
            await asyncio.sleep(0)
            for task in doomed:
                task.cancel()
            await asyncio.gather(*doomed, return_exceptions=True)
        assert plain == recorded
    print("results are the same with every node recorded")
    num_runs = NUM_CALLERS * NUM_RUNS * len(fetches)
    assert len(mine.runs) >= num_runs and [run[:10] for run in mine.runs] == [run[:10] for run in all_runs.runs]
    assert sum(run.outcome == "INVALID_ARGUMENT" for run in mine.runs) == NUM_CALLERS * NUM_RUNS
    known = {run.number for run in mine.runs}
    assert {task.run for task in mine.tasks} <= known
    print(f"{len(mine.runs)} runs and {len(mine.tasks)} tasks were recorded, each of its run")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("t.pftrace", "t.json", "t.html"):
            mine.save(Path(folder) / name)
            assert (Path(folder) / name).stat().st_size > 10_000
    print("they are written in each form")


async def values_are_not_held() -> None:
    """What runs were fed and gave is gone when they have ended, though they are recorded."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.py_func(lambda value: value + 1, [x], tf.float32)
    async with tf.Session(graph=graph, config=CONFIG) as session, tf.record(session, every=1) as recording:
        for _ in range(10):
            fed = np.ones(1000, np.float32)
            given = await session.run(y, {x: fed})
        references = [weakref.ref(fed), weakref.ref(given)]
        del fed, given
        with contextlib.suppress(tf.errors.OpError):
            await session.run(y, {x: np.ones(3, np.float32)}, tf.RunOptions(timeout_in_ms=1))
        gc.collect()
        assert [reference() for reference in references] == [None, None]
    assert len(recording.runs) >= 10
    print("recordings hold no value of a run")


async def nobody_listens_behind() -> None:
    """A block that is left by an error, or cancelled, records no more."""
    with tf.Graph().as_default() as graph:
        y = tf.constant(1.0) + 1.0
    async with tf.Session(graph=graph) as session:
        recording = tf.record(session)
        with contextlib.suppress(KeyError):
            async with recording:
                await session.run(y)
                raise KeyError

        async def cancelled() -> None:
            async with tf.record(session) as inner:
                recordings.append(inner)
                await asyncio.Event().wait()

        recordings: list[Any] = []
        task = asyncio.ensure_future(cancelled())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await session.run(y)
        assert len(recording.runs) == 1 and recordings[0].runs == []
    print("whatever ends a block ends its recording")


def other_loops() -> None:
    """One recording hears of sessions on several event loops at once."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        y = x + 1.0

    async def work() -> None:
        async with tf.Session(graph=graph, config=CONFIG) as session:
            for number in range(50):
                assert await session.run(y, {x: number}) == number + 1

    threads = [threading.Thread(target=asyncio.run, args=(work(),)) for _ in range(4)]
    with tf.record(every=3) as recording:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(recording.runs) == 200 and len({run.thread_id for run in recording.runs}) > 1
    assert len({run.number for run in recording.runs}) == 200
    print("runs of several event loops are recorded together")


asyncio.run(same_results_under_load())
asyncio.run(values_are_not_held())
asyncio.run(nobody_listens_behind())
other_loops()
