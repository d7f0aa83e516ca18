"""Sessions in programs with many tasks and loops: fixtures of others, two loops at once, errors for all who wait."""
from __future__ import annotations

import asyncio
import contextvars
import sys
import threading
from collections.abc import AsyncIterator
from typing import Any

import numpy as np

import aioflow as tf

who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")


async def halves_in_two_tasks() -> None:
    """Enters a session in one task and leaves it in another one."""
    with tf.Graph().as_default() as graph:
        y = tf.constant(2) + 3

    async def lifespan() -> AsyncIterator[tf.Session]:
        async with tf.Session(graph=graph) as session:
            yield session

    async def go_on(generator: AsyncIterator[tf.Session]) -> tf.Session | None:
        return await anext(generator, None)

    for _ in range(3):
        generator = lifespan()
        session = await asyncio.create_task(go_on(generator))
        assert session is not None and await session.run(y) == 5
        await asyncio.create_task(go_on(generator))
        assert tf.get_default_session() is None
    print("a session is left in another task than it was entered in")


async def errors_of_their_own() -> None:
    """Lets many callers wait for a signature that cannot be compiled."""
    with tf.Graph().as_default():
        with tf.device("/job:nowhere"):
            y = tf.constant(2.0) + 3
        async with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=2)) as session:
            results = await asyncio.gather(*(session.run(y) for _ in range(8)), return_exceptions=True)
    faults = [result for result in results if isinstance(result, tf.errors.InvalidArgumentError)]
    assert len(faults) == 8 and len({id(fault) for fault in faults}) == 8
    for number, fault in enumerate(faults):
        before = list(getattr(fault, "__notes__", ()))
        assert not any("heard by" in note for note in before), before
        fault.add_note(f"heard by {number}")
    assert len({str(fault) for fault in faults}) == 1
    print("each caller that waits for a compilation has an error of its own")


async def variables_of_the_caller() -> None:
    """Sets context variables in nodes; those behind them see the caller's."""

    async def change(x: Any) -> Any:
        who.set("the node")
        await asyncio.sleep(0)
        who.set("the node")
        return x

    def see(x: Any) -> bytes:
        return who.get().encode()

    for threads in (-1, 2):
        with tf.Graph().as_default():
            y = tf.py_func(see, [tf.async_py_func(change, [np.float32(1)], tf.float32)], tf.string)
            async with tf.Session(config=tf.ConfigProto(inter_op_parallelism_threads=threads)) as session:
                who.set("the caller")
                for _ in range(5):
                    seen = await session.run(y)
                    assert seen == b"the caller", seen
    print("what a node sets is seen by no other node, with threads and without")


def run_on_two_loops(session: tf.Session, y: tf.Tensor) -> None:
    """Makes the first runs of a session on two loops at once."""
    start = threading.Barrier(2)

    def work() -> None:
        start.wait(30)
        assert asyncio.run(session.run(y)) == 3

    threads = [threading.Thread(target=work) for _ in range(2)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # so that they take turns while they look at the graph
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)


def two_loops() -> None:
    """Changes a graph before its first runs, which are on two loops; later changes of what has run are noticed."""
    for _ in range(12):
        with tf.Graph().as_default():
            x = tf.constant(1.0)
            for i in range(300):
                tf.constant(float(i)).op._add_control_inputs([x.op])
            y = x + 2.0
            with tf.Session() as session:
                run_on_two_loops(session, y)
                y.op._add_control_inputs([tf.constant(0.0).op])
                try:
                    session.run_sync(y)
                except RuntimeError as error:
                    assert "was changed" in str(error)
                else:
                    raise AssertionError("a change went unnoticed")
    print("a change of what has run is noticed in a session that two loops have used")


async def main() -> None:
    """Runs those that need a loop."""
    await halves_in_two_tasks()
    await errors_of_their_own()
    await variables_of_the_caller()


if __name__ == "__main__":
    asyncio.run(main())
    two_loops()
