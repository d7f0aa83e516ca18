"""Copies of a session in actors of Ray."""
from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from tests.live.ray import HAS_RAY, WHY
from tests.live.ray.conftest import living_actors, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not HAS_RAY, reason=WHY)]


def _model() -> tuple[tf.Graph, dict[str, Any]]:
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None], name="x")
        w = tf.get_variable("w", initializer=3.0)
        number = tf.get_variable("number", initializer=0)
        nodes = {
            "y": tf.multiply(w, x, name="y"), "count": number.assign_add(1), "x": x,
            "init": tf.global_variables_initializer(),
            "waits": tf.FIFOQueue(1, [tf.float32]).dequeue(),
        }  # fmt: skip
    return graph, nodes


async def test_steps_are_spread_over_copies(ray_address: str) -> None:
    """Each copy has variables of its own, and gets as many steps as the others; cancelled ones end there."""
    import ray

    graph, nodes = _model()
    prepared = []

    async def prepare(session: tf.Session) -> None:
        await session.run(nodes["init"])
        prepared.append(session)

    async with tf.RaySessionPool(graph, 3, prepare=prepare, resources={"CPU": 0.25}) as pool:
        assert len(prepared) == 3 and sorted(living_actors()) == [f"{pool.name}/copy:{index}" for index in range(3)]
        table = ray._private.state.actors()
        nodes_used = {each["Address"]["NodeID"] for each in table.values() if each["State"] == "ALIVE"}
        assert len(nodes_used) == 2
        found = await asyncio.gather(*(pool.run(nodes["y"], {nodes["x"]: [float(i)]}) for i in range(30)))
        np.testing.assert_array_equal(np.concatenate(found), 3.0 * np.arange(30.0))
        assert list(await pool.run("y:0", {"x:0": [2.0]})) == [6.0]
        counts = Counter([int(await pool.run(nodes["count"])) for _ in range(9)])
        assert counts == {1: 3, 2: 3, 3: 3}
        waiting = [asyncio.ensure_future(pool.run(nodes["waits"])) for _ in range(6)]
        await until(lambda: [copy.num_running for copy in pool.copies] == [2, 2, 2])
        for step in waiting:
            step.cancel()
        await asyncio.wait(waiting)
        handles = [ray.get_actor(f"{pool.name}/copy:{index}", "aioflow") for index in range(3)]

        async def is_idle() -> bool:
            found = [await handle.status.options(concurrency_group="control").remote() for handle in handles]
            return all(each["calls"] == 0 for each in found)

        await until(is_idle)
        assert [copy.num_running for copy in pool.copies] == [0, 0, 0]
    assert living_actors() == []


async def test_a_copy_that_is_killed(ray_address: str) -> None:
    """Its steps end with UnavailableError; it is restarted and prepared, while others go on."""
    import ray

    graph, nodes = _model()
    num_prepared = 0

    async def prepare(session: tf.Session) -> None:
        nonlocal num_prepared
        await session.run(nodes["init"])
        num_prepared += 1

    async with tf.RaySessionPool(graph, 2, prepare=prepare, resources={"CPU": 0.25}) as pool:
        waiting = [asyncio.ensure_future(pool.run(nodes["waits"])) for _ in range(2)]
        handle = ray.get_actor(f"{pool.name}/copy:0", "aioflow")

        async def is_in_step() -> bool:
            found = await handle.status.options(concurrency_group="control").remote()
            return bool(found["calls"])

        await until(is_in_step)
        os.kill((await handle.status.options(concurrency_group="control").remote())["pid"], signal.SIGKILL)
        with pytest.raises(tf.errors.UnavailableError):
            await waiting[0]
        assert not waiting[1].done()
        assert list(await pool.run(nodes["y"], {nodes["x"]: [1.0]})) == [3.0]
        await until(lambda: pool.copies[0].session is not None)
        assert num_prepared == 3 and pool.copies[0].num_lost == 1
        for _ in range(4):
            assert list(await pool.run(nodes["y"], {nodes["x"]: [1.0]})) == [3.0]
        assert pool.copies[0].num_begun >= 3
        waiting[1].cancel()
        await asyncio.wait(waiting)
    with pytest.raises(RuntimeError, match="closed pool"):
        await pool.run(nodes["y"], {nodes["x"]: [1.0]})
