"""`tf.timeline`: a traced step as Chrome's JSON, in the very form in which TensorFlow's `timeline.Timeline` writes it.

`chrome_trace` shows more of the same: lanes are threads there, and times are exact to a nanosecond.
"""
from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aioflow._proto.step_stats_pb2 import DeviceStepStats, NodeExecStats, StepStats
from aioflow._proto.tensor_description_pb2 import TensorDescription

Event = dict[str, Any]

_KERNELS = ("/stream:", "/memcpy")  # in names of devices whose entries are kernels, not nodes
_ALL_KERNELS = "/stream:all"
_NODES = "/job"  # in names of devices whose entries are nodes that kernels may belong to
# "[cpu 1.0MB 1.0MB] name = Op(input, input:1, ^control)", the brackets only where much was allocated.
_LABEL = re.compile(r"(?:\[[^\]]*\] )?\S* = ([^(]*)\(([^)]*)\)")
_COPY = re.compile(r"/_\d+$")  # the end of the name that a transfer has
_ALLOCATORS = 0  # the process of the curves


class AllocationMaximum(NamedTuple):
    """The most that an allocator had given at a time.

    Attributes:
        timestamp: When, in microseconds since 1970.
        num_bytes: How much.
        tensors: Names of the tensors that were there.
    """

    timestamp: int
    num_bytes: int
    tensors: set[str]


class ChromeTrace:
    """Events of Chrome's trace format."""

    def __init__(self) -> None:
        self._metadata: list[Event] = []
        self._events: list[Event] = []

    def add_process(self, name: str, pid: int) -> None:
        """Names a process."""
        self._metadata.append({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}})

    def add(self, kind: str, category: str, name: str, pid: int, tid: int, ts: int, **more: Any) -> None:
        """Adds an event of a kind (`ph`)."""
        self._events.append({"ph": kind, "cat": category, "name": name, "pid": pid, "tid": tid, "ts": ts, **more})

    def format_to_string(self, pretty: bool = False) -> str:
        """The JSON text; with an event over many lines if `pretty`."""
        document = {"traceEvents": self._metadata + self._events}
        if pretty:
            return json.dumps(document, indent=4, separators=(",", ": "))
        return json.dumps(document, separators=(",", ":"))


class StepStatsAnalysis(NamedTuple):
    """What `Timeline.analyze_step_stats` finds.

    Attributes:
        chrome_trace: The events.
        allocator_maximums: The most that each allocator had given, by its name.
    """

    chrome_trace: ChromeTrace
    allocator_maximums: dict[str, AllocationMaximum]


@dataclass(slots=True)
class _Tensor:
    """An output of a node.

    Attributes:
        name: Its name.
        number: Which of the objects it is.
        pid: The process of its device's tensors.
        made: When its node was taken up.
        allocator: Who gave its memory.
        nbytes: How much.
        last_use: When it was used last, or its node was done.
        lane: The lane of its node, and the process of that.
        done: When its node was done.
    """

    name: str
    number: int
    pid: int
    made: int
    allocator: str
    nbytes: int
    last_use: int
    lane: tuple[int, int]
    done: int = field(default=0)


