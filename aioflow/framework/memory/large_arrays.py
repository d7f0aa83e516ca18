"""Memory for large results, used again and again.

A fresh array of a megabyte or more costs more than what is computed into it: the system hands out its pages one by one,
zeroed, and takes them back when the array goes. Large results therefore live in an arena that keeps its memory
(`benchmarks/allocators.py`: chains of additions take a twelfth of the time at 1 and 2 MiB, half of it at 64 MiB; a
single addition, whose memory the C library may have kept, up to a tenth more). The arena is
bounded; what does not fit is numpy's. It gives memory back when a session is closed.
"""
from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.framework.memory.cpu_allocator import available_nbytes
from aioflow.framework.memory.host_memory import HostMemory, allocated_array
from aioflow.framework.memory.recent_first import RecentFirst

Array = np.ndarray[Any, Any]

LARGE_NBYTES = 1 << 20  # below that fresh memory mostly comes from numpy's or the C library's own stock
LIMIT_VARIABLE = "AIOFLOW_ARENA_NBYTES"
"""Bytes of memory for large results that the process keeps and uses again; 0: none. Default: 512 MiB, or an eighth of
the free memory if that is less. Read for the first large result."""
MAX_ARENA_NBYTES = 512 << 20
SHARE_OF_FREE_MEMORY = 8  # an eighth: other processes want memory, too, and what is kept here they cannot have
# No waiting, as numpy takes what does not fit, and no warnings for the same reason. Regions stay short: one of which
# nothing is used can be given back by itself.
_OPTIONS: dict[str, Any] = {"allow_retry_on_failure": False, "max_region_nbytes": 64 << 20, "tells_failures": False}


class Arena:
    """Memory that is used again.

    Args:
        limit_nbytes: How much it may have.

    Attributes:
        chunks: What it has from the system.
        allocator: Gives it out; what was freed last first.
    """

    def __init__(self, limit_nbytes: int) -> None:
        # Not above: most processes make nothing large, and whoever starts many of them waits for what they import.
        from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions

        self.chunks = BFCAllocator(HostMemory(), limit_nbytes, "cpu_arena", BFCOptions(**_OPTIONS))
        self.allocator = RecentFirst(self.chunks)

    def give_back(self) -> int:
        """Returns memory that nobody uses to the system; how many bytes that was."""
        # In this order: to the allocator below, what is kept for reuse is in use, and its regions are not free.
        self.allocator.give_back()
        return self.chunks.give_back_free_regions()


def _new_arena() -> Arena:
    # Read once per process, for the first large result, and anew in a forked child.
    text = os.environ.get(LIMIT_VARIABLE, "")
    limit = int(text) if text.isdigit() else min(MAX_ARENA_NBYTES, available_nbytes() // SHARE_OF_FREE_MEMORY)
    return Arena(limit)


_arena: Arena | None = None  # until somebody needs it


def arena() -> Arena:
    """The process's arena, for large results."""
    # Two threads may make one each, at the same time: one of them stays, and arrays know their own.
    global _arena
    if _arena is None:
        _arena = _new_arena()
    return _arena


def use_arena(arena: Arena) -> Arena:
    """Makes `arena` the process's arena; returns the one before, whose arrays stay where they are."""
    # One assignment: a kernel that reads the name meanwhile gets the one or the other, and arrays know their own.
    global _arena
    before, _arena = _arena or _new_arena(), arena
    return before


def give_back_memory() -> None:
    """Returns memory of the arena that nobody uses to the system."""
    if _arena is not None:
        _arena.give_back()


def large_array(shape: Sequence[int], dtype: Any) -> Array:
    """A new array of any content; in the arena if it is large and fits.

    Args:
        shape: The array's shape.
        dtype: Its dtype.

    Raises:
        MemoryError: There is no memory for it.
    """
    nbytes = math.prod(shape) * dtype.itemsize
    # Objects need numpy's own memory, which it fills with None; what lies in the arena may have any content.
    array = None if nbytes < LARGE_NBYTES or dtype.hasobject else allocated_array(arena().allocator, shape, dtype)
    return np.empty(shape, dtype) if array is None else array


def _start_anew() -> None:
    """In a forked child: another thread may hold the arena's lock, which it would never give back."""
    # The old arena lives on with its arrays. Where they die its lock is tried and not waited for, so nothing hangs.
    global _arena
    _arena = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_anew)
