"""What both REST interfaces do around a prediction."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import RunOptions
from aioflow.observe.spans import TRACEPARENT, TRACESTATE
from aioflow.serving.rest.hang_ups import HangUps
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.rest.requests import HttpRequest
from aioflow.serving.rest.routes import Route
from aioflow.serving.server.authorization import Access, check_access
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.parameters import version_of
from aioflow.serving.server.request import Request, Response

#: Headers that say something of a prediction.
_TELLING = frozenset({b"x-request-id", b"traceparent", b"aioflow-priority", b"aioflow-inter-op-thread-pool"})


class Exchange:
    """One server behind one interface.

    Args:
        server: Answers.
        options: Limits and more.
        protocol: The interface's name in `Request`.
    """

    def __init__(self, server: ModelServer, options: RestOptions, protocol: str) -> None:
        self.server = server
        self.options = options
        self._protocol = protocol
        self._hang_ups = HangUps(options.patience_s)

    async def body(self, request: HttpRequest, route: Route, *, is_admin: bool = False) -> bytes:
        """Reads the body of a request that is allowed.

        Raises:
            OpError: It is not.
            TooLargeError: The body is too large.
            DisconnectedError: The client hung up.
        """
        if self.options.authorize is None:
            await self.server.admit()
        else:
            await self.allow(request, route, is_admin=is_admin)
        return await request.body(self.options.max_body_nbytes)

    async def allow(self, request: HttpRequest, route: Route, *, is_admin: bool = False) -> None:
        """Asks the hook whether a request is allowed, and has the server started.

        Raises:
            OpError: It is not, or the server stops.
        """
        if self.options.authorize is not None:
            headers = request.text_headers()
            access = Access(self._protocol, request.method, request.path, headers, route.model, is_admin)
            await check_access(self.options.authorize, access)
        await self.server.admit()

    def prediction(
        self, headers: Mapping[bytes, bytes], route: Route, inputs: Mapping[str, Any], **how: Any
    ) -> Request:
        """The request to a model, with what headers say of it."""
        request = Request(
            route.model, inputs, version_of(route.version), route.label, how.pop("signature", ""), (),
            asyncio.get_running_loop().time() + self.options.timeout_s, 0, self._protocol,
        )  # fmt: skip
        if not how and _TELLING.isdisjoint(headers):
            return request
        if b"x-request-id" in headers:
            request.request_id = headers[b"x-request-id"].decode("latin-1")
        if b"traceparent" in headers:
            request.trace = {
                name: headers[name.encode()].decode("latin-1")
                for name in (TRACEPARENT, TRACESTATE) if name.encode() in headers
            }  # fmt: skip
        if b"aioflow-priority" in headers and "priority" not in how:
            request.priority = _number(headers, b"aioflow-priority")
        for name, value in how.items():
            setattr(request, name, value)
        if b"aioflow-inter-op-thread-pool" in headers:
            pool = _number(headers, b"aioflow-inter-op-thread-pool")
            request.run_options = RunOptions(inter_op_thread_pool=pool)
        return request

    def predict(self, http: HttpRequest, request: Request) -> Awaitable[Response]:
        """Has a model answer, unless the client hangs up.

        Raises:
            DisconnectedError: It did.
            OpError: The model, or the server, cannot answer.
        """
        return self._hang_ups.ended_by(http, self.server.predict(request))


def _number(headers: Mapping[bytes, bytes], name: bytes) -> int:
    text = headers[name]
    if not text.lstrip(b"-").isdigit() or len(text) > 9:
        raise errors.invalid_argument(f"header {name.decode()} must be a number, not {text.decode('latin-1')!r}")
    return int(text)
