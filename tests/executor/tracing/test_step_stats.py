"""What a traced run tells of its nodes (executor.md 9.1 and 9.2; E-105 to E-107)."""
from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import aioflow as tf
from aioflow._proto.step_stats_pb2 import DeviceStepStats, StepStats
from aioflow.executor.tracing.entry_messages import NUM_AT_A_TIME, DeviceEntries
from aioflow.executor.tracing.step_memory import Given, StepMemory, StepTensor
from aioflow.executor.tracing.step_stats import StepStatsCollector
from tests.functions.building import call, define

LEVELS = [tf.RunOptions.SOFTWARE_TRACE, tf.RunOptions.HARDWARE_TRACE, tf.RunOptions.FULL_TRACE]
levels = pytest.mark.parametrize("level", LEVELS)


async def trace(session: tf.Session, fetches: Any, feeds: Any = None, **options: Any) -> Any:
    """What a run with these options tells."""
    metadata = tf.RunMetadata()
    await session.run(fetches, feeds, tf.RunOptions(**options), metadata)
    return metadata


def counts(metadata: Any) -> Counter[str]:
    """How many entries each node has."""
    return Counter(node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats)


@levels
async def test_live_nodes(session: tf.Session, level: int) -> None:
    """E-105, O-3: `_SOURCE` and each live node are listed, feeds and fetches included; dead ones are not."""
    p, x = tf.placeholder(tf.bool, [], name="p"), tf.placeholder(tf.float32, [], name="x")
    result = tf.cond(p, lambda: tf.exp(x, name="taken"), lambda: tf.sin(x, name="untaken"), name="if")
    listed = counts(await trace(session, result, {p: True, x: 1.0}, trace_level=level))
    assert {"_SOURCE", "_arg_p_0_0", "_arg_x_0_1", "_retval_if/Merge_0_0", "if/taken", "if/Merge"} <= set(listed)
    assert "if/untaken" not in listed
    assert set(listed.values()) == {1}


async def test_levels_list_the_same(session: tf.Session) -> None:
    """O-10: each trace level lists the same nodes, and none fills function_graphs."""
    x = tf.placeholder(tf.float32, [2], name="x")
    (y,) = call(define("twice", [tf.float32], lambda value: value + value), [tf.exp(x)], [tf.float32])
    told = [await trace(session, y, {x: [1.0, 2.0]}, trace_level=level) for level in LEVELS]
    assert counts(told[0]) and counts(told[0]) == counts(told[1]) == counts(told[2])
    assert not any(metadata.function_graphs for metadata in told)


@levels
async def test_loops(session: tf.Session, level: int) -> None:
    """E-105, O-3: nodes of a loop are listed once per iteration: its Merge n + 1 times, its body n times."""
    n = tf.placeholder(tf.int32, [])
    last = tf.while_loop(lambda i: i < n, lambda i: tf.add(i, 1, name="step"), [tf.constant(0)], name="loop")
    listed = counts(await trace(session, last, {n: 5}, trace_level=level))
    assert (listed["loop/Merge"], listed["loop/Less"], listed["loop/step"], listed["loop/Exit"]) == (6, 6, 5, 1)


async def test_untraced(session: tf.Session) -> None:
    """E-105: without a trace level nothing is listed."""
    assert not (await trace(session, tf.constant(1.0) + 1.0)).step_stats.dev_stats


async def test_transfers_are_left_out(graph: tf.Graph, config: tf.ConfigProto) -> None:
    """E-105, O-3: nodes are listed under their devices; transfers between these are not."""
    config.device_count["CPU"] = 2
    with tf.device("/cpu:0"):
        x = tf.exp(tf.placeholder_with_default(1.0, []), name="first")
    with tf.device("/cpu:1"):
        y = tf.negative(x, name="second")
    async with tf.Session(graph=graph, config=config) as session:
        metadata = await trace(session, y, trace_level=tf.RunOptions.FULL_TRACE)
    where = {node.node_name: device.device for device in metadata.step_stats.dev_stats for node in device.node_stats}
    assert where["first"].endswith("CPU:0") and where["second"].endswith("CPU:1")
    assert not any("_Recv" in label or "_Send" in label for label in labels(metadata))


