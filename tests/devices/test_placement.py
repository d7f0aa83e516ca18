"""Where sessions run nodes, and which requests they refuse (executor.md 5.1 and 5.5; E-68 to E-72, E-75)."""
from __future__ import annotations

from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from aioflow.ops.generated import state as state_ops

from .partitions import places

ABSENT = ["/cpu:9", "/gpu:0", "/device:TPU:1"]


def settings(config: tf.ConfigProto, soft: bool = False, pruned: bool = False) -> tf.ConfigProto:
    """Settings for three CPU devices, with soft placement or not, of the whole graph or of what runs."""
    config.device_count["CPU"] = 3
    config.allow_soft_placement = soft
    config.graph_options.place_pruned_graph = pruned
    return config


@pytest.mark.parametrize("request_", ABSENT)
async def test_device_that_is_not_there(graph: tf.Graph, config: tf.ConfigProto, request_: str, apart: bool) -> None:
    """E-68: without soft placement an unknown device is refused, naming node and devices; with it the node runs."""
    with tf.device(request_):
        x = tf.constant(3.0, name="pinned")
    async with tf.Session(graph=graph, config=settings(config)) as session:
        with pytest.raises(errors.InvalidArgumentError, match="was explicitly assigned to") as caught:
            await session.run(x)
    assert caught.value.op.name == "pinned"
    for part in ("Cannot assign a device for operation pinned", "but available devices are [", "device:CPU:2"):
        assert part in caught.value.message
    async with tf.Session(graph=graph, config=settings(config, soft=True)) as session:
        assert await session.run(x) == 3


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("request_", ["/job:worker", "/job:localhost/task:1", "/replica:2/cpu:0"])
async def test_another_process(graph: tf.Graph, config: tf.ConfigProto, request_: str, soft: bool) -> None:
    """E-69: a job, replica or task that is not there is an error, soft placement or not."""
    with tf.device(request_):
        x = tf.constant(3.0, name="far")
    async with tf.Session(graph=graph, config=settings(config, soft)) as session:
        with pytest.raises(errors.InvalidArgumentError, match="Cannot assign a device for operation far"):
            await session.run(x)


async def test_badly_placed_node_elsewhere(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-70: a node that cannot be placed breaks runs that do not need it, unless only what runs is placed."""
    good = tf.constant(1.0)
    with tf.device("/gpu:3"):
        bad = tf.constant(2.0, name="bad")
    async with tf.Session(graph=graph, config=settings(config)) as session:
        with pytest.raises(errors.InvalidArgumentError, match="operation bad"):
            await session.run(good)
    async with tf.Session(graph=graph, config=settings(config, pruned=True)) as session:
        assert await session.run(good) == 1
        with pytest.raises(errors.InvalidArgumentError, match="operation bad"):
            await session.run(bad)


async def test_node_without_kernel_elsewhere(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-70, as we chose: a node without a kernel breaks only runs that need it, and says what there is (E-75)."""
    good = tf.constant(1.0)
    bad = graph.create_op("Neg", [good], "labelled", {"T": tf.float32, "_kernel": b"no_such_label"})
    async with tf.Session(graph=graph, config=settings(config)) as session:
        assert await session.run(good) == 1
        with pytest.raises(errors.InvalidArgumentError, match="No OpKernel was registered to support Op 'Neg'") as got:
            await session.run(bad.outputs[0])
        assert got.value.op is bad and "no_such_label" in got.value.message


async def test_conflicting_neighbours(graph: tf.Graph, config: tf.ConfigProto, apart: bool) -> None:
    """E-71: nodes that must be together but ask for different devices: an error, or, soft, the same place."""
    with tf.device("/cpu:1"):
        a = tf.constant(1.0, name="a")
    with tf.device("/cpu:2"):
        b = tf.constant(2.0, name="b")
    b.op.attrs["_class"] = [b"loc:@a"]
    async with tf.Session(graph=graph, config=settings(config)) as session:
        with pytest.raises(errors.InvalidArgumentError, match="Cannot colocate nodes") as caught:
            await session.run(a)
        assert "incompatible ids" in caught.value.message
    async with tf.Session(graph=graph, config=settings(config, soft=True)) as session:
        found = await places(session, a, b)
        assert found["a"] == found["b"]
        assert await session.run([a, b]) == [1, 2]


async def test_neighbours(session: tf.Session) -> None:
    """5.5: what is colocated goes where its neighbour must be, chains of neighbours included."""
    with tf.device("/cpu:2"):
        anchor = tf.no_op(name="anchor")
    with tf.colocate_with(anchor):
        beside = tf.no_op(name="beside")
    with tf.colocate_with(beside):
        far = tf.no_op(name="far")
    assert await places(session, far) == {"far": "2"}


@pytest.mark.parametrize("is_resource", [False, True])
async def test_variables_draw_their_users(session: tf.Session, is_resource: bool) -> None:
    """E-72: what takes a reference or a handle runs beside the variable, though it asks for another device."""
    with tf.device("/cpu:1"):
        v = tf.Variable(1.0, use_resource=is_resource, name="v")
    with tf.device("/cpu:0"):
        add: Any = v.assign_add(2.0)
    await session.run(v.initializer)
    found = await places(session, add)
    ops = {op.name: op.type for op in session.graph.get_operations()}
    drawn = {found[name] for name, kind in ops.items() if name in found and kind.startswith("Assign")}
    assert drawn == {"1"}
    assert await session.run(v) == 3


async def test_state_stays_where_it_is(graph: tf.Graph, session: tf.Session) -> None:
    """5.1: a variable stays on its device for all signatures, also those that come with new nodes."""
    v = state_ops.variable_v2(shape=[], dtype=tf.float32, name="v")
    await session.run(state_ops.assign(v, 4.0))
    with tf.device("/cpu:2"):
        double = tf.multiply(v, 2.0)
    assert await session.run(double) == 8
    assert (await places(session, double))["v"] == "0"
