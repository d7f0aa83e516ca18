"""Records a SavedModel of TensorFlow 2: `python tests/kernels/checkpoint_savers/model/record.py`.

Runs where `tensorflow` can be imported, which the project itself never needs.
"""
from __future__ import annotations

import json
import os
import sys
import tempfile
import zlib
from base64 import b85encode
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
sys.path[0] = str(Path(__file__).resolve().parents[4])

import tensorflow as tf
from tensorflow.core.protobuf.saved_model_pb2 import SavedModel

from tests.kernels.checkpoint_programs import files_in, listed
from tests.kernels.checkpoint_savers import FEEDS, RECORDED_MODEL


class Recognizer(tf.Module):  # type: ignore[misc]
    """Two variables and a table."""

    def __init__(self, words: Path) -> None:
        super().__init__()
        whole_line, line_number = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
        source = tf.lookup.TextFileInitializer(str(words), tf.string, whole_line, tf.int64, line_number)
        self.weights = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
        self.labels = tf.Variable(["a", "bb"])
        self.table = tf.lookup.StaticHashTable(source, -1)

        self.called = tf.function(self._call, [tf.TensorSpec([None, 2]), tf.TensorSpec([None], tf.string)])

    def _call(self, x: Any, words: Any) -> Any:
        labels = tf.strings.join([self.labels, "!"])
        return {"y": x @ self.weights, "numbers": self.table.lookup(words), "labels": labels}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "words").write_text("x\ny\nz\n")
        module = Recognizer(folder / "words")
        tf.saved_model.save(module, str(folder / "model"), signatures=module.called)
        message = SavedModel.FromString((folder / "model" / "saved_model.pb").read_bytes())
        files = {path: data for path, data in files_in(folder / "model").items() if "/" in path}
        outputs = module.called(**{key: tf.constant(value) for key, value in FEEDS.items()})
        saved = saved_again(folder / "model", folder / "new")
    meta_graph = message.meta_graphs[0]
    del meta_graph.meta_info_def.stripped_op_list.op[:]
    meta_graph.ClearField("object_graph_def")
    data = b85encode(zlib.compress(meta_graph.SerializeToString(deterministic=True), 9)).decode()
    values = {key: listed(value.numpy()) for key, value in outputs.items()}
    record = {"meta_graph": data, "files": files, "feeds": FEEDS, "values": values, "saved": saved}
    RECORDED_MODEL.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    print(f"{RECORDED_MODEL.stat().st_size} bytes")


def saved_again(model: Path, folder: Path) -> dict[str, str]:
    """What the saver in the model's graph writes."""
    folder.mkdir()
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        meta_graph = tf.compat.v1.saved_model.loader.load(session, ["serve"], str(model))
        saver = meta_graph.saver_def
        session.run(saver.save_tensor_name, {saver.filename_tensor_name: str(folder / "c")})
    return files_in(folder)


if __name__ == "__main__":
    main()
