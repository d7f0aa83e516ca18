"""Varints, as protocol buffers and LevelDB's tables have them: numbers in as few bytes as they need.

Each byte has seven bits of the number, the lowest first; its eighth bit says that another byte follows.
See https://protobuf.dev/programming-guides/encoding/#varints.
"""
from __future__ import annotations

from google.protobuf.message import DecodeError

# Seven bits each hold 64 in ten bytes. Of the tenth only one bit counts; protocol buffers ignore the others, too.
_SHIFTS = tuple(range(7, 70, 7))
_MASK = (1 << 64) - 1
# Most numbers are lengths and tags of one byte: looked up, such a one takes a third of the time.
_SMALL = [bytes([number]) for number in range(128)]


def read_varint(data: bytes | memoryview, at: int) -> tuple[int, int]:
    """The number at a place, of which 64 bits count, and where what follows it begins.

    Raises:
        DecodeError: The data ends within it, or it has more than ten bytes.
    """
    try:
        number = data[at]
        if number < 128:
            return number, at + 1
        number &= 127
        for shift in _SHIFTS:
            at += 1
            byte = data[at]
            number |= (byte & 127) << shift
            if byte < 128:
                return number & _MASK, at + 1
    except IndexError:  # looked for only here: a comparison with the length costs each number that is whole
        pass
    raise DecodeError("Error parsing message: a number is cut short")


def varint(number: int) -> bytes:
    """A number of 64 bits, with a sign or without, in bytes; a negative one takes ten."""
    if 0 <= number < 128:
        return _SMALL[number]
    number &= _MASK
    octets = bytearray()
    while number > 127:
        octets.append(number & 127 | 128)
        number >>= 7
    octets.append(number)
    return bytes(octets)
