"""Records SavedModels and what they answer: `python tests/saved_model/record.py`.

Runs where `tensorflow` can be imported, which the project itself never needs. Each folder of `recorded` is a SavedModel
as TensorFlow wrote it, and `expected.json` and `expected.npz` beside its files, in the form that `cases.py` reads.
"""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
sys.path[0] = str(Path(__file__).resolve().parents[2])

import numpy as np
import tensorflow as tf

from tests.saved_model.cases import RECORDED

v1 = tf.compat.v1
WORDS = [b"b", b"unknown", b"c"]
X = np.array([[1.0, 2.0], [0.5, -1.0], [0.0, 3.0]], np.float32)


def record_tf1(folder: Path, words: Path) -> None:
    """A graph of TensorFlow 1: reference variables, one of them in parts, and a table that is filled from a file."""
    with tf.Graph().as_default() as graph, v1.Session() as session:
        v1.disable_resource_variables()
        x = v1.placeholder(tf.float32, [None, 2], "x")
        text = v1.placeholder(tf.string, [None], "text")
        parts = v1.get_variable(
            "parts", [5, 2], initializer=v1.random_uniform_initializer(seed=1), partitioner=v1.fixed_size_partitioner(2)
        )
        weights = v1.get_variable("weights", initializer=np.array([[1.0, -2.0], [3.0, 0.5]], np.float32))
        initializer = tf.lookup.TextFileInitializer(str(words), tf.string, -2, tf.int64, -1)
        table = v1.lookup.StaticHashTable(initializer, 4)
        numbers = table.lookup(text)
        y = tf.add(tf.matmul(x, weights), tf.nn.embedding_lookup(parts, numbers), "y")
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        builder = v1.saved_model.Builder(str(folder))
        info = v1.saved_model.build_tensor_info
        signature = v1.saved_model.build_signature_def(
            {"x": info(x), "text": info(text)}, {"y": info(y), "numbers": info(numbers)}, "tensorflow/serving/predict"
        )
        assets = graph.get_collection(v1.GraphKeys.ASSET_FILEPATHS)
        builder.add_meta_graph_and_variables(
            session, ["serve"], {"serving_default": signature}, assets, main_op=v1.tables_initializer()
        )
        builder.add_meta_graph(["serve", "gpu"], {"serving_default": signature})
        builder.save()
        outputs = session.run({"y": y, "numbers": numbers}, {x: X, text: WORDS})
    write_expected(folder, {"x": X, "text": np.array(WORDS, object)}, outputs)


class Recognizer(tf.Module):  # type: ignore[misc]
    """Variables that functions read, and a table that is filled from a file."""

    def __init__(self, words: Path) -> None:
        super().__init__()
        self.weights = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        self.labels = tf.Variable(["a", "bb"])
        initializer = tf.lookup.TextFileInitializer(str(words), tf.string, -2, tf.int64, -1)
        self.table = tf.lookup.StaticHashTable(initializer, -1)
        self.called = tf.function(self._call, [tf.TensorSpec([None, 2]), tf.TensorSpec([None], tf.string)])

    def _call(self, x: Any, text: Any) -> Any:
        return {"y": x @ self.weights, "numbers": self.table.lookup(text), "labels": self.labels + "!"}


def record_tf2(folder: Path, words: Path) -> None:
    """A module of TensorFlow 2."""
    module = Recognizer(words)
    tf.saved_model.save(module, str(folder), signatures=module.called)
    outputs = {key: value.numpy() for key, value in module.called(tf.constant(X), tf.constant(WORDS)).items()}
    write_expected(folder, {"x": X, "text": np.array(WORDS, object)}, outputs)


def write_expected(folder: Path, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
    """What the model answers."""
    arrays: dict[str, Any] = {}

    def written(kind: str, name: str, value: Any) -> dict[str, Any]:
        if value.dtype == object:
            return {"dtype": "string", "shape": list(value.shape), "bytes_hex": [text.hex() for text in value.flat]}
        arrays[f"c0_{kind}_{name}"] = value
        return {"dtype": value.dtype.name, "npz": f"c0_{kind}_{name}"}

    case = {
        kind: {name: written(kind, name, value) for name, value in values.items()}
        for kind, values in (("inputs", inputs), ("outputs", outputs))
    }
    expected = {"tags": ["serve"], "signature": "serving_default", "cases": [case]}
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")
    np.savez(folder / "expected.npz", **arrays)


def main() -> None:
    for name, record in (("tf1", record_tf1), ("tf2", record_tf2)):
        with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
            words = Path("words.txt")  # a relative path, since models hold it
            words.write_text("a\nb\nc\nd\n")
            shutil.rmtree(RECORDED / name, ignore_errors=True)
            record(RECORDED / name, words)
    print(sum(file.stat().st_size for file in RECORDED.rglob("*") if file.is_file()), "bytes")


if __name__ == "__main__":
    main()
