"""The keys of stored slices: bytes that sort as the names and the numbers in them do."""
from __future__ import annotations

from aioflow.framework.geometry.tensor_slices import TensorSlice

_ESCAPED = {0x00: b"\x00\xff", 0xFF: b"\xff\x00"}
_END_OF_TEXT = b"\x00\x01"


def slice_key(name: bytes, part: TensorSlice) -> bytes:
    """The key of a slice of the tensor `name`. No name of a tensor is one, since it begins with a zero."""
    numbers = b"".join(_signed(start) + _signed(length) for start, length in part.extents)
    return _unsigned(0) + _text(name) + _unsigned(len(part.extents)) + numbers


def _text(text: bytes) -> bytes:
    return b"".join(_ESCAPED.get(byte, bytes([byte])) for byte in text) + _END_OF_TEXT


def _unsigned(number: int) -> bytes:
    """As many bytes as it needs, the highest first; in front of them how many."""
    nbytes = (number.bit_length() + 7) // 8
    return bytes([nbytes]) + number.to_bytes(nbytes, "big")


def _signed(number: int) -> bytes:
    """As few bytes as it needs, the highest first; in front as many ones (zeros if negative) as there are bytes."""
    if number < 0:
        return bytes(byte ^ 0xFF for byte in _signed(~number))
    nbytes = number.bit_length() // 7 + 1
    ones = (1 << nbytes) - 1
    return (ones << 7 * nbytes | number).to_bytes(nbytes, "big")
