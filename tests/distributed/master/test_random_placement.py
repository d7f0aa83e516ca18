"""Random graphs on random tasks give what they give in one process."""
from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.distributed.clusters import cluster, run

TASKS = ("/job:a/task:0", "/job:b/task:0", "/job:b/task:1")


def grow(seed: int, tasks: tuple[str, ...]) -> tuple[list[Any], Any]:
    """Tensors of a random graph, each on one of the tasks, with branches, loops and controls; and what is fed."""
    rng = random.Random(seed)

    def somewhere() -> Any:
        task = rng.choice(TASKS)  # drawn in any case, so that the same graph grows in one process
        return tf.device(task if tasks else None)

    x = tf.placeholder(tf.float32, [3], name="x")
    known: list[Any] = [x, tf.constant([1.0, -2.0, 3.0])]
    for _ in range(rng.randint(4, 10)):
        a, b = rng.choice(known), rng.choice(known)
        kind = rng.randint(0, 5)
        with somewhere():
            if kind == 0:
                made = a + b
            elif kind == 1:
                made = tf.maximum(a * 0.5, b)
            elif kind == 2:
                with tf.control_dependencies([a.op]):
                    made = tf.identity(b)
            elif kind == 3:
                def yes(a: Any = a) -> Any:
                    with somewhere():
                        return a * 2.0

                def no(b: Any = b) -> Any:
                    with somewhere():
                        return b - 1.0

                made = tf.cond(tf.reduce_sum(a) > tf.reduce_sum(b), yes, no)
            elif kind == 4:
                def body(i: Any, value: Any, b: Any = b) -> Any:
                    with somewhere():
                        return i + 1, value * 0.5 + b

                made = tf.while_loop(lambda i, value: i < 4, body, [tf.constant(0), a])[1]
            else:
                made = tf.reverse(a, [0])
        known.append(made)
    return rng.sample(known[2:], k=min(3, len(known) - 2)), x


async def _one(seed: int) -> None:
    fed = np.array([0.5, -1.5, 2.0], np.float32)
    with tf.Graph().as_default():
        wanted, x = grow(seed, ())
        async with tf.Session() as session:
            expected = await session.run(wanted, {x: fed})
    async with cluster({"a": 1, "b": 2}, seed) as made:
        with tf.Graph().as_default():
            wanted, x = grow(seed, TASKS)
            async with tf.Session(made.target("a0")) as session:
                for _ in range(2):
                    found = await session.run(wanted, {x: fed})
                    for got, want in zip(found, expected, strict=True):
                        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("seed", range(8))
def test_values_do_not_depend_on_tasks(seed: int) -> None:
    """Whatever crosses from task to task."""
    run(_one(seed))
