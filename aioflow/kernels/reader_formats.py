"""What readers find in files. Each function gives None when it has begun, then every record with its key."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from aioflow import errors
from aioflow.kernels.file_bytes import FileBytes
from aioflow.kernels.record_files import positioned_records

Record = tuple[bytes, bytes]  # key and value
Records = Iterator[Record | None]


def identity(work: bytes) -> Records:
    """The name itself; there need be no such file."""
    yield None
    yield work, work


def whole_file(work: bytes) -> Records:
    """All that is in the file."""
    yield None
    with FileBytes(work) as file:
        yield work, file.rest()


def text_lines(work: bytes, skip_header_lines: int) -> Records:
    """The lines behind those of the header; their keys are numbers, from 1 on."""
    with FileBytes(work) as file:
        for _ in range(skip_header_lines):
            if file.line() is None:
                break
        yield None
        for number in count(skip_header_lines + 1):
            line = file.line()
            if line is None:
                return
            yield b"%s:%d" % (work, number), line


def tf_records(work: bytes, compression: str) -> Records:
    """The records of a file of TensorFlow's kind; their keys say where they begin."""
    with FileBytes(work, compression) as file:
        yield None
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
            window = file.peek(record_nbytes + footer_nbytes)
            if len(window) < record_nbytes + footer_nbytes:
                return
            yield b"%s:%d" % (work, number), window[:record_nbytes]
            if not file.skip(hop_nbytes or record_nbytes):
                return
