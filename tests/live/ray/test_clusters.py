"""Clusters whose tasks are actors of Ray."""
from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.live.ray import HAS_RAY, WHY
from tests.live.ray.conftest import living_actors, status, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_RAY, reason=WHY)]


def _other_driver(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


async def test_values_cross_tasks(start: Callable[..., Any]) -> None:
    """Numbers, text, branches that are not taken, and loops; errors say from which task they come."""
    cluster = await start({"ps": 1, "worker": 2})
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None])
        p = tf.placeholder(tf.bool, [])
        with tf.device("/job:ps/task:0"):
            v = tf.get_variable("v", initializer=2.0)
            text = tf.strings.join([tf.constant([b"a", b"bc"]), tf.constant([b"-", b"+"])])
        with tf.device("/job:worker/task:1"):
            y = v * x + 1.0
            longer = tf.strings.join([text, text])
            checked = tf.debugging.check_numerics(x, "not a number", name="checks")

        def elsewhere() -> Any:
            with tf.device("/job:ps/task:0"):
                return tf.constant(1.0) + 1.0

        def body(i: Any, total: Any) -> Any:
            with tf.device("/job:worker/task:1"):
                return i + 1, total + tf.cast(i, tf.float32)

        chosen = tf.cond(p, elsewhere, lambda: tf.constant(5.0)) * 2.0
        loop = tf.while_loop(lambda i, t: i < 10, body, [tf.constant(0), tf.constant(0.0)])
        failing = checked + 1.0
        async with cluster.session(graph) as session:
            assert {device.name.split("/device")[0] for device in await session.list_devices()} == {
                "/job:ps/replica:0/task:0", "/job:worker/replica:0/task:0", "/job:worker/replica:0/task:1"
            }  # fmt: skip
            await session.run(tf.global_variables_initializer())
            np.testing.assert_array_equal(await session.run(y, {x: [1.0, 2.0]}), [3.0, 5.0])
            assert list(await session.run(longer)) == [b"a-a-", b"bc+bc+"]
            assert await session.run(chosen, {p: True}) == 4.0
            assert await session.run(chosen, {p: False}) == 10.0
            assert tuple(await session.run(loop)) == (10, 45.0)
            with pytest.raises(tf.errors.InvalidArgumentError, match="From /job:worker/replica:0/task:1:") as caught:
                await session.run(failing, {x: [np.nan]})
            assert caught.value.op is not None and caught.value.op.name == "checks"


async def test_large_values_update_variables(start: Callable[..., Any]) -> None:
    """D-58: what has come through Ray's shared memory cannot be written to, and variables have memory of their own."""
    cluster = await start({"ps": 1, "worker": 1})
    size = 1 << 20
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [size])
        with tf.device("/job:ps/task:0"):
            v = tf.get_variable("v", [size], initializer=tf.zeros_initializer())
        with tf.device("/job:worker/task:0"):
            gradient = x * 2.0
        with tf.device("/job:ps/task:0"):
            given = v.assign(gradient)
            more = v.assign_add(gradient)
            part = tf.scatter_add(v, [0, 1], [10.0, 20.0])
        async with cluster.session(graph) as session:
            fed = np.arange(size, dtype=np.float32)
            await session.run(given.op, {x: fed})
            for _ in range(2):
                await session.run(more.op, {x: fed})
            await session.run(part.op if hasattr(part, "op") else part)
            found = await session.run(v)
            wanted = 6.0 * fed
            wanted[:2] += [10.0, 20.0]
            np.testing.assert_array_equal(found, wanted)
            np.testing.assert_array_equal(fed, np.arange(size))


async def test_cancelling_stops_remote_parts(start: Callable[..., Any]) -> None:
    """D-57: cancelling a run, or its time limit, ends what waits on other tasks; the session goes on."""
    cluster = await start({"ps": 1, "worker": 1})
    with tf.Graph().as_default() as graph:
        with tf.device("/job:ps/task:0"):
            queue = tf.FIFOQueue(1, [tf.float32], shared_name="waits")
            taken = queue.dequeue()
        with tf.device("/job:worker/task:0"):
            y = taken + 1.0
        put = queue.enqueue([3.0])
        async with cluster.session(graph) as session:

            async def nothing_runs() -> bool:
                found = [await status(cluster, task) for task in ("ps:0", "worker:0")]
                return all(each["calls"] == each["steps"] == 0 for each in found)

            async def ps_waits() -> bool:
                return (await status(cluster, "ps:0"))["steps"] == 1

            running = asyncio.ensure_future(session.run(y))
            await until(ps_waits)
            running.cancel()
            with pytest.raises(asyncio.CancelledError):
                await running
            await until(nothing_runs)
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(y, options=tf.RunOptions(timeout_in_ms=300))
            await until(nothing_runs)
            await session.run(put)
            assert await session.run(y) == 4.0  # nobody else has taken it


