"""What the compression called Snappy has made smaller, as it was. TensorFlow reads such blocks, but writes none."""
from __future__ import annotations

from aioflow import errors
from aioflow.kernels.io.varints import read_varint

_MAX_RATIO = 64  # the longest copy takes two bytes at least


def decompressed(data: bytes) -> bytes:
    """The original.

    Raises:
        DataLossError: The data is damaged.
    """
    nbytes, at = read_varint(data, 0)
    if nbytes > len(data) * _MAX_RATIO:
        raise _damaged()
    result = bytearray()
    while at < len(data) and len(result) <= nbytes:
        at = (_literal if data[at] & 3 == 0 else _copy)(data, at, result)
    if len(result) != nbytes or at != len(data):
        raise _damaged()
    return bytes(result)


def _literal(data: bytes, at: int, result: bytearray) -> int:
    """Appends bytes that stand there as they are; returns where they end."""
    length = data[at] >> 2
    at += 1
    if length >= 60:  # then it stands in the next one to four bytes
        width = length - 59
        length = int.from_bytes(data[at : at + width], "little")
        at += width
    end = at + length + 1
    if end > len(data):
        raise _damaged()
    result += data[at:end]
    return end


def _copy(data: bytes, at: int, result: bytearray) -> int:
    """Appends bytes that have been before; returns where what tells so ends."""
    tag = data[at]
    if tag & 3 == 1:
        end, length = at + 2, (tag >> 2 & 7) + 4
        distance = (tag >> 5) << 8 | int.from_bytes(data[at + 1 : end], "little")
    else:
        end, length = at + (3 if tag & 3 == 2 else 5), (tag >> 2) + 1
        distance = int.from_bytes(data[at + 1 : end], "little")
    if end > len(data) or not 0 < distance <= len(result):
        raise _damaged()
    source = bytes(result[-distance:])[:length]
    result += (source * -(-length // len(source)))[:length]  # which may run into what it appends itself
    return end


def _damaged() -> errors.OpError:
    return errors.data_loss("corrupted compressed block contents")
