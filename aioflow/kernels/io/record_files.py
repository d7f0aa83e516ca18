"""Records in files of TensorFlow's own kind: each with its length in front, and a checksum behind each of the two."""
from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from aioflow import errors
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.file_bytes import WINDOW_BITS, FileBytes
from aioflow.kernels.io.file_errors import file_error

_LENGTH, _CHECKSUM = struct.Struct("<Q"), struct.Struct("<I")
_HEADER_NBYTES = _LENGTH.size + _CHECKSUM.size


def framed(record: bytes) -> bytes:
    """A record as files hold it."""
    length = _LENGTH.pack(len(record))
    checksums = [_CHECKSUM.pack(masked_crc32c(part)) for part in (length, record)]
    return length + checksums[0] + record + checksums[1]


def read_records(path: Path, compression: str = "") -> Iterator[bytes]:
    """The records of a file, one after the other; see `positioned_records`."""
    with FileBytes(bytes(path), compression) as file:
        for _, record in positioned_records(file):
            yield record


def positioned_records(file: FileBytes) -> Iterator[tuple[int, bytes]]:
    """Where each record of a file begins, in bytes before compression, and the record.

    A file may end in the middle of a header.

    Raises:
        DataLossError: The file is damaged.
        ResourceExhaustedError: A record is larger than a tensor may be.
    """
    position = 0
    while len(header := file.read(_HEADER_NBYTES)) == _HEADER_NBYTES:
        what_else = "" if position else " (Is this even a TFRecord file?)"
        _check(header[: _LENGTH.size], header[_LENGTH.size :], position, what_else)
        (nbytes,) = _LENGTH.unpack(header[: _LENGTH.size])
        rest = file.read(nbytes + _CHECKSUM.size)
        if len(rest) != nbytes + _CHECKSUM.size:
            raise errors.data_loss(f"truncated record at {position}' failed with Read less bytes than requested")
        _check(rest[:nbytes], rest[nbytes:], position + _HEADER_NBYTES)
        yield position, rest[:nbytes]
        position += _HEADER_NBYTES + len(rest)


def _check(data: bytes, checksum: bytes, position: int, what_else: str = "") -> None:
    if masked_crc32c(data) != _CHECKSUM.unpack(checksum)[0]:
        raise errors.data_loss(f"corrupted record at {position}{what_else}")


class RecordWriter:
    """Writes records to a new file.

    Args:
        name: The file's name.
        compression: "GZIP", "ZLIB", or "" for none.

    Raises:
        InvalidArgumentError: There is no such compression, or no file can have that name.
        OpError: The file cannot be written; so does `write`.
    """

    def __init__(self, name: str, compression: str = "") -> None:
        if compression and compression not in WINDOW_BITS:
            raise errors.invalid_argument(f"there is no compression {compression!r}")
        bits = WINDOW_BITS.get(compression)
        self._deflater = None if bits is None else zlib.compressobj(wbits=bits)
        self._name = name
        try:
            self._file = open(name, "wb")  # noqa: SIM115 - closed by `close`
        except OSError as fault:
            raise file_error(name, fault) from None
        except ValueError:
            raise errors.invalid_argument(f"no file can have the name {name!r}") from None

    def write(self, record: bytes) -> None:
        """Appends a record."""
        length = _LENGTH.pack(len(record))
        parts = length, _CHECKSUM.pack(masked_crc32c(length)), record, _CHECKSUM.pack(masked_crc32c(record))
        data = b"".join(parts)
        self._put(data if self._deflater is None else self._deflater.compress(data))

    def close(self) -> None:
        """Ends the file."""
        try:
            self._put(b"" if self._deflater is None else self._deflater.flush())
        finally:
            self._file.close()

    def _put(self, data: bytes) -> None:
        try:
            self._file.write(data)
        except OSError as fault:
            raise file_error(self._name, fault) from None
