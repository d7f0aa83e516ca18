"""The best-fit allocator with coalescing: sizes, bins, splitting, growth, failing, and what it reports."""
from __future__ import annotations

import logging
import threading

import pytest

from aioflow import errors
from aioflow.framework.memory.allocator import AllocationAttributes, MemoryType
from aioflow.framework.memory.bfc_allocator import RETRY_S, BFCAllocator, BFCOptions
from aioflow.framework.memory.bfc_chunks import bin_nbytes, bin_number
from aioflow.framework.memory.bfc_report import BAR_LENGTH
from tests.devices.simulated_memory import ScriptedSignal, SimulatedMemory

MIB = 1 << 20
AT_ONCE = BFCOptions(allow_retry_on_failure=False)


def allocator_of(nbytes: int, memory: SimulatedMemory | None = None, options: BFCOptions = AT_ONCE) -> BFCAllocator:
    """An allocator that may take `nbytes`."""
    return BFCAllocator(memory or SimulatedMemory(), nbytes, "test_bfc", options)


def allocate(allocator: BFCAllocator, nbytes: int) -> int:
    """An allocation that must succeed."""
    address = allocator.allocate_raw(64, nbytes)
    assert address is not None
    return address


def sizes(allocator: BFCAllocator) -> list[list[int]]:
    """The chunks of each region: their sizes, negative where they are free."""
    return [[size if used else -size for _, size, used in region] for region in allocator.chunks()]


def of_free_chunks(*nbytes: int) -> tuple[BFCAllocator, list[int]]:
    """An allocator whose free chunks have these sizes, but for the rest; and their addresses."""
    allocator = allocator_of(MIB, options=BFCOptions(allow_growth=False, allow_retry_on_failure=False))
    addresses = []
    for each in nbytes:
        addresses.append(allocate(allocator, each))
        allocate(allocator, 256)  # keeps neighbours apart
    for address in addresses:
        allocator.deallocate_raw(address)
    return allocator, addresses


@pytest.mark.parametrize(("requested", "allocated"), [(1, 256), (256, 256), (257, 512), (300, 512), (65537, 65792)])
def test_rounding(requested: int, allocated: int) -> None:
    """R-40: sizes are rounded up to 256, and the allocator knows both."""
    allocator = allocator_of(MIB)
    address = allocate(allocator, requested)
    assert (allocator.requested_size(address), allocator.allocated_size(address)) == (requested, allocated)
    assert allocator.tracks_allocation_sizes and allocator.allocated_size_slow(address) == allocated


def test_nothing() -> None:
    """R-40: no bytes are no allocation."""
    allocator = allocator_of(MIB)
    assert allocator.allocate_raw(64, 0) is None
    assert allocator.get_stats().num_allocs == 0 and allocator.chunks() == []


@pytest.mark.parametrize("exponent", range(21))
def test_bins(exponent: int) -> None:
    """Bin i holds sizes from 256 * 2**i up to twice that; the last one has no end."""
    lowest = 256 << exponent
    assert bin_nbytes(exponent) == lowest and bin_number(lowest) == exponent
    assert bin_number(2 * lowest - 256) == exponent
    assert bin_number(max(0, lowest - 256)) == max(0, exponent - 1)
    assert bin_number(1 << 60) == 20 and bin_number(1) == 0


def test_growth() -> None:
    """R-41: with growth and 8 MiB, 1,200,000 bytes get all of the first region of 2 MiB; the next one is of 4 MiB."""
    memory = SimulatedMemory()
    allocator = allocator_of(8 * MIB, memory)
    address = allocate(allocator, 1_200_000)
    assert allocator.allocated_size(address) == 2 * MIB and allocator.next_region_nbytes == 4 * MIB
    allocate(allocator, 256)
    assert memory.requests == [2 * MIB, 4 * MIB] and sizes(allocator) == [[2 * MIB], [256, 256 - 4 * MIB]]
    assert allocator.get_stats().pool_bytes == 6 * MIB


def test_growth_for_a_large_one() -> None:
    """A region is doubled until what is wanted fits, and then not doubled once more; the limit bounds it."""
    memory = SimulatedMemory()
    allocator = allocator_of(20 * MIB, memory)
    allocate(allocator, 5 * MIB)
    assert allocator.next_region_nbytes == 8 * MIB
    allocate(allocator, 7 * MIB)
    assert allocator.next_region_nbytes == 16 * MIB
    allocate(allocator, 2 * MIB)
    assert memory.requests == [8 * MIB, 8 * MIB, 4 * MIB]
    assert allocator.allocate_raw(64, 2 * MIB) is not None
    assert allocator.allocate_raw(64, 256) is None


