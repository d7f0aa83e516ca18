"""chrome_trace: a traced step in the JSON form that Chrome's `about:tracing` and Perfetto show.

The form is the "Trace Event Format" of Chrome: times in microseconds, a process per device, a row (there: a thread) per
thread. TensorFlow makes the same of a step by `timeline.Timeline(step_stats).generate_chrome_trace_format()`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from aioflow._proto.step_stats_pb2 import NodeExecStats, StepStats

Event = dict[str, Any]
_SOURCE = "_SOURCE"  # the entry that every step has for its beginning


def chrome_trace(step_stats: StepStats) -> str:
    """Writes a step's statistics for a trace viewer.

    Each execution of a node is a bar from when it was taken up until its kernel ended. Its arguments say what the node
    is, how long it was ready before (`waited_us`), how long its kernel took (`kernel_us`) and, where the trace tells,
    how many bytes it allocated (`allocated_nbytes`).

    Args:
        step_stats: The statistics, as in `RunMetadata.step_stats` after a run with a `RunOptions.trace_level`; messages
            from TensorFlow will do, too.

    Returns:
        The JSON text. Times count from the first entry, whose time since 1970 is in `otherData`, in nanoseconds.
    """
    executions = [_execution(entry) for device in step_stats.dev_stats for entry in device.node_stats]
    # A double holds microseconds since 1970 to a quarter of one only, and many kernels take less than one.
    origin_ns = min((execution.start_ns for execution in executions), default=0)
    rows = _Rows()
    events: list[Event] = []
    for process, device in enumerate(step_stats.dev_stats):
        events.append(_metadata("process_name", process, 0, device.device))
        events += _device_events(process, map(_execution, device.node_stats), rows, origin_ns)
    document = {"displayTimeUnit": "ns", "otherData": {"origin_ns": origin_ns}, "traceEvents": events}
    return json.dumps(document)


class _Execution(NamedTuple):
    """One entry of a trace, in nanoseconds since 1970."""

    entry: NodeExecStats
    start_ns: int
    end_ns: int


def _execution(entry: NodeExecStats) -> _Execution:
    # Older messages of TensorFlow have microseconds only.
    start_ns = entry.all_start_nanos or entry.all_start_micros * 1000
    return _Execution(entry, start_ns, start_ns + (entry.op_end_rel_nanos or entry.op_end_rel_micros * 1000))


class _Rows:
    """Numbers for rows and names for threads, unique in a trace: Perfetto takes rows of one number for one thread."""

    def __init__(self) -> None:
        self.num_rows = 0
        self._threads: dict[int, int] = {}

    def new(self) -> int:
        """The number of a new row."""
        self.num_rows += 1
        return self.num_rows

    def thread_name(self, thread_id: int) -> str:
        """A short name for a thread, the same on all devices: identifiers are addresses, which say nothing."""
        return f"thread {self._threads.setdefault(thread_id, 1 + len(self._threads))}"


def _device_events(process: int, executions: Iterable[_Execution], rows: _Rows, origin_ns: int) -> Iterable[Event]:
    by_thread: dict[int, list[_Execution]] = {}
    for execution in executions:
        if execution.entry.node_name == _SOURCE:  # takes no time and has no thread
            ts = _us(execution.start_ns - origin_ns)
            yield {"ph": "i", "s": "p", "pid": process, "tid": 0, "name": _SOURCE, "ts": ts}
        else:
            by_thread.setdefault(execution.entry.thread_id, []).append(execution)
    for thread_id, of_thread in by_thread.items():
        name = rows.thread_name(thread_id)
        for number, in_row in enumerate(_without_overlaps(of_thread)):
            row = rows.new()
            yield _metadata("thread_name", process, row, f"{name}, waiting beside it" if number else name)
            yield from (_bar(process, row, execution, origin_ns) for execution in in_row)


def _without_overlaps(executions: Iterable[_Execution]) -> list[list[_Execution]]:
    """The executions of one thread in as few rows as it takes for no two in a row to overlap in part.

    Kernels that wait are tasks of one event loop, and so of one thread, at the same time; viewers draw bars of a row as
    nested calls, which may lie within each other but not across each other's ends.
    """
    rows: list[tuple[list[_Execution], list[int]]] = []  # and the ends of the bars that are open, inner ones last
    for execution in sorted(executions, key=lambda execution: (execution.start_ns, -execution.end_ns)):
        for in_row, open_ends in rows:
            while open_ends and open_ends[-1] <= execution.start_ns:
                open_ends.pop()
            if not open_ends or execution.end_ns <= open_ends[-1]:
                in_row.append(execution)
                open_ends.append(execution.end_ns)
                break
        else:
            rows.append(([execution], [execution.end_ns]))
    return [in_row for in_row, _ in rows]


def _bar(process: int, row: int, execution: _Execution, origin_ns: int) -> Event:
    entry, start_ns, end_ns = execution
    op, inputs = _parsed_label(entry.timeline_label)
    args: dict[str, str | float] = {"label": entry.timeline_label, "inputs": inputs}
    if entry.scheduled_nanos:
        args["waited_us"] = _us(start_ns - entry.scheduled_nanos)
        args["kernel_us"] = _us(entry.op_end_rel_nanos - entry.op_start_rel_nanos)
    if entry.memory:
        args["allocated_nbytes"] = sum(used.total_bytes for used in entry.memory)
    return {
        "ph": "X",  # a complete event: start and duration in one
        "pid": process,
        "tid": row,
        "name": entry.node_name,
        "cat": op,
        "ts": _us(start_ns - origin_ns),
        "dur": _us(max(end_ns - start_ns, 1)),  # viewers do not show bars of no length
        "args": args,
    }


def _parsed_label(label: str) -> tuple[str, str]:
    """The op and the inputs in a label of the form "name = Op(input, ^control)"; "" where it has another form."""
    op, bracket, inputs = label.partition(" = ")[2].partition("(")
    return (op, inputs.removesuffix(")")) if bracket else ("", "")


def _metadata(kind: str, process: int, row: int, name: str) -> Event:
    return {"ph": "M", "pid": process, "tid": row, "name": kind, "args": {"name": name}}


def _us(nanoseconds: int) -> float:
    return nanoseconds / 1000
