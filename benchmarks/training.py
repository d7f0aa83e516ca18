"""`python -m benchmarks.training [NAME ...] [--rounds N]`: cost of training, of a step above all, against TensorFlow's.

GraphDefs come from TensorFlow and, where aioflow can build a model, from aioflow; TensorFlow runs on one thread.
Seconds are those that all threads of the process computed, the least of several short repeats in each round.
"""
from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.session.steps.region_builds import wait_for_builds
from benchmarks import training_building
from benchmarks.measuring import Contender, Row, interleave
from benchmarks.own_processor import take_own_processor
from benchmarks.tensorflow_peer import tensorflow
from benchmarks.training_models import INIT, LOSS, TRAIN, Training, dense_layers, graph_def, trainings

PEER = "tensorflow, 1 thread"
_REPEAT_S = 0.002  # of work between two looks at the clock: others' work in between leaves the caches cold
_ROUND_S = 0.2  # of work of each contender
_NUM_DYING = 1024  # inputs of which nearly all become 0
_FRESH, _OLD = "after 50 steps", "after 2,000 steps"
_WARM_RUNS = 40  # the first ones go node by node, and measure costs
_TARGETS = {  # model -> engine -> bound of the ratio
    "MLP": {"numpy": 1.4, "onnxruntime": 1.1},
    "digits CNN": {"numpy": 1.8, "torch": 1.5},
    "ResNet-20": {"torch": 1.5},
    "LSTM, unrolled": {"numpy": 1.5, "onnxruntime": 1.0},
    "LSTM, Switch and Merge": {"numpy": 2.0},
    "LSTM, While": {"numpy": 2.0},
    "wide and deep": {"numpy": 2.5},
}
Step = Callable[[], Any]


def rows(rounds: int, names: Iterable[str] = ()) -> list[Row]:
    """All rows about training, or those of some names; afterwards the process uses the torch pack."""
    if tensorflow is None:
        return [Row("training steps", absent=[PEER])]
    tensorflow.disable_v2_behavior()
    graphs = [
        (model, maker, graph)
        for model in trainings() if not names or model.name in names
        for maker, graph in _graphs(model)
    ]  # fmt: skip
    prepared = [_steps(model, graph) for model, _, graph in graphs]
    if _has("torch"):
        for steps, (model, _, graph) in zip(prepared, graphs, strict=True):
            steps["torch"] = aioflow_step(graph, model)
    result = [
        _row(model, f"GraphDef by {maker}", steps, rounds)
        for (model, maker, _), steps in zip(graphs, prepared, strict=True)
    ]
    if not names or "dead weights" in names:
        result.append(_dead_weights(rounds))
    if not names or "gradients" in names:
        result += training_building.gradients(rounds)
    if not names or "memory" in names:
        # A process each, of which TensorFlow's takes some seconds to start: they tell much the same every time.
        result += [training_building.memory(model, min(rounds, 3)) for model in trainings() if not model.has_while]
    return result


def _graphs(model: Training) -> list[tuple[str, bytes]]:
    made = [("tensorflow", graph_def(tensorflow, model))]
    if _has_optimizers() and not model.has_while:
        made.append(("aioflow", graph_def(tf, model)))
    return made


def _has_optimizers() -> bool:
    try:
        return bool(tf.train.AdamOptimizer and tf.gradients)
    except AttributeError:
        return False


def _has(pack: str) -> bool:
    try:
        tf.use_kernels(pack)
    except ImportError:
        return False
    return True


def _steps(model: Training, graph: bytes) -> dict[str, Step | None]:
    """Engine -> a step of the model; the torch pack is not loaded yet."""
    return {
        PEER: tensorflow_step(graph, model),
        "numpy": aioflow_step(graph, model),
        "onnxruntime": aioflow_step(graph, model, "onnxruntime") if _has("onnxruntime") else None,
        "torch": None,
    }


def aioflow_step(graph: bytes, model: Training, region_engine: str = "none") -> Step:
    """A step of a model in a session of its own, initialised, with one thread for kernels."""
    with tf.Graph().as_default() as imported:
        tf.import_graph_def(tf.GraphDef.FromString(graph), name="")
    config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=-1)
    config.aioflow.region_engine = region_engine
    session = tf.Session(graph=imported, config=config)
    session.run_sync(imported.get_operation_by_name(INIT))
    fetches = [imported.get_tensor_by_name(LOSS), imported.get_operation_by_name(TRAIN)]

    async def step() -> Any:
        return (await session.run(fetches, model.feeds))[0]

    asyncio.run(step())  # compiles, with the kernels that are loaded now
    wait_for_builds()
    return step


