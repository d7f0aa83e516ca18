"""The methods of TensorFlow's services by path, and calls of them with messages."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from aioflow import errors
from aioflow.distributed.transport.transport import Body, Buffer, Call, Channel, Handler

MASTER = "/tensorflow.MasterService/"
WORKER = "/tensorflow.WorkerService/"

Request = TypeVar("Request", bound=Message)
Response = TypeVar("Response", bound=Message)


async def call(
    channel: Channel, path: str, request: Message, kind: type[Response], timeout_s: float | None, *, waits: bool = False
) -> Response:
    """Calls a method of a peer with messages; see `Channel.call`.

    Raises:
        InternalError: The answer is no such message.
        OpError: What the peer raised, or what became of the connection.
    """
    body = await channel.call(path, request.SerializeToString(), timeout_s=timeout_s, waits=waits)
    try:
        return kind.FromString(bytes(body))
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None


def handler(kind: type[Request], answer: Callable[[Request, Call], Awaitable[Message | list[Buffer]]]) -> Handler:
    """What answers a method with messages, or with the parts of one."""

    async def handle(call: Call, body: Buffer) -> Body:
        try:
            request = kind.FromString(bytes(body))
        except DecodeError:
            raise errors.internal("Unable to parse request") from None
        made = await answer(request, call)
        return made if isinstance(made, list) else made.SerializeToString()

    return handle
