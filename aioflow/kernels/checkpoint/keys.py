"""Keys of stored slices: bytes that sort as the names and the numbers in them do.

The encoding is TensorFlow's OrderedCode. Comparing two keys byte by byte compares their names, then the numbers of
their dimensions, then start and length in each of these.
"""
from __future__ import annotations

from aioflow.framework.geometry.tensor_slices import TensorSlice

# The end of a text must sort before any byte that could follow. It is 0 1, so a 0 in the text becomes 0 255, which is
# greater; 255 is escaped likewise, since OrderedCode keeps it for an infinity.
_ESCAPED = {0x00: b"\x00\xff", 0xFF: b"\xff\x00"}
_END_OF_TEXT = b"\x00\x01"


def slice_key(name: bytes, part: TensorSlice) -> bytes:
    """The key of a slice of the tensor `name`. No name of a tensor is one, since it begins with a zero."""
    numbers = b"".join(_signed(start) + _signed(length) for start, length in part.extents)
    return _unsigned(0) + _text(name) + _unsigned(len(part.extents)) + numbers


def _text(text: bytes) -> bytes:
    """A text and its end."""
    return b"".join(_ESCAPED.get(byte, bytes([byte])) for byte in text) + _END_OF_TEXT


def _unsigned(number: int) -> bytes:
    """As many bytes as it needs, the highest first; in front of them how many."""
    # Of two numbers the one with more bytes is greater, so their count decides first.
    nbytes = (number.bit_length() + 7) // 8
    return bytes([nbytes]) + number.to_bytes(nbytes, "big")


def _signed(number: int) -> bytes:
    """As few bytes as it needs, the highest first; in front as many ones (zeros if negative) as there are bytes."""
    if number < 0:
        # All bits inverted, so that a larger amount sorts earlier, and all of them before zero.
        return bytes(byte ^ 0xFF for byte in _signed(~number))
    # Seven bits of each byte are left for the number, less one for the zero that ends the ones.
    nbytes = number.bit_length() // 7 + 1
    ones = (1 << nbytes) - 1
    return (ones << 7 * nbytes | number).to_bytes(nbytes, "big")
