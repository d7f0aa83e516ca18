"""Asks TensorFlow for gradients of one-op graphs: `python tests/ops/gradients/record.py [FAMILY ...]`.

Runs where `tensorflow` can be imported. It chooses a few cases of kernels for each op, takes `tf.gradients` of all
outputs with respect to all inputs, and gradients of these again, and stores the values.
"""
from __future__ import annotations

import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
sys.path[0] = str(Path(__file__).resolve().parents[3])

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import ops as tf_ops
from tensorflow.python.framework.indexed_slices import IndexedSlicesValue

from aioflow.framework.families import family_of, ops_of_families
from tests.kernels import record as kernel_record
from tests.kernels.cases import Case
from tests.kernels.record import build, fed
from tests.kernels.recording import save_outcomes
from tests.ops.gradients import more_cases
from tests.ops.gradients.trials import RECORDED, candidates, chosen, leaves, start

tf1 = tf.compat.v1
tf1.disable_v2_behavior()


def fed_or_constant(value: Any, type_name: str | None, is_shape_known: bool, feeds: dict[Any, Any]) -> Any:
    """A constant of integers, as axes and sizes are in most graphs; other arrays are fed."""
    if not isinstance(value, Case) and value.dtype.kind in "iub" and type_name is None:
        return tf.constant(value)
    return fed(value, type_name, is_shape_known, feeds)


def main() -> None:
    kernel_record.fed = fed_or_constant
    wanted = set(sys.argv[1:])
    registered = tf_ops.gradient_registry._registry
    ops = {op for op, entry in registered.items() if entry["type"] is not None}
    by_op: dict[str, list[tuple[str, Case]]] = defaultdict(list)
    for key, case in candidates(ops):
        by_op[case.op].append((key, case))
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for op in sorted(op for op in ops & ops_of_families() if not op.startswith(("TensorArray", "TensorList"))):
        own = [(f"more|{name}", case) for name, case in more_cases.named_cases().items() if case.op == op]
        if wanted and family_of(op) not in wanted:
            continue
        number = 0
        for key, case in [*own, *chosen(by_op[op], 12)]:
            if op.startswith("SparseSegment") and any(array.size == 0 for array in leaves(case)):
                continue  # TensorFlow's kernels leave the gradient as memory was
            if number == 3 and not key.startswith("more|"):
                break
            try:
                good = {k: v for k, v in outcomes(key, case).items() if not is_rubbish(v)}
                found[str(family_of(op))].update(good)
                number += bool(good) and not key.startswith("more|")
            except Exception as error:
                print(f"{key}: {type(error).__name__}: {str(error)[:150]!r}", flush=True)
    for family, entries in found.items():
        path = save_outcomes(family, entries, RECORDED)
        print(f"{family}: {len(entries)} outcomes, {path.stat().st_size} bytes")


def outcomes(key: str, case: Case) -> dict[str, Any]:
    """The gradients of a case, and the gradients of these where TensorFlow has them."""
    feeds: dict[Any, Any] = {}
    with tf.Graph().as_default() as graph, tf1.Session(graph=graph, config=plain_config()) as session:
        op = build(with_shapes(case), feeds)
        ys = [y for y in op.outputs if y.dtype.is_floating or y.dtype.is_complex]
        xs = [x for x in feeds if (x.dtype.is_floating or x.dtype.is_complex) and not x.dtype.is_quantized]
        shapes = [np.shape(value) for value in session.run(ys, feeds)]
        dys = [started(y, shape, i, feeds) for i, (y, shape) in enumerate(zip(ys, shapes, strict=True))]
        dxs = tf1.gradients(ys, xs, dys)
        found = {key: {"outputs": packed(session.run([d for d in dxs if d is not None], feeds), dxs)}}
        reached = [tf.convert_to_tensor(d) for d in dxs if d is not None]
        if not reached:
            return found
        try:
            values = session.run(reached, feeds)
            ddys = [started(d, np.shape(v), 3 + i, feeds) for i, (d, v) in enumerate(zip(reached, values, strict=True))]
            seconds = [
                None if d is None else tf.convert_to_tensor(d) for d in tf1.gradients(reached, [*xs, *dys], ddys)
            ]
            results = session.run([d for d in seconds if d is not None], feeds)
        except Exception as error:
            print(f"  {key}: no second: {type(error).__name__}: {str(error).splitlines()[0][:100]}")
            return found
        return {**found, f"{key}/second": {"outputs": packed(results, seconds)}}


def is_rubbish(outcome: dict[str, Any]) -> bool:
    """Whether an outcome has numbers that come from memory which a kernel of TensorFlow has not written to."""
    plain = [a.astype(np.complex128) for a in outcome["outputs"] if a.dtype.kind not in "OSU"]
    return any((np.abs(a[np.isfinite(a)]) > 1e15).any() for a in plain)


def with_shapes(case: Case) -> Case:
    """The case with placeholders of known shapes."""
    from dataclasses import replace

    inputs = [with_shapes(value) if isinstance(value, Case) else value for value in case.inputs]
    return replace(case, static_shapes=True, inputs=inputs)


def started(y: Any, shape: tuple[int, ...], number: int, feeds: dict[Any, Any]) -> Any:
    return fed(start(shape, y.dtype.as_numpy_dtype, number), None, True, feeds)


def packed(values: list[Any], gradients: list[Any]) -> list[Any]:
    """The kinds of gradients (0 none, 1 tensor, 2 slices) and their arrays."""
    kinds = [0 if d is None else 2 if isinstance(d, tf.IndexedSlices) else 1 for d in gradients]
    arrays: list[Any] = [np.array(kinds, np.int8)]
    for value in values:
        if isinstance(value, IndexedSlicesValue):
            arrays += [np.asarray(value.values), np.asarray(value.indices), np.asarray(value.dense_shape)]
        else:
            arrays.append(np.asarray(value))
    return arrays


def plain_config() -> Any:
    config = tf1.ConfigProto(inter_op_parallelism_threads=1, intra_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = tf1.OptimizerOptions.L0
    return config


if __name__ == "__main__":
    main()
