"""`session.watch`: values of tensors for `async for`."""
from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework import FunctionName


@pytest.fixture
async def session() -> AsyncIterator[Any]:
    """A session on `c = x + 1`, `d = c * 2`, and a loop whose variable becomes NaN in its third iteration."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        tf.multiply(tf.identity(tf.add(x, 1.0, name="c"), name="same"), 2.0, name="d")
        start = [tf.constant(0), tf.constant(3.0)]
        tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, tf.sqrt(v - 1.0, name="root")), start, name="loop")
        async with tf.Session(graph=graph) as opened:
            yield opened


def has_nan(datum: Any, value: Any) -> bool:
    """A filter."""
    return bool(np.isnan(value).any())


async def taken(values: Any, count: int) -> list[Any]:
    """The next values, which have arrived already."""
    return [await asyncio.wait_for(anext(values), 10) for _ in range(count)]


async def test_values(session: Any) -> None:
    """Each run's values come in order; names, tensors and operations are watched, identities too."""
    tensor, op = session.graph.get_tensor_by_name("d:0"), session.graph.get_operation_by_name("same")
    async with session.watch("c:0", tensor, op) as values:
        assert (await session.run("d:0", {"x:0": [1.0]})).tolist() == [4.0]
        found = await taken(values, 3)
        assert {value.tensor_name: value.value.tolist() for value in found} == {"c:0": [2], "same:0": [2], "d:0": [4]}
        assert {(value.frame, value.iteration, value.count) for value in found} == {("", 0, 0)}
        assert {value.device_name for value in found} == {"/job:localhost/replica:0/task:0/device:CPU:0"}
        await session.run("d:0", {"x:0": [5.0]})
        assert len({value.run_index for value in [*found, *await taken(values, 3)]}) == 2
    # Behind the watch nothing is shown any more.
    await session.run("d:0", {"x:0": [1.0]})
    assert [value async for value in values] == []
    assert (values.seen, values.dropped) == (6, 0)


async def test_loops(session: Any) -> None:
    """A NaN in a loop is found where it arises: node, frame and iteration."""
    async with session.watch("loop/root:0", filter=has_nan) as values:
        for _ in range(4):  # node by node at first, as a plain loop of Python later
            await session.run("loop/Exit_1:0")
            first, *_ = await taken(values, 3)
            assert (first.node_name, first.frame, first.iteration, first.count) == ("loop/root", first.frame, 2, 2)
            assert first.frame.startswith("loop/")
            assert first.frames == ((first.frame, 2),)
            assert str(first).startswith(f"loop/root:0 run {first.run_index} {first.frame} iteration 2: ")


async def test_nested_loops() -> None:
    """A value in a loop within a loop tells of both."""
    with tf.Graph().as_default() as graph:

        def body(i: Any, total: Any) -> Any:
            inner = tf.while_loop(lambda j: j < 2, lambda j: tf.add(j, 1, name="step"), [tf.constant(0)], name="inner")
            return i + 1, total + inner

        tf.while_loop(lambda i, total: i < 2, body, [tf.constant(0), tf.constant(0)], name="outer")
        async with tf.Session(graph=graph) as session, session.watch("outer/inner/step:0") as values:
            assert await session.run("outer/Exit_1:0") == 4
            found = await taken(values, 4)
    assert sorted((*(number for _, number in value.frames), int(value.value)) for value in found) == [
        (0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 2),
    ]  # fmt: skip


async def test_functions() -> None:
    """A node within a function is watched by the call's name, whether the function could be inlined or not."""

    @tf.Defun(tf.float32)
    def double(x: Any) -> Any:
        return tf.add(x, x, name="inner")

    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [], name="x")
        result = double(x, name="call")
        async with tf.Session(graph=graph) as session, session.watch("call/inner:0") as values:
            for fed in (1.0, 2.0):
                assert await session.run(result, {x: fed}) == 2 * fed
                value, = await taken(values, 1)
                assert (value.tensor_name, value.value) == ("call/inner:0", 2 * fed)


