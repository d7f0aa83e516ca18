"""A protocol of uvicorn that hands predictions to a `RestApp` without ASGI between them.

ASGI costs a request some 15 us, as much as everything that is done for a small prediction: a scope, a cycle of messages
with an event, coroutines for each message, headers as lists. Requests that are short, whole and plain go past it. All
others, and all other paths, go the way of uvicorn's own protocol, from which this one is derived; both share timeouts,
limits, counts and the end of the server.

Of those that go past it, a prediction that may share a batch has no task either: its batch calls it back. And a head
that has come before, byte by byte, is not parsed again.
"""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HEADER_VALUE_RE, STATUS_LINE, HttpToolsProtocol

from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.app import RestApp
from aioflow.serving.rest.requests import HttpRequest, PendingRequest
from aioflow.serving.server.request import Response

_LOG = logging.getLogger(__name__)
#: Bodies up to which a request is taken directly, which need no flow control: uvicorn stops reading above as many.
_MAX_NBYTES = 1 << 16
_PATHS = (b"/v1/models/", b"/v2/models/")
#: Headers with which a request needs more than an answer.
_NOT_PLAIN = frozenset({b"transfer-encoding", b"expect", b"upgrade", b"content-encoding"})
#: Headers that are other ones with each request.
_ONE_TIME = frozenset({b"x-request-id", b"traceparent"})
#: How many heads are remembered, and how long each is at most: 2 MB, if a stranger wants it so.
_MAX_HEADS, _MAX_HEAD_NBYTES = 1024, 2048


def direct_protocol(app: RestApp) -> type[asyncio.Protocol]:
    """The protocol of an application, which uvicorn takes as its `http` option.

        uvicorn.Config(app, http=direct_protocol(app))

    Args:
        app: The application, which uvicorn gets, too.
    """
    return type("DirectProtocol", (_DirectProtocol,), {"rest_app": app, "known_heads": {}})


class _Head:
    """What a request says before its body.

    Attributes:
        path: Its path, percent-encoded.
        headers: Lower-case name to value.
        keep_alive: Whether the connection stays.
        nbytes: Bytes of the whole message; 0 while that is not known.
    """

    __slots__ = ("headers", "keep_alive", "nbytes", "path")

    def __init__(self, path: str, headers: dict[bytes, bytes], keep_alive: bool) -> None:
        self.path = path
        self.headers = headers
        self.keep_alive = keep_alive
        self.nbytes = 0


class _AwaitedRequest(HttpRequest):
    """A request that is answered by a task."""

    __slots__ = ("_exchange",)

    def __init__(self, exchange: _Exchange) -> None:
        self.method = exchange.method
        self.path = exchange.path
        self.headers = exchange.headers
        self.prediction = None
        self._exchange = exchange

    async def body(self, max_nbytes: int) -> bytes:
        return self.checked_body(self._exchange.body, max_nbytes)

    async def disconnected(self) -> None:
        await self._exchange.until_disconnected()


class _Exchange(PendingRequest):
    """A request that is being answered. To uvicorn's protocol it is one of its cycles, of which these are the names.

    Attributes:
        keep_alive: Whether the connection stays.
        response_complete: Whether it has been answered.
        disconnected: Whether the client has hung up.
    """

    response_complete = False
    disconnected = False
    _hung_up: asyncio.Future[None] | None = None

    def __init__(self, head: _Head, body: bytes, protocol: _DirectProtocol) -> None:
        self.path = head.path
        self.headers = head.headers
        self.body = body
        self.keep_alive = head.keep_alive
        self._protocol: _DirectProtocol | None = protocol  # as long as it is not complete: that one knows it, too

    def answered(self, response: Response) -> None:
        protocol = self._protocol
        if protocol is not None:
            protocol.finish(self, protocol.rest_app.answer_of(self, response))

    def failed(self, error: BaseException) -> None:
        if self._protocol is not None:
            self._protocol.finish(self, self._protocol.rest_app.answer_to(self, error))

    @property
    def message_event(self) -> _Exchange:
        """What is set when the client hangs up."""
        return self

    def set(self) -> None:
        """Says that the client has hung up: the one thing that uvicorn's protocol tells a cycle that has its body."""
        if not self.done():
            self.cancel()
            self.close()
        if self._hung_up is not None and not self._hung_up.done():
            self._hung_up.set_result(None)

    async def until_disconnected(self) -> None:
        """Waits until the client hangs up."""
        if not self.disconnected:
            self._hung_up = asyncio.get_running_loop().create_future()
            await self._hung_up

    def close(self) -> None:
        """Forgets who knows it."""
        self.response_complete = True
        self._hung_up = self._protocol = None


