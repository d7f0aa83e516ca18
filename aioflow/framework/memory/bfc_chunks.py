"""Chunks, bins and regions: the memory that a `BFCAllocator` has, without any decision about it."""
from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator

MIN_CHUNK_NBYTES = 256  # of which all sizes and addresses are multiples, as those of CUDA's own allocator are
NUM_BINS = 21  # the last one begins at 256 MiB


def rounded(nbytes: int) -> int:
    """The size of the smallest chunk that holds `nbytes`."""
    return -(-nbytes // MIN_CHUNK_NBYTES) * MIN_CHUNK_NBYTES


def bin_number(nbytes: int) -> int:
    """The bin of chunks of that size: i holds sizes from 256 * 2**i up to twice that; the last one has no end."""
    return min(NUM_BINS - 1, (max(nbytes, MIN_CHUNK_NBYTES) // MIN_CHUNK_NBYTES).bit_length() - 1)


def bin_nbytes(number: int) -> int:
    """The smallest size in a bin."""
    # Bins double, so that a search looks into 21 of them at most, and a chunk of twice the size is one bin further.
    return MIN_CHUNK_NBYTES << number


class Chunk:
    """A stretch of memory that is used or free as a whole.

    Attributes:
        address: Where it begins.
        size: Its length in bytes, a multiple of 256.
        requested_size: What its user asked for; 0 while it is free.
        allocation_id: The number of the allocation; 0 while it is free.
        previous, next: Its neighbours in the region.
    """

    __slots__ = ("address", "allocation_id", "next", "previous", "requested_size", "size")

    def __init__(self, address: int, size: int) -> None:
        self.address = address
        self.size = size
        self.requested_size = 0
        self.allocation_id = 0
        # Invariant: `self.end == self.next.address`, and the sizes of a region's chunks add up to the region's.
        self.previous: Chunk | None = None
        self.next: Chunk | None = None

    @property
    def is_in_use(self) -> bool:
        """Whether somebody has it."""
        return self.allocation_id != 0

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.address + self.size

    def split(self, size: int) -> Chunk:
        """Cuts it after `size` bytes; returns the rest, free."""
        rest = Chunk(self.address + size, self.size - size)
        rest.previous, rest.next = self, self.next
        if self.next is not None:
            self.next.previous = rest
        self.next = rest
        self.size = size
        return rest

    def absorb_next(self) -> None:
        """Takes the next chunk, which must be free, into itself."""
        # The absorbed chunk is out of its bin already; nobody else knows it, so it need not be told.
        absorbed = self.next
        assert absorbed is not None
        self.size += absorbed.size
        self.next = absorbed.next
        if absorbed.next is not None:
            absorbed.next.previous = self


class Region:
    """Memory that came from the system in one piece, or in pieces that adjoin.

    Attributes:
        first: Its first chunk.
        size: Its length in bytes.
        pieces: (address, size) of what came from the system, in order.
    """

    __slots__ = ("first", "pieces", "size")

    def __init__(self, first: Chunk) -> None:
        self.first = first
        self.size = first.size
        self.pieces = [(first.address, first.size)]

    @property
    def end(self) -> int:
        """The address behind it."""
        return self.first.address + self.size

    def chunks(self) -> Iterator[Chunk]:
        """Its chunks in order."""
        chunk: Chunk | None = self.first
        while chunk is not None:
            yield chunk
            chunk = chunk.next

    def append(self, chunk: Chunk) -> None:
        """Adds a free chunk that begins where the region ends."""
        # A walk to the end: regions are extended a few times in the life of an allocator.
        *_, last = self.chunks()
        last.next, chunk.previous = chunk, last
        self.size += chunk.size
        self.pieces.append((chunk.address, chunk.size))

    @property
    def is_free(self) -> bool:
        """Whether nobody has any of it."""
        return not any(chunk.is_in_use for chunk in self.chunks())


class Bins:
    """The free chunks, by size and then by address."""

    def __init__(self) -> None:
        # Sorted lists of (size, address): the first that fits is the smallest, and of equal ones the lowest, which
        # keeps the upper end of the memory free for what is large. Invariant: `_chunks` has an entry for each key.
        self._keys: list[list[tuple[int, int]]] = [[] for _ in range(NUM_BINS)]
        self._chunks: dict[int, Chunk] = {}

    def add(self, chunk: Chunk) -> None:
        """Puts a free chunk where it belongs."""
        insort(self._keys[bin_number(chunk.size)], (chunk.size, chunk.address))
        self._chunks[chunk.address] = chunk

    def remove(self, chunk: Chunk) -> None:
        """Takes a chunk out; its size is still the one with which it was added."""
        keys = self._keys[bin_number(chunk.size)]
        del keys[bisect_left(keys, (chunk.size, chunk.address))]
        del self._chunks[chunk.address]

    def smallest_fitting(self, size: int) -> Chunk | None:
        """The first chunk of at least `size` bytes, or None."""
        # Only the first bin can hold chunks that are too short; in each later one its first chunk fits.
        for keys in self._keys[bin_number(size) :]:
            position = bisect_left(keys, (size, 0))
            if position < len(keys):
                return self._chunks[keys[position][1]]
        return None

    def largest_size(self) -> int:
        """The size of the largest chunk; 0 when there is none."""
        # Each bin is sorted, and no bin holds a size of a later one.
        return next((keys[-1][0] for keys in reversed(self._keys) if keys), 0)

    def in_bin(self, number: int) -> list[Chunk]:
        """The chunks of one bin, in order."""
        return [self._chunks[address] for _, address in self._keys[number]]
