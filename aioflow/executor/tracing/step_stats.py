"""StepStatsCollector: when each node of a traced step was ready, ran and ended.

While the step runs, each execution is noted as a tuple of numbers. Messages are made of them when it has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from time import perf_counter_ns, time_ns
from typing import Any

from aioflow._proto.step_stats_pb2 import DeviceStepStats, StepStats
from aioflow.executor.dataflow.graph_view import TRANSFER, NodeItem
from aioflow.executor.tracing.step_memory import NUM_AT_A_TIME, Made, StepMemory
from aioflow.framework.devices.devices import Device

MAX_ENTRIES = 1 << 20  # a loop without an end must not fill the memory with its trace
_LEAST_TOLD_MIB = 0.1  # of an allocator, in labels; TensorFlow's
_MIB = 1 << 20

Execution = tuple[NodeItem, Sequence[int], int, Made]
"""A node, its five times, the thread, and what it gave."""
_Entry = tuple[str, int, Execution | None]
"""Device, time and execution; None for `_SOURCE`."""


class StepStatsCollector:
    """Gathers one entry per executed node; from any thread.

    Dead nodes and transfers leave none. Times are on the system clock, in nanoseconds.

    Args:
        reports_memory: Whether a node that runs out of memory is to tell what the step's tensors take.
    """

    def __init__(self, reports_memory: bool = False) -> None:
        self.reports_memory = reports_memory
        #: Appended to by all threads of the step, which is one operation of the interpreter and takes no lock.
        self._entries: list[_Entry] = []
        # Guards the memories' making alone: two of one device would each know a part of the tensors.
        self._lock = threading.Lock()
        self._memory: dict[Device, StepMemory] = {}
        #: By thread: what the node gave that it has noted last. Each thread has its own entry, and takes it away with
        #: the `add` that follows, so that no lock is needed.
        self._made: dict[int, Made] = {}
        # Times are differences on the clock that never goes back, moved to the system's: entries of one step are in
        # order even while the system's clock is set.
        self._clock_offset_ns = time_ns() - perf_counter_ns()

    def now_ns(self) -> int:
        """The time, from a clock that never goes back."""
        return perf_counter_ns() + self._clock_offset_ns

    def add_source(self, device: str) -> None:
        """Notes the start of an executor on a device, as the node `_SOURCE`."""
        self._append((device, self.now_ns(), None))

    def add(self, item: NodeItem, times_ns: Sequence[int], outputs: Sequence[Any], thread_id: int) -> None:
        """Notes one execution of a node.

        Args:
            item: The node.
            times_ns: When it became ready, was taken up, its kernel began and ended, its outputs were delivered.
            outputs: What it gave.
            thread_id: The thread on which it ran.
        """
        made = self._made.pop(threading.get_ident(), None)
        if item.op.type not in TRANSFER and made is not None:
            self._append((item.kernel.device.name, 0, (item, times_ns, thread_id, made)))

    def note_memory(self, item: NodeItem, outputs: Sequence[Any]) -> None:
        """Notes what a node gave, before others may use it; `add` for the same execution follows on the same thread."""
        if item.op.type not in TRANSFER:
            self._made[threading.get_ident()] = self._memory_of(item.kernel.device).note(item, outputs)

    def _memory_of(self, device: Device) -> StepMemory:
        memory = self._memory.get(device)
        if memory is None:
            with self._lock:
                memory = self._memory.get(device)
                if memory is None:
                    memory = self._memory[device] = StepMemory(device)
        return memory

    def memory_report(self) -> str:
        """A text that says how much memory the step's tensors take, device by device and node by node."""
        with self._lock:
            memories = list(self._memory.items())
        return "".join(memory.report(device.name) for device, memory in memories)

    def _append(self, entry: _Entry) -> None:
        if len(self._entries) < MAX_ENTRIES:
            self._entries.append(entry)

    # ---- reading
    @property
    def executions(self) -> Iterator[Execution]:
        """The executions, in order of completion."""
        return (execution for _, _, execution in self._entries if execution is not None)

    def to_proto(self) -> Any:
        """Everything as a `StepStats` message, one part per device, in order of completion."""
        message = StepStats()
        for _ in self.write_to(message):
            pass
        return message

    def write_to(self, message: Any) -> Iterator[None]:
        """Writes everything into a `StepStats` message, in parts: one that is behind many nodes may be long."""
        for memory in self._memory.values():
            memory.settle()
        threads = {_thread_id(thread.ident or 0): thread.name for thread in threading.enumerate()}
        devices: dict[str, Any] = {}
        for number, (device, at_ns, execution) in enumerate(self._entries):
            if device not in devices:
                devices[device] = message.dev_stats.add(device=device)
            part = devices[device]
            if execution is None:
                _add_entry(part, "_SOURCE", "_SOURCE = NoOp()", [at_ns] * 5)
            else:
                thread_id = _thread_id(execution[2])
                _add_execution(part, execution, thread_id, self._memory[execution[0].kernel.device])
                if thread_id not in part.thread_names:
                    part.thread_names[thread_id] = threads.get(thread_id, "a thread that has ended")
            if number % NUM_AT_A_TIME == NUM_AT_A_TIME - 1:
                yield


