"""Formats of files that readers and datasets read: each function gives None when it has begun, then records with keys.

The None says that the file could be opened. A reader drops a file that cannot, while an error behind the None is that
of a record, and what was read before it counts. Whether a file is opened before the None follows TensorFlow's readers.
"""
from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

from aioflow import errors
from aioflow.kernels.io.file_bytes import FileBytes
from aioflow.kernels.io.record_files import positioned_records

Record = tuple[bytes, bytes]  # key and value
Records = Iterator[Record | None]


def identity(work: bytes) -> Records:
    """The name itself; there need be no such file."""
    yield None
    yield work, work


def whole_file(work: bytes) -> Records:
    """Everything that is in the file, as one record; its key is the file's name."""
    # TensorFlow's reader opens the file only when it reads: one that is missing has begun, and fails as a record.
    yield None
    with FileBytes(work) as file:
        yield work, file.rest()


def text_lines(work: bytes, skip_header_lines: int, compression: str = "") -> Records:
    """The lines behind those of the header; their keys are numbers, from 1 on."""
    with FileBytes(work, compression) as file:
        for _ in range(skip_header_lines):
            # A file that ends within its header has no records, and is no error.
            if file.line() is None:
                break
        yield None
        # Numbers of lines in the file: those of the header count, too.
        for number in count(skip_header_lines + 1):
            line = file.line()
            if line is None:
                return
            yield b"%s:%d" % (work, number), line


def tf_records(work: bytes, compression: str, start: int = 0) -> Records:
    """The records of a file of TensorFlow's kind, from byte `start` on; their keys say how far on they begin."""
    with FileBytes(work, compression) as file:
        yield None
        if start < 0:
            # Behind the None: TensorFlow opens the file before it looks at the offset.
            raise errors.invalid_argument("Can't skip a negative number of bytes")
        file.skip(start)
        for position, record in positioned_records(file):
            yield b"%s:%d" % (work, position), record


def fixed_length_records(
    work: bytes, header_nbytes: int, record_nbytes: int, footer_nbytes: int, hop_nbytes: int, compression: str
) -> Records:
    """Pieces of one size between header and footer; their keys are numbers, from 0 on.

    Args:
        work: The file's name.
        header_nbytes: What is left out in front.
        record_nbytes: The size of a record.
        footer_nbytes: What is left out at the end.
        hop_nbytes: From the beginning of one record to that of the next; 0 for its size.
        compression: See `FileBytes`.

    Raises:
        OutOfRangeError: The file is shorter than its header.
    """
    with FileBytes(work, compression) as file:
        if not file.skip(header_nbytes):
            raise errors.out_of_range("reached end of file")
        yield None
        for number in count():
            # How long a compressed file is shows at its end only. So each record is looked at together with as many
            # bytes behind it as the footer has: the last one is that behind which the footer still fits.
            window = file.peek(record_nbytes + footer_nbytes)
            if len(window) < record_nbytes + footer_nbytes:
                return
            yield b"%s:%d" % (work, number), window[:record_nbytes]
            if not file.skip(hop_nbytes or record_nbytes):
                return


def fixed_length_bodies(
    work: bytes, header_nbytes: int, record_nbytes: int, footer_nbytes: int, compression: str
) -> Records:
    """Pieces of one size, of which header and footer must leave a whole number. They have no keys.

    Raises:
        InvalidArgumentError: Not so, which the file's size tells if it is not compressed.
        DataLossError: Not so, as its end tells.
        InternalError: The file is shorter than its header.
    """
    with FileBytes(work, compression) as file:
        frame = f"Excluding the header ({header_nbytes} bytes) and footer ({footer_nbytes} bytes), input file {work!r}"
        unit = f"which is not an exact multiple of the record length ({record_nbytes} bytes)."
        # A file that is not compressed is refused before its first record, else all whole records come first.
        body_nbytes = 0 if compression else os.path.getsize(work) - header_nbytes - footer_nbytes
        if body_nbytes % record_nbytes:
            raise errors.invalid_argument(f"{frame} has body length {body_nbytes} bytes, {unit}")
        yield None
        # An OutOfRangeError, which a reader raises here, would be the end of a dataset.
        if not file.skip(header_nbytes):
            raise errors.internal(f"reached end of file {work!r} within its header of {header_nbytes} bytes")
        while len(window := file.peek(record_nbytes + footer_nbytes)) == record_nbytes + footer_nbytes:
            file.skip(record_nbytes)
            yield b"", window[:record_nbytes]
        if compression and len(window) != footer_nbytes:
            raise errors.data_loss(f"{frame} has {len(window) - footer_nbytes} bytes too many, {unit}")
