"""Rows of regions: whole models on ONNX Runtime through a session, against ONNX Runtime called by hand."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework.graph.graph_io import REGION_ATTR
from aioflow.session.steps.region_builds import wait_for_builds
from aioflow.testing import compiled_graph
from benchmarks.awaiting import awaited
from benchmarks.measuring import Contender, Row, interleave, per_call
from benchmarks.rows_models import Model, models
from benchmarks.small_models import NUM_FEATURES, lstm, wide_and_deep

HAND = "onnxruntime by hand"
_CALLERS = 64
_ROUND_S = 0.1  # of work of each contender
_FRONT_DOOR_S = 6e-6  # what a session may cost beside 1.15 times the call that it makes
_MIN_SCALING_S = 100e-6  # a shorter region gains nothing from a second thread: handing the lock over costs as much
_THREADS = {"in place": -1, "pool of 1": 1, "pool of 2": 2}
_WARM_RUNS = 40  # the first ones go node by node


def rows(rounds: int) -> list[Row]:
    """All rows of this file; none without ONNX Runtime."""
    try:
        tf.use_kernels("onnxruntime")
    except ImportError:
        return [Row("models on onnxruntime", absent=[HAND])]
    return [row for model in (*models(), *small_models()) for row in rows_of(model, rounds)]


def small_models() -> list[Model]:
    """Models of many small operations."""
    rng = np.random.default_rng(0)

    def ranking(batch: int) -> Model:
        features = rng.integers(0, 1000, (batch, NUM_FEATURES)).astype(np.int32)
        graph_def = wide_and_deep().as_graph_def().SerializeToString()
        return Model(f"wide and deep, batch of {batch}", graph_def, ["scores:0"], {"features:0": features})

    sequence = {"inputs:0": rng.random((1, 16, 32), np.float32)}
    recurrent = Model("LSTM of 16 steps", lstm().as_graph_def().SerializeToString(), ["scores:0"], sequence)
    return [ranking(1), ranking(64), recurrent]


def rows_of(model: Model, rounds: int) -> list[Row]:
    """One row with one caller, one with 64."""
    sessions = {name: _session(model, num_threads) for name, num_threads in _THREADS.items()}
    hand = by_hand(sessions["in place"], model)
    if hand is None:
        return [Row(f"{model.name} on onnxruntime", absent=["a region of the whole model"])]
    call_s = min(per_call(hand, 5)() for _ in range(3))
    calls = max(2, int(_ROUND_S / call_s))
    one = interleave(
        Row(f"{model.name} on onnxruntime"),
        {HAND: per_call(hand, calls), "aioflow": _running(sessions["in place"], model, calls, 1)},
        rounds,
    )
    surplus = [(a - _FRONT_DOOR_S) / b for a, b in zip(one.seconds["aioflow"], one.seconds[HAND], strict=True)]
    one.figure(f"(aioflow - 6 µs) / {HAND}", surplus, "x", "<= 1.15")
    many = _row_of_many(model, sessions, hand, max(calls, _CALLERS), rounds, call_s)
    for session in sessions.values():
        asyncio.run(session.close())
    return [one, many]


def _row_of_many(
    model: Model, sessions: dict[str, tf.Session], hand: Callable[[], Any], calls: int, rounds: int, call_s: float
) -> Row:
    ours = {f"aioflow, {name}": _running(session, model, calls, _CALLERS) for name, session in sessions.items()}
    theirs = {f"{HAND}, in place": per_call(hand, calls)}
    executors = {f"{HAND}, executor of {n}": ThreadPoolExecutor(n) for n in (1, 2)}
    theirs |= {name: _on_executor(hand, executor, calls) for name, executor in executors.items()}
    row = Row(f"{model.name} on onnxruntime, 64 callers")
    interleave(row, {**ours, **theirs}, rounds, is_about_threads=True)
    best, wanted = _best(row, list(ours)), _best(row, list(theirs))
    row.figure(f"rate of aioflow / {HAND}, each in its best way", _divided(wanted, best), "x", ">= 0.9")
    if call_s >= _MIN_SCALING_S:
        gain = _divided(row.seconds["aioflow, pool of 1"], row.seconds["aioflow, pool of 2"])
        row.figure("rate of aioflow, pool of 2 / pool of 1", gain, "x", ">= 1.7")
    for executor in executors.values():
        executor.shutdown()
    return row


def by_hand(session: tf.Session, model: Model) -> Callable[[], Any] | None:
    """The call that a session's one region makes, without the session; None where the model is not one region."""
    graph = session.graph
    fetches = [graph.get_tensor_by_name(name) for name in model.fetches]
    view = compiled_graph(session, fetches, [graph.get_tensor_by_name(name) for name in model.feeds]).only_view
    found = [item.op.attrs[REGION_ATTR] for item in view.nodes if REGION_ATTR in item.op.attrs] if view else []
    if len(found) != 1 or len(found[0].inputs) != len(model.feeds):
        return None
    (region,) = found
    feeds = dict(zip(region.inputs, model.feeds.values(), strict=True))
    return lambda: region.session.run(region.outputs, feeds)


def _session(model: Model, num_threads: int) -> tf.Session:
    """A session whose regions are built, and whose costs are known."""
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(tf.GraphDef.FromString(model.graph_def), name="")
    config = tf.ConfigProto(inter_op_parallelism_threads=num_threads, use_per_session_threads=num_threads > 0)
    config.aioflow.region_engine = "onnxruntime"
    session = tf.Session(graph=graph, config=config)
    session.run_sync(model.fetches, model.feeds)
    wait_for_builds()
    for _ in range(_WARM_RUNS):
        session.run_sync(model.fetches, model.feeds)
    return session


def _running(session: tf.Session, model: Model, calls: int, callers: int) -> Contender:
    return awaited(lambda: session.run(model.fetches, model.feeds), calls, callers)


def _on_executor(function: Callable[[], Any], executor: ThreadPoolExecutor, calls: int) -> Contender:
    return awaited(lambda: asyncio.get_running_loop().run_in_executor(executor, function), calls, _CALLERS)


def _best(row: Row, names: list[str]) -> list[float]:
    return [min(values) for values in zip(*(row.seconds[name] for name in names), strict=True)]


def _divided(one: list[float], other: list[float]) -> list[float]:
    return [a / b for a, b in zip(one, other, strict=True)]
