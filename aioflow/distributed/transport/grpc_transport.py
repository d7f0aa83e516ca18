"""GrpcTransport: calls over gRPC, as TensorFlow's peers make and answer them."""
from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.distributed.transport.link import CallingEnd
from aioflow.distributed.transport.local_links import LocalLinks, open_local_link
from aioflow.distributed.transport.statuses import PAYLOAD_HEADER, error_of, header_text, payloads_of
from aioflow.distributed.transport.stream_links import LINK_METHOD, STREAM_OFFER, StreamLinks, open_stream_link
from aioflow.distributed.transport.transport import (
    Body,
    Buffer,
    Call,
    Channel,
    Listener,
    Services,
    Transport,
    answered,
    joined,
)

try:
    import grpc
    import grpc.aio
except ImportError as missing:
    raise ImportError("grpc:// needs grpcio: pip install 'aioflow-runtime[grpc]'", name="grpc") from missing

_LOG = logging.getLogger(__name__)
_STATUSES = {status.value[0]: status for status in grpc.StatusCode}
_COMPRESSIONS = {"gzip": grpc.Compression.Gzip, "deflate": grpc.Compression.Deflate}
_RAW = {"request_serializer": None, "response_deserializer": None}
#: What callers are called who would take a link (see `link`); peers of TensorFlow have other names.
_AGENT = "aioflow-links/1"
#: Beside an answer to such a caller: what he needs to open one.
_OFFER_HEADER = "aioflow-link"
_ENDS_BOTH = [
    # Without probes, and with a window for whole tensors: 40 MB take 0.6 to 0.8 of the time.
    ("grpc.http2.bdp_probe", 0),
    ("grpc.http2.lookahead_bytes", 64 << 20),
    # TensorFlow's peers are reached again this fast when they have come back; gRPC's own limit is two minutes.
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
]


@dataclass(frozen=True, slots=True)
class GrpcOptions:
    """What holds for all calls of a transport.

    Attributes:
        compression: "gzip", "deflate", or "" for none.
        num_channels: How many connections there are to each peer; calls take them in turns.
        shares_connections: Whether channels of the process with equal options use the same connections.
        max_message_nbytes: The largest message that is taken; -1 for no limit but gRPC's, 2 GiB.
        credentials: From `grpc.ssl_channel_credentials`; None for no encryption.
        server_credentials: From `grpc.ssl_server_credentials`; None for no encryption.
        links: Whether peers that are aioflow, too, are called by links (see `link`). Never with compression.
        token: Sent with each call as `authorization: Bearer TOKEN`; "" for none.
    """

    compression: str = ""
    num_channels: int = 1
    shares_connections: bool = True
    max_message_nbytes: int = -1
    credentials: Any = None
    server_credentials: Any = None
    token: str = ""
    links: bool = True

    def __post_init__(self) -> None:
        if self.compression and self.compression not in _COMPRESSIONS:
            raise errors.invalid_argument(f"Unknown compression algorithm: {self.compression!r}; gzip or deflate")


class GrpcTransport(Transport):
    """See `Transport`.

    Args:
        options: What holds for all calls.
    """

    def __init__(self, options: GrpcOptions | None = None) -> None:
        self._options = options or GrpcOptions()

    def connect(self, address: str) -> GrpcChannel:
        """See `Transport`."""
        return GrpcChannel(address, self._options)

    async def serve(self, address: str, services: Services) -> GrpcListener:
        """See `Transport`."""
        await _check_free(address)
        options = [
            # Otherwise a second server at the same port gets half of the connections, and nobody is told.
            ("grpc.so_reuseport", 0), *_sizes(self._options), *_ENDS_BOTH,
        ]  # fmt: skip
        handlers = _Handlers(services)
        server = grpc.aio.server(handlers=[handlers], options=options)
        try:
            if self._options.server_credentials is None:
                port = server.add_insecure_port(address)
            else:
                port = server.add_secure_port(address, self._options.server_credentials)
        except RuntimeError as error:
            raise errors.unavailable(f"cannot listen at {address}: {error}") from error
        await server.start()
        handlers.offers_links(self._options)
        return GrpcListener(f"{address.rpartition(':')[0]}:{port}", server, handlers)


