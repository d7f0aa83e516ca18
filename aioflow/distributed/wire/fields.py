"""Protobuf's wire format, as far as messages are read and written by hand.

The Python API of protobuf copies what is in a message three times, which for tensors is most of the time of a call.
"""
from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import DecodeError

from aioflow._proto.varints import read_varint as read_varint
from aioflow._proto.varints import varint as varint
from aioflow.distributed.transport.transport import Buffer as Buffer

VARINT, LENGTH_DELIMITED = 0, 2
_FIXED = {1: 8, 5: 4}


def signed(number: int) -> int:
    """A number of 64 bits as `int64` has it."""
    return number - 2**64 if number >> 63 else number


def number_field(field: int, number: int) -> bytes:
    """A field with a number; nothing for 0, which is what a missing field says."""
    return varint(field << 3) + varint(number) if number else b""


def length_field(field: int, nbytes: int) -> bytes:
    """What stands before the bytes of a field."""
    return varint(field << 3 | LENGTH_DELIMITED) + varint(nbytes)


def bytes_field(field: int, value: bytes) -> bytes:
    """A field with bytes, also where there are none."""
    return length_field(field, len(value)) + value


def text_field(field: int, text: str) -> bytes:
    """A field with text; nothing for an empty one."""
    return bytes_field(field, text.encode()) if text else b""


def read_fields(view: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message in order: number of the field, and a number or the bytes of its value.

    Raises:
        DecodeError: It is no message.
    """
    position, end = 0, len(view)
    while position < end:
        tag = view[position]
        position += 1
        if tag > 127:
            tag, position = read_varint(view, position - 1)
        kind = tag & 7
        if kind == LENGTH_DELIMITED:
            nbytes, position = read_varint(view, position)
            if position + nbytes > end:
                raise DecodeError("Error parsing message: a field is cut short")
            yield tag >> 3, view[position : position + nbytes]
            position += nbytes
        elif kind == VARINT:
            number, position = read_varint(view, position)
            yield tag >> 3, number
        elif kind in _FIXED and tag > 7 and position + _FIXED[kind] <= end:
            nbytes = _FIXED[kind]
            yield tag >> 3, int.from_bytes(view[position : position + nbytes], "little")
            position += nbytes
        else:
            raise DecodeError("Error parsing message: no field begins here")


def text_of(value: int | memoryview) -> str:
    """The text of a field.

    Raises:
        DecodeError: It is none.
    """
    try:
        return str(bytes_of(value), "utf-8")
    except UnicodeDecodeError as error:
        raise DecodeError(f"Error parsing message: {error}") from None


def bytes_of(value: int | memoryview) -> memoryview:
    """The bytes of a field.

    Raises:
        DecodeError: The field has a number.
    """
    if isinstance(value, int):
        raise DecodeError("Error parsing message: a field has a number in the place of bytes")
    return value


def number_of(value: int | memoryview) -> int:
    """The number of a field.

    Raises:
        DecodeError: The field has bytes.
    """
    if not isinstance(value, int):
        raise DecodeError("Error parsing message: a field has bytes in the place of a number")
    return value
