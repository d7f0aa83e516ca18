"""Records what TensorFlow's SymbolicGradient makes of the functions of `gradient_cases`. Run it where TensorFlow is:

    python -m tests.functions.record_gradients
"""
from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

import tensorflow
from tensorflow.core.framework.attr_value_pb2 import NameAttrList
from tensorflow.python.framework.function import Defun
from tensorflow.python.ops.gen_functional_ops import symbolic_gradient

from tests.functions.gradient_cases import CASES, Case
from tests.kernels.recording import Outcome, save_outcomes


def start(index: int, value: Any) -> Any:
    """Where the gradient starts, for one result: small numbers of its shape and dtype."""
    numbers = np.arange(value.size).reshape(value.shape) % 5 + 1 + index
    return (numbers * (1 + 0.5j) if value.dtype.kind == "c" else numbers).astype(value.dtype)


def record(tf: Any) -> dict[str, Outcome]:
    """The graph of all cases, where each starts, and what comes of it."""
    outcomes: dict[str, Outcome] = {}
    with tf.Graph().as_default() as graph:
        for case in CASES:
            outcomes.update(_record_case(case, tf.compat.v1))
    message = np.frombuffer(graph.as_graph_def().SerializeToString(deterministic=True), np.uint8)
    return {"graph": {"outputs": [message]}, **outcomes}


def _record_case(case: Case, tf: Any) -> dict[str, Outcome]:
    name = case.name
    types = [tf.as_dtype(value.dtype) for value in case.values]
    xs = [tf.placeholder(dtype, name=f"{name}/x{i}") for i, dtype in enumerate(types)]
    body = _with_arity(lambda *args: case.body(tf.raw_ops, *args), len(xs))
    function = Defun(*types, func_name=f"f_{name}".replace("-", "_").replace(".", "_"))(body)
    with tf.name_scope(name + "/"):
        called = function(*xs)
    results = called if isinstance(called, (list, tuple)) else [called]
    ys = [tf.identity(result, f"{name}/y{i}") for i, result in enumerate(results)]
    dys = [tf.placeholder(y.dtype, name=f"{name}/dy{i}") for i, y in enumerate(ys)]
    dxs = symbolic_gradient([*xs, *dys], types, NameAttrList(name=function.name), name=f"{name}/dx")
    feeds = dict(zip(xs, case.values, strict=True))
    with tf.Session() as session:
        starts = [start(i, value) for i, value in enumerate(session.run(ys, feeds))]
        outcomes = {f"{name}/dy": {"outputs": starts}}
        if case.is_as_recorded:
            gradients = session.run(dxs, {**feeds, **dict(zip(dys, starts, strict=True))})
            outcomes[f"{name}/dx"] = {"outputs": gradients}
    return outcomes


def _with_arity(body: Any, count: int) -> Any:
    """`body`, with as many named parameters as TensorFlow wants to see."""
    names = ", ".join(f"x{i}" for i in range(count))
    return eval(f"lambda {names}: body({names})", {"body": body})


if __name__ == "__main__":
    tensorflow.compat.v1.disable_v2_behavior()
    print(save_outcomes("recorded_gradients", record(tensorflow), Path(__file__).parent))
