"""Dumps of a debugger: the same runs, watched by both, and read by both."""
from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tests.live.artifacts import artifact, done


def debugger(tf: Any) -> Any:
    """The module of debugging."""
    return importlib.import_module("aioflow.tf_debug" if tf.__name__ == "aioflow" else "tensorflow.python.debug")


def settings(tf: Any) -> Any:
    """Settings under which all nodes stay."""
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.opt_level = -1
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.device_count["CPU"] = 2
    return config


def build(tf: Any) -> tuple[list[Any], dict[Any, Any]]:
    """Nodes of many kinds; what to fetch and to feed."""
    x = tf.placeholder(tf.float32, [2], name="x")
    below = tf.log(tf.subtract(x, 1.0, name="scope/below"), name="scope/log")
    values = {
        "texts": tf.identity(tf.constant([b"abc", b""], name="text"), name="texts"),
        "empty": tf.identity(tf.zeros([0, 3], name="none"), name="empty"),
        "is_true": tf.logical_not(tf.constant([True, False], name="truth"), name="is_true"),
        "brain": tf.cast(x, tf.bfloat16, name="brain"),
        "complex": tf.complex(x, below, name="complex"),
    }
    side = tf.constant(True, name="side")
    taken = tf.cond(side, lambda: tf.add(x, 1.0, name="yes"), lambda: tf.add(x, 2.0, name="no"))
    _, roots = tf.while_loop(
        lambda i, v: i < 4, lambda i, v: (i + 1, tf.sqrt(v - 2.0, name="root")), [tf.constant(0), tf.constant(7.0)],
        name="loop",
    )  # fmt: skip
    with tf.device("/cpu:1"):
        elsewhere = tf.multiply(x, 3.0, name="elsewhere")
    variable = tf.Variable([1.0], use_resource=False, name="variable")
    resource = tf.Variable([2.0], use_resource=True, name="resource")
    assigned = tf.assign(variable, [5.0], name="assigned")
    end = tf.add(elsewhere, 1.0, name="end")
    return [*values.values(), taken, roots, end, assigned, resource.initializer], {x: [0.5, 3.0]}


WATCHED = [
    "scope/log:0", "texts:0", "empty:0", "is_true:0", "brain:0", "complex:0", "cond/yes:0", "cond/no:0", "loop/root:0",
    "loop/Enter:0", "loop/Merge:0", "loop/NextIteration:0", "elsewhere:0", "end:0", "variable:0", "resource:0",
    "assigned:0",
]  # fmt: skip


async def write(tf: Any, folder: Path) -> None:
    """A watched run, and one behind a wrapper."""
    fetches, feeds = build(tf)
    options = tf.RunOptions()
    for name in WATCHED:
        node, _, slot = name.partition(":")
        ops = ["DebugIdentity", "DebugNumericSummary"] if node == "scope/log" else ["DebugIdentity"]
        debugger(tf).add_debug_tensor_watch(options, node, int(slot), ops, f"file://{folder / 'run'}", global_step=7)
    with tf.Session(config=settings(tf)) as session:
        await done(session.run(fetches, feeds, options=options))
    wrapped = debugger(tf).DumpingDebugWrapperSession(tf.Session(config=settings(tf)), str(folder / "wrapped"))
    await done(wrapped.run("scope/log:0", feeds))
    await done(wrapped.close())


@artifact("debug_dumps", write)
async def read(tf: Any, folder: Path) -> Mapping[str, Any]:
    """What the reader of dumps finds."""
    debug = debugger(tf)
    dump = debug.DebugDumpDir(str(folder / "run"))
    found: dict[str, Any] = {"devices": sorted(dump.devices()), "size": dump.size}
    for datum in dump.dumped_tensor_data:
        found.setdefault(f"{datum.device_name[-5:]} {datum.watch_key}", []).append(shown(datum.get_tensor()))
    found["bad"] = sorted(datum.watch_key for datum in dump.find(debug.has_inf_or_nan))
    metadata = dump.core_metadata
    found["run"] = [metadata.global_step, metadata.executor_step_index, metadata.input_names, metadata.output_names]
    found["targets"] = metadata.target_nodes
    for node in ("scope/log", "end", "assigned", "loop/Merge", "cond/yes"):
        # Transfers have numbers, in the order in which each partitions.
        found[f"inputs of {node}"] = [name.partition("/_")[0] for name in dump.node_inputs(node)]
        found[f"recipients of {node}"] = sorted(dump.node_recipients(node))
        found[f"keys of {node}"] = sorted(dump.debug_watch_keys(node))
    found["all inputs"] = sorted(dump.transitive_inputs("scope/log"))
    found["op"] = dump.node_op_type("scope/log")
    wrapped, = (folder / "wrapped").iterdir()
    whole = debug.DebugDumpDir(str(wrapped))
    found["wrapped"] = sorted(whole.nodes())
    found["values"] = {each.watch_key: shown(each.get_tensor()) for each in whole.dumped_tensor_data}
    found["fetches"] = whole.run_fetches_info
    return found


def shown(value: Any) -> Any:
    """A value as JSON has it."""
    if not isinstance(value, np.ndarray):
        return f"initialized: {value.initialized}"
    if value.dtype.kind == "c":
        return [str(each) for each in value.ravel()]
    if value.dtype.kind in "SO":
        return [bytes(each).decode() for each in value.ravel()]
    if value.dtype.kind in "fV":  # NaN is no JSON
        return [str(each) for each in value.astype(np.float32).ravel()]
    return value.tolist()
