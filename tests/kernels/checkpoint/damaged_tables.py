"""Tables that say what they should not, under checksums that are right."""
from __future__ import annotations

import io
import struct
from collections.abc import Iterable
from pathlib import Path

from aioflow.kernels.checkpoint.table_writer import SortedTableWriter
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.varints import read_varint, varint

FOOTER_NBYTES, TRAILER_NBYTES = 48, 5
MAGIC = (0xDB4775248B80FB57).to_bytes(8, "little")


def table_of(entries: Iterable[tuple[bytes, bytes]]) -> bytes:
    """A table of entries, whose keys are in order."""
    file = io.BytesIO()
    writer = SortedTableWriter(file)
    for key, value in entries:
        writer.add(key, value)
    writer.finish()
    return file.getvalue()


def table_of_blocks(blocks: Iterable[bytes], kind: int = 0) -> bytes:
    """A table of blocks that are as they are, and an index that leads to them.

    Args:
        blocks: What is in them.
        kind: How they say that they are compressed.
    """
    data, handles = bytearray(), []
    for block in blocks:
        handles.append(varint(len(data)) + varint(len(block)))
        data += block_with_checksum(block, kind)
    index = bytearray()
    for number, handle in enumerate(handles):
        index += bytes([0, 1, len(handle), 255 - len(handles) + number]) + handle
    index += struct.pack("<II", 0, 1)
    footer = b"\0\0" + varint(len(data)) + varint(len(index))
    return bytes(data) + block_with_checksum(bytes(index), 0) + footer.ljust(40, b"\0") + MAGIC


def block_with_checksum(block: bytes, kind: int) -> bytes:
    """A block with what stands behind it."""
    return block + bytes([kind]) + struct.pack("<I", masked_crc32c(block + bytes([kind])))


def with_right_checksums(table: bytes) -> bytes:
    """A table of one data block that was changed, with new checksums behind its blocks as far as they can be found."""
    changed = bytearray(table)
    footer = table[-FOOTER_NBYTES:]
    spans = [(0, _first_block_nbytes(table))]
    at = 0
    for _ in range(2):
        start, at = read_varint(footer, at)
        nbytes, at = read_varint(footer, at)
        spans.append((start, nbytes))
    for start, nbytes in spans:
        end = start + nbytes
        if 0 <= start <= end <= len(table) - FOOTER_NBYTES - TRAILER_NBYTES:
            changed[end + 1 : end + TRAILER_NBYTES] = struct.pack("<I", masked_crc32c(bytes(changed[start : end + 1])))
    return bytes(changed)


def _first_block_nbytes(table: bytes) -> int:
    """The first data block ends where the empty metaindex block begins."""
    return read_varint(table[-FOOTER_NBYTES:], 0)[0] - TRAILER_NBYTES


def written(path: Path, data: bytes) -> Path:
    """`path`, with that in the file."""
    path.write_bytes(data)
    return path
