"""TensorLedger: which tensors made by kernels are alive, who made them, and how much memory they take together.

Kernels get their memory from numpy, or from whatever their device computes with. The ledger hears of a tensor when it
has been made, and of its end when the last array that lives in its memory is gone.
"""
from __future__ import annotations

import sys
import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import time_ns
from typing import Any

import numpy as np

from aioflow.framework.memory.allocator import AllocatorStats
from aioflow.framework.memory.tracking_allocator import AllocationRecord
from aioflow.framework.process_locks import process_rlock

_STRINGS_AT_A_TIME = 1 << 15  # two milliseconds' work
_STRING_NBYTES = sys.getsizeof(b"")  # of a string without characters


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
    def memory_nbytes(self) -> int:
        """Its size, by the name that notes of a step have for it."""
        return self.nbytes

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
        self._lock = process_rlock()
        self._live: dict[int, TensorRecord] = {}  # by id of the array that owns the memory
        self._stats = AllocatorStats(bytes_limit=limit_nbytes)
        #: Bytes that kernels which run at the moment are sure to take; they are not in use yet.
        self._reserved_nbytes = 0

    def reserve(self, nbytes: int) -> bool:
        """Sets room aside for what a kernel is about to make; False where there is none. See `unreserve`."""
        if self.limit_nbytes is None:
            return True
        with self._lock:
            self._drain()
            if self._stats.bytes_in_use + self._reserved_nbytes + nbytes > self.limit_nbytes:
                return False
            self._reserved_nbytes += nbytes
            return True

    def unreserve(self, nbytes: int) -> None:
        """Gives back what `reserve` has set aside: the tensor is entered now, or was never made."""
        if self.limit_nbytes is not None:
            with self._lock:
                self._reserved_nbytes -= nbytes

    def room_nbytes(self) -> int | None:
        """How many bytes fit at the moment; None for any number."""
        if self.limit_nbytes is None:
            return None
        with self._lock:
            self._drain()
            return self.limit_nbytes - self._stats.bytes_in_use

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
        given = {id(memory) for memory in memories(inputs)}
        new = []
        with self._lock:
            self._drain()
            for memory in memories(results):
                key = id(memory)
                if key not in given and key not in self._live:
                    # Refused after it was made, where nobody could tell its size before (see `reserve`).
                    nbytes = memory.nbytes + (0 if self.limit_nbytes is None else strings_nbytes(memory))
                    if self.limit_nbytes is not None and self._stats.bytes_in_use + nbytes > self.limit_nbytes:
                        raise NoRoomError(memory)
                    new.append(self._enter(owner, memory, nbytes))
        return new

    @property
    def bytes_in_use(self) -> int:
        """What was in use when somebody last asked or entered anything."""
        return self._stats.bytes_in_use

    def _enter(self, owner: str, memory: Any, nbytes: int) -> TensorRecord:
        self._stats.note_allocation(nbytes)
        record = TensorRecord(owner, nbytes, self._stats.num_allocs, _now_micros())
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
            return next((self._live.get(id(memory)) for memory in memories(value)), None)


def _now_micros() -> int:
    return time_ns() // 1000


def strings_nbytes(array: Any) -> int:
    """What the strings of an array take beside its references to them; 0 for arrays of anything else.

    Strings that several arrays share count for each of them, as in TensorFlow, where each has copies.
    """
    if not isinstance(array, np.ndarray) or not array.dtype.hasobject or not isinstance(array.flat[0], bytes):
        return 0
    flat = array.reshape(-1)
    # In parts: the interpreter's lock is given away between two, and the ids of all need no memory. What a part has
    # several times, as the result of a Fill has, takes memory once.
    parts = (flat[start : start + _STRINGS_AT_A_TIME].tolist() for start in range(0, flat.size, _STRINGS_AT_A_TIME))
    return sum(
        len(distinct) * _STRING_NBYTES + sum(map(len, distinct.values()))
        for distinct in (dict(zip(map(id, part), part, strict=True)) for part in parts)
    )


def memories(values: Any) -> Iterator[Any]:
    """The arrays that own the memory of what `values` holds."""
    if isinstance(values, (list, tuple)):
        for value in values:
            yield from memories(value)
    elif hasattr(values, "nbytes") and not isinstance(values, np.generic):
        # A view lives in the memory of its base. The last array of the chain owns it, or stands for a buffer of
        # another kind, which counts as its own.
        while isinstance(values, np.ndarray) and isinstance(values.base, np.ndarray):
            values = values.base
        if values.nbytes:  # empty arrays take no memory, and numpy may use one for several
            yield values
