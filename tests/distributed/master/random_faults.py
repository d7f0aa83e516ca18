"""Random graphs on random tasks, while much goes wrong: each step ends once, in time, and in one of few ways.

`python -m tests.distributed.master.random_faults FIRST-END` runs these seeds in virtual time, and prints which fail.

Up to three clients have sessions at any of the tasks. They run steps at once, extend their graphs, run in parts, cancel
what they wait for, and close sessions while steps run. Meanwhile up to three things happen, at any moment from the
creation of the first session on: connections break, links are cut, a group of hosts is cut off, messages are lost, a
host is slow, a task crashes or is stopped, and starts again. In the end a new session at each task gives the values
of one process, and nothing is left anywhere.
"""
from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import numpy as np

import aioflow as tf
from tests.distributed.clusters import Cluster, cluster, run
from tests.distributed.master.test_random_placement import TASKS, grow

# What a user may meet with "make a new session, and try again".
RETRIED = (tf.errors.UnavailableError, tf.errors.AbortedError, tf.errors.DeadlineExceededError)
TASK_HOSTS = ("a0", "b0", "b1")
HOSTS = ("client", *TASK_HOSTS)
_LIMIT_S = 5.0
#: A slow host says late that a time is up; the client's own limit is told at once.
_SLACK_S = 1e-3
_FED = np.array([0.5, -1.5, 2.0], np.float32)
_CONFIG = tf.ConfigProto(operation_timeout_in_ms=int(_LIMIT_S * 1000))


# ---- what goes wrong
async def _reset(made: Cluster, rng: random.Random) -> None:
    made.network.reset(*rng.sample(HOSTS, 2))


async def _cut(made: Cluster, rng: random.Random) -> None:
    one, other = rng.sample(HOSTS, 2)
    made.network.cut(one, other)
    await _while(rng)
    made.network.mend(one, other)


async def _cut_off(made: Cluster, rng: random.Random) -> None:
    """Divides the network into two parts."""
    inside = set(rng.sample(HOSTS, rng.randint(1, 2)))
    links = [(one, other) for one in inside for other in HOSTS if other not in inside]
    for one, other in links:
        made.network.cut(one, other)
    await _while(rng)
    for one, other in links:
        made.network.mend(one, other)


async def _slow(made: Cluster, rng: random.Random) -> None:
    host = rng.choice(HOSTS)
    made.network.slow_s[host] = rng.choice([1e-3, 0.1, 1.0])
    await _while(rng)
    made.network.slow_s.pop(host, None)


async def _lose(made: Cluster, rng: random.Random) -> None:
    host = rng.choice(HOSTS)
    made.network.losses[host] = rng.uniform(0.05, 0.5)
    await _while(rng)
    made.network.losses.pop(host, None)


async def _crash(made: Cluster, rng: random.Random) -> None:
    host = rng.choice(TASK_HOSTS)
    made.network.crash(host)
    await made.servers[host].stop()
    await _while(rng)
    await made.start(host)


async def _stop(made: Cluster, rng: random.Random) -> None:
    """Ends a task as an operator would, and starts it again."""
    host = rng.choice(TASK_HOSTS)
    await made.servers[host].stop(rng.choice([None, 1e-3, 1.0]))
    await _while(rng)
    await made.start(host)


async def _while(rng: random.Random) -> None:
    """Lets some time pass: so much as a call takes, or longer than any step may."""
    await asyncio.sleep(rng.choice([rng.uniform(0.0, 5e-3), rng.uniform(0.0, 1.0), rng.uniform(0.0, 4 * _LIMIT_S)]))


_HARMS = (_reset, _cut, _cut_off, _slow, _lose, _crash, _crash, _stop)


async def _harm(made: Cluster, rng: random.Random) -> None:
    """Does one to three things to the cluster, one behind the other."""
    for _ in range(rng.randint(1, 3)):
        await asyncio.sleep(rng.choice([rng.uniform(0.0, 1e-3), rng.uniform(0.0, 5e-3), rng.uniform(0.0, 50e-3)]))
        await rng.choice(_HARMS)(made, rng)


