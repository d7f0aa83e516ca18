"""Clusters of which one task is TensorFlow's, and the other aioflow's; either may have the master."""
from __future__ import annotations

import asyncio
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.distributed.server.server import Server
from tests.live.servers import PYTHON, WHY, free_port, tensorflow_server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PYTHON, reason=WHY)]


def _graph() -> dict[str, Any]:
    """Nodes of all kinds of crossings between the jobs ours and theirs."""
    nodes: dict[str, Any] = {}
    x = nodes["x"] = tf.placeholder(tf.float32, [None])
    p = nodes["p"] = tf.placeholder(tf.bool, [])

    def there(job: str) -> Any:
        return tf.device(f"/job:{job}/task:0")

    for first, second in (("ours", "theirs"), ("theirs", "ours")):
        with there(first):
            v = tf.get_variable(f"v_{first}", initializer=2.0)
        with there(second):
            value = v * x + 1.0
        with there(first):
            value = value * 10.0
        nodes[f"value {first}"] = value
        with there(first):
            text = tf.strings.join([tf.constant([b"a", b"bc"]), tf.constant([b"-", b"+"])])
        with there(second):
            nodes[f"text {first}"] = tf.strings.join([text, text])
        same = tf.cast(x, tf.bfloat16), tf.cast(x, tf.int64), x > 1.0, tf.complex(x, x)
        with there(first):
            sent = [tf.identity(each) for each in same]
        with there(second):
            nodes[f"dtypes {first}"] = [tf.identity(each) for each in sent]

        def taken(second: str = second) -> Any:
            with there(second):
                return tf.constant(1.0) + 1.0

        with there(first):
            nodes[f"cond {first}"] = tf.cond(p, taken, lambda: tf.constant(5.0)) * 2.0

        def body(i: Any, total: Any, second: str = second) -> Any:
            with there(second):
                more = total + tf.cast(i, tf.float32)
            return i + 1, more

        with there(first):
            nodes[f"loop {first}"] = tf.while_loop(lambda i, t: i < 10, body, [tf.constant(0), tf.constant(0.0)])
        with there(second):
            checked = tf.debugging.check_numerics(x, "not a number", name=f"checks_{second}")
        with there(first):
            nodes[f"error {first}"] = checked + 1.0
    nodes["init"] = tf.global_variables_initializer()
    return nodes


async def _check(target: str) -> None:
    config = tf.ConfigProto()
    config.operation_timeout_in_ms = 30_000
    # TensorFlow's optimizer would move nodes; what is to be shown is that they cross.
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    with tf.Graph().as_default():
        nodes = _graph()
        x, p = nodes["x"], nodes["p"]
        async with tf.Session(target, config=config) as session:
            await session.run(nodes["init"])
            assert {device.name.split("/")[1] for device in await session.list_devices()} == {"job:ours", "job:theirs"}
            for first, second in (("ours", "theirs"), ("theirs", "ours")):
                for _ in range(3):
                    found = await session.run(nodes[f"value {first}"], {x: [1.0, 2.0]})
                    np.testing.assert_array_equal(found, [30.0, 50.0])
                assert list(await session.run(nodes[f"text {first}"])) == [b"a-a-", b"bc+bc+"]
                fed = np.array([1.0, 2.0], np.float32)
                kinds = await session.run(nodes[f"dtypes {first}"], {x: fed})
                for kind, wanted in zip(kinds, (fed, fed, fed > 1, fed + 1j * fed), strict=True):
                    np.testing.assert_array_equal(kind, wanted.astype(kind.dtype))
                assert await session.run(nodes[f"cond {first}"], {p: True}) == 4.0
                assert await session.run(nodes[f"cond {first}"], {p: False}) == 10.0
                assert tuple(await session.run(nodes[f"loop {first}"])) == (10, 45.0)
                with pytest.raises(tf.errors.InvalidArgumentError, match=f"From /job:{second}/replica:0/task:0:") as e:
                    await session.run(nodes[f"error {first}"], {x: [np.nan]})
                assert e.value.op is not None and e.value.op.name == f"checks_{second}"
            large = np.ones(5_000_000, np.float32)
            np.testing.assert_array_equal(await session.run(nodes["value ours"], {x: large}), large * 30.0)


@pytest.mark.parametrize("master", ["ours", "theirs"])
async def test_one_cluster_of_both(master: str) -> None:
    """D-33, D-38, D-46: values of all kinds, dead branches, loops and errors cross both ways."""
    cluster = {job: [f"localhost:{free_port()}"] for job in ("ours", "theirs")}
    async with Server(cluster, "ours", 0):
        with tensorflow_server(cluster, "theirs", 0):
            await _check(f"grpc://{cluster[master][0]}")


async def test_their_client_and_master() -> None:
    """D-39, D-44: an error of a worker of ours reaches the client whole; runs that are noted work."""
    cluster = {job: [f"localhost:{free_port()}"] for job in ("ours", "theirs")}
    async with Server(cluster, "ours", 0):
        with tensorflow_server(cluster, "theirs", 0):
            target = f"grpc://{cluster['theirs'][0]}"
            done = await asyncio.create_subprocess_exec(
                PYTHON, "-m", "tests.live.cluster_client_peer", target, stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            output, complaints = await done.communicate()
    assert output.decode().split() == ["error", "trace"], complaints.decode()