async def _check_free(address: str) -> None:
    """Raises `UnavailableError` for an address that is taken: gRPC would write lines of its own to stderr."""
    host, _, port = address.rpartition(":")
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host.strip("[]"), int(port), type=socket.SOCK_STREAM)
    except OSError:
        return  # gRPC says what is wrong with it
    refusals = [refusal for family, _, _, _, place in found if (refusal := _refusal(family, place)) is not None]
    if len(refusals) == len(found) > 0:  # one of several is enough, as it is for gRPC
        raise errors.unavailable(f"cannot listen at {address}: {refusals[0].strerror}") from refusals[0]


def _refusal(family: int, place: Any) -> OSError | None:
    """Why nobody can listen at a place; None if somebody can."""
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            return error
    return None


def _sizes(options: GrpcOptions) -> list[tuple[str, int]]:
    return [
        ("grpc.max_receive_message_length", options.max_message_nbytes), ("grpc.max_send_message_length", -1)
    ]  # fmt: skip


class GrpcChannel(Channel):
    """See `Channel`."""

    def __init__(self, address: str, options: GrpcOptions) -> None:
        self.address = address
        count = max(1, options.num_channels)
        self._channels = [_channel(address, options, number) for number in range(count)]
        #: For each method what calls it, of each channel in turns.
        self._methods: dict[str, Any] = {}
        self._metadata = (("authorization", f"Bearer {options.token}"),) if options.token else None
        self._max_nbytes = options.max_message_nbytes
        self._takes_links = options.links and not options.compression
        self._link: CallingEnd | None = None
        self._opening: asyncio.Task[None] | None = None
        self._last_offer = ""

    async def call(
        self, method: str, body: Body, *, timeout_s: float | None = None, waits: bool = False
    ) -> Buffer:
        """See `Channel`."""
        if self._link is not None:
            return await self._link.call(method, body, timeout_s)
        turns = self._methods.get(method)
        if turns is None:
            turns = itertools.cycle([channel.unary_unary(method, **_RAW) for channel in self._channels])
            self._methods[method] = turns
        try:
            asked = next(turns)(
                joined(body), timeout=timeout_s, metadata=self._metadata, wait_for_ready=waits
            )
            answer: bytes = await asked
            if self._takes_links:
                self._note_offer(await asked.trailing_metadata())
            return answer
        except grpc.aio.AioRpcError as error:
            raise _error_of(error) from None
        except asyncio.CancelledError:
            # A channel that is closed cancels its calls, which looks as if the task had been.
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                raise errors.unavailable("the channel was closed") from None
            raise

    def _note_offer(self, metadata: Sequence[tuple[str, Any]] | None) -> None:
        """Opens a link where the peer has offered one, unless the same was tried; meanwhile calls go as they went."""
        offer = next((value for key, value in metadata or () if key == _OFFER_HEADER), None)
        if offer is not None and self._opening is None and offer != self._last_offer:
            self._last_offer = offer
            self._opening = asyncio.get_running_loop().create_task(self._open_link(offer))

    async def _open_link(self, offer: str) -> None:
        try:
            link = await self._local_link(offer) or await self._stream_link()
        except OSError as error:
            _LOG.debug("no link to %s: %r", self.address, error)
        else:
            link.lost = self._forget_link
            self._link = None if link.is_lost else link
        finally:
            self._opening = None

    async def _local_link(self, offer: str) -> CallingEnd | None:
        if offer == STREAM_OFFER:
            return None
        try:
            return await open_local_link(offer, self._max_nbytes, dict(self._metadata or ()))
        except (OSError, ValueError, TimeoutError) as error:  # another machine, though it looked otherwise
            _LOG.debug("no local link to %s: %r", self.address, error)
            return None

    async def _stream_link(self) -> CallingEnd:
        stream: Any = self._channels[0].stream_stream(LINK_METHOD, **_RAW)(metadata=self._metadata)
        return await open_stream_link(stream, self._max_nbytes)

    def _forget_link(self, link: CallingEnd) -> None:
        # The same server may take a new one: what was wrong may have been this one alone.
        self._link, self._last_offer = None, ""

    async def close(self) -> None:
        """See `Channel`."""
        if self._opening is not None:
            self._opening.cancel()
        self._takes_links = False
        if self._link is not None:
            self._link.close()
        for channel in self._channels:
            await channel.close()


