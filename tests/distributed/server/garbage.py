"""Messages that nobody would send, to every method of a server: `python -m tests.distributed.server.garbage [COUNT]`.

Each is one that a client, a master or a worker has sent, with bytes changed, cut out, doubled, or taken from another
one; or with other values in its fields, so that it can be read. The server is asked in virtual time, so that a call
takes no time that waits for a tensor until its time limit.
"""
from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from typing import Any, cast

import numpy as np
from google.protobuf.message import Message

import aioflow as tf
from aioflow import errors
from aioflow._proto.device_attributes_pb2 import DeviceAttributes
from aioflow._proto.distributed import master_pb2, worker_pb2
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.transport.transport import Buffer, Call, Channel, Handler, answered
from aioflow.distributed.wire.methods import MASTER, WORKER
from tests.distributed.clusters import Cluster, cluster, run

MESSAGES_PER_ROUND = 100
_TIMEOUT_S = 60.0
#: Messages with a bound for tensors that are larger than their bytes; what a machine has is not the question here.
_SETTINGS = MasterSettings(max_message_nbytes=1 << 20)
#: Behind a message, that it has no number: else all that are like one that has been answered end at once.
_WITHOUT_ID = {
    MASTER + "RunStep": b"\x40\0", MASTER + "PartialRunSetup": b"\x28\0", MASTER + "MakeCallable": b"\x18\0",
    MASTER + "RunCallable": b"\x20\0", WORKER + "RunGraph": b"\x58\0", WORKER + "RecvTensor": b"\x38\0",
}  # fmt: skip


def _record(made: Cluster, host: str) -> dict[str, list[bytes]]:
    """Keeps what comes to a host from now on, by method."""
    listener = made.network.listener(f"{host}:1")
    assert listener is not None
    handlers = cast(dict[str, Handler], listener.services.handlers)
    seen: dict[str, list[bytes]] = {method: [] for method in handlers if method.startswith((MASTER, WORKER))}

    def recording(method: str, answer: Handler) -> Handler:
        async def handle(call: Call, body: Buffer) -> Buffer:
            seen[method].append(bytes(body))
            return await answered(answer, call, body)

        return handle

    for method in seen:
        handlers[method] = recording(method, handlers[method])
    return seen


def _build(task: str) -> tuple[tf.Tensor, tf.Tensor, tf.Operation]:
    """A graph of two tasks, with a variable, a branch and values that cross both ways."""
    x = tf.placeholder(tf.float32, [None], name="x")
    with tf.device("/job:w/task:0"):
        v = tf.get_variable("v", initializer=[1.0, 2.0])
        y = x * v + 1.0
    with tf.device(task):
        z = tf.cond(tf.reduce_sum(y) > 0.0, lambda: y + v, lambda: y - v)
    return x, tf.identity(z, name="z"), v.initializer


async def _use(made: Cluster, host: str) -> tf.Session:
    """Opens a session and has it send all kinds of messages; it stays open, for the ones to come."""
    with tf.Graph().as_default():
        x, z, init = _build("/job:w/task:1")
        session = tf.Session(made.target(host))
        await session.run(init)
        await session.run(z, {x: [1.0, 2.0]}, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), tf.RunMetadata())
        await session.make_callable(z, [x])(np.ones(2, np.float32))
        tf.add(z, 1.0, name="later")
        await session.run("later:0", {x: [1.0, 2.0]})
        await session.list_devices()
    return session


async def _use_in_parts(made: Cluster) -> tf.Session:
    """The same with a partial run."""
    with tf.Graph().as_default():
        x, z, init = _build("/job:w/task:1")
        session = tf.Session(made.target("w0"))
        await session.run(init)
        handle = await session.partial_run_setup([z], [x])
        await session.partial_run(handle, z, {x: [3.0, 4.0]})
    return session