def test_all_at_once() -> None:
    """Without growth all memory comes with the first allocation."""
    memory = SimulatedMemory()
    allocator = allocator_of(8 * MIB, memory, BFCOptions(allow_growth=False))
    allocate(allocator, 256)
    assert memory.requests == [8 * MIB] and sizes(allocator) == [[256, 256 - 8 * MIB]]


def test_backing_off_once() -> None:
    """Where the system has less than asked for, a tenth less is asked for again and again, once in a life."""
    memory = SimulatedMemory(capacity=6 * MIB)
    allocator = allocator_of(8 * MIB, memory, BFCOptions(allow_growth=False, allow_retry_on_failure=False))
    allocate(allocator, MIB)
    assert memory.requests == [8388608, 7549952, 6795008, 6115584]
    assert allocator.get_stats().pool_bytes == 6115584
    assert allocator.allocate_raw(64, 2 * MIB) is not None
    assert allocator.allocate_raw(64, 3 * MIB) is None
    assert len(memory.requests) == 4  # the limit leaves less than that; nothing was asked for


def test_no_memory_at_all() -> None:
    """Where the system has none, the allocation fails."""
    memory = SimulatedMemory(capacity=0)
    allocator = allocator_of(8 * MIB, memory)
    assert allocator.allocate_raw(64, MIB) is None and allocator.allocate_raw(64, MIB) is None
    assert memory.requests[-1] == 2 * MIB  # the second time without backing off


@pytest.mark.parametrize(("free", "allocated"), [(1536, 1536), (1792, 1792), (2048, 1024), (4096, 1024)])
def test_splitting(free: int, allocated: int) -> None:
    """R-43: a chunk is split if it is twice what is wanted, else its user has all of it."""
    allocator, (first,) = of_free_chunks(free)
    address = allocate(allocator, 1024)
    assert address == first and allocator.allocated_size(address) == allocated
    assert sizes(allocator)[0][:2] == ([allocated, 256] if allocated == free else [allocated, allocated - free])


def test_splitting_of_large_ones() -> None:
    """A chunk is split, too, if its rest is longer than 128 MiB, or than the given part of the limit."""
    whole = 1000 * MIB
    for fraction, rest in ((0.0, 128 * MIB), (0.01, 10 * MIB)):
        options = BFCOptions(allow_growth=False, fragmentation_fraction=fraction)
        for wanted, is_split in ((whole - rest, True), (whole - rest + 256, False)):
            allocator = allocator_of(whole, options=options)
            address = allocate(allocator, wanted)
            assert allocator.allocated_size(address) == (wanted if is_split else whole)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_coalescing(order: tuple[int, int, int]) -> None:
    """R-44: neighbours that are freed become one chunk, in whatever order."""
    allocator = allocator_of(MIB, options=BFCOptions(allow_growth=False))
    addresses = [allocate(allocator, 1024 * (i + 1)) for i in range(3)]
    allocate(allocator, 256)
    for position in order:
        allocator.deallocate_raw(addresses[position])
    assert sizes(allocator)[0][:2] == [-6 * 1024, 256]
    assert allocate(allocator, 6 * 1024) == addresses[0]


def test_best_fit() -> None:
    """R-45: of two chunks that fit the smaller is used; of two of one size that with the lower address."""
    allocator, addresses = of_free_chunks(4096, 2048, 3072, 2048)
    assert allocate(allocator, 2048) == addresses[1]
    assert allocate(allocator, 1800) == addresses[3]
    assert allocate(allocator, 1800) == addresses[2]


def test_regions_that_adjoin() -> None:
    """Regions become one where memory adjoins and may be joined; chunks then grow across the seam."""
    apart, joined = (allocator_of(14 * MIB, SimulatedMemory(adjoins=adjoins)) for adjoins in (False, True))
    for allocator in (apart, joined):
        first, second = allocate(allocator, 2 * MIB), allocate(allocator, 4 * MIB)
        allocator.deallocate_raw(first)
        allocator.deallocate_raw(second)
    assert sizes(apart) == [[-2 * MIB], [-4 * MIB]] and sizes(joined) == [[-6 * MIB]]
    assert joined.get_stats().largest_free_block_bytes == 6 * MIB
    assert joined.give_back_free_regions() == 6 * MIB and joined.chunks() == []


