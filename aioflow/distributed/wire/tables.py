"""Messages of steps by tables: which field of a message is which attribute of what it is read into.

RunStep and RunGraph say much the same with other numbers; so do their answers.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from google.protobuf.message import DecodeError

from aioflow import errors
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
    text_of,
)
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.framework.dtypes import DType

Value = int | memoryview
#: Number of a field -> the attribute, and what reads its value. Repeated fields are those whose attribute is a list.
Table = Mapping[int, tuple[str, Callable[[Value], Any]]]
Made = TypeVar("Made")


def read_message(body: Buffer, table: Table, made: Made) -> Made:
    """Reads a message into an object; fields that are not in the table are left out.

    Raises:
        DecodeError: The bytes are no such message.
    """
    for field, value in read_fields(memoryview(body)):
        known = table.get(field)
        if known is not None:
            name, read = known
            there = getattr(made, name)
            if isinstance(there, list):
                there.append(read(value))
            else:
                setattr(made, name, read(value))
    return made


def read_answer(body: Buffer, table: Table, made: Made) -> Made:
    """Reads an answer, whose table has the attributes `code` and `text` for the error that it may be.

    Raises:
        InternalError: The bytes are no answer.
        OpError: What they tell of.
    """
    try:
        read_message(body, table, made)
    except DecodeError as error:
        raise errors.internal(f"Unable to parse response: {error}") from None
    code: int = getattr(made, "code")  # noqa: B009
    if code:
        raise error_of(code, getattr(made, "text"))  # noqa: B009
    return made


def write_failure(error: errors.OpError, code_field: int, text_field: int) -> bytes:
    """The bytes of an answer that tells of an error."""
    return number_field(code_field, error.code) + bytes_field(text_field, error.message.encode())


# ---- values of fields
def flag_of(value: Value) -> bool:
    """A truth value."""
    return bool(number_of(value))


def signed_of(value: Value) -> int:
    """A number with a sign."""
    return signed(number_of(value))


def copy_of(value: Value) -> bytes:
    """Bytes of their own."""
    return bytes(bytes_of(value))


# ---- tensors with names
def write_named(parts: list[Buffer], field: int, name: str, value: Any, dtype: DType) -> None:
    """Adds a `NamedTensorProto` to the parts of a message."""
    tensor, nbytes = write_tensor(value, dtype)
    head = bytes_field(1, name.encode()) + length_field(2, nbytes)
    parts.append(length_field(field, len(head) + nbytes) + head)
    parts += tensor


def read_named(value: Value, max_nbytes: int | None = None) -> tuple[str, Any]:
    """Name and array of a `NamedTensorProto`."""
    name, tensor = "", memoryview(b"")
    for field, inner in read_fields(bytes_of(value)):
        if field == 1:
            name = text_of(inner)
        elif field == 2:
            tensor = bytes_of(inner)
    return name, read_tensor(tensor, max_nbytes)
