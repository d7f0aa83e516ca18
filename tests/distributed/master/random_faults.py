"""Random graphs on random tasks, while hosts crash and connections break: each step ends once, in one of few ways.

`python -m tests.distributed.master.random_faults FIRST-END` runs these seeds in virtual time, and prints which fail.
"""
from __future__ import annotations

import asyncio
import random
import sys
from typing import Any

import numpy as np

import aioflow as tf
from tests.distributed.clusters import Cluster, cluster, run
from tests.distributed.master.test_random_placement import TASKS, grow

# What a user may meet with "make a new session, and try again".
RETRIED = (tf.errors.UnavailableError, tf.errors.AbortedError, tf.errors.DeadlineExceededError)
HOSTS = ("a0", "b0", "b1")


async def _harm(made: Cluster, rng: random.Random) -> None:
    """Does something to the network or to a worker, at a moment in which steps run."""
    await asyncio.sleep(rng.uniform(0.0, 5e-3))
    one, other = rng.sample(HOSTS, 2)
    kind = rng.randint(0, 2)
    if kind == 0:
        made.network.reset(one, other)
    elif kind == 1:
        made.network.cut(one, other)
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        made.network.mend(one, other)
    else:
        host = rng.choice(HOSTS[1:])
        made.network.crash(host)
        await made.servers[host].stop()
        await asyncio.sleep(rng.uniform(0.0, 5e-3))
        await made.start(host)


async def meet_a_fault(seed: int) -> None:
    """Runs a step four times, harms a cluster meanwhile, and runs it in a new session."""
    rng = random.Random(seed)
    fed = np.array([0.5, -1.5, 2.0], np.float32)
    with tf.Graph().as_default():
        wanted, x = grow(seed, ())
        async with tf.Session() as session:
            expected = await session.run(wanted, {x: fed})
    config = tf.ConfigProto(operation_timeout_in_ms=5000)
    async with cluster({"a": 1, "b": 2}, seed) as made:
        with tf.Graph().as_default():
            wanted, x = grow(seed, TASKS)
            session = tf.Session(made.target("a0"), config=config)
            harm = asyncio.ensure_future(_harm(made, rng))
            runs = [session.run(wanted, {x: fed}) for _ in range(4)]
            for found in await asyncio.gather(*runs, return_exceptions=True):
                _check(found, expected)
            await harm
            await session.close()
            async with tf.Session(made.target("a0"), config=config) as session:
                _check(await session.run(wanted, {x: fed}), expected)


def _check(found: Any, expected: Any) -> None:
    if isinstance(found, BaseException):
        assert isinstance(found, RETRIED), repr(found)
        return
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


def main(seeds: str) -> int:
    """Runs the seeds; returns how many of them failed."""
    first, end = map(int, seeds.split("-"))
    num_failed = 0
    for seed in range(first, end):
        try:
            run(meet_a_fault(seed))
        except Exception as error:
            num_failed += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
    print(f"{end - first} seeds, {num_failed} failed")
    return num_failed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1]), 1))
