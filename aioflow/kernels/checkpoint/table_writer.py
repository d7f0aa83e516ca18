"""SortedTableWriter: writes what `SortedTable` reads, byte for byte as TensorFlow does."""
from __future__ import annotations

from typing import BinaryIO

from aioflow.kernels.checkpoint.tables import HANDLES_NBYTES, MAGIC, PLAIN, TRAILER
from aioflow.kernels.io.checksums import masked_crc32c
from aioflow.kernels.io.varints import varint

_BLOCK_NBYTES = 1 << 18
_RESTART_INTERVAL = 16  # so many keys of a block share their beginnings, then one is told in full


class SortedTableWriter:
    """Writes a table.

    Args:
        file: Where to.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._offset = 0
        self._block = _Block(_RESTART_INTERVAL)
        self._index = _Block(1)
        self._waiting_handle = b""  # of the block before, until the first key of the next one is known

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
        """Writes what is left; nothing can be added then."""
        handle = self._waiting_handle or (self._write(self._block) if self._block.num_entries else b"")
        metadata_handle = self._write(_Block(1))
        if handle:
            self._index.add(_successor(self._block.last_key), handle)
        handles = metadata_handle + self._write(self._index)
        self._file.write(handles.ljust(HANDLES_NBYTES, b"\0") + MAGIC.to_bytes(8, "little"))

    def _write(self, block: _Block) -> bytes:
        """Writes a block; returns its handle."""
        content = block.content()
        checksum = masked_crc32c(content + bytes([PLAIN]))
        self._file.write(content + TRAILER.pack(PLAIN, checksum))
        handle = varint(self._offset) + varint(len(content))
        self._offset += len(content) + TRAILER.size
        return handle


class _Block:
    """Entries that are written together."""

    def __init__(self, restart_interval: int) -> None:
        self.last_key = b""
        self.num_entries = 0
        self._restart_interval = restart_interval
        self._restarts = [0]
        self._entries = bytearray()

    @property
    def nbytes(self) -> int:
        return len(self._entries) + 4 * (len(self._restarts) + 1)

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self.num_entries % self._restart_interval:
            shared = _num_shared(self.last_key, key)
        elif self.num_entries:
            self._restarts.append(len(self._entries))
        self._entries += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        self.last_key = key
        self.num_entries += 1

    def content(self) -> bytes:
        numbers = [*self._restarts, len(self._restarts)]
        return bytes(self._entries) + b"".join(number.to_bytes(4, "little") for number in numbers)


def _num_shared(a: bytes, b: bytes) -> int:
    pairs = zip(a, b, strict=False)
    return next((place for place, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))


def _separator(key: bytes, next_key: bytes) -> bytes:
    """A short key from `key` on and before `next_key`."""
    place = _num_shared(key, next_key)
    if place < min(len(key), len(next_key)) and key[place] + 1 < next_key[place]:
        return key[:place] + bytes([key[place] + 1])
    return key


def _successor(key: bytes) -> bytes:
    """A short key from `key` on."""
    for place, byte in enumerate(key):
        if byte != 0xFF:
            return key[:place] + bytes([byte + 1])
    return key
