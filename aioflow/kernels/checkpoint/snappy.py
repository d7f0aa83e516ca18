"""Snappy's compression undone. TensorFlow reads tables with such blocks, but writes none.

A stream is the length of the original, a varint, and then elements. The two lowest bits of an element's first byte
tell its kind: 0 for bytes that stand there, 1 to 3 for a copy of earlier ones, whose distance has 11, 16 or 32 bits.
"""
from __future__ import annotations

from aioflow import errors
from aioflow.kernels.io.varints import read_varint

# A copy gives at most 64 bytes and takes two at least: no stream grows more than that.
_MAX_RATIO = 64


def decompressed(data: bytes) -> bytes:
    """The original.

    Raises:
        DataLossError: The data is damaged.
    """
    nbytes, at = read_varint(data, 0)
    # The length is a claim; one that no stream can keep is refused before anything is made.
    if nbytes > len(data) * _MAX_RATIO:
        raise _damaged()
    result = bytearray()
    # It ends as soon as there is too much, whatever else may follow.
    while at < len(data) and len(result) <= nbytes:
        at = (_literal if data[at] & 3 == 0 else _copy)(data, at, result)
    if len(result) != nbytes or at != len(data):
        raise _damaged()
    return bytes(result)


def _literal(data: bytes, at: int, result: bytearray) -> int:
    """Appends bytes that stand there as they are; returns where the next element begins."""
    length = data[at] >> 2
    at += 1
    # Then it stands in the one to four bytes behind. What is stored is one less than the length.
    if length >= 60:
        width = length - 59
        length = int.from_bytes(data[at : at + width], "little")
        at += width
    end = at + length + 1
    if end > len(data):
        raise _damaged()
    result += data[at:end]
    return end


def _copy(data: bytes, at: int, result: bytearray) -> int:
    """Appends bytes that have been before; returns where the next element begins."""
    tag = data[at]
    # Kind 1: three bits of length, from 4 on, and three bits of the distance, eight more behind them. Kinds 2 and 3:
    # six bits of length, from 1 on, and the distance in two or four bytes.
    if tag & 3 == 1:
        end, length = at + 2, (tag >> 2 & 7) + 4
        distance = (tag >> 5) << 8 | int.from_bytes(data[at + 1 : end], "little")
    else:
        end, length = at + (3 if tag & 3 == 2 else 5), (tag >> 2) + 1
        distance = int.from_bytes(data[at + 1 : end], "little")
    if end > len(data) or not 0 < distance <= len(result):
        raise _damaged()
    source = bytes(result[-distance:])[:length]
    # A copy may be longer than its distance: then it repeats what it appends itself.
    result += (source * -(-length // len(source)))[:length]
    return end


def _damaged() -> errors.OpError:
    return errors.data_loss("corrupted compressed block contents")
