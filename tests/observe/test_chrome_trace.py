"""A traced step for trace viewers: events, times, rows, names."""
from __future__ import annotations

import json
from typing import Any

import aioflow as tf
from aioflow._proto.step_stats_pb2 import StepStats
from aioflow.observe import chrome_trace

ORIGIN_NS = 1_700_000_000_000_000_000


def step_stats(*executions: tuple[str, int, int, int], device: str = "/device:CPU:0") -> StepStats:
    """Statistics of one device: name, thread, start and end of each execution, these in nanoseconds."""
    message = StepStats()
    entries = message.dev_stats.add(device=device).node_stats
    for name, thread, start, end in executions:
        entries.add(
            node_name=name,
            thread_id=thread,
            timeline_label=f"{name} = Add(x, ^y)",
            scheduled_nanos=ORIGIN_NS + start - 500,
            all_start_nanos=ORIGIN_NS + start,
            op_start_rel_nanos=100,
            op_end_rel_nanos=end - start,
        )
    return message


def events(message: StepStats, kind: str = "X") -> list[dict[str, Any]]:
    """The events of one kind."""
    return [event for event in json.loads(chrome_trace(message))["traceEvents"] if event["ph"] == kind]


def rows(message: StepStats) -> dict[str, list[str]]:
    """The nodes of each row, by the row's name."""
    names = {event["tid"]: event["args"]["name"] for event in events(message, "M") if event["name"] == "thread_name"}
    shown: dict[str, list[str]] = {name: [] for name in names.values()}
    for event in events(message):
        shown[names[event["tid"]]].append(event["name"])
    return shown


def test_complete_events() -> None:
    """Each execution is one event with start and duration in microseconds, counted from the first one."""
    first, second = events(step_stats(("a", 7, 0, 1500), ("b", 7, 2250, 2251)))
    assert (first["ts"], first["dur"]) == (0.0, 1.5)
    assert (second["ts"], second["dur"]) == (2.25, 0.001)
    assert json.loads(chrome_trace(step_stats(("a", 7, 0, 1))))["otherData"] == {"origin_ns": ORIGIN_NS}


def test_arguments() -> None:
    """An event has the op as its category, and says what the node read, how long it waited and how long it took."""
    message = step_stats(("a", 7, 0, 1500))
    message.dev_stats[0].node_stats[0].memory.add(total_bytes=64)
    (event,) = events(message)
    assert (event["name"], event["cat"]) == ("a", "Add")
    assert event["args"] == {
        "label": "a = Add(x, ^y)", "inputs": "x, ^y", "waited_us": 0.5, "kernel_us": 1.4, "allocated_nbytes": 64,
    }  # fmt: skip


def test_devices_are_processes() -> None:
    """Each device is a process with its name; one thread has one name on all of them, and rows of its own."""
    message = step_stats(("a", 7, 0, 10), device="/device:CPU:0")
    message.MergeFrom(step_stats(("b", 7, 20, 30), device="/device:CPU:1"))
    names = {event["pid"]: event["args"]["name"] for event in events(message, "M") if event["name"] == "process_name"}
    assert names == {0: "/device:CPU:0", 1: "/device:CPU:1"}
    first, second = events(message)
    assert (first["pid"], second["pid"]) == (0, 1) and first["tid"] != second["tid"]
    assert rows(message) == {"thread 1": ["a", "b"]}


def test_a_row_for_each_thread() -> None:
    """What one thread did is in one row, in order of time; a call and the nodes in it lie within each other."""
    message = step_stats(("late", 7, 80, 90), ("inner", 7, 10, 20), ("call", 7, 0, 50), ("other", 9, 0, 50))
    assert rows(message) == {"thread 1": ["call", "inner", "late"], "thread 2": ["other"]}


def test_overlapping_tasks() -> None:
    """Waiting nodes that one event loop runs at the same time are in rows beside each other, as few as will do."""
    message = step_stats(("a", 7, 0, 50), ("b", 7, 40, 60), ("c", 7, 50, 70))
    assert rows(message) == {"thread 1": ["a", "c"], "thread 1, waiting beside it": ["b"]}


def test_times_in_microseconds_only() -> None:
    """Messages without nanoseconds, as older TensorFlow wrote them, are shown by their microseconds."""
    message = StepStats()
    entries = message.dev_stats.add(device="/device:CPU:0").node_stats
    entries.add(node_name="a", all_start_micros=5_000_000, op_end_rel_micros=30)
    entries.add(node_name="b", all_start_micros=5_000_040, op_end_rel_micros=20)
    assert [(event["ts"], event["dur"]) for event in events(message)] == [(0.0, 30.0), (40.0, 20.0)]


def test_nothing_traced() -> None:
    """Statistics without entries make a trace without events."""
    assert json.loads(chrome_trace(StepStats()))["traceEvents"] == []


async def test_of_a_run() -> None:
    """A traced run's nodes are all there, once each, after the mark of the step's beginning."""
    metadata = tf.RunMetadata()
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        y = tf.exp(tf.negative(x, name="minus"), name="y")
        async with tf.Session() as session:
            await session.run(y, {x: 1.0}, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), metadata)
    bars = events(metadata.step_stats)
    assert sorted(event["name"] for event in bars) == ["_arg_x_0_0", "_retval_y_0_0", "minus", "y"]
    (source,) = events(metadata.step_stats, "i")
    assert (source["name"], source["ts"]) == ("_SOURCE", 0.0)
    assert all(event["ts"] >= 0 and event["dur"] > 0 for event in bars)
