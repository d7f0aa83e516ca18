"""Parsing of large messages in parts.

Protobuf's parser keeps the interpreter's lock: a model of 10 MB, most of it nodes, would stop all threads for some
60 ms, and with them the event loop beside which it is loaded. Parts of a message that are merged one after the other
give the same message (https://protobuf.dev/programming-guides/encoding/#last-one-wins), and between two of them others
have a turn.
"""
from __future__ import annotations

from typing import Any

from google.protobuf.message import DecodeError, Message

from aioflow._proto.varints import read_varint

#: A part takes 1 to 2 ms.
PART_NBYTES = 256 << 10
_MAX_DEPTH = 8  # of messages within messages that are taken in parts themselves: a SavedModel's functions are at 4
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5  # wire types of protobuf's encoding


def parse_in_parts(message: Message, data: bytes) -> None:
    """Parses into an empty message.

    Raises:
        DecodeError: The bytes are no such message.
    """
    _merge(message, memoryview(data), 0)


def _merge(message: Any, data: memoryview, depth: int) -> None:
    merged = position = 0
    fields = message.DESCRIPTOR.fields_by_number
    # What makes no sense is left to protobuf's parser, as the last part, which knows what to say of it.
    while len(data) - merged > PART_NBYTES and position < len(data):
        begin = position
        try:
            tag, position = read_varint(data, position)
            position, end = _bounds(data, position, tag & 7)
        except DecodeError:
            break
        if end > len(data):
            break
        if end - position > PART_NBYTES and depth < _MAX_DEPTH and _is_message(fields.get(tag >> 3)):
            _add(message, data[merged:begin])
            _merge(_child(message, fields[tag >> 3]), data[position:end], depth + 1)
            merged = end
        elif end - merged >= PART_NBYTES:
            _add(message, data[merged:end])
            merged = end
        position = end
    _add(message, data[merged:])


def _add(message: Any, part: memoryview) -> None:
    # Copied in a call of its own: protobuf copies a view, too, and keeps the lock from then until all is parsed. Of a
    # constant of 40 MB, which no part divides, each of the two takes 14 ms.
    copy = bytes(part)
    message.MergeFromString(copy)


def _bounds(data: memoryview, position: int, wire_type: int) -> tuple[int, int]:
    """Where the value of a field begins and ends."""
    if wire_type == _LENGTH:
        length, position = read_varint(data, position)
        return position, position + length
    if wire_type == _VARINT:
        return position, read_varint(data, position)[1]
    if wire_type in (_FIXED64, _FIXED32):
        return position, position + (8 if wire_type == _FIXED64 else 4)
    raise DecodeError("a field of no known form")


def _is_message(field: Any) -> bool:
    """Whether a field holds messages of which a program can have a part; entries of maps it only has as a whole."""
    return (
        field is not None
        and field.type == field.TYPE_MESSAGE
        and not field.message_type.GetOptions().map_entry
    )


def _child(message: Any, field: Any) -> Any:
    """The message in which the parts of a field go."""
    child = getattr(message, field.name)
    if field.is_repeated:
        return child.add()
    child.SetInParent()
    return child
