"""A protocol of uvicorn that hands predictions to a `RestApp` without ASGI between them.

ASGI costs a request some 15 us, as much as everything that is done for a small prediction: a scope, a cycle of messages
with an event, coroutines for each message, headers as lists. Requests that are short, whole and plain go past it. All
others, and all other paths, go the way of uvicorn's own protocol, from which this one is derived; both share timeouts,
limits, counts and the end of the server.
"""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HEADER_VALUE_RE, STATUS_LINE, HttpToolsProtocol

from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.app import RestApp
from aioflow.serving.rest.requests import HttpRequest

_LOG = logging.getLogger(__name__)
#: Bodies up to which a request is taken directly, which need no flow control: uvicorn stops reading above as many.
_MAX_NBYTES = 1 << 16
_PATHS = (b"/v1/models/", b"/v2/models/")
#: Headers with which a request needs more than an answer.
_NOT_PLAIN = frozenset({b"transfer-encoding", b"expect", b"upgrade", b"content-encoding"})


def direct_protocol(app: RestApp) -> type[asyncio.Protocol]:
    """The protocol of an application, which uvicorn takes as its `http` option.

        uvicorn.Config(app, http=direct_protocol(app))

    Args:
        app: The application, which uvicorn gets, too.
    """
    return type("DirectProtocol", (_DirectProtocol,), {"rest_app": app})


class _DirectRequest(HttpRequest):
    """A request whose body is there."""

    __slots__ = ("_exchange", "_whole")

    def __init__(self, method: str, path: str, headers: dict[bytes, bytes], exchange: _Exchange) -> None:
        self.method = method
        self.path = path
        self.headers = headers
        self.prediction = None
        self._whole = b""
        self._exchange = exchange

    def append(self, chunk: bytes) -> None:
        """Adds to the body."""
        self._whole = self._whole + chunk if self._whole else chunk

    async def body(self, max_nbytes: int) -> bytes:
        return self._whole if len(self._whole) <= max_nbytes else self.checked_body(self._whole, max_nbytes)

    async def disconnected(self) -> None:
        await self._exchange.until_disconnected()


class _Exchange:
    """A request that is being answered. To uvicorn's protocol it is one of its cycles, of which these are the names.

    Attributes:
        request: The request.
        keep_alive: Whether the connection stays.
        response_complete: Whether it has been answered.
        disconnected: Whether the client has hung up.
        message_event: What is set when the client hangs up: this object itself.
        task: Answers it.
    """

    __slots__ = ("_hung_up", "disconnected", "keep_alive", "message_event", "request", "response_complete", "task")

    def __init__(self, method: str, path: str, headers: dict[bytes, bytes], keep_alive: bool) -> None:
        self.request = _DirectRequest(method, path, headers, self)
        self.keep_alive = keep_alive
        self.response_complete = False
        self.disconnected = False
        self.message_event = self
        self.task: asyncio.Task[None] | None = None
        self._hung_up: asyncio.Future[None] | None = None

    def set(self) -> None:
        """Says that the client has hung up: the one thing that uvicorn's protocol tells a cycle that has its body."""
        if self._hung_up is not None and not self._hung_up.done():
            self._hung_up.set_result(None)

    async def until_disconnected(self) -> None:
        """Waits until the client hangs up."""
        if not self.disconnected:
            self._hung_up = asyncio.get_running_loop().create_future()
            await self._hung_up

    def close(self) -> None:
        """Forgets the request and its task: each of them knows this one."""
        self.response_complete = True
        self.task = self._hung_up = None
        del self.request


