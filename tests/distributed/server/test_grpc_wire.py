"""A server as a plain gRPC client sees it: where it listens, whom it lets in, what its errors look like in bytes."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto.distributed import master_pb2, worker_pb2
from aioflow._proto.distributed.payloads_pb2 import GrpcPayloadContainer
from aioflow.distributed.master.service import master_handlers
from aioflow.distributed.server.server import Server
from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport
from aioflow.distributed.transport.statuses import PAYLOAD_HEADER, POSSIBLY_RESTARTED, error_of
from aioflow.distributed.wire.methods import MASTER, WORKER
from aioflow.distributed.worker.service import worker_handlers


async def _refusal(address: str, method: str, body: bytes) -> grpc.aio.AioRpcError:
    async with grpc.aio.insecure_channel(address) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            call: Any = channel.unary_unary(method)
            await call(body)
        return caught.value


async def test_payloads_as_bytes() -> None:
    """D-35, D-36: a container of payloads in `grpc-status-details-bin`, which is read as it is written."""
    async with Server.create_local_server() as server:
        device = server.task.devices[0].name
        request = worker_pb2.RecvTensorRequest(step_id=1, rendezvous_key=f"{device};{77:016x};{device};x;0:0")
        error = await _refusal(server.address, WORKER + "RecvTensor", request.SerializeToString())
    assert error.code() is grpc.StatusCode.ABORTED
    sent = dict(error.trailing_metadata() or ())[PAYLOAD_HEADER]
    assert dict(GrpcPayloadContainer.FromString(sent).payloads) == {POSSIBLY_RESTARTED: b""}
    # As TensorFlow writes it: field 1 has pairs of a name (1) and what belongs to it (2).
    name = POSSIBLY_RESTARTED.encode()
    entry = b"\x0a" + bytes([len(name)]) + name + b"\x12\0"
    assert sent == b"\x0a" + bytes([len(entry)]) + entry
    assert error_of(errors.ABORTED, "text", sent).experimental_payloads == {POSSIBLY_RESTARTED: b""}


async def test_no_method_answers_without_the_token() -> None:
    """D-51: whatever the body is, which is not looked at."""
    async with Server.create_local_server(token="secret") as server:
        methods = [*master_handlers(server.master), *worker_handlers(server.worker, None)]
        assert len(methods) > 15
        ends = await asyncio.gather(*(_refusal(server.address, method, b"\xff") for method in methods))
    assert {end.code() for end in ends} == {grpc.StatusCode.UNAUTHENTICATED}


async def test_messages_above_the_limit() -> None:
    """D-55: they are refused before they are read, and the server goes on."""
    transport = GrpcTransport(GrpcOptions(max_message_nbytes=1 << 20))
    async with Server.create_local_server(transport=transport) as server:
        large = master_pb2.CreateSessionRequest(target="x" * (64 << 20)).SerializeToString()
        before = _high_water_nbytes()
        error = await _refusal(server.address, MASTER + "CreateSession", large)
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        # At this end it takes its own bytes; the other end, in this process, too, takes none of them.
        assert _high_water_nbytes() - before < 1.5 * len(large)
        with tf.Graph().as_default():
            one = tf.constant(1.0)
            async with tf.Session(server.target) as session:
                assert await session.run(one) == 1.0


def _high_water_nbytes() -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


def _listening(port: int) -> set[str]:
    """The addresses of this machine where somebody listens at a port, as the kernel writes them."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in Path(table).read_text().splitlines()[1:]:
            _, local, _, state, *_ = line.split()
            if state == "0A" and int(local.rpartition(":")[2], 16) == port:
                found.add(local.rpartition(":")[0])
    return found


async def test_where_it_listens() -> None:
    """D-50: nobody else reaches a server that was told nothing; to be reached it wants to be told so."""
    loopback = {"0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F"}
    async with Server.create_local_server() as server:
        assert _listening(int(server.address.rpartition(":")[2])) <= loopback
    for address in ("0.0.0.0:0", "[::]:0", "worker0:2222"):
        with pytest.raises(errors.InvalidArgumentError, match="insecure=True"):
            Server({"w": [address]})
    async with Server({"w": ["0.0.0.0:0"]}, insecure=True) as server:
        assert not _listening(int(server.address.rpartition(":")[2])) <= loopback


async def test_a_taken_port_is_told_once(capfd: pytest.CaptureFixture[str]) -> None:
    """By the error, which says why; gRPC writes nothing."""
    async with Server.create_local_server() as server:
        with pytest.raises(errors.UnavailableError, match=r"cannot listen at .*: Address already in use"):
            await Server({"w": [server.address]}).start()
    assert "E1" not in "".join(line[:2] for line in capfd.readouterr().err.splitlines())
