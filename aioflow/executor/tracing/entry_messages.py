"""DeviceEntries: the entries of a traced step as bytes of protobuf messages.

Entries are written as their bytes, of which protobuf makes objects in one call: setting some thirty fields of each
entry from Python would take several times as long as the node. What is the same each time a node gives a tensor of one
shape is kept with the node (`NodeItem.entry_forms`); the numbers behind it are written for many entries at once (see
`Layout`).
"""
from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from aioflow._proto.step_stats_pb2 import AllocatorMemoryUsed, DeviceStepStats, NodeExecStats, NodeOutput
from aioflow._proto.tensor_description_pb2 import AllocationDescription, TensorDescription
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.tracing.entry_layout import (
    ALIVE,
    GONE,
    HANDED_ON,
    NUMBER_WIDTH,
    OF_OTHERS,
    THREAD_BITS,
    field_bytes,
    layout_of,
    tag,
    varint,
)
from aioflow.executor.tracing.step_memory import Given, StepMemory, StepTensor, as_given

NUM_AT_A_TIME = 256  # entries of nodes; a millisecond's work on an event loop
_LEAST_WRITTEN = 8  # plain entries; the numbers of fewer are not worth numpy's calls
_LEAST_TOLD_MIB = 0.1  # of an allocator, in labels; TensorFlow's
_MIB = 1 << 20
_MOST_FORMS = 64  # kept with a node: one that gives tensors of ever new shapes must not keep them all

Entry = tuple[Any, int, int, int, int, int, int, Any]
"""A `NodeItem`; when it became ready, was taken up, its kernel began and ended, its outputs were delivered; the thread;
what it gave (`StepTensor`, `Given`). Instead of a node None for `_SOURCE`, which gives the name of its device."""


