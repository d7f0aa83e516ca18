"""Memory that two processes of one machine share: large bodies are written there once, and read where they lie.

It is a file without a name (`memfd_create`), which goes with the last process that has it, however that ends. Its size
is sealed: a peer that cut it short would end whoever reads there with SIGBUS.
"""
from __future__ import annotations

import bisect
import mmap
import os
import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aioflow.distributed.transport.transport import Buffer

if sys.platform == "linux":
    import fcntl

#: The size of an arena. Pages take memory once they have been written to, so this is a bound and no expense.
ARENA_NBYTES = 512 << 20
#: What of a peer's arena is mapped at most.
_MAX_NBYTES = 4 << 30
_PAGE_NBYTES = mmap.PAGESIZE
_ALIGNMENT = 64  # of numbers in a body, for vector instructions


class Arena:
    """The memory that one end writes and the other reads.

    Args:
        nbytes: How large it is.

    Raises:
        OSError: There is no such memory here.

    Attributes:
        fd: The file, for the other end; -1 after `close_file`.
    """

    def __init__(self, nbytes: int = ARENA_NBYTES) -> None:
        if sys.platform != "linux":
            raise OSError("sealed shared memory is a thing of Linux")
        self.fd = os.memfd_create("aioflow", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        try:
            os.ftruncate(self.fd, nbytes)
            fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
            self._map = mmap.mmap(self.fd, nbytes)
        except OSError:
            os.close(self.fd)
            raise
        self._bytes = np.frombuffer(self._map, np.uint8)
        #: (where it begins, where it ends) of what is free, in order and never side by side.
        self._free = [(0, nbytes)]
        #: Where the body begins that the other end knows -> the range that was taken for it.
        self._taken: dict[int, tuple[int, int]] = {}
        self._used_nbytes = 0  # pages up to here have been written to

    @property
    def is_unused(self) -> bool:
        """Whether nothing is taken."""
        return not self._taken

    def close_file(self) -> None:
        """Lets go of the file; the memory stays mapped."""
        os.close(self.fd)
        self.fd = -1

    def take(self, parts: Sequence[Buffer]) -> int | None:
        """Room for a body whose last part is aligned; None where there is none. First fit: those pages are warm."""
        head_nbytes = sum(map(len, parts[:-1]))
        before = -head_nbytes % _ALIGNMENT
        nbytes = before + head_nbytes + len(parts[-1])
        nbytes += -nbytes % _PAGE_NBYTES
        for index, (begin, end) in enumerate(self._free):
            if end - begin >= nbytes:
                self._free[index : index + 1] = [(begin + nbytes, end)] if end - begin > nbytes else []
                self._taken[begin + before] = begin, begin + nbytes
                self._used_nbytes = max(self._used_nbytes, begin + nbytes)
                return begin + before
        return None

    def write(self, offset: int, parts: Sequence[Buffer]) -> None:
        """Writes a body where there is room for it; any thread. numpy gives Python's lock away while it copies."""
        for part in parts:
            self._bytes[offset : offset + len(part)] = np.frombuffer(part, np.uint8)
            offset += len(part)

    def give_back(self, offset: int) -> None:
        """Frees the room of a body.

        Raises:
            KeyError: None begins there.
        """
        begin, end = self._taken.pop(offset)
        index = bisect.bisect(self._free, (begin, end))
        if index < len(self._free) and self._free[index][0] == end:
            end = self._free.pop(index)[1]
        if index and self._free[index - 1][1] == begin:
            index -= 1
            begin = self._free.pop(index)[0]
        self._free.insert(index, (begin, end))

    def trim(self) -> None:
        """Gives the pages of an unused arena back to the system."""
        if self.is_unused and self._used_nbytes:
            self._map.madvise(mmap.MADV_REMOVE, 0, self._used_nbytes)
            self._used_nbytes = 0


class PeerArena:
    """The other end's arena, to be read.

    Args:
        fd: The file, which is closed.

    Raises:
        ValueError: Its size is not sealed, or is larger than anybody needs.
        OSError: It cannot be mapped.
    """

    def __init__(self, fd: int) -> None:
        try:
            nbytes = os.fstat(fd).st_size
            seals = fcntl.fcntl(fd, fcntl.F_GET_SEALS)
            if not seals & fcntl.F_SEAL_SHRINK or not 0 < nbytes <= _MAX_NBYTES:
                raise ValueError("the peer's memory is not sealed, or has a size that it must not have")
            self._map = mmap.mmap(fd, nbytes, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ)
        finally:
            os.close(fd)

    def view(self, offset: int, nbytes: int, release: Callable[[int], Any]) -> memoryview:
        """A body, read-only.

        Args:
            offset: Where it begins.
            nbytes: How long it is.
            release: Called with `offset` when nothing looks there any more; on any thread.

        Raises:
            ValueError: It would not lie in this memory.
        """
        if not 0 < nbytes <= len(self._map) - offset:
            raise ValueError(f"the peer has a body of {nbytes} bytes at {offset} of {len(self._map)}")
        # All views of a view refer to this array.
        lease: Any = np.frombuffer(self._map, np.uint8, nbytes, offset)
        weakref.finalize(lease, release, offset).atexit = False
        return memoryview(lease)
