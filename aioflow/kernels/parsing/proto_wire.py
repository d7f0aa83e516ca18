"""Protocol buffers byte by byte: the fields of a message, and the values of each type of field.

A message is a row of fields, each a tag (a varint of number << 3 | wire type) and a value whose wire type tells its
length. Values are read here as unsigned numbers or bytes, and turned into Python values by the type of the field.
"""
from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.kernels.io.varints import read_varint, varint

# Protobuf's wire types by number; groups are the old way to nest messages.
VARINT, FIXED64, BYTES, _GROUP, _END_GROUP, FIXED32 = range(6)
_MASK = (1 << 64) - 1
_FIXED_NBYTES = {FIXED64: 8, FIXED32: 4}


@dataclass(frozen=True, slots=True)
class FieldKind:
    """One of protobuf's types of field.

    Attributes:
        name: As TensorFlow's messages have it.
        wire: How a value lies in the message.
        dtypes: Those that hold its values.
        decoded: The Python value of an unsigned number, or of bytes.
        encoded: The unsigned number, or the bytes, of a Python value.
    """

    name: str
    wire: int
    dtypes: tuple[DType, ...]
    decoded: Callable[[Any], Any]
    encoded: Callable[[Any], Any]


def _packing(layout: str) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """The two functions between unsigned numbers and the values of that `struct` layout, which have the same bits."""
    raw, own = struct.Struct("<Q" if layout in "dqQ" else "<I"), struct.Struct("<" + layout)
    return lambda number: own.unpack(raw.pack(number))[0], lambda value: raw.unpack(own.pack(value))[0]


def _signed(bits: int) -> Callable[[int], int]:
    """A function that reads the low `bits` of a number as two's complement."""
    half, mask = 1 << (bits - 1), (1 << bits) - 1
    return lambda number: ((number & mask) ^ half) - half


def _unsigned(bits: int) -> Callable[[int], int]:
    """A function that keeps the low `bits` of a number."""
    mask = (1 << bits) - 1
    return lambda number: number & mask


def _unzigzag(bits: int) -> Callable[[int], int]:
    """A function that undoes zigzag: 0, 1, 2, 3 for 0, -1, 1, -2, so that small numbers of either sign are short."""
    mask = (1 << bits) - 1
    return lambda number: ((number & mask) >> 1) ^ -(number & 1)


def _zigzag(bits: int) -> Callable[[int], int]:
    """The reverse of `_unzigzag`."""
    signed, mask = _signed(bits), (1 << bits) - 1
    return lambda value: ((signed(value) << 1) ^ (signed(value) >> (bits - 1))) & mask


def _same(value: Any) -> Any:
    return value


_I32, _I64 = (dtypes.int32, dtypes.int64), (dtypes.int64,)
_U32, _U64, _STRING = (dtypes.uint32, dtypes.uint64), (dtypes.uint64,), (dtypes.string,)
_FLOAT, _DOUBLE = (dtypes.float32, dtypes.float64), (dtypes.float64,)
# by the numbers that descriptors have; groups (10) are not among them
KINDS = {
    # The dtypes are those that hold every value: TensorFlow lets a node ask for a wider one, but not for a narrower.
    1: FieldKind("double", FIXED64, _DOUBLE, *_packing("d")),
    2: FieldKind("float", FIXED32, _FLOAT, *_packing("f")),
    3: FieldKind("int64", VARINT, _I64, _signed(64), _unsigned(64)),
    4: FieldKind("uint64", VARINT, _U64, _unsigned(64), _unsigned(64)),
    # Negative int32 and enums are sign-extended to 64 bits, and so take ten bytes: readers may take them for int64.
    5: FieldKind("int32", VARINT, _I32, _signed(32), lambda value: _signed(32)(value) & _MASK),
    6: FieldKind("fixed64", FIXED64, _U64, _unsigned(64), _unsigned(64)),
    7: FieldKind("fixed32", FIXED32, _U32, _unsigned(32), _unsigned(32)),
    8: FieldKind("bool", VARINT, (dtypes.bool_,), bool, int),
    9: FieldKind("string", BYTES, _STRING, _same, _same),
    11: FieldKind("message", BYTES, _STRING, _same, _same),
    12: FieldKind("bytes", BYTES, _STRING, _same, _same),
    13: FieldKind("uint32", VARINT, _U32, _unsigned(32), _unsigned(32)),
    14: FieldKind("enum", VARINT, (dtypes.int32,), _signed(32), lambda value: value & _MASK),
    15: FieldKind("sfixed32", FIXED32, _I32, _signed(32), _unsigned(32)),
    16: FieldKind("sfixed64", FIXED64, _I64, _signed(64), _unsigned(64)),
    17: FieldKind("sint32", VARINT, _I32, _unzigzag(32), _zigzag(32)),
    18: FieldKind("sint64", VARINT, _I64, _unzigzag(64), _zigzag(64)),
}  # fmt: skip


