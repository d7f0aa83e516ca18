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


async def traces_under_load() -> None:
    """Traced runs on several threads at once: times are in order, memory adds up, and no array is held behind."""
    graph, x, fetches = build()
    wanted = [fetches[name] for name in ("loop", "branch", "foreign", "waits")]
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    references: list[Any] = []
    async with tf.Session(graph=graph, config=CONFIG) as session:
        plain = await session.run(wanted, {x: [1.0, 2.0]})

        async def caller() -> Any:
            metadata = tf.RunMetadata()
            found = await session.run(wanted, {x: [1.0, 2.0]}, options, metadata)
            assert all(np.array_equal(one, other) for one, other in zip(found, plain, strict=True))
            references.append(weakref.ref(found[2]))
            return metadata.step_stats

        messages = await asyncio.gather(*(caller() for _ in range(NUM_CALLERS * 4)))
        gc.collect()
        assert [reference() for reference in references] == [None] * len(references)
    listed = [[node.node_name for part in message.dev_stats for node in part.node_stats] for message in messages]
    assert len({tuple(sorted(names)) for names in listed}) == 1 and len(listed[0]) > 100
    print("traced runs list the same nodes, however many run at a time, and hold no value")
    num_made = 0
    for node in (node for message in messages for part in message.dev_stats for node in part.node_stats):
        assert node.scheduled_nanos <= node.all_start_nanos
        assert 0 <= node.op_start_rel_nanos <= node.op_end_rel_nanos <= node.all_end_rel_nanos
        for used in node.memory:
            records = [record.alloc_bytes for record in used.allocation_records]
            num_made += 1
            assert sum(each for each in records if each > 0) == used.total_bytes == used.peak_bytes > 0
            assert sum(records) == used.live_bytes >= 0 and used.allocator_bytes_in_use >= used.total_bytes
            assert used.allocation_records[0].alloc_micros <= used.allocation_records[-1].alloc_micros
    assert num_made > 20 * len(messages)
    print(f"what {num_made} tensors of {len(messages)} traced runs took adds up")


async def partial_runs() -> None:
    """Partial runs of many callers, of which some fail, some are closed and some are never finished."""
    with tf.Graph().as_default() as graph:
        x, y = (tf.placeholder(tf.int32, [], name=name) for name in "xy")
        first = tf.py_func(lambda value: value + 1, [x], tf.int32)
        last = tf.floordiv(first, y)
    left: list[Any] = []
    async with tf.Session(graph=graph, config=CONFIG) as session:

        async def caller(number: int) -> None:
            handle = await session.partial_run_setup([first, last], [x, y])
            assert await session.partial_run(handle, first, {x: number}) == number + 1
            if number % 4 == 3:
                left.append(handle)
            elif number % 4 == 2:
                async with handle:
                    pass
            else:
                with contextlib.suppress(tf.errors.InvalidArgumentError):
                    assert await session.partial_run(handle, last, {y: number % 4}) == number + 1

        async with tf.record(session, every=2) as recording:
            await asyncio.gather(*map(caller, range(40)))
            assert len(recording.runs) == 30
        outcomes = {name: sum(run.outcome == name for run in recording.runs) for name in ("OK", "CANCELLED")}
        assert outcomes == {"OK": 10, "CANCELLED": 10} and all(run.form == "partial run" for run in recording.runs)
    assert len(recording.runs) == 30  # those that were left ended behind it
    print("partial runs are recorded once each, whatever ends them")


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
asyncio.run(traces_under_load())
asyncio.run(partial_runs())
other_loops()
