"""StepStatsCollector: when each node of a traced step was ready, ran and ended."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from time import perf_counter_ns, time_ns
from typing import Any

import numpy as np

from aioflow._proto.step_stats_pb2 import NodeExecStats, StepStats
from aioflow.executor.dataflow.graph_view import TRANSFER, NodeItem
from aioflow.executor.tracing.step_memory import NUM_AT_A_TIME, StepMemory
from aioflow.framework import TensorShape, shape_to_proto
from aioflow.framework.devices.devices import Device
from aioflow.framework.memory.tensor_ledger import TensorRecord

MAX_ENTRIES = 1 << 20  # a loop without an end must not fill the memory with its trace


class StepStatsCollector:
    """Gathers one entry per executed node; from any thread.

    Dead nodes and transfers leave none. Times are on the system clock, in nanoseconds.

    Args:
        reports_memory: Whether a node that runs out of memory is to tell what the step's tensors take.
    """

    def __init__(self, reports_memory: bool = False) -> None:
        self.reports_memory = reports_memory
        #: Guards the two below, which all threads of the step fill; held for an append or a look-up, never while a
        #: kernel runs.
        self._lock = threading.Lock()
        self._entries: list[tuple[str, NodeExecStats]] = []
        self._memory: dict[Device, StepMemory] = {}
        #: By thread: the tensors of the node that it has noted last. Each thread has its own entry, and takes it away
        #: with the `add` that follows, so that no lock is needed.
        self._made: dict[int, list[TensorRecord]] = {}
        # Times are differences on the clock that never goes back, moved to the system's: entries of one step are in
        # order even while the system's clock is set.
        self._clock_offset_ns = time_ns() - perf_counter_ns()

    def now_ns(self) -> int:
        """The time, from a clock that never goes back."""
        return perf_counter_ns() + self._clock_offset_ns

    def add_source(self, device: str) -> None:
        """Notes the start of a step on a device, as the node `_SOURCE`."""
        now = self.now_ns()
        self._append(device, _entry("_SOURCE", "_SOURCE = NoOp()", [now] * 5))

    def add(self, item: NodeItem, times_ns: Sequence[int], outputs: Sequence[Any], thread_id: int) -> None:
        """Notes one execution of a node.

        Args:
            item: The node.
            times_ns: When it became ready, was taken up, its kernel began and ended, its outputs were delivered.
            outputs: What it gave.
            thread_id: The thread on which it ran.
        """
        if item.op.type in TRANSFER:
            return
        device = item.kernel.device
        entry = _entry(item.name, _label(item), times_ns)
        entry.thread_id = thread_id & 0xFFFFFFFF  # the message has 32 bits for it
        for slot, value in enumerate(outputs):
            if isinstance(value, (np.ndarray, np.generic)):
                _describe(entry.output.add(slot=slot), value, item.op.outputs[slot].dtype.base_dtype.as_datatype_enum)
        self._memory_of(device).describe(entry, outputs, self._made.pop(threading.get_ident(), []))
        self._append(device.name, entry)

    def note_memory(self, item: NodeItem, outputs: Sequence[Any]) -> None:
        """Notes what a node gave, before others may use it; `add` for the same execution follows on the same thread."""
        if item.op.type not in TRANSFER:
            self._made[threading.get_ident()] = self._memory_of(item.kernel.device).note(item, outputs)

    def _memory_of(self, device: Device) -> StepMemory:
        with self._lock:
            return self._memory.setdefault(device, StepMemory(device))

    def memory_report(self) -> str:
        """A text that says how much memory the step's tensors take, device by device and node by node."""
        with self._lock:
            memories = list(self._memory.items())
        return "".join(memory.report(device.name) for device, memory in memories)

    def _append(self, device: str, entry: Any) -> None:
        with self._lock:
            if len(self._entries) < MAX_ENTRIES:
                self._entries.append((device, entry))

    def to_proto(self) -> Any:
        """Everything as a `StepStats` message, one part per device, in order of completion."""
        message = StepStats()
        for _ in self.write_to(message):
            pass
        return message

    def write_to(self, message: Any) -> Iterator[None]:
        """Writes everything into a `StepStats` message, in parts: one that is behind many nodes may be long."""
        for memory in self._memory.values():
            yield from memory.fill()
        devices: dict[str, Any] = {}
        for number, (device, entry) in enumerate(self._entries):
            if device not in devices:
                devices[device] = message.dev_stats.add(device=device)
            devices[device].node_stats.append(entry)
            if number % NUM_AT_A_TIME == NUM_AT_A_TIME - 1:
                yield


# As TensorFlow's: beginnings are absolute, all else counts from `all_start`, and each time is there twice, because
# older readers know microseconds only.
def _entry(name: str, label: str, times_ns: Sequence[int]) -> Any:
    scheduled, all_start, op_start, op_end, all_end = times_ns
    return NodeExecStats(
        node_name=name,
        timeline_label=label,
        scheduled_micros=scheduled // 1000,
        scheduled_nanos=scheduled,
        all_start_micros=all_start // 1000,
        all_start_nanos=all_start,
        op_start_rel_micros=(op_start - all_start) // 1000,
        op_start_rel_nanos=op_start - all_start,
        op_end_rel_micros=(op_end - all_start) // 1000,
        op_end_rel_nanos=op_end - all_start,
        all_end_rel_micros=(all_end - all_start) // 1000,
        all_end_rel_nanos=all_end - all_start,
    )


def _label(item: NodeItem) -> str:
    # "name = Op(input, input:1, ^control)": viewers read edges from it, and TensorFlow's know this form.
    inputs = [tensor.name.removesuffix(":0") for tensor in item.op.inputs]
    inputs += ["^" + control.name for control in item.op.control_inputs]
    return f"{item.name} = {item.op.type}({', '.join(inputs)})"


def _describe(output: Any, value: Any, datatype: int) -> None:
    description = output.tensor_description
    description.dtype = datatype
    description.shape.CopyFrom(shape_to_proto(TensorShape(value.shape)))
    description.allocation_description.requested_bytes = value.nbytes
