"""RunStep's request and answer, framed by hand: both are on the way of every step."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow.distributed.interfaces.master import StepReply, StepRequest
from aioflow.distributed.wire.fields import (
    Buffer,
    bytes_field,
    number_field,
    read_varint,
    signed,
    text_field,
    text_of,
)
from aioflow.distributed.wire.tables import (
    Table,
    Value,
    copy_of,
    flag_of,
    read_answer,
    read_message,
    read_named,
    signed_of,
    write_failure,
    write_named,
)
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType


def write_request(request: StepRequest) -> list[Buffer]:
    """The parts of a `RunStepRequest`, which asks for errors in the answer's body."""
    parts: list[Buffer] = [text_field(1, request.session_handle)]
    for name, dtype, value in request.feeds:
        write_named(parts, 2, name, value, dtype or dtypes.as_dtype(value.dtype))
    parts.append(
        _signature(tuple(request.fetches), tuple(request.targets), request.options, request.partial_run_handle)
        + number_field(8, request.request_id)
    )
    return parts


@lru_cache(1024)
def _signature(fetches: tuple[str, ...], targets: tuple[str, ...], options: bytes, partial_run_handle: str) -> bytes:
    """What does not differ from one step to the next."""
    parts = [bytes_field(3, name.encode()) for name in fetches]
    parts += [bytes_field(4, name.encode()) for name in targets]
    parts.append(bytes_field(5, options))  # always there, as from TensorFlow's clients
    parts += [text_field(6, partial_run_handle), b"\x38\x01"]
    return b"".join(parts)


@dataclass(slots=True)
class _Request(StepRequest):
    """A request that is being read."""

    feeds: list[tuple[str, DType | None, Any]] = field(default_factory=list)
    fetches: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    stores_errors: bool = False


def read_request(body: Buffer, max_nbytes: int | None) -> tuple[StepRequest, bool]:
    """A request, and whether it asks for errors in the answer's body.

    Raises:
        InternalError: The bytes are no request.
        InvalidArgumentError: A fed value is no tensor.
    """
    end = _without_id(body)
    known = _KNOWN.get(bytes(body[:end])) if end else None
    if known is not None:
        request_id = signed(read_varint(memoryview(body), end + 1)[0])
        made = StepRequest(
            known.session_handle, (), known.fetches, known.targets, known.options, known.partial_run_handle, request_id
        )
        return made, known.stores_errors
    read = _read_whole(body, max_nbytes)
    if end and not read.feeds:
        _remember(bytes(body[:end]))
    return read, read.stores_errors


#: Requests without feeds, but for their ids, as they came: nearly all steps of a client differ in nothing else.
_KNOWN: dict[bytes, _Request] = {}
_MAX_KNOWN = 1024
_MAX_KNOWN_NBYTES = 4096  # of each
_ID_TAG = 8 << 3


def _without_id(body: Buffer) -> int:
    """Where the id begins in a request that seems to end with it; 0 for others."""
    position = len(body) - 1
    if not 0 < position <= _MAX_KNOWN_NBYTES or body[position] > 127:
        return 0
    while position > 1 and body[position - 1] > 127:
        position -= 1
    return position - 1 if body[position - 1] == _ID_TAG and len(body) - position <= 10 else 0


def _remember(head: bytes) -> None:
    try:
        made = _read_whole(head, None)
    except errors.InternalError:
        return  # what looked like an id is the end of something else
    if len(_KNOWN) >= _MAX_KNOWN:
        _KNOWN.clear()
    _KNOWN[head] = made


def _read_whole(body: Buffer, max_nbytes: int | None) -> _Request:
    made = _Request("")

    def read_feed(value: Value) -> tuple[str, None, Any]:
        try:
            name, array = read_named(value, max_nbytes)
        except errors.InvalidArgumentError as error:
            text = f"Invalid TensorProto for feed value {len(made.feeds)}; {error.message}"
            raise errors.invalid_argument(text) from None
        return name, None, array

    try:
        read_message(body, {**_REQUEST, 2: ("feeds", read_feed)}, made)
    except DecodeError:
        raise errors.internal("Unable to parse request") from None
    return made


_REQUEST: Table = {
    1: ("session_handle", text_of),
    3: ("fetches", text_of),
    4: ("targets", text_of),
    5: ("options", copy_of),
    6: ("partial_run_handle", text_of),
    7: ("stores_errors", flag_of),
    8: ("request_id", signed_of),
}


def write_reply(reply: StepReply) -> list[Buffer]:
    """The parts of a `RunStepResponse`."""
    parts: list[Buffer] = []
    for name, value in reply.values.items():
        dtype = reply.dtypes.get(name)
        write_named(parts, 1, name, value, dtype or dtypes.as_dtype(value.dtype))
    parts.append(bytes_field(2, reply.metadata))
    return parts


def write_error(error: errors.OpError) -> bytes:
    """The bytes of a `RunStepResponse` for a step that has failed."""
    return write_failure(error, 3, 4)


@dataclass(slots=True)
class _Reply:
    """An answer that is being read."""

    values: list[tuple[str, Any]] = field(default_factory=list)
    metadata: bytes = b""
    code: int = 0
    text: str = ""


_REPLY: Table = {
    1: ("values", read_named),
    2: ("metadata", copy_of),
    3: ("code", signed_of),
    4: ("text", text_of),
}


def read_reply(body: Buffer) -> StepReply:
    """An answer.

    Raises:
        InternalError: The bytes are no answer.
        OpError: The step failed.
    """
    made = read_answer(body, _REPLY, _Reply())
    return StepReply(dict(made.values), {}, made.metadata)


def names_of(names: Sequence[str]) -> list[str]:
    """Names of tensors with their index, which some peers leave out where it is 0."""
    return [name if ":" in name else f"{name}:0" for name in names]