def tensorflow_step(graph: bytes, model: Training) -> Step:
    """The same in TensorFlow."""
    with tensorflow.Graph().as_default() as imported:
        tensorflow.import_graph_def(tensorflow.GraphDef.FromString(graph), name="")
    config = tensorflow.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
    session = tensorflow.Session(graph=imported, config=config)
    session.run(imported.get_operation_by_name(INIT))
    fetches = [imported.get_tensor_by_name(LOSS), imported.get_operation_by_name(TRAIN)]
    feeds = {imported.get_tensor_by_name(name): value for name, value in model.feeds.items()}

    async def step() -> Any:
        return session.run(fetches, feeds)[0]

    asyncio.run(step())
    return step


def cpu_seconds(step: Step) -> Contender:
    """A contender that awaits a step again and again and returns the least CPU seconds of the process for one."""

    async def measure() -> float:
        began = time.process_time()
        await step()
        await step()
        step_s = (time.process_time() - began) / 2
        calls = max(1, int(_REPEAT_S / step_s))
        best = float("inf")
        for _ in range(max(3, int(_ROUND_S / (step_s * calls)))):
            began = time.process_time()
            for _ in range(calls):
                await step()
            best = min(best, (time.process_time() - began) / calls)
        return best

    return lambda: asyncio.run(measure())


async def losses(step: Step, number: int) -> list[float]:
    """The losses of so many steps."""
    return [float(await step()) for _ in range(number)]


def _row(model: Training, maker: str, steps: dict[str, Step | None], rounds: int) -> Row:
    row = Row(f"training step of {model.name}, {maker}")
    told = {name: asyncio.run(losses(step, _WARM_RUNS)) for name, step in steps.items() if step is not None}
    interleave(
        row, {name: step and cpu_seconds(step) for name, step in steps.items()}, rounds, is_about_threads=True
    )
    for name in told:
        if name != PEER:
            bound = _TARGETS[model.name].get(name)
            _ratio_of_best(row, name, PEER, f"<= {bound}" if bound else "")
            # Of few steps: batch norm makes the smallest difference grow, in TensorFlow alone, too.
            difference = float(np.abs(np.divide(told[name], told[PEER]) - 1)[:3].max())
            row.figure(f"difference of the losses of 3 steps, {name}", [difference], "", "<= 0.002")
    return row


def _dead_weights(rounds: int) -> Row:
    """A step after 2,000 with inputs, and so weights, that have no gradient any more, against one before."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((64, _NUM_DYING), np.float32)
    feeds = {"x:0": x, "classes:0": rng.integers(0, 10, 64).astype(np.int32)}
    model = Training("MLP", partial(dense_layers, num_inputs=_NUM_DYING), feeds)
    graph = graph_def(tensorflow, model)
    steps = {name: aioflow_step(graph, model) for name in (_FRESH, _OLD)}
    x[:, :-8] = 0
    for name, number in ((_FRESH, 50), (_OLD, 2000)):
        asyncio.run(losses(steps[name], number))
    row = Row("training step of MLP with dead weights")
    interleave(row, {name: cpu_seconds(step) for name, step in steps.items()}, rounds, is_about_threads=True)
    _ratio_of_best(row, _OLD, _FRESH, "<= 1.1")
    return row


def _ratio_of_best(row: Row, one: str, other: str, target: str) -> None:
    """Adds how many times longer one takes in its best round than another in its own: others use the machine, too."""
    row.figure(f"{one} / {other}", [min(row.seconds[one]) / min(row.seconds[other])], "x", target)


def main() -> None:
    """Measures and prints all rows."""
    from benchmarks.__main__ import print_row

    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description=__doc__)
    parser.add_argument(
        "models", nargs="*", help='names of models, "dead weights", "gradients", "memory"; all if there are none'
    )
    parser.add_argument("--rounds", type=int, default=7, help="how often contenders take turns (7)")
    options = parser.parse_args()
    for row in rows(options.rounds, options.models):
        print_row(row)


if __name__ == "__main__":
    take_own_processor()
    main()