class _DirectProtocol(HttpToolsProtocol):  # type: ignore[misc,unused-ignore]
    """One connection."""

    rest_app: RestApp
    known_heads: dict[bytes, _Head]
    _direct: _Exchange | None = None
    _raw_head = b""  # of the first message in the data that the parser gets, if nothing of it came before
    _is_between = True  # whether the parser waits for the beginning of a message
    _idle_since_s: float | None = None
    _idle_timer: asyncio.TimerHandle | None = None

    # ---- a request comes
    def data_received(self, data: bytes) -> None:
        """Takes a request whose head is known, or has the parser read."""
        if self._is_between:
            end = data.find(b"\r\n\r\n") + 4
            head = self.known_heads.get(data[:end])
            if head is not None and head.nbytes == len(data) and self._may_be_direct():
                self._idle_since_s = None
                if self.timeout_keep_alive_task is not None:
                    self._unset_keepalive_if_required()
                self.cycle = exchange = _Exchange(head, data[end:], self)  # type: ignore[assignment]
                if not self.rest_app.begin(exchange):
                    self._spawn(self._answer(exchange))
                return
            self._raw_head = data[:end]
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Begins a request; its scope is made when it is known to need one."""
        self.url = b""
        self.expect_100_continue = False
        self.headers = []
        self._direct = None
        self._is_between = False

    def on_headers_complete(self) -> None:
        """Chooses the way that a request goes."""
        headers = dict(self.headers)
        raw, self._raw_head = self._raw_head, b""
        if self._is_plain(headers):
            path = self.url.partition(b"?")[0].decode("latin-1")
            head = _Head(path, headers, self.parser.should_keep_alive())
            self._direct = _Exchange(head, b"", self)
            self.cycle = self._direct  # type: ignore[assignment]  # as good as one
            if _is_worth_knowing(raw, len(self.headers), headers):
                self._remember(raw, head)
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
            and self._may_be_direct()
        )  # fmt: skip

    def _may_be_direct(self) -> bool:
        return (
            (self.cycle is None or self.cycle.response_complete) and not self.root_path
            and self.limit_concurrency is None
        )  # fmt: skip

    def _remember(self, raw: bytes, head: _Head) -> None:
        if len(self.known_heads) >= _MAX_HEADS:  # clients send few heads again and again
            self.known_heads.clear()
        head.nbytes = len(raw) + int(head.headers[b"content-length"])
        self.known_heads[raw] = head

    def on_body(self, body: bytes) -> None:
        """Takes a part of the body."""
        if self._direct is None:
            super().on_body(body)
        else:
            self._direct.body += body

    def on_message_complete(self) -> None:
        """Starts a request that is whole."""
        self._is_between = True
        exchange, self._direct = self._direct, None
        if exchange is None:
            super().on_message_complete()
        elif not self.rest_app.begin(exchange):
            self._spawn(self._answer(exchange))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ---- it is answered
    async def _answer(self, exchange: _Exchange) -> None:
        try:
            answer = await self.rest_app.respond(_AwaitedRequest(exchange))
            if self.flow.write_paused and not exchange.disconnected:
                await self.flow.drain()
        except BaseException:  # of a server that cannot wait any more
            self.transport.close()
            exchange.close()
            raise
        self._finish(exchange, answer)

    def finish(self, exchange: _Exchange, answer: Answer) -> None:
        """Sends an answer that nobody awaits, once the client has read what was sent before."""
        if not self.flow.write_paused:
            self._finish(exchange, answer)
        else:
            self._spawn(self._finish_later(exchange, answer))

    async def _finish_later(self, exchange: _Exchange, answer: Answer) -> None:
        await self.flow.drain()
        self._finish(exchange, answer)

    def _finish(self, exchange: _Exchange, answer: Answer | None) -> None:
        try:
            if answer is not None and not exchange.disconnected and not self.transport.is_closing():
                self._write(exchange, answer)
        except Exception:  # it cannot be sent
            self.transport.close()
            _LOG.exception("%s", exchange.path)
        exchange.close()
        if not exchange.disconnected:
            if not exchange.keep_alive:
                self.transport.close()
            self.on_response_complete()

    def _write(self, exchange: _Exchange, answer: Answer) -> None:
        body = answer.body[0] if len(answer.body) == 1 else b"".join(answer.body)
        beginning = _beginning(self.server_state.default_headers, answer.status, answer.content_type)
        if not answer.headers and exchange.keep_alive:
            self.transport.write(b"%b%d\r\n\r\n%b" % (beginning, len(body), body))
            return
        head = [beginning, b"%d\r\n" % len(body)]
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


def _is_worth_knowing(raw: bytes, num_headers: int, headers: Mapping[bytes, bytes]) -> bool:
    """Whether bytes are the head that the parser has just read, and may come again.

    What the parser has read of bytes holds for the same bytes. It may know other ends of lines than this protocol, or
    skip empty ones at the beginning: so the bytes must have as many lines as there are headers, and two.
    """
    return (
        raw.startswith(b"POST ")
        and len(raw) <= _MAX_HEAD_NBYTES
        and raw.count(b"\n") == raw.count(b"\r\n") == num_headers + 2
        and _ONE_TIME.isdisjoint(headers)
    )


_last: tuple[Any, dict[tuple[int, bytes], bytes]] = (None, {})


def _beginning(headers: Sequence[tuple[bytes, bytes]], status: int, content_type: bytes) -> bytes:
    """A response up to the number of its bytes. uvicorn makes new headers each second, with the date."""
    global _last
    if _last[0] is not headers:
        _last = (headers, {})
    known, key = _last[1], (status, content_type)
    if key not in known:
        lines = [b"%b: %b\r\n" % pair for pair in (*headers, (b"content-type", content_type))]
        known[key] = b"%b%bcontent-length: " % (STATUS_LINE[status], b"".join(lines))
    return known[key]