class DeviceEntries:
    """Writes the entries of one device, in parts that follow on each other.

    Args:
        memory: What the step's tensors take there; None where no node has run.
        clock_offset_ns: The system's clock, less that of the entries.
        writes_plain: Whether many entries of one plain tensor each are written without messages.
    """

    def __init__(self, memory: StepMemory | None, clock_offset_ns: int, writes_plain: bool = True) -> None:
        self._memory = memory
        self._clock_offset_ns = clock_offset_ns
        self._writes_plain = writes_plain

    def write_to(self, part: DeviceStepStats, entries: Sequence[Entry]) -> None:
        """Adds the next entries to the part of a message that belongs to the device."""
        memory = self._memory
        if memory is None or not self._writes_plain or len(entries) < _LEAST_WRITTEN:
            self._write_messages(part, entries)
        else:
            part.MergeFromString(self._wire_bytes(entries, memory))

    def as_bytes(self, entries: Sequence[Entry]) -> bytes:
        """The next entries, as the bytes that `write_to` adds."""
        memory = self._memory
        if memory is not None and self._writes_plain:
            return self._wire_bytes(entries, memory)
        part = DeviceStepStats()
        self._write_messages(part, entries)
        return part.SerializeToString()

    def _write_messages(self, part: DeviceStepStats, entries: Sequence[Entry]) -> None:
        memory = self._memory
        new: list[StepTensor] = []
        for entry in entries:
            item = entry[0]
            if memory is not None and item is not None:
                new += memory.settle(item, as_given(entry[7]))
        in_use = [] if memory is None else memory.in_use.when_made(new)
        places = {id(tensor): place for place, tensor in enumerate(new)}
        for entry in entries:
            self._fill(part.node_stats.add(), entry, places, in_use)

    def _wire_bytes(self, entries: Sequence[Entry], memory: StepMemory) -> bytes:
        """Entries, as the bytes of a `DeviceStepStats` that has nothing else."""
        beginnings, numbers, new = self._plain_entries(entries, memory)
        in_use = memory.in_use.when_made(new)
        ends = iter(layout_of(memory.allocator_name).ends(numbers, in_use, self._clock_offset_ns))
        places = {id(tensor): place for place, tensor in enumerate(new)} if None in beginnings else {}
        written: list[bytes] = []
        for beginning, entry in zip(beginnings, entries, strict=True):
            if beginning is None:
                message = NodeExecStats()
                self._fill(message, entry, places, in_use)
                written.append(field_bytes(DeviceStepStats, "node_stats", message.SerializeToString()))
            else:
                written += beginning, next(ends)
        return b"".join(written)

    def _plain_entries(
        self, entries: Sequence[Entry], memory: StepMemory
    ) -> tuple[list[bytes | None], array[int], list[StepTensor]]:
        """The beginnings of plain entries, None for others; what `Layout.ends` needs of them; what is new of all."""
        beginnings: list[bytes | None] = []
        numbers: list[int] = []  # an array takes single numbers in three times the time, and a list of them at once
        new: list[StepTensor] = []
        # One loop without calls for what is common: it takes about as long per node as the node itself.
        for item, ready_ns, taken_up_ns, began_ns, ended_ns, delivered_ns, thread_id, given in entries:
            tensor = given
            if type(given) is not StepTensor:
                if item is not None:
                    new += memory.settle(item, given)
                if item is None or not given.is_plain:
                    beginnings.append(None)
                    continue
                tensor = given.only_tensor
            kind, number, nbytes, gone_ns, place = OF_OTHERS, 0, 0, 0, -1
            first = None if tensor is None else memory.find(item.name, tensor)
            if first is not None:
                kind, number, nbytes = HANDED_ON, first.number, first.memory_nbytes
                if first is tensor:
                    gone_ns = first.ended_ns  # once: it may end meanwhile
                    kind = GONE if gone_ns else ALIVE
                    if tensor is given:
                        new.append(tensor)
                    place = len(new) - 1
            key = (tensor.shape, tensor.nbytes, nbytes, kind) if tensor is given else (given.arrays, nbytes, kind)
            beginnings.append(item.entry_forms.get(key) or self._begin(item, given, key))
            numbers += (
                kind, place, number, nbytes, thread_id,
                ready_ns, taken_up_ns, began_ns, ended_ns, delivered_ns, gone_ns,
            )  # fmt: skip
        return beginnings, array("q", numbers), new

    def _begin(self, item: NodeItem, note: StepTensor | Given, key: tuple[Any, ...]) -> bytes:
        """The beginning of a plain entry, which is kept with the node."""
        assert self._memory is not None and item.entry_forms is not None, "the node has run"
        form = _form(item, as_given(note), key[-2], key[-1], self._memory.allocator_name)
        if len(item.entry_forms) < _MOST_FORMS:
            item.entry_forms[key] = form
        return form

    def _fill(
        self, message: NodeExecStats, entry: Entry, places: Mapping[int, int], in_use: Sequence[int]
    ) -> None:  # fmt: skip
        """Fills the message of any entry; with the places of new tensors, by id, in `in_use`."""
        item, *times, thread_id, given = entry
        _write_times(message, [at_ns + self._clock_offset_ns for at_ns in times])
        message.thread_id = thread_id & THREAD_BITS
        if item is None:
            message.node_name, message.timeline_label = "_SOURCE", "_SOURCE = NoOp()"
            return
        memory = self._memory
        assert memory is not None, "nodes have run"
        given = as_given(given)
        new = memory.settle(item, given)
        message.node_name = item.name
        new_nbytes = sum(tensor.memory_nbytes for tensor in new)
        message.timeline_label = _allocated(new_nbytes, memory.allocator_name) + _label(item)
        if given.persistent_nbytes:
            message.memory_stats.persistent_memory_size = given.persistent_nbytes
        if new:
            used = message.memory.add(allocator_name=memory.allocator_name)
            used.allocator_bytes_in_use = given.in_use_nbytes or in_use[places[id(new[-1])]]
            _write_memory(used, new, self._clock_offset_ns)
        for slot, shape, nbytes in given.arrays:
            output = message.output.add()
            _write_output(output, item, slot, shape, nbytes, memory.allocator_name)
            record = given.records[slot]
            if record is not None:
                allocation = output.tensor_description.allocation_description
                allocation.allocated_bytes, allocation.allocation_id = record.memory_nbytes, record.number


