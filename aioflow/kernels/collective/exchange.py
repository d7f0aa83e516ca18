"""Exchange: one member's side of a collective whose members are on several tasks.

The ways of values and the names of what is handed over are TensorFlow's, so that members may be its workers.
"""
from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from aioflow.framework.kernels import KernelContext
from aioflow.framework.kernels.collectives import CollectiveBuffers, Group
from aioflow.kernels.arrays import Array
from aioflow.kernels.collective.ring import Reduction, chunk_length, ring_order
from aioflow.kernels.pool_work import moving


@dataclass(frozen=True, slots=True)
class Exchange:
    """See the module.

    Attributes:
        ctx: The context of the member's kernel.
        buffers: Where parts are handed over.
        group: The members.
        rank: Which of them this is.
        key: Names the execution.
    """

    ctx: KernelContext
    buffers: CollectiveBuffers
    group: Group
    rank: int
    key: str

    async def _take(self, name: str, giver: int, like: Array) -> Array:
        members = self.group.members
        taken: Array = await self.buffers.take(f"{self.key}:{name}", members[giver], members[self.rank], like)
        return taken

    async def _give(self, name: str, value: Array) -> None:
        await self.buffers.give(f"{self.key}:{name}", value)

    # ---- around the ring
    async def reduce(self, value: Array, reduction: Reduction) -> Array:
        """Reduces the values of all members. Each chunk goes around twice: to be reduced, and to be known to all."""
        flat = value.reshape(-1)
        total: Array = np.empty_like(flat)
        size, offsets = self.group.size, reduction.offsets
        length = chunk_length(total.size, size * len(offsets), total.itemsize)
        chunks = []
        for s, offset in enumerate(offsets):
            ring = ring_order(self.group.task_sizes, offset)
            for c in range(size):
                k = c * len(offsets) + s
                part = slice(k * length, (k + 1) * length)
                if total[part].size:
                    chunks.append(self._reduce_chunk(ring, c, k, flat[part], total[part], reduction))
        await _all(chunks)
        return total.reshape(value.shape)

    async def _reduce_chunk(
        self, ring: list[int], first: int, k: int, own: Array, part: Array, reduction: Reduction
    ) -> None:
        """Reduces the chunk `k`, which begins its way at the position `first` of the ring."""
        size, place = len(ring), ring.index(self.rank)
        source = (place - 1) % size
        is_last = place == (first - 1) % size
        if place == first:
            part[...] = own
        else:
            part[...] = await self._take(f"0:{k}:{source}", ring[source], own)
            await moving(self.ctx, own.nbytes, lambda: _merge(reduction, own, part, size if is_last else 0))
        if not is_last:
            await self._give(f"0:{k}:{place}", part)
            part[...] = await self._take(f"1:{k}:{source}", ring[source], own)
        if place != (first - 2) % size:
            await self._give(f"1:{k}:{place}", part)

    async def gather(self, value: Array) -> Array:
        """Puts the values of all members one behind the other. Each goes around the ring once."""
        size, rows = self.group.size, value.shape[0]
        total: Array = np.empty((size * rows, *value.shape[1:]), value.dtype)
        source = (self.rank - 1) % size

        async def pass_on(c: int) -> None:
            part = total[c * rows : (c + 1) * rows]
            part[...] = value if c == self.rank else await self._take(f"0:{c}:{source}", source, part)
            if self.rank != (c - 1) % size:
                await self._give(f"0:{c}:{self.rank}", part)

        if value.size:
            await _all(pass_on(c) for c in range(size))
        return total

    # ---- down a tree
    async def broadcast(self, source: int, value: Array | None, like: Array) -> Array:
        """Gives the value of the member `source` to all: from task to task, and then within each."""
        found = value
        for number, (ranks, root) in enumerate(_trees(self.group, source)):
            if self.rank not in ranks or not like.size:
                continue
            place = ranks.index(self.rank)
            if place != root:
                parent = tree_parent(place, root)
                found = await self._take(f"{number}:{parent}:{place}", ranks[parent], like)
            assert found is not None, "the source has its value, and who has none is below another"
            children = [i for i in range(len(ranks)) if i != root and tree_parent(i, root) == place]
            await _all(self._give(f"{number}:{place}:{child}", found) for child in children)
        return like if found is None else found

    # ---- each to each
    async def all_to_all(self, value: Array) -> Array:
        """Gives row `i` of each member's value to the member `i`."""
        places = self.group.places()
        rows: Array = np.empty_like(value)
        others = [i for i in range(self.group.size) if i != self.rank]
        rows[places[self.rank]] = value[self.rank]

        async def take_row(giver: int) -> None:
            like = np.asarray(rows[places[giver]])
            rows[places[giver]] = await self.buffers.take(
                f"{self.key}{giver}{self.rank}", self.group.members[giver], self.group.members[self.rank], like
            )

        gives = [self.buffers.give(f"{self.key}{self.rank}{i}", np.asarray(value[i])) for i in others]
        await _all([*gives, *(take_row(i) for i in others)])
        return rows


def _merge(reduction: Reduction, own: Array, part: Array, size_at_end: int) -> None:
    with np.errstate(all="ignore"):
        reduction.merge(own, part)
        if size_at_end:
            reduction.finish(part, size_at_end)


def tree_parent(place: int, root: int) -> int:
    """From whom a place of a tree gets its value, whose root is at the place `root`."""
    if root == 0:
        return (place - 1) // 2
    parent = place // 2 - 1
    return root if parent < 0 else parent


def _trees(group: Group, source: int) -> Iterator[tuple[list[int], int]]:
    """The trees that a value goes down, each as ranks and the place of its root among them."""
    tasks: list[list[int]] = []
    start = 0
    for count in group.task_sizes:
        tasks.append(list(range(start, start + count)))
        start += count
    heads = [source if source in ranks else ranks[0] for ranks in tasks]
    yield heads, heads.index(source)
    for ranks, head in zip(tasks, heads, strict=True):
        yield ranks, ranks.index(head)


async def _all(parts: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Waits for all parts; the first error ends the others and is raised."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    if not tasks:
        return
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    finally:
        for task in tasks:
            task.cancel()  # no effect on those that are done
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if not task.cancelled():
            task.result()