def _thread_id(ident: int) -> int:
    return ident & 0xFFFFFFFF  # the message has 32 bits for it


def _add_execution(part: DeviceStepStats, execution: Execution, thread_id: int, memory: StepMemory) -> None:
    item, times_ns, _, made = execution
    entry = _add_entry(part, item.name, _allocated(made, memory) + _label(item), times_ns)
    entry.thread_id = thread_id
    if made.persistent_nbytes:
        entry.memory_stats.persistent_memory_size = made.persistent_nbytes
    if made.new:
        _write_memory(entry.memory.add(allocator_name=memory.allocator_name), made)
    for slot, shape, nbytes, record in made.outputs:
        description = entry.output.add(slot=slot).tensor_description
        description.dtype = item.op.outputs[slot].dtype.base_dtype.as_datatype_enum
        description.shape.SetInParent()
        for size in shape:
            description.shape.dim.add(size=size)
        allocation = description.allocation_description
        allocation.requested_bytes, allocation.allocator_name = nbytes, memory.allocator_name
        if record is not None:
            allocation.allocated_bytes, allocation.allocation_id = record.nbytes, record.number


def _allocated(made: Made, memory: StepMemory) -> str:
    """The beginning of a label, which tells what large nodes take."""
    total_mib = sum(record.nbytes for record in made.new) / _MIB
    if total_mib < _LEAST_TOLD_MIB:
        return ""
    return f"[{memory.allocator_name} {total_mib:.1f}MB {total_mib:.1f}MB] "


def _write_memory(used: Any, made: Made) -> None:
    used.total_bytes = used.peak_bytes = sum(record.nbytes for record in made.new)
    used.allocator_bytes_in_use = made.in_use_nbytes
    used.live_bytes = sum(record.nbytes for record in made.new if not record.ended_micros)
    if len(made.new) == 1:  # which nearly all nodes have
        (record,) = made.new
        used.allocation_records.add(alloc_micros=record.made_micros, alloc_bytes=record.nbytes)
        if record.ended_micros:
            used.allocation_records.add(alloc_micros=record.ended_micros, alloc_bytes=-record.nbytes)
        return
    events = sorted((event for record in made.new for event in record.events), key=lambda event: event.micros)
    for event in events:
        used.allocation_records.add(alloc_micros=event.micros, alloc_bytes=event.nbytes)


# As TensorFlow's: beginnings are absolute, all else counts from `all_start`, and each time is there twice, because
# older readers know microseconds only. Those are differences of what was cut off before, so that they add up.
def _add_entry(part: DeviceStepStats, name: str, label: str, times_ns: Sequence[int]) -> Any:
    scheduled, all_start, op_start, op_end, all_end = times_ns
    start_micros = all_start // 1000
    return part.node_stats.add(
        node_name=name,
        timeline_label=label,
        scheduled_micros=scheduled // 1000,
        scheduled_nanos=scheduled,
        all_start_micros=start_micros,
        all_start_nanos=all_start,
        op_start_rel_micros=op_start // 1000 - start_micros,
        op_start_rel_nanos=op_start - all_start,
        op_end_rel_micros=op_end // 1000 - start_micros,
        op_end_rel_nanos=op_end - all_start,
        all_end_rel_micros=all_end // 1000 - start_micros,
        all_end_rel_nanos=all_end - all_start,
    )


def _label(item: NodeItem) -> str:
    # "name = Op(input, input:1, ^control)": viewers read edges from it, and TensorFlow's know this form.
    inputs = [tensor.name.removesuffix(":0") for tensor in item.op.inputs]
    inputs += ["^" + control.name for control in item.op.control_inputs]
    return f"{item.name} = {item.op.type}({', '.join(inputs)})"