class _DirectProtocol(HttpToolsProtocol):  # type: ignore[misc,unused-ignore]
    """One connection."""

    rest_app: RestApp
    _direct: _Exchange | None = None
    _idle_since_s: float | None = None
    _idle_timer: asyncio.TimerHandle | None = None

    # ---- a request comes
    def on_message_begin(self) -> None:
        """Begins a request; its scope is made when it is known to need one."""
        self.url = b""
        self.expect_100_continue = False
        self.headers = []
        self._direct = None

    def on_headers_complete(self) -> None:
        """Chooses the way that a request goes."""
        headers = dict(self.headers)
        if self._is_plain(headers):
            path = self.url.partition(b"?")[0].decode("latin-1")
            self._direct = _Exchange("POST", path, headers, self.parser.should_keep_alive())
            self.cycle = self._direct  # type: ignore[assignment]  # as good as one
            return
        url, pairs, is_expecting = self.url, self.headers, self.expect_100_continue
        super().on_message_begin()
        self.url, self.headers, self.expect_100_continue = url, pairs, is_expecting
        self.scope["headers"] = pairs
        super().on_headers_complete()

    def _is_plain(self, headers: Mapping[bytes, bytes]) -> bool:
        length = headers.get(b"content-length", b"")
        return (
            self.url.startswith(_PATHS)
            and length.isdigit() and int(length) <= _MAX_NBYTES
            and self.parser.get_method() == b"POST"
            and self.parser.get_http_version() == "1.1"
            and _NOT_PLAIN.isdisjoint(headers)
            and not self.root_path
            and self.limit_concurrency is None
            and (self.cycle is None or self.cycle.response_complete)
        )  # fmt: skip

    def on_body(self, body: bytes) -> None:
        """Takes a part of the body."""
        if self._direct is None:
            super().on_body(body)
        else:
            self._direct.request.append(body)

    def on_message_complete(self) -> None:
        """Starts a request that is whole."""
        exchange = self._direct
        if exchange is None:
            super().on_message_complete()
            return
        self._direct = None
        exchange.task = task = self.loop.create_task(self._answer(exchange))
        self.tasks.add(task)

    # ---- it is answered
    async def _answer(self, exchange: _Exchange) -> None:
        task = exchange.task
        try:
            answer = await self.rest_app.respond(exchange.request)
            if self.flow.write_paused and not exchange.disconnected:
                await self.flow.drain()
            if answer is not None and not exchange.disconnected and not self.transport.is_closing():
                self._write(exchange, answer)
        except BaseException as error:  # of a response that cannot be sent, or of a server that cannot wait any more
            self.transport.close()
            if not isinstance(error, Exception):
                raise
            _LOG.exception("%s", exchange.request.path)
        finally:
            exchange.close()
            self.tasks.discard(task)
        if not exchange.disconnected:
            if not exchange.keep_alive:
                self.transport.close()
            self.on_response_complete()

    def _write(self, exchange: _Exchange, answer: Answer) -> None:
        body = answer.body[0] if len(answer.body) == 1 else b"".join(answer.body)
        head = [
            STATUS_LINE[answer.status], _joined(self.server_state.default_headers), b"content-type: ",
            answer.content_type, b"\r\ncontent-length: %d\r\n" % len(body),
        ]  # fmt: skip
        for name, value in answer.headers:
            if HEADER_VALUE_RE.search(value):
                raise RuntimeError(f"header {name!r} cannot be {value!r}")
            if name == b"connection" and value == b"close":
                exchange.keep_alive = False
            else:
                head += [name, b": ", value, b"\r\n"]
        head.append(b"\r\n" if exchange.keep_alive else b"connection: close\r\n\r\n")
        head.append(body)
        self.transport.write(b"".join(head))

    # ---- connections that wait for a request, by a timer for each that runs on: one for each request costs 2 us
    def on_response_complete(self) -> None:
        """Waits for the next request."""
        if self.pipeline or self.transport.is_closing():
            super().on_response_complete()
            return
        self.server_state.total_requests += 1
        self._idle_since_s = self.loop.time()
        if self.flow.read_paused:
            self.flow.resume_reading()
        if self._idle_timer is None:
            self._idle_timer = self.loop.call_later(self.timeout_keep_alive, self._close_if_idle)

    def _unset_keepalive_if_required(self) -> None:
        self._idle_since_s = None
        if self.timeout_keep_alive_task is not None:
            super()._unset_keepalive_if_required()

    def _close_if_idle(self) -> None:
        self._idle_timer = None
        if self._idle_since_s is None:
            return  # the end of the response that is being made sets another one
        left_s = self._idle_since_s + self.timeout_keep_alive - self.loop.time()
        if left_s <= 0:
            self.timeout_keep_alive_handler()
        else:
            self._idle_timer = self.loop.call_later(left_s, self._close_if_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends what is being answered."""
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        super().connection_lost(exc)


_last_joined: tuple[Any, bytes] = (None, b"")


def _joined(headers: Sequence[tuple[bytes, bytes]]) -> bytes:
    """Headers as text. uvicorn makes new ones each second, with the date."""
    global _last_joined
    if _last_joined[0] is not headers:
        _last_joined = (headers, b"".join(b"%b: %b\r\n" % pair for pair in headers))
    return _last_joined[1]