async def test_values_pass_while_steps_wait(start: Callable[..., Any]) -> None:
    """D-60: a task brings values of its steps although it runs as many as it may, and all of them wait."""
    cluster = await start({"ps": 1, "worker": 3}, max_steps=2)
    with tf.Graph().as_default() as graph:
        with tf.device("/job:ps/task:0"):
            never = tf.FIFOQueue(1, [tf.float32], shared_name="never")
            blocked = never.dequeue()
            value = tf.random_uniform([])
        arrived = []
        for number in range(3):
            with tf.device(f"/job:worker/task:{number}"):
                arrived.append(tf.FIFOQueue(9, [tf.float32], shared_name=f"arrived{number}"))
        puts = [arrived[number].enqueue([value]) for number in range(2)]
        target = cluster.target
        async with (
            tf.Session(f"{target}/worker:0", graph) as first, tf.Session(f"{target}/worker:1", graph) as second,
            tf.Session(f"{target}/worker:2", graph) as looks,
        ):  # fmt: skip
            # A step that puts into a queue of its own worker what comes of a step at ps that does not end.
            steps = [asyncio.ensure_future(each.run([blocked, put]))
                     for each, put in zip((first, second), puts, strict=True)]  # fmt: skip
            taken = await looks.run([arrived[0].dequeue(), arrived[1].dequeue()])
            assert len(taken) == 2 and not any(step.done() for step in steps)
            for step in steps:
                step.cancel()
            await asyncio.wait(steps)


_ATTACHED = """
import asyncio, sys
import ray
import aioflow as tf

async def main():
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v = tf.get_variable("v", initializer=0.0)
        async with tf.Session(sys.argv[2]) as session:
            print(float(await session.run(v.assign_add(5.0))))

asyncio.run(main())
"""


async def test_another_program_attaches(start: Callable[..., Any], ray_address: str) -> None:
    """By the name of the cluster; it sees the same variables. There is one cluster of a name."""
    cluster = await start({"ps": 1, "worker": 1}, name="prod")
    with tf.Graph().as_default() as graph:
        with tf.device("/job:ps/task:0"):
            v = tf.get_variable("v", initializer=2.0)
        async with tf.Session(graph=graph, target="ray:prod") as session:
            await session.run(v.initializer)
            done = await asyncio.to_thread(_other_driver, _ATTACHED, ray_address, cluster.target)
            assert done.stdout.strip() == "7.0", done.stderr
            assert await session.run(v) == 7.0
    with pytest.raises(tf.errors.AlreadyExistsError, match="prod/ps:0"):
        await start({"ps": 1, "worker": 1}, name="prod")
    async with tf.Session(graph=graph, target="ray:prod") as session:
        assert await session.run(v) == 7.0


async def test_leaving_removes_all_but_ray(ray_address: str) -> None:
    """D-62: actors and group are gone; Ray, which was there before, is not. Sessions then end with an error."""
    import ray

    with tf.Graph().as_default() as graph:
        y = tf.constant(1.0) + 1.0
        async with tf.RayCluster({"worker": 2}, resources={"worker": {"CPU": 0.25}}) as cluster:
            assert sorted(living_actors()) == [f"{cluster.name}/worker:{index}" for index in range(2)]
            session = tf.Session(cluster.target, graph)
            assert await session.run(y) == 2.0
        assert living_actors() == []
        assert ray.is_initialized() and len(ray.nodes()) == 2
        with pytest.raises(tf.errors.UnavailableError):
            await session.run(y)
        await session.close()
        async with tf.Session(cluster.target, graph) as late:
            with pytest.raises(tf.errors.UnavailableError, match="Ray has no cluster"):
                await late.run(y)


async def test_no_room(ray_address: str) -> None:
    """What is not to be had is said, and nothing stays behind."""
    cluster = tf.RayCluster({"worker": 1}, resources={"worker": {"CPU": 64}}, start_timeout_s=2.0)
    with pytest.raises(tf.errors.ResourceExhaustedError, match=r"they need 64 CPU \(PACK\)"):
        await cluster.start()
    assert living_actors() == []


_OWN_RAY = """
import asyncio
import ray
import aioflow as tf

OPTIONS = {"address": "local", "num_cpus": 1, "object_store_memory": 100 << 20, "log_to_driver": False}

async def main():
    with tf.Graph().as_default() as graph:
        y = tf.constant(1.0) + 1.0
        small = {"worker": {"CPU": 0.25}}
        async with tf.RayCluster({"worker": 1}, resources=small, ray_options=OPTIONS) as cluster:
            async with tf.RayCluster({"worker": 1}, resources=small) as other:
                pass
            async with cluster.session(graph) as session:
                print(float(await session.run(y)), ray.is_initialized())
        print(ray.is_initialized())

asyncio.run(main())
"""


def test_a_ray_of_its_own() -> None:
    """Where there is none, it is started, and shut down with the last cluster."""
    done = _other_driver(_OWN_RAY)
    assert done.stdout.split() == ["2.0", "True", "False"], done.stderr


@pytest.mark.parametrize("target", ["ray:", "ray://localhost:10001", "ray:a/b", "ray:a/b:c", "ray:a b"])
async def test_targets_that_name_no_cluster(target: str) -> None:
    """Refused at once; the address of Ray Client is another thing."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="ray:NAME"):
        tf.Session(target, tf.Graph())
