"""StepMemory: what the tensors of one step take on one device, for traces and for those who have run out of memory."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.devices.devices import Device
from aioflow.framework.memory.allocator import human_nbytes
from aioflow.framework.memory.tensor_ledger import TensorLedger, TensorRecord

FORWARDING_OPS = frozenset({"_Arg", "_Recv", "_HostRecv", "Recv", "Const", "ReadVariableOp", "Placeholder"})
"""Ops whose outputs somebody else has made."""
#: Ops that keep a tensor from step to step: it is no memory of this one.
_PERSISTENT_OPS = frozenset({"Const", "Variable", "VariableV2", "TemporaryVariable"})
_MAX_NODES = 100  # in a report: an error's text must stay readable
NUM_AT_A_TIME = 128  # entries of nodes; a millisecond's work on an event loop
_MOST = 0.99  # of the bytes; what comes behind is told as one


class Made(NamedTuple):
    """The outputs of one execution of a node, as numbers.

    Attributes:
        outputs: Slot, shape, bytes and, where the step or the session counts it, the record of each array.
        new: The records of what it has made.
        persistent_nbytes: Bytes that it keeps from step to step.
        in_use_nbytes: Bytes that were in use on the device when it had ended.
        keys: For each output what tells its memory from that of others, or None.
    """

    outputs: list[tuple[int, tuple[int, ...], int, TensorRecord | None]]
    new: Sequence[TensorRecord]
    persistent_nbytes: int
    in_use_nbytes: int
    keys: Sequence[object]


class StepMemory:
    """The tensors that the nodes of a step make on one device. Thread-safe.

    Args:
        device: The device.
    """

    def __init__(self, device: Device) -> None:
        #: The name of the device's allocator.
        self.allocator_name = device.allocator().name
        #: The tensors of this step. Feeds and constants are left out of it: the step has not made them.
        self._ledger = TensorLedger()
        #: Those of all runs on the device, where it counts them (a memory limit, or a cost model); else this step's.
        self._everybody = device.ledger or self._ledger

    def note(self, item: NodeItem, outputs: Sequence[Any]) -> Made:
        """Notes what an execution of a node gave, while nobody else has it."""
        described: list[tuple[int, tuple[int, ...], int, TensorRecord | None]] = []
        persistent_nbytes = 0
        new: Sequence[TensorRecord] = ()
        values: Sequence[Any]
        if item.op.type in FORWARDING_OPS or item.op.type in _PERSISTENT_OPS:
            # What a reference leads to is its variable's, and whoever reads it next hands on the same array.
            values = [_value(output) for output in outputs]
            self._ledger.leave_out(values)
            records: Sequence[TensorRecord | None] = [None] * len(values)
            if item.op.type in _PERSISTENT_OPS:
                persistent_nbytes = sum(getattr(value, "nbytes", 0) for value in values)
        else:
            values = outputs
            records, new = self._ledger.adopt_each(item.name, values)
            if len(values) == 1 and self._everybody is self._ledger and isinstance(value := values[0], np.ndarray):
                # What most nodes give, without the search for what others do.
                record = records[0]
                key = id(value) if record is None else record
                return Made([(0, value.shape, value.nbytes, record)], new, 0, self._everybody.bytes_in_use, (key,))
        if self._everybody is not self._ledger:
            records = [self._everybody.record_of(value) for value in values]
        for slot, value in enumerate(values):
            is_made = not (slot and item.is_merge) or _is_read(item, slot)
            if is_made and isinstance(value, (np.ndarray, np.generic)):
                described.append((slot, value.shape, value.nbytes, records[slot]))
        keys = [id(value) if record is None else record for value, record in zip(values, records, strict=True)]
        return Made(described, new, persistent_nbytes, self._everybody.bytes_in_use, keys)

    def settle(self) -> None:
        """Notes what has been given back until now."""
        self._ledger.stats()

    def report(self, device: str) -> str:
        """The nodes whose tensors are alive, the largest first."""
        usage = self._ledger.usage()
        total, told = sum(nbytes for _, nbytes in usage), 0
        lines = [f"\nCurrent usage from device: {device}, allocator: {self.allocator_name}"]
        for position, (node, nbytes) in enumerate(usage):
            if position >= _MAX_NODES or told >= _MOST * total:
                rest = len(usage) - position
                lines.append(f"  Remaining {rest} nodes with {human_nbytes(total - told)}")
                break
            lines.append(f"  {human_nbytes(nbytes)} from {node}")
            told += nbytes
        return "\n".join([*lines, ""])


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
