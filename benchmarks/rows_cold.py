"""Rows of a cold start: a fresh process imports, loads a SavedModel of 14 MB, and answers for the first time."""
from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import aioflow as tf
from benchmarks import cold_start
from benchmarks.measuring import Clock, Row
from benchmarks.mobilenet import mobilenet_v2

TENSORFLOW_PYTHON = os.environ.get("AIOFLOW_TENSORFLOW_PYTHON", sys.executable)
_PROGRAM = Path(cold_start.__file__)


def variable(value: Any) -> Any:
    """A variable of random numbers in the range of a value, which the graph does not hold, too."""
    return tf.Variable(tf.random_uniform(value.shape, float(value.min()), float(value.max()), seed=1))


def save_model(folder: Path) -> None:
    """Writes MobileNetV2 with variables as a SavedModel."""
    graph = mobilenet_v2(cold_start.SIZE, hold=variable)
    with graph.as_default(), tf.Session(graph=graph) as session:
        session.run_sync(tf.global_variables_initializer())
        images, scores = (graph.get_tensor_by_name(name) for name in ("images:0", "scores:0"))
        tf.saved_model.simple_save_sync(session, folder, {"images": images}, {"scores": scores})


def start(runtime: str, folder: Path) -> tuple[float, float] | None:
    """Seconds and megabytes of one cold start; None if the runtime is not installed."""
    python = sys.executable if runtime == "aioflow" else TENSORFLOW_PYTHON
    environment = os.environ | {"PYTHONPATH": str(Path(tf.__file__ or "").parents[1])}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as in `rows_footprint`
    done = subprocess.run(
        [python, str(_PROGRAM), runtime, str(folder)], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        if "No module named 'tensorflow'" in done.stderr:
            return None
        raise RuntimeError(done.stderr)
    elapsed_s, computed_s, kb = map(float, done.stdout.split()[-3:])
    return computed_s if Clock.is_cpu else elapsed_s, kb / 1024


def rows(rounds: int) -> list[Row]:
    """All rows of this file."""
    row = Row("cold start: import, SavedModel of 14 MB, first answer")
    sizes: dict[str, list[float]] = {"aioflow": [], "tensorflow": []}
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "model")
        save_model(folder)
        for number in range(1 + rounds):
            for runtime, megabytes in sizes.items():
                sample = start(runtime, folder)
                if sample is None:
                    row.absent += [] if number else [runtime]
                elif number:  # the first ones read the files from the disk
                    row.seconds.setdefault(runtime, []).append(sample[0])
                    megabytes.append(sample[1])
    row.cpu_shares = {name: [1.0] * len(values) for name, values in row.seconds.items()}
    row.ratio("aioflow", "tensorflow", "<= 0.25")
    if sizes["tensorflow"]:
        shares = [a / b for a, b in zip(sizes["aioflow"], sizes["tensorflow"], strict=True)]
        row.figure("memory of aioflow / tensorflow", shares, "x", "<= 0.2")
    row.figure("memory of aioflow", sizes["aioflow"], "MB")
    return [row]
