"""A run that is cancelled, or whose time is up, ends within one kernel, also in segments and in generated loops."""
from __future__ import annotations

import asyncio
import threading
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.executor.segments.plan import ViewPlan

NUM_NODES = 80


class Door:
    """A function of numpy in whose calls threads wait until they are let through."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.permits = threading.Semaphore(0)
        self.num_calls = 0

    def roll(self, *args: Any, **options: Any) -> Any:
        """`numpy.roll`, once let through."""
        self.num_calls += 1
        self.entered.release()
        self.permits.acquire(timeout=20)
        return _roll(*args, **options)


_roll = np.roll


def chain(x: tf.Tensor) -> tf.Tensor:
    """Nodes in a row."""
    for _ in range(NUM_NODES):
        x = tf.roll(x, 1, 0)
    return x


def loop(x: tf.Tensor) -> Any:
    """A loop of as many iterations."""
    return tf.while_loop(lambda i, v: i < NUM_NODES, lambda i, v: (i + 1, tf.roll(v, 1, 0)), [0, x])[1]


async def stopped_after(door: Door, y: tf.Tensor, feeds: Any, session: tf.Session, ends_itself: bool) -> int:
    """How many kernels begin in a run that is stopped while the second one runs."""
    door.num_calls = 0
    options = tf.RunOptions(timeout_in_ms=50) if ends_itself else None
    run = asyncio.create_task(session.run(y, feeds, options))
    door.permits.release()
    for _ in range(2):
        await asyncio.to_thread(door.entered.acquire, timeout=20)
    if ends_itself:
        await asyncio.sleep(0.1)
    else:
        run.cancel()
        await asyncio.sleep(0)
    for _ in range(2 * NUM_NODES):
        door.permits.release()
    error: Any = (await asyncio.gather(run, return_exceptions=True))[0]
    expected: type[BaseException] = tf.errors.DeadlineExceededError if ends_itself else asyncio.CancelledError
    assert isinstance(error, expected), error
    calls = door.num_calls
    while door.permits.acquire(blocking=False):
        pass
    while door.entered.acquire(blocking=False):
        pass
    return calls


async def main() -> None:
    """Stops runs of one segment and of one loop."""
    ViewPlan.mode = "always"  # segments from the first step on, as cheap nodes have them
    config = tf.ConfigProto(use_per_session_threads=True)
    config.aioflow.never_inline = True
    for build in (chain, loop):
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None])
            y = build(x)
            async with tf.Session(config=config) as session:
                feeds = {x: np.ones(4, np.float32)}
                await session.run(y, feeds)
                door = Door()
                np.roll = door.roll
                try:
                    for ends_itself in (False, True):
                        count = await stopped_after(door, y, feeds, session, ends_itself)
                        assert count <= 2, f"{count} kernels of a {build.__name__} began"
                finally:
                    np.roll = _roll
            print(f"a {build.__name__} stops within one kernel")


if __name__ == "__main__":
    asyncio.run(main())
