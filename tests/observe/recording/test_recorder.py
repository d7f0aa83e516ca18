"""What a recording tells of runs, tasks of pools and nodes, and that it changes no run."""
from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan
from aioflow.pools.task_log import TASK_LOG
from aioflow.session.steps.run_log import RUN_LOG

ONE_THREAD = tf.ConfigProto(
    session_inter_op_thread_pool=[tf.ThreadPoolOptionProto(num_threads=1, global_name="recorded")]
)


@pytest.fixture(autouse=True)
def nobody_stays() -> Iterator[None]:
    """Whatever comes of a block, nobody listens behind it."""
    yield
    assert not RUN_LOG.is_on and not TASK_LOG.sinks


@pytest.fixture
async def in_place(graph: tf.Graph) -> AsyncIterator[tf.Session]:
    """A session without threads, in which the code that tells of nodes is there for the first run that needs it."""
    async with tf.Session(graph=graph, config=tf.ConfigProto(inter_op_parallelism_threads=-1)) as session:
        yield session


def chain(length: int) -> tuple[tf.Tensor, tf.Tensor]:
    """A placeholder, and what so many additions make of it."""
    x = tf.placeholder(tf.float32, [2], name="x")
    y = x
    for number in range(length):
        y = tf.add(y, 1.0, name=f"add_{number}")
    return x, tf.identity(y, name="y")


async def test_runs(session: tf.Session) -> None:
    """Each run is a record: what it was, in which order its times lie, and how it ended."""
    x, y = chain(3)
    failing = tf.Assert(tf.constant(False), ["no"], name="failing")
    async with tf.record(session) as recording:
        assert (await session.run(y, {x: [1, 2]})).tolist() == [4, 5]
        with pytest.raises(tf.errors.InvalidArgumentError):
            await session.run(failing)
    good, bad = recording.runs
    assert (good.signature, good.outcome, bad.outcome) == ("y(x)", "OK", "INVALID_ARGUMENT")
    assert bad.signature == "failing()" or bad.signature.startswith("failing")
    assert good.session == session.statistics().name and good.number < bad.number
    for run in (good, bad):
        assert recording.began_ns <= run.asked_ns <= run.ended_ns <= recording.ended_ns
        assert run.trace is None and run.nodes == [] and run.seconds > 0


async def test_every_other_run(in_place: tf.Session) -> None:
    """O-19: `every=N` records the nodes of each N-th run of a signature; results are equal to those of other runs."""
    x, y = chain(20)
    other = tf.multiply(x, 2.0, name="other")
    async with tf.record(in_place, every=4) as recording:
        values = [(await in_place.run(y, {x: [number, 2]})).tolist() for number in range(12)]
        await in_place.run(other, {x: [1, 2]})
    assert values == [[number + 20, 22] for number in range(12)]
    runs = [run for run in recording.runs if run.signature == "y(x)"]
    assert [number for number, run in enumerate(runs, 1) if run.trace is not None] == [4, 8, 12]
    assert all(run.trace is None for run in recording.runs if run.signature == "other(x)")
    for run in runs[3::4]:
        names = [node.name for node in run.nodes if node.name.startswith("add_")]
        assert names == [f"add_{number}" for number in range(20)]
        for node in run.nodes:
            assert run.asked_ns <= node.began_ns <= node.ended_ns <= run.ended_ns
    (entry,) = (entry for entry in recording.op_statistics() if entry.op == "AddV2")
    assert entry.count == 60 and 0 < entry.share <= 1 and entry.max_s <= entry.total_s
    assert entry.slowest_node.startswith("add_") and entry.device.endswith("CPU:0")


async def test_first_runs(session: tf.Session) -> None:
    """`first=K` records the nodes of a signature's first runs."""
    x, y = chain(3)
    async with tf.record(session, first=2) as recording:
        for _ in range(4):
            await session.run(y, {x: [1, 2]})
    assert [run.trace is not None for run in recording.runs] == [True, True, False, False]
    assert {"add_0", "add_1", "add_2"} <= {node.name for node in recording.runs[0].nodes}