# ---- any entry
# As TensorFlow's: beginnings are absolute, all else counts from `all_start`, and each time is there twice, because
# older readers know microseconds only. Those are differences of what was cut off before, so that they add up.
def _write_times(message: NodeExecStats, times_ns: Sequence[int]) -> None:
    scheduled, all_start, op_start, op_end, all_end = times_ns
    start_micros = all_start // 1000
    message.scheduled_micros, message.scheduled_nanos = scheduled // 1000, scheduled
    message.all_start_micros, message.all_start_nanos = start_micros, all_start
    message.op_start_rel_micros, message.op_start_rel_nanos = op_start // 1000 - start_micros, op_start - all_start
    message.op_end_rel_micros, message.op_end_rel_nanos = op_end // 1000 - start_micros, op_end - all_start
    message.all_end_rel_micros, message.all_end_rel_nanos = all_end // 1000 - start_micros, all_end - all_start


def _write_output(
    output: NodeOutput, item: NodeItem, slot: int, shape: Sequence[int], nbytes: int, allocator_name: str
) -> None:  # fmt: skip
    output.slot = slot
    description = output.tensor_description
    description.dtype = item.op.outputs[slot].dtype.base_dtype.as_datatype_enum  # type: ignore[assignment]
    description.shape.SetInParent()
    for size in shape:
        description.shape.dim.add(size=size)
    allocation = description.allocation_description
    allocation.requested_bytes, allocation.allocator_name = nbytes, allocator_name


def _write_memory(used: AllocatorMemoryUsed, new: Sequence[StepTensor], clock_offset_ns: int) -> None:
    events = []
    for tensor in new:
        ended_ns, nbytes = tensor.ended_ns, tensor.memory_nbytes  # once: it may end meanwhile
        events.append((tensor.made_ns, nbytes))
        if ended_ns:
            events.append((ended_ns, -nbytes))
        used.total_bytes += nbytes
        used.live_bytes += 0 if ended_ns else nbytes
    used.peak_bytes = used.total_bytes
    for at_ns, nbytes in sorted(events, key=lambda event: event[0]):
        used.allocation_records.add(alloc_micros=(at_ns + clock_offset_ns) // 1000, alloc_bytes=nbytes)


def _allocated(nbytes: int, allocator_name: str) -> str:
    """The beginning of a label, which tells what large nodes take."""
    total_mib = nbytes / _MIB
    if total_mib < _LEAST_TOLD_MIB:
        return ""
    return f"[{allocator_name} {total_mib:.1f}MB {total_mib:.1f}MB] "


def _label(item: NodeItem) -> str:
    # "name = Op(input, input:1, ^control)": viewers read edges from it, and TensorFlow's know this form.
    inputs = [tensor.name.removesuffix(":0") for tensor in item.op.inputs]
    inputs += ["^" + control.name for control in item.op.control_inputs]
    return f"{item.name} = {item.op.type}({', '.join(inputs)})"


# ---- plain entries
def _form(item: NodeItem, given: Given, nbytes: int, kind: int, allocator_name: str) -> bytes:
    """The beginning of a plain entry: all of it but the numbers that change.

    Args:
        item: The node.
        given: What it gave.
        nbytes: The bytes of the array in which the tensor lives.
        kind: The kind of entry.
        allocator_name: The device's allocator.
    """
    label = _allocated(nbytes if kind in (ALIVE, GONE) else 0, allocator_name) + _label(item)
    message = NodeExecStats(node_name=item.name, timeline_label=label)
    if given.persistent_nbytes:
        message.memory_stats.persistent_memory_size = given.persistent_nbytes
    if kind == OF_OTHERS:
        for array_of_slot in given.arrays:
            _write_output(message.output.add(), item, *array_of_slot, allocator_name)
        text = message.SerializeToString()
    else:
        output = NodeOutput()
        _write_output(output, item, *given.arrays[0], allocator_name)
        output.tensor_description.allocation_description.allocated_bytes = nbytes
        # Messages that are there twice are merged. So the number's own stand last, where it can follow.
        number = tag(AllocationDescription, "allocation_id")
        for around, name in ((TensorDescription, "allocation_description"), (NodeOutput, "tensor_description")):
            number = tag(around, name) + varint(len(number) + NUMBER_WIDTH) + number
        told = output.SerializeToString() + number
        text = message.SerializeToString() + tag(NodeExecStats, "output") + varint(len(told) + NUMBER_WIDTH) + told
    start, end = layout_of(allocator_name).parts[kind]
    return tag(DeviceStepStats, "node_stats") + varint(len(text) + end - start) + text