def _channel(address: str, options: GrpcOptions, number: int) -> grpc.aio.Channel:
    arguments: list[tuple[str, Any]] = [*_sizes(options), *_ENDS_BOTH, ("grpc.primary_user_agent", _AGENT)]
    if not options.shares_connections:
        arguments.append(("grpc.use_local_subchannel_pool", 1))
    if number:  # gRPC gives channels of equal arguments one connection
        arguments.append(("aioflow.channel", number))
    compression = _COMPRESSIONS.get(options.compression)
    if options.credentials is None:
        return grpc.aio.insecure_channel(address, arguments, compression)
    return grpc.aio.secure_channel(address, options.credentials, arguments, compression)


def _error_of(error: grpc.aio.AioRpcError) -> errors.OpError:
    metadata: Sequence[tuple[str, Any]] = tuple(error.trailing_metadata() or ())
    payloads = next((value for key, value in metadata if key == PAYLOAD_HEADER), None)
    return error_of(error.code().value[0], error.details() or "", payloads)


class GrpcListener(Listener):
    """See `Listener`."""

    def __init__(self, address: str, server: grpc.aio.Server, handlers: _Handlers) -> None:
        self.address = address
        self._server = server
        self._handlers = handlers

    async def stop(self, grace_s: float | None = None) -> None:
        """See `Listener`."""
        await asyncio.gather(self._server.stop(grace_s), self._handlers.stop_links(grace_s))


class _Handlers(grpc.GenericRpcHandler):
    def __init__(self, services: Services) -> None:
        self._services = services
        #: Once it listens: links for all callers that are aioflow, too, and those for callers of this machine.
        self._streams: StreamLinks | None = None
        self._locals: LocalLinks | None = None
        # Made once: gRPC asks for the handler of each call.
        self._made = {method: self._unary(method) for method in services.handlers}
        self._made[LINK_METHOD] = grpc.stream_stream_rpc_method_handler(self._serve_link)

    def offers_links(self, options: GrpcOptions) -> None:
        """Offers links from now on."""
        if not options.links:
            return
        self._streams = StreamLinks(self._services, options.max_message_nbytes)
        with contextlib.suppress(OSError):
            self._locals = LocalLinks(self._services, options.max_message_nbytes)

    async def stop_links(self, grace_s: float | None) -> None:
        """Ends all links."""
        await asyncio.gather(*(links.stop(grace_s) for links in (self._streams, self._locals) if links is not None))

    def service(self, handler_call_details: Any) -> Any:
        return self._made.get(handler_call_details.method)

    def _unary(self, method: str) -> Any:
        handler, admit = self._services.handlers[method], self._services.admit

        async def handle(body: bytes, context: Any) -> bytes:
            try:
                call = _call(method, context)
                if admit is not None:
                    admit(call)
                self._offer_link(call, context)
                return await answered(handler, call, body)
            except Exception as error:
                await _abort(context, error, method)
                raise AssertionError("abort raises") from None

        return grpc.unary_unary_rpc_method_handler(handle)

    def _offer_link(self, call: Call, context: Any) -> None:
        if self._streams is not None and call.metadata.get("user-agent", "").startswith(_AGENT):
            local = None if self._locals is None else self._locals.offer(call.peer)
            context.set_trailing_metadata(((_OFFER_HEADER, local or STREAM_OFFER),))

    async def _serve_link(self, _: Any, context: Any) -> None:
        try:
            if self._streams is None:
                raise errors.unimplemented("Method not found!")
            await self._streams.serve(_call(LINK_METHOD, context), context)
        except Exception as error:
            await _abort(context, error, LINK_METHOD)


def _call(method: str, context: Any) -> Call:
    left_s = context.time_remaining()
    deadline_s = None if left_s is None else asyncio.get_running_loop().time() + left_s
    metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
    return Call(method, context.peer(), metadata, deadline_s)


async def _abort(context: Any, error: Exception, method: str) -> None:
    if not isinstance(error, errors.OpError):
        _LOG.error("%s", method, exc_info=error)
        await context.abort(grpc.StatusCode.INTERNAL, "internal error")
        return
    payloads = payloads_of(error)
    trailing = () if payloads is None else ((PAYLOAD_HEADER, payloads),)
    status = _STATUSES.get(error.code, grpc.StatusCode.UNKNOWN)
    await context.abort(status, header_text(error.message), trailing)
