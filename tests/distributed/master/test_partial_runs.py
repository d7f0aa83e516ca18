"""Partial runs whose nodes are on several tasks, on a simulated network."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.distributed.clusters import cluster, run


def _graph() -> tuple[Any, ...]:
    """x and y are fed on b, first needs x, second both; they are computed on b, a and c."""
    with tf.device("/job:b"):
        x, y = tf.placeholder(tf.float32, [None], name="x"), tf.placeholder(tf.float32, [None], name="y")
        first = tf.check_numerics(x + 1.0, "not a number", name="first")
    with tf.device("/job:a"):
        halfway = first * y
    with tf.device("/job:c"):
        second = tf.identity(halfway + 1.0, name="second")
    return x, y, first, second


async def _pieces() -> None:
    async with cluster({"a": 1, "b": 1, "c": 1}) as made:
        with tf.Graph().as_default():
            x, y, first, second = _graph()
            with tf.device("/job:c"):
                v = tf.get_variable("v", initializer=0.0)
                with tf.control_dependencies([second]):
                    count = v.assign_add(1.0)
            async with tf.Session(made.target("a0")) as session:
                await session.run(v.initializer)
                for _ in range(3):
                    step = await session.partial_run_setup([first, second, count.op], [x, y])
                    found = await session.partial_run(step, first, {x: [1.0]})
                    np.testing.assert_array_equal(found, [2.0])
                    found = await session.partial_run(step, second, {y: [10.0]})
                    np.testing.assert_array_equal(found, [21.0])
                assert await session.run(v) == 3.0
                step = await session.partial_run_setup([first, second], [x, y])
                await session.partial_run(step, [], {y: [2.0]})
                found = await session.partial_run(step, [second, first], {x: [1.0]})
                np.testing.assert_array_equal(found[0], [5.0])
                several = [await session.partial_run_setup([first, second], [x, y]) for _ in range(5)]
                for number, step in enumerate(several):
                    assert await session.partial_run(step, first, {x: [number]}) == [number + 1.0]
                for number, step in reversed(list(enumerate(several))):
                    assert await session.partial_run(step, second, {y: [2.0]}) == [2.0 * number + 3.0]


def test_pieces() -> None:
    """In any order, several at once; targets run once per step; nothing of them is left."""
    run(_pieces())


async def _wrong() -> None:
    async with cluster({"a": 1, "b": 1, "c": 1}) as made:
        with tf.Graph().as_default():
            x, y, first, second = _graph()
            async with tf.Session(made.target("a0")) as session:
                step = await session.partial_run_setup([first, second], [x, y])
                with pytest.raises(tf.errors.InvalidArgumentError, match="can't be computed from the feeds"):
                    await session.partial_run(step, second, {x: [1.0]})
                step = await session.partial_run_setup([first, second], [x, y])
                with pytest.raises(tf.errors.InvalidArgumentError, match="From /job:b/replica:0/task:0:") as caught:
                    await session.partial_run(step, first, {x: [np.nan]})
                assert caught.value.op is first.op
                step = await session.partial_run_setup([first, second], [x, y])
                assert await session.partial_run(step, first, {x: [1.0]}) == [2.0]
                made.network.crash("b0")
                await made.servers["b0"].stop()
                with pytest.raises((tf.errors.UnavailableError, tf.errors.AbortedError)):
                    step = await session.partial_run_setup([first, second], [x, y])
                    await session.partial_run(step, first, {x: [1.0]})


def test_failures() -> None:
    """The cause, from the task where it happened; a step that fails leaves nothing behind."""
    run(_wrong())


async def _ends() -> None:
    async with cluster({"a": 1, "b": 1, "c": 1}) as made:
        with tf.Graph().as_default():
            x, y, first, second = _graph()
            with tf.device("/job:c"):
                late = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue() + y
            config = tf.ConfigProto(operation_timeout_in_ms=2000)
            async with tf.Session(made.target("a0"), config=config) as session:
                step = await session.partial_run_setup([first, late], [x, y])
                assert await session.partial_run(step, first, {x: [1.0]}) == [2.0]
                with pytest.raises(tf.errors.DeadlineExceededError):
                    await session.partial_run(step, late, {y: [1.0]})
            session = tf.Session(made.target("a0"))
            step = await session.partial_run_setup([first, late], [x, y])
            waiting = asyncio.ensure_future(session.partial_run(step, late, {y: [1.0]}))
            await asyncio.sleep(1.0)
            await session.close()
            with pytest.raises(tf.errors.CancelledError):
                await waiting
            async with tf.Session(made.target("a0")) as session:
                step = await session.partial_run_setup([first, second], [x, y])  # which nobody goes on with
                assert await session.partial_run(step, first, {x: [1.0]}) == [2.0]


def test_ends() -> None:
    """By a deadline, and with the session, before, between and behind calls."""
    run(_ends())
