"""Values fed in the middle of somebody else's graph: they need the shapes that the graph states, and no others."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np

import aioflow as tf


def build() -> None:
    """A batch from a queue, a loop's result and a map's, each with something behind it."""
    queue = tf.FIFOQueue(10, [tf.float32], [[]], name="queue")
    tf.identity(tf.raw_ops.Shape(input=queue.dequeue_many(2, name="batch")), name="size_of_batch")
    x = tf.placeholder(tf.float32, [2], name="x")
    _, looped = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2.0), [tf.constant(0), x])
    tf.identity(tf.raw_ops.Shape(input=tf.identity(looped, name="looped")), name="size_of_looped")
    mapped = tf.map_fn(lambda v: v + 1.0, x)
    tf.identity(tf.raw_ops.Shape(input=tf.identity(mapped, name="mapped")), name="size_of_mapped")
    tf.identity(tf.raw_ops.Shape(input=tf.multiply(x, 2.0, name="doubled")), name="size_of_doubled")


async def refuses(session: tf.Session, name: str, value: Any) -> bool:
    """Whether a feed is refused."""
    try:
        await session.run(f"size_of_{name}:0", {f"{name}:0": value})
    except ValueError:
        return True
    return False


async def main() -> None:
    """Feeds five values where the graph was built for two."""
    with tf.Graph().as_default() as graph:
        build()
    message = graph.as_graph_def()
    five = np.arange(5, dtype=np.float32)
    async with tf.Session(graph=graph) as session:
        assert [await refuses(session, name, five) for name in ("batch", "looped", "mapped", "doubled")] == [True] * 4
        print("who builds a graph states shapes, and feeds are held against them")

    with tf.Graph().as_default() as imported:
        tf.import_graph_def(message, name="")
    async with tf.Session(graph=imported) as session:
        for name in ("batch", "looped", "mapped"):
            for _ in range(4):  # by the ways of the first runs, and of those that follow
                assert (await session.run(f"size_of_{name}:0", {f"{name}:0": five})).tolist() == [5], name
        print("an imported graph does not state the shape of what comes out of queues, loops and maps")
        assert await refuses(session, "doubled", five)
        print("but that of what is computed from a tensor of known shape")


if __name__ == "__main__":
    asyncio.run(main())
