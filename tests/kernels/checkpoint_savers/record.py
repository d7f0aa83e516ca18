"""Records graphs with TensorFlow's savers, and the checkpoints they make.

    python tests/kernels/checkpoint_savers/record.py

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
sys.path[0] = str(Path(__file__).resolve().parents[3])

import tensorflow

from tests.kernels.checkpoint_programs import files_in
from tests.kernels.checkpoint_savers import RECORDED, values_of

tf = tensorflow.compat.v1
tf.disable_v2_behavior()
V1 = tf.train.SaverDef.V1
OPTIONS: dict[str, dict[str, Any]] = {"plain": {}, "sharded": {"sharded": True}, "version 1": {"write_version": V1}}


def main() -> None:
    savers = {f"{name}, {kind}": recorded(kind == "resource", options)
              for name, options in OPTIONS.items() for kind in ("resource", "ref")}  # fmt: skip
    RECORDED.write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in savers.items()) + "\n}\n")
    print(f"{len(savers)} savers, {RECORDED.stat().st_size} bytes")


def recorded(use_resource: bool, options: dict[str, Any]) -> dict[str, Any]:
    """The graph as a MetaGraphDef, and the files of a checkpoint made in it."""
    with tf.Graph().as_default() as graph, tempfile.TemporaryDirectory() as folder:
        variables = made(use_resource)
        saver = tf.train.Saver(**options)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            prefix = saver.save(session, f"{folder}/c", write_meta_graph=False, write_state=False)
            assert prefix == f"{folder}/c"
            values = values_of(session.run(variables))
        meta_graph = tf.train.export_meta_graph(graph=graph, saver_def=saver.saver_def, clear_extraneous_savers=False)
        meta_graph.meta_info_def.Clear()
        return {
            "meta_graph": b85encode(zlib.compress(meta_graph.SerializeToString(deterministic=True), 9)).decode(),
            "fetches": [variable.name for variable in variables], "values": values, "files": files_in(Path(folder)),
        }  # fmt: skip


def made(use_resource: bool) -> list[Any]:
    """Nodes that read some variables, one of which lies in parts."""
    with tf.variable_scope("net", use_resource=use_resource):
        table = tf.get_variable(
            "table", [5, 2], initializer=tf.random_uniform_initializer(seed=3),
            partitioner=tf.fixed_size_partitioner(2, axis=0),
        )  # fmt: skip
        count = tf.get_variable("count", initializer=tf.constant(7, tf.int64))
        half = tf.get_variable("half", [3], tf.float16, initializer=tf.ones_initializer())
        name = tf.get_variable("name", initializer=tf.constant(["x", "yz"]))
    return [tf.identity(each, name=f"read_{each.op.name if hasattr(each, 'op') else 'table'}".replace("/", "_"))
            for each in (tf.convert_to_tensor(table), count, half, name)]  # fmt: skip


if __name__ == "__main__":
    main()
