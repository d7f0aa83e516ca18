"""Allocators: attributes, statistics, the CPU's one and how it is chosen, tracking, arrays in their memory."""
from __future__ import annotations

import gc
import subprocess
import sys
import threading
from functools import partial

import ml_dtypes
import numpy as np
import pytest

from aioflow import errors
from aioflow.framework.memory.allocator import AllocatorAttributes, AllocatorStats, MemoryType, human_nbytes
from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions
from aioflow.framework.memory.cpu_allocator import AllocatorRegistry, CPUAllocator
from aioflow.framework.memory.host_memory import HostMemory, allocated_array
from aioflow.framework.memory.tracking_allocator import AllocationRecord, TrackingAllocator

MIB = 1 << 20


@pytest.mark.parametrize(
    ("nbytes", "text"),
    [
        (0, "0B"), (1023, "1023B"), (1024, "1.0KiB"), (4000, "3.9KiB"), (8_000_000, "7.63MiB"), (MIB, "1.00MiB"),
        (5 << 30, "5.00GiB"), (3 << 40, "3.00TiB"), (1 << 60, "1.00EiB"), (5 << 62, "20.00EiB"), (-4000, "-3.9KiB"),
    ],
)  # fmt: skip
def test_sizes_for_people(nbytes: int, text: str) -> None:
    """Sizes have a unit: one decimal for KiB, two for larger ones."""
    assert human_nbytes(nbytes) == text


def test_statistics_as_text() -> None:
    """Statistics are lines of 38 characters, labels left and sizes right."""
    stats = AllocatorStats(bytes_limit=8 * MIB, largest_free_block_bytes=3 * MIB)
    stats.note_allocation(4000)
    stats.note_allocation(100)
    stats.note_free(4000)
    lines = str(stats).splitlines()
    assert {len(line) for line in lines} == {38}
    assert [line.split() for line in lines] == [
        ["Limit:", "8.00MiB"], ["InUse:", "100B"], ["MaxInUse:", "4.0KiB"], ["NumAllocs:", "2"],
        ["MaxAllocSize:", "3.9KiB"], ["Reserved:", "0B"], ["PeakReserved:", "0B"], ["LargestFreeBlock:", "3.00MiB"],
    ]  # fmt: skip


def test_attributes() -> None:
    """Attributes are bits that merge; one set is no more than another when it has no bit that the other has not."""
    host, card = AllocatorAttributes.of(on_host=True), AllocatorAttributes.of(nic_compatible=True)
    both = host.merge(card)
    assert (host.bits, card.bits, both.bits) == (1, 2, 3) and host <= both and not both <= host
    assert both.on_host and both.nic_compatible and not both.gpu_compatible and not both.use_pjrt
    assert AllocatorAttributes.of(gpu_compatible=True, use_pjrt=True).bits == 12
    scoped = AllocatorAttributes(1, scope_id=7)
    assert scoped.merge(card) == AllocatorAttributes(3, 7) == card.merge(scoped)
    with pytest.raises(errors.InvalidArgumentError, match="two scopes, 7 and 8"):
        scoped.merge(AllocatorAttributes(0, 8))


# ---- the registry
def test_registry() -> None:
    """R-46: the allocator of the highest priority is chosen, and made once."""
    registry = AllocatorRegistry()
    made: list[int] = []

    def factory(priority: int) -> CPUAllocator:
        made.append(priority)
        return CPUAllocator()

    for priority in (100, 200, 150):
        registry.register("same name", priority, partial(factory, priority))
    first = registry.get_allocator()
    assert registry.get_allocator() is first and made == [200]


def test_registering_twice() -> None:
    """R-46: the same name and priority twice is an error; so are none at all, and one that comes too late."""
    registry = AllocatorRegistry()
    with pytest.raises(errors.FailedPreconditionError, match="No registered CPU allocator"):
        registry.get_allocator()
    registry.register("a", 100, CPUAllocator)
    registry.register("b", 100, CPUAllocator)
    with pytest.raises(errors.AlreadyExistsError, match="'a' with priority 100"):
        registry.register("a", 100, CPUAllocator)
    registry.get_allocator()
    with pytest.raises(errors.FailedPreconditionError, match="'late' after the first allocation, which cpu made"):
        registry.register("late", 300, CPUAllocator)


