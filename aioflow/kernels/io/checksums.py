"""CRC-32C, Castagnoli's checksum, by which files of records and checkpoints find out that they are damaged.

The register after some bytes follows from the register before and from the bytes. Bytes one by one are a loop in
Python; many bytes are cut into words, whose checksums numpy joins in pairs.
"""
from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

# Castagnoli's polynomial 0x1EDC6F41 (RFC 3720, section 12.1), bits reversed: the lowest bit of each byte is the
# first.
_POLYNOMIAL = 0x82F63B78
# The register begins with ones, else zeros in front of the data would not count; it is inverted at the end.
_ALL_ONES = 0xFFFFFFFF
# The number that TensorFlow and LevelDB add to a checksum which lies in a file.
_MASK_DELTA = 0xA282EAD8
_FEW_NBYTES = 512  # below, a loop over bytes is the faster way
_PIECE_NBYTES = 1 << 18  # fits with its intermediate results into a processor's cache

Bytes = bytes | bytearray | memoryview
Words = np.ndarray[Any, np.dtype[np.uint32]]


def _table() -> list[int]:
    """The register that each byte leaves behind in a register of zeros: a bit that falls out flips the polynomial's."""
    entries = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
        entries.append(byte)
    return entries


_TABLE = _table()


def crc32c(data: Bytes, before: int = 0) -> int:
    """The checksum of some bytes.

    Args:
        data: The bytes.
        before: The checksum of what comes before them, for one of both together.
    """
    state, view = before ^ _ALL_ONES, memoryview(data)
    # The register goes from piece to piece, so memory is taken for one piece at a time, however long the data is.
    for start in range(0, len(view), _PIECE_NBYTES):
        piece = view[start : start + _PIECE_NBYTES]
        state = _after_few(state, piece) if len(piece) < _FEW_NBYTES else _after_many(state, piece)
    return state ^ _ALL_ONES


def masked(checksum: int) -> int:
    """A checksum as files hold it: rotated and shifted, so that one of data with checksums in it is no trap."""
    return ((checksum >> 15 | checksum << 17) + _MASK_DELTA) & _ALL_ONES


def unmasked(checksum: int) -> int:
    """The checksum of which `masked` made this number."""
    rotated = (checksum - _MASK_DELTA) & _ALL_ONES
    return (rotated >> 17 | rotated << 15) & _ALL_ONES


def masked_crc32c(data: Bytes) -> int:
    """The checksum of some bytes as files hold it."""
    return masked(crc32c(data))


def _after_few(state: int, data: memoryview) -> int:
    """The register behind some bytes, by the table, one byte after the other."""
    table = _TABLE
    for byte in data:
        state = table[(state ^ byte) & 0xFF] ^ state >> 8
    return state


# A checksum without its inversions is linear: that of two pieces is that of the first, moved on over as many zeros as
# the second is long, XOR that of the second. So words are joined in pairs, the pairs in pairs, and so on.
def _after_many(state: int, data: memoryview) -> int:
    """The register behind some bytes, by words that are joined in pairs."""
    # A power of two, so that there is a partner for each word on every level.
    num_words = 1 << (-(-len(data) // 4) - 1).bit_length()
    # The room that is left is in front, where zeros change nothing: they leave a register of zeros as it is.
    octets = np.zeros(num_words * 4, np.uint8)
    octets[-len(data) :] = data
    # A register that is not zero acts as if it were XORed onto the first four bytes behind it.
    octets[-len(data) :][:4] ^= np.array([state], "<u4").view(np.uint8)
    words = octets.view("<u4")
    level = 0
    while len(words) > 1:
        # Both halves of a pair stand for equally many bytes; the first one is moved on over the second one's.
        words = _moved_on(np.ascontiguousarray(words[0::2]), level) ^ words[1::2]
        level += 1
    # Up to here the last four bytes of each word have not gone through the register yet.
    return int(_moved_on(words, 0)[0])


def _moved_on(words: Words, level: int) -> Words:
    """Checksums, each moved on over 4 * 2**level zeros."""
    # By linearity, too, a word is moved on byte by byte: four look-ups, whose results are XORed.
    octets, tables = words.view(np.uint8), _tables(level)
    moved = tables[0].take(octets[0::4])
    for place in (1, 2, 3):
        moved ^= tables[place].take(octets[place::4])
    return moved


@cache
def _tables(level: int) -> list[Words]:
    """Four tables: the register that each byte, at each of the four places, becomes by 4 * 2**level zeros."""
    # Over twice as many zeros is over as many, twice. There are at most 16 levels of 4 KiB, as pieces are limited.
    if level:
        return [_moved_on(table, level - 1) for table in _tables(level - 1)]
    over_one = np.array(_TABLE, "<u4")
    tables = [(np.arange(256) << 8 * place).astype("<u4") for place in range(4)]
    for _ in range(4):
        tables = [over_one[table & 0xFF] ^ table >> 8 for table in tables]
    return tables
