"""HttpRequest: what an ASGI server says of a request, and its body."""
from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import quote

from aioflow import errors
from aioflow.serving.server.pending import Pending
from aioflow.serving.server.request import Request

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


#: What stands in paths as it is (RFC 3986, section 3.3).
_PLAIN = "/:@!$&'()*+,;=~"


class TooLargeError(Exception):
    """A body is larger than the server takes."""


class DisconnectedError(Exception):
    """The client has hung up."""


class HttpRequest:
    """A request.

    Attributes:
        method: Such as "POST".
        path: Without what the application is mounted at, percent-encoded.
        headers: Lower-case name to value, as bytes. Of several with one name the last.
        prediction: What it asks of a model, once that is known.
    """

    __slots__ = ("_receive", "headers", "method", "path", "prediction")

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self.method: str = scope["method"]
        self.path = _path(scope)
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        self.prediction: Request | None = None
        self._receive = receive

    async def body(self, max_nbytes: int) -> bytes:
        """Reads the body.

        Raises:
            TooLargeError: It has more bytes, as they are sent or unpacked. What is left is not read.
            DisconnectedError: The client hung up.
            InvalidArgumentError: Its encoding is unknown, or it is not encoded so.
        """
        length = self.headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > max_nbytes:
            raise TooLargeError
        message = await self._receive()
        whole = _chunk(message)
        if message.get("more_body", False):
            whole = await self._rest_of_body(whole, max_nbytes)
        return self.checked_body(whole, max_nbytes)

    def checked_body(self, whole: bytes, max_nbytes: int) -> bytes:
        """The body of what was sent; raises as `body` does."""
        if len(whole) > max_nbytes:
            raise TooLargeError
        encoding = self.headers.get(b"content-encoding")
        return whole if encoding is None else _unpacked(whole, encoding.strip().lower(), max_nbytes)

    def text_headers(self) -> dict[str, str]:
        """The headers as text."""
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in self.headers.items()}

    async def disconnected(self) -> None:
        """Waits until the client hangs up. The body has been read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def _rest_of_body(self, first: bytes, max_nbytes: int) -> bytes:
        chunks, size, more = [first], len(first), True
        while more:
            message = await self._receive()
            chunks.append(_chunk(message))
            size += len(chunks[-1])
            if size > max_nbytes:
                raise TooLargeError
            more = message.get("more_body", False)
        return b"".join(chunks)


class PendingRequest(Pending):
    """A request whose body is there, and which nobody awaits.

    Attributes:
        method, path, headers, prediction: As of `HttpRequest`.
        body: The body.
        has_rows: Whether the body has rows, once it has been read.
    """

    method = "POST"
    path: str
    headers: dict[bytes, bytes]
    body: bytes
    has_rows = False


def _path(scope: Scope) -> str:
    raw, root = scope.get("raw_path"), scope.get("root_path")
    path: str = raw.decode("latin-1") if raw else quote(scope["path"], safe=_PLAIN)
    return path if not root else path.removeprefix(quote(root, safe=_PLAIN))


def _chunk(message: Message) -> bytes:
    if message["type"] == "http.disconnect":
        raise DisconnectedError
    return bytes(message.get("body", b""))


def _unpacked(body: bytes, encoding: bytes, max_nbytes: int) -> bytes:
    if encoding == b"identity":
        return body
    if encoding not in (b"gzip", b"deflate"):
        raise errors.invalid_argument(f"Content-Encoding {encoding.decode('latin-1')!r} is neither gzip nor deflate")
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)  # 32: a header of gzip or of zlib, whichever is there
    try:
        whole = unpacker.decompress(body, max_nbytes + 1)
    except zlib.error as error:
        raise errors.invalid_argument(f"the body is not {encoding.decode()}: {error}") from None
    if len(whole) > max_nbytes:
        raise TooLargeError
    if not unpacker.eof:
        raise errors.invalid_argument(f"the body's {encoding.decode()} is cut short")
    return whole
