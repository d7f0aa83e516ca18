"""BFCAllocator: best fit with coalescing, over memory that another allocator gives in large regions.

Free memory lies in bins by size. An allocation takes the smallest chunk that fits and leaves the rest of it free if
that is worth it; what is freed joins its free neighbours. Addresses are numbers, so that the memory may be a GPU's.
"""
from __future__ import annotations

import logging
import queue
import threading
from bisect import bisect_left
from collections import deque
from dataclasses import dataclass, replace
from time import monotonic

from aioflow import errors
from aioflow.framework.memory.allocator import (
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    AllocatorStats,
    MemoryType,
    SubAllocator,
    human_nbytes,
)
from aioflow.framework.memory.bfc_chunks import MIN_CHUNK_NBYTES, Bins, Chunk, Region, rounded
from aioflow.framework.memory.bfc_report import report

_LOG = logging.getLogger(__name__)
# The numbers are TensorFlow's (`bfc_allocator.cc`, `allocator_retry.cc`), so that a device with so much memory holds
# what it holds there.
RETRY_S = 10.0  # for which an allocation waits for others to free memory
FIRST_REGION_NBYTES = 2 << 20
MAX_REST_NBYTES = 128 << 20  # a chunk that is longer than wanted by more than that is always split
_BACK_OFF = 0.9  # of the size that the system refused is asked for next
_MAX_WARNINGS = 10


@dataclass(frozen=True, slots=True)
class BFCOptions:
    """The settings of a `BFCAllocator`.

    Attributes:
        allow_growth: Take memory when it is needed, not all with the first allocation.
        garbage_collection: Give regions back of which nothing is used, where that helps.
        allow_retry_on_failure: Wait when there is no memory, if the caller allows it.
        fragmentation_fraction: Part of the limit; a chunk that is longer than wanted by more is always split. 0 stands
            for 128 MiB.
        max_region_nbytes: With growth, regions get no longer than that, unless a single allocation is; 0: any length.
        tells_failures: Whether to log what it could not give.
    """

    allow_growth: bool = True
    garbage_collection: bool = False
    allow_retry_on_failure: bool = True
    fragmentation_fraction: float = 0.0
    max_region_nbytes: int = 0
    tells_failures: bool = True


class FreedSignal:
    """Tells those who wait for memory that some was freed."""

    def __init__(self) -> None:
        # A condition variable would have a lock, on which a finaliser could wait for the thread that it interrupted.
        # `SimpleQueue.put` is re-entrant: the standard library promises it for use in destructors.
        self._tokens: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._num_waiting = 0

    def wait(self, timeout_s: float) -> bool:
        """Waits until memory was freed; False when the time was up first."""
        # Changed without a lock, as no call stands between reading and storing it, at which CPython could let another
        # thread in. A count that is wrong for a moment costs a token or delays a wake-up to the next free.
        self._num_waiting += 1
        try:
            self._tokens.get(timeout=timeout_s)
            return True
        except queue.Empty:
            return False
        finally:
            self._num_waiting -= 1

    def send(self) -> None:
        """Wakes all who wait."""
        # A token too many only has somebody try once more. All are woken, not one: which of them the memory suffices
        # for is known only when they try.
        for _ in range(self._num_waiting):
            self._tokens.put(None)


