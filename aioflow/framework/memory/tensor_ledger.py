"""TensorLedger: which tensors made by kernels are alive, who made them, and how much memory they take together.

Kernels get their memory from numpy, or from whatever their device computes with. The ledger hears of a tensor when it
has been made, and of its end when the last array that lives in its memory is gone.
"""
from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import time_ns
from typing import Any

import numpy as np

from aioflow.framework.memory.allocator import AllocatorStats
from aioflow.framework.memory.tracking_allocator import AllocationRecord


@dataclass(slots=True, eq=False)
class TensorRecord:
    """The memory of one tensor.

    Attributes:
        owner: Who made it.
        nbytes: Its size.
        number: Unique in its ledger, from 1.
        made_micros: When, in microseconds since the Unix epoch.
        ended_micros: When it came to its end; 0 while it is alive.
    """

    owner: str
    nbytes: int
    number: int
    made_micros: int
    ended_micros: int = 0
    reference: Any = None  # hears of its end

    @property
    def events(self) -> list[AllocationRecord]:
        """Its beginning and, once that has come, its end."""
        events = [AllocationRecord(self.nbytes, self.made_micros)]
        return [*events, AllocationRecord(-self.nbytes, self.ended_micros)] if self.ended_micros else events


class NoRoomError(Exception):
    """A tensor does not fit beside those that are alive.

    Attributes:
        tensor: The array.
    """

    def __init__(self, tensor: Any) -> None:
        super().__init__("no room for a tensor")
        self.tensor = tensor


class TensorLedger:
    """Counts tensors, and refuses what goes beyond a limit.

    Args:
        limit_nbytes: Bytes that all live tensors together may take; None for any number.
    """

    def __init__(self, limit_nbytes: int | None = None) -> None:
        self.limit_nbytes = limit_nbytes
        # Ends of arrays: id and time in microseconds. A weak reference's callback runs wherever the array dies, also in
        # the middle of a method below; it only appends, which takes no lock, and whoever holds the lock next counts it.
        self._gone: deque[tuple[int, int]] = deque()
        # Guards the rest. Invariant: `_stats.bytes_in_use` is the sum over `_live`, dead arrays included that still
        # wait in `_gone`; every method empties that first.
        self._lock = threading.RLock()
        self._live: dict[int, TensorRecord] = {}  # by id of the array that owns the memory
        self._others: dict[int, Any] = {}  # likewise: what others have made, held here
        self._stats = AllocatorStats(bytes_limit=limit_nbytes)

    def adopt(self, owner: str, results: Any, inputs: Any = ()) -> list[TensorRecord]:
        """Enters the new tensors among the results of a kernel.

        Args:
            owner: The node that made them.
            results: An array, anything else, or lists and tuples of them.
            inputs: What the kernel was given, and may have handed on; likewise.

        Returns:
            The new ones.

        Raises:
            NoRoomError: One does not fit. Those before it are entered.
        """
        # A kernel may hand on what it was given (Identity, Reshape, assignments in place): that is no new tensor. The
        # inputs are alive until this call returns, so their ids cannot be those of new arrays.
        given = {id(memory) for memory in _memories(inputs)}
        new = []
        with self._lock:
            self._drain()
            for memory in _memories(results):
                key = id(memory)
                if key not in given and key not in self._live and key not in self._others:
                    # Refused after it was made, since numpy does not ask before: for a moment the limit is exceeded.
                    if self.limit_nbytes is not None and self._stats.bytes_in_use + memory.nbytes > self.limit_nbytes:
                        raise NoRoomError(memory)
                    new.append(self._enter(owner, memory))
        return new

    def leave_out(self, values: Any) -> None:
        """Does not count arrays that others have made; holds on to them, to know them again."""
        with self._lock:
            self._drain()
            self._others.update((id(memory), memory) for memory in _memories(values) if id(memory) not in self._live)

    def _enter(self, owner: str, memory: Any) -> TensorRecord:
        self._stats.note_allocation(memory.nbytes)
        record = TensorRecord(owner, memory.nbytes, self._stats.num_allocs, _now_micros())
        # The callback holds the deque and not the ledger: a ledger that is dropped does not live on with the arrays.
        key, gone = id(memory), self._gone
        record.reference = weakref.ref(memory, lambda _: gone.append((key, _now_micros())))
        self._live[key] = record
        return record

    def _drain(self) -> None:
        while self._gone:
            key, micros = self._gone.popleft()
            # The id is free for another array from the array's death on; that one is entered only behind this drain,
            # so the entry is the dead one's.
            record = self._live.pop(key)
            record.ended_micros = micros
            self._stats.note_free(record.nbytes)

    def stats(self) -> AllocatorStats:
        """The counts so far."""
        with self._lock:
            self._drain()
            return replace(self._stats)

    def record_of(self, value: Any) -> TensorRecord | None:
        """The record of the memory that an array lives in, or None where it is not counted."""
        with self._lock:
            self._drain()
            # An array lives in one memory only, so the first is all there is.
            return next((self._live.get(id(memory)) for memory in _memories(value)), None)

    def usage(self) -> list[tuple[str, int]]:
        """(who made them, bytes) of the tensors that are alive, the largest first, then by name."""
        totals: dict[str, int] = {}
        with self._lock:
            self._drain()
            for record in self._live.values():
                totals[record.owner] = totals.get(record.owner, 0) + record.nbytes
        return sorted(totals.items(), key=lambda item: (-item[1], item[0]))


def _now_micros() -> int:
    return time_ns() // 1000


def _memories(values: Any) -> Iterator[Any]:
    """The arrays that own the memory of what `values` holds."""
    if isinstance(values, (list, tuple)):
        for value in values:
            yield from _memories(value)
    elif hasattr(values, "nbytes") and not isinstance(values, np.generic):
        # A view lives in the memory of its base. The last array of the chain owns it, or stands for a buffer of
        # another kind, which counts as its own.
        while isinstance(values, np.ndarray) and isinstance(values.base, np.ndarray):
            values = values.base
        if values.nbytes:  # empty arrays take no memory, and numpy may use one for several
            yield values
