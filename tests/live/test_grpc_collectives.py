"""Collectives of a cluster of which one task is TensorFlow's, and the other aioflow's; either may lead."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.distributed.server.server import Server
from aioflow.kernels.collective.ring import Reduction, ring_reduce
from tests.live.servers import PYTHON, WHY, free_port, tensorflow_server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PYTHON, reason=WHY)]

raw = tf.raw_ops
DEVICES = [f"/job:{job}/task:0/device:CPU:{cpu}" for job in ("ours", "theirs") for cpu in range(2)]
SIZE = len(DEVICES)
VALUES = [np.random.default_rng(i).standard_normal(100).astype(np.float32) for i in range(SIZE)]


def _keys(key: int) -> dict[str, Any]:
    return {"group_size": SIZE, "group_key": 1, "instance_key": key}


def _graph() -> dict[str, list[tf.Tensor]]:
    """Each kind of collective on all devices."""
    nodes: dict[str, list[tf.Tensor]] = {
        name: [] for name in ("sum", "divided", "fixed", "gathered", "exchanged", "sent 0", "sent 3", "received")
    }
    how = {"merge_op": "Add", "final_op": "Div"}
    for i, name in enumerate(DEVICES):
        with tf.device(name):
            value = tf.constant(VALUES[i])
            nodes["sum"].append(raw.CollectiveReduce(input=value, subdiv_offsets=[0], **_keys(1), **how))
            nodes["divided"].append(raw.CollectiveReduce(input=value, subdiv_offsets=[0, -1], **_keys(2), **how))
            nodes["fixed"].append(raw.CollectiveReduceV2(input=value, ordering_token=[], **_keys(3), **how))
            nodes["gathered"].append(raw.CollectiveGather(input=value, shape=[0], **_keys(4)))
            rows = tf.constant([[10.0 * i + j] for j in range(SIZE)])
            nodes["exchanged"].append(raw.CollectiveAllToAllV2(input=rows, ordering_token=[], **_keys(5)))
            for root in (0, 3):
                own = {"shape": [100], **_keys(10 + root)}
                nodes[f"sent {root}"].append(
                    raw.CollectiveBcastSend(input=value, **own)
                    if i == root else raw.CollectiveBcastRecv(T=tf.float32, **own)
                )  # fmt: skip
            own = _keys(20)
            nodes["received"].append(
                raw.CollectiveBcastSendV2(input=value, **own)
                if i == 1 else raw.CollectiveBcastRecvV2(T=tf.float32, shape=[100], **own)
            )  # fmt: skip
    return nodes


def _expected(offsets: tuple[int, ...]) -> np.ndarray[Any, Any]:
    return ring_reduce(VALUES, [Reduction("Add", "Div", offsets)] * SIZE, [2, 2])


async def _check(target: str) -> None:
    config = tf.ConfigProto(operation_timeout_in_ms=20_000)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with tf.Graph().as_default():
        nodes = _graph()
        async with tf.Session(target, config=config) as session:
            for _ in range(2):
                found = await session.run(nodes)
                for name, offsets in (("sum", (0,)), ("divided", (0, -1)), ("fixed", (0,))):
                    assert {each.tobytes() for each in found[name]} == {_expected(offsets).tobytes()}, name
                for each in found["gathered"]:
                    np.testing.assert_array_equal(each, np.concatenate(VALUES))
                for i, each in enumerate(found["exchanged"]):
                    assert each[:, 0].tolist() == [10.0 * j + i for j in range(SIZE)]
                for name, root in (("sent 0", 0), ("sent 3", 3), ("received", 1)):
                    for each in found[name]:
                        np.testing.assert_array_equal(each, VALUES[root])


def _settings(leader: str) -> tf.ConfigProto:
    config = tf.ConfigProto(device_count={"CPU": 2})
    config.experimental.collective_group_leader = leader
    return config


@pytest.mark.parametrize("leader", ["ours", "theirs"])
@pytest.mark.parametrize("master", ["ours", "theirs"])
async def test_one_group_of_both(master: str, leader: str) -> None:
    """O-87, O-88: sums, gatherings, broadcasts and exchanges over both, in one graph, at either master."""
    cluster = {job: [f"localhost:{free_port()}"] for job in ("ours", "theirs")}
    leading = f"/job:{leader}/replica:0/task:0"
    async with Server(cluster, "ours", 0, config=_settings(leading)):
        with tensorflow_server(cluster, "theirs", 0, leading):
            await _check(f"grpc://{cluster[master][0]}")


@pytest.mark.parametrize("leader", ["ours", "theirs"])
async def test_a_graph_for_each_task(leader: str) -> None:
    """O-85, O-88: each task has a session and a graph of its own; keys and numbers of steps are the same in both."""
    cluster = {job: [f"localhost:{free_port()}"] for job in ("ours", "theirs")}
    leading = f"/job:{leader}/replica:0/task:0"

    async def train(job: str) -> list[bytes]:
        options = tf.RunOptions(timeout_in_ms=20_000)
        options.experimental.collective_graph_key = 77
        with tf.Graph().as_default():
            values = [value for name, value in zip(DEVICES, VALUES, strict=True) if f"job:{job}/" in name]
            sums = []
            for cpu, value in enumerate(values):
                with tf.device(f"/job:{job}/task:0/device:CPU:{cpu}"):
                    sums.append(raw.CollectiveReduce(
                        input=value, subdiv_offsets=[0], merge_op="Add", final_op="Div", **_keys(1)
                    ))  # fmt: skip
            config = tf.ConfigProto(device_filters=[f"/job:{job}"])
            async with tf.Session(f"grpc://{cluster[job][0]}", config=config) as session:
                found = [await session.run(sums, options=options) for _ in range(3)]
        return [each.tobytes() for step in found for each in step]

    async with Server(cluster, "ours", 0, config=_settings(leading)):
        with tensorflow_server(cluster, "theirs", 0, leading):
            for values in await asyncio.gather(train("ours"), train("theirs")):
                assert values == [_expected((0,)).tobytes()] * 6