async def test_functional_loops() -> None:
    """A node in the body of a functional loop tells of the loop and its iteration."""

    @tf.Defun(tf.int32, tf.float32)
    def goes_on(i: Any, value: Any) -> Any:
        return tf.less(i, 4)

    @tf.Defun(tf.int32, tf.float32)
    def body(i: Any, value: Any) -> Any:
        return tf.add(i, 1), tf.sqrt(tf.subtract(value, 2.0), name="root")

    with tf.Graph().as_default() as graph:
        for function in (goes_on, body):
            function.add_to_graph(graph)
        start = [tf.constant(0), tf.constant(7.0)]
        cond, each = (FunctionName(function.name, {}) for function in (goes_on, body))
        attrs = {"T": [tf.int32, tf.float32], "cond": cond, "body": each}
        loop = graph.create_op("While", start, "loop", attrs)
        async with tf.Session(graph=graph) as session, session.watch("loop/root:0", filter=has_nan) as values:
            for _ in range(4):
                await session.run(loop.outputs[1])
                first, second = await taken(values, 2)
                assert (first.tensor_name, first.frames) == ("loop/root:0", (("loop", 2),))
                assert second.iteration == 3


async def test_nothing_is_loaded_without_a_watch() -> None:
    """A process in which nobody watches anything does not even load what watches."""
    program = """
import sys
import aioflow as tf
x = tf.placeholder(tf.float32, [], name="x")
y = tf.add(x, 1.0)
with tf.Session() as session:
    session.run_sync(y, {x: 1.0}, options=tf.RunOptions(timeout_in_ms=10_000))
print([name for name in sys.modules if "watching" in name or "tf_debug" in name])
"""
    ran = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


async def test_bounds(session: Any) -> None:
    """Values for which there is no room are dropped and counted; no run waits for the reader."""
    async with session.watch("c:0", max_values=2) as values:
        for _ in range(5):
            await session.run("d:0", {"x:0": [1.0]})
        assert (values.seen, values.dropped) == (5, 3)
        await taken(values, 2)
    async with session.watch("c:0", max_nbytes=20) as values:
        for size in (4, 2, 1):
            await session.run("d:0", {"x:0": np.ones(size)})
        assert (values.seen, values.dropped) == (3, 1)
        assert [value.value.size for value in await taken(values, 2)] == [4, 1]


async def test_runs_at_once(session: Any) -> None:
    """Values of runs in flight at the same time are told apart by the runs' numbers."""
    async with session.watch("c:0", "d:0") as values:
        await asyncio.gather(*(session.run("d:0", {"x:0": [float(i)]}) for i in range(8)))
        by_run: dict[int, dict[str, float]] = {}
        for value in await taken(values, 16):
            by_run.setdefault(value.run_index, {})[value.tensor_name] = float(value.value[0])
    assert sorted(run["c:0"] for run in by_run.values()) == [i + 1.0 for i in range(8)]
    assert all(run["d:0"] == 2 * run["c:0"] for run in by_run.values())


async def test_values_are_the_readers(session: Any) -> None:
    """What the reader writes into a value changes no result."""
    async with session.watch("c:0") as values:
        fetched = await session.run(["c:0", "d:0"], {"x:0": [1.0]})
        value, = await taken(values, 1)
        value.value[:] = 7
    assert [each.tolist() for each in fetched] == [[2.0], [4.0]]


async def test_memory_that_is_used_again() -> None:
    """Large values in a loop are what they were, though kernels write results into memory that nobody needs."""
    size = 1 << 18
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [size], name="x")
        body = lambda i, v: (i + 1, tf.add(tf.multiply(v, 2.0), 1.0, name="next"))  # noqa: E731
        tf.while_loop(lambda i, v: i < 4, body, [0, x], name="loop")
        names = ("loop/Enter_1:0", "loop/Merge_1:0", "loop/NextIteration_1:0", "loop/next:0")
        async with tf.Session(graph=graph) as session, session.watch(*names) as values:
            for _ in range(4):
                result = await session.run("loop/Exit_1:0", {x: np.ones(size)})
                assert (result.min(), result.max()) == (31, 31)
                found: dict[str, list[float]] = {}
                for value in await taken(values, 1 + 5 + 4 + 4):
                    assert value.value.min() == value.value.max()
                    found.setdefault(value.tensor_name, []).append(float(value.value[0]))
                found[names[2]].sort()  # nothing waits until these were shown
                assert found == {names[0]: [1], names[1]: [1, 3, 7, 15, 31], names[2]: [3, 7, 15, 31],
                                 names[3]: [3, 7, 15, 31]}  # fmt: skip