def test_garbage_collection(caplog: pytest.LogCaptureFixture) -> None:
    """Regions that nobody uses make room for a larger one, if that helps, and only where it is allowed."""
    for collects in (False, True):
        memory = SimulatedMemory()
        options = BFCOptions(garbage_collection=collects, allow_retry_on_failure=False)
        allocator = allocator_of(8 * MIB, memory, options)
        kept = allocate(allocator, 2 * MIB)
        allocator.deallocate_raw(allocate(allocator, 4 * MIB))
        assert allocator.allocate_raw(64, 7 * MIB) is None  # would not fit beside what is kept
        assert len(memory.pieces) == 2
        assert (allocator.allocate_raw(64, 6 * MIB) is not None) == collects
        assert allocator.requested_size(kept) == 2 * MIB
    assert sum("Garbage collection: deallocate free memory regions" in text for text in caplog.messages) == 1


def test_waiting_for_memory(caplog: pytest.LogCaptureFixture) -> None:
    """R-42: what does not fit waits ten seconds for somebody to free memory, then fails, with a report."""
    signal = ScriptedSignal()
    allocator = BFCAllocator(SimulatedMemory(), 8 * MIB, "test_bfc", freed=signal)
    allocate(allocator, 1_200_000)
    wanted = AllocationAttributes(requested_by="MatMul")
    assert allocator.allocate_raw(64, 8_000_000, wanted) is None
    assert signal.waits_s == [RETRY_S] == [10.0]
    (text,) = caplog.messages
    size = "7.63MiB (rounded to 8000000)"
    assert text.startswith(f"Allocator (test_bfc) ran out of memory trying to allocate {size}requested by op MatMul\n")
    assert "BFCAllocator dump for test_bfc" in text


def test_memory_that_is_freed_meanwhile() -> None:
    """Each time somebody frees memory the allocation is tried again, for ten seconds in all."""
    signal = ScriptedSignal()
    allocator = BFCAllocator(SimulatedMemory(), 8 * MIB, "test_bfc", freed=signal)
    small, large = allocate(allocator, 2 * MIB), allocate(allocator, 6 * MIB)
    signal.meanwhile = [lambda: allocator.deallocate_raw(small), lambda: allocator.deallocate_raw(large)]
    assert allocator.allocate_raw(64, 5 * MIB) is not None
    assert len(signal.waits_s) == 2 and signal.waits_s[0] == RETRY_S > signal.waits_s[1] > 0


def test_memory_that_another_thread_frees() -> None:
    """A thread that waits for memory goes on when another one frees it."""
    allocator = allocator_of(MIB, options=BFCOptions(allow_growth=False))
    address = allocate(allocator, MIB)
    given: list[int | None] = []
    waiting = threading.Thread(target=lambda: given.append(allocator.allocate_raw(64, MIB)))
    waiting.start()
    allocator.deallocate_raw(address)
    waiting.join()
    assert given == [address]


@pytest.mark.parametrize("by_caller", [True, False])
def test_no_waiting(by_caller: bool, caplog: pytest.LogCaptureFixture) -> None:
    """Where the allocator or the caller do not want to wait, it fails at once, and says so ten times at most."""
    signal = ScriptedSignal()
    options = BFCOptions(allow_retry_on_failure=by_caller)
    allocator = BFCAllocator(SimulatedMemory(), MIB, "test_bfc", options, signal)
    for _ in range(12):
        assert allocator.allocate_raw(64, 2 * MIB, AllocationAttributes(retry_on_failure=not by_caller)) is None
    assert signal.waits_s == [] and len(caplog.messages) == 10
    assert all(text.endswith("performance gains if more memory were available.") for text in caplog.messages)


def test_numbers_and_statistics() -> None:
    """Allocations are numbered from 1; statistics count chunks; they can begin anew."""
    allocator = allocator_of(8 * MIB)
    addresses = [allocate(allocator, 1000), allocate(allocator, 2000), allocate(allocator, 500)]
    assert [allocator.allocation_id(address) for address in addresses] == [1, 2, 3]
    allocator.deallocate_raw(addresses[1])
    stats = allocator.get_stats()
    assert (stats.num_allocs, stats.bytes_in_use, stats.peak_bytes_in_use) == (3, 1536, 3584)
    assert (stats.largest_alloc_size, stats.bytes_limit, stats.pool_bytes) == (2048, 8 * MIB, 2 * MIB)
    assert stats.largest_free_block_bytes == 2 * MIB - 3584
    assert allocator.clear_stats()
    stats = allocator.get_stats()
    assert (stats.num_allocs, stats.peak_bytes_in_use, stats.largest_alloc_size) == (0, 1536, 0)


