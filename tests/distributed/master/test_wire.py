"""What is on the wire between a client, a master and its workers, as TensorFlow's peers have it."""
from __future__ import annotations

import asyncio
from typing import Any, cast

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.distributed import master_pb2 as pb
from aioflow._proto.distributed import worker_pb2
from aioflow.distributed.transport.transport import Body, Buffer, Call, Handler, answered
from aioflow.distributed.wire.methods import MASTER, WORKER
from tests.distributed.clusters import Cluster, cluster, run


def _noted(made: Cluster, host: str, method: str) -> list[tuple[Call, bytes]]:
    """Keeps the calls of a method that come to a host from now on."""
    listener = made.network.listener(f"{host}:1")
    assert listener is not None
    handlers = cast(dict[str, Handler], listener.services.handlers)
    answer, seen = handlers[method], list[tuple[Call, bytes]]()

    async def noting(call: Call, body: Buffer) -> Body:
        seen.append((call, bytes(body)))
        return await answered(answer, call, body)

    handlers[method] = noting
    return seen


async def _steps() -> None:
    async with cluster({"a": 1}) as made:
        calls = _noted(made, "a0", MASTER + "RunStep")
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [], name="x")
            y = tf.add(x, 1.0, name="y")
            async with tf.Session(made.target("a0")) as session:
                assert await session.run([y, y, "y:0", y.op], {x: 1.0}) == [2.0, 2.0, 2.0, None]
                assert await session.run([y], {"x:0": 2.0}) == [3.0]
        requests = [pb.RunStepRequest.FromString(body) for _, body in calls]
    first = requests[0]
    assert [*first.fetch, *(feed.name for feed in first.feed), *first.target] == ["y:0", "x:0", "y"]
    assert all(each.request_id and each.store_errors_in_response_body for each in requests)
    assert len({each.request_id for each in requests}) == 2


def test_steps() -> None:
    """D-3, D-4, D-9: whole names, each once; a number that no other request has; errors are wanted in the body."""
    run(_steps())


async def _time_limit() -> None:
    async with cluster({"a": 1}) as made:
        calls = _noted(made, "a0", MASTER + "RunStep")
        loop = asyncio.get_running_loop()
        with tf.Graph().as_default():
            late = tf.FIFOQueue(1, [tf.float32], shapes=[[]]).dequeue()
            fine = tf.constant(1.0)
            async with tf.Session(made.target("a0")) as session:
                assert await session.run(fine) == 1.0
                began_s = loop.time()
                with pytest.raises(tf.errors.DeadlineExceededError):
                    await session.run(late, options=tf.RunOptions(timeout_in_ms=2000))
                assert loop.time() - began_s == pytest.approx(2.0, abs=1e-3)
                assert calls[1][0].deadline_s == pytest.approx(began_s + 2.0)
                assert await session.run(fine) == 1.0


def test_a_time_limit_is_the_calls() -> None:
    """D-7: the deadline of the call; the error comes at it, and the session goes on."""
    run(_time_limit())


async def _devices() -> None:
    async with cluster({"a": 1}) as made:
        listener = made.network.listener("a0:1")
        assert listener is not None
        handlers = cast(dict[str, Handler], listener.services.handlers)

        async def answer(call: Call, body: Buffer) -> Body:
            told = pb.ListDevicesResponse()
            told.local_device.add(name="/job:a/replica:0/task:0/device:CPU:0", device_type="CPU")
            told.remote_device.add(name="/job:a/replica:0/task:1/device:CPU:0", device_type="CPU")
            return told.SerializeToString()

        handlers[MASTER + "ListDevices"] = answer
        async with tf.Session(made.target("a0")) as session:
            assert [each.name[-20:] for each in await session.list_devices()] == [
                "/task:0/device:CPU:0", "/task:1/device:CPU:0"
            ]  # fmt: skip


def test_devices() -> None:
    """D-13: those of the master and those of others, one behind the other."""
    run(_devices())


async def _metadata() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            with tf.device("/job:b"):
                x = tf.random_uniform([])
            with tf.device("/job:a"):
                y = x + 1.0
            metadata = tf.RunMetadata()
            options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
            async with tf.Session(made.target("a0")) as session:
                await session.run(y, options=options, run_metadata=metadata)
    devices = [f"/job:{job}/replica:0/task:0/device:CPU:0" for job in "ab"]
    # What a task has received of others is noted by itself.
    noted = [each for each in metadata.step_stats.dev_stats if each.node_stats[0].node_name != "RecvTensor"]
    assert sorted(each.device for each in noted) == devices
    assert sorted({node.device for graph in metadata.partition_graphs for node in graph.node}) == devices
    assert len(metadata.partition_graphs) == 2


def test_metadata_of_two_tasks() -> None:
    """D-19: the statistics of each device, and a graph of each part."""
    run(_metadata())


async def _unknown() -> None:
    async with cluster({"a": 1}) as made:
        channel = made.network.transport("client").connect("a0:1")
        request = pb.RunStepRequest(session_handle="fx", fetch=["y:0"])
        with pytest.raises(tf.errors.AbortedError) as caught:
            await channel.call(MASTER + "RunStep", request.SerializeToString())
        request.store_errors_in_response_body = True
        body = await channel.call(MASTER + "RunStep", request.SerializeToString())
        answer = pb.RunStepResponse.FromString(bytes(body))
        assert answer.status_code == tf.errors.ABORTED
        assert answer.status_error_message == caught.value.message == "Session fx is not found."
        await channel.close()


