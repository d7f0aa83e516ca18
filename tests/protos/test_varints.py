"""Varints are read and written as protobuf does it."""
from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto.attr_value_pb2 import AttrValue
from aioflow._proto.varints import read_varint, varint
from aioflow.framework.importing.wire_cost import parse_cost
from aioflow.kernels.io import varints as varints_of_files

TAG = b"\x18"  # of `AttrValue.i`
# Both ends of each length, and numbers with signs.
NUMBERS = [0, *(1 << 7 * n for n in range(1, 9)), *((1 << 7 * n) - 1 for n in range(1, 10)), 2**63 - 1, -1, -(2**63)]


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_are_those_of_protobuf(number: int) -> None:
    """What is written is what protobuf writes, and is read again from any place, as a number without a sign."""
    octets = varint(number)
    assert AttrValue(i=number).SerializeToString() == TAG + octets
    for data in (octets, memoryview(octets)):
        assert read_varint(data, 0) == (number % 2**64, len(octets))
    assert read_varint(b"\xff" + octets + b"\x01", 1) == (number % 2**64, 1 + len(octets))


@pytest.mark.parametrize("octets", [b"\xff" * 9 + b"\x7f", b"\x81" + b"\x80" * 8 + b"\x7e", b"\x85\x80\x00"])
def test_only_64_bits_count(octets: bytes) -> None:
    """A tenth byte may have more bits than there is room for, and bytes may say nothing; protobuf reads the same."""
    number, end = read_varint(octets, 0)
    assert (number, end) == (AttrValue.FromString(TAG + octets).i % 2**64, len(octets))


@pytest.mark.parametrize("octets", [b"", b"\x80", b"\xff" * 9, b"\xff" * 10 + b"\x01", b"\x80" * 10 + b"\x00"])
def test_cut_or_too_long(octets: bytes) -> None:
    """Neither is a number, for files as for messages; protobuf says the same."""
    for reader, error in ((read_varint, DecodeError), (varints_of_files.read_varint, errors.DataLossError)):
        read: Any = reader
        with pytest.raises(error):
            read(octets, 0)
    with pytest.raises(DecodeError):
        AttrValue.FromString(TAG + octets)


@pytest.mark.parametrize(("data", "message"), [
    (b"\x80", "middle of a field"), (b"\x12\xff\xff", "middle of a field"),
    (b"\xff" * 11, "before byte 10 is too long"), (b"\x12" + b"\x80" * 10 + b"\x00", "before byte 11 is too long"),
])  # fmt: skip
def test_a_walk_says_where(data: bytes, message: str) -> None:
    """The walk over an untrusted message tells one that is cut from a number that is too long."""
    with pytest.raises(errors.DataLossError, match=message):
        parse_cost(data, AttrValue, 100)