@pytest.mark.parametrize("is_full", [False, True])
def test_full_statistics(is_full: bool) -> None:
    """With a cost model in the first session the CPU's allocator keeps numbers, sizes and counts; else it does not."""
    code = f"""
import aioflow as tf
from aioflow.framework.memory.cpu_allocator import cpu_allocator
config = tf.ConfigProto()
config.graph_options.build_cost_model = {int(is_full)}
session = tf.Session(graph=tf.Graph(), config=config)
allocator = cpu_allocator()
address = allocator.allocate_raw(64, 1000)
full = {is_full}
assert allocator.name == "cpu" and allocator.tracks_allocation_sizes == full
assert allocator.get_stats().num_allocs == full and allocator.get_stats().bytes_in_use == 1000 * full
assert allocator.allocation_id(address) == full
"""
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


# ---- the CPU's allocator
def test_cpu_allocator() -> None:
    """The CPU's allocator gives aligned host memory, one piece per allocation, and counts nothing by itself."""
    allocator = CPUAllocator()
    for alignment in (64, 4096):
        address = allocator.allocate_raw(alignment, 100)
        assert address is not None and address % alignment == 0
        assert allocator.allocated_size_slow(address) == 100
        allocator.deallocate_raw(address)
        with pytest.raises(errors.InternalError, match="nothing is allocated"):
            allocator.deallocate_raw(address)
    assert allocator.allocate_raw(64, 0) is None and allocator.allocate_raw(64, 1 << 62) is None
    assert allocator.get_stats() == AllocatorStats() and not allocator.tracks_allocation_sizes
    assert allocator.name == "cpu" and allocator.memory_type is MemoryType.HOST_PAGEABLE
    with pytest.raises(errors.UnimplementedError, match="does not track sizes"):
        allocator.requested_size(1)


def test_counting() -> None:
    """Told to, it counts."""
    allocator = CPUAllocator()
    allocator.counts = True
    first, second = allocator.allocate_raw(64, 1000), allocator.allocate_raw(64, 50)
    assert first is not None and second is not None
    allocator.deallocate_raw(first)
    assert allocator.get_stats() == AllocatorStats(2, 50, 1050, 1000)
    assert allocator.clear_stats() and allocator.get_stats() == AllocatorStats(0, 50, 50, 0)


def test_warnings_of_large_allocations(caplog: pytest.LogCaptureFixture) -> None:
    """What takes more than a tenth of the free memory is told, five times; half of it together, once."""
    allocator = CPUAllocator(lambda: 10_000)
    allocator.counts = True
    for _ in range(8):
        allocator.allocate_raw(64, 1001)
    allocator.allocate_raw(64, 999)
    assert caplog.messages.count("Allocation of 1001 exceeds 10% of free system memory.") == 5
    assert sum("exceeds 50% of free system memory" in text for text in caplog.messages) == 1
    assert len(caplog.messages) == 6


# ---- tracking
def test_tracking_with_ids() -> None:
    """Over an allocator that keeps nothing, sizes and numbers are kept here; frees are records with negative sizes."""
    clock = iter(range(10, 100))
    allocator = TrackingAllocator(CPUAllocator(), track_ids=True, now_micros=lambda: next(clock))
    first, second = allocator.allocate_raw(64, 100), allocator.allocate_raw(64, 50)
    assert first is not None and second is not None
    assert (allocator.allocation_id(first), allocator.allocation_id(second)) == (1, 2)
    assert (allocator.requested_size(first), allocator.allocated_size(first)) == (100, 100)
    assert allocator.num_references == 3
    allocator.deallocate_raw(first)
    assert allocator.sizes() == (150, 150, 50)
    wanted = [AllocationRecord(100, 10), AllocationRecord(50, 11), AllocationRecord(-100, 12)]
    assert allocator.current_records() == allocator.take_records() == wanted
    assert allocator.num_references == 1 and allocator.current_records() == []
    allocator.deallocate_raw(second)
    assert allocator.num_references == 0 and allocator.sizes() == (150, 150, 0)


