"""RecentFirst: gives memory that was just freed to the next who wants that much, while caches still know it."""
from __future__ import annotations

from collections import deque

from aioflow import errors
from aioflow.framework.memory.allocator import (
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    AllocatorStats,
    MemoryType,
)
from aioflow.framework.memory.bfc_chunks import rounded


class RecentFirst(Allocator):
    """Keeps what is freed, by size, and asks another allocator only when it has nothing of the wanted size.

    Nothing here takes a lock: each step is one operation on a dict or deque.

    Args:
        base: Allocates what cannot be had again. When it has no memory it gets back what is kept.
    """

    def __init__(self, base: Allocator) -> None:
        self._base = base
        # Sizes are exact, not classes of sizes: programs run the same graph again and want the same arrays again.
        # Invariant: an address is in `_sizes` or in one deque, or on its way between them in one thread's hand.
        self._kept: dict[int, deque[int]] = {}  # size -> addresses, the latest last
        self._sizes: dict[int, int] = {}  # of what is in use

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
        # Rounded to whole chunks, as the allocator below would do: sizes that it makes equal share what is kept.
        size = rounded(num_bytes)
        kept = self._kept.get(size)
        try:
            address: int | None = kept.pop() if kept else None
        except IndexError:  # another thread was faster
            address = None
        if address is None:
            address = self._base.allocate_raw(alignment, size, attributes)
            # What is kept in other sizes may, joined, be what is wanted.
            if address is None and self.give_back():
                address = self._base.allocate_raw(alignment, size, attributes)
        if address is not None:
            self._sizes[address] = size
        return address

    def deallocate_raw(self, address: int) -> None:
        """See `Allocator`."""
        # Out of `_sizes` before it is kept: whoever takes it from there enters it anew.
        size = self._sizes.pop(address, None)
        if size is None:
            raise errors.internal(f"allocator {self.name}: nothing is allocated at {address:#x}")
        kept = self._kept.get(size)
        if kept is None:
            kept = self._kept.setdefault(size, deque())  # atomic: of two threads both get the same deque
        kept.append(address)

    def give_back(self) -> bool:
        """Frees all that is kept; whether there was anything."""
        any_kept = False
        for kept in list(self._kept.values()):  # a copy, since another thread may add a size meanwhile
            while kept:
                try:
                    address = kept.pop()
                except IndexError:
                    break
                self._base.deallocate_raw(address)
                any_kept = True
        return any_kept

    def allocated_size_slow(self, address: int) -> int:
        """See `Allocator`."""
        return self._sizes.get(address, 0)

    @property
    def bytes_in_use(self) -> int:
        """The bytes that are allocated now and not only kept."""
        return sum(list(self._sizes.values()))

    def get_stats(self) -> AllocatorStats | None:
        """The counts of `base`, to which kept memory is in use."""
        return self._base.get_stats()
