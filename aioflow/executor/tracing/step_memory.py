"""StepMemory: what the tensors of one step take on one device, for traces and for those who have run out of memory."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.devices.devices import Device
from aioflow.framework.memory.allocator import human_nbytes
from aioflow.framework.memory.tensor_ledger import TensorLedger, TensorRecord

FORWARDING_OPS = frozenset({"_Arg", "_Recv", "_HostRecv", "Recv", "Const", "ReadVariableOp", "Placeholder"})
"""Ops whose outputs somebody else has made."""
_MAX_NODES = 100  # in a report: an error's text must stay readable
NUM_AT_A_TIME = 128  # entries of nodes; a millisecond's work on an event loop
_MOST = 0.99  # of the bytes; what comes behind is told as one


class StepMemory:
    """The tensors that the nodes of a step make on one device. Thread-safe.

    Args:
        device: The device.
    """

    def __init__(self, device: Device) -> None:
        self._allocator = device.allocator().name
        #: The tensors of this step. Feeds and constants are left out of it: the step has not made them.
        self._ledger = TensorLedger()
        #: Those of all runs on the device, where it counts them (a memory limit, or a cost model); else this step's.
        self._everybody = device.ledger or self._ledger
        #: What `describe` has filled in, to be completed at the end: only then is known what is still alive.
        self._made: list[tuple[Any, list[TensorRecord]]] = []

    def note(self, item: NodeItem, outputs: Sequence[Any]) -> list[TensorRecord]:
        """Notes what an execution of a node gave; returns what of that is new."""
        if item.op.type in FORWARDING_OPS:
            self._ledger.leave_out(list(outputs))
            return []
        return self._ledger.adopt(item.name, list(outputs))

    def describe(self, entry: Any, outputs: Sequence[Any], new: list[TensorRecord]) -> None:
        """Adds to an execution's `NodeExecStats` what it gave and what of that it has made.

        Args:
            entry: The message, in which outputs are listed; `fill` adds what becomes of them.
            outputs: What the node gave.
            new: What `note` returned.
        """
        if new:
            used = entry.memory.add(allocator_name=self._allocator)
            used.total_bytes = used.peak_bytes = sum(record.nbytes for record in new)
            used.allocator_bytes_in_use = self._everybody.stats().bytes_in_use
            self._made.append((used, new))
        for output in entry.output:
            described = output.tensor_description.allocation_description
            described.allocator_name = self._allocator
            record = self._everybody.record_of(outputs[output.slot])
            if record is not None:
                described.allocated_bytes, described.allocation_id = record.nbytes, record.number

    def fill(self) -> Iterator[None]:
        """Adds to the entries what is still alive, and when memory was taken and given back; in parts."""
        self._ledger.stats()  # which notes what has been given back until now
        made, self._made = self._made, []
        for number, (used, records) in enumerate(made):
            if number % NUM_AT_A_TIME == NUM_AT_A_TIME - 1:
                yield
            used.live_bytes = sum(record.nbytes for record in records if not record.ended_micros)
            events = sorted((event for record in records for event in record.events), key=lambda event: event.micros)
            for event in events:
                used.allocation_records.add(alloc_micros=event.micros, alloc_bytes=event.nbytes)

    def report(self, device: str) -> str:
        """The nodes whose tensors are alive, the largest first."""
        usage = self._ledger.usage()
        total, told = sum(nbytes for _, nbytes in usage), 0
        lines = [f"\nCurrent usage from device: {device}, allocator: {self._allocator}"]
        for position, (node, nbytes) in enumerate(usage):
            if position >= _MAX_NODES or told >= _MOST * total:
                rest = len(usage) - position
                lines.append(f"  Remaining {rest} nodes with {human_nbytes(total - told)}")
                break
            lines.append(f"  {human_nbytes(nbytes)} from {node}")
            told += nbytes
        return "\n".join([*lines, ""])
