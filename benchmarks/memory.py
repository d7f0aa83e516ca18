"""`python -m benchmarks.memory [--sessions N] [--steps N]`: whether sessions and steps give back what they took.

Target: resident memory returns to within 5 MB of where it was, whatever the numbers.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import Awaitable, Callable

import numpy as np

import aioflow as tf
from benchmarks.process_memory import rss_nbytes

TARGET_NBYTES = 5 << 20
Rounds = Callable[[int], Awaitable[None]]


class StatefulModel:
    """A graph with variables of both kinds, a queue, a table, an array of tensors and random numbers."""

    def __init__(self) -> None:
        with tf.Graph().as_default() as self.graph:
            self.x = tf.placeholder(tf.float32, [8], name="x")
            ref = tf.Variable(np.zeros(1000, np.float32), use_resource=False)
            resource = tf.Variable(np.zeros(1000, np.float32), use_resource=True)
            self.init = tf.global_variables_initializer()
            queue = tf.FIFOQueue(10, tf.float32, [[8]])
            with tf.control_dependencies([queue.enqueue(self.x)]):
                element = queue.dequeue()
            array = tf.TensorArray(tf.float32, 2).write(0, element).write(1, tf.random_uniform([8], seed=1))
            self.step = [ref.assign_add(tf.ones(1000)), resource.assign_add(tf.ones(1000)), array.stack()]
            self.update = [
                tf.assign_add(ref, tf.ones(1000)).op, resource.assign_add(tf.ones(1000), read_value=False),
            ]  # fmt: skip

    async def run_once(self) -> None:
        """Opens a session, runs a step that uses everything, and closes it."""
        async with tf.Session(graph=self.graph) as session:
            await session.run(self.init)
            await session.run(self.step, {self.x: np.ones(8, np.float32)})


async def sessions_on_one_graph(number: int) -> None:
    """Opens and closes sessions one after another."""
    model = StatefulModel()
    for _ in range(number):
        await model.run_once()


async def sessions_on_graphs_of_their_own(number: int) -> None:
    """The same, with a new graph each time."""
    for _ in range(number):
        await StatefulModel().run_once()


async def sessions_left_open(number: int) -> None:
    """Sessions that nobody closes."""
    model = StatefulModel()
    for _ in range(number):
        session = tf.Session(graph=model.graph)
        await session.run(model.init)


async def steps_with_variables(number: int) -> None:
    """Runs steps in one session that change both variables; now and then one that uses everything."""
    model = StatefulModel()
    async with tf.Session(graph=model.graph) as session:
        await session.run(model.init)
        for i in range(number):
            await session.run(model.update)
            if i % 100 == 0:
                await session.run(model.step, {model.x: np.ones(8, np.float32)})


def settled_rss_nbytes() -> int:
    """Resident memory once everything that can be given back has been."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return rss_nbytes()


async def grown(rounds: Rounds, number: int) -> int:
    """By how many bytes the process has grown after so many rounds, beyond what the first few took."""
    await rounds(max(1, number // 100))
    before = settled_rss_nbytes()
    began = time.perf_counter()
    await rounds(number)
    elapsed_s = time.perf_counter() - began
    after = settled_rss_nbytes()
    name = rounds.__name__.replace("_", " ")
    print(
        f"{number:>9,} {name:<32} {before / 2**20:6.1f} MB before, {after / 2**20:6.1f} MB after, "
        f"{elapsed_s / number * 1e6:8.1f} us each",
        flush=True,
    )
    return after - before


async def main(num_sessions: int, num_steps: int) -> int:
    """Prints one line for each kind of work; 1 when one has left more than the target behind."""
    all_grown = [
        await grown(sessions_on_one_graph, num_sessions),
        await grown(sessions_on_graphs_of_their_own, num_sessions // 10),
        await grown(sessions_left_open, num_sessions // 10),
        await grown(steps_with_variables, num_steps),
    ]
    return int(max(all_grown) > TARGET_NBYTES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--sessions", type=int, default=10_000, help="how many to open and close")
    parser.add_argument("--steps", type=int, default=1_000_000, help="how many to run in one session")
    options = parser.parse_args()
    sys.exit(asyncio.run(main(options.sessions, options.steps)))
