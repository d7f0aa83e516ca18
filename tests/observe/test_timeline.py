"""A step as TensorFlow's Timeline writes it; `tests/live` compares with TensorFlow itself."""
from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf import text_format

import aioflow as tf


def stats(text: str) -> tf.StepStats:
    """Statistics."""
    return text_format.Parse(text, tf.StepStats())


def node(name: str, start: int, length: int, label: str, *nbytes: int) -> str:
    """An entry, with an output of so many bytes each."""
    allocation = "allocation_description {{ requested_bytes: {} allocator_name: 'cpu' }}"
    outputs = " ".join(f"output {{ tensor_description {{ {allocation.format(size)} }} }}" for size in nbytes)
    times = f"all_start_micros: {start} all_end_rel_micros: {length}"
    return f"node_stats {{ node_name: '{name}' {times} timeline_label: '{label}' {outputs} }}"


def events(message: tf.StepStats, kinds: str = "X", **options: Any) -> list[dict[str, Any]]:
    """The events of some kinds."""
    document = json.loads(tf.timeline.Timeline(message).generate_chrome_trace_format(**options))
    return [event for event in document["traceEvents"] if event["ph"] in kinds]


def test_lanes() -> None:
    """O-13: an entry takes the first lane whose last end lies strictly before its start; it is named by its op."""
    message = stats(
        f"dev_stats {{ device: '/cpu:0' {node('a', 100, 10, 'a = Const()')} {node('b', 105, 10, 'b = Add(a, a)')}"
        f" {node('c', 110, 5, 'c = Mul(b)')} {node('d', 111, 5, '[cpu 1.0MB 1.0MB] d = Sub(a:1, ^c)')} }}"
    )
    found = events(message)
    assert [(event["name"], event["pid"], event["tid"]) for event in found] == [
        ("Const", 1, 0), ("Add", 1, 1), ("Mul", 1, 2), ("Sub", 1, 0),
    ]  # fmt: skip
    assert found[3]["args"] == {"name": "d", "op": "Sub", "input0": "a:1", "input1": "^c"}
    assert [entry.thread_id for entry in message.dev_stats[0].node_stats] == [0, 1, 2, 0]
    names = {event["pid"]: event["args"]["name"] for event in events(message, "M")}
    assert names == {0: "Allocators", 1: "/cpu:0 Compute", 2: "/cpu:0 Tensors"}


def test_flows_and_memory() -> None:
    """O-14: arrows lead to other lanes alone, also from names with a transfer's end; curves add up what is alive."""
    message = stats(
        f"dev_stats {{ device: '/cpu:0' {node('a', 100, 10, 'a = Const()', 8)}"
        f" {node('b', 105, 10, 'b = Add(a/_3, ^a)', 4)} {node('c', 120, 5, 'c = Mul(a, b)')} }}"
    )
    flows = events(message, "st")
    assert [(event["ph"], event["name"], event["tid"], event["ts"]) for event in flows] == [
        ("s", "a", 0, 110), ("t", "a", 1, 105), ("s", "b", 1, 115), ("t", "b", 0, 120),
    ]  # fmt: skip
    assert events(message, "st", show_dataflow=False) == events(message, "NODC") == []
    curve = [(event["ts"], event["args"]["cpu"]) for event in events(message, "C", show_memory=True)]
    assert curve == [(100, 8), (105, 12), (124, 4), (124, 0)]
    objects = [event["ph"] for event in events(message, "NOD", show_memory=True)]
    assert objects == ["N", "O", "N", "O", "D", "D"]
    maximum = tf.timeline.Timeline(message).analyze_step_stats().allocator_maximums["cpu"]
    assert maximum == (105, 12, {"a", "b"})


def test_kernels() -> None:
    """Entries of streams are kernels: named by node and op, and of use for how long nodes took."""
    message = stats(
        f"dev_stats {{ device: '/job:x/gpu:0' {node('a', 100, 10, 'a = Add()')} }}"
        f"dev_stats {{ device: '/gpu:0/stream:all' {node('a:Add', 120, 5, 'kernel')}"
        f" {node('z:Add', 130, 5, 'kernel@@a:Add#more')} {node('odd', 140, 5, 'kernel')} }}"
    )

    def times(op_time: str) -> tuple[int, int]:
        event = events(message, op_time=op_time)[0]
        return event["ts"], event["dur"]

    assert [times(op_time) for op_time in ("schedule", "all", "gpu")] == [(100, 10), (100, 35), (120, 15)]
    kernels = [(event["args"]["name"], event["name"]) for event in events(message)[1:]]
    assert kernels == [("a", "Add"), ("a", "Add"), ("odd", "unknown")]


def test_labels_of_other_forms() -> None:
    """A transfer of a cluster is named by what it is; of other labels nothing is known."""
    message = stats(
        f"dev_stats {{ device: '/cpu:0' {node('RecvTensor', 1, 1, '[8B] x from y')} {node('x', 3, 1, 'nonsense')} }}"
    )
    assert [event["name"] for event in events(message)] == ["RecvTensor", "unknown"]


async def test_traced_run(session: tf.Session) -> None:
    """A run's own statistics give all kinds of event."""
    x = tf.placeholder(tf.float32, [1000], name="x")
    y = tf.reduce_sum(tf.exp(x, name="first"), name="y")
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    await session.run(y, {x: [1.0] * 1000}, options, metadata)
    timeline = tf.timeline.Timeline(metadata.step_stats)
    document = json.loads(timeline.generate_chrome_trace_format(show_memory=True))
    assert {"M", "X", "N", "O", "D", "C"} <= {event["ph"] for event in document["traceEvents"]}
    assert {"Exp", "Sum"} <= {event["name"] for event in document["traceEvents"]}
    assert json.loads(timeline.analyze_step_stats().chrome_trace.format_to_string()) == document


@pytest.mark.parametrize("pretty", [False, True])
def test_text(pretty: bool) -> None:
    """Pretty text has a line per value, the other one none."""
    trace = tf.timeline.Timeline(stats("dev_stats { device: '/cpu:0' }")).analyze_step_stats().chrome_trace
    assert ("\n" in trace.format_to_string(pretty)) is pretty
