"""CRC-32C, Castagnoli's checksum, by which files of records and checkpoints find out that they are damaged.

The register after some bytes follows from the register before and from the bytes. google-crc32c computes it where the
extra `io` is installed. Else bytes one by one are a loop in Python; many bytes are looked up all at once, each in the
table of its place in its row, and the rows' registers likewise.
"""
from __future__ import annotations

from collections.abc import Callable
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
_FEW_NBYTES = 48  # below, a loop over bytes is the faster way: 4 µs by either
_PIECE_NBYTES = 1 << 16  # fits with its intermediate results, twelve times as large, into a processor's cache
# Of google-crc32c, which keeps the interpreter's lock: some milliseconds.
_LOCKED_NBYTES = 1 << 24
_ROW_NBYTES = 256  # the tables of a row's places take 256 kB, a second level of cache's share

Bytes = bytes | bytearray | memoryview
Words = np.ndarray[Any, np.dtype[np.uint32]]
_FIRST = np.arange(_ROW_NBYTES) * 256  # where the entries of each place begin


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
    extend = _library()
    return _by_tables(data, before) if extend is None else _by_library(extend, data, before)


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


# Imported at the first checksum, not with the kernels of files, most of which need none.
@cache
def _library() -> Callable[[int, Any], int] | None:
    """google-crc32c's function of a checksum and the bytes behind; None where it is not installed."""
    try:
        import google_crc32c
    except ImportError:
        return None
    # Without a compiler it is a loop over bytes, which is slower than ours.
    return google_crc32c.extend if google_crc32c.implementation == "c" else None


def _by_library(extend: Callable[[int, Any], int], data: Bytes, before: int) -> int:
    """The checksum by google-crc32c."""
    if type(data) is bytes and len(data) <= _LOCKED_NBYTES:
        return extend(before, data)
    # It refuses a bytearray and a memoryview, but takes an array of numpy, which need not be copied.
    octets = np.frombuffer(data, np.uint8)
    for start in range(0, len(octets), _LOCKED_NBYTES):
        before = extend(before, octets[start : start + _LOCKED_NBYTES])
    return before


def _by_tables(data: Bytes, before: int) -> int:
    """The checksum by our tables."""
    state, view = before ^ _ALL_ONES, memoryview(data)
    # The register goes from piece to piece, so memory is taken for one piece at a time, however long the data is.
    for start in range(0, len(view), _PIECE_NBYTES):
        piece = view[start : start + _PIECE_NBYTES]
        state = _after_few(state, piece) if len(piece) < _FEW_NBYTES else _after_many(state, piece)
    return state ^ _ALL_ONES


def _after_few(state: int, data: memoryview) -> int:
    """The register behind some bytes, by the table, one byte after the other."""
    table = _TABLE
    for byte in data:
        state = table[(state ^ byte) & 0xFF] ^ state >> 8
    return state


# A register that began with zeros is linear: that behind a row of bytes is the XOR of what each of them alone would
# leave, moved on over the zeros that stand for the bytes behind it. So each place in a row has a table of its own.
def _after_many(state: int, data: memoryview) -> int:
    """The register behind some bytes: behind each row of them, then behind rows of those registers, up to one."""
    # The room that is left is in front, where zeros change nothing: they leave a register of zeros as it is.
    room = _room(len(data))
    copy = bytearray(room + len(data))
    copy[room:] = data
    # A register that is not zero acts as if it were XORed onto the first four bytes behind it.
    first = int.from_bytes(copy[room : room + 4], "little") ^ state
    copy[room : room + 4] = first.to_bytes(4, "little")
    words, level = _behind_rows(np.frombuffer(copy, np.uint8), 0), 0
    while len(words) > 1:
        level += 1
        octets = words.view(np.uint8)
        if room := _room(len(octets)):
            octets = np.concatenate([np.zeros(room, np.uint8), octets])
        words = _behind_rows(octets, level)
    return int(words[0])


def _room(nbytes: int) -> int:
    """The bytes by which so many are no whole rows; a row that is alone may be shorter."""
    return 0 if nbytes <= _ROW_NBYTES else -nbytes % _ROW_NBYTES


def _behind_rows(octets: np.ndarray[Any, np.dtype[np.uint8]], level: int) -> Words:
    """The register behind each row, by the tables of that level."""
    width = min(len(octets), _ROW_NBYTES)
    # A shorter row is the end of one that begins with zeros.
    places = _FIRST[-width:] + octets.reshape(-1, width)
    # There is an entry for every place; `wrap` takes a tenth less time than looking whether there is.
    words: Words = np.bitwise_xor.reduce(_entries(level).take(places, mode="wrap"), axis=1)
    return words


# At level 0 rows are of data; above, each four bytes are the register behind a row of the level below.
@cache
def _entries(level: int) -> Words:
    """The register that each byte leaves behind its row, for each of the row's places [256 * 256]."""
    # The last byte of data has gone through the register; the last register stands already where it is to be.
    entries, step = (_single_bytes() if level else np.array(_TABLE, "<u4")), _step(level)
    while len(entries) < 256 * _ROW_NBYTES:
        entries = np.concatenate([_moved_on(entries, step), entries])
        step = _moved_on(step, step)
    return entries


@cache
def _step(level: int) -> Words:
    """Four tables of 256 that move a register on over as many zeros as an item of a row at that level stands for."""
    if not level:
        # Over one zero: the lowest byte goes through the table, the others move down.
        return np.concatenate([np.array(_TABLE, "<u4"), _single_bytes()[:768]])
    step, num_items = _step(level - 1), _ROW_NBYTES if level == 1 else _ROW_NBYTES // 4
    for _ in range(num_items.bit_length() - 1):
        step = _moved_on(step, step)
    return step


def _single_bytes() -> Words:
    """Registers with one byte that is not zero: 256 for each of its four places."""
    return np.concatenate([(np.arange(256) << 8 * place).astype("<u4") for place in range(4)])


def _moved_on(words: Words, step: Words) -> Words:
    """Registers, each moved on by the four tables of `step`: byte by byte, whose results are XORed."""
    places = _FIRST[:4] + words.view(np.uint8).reshape(-1, 4)
    moved: Words = np.bitwise_xor.reduce(step.take(places), axis=1)
    return moved
