"""Fixtures: a Ray of two nodes, and clusters on it."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

import aioflow as tf
from tests.live.ray import HAS_RAY

SMALL = {"CPU": 0.25}


@pytest.fixture(scope="package")
def ray_address() -> Iterator[str]:
    """Starts Ray, with two processors for each of two nodes; gives its address."""
    import ray
    from ray.cluster_utils import Cluster

    size = {"num_cpus": 2, "object_store_memory": 100 << 20}
    nodes = Cluster(initialize_head=True, head_node_args={**size, "include_dashboard": False})
    try:
        nodes.add_node(**size)
        ray.init(address=nodes.address, log_to_driver=False, logging_level="ERROR")
        nodes.wait_for_nodes()
        yield nodes.address
    finally:
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture
async def start(ray_address: str) -> AsyncIterator[Callable[..., Any]]:
    """Starts clusters of small tasks, which end with the test; then nothing of them is left."""
    clusters = []

    async def started(jobs: dict[str, int], **settings: Any) -> tf.RayCluster:
        cluster = tf.RayCluster(jobs, resources=dict.fromkeys(jobs, SMALL), **settings)
        clusters.append(cluster)
        return await cluster.start()

    yield started
    for cluster in clusters:
        await cluster.close()
    assert living_actors() == []
    assert living_groups() == []


def living_actors() -> list[str]:
    """The names of Ray's actors that are not dead, as `ray list actors` has them."""
    import ray

    table = ray._private.state.actors()
    return [each["Name"] for each in table.values() if each["State"] != "DEAD"]


def living_groups() -> list[str]:
    """The numbers of Ray's placement groups that are not removed."""
    import ray

    table = ray.util.placement_group_table()
    return [each["placement_group_id"] for each in table.values() if each["state"] != "REMOVED"]


async def status(cluster: tf.RayCluster, task: str) -> dict[str, int]:
    """What a task says of itself."""
    import ray

    actor = ray.get_actor(f"{cluster.name}/{task}", "aioflow")
    found: dict[str, int] = await actor.status.options(concurrency_group="control").remote()
    return found


async def until(holds: Callable[[], Any]) -> None:
    """Waits until something holds, which may be asked for by `await`; for 60 s at most."""
    async with asyncio.timeout(60):
        while True:
            found = holds()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return
            await asyncio.sleep(0.05)


__all__ = ["HAS_RAY", "living_actors", "living_groups", "status", "until"]
