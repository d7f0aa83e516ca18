"""Steps on several tasks, on a simulated network."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.distributed.clusters import cluster, run


async def _two_tasks() -> None:
    async with cluster({"ps": 1, "worker": 1}) as made:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None])
            with tf.device("/job:ps/task:0"):
                v = tf.get_variable("v", initializer=2.0)
                text = tf.constant([b"a", b"bc"])
            with tf.device("/job:worker/task:0"):
                y = v * x + 1.0
                joined = tf.strings.join([text, text])
            with tf.device("/job:ps/task:0"):
                z = y * 10.0
                with tf.control_dependencies([y]):
                    add = v.assign_add(1.0)
            async with tf.Session(made.target("worker0")) as session:
                await session.run(tf.global_variables_initializer())
                np.testing.assert_array_equal(await session.run(y, {x: [1.0]}), [3.0])
                found = await session.run([z, joined, y, v], {x: [1.0, 2.0]})
                np.testing.assert_array_equal(found[0], [30.0, 50.0])
                assert list(found[1]) == [b"aa", b"bcbc"]
                assert found[3] == 2.0
                assert await session.run(add, {x: [1.0]}) == 3.0
                assert len(await session.list_devices()) == 2
                registered = made.network.calls["/tensorflow.WorkerService/RegisterGraph"]
                for _ in range(3):
                    await session.run(y, {x: [1.0]})
                assert made.network.calls["/tensorflow.WorkerService/RegisterGraph"] == registered
        # Variables are on their task, whoever asks.
        with tf.Graph().as_default():
            with tf.device("/job:ps/task:0"):
                v = tf.get_variable("v", initializer=2.0)
            async with tf.Session(made.target("ps0")) as session:
                assert await session.run(v) == 3.0


def test_two_tasks() -> None:
    """Values, strings and controls cross; parts are registered once; state stays with its task."""
    run(_two_tasks())


async def _control_flow() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            p = tf.placeholder(tf.bool, [])

            def body(i: Any, total: Any) -> Any:
                with tf.device("/job:b"):
                    more = total + tf.cast(i, tf.float32)
                return i + 1, more

            with tf.device("/job:a"):
                loop = tf.while_loop(lambda i, total: i < 10, body, [tf.constant(0), tf.constant(0.0)])

            def taken() -> Any:
                with tf.device("/job:b"):
                    return tf.constant(1.0) + 1.0

            with tf.device("/job:a"):
                chosen = tf.cond(p, taken, lambda: tf.constant(5.0)) * 2.0
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(loop) == (10, 45.0)
                assert await session.run(chosen, {p: True}) == 4.0
                assert await session.run(chosen, {p: False}) == 10.0


def test_loops_and_branches_cross_tasks() -> None:
    """With as many iterations as in one process, and dead values for what is not taken."""
    run(_control_flow())


async def _failures() -> None:
    async with cluster({"a": 1, "b": 2}) as made:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None])
            with tf.device("/job:b/task:0"):
                checked = tf.debugging.check_numerics(x, "not a number", name="checks")
            with tf.device("/job:b/task:1"):
                late = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue()
            with tf.device("/job:a"):
                y = checked + late
                fine = x + 1.0
            async with tf.Session(made.target("a0")) as session:
                with pytest.raises(tf.errors.InvalidArgumentError, match="From /job:b/replica:0/task:0:") as caught:
                    await session.run(y, {x: [np.nan]})
                assert caught.value.op is checked.op
                with pytest.raises(tf.errors.DeadlineExceededError):
                    await session.run(y, {x: [1.0]}, options=tf.RunOptions(timeout_in_ms=1000))
                waiting = asyncio.ensure_future(session.run(y, {x: [1.0]}))
                await asyncio.sleep(1.0)
                waiting.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await waiting
                assert await session.run(fine, {x: [1.0]}) == [2.0]
                waiting = asyncio.ensure_future(session.run(y, {x: [1.0]}))
                await asyncio.sleep(1.0)
            with pytest.raises(tf.errors.CancelledError, match="explicit call to"):
                await waiting


def test_a_step_ends_as_a_whole() -> None:
    """With the first error that is no consequence, the deadline, the cancellation, or the end of its session."""
    run(_failures())


async def _lost_worker() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                late = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue()
                v = tf.get_variable("v", initializer=2.0)
            with tf.device("/job:a"):
                y = late + 1.0
                z = v + 1.0
            session = tf.Session(made.target("a0"))
            await session.run(v.initializer)
            assert await session.run(z) == 3.0
            waiting = asyncio.ensure_future(session.run(y))
            await asyncio.sleep(1.0)
            made.network.crash("b0")
            with pytest.raises(tf.errors.UnavailableError):
                await waiting
            with pytest.raises(tf.errors.UnavailableError):
                await session.run(z)
            await made.servers["b0"].stop()
            await made.start("b0")
            with pytest.raises(tf.errors.AbortedError, match="restarted"):
                await session.run(z)
            await session.close()
            async with tf.Session(made.target("a0")) as session:
                with pytest.raises(tf.errors.FailedPreconditionError):
                    await session.run(z)
                await session.run(v.initializer)
                assert await session.run(z) == 3.0


def test_a_worker_that_is_lost_and_comes_back() -> None:
    """Unavailable while it is away, aborted when it has forgotten the session; a new one works."""
    run(_lost_worker())


async def _filters() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        made.network.crash("b0")
        await made.servers["b0"].stop()
        with tf.Graph().as_default():
            with tf.device("/job:a"):
                y = tf.constant(1.0) + 1.0
            async with tf.Session(made.target("a0"), config=tf.ConfigProto(device_filters=["/job:a"])) as session:
                assert await session.run(y) == 2.0
            async with tf.Session(made.target("a0")) as session:
                with pytest.raises(tf.errors.DeadlineExceededError):
                    await session.run(y, options=tf.RunOptions(timeout_in_ms=5000))


def test_filters_leave_tasks_out() -> None:
    """D-48: one that is not there is waited for unless it is left out."""
    run(_filters())


async def _own_state() -> None:
    async with cluster({"a": 2}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:a/task:1"):
                there = tf.constant(10.0)
            with tf.device("/job:a/task:0"):
                queue = tf.FIFOQueue(10, [tf.float32], shapes=[[]])
                far, near = queue.enqueue(there), queue.enqueue(20.0)
                taken = queue.dequeue()
                drawn = tf.random_uniform([], seed=7)
                other = drawn + there - there
            async with tf.Session(made.target("a0")) as session:
                await session.run(far)
                await session.run(near)
                assert [await session.run(taken), await session.run(taken)] == [10.0, 20.0]
                first = await session.run(drawn)
                assert await session.run(other) != pytest.approx(first)


def test_steps_of_one_task_and_of_several_share_a_sessions_state() -> None:
    """A queue without a name, and a generator of random numbers, on the master's own task."""
    run(_own_state())