# ---- what clients do
class _Client:
    """A session, what it runs, and what must come of it."""

    def __init__(self, session: tf.Session, wanted: list[Any], x: Any, expected: list[Any]) -> None:
        self.session = session
        self.wanted, self.x, self.expected = wanted, x, expected

    async def steps(self, rng: random.Random) -> None:
        """Runs some at once."""
        await asyncio.gather(*(self._step(rng) for _ in range(rng.randint(1, 4))))

    async def _step(self, rng: random.Random) -> None:
        async with _ends_well():
            step = self.session.run(self.wanted, {self.x: _FED})
            if rng.random() < 0.2:
                step = _cancelled(step, rng.uniform(0.0, 5e-3))
            _check(await step, self.expected)

    async def extend(self, rng: random.Random) -> None:
        """Adds a node on some task, and runs it."""
        async with _ends_well():
            with self.session.graph.as_default(), tf.device(rng.choice(TASKS)):
                more = self.wanted[0] + 1.0
            _check([await self.session.run(more, {self.x: _FED})], [self.expected[0] + np.float32(1.0)])

    async def parts(self, rng: random.Random) -> None:
        """Runs a step in parts."""
        async with _ends_well(calls=2 + len(self.wanted)):
            handle = await self.session.partial_run_setup(self.wanted, [self.x])
            first = await self.session.partial_run(handle, self.wanted[0], {self.x: _FED})
            _check([first, *[await self.session.partial_run(handle, each) for each in self.wanted[1:]]], self.expected)

    async def close(self, rng: random.Random) -> None:
        """Closes the session while steps run."""
        ends = [asyncio.ensure_future(self.session.run(self.wanted, {self.x: _FED})) for _ in range(2)]
        await asyncio.sleep(rng.uniform(0.0, 3e-3))
        await self.session.close()
        for found in await asyncio.gather(*ends, return_exceptions=True):
            if not isinstance(found, tf.errors.CancelledError):
                _check(found, self.expected)


async def _cancelled(step: Awaitable[Any], after_s: float) -> Any:
    task = asyncio.ensure_future(step)
    await asyncio.wait({task}, timeout=after_s)
    if task.cancel():
        await asyncio.wait({task})
        if task.cancelled():
            raise tf.errors.AbortedError(None, None, "the client has cancelled it")
    return task.result()


@asynccontextmanager
async def _ends_well(calls: int = 1) -> AsyncIterator[None]:
    """What is inside gives its values or raises an error that says "try again", before its time is over."""
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    try:
        yield
    except RETRIED:
        pass
    # A first call makes the session, or extends it, each within the time of a call.
    took_s = loop.time() - began_s
    assert took_s <= (calls + 1) * (_LIMIT_S + _SLACK_S), f"took {took_s} s"


def _check(found: Any, expected: list[Any]) -> None:
    if isinstance(found, BaseException):
        assert isinstance(found, RETRIED), repr(found)
        return
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_array_equal(got, want)


async def _use(made: Cluster, host: str, seed: int, expected: list[Any], rng: random.Random) -> None:
    """Is a client for a while."""
    graph = tf.Graph()
    with graph.as_default():
        wanted, x = grow(seed, TASKS)
    client = _Client(tf.Session(made.target(host), graph, config=_CONFIG), wanted, x, expected)
    doings: list[Callable[[random.Random], Awaitable[None]]] = [
        client.steps, client.steps, client.extend, client.parts
    ]  # fmt: skip
    for _ in range(rng.randint(1, 3)):
        await rng.choice(doings)(rng)
    await (client.close(rng) if rng.random() < 0.3 else client.session.close())


async def meet_faults(seed: int) -> None:
    """Has clients use a cluster that is harmed meanwhile, and then a new session at each task."""
    rng = random.Random(seed)
    with tf.Graph().as_default():
        wanted, x = grow(seed, ())
        async with tf.Session() as session:
            expected = await session.run(wanted, {x: _FED})
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    async with cluster({"a": 1, "b": 2}, seed) as made:
        hosts = [rng.choice(TASK_HOSTS) for _ in range(rng.randint(1, 3))]
        clients = [_use(made, host, seed, expected, random.Random(rng.random())) for host in hosts]
        await asyncio.gather(_harm(made, rng), *clients)
        for host in TASK_HOSTS:
            with tf.Graph().as_default():
                wanted, x = grow(seed, TASKS)
                async with tf.Session(made.target(host), config=_CONFIG) as session:
                    _check(await session.run(wanted, {x: _FED}), expected)
        await asyncio.sleep(5000.0)  # whoever could not be reached is told again, or knows by the time
        assert not any(server.worker.sessions for server in made.servers.values())
    assert not complaints, complaints
    left = asyncio.all_tasks() - {asyncio.current_task()}
    assert not left, left


def main(seeds: str) -> int:
    """Runs the seeds; returns how many of them failed."""
    first, end = map(int, seeds.split("-"))
    num_failed = 0
    for seed in range(first, end):
        try:
            run(meet_faults(seed))
        except Exception as error:
            num_failed += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
    print(f"{end - first} seeds, {num_failed} failed")
    return num_failed


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1]), 1))
