"""Statistics of traced runs, and what TensorFlow's Timeline makes of them."""
from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from tests.live.artifacts import artifact, done, session

_NAMES = ("a", "b", "scope/c", "d/_3", "e:1")
_LABELS = (
    "{0} = Add({1}, {2}:1, ^{1})", "[cpu 1.0MB 1.0MB] {0} = Mul({2}, {1}/_12)", "{0} = Const()", "nonsense", "",
    "{0} = Split({1}) more", "{0} = (x)",
)  # fmt: skip
_DEVICES = ("/job:x/cpu:0", "/job:x/gpu:0", "/gpu:0/stream:all", "/gpu:0/memcpy", "/job:x/cpu:0")


def _timeline(tf: Any, message: Any) -> Any:
    """TensorFlow's class where TensorFlow runs, else ours."""
    if tf.__name__.startswith("aioflow"):
        return tf.timeline.Timeline(message)
    from tensorflow.python.client.timeline import Timeline

    return Timeline(message)


async def _write_any(tf: Any, folder: Path) -> None:
    """Writes statistics of all forms that there are, the same for everybody."""
    choose = random.Random(7)
    message = tf.RunMetadata().step_stats
    for device in _DEVICES:
        part = message.dev_stats.add(device=device)
        for number in range(40):
            name = choose.choice(_NAMES)
            label = choose.choice(_LABELS).format(name, choose.choice(_NAMES), choose.choice(_NAMES))
            if "stream" in device:
                name, label = choose.choice([("a:Add", "k"), ("odd", "k"), ("z:Add", "k@@b:Mul#1"), ("b:Mul", "k@@a")])
            start = 1_000_000 + 7 * number + choose.randrange(20)
            entry = part.node_stats.add(
                node_name=name, timeline_label=label, all_start_micros=start, op_end_rel_micros=3,
                all_end_rel_micros=choose.randrange(30),
            )  # fmt: skip
            for slot in range(choose.randrange(3)):
                description = entry.output.add(slot=slot).tensor_description
                description.dtype = 1
                allocation = description.allocation_description
                allocation.allocator_name = choose.choice(["cpu", "other"])
                allocation.requested_bytes = choose.randrange(3) * 8
    (folder / "stats.pb").write_bytes(message.SerializeToString())


@artifact("timelines of statistics of any form", _write_any)
async def _read_any(tf: Any, folder: Path) -> Any:
    texts = []
    for options in ({}, {"show_memory": True}, {"show_dataflow": False, "op_time": "gpu"}, {"op_time": "all"}):
        message = tf.RunMetadata().step_stats
        message.ParseFromString((folder / "stats.pb").read_bytes())
        text = _timeline(tf, message).generate_chrome_trace_format(**options)
        texts.append(text)
        analysis = _timeline(tf, message).analyze_step_stats(**options)
        most = {name: [each.timestamp, each.num_bytes, sorted(each.tensors)] for name, each in
                analysis.allocator_maximums.items()}  # fmt: skip
        texts.append(json.dumps(most, sort_keys=True))
    return texts


async def _write_traced(tf: Any, folder: Path) -> None:
    x = tf.placeholder(tf.float32, [300, 300], name="x")
    weights = tf.get_variable("w", initializer=[[2.0]], use_resource=False)
    product = tf.matmul(x, x, name="product")
    y = tf.reduce_sum(tf.multiply(product, weights, name="scaled"), name="y")
    last = tf.while_loop(lambda i: i < 3, lambda i: tf.add(i, 1, name="step"), [tf.constant(0)], name="loop")
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.opt_level = -1
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    async with session(tf, config=config) as opened:
        await done(opened.run(tf.global_variables_initializer()))
        feeds = {x: [[1.0] * 300] * 300}
        await done(opened.run([y, last], feeds, options=options, run_metadata=metadata))
    (folder / "metadata.pb").write_bytes(metadata.SerializeToString())


@artifact("timeline of a traced run", _write_traced)
async def _read_traced(tf: Any, folder: Path) -> Any:
    metadata = tf.RunMetadata()
    metadata.ParseFromString((folder / "metadata.pb").read_bytes())
    document = json.loads(_timeline(tf, metadata.step_stats).generate_chrome_trace_format(show_memory=True))
    events = [event for event in document["traceEvents"] if event["ph"] == "X"]
    kept = {
        entry.node_name: entry.memory_stats.persistent_memory_size
        for device in metadata.step_stats.dev_stats
        for entry in device.node_stats
        if entry.memory_stats.persistent_memory_size
    }
    ordered = all(
        entry.scheduled_nanos <= entry.all_start_nanos
        and 0 <= entry.op_start_rel_nanos <= entry.op_end_rel_nanos <= entry.all_end_rel_nanos
        and entry.op_end_rel_micros == (entry.all_start_nanos + entry.op_end_rel_nanos) // 1000 - entry.all_start_micros
        for device in metadata.step_stats.dev_stats
        for entry in device.node_stats
    )
    large = sorted(
        entry.node_name
        for device in metadata.step_stats.dev_stats
        for entry in device.node_stats
        # Others may take their results' memory from their inputs, which TensorFlow does more often.
        if "0.3MB 0.3MB] " in entry.timeline_label and entry.node_name == "product"
    )
    named = sorted((event["args"]["name"], event["name"].removeprefix("_Mkl")) for event in events)
    return [named, sorted({event["ph"] for event in document["traceEvents"]} - {"s", "t"}), sorted(kept.items()),
            ordered, large]  # fmt: skip
