"""A TensorFlow 1 input pipeline: tasks fill queues with lines of text, and a loop takes batches of numbers out.

    python examples/input_pipeline.py

Lines of two tables are read three times in random order, parsed by nodes of the graph, and joined to batches. The
queues hold a few elements only: producers wait when they are full, the consumer when they are empty, and nobody holds
a thread meanwhile. When the producers have nothing more, they close their queues, and the consumer's run ends with
OutOfRangeError, which a Coordinator takes for what it is: the end of the input.
"""
from __future__ import annotations

import asyncio

import aioflow as tf

TABLES = [[f"{10 * table + row},{row * row}" for row in range(8)] for table in (0, 1)]
NUM_EPOCHS = 3


def lines_of(table: list[str]) -> list[tf.Tensor]:
    """The two numbers in one line of a table: another one in each run."""
    queue = tf.train.string_input_producer(table, num_epochs=NUM_EPOCHS, capacity=4)
    words = tf.string_split([queue.dequeue()], ",").values
    return tf.unstack(tf.reshape(tf.string_to_number(words, tf.int32), [2]))


async def main() -> None:
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        sources = [lines_of(table) for table in TABLES]
        numbers, squares = tf.train.shuffle_batch_join(
            sources, batch_size=5, capacity=20, min_after_dequeue=10, allow_smaller_final_batch=True
        )
        sums = tf.stack([tf.size(numbers), tf.reduce_sum(numbers), tf.reduce_sum(squares)])

        async with tf.Session() as session:
            await session.run(tf.local_variables_initializer())
            coordinator = tf.train.Coordinator()
            tasks = tf.train.start_queue_runners(session, coordinator)
            totals, num_batches = [0, 0, 0], 0
            with coordinator.stop_on_exception():
                while not coordinator.should_stop():
                    batch = await session.run(sums)
                    totals = [total + int(part) for total, part in zip(totals, batch, strict=True)]
                    num_batches += 1
            await coordinator.join(tasks)

    print(f"{len(tasks)} tasks filled the queues; {totals[0]} lines came in {num_batches} batches")
    print(f"sum of the numbers {totals[1]}, of the squares {totals[2]}")


asyncio.run(main())
