"""Sessions of aioflow at a server of TensorFlow."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow.distributed.transport.grpc_transport import GrpcChannel
from aioflow.distributed.transport.transport import Body, Buffer
from tests.live.servers import PYTHON, WHY, free_port, tensorflow_server

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not PYTHON, reason=WHY)]


@pytest.fixture(scope="module")
def target() -> Iterator[str]:
    """A server for all tests."""
    with tensorflow_server() as (address, _):
        yield address


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The methods that are called, in order."""
    made: list[str] = []
    call = GrpcChannel.call

    async def noted(self: GrpcChannel, method: str, body: Body, **settings: Any) -> Buffer:
        made.append(method.rpartition("/")[2])
        return await call(self, method, body, **settings)

    monkeypatch.setattr(GrpcChannel, "call", noted)
    return made


@pytest.fixture
def graph() -> Iterator[tf.Graph]:
    """An empty graph, which is the default."""
    with tf.Graph().as_default() as graph:
        yield graph


async def test_what_is_sent(target: str, graph: tf.Graph, calls: list[str]) -> None:
    """D-1, D-2: nothing by the constructor; the graph with the first run; later what is new, if anything is."""
    x = tf.placeholder(tf.float32, [None])
    y = x + 1.0
    async with tf.Session(target) as session:
        assert calls == []
        np.testing.assert_array_equal(await session.run(y, {x: [1.0]}), [2.0])
        assert calls == ["CreateSession", "RunStep"]
        await session.run(y, {x: [1.0]})
        z = y * 2.0
        np.testing.assert_array_equal(await session.run(z, {x: [1.0]}), [4.0])
        assert calls[2:] == ["RunStep", "ExtendSession", "RunStep"]
    assert calls[5:] == ["CloseSession"]
    async with tf.Session(target):
        pass
    assert len(calls) == 6


async def test_values_of_all_kinds(target: str, graph: tf.Graph) -> None:
    """D-12: there and back, in order, and twice where they are fetched twice."""
    values = [
        np.arange(6, dtype=np.float32).reshape(2, 3), np.float64(2.5), np.array([True, False]),
        np.array([1.5], np.float16), np.array([1.5], tf.bfloat16.as_numpy_dtype), np.array([1 + 2j], np.complex64),
        np.zeros((0, 2), np.int64), np.array([b"abc", b""], object), np.ones(2_000_000, np.float32),
    ]  # fmt: skip
    fed = [tf.placeholder(tf.as_dtype(getattr(value, "dtype", object)), None) for value in values]
    same = [tf.identity(each) for each in fed]
    async with tf.Session(target) as session:
        found = await session.run([*same, same[0]], dict(zip(fed, values, strict=True)))
    for value, result in zip([*values, values[0]], found, strict=True):
        np.testing.assert_array_equal(result, value)
        assert getattr(result, "dtype", None) == getattr(value, "dtype", None)


async def test_variables_and_handles(target: str, graph: tf.Graph) -> None:
    """State stays at the server; a handle of a resource is its message."""
    variable: Any = tf.Variable(3.0, use_resource=True)
    add = variable.assign_add(1.0)
    async with tf.Session(target) as session:
        await session.run(tf.global_variables_initializer())
        assert await session.run(add) == 4.0
        assert (await session.run(variable.handle)).dtype.names == ("resource",)


async def test_errors_name_their_node(target: str, graph: tf.Graph) -> None:
    """And the operation of this graph; the session goes on."""
    x = tf.placeholder(tf.float32, [None], name="left_out")
    y = tf.identity(x)
    async with tf.Session(target) as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value") as caught:
            await session.run(y)
        assert caught.value.op is x.op
        await session.run(y, {x: [1.0]})


async def test_time_limits_and_cancellation(target: str, graph: tf.Graph) -> None:
    """D-8: both end the step at the server: what it would have taken is there for the next one."""
    queue = tf.FIFOQueue(1, [tf.float32], shapes=[[]])
    take, put = queue.dequeue(), queue.enqueue(1.0)
    async with tf.Session(target) as session:
        with pytest.raises(tf.errors.DeadlineExceededError):
            await session.run(take, options=tf.RunOptions(timeout_in_ms=200))
        waiting = asyncio.ensure_future(session.run(take))
        await session.run(queue.size())
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        # The server hears of either a moment later; meanwhile one of the two may have taken something.
        for _ in range(3):
            await session.run(put)
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(put, options=tf.RunOptions(timeout_in_ms=100))
            assert await session.run(take) == 1.0
    limited = tf.ConfigProto(operation_timeout_in_ms=200)
    async with tf.Session(target, config=limited) as session:
        with pytest.raises(tf.errors.DeadlineExceededError):
            await session.run(take)


async def test_a_step_ends_with_its_session(target: str, graph: tf.Graph) -> None:
    """With `CancelledError`, as in one process."""
    take = tf.FIFOQueue(1, [tf.float32]).dequeue()
    session = tf.Session(target)
    waiting = asyncio.ensure_future(session.run(take))
    await session.run(tf.constant(1.0))
    await session.close()
    with pytest.raises(tf.errors.CancelledError):
        await waiting