class Timeline:
    """A step for `chrome://tracing`, as TensorFlow shows it.

    Lanes are as few as will do for executions that overlap; `NodeExecStats.thread_id` of the message is overwritten
    with them, as in TensorFlow.

    Args:
        step_stats: The statistics, as in `RunMetadata.step_stats`, of aioflow or TensorFlow.
        graph: Not used, as in TensorFlow.
    """

    def __init__(self, step_stats: StepStats, graph: Any = None) -> None:
        self._given = step_stats
        self._start(step_stats)

    def _start(self, step_stats: StepStats) -> None:
        self._step_stats = step_stats
        self._trace = ChromeTrace()
        self._pids: dict[str, tuple[int, int]] = {}
        self._tensors: dict[str, _Tensor] = {}
        self._num_flows = 0
        self._maximums: dict[str, AllocationMaximum] = {}

    def generate_chrome_trace_format(
        self, show_dataflow: bool = True, show_memory: bool = False, op_time: str = "schedule"
    ) -> str:
        """The JSON text.

        Args:
            show_dataflow: Whether arrows lead from producers to consumers on other lanes.
            show_memory: Whether tensors are objects, and what allocators have given is a curve.
            op_time: "schedule" for times as they were taken; "gpu" for those from the first kernel of a node to its
                last, "all" for those from when it was taken up.
        """
        return self.analyze_step_stats(show_dataflow, show_memory, op_time).chrome_trace.format_to_string(pretty=True)

    def analyze_step_stats(
        self, show_dataflow: bool = True, show_memory: bool = True, op_time: str = "schedule"
    ) -> StepStatsAnalysis:
        """The events, and the most that each allocator had given, where `show_memory`; arguments as above."""
        self._start(self._given if op_time == "schedule" else _with_kernel_times(self._given, op_time))
        self._name_processes()
        for device in self._step_stats.dev_stats:
            _assign_lanes(device)
        self._find_tensors(show_memory)
        for device in self._step_stats.dev_stats:
            for entry in device.node_stats:
                self._add_node(entry, device.device, show_dataflow)
        if show_memory:
            self._add_memory()
        return StepStatsAnalysis(self._trace, self._maximums)

    def _name_processes(self) -> None:
        self._trace.add_process("Allocators", _ALLOCATORS)
        pid = _ALLOCATORS
        for device in self._step_stats.dev_stats:
            for what in ("Compute", "Tensors"):
                pid += 1
                self._trace.add_process(f"{device.device} {what}", pid)
            self._pids[device.device] = pid - 1, pid  # one name may come twice: the last one is for all

    # ---- tensors
    def _find_tensors(self, show_memory: bool) -> None:
        for device in self._step_stats.dev_stats:
            compute, tensors = self._pids[device.device]
            for entry in device.node_stats:
                end = entry.all_start_micros + entry.all_end_rel_micros
                for position, output in enumerate(entry.output):
                    # By position, where a slot may have been left out, as TensorFlow's names go.
                    name = f"{entry.node_name}:{position}" if position else entry.node_name
                    allocation = output.tensor_description.allocation_description
                    # The number that TensorFlow gives: one that comes again may have that of the one before.
                    tensor = self._tensors[name] = _Tensor(
                        name, len(self._tensors), tensors, entry.all_start_micros, allocation.allocator_name,
                        allocation.requested_bytes, end, (compute, entry.thread_id), end,
                    )  # fmt: skip
                    if show_memory:
                        self._show_tensor(tensor, entry.thread_id, end - 1, output.tensor_description)

    def _show_tensor(self, tensor: _Tensor, lane: int, at: int, description: TensorDescription) -> None:
        what = "Tensor", tensor.name, tensor.pid, lane
        self._trace.add("N", *what, tensor.made, id=tensor.number)
        # protobuf puts a quoted name of an allocator there; TensorFlow takes the quotes away.
        text = str(description).replace('"', "")
        self._trace.add("O", *what, at, id=tensor.number, args={"snapshot": {"tensor_description": text}})

    # ---- nodes
    def _add_node(self, entry: NodeExecStats, device: str, show_dataflow: bool) -> None:
        start, length = entry.all_start_micros, entry.all_end_rel_micros
        is_kernel = any(part in device for part in _KERNELS)
        name, op, inputs = _of_kernel(entry) if is_kernel else _of_node(entry)
        args = {"name": name, "op": op, **{f"input{number}": text for number, text in enumerate(inputs)}}
        pid, lane = self._pids[device][0], entry.thread_id
        self._trace.add("X", "Op", op, pid, lane, start, dur=length, args=args)
        for text in inputs:
            tensor = self._tensors.get(text) or self._tensors.get(_COPY.sub("", text))
            if tensor is None:
                continue
            tensor.last_use = max(tensor.last_use, start + length - 1)
            if show_dataflow and tensor.lane != (pid, lane):
                flow, self._num_flows = self._num_flows, self._num_flows + 1
                self._trace.add("s", "DataFlow", tensor.name, *tensor.lane, tensor.done, id=flow)
                self._trace.add("t", "DataFlow", tensor.name, pid, lane, start, id=flow)

    # ---- memory
    def _add_memory(self) -> None:
        steps: dict[str, list[tuple[int, int, str]]] = {}
        for tensor in self._tensors.values():
            self._trace.add("D", "Tensor", tensor.name, tensor.pid, 0, tensor.last_use, id=tensor.number)
            steps.setdefault(tensor.allocator, []).extend(
                [(tensor.made, tensor.nbytes, tensor.name), (tensor.last_use, -tensor.nbytes, tensor.name)]
            )
        for allocator, changes in steps.items():
            self._add_curve(allocator, sorted(changes))

    def _add_curve(self, allocator: str, changes: list[tuple[int, int, str]]) -> None:
        alive: set[str] = set()
        total = most = 0
        self._maximums[allocator] = AllocationMaximum(0, 0, set())
        for at, nbytes, name in changes:
            total += nbytes
            # One without bytes never goes, as in TensorFlow: it comes and goes by the same number.
            if nbytes >= 0:
                alive.add(name)
            else:
                alive.discard(name)
            if total > most:
                most = total
                self._maximums[allocator] = AllocationMaximum(at, total, set(alive))
            self._trace.add("C", "Memory", allocator, _ALLOCATORS, 0, at, args={allocator: total})