def labels(metadata: Any) -> list[str]:
    """The timeline labels."""
    return [node.timeline_label for device in metadata.step_stats.dev_stats for node in device.node_stats]


async def test_labels_and_outputs(session: tf.Session) -> None:
    """9.1: an entry has a label with op and inputs, and for each output dtype and shape."""
    x = tf.placeholder(tf.float32, [2], name="x")
    with tf.control_dependencies([tf.no_op(name="before")]):
        y = tf.add(x, x, name="y")
    metadata = await trace(session, y, {x: [1, 2]}, trace_level=tf.RunOptions.FULL_TRACE)
    assert any(label.endswith("(_arg_x_0_0, _arg_x_0_0, ^before)") for label in labels(metadata))
    (entry,) = (n for d in metadata.step_stats.dev_stats for n in d.node_stats if n.node_name == "y")
    description = entry.output[0].tensor_description
    assert (description.dtype, [dim.size for dim in description.shape.dim]) == (tf.float32.as_datatype_enum, [2])


async def test_labels_tell_which_output(session: tf.Session) -> None:
    """O-5: an input that is not the first output of its node has its number; the first one has none."""
    first, second, third = tf.split(tf.placeholder_with_default([1.0, 2.0, 3.0], [3]), 3, name="parts")
    metadata = await trace(session, tf.add(second, first * third, name="y"), trace_level=tf.RunOptions.FULL_TRACE)
    told = labels(metadata)
    assert any("(parts, parts:2)" in label for label in told) and any("y = AddV2(parts:1, " in label for label in told)


async def test_bodies_of_functions(session: tf.Session) -> None:
    """8: nodes of a body are listed between the start and the end of its call."""
    inner = define("inner", [tf.float32], lambda x: tf.py_func(lambda value: value, [x], tf.float32, name="in_body"))
    (result,) = call(inner, [tf.constant(1.0)], [tf.float32], name="the_call")
    metadata = await trace(session, result, trace_level=tf.RunOptions.FULL_TRACE)
    entries = {n.node_name.rpartition("/")[2]: n for d in metadata.step_stats.dev_stats for n in d.node_stats}
    body, around = entries["in_body"], entries["the_call"]
    assert around.all_start_nanos <= body.all_start_nanos
    assert body.all_start_nanos + body.op_end_rel_nanos <= around.all_start_nanos + around.op_end_rel_nanos


async def test_order_of_times(session: tf.Session) -> None:
    """E-106, O-1, O-2: scheduled <= all_start <= op_start <= op_end <= all_end for each entry; microseconds agree."""
    n = tf.placeholder(tf.int32, [])
    slow = tf.py_func(lambda value: value, [n], tf.int32)
    last = tf.while_loop(lambda i: i < slow, lambda i: i + 1, [tf.constant(0)])
    metadata = await trace(session, last, {n: 4}, trace_level=tf.RunOptions.FULL_TRACE)
    entries = [node for device in metadata.step_stats.dev_stats for node in device.node_stats]
    assert len(entries) > 20
    for entry in entries:
        assert entry.scheduled_nanos <= entry.all_start_nanos
        assert 0 <= entry.op_start_rel_nanos <= entry.op_end_rel_nanos <= entry.all_end_rel_nanos
        assert entry.all_start_micros == entry.all_start_nanos // 1000
        ended = (entry.all_start_nanos + entry.op_end_rel_nanos) // 1000  # differences of what was cut off before
        assert entry.op_end_rel_micros == ended - entry.all_start_micros


