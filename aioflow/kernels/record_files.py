"""Records in files of TensorFlow's own kind: each with its length in front, and a checksum behind each of the two."""
from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from aioflow import errors

_LENGTH, _CHECKSUM = struct.Struct("<Q"), struct.Struct("<I")
_HEADER_NBYTES = _LENGTH.size + _CHECKSUM.size
_POLYNOMIAL = 0x82F63B78  # Castagnoli's, bits reversed


def _table() -> list[int]:
    entries = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (_POLYNOMIAL if byte & 1 else 0)
        entries.append(byte)
    return entries


_TABLE = _table()


def crc32c(data: bytes) -> int:
    """Castagnoli's checksum, 32 bits."""
    table, checksum = _TABLE, 0xFFFFFFFF
    for byte in data:
        checksum = table[(checksum ^ byte) & 0xFF] ^ checksum >> 8
    return checksum ^ 0xFFFFFFFF


def masked_crc32c(data: bytes) -> int:
    """The checksum as files hold it: rotated and shifted, so that one of data with checksums in it is no trap."""
    checksum = crc32c(data)
    return ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF


def read_records(path: Path, compression: str = "") -> Iterator[bytes]:
    """The records of a file, one after the other.

    Args:
        path: The file.
        compression: "GZIP", "ZLIB", or anything else for none.

    Raises:
        DataLossError: The file is damaged.
    """
    with _opened(path, compression) as file:
        position = 0
        while header := _exactly(file, _HEADER_NBYTES, position, may_be_over=True):
            _check(header[: _LENGTH.size], header[_LENGTH.size :], position)
            (nbytes,) = _LENGTH.unpack(header[: _LENGTH.size])
            rest = _exactly(file, nbytes + _CHECKSUM.size, position)
            _check(rest[:nbytes], rest[nbytes:], position + _HEADER_NBYTES)
            position += _HEADER_NBYTES + len(rest)
            yield rest[:nbytes]


def _opened(path: Path, compression: str) -> io.BufferedIOBase:
    if compression == "GZIP":
        return gzip.open(path)
    return io.BytesIO(zlib.decompress(path.read_bytes())) if compression == "ZLIB" else path.open("rb")


def _exactly(file: io.BufferedIOBase, nbytes: int, position: int, may_be_over: bool = False) -> bytes:
    data = file.read(nbytes)
    if len(data) != nbytes and (data or not may_be_over):
        raise errors.data_loss(f"truncated record at {position}' failed with Read less bytes than requested")
    return data


def _check(data: bytes, checksum: bytes, position: int) -> None:
    if masked_crc32c(data) != _CHECKSUM.unpack(checksum)[0]:
        raise errors.data_loss(f"corrupted record at {position}")
