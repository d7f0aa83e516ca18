"""Numbers in as few bytes as they need, seven bits in each, the lowest first; the eighth bit says that more follow.

These are the varints of protocol buffers and of LevelDB's tables.
"""
from __future__ import annotations

from aioflow import errors

# Seven bits each hold 64 in ten bytes. Of the tenth only one bit counts; protocol buffers ignore the others, too.
_MAX_NBYTES = 10
_MASK = (1 << 64) - 1


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a place, of which 64 bits count, and where what follows it begins.

    Raises:
        DataLossError: The data ends within it, or it has more than ten bytes.
    """
    # Most numbers have one byte.
    if at < len(data) and data[at] < 0x80:
        return data[at], at + 1
    number = 0
    for place, byte in enumerate(data[at : at + _MAX_NBYTES]):
        number |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return number & _MASK, at + place + 1
    raise errors.data_loss("the data ends within a number, or the number is too long")


def varint(number: int) -> bytes:
    """A number that is not negative in bytes."""
    octets = bytearray()
    while number > 0x7F:
        octets.append(number & 0x7F | 0x80)
        number >>= 7
    octets.append(number)
    return bytes(octets)
