"""What surrounds every procedure: access, messages to and from bytes, errors to statuses."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from aioflow import errors
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.framework.tensors import declared_nbytes, tensor_from_proto
from aioflow.observe.spans import TRACEPARENT, TRACESTATE
from aioflow.serving.rpc.options import GrpcOptions
from aioflow.serving.server.authorization import Access, check_access
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Array, Request, Response

_LOG = logging.getLogger(__name__)
#: Details travel in a header, for which clients have room for 8 kB in all.
_MAX_DETAILS = 2000
_REQUEST_ID = "x-request-id"
_STATUSES = {status.value[0]: status for status in grpc.StatusCode}

Parsed = TypeVar("Parsed", bound=Message)


@dataclass(slots=True)
class Call:
    """One call.

    Attributes:
        server: Answers.
        options: Limits and more.
        protocol: "grpc" or "v2-grpc".
        metadata: What the client sent beside the message, by lower-case name.
        deadline_s: When the client gives up, in the event loop's time; None for never.
        trace: W3C's trace context in the metadata; once a model has answered, that of the answer's span if it has one.
    """

    server: ModelServer
    options: GrpcOptions
    protocol: str
    metadata: dict[str, str]
    deadline_s: float | None
    trace: Mapping[str, str] | None = None

    @property
    def request_id(self) -> str:
        """What the client calls it."""
        return self.metadata.get(_REQUEST_ID, "")

    async def predict(self, request: Request) -> Response:
        """Has a model answer; errors as of `ModelServer.predict`."""
        request.trace, request.request_id = self.trace, request.request_id or self.request_id
        try:
            return await self.server.predict(request)
        finally:
            self.trace = request.trace

    def echo(self) -> tuple[tuple[str, str], ...]:
        """The metadata behind the answer by which the client finds this call again."""
        found = ((_REQUEST_ID, self.request_id),) if self.request_id else ()
        return found if self.trace is None else (*found, (TRACEPARENT, self.trace[TRACEPARENT]))

    @property
    def priority(self) -> int:
        """The level that the metadata names; 0 for none.

        Raises:
            InvalidArgumentError: It is no number.
        """
        text = self.metadata.get("aioflow-priority", "0")
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise errors.invalid_argument(f"metadata aioflow-priority must be a number, not {text!r}")
        return int(text)


#: A procedure: the bytes of a request to the message that answers it.
Procedure = Callable[[Call, bytes], Awaitable[Message]]


def parsed(kind: type[Parsed], body: bytes) -> Parsed:
    """A message of bytes.

    Raises:
        InvalidArgumentError: They are none.
    """
    try:
        return kind.FromString(body)
    except DecodeError as error:
        raise errors.invalid_argument(f"the request is no {kind.DESCRIPTOR.name}: {error}") from None


def array_of(call: Call, proto: TensorProto) -> Array:
    """The array of a message, which may share memory with it.

    Raises:
        InvalidArgumentError: It is none.
        ResourceExhaustedError: A few bytes stand for more than a message may have: one element for a large tensor.
    """
    if declared_nbytes(proto) > call.options.max_message_nbytes:
        raise errors.resource_exhausted(
            f"a tensor of {declared_nbytes(proto)} bytes is larger than a message may be, "
            f"{call.options.max_message_nbytes} bytes"
        )
    return tensor_from_proto(proto)


class Handlers(grpc.GenericRpcHandler):
    """Finds and runs the procedures of a service.

    Args:
        server: Answers.
        options: Limits and more.
        protocol: "grpc" or "v2-grpc".
        procedures: By full name, "/package.Service/Method".
        streamed: Those of them that take and give a stream, one answer for each message.
        admin: Those that change what is served.
    """

    def __init__(
        self, server: ModelServer, options: GrpcOptions, protocol: str, procedures: dict[str, Procedure],
        streamed: frozenset[str] = frozenset(), admin: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self._server = server
        self._options = options
        self._protocol = protocol
        self._admin = admin
        # Made once: gRPC asks for the handler of each call.
        self._handlers = {
            name: self._stream(name, procedure) if name in streamed else self._unary(name, procedure)
            for name, procedure in procedures.items()
        }

    def service(self, handler_call_details: Any) -> Any:
        """The handler of a call; None if there is none of that name."""
        return self._handlers.get(handler_call_details.method)

    def _unary(self, name: str, procedure: Procedure) -> Any:
        async def handle(body: bytes, context: Any) -> bytes:
            call = self._call(context)
            try:
                await self._admit(call, name)
                answer = (await procedure(call, body)).SerializeToString()
                if call.trace is not None or _REQUEST_ID in call.metadata:
                    context.set_trailing_metadata(call.echo())
                return answer
            except Exception as error:
                status, details = status_of(error, name)
                await context.abort(status, details, call.echo())
                raise AssertionError("abort raises") from None

        return grpc.unary_unary_rpc_method_handler(handle)

    def _stream(self, name: str, procedure: Procedure) -> Any:
        async def handle(bodies: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
            call = self._call(context)
            try:
                await self._admit(call, name)
                async for body in bodies:
                    yield (await procedure(call, body)).SerializeToString()
            except Exception as error:
                status, details = status_of(error, name)
                await context.abort(status, details, call.echo())

        return grpc.stream_stream_rpc_method_handler(handle)

    def _call(self, context: Any) -> Call:
        metadata = {key: value for key, value in context.invocation_metadata() or () if isinstance(value, str)}
        left_s = context.time_remaining()
        deadline_s = None if left_s is None else asyncio.get_running_loop().time() + left_s
        trace = None
        if TRACEPARENT in metadata:
            trace = {name: metadata[name] for name in (TRACEPARENT, TRACESTATE) if name in metadata}
        return Call(self._server, self._options, self._protocol, metadata, deadline_s, trace)

    async def _admit(self, call: Call, name: str) -> None:
        if self._options.authorize is not None:
            method = name.rpartition("/")[2]
            access = Access(self._protocol, method, name, call.metadata, is_admin=name in self._admin)
            await check_access(self._options.authorize, access)


def status_of(error: Exception, name: str) -> tuple[grpc.StatusCode, str]:
    """The status and details of an error; an unexpected one is logged, and not told."""
    if isinstance(error, errors.OpError):
        return _STATUSES.get(error.code, grpc.StatusCode.UNKNOWN), str(error.message)[:_MAX_DETAILS]
    _LOG.error("%s", name, exc_info=error)
    return grpc.StatusCode.INTERNAL, "internal error"