def _assign_lanes(device: DeviceStepStats) -> None:
    """Gives each entry the first lane that is free before it begins; a lane is not free at its last end."""
    ends = [0]
    for entry in device.node_stats:
        end = entry.all_start_micros + entry.all_end_rel_micros
        lane = next((number for number, last in enumerate(ends) if entry.all_start_micros > last), len(ends))
        ends[lane : lane + 1] = [end]
        entry.thread_id = lane


def _of_node(entry: NodeExecStats) -> tuple[str, str, list[str]]:
    """Name, op and inputs of a node."""
    found = _LABEL.match(entry.timeline_label)
    if found is None:
        # The entries of transfers have labels of another form.
        return entry.node_name, entry.node_name if entry.node_name == "RecvTensor" else "unknown", []
    op, inputs = found.groups()
    return entry.node_name, op, inputs.split(", ") if inputs else []


def _of_kernel(entry: NodeExecStats) -> tuple[str, str, list[str]]:
    """Node and op that a kernel belongs to: "kernel details@@node:Op#more", or the entry's name."""
    rest, found, _ = entry.timeline_label.partition("@@")[2].partition("#")
    name, _, op = (rest if found else entry.node_name).partition(":")
    return name, op or "unknown", []


def _with_kernel_times(step_stats: StepStats, op_time: str) -> StepStats:
    """Statistics whose nodes last as long as their kernels do."""
    changed = copy.deepcopy(step_stats)
    times: dict[str, tuple[int, int]] = {}
    for name, start, end in _kernels(changed):
        known = times.get(name, (start, end))
        times[name] = min(known[0], start), max(known[1], end)
    for device in changed.dev_stats:
        if _ALL_KERNELS in device.device or _NODES not in device.device:
            continue
        for entry in device.node_stats:
            if entry.node_name in times:
                start, end = times[entry.node_name]
                end = max(end, entry.all_start_micros + entry.all_end_rel_micros)
                if op_time == "gpu":
                    entry.all_start_micros = start
                entry.all_end_rel_micros = end - entry.all_start_micros
    return changed


def _kernels(step_stats: StepStats) -> Iterator[tuple[str, int, int]]:
    for device in step_stats.dev_stats:
        if _ALL_KERNELS in device.device:
            for entry in device.node_stats:
                yield _of_kernel(entry)[0], entry.all_start_micros, entry.all_start_micros + entry.all_end_rel_micros
