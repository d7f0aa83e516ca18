"""What a step has taken when it is stopped: it goes back unless something that has an effect has begun with it."""
from __future__ import annotations

import asyncio
import threading
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.functions.building import define


class Two:
    """Two queues; the first holds an element, the second nothing."""

    def __init__(self, session: tf.Session) -> None:
        self.session = session
        self.full, self.empty = tf.FIFOQueue(5, [tf.int64], [[]]), tf.FIFOQueue(5, [tf.int64], [[]])
        self.put = self.full.enqueue([np.int64(7)])
        self.release = self.empty.enqueue([np.int64(8)])
        self.taken, self.awaited = self.full.dequeue(), self.empty.dequeue()
        self.size = self.full.size()
        self.num_reported = 0

    async def started(self, fetches: Any) -> asyncio.Task[Any]:
        """Starts a run that takes the element and then waits."""
        await self.session.run(self.put)
        run = asyncio.create_task(self.session.run(fetches))
        while await self.session.run(self.size):
            pass
        return run

    async def stopped(self, fetches: Any) -> int:
        """Cancels such a run; returns how many elements are there then."""
        run = await self.started(fetches)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        return int(await self.session.run(self.size))


async def test_given_back(session: tf.Session) -> None:
    """An element that was only fetched, or computed with, is there again."""
    two = Two(session)
    assert await two.stopped([two.taken, two.awaited]) == 1
    assert await session.run(two.taken) == 7
    assert await two.stopped([tf.negative(two.taken) * 2, two.awaited]) == 1


async def test_used(session: tf.Session) -> None:
    """An element with which a variable was changed is gone: a second time would change it twice."""
    two = Two(session)
    total = tf.Variable(np.int64(0), use_resource=True)
    await session.run(total.initializer)
    added = total.assign_add(two.taken)
    run = await two.started([added, two.awaited])
    while not await session.run(total):
        pass
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert await session.run(two.size) == 0


async def test_failed(session: tf.Session) -> None:
    """An element in a step that fails is gone, as in TensorFlow: what cannot stand it would fail again and again."""
    two = Two(session)
    failing = tf.reshape(tf.fill([3], two.taken), tf.expand_dims(two.awaited, 0))
    run = await two.started([two.taken, failing])
    await session.run(two.release)
    with pytest.raises(tf.errors.InvalidArgumentError):
        await run
    assert await session.run(two.size) == 0


async def test_timed_out(session: tf.Session) -> None:
    """A deadline is no failure."""
    two = Two(session)
    await session.run(two.put)
    with pytest.raises(tf.errors.DeadlineExceededError):
        await session.run([two.taken, two.awaited], options=tf.RunOptions(timeout_in_ms=20))
    assert await session.run(two.size) == 1


async def put_and_wait(two: Two, fetches: Any) -> None:
    """Puts an element, then waits for ever."""
    await two.session.run(fetches)
    two.num_reported += 1
    await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize("num_behind", [0, 4])
async def test_put(session: tf.Session, num_behind: int) -> None:
    """A run that has put something when it is cancelled says so, or takes it back.

    Where it says so, its caller is cancelled where it waits next.
    """
    two = Two(session)
    with tf.control_dependencies([two.put]):
        fetches: Any = tf.identity(tf.placeholder_with_default(1.0, [])) if num_behind else two.put
    for _ in range(num_behind):
        fetches = tf.negative(fetches)
    for turns in range(20):
        call = asyncio.create_task(put_and_wait(two, fetches))
        for _ in range(turns):
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert await session.run(two.size) == two.num_reported
        while await session.run(two.size):
            await session.run(two.taken)
        two.num_reported = 0


class Door:
    """A function of numpy whose calls on threads wait at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entered, self.is_open = threading.Event(), threading.Event()
        self._roll = np.roll
        monkeypatch.setattr(np, "roll", self.roll)

    def roll(self, *args: Any, **options: Any) -> Any:
        """`numpy.roll`, once the door is open."""
        self.entered.set()
        self.is_open.wait(30)
        return self._roll(*args, **options)


async def stopped_behind_put(session: tf.Session, door: Door, put: Any, others: Any, meanwhile: Any = None) -> None:
    """Cancels a run that has put something and computes; `meanwhile` runs before."""
    with tf.control_dependencies([put]):
        computed = tf.roll(tf.placeholder_with_default([1.0, 2.0], [2]), 1, 0)  # not known beforehand
    run = asyncio.create_task(session.run([computed, others]))
    await asyncio.to_thread(door.entered.wait, 30)
    if meanwhile is not None:
        await session.run(meanwhile)
    run.cancel()
    await asyncio.sleep(0)
    door.is_open.set()
    with pytest.raises(asyncio.CancelledError):
        await run
    door.entered.clear()
    door.is_open.clear()


async def test_put_and_computed(graph: tf.Graph, pool_of_4: tf.ConfigProto, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put is taken back if it is there and nothing else has happened."""
    pool_of_4.aioflow.never_inline = True
    async with tf.Session(graph=graph, config=pool_of_4) as session:
        two, door, names = Two(session), Door(monkeypatch), {"shared_name": "staged"}
        staged, total = tf.raw_ops.StageSize(dtypes=[tf.int64], **names), tf.Variable(np.int64(0), use_resource=True)
        await session.run(total.initializer)
        await stopped_behind_put(session, door, two.put, [])
        assert await session.run(two.size) == 0
        await stopped_behind_put(session, door, two.full.enqueue_many([[1, 2]]), [])
        assert await session.run(two.size) == 0
        await stopped_behind_put(session, door, tf.raw_ops.Stage(values=[1.0], **names), [])
        assert await session.run(staged) == 0
        # One of them is not there any more.
        await stopped_behind_put(session, door, two.full.enqueue_many([[1, 2]]), [], two.taken)
        assert await session.run([two.taken, total]) == [2, 0]
        # Something else has happened, which stays.
        await stopped_behind_put(session, door, two.put, total.assign_add(1))
        assert await session.run([two.size, total]) == [1, 1]
        await session.run(two.taken)
        # What was moved must not get lost.
        await session.run(two.put)
        await stopped_behind_put(session, door, two.empty.enqueue([two.taken]), [])
        assert await session.run([two.size, two.empty.size()]) == [0, 1]


async def test_in_a_function(session: tf.Session) -> None:
    """What is taken in a call goes back when the step around it is stopped, wherever it stands then."""
    queue = tf.FIFOQueue(5, [tf.int64], [[]])
    put, size = queue.enqueue([np.int64(7)]), queue.size()

    def dequeue(handle: tf.Tensor) -> tf.Tensor:
        return tf.negative(tf.raw_ops.QueueDequeueV2(handle=handle, component_types=[tf.int64])[0])

    branch = define("dequeue", [tf.resource], dequeue)
    condition = tf.placeholder_with_default(True, [])
    (taken,) = tf.raw_ops.If(
        cond=condition, input=[queue.queue_ref], Tout=[tf.int64], then_branch=branch, else_branch=branch
    )
    for turns in range(30):
        run = asyncio.create_task(session.run(tf.negative(taken)))
        for _ in range(5):
            await asyncio.sleep(0)
        await session.run(put)
        for _ in range(turns % 15):
            await asyncio.sleep(0)
        run.cancel()
        try:
            assert await run == 7
        except asyncio.CancelledError:
            assert await session.run(taken) == -7
        assert await session.run(size) == 0