def test_an_unknown_session() -> None:
    """D-25: as a status, or in the body of the answer, by what the request says; in TensorFlow's words."""
    run(_unknown())


async def _refused() -> None:
    async with cluster({"a": 1}) as made:
        channel = made.network.transport("client").connect("a0:1")
        wrong = pb.CreateSessionRequest()
        wrong.config.device_filters.append("/job:a/nothing:like/this")
        with pytest.raises(tf.errors.InvalidArgumentError):
            await channel.call(MASTER + "CreateSession", wrong.SerializeToString())
        files = pb.CreateSessionRequest()
        node = files.graph_def.node.add(name="names", op="Const")
        node.attr["dtype"].type = 7  # type: ignore[assignment]
        node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto("*"))
        files.graph_def.node.add(name="wf", op="MatchingFiles", input=["names"])
        with pytest.raises(tf.errors.PermissionDeniedError, match="'wf'"):
            await channel.call(MASTER + "CreateSession", files.SerializeToString())
        assert not made.servers["a0"].master.sessions
        fine = pb.CreateSessionResponse.FromString(bytes(await channel.call(MASTER + "CreateSession", b"")))
        call = pb.MakeCallableRequest(session_handle=fine.session_handle)
        call.options.feed.append("x:0")
        with pytest.raises(tf.errors.NotFoundError):
            await channel.call(MASTER + "MakeCallable", call.SerializeToString())
        assert list(made.servers["a0"].master.sessions) == [fine.session_handle]
        await channel.close()


def test_what_a_master_refuses() -> None:
    """D-32, D-54: filters that are none, and nodes that touch files; it goes on."""
    run(_refused())


DTYPES = (tf.float16, tf.bfloat16, tf.int64, tf.bool, tf.complex64, tf.float32)


async def _values() -> None:
    async with cluster({"a": 1, "b": 1}) as made:
        with tf.Graph().as_default():
            fed, there = [], []
            for dtype in DTYPES:
                with tf.device("/job:a"):
                    fed.append(tf.placeholder(dtype, [None]))
                with tf.device("/job:b"):
                    there.append(tf.reverse(fed[-1], [0]))
            with tf.device("/job:a"):
                back = [tf.identity(each) for each in there]
            values = [np.arange(3).astype(dtype.as_numpy_dtype) for dtype in DTYPES]
            values[-1] = np.arange(10_000_000, dtype=np.float32)
            async with tf.Session(made.target("a0")) as session:
                found = await session.run(back, dict(zip(fed, values, strict=True)))
    for got, want in zip(found, values, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got, want[::-1])


def test_values_pass_a_worker_unchanged() -> None:
    """D-49: of each type, and 40 MB; strings are in `test_clusters`."""
    run(_values())


async def _stripped() -> None:
    async with cluster({"w": 1}) as made:
        device = made.servers["w0"].task.devices[0]
        channel = made.network.transport("client").connect("w0:1")
        create = worker_pb2.CreateWorkerSessionRequest(session_handle="s")
        await channel.call(WORKER + "CreateWorkerSession", create.SerializeToString())
        register = worker_pb2.RegisterGraphRequest(session_handle="s", create_worker_session_called=True)
        nodes = register.graph_def.node
        zero = nodes.add(name="zero", op="Const", device=device.name)
        zero.attr["dtype"].type = 1  # type: ignore[assignment]
        zero.attr["value"].tensor.dtype = 1  # type: ignore[assignment]
        product = nodes.add(name="product", op="MatMul", input=["zero", "zero"], device=device.name)
        product.attr["T"].type = 1  # type: ignore[assignment]
        zero.attr["value"].tensor.tensor_shape.dim.add(size=2)
        zero.attr["value"].tensor.tensor_shape.dim.add(size=2)
        send = nodes.add(name="send", op="_Send", input=["product"], device=device.name)
        send.attr["T"].type = 1  # type: ignore[assignment]
        send.attr["tensor_name"].s = b"product:0"
        send.attr["send_device"].s = send.attr["recv_device"].s = device.name.encode()
        send.attr["send_device_incarnation"].i = device.attributes.incarnation
        body = await channel.call(WORKER + "RegisterGraph", register.SerializeToString())
        handle = worker_pb2.RegisterGraphResponse.FromString(bytes(body)).graph_handle
        key = f"{device.name};{device.attributes.incarnation:016x};{device.name};product:0;0:0"
        step = worker_pb2.RunGraphRequest(session_handle="s", graph_handle=handle, step_id=1, recv_key=[key])
        answer: Any = worker_pb2.RunGraphResponse.FromString(
            bytes(await channel.call(WORKER + "RunGraph", step.SerializeToString()))
        )
        np.testing.assert_array_equal(tf.make_ndarray(answer.recv[0].tensor), np.zeros((2, 2)))
        await channel.close()


def test_what_a_master_leaves_out() -> None:
    """D-41: attributes that have their default, and the elements of a constant, which then are zeros."""
    run(_stripped())
