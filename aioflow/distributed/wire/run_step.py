"""RunStep's request and answer, framed by hand: both are on the way of every step."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow.distributed.interfaces.master import StepReply, StepRequest
from aioflow.distributed.transport.statuses import error_of
from aioflow.distributed.wire.fields import (
    Buffer,
    bytes_field,
    bytes_of,
    length_field,
    number_field,
    number_of,
    read_fields,
    signed,
    text_field,
    text_of,
)
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType


def write_request(request: StepRequest) -> bytes:
    """The bytes of a `RunStepRequest`, which asks for errors in the answer's body."""
    parts: list[Buffer] = [text_field(1, request.session_handle)]
    for name, dtype, value in request.feeds:
        write_named(parts, 2, name, value, dtype or dtypes.as_dtype(value.dtype))
    parts += [bytes_field(3, name.encode()) for name in request.fetches]
    parts += [bytes_field(4, name.encode()) for name in request.targets]
    parts.append(bytes_field(5, request.options))  # always there, as from TensorFlow's clients
    parts.append(text_field(6, request.partial_run_handle))
    parts.append(b"\x38\x01")
    parts.append(number_field(8, request.request_id))
    return b"".join(parts)


def write_named(parts: list[Buffer], field: int, name: str, value: Any, dtype: DType) -> None:
    """Adds a `NamedTensorProto` to the parts of a message."""
    tensor, nbytes = write_tensor(value, dtype)
    head = bytes_field(1, name.encode()) + length_field(2, nbytes)
    parts.append(length_field(field, len(head) + nbytes))
    parts.append(head)
    parts += tensor


def read_named(view: memoryview, max_nbytes: int | None) -> tuple[str, Any]:
    """Name and array of a `NamedTensorProto`."""
    name, tensor = "", memoryview(b"")
    for field, value in read_fields(view):
        if field == 1:
            name = text_of(value)
        elif field == 2:
            tensor = bytes_of(value)
    return name, read_tensor(tensor, max_nbytes)


def read_request(body: bytes, max_nbytes: int | None) -> tuple[StepRequest, bool]:
    """A request, and whether it asks for errors in the answer's body.

    Raises:
        InternalError: The bytes are no request.
        InvalidArgumentError: A fed value is no tensor.
    """
    request, fetches, targets = StepRequest(""), [], []
    feeds: list[tuple[str, DType | None, Any]] = []
    stores_errors = False
    try:
        for field, value in read_fields(memoryview(body)):
            if field == 1:
                request.session_handle = text_of(value)
            elif field == 2:
                feeds.append(_read_feed(bytes_of(value), len(feeds), max_nbytes))
            elif field == 3:
                fetches.append(text_of(value))
            elif field == 4:
                targets.append(text_of(value))
            elif field == 5:
                request.options = bytes(bytes_of(value))
            elif field == 6:
                request.partial_run_handle = text_of(value)
            elif field == 7:
                stores_errors = bool(number_of(value))
            elif field == 8:
                request.request_id = signed(number_of(value))
    except DecodeError:
        raise errors.internal("Unable to parse request") from None
    request.feeds, request.fetches, request.targets = feeds, fetches, targets
    return request, stores_errors


def _read_feed(view: memoryview, index: int, max_nbytes: int | None) -> tuple[str, None, Any]:
    try:
        name, value = read_named(view, max_nbytes)
    except errors.InvalidArgumentError as error:
        raise errors.invalid_argument(f"Invalid TensorProto for feed value {index}; {error.message}") from None
    return name, None, value


def write_reply(reply: StepReply) -> bytes:
    """The bytes of a `RunStepResponse`."""
    parts: list[Buffer] = []
    for name, value in reply.values.items():
        dtype = reply.dtypes.get(name)
        write_named(parts, 1, name, value, dtype or dtypes.as_dtype(value.dtype))
    parts.append(bytes_field(2, reply.metadata))
    return b"".join(parts)


def write_error(error: errors.OpError) -> bytes:
    """The bytes of a `RunStepResponse` for a step that has failed."""
    return number_field(3, error.code) + bytes_field(4, error.message.encode())


def read_reply(body: bytes) -> StepReply:
    """An answer.

    Raises:
        InternalError: The bytes are no answer.
        OpError: The step failed.
    """
    values: dict[str, Any] = {}
    metadata, code, text = b"", 0, ""
    try:
        for field, value in read_fields(memoryview(body)):
            if field == 1:
                name, array = read_named(bytes_of(value), None)
                values[name] = array
            elif field == 2:
                metadata = bytes(bytes_of(value))
            elif field == 3:
                code = number_of(value)
            elif field == 4:
                text = text_of(value)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    if code:
        raise error_of(code, text)
    return StepReply(values, {}, metadata)


def names_of(names: Sequence[str]) -> list[str]:
    """Names of tensors with their index, which some peers leave out where it is 0."""
    return [name if ":" in name else f"{name}:0" for name in names]