def fields_of(message: bytes) -> Iterator[tuple[int, int, Any]]:
    """Number, wire type and value (an unsigned number or bytes) of each field; groups are passed over.

    Raises:
        DataLossError: It is no message.
    """
    at, open_groups = 0, []
    while at < len(message):
        tag, at = read_varint(message, at)
        number, wire = tag >> 3, tag & 7
        # Three of a tag's 32 bits are the wire type.
        if not 0 < number < 1 << 29:
            raise errors.data_loss(f"field number {number} in a message")
        if wire == _GROUP:
            # A stack of numbers instead of recursion: groups can nest as deeply as the message is long.
            open_groups.append(number)
        elif wire == _END_GROUP:
            if not open_groups or open_groups.pop() != number:
                raise errors.data_loss("a group ends in a message that did not begin")
        else:
            value, at = _value(message, at, wire)
            if not open_groups:
                yield number, wire, value
    if open_groups:
        raise errors.data_loss("a message ends within a group")


def values_of(kind: FieldKind, wire: int, value: Any) -> list[Any]:
    """The Python values of one field of a message; none where it is of another wire type."""
    if wire == kind.wire:
        return [kind.decoded(value)]
    # Readers must take a repeated number packed or not, whatever its declaration says; any other mismatch
    # makes the field an unknown one.
    if wire != BYTES:
        return []
    values, at = [], 0
    while at < len(value):
        number, at = _value(value, at, kind.wire)
        values.append(kind.decoded(number))
    return values


def field_bytes(kind: FieldKind, number: int, values: list[Any], is_packed: bool) -> bytes:
    """A field with these values, one after the other or, packed, in one piece."""
    contents = [_encoded(kind.wire, kind.encoded(value)) for value in values]
    # Nothing at all for no values: an empty packed field would still be a field.
    if is_packed:
        packed = b"".join(contents)
        return varint(number << 3 | BYTES) + varint(len(packed)) + packed if values else b""
    tag = varint(number << 3 | kind.wire)
    return b"".join(tag + content for content in contents)


def _encoded(wire: int, value: Any) -> bytes:
    """The bytes of one value, without a tag."""
    if wire == BYTES:
        return varint(len(value)) + bytes(value)
    return varint(value) if wire == VARINT else int(value).to_bytes(_FIXED_NBYTES[wire], "little")


def _value(message: bytes, at: int, wire: int) -> tuple[Any, int]:
    """The value at `at`, and where it ends.

    Raises:
        DataLossError: The message ends before it, or there is no such wire type.
    """
    if wire == VARINT:
        return read_varint(message, at)
    if wire == BYTES:
        nbytes, at = read_varint(message, at)
    elif wire in _FIXED_NBYTES:
        nbytes = _FIXED_NBYTES[wire]
    else:
        raise errors.data_loss(f"unknown wire type {wire} in a message")
    end = at + nbytes
    if end > len(message):
        raise errors.data_loss("a message ends within a field")
    content = message[at:end]
    return (content if wire == BYTES else int.from_bytes(content, "little")), end
