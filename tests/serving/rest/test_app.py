"""The application, whatever is asked: who may, where it is mounted, and clients that hang up."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aioflow import errors
from aioflow.serving.rest.app import RestApp
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.server.authorization import Access
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Request, Response
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from tests.serving.rest.client import Client

BODY = {"instances": [1]}


async def test_protocols(server: ModelServer) -> None:
    """Only those that are wanted."""
    assert (await Client(RestApp(server, {"tfs"})).get("/v2/health/live")).status == 404
    assert (await Client(RestApp(server, {"v2"})).get("/v1/models/half")).status == 404
    with pytest.raises(errors.InvalidArgumentError, match="there is no protocol"):
        RestApp(server, {"v3"})


async def test_mounted_at_a_prefix(server: ModelServer) -> None:
    """V-59: Paths count from there."""
    client = Client(RestApp(server), "/ml/a b")
    assert (await client.post("/v1/models/half:predict", BODY)).json() == {"predictions": [2.0]}
    assert (await client.get("/v2/health/ready")).status == 200


async def test_a_server_that_nobody_started(half: Path, caplog: pytest.LogCaptureFixture) -> None:
    """V-60: Starts with the first request, and says so once."""
    server = ModelServer([Model("half", half)], loading=Loading(poll_wait_s=0))
    client = Client(RestApp(server))
    with caplog.at_level(logging.WARNING):
        replies = await asyncio.gather(*[client.post("/v1/models/half:predict", BODY) for _ in range(3)])
    assert [reply.status for reply in replies] == [200] * 3
    assert len([record for record in caplog.records if "starts at its first request" in record.message]) == 1
    await server.stop()
    reply = await client.post("/v1/models/half:predict", BODY)
    assert reply.status == 503 and "shutting down" in reply.error and reply.headers["retry-after"] == "1"


async def test_who_may(server: ModelServer) -> None:
    """V-66: Asked before the body is read, of both interfaces."""
    asked: list[Access] = []

    async def authorize(access: Access) -> None:
        asked.append(access)
        if access.headers.get("authorization") != "Bearer good":
            raise errors.UnauthenticatedError(None, None, "who are you?")

    client = Client(RestApp(server, options=RestOptions(authorize=authorize)))
    for path in ("/v1/models/half:predict", "/v2/models/half/infer"):
        reply = await client.post(path, BODY)
        assert (reply.status, reply.error, reply.num_chunks_read) == (401, "who are you?", 0)
    assert (await client.post("/v1/models/half:predict", BODY, authorization="Bearer good")).status == 200
    assert [(each.protocol, each.model) for each in asked] == [("rest", "half"), ("v2-rest", "half"), ("rest", "half")]
    for path in ("/v1/models/half", "/v1/models/half/metadata", "/v2/models/half", "/v2"):
        assert (await client.get(path)).status == 401
    assert (await client.get("/v2/health/live")).status == 200


class Slow(ModelServer):
    """Answers only when it is told to, and knows what became of requests."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.cancelled, self.go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def admit(self) -> None:
        pass

    async def predict(self, request: Request) -> Response:
        self.entered.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        raise errors.internal("went on")


PATH, INFER = "/v2/models/m/infer", b'{"inputs": []}'


async def test_a_client_that_hangs_up() -> None:
    """V-61: Its request is cancelled, and nothing is sent."""
    server, hung_up = Slow(), asyncio.Event()
    client = Client(RestApp(server, options=RestOptions(patience_s=0.0)))
    asked = asyncio.create_task(client.send("POST", PATH, INFER, {}, hung_up=hung_up))
    await server.entered.wait()
    hung_up.set()
    assert (await asked).status == 0
    assert server.cancelled.is_set() and not asked.cancelling()


async def test_a_host_that_cancels_a_request() -> None:
    """Is not taken for a client that hung up."""
    server = Slow()
    client = Client(RestApp(server, options=RestOptions(patience_s=0.0)))
    asked = asyncio.create_task(client.send("POST", PATH, INFER, {}))
    await server.entered.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert server.cancelled.is_set()


async def test_a_client_that_hangs_up_while_it_sends(server: ModelServer) -> None:
    """There is nobody to answer."""
    messages: Iterator[dict[str, Any]] = iter(
        [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> dict[str, Any]:
        return next(messages)

    async def send(message: object) -> None:
        raise AssertionError(message)

    scope = {"type": "http", "method": "POST", "path": "/v1/models/half:predict", "headers": []}
    await RestApp(server)(scope, receive, send)


async def test_an_error_that_nobody_expected(caplog: pytest.LogCaptureFixture) -> None:
    """Is logged, and not told."""

    class Broken(Slow):
        async def predict(self, request: Request) -> Response:
            raise KeyError("secret")

    reply = await Client(RestApp(Broken())).send("POST", PATH, INFER, {})
    assert (reply.status, reply.error) == (500, "internal error")
    assert "secret" in caplog.text


async def test_what_is_no_http(server: ModelServer) -> None:
    """Is refused as ASGI asks."""

    async def nothing(*arguments: object) -> Any:
        return {}

    with pytest.raises(RuntimeError, match="HTTP alone"):
        await RestApp(server)({"type": "websocket"}, nothing, nothing)