def test_tracking_over_one_that_tracks() -> None:
    """Over an allocator that knows sizes, these count: what was set aside, not what was asked for."""
    base = BFCAllocator(HostMemory(), MIB, "base_bfc", BFCOptions(allow_retry_on_failure=False))
    allocator = TrackingAllocator(base, track_ids=True)
    address = allocator.allocate_raw(64, 300)
    assert address is not None
    assert (allocator.requested_size(address), allocator.allocated_size(address)) == (300, 512)
    assert allocator.allocation_id(address) == 1 and allocator.name == "base_bfc"
    assert allocator.allocate_raw(64, 2 * MIB) is None  # passed on, and not counted
    assert allocator.sizes() == (512, 512, 512) and allocator.memory_type is MemoryType.HOST_PAGEABLE
    stats = allocator.get_stats()
    assert stats is not None and stats.num_allocs == 1 and allocator.clear_stats()
    assert base.get_stats().num_allocs == 0


def test_tracking_totals_only() -> None:
    """Where nobody keeps sizes only what was asked for in total is known."""
    allocator = TrackingAllocator(CPUAllocator())
    addresses = [allocator.allocate_raw(64, 100), allocator.allocate_raw(64, 100)]
    for address in addresses:
        assert address is not None
        allocator.deallocate_raw(address)
    assert allocator.sizes() == (200, 0, 0) and not allocator.tracks_allocation_sizes
    assert [record.nbytes for record in allocator.take_records()] == [100, 100]


# ---- arrays
DTYPES = [np.float32, np.int64, np.complex128, np.bool_, np.uint8, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn]


@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_in_an_arena(dtype: type) -> None:
    """An array lives in the arena, and frees its memory when it and all its views are gone."""
    arena = BFCAllocator(HostMemory(), MIB, "arena", BFCOptions(allow_retry_on_failure=False))
    array = allocated_array(arena, (3, 5), dtype)
    assert array is not None and array.shape == (3, 5) and array.dtype == dtype and array.flags.c_contiguous
    array[...] = np.arange(15).reshape(3, 5).astype(dtype)
    view = array[1:, ::2].T
    del array
    gc.collect()
    assert arena.get_stats().bytes_in_use > 0
    np.testing.assert_array_equal(view, np.arange(15).reshape(3, 5).astype(dtype)[1:, ::2].T)
    del view
    gc.collect()
    assert arena.get_stats().bytes_in_use == 0 and arena.give_back_free_regions() == MIB


def test_arrays_that_do_not_fit() -> None:
    """No memory, no array; an empty array needs none."""
    arena = BFCAllocator(HostMemory(), MIB, "arena", BFCOptions(allow_retry_on_failure=False))
    assert allocated_array(arena, (MIB,), np.float32) is None
    empty = allocated_array(arena, (0, 7), np.float32)
    assert empty is not None and empty.shape == (0, 7) and arena.get_stats().num_allocs == 0


def test_arrays_of_many_threads() -> None:
    """Arrays made and dropped on many threads never share memory while they live."""
    arena = BFCAllocator(HostMemory(), 16 * MIB, "arena")
    wrong: list[int] = []

    def work(number: int) -> None:
        kept = []
        for i in range(200):
            array = allocated_array(arena, (100 + 37 * i % 900,), np.int64)
            assert array is not None
            array[...] = number
            kept.append(array)
            if len(kept) > 8:
                wrong.extend(int(np.count_nonzero(each != number)) for each in kept[:4])
                del kept[:4]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(wrong) > 100 and sum(wrong) == 0
    assert arena.get_stats().bytes_in_use == 0
