"""Asks TensorFlow where it places the nodes of the placement cases: `python tests/passes/record.py`.

Runs where `tensorflow` can be imported, which the project itself never needs. Writes `recorded_placements.json`.
"""
from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
sys.path[0] = str(Path(__file__).resolve().parents[2])

import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2

from tests.passes.placement_cases import CASES, Node, PlacementCase

tf1 = tf.compat.v1
FLOAT = attr_value_pb2.AttrValue(type=1)
SCALAR = attr_value_pb2.AttrValue(shape=tf.TensorShape([]).as_proto())
ATTRS: dict[str, dict[str, Any]] = {
    "NoOp": {},
    "Identity": {"T": FLOAT},
    "Assign": {"T": FLOAT},
    "AssignVariableOp": {"dtype": FLOAT},
    "VariableV2": {"dtype": FLOAT, "shape": SCALAR},
    "VarHandleOp": {"dtype": FLOAT, "shape": SCALAR},
    "Const": {"dtype": FLOAT, "value": attr_value_pb2.AttrValue(tensor=tf1.make_tensor_proto(1.0))},
}


def main() -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(outcome(case))}" for name, case in CASES.items()]
    Path(__file__).with_name("recorded_placements.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def outcome(case: PlacementCase) -> dict[str, Any]:
    config = tf1.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=case.soft)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = tf1.OptimizerOptions.L0
    with tf.Graph().as_default() as graph:
        for node in case.nodes:
            add(graph, node)
        metadata = tf1.RunMetadata()
        options = tf1.RunOptions(output_partition_graphs=True)
        try:
            with tf1.Session(graph=graph, config=config) as session:
                session.run(graph.get_operations(), options=options, run_metadata=metadata)
        except tf.errors.OpError as error:
            lines = [line for line in error.message.splitlines() if line.strip() and "execution error" not in line]
            return {"error": type(error).__name__, "message": lines[-1][:150]}
    names = {node[0] for node in case.nodes}
    placed = {node.name: node.device for part in metadata.partition_graphs for node in part.node}
    return {"placed": {name: device for name, device in sorted(placed.items()) if name in names}}


def add(graph: tf.Graph, node: Node) -> None:
    name, op_type, inputs, device, classes = node
    tensors = [graph.get_tensor_by_name(f"{producer}:0") for producer in inputs]
    op = graph.create_op(op_type, tensors, [], name=name, attrs=ATTRS[op_type])
    op._set_device(device)
    if classes:
        groups = [f"loc:@{other}".encode() for other in classes]
        op._set_attr("_class", attr_value_pb2.AttrValue(list=attr_value_pb2.AttrValue.ListValue(s=groups)))


if __name__ == "__main__":
    main()