async def test_cancelled_takes() -> None:
    """A cancelled run gives back what it has taken, also if that was shown."""
    with tf.Graph().as_default() as graph:
        queue, never = tf.FIFOQueue(4, tf.float32, shapes=[[]]), tf.FIFOQueue(1, tf.float32, shapes=[[]])
        put, size = queue.enqueue(3.0), queue.size()
        taken_element = queue.dequeue(name="taken")
        both = taken_element + never.dequeue()
        async with tf.Session(graph=graph) as session:
            await session.run(put)
            async with session.watch("taken:0") as values:
                run = asyncio.create_task(session.run(both))
                value, = await taken(values, 1)
                assert value.value == 3.0
                run.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await run
                assert await session.run(size) == 1


async def test_failing_runs(session: Any) -> None:
    """A tensor is shown before what fails on it runs."""
    with session.graph.as_default():
        tf.check_numerics(session.graph.get_tensor_by_name("c:0"), "bad", name="checked")
    async with session.watch("c:0", filter=has_nan) as values:
        with pytest.raises(errors.InvalidArgumentError, match="bad"):
            await session.run("checked:0", {"x:0": [np.nan]})
        assert len(await taken(values, 1)) == 1


async def test_faulty_filters(session: Any) -> None:
    """A filter that fails ends the reading, not the run."""
    async with session.watch("c:0", filter=lambda datum, value: 1 / 0) as values:
        assert (await session.run("d:0", {"x:0": [1.0]})).tolist() == [4.0]
        with pytest.raises(ZeroDivisionError):
            await taken(values, 1)


async def test_closed_sessions(session: Any) -> None:
    """The end of the session ends the iteration, behind what has arrived."""
    async with session.watch("c:0") as values:
        await session.run("d:0", {"x:0": [1.0]})
        await session.close()
        assert [value.value.tolist() async for value in values] == [[2.0]]
    with pytest.raises(RuntimeError, match="closed"):
        async with session.watch("c:0"):
            pass


async def test_all_ways_to_run(session: Any) -> None:
    """Callables that were made before show values, too, with options or without."""
    plain = session.make_callable("d:0", ["x:0"])
    typed = session._make_callable_from_options(tf.CallableOptions(feed=["x:0"], fetch=["d:0"]))
    await plain([1.0])
    async with session.watch("c:0") as values:
        await plain([1.0])
        await plain([1.0], options=tf.RunOptions(timeout_in_ms=10_000))
        await typed(np.ones(1, np.float32))
        await session.run("d:0", {"x:0": [1.0]}, tf.RunOptions(inter_op_thread_pool=-1))
        assert len(await taken(values, 4)) == 4


async def test_other_signatures(session: Any) -> None:
    """Runs without anything that is watched are planned as ever, and nothing is left of a watch behind its end."""
    before = session._runner.default_options
    async with session.watch("loop/root:0") as values:
        assert (await session.run("d:0", {"x:0": [1.0]})).tolist() == [4.0]
        assert values.seen == 0
    assert session._runner.default_options == before


@pytest.mark.parametrize("wanted", ["nobody:0", "c:1", "c:x", "nobody", "loop/root/inner:0"])
async def test_unknown_names(session: Any, wanted: str) -> None:
    """A name that is not there is refused at once: it may be misspelt."""
    with pytest.raises(ValueError, match=wanted):
        session.watch(wanted)
    with pytest.raises(ValueError, match="nothing to watch"):
        session.watch()
    with pytest.raises(TypeError, match="to be watched"):
        session.watch(3)
