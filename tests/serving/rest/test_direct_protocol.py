"""uvicorn with the protocol that hands predictions over directly, by bytes on a connection."""
from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import uvicorn

from aioflow import errors
from aioflow.serving.rest.app import RestApp
from aioflow.serving.rest.direct_protocol import direct_protocol
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Request, Response
from aioflow.serving.settings.batching import Batching

PATH = "/v1/models/half:predict"
BODY = b'{"instances": [1.0, 3.0]}'
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
ANSWER = {"predictions": [2.0, 6.0]}


class Counted(RestApp):
    """Counts what came by ASGI.

    Attributes:
        num_by_asgi: How many requests did.
    """

    num_by_asgi = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.num_by_asgi += 1
        await super().__call__(scope, receive, send)


class Connection:
    """A client's connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, body: bytes = BODY, *, path: str = PATH, method: str = "POST", version: str = "1.1",
             **headers: str) -> None:  # fmt: skip
        """Sends a request."""
        fields = {"host": "h", "content_length": str(len(body)), **headers}
        lines = [f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items() if value]
        self.writer.write(f"{method} {path} HTTP/{version}\r\n{''.join(lines)}\r\n".encode() + body)

    async def reply(self) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the next response."""
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        headers = dict(line.split(": ", 1) for line in lines)
        return int(first.split()[1]), headers, await self.reader.readexactly(int(headers["content-length"]))

    async def is_over(self) -> bool:
        """Waits for the end of the connection."""
        return await self.reader.read() == b""


class Running(uvicorn.Server):
    """A server that runs, and leaves signals alone.

    Attributes:
        app: Answers.
        port: Where it listens.
        clients: The connections that were made.
    """

    app: Counted
    port: int
    clients: list[Connection]

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def connect(self) -> Connection:
        """A new connection."""
        connection = Connection(*await asyncio.open_connection("127.0.0.1", self.port))
        self.clients.append(connection)
        return connection


@contextlib.asynccontextmanager
async def running(server: Any, options: RestOptions | None = None, **how: Any) -> AsyncIterator[Running]:
    """uvicorn, at a free port."""
    app = Counted(server, options=options)
    listening = Running(uvicorn.Config(
        app, http=direct_protocol(app), lifespan="off", access_log=False, log_config=None, **how
    ))  # fmt: skip
    door = socket.create_server(("127.0.0.1", 0))
    listening.app, listening.port, listening.clients = app, door.getsockname()[1], []
    serving = asyncio.create_task(listening.serve([door]))
    try:
        yield listening
    finally:
        for client in listening.clients:
            client.writer.close()
            with contextlib.suppress(ConnectionError):
                await client.writer.wait_closed()
        listening.should_exit = True
        await serving


@pytest.fixture(params=[None, Batching()], ids=["awaited", "called back"])
def batching(request: pytest.FixtureRequest) -> Any:
    """Without batches a task answers each request; with them, the batch does."""
    return request.param


async def test_predictions_go_directly_and_all_else_by_asgi(server: ModelServer) -> None:
    """On one connection, one behind the other."""
    async with running(server) as serving:
        client = await serving.connect()
        for _ in range(3):
            client.send(x_request_id="seven", traceparent=TRACE)
            status, headers, body = await client.reply()
            assert (status, json.loads(body), headers["traceparent"]) == (200, ANSWER, TRACE)
            assert headers["content-type"] == "application/json" and headers["x-request-id"] == "seven"
            assert headers["server"] == "uvicorn" and "date" in headers and "connection" not in headers
        assert serving.app.num_by_asgi == 0
        client.send(b"", path="/v1/models/half", method="GET")
        assert (await client.reply())[0] == 200
        client.send(path="/elsewhere")
        assert (await client.reply())[0] == 404
        client.send(expect="100-continue")
        assert await client.reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        assert (await client.reply())[0] == 200
        assert serving.app.num_by_asgi == 3
        client.send(b'{"instances": "no"}')
        assert (await client.reply())[0] == 400
        assert serving.app.num_by_asgi == 3 and serving.server_state.total_requests == 7


async def test_bodies_that_come_in_pieces(server: ModelServer) -> None:
    """With a length directly; without one by ASGI."""
    async with running(server) as serving:
        client = await serving.connect()
        client.send(b"", content_length=str(len(BODY)))
        for start in range(0, len(BODY), 10):
            await client.writer.drain()
            await asyncio.sleep(0)
            client.writer.write(BODY[start : start + 10])
        assert json.loads((await client.reply())[2]) == ANSWER
        assert serving.app.num_by_asgi == 0
        client.send(b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY), content_length="", transfer_encoding="chunked")
        assert json.loads((await client.reply())[2]) == ANSWER
        assert serving.app.num_by_asgi == 1


async def test_requests_sent_before_the_answer(server: ModelServer) -> None:
    """They are answered in their order."""
    async with running(server) as serving:
        client = await serving.connect()
        for number in range(5):
            client.send(json.dumps({"instances": [number]}).encode())
        for number in range(5):
            assert json.loads((await client.reply())[2]) == {"predictions": [number * 2.0]}


@pytest.mark.parametrize(("version", "connection"), [("1.1", "close"), ("1.0", "")])
async def test_connections_that_are_to_end(server: ModelServer, version: str, connection: str) -> None:
    """They do, behind the answer."""
    async with running(server) as serving:
        client = await serving.connect()
        client.send(version=version, connection=connection)
        status, headers, body = await client.reply()
        assert (status, headers["connection"], json.loads(body)) == (200, "close", ANSWER)
        assert await client.is_over()


async def test_a_body_that_is_too_large(server: ModelServer) -> None:
    """Is refused, and the connection ends."""
    async with running(server, RestOptions(max_body_nbytes=10)) as serving:
        client = await serving.connect()
        client.send()
        status, headers, _ = await client.reply()
        assert (status, headers["connection"]) == (413, "close") and await client.is_over()
        assert serving.app.num_by_asgi == 0


async def test_connections_that_nobody_uses(server: ModelServer) -> None:
    """They are closed after uvicorn's time."""
    async with running(server, timeout_keep_alive=0) as serving:
        client = await serving.connect()
        client.send()
        assert (await client.reply())[0] == 200
        assert await client.is_over()


class Slow:
    """A server whose one model waits, and then fails."""

    def __init__(self) -> None:
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


INFER = "/v2/models/m/infer"
NOTHING = b'{"inputs": []}'


async def test_a_client_that_hangs_up() -> None:
    """Its request is cancelled, and the server goes on."""
    server = Slow()
    async with running(server, RestOptions(patience_s=0.0)) as serving:
        client = await serving.connect()
        client.send(NOTHING, path=INFER)
        await server.entered.wait()
        client.writer.close()
        await server.cancelled.wait()
        server.entered.clear()
        server.go_on.set()
        client = await serving.connect()
        client.send(NOTHING, path=INFER)
        assert (await client.reply())[0] == 500
        assert not serving.server_state.tasks


async def test_the_end_of_the_server_lets_requests_end() -> None:
    """And their connections with them."""
    server = Slow()
    async with running(server) as serving:
        client = await serving.connect()
        client.send(NOTHING, path=INFER)
        await server.entered.wait()
        serving.should_exit = True
        connection: Any
        (connection,) = serving.server_state.connections
        while connection.cycle.keep_alive:  # until uvicorn tells it of the end
            await asyncio.sleep(0.01)
        server.go_on.set()
        status, headers, _ = await client.reply()
        assert (status, headers["connection"]) == (500, "close") and await client.is_over()
