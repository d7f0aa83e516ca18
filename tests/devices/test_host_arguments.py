"""Arguments in the process's memory of nodes on a device with its own: where they are, and what is copied for them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.kernels.host_arguments import HOST_ARGUMENTS
from aioflow.framework.kernels.kernel_registry import KERNELS
from aioflow.framework.op_def import OPS
from aioflow.ops.generated import control_flow as gen_control_flow
from aioflow.passes.memory_types import check_memory_types, memory_types, runs_cpu_kernel
from tests.devices.few_settings import *  # noqa: F403
from tests.devices.toy_device import PRIORITY, TYPE, ToyDevice, ToyFactory

TOY = "/device:TOY:0"


@pytest.fixture
def factory() -> Iterator[ToyFactory]:
    """The kind of device, registered for the test."""
    factory = ToyFactory()
    DeviceFactory.register(TYPE, factory, PRIORITY)
    yield factory
    DeviceFactory.unregister(TYPE)


async def on_toy(session: tf.Session, fetches: Any, feeds: Any = None) -> tuple[Any, list[Any]]:
    """What a run gives, and the nodes that it had on the toy."""
    # Transfers that do not fit together would wait for ever.
    metadata, options = tf.RunMetadata(), tf.RunOptions(output_partition_graphs=True, timeout_in_ms=60_000)
    values = await session.run(fetches, feeds, options, metadata)
    nodes = [node for part in metadata.partition_graphs for node in part.node if TYPE in node.device]
    return values, nodes


def within(nodes: list[Any]) -> list[str]:
    """Their transfers between the memories that the nodes of their device use."""
    return sorted(node.op for node in nodes if "_hostmem_sendrecv" in node.attr)


def copies(factory: ToyFactory) -> tuple[int, int]:
    """How many arrays were copied to the latest toy and away from it."""
    toy = factory.made[-1]
    return toy.copied_in, toy.copied_out


# ---- runs
async def test_shapes_are_not_copied(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """O-92: a shape goes to a node of the device as it is, and one that a node there gives is on the host."""
    x, shape = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [2])
    y = tf.reshape(tf.negative(x), shape)
    sizes = tf.shape(y)
    again = tf.reshape(tf.add(x, x), sizes)
    async with tf.Session(graph=graph, config=config) as session:
        values, nodes = await on_toy(session, [again, sizes], {x: np.arange(6), shape: [2, 3]})
        np.testing.assert_array_equal(values[0], 2 * np.arange(6).reshape(2, 3))
        assert values[1].tolist() == [2, 3]
        assert sorted(factory.made[-1].xp.calls) == ["add", "negative", "reshape", "reshape"]
        assert copies(factory) == (1, 1) and within(nodes) == []
        assert {"_HostRecv", "_HostSend", "Shape"} <= {node.op for node in nodes}


async def test_once_for_all_readers(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """O-92: what the device has made, and kernels there want on the host, is copied once for all of them."""
    x = tf.placeholder(tf.float32, [2])
    exponent = tf.negative(x)
    powers = [tf.pow(x, exponent), tf.pow(tf.add(x, x), exponent)]
    async with tf.Session(graph=graph, config=config) as session:
        (first, second), nodes = await on_toy(session, powers, {x: [1, 2]})
        np.testing.assert_allclose(first, [1, 0.25])
        np.testing.assert_allclose(second, [0.5, 0.0625])
        assert within(nodes) == ["_HostRecv", "_Send"]
        assert copies(factory) == (1, 1 + len(powers))


async def test_from_the_host(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What a kernel of the device gives on the host is copied for one that wants it there."""
    x = tf.placeholder(tf.float32, [None])
    y = tf.negative(tf.shape(tf.negative(x)))
    async with tf.Session(graph=graph, config=config) as session:
        value, nodes = await on_toy(session, y, {x: [1, 2, 3]})
        assert value.tolist() == [-3] and within(nodes) == ["_HostSend", "_Recv"]
        assert copies(factory) == (2, 1)


