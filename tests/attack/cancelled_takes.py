"""A run that is cancelled or times out in any turn of the loop gives its value, or what it took is there again.

So it is for whatever can be taken once: elements of queues, staging areas and barriers, gradients, records of files.
And a call that puts something has put it, or raises.
"""
from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import aioflow as tf

NUM_TURNS = 12


class Source:
    """Something that can be taken, and how it comes there.

    Args:
        put: Adds one thing, given its number as a feed.
        take: Takes one.
        number: The feed.
    """

    def __init__(self, put: Any, take: Any, number: tf.Tensor) -> None:
        self.put, self.take, self.number = put, take, number


def fifo(number: tf.Tensor) -> Source:
    """An element of a queue."""
    queue = tf.FIFOQueue(100, [tf.int64], [[]])
    return Source(queue.enqueue([number]), queue.dequeue(), number)


def doubled(number: tf.Tensor) -> Source:
    """An element of a queue, behind which something is computed."""
    queue = tf.FIFOQueue(100, [tf.int64], [[]])
    return Source(queue.enqueue([number]), tf.negative(tf.negative(queue.dequeue())), number)


def by_priority(number: tf.Tensor) -> Source:
    """An element of a priority queue."""
    queue = tf.PriorityQueue(100, [tf.int64], [[]])
    return Source(queue.enqueue([number, number]), queue.dequeue()[1], number)


def shuffled(number: tf.Tensor) -> Source:
    """An element of a queue in random order."""
    queue = tf.RandomShuffleQueue(100, 0, [tf.int64], [[]])
    return Source(queue.enqueue([number]), queue.dequeue(), number)


def batch(number: tf.Tensor) -> Source:
    """A large batch, which is joined on the pool."""
    queue = tf.FIFOQueue(100, [tf.int64], [[50_000]])
    return Source(queue.enqueue([tf.fill([50_000], number)]), queue.dequeue_many(1), number)


def staged(number: tf.Tensor) -> Source:
    """A tuple of a staging area."""
    names = {"shared_name": "staged", "container": "", "capacity": 0, "memory_limit": 0}
    take = tf.raw_ops.Unstage(dtypes=[tf.int64], **names)
    return Source(tf.raw_ops.Stage(values=[number], **names), take[0], number)


def staged_by_key(number: tf.Tensor) -> Source:
    """A tuple of a map of staged tuples."""
    names = {"shared_name": "by_key", "container": "", "capacity": 0, "memory_limit": 0, "dtypes": [tf.int64]}
    put = tf.raw_ops.MapStage(key=number, indices=[0], values=[number], **names)
    return Source(put, tf.raw_ops.MapUnstageNoKey(indices=[0], **names)[1][0], number)


def barrier(number: tf.Tensor) -> Source:
    """A tuple of a barrier."""
    made = tf.raw_ops.Barrier(component_types=[tf.int64], shapes=[[]], shared_name="barrier")
    put = tf.raw_ops.BarrierInsertMany(
        handle=made, keys=tf.expand_dims(tf.as_string(number), 0), values=[number], component_index=0
    )
    take = tf.raw_ops.BarrierTakeMany(handle=made, num_elements=1, component_types=[tf.int64])
    return Source(put, take[2][0], number)


def gradient(number: tf.Tensor) -> Source:
    """A gradient of an accumulator."""
    made = tf.raw_ops.ConditionalAccumulator(dtype=tf.float64, shape=[], shared_name="sums")
    late = tf.constant(1 << 40, tf.int64)
    put = tf.raw_ops.AccumulatorApplyGradient(handle=made, local_step=late, gradient=tf.cast(number, tf.float64))
    return Source(put, tf.raw_ops.AccumulatorTakeGradient(handle=made, num_required=1, dtype=tf.float64), number)


SOURCES = [fifo, doubled, by_priority, shuffled, batch, staged, staged_by_key, barrier, gradient]


def first(value: Any) -> int:
    """The number that a value stands for."""
    return int(np.asarray(value).reshape(-1)[0])


async def taken_once(make: Callable[[tf.Tensor], Source], config: tf.ConfigProto, limit_ms: int) -> None:
    """Takes from a source, each time with a run that is cancelled in another turn; nothing is lost or there twice."""
    with tf.Graph().as_default():
        source = make(tf.placeholder(tf.int64, []))
        async with tf.Session(config=config) as session:
            for number in range(NUM_TURNS * 3):
                options = tf.RunOptions(timeout_in_ms=limit_ms) if limit_ms else None
                call = asyncio.create_task(session.run(source.take, options=options))
                for _ in range(5):
                    await asyncio.sleep(0)
                put = asyncio.create_task(session.run(source.put, {source.number: number}))
                for _ in range(number % NUM_TURNS):
                    await asyncio.sleep(0)
                if limit_ms:
                    await put
                else:
                    call.cancel()
                try:
                    value = await call
                except (asyncio.CancelledError, tf.errors.DeadlineExceededError):
                    await put
                    value = await asyncio.wait_for(session.run(source.take), 10)  # it is there again
                await put
                assert first(value) == number, f"{make.__name__}: {first(value)} was taken, {number} was put"


