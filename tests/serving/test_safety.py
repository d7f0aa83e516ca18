"""Encrypted connections, clients with certificates, tokens."""
from __future__ import annotations

import asyncio
import ssl
from pathlib import Path
from typing import Any

import grpc.aio
import pytest

import aioflow as tf
from aioflow._proto.serving.get_model_status_pb2 import GetModelStatusRequest, GetModelStatusResponse
from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.distributed.transport.tls import grpc_credentials, tls_context
from aioflow.serving import Access, GrpcOptions, GrpcServer, Loading, Model, ModelServer, RestApp, RestOptions
from aioflow.serving.server.authorization import bearer_tokens
from tests.serving.rest.client import Client as RestClient
from tests.serving.rpc.client import Client as GrpcClient

KEYS = Path(__file__).parent / "tls"
ONCE = Loading(poll_wait_s=0, max_retries=0)
STATUS = "/tensorflow.serving.ModelService/GetModelStatus"
RELOAD = "/tensorflow.serving.ModelService/HandleReloadConfigRequest"


def text(name: str) -> str:
    """A key or certificate."""
    return (KEYS / name).read_text()


def config(**more: Any) -> SSLConfig:
    """That of a server."""
    return SSLConfig(server_key=text("server.key"), server_cert=text("server.pem"), **more)


async def handshake(server_side: ssl.SSLContext, client_side: ssl.SSLContext) -> bytes:
    """What a client gets of a server that greets it."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"hello")
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0, ssl=server_side) as server:
        port = server.sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=client_side)
        try:
            return await reader.read()
        finally:
            writer.close()


async def test_certificates_of_http() -> None:
    """The client checks the server, and the server the client where it is to."""
    client = ssl.create_default_context(cafile=KEYS / "ca.pem")
    assert await handshake(tls_context(config()), client) == b"hello"
    with pytest.raises(ssl.SSLCertVerificationError):
        await handshake(tls_context(config()), ssl.create_default_context())
    mutual = tls_context(config(custom_ca=text("ca.pem"), client_verify=True))
    try:  # with TLS 1.3 the client learns of it when it reads
        assert await handshake(mutual, client) == b""
    except (ssl.SSLError, ConnectionError):
        pass
    client.load_cert_chain(KEYS / "client.pem", KEYS / "client.key")
    assert await handshake(mutual, client) == b"hello"


async def test_certificates_of_grpc(half: Path) -> None:
    """The same."""
    request = GetModelStatusRequest()
    request.model_spec.name = "half"
    ca, own = text("ca.pem").encode(), (text("client.key").encode(), text("client.pem").encode())
    mutual = grpc_credentials(config(custom_ca=text("ca.pem"), client_verify=True))
    async with (
        ModelServer([Model("half", half)], loading=ONCE) as server,
        GrpcServer(server, "127.0.0.1:0", credentials=mutual) as listening,
    ):
        for channel, is_let_in in [
            (grpc.aio.secure_channel(f"localhost:{listening.port}", grpc.ssl_channel_credentials(ca, *own)), True),
            (grpc.aio.secure_channel(f"localhost:{listening.port}", grpc.ssl_channel_credentials(ca)), False),
            (grpc.aio.insecure_channel(f"localhost:{listening.port}"), False),
        ]:
            async with channel:
                procedure: Any = channel.unary_unary(STATUS)
                call = procedure(request.SerializeToString(), timeout=20)
                if is_let_in:
                    assert GetModelStatusResponse.FromString(await call).model_version_status[0].version == 1
                else:
                    with pytest.raises(grpc.aio.AioRpcError) as caught:
                        await call
                    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("wrong", [
    SSLConfig(server_key="no", server_cert="no"), config(client_verify=True), config(custom_ca="nothing"),
    SSLConfig(server_key=text("client.key"), server_cert=text("server.pem")),
])  # fmt: skip
def test_configurations_that_do_not_fit(wrong: SSLConfig) -> None:
    """They are errors before anybody connects."""
    for make in (tls_context, grpc_credentials):
        with pytest.raises(tf.errors.InvalidArgumentError, match="SSLConfig"):
            make(wrong)


@pytest.mark.parametrize(("token", "is_admin", "error"), [
    ("Bearer user-1", False, None), ("bearer  user-2", False, None), ("Bearer admin", True, None),
    ("Bearer admin", False, None), ("Bearer user-1", True, tf.errors.PermissionDeniedError),
    ("Bearer user", False, tf.errors.UnauthenticatedError), ("user-1", False, tf.errors.UnauthenticatedError),
    ("Basic user-1", False, tf.errors.UnauthenticatedError), ("", True, tf.errors.UnauthenticatedError),
    ("Bearer \udcff", False, tf.errors.UnauthenticatedError),
])  # fmt: skip
def test_tokens(token: str, is_admin: bool, error: type[Exception] | None) -> None:
    """What changes what is served needs one of its own."""
    authorize = bearer_tokens(["user-1", "user-2"], ["admin"])
    access = Access("rest", "POST", "/", {"authorization": token}, is_admin=is_admin)
    if error is None:
        assert authorize(access) is None
    else:
        with pytest.raises(error):
            authorize(access)


def test_no_tokens() -> None:
    """Would let nobody in, or everybody."""
    for wrong in ([], [""]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            bearer_tokens(wrong)


async def test_tokens_over_both_protocols(half: Path) -> None:
    """Before a body is read; metrics beside the models need one, too."""
    authorize = bearer_tokens(["user-1"])

    async def metrics(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async with (
        ModelServer([Model("half", half)], loading=ONCE) as server,
        GrpcServer(server, "127.0.0.1:0", options=GrpcOptions(authorize=authorize)) as listening,
        GrpcClient(listening.port) as calls,
    ):
        client = RestClient(RestApp(server, options=RestOptions(authorize=authorize), mounted={"/metrics": metrics}))
        for path in ("/v1/models/half", "/v2/models/half", "/metrics"):
            refused = await client.get(path)
            assert refused.status == 401 and refused.headers["www-authenticate"] == "Bearer"
            assert (await client.get(path, authorization="Bearer user-1")).status == 200
        assert (await client.get("/v2/health/live")).status == 200  # whoever starts processes has no token
        token = (("authorization", "Bearer user-1"),)
        assert (await calls.fails(STATUS, b"nonsense"))[0] == "UNAUTHENTICATED"
        assert (await calls.fails(STATUS, b"nonsense", metadata=token))[0] == "INVALID_ARGUMENT"
        assert (await calls.fails(RELOAD, b"", metadata=token))[0] == "PERMISSION_DENIED"
