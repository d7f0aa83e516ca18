"""Queues and tensor arrays through the front door: waiting, closing, loops and branches."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

import aioflow as tf


@pytest.fixture
def graph() -> Iterator[tf.Graph]:
    """A new default graph."""
    with tf.Graph().as_default() as graph:
        yield graph


async def test_consumer_waits_for_producer(graph: tf.Graph) -> None:
    """A dequeue that starts first gets what is enqueued later, without a thread that waits."""
    queue = tf.FIFOQueue(1, tf.float32, shapes=())
    value = tf.placeholder(tf.float32, [])
    put, take = queue.enqueue(value), queue.dequeue()
    async with tf.Session() as session:
        taken = [asyncio.ensure_future(session.run(take)) for _ in range(3)]
        for number in (1.0, 2.0, 3.0):
            await session.run(put, {value: number})
        assert sorted(await asyncio.gather(*taken)) == [1.0, 2.0, 3.0]


async def test_closed_queue(graph: tf.Graph) -> None:
    """S-82: a closed queue gives what it has left, then OutOfRange; adding to it fails with Cancelled."""
    queue = tf.FIFOQueue(3, tf.int32, shapes=())
    put, take, close = queue.enqueue(7), queue.dequeue(), queue.close()
    async with tf.Session() as session:
        await session.run(put)
        await session.run(close)
        with pytest.raises(tf.errors.CancelledError):
            await session.run(put)
        assert await session.run(take) == 7
        with pytest.raises(tf.errors.OutOfRangeError, match="fifo_queue"):
            await session.run(take)


def test_wrong_number_of_components(graph: tf.Graph) -> None:
    """An element with too few components is refused when it is built."""
    queue = tf.FIFOQueue(3, [tf.int32, tf.float32], name="pairs")
    with pytest.raises(ValueError, match="pairs has 2 components, not 1"):
        queue.enqueue(1)


async def test_array_as_loop_variable(graph: tf.Graph) -> None:
    """A loop reads what earlier iterations wrote: Fibonacci's numbers."""
    start = tf.TensorArray(tf.int32, 10, clear_after_read=False, element_shape=[]).write(0, 1).write(1, 1)

    def body(i: tf.Tensor, array: Any) -> Any:
        return i + 1, array.write(i, array.read(i - 1) + array.read(i - 2))

    _, numbers = tf.while_loop(lambda i, _: i < 10, body, (tf.constant(2), start))
    assert isinstance(numbers, tf.TensorArray)
    async with tf.Session() as session:
        assert (await session.run(numbers.stack())).tolist() == [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]


async def test_array_out_of_a_branch(graph: tf.Graph) -> None:
    """The write of the branch that is taken is the one that is read."""
    pred = tf.placeholder(tf.bool, [])
    array = tf.TensorArray(tf.float32, 1)
    chosen = tf.cond(pred, lambda: array.write(0, 1.0), lambda: array.write(0, 2.0))
    value = chosen.read(0)
    async with tf.Session() as session:
        assert [await session.run(value, {pred: taken}) for taken in (True, False)] == [1.0, 2.0]


async def test_arrays_live_within_a_run(graph: tf.Graph) -> None:
    """What one run wrote is not there in the next one, and an element that was read is gone."""
    array = tf.TensorArray(tf.float32, 1, infer_shape=False)
    unwritten, once = array.read(0), array.write(0, 1.0)
    first = once.read(0)
    with tf.control_dependencies([first]):
        second = once.read(0)
    async with tf.Session() as session:
        assert await session.run(first) == 1.0
        for fetch in (unwritten, second):
            with pytest.raises(tf.errors.InvalidArgumentError, match="TensorArray"):
                await session.run(fetch)


async def test_gradients_add_up(graph: tf.Graph) -> None:
    """Writes to one place of an array of gradients are summed."""
    array = tf.TensorArray(tf.float32, 2, element_shape=[]).write(0, 1.0)
    gradients = array.grad("source").write(0, 5.0)
    total = gradients.write(0, 6.0).read(0)
    async with tf.Session() as session:
        assert await session.run(total) == 11.0
