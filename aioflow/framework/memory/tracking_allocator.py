"""TrackingAllocator: notes what goes through another allocator."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import time_ns

from aioflow.framework.memory.allocator import (
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    AllocatorStats,
    MemoryType,
)
from aioflow.framework.process_locks import process_rlock


@dataclass(frozen=True, slots=True)
class AllocationRecord:
    """One allocation, or the end of one.

    Attributes:
        nbytes: Its size in bytes, negative for the end.
        micros: When, in microseconds since the Unix epoch.
    """

    nbytes: int
    micros: int


@dataclass(frozen=True, slots=True)
class _Kept:
    # Three numbers per live allocation, for bases that keep none of them.
    requested: int
    allocated: int
    number: int


class TrackingAllocator(Allocator):
    """Notes sizes and times of what goes through `base`.

    Sizes are those that `base` set aside, where it knows them; else what was asked for. Where `base` does not know
    and `track_ids` is false, ends of allocations are not counted.

    Args:
        base: Allocates.
        track_ids: Whether to keep sizes and numbers of allocations that `base` keeps none of.
        now_micros: The clock.
    """

    def __init__(
        self, base: Allocator, track_ids: bool = False, now_micros: Callable[[], int] = lambda: time_ns() // 1000
    ) -> None:
        self._base = base
        self._now_micros = now_micros
        # What `base` knows is not kept twice: its numbers are the ones that reports of it name.
        self._keeps = track_ids and not base.tracks_allocation_sizes
        # Guards the rest; re-entrant for finalisers. `base` is called outside of it where it gives or takes memory, so
        # that a base that waits for memory does not keep others from freeing some.
        self._lock = process_rlock()
        self._kept: dict[int, _Kept] = {}
        self._next_number = 1
        # 1 for the maker and 1 per live allocation: TensorFlow deletes the object when it comes to 0. Here Python does
        # that, and the count only tells whether anything is still out.
        self._num_references = 1
        self._total = self._live = self._high = 0
        self._records: list[AllocationRecord] = []

    @property
    def name(self) -> str:
        """See `Allocator`."""
        return self._base.name

    @property
    def memory_type(self) -> MemoryType:
        """See `Allocator`."""
        return self._base.memory_type

    def allocate_raw(
        self, alignment: int, num_bytes: int, attributes: AllocationAttributes = DEFAULT_ATTRIBUTES
    ) -> int | None:
        """See `Allocator`."""
        address = self._base.allocate_raw(alignment, num_bytes, attributes)
        if address is None:
            return None
        with self._lock:
            nbytes = self._size_of(address, num_bytes)
            self._num_references += 1
            self._total += nbytes
            if self.tracks_allocation_sizes:
                self._live += nbytes
                self._high = max(self._high, self._live)
            self._records.append(AllocationRecord(nbytes, self._now_micros()))
        return address

    def _size_of(self, address: int, num_bytes: int) -> int:
        """The size to count for a new allocation; keeps it where nobody else does."""
        if self._base.tracks_allocation_sizes:
            return self._base.allocated_size(address)
        # 0 stands for "not known", and no allocator sets aside less than was asked for.
        nbytes = max(num_bytes, self._base.allocated_size_slow(address))
        if self._keeps:
            self._kept[address] = _Kept(num_bytes, nbytes, self._next_number)
            self._next_number += 1
        return nbytes

    def deallocate_raw(self, address: int) -> None:
        """See `Allocator`."""
        with self._lock:
            if self.tracks_allocation_sizes:
                nbytes = self.allocated_size(address)  # now, as `base` forgets it when it frees
                self._kept.pop(address, None)
                self._live -= nbytes
                self._records.append(AllocationRecord(-nbytes, self._now_micros()))
            self._num_references -= 1
        self._base.deallocate_raw(address)

    @property
    def tracks_allocation_sizes(self) -> bool:
        """See `Allocator`."""
        return self._keeps or self._base.tracks_allocation_sizes

    def requested_size(self, address: int) -> int:
        """See `Allocator`."""
        # Without the lock, as are the two below: one lookup, and an address cannot be freed while its owner asks.
        kept = self._kept.get(address)
        return self._base.requested_size(address) if kept is None else kept.requested

    def allocated_size(self, address: int) -> int:
        """See `Allocator`."""
        kept = self._kept.get(address)
        return self._base.allocated_size(address) if kept is None else kept.allocated

    def allocation_id(self, address: int) -> int:
        """See `Allocator`."""
        kept = self._kept.get(address)
        return self._base.allocation_id(address) if kept is None else kept.number

    def get_stats(self) -> AllocatorStats | None:
        """See `Allocator`."""
        return self._base.get_stats()

    def clear_stats(self) -> bool:
        """See `Allocator`."""
        return self._base.clear_stats()

    # ---- what it has noted
    @property
    def num_references(self) -> int:
        """One for whoever made it, until the records are taken, and one for each live allocation."""
        return self._num_references

    def sizes(self) -> tuple[int, int, int]:
        """Bytes allocated in total, the most that were live at once, those that are live."""
        with self._lock:
            return self._total, self._high, self._live

    def current_records(self) -> list[AllocationRecord]:
        """The allocations and their ends so far, in order."""
        with self._lock:
            return list(self._records)

    def take_records(self) -> list[AllocationRecord]:
        """The allocations and their ends, in order; called once, when nobody will allocate from it any more."""
        with self._lock:
            # Handed over and not copied: a traced step may have many, and nobody asks twice.
            self._num_references -= 1
            records, self._records = self._records, []
            return records