def test_misuse() -> None:
    """Freeing what is not allocated, or twice, or asking about it, is an error; so is too large an alignment."""
    allocator = allocator_of(MIB)
    address = allocate(allocator, 1)
    allocator.deallocate_raw(address)
    for use in (allocator.deallocate_raw, allocator.requested_size, allocator.allocated_size, allocator.allocation_id):
        with pytest.raises(errors.InternalError, match="nothing is allocated at"):
            use(address)
    with pytest.raises(errors.InvalidArgumentError, match="aligns to 256, not to 4096"):
        allocator.allocate_raw(4096, 1)
    assert allocator.name == "test_bfc" and allocator.memory_type is MemoryType.UNKNOWN


def test_report() -> None:
    """The report has bins, the bin of what was wanted, regions, sizes in use, totals, statistics and a bar."""
    allocator = allocator_of(8 * MIB, options=BFCOptions(allow_growth=False))
    first, second = allocate(allocator, MIB - 100), allocate(allocator, 3 * MIB)
    allocate(allocator, 2 * MIB)
    allocator.deallocate_raw(second)
    lines = allocator.report(3 * MIB - 1).splitlines()
    assert lines[0] == "BFCAllocator dump for test_bfc"
    assert lines[13] == (
        "Bin (1048576): \tTotal Chunks: 1, Chunks in use: 1. 1.00MiB allocated for chunks. 1.00MiB in use in bin. "
        "1023.9KiB client-requested in use in bin."
    )
    assert "Bin for 3.00MiB was 2.00MiB, Chunk State: " in lines
    assert "  Size: 3.00MiB | Requested Size: 0B | in_use: 0" in lines
    assert f"Next region of size {8 * MIB}" in lines and f"InUse at {first:x} of size {MIB} next 1" in lines
    assert f"Free  at {second:x} of size {3 * MIB} next 2" in lines
    assert "     Summary of in-use Chunks by size: " in lines and f"1 Chunks of size {MIB} totalling 1.00MiB" in lines
    assert "Sum Total of in-use chunks: 3.00MiB" in lines
    total = f"Total size in pool: {8 * MIB} memory_limit_: {8 * MIB} available size: 0 curr_region_allocation_bytes_: "
    assert any(line.startswith(total) for line in lines)
    assert "InUse:                         3.00MiB" in lines
    bar = lines[-1]
    assert len(bar) == BAR_LENGTH and bar.count("_") == 62 and bar.count("*") == 38


def test_slack_in_the_bar() -> None:
    """In the bar, memory that was set aside beyond what was asked for is shown apart."""
    allocator = allocator_of(2 * MIB)
    allocate(allocator, 1_200_000)
    bar = allocator.report().splitlines()[-1]
    assert bar.strip("*").strip("x") == "" and bar.count("*") == 58


def test_freed_by_finalisers() -> None:
    """What is freed while the allocator is at work on the same thread, as finalisers may, is free afterwards."""

    class Memory(SimulatedMemory):
        def allocate(self, alignment: int, num_bytes: int) -> tuple[int, int] | None:
            while garbage:
                allocator.deallocate_raw(garbage.pop())
            return super().allocate(alignment, num_bytes)

    garbage: list[int] = []
    allocator = allocator_of(16 * MIB, Memory())
    first = allocate(allocator, 2 * MIB)
    garbage.append(first)
    second = allocate(allocator, 4 * MIB)
    assert sizes(allocator) == [[-2 * MIB], [4 * MIB]]
    assert allocate(allocator, 2 * MIB) == first != second


def test_many_threads() -> None:
    """Threads that allocate and free at once leave everything free and joined."""
    allocator = allocator_of(64 * MIB, options=BFCOptions(allow_growth=False))
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            held: list[int] = []
            for i in range(300):
                held.append(allocate(allocator, 1 + (seed * 7919 + i * 104729) % 50_000))
                if i % 3 == 2:
                    allocator.deallocate_raw(held.pop(i % len(held)))
            for address in held:
                allocator.deallocate_raw(address)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and sizes(allocator) == [[-64 * MIB]]
    stats = allocator.get_stats()
    assert (stats.num_allocs, stats.bytes_in_use) == (1800, 0)


@pytest.fixture(autouse=True)
def _log_all(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "aioflow")
