"""Allocator: who gives out the memory of a device. Memory is named by its address, a number."""
from __future__ import annotations

import abc
import enum
from collections.abc import Callable
from dataclasses import dataclass

from aioflow import errors

# Bytes; what an allocator aligns to unless it is asked for more. A cache line, and the width of the widest vector
# registers: rows that begin there are loaded without a split.
ALIGNMENT = 64


class MemoryType(enum.Enum):
    """The kinds of memory that an allocator may give."""

    UNKNOWN = "unknown"
    DEVICE = "device"
    HOST_PAGEABLE = "host"
    HOST_PINNED = "pinned host"


@dataclass(frozen=True, slots=True)
class AllocationAttributes:
    """The wishes about one allocation.

    Attributes:
        retry_on_failure: Whether to wait for others to free memory when there is none.
        allocation_will_be_logged: Whether somebody writes a log of what a step allocates.
        freed_by: Gives the count up to which freed memory may be reused, for devices that run behind the host.
        requested_by: Who wants it, for reports.
    """

    retry_on_failure: bool = True
    allocation_will_be_logged: bool = False
    freed_by: Callable[[], int] | None = None
    requested_by: str = ""


DEFAULT_ATTRIBUTES = AllocationAttributes()
# The bits of TensorFlow's `AllocatorAttributes` (`allocator.h`), in its order.
_ON_HOST, _NIC_COMPATIBLE, _GPU_COMPATIBLE, _USE_PJRT = (1 << bit for bit in range(4))


@dataclass(frozen=True, slots=True)
class AllocatorAttributes:
    """The choice among a device's allocators.

    Attributes:
        bits: Bit 0: host memory; 1: a network card can reach it; 2: a GPU can reach it; 3: through PJRT. The upper 8
            of 32 belong to the kind of device.
        scope_id: Names an allocation made in advance; 0 for none.
    """

    bits: int = 0
    scope_id: int = 0

    @property
    def on_host(self) -> bool:
        """Whether host memory is wanted."""
        return bool(self.bits & _ON_HOST)

    @property
    def nic_compatible(self) -> bool:
        """Whether a network card must be able to reach it."""
        return bool(self.bits & _NIC_COMPATIBLE)

    @property
    def gpu_compatible(self) -> bool:
        """Whether a GPU must be able to reach it."""
        return bool(self.bits & _GPU_COMPATIBLE)

    @property
    def use_pjrt(self) -> bool:
        """Whether PJRT gives it."""
        return bool(self.bits & _USE_PJRT)

    @staticmethod
    def of(
        on_host: bool = False, nic_compatible: bool = False, gpu_compatible: bool = False, use_pjrt: bool = False
    ) -> AllocatorAttributes:
        """Attributes with these bits."""
        flags = (on_host, nic_compatible, gpu_compatible, use_pjrt)
        return AllocatorAttributes(sum(1 << bit for bit, flag in enumerate(flags) if flag))

    def merge(self, other: AllocatorAttributes) -> AllocatorAttributes:
        """The attributes that satisfy both.

        Raises:
            InvalidArgumentError: They name different scopes.
        """
        if self.scope_id and other.scope_id and self.scope_id != other.scope_id:
            raise errors.invalid_argument(f"Allocations have two scopes, {self.scope_id} and {other.scope_id}")
        # A wish for host memory wins over its absence, since each bit is a wish and there is none for its contrary.
        return AllocatorAttributes(self.bits | other.bits, self.scope_id or other.scope_id)

    def __le__(self, other: AllocatorAttributes) -> bool:
        # Whatever asks for less is smaller. The scope names an allocation and asks for nothing, so it does not count.
        return self.bits & ~other.bits == 0