async def test_tracing_changes_no_results(session: tf.Session) -> None:
    """9.2: a traced run computes what an untraced one does, constants and random streams included."""
    x = tf.placeholder(tf.float32, [])
    fetches = [tf.cond(x > 0.0, lambda: x * 2.0, lambda: -x), tf.constant([1.0, 2.0]) * 3.0]
    for value in (1.0, -1.0):
        plain = await session.run(fetches, {x: value})
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        traced = await session.run(fetches, {x: value}, options, metadata)
        assert [array.tolist() for array in plain] == [array.tolist() for array in traced]


async def test_partition_graphs(session: tf.Session) -> None:
    """E-107: partition graphs have nodes for feeds and fetches, and neither a source nor a sink."""
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.exp(x, name="y")
    metadata = await trace(session, y, {x: 1.0}, output_partition_graphs=True)
    (graph,) = metadata.partition_graphs
    assert {node.name: node.op for node in graph.node} == {"_arg_x_0_0": "_Arg", "y": "Exp", "_retval_y_0_0": "_Retval"}
    assert not metadata.step_stats.dev_stats


def test_written_in_parts() -> None:
    """The report of many nodes is written in parts, between which an event loop has its turn."""
    collector = StepStatsCollector()
    for _ in range(1000):
        collector.add_source("/device:CPU:0")
    message = StepStats()
    assert len(list(collector.write_to(message))) == 1000 // NUM_AT_A_TIME > 1
    assert message == collector.to_proto() and len(message.dev_stats[0].node_stats) == 1000


