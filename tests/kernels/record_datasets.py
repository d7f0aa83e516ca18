"""Records the graphs of the pipelines and what TensorFlow gives for them. Run it where TensorFlow is:

    python -m tests.kernels.record_datasets
"""
from __future__ import annotations

import contextlib
import json
import os
import tempfile
import zlib
from base64 import b85encode
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

from tests.kernels import dataset_error_programs, dataset_op_programs  # noqa: F401 - adds pipelines
from tests.kernels.dataset_file_programs import FILES
from tests.kernels.dataset_iterations import ITERATIONS
from tests.kernels.dataset_programs import ONE_SHOT, PIPELINES

RECORDED = Path(__file__).with_name("recorded") / "datasets.json"
MAX_ERRORS = 3  # in a row; an end is one


def record(tf: Any, name: str) -> dict[str, Any]:
    """One pipeline: its graph, compressed, the names in it, and what comes out, errors by class."""
    data = tf.compat.v1.data
    with tf.Graph().as_default() as graph:
        dataset = PIPELINES[name](tf)
        is_one_shot = name in ONE_SHOT
        iterator = (data.make_one_shot_iterator if is_one_shot else data.make_initializable_iterator)(dataset)
        fetches = tf.nest.flatten(iterator.get_next())
        passes = []
        with tf.compat.v1.Session() as session:
            for _ in range(1 if is_one_shot else 2):
                if not is_one_shot:
                    session.run(iterator.initializer)
                passes.append(_taken(tf, session, fetches))
    return {
        "graph": _packed(graph),
        "initializer": None if is_one_shot else iterator.initializer.name,
        "fetches": [fetch.name for fetch in fetches],
        "passes": passes,
    }


def _taken(tf: Any, session: Any, fetches: Any) -> list[Any]:
    taken: list[Any] = []
    while len(taken) < MAX_ERRORS or not all(isinstance(each, str) for each in taken[-MAX_ERRORS:]):
        try:
            taken.append([_listed(value) for value in session.run(fetches)])
        except tf.errors.OpError as error:
            taken.append(type(error).__name__)
    return taken


def _listed(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.decode()
    listed = value.tolist()
    return json.loads(json.dumps(listed, default=bytes.decode))


def record_iteration(tf: Any, name: str) -> dict[str, Any]:
    """One program of runs: its graph, what each run fetches and is fed, and what comes out."""
    with tf.Graph().as_default() as graph:
        runs = ITERATIONS[name](tf)
        recorded: list[Any] = []
        results: list[Any] = []
        with tf.compat.v1.Session() as session:
            for fetch, feeds in runs:
                try:
                    result = session.run(fetch, {place: results[number] for place, number in feeds.items()})
                    shown = None if isinstance(result, bytes | None) else _listed(result)  # handles differ
                except tf.errors.OpError as error:
                    result, shown = None, type(error).__name__
                results.append(result)
                recorded.append([fetch.name, {place.name: number for place, number in feeds.items()}, shown])
    return {"graph": _packed(graph), "runs": recorded}


def _packed(graph: Any) -> str:
    return b85encode(zlib.compress(graph.as_graph_def().SerializeToString(deterministic=True), 9)).decode()


def record_all(tf: Any) -> dict[str, Any]:
    """All pipelines, in a folder that has their files in it."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, data in FILES.items():
            Path(name).write_bytes(data)
        return {name: record(tf, name) for name in PIPELINES}


if __name__ == "__main__":
    import tensorflow

    RECORDED.write_text(json.dumps(record_all(tensorflow), indent=0) + "\n", "utf-8")
    iterations = {name: record_iteration(tensorflow, name) for name in ITERATIONS}
    RECORDED.with_stem("iterations").write_text(json.dumps(iterations, indent=0) + "\n", "utf-8")
