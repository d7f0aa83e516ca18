"""The report of a `BFCAllocator` that has run out of memory."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from aioflow.framework.memory.allocator import AllocatorStats, human_nbytes
from aioflow.framework.memory.bfc_chunks import NUM_BINS, Bins, Chunk, Region, bin_nbytes, bin_number

# The report has the lines of TensorFlow's `DumpMemoryLog`, for which tools look in logs.
BAR_LENGTH = 100
_NO_CHUNK = 2**64 - 1  # how TensorFlow, whose chunks are numbered by an unsigned 64-bit integer, prints "none"


def report(
    name: str, num_bytes: int, regions: Sequence[Region], bins: Bins, stats: AllocatorStats, next_region_nbytes: int
) -> list[str]:
    """The lines of a report.

    Args:
        name: What the allocator is called.
        num_bytes: What it could not give, rounded.
        regions: Its memory, by address.
        bins: What of that is free.
        stats: What it has done.
        next_region_nbytes: How much it would take from the system next time.
    """
    # One list for all parts: chunks are numbered by their place in it. The lock under which this runs keeps it true.
    chunks = [chunk for region in regions for chunk in region.chunks()]
    return [
        f"BFCAllocator dump for {name}",
        *_bin_lines(chunks),
        *_wanted_bin(num_bytes, bins),
        *_region_lines(regions, chunks),
        *_summary(chunks),
        *_totals(stats, next_region_nbytes),
        occupancy_bar(chunks),
    ]


def _bin_lines(chunks: Sequence[Chunk]) -> Iterator[str]:
    for number in range(NUM_BINS):
        inside = [chunk for chunk in chunks if bin_number(chunk.size) == number]
        used = [chunk for chunk in inside if chunk.is_in_use]
        yield (
            f"Bin ({bin_nbytes(number)}): \tTotal Chunks: {len(inside)}, Chunks in use: {len(used)}. "
            f"{human_nbytes(sum(chunk.size for chunk in inside))} allocated for chunks. "
            f"{human_nbytes(sum(chunk.size for chunk in used))} in use in bin. "
            f"{human_nbytes(sum(chunk.requested_size for chunk in used))} client-requested in use in bin."
        )


def _wanted_bin(num_bytes: int, bins: Bins) -> Iterator[str]:
    number = bin_number(num_bytes)
    yield f"Bin for {human_nbytes(num_bytes)} was {human_nbytes(bin_nbytes(number))}, Chunk State: "
    for chunk in bins.in_bin(number):
        yield f"  Size: {human_nbytes(chunk.size)} | Requested Size: 0B | in_use: 0"


def _region_lines(regions: Sequence[Region], chunks: Sequence[Chunk]) -> Iterator[str]:
    index = {chunk: number for number, chunk in enumerate(chunks)}
    for region in regions:
        yield f"Next region of size {region.size}"
        for chunk in region.chunks():
            following = _NO_CHUNK if chunk.next is None else index[chunk.next]
            state = "InUse" if chunk.is_in_use else "Free "
            yield f"{state} at {chunk.address:x} of size {chunk.size} next {following}"


def _summary(chunks: Sequence[Chunk]) -> Iterator[str]:
    sizes = Counter(chunk.size for chunk in chunks if chunk.is_in_use)
    yield "     Summary of in-use Chunks by size: "
    for size, count in sorted(sizes.items()):
        yield f"{count} Chunks of size {size} totalling {human_nbytes(size * count)}"
    yield f"Sum Total of in-use chunks: {human_nbytes(sum(size * count for size, count in sizes.items()))}"


def _totals(stats: AllocatorStats, next_region_nbytes: int) -> Iterator[str]:
    limit, pool = stats.bytes_limit or 0, stats.pool_bytes or 0
    yield (
        f"Total size in pool: {pool} memory_limit_: {limit} available size: {limit - pool} "
        f"curr_region_allocation_bytes_: {next_region_nbytes}"
    )
    yield f"Stats: \n{stats}"


def occupancy_bar(chunks: Sequence[Chunk]) -> str:
    """The memory as 100 characters: `*` was asked for, `x` was set aside beyond that, `_` is free.

    Args:
        chunks: All chunks, by address; gaps between them do not count.
    """
    total = sum(chunk.size for chunk in chunks)
    if not total:
        return "_" * BAR_LENGTH
    bar = ["_"] * BAR_LENGTH
    start = 0
    for chunk in chunks:
        if chunk.is_in_use:
            # What was asked for is painted over what was set aside, so of a character that is both the former shows.
            _paint(bar, start, start + chunk.size, total, "x")
            _paint(bar, start, start + chunk.requested_size, total, "*")
        start += chunk.size
    return "".join(bar)


def _paint(bar: list[str], start: int, end: int, total: int, mark: str) -> None:
    # Every character that the stretch touches: also the smallest one is seen.
    first, last = start * BAR_LENGTH // total, (end - 1) * BAR_LENGTH // total
    for position in range(first, min(last, BAR_LENGTH - 1) + 1):
        bar[position] = mark
