"""Compiling holds up nobody who has no use for it."""
from __future__ import annotations

import asyncio
import threading

import numpy as np

import aioflow as tf

NUM_NODES = 2000


def long_chain(x: tf.Tensor) -> tf.Tensor:
    """A graph that takes a while to compile."""
    for _ in range(NUM_NODES):
        x = x + 1.0
    return x


async def another_signature_in_place() -> None:
    """A run on the event loop of one signature while a thread compiles another one."""
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32)
        y, z = long_chain(x), x * 2.0
        config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
        async with tf.Session(config=config) as session:
            long = asyncio.create_task(session.run(y, {x: 0.0}))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            value = await session.run(z, {x: 3.0}, tf.RunOptions(inter_op_thread_pool=-1))
            assert value == 6.0 and not long.done(), "a run in place has waited for another signature's compilation"
            assert await long == NUM_NODES
    print("a run in place waits for no other signature")


async def the_same_signature_on_an_idle_pool() -> None:
    """A run on an idle pool while another one waits for a thread of a busy pool to compile the same signature."""
    held, entered = threading.Event(), threading.Event()

    def hold() -> np.float32:
        entered.set()
        assert held.wait(60)
        return np.float32(0)

    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32)
        y, waiting = x + 1.0, tf.py_func(hold, [], tf.float32)
        pools = [tf.ThreadPoolOptionProto(num_threads=1)] * 2
        async with tf.Session(config=tf.ConfigProto(session_inter_op_thread_pool=pools)) as session:
            busy = asyncio.create_task(session.run(waiting))
            assert await asyncio.to_thread(entered.wait, 60)
            first = asyncio.create_task(session.run(y, {x: 1.0}))
            await asyncio.sleep(0)
            try:
                async with asyncio.timeout(30):
                    assert await session.run(y, {x: 2.0}, tf.RunOptions(inter_op_thread_pool=1)) == 3.0
                assert not busy.done()
            finally:
                held.set()
            assert await first == 2.0
            await busy
    print("a run on an idle pool waits for no busy one")


async def main() -> None:
    """Both."""
    await another_signature_in_place()
    await the_same_signature_on_an_idle_pool()


if __name__ == "__main__":
    asyncio.run(main())
