"""A kind of device from outside the package, with memory of its own: placement, transfers, memory, errors."""
from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.memory.bfc_allocator import BFCAllocator
from tests.devices.few_settings import *  # noqa: F403
from tests.devices.toy_device import MEMORY_NBYTES, PRIORITY, TYPE, ToyFactory

TOY = "/device:TOY:0"


@pytest.fixture
def factory() -> Iterator[ToyFactory]:
    """The kind of device, registered for the test."""
    factory = ToyFactory()
    DeviceFactory.register(TYPE, factory, PRIORITY)
    yield factory
    DeviceFactory.unregister(TYPE)


async def in_use(factory: ToyFactory) -> int:
    """Bytes in use on all toys when nothing runs any more."""
    await asyncio.sleep(0)  # callbacks of the event loop hold on to the end of a run until their turn
    gc.collect()
    allocators = [toy.allocator() for toy in factory.made]
    assert all(isinstance(allocator, BFCAllocator) for allocator in allocators)
    return sum(stats.bytes_in_use for allocator in allocators if (stats := allocator.get_stats()) is not None)


async def test_listed(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Devices of the kind are listed behind the CPU, as many as the configuration asks for."""
    config.device_count[TYPE] = 2
    async with tf.Session(graph=graph, config=config) as session:
        cpu, *toys = await session.list_devices()
        assert cpu.device_type == "CPU" and [toy.device_type for toy in toys] == [TYPE, TYPE]
        assert toys[1].name == "/job:localhost/replica:0/task:0/device:TOY:1"
        assert toys[1].memory_limit_bytes == MEMORY_NBYTES
        assert toys[1].physical_device_desc == "device: 1, name: toy box"


async def test_preferred(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Nodes that ask for nothing go to the kind of the highest priority that has a kernel for their dtypes."""
    x = tf.placeholder(tf.float32, [3], "x")
    whole = tf.placeholder(tf.int32, [3], "whole")
    y = tf.negative(tf.add(x, x, name="sum") * 2.0, name="y")
    z = tf.add(tf.negative(whole, name="on_toy"), whole, name="on_cpu")
    async with tf.Session(graph=graph, config=config) as session:
        values = await session.run([y, z], {x: [1, 2, 3], whole: [4, 5, 6]})
        np.testing.assert_array_equal(values[0], [-4, -8, -12])
        np.testing.assert_array_equal(values[1], [0, 0, 0])
        assert all(type(value) is np.ndarray for value in values)
        toy = factory.made[-1]
        assert sorted(toy.xp.calls) == ["add", "negative", "negative"]
        assert (toy.copied_in, toy.copied_out) == (3, 3)  # x goes once for both uses


async def test_values_stay_on_the_device(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Between nodes of the device nothing is copied; its memory is free again after each run."""
    x = tf.placeholder(tf.float32, [1000])
    y = x
    for _ in range(10):
        y = tf.negative(tf.add(y, y))
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(3):
            np.testing.assert_array_equal(await session.run(y, {x: np.ones(1000)}), np.full(1000, 1024.0))
        toy = factory.made[-1]
        assert len(toy.xp.calls) == 60 and (toy.copied_in, toy.copied_out) == (3, 3)
    assert await in_use(factory) == 0


async def test_partitions(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Where an edge crosses to the device or back there are transfers that name both ends."""
    x = tf.placeholder(tf.float32, [], "x")
    y = tf.identity(tf.negative(x, name="negated"), name="y")
    async with tf.Session(graph=graph, config=config) as session:
        metadata = tf.RunMetadata()
        options = tf.RunOptions(output_partition_graphs=True)
        assert await session.run(y, {x: 2.0}, options, metadata) == -2
        parts = {part.node[0].device: part for part in metadata.partition_graphs}
        toy = factory.made[-1].name
        kinds = {node.op for node in parts[toy].node}
        assert len(parts) == 2 and kinds == {"_Recv", "Neg", "_Send"}
        transfers = [node.attr for node in parts[toy].node if node.op != "Neg"]
        ends = {(attr["send_device"].s.decode(), attr["recv_device"].s.decode()) for attr in transfers}
        (cpu,) = parts.keys() - {toy}
        assert ends == {(cpu, toy), (toy, cpu)}


async def test_between_two(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """From one device to another of the kind a value goes by the host."""
    config.device_count[TYPE] = 2
    x = tf.placeholder(tf.float32, [2])
    with tf.device(TOY):
        first = tf.add(x, x)
    with tf.device("/device:TOY:1"):
        second = tf.negative(first)
    async with tf.Session(graph=graph, config=config) as session:
        np.testing.assert_array_equal(await session.run(second, {x: [1, 2]}), [-2, -4])
        one, two = factory.made[-2:]
        assert [(toy.copied_in, toy.copied_out, toy.xp.calls) for toy in (one, two)] == [
            (1, 1, ["add"]), (1, 1, ["negative"]),
        ]  # fmt: skip


async def test_requests(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A request for the CPU is followed; one for the device by a node without a kernel there is refused."""
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:0"):
        here = tf.negative(x)
    with tf.device(TOY):
        nowhere = tf.square(x, name="nowhere")
    config.graph_options.place_pruned_graph = True
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(here, {x: 3.0}) == -3 and factory.made[-1].xp.calls == []
        with pytest.raises(errors.InvalidArgumentError, match="nowhere") as caught:
            await session.run(nowhere, {x: 3.0})
        assert "no supported kernel of op Square" in caught.value.message and factory.made[-1].name in str(caught.value)
    config.allow_soft_placement = True
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(nowhere, {x: 3.0}) == 9


async def test_constants_and_state(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Constants and variables stay with the process where the device has no kernel for them; their values go there."""
    with tf.device(TOY):
        constant = tf.constant([1.0, 2.0])
    variable = tf.get_variable("v", initializer=np.array([10, 20], np.float32), use_resource=True)
    total = tf.add(constant, variable.read_value())
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(variable.initializer)
        for _ in range(2):
            np.testing.assert_array_equal(await session.run(total), [11, 22])
        await session.run(variable.assign(total))
        np.testing.assert_array_equal(await session.run(total), [12, 24])


async def test_loops_and_branches(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Loops stay in the process's memory unless they ask for a device; what a branch computes may be dead there."""
    x = tf.placeholder(tf.float32, [])
    _, doubled = tf.while_loop(lambda i, _: i < 5, lambda i, value: (i + 1, value + value), [0, x])
    either = tf.cond(x > 0, lambda: tf.negative(doubled), lambda: tf.add(doubled, x))
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(either, {x: 1.0}) == -32
        assert await session.run(either, {x: -1.0}) == -33
        assert factory.made[-1].xp.calls == ["negative", "add"]


async def test_failing_kernel(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What a kernel of the device raises names its node; the other devices stop, and memory is free."""
    x = tf.placeholder(tf.float32, [100])
    broken = tf.sign(tf.negative(x), name="broken")
    async with tf.Session(graph=graph, config=config) as session:
        message = f"kernel of op Sign failed on {factory.made[-1].name}: RuntimeError: the toy is broken"
        with pytest.raises(errors.InternalError, match=message) as caught:
            await session.run(broken, {x: np.ones(100)})
        assert "{{node broken}}" in caught.value.message
    del caught
    assert await in_use(factory) == 0


async def test_out_of_memory(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What does not fit the device's memory is ResourceExhausted, naming tensor, device and allocator."""
    x = tf.placeholder(tf.float32, [None])
    y = tf.negative(x, name="y")
    async with tf.Session(graph=graph, config=config) as session:
        size = MEMORY_NBYTES // 4
        message = (
            rf"OOM when allocating tensor with shape\[{size}\] and type float on {factory.made[-1].name} by allocator "
            "TOY_0_bfc"
        )
        with pytest.raises(errors.ResourceExhaustedError, match=message):
            await session.run(y, {x: np.ones(size)})
    assert await in_use(factory) == 0
    async with tf.Session(graph=graph, config=config) as session:
        assert (await session.run(y, {x: np.ones(size // 4)})).sum() == -size // 4


async def test_partial_runs(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Feeds and fetches of a partial run cross to the device and back."""
    x, y = tf.placeholder(tf.float32, [], "x"), tf.placeholder(tf.float32, [], "y")
    first, second = tf.negative(x), tf.add(x, y)
    async with tf.Session(graph=graph, config=config) as session:
        handle = await session.partial_run_setup([first, second], [x, y])
        assert await session.partial_run(handle, first, {x: 5.0}) == -5
        assert await session.partial_run(handle, second, {y: 2.0}) == 7


async def test_functions(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Functions run their bodies' nodes on the device, too."""
    x = tf.placeholder(tf.float32, [])
    call = tf.py_func(lambda value: value * np.float32(3), [tf.negative(x)], tf.float32)
    both = tf.add(call, x)
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(both, {x: 2.0}) == -4
        assert factory.made[-1].xp.calls == ["negative", "add"]


async def test_tracing(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A traced run tells what ran on the device."""
    x = tf.placeholder(tf.float32, [])
    y = tf.negative(x, name="y")
    async with tf.Session(graph=graph, config=config) as session:
        metadata = tf.RunMetadata()
        await session.run(y, {x: 2.0}, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), metadata)
        parts = {part.device: [node.node_name for node in part.node_stats] for part in metadata.step_stats.dev_stats}
        assert parts[factory.made[-1].name] == ["_SOURCE", "y"]


async def test_two_sessions(factory: ToyFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Each session has devices of its own, which its filters may leave out."""
    x = tf.placeholder(tf.float32, [])
    y = tf.negative(x)
    without = tf.ConfigProto()
    without.CopyFrom(config)
    without.device_filters.append("/device:CPU:0")
    async with tf.Session(graph=graph, config=config) as one, tf.Session(graph=graph, config=without) as other:
        assert await one.run(y, {x: 1.0}) == await other.run(y, {x: 1.0}) == -1
        assert len(factory.made) == 1 and [d.device_type for d in await other.list_devices()] == ["CPU"]


async def test_beside_several_cpus(factory: ToyFactory, session: tf.Session) -> None:
    """Beside several CPUs the device is one more, and all exchange values."""
    x = tf.placeholder(tf.float32, [])
    with tf.device("/cpu:1"):
        there = tf.square(x)
    total = tf.add(there, x)
    with tf.device("/cpu:2"):
        total = tf.identity(total)
    assert await session.run(total, {x: 3.0}) == 12
    assert factory.made[-1].xp.calls == ["add"]