async def put_or_not(never_inline: bool) -> None:
    """Puts into a full queue with calls that are cancelled: the queue holds just what was reported.

    On threads the runs have more to compute when they have put.
    """
    with tf.Graph().as_default():
        number = tf.placeholder(tf.int64, [])
        queue = tf.FIFOQueue(1, [tf.int64], [[]])
        put: Any = queue.enqueue([number])
        take, size = queue.dequeue(), queue.size()
        if never_inline:
            with tf.control_dependencies([put]):
                put = tf.negative(tf.negative(number))
        config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2)
        config.aioflow.never_inline = never_inline
        async with tf.Session(config=config) as session:
            for i in range(NUM_TURNS * 3):
                await session.run(put, {number: -1})
                call = asyncio.create_task(session.run(put, {number: i}))
                for _ in range(5):
                    await asyncio.sleep(0)
                free = asyncio.create_task(session.run(take))
                for _ in range(i % NUM_TURNS):
                    await asyncio.sleep(0)
                call.cancel()
                try:
                    await call
                except asyncio.CancelledError:
                    wanted = []
                else:
                    wanted = [i]
                assert await free == -1
                found = [int(await session.run(take)) for _ in range(await session.run(size))]
                assert found == wanted, f"a call that put {wanted} left {found}"


async def partial_runs() -> None:
    """Takes elements in partial runs and fetches some of them."""
    with tf.Graph().as_default():
        number = tf.placeholder(tf.int64, [])
        queue, other = (tf.FIFOQueue(5, [tf.int64], [[]]) for _ in range(2))
        puts, sizes = [queue.enqueue([number]), other.enqueue([number])], [queue.size(), other.size()]
        taken = [tf.negative(queue.dequeue()), tf.negative(other.dequeue())]
        async with tf.Session() as session:
            for i in range(NUM_TURNS):
                async with await session.partial_run_setup([*taken, number + 1], [number]) as handle:
                    call = asyncio.create_task(session.partial_run(handle, taken[0]))
                    await session.run(puts, {number: i})
                    for _ in range(i):
                        await asyncio.sleep(0)
                    call.cancel()
                    value: Any = (await asyncio.gather(call, return_exceptions=True))[0]
                left = [int(size) for size in await session.run(sizes)]
                assert left == [int(isinstance(value, BaseException)), 1], f"{value} was fetched, {left} are left"
                await session.run([tensor for tensor, size in zip(taken, left, strict=True) if size])


async def records_of_a_file(folder: str) -> None:
    """Reads lines, each once."""
    path = Path(folder, "lines.txt")
    path.write_text("".join(f"{i}\n" for i in range(40)))
    with tf.Graph().as_default():
        names = tf.FIFOQueue(10, [tf.string], [[]])
        reader = tf.TextLineReader()
        line = reader.read(names)[1]
        put, close = names.enqueue([str(path)]), names.close()
        async with tf.Session() as session:
            await session.run(put)
            await session.run(close)
            lines: list[int] = []
            for i in range(1000):
                call = asyncio.create_task(session.run(line))
                if i % 4:
                    for _ in range(i % NUM_TURNS):
                        await asyncio.sleep(0)
                    call.cancel()
                try:
                    lines.append(int(await call))
                except asyncio.CancelledError:
                    pass
                except tf.errors.OutOfRangeError:
                    break
            assert lines == list(range(40)), lines


def closed_loops() -> None:
    """Waits for an element on event loops that are closed under the call; it goes to who is still there."""
    logging.getLogger("asyncio").disabled = True  # which tells of the tasks that are lost with their loops
    with tf.Graph().as_default():
        queue = tf.FIFOQueue(10, [tf.int64], [[]])
        take, put = queue.dequeue(), queue.enqueue([np.int64(7)])
        session = tf.Session()
        for _ in range(3):  # so that calls stand in line within a turn or two of their loops, in this order
            session.run_sync(put)
            session.run_sync(take)
        loops = [asyncio.new_event_loop() for _ in range(3)]
        calls = []
        for loop in loops:
            calls.append(loop.create_task(session.run(take)))
            loop.run_until_complete(asyncio.sleep(0.01))
        loops[0].close()
        session.run_sync(put)
        loops[1].run_until_complete(asyncio.wait_for(asyncio.shield(calls[1]), 10))
        assert calls[1].result() == 7
        print("an element goes past a call whose event loop was closed")
        loops[1].close()
        # Closed when the element was on its way to it already.
        session.run_sync(put)
        loops[2].close()
        assert session.run_sync(take) == 7
        print("an element that was on its way to a loop which was closed is there again")
        session.run_sync(queue.close())


async def main(folder: str) -> None:
    """Runs all of these, with and without threads."""
    for threads in (-1, 2):
        config = tf.ConfigProto(inter_op_parallelism_threads=threads)
        for make in SOURCES:
            await taken_once(make, config, 0)
    print("what a cancelled run took is there again, or the run gives it")
    for make in SOURCES:
        await taken_once(make, tf.ConfigProto(), 1)
    print("the same where it times out")
    await put_or_not(False)
    await put_or_not(True)
    print("a cancelled run has put nothing")
    await partial_runs()
    print("what no call of a partial run has fetched is there again")
    await records_of_a_file(folder)
    print("records of files come once each")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made_folder:
        asyncio.run(main(made_folder))
    closed_loops()
