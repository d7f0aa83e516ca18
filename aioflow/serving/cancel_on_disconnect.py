"""CancelOnDisconnect: ASGI middleware that cancels a request whose client has hung up."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import anyio

# The types of ASGI 3 (asgi.readthedocs.io), as frameworks write them: middleware needs none of them to be installed.
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]


class CancelOnDisconnect:
    """Runs an application, and cancels a request when its client has hung up, and with it the runs that it awaits.

    Servers stop reading from the client once a request is being handled, so that a hang-up goes unnoticed and the work
    is done for nobody. This middleware keeps reading, and passes on what belongs to the request. It works on every
    server and event loop that `anyio` knows. Connections other than HTTP are left alone.

        app.add_middleware(CancelOnDisconnect)  # FastAPI, Starlette
        app = CancelOnDisconnect(app)           # any ASGI application

    Args:
        app: The application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a connection; what the application raises is raised as it is."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        error: Exception | None = None
        is_answered = False
        # One message ahead, so that a large body does not pile up here.
        passing_on, passed_on = anyio.create_memory_object_stream[Message](1)

        async def watch(scope_of_app: anyio.CancelScope) -> None:
            while (message := await receive())["type"] != "http.disconnect":
                await passing_on.send(message)
            if not is_answered:  # servers say "disconnect" after the answer, too, when background tasks may still run
                scope_of_app.cancel()

        async def send_and_note(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                is_answered = True
            await send(message)

        with passing_on, passed_on:
            async with anyio.create_task_group() as group:
                group.start_soon(watch, group.cancel_scope)
                try:
                    await self.app(scope, passed_on.receive, send_and_note)
                except Exception as raised:  # as itself, not in a group
                    error = raised
                group.cancel_scope.cancel()
        if error is not None:
            raise error
