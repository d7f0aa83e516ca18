"""What sessions and steps leave behind: nothing, however many there were."""
from __future__ import annotations

import asyncio
import gc
from collections import Counter
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.pools.open_pools import open_pools

FEW, MANY = 3, 12
# What interpreters and test runners make and drop as they like.
OTHERS = {"frame", "cell", "traceback", "weakref", "ReferenceType", "coroutine"}


class Model:
    """A graph with state of many kinds, and a step that uses all of it."""

    def __init__(self) -> None:
        with tf.Graph().as_default() as self.graph:
            self.x = tf.placeholder(tf.float32, [4], name="x")
            ref = tf.Variable(np.zeros(4, np.float32), use_resource=False)
            resource = tf.Variable(np.zeros(4, np.float32), use_resource=True)
            self.init = tf.global_variables_initializer()
            queue = tf.FIFOQueue(10, tf.float32, [[4]])
            with tf.control_dependencies([queue.enqueue(self.x)]):
                element = queue.dequeue()
            array = tf.TensorArray(tf.float32, 2).write(0, element).write(1, tf.random_uniform([4], seed=1))
            loop = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + self.x), [0, self.x])
            self.step = [ref.assign_add(self.x), resource.assign_add(self.x), array.stack(), loop[1]]

    async def run(self, session: tf.Session) -> None:
        """Runs the step."""
        await session.run(self.step, {self.x: np.ones(4, np.float32)})


async def sessions(number: int, model: Model | None) -> None:
    """Opens, uses and closes sessions; on new graphs if there is no model."""
    for _ in range(number):
        mine = model or Model()
        async with tf.Session(graph=mine.graph) as session:
            await session.run(mine.init)
            await mine.run(session)


async def sessions_left_open(number: int, model: Model | None) -> None:
    """Sessions that are used and dropped."""
    for _ in range(number):
        mine = model or Model()
        session = tf.Session(graph=mine.graph)
        await session.run(mine.init)
        await mine.run(session)


async def failing_sessions(number: int, model: Model) -> None:
    """Sessions whose only step fails, as the variables were not initialized."""
    for _ in range(number):
        async with tf.Session(graph=model.graph) as session:
            with pytest.raises(tf.errors.OpError):
                await model.run(session)


def live_objects() -> Counter[str]:
    """How many objects there are of each class of the package, arrays, tasks and containers."""
    gc.collect()
    counts = Counter(f"{type(thing).__module__}.{type(thing).__qualname__}" for thing in gc.get_objects())
    return Counter({name: count for name, count in counts.items() if name.rpartition(".")[2] not in OTHERS})


async def settled() -> None:
    """Waits until the threads of all pools have dropped what they ran last."""
    for _ in range(10):
        await asyncio.sleep(0)
    while any(pool.num_unfinished for pool in open_pools()):
        await asyncio.sleep(0)


async def grown(work: Any, *arguments: Any) -> dict[str, int]:
    """Of which classes there are more objects after many rounds than after a few, by one for each round or more."""
    await work(FEW, *arguments)
    await settled()
    before = live_objects()
    await work(MANY, *arguments)
    await settled()
    return {name: count for name, count in (live_objects() - before).items() if count >= MANY}


@pytest.mark.parametrize("work", [sessions, sessions_left_open])
async def test_sessions(work: Any) -> None:
    """Sessions that are closed, or just dropped, leave nothing of themselves."""
    assert await grown(work, Model()) == {}


async def test_graphs() -> None:
    """Graphs that nobody has any more are gone, and so are the sessions on them."""
    assert await grown(sessions, None) == {}


async def test_steps() -> None:
    """Steps leave nothing in their session."""
    model = Model()
    async with tf.Session(graph=model.graph) as session:
        await session.run(model.init)

        async def steps(number: int) -> None:
            for _ in range(number * 5):
                await model.run(session)

        assert await grown(steps) == {}


async def test_failing_steps() -> None:
    """Nor do sessions whose steps fail."""
    assert await grown(failing_sessions, Model()) == {}
