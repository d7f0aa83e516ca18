"""Kernels that make Python objects of a million elements leave the event loop to others, also those of queues."""
from __future__ import annotations

import asyncio
import time
from typing import Any

import numpy as np

import aioflow as tf

SIZE = 1_000_000
# Seconds of CPU time of other threads between two turns of the event loop, and of its own thread in one turn. Below,
# kernels that work in one go take 0.2 s and more; between two turns lie 5 ms where each gives the lock away.
MAX_AWAY_S = 0.1
MAX_TURN_S = 0.4


async def leaves_the_loop(session: tf.Session, what: str, op: Any, feeds: Any) -> None:
    """Runs an operation on a thread, and looks how long the event loop had to wait."""
    run = asyncio.create_task(session.run(op, feeds))
    away_s = turn_s = 0.0
    process_s, own_s = time.process_time(), time.thread_time()
    while not run.done():
        await asyncio.sleep(0)
        turn, all_threads = time.thread_time() - own_s, time.process_time() - process_s
        process_s, own_s = process_s + all_threads, own_s + turn
        away_s, turn_s = max(away_s, all_threads - turn), max(turn_s, turn)
    await run
    assert away_s < MAX_AWAY_S, f"{what} kept the interpreter's lock for {away_s} s"
    assert turn_s < MAX_TURN_S, f"{what} kept the event loop for {turn_s} s"
    print(f"{what} leaves the event loop to others")


async def main() -> None:
    """Runs what is long."""
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=1)
    config.aioflow.never_inline = True
    numbers = np.arange(SIZE) * 7919 % SIZE
    with tf.Graph().as_default():
        x, pairs = tf.placeholder(tf.int64, [None]), tf.placeholder(tf.int64, [None, 2])
        queue = tf.FIFOQueue(SIZE, [tf.int64], [[]])
        table = tf.raw_ops.MutableHashTableV2(key_dtype=tf.int64, value_dtype=tf.int64)
        ops = {
            "ListDiff": tf.raw_ops.ListDiff(x=x, y=x)[0].op,
            "UniqueV2": tf.raw_ops.UniqueV2(x=pairs, axis=[0])[0].op,
            "LookupTableInsertV2": tf.raw_ops.LookupTableInsertV2(table_handle=table, keys=x, values=x),
            "QueueEnqueueManyV2": queue.enqueue_many([x]),
            "QueueDequeueManyV2": queue.dequeue_many(SIZE).op,
        }
        feeds = {x: numbers, pairs: numbers.reshape(-1, 2)}
        async with tf.Session(config=config) as session:
            for what, op in ops.items():
                await leaves_the_loop(session, what, op, feeds)


if __name__ == "__main__":
    asyncio.run(main())