def test_message_changes_behind_the_last_part() -> None:
    """A report that nobody goes on writing leaves the message as it was; a finished one replaces it."""
    collector = StepStatsCollector()
    for _ in range(1000):
        collector.add_source("/device:CPU:0")
    message = StepStats(dev_stats=[DeviceStepStats(device="old")])
    parts = collector.write_to(message)
    for _ in range(1000 // NUM_AT_A_TIME):
        next(parts)
        assert [device.device for device in message.dev_stats] == ["old"]
    assert list(parts) == []
    assert message == collector.to_proto()


# ---- as TensorFlow's
def entries(metadata: Any) -> dict[str, Any]:
    """The entries by name."""
    return {node.node_name: node for device in metadata.step_stats.dev_stats for node in device.node_stats}


async def test_threads_have_names(session: tf.Session) -> None:
    """O-12: each thread that an entry names has a name."""
    x = tf.placeholder(tf.float32, [], name="x")
    y = tf.py_func(lambda value: value, [x], tf.float32)
    metadata = await trace(session, y, {x: 1.0}, trace_level=tf.RunOptions.FULL_TRACE)
    for device in metadata.step_stats.dev_stats:
        used = {node.thread_id for node in device.node_stats if node.node_name != "_SOURCE"}
        assert used and used == set(device.thread_names) and all(device.thread_names.values())


async def test_bodies_have_sources(session: tf.Session) -> None:
    """O-4: each execution of a body has an executor of its own, with a `_SOURCE`; its nodes come before the call."""
    inner = define("again", [tf.float32], lambda x: tf.py_func(lambda value: value, [x], tf.float32, name="in_body"))
    (once,) = call(inner, [tf.constant(1.0)], [tf.float32], name="first")
    (twice,) = call(inner, [once], [tf.float32], name="second")
    metadata = await trace(session, twice, trace_level=tf.RunOptions.FULL_TRACE)
    names = [node.node_name for device in metadata.step_stats.dev_stats for node in device.node_stats]
    if "first" in names:  # calls may become parts of the graph instead
        assert names.count("_SOURCE") == 3
        assert names.index("in_body") < names.index("first")
    assert not metadata.function_graphs


async def test_labels_tell_of_large_allocations(session: tf.Session) -> None:
    """O-6, O-7: from 0.1 MiB on the label begins with what was allocated; constants and variables keep theirs."""
    x = tf.placeholder(tf.float32, [300, 300], name="x")
    weights = tf.get_variable("w", initializer=[2.0, 3.0], use_resource=False)
    large = tf.matmul(x, x, name="large")
    small = tf.add(tf.reduce_sum(large, 0)[:2], weights, name="small")
    await session.run(tf.global_variables_initializer())
    metadata = await trace(session, small, {x: [[1.0] * 300] * 300}, trace_level=tf.RunOptions.FULL_TRACE)
    found = entries(metadata)
    assert found["large"].timeline_label.startswith("[cpu 0.3MB 0.3MB] large = MatMul(")
    assert found["small"].timeline_label.startswith("small = ")
    assert [record.alloc_bytes for record in found["large"].memory[0].allocation_records] == [360_000, -360_000]
    variable = next(entry for name, entry in found.items() if name == "w")
    assert variable.memory_stats.persistent_memory_size == 8 and not variable.memory
    assert [dim.size for dim in variable.output[0].tensor_description.shape.dim] == [2]
    constants = [entry for entry in found.values() if " = Const(" in entry.timeline_label]
    assert constants and all(entry.memory_stats.persistent_memory_size and not entry.memory for entry in constants)


async def test_unread_index_of_a_merge(session: tf.Session) -> None:
    """A Merge gives its index only where somebody reads it."""
    p, x = tf.placeholder(tf.bool, [], name="p"), tf.placeholder(tf.float32, [], name="x")
    result = tf.cond(p, lambda: tf.exp(x), lambda: tf.sin(x), name="if")
    metadata = await trace(session, result, {p: True, x: 1.0}, trace_level=tf.RunOptions.FULL_TRACE)
    assert [output.slot for output in entries(metadata)["if/Merge"].output] == [0]


# ---- the bytes of entries
async def test_bytes_and_messages(session: tf.Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written as bytes is what protobuf writes of messages: whoever made the memory, and alive or gone."""
    x = tf.placeholder(tf.float32, [300, 300], name="x")
    sums = tf.reduce_sum(tf.exp(tf.transpose(tf.reshape(x, [300, 300]))), 0)
    first, second = tf.split(sums, 2, name="halves")
    handed_on = tf.identity(tf.identity(first + second[:150]))
    chosen = tf.cond(handed_on[0] > 0.0, lambda: handed_on * 2.0, lambda: handed_on)
    last = tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, v + 1.0), [tf.constant(0), chosen])[1]
    told: list[Any] = []

    class Both(StepStatsCollector):
        def write_to(self, message: Any) -> Any:
            yield from super().write_to(message)
            told.append([DeviceStepStats(), DeviceStepStats()])
            for part, writes_plain in zip(told[-1], (True, False), strict=True):
                memory = StepMemory(next(iter(self._memory)))
                for _, *_, given in self._entries:
                    forget(given)
                entries = DeviceEntries(memory, self._clock_offset_ns, writes_plain)
                for start in range(0, len(self._entries), 40):
                    entries.write_to(part, self._entries[start : start + 40])

    monkeypatch.setattr("aioflow.session.steps.step_report.StepStatsCollector", Both)
    fetches = [last, handed_on, sums, tf.constant([b"text"]), tf.size(last)]
    for _ in range(2):  # in the second one beginnings of entries are known
        metadata = await trace(session, fetches, {x: [[1.0] * 300] * 300}, trace_level=tf.RunOptions.FULL_TRACE)
        (device,), (fast, slow) = metadata.step_stats.dev_stats, told[-1]
        assert len(fast.node_stats) > 60
        for one, other, third in zip(fast.node_stats, slow.node_stats, device.node_stats, strict=True):
            assert one == other == third
    kinds = {len(node.memory and node.memory[0].allocation_records) for node in fast.node_stats}
    assert kinds == {0, 1, 2}


def forget(given: Any) -> None:
    """Has a note as it was before anybody asked whose memory it is."""
    if isinstance(given, StepTensor):
        given.number, given.first = -1, None
    elif isinstance(given, Given):
        given.new = None
        for tensor in given.tensors:
            forget(tensor)
