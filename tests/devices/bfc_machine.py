"""A `BFCAllocator` under random sequences of calls, checked after each against a simple model.

    python -m tests.devices.bfc_machine 10000    # as many sequences
"""
from __future__ import annotations

import logging
import sys
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions
from tests.devices.simulated_memory import SimulatedMemory

KIB, MIB = 1 << 10, 1 << 20
LIMIT = 16 * MIB
STEPS_PER_SEQUENCE = 40
small, medium, large = (st.integers(1, most) for most in (2 * KIB, MIB, 5 * MIB))
sizes = small | medium | large | st.sampled_from([256, 512, MIB, LIMIT])


class BFCMachine(RuleBasedStateMachine):
    """Allocates and frees at random."""

    def __init__(self) -> None:
        super().__init__()
        self.live: dict[int, int] = {}  # address -> requested size
        self.num_allocs = self.peak = self.largest = 0

    @initialize(
        capacity=st.sampled_from([LIMIT, LIMIT // 2, 3 * MIB]),
        adjoins=st.booleans(),
        grows=st.booleans(),
        collects=st.booleans(),
        fraction=st.sampled_from([0.0, 0.01]),
    )
    def start(self, capacity: int, adjoins: bool, grows: bool, collects: bool, fraction: float) -> None:
        """An allocator of any kind, over memory that may have less than the allocator may take."""
        self.memory = SimulatedMemory(capacity, adjoins)
        self.max_rest = int(fraction * LIMIT) if fraction else 128 * MIB
        options = BFCOptions(grows, collects, allow_retry_on_failure=False, fragmentation_fraction=fraction)
        self.allocator = BFCAllocator(self.memory, LIMIT, "random", options)

    @rule(size=sizes)
    def allocate(self, size: int) -> None:
        """The smallest chunk that fits is taken, and split exactly when its rest is worth it."""
        wanted = -(-size // 256) * 256
        regions = self.allocator.chunks()
        before = {(nbytes, address) for region in regions for address, nbytes, used in region if not used}
        address = self.allocator.allocate_raw(64, size)
        best = min((key for key in before if key[0] >= wanted), default=None)
        if address is None:
            assert best is None
            return
        if best is not None:
            assert address == best[1]
            is_split = best[0] >= 2 * wanted or best[0] - wanted >= self.max_rest
            assert self.allocator.allocated_size(address) == (wanted if is_split else best[0])
        self.note(address, size)

    def note(self, address: int, size: int) -> None:
        """Enters an allocation into the model."""
        self.live[address] = size
        self.num_allocs += 1
        in_use = sum(self.allocator.allocated_size(each) for each in self.live)
        self.peak = max(self.peak, in_use)
        self.largest = max(self.largest, self.allocator.allocated_size(address))

    @precondition(lambda self: self.live)
    @rule(data=st.data())
    def free(self, data: Any) -> None:
        """Frees any allocation."""
        address = data.draw(st.sampled_from(sorted(self.live)))
        self.allocator.deallocate_raw(address)
        del self.live[address]

    @rule()
    def give_back(self) -> None:
        """Whole regions that are free go back, and only these."""
        regions = self.allocator.chunks()
        free = sum(size for region in regions if not any(used for *_, used in region) for _, size, _ in region)
        assert self.allocator.give_back_free_regions() == free

    @rule()
    def clear(self) -> None:
        """Statistics begin anew."""
        assert self.allocator.clear_stats()
        self.num_allocs = self.largest = 0
        self.peak = sum(self.allocator.allocated_size(each) for each in self.live)

    @invariant()
    def chunks_tile_the_regions(self) -> None:
        """Chunks follow each other without gap or overlap; no two neighbours are free; sizes are multiples of 256."""
        for region in self.allocator.chunks():
            for (address, size, used), (following, _, next_used) in pairwise(region):
                assert address + size == following
                assert used or next_used
            assert all(size > 0 and size % 256 == 0 for _, size, _ in region)

    @invariant()
    def regions_are_the_memory(self) -> None:
        """Regions are what came from below, together no more than the limit."""
        held = sum(self.memory.pieces.values())
        assert sum(size for region in self.allocator.chunks() for _, size, _ in region) == held <= LIMIT
        assert self.allocator.get_stats().pool_bytes == held

    @invariant()
    def allocations_are_the_used_chunks(self) -> None:
        """What is used is what was given and not freed, each at least as long as asked for."""
        used = {address: size for region in self.allocator.chunks() for address, size, is_used in region if is_used}
        assert used.keys() == self.live.keys()
        for address, requested in self.live.items():
            assert self.allocator.requested_size(address) == requested <= used[address]
        assert len({self.allocator.allocation_id(address) for address in self.live}) == len(self.live)

    @invariant()
    def statistics_agree(self) -> None:
        """The statistics are those of the model."""
        stats = self.allocator.get_stats()
        assert stats.bytes_in_use == sum(self.allocator.allocated_size(address) for address in self.live)
        assert (stats.num_allocs, stats.peak_bytes_in_use) == (self.num_allocs, self.peak)
        assert (stats.largest_alloc_size, stats.bytes_limit) == (self.largest, LIMIT)
        free = [size for region in self.allocator.chunks() for _, size, used in region if not used]
        assert stats.largest_free_block_bytes == max(free, default=0)

    def teardown(self) -> None:
        """When all is freed, everything can be given back."""
        if hasattr(self, "allocator"):
            for address in self.live:
                self.allocator.deallocate_raw(address)
            self.allocator.give_back_free_regions()
            assert self.memory.pieces == {} and self.allocator.get_stats().pool_bytes == 0


def run(num_sequences: int) -> None:
    """Checks so many sequences."""
    log = logging.getLogger("aioflow.framework.memory.bfc_allocator")
    log.addFilter(_tells_no_lack)
    try:
        run_state_machine_as_test(
            BFCMachine,
            settings=settings(
                max_examples=num_sequences,
                stateful_step_count=STEPS_PER_SEQUENCE,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    finally:
        log.removeFilter(_tells_no_lack)


def _tells_no_lack(record: logging.LogRecord) -> bool:
    return "ran out of memory" not in record.msg


if __name__ == "__main__":
    run(int(sys.argv[1]))
    print(f"{sys.argv[1]} sequences of up to {STEPS_PER_SEQUENCE} calls: all invariants hold")
