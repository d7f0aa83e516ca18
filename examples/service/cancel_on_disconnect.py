"""CancelOnDisconnect: ASGI middleware that cancels a request whose client has hung up."""
from __future__ import annotations

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class CancelOnDisconnect:
    """Runs an application and watches the connection meanwhile.

    Nobody reads what a client sends while its request is being answered, so that a hang-up goes unnoticed and the work
    is done for nobody. Here somebody does, and passes on what belongs to the request.

    Args:
        app: The application.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        error: Exception | None = None
        # One message ahead, so that a large body does not pile up here.
        passing_on, passed_on = anyio.create_memory_object_stream[Message](1)
        with passing_on, passed_on:
            async with anyio.create_task_group() as group:

                async def watch() -> None:
                    while True:
                        message = await receive()
                        if message["type"] == "http.disconnect":
                            group.cancel_scope.cancel()
                            return
                        await passing_on.send(message)

                group.start_soon(watch)
                try:
                    await self.app(scope, passed_on.receive, send)
                except Exception as raised:  # as itself, not in a group
                    error = raised
                group.cancel_scope.cancel()
        if error is not None:
            raise error

