"""Records the graphs of the programs of `defun_programs`, and what TensorFlow computes. Run it where TensorFlow is:

    python -m tests.functions.record_defuns
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

import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.python.framework.function import Defun
from tensorflow.python.ops import functional_ops

from tests.functions.defun_programs import PROGRAMS, Program

RECORDED = Path(__file__).with_name("recorded_defuns.json")


def record(build: Program) -> dict[str, Any]:
    """One program: its graph, compressed, the names of its ends, what is fed and what comes out."""
    with tf.Graph().as_default() as graph:
        fetches, feeds = build(tf, Defun, functional_ops)
        initializers = [variable.initializer.name for variable in tf.global_variables()]
        with tf.Session() as session:
            session.run(initializers)
            values = [[np.asarray(value).tolist() for value in session.run(fetches, feed)] for feed in feeds]
    message = graph.as_graph_def().SerializeToString(deterministic=True)
    return {
        "graph": b85encode(zlib.compress(message, 9)).decode(),
        "initializers": initializers,
        "fetches": [fetch.name for fetch in fetches],
        "feeds": [{key.name: np.asarray(value).tolist() for key, value in feed.items()} for feed in feeds],
        "values": values,
    }


if __name__ == "__main__":
    tf.disable_v2_behavior()
    RECORDED.write_text(json.dumps({name: record(build) for name, build in PROGRAMS.items()}, indent=0) + "\n", "utf-8")
