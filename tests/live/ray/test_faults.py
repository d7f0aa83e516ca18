"""Faults of clusters on Ray: each step ends once, with the right error, and nothing of it is left."""
from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import aioflow as tf
from tests.live.ray import HAS_RAY, WHY
from tests.live.ray.conftest import living_actors, status, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_RAY, reason=WHY)]


def _blocked(graph: tf.Graph, job: str = "ps") -> tuple[Any, Any]:
    """A step of two tasks whose part at a job waits for ever; and one that does not."""
    with graph.as_default():
        with tf.device(f"/job:{job}/task:0"):
            taken = tf.FIFOQueue(1, [tf.float32], shared_name="never").dequeue()
            value = tf.random_uniform([])
        return taken + 1.0, value + 1.0


async def _waits(cluster: tf.RayCluster, task: str) -> bool:
    return (await status(cluster, task))["steps"] > 0


async def _is_idle(cluster: tf.RayCluster, *tasks: str) -> bool:
    found = [await status(cluster, task) for task in tasks]
    return all(each["calls"] == each["steps"] == 0 for each in found)


async def _is_back(cluster: tf.RayCluster, task: str, old: int) -> bool:
    import ray

    try:
        return (await status(cluster, task))["pid"] != old
    except ray.exceptions.RayActorError:
        return False


@pytest.mark.parametrize("killed", ["ps:0", "worker:0"])
async def test_a_task_that_is_killed_in_a_step(start: Callable[..., Any], killed: str) -> None:
    """D-59: the step ends with UnavailableError; when the task is back, old sessions do with AbortedError."""
    cluster = await start({"ps": 1, "worker": 1}, max_restarts=-1, lease_s=4.0)
    waiting, plain = _blocked(graph := tf.Graph())
    async with cluster.session(graph) as session:
        running = asyncio.ensure_future(session.run(waiting))
        await until(lambda: _waits(cluster, "ps:0"))
        old = (await status(cluster, killed))["pid"]
        os.kill(old, signal.SIGKILL)
        with pytest.raises(tf.errors.UnavailableError):
            await running
        await until(lambda: _is_back(cluster, killed, old))
        with pytest.raises(tf.errors.AbortedError):
            await session.run(plain)
        async with cluster.session(graph) as another:
            assert await another.run(plain) >= 1.0

        async def nothing_runs() -> bool:
            found = [await status(cluster, task) for task in ("ps:0", "worker:0")]
            return all(each["calls"] == 0 for each in found)

        # A master that is gone tells nobody: the part that waits elsewhere ends when nothing is heard of it.
        await until(nothing_runs)


async def test_a_task_that_does_not_come_back(start: Callable[..., Any]) -> None:
    """Steps and new sessions that need it end with UnavailableError at once; sessions without it work."""
    cluster = await start({"ps": 1, "worker": 1})
    waiting, plain = _blocked(graph := tf.Graph())
    async with cluster.session(graph) as session:
        running = asyncio.ensure_future(session.run(waiting))
        await until(lambda: _waits(cluster, "ps:0"))
        os.kill((await status(cluster, "ps:0"))["pid"], signal.SIGKILL)
        with pytest.raises(tf.errors.UnavailableError):
            await running
        await until(lambda: f"{cluster.name}/ps:0" not in living_actors())
        with pytest.raises(tf.errors.UnavailableError):
            await session.run(plain)
    async with cluster.session(graph) as late:
        with pytest.raises(tf.errors.UnavailableError):
            await late.run(plain)
    config = tf.ConfigProto(device_filters=["/job:worker"])
    with tf.Graph().as_default():
        here = tf.constant(1.0) + 1.0
        async with cluster.session(config=config) as without:
            assert await without.run(here) == 2.0


async def test_a_thousand_cancelled_steps(start: Callable[..., Any]) -> None:
    """At any moment; nothing of them is left on any task, and the session works."""
    cluster = await start({"ps": 1, "worker": 1})
    waiting, plain = _blocked(graph := tf.Graph())
    async with cluster.session(graph) as session:
        assert await session.run(plain) >= 1.0
        for _ in range(10):
            steps = [asyncio.ensure_future(session.run(waiting)) for _ in range(100)]
            for number, step in enumerate(steps):
                if number % 4 == 0:
                    await session.run(plain)
                step.cancel()
            await asyncio.wait(steps)
            assert all(step.cancelled() for step in steps)
        await until(lambda: _is_idle(cluster, "ps:0", "worker:0"))
        assert await session.run(plain) >= 1.0


_DRIVER = """
import asyncio, sys
import ray
import aioflow as tf

async def main():
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
    small = {"ps": {"CPU": 0.25}, "worker": {"CPU": 0.25}}
    cluster = tf.RayCluster({"ps": 1, "worker": 1}, resources=small, name=sys.argv[2], lease_s=4.0,
                            detached=sys.argv[3] == "detached")
    await cluster.start()
    with tf.Graph().as_default() as graph:
        with tf.device("/job:ps/task:0"):
            taken = tf.FIFOQueue(1, [tf.float32], shared_name="never").dequeue()
        y = taken + 1.0
        async with cluster.session(graph) as session:
            await session.run(y)

asyncio.run(main())
"""


@pytest.mark.parametrize("kind", ["detached", "owned"])
async def test_a_driver_that_vanishes(ray_address: str, kind: str) -> None:
    """What it owned goes with it; of a detached cluster its steps end, and others use and close the cluster."""
    import ray

    name = f"of-{kind}"
    command = [sys.executable, "-W", "ignore", "-c", _DRIVER, ray_address, name, kind]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as driver:
        try:
            cluster = tf.RayCluster({"ps": 1, "worker": 1}, name=name)

            async def is_in_step() -> bool:
                try:
                    return await _waits(cluster, "ps:0")
                except (ValueError, ray.exceptions.RayError):
                    return False  # it is not there yet

            await until(is_in_step)
        finally:
            driver.kill()
    if kind == "owned":
        await until(lambda: living_actors() == [])
        with pytest.raises(tf.errors.UnavailableError):
            await tf.RayCluster.attach(name)
        return
    await until(lambda: _is_idle(cluster, "ps:0", "worker:0"))
    _, plain = _blocked(graph := tf.Graph())
    async with tf.Session(f"ray:{name}", graph) as session:
        assert await session.run(plain) >= 1.0
    attached = await tf.RayCluster.attach(name)
    assert attached.jobs == {"ps": 1, "worker": 1}
    await attached.close()
    assert living_actors() == []
