"""StepMemory: what the tensors of one step take on one device, for traces and for those who have run out of memory.

While the step runs, each tensor that a node gives is noted as a weak reference with a few numbers, which takes no lock.
Which tensors share memory, and how much was in use when, is worked out when somebody asks.
"""
from __future__ import annotations

import weakref
from collections.abc import Sequence
from heapq import heappop, heappush
from time import perf_counter_ns
from typing import Any

import numpy as np

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.devices.devices import Device
from aioflow.framework.memory.allocator import human_nbytes
from aioflow.framework.memory.tensor_ledger import TensorRecord, memories

FORWARDING_OPS = frozenset({"_Arg", "_Recv", "_HostRecv", "Recv", "Const", "ReadVariableOp", "Placeholder"})
"""Ops whose outputs somebody else has made."""
#: Ops that keep a tensor from step to step: it is no memory of this one.
_PERSISTENT_OPS = frozenset({"Const", "Variable", "VariableV2", "TemporaryVariable"})
_MAX_NODES = 100  # in a report: an error's text must stay readable
_MOST = 0.99  # of the bytes; what comes behind is told as one


class StepTensor(weakref.ref[Any]):
    """A tensor that a node gave: a reference to the array that owns its memory, which hears of its end.

    Attributes:
        key: Which array that is: its id. Ids come again when arrays are gone, so that it counts with the times only.
        shape: The tensor's shape, which is that of a part of the array where it is a view.
        nbytes: Its bytes, likewise.
        memory_nbytes: Those of the array.
        made_ns: When its node had ended, on the clock of `perf_counter_ns`.
        ended_ns: When the array came to its end; 0 while it is alive.
        number: Among the arrays that the step has made on the device, from 1; 0 where it lives in an array that was
            there, -1 while that is not known (see `StepMemory.find`).
        first: The first note of the array; None where others have made it.
    """

    __slots__ = ("ended_ns", "first", "key", "made_ns", "memory_nbytes", "nbytes", "number", "shape")
    key: int
    shape: tuple[int, ...]
    nbytes: int
    memory_nbytes: int
    made_ns: int
    ended_ns: int
    number: int
    first: StepTensor | None


def _end(tensor: StepTensor) -> None:
    # Wherever the array dies, also within any other method: it must take no lock.
    tensor.ended_ns = perf_counter_ns()


def plain_tensor(value: np.ndarray[Any, Any], nbytes: int, made_ns: int) -> StepTensor:
    """Notes an array that owns its memory, of so many bytes, which are some."""
    tensor = StepTensor(value, _end)
    tensor.key, tensor.shape, tensor.made_ns = id(value), value.shape, made_ns
    tensor.nbytes = tensor.memory_nbytes = nbytes
    tensor.ended_ns, tensor.number, tensor.first = 0, -1, None
    return tensor


def _tensor(value: Any, made_ns: int) -> StepTensor | None:
    """Notes any output; None for what has no memory that is counted."""
    memory = next(memories(value), None)
    if memory is None:
        return None
    tensor = plain_tensor(memory, memory.nbytes, made_ns)
    tensor.shape, tensor.nbytes = getattr(value, "shape", ()), getattr(value, "nbytes", 0)
    return tensor


class Given:
    """The outputs of one execution of a node.

    Attributes:
        arrays: Slot, shape and bytes of each array.
        tensors: For each output its note, or None.
        others: Arrays that somebody else has made. They are held, to know them again.
        persistent_nbytes: Bytes that the node keeps from step to step.
        new: The notes of what it has made; known once `StepMemory.settle` has seen it, as are the others below.
        records: For each output who knows its memory, or None: the device's record, else a note of the step.
        in_use_nbytes: Bytes that were in use on the device when the node had ended.
        keys: For each output what tells its memory from that of others.
    """

    __slots__ = ("arrays", "in_use_nbytes", "keys", "new", "others", "persistent_nbytes", "records", "tensors")

    def __init__(
        self, arrays: tuple[tuple[int, tuple[int, ...], int], ...], tensors: Sequence[StepTensor | None]
    ) -> None:
        self.arrays = arrays
        self.tensors = tensors
        self.others: Sequence[Any] = ()
        self.persistent_nbytes = self.in_use_nbytes = 0
        self.new: Sequence[StepTensor] | None = None
        self.records: Sequence[StepTensor | TensorRecord | None] = ()
        self.keys: Sequence[object] = ()

    @property
    def only_tensor(self) -> StepTensor | None:
        """The note of its one output, where that is an array of which the step knows the memory."""
        is_one = len(self.arrays) == len(self.tensors) == 1 and isinstance(self.records[0], StepTensor)
        return self.tensors[0] if is_one else None

    @property
    def is_plain(self) -> bool:
        """Whether it tells of the memory of one tensor, or of none."""
        return self.only_tensor is not None or not (self.new or any(self.records))


def as_given(note: StepTensor | Given) -> Given:
    """The outputs of a node; a note of a tensor alone stands for the only one."""
    if isinstance(note, Given):
        return note
    given = Given(((0, note.shape, note.nbytes),), [note])
    given.keys = [note.key]
    return given


def is_plain(item: NodeItem) -> bool:
    """Whether a node makes one new tensor, mostly, on a device that does not count its tensors."""
    kind = item.op.type
    return (
        item.num_outputs == 1
        and kind not in FORWARDING_OPS
        and kind not in _PERSISTENT_OPS
        and item.kernel.device.ledger is None
    )