def _invented(seen: dict[str, list[bytes]]) -> None:
    """Adds a message for each method that nobody has called, with names that the server knows."""
    run_step = master_pb2.RunStepRequest.FromString(seen[MASTER + "RunStep"][0])
    register = worker_pb2.RegisterGraphRequest.FromString(seen[WORKER + "RegisterGraph"][0])
    handle, other = run_step.session_handle, register.session_handle
    make = master_pb2.MakeCallableRequest(session_handle=handle)
    make.options.fetch.append("z:0")
    make.options.feed.append("x:0")
    device = DeviceAttributes(name="/job:w/replica:0/task:1/device:CPU:0", device_type="CPU", incarnation=5)
    instance = worker_pb2.CompleteInstanceRequest(
        name="n", data_type="DT_FLOAT", group_key=1, group_size=1, instance_key=1, device=device.name
    )
    instance.shape.dim.add(size=2)
    made = {
        MASTER + "CloseSession": master_pb2.CloseSessionRequest(session_handle=handle),
        MASTER + "Reset": master_pb2.ResetRequest(container=["some"]),
        MASTER + "MakeCallable": make,
        MASTER + "RunCallable": master_pb2.RunCallableRequest(session_handle=handle, handle=1),
        MASTER + "ReleaseCallable": master_pb2.ReleaseCallableRequest(session_handle=handle, handle=1),
        WORKER + "DeleteWorkerSession": worker_pb2.DeleteWorkerSessionRequest(session_handle=other),
        WORKER + "DeregisterGraph": worker_pb2.DeregisterGraphRequest(session_handle=other, graph_handle=f"{1:016x}"),
        WORKER + "CleanupAll": worker_pb2.CleanupAllRequest(container=["some"]),
        WORKER + "Logging": worker_pb2.LoggingRequest(),
        WORKER + "MarkRecvFinished": worker_pb2.MarkRecvFinishedRequest(request_id=7),
        WORKER + "CompleteGroup": worker_pb2.CompleteGroupRequest(
            group_key=1, group_size=1, device_type="CPU", device_attributes=device,
        ),
        WORKER + "CompleteInstance": instance,
        WORKER + "GetStepSequence": worker_pb2.GetStepSequenceRequest(graph_key=[1, 2]),
        WORKER + "RecvBuf": worker_pb2.RecvBufRequest(
            step_id=7, buf_rendezvous_key="k", src_device="/job:w/replica:0/task:0/device:CPU:0"
        ),
        WORKER + "CleanupGraph": worker_pb2.CleanupGraphRequest(step_id=7),
    }  # fmt: skip
    for method, message in made.items():
        if not seen[method]:
            seen[method].append(message.SerializeToString())


def altered(message: Message, rng: random.Random) -> None:
    """Changes one value in a message that stays one: a number, a text, or how many there are of something."""
    fields = message.ListFields()
    if not fields:
        return
    field, value = rng.choice(fields)
    if hasattr(value, "append") or hasattr(value, "keys"):
        _alter_repeated(message, field, value, rng)
    elif field.message_type is not None:
        if rng.random() < 0.1:
            message.ClearField(field.name)
        else:
            altered(value, rng)
    else:
        setattr(message, field.name, _other(value, rng))


def _alter_repeated(message: Any, field: Any, value: Any, rng: random.Random) -> None:
    if hasattr(value, "keys"):
        key = rng.choice(sorted(value.keys()))
        if field.message_type.fields_by_name["value"].message_type is None or rng.random() < 0.1:
            value.pop(key)
        else:
            altered(value[key], rng)
        return
    index = rng.randrange(len(value))
    kind = rng.random()
    if kind < 0.1:
        del value[index]
    elif kind < 0.2:
        value.append(value[index])
    elif field.message_type is not None:
        altered(value[index], rng)
    else:
        value[index] = _other(value[index], rng)


