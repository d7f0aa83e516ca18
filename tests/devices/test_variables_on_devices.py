"""Variables in the memory of a device: where they are, what is copied, how long they live."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow import errors
from tests.devices.wide_device import WideFactory
from tests.executor.random_devices import wide_devices
from tests.functions.building import call, define, legacy_call

WIDE = "/device:WIDE:0"


@pytest.fixture
def factory() -> Iterator[WideFactory]:
    """The kind of device, registered for the test."""
    with wide_devices() as factory:
        yield factory


@pytest.mark.parametrize("form", ["older", "PartitionedCall"])
async def test_calls_do_not_move_variables(factory: WideFactory, graph: tf.Graph, form: str) -> None:
    """A call that is made on the CPU gets a handle to the variable where that is, also with soft placement."""
    attrs = {"dtype": tf.float32, "shape": tf.TensorShape([]), "shared_name": b"v"}

    def handle() -> tf.Tensor:
        with tf.device(WIDE):
            return graph.create_op("VarHandleOp", [], "v", attrs).outputs[0]

    init = tf.raw_ops.AssignVariableOp(resource=handle(), value=tf.constant(2.0))
    function = define("f", [tf.resource], lambda v: tf.raw_ops.ReadVariableOp(resource=v, dtype=tf.float32) * 3.0)
    arguments = [handle()]
    if form == "older":
        (result,) = legacy_call(function, arguments)
    else:
        (result,) = call(function, arguments, [tf.float32], op="StatefulPartitionedCall")
    for soft in (False, True):
        async with tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=soft)) as session:
            await session.run(init)
            assert await session.run(result) == 6


def variables(use_resource: bool) -> tuple[Any, Any]:
    """Two variables on the device: a vector and a matrix."""
    with tf.device(WIDE):
        vector = tf.get_variable("vector", initializer=tf.constant([1.0, 2.0]), use_resource=use_resource)
        matrix = tf.get_variable("matrix", initializer=tf.zeros([3, 2]) + 1.0, use_resource=use_resource)
    return vector, matrix


both_generations = pytest.mark.parametrize("use_resource", [True, False])


@both_generations
async def test_reads_and_updates(factory: WideFactory, graph: tf.Graph, use_resource: bool) -> None:
    """Variables are read, assigned, added to and scattered to on the device; what is fed and fetched is copied."""
    vector, matrix = variables(use_resource)
    x = tf.placeholder(tf.float32, [2])
    with tf.device(WIDE):
        doubled = vector.assign(x + x).op
        added = vector.assign_add(tf.negative(x)).op
        scattered = matrix.scatter_add(tf.IndexedSlices(tf.stack([x, x, x]), tf.constant([0, 2, 2]))).op
        total = vector.read_value() + vector.read_value()
    config = tf.ConfigProto(allow_soft_placement=True)
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(tf.global_variables_initializer())
        device = factory.made[-1]
        before = device.copied_in, device.copied_out
        await session.run(doubled, {x: [1, 2]})
        await session.run(added, {x: [10, 20]})
        assert (device.copied_in - before[0], device.copied_out - before[1]) == (2, 0)
        assert (await session.run(total)).tolist() == [-16, -32]
        assert (device.copied_in - before[0], device.copied_out - before[1]) == (2, 1)
        await session.run(scattered, {x: [1, 2]})
        assert (await session.run(matrix)).tolist() == [[2, 3], [1, 1], [3, 5]]
        assert {"AssignAddVariableOp" if use_resource else "AssignAdd"} <= set(device.xp.calls)


@both_generations
async def test_values_that_were_read(factory: WideFactory, graph: tf.Graph, use_resource: bool) -> None:
    """What was fetched does not change with the variable."""
    vector, _ = variables(use_resource)
    with tf.device(WIDE):
        add = vector.assign_add([1.0, 1.0]).op
    async with tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=True)) as session:
        await session.run(tf.global_variables_initializer())
        before = await session.run(vector)
        await session.run(add)
        assert before.tolist() == [1, 2] and (await session.run(vector)).tolist() == [2, 3]


@both_generations
async def test_checkpoints(factory: WideFactory, graph: tf.Graph, tmp_path: Path, use_resource: bool) -> None:
    """Variables of a device are saved and restored by copies on the host, also to a session without such devices."""
    vector, matrix = variables(use_resource)
    saver = tf.train.Saver([vector, matrix])
    soft, without = tf.ConfigProto(allow_soft_placement=True), tf.ConfigProto(allow_soft_placement=True)
    without.device_count["WIDE"] = 0
    async with tf.Session(graph=graph, config=soft) as session:
        await session.run(tf.global_variables_initializer())
        await session.run(vector.assign([5.0, 6.0]).op)
        path = await saver.save(session, str(tmp_path / "model"))
    for config in (without, soft):
        async with tf.Session(graph=graph, config=config) as session:
            await saver.restore(session, path)
            values = await session.run([vector, matrix])
            assert [value.tolist() for value in values] == [[5, 6], [[1, 1]] * 3]
    del session  # whose kernels hold references of TensorFlow 1
    assert await factory.nbytes_in_use() == 0


@both_generations
async def test_lives(factory: WideFactory, graph: tf.Graph, use_resource: bool) -> None:
    """A session that is closed, or whose containers are cleared, gives the memory of its variables back."""
    with tf.container("box"):
        variables(use_resource)
    config = tf.ConfigProto(allow_soft_placement=True)
    init = tf.global_variables_initializer()
    for _ in range(20):
        async with tf.Session(graph=graph, config=config) as session:
            await session.run(init)
            assert factory.made[-1].nbytes_in_use >= 4 * (2 + 6)
        del session  # whose kernels hold references of TensorFlow 1
        assert await factory.nbytes_in_use() == 0


async def test_reset(factory: WideFactory, graph: tf.Graph) -> None:
    """`Session.reset` forgets what is in a container of a device, and gives its memory back."""
    with tf.container("box"):
        variables(True)
    config = tf.ConfigProto(allow_soft_placement=True)
    session = tf.Session(graph=graph, config=config)
    await session.run(tf.global_variables_initializer())
    await tf.Session.reset("", ["box"], config)
    await session.close()
    del session
    assert await factory.nbytes_in_use() == 0


async def test_without_a_value(factory: WideFactory, graph: tf.Graph) -> None:
    """A variable that was not initialised, or has been destroyed, is told of by its name, as on the CPU."""
    vector, _ = variables(True)
    destroy = tf.raw_ops.DestroyResourceOp(resource=vector.handle)
    is_there = tf.raw_ops.VarIsInitializedOp(resource=vector.handle)
    async with tf.Session(graph=graph, config=tf.ConfigProto(allow_soft_placement=True)) as session:
        for _ in range(2):
            with pytest.raises(errors.FailedPreconditionError, match="vector"):
                await session.run(vector.read_value())
            assert not await session.run(is_there)
            await session.run(tf.global_variables_initializer())
            assert await session.run(is_there)
            await session.run(destroy)
    assert await factory.nbytes_in_use() == 0
