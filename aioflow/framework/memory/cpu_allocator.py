"""The allocator of the CPU: the host memory that numpy gives, and the registry from which it is chosen."""
from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import replace

from aioflow import errors
from aioflow.framework.memory.allocator import (
    ALIGNMENT,
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    AllocatorStats,
    MemoryType,
)
from aioflow.framework.memory.host_memory import HostMemory
from aioflow.framework.memory.tracking_allocator import TrackingAllocator
from aioflow.framework.process_locks import process_lock, process_rlock

_LOG = logging.getLogger(__name__)
# The two thresholds, and the number of warnings, are TensorFlow's (`cpu_allocator_impl.cc`).
_LARGE = 0.1  # of the free memory: a single allocation that is told
_MUCH = 0.5  # of all memory: what all allocations together may take before it is told
_MAX_LARGE_WARNINGS = 5


class CPUAllocator(Allocator):
    """Host memory, each allocation by itself.

    Args:
        free_nbytes: Gives how many bytes the machine has free.

    Attributes:
        counts: Whether `get_stats` tells anything; without that the counts stay 0.
    """

    def __init__(self, free_nbytes: Callable[[], int] | None = None) -> None:
        self.counts = False
        self._memory = HostMemory()
        self._free_nbytes = free_nbytes or available_nbytes
        # Read once: asking the system for each allocation would cost more than most of them.
        self._large_nbytes = int(self._free_nbytes() * _LARGE)
        self._much_nbytes = int(self._free_nbytes() * _MUCH)
        # Guards what follows. Re-entrant, as a finaliser may free an array while this thread notes another one; the
        # fields are consistent at every point where that can happen, since each change is one operation.
        self._lock = process_rlock()
        self._sizes: dict[int, int] = {}
        self._stats = AllocatorStats()
        self._num_large = 0
        self._has_told_much = False

    @property
    def name(self) -> str:
        """See `Allocator`."""
        return "cpu"

    @property
    def memory_type(self) -> MemoryType:
        """See `Allocator`."""
        return MemoryType.HOST_PAGEABLE

    def allocate_raw(
        self, alignment: int, num_bytes: int, attributes: AllocationAttributes = DEFAULT_ATTRIBUTES
    ) -> int | None:
        """See `Allocator`."""
        if num_bytes <= 0:
            return None
        self._tell_large(num_bytes)
        piece = self._memory.allocate(max(alignment, ALIGNMENT), num_bytes)
        if piece is None:
            return None
        # Sizes are kept whether anything is counted or not: without them an address that was never given out could not
        # be told from one that was.
        with self._lock:
            self._sizes[piece[0]] = num_bytes
            if self.counts:
                self._stats.note_allocation(num_bytes)
                self._tell_much()
        return piece[0]

    def deallocate_raw(self, address: int) -> None:
        """See `Allocator`."""
        with self._lock:
            # Forgotten before the memory is freed: from then on the system may give the address to another thread,
            # whose entry must not be the one that is removed.
            num_bytes = self._sizes.pop(address, None)
            if num_bytes is not None and self.counts:
                self._stats.note_free(num_bytes)
        if num_bytes is None:
            raise errors.internal(f"allocator {self.name}: nothing is allocated at {address:#x}")
        self._memory.free(address, num_bytes)

    def allocated_size_slow(self, address: int) -> int:
        """See `Allocator`."""
        return self._sizes.get(address, 0)

    def get_stats(self) -> AllocatorStats:
        """See `Allocator`."""
        with self._lock:
            return replace(self._stats)

    def clear_stats(self) -> bool:
        """See `Allocator`."""
        with self._lock:
            self._stats.clear()
        return True

    def _tell_large(self, num_bytes: int) -> None:
        # Without the lock: two threads may both tell the last time, which does no harm.
        if num_bytes > self._large_nbytes and self._num_large < _MAX_LARGE_WARNINGS:
            self._num_large += 1
            _LOG.warning("Allocation of %d exceeds 10%% of free system memory.", num_bytes)

    def _tell_much(self) -> None:
        if self._stats.bytes_in_use > self._much_nbytes and not self._has_told_much:
            self._has_told_much = True
            _LOG.warning("Total allocated memory %d exceeds 50%% of free system memory", self._stats.bytes_in_use)


def available_nbytes() -> int:
    """The free memory of the machine; 1 TiB where that is not known."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf, macOS no SC_AVPHYS_PAGES
        return 1 << 40


AllocatorFactory = Callable[[], Allocator]


class AllocatorRegistry:
    """The choice of the CPU's allocator: that of the highest priority, made when first asked for."""

    def __init__(self) -> None:
        self._lock = process_lock()  # guards the rest
        self._factories: dict[tuple[str, int], AllocatorFactory] = {}
        self._chosen: Allocator | None = None

    def register(self, name: str, priority: int, factory: AllocatorFactory) -> None:
        """Adds an allocator.

        Raises:
            AlreadyExistsError: Name and priority are taken.
            FailedPreconditionError: The choice has been made.
        """
        with self._lock:
            # Addresses do not tell which allocator gave them, so there can be only one from the first allocation on.
            if self._chosen is not None:
                raise errors.failed_precondition(
                    f"Attempt to register the allocator {name!r} after the first allocation, which {self._chosen.name} "
                    "made"
                )
            if (name, priority) in self._factories:
                raise errors.already_exists(f"allocator {name!r} with priority {priority} is already registered")
            self._factories[name, priority] = factory

    def get_allocator(self) -> Allocator:
        """The allocator of the highest priority.

        Raises:
            FailedPreconditionError: None is registered.
        """
        with self._lock:
            if self._chosen is None:
                if not self._factories:
                    raise errors.failed_precondition("No registered CPU allocator")
                best = max(self._factories, key=lambda key: key[1])
                self._chosen = self._factories[best]()  # under the lock, so that a factory is called once
            return self._chosen


CPU_ALLOCATORS = AllocatorRegistry()
CPU_ALLOCATORS.register("DefaultCPUAllocator", 100, CPUAllocator)

# Guards the two below: the choice is made once, also when the first two who ask come at once, and statistics that
# are wanted before it count from the first allocation on.
_lock = process_lock()
_counts_fully = False
_allocator: Allocator | None = None


def enable_full_statistics() -> None:
    """Makes the CPU's allocator keep sizes and numbers of all allocations, if nobody has used it yet."""
    global _counts_fully
    with _lock:
        _counts_fully = True
        if isinstance(_allocator, CPUAllocator):
            _allocator.counts = True


def cpu_allocator() -> Allocator:
    """The process's allocator for the CPU."""
    global _allocator
    with _lock:
        if _allocator is None:
            base = CPU_ALLOCATORS.get_allocator()
            if _counts_fully and isinstance(base, CPUAllocator):
                base.counts = True
            # Registered allocators that keep no sizes get somebody who does, since that is what was asked for.
            track = _counts_fully and not base.tracks_allocation_sizes
            _allocator = TrackingAllocator(base, track_ids=True) if track else base
        return _allocator