def _other(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([0, 1, 2, 3, 7, 23, 100, 2**31 - 1])
    if isinstance(value, float):
        return rng.choice([0.0, -1.0, float("nan"), float("inf")])
    if isinstance(value, bytes):
        return rng.choice([b"", b"\xff", value[:-1], value + value, rng.randbytes(3)])
    middle = rng.randint(0, len(value))
    return rng.choice(["", "\0", "ü", value[:-1], value[:middle] + "/" + value[middle:], value[middle:], value + value])


def _altered(method: str, body: bytes, rng: random.Random) -> bytes:
    service, name = method.rsplit("/", 1)
    messages: Any = master_pb2 if service in MASTER else worker_pb2
    message = getattr(messages, name + "Request").FromString(body)
    for _ in range(rng.randint(1, 2)):
        altered(message, rng)
    return bytes(message.SerializeToString())


def mutated(body: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """A message with one to four changes."""
    data = bytearray(body)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        start = rng.randint(0, len(data))
        end = min(len(data), start + rng.randint(0, 8))
        match rng.randint(0, 6):
            case 0:
                data[start:end] = rng.randbytes(end - start)
            case 1 if start < len(data):
                data[start] ^= 1 << rng.randint(0, 7)
            case 2:
                del data[start:end]
            case 3:
                data[start:start] = data[start:end]
            case 4:
                other = rng.choice(others)
                first = rng.randint(0, len(other))
                data[start:end] = other[first : first + rng.randint(0, 64)]
            case 5:
                data[start:end] = rng.choice([b"\xff" * 9 + b"\x01", b"\x80" * 10, b"\0", b"\xff\xff\xff\x7f"])
            case 6 if rng.random() < 0.2:
                del data[start:]
    return bytes(data)


async def _send(channel: Channel, method: str, body: bytes) -> str:
    """Sends a message; returns how its call has ended.

    Raises:
        AssertionError: It has ended as no call may.
    """
    try:
        await channel.call(method, body, timeout_s=_TIMEOUT_S)
    except errors.OpError as error:
        # What no handler has thought of is told as an internal error that says no more.
        assert not error.message.startswith("internal error"), f"{method} {body!r}: {error.message}"
        assert error.code != errors.UNKNOWN, f"{method} {body!r}: {error.message}"
        return type(error).__name__
    return "OK"


async def _round(seed: int) -> Counter[str]:
    rng = random.Random(seed)
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    async with cluster({"w": 2}, seed, settings=_SETTINGS) as made:
        seen = _record(made, "w0")
        sessions = [await _use(made, "w0"), await _use(made, "w1"), await _use_in_parts(made)]
        _invented(seen)
        known = {method: list(bodies) for method, bodies in seen.items()}
        everything = [body for bodies in known.values() for body in bodies]
        methods = [method for method in known for _ in range(1 if method.endswith(("Reset", "CleanupAll")) else 4)]
        channel = made.network.transport("nobody").connect("w0:1")
        ends: Counter[str] = Counter()
        for _ in range(MESSAGES_PER_ROUND // 10):
            calls = []
            for method in rng.choices(methods, k=10):
                body = rng.choice(known[method])
                body = mutated(body, everything, rng) if rng.random() < 0.3 else _altered(method, body, rng)
                calls.append(_send(channel, method, body + _WITHOUT_ID.get(method, b"")))
            ends.update(await asyncio.gather(*calls))
        await channel.close()
        for session in sessions:
            try:
                await session.close()
            except errors.OpError as error:
                assert isinstance(error, errors.AbortedError), error  # somebody has closed it before
        with tf.Graph().as_default():
            x, z, init = _build("/job:w/task:1")
            async with tf.Session(made.target("w0")) as session:
                await session.run(init)
                np.testing.assert_array_equal(await session.run(z, {x: [1.0, 2.0]}), [3.0, 7.0])
    assert not complaints, complaints
    return ends


def one_round(seed: int) -> Counter[str]:
    """Sends so many messages to a new server; returns how many calls have ended in which way."""
    return cast(Counter[str], run(_round(seed)))


def main() -> None:
    """Sends so many messages, and prints how their calls have ended."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    ends: Counter[str] = Counter()
    for seed in range(count // MESSAGES_PER_ROUND):
        try:
            ends += one_round(seed)
        except Exception as error:
            ends["WRONG"] += 1
            print(f"seed {seed}: {error!r}", flush=True)
    print(f"{sum(ends.values())} calls:", ", ".join(f"{name} {number}" for name, number in ends.most_common()))
    sys.exit(1 if ends["WRONG"] else 0)


if __name__ == "__main__":
    main()
