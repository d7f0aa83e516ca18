"""Varints in files and tensors, whose faults are lost data."""
from __future__ import annotations

from google.protobuf.message import DecodeError

from aioflow import errors
from aioflow._proto import varints
from aioflow._proto.varints import varint as varint


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a place, of which 64 bits count, and where what follows it begins.

    Raises:
        DataLossError: The data ends within it, or it has more than ten bytes.
    """
    try:
        return varints.read_varint(data, at)
    except DecodeError:
        raise errors.data_loss("the data ends within a number, or the number is too long") from None
