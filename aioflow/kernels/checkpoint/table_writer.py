"""SortedTableWriter: writes what `SortedTable` reads, byte for byte as TensorFlow does.

Files of equal tensors are equal, whoever wrote them; this is why sizes of blocks and lengths of keys are TensorFlow's.
"""
from __future__ import annotations

from typing import BinaryIO

from aioflow.kernels.checkpoint.tables import HANDLES_NBYTES, MAGIC, PLAIN, TRAILER
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.varints import varint

# A block is written as soon as it has so many bytes; TensorFlow's tables have this size, LevelDB's 4 KiB.
_BLOCK_NBYTES = 1 << 18
# So many keys of a block tell their beginnings by the one before, then one is told in full: a restart point, from
# which LevelDB's readers search.
_RESTART_INTERVAL = 16


class SortedTableWriter:
    """Writes a table.

    Args:
        file: Where to.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        #: The length of the file so far.
        self._offset = 0
        #: The block that takes entries; when it is full, until the next key is known, the last one that was written.
        self._block = _Block(_RESTART_INTERVAL)
        #: A key from each block's last one on and before the next block's first, with the block's handle: its offset
        #: and size. With an interval of 1 all keys are in full.
        self._index = _Block(1)
        #: The handle of the block before, until the next key is known: the key in the index shall be short.
        self._waiting_handle = b""

    def add(self, key: bytes, value: bytes) -> None:
        """Adds an entry; its key must be greater than all before."""
        if self._waiting_handle:
            self._index.add(_separator(self._block.last_key, key), self._waiting_handle)
            self._waiting_handle = b""
            self._block = _Block(_RESTART_INTERVAL)
        self._block.add(key, value)
        if self._block.nbytes >= _BLOCK_NBYTES:
            self._waiting_handle = self._write(self._block)

    def finish(self) -> None:
        """Writes what is left, and the footer; nothing can be added then."""
        handle = self._waiting_handle or (self._write(self._block) if self._block.num_entries else b"")
        # LevelDB's block of metadata, such as filters, which is always empty here.
        metadata_handle = self._write(_Block(1))
        if handle:
            self._index.add(_successor(self._block.last_key), handle)
        handles = metadata_handle + self._write(self._index)
        self._file.write(handles.ljust(HANDLES_NBYTES, b"\0") + MAGIC.to_bytes(8, "little"))

    def _write(self, block: _Block) -> bytes:
        """Writes a block; returns its handle."""
        content = block.content()
        # It covers the byte that tells the compression.
        checksum = masked_crc32c(content + bytes([PLAIN]))
        self._file.write(content + TRAILER.pack(PLAIN, checksum))
        handle = varint(self._offset) + varint(len(content))
        self._offset += len(content) + TRAILER.size
        return handle


class _Block:
    """Entries that are written together.

    Each one is: how many bytes its key shares with the key before, how many it has behind them, the length of its value
    (all varints), those bytes of the key, the value. Behind all entries are the offsets of the restart points and their
    number (uint32 each).
    """

    def __init__(self, restart_interval: int) -> None:
        #: The key that was added last, with which the next one is compared.
        self.last_key = b""
        self.num_entries = 0
        self._restart_interval = restart_interval
        #: Offsets of the entries whose keys are told in full; an empty block has one, too.
        self._restarts = [0]
        self._entries = bytearray()

    @property
    def nbytes(self) -> int:
        """The size of the content so far."""
        return len(self._entries) + 4 * (len(self._restarts) + 1)

    def add(self, key: bytes, value: bytes) -> None:
        """Adds an entry; its key must be greater than all before."""
        shared = 0
        if self.num_entries % self._restart_interval:
            shared = _num_shared(self.last_key, key)
        elif self.num_entries:
            self._restarts.append(len(self._entries))
        self._entries += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        self.last_key = key
        self.num_entries += 1

    def content(self) -> bytes:
        """The bytes of the block, without compression and checksum."""
        numbers = [*self._restarts, len(self._restarts)]
        return bytes(self._entries) + b"".join(number.to_bytes(4, "little") for number in numbers)


def _num_shared(a: bytes, b: bytes) -> int:
    """The number of bytes at the beginning that are equal in both."""
    pairs = zip(a, b, strict=False)
    return next((place for place, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))


def _separator(key: bytes, next_key: bytes) -> bytes:
    """A short key from `key` on and before `next_key`."""
    place = _num_shared(key, next_key)
    # LevelDB's rule: the first byte that differs, one greater, if that is still before the next key.
    if place < min(len(key), len(next_key)) and key[place] + 1 < next_key[place]:
        return key[:place] + bytes([key[place] + 1])
    return key


def _successor(key: bytes) -> bytes:
    """A short key from `key` on."""
    for place, byte in enumerate(key):
        if byte != 0xFF:
            return key[:place] + bytes([byte + 1])
    return key