@dataclass(slots=True)
class AllocatorStats:
    """The counts of an allocator so far; sizes in bytes, None for what it does not know.

    Attributes:
        num_allocs: How many allocations it has made.
        bytes_in_use: What is allocated now.
        peak_bytes_in_use: The most that was.
        largest_alloc_size: The largest single allocation.
        bytes_limit: What may be in use.
        bytes_reserved: What is set aside beyond that.
        peak_bytes_reserved: The most that was.
        bytes_reservable_limit: What may be set aside.
        largest_free_block_bytes: The largest allocation that needs no more memory from the system.
        pool_bytes: What it has from the system.
        peak_pool_bytes: The most that it had.
    """

    # Invariant, wherever both are known: bytes_in_use <= peak_bytes_in_use, and bytes_in_use <= pool_bytes.
    num_allocs: int = 0
    bytes_in_use: int = 0
    peak_bytes_in_use: int = 0
    largest_alloc_size: int = 0
    bytes_limit: int | None = None
    bytes_reserved: int = 0
    peak_bytes_reserved: int = 0
    bytes_reservable_limit: int | None = None
    largest_free_block_bytes: int = 0
    pool_bytes: int | None = None
    peak_pool_bytes: int | None = None

    def note_allocation(self, nbytes: int) -> None:
        """Counts an allocation."""
        self.num_allocs += 1
        self.bytes_in_use += nbytes
        self.peak_bytes_in_use = max(self.peak_bytes_in_use, self.bytes_in_use)
        self.largest_alloc_size = max(self.largest_alloc_size, nbytes)

    def note_free(self, nbytes: int) -> None:
        """Counts an allocation as freed."""
        self.bytes_in_use -= nbytes

    def clear(self) -> None:
        """Counts from now on."""
        # What is in use stays, and with it the least that the peak can be: those allocations will still be freed.
        self.num_allocs = self.largest_alloc_size = 0
        self.peak_bytes_in_use = self.bytes_in_use

    def __str__(self) -> str:
        rows = [
            ("Limit:", human_nbytes(self.bytes_limit or 0)),
            ("InUse:", human_nbytes(self.bytes_in_use)),
            ("MaxInUse:", human_nbytes(self.peak_bytes_in_use)),
            ("NumAllocs:", str(self.num_allocs)),
            ("MaxAllocSize:", human_nbytes(self.largest_alloc_size)),
            ("Reserved:", human_nbytes(self.bytes_reserved)),
            ("PeakReserved:", human_nbytes(self.peak_bytes_reserved)),
            ("LargestFreeBlock:", human_nbytes(self.largest_free_block_bytes)),
        ]
        return "".join(f"{label:<18}{value:>20}\n" for label, value in rows)


def human_nbytes(nbytes: int) -> str:
    """A number of bytes for people: "512B", "3.9KiB", "7.63MiB"."""
    if nbytes < 0:
        return f"-{human_nbytes(-nbytes)}"
    if nbytes < 1024:
        return f"{nbytes}B"
    # One digit behind the point for KiB and two for what is larger, as TensorFlow's reports have it.
    size, unit = nbytes / 1024, "K"
    for larger in "MGTPE":
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.{1 if unit == 'K' else 2}f}{unit}iB"


class Allocator(abc.ABC):
    """Gives out memory. All methods may be called on any thread."""

    # `deallocate_raw` runs in finalisers, and those run wherever Python drops the last reference: also in the middle
    # of another method of the same allocator, on the same thread. A plain lock would wait for itself there. Each
    # implementation says how it avoids that: a re-entrant lock, no lock, or freeing later.

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The name in reports, such as "cpu" or "GPU_0_bfc"."""

    @abc.abstractmethod
    def allocate_raw(
        self, alignment: int, num_bytes: int, attributes: AllocationAttributes = DEFAULT_ATTRIBUTES
    ) -> int | None:
        """Allocates memory.

        Args:
            alignment: What the address is to be a multiple of, a power of two.
            num_bytes: How much.
            attributes: How.

        Returns:
            Its address; None when nothing was asked for or there is not enough.
        """

    @abc.abstractmethod
    def deallocate_raw(self, address: int) -> None:
        """Takes back what `allocate_raw` gave; any thread, also from a finaliser.

        Raises:
            InternalError: Nothing is allocated there.
        """

    @property
    def tracks_allocation_sizes(self) -> bool:
        """Whether the four methods below know what they are asked."""
        return False

    def requested_size(self, address: int) -> int:
        """The bytes that were asked for."""
        raise errors.unimplemented(f"allocator {self.name} does not track sizes")

    def allocated_size(self, address: int) -> int:
        """The bytes that were set aside, at least the requested ones."""
        return self.requested_size(address)

    def allocation_id(self, address: int) -> int:
        """A number that no other allocation has; 0 where the allocator gives none."""
        return 0

    def allocated_size_slow(self, address: int) -> int:
        """The bytes that were set aside, found out at some cost; 0 where that cannot be known."""
        return self.allocated_size(address) if self.tracks_allocation_sizes else 0

    def get_stats(self) -> AllocatorStats | None:
        """The counts so far; None where it does not count."""
        return None

    def clear_stats(self) -> bool:
        """Counts from now on; whether it can."""
        return False

    @property
    def allocates_opaque_handle(self) -> bool:
        """Whether addresses are handles that cannot be reckoned with."""
        return False

    @property
    def memory_type(self) -> MemoryType:
        """The kind of the memory."""
        return MemoryType.UNKNOWN


# Apart from `Allocator`, as in TensorFlow: it is asked rarely, for large pieces, and is told their length again when it
# gets them back, so that it need not keep any account of its own.
class SubAllocator(abc.ABC):
    """The source of an allocator's memory, in large pieces."""

    @abc.abstractmethod
    def allocate(self, alignment: int, num_bytes: int) -> tuple[int, int] | None:
        """Address and length of at least `num_bytes`, or None when there is not that much."""

    @abc.abstractmethod
    def free(self, address: int, num_bytes: int) -> None:
        """Gives back what `allocate` returned."""

    @property
    def supports_coalescing(self) -> bool:
        """Whether pieces that adjoin may be used and given back as one."""
        return False

    @property
    def memory_type(self) -> MemoryType:
        """The kind of the memory."""
        return MemoryType.UNKNOWN
