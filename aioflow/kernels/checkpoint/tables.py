"""SortedTable: reads a file of sorted keys with a value each, in the blocks and with the footer of LevelDB's tables.

The footer has the handles of two blocks, metadata and index, filled up with zeros, and a number by which such files
are known. The index has for each block a key that is not before its last one. Behind each block are a byte that tells
its compression and a masked CRC-32C of block and byte. `table_writer` tells how entries lie in a block.
"""
from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator

from aioflow import errors
from aioflow.kernels.checkpoint.files import PlacedFile
from aioflow.kernels.checkpoint.snappy import decompressed
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.varints import read_varint

# Two handles of two varints, each of which has at most ten bytes; eight bytes for the number.
FOOTER_NBYTES, HANDLES_NBYTES = 48, 40
# LevelDB's number, which TensorFlow's tables have, too.
MAGIC = 0xDB4775248B80FB57
PLAIN, SNAPPY = 0, 1
# Behind each block: its compression and its checksum.
TRAILER = struct.Struct("<BI")

# Keys and values.
Block = tuple[list[bytes], list[bytes]]
# Keys that share their beginnings are larger than what is stored, and so a small block could stand for keys that fill
# the memory. Keys of up to 1 MiB are taken from any block.
_MAX_KEYS_RATIO, _FEW_KEYS_NBYTES = 64, 1 << 20


class SortedTable:
    """The entries of such a file; blocks are read when they are needed, and kept.

    Args:
        file: The file, which must stay open.

    Raises:
        DataLossError: It is no table, or its index is damaged.
    """

    def __init__(self, file: PlacedFile) -> None:
        self._file = file
        if file.nbytes < FOOTER_NBYTES:
            raise errors.data_loss("file is too short to be an sstable")
        footer = file.read(file.nbytes - FOOTER_NBYTES, FOOTER_NBYTES).tobytes()
        if int.from_bytes(footer[HANDLES_NBYTES:], "little") != MAGIC:
            raise errors.data_loss("not an sstable (bad magic number)")
        # The metadata block says nothing that is needed; its handle is only passed over.
        _, at = _read_handle(footer, 0)
        #: The index: of each block a key that is not before its last one, but before the next block's first, and the
        #: handle.
        self._last_keys, self._handles = self._block(_read_handle(footer, at)[0])
        #: Blocks that have been read, by number.
        self._blocks: dict[int, Block] = {}

    def get(self, key: bytes) -> bytes | None:
        """The value of a key; None if it has none. Raises DataLossError where the table is damaged."""
        # The first block whose last key is not before this one is the only one that can have it.
        number = bisect_left(self._last_keys, key)
        if number == len(self._last_keys):
            return None
        keys, values = self._data_block(number)
        place = bisect_left(keys, key)
        return values[place] if place < len(keys) and keys[place] == key else None

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """Gives all keys with their values, in order; raises DataLossError where the table is damaged."""
        for number in range(len(self._handles)):
            yield from zip(*self._data_block(number), strict=True)

    def _data_block(self, number: int) -> Block:
        """The entries of the block of that number."""
        if number not in self._blocks:
            self._blocks[number] = self._block(_read_handle(self._handles[number], 0)[0])
        return self._blocks[number]

    def _block(self, handle: tuple[int, int]) -> Block:
        """The entries of the block at a place; raises DataLossError if it is damaged."""
        offset, nbytes = handle
        try:
            stored = self._file.read(offset, nbytes + TRAILER.size).tobytes()
        except errors.OutOfRangeError:
            raise errors.data_loss("truncated block read") from None
        content, (compression, checksum) = stored[:nbytes], TRAILER.unpack(stored[nbytes:])
        # Before it is decompressed: what is damaged is not to be taken apart.
        if masked_crc32c(memoryview(stored)[: nbytes + 1]) != checksum:
            raise errors.data_loss("block checksum mismatch")
        if compression == SNAPPY:
            content = decompressed(content)
        elif compression != PLAIN:
            raise errors.data_loss(f"bad block type {compression}")
        return _entries(content)


def _read_handle(data: bytes, at: int) -> tuple[tuple[int, int], int]:
    """Offset and size of a block in bytes, and where what follows begins."""
    offset, at = read_varint(data, at)
    nbytes, at = read_varint(data, at)
    return (offset, nbytes), at


def _entries(block: bytes) -> Block:
    """The entries of a block. Each key is told by how much of its beginning it shares with the one before."""
    if len(block) < 4:
        raise errors.data_loss("bad block contents")
    # The last number tells how many restart points there are. They are passed over, for all entries are read.
    end = len(block) - 4 * (1 + int.from_bytes(block[-4:], "little"))
    if end < 0:
        raise errors.data_loss("bad block contents")
    keys: list[bytes] = []
    values: list[bytes] = []
    key, at = b"", 0
    room = max(_FEW_KEYS_NBYTES, _MAX_KEYS_RATIO * len(block))
    while at < end:
        shared, at = read_varint(block, at)
        unshared, at = read_varint(block, at)
        value_nbytes, at = read_varint(block, at)
        value_at = at + unshared
        if shared > len(key) or value_at + value_nbytes > end:
            raise errors.data_loss("bad entry in block")
        key = key[:shared] + block[at:value_at]
        # Keys are looked for by halving, which needs them in order.
        if keys and key <= keys[-1]:
            raise errors.data_loss("keys in a block are not in order")
        room -= len(key)
        if room < 0:
            raise errors.data_loss("the keys of a block are much larger than the block")
        at = value_at + value_nbytes
        keys.append(key)
        values.append(block[value_at:at])
    return keys, values
