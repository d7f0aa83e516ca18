"""The middleware by itself: what it passes on, when it cancels, and what it lets through."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("anyio")

from aioflow.serving import CancelOnDisconnect

Message = dict[str, Any]
App = Callable[..., Awaitable[None]]
BODY = [{"type": "http.request", "body": bytes([i]), "more_body": i < 2} for i in range(3)]
ANSWER = [
    {"type": "http.response.start", "status": 200, "headers": []},
    {"type": "http.response.body", "body": b"", "more_body": False},
]


class Connection:
    """A client: what it sends, and what it has been sent."""

    def __init__(self, *messages: Message) -> None:
        self.received: list[Message] = []
        self._queue: asyncio.Queue[Message] = asyncio.Queue()
        for message in messages:
            self._queue.put_nowait(message)

    def hang_up(self) -> None:
        """Ends the connection."""
        self._queue.put_nowait({"type": "http.disconnect"})

    async def handled_by(self, app: App, kind: str = "http") -> None:
        """Has the connection handled by an application behind the middleware."""
        await CancelOnDisconnect(app)({"type": kind}, self._queue.get, self._send)

    async def _send(self, message: Any) -> None:
        self.received.append(message)


async def test_body_is_passed_on() -> None:
    """The application gets the messages of the body in order, and its answer reaches the client."""
    got = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        got.extend([await receive() for _ in BODY])
        for message in ANSWER:
            await send(message)

    connection = Connection(*BODY)
    await connection.handled_by(app)
    assert (got, connection.received) == (BODY, ANSWER)


async def test_hang_up_cancels() -> None:
    """A hang-up cancels the application, which may clean up; to the server nothing went wrong."""
    began, cleaned_up = asyncio.Event(), []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            cleaned_up.append(True)

    connection = Connection(BODY[2])
    handling = asyncio.create_task(connection.handled_by(app))
    await began.wait()
    connection.hang_up()
    await handling
    assert cleaned_up == [True] and connection.received == []


async def test_hang_up_after_the_answer() -> None:
    """What goes on after the answer, such as a background task, is not cancelled when the client goes."""
    finished: list[bool] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        for message in ANSWER:
            await send(message)
        connection.hang_up()
        for _ in range(20):
            await asyncio.sleep(0)
        finished.append(True)

    connection = Connection(BODY[2])
    await connection.handled_by(app)
    assert finished == [True]


async def test_errors() -> None:
    """An application's error arrives as itself, and the server's cancelling cancels the application."""

    async def failing(scope: Any, receive: Any, send: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await Connection().handled_by(failing)

    async def waiting(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await Connection().handled_by(waiting)


async def test_other_connections() -> None:
    """What is not HTTP is left alone."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        await send({"type": "lifespan.startup.complete"})

    connection = Connection({"type": "lifespan.startup"})
    await connection.handled_by(app, "lifespan")
    assert connection.received == [{"type": "lifespan.startup.complete"}]
