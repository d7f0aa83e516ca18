"""Asks TensorFlow what the programs of state give: `python -m tests.kernels.record_state`.

Runs where `tensorflow` can be imported, which the project itself never needs.
"""
from __future__ import annotations

import json
import os
import sys
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import tensorflow

from tests.kernels.state_outcomes import RECORDED, exact, grouped
from tests.kernels.state_programs import PROGRAMS, WithoutShapes, all_programs

tf = tensorflow.compat.v1
tf.disable_v2_behavior()


def main() -> None:
    outcomes: dict[str, dict[str, Any]] = {}
    ops: dict[str, dict[str, set[str]]] = {}
    for name, dtype in all_programs():
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        outcomes.setdefault(name, {})[dtype] = outcome_of(name, dtype, ops)
    if len(sys.argv) > 1:
        print(json.dumps({name: grouped(each) for name, each in outcomes.items()}, indent=1))
        return
    listed = {op: {attr: " ".join(sorted(names)) for attr, names in sorted(ops[op].items())} for op in sorted(ops)}
    texts = {name: json.dumps(grouped(each), separators=(",", ":")) for name, each in outcomes.items()}
    lines = [f"{json.dumps(name)}: {text}" for name, text in texts.items()]
    programs = ",\n".join(lines)
    RECORDED.write_text(f'{{"ops": {json.dumps(listed)},\n"programs": {{\n{programs}}}}}\n', "utf-8")
    print(f"{RECORDED.name}: {len(lines)} programs, {RECORDED.stat().st_size} bytes")


def outcome_of(name: str, dtype: str, ops: dict[str, dict[str, set[str]]]) -> list[Any]:
    """What each step gives: values, or the class of an error; adds the dtypes of the graph's nodes to `ops`."""
    config = tf.ConfigProto(inter_op_parallelism_threads=1, intra_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    outcome: list[Any] = []
    with tf.Graph().as_default() as graph, tf.Session(graph=graph, config=config) as session:
        steps = PROGRAMS[name][0](WithoutShapes(tf), dtype)
        add_dtypes(graph.as_graph_def().node, ops)
        for step in steps:
            fetches, feeds = step if isinstance(step, tuple) and isinstance(step[-1], dict) else (step, None)
            try:
                outcome.append(exact(session.run(fetches, feeds)))
            except tf.errors.OpError as error:
                outcome.append(type(error).__name__)
    return outcome


def add_dtypes(nodes: Any, ops: dict[str, dict[str, set[str]]]) -> None:
    """Adds the type attributes of nodes, by op and attribute."""
    for node in nodes:
        by_attr = ops.setdefault(node.op, {})
        for name, attr in node.attr.items():
            types = [attr.type] if attr.HasField("type") else attr.list.type
            if types:
                by_attr.setdefault(name, set()).update(tf.as_dtype(t).name for t in types)


if __name__ == "__main__":
    main()