async def test_partial_runs(target: str, graph: tf.Graph) -> None:
    """D-14: feeds and fetches one by one, also feeds alone."""
    a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    first, both = a + 1.0, a * b
    async with tf.Session(target) as session:
        handle = await session.partial_run_setup([first, both], [a, b])
        assert await session.partial_run(handle, first, {a: 2.0}) == 3.0
        await session.partial_run(handle, [], {b: 5.0})
        assert await session.partial_run(handle, both) == 10.0
        with pytest.raises(tf.errors.InvalidArgumentError):
            await session.partial_run(handle, both)


async def test_callables(target: str, graph: tf.Graph, calls: list[str]) -> None:
    """D-15: by `make_callable` plain steps; from options one prepared there, whose feeds are counted here."""
    x = tf.placeholder(tf.float32, [None], name="x")
    y = tf.identity(x + 1.0, name="y")
    async with tf.Session(target) as session:
        plain = session.make_callable(y, [x])
        np.testing.assert_array_equal(await plain([1.0]), [2.0])
        made = session._make_callable_from_options(tf.CallableOptions(feed=["x:0"], fetch=["y:0"]))
        assert "MakeCallable" not in calls
        for _ in range(2):
            (found,) = await made(np.array([1.0], np.float32))
            np.testing.assert_array_equal(found, [2.0])
        with pytest.raises(tf.errors.InvalidArgumentError, match="Expected 1 feed tensors, but got 0"):
            await made()
        assert calls.count("MakeCallable") == 1
        assert calls.count("RunCallable") == 2


async def test_devices_metadata_and_reset(target: str, graph: tf.Graph) -> None:
    """D-16: what is told beside results. After a reset a session is gone, and closing it is no error."""
    y = tf.identity(tf.constant(1.0) + 1.0)
    session = tf.Session(target)
    assert [device.device_type for device in await session.list_devices()] == ["CPU"]
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    metadata = tf.RunMetadata()
    await session.run(y, options=options, run_metadata=metadata)
    assert len(metadata.step_stats.dev_stats) == 1
    assert len(metadata.partition_graphs) == 1
    await tf.Session.reset(target)
    with pytest.raises(tf.errors.AbortedError, match=r"Session \w+ is not found"):
        await session.run(y)
    await session.close()


async def test_many_at_once(target: str, graph: tf.Graph) -> None:
    """64 tasks, each of which gets its own results."""
    x = tf.placeholder(tf.float32, [])
    y = x * 2.0
    config = tf.ConfigProto()
    config.rpc_options.num_channels_per_target = 2
    config.rpc_options.compression_algorithm = "gzip"
    async with tf.Session(target, config=config) as session:
        found = await asyncio.gather(*(session.run(y, {x: float(i)}) for i in range(64)))
    assert found == [2.0 * i for i in range(64)]


async def test_nobody_there(graph: tf.Graph) -> None:
    """D-18: the first run waits until its time is up, or that of connecting."""
    y = tf.constant(1.0)
    nobody = f"grpc://127.0.0.1:{free_port()}"
    for config, options in (
        (tf.ConfigProto(), tf.RunOptions(timeout_in_ms=100)),
        (tf.ConfigProto(aioflow={"connect_timeout_in_ms": 100}), None),
    ):
        async with tf.Session(nobody, config=config) as session:
            with pytest.raises(tf.errors.DeadlineExceededError):
                await session.run(y, options=options)


async def test_a_server_that_dies(graph: tf.Graph) -> None:
    """A step that it runs ends soon, and so does the next one."""
    take = tf.FIFOQueue(1, [tf.float32]).dequeue()
    with tensorflow_server() as (address, process):
        async with tf.Session(address) as session:
            waiting = asyncio.ensure_future(session.run(take))
            await session.run(tf.constant(1.0))
            process.kill()
            with pytest.raises(tf.errors.UnavailableError):
                await waiting
            with pytest.raises(tf.errors.UnavailableError):
                await session.run(tf.constant(1.0))


async def test_what_is_wrong_here_is_not_sent(target: str) -> None:
    """D-17: filters that are none, and addresses that are none."""
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid device filter"):
        tf.Session(target, config=tf.ConfigProto(device_filters=["/job:a/nothing"]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="host and port"):
        tf.Session("grpc://nowhere")


async def test_more_than_200_megabytes(target: str, graph: tf.Graph) -> None:
    """D-10: far above the 4 MiB that gRPC takes where nothing else is said."""
    y = tf.fill([60_000_000], 2.5)  # 240 MB
    async with tf.Session(target) as session:
        found = await session.run(y, options=tf.RunOptions(timeout_in_ms=60_000))
        assert found.shape == (60_000_000,)
        assert found[0] == found[-1] == 2.5
        assert found.min() == found.max()