class BFCAllocator(Allocator):
    """Best fit with coalescing.

    Args:
        sub_allocator: Where regions come from.
        total_nbytes: How much it may take.
        name: What it is called.
        options: How it behaves.
        freed: How it hears of freed memory while it waits.
    """

    def __init__(
        self,
        sub_allocator: SubAllocator,
        total_nbytes: int,
        name: str,
        options: BFCOptions = BFCOptions(),
        freed: FreedSignal | None = None,
    ) -> None:
        self._sub_allocator = sub_allocator
        self._limit = total_nbytes
        self._name = name
        self._options = options
        # Handed in by tests, which decide when memory counts as freed.
        self._freed_signal = freed or FreedSignal()
        self._next_region_nbytes = rounded(
            min(total_nbytes, FIRST_REGION_NBYTES) if options.allow_growth else total_nbytes
        )
        fraction = options.fragmentation_fraction
        self._max_rest = int(fraction * total_nbytes) if fraction > 0 else MAX_REST_NBYTES
        # Guards all below but the two that are marked. Finalisers may free at any time, also while this thread holds
        # it: they leave what they free in `_freed`, and whoever holds the lock next puts it back.
        self._lock = threading.Lock()
        self._freed: deque[Chunk] = deque()  # any thread, no lock
        self._in_use: dict[int, Chunk] = {}  # address -> chunk; single operations, no lock
        # Invariant under the lock, once `_freed` is empty: every chunk of a region is in `_in_use` or in a bin, and
        # `_pool_nbytes` is the sum of the regions' sizes, at most `_limit`.
        self._regions: list[Region] = []  # by address
        self._bins = Bins()
        self._pool_nbytes = 0
        self._stats = AllocatorStats(bytes_limit=total_nbytes, pool_bytes=0, peak_pool_bytes=0)
        self._next_id = 1
        self._has_backed_off = False
        self._num_warnings = 0

    # ---- the interface
    @property
    def name(self) -> str:
        """See `Allocator`."""
        return self._name

    @property
    def memory_type(self) -> MemoryType:
        """See `Allocator`."""
        return self._sub_allocator.memory_type

    def allocate_raw(
        self, alignment: int, num_bytes: int, attributes: AllocationAttributes = DEFAULT_ATTRIBUTES
    ) -> int | None:
        """See `Allocator`; waits up to ten seconds where options and attributes allow it."""
        if alignment > MIN_CHUNK_NBYTES:
            raise errors.invalid_argument(f"allocator {self._name} aligns to {MIN_CHUNK_NBYTES}, not to {alignment}")
        if num_bytes <= 0:
            return None
        may_wait = self._options.allow_retry_on_failure and attributes.retry_on_failure
        address = self._try(num_bytes)
        # The time is bounded over all tries: memory that is freed in pieces too small would else keep it waiting.
        left_s = RETRY_S if may_wait else 0.0
        while address is None and left_s > 0:
            began_s = monotonic()
            # A free between the try and the wait is missed; the next one, or the end of the time, ends the wait.
            if not self._freed_signal.wait(left_s):
                break
            address = self._try(num_bytes)
            left_s -= monotonic() - began_s
        if address is None and self._options.tells_failures:
            self._tell_failure(num_bytes, may_wait, attributes.requested_by)
        return address

    def deallocate_raw(self, address: int) -> None:
        """See `Allocator`."""
        # Taken out in one step: of two threads that free the same address one gets the error.
        chunk = self._in_use.pop(address, None)
        if chunk is None:
            raise errors.internal(f"allocator {self._name}: nothing is allocated at {address:#x}")
        self._freed.append(chunk)
        self._settle()
        self._freed_signal.send()

    @property
    def tracks_allocation_sizes(self) -> bool:
        """See `Allocator`."""
        return True

    def requested_size(self, address: int) -> int:
        """See `Allocator`."""
        return self._chunk_at(address).requested_size

    def allocated_size(self, address: int) -> int:
        """See `Allocator`."""
        return self._chunk_at(address).size

    def allocation_id(self, address: int) -> int:
        """See `Allocator`."""
        return self._chunk_at(address).allocation_id

    def get_stats(self) -> AllocatorStats:
        """See `Allocator`."""
        with self._lock:
            self._drain()
            stats = self._current_stats()
        self._settle()
        return stats

    def clear_stats(self) -> bool:
        """See `Allocator`."""
        with self._lock:
            self._stats.clear()
        self._settle()
        return True

    # ---- beyond the interface
    @property
    def next_region_nbytes(self) -> int:
        """The least that it asks for when it next needs memory."""
        return self._next_region_nbytes

    def report(self, num_bytes: int = 0) -> str:
        """A map of the memory, for somebody who could not get `num_bytes`."""
        with self._lock:
            self._drain()
            stats, region_nbytes = self._current_stats(), self._next_region_nbytes
            lines = report(self._name, rounded(num_bytes), self._regions, self._bins, stats, region_nbytes)
        self._settle()
        return "\n".join(lines)

    def chunks(self) -> list[list[tuple[int, int, bool]]]:
        """Per region, by address: (address, bytes, whether it is in use) of each chunk."""
        # Drained first, as in all that looks at the memory as a whole: chunks in `_freed` still look as if in use.
        with self._lock:
            self._drain()
            found = [[(c.address, c.size, c.is_in_use) for c in region.chunks()] for region in self._regions]
        self._settle()
        return found

    def give_back_free_regions(self) -> int:
        """Returns regions of which nothing is used to where they came from; how many bytes that was."""
        with self._lock:
            self._drain()
            nbytes = self._free_regions([region for region in self._regions if region.is_free])
        self._settle()
        return nbytes

    # ---- allocating; the lock is held, but by `_try`
    def _current_stats(self) -> AllocatorStats:
        pool, largest = self._pool_nbytes, self._bins.largest_size()
        return replace(self._stats, pool_bytes=pool, largest_free_block_bytes=largest)

    def _try(self, num_bytes: int) -> int | None:
        size = rounded(num_bytes)
        with self._lock:
            self._drain()
            chunk = self._bins.smallest_fitting(size)
            # First what is there, then more from the system, and last what the system gets back and gives anew: regions
            # that are too short, all free, may make room for one that is long enough.
            if chunk is None and (self._extend(size) or (self._collect(size) and self._extend(size))):
                chunk = self._bins.smallest_fitting(size)
            # Taken under the same lock under which it was found, else another thread could have it by now.
            if chunk is not None:
                self._take(chunk, size, num_bytes)
        self._settle()  # what finalisers left while the lock was held
        return None if chunk is None else chunk.address

    def _take(self, chunk: Chunk, size: int, num_bytes: int) -> None:
        self._bins.remove(chunk)
        # The rest is split off if it is as long again as what is wanted, so that a piece of use remains. What is less
        # goes with the chunk, up to a bound on what may be wasted: many short pieces would serve nobody.
        if chunk.size >= 2 * size or chunk.size - size >= self._max_rest:
            self._bins.add(chunk.split(size))
        chunk.requested_size = num_bytes
        chunk.allocation_id = self._next_id
        self._next_id += 1
        self._in_use[chunk.address] = chunk
        self._stats.note_allocation(chunk.size)

    def _extend(self, size: int) -> bool:
        """Takes a region from the system; whether it did."""
        # In whole chunks: a region whose length is no multiple would have a rest that no chunk can be.
        available = (self._limit - self._pool_nbytes) // MIN_CHUNK_NBYTES * MIN_CHUNK_NBYTES
        if size > available:
            return False
        # Each region is twice as long as the one before, so that their number grows with the logarithm of the memory.
        doubled = False
        while size > self._next_region_nbytes:
            self._next_region_nbytes *= 2
            doubled = True
        longest = max(self._options.max_region_nbytes, size) if self._options.max_region_nbytes else available
        wanted = min(self._next_region_nbytes, longest, available)
        piece = self._sub_allocator.allocate(MIN_CHUNK_NBYTES, wanted)
        # Once, as in TensorFlow: how much the system has is known then, and later refusals are taken at their word.
        if piece is None and not self._has_backed_off:
            self._has_backed_off = True
            piece = self._allocate_less(wanted, size)
        if piece is None:
            return False
        if not doubled:  # else the size has grown enough for this once
            self._next_region_nbytes *= 2
        self._add_piece(Chunk(*piece))
        return True

    def _allocate_less(self, wanted: int, size: int) -> tuple[int, int] | None:
        """Asks for less and less, down to `size`."""
        while size <= (less := rounded(int(_BACK_OFF * wanted))) < wanted:
            wanted = less
            piece = self._sub_allocator.allocate(MIN_CHUNK_NBYTES, wanted)
            if piece is not None:
                return piece
        return None

    def _add_piece(self, chunk: Chunk) -> None:
        self._pool_nbytes += chunk.size
        self._stats.peak_pool_bytes = max(self._stats.peak_pool_bytes or 0, self._pool_nbytes)
        position = bisect_left(self._regions, chunk.address, key=lambda region: region.first.address)
        before = self._regions[position - 1] if position else None
        if self._sub_allocator.supports_coalescing and before is not None and before.end == chunk.address:
            before.append(chunk)
        else:
            self._regions.insert(position, Region(chunk))
        self._add_free(chunk)

    def _collect(self, size: int) -> bool:
        """Gives free regions back if `size` bytes fit then; whether it did."""
        free = [region for region in self._regions if region.is_free] if self._options.garbage_collection else []
        free_nbytes = sum(region.size for region in free)
        # Giving back costs the next allocations new regions, so it is done only where it is known to suffice.
        if not free_nbytes or size > self._limit - self._pool_nbytes + free_nbytes:
            return False
        _LOG.warning(
            "Garbage collection: deallocate free memory regions (i.e., allocations) so that %s can be allocated by "
            "%s; much of that means that memory is fragmented",
            human_nbytes(size), self._name,
        )  # fmt: skip
        self._free_regions(free)
        return True

    def _free_regions(self, regions: list[Region]) -> int:
        for region in regions:
            for chunk in region.chunks():
                self._bins.remove(chunk)
            self._regions.remove(region)
            for address, nbytes in region.pieces:
                self._sub_allocator.free(address, nbytes)
        freed = sum(region.size for region in regions)
        self._pool_nbytes -= freed
        return freed

    # ---- freeing
    def _settle(self) -> None:
        """Puts back what was freed, unless somebody holds the lock, who then does it."""
        # Looks again after the release: what was freed between the holder's last look and its release was left by
        # somebody who found the lock taken, and would else lie there until the next call.
        while self._freed and self._lock.acquire(blocking=False):
            try:
                self._drain()
            finally:
                self._lock.release()

    def _drain(self) -> None:
        while self._freed:
            chunk = self._freed.popleft()
            self._stats.note_free(chunk.size)
            chunk.allocation_id = chunk.requested_size = 0  # from here on it is free, and may join its neighbours
            self._add_free(chunk)

    def _add_free(self, chunk: Chunk) -> None:
        """Joins a free chunk with its free neighbours, and puts it into its bin."""
        # Neighbours are joined at once and not when memory is short: then no two free chunks ever adjoin in a region,
        # and the largest free chunk is the largest allocation that is possible.
        if chunk.next is not None and not chunk.next.is_in_use:
            self._bins.remove(chunk.next)
            chunk.absorb_next()
        before = chunk.previous
        if before is not None and not before.is_in_use:
            self._bins.remove(before)
            before.absorb_next()
            chunk = before
        self._bins.add(chunk)

    def _chunk_at(self, address: int) -> Chunk:
        chunk = self._in_use.get(address)
        if chunk is None:
            raise errors.internal(f"allocator {self._name}: nothing is allocated at {address:#x}")
        return chunk

    # ---- failing
    def _tell_failure(self, num_bytes: int, waited: bool, requested_by: str) -> None:
        if waited:
            _LOG.warning(
                "Allocator (%s) ran out of memory trying to allocate %s (rounded to %d)requested by op %s\n"
                "If much of it is free but in pieces, or one program shares the device with others, let it grow as "
                "needed (allow_growth), or give it a larger limit.\n%s",
                self._name, human_nbytes(num_bytes), rounded(num_bytes), requested_by or "unknown",
                self.report(num_bytes),
            )  # fmt: skip
        elif self._num_warnings < _MAX_WARNINGS:
            self._num_warnings += 1
            _LOG.warning(
                "Allocator (%s) ran out of memory trying to allocate %s. The caller indicates that this is not a "
                "failure, but this may mean that there could be performance gains if more memory were available.",
                self._name, human_nbytes(num_bytes),
            )  # fmt: skip