async def test_slowest_runs(session: tf.Session) -> None:
    """`slowest=K` keeps the nodes of the slowest runs alone."""
    held = threading.Event()
    held.set()
    x = tf.placeholder(tf.float32, [], name="x")

    def wait(value: Any) -> Any:
        if value > 0:  # a timer of the loop cannot tell how long a kernel runs; a gate with a time can
            threading.Event().wait(0.02)
        return value

    y = tf.py_func(wait, [x], tf.float32, name="slow")
    async with tf.record(session, slowest=1) as recording:
        for value in (0.0, 1.0, 0.0):
            await session.run(y, {x: value})
    assert [run.trace is not None for run in recording.runs] == [False, True, False]
    assert "slow" in {node.name for node in recording.runs[1].nodes}


async def test_tasks_of_pools(graph: tf.Graph) -> None:
    """O-21: a recording tells queue wait, thread and run of every task, also where one thread serves many."""
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.py_func(lambda value: value + 1, [x], tf.float32, name="y")
    async with tf.Session(graph=graph, config=ONE_THREAD) as session, tf.record(session) as recording:
        await asyncio.gather(*(session.run(y, {x: float(number)}) for number in range(5)))
    runs, tasks = {run.number: run for run in recording.runs}, recording.tasks
    assert len(runs) == 5 and {task.run for task in tasks} == set(runs)
    for task in tasks:
        run = runs[task.run]
        assert (task.pool, task.worker, run.pool) == ("recorded", "aioflow_recorded_0", "recorded")
        assert run.asked_ns <= run.admitted_ns <= run.ended_ns
        assert run.asked_ns <= task.submitted_ns <= task.began_ns <= task.ended_ns
    by_time = sorted(tasks, key=lambda task: task.began_ns)
    assert all(one.ended_ns <= next_one.began_ns for one, next_one in itertools.pairwise(by_time))
    assert recording.threads()[tasks[0].thread_id][0] == "aioflow_recorded_0"


async def test_without_pools(graph: tf.Graph) -> None:
    """Tasks are recorded where they are asked for."""
    y = tf.py_func(lambda: np.float32(1), [], tf.float32)
    async with tf.Session(graph=graph, config=ONE_THREAD) as session, tf.record(session, pools=False) as recording:
        await session.run(y)
    assert len(recording.runs) == 1 and recording.tasks == []


async def test_one_session_or_all(graph: tf.Graph) -> None:
    """A session's recording has its runs alone, one without a session those of the process."""
    y = tf.constant(1.0) + 1.0
    one, other = tf.Session(graph=graph), tf.Session(graph=graph)
    async with one, other, tf.record(one) as of_one, tf.record() as of_all:
        await one.run(y)
        await other.run(y)
    assert [run.session for run in of_one.runs] == [one.statistics().name]
    assert [run.session for run in of_all.runs] == [one.statistics().name, other.statistics().name]


async def test_time_window(session: tf.Session) -> None:
    """`after_s` and `for_s` bound when runs are taken down."""
    y = tf.constant(1.0) + 1.0
    async with tf.record(session, after_s=3600) as later, tf.record(session, for_s=0.0) as never:
        await session.run(y)
    assert later.runs == never.runs == []


async def test_rings_are_bounded(session: tf.Session) -> None:
    """O-20: a recording keeps the newest records, and counts the others."""
    y = tf.constant(1.0) + 1.0
    async with tf.record(session, max_records=3) as recording:
        for _ in range(8):
            await session.run(y)
    numbers = [run.number for run in recording.runs]
    assert len(numbers) == 3 and numbers == sorted(numbers)
    assert recording.num_dropped["runs"] == 5


async def test_readable_meanwhile(session: tf.Session) -> None:
    """Records are there while the recording goes on."""
    y = tf.constant(1.0) + 1.0
    async with tf.record(session) as recording:
        await session.run(y)
        assert len(recording.runs) == 1
        await session.run(y)
        assert len(recording.runs) == 2