async def _fed_elsewhere() -> None:
    async with cluster({"a": 2}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:a/task:1"):
                x = tf.placeholder(tf.float32, [])
            with tf.device("/job:a/task:0"):
                y = x + 1.0
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(y, {x: 1.0}) == 2.0
                handle = await session.partial_run_setup([y], [x])
                assert await session.partial_run(handle, y, {x: 2.0}) == 3.0


def test_a_fed_node_may_be_on_another_task() -> None:
    """Where all the rest is on the master's."""
    run(_fed_elsewhere())


async def _hidden_shapes() -> None:
    async with cluster({"a": 2}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:a/task:1"):
                block = tf.constant([2])
            with tf.device("/job:a/task:0"):
                y = tf.batch_to_space_nd([[[1.0]], [[2.0]]], block, [[0, 0]])
            async with tf.Session(made.target("a0")) as session:
                np.testing.assert_array_equal(await session.run(y), [[[1.0], [2.0]]])


def test_a_cut_may_hide_a_shape_that_an_op_must_know() -> None:
    """It was known when the graph was made."""
    run(_hidden_shapes())


async def _lists() -> None:
    async with cluster({"a": 2}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:a/task:1"):
                x = tf.constant(1.0) * 2.0
            with tf.device("/job:a/task:0"):
                reserved = tf.raw_ops.TensorListReserve(
                    element_shape=tf.constant([], tf.int32), num_elements=1, element_dtype=tf.float32
                )
                filled = tf.raw_ops.TensorListSetItem(input_handle=reserved, index=0, item=x)
                y = tf.raw_ops.TensorListGetItem(
                    input_handle=filled, index=0, element_shape=tf.constant([], tf.int32), element_dtype=tf.float32
                )
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(y) == 2.0


def test_a_list_of_constant_form_is_made_at_its_task() -> None:
    """It is no constant of the graph, which a message could not hold."""
    run(_lists())


async def _list_on_two_tasks() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:a/task:0"):
                values = tf.raw_ops.TensorListFromTensor(
                    tensor=tf.constant([1.0, 2.0]), element_shape=tf.constant([], tf.int32), name="values"
                )
                here = tf.raw_ops.TensorListLength(input_handle=values)
            with tf.device("/job:b/task:0"):
                there = tf.raw_ops.TensorListLength(input_handle=values)
            for host in ("a0", "b0"):
                async with tf.Session(made.target(host)) as session:
                    with pytest.raises(tf.errors.UnimplementedError, match=r"variant of 'values'.* on one task"):
                        await session.run(there)
                    assert await session.run(here) == 2


def test_lists_of_tensors_stay_on_their_task() -> None:
    """The error names the node that makes one, and says what to do."""
    run(_list_on_two_tasks())
