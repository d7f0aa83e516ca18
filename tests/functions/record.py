"""Traces the programs with TensorFlow 2, and records their graphs and what they compute. Run it where TensorFlow is:

    python -m tests.functions.record
"""
from __future__ import annotations

import json
import os
import zlib
from base64 import b85encode
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

from tests.functions.programs import PROGRAMS

RECORDED = Path(__file__).with_name("recorded.json")


def record(tf: Any, build: Any, calls: list[tuple[Any, ...]]) -> dict[str, Any]:
    """One program: its graph, compressed, the names of its ends, what is fed and what comes out."""
    tf1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        args = [tf.constant(arg) for arg in calls[0]]
        shapes = [[None] * arg.shape.rank for arg in args]
        feeds = [tf1.placeholder(arg.dtype, shape) for arg, shape in zip(args, shapes, strict=True)]
        traced = tf.function(build(tf), input_signature=[tf.TensorSpec(feed.shape, feed.dtype) for feed in feeds])
        results = tf.nest.flatten(traced(*feeds))
        initializers = [variable.initializer.name for variable in tf1.global_variables()]
        with tf1.Session() as session:
            session.run(initializers)
            values = [session.run(results, dict(zip(feeds, call, strict=True))) for call in calls]
    message = graph.as_graph_def().SerializeToString(deterministic=True)
    return {
        "graph": b85encode(zlib.compress(message, 9)).decode(),
        "feeds": [feed.name for feed in feeds],
        "initializers": initializers,
        "results": [result.name for result in results],
        "values": [[_listed(value) for value in row] for row in values],
    }


def _listed(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value.tolist()


if __name__ == "__main__":
    import tensorflow

    recorded = {name: record(tensorflow, build, calls) for name, (build, calls) in PROGRAMS.items()}
    RECORDED.write_text(json.dumps(recorded, indent=0) + "\n", "utf-8")