async def test_both_memories(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A value from elsewhere that is wanted in both memories arrives in each of them, copied once."""
    x = tf.placeholder(tf.float32, [2])
    y = tf.pow(x, x)
    async with tf.Session(graph=graph, config=config) as session:
        value, nodes = await on_toy(session, y, {x: [2, 3]})
        assert value.tolist() == [4, 27] and within(nodes) == []
        assert sorted(node.op for node in nodes) == ["Pow", "_HostRecv", "_Recv", "_Send"]
        assert copies(factory) == (1, 1)


async def test_attributes_of_a_pair(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A pair has the attributes that TensorFlow gives it, and its receiver waits for its sender."""
    x = tf.placeholder(tf.float32, [2])
    y = tf.pow(x, tf.negative(x, name="exponent"), name="power")
    async with tf.Session(graph=graph, config=config) as session:
        _, nodes = await on_toy(session, y, {x: [1, 2]})
        pair = {node.op: node for node in nodes if "_hostmem_sendrecv" in node.attr}
        assert list(pair["_HostRecv"].input) == ["^" + pair["_Send"].name]
        for node in pair.values():
            attr = node.attr
            assert attr["send_device"].s == attr["recv_device"].s == factory.made[-1].name.encode()
            assert attr["send_device_incarnation"].i == 0 and attr["_hostmem_sendrecv"].b
            assert (attr["_src"].s, attr["_dst"].s) == (b"exponent", b"power")
            kind, _, source = attr["tensor_name"].s.split(b"_", 2)
            assert (kind, source) == (b"memtype", b"exponent")


async def test_alone(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A step with nodes on the device only, which needs no transfer else, has those within it."""
    attrs = {"shape": tf.TensorShape([2]), "dtype": tf.float32}
    start = graph.create_op("_ParallelConcatStart", [], "start", attrs).outputs[0]
    y = tf.pow(start, tf.negative(start))
    async with tf.Session(graph=graph, config=config) as session:
        _, nodes = await on_toy(session, y.op)
        assert sorted(factory.made[-1].xp.calls) == ["negative", "ones", "power"]
        assert within(nodes) == ["_HostRecv", "_Send"] and copies(factory) == (0, 1)


async def test_between_two(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """From a device straight to an argument on the host of a node on another one a value is copied once, out."""
    config.device_count[TYPE] = 2
    x, base = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
    with tf.device(TOY):
        exponent = tf.negative(x)
    with tf.device("/device:TOY:1"):
        y = tf.pow(base, exponent)
    async with tf.Session(graph=graph, config=config) as session:
        assert (await session.run(y, {x: [-2, -3], base: [2, 2]})).tolist() == [4, 8]
        assert [(toy.copied_in, toy.copied_out) for toy in factory.made[-2:]] == [(1, 1), (1, 1)]


async def test_loops(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """In a loop each iteration has a value of its own in a transfer within the device."""
    config.allow_soft_placement = True
    x = tf.placeholder(tf.float32, [])

    def body(i: tf.Tensor, value: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:
        with tf.device(TOY):
            return i + 1, tf.pow(tf.add(value, value), tf.add(x, x))

    _, y = tf.while_loop(lambda i, _: i < 3, body, [0, tf.constant(0.5)])
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(2):
            value, nodes = await on_toy(session, y, {x: 1.0})
            assert value == ((2 * 0.5) ** 2 * 2) ** 2 * 2 * 8
        assert {"_Send", "_HostRecv"} <= set(within(nodes))


async def test_dead_branches(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A transfer within the device tells of values that are dead."""
    config.allow_soft_placement = True
    x = tf.placeholder(tf.float32, [])
    with tf.device(TOY):
        y = tf.cond(x > 0, lambda: tf.pow(x, tf.negative(x)), lambda: tf.pow(x, tf.add(x, x)))
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(y, {x: 2.0}) == 0.25
        assert await session.run(y, {x: -1.0}) == 1.0


# ---- integers of 32 bits, loops and branches, where the device is asked for
async def test_integers(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """O-93: integers of 32 bits are computed on the host by nodes of the device that has no kernel for them."""
    x, rows = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [])
    with tf.device(TOY):
        shape = tf.stack([rows, tf.shape(x)[0] // rows])
        y = tf.reshape(tf.negative(x), shape)
    async with tf.Session(graph=graph, config=config) as session:
        value, nodes = await on_toy(session, y, {x: np.arange(6), rows: 2})
        np.testing.assert_array_equal(value, -np.arange(6).reshape(2, 3))
        assert {"FloorDiv", "Pack", "StridedSlice", "Const"} <= {node.op for node in nodes}
        assert copies(factory) == (1, 1) and within(nodes) == []


async def test_integers_stay_where_nobody_asks(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Without a request they stay with the CPU."""
    x = tf.placeholder(tf.int32, [])
    async with tf.Session(graph=graph, config=config) as session:
        value, nodes = await on_toy(session, tf.add(x, x), {x: 2})
        assert value == 4 and nodes == []


async def test_loops_without_copies(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A loop that is on the device as a whole copies nothing from iteration to iteration."""
    x = tf.placeholder(tf.float32, [2])
    with tf.device(TOY):
        _, y = tf.while_loop(lambda i, _: i < 10, lambda i, value: (i + 1, tf.negative(value + value)), [0, x])
    async with tf.Session(graph=graph, config=config) as session:
        for times in (1, 2):
            value, nodes = await on_toy(session, y, {x: [1, 2]})
            assert value.tolist() == [1024, 2048] and copies(factory) == (times, times)
        assert within(nodes) == [] and {"Switch", "Merge", "Less", "LoopCond", "Exit"} <= {node.op for node in nodes}
        assert factory.made[-1].xp.calls == ["add", "negative"] * 20


async def test_loop_invariants(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What a loop takes from outside is copied to the device once, not in each iteration."""
    x, step = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.float32, [2])
    with tf.device(TOY):
        _, y = tf.while_loop(lambda i, _: i < 10, lambda i, value: (i + 1, value + step), [0, x])
    async with tf.Session(graph=graph, config=config) as session:
        value, _ = await on_toy(session, y, {x: [1, 2], step: [1, 10]})
        assert value.tolist() == [11, 102] and copies(factory) == (2, 1)


async def test_branches_without_copies(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Branches on the device hand its values on; the condition is on the host."""
    x, condition = tf.placeholder(tf.float32, []), tf.placeholder(tf.bool, [])
    with tf.device(TOY):
        doubled = tf.add(x, x)
        y = tf.negative(tf.cond(condition, lambda: tf.negative(doubled), lambda: tf.add(doubled, doubled)))
    async with tf.Session(graph=graph, config=config) as session:
        for times, (wanted, chosen) in enumerate([(6, True), (-12, False)], 1):
            value, nodes = await on_toy(session, y, {x: 3.0, condition: chosen})
            assert value == wanted and copies(factory) == (times, times)
        assert {"Switch", "Merge"} <= {node.op for node in nodes}


# ---- where arguments are
def toy() -> ToyDevice:
    """A toy."""
    return ToyDevice("/job:localhost/replica:0/task:0/device:TOY:0", 0)


def test_memory_types(graph: tf.Graph) -> None:
    """Shapes, conditions, texts and handles are on the host, and integers of 32 bits that are only handed on."""
    x, whole, condition = tf.placeholder(tf.float32), tf.placeholder(tf.int32), tf.placeholder(tf.bool)
    device = toy()

    def of(op: Any) -> tuple[list[bool], list[bool]]:
        inputs, outputs = memory_types(op, device)
        assert len(inputs) == len(op.inputs) and len(outputs) == len(op.outputs)
        return list(inputs), list(outputs)

    assert of(tf.reshape(x, whole).op) == ([False, True], [False])
    assert of(tf.concat([x, x], 0).op) == ([False, False, True], [False])
    assert of(tf.pow(x, x).op) == ([False, True], [False])
    assert of(tf.negative(whole).op) == ([False], [False])
    assert of(tf.as_string(x).op) == ([False], [True])
    assert of(tf.placeholder(tf.resource).op) == of(tf.placeholder(tf.variant).op) == ([], [True])
    assert of(tf.identity(whole).op) == ([True], [True]) and of(tf.identity(x).op) == ([False], [False])
    assert of(gen_control_flow.switch(x, condition).output_false.op) == ([False, True], [False, False])
    assert of(gen_control_flow.switch(whole, condition).output_false.op) == ([True, True], [True, True])
    assert of(gen_control_flow.merge([x, x]).output.op) == ([False, False], [False, True])
    forced = tf.negative(x).op
    forced.attrs["_input_hostmem"], forced.attrs["_output_hostmem"] = [0, 7, -1], [0]
    assert of(forced) == ([True], [True])


def test_integers_on_the_host(graph: tf.Graph) -> None:
    """Integers of 32 bits are on the host where the device has no kernel for them, results of other dtypes included."""
    whole, x = tf.placeholder(tf.int32), tf.placeholder(tf.float32)
    device = toy()
    assert memory_types(tf.less(whole, whole).op, device) == ([True, True], [True])
    assert memory_types(tf.range(whole).op, device) == ([True] * 3, [True])
    assert runs_cpu_kernel(tf.add(whole, whole).op, TYPE) and runs_cpu_kernel(tf.shape(whole).op, TYPE)
    assert not any(runs_cpu_kernel(op, TYPE) for op in (tf.negative(whole).op, tf.less(x, x).op, tf.shape(x).op))


def test_table() -> None:
    """The arguments that are on the host unless a kernel says something else are arguments of their ops."""
    for op, names in HOST_ARGUMENTS.items():
        assert names <= {arg.name for arg in (*OPS[op].inputs, *OPS[op].outputs)}, op


# ---- errors
def test_a_mismatch_that_is_left(graph: tf.Graph) -> None:
    """An edge whose ends are in different memories is an internal error that names both."""
    x = tf.placeholder(tf.float32, name="x")
    tf.pow(x, tf.negative(x, name="exponent"), name="power")
    message = r"Memory type mismatch \(DEVICE_MEMORY HOST_MEMORY\) between :exponent:0 and power:1 : from .* to .*"
    with pytest.raises(errors.InternalError, match=message):
        check_memory_types(graph, toy())


@pytest.fixture
def misnamed() -> Iterator[None]:
    """A kernel with a host argument that its op does not have."""
    tf.register_kernel("Rint", device=TYPE, T=[dtypes.float64], host=["nothing"])(lambda xp, x: x)
    yield
    KERNELS["Rint"].pop()


async def test_an_argument_that_is_not_there(
    factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph, misnamed: None
) -> None:
    """A host argument that the op does not have is told when a node needs the kernel."""
    x = tf.placeholder(tf.float64, [])
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.InvalidArgumentError, match="HostMemory args 'nothing' not found in OpDef: Rint"):
            await session.run(tf.rint(x, name="y"), {x: 1.0})
