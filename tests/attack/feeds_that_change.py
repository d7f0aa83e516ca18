"""What a caller passes is read at the call: a dictionary that is refilled or cleared meanwhile changes nothing."""
from __future__ import annotations

import asyncio

import numpy as np

import aioflow as tf


async def main() -> None:
    """Changes the feeds and the fetches of runs in flight."""
    with tf.Graph().as_default():
        x, y = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
        permit = tf.FIFOQueue(1, [tf.int32], [[]])
        with tf.control_dependencies([permit.dequeue()]):
            total = x - y
        give = permit.enqueue([np.int32(0)])
        async with tf.Session() as session:
            for change in ("nothing", "refilled", "cleared") * 3:
                feeds = {x: np.full(2, 5, np.float32), y: np.full(2, 3, np.float32)}
                call = asyncio.create_task(session.run([total, x], feeds))
                await asyncio.sleep(0)
                if change == "refilled":
                    feeds[x], feeds[y] = np.zeros(2, np.float32), np.ones(2, np.float32)
                elif change == "cleared":
                    feeds.clear()
                await session.run(give)
                results = [value.tolist() for value in await call]
                assert results == [[2, 2], [5, 5]], f"the feeds were {change} while the run was in flight: {results}"
            print("feeds are read at the call")

            fetches = [total, x]
            callable_ = session.make_callable(fetches, [x, y])
            fetches.clear()
            call = asyncio.ensure_future(callable_(np.full(2, 5, np.float32), np.full(2, 3, np.float32)))
            await session.run(give)
            assert [value.tolist() for value in await call] == [[2, 2], [5, 5]]
            print("the fetches of a callable are read when it is made")


if __name__ == "__main__":
    asyncio.run(main())