class StepMemory:
    """The tensors that the nodes of a step make on one device.

    `note` is for any thread; all else for one thread at a time, with the executions in order of completion.

    Args:
        device: The device.
    """

    def __init__(self, device: Device) -> None:
        #: The name of the device's allocator.
        self.allocator_name = device.allocator().name
        #: Those of all runs on the device, where it counts them (a memory limit, or a cost model).
        self._ledger = device.ledger
        #: By the id of the array that owns the memory: who made it, and the first note of it.
        self._made: dict[int, tuple[str, StepTensor]] = {}
        #: Ids of what others have made: feeds and constants are left out of the step's memory.
        self._others: set[int] = set()
        self._num_made = 0
        self.in_use = InUse()

    def note(self, item: NodeItem, outputs: Sequence[Any], made_ns: int) -> Given:
        """Notes what an execution of a node gave, while nobody else has it; from any thread."""
        values: Sequence[Any] = outputs
        is_others = item.op.type in FORWARDING_OPS or item.op.type in _PERSISTENT_OPS
        if is_others:
            # What a reference leads to is its variable's, and whoever reads it next hands on the same array.
            values = [_value(output) for output in outputs]
        arrays = tuple(
            (slot, value.shape, value.nbytes)
            for slot, value in enumerate(values)
            if isinstance(value, (np.ndarray, np.generic)) and not (slot and item.is_merge and not _is_read(item, slot))
        )
        given = Given(arrays, [None if is_others else _tensor(value, made_ns) for value in values])
        if is_others:
            given.others = list(memories(values))
        if item.op.type in _PERSISTENT_OPS:
            given.persistent_nbytes = sum(getattr(value, "nbytes", 0) for value in values)
        given.keys = [id(value) for value in values]
        if self._ledger is not None:
            given.records = [self._ledger.record_of(value) for value in values]
            given.in_use_nbytes = self._ledger.bytes_in_use
        return given

    # ---- whose memory it is
    def find(self, owner: str, tensor: StepTensor) -> StepTensor | None:
        """The first note of the array that a tensor lives in: its own where it is new; None if others have made it."""
        if tensor.number >= 0:
            return tensor.first
        tensor.number, key = 0, tensor.key
        if key in self._others:
            return None
        known = self._made.get(key)
        # An id is free for another array from the first one's end on.
        if known is not None and not 0 < known[1].ended_ns <= tensor.made_ns:
            tensor.first = known[1]
            return tensor.first
        self._num_made = tensor.number = self._num_made + 1
        self._made[key] = owner, tensor
        tensor.first = tensor
        return tensor

    def settle(self, item: NodeItem, given: Given) -> Sequence[StepTensor]:
        """Finds whose memory the outputs of an execution are in; returns the notes of what is new."""
        if given.new is None:
            for memory in given.others:
                known = self._made.get(id(memory))
                if known is None or known[1].ended_ns:
                    self._others.add(id(memory))
            found = [None if tensor is None else self.find(item.name, tensor) for tensor in given.tensors]
            # The first of several outputs that share new memory is the one that counts.
            given.new = [first for tensor, first in zip(given.tensors, found, strict=True) if first and tensor is first]
            if self._ledger is None:
                given.records = found
            given.keys = [
                key if record is None else record for key, record in zip(given.keys, given.records, strict=True)
            ]
        return given.new

    def report(self, device: str) -> str:
        """The nodes whose tensors are alive, the largest first."""
        totals: dict[str, int] = {}
        for owner, tensor in self._made.values():
            if not tensor.ended_ns:
                totals[owner] = totals.get(owner, 0) + tensor.memory_nbytes
        usage = sorted(totals.items(), key=lambda item: (-item[1], item[0]))
        total, told = sum(totals.values()), 0
        lines = [f"\nCurrent usage from device: {device}, allocator: {self.allocator_name}"]
        for position, (node, nbytes) in enumerate(usage):
            if position >= _MAX_NODES or told >= _MOST * total:
                rest = len(usage) - position
                lines.append(f"  Remaining {rest} nodes with {human_nbytes(total - told)}")
                break
            lines.append(f"  {human_nbytes(nbytes)} from {node}")
            told += nbytes
        return "\n".join([*lines, ""])


class InUse:
    """How many bytes of a step were in use when its tensors were made, told in parts."""

    def __init__(self) -> None:
        self._nbytes = 0
        #: When tensors end that had not ended at the last making, and their bytes: a heap. Those that live are missing.
        self._ends: list[tuple[int, int]] = []

    def when_made(self, tensors: Sequence[StepTensor]) -> list[int]:
        """The bytes in use behind the making of each of these, which are new and follow on those of the call before."""
        made_ns, ends, nbytes = [tensor.made_ns for tensor in tensors], self._ends, self._nbytes
        told = [0] * len(tensors)
        # Several threads may note what they made in another order than that in which they made it.
        for place in sorted(range(len(tensors)), key=made_ns.__getitem__):
            tensor, at_ns = tensors[place], made_ns[place]
            while ends and ends[0][0] <= at_ns:
                nbytes -= heappop(ends)[1]
            taken_nbytes, ended_ns = tensor.memory_nbytes, tensor.ended_ns
            nbytes += taken_nbytes
            if ended_ns:
                heappush(ends, (ended_ns, taken_nbytes))
            told[place] = nbytes
        self._nbytes = nbytes
        return told


def _value(output: Any) -> Any:
    """The array of an output; where it is a reference to a variable that has one, that of the variable."""
    if hasattr(output, "read") and not isinstance(output, (np.ndarray, np.generic)):
        try:
            return output.read()
        except Exception:  # it has no value yet
            return None
    return output


def _is_read(item: NodeItem, slot: int) -> bool:
    return any(source == slot for source, _, _ in item.data_out)
