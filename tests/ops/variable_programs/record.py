"""Asks TensorFlow what the programs here do: `python tests/ops/variable_programs/record.py`.

Runs where `tensorflow` can be imported, which the project itself never needs.
"""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
sys.path[0] = str(Path(__file__).resolve().parents[3])

import tensorflow

from tests.ops.recording import RECORDED
from tests.ops.variable_programs.outcomes import PROGRAMS, built, exact, initialization

tf = tensorflow.compat.v1
tf.disable_v2_behavior()


def main() -> None:
    outcomes = [f"{json.dumps(name)}: {json.dumps(outcome_of(program))}" for name, program in PROGRAMS.items()]
    path = RECORDED / "variables.json"
    path.write_text("{\n" + ",\n".join(outcomes) + "\n}\n", "utf-8")
    print(f"{len(outcomes)} programs, {path.stat().st_size} bytes")


def outcome_of(program: Any) -> dict[str, Any]:
    """What a program builds, and the values of what it returns and of all variables."""
    graph, fetches, outcome = built(tf, program)
    config = tf.ConfigProto(inter_op_parallelism_threads=1, intra_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with graph.as_default(), tf.Session(config=config) as session:
        variables = [*tf.global_variables(), *tf.local_variables()]
        session.run(initialization(tf))
        outcome["initial"] = [exact(value) for value in session.run(variables)]
        outcome["values"] = [exact(session.run(fetch)) for fetch in fetches]
    return outcome


if __name__ == "__main__":
    main()