async def test_blocked_loop(session: tf.Session) -> None:
    """O-22: a callback that holds up the event loop shows as lag."""
    async with tf.record(session) as recording:
        threading.Event().wait(0.05)
        while not recording.lags:  # until the timer has come that was due meanwhile
            await asyncio.sleep(0)
    assert recording.worst_lag_s >= 0.03
    assert max(lag.came_ns - lag.due_ns for lag in recording.lags) >= 30_000_000


async def test_collections(session: tf.Session) -> None:
    """Garbage collections are told with their generation and what they found."""
    import gc

    async with tf.record(session) as recording:
        loop: list[Any] = []
        loop.append(loop)
        del loop
        gc.collect()
    full = [pause for pause in recording.pauses if pause.generation == 2]
    assert full and all(pause.began_ns < pause.ended_ns for pause in full) and full[-1].num_collected >= 1


async def test_waiting_nodes(session: tf.Session) -> None:
    """A node that waits is told as such: others run beside it on its thread."""
    gate = asyncio.Event()

    async def wait() -> Any:
        await gate.wait()
        return np.float32(1)

    y = tf.async_py_func(wait, [], tf.float32, name="waits")
    async with tf.record(session, first=1) as recording:
        run = asyncio.ensure_future(session.run(y))
        await asyncio.sleep(0)
        gate.set()
        await run
    (node,) = (node for node in recording.runs[0].nodes if node.waited)
    assert node.op.endswith("PyFunc") and recording.op_statistics()[0].op.endswith("(waiting)")


async def test_loops_and_branches(in_place: tf.Session) -> None:
    """Nodes of a loop are told once per iteration, those of a branch that is not taken never."""
    n = tf.placeholder(tf.int32, [], name="n")
    last = tf.while_loop(lambda i: i < n, lambda i: tf.add(i, 1, name="step"), [tf.constant(0)], name="loop")
    result = tf.cond(last > 2, lambda: tf.add(last, 10, name="taken"), lambda: tf.add(last, 20, name="untaken"))
    async with tf.record(in_place, every=1) as recording:
        for _ in range(10):
            assert await in_place.run(result, {n: 5}) == 15
    run = [run for run in recording.runs if run.trace is not None][-1]
    names = [node.name.rpartition("/")[2] for node in run.nodes]
    assert names.count("step") == 5 and names.count("taken") == 1 and "untaken" not in names


async def test_errors_name_their_node(in_place: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that fails while nodes are recorded is named as ever."""
    monkeypatch.setattr(ViewPlan, "mode", "always")
    x = tf.placeholder(tf.int32, [], name="x")
    y = tf.add(tf.floordiv(tf.add(x, 1), tf.subtract(x, 1), name="divides"), 1, name="y")
    async with tf.record(in_place, every=1) as recording:
        for _ in range(5):
            assert await in_place.run(y, {x: 2}) == 4
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            await in_place.run(y, {x: 1})
    assert caught.value.op is not None and caught.value.op.name == "divides"
    assert recording.runs[-1].outcome == "INVALID_ARGUMENT"


def test_script() -> None:
    """A script without an event loop records, too."""
    with tf.Graph().as_default() as graph:
        y = tf.constant(1.0) + 1.0
    with tf.Session(graph=graph) as session, tf.record(session, first=1) as recording:
        assert session.run_sync(y) == 2
    assert len(recording.runs) == 1 and recording.runs[0].nodes


def test_wrong_arguments() -> None:
    """Numbers are checked, and a recording begins once."""
    for options in ({"every": -1}, {"first": -1}, {"slowest": -1}, {"max_records": 0}):
        with pytest.raises(ValueError, match=r"must"):
            tf.record(**options)  # type: ignore[arg-type]
    recording = tf.record()
    recording.stop()  # it has not begun
    with recording:
        pass
    with pytest.raises(RuntimeError, match="once"):
        recording.start()
