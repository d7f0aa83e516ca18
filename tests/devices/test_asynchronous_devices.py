"""Devices that compute and copy behind calls: nothing waits on the event loop, failures are the step's."""
from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.framework.devices.device_factory import DeviceFactory
from tests.devices.few_settings import *  # noqa: F403
from tests.devices.queue_device import MEMORY_NBYTES, PRIORITY, TYPE, QueueDevice, QueueFactory
from tests.functions.building import define


@pytest.fixture
def factory() -> Iterator[QueueFactory]:
    """The kind of device, registered for the test."""
    factory = QueueFactory()
    DeviceFactory.register(TYPE, factory, PRIORITY)
    yield factory
    for device in factory.made:
        device.kernels.hold(False)
        device.copies.hold(False)
    DeviceFactory.unregister(TYPE)


async def until(holds: object) -> None:
    """Gives the event loop turns until something holds."""
    while not holds():  # type: ignore[operator]
        await asyncio.sleep(0)


async def num_in_use(device: QueueDevice) -> int:
    """Bytes that the device's arrays take when nothing runs."""
    await asyncio.sleep(0)
    gc.collect()
    return device.nbytes_in_use


async def test_results(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """What is computed behind the kernels is what arrives; memory is free again."""
    x = tf.placeholder(tf.float32, [1000])
    y = x
    for _ in range(10):
        y = tf.negative(tf.add(y, y))
    async with tf.Session(graph=graph, config=config) as session:
        for i in range(5):
            np.testing.assert_array_equal(await session.run(y, {x: np.full(1000, i)}), np.full(1000, 1024.0 * i))
        device = factory.made[-1]
        assert (device.copied_in, device.copied_out) == (5, 5)
        assert await num_in_use(device) == 0


async def test_loop_goes_on(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """O-94: while the device computes and copies, the event loop serves others; all kernels have been called."""
    x = tf.placeholder(tf.float32, [])
    y = tf.negative(tf.add(x, x))
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(y, {x: 1.0})
        device = factory.made[-1]
        device.kernels.hold()
        run = asyncio.ensure_future(session.run(y, {x: 3.0}))
        await until(lambda: device.copied_out == 2)
        assert device.xp.calls == ["add", "negative"] * 2 and device.kernels.num_waiting >= 3
        for _ in range(100):
            await asyncio.sleep(0)
        assert not run.done()
        device.kernels.hold(False)
        assert await run == -6


async def test_steps_follow_each_other(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """Steps enqueue their work beside each other, and each gets its own results."""
    x = tf.placeholder(tf.float32, [])
    y = tf.negative(tf.add(x, x))
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(y, {x: 0.0})
        device = factory.made[-1]
        device.kernels.hold()
        runs = [asyncio.ensure_future(session.run(y, {x: float(i)})) for i in range(10)]
        await until(lambda: device.copied_out == 11)
        device.kernels.hold(False)
        assert await asyncio.gather(*runs) == [-2.0 * i for i in range(10)]


async def test_failing_copy(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A copy that fails fails its step, with the error's class, and the device goes on."""
    x = tf.placeholder(tf.float32, [100], "x")
    y = tf.negative(x, name="y")
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(y, {x: np.ones(100)})
        device = factory.made[-1]
        device.fails_copies = errors.data_loss("bits have flipped")
        with pytest.raises(errors.DataLossError, match="bits have flipped"):
            await session.run(y, {x: np.ones(100)})
        device.fails_copies = OSError("no bus")
        with pytest.raises(errors.InternalError, match="device:QUEUE:0 failed: OSError: no bus"):
            await session.run(y, {x: np.ones(100)})
        device.fails_copies = None
        assert (await session.run(y, {x: np.ones(100)}))[0] == -1
        assert await num_in_use(device) == 0


@pytest.mark.parametrize("lane", ["kernels", "copies"])
async def test_cancelled(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph, lane: str) -> None:
    """A run that is cancelled, or whose time is up, ends at once; what the device still does harms nobody."""
    x = tf.placeholder(tf.float32, [100])
    y = tf.negative(tf.add(x, x))
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(y, {x: np.ones(100)})
        device = factory.made[-1]
        getattr(device, lane).hold()
        run = asyncio.ensure_future(session.run(y, {x: np.ones(100)}))
        await until(lambda: device.copied_out == 2)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        with pytest.raises(errors.DeadlineExceededError):
            await session.run(y, {x: np.ones(100)}, tf.RunOptions(timeout_in_ms=20))
        assert await num_in_use(device) > 0  # what is to be copied must not be given to anybody else
        getattr(device, lane).hold(False)
        assert (await session.run(y, {x: np.full(100, 3)}))[5] == -6
        assert await num_in_use(device) == 0


async def test_end_waits_for_the_device(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A step that fetches nothing ends when the device has done its work."""
    x = tf.placeholder(tf.float32, [])
    done = tf.negative(x).op
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(done, {x: 1.0})
        device = factory.made[-1]
        device.kernels.hold()
        run = asyncio.ensure_future(session.run(done, {x: 1.0}))
        await until(lambda: len(device.xp.calls) == 2)
        for _ in range(100):
            await asyncio.sleep(0)
        assert not run.done()
        with pytest.raises(errors.DeadlineExceededError):
            await session.run(done, {x: 1.0}, tf.RunOptions(timeout_in_ms=20))
        second = asyncio.ensure_future(session.run(done, {x: 1.0}))
        await until(lambda: len(device.xp.calls) == 4)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        device.kernels.hold(False)
        await run


async def test_closed_meanwhile(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A session may be closed while its device is busy."""
    x = tf.placeholder(tf.float32, [])
    y = tf.negative(x)
    session = tf.Session(graph=graph, config=config)
    await session.run(y, {x: 1.0})
    device = factory.made[-1]
    device.kernels.hold()
    runs = [asyncio.ensure_future(session.run(each, {x: 1.0})) for each in (y, y.op)]
    await until(lambda: len(device.xp.calls) == 3)
    await session.close()
    for run in runs:
        with pytest.raises(errors.CancelledError):
            await run
    device.kernels.hold(False)


async def test_calls_that_ask_for_the_device(
    factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph
) -> None:
    """A call that asks for the device is made, and the nodes of what it calls run there."""
    x = tf.placeholder(tf.float32, [2])

    @tf.Defun(tf.float32)
    def doubled_negative(value: tf.Tensor) -> tf.Tensor:
        return tf.negative(tf.add(value, value))

    with tf.device("/device:QUEUE:0"):
        y = doubled_negative(x)
    y.op.attrs["_noinline"] = True
    async with tf.Session(graph=graph, config=config) as session:
        assert (await session.run(y, {x: [1.0, 2.0]})).tolist() == [-2, -4]
        assert factory.made[-1].xp.calls == ["add", "negative"]


async def test_out_of_memory(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """O-95: a lack of memory names shape, type, device and allocator; the session goes on."""
    n = tf.placeholder(tf.int32, [1])
    value = tf.placeholder(tf.float32, [])
    y = tf.negative(tf.fill(n, value))
    text = (
        rf"OOM when allocating tensor with shape\[{MEMORY_NBYTES}\] and type float on "
        "/job:localhost/replica:0/task:0/device:QUEUE:0 by allocator QUEUE_0_bfc"
    )
    async with tf.Session(graph=graph, config=config) as session:
        for _ in range(3):
            with pytest.raises(errors.ResourceExhaustedError, match=text) as caught:
                await session.run(y, {n: [MEMORY_NBYTES], value: 1.0})
            assert caught.value.op is not None and "report_tensor_allocations_upon_oom" in caught.value.message
            del caught
            assert (await session.run(y, {n: [2], value: 1.0})).tolist() == [-1, -1]
        with pytest.raises(errors.ResourceExhaustedError, match=text):  # on the way to the device
            await session.run(tf.negative(value2 := tf.placeholder(tf.float32)), {value2: np.ones(MEMORY_NBYTES)})
        assert await num_in_use(factory.made[-1]) == 0


async def test_dead_device(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A device that dies fails its steps and refuses new ones; others go on, and a later session has a new one."""
    x = tf.placeholder(tf.float32, [])
    with tf.device("/device:QUEUE:0"):
        y, fatal = tf.negative(x), tf.raw_ops.Inv(x=x)
    with tf.device("/device:QUEUE:1"):
        other = tf.negative(x)
    with tf.device("/cpu:0"):
        third = tf.square(x)
    config.device_count[TYPE] = 2
    session = tf.Session(graph=graph, config=config)
    await session.run([y, other], {x: 1.0})
    first, second = factory.made[-2:]
    first.kernels.hold()
    second.kernels.hold()
    running = [asyncio.ensure_future(session.run(each, {x: 1.0})) for each in (y, [y, other], y.op)]
    unharmed = asyncio.ensure_future(session.run(other, {x: 2.0}))
    await until(lambda: len(first.xp.calls) == 4 and len(second.xp.calls) == 3)
    with pytest.raises(errors.InternalError, match="device:QUEUE:0 has died: it fell off the bus"):
        await session.run(fatal, {x: 1.0})
    for run in running:
        with pytest.raises(errors.InternalError, match="device:QUEUE:0 has died: it fell off the bus"):
            await run
    second.kernels.hold(False)
    assert await unharmed == -2
    with pytest.raises(errors.UnavailableError, match="device:QUEUE:0 has died and takes no new steps: it fell off"):
        await session.run(y, {x: 1.0})
    assert await session.run([other, third], {x: 3.0}) == [-3, 9]
    await session.close()
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(y, {x: 4.0}) == -4


# ---- calls
def doubled_until(x: tf.Tensor, bound: float) -> tf.Tensor:
    """A functional loop on the device, which its values end."""
    goes_on = define(f"below_{bound}".replace(".", "_"), [tf.float32], lambda a: a < bound)
    body = define("body", [tf.float32], lambda a: tf.add(a, a))
    attrs = {"cond": goes_on, "body": body, "T": [tf.float32], "parallel_iterations": 1, "output_shapes": []}
    with tf.device("/device:QUEUE:0"):
        return tf.get_default_graph().create_op("StatelessWhile", [tf.negative(x)], None, attrs).outputs[0]


async def test_loops_wait_for_their_conditions(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A loop waits for each condition off the event loop, and hands its values on without copies."""
    x = tf.placeholder(tf.float32, [])
    y = doubled_until(x, 100.0)
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(y, {x: -1.0}) == 128
        device = factory.made[-1]
        assert device.copied_out == 1 + 8  # for 1, 2, 4, ... 128
        device.copies.hold()
        run = asyncio.ensure_future(session.run(y, {x: -50.0}))
        await until(lambda: device.copied_out == 10)
        for _ in range(100):
            await asyncio.sleep(0)
        assert not run.done() and device.copied_out == 10
        device.copies.hold(False)
        assert await run == 100
        assert await num_in_use(device) == 0


async def test_loops_end_early(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A loop on the device that is cancelled, late, or without a condition it can read, leaves the device usable."""
    x = tf.placeholder(tf.float32, [])
    y, endless = doubled_until(x, 100.0), doubled_until(x, float("inf"))
    async with tf.Session(graph=graph, config=config) as session:
        run = asyncio.ensure_future(session.run(endless, {x: 0.0}))
        await until(lambda: factory.made and factory.made[-1].copied_out > 5)
        device = factory.made[-1]
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        with pytest.raises(errors.DeadlineExceededError):
            await session.run(endless, {x: 0.0}, tf.RunOptions(timeout_in_ms=20))
        device.fails_copies = OSError("no bus")
        with pytest.raises(errors.InternalError, match="device:QUEUE:0 failed: OSError: no bus"):
            await session.run(y, {x: -1.0})
        device.fails_copies = None
        assert await session.run(y, {x: -1.0}) == 128
        assert await num_in_use(device) == 0


async def test_death_in_a_body(factory: QueueFactory, config: tf.ConfigProto, graph: tf.Graph) -> None:
    """A device that dies in a loop's body fails the step, and the next one is refused; both name it."""
    x = tf.placeholder(tf.float32, [])
    goes_on = define("goes_on", [tf.float32], lambda a: a < 8.0)
    body = define("body", [tf.float32], lambda a: tf.raw_ops.Inv(x=tf.add(a, a)))
    attrs = {"cond": goes_on, "body": body, "T": [tf.float32], "parallel_iterations": 1, "output_shapes": []}
    with tf.device("/device:QUEUE:0"):
        y = graph.create_op("StatelessWhile", [tf.negative(x)], None, attrs).outputs[0]
    async with tf.Session(graph=graph, config=config) as session:
        with pytest.raises(errors.InternalError, match="device:QUEUE:0 has died: it fell off the bus"):
            await session.run(y, {x: -1.0})
        with pytest.raises(errors.UnavailableError, match="device:QUEUE:0 has died and takes no new steps"):
            await session.run(y, {x: -1.0})
    async with tf.Session(graph=graph, config=config) as session:
        assert await session.run(y, {x: -9.0}) == 9
