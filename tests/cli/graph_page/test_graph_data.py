"""Graphs as plain data: scopes, parts, constants, what runs have shown."""
from __future__ import annotations

from typing import Any

import numpy as np

import aioflow as tf
from aioflow.cli.graph_page.graph_data import Measured, graphs_of


def by_name(graph: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The nodes of a graph."""
    return {node["name"]: node for node in graph["nodes"]}


def test_scopes_inputs_and_constants() -> None:
    """A node whose name is a scope stands in it; variables and what reads them are constants."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        with tf.name_scope("layer"):
            kernel = tf.identity(tf.constant(np.ones((2, 2), np.float32), name="kernel"), name="kernel/read")
            with tf.control_dependencies([tf.no_op(name="first")]):
                tf.add(tf.matmul(x, kernel, name="product"), 1.0, name="sum")
    (found,) = graphs_of(graph.as_graph_def())
    nodes = by_name(found)
    names = [node["name"] for node in found["nodes"]]
    assert nodes["x"]["path"] == "" and nodes["layer/product"]["path"] == "layer"
    assert nodes["layer/kernel"]["path"] == nodes["layer/kernel/read"]["path"] == "layer/kernel"
    assert [names[i] for i in nodes["layer/product"]["in"]] == ["x", "layer/kernel/read"]
    assert "layer/first" in [names[i] for i in nodes["layer/sum"]["after"] + nodes["layer/product"]["after"]]
    assert {name for name, node in nodes.items() if node.get("constant")} >= {"layer/kernel", "layer/kernel/read"}
    assert not nodes["x"].get("constant") and nodes["x"]["told"].startswith("float32 [?, 2]".replace(" ", ", ", 1))


def test_many_in_one_scope_become_parts_in_order() -> None:
    """Each part feeds the next one: no edge leads back, whatever constants the last ones read."""
    with tf.Graph().as_default() as graph, tf.name_scope("deep"):
        value = tf.placeholder(tf.float32, [], name="x")
        for number in range(100):
            scale = tf.sqrt(tf.constant(2.0, name=f"layer{number}/scale"), name=f"layer{number}/root")
            value = tf.multiply(value, scale, name=f"layer{number}/product")
    (found,) = graphs_of(graph.as_graph_def())
    parts = {node["name"]: node["path"].split("/")[1] for node in found["nodes"]}
    assert set(parts.values()) == {f"(part {number} of 5)" for number in range(1, 6)}
    names = [node["name"] for node in found["nodes"]]
    for node in found["nodes"]:
        assert all(parts[names[source]] <= parts[node["name"]] for source in node["in"])
    assert parts["deep/layer7/root"] == parts["deep/layer7/product"]


def test_cycles_and_missing_inputs() -> None:
    """A loop has no first node; an input that is not there leads nowhere."""
    graph_def = tf.GraphDef()
    for name, sources in (("a", ["b"]), ("b", ["a:1", "^c"]), ("c", ["gone", "^gone"])):
        graph_def.node.add(name=name, op="X", input=sources)
    (found,) = graphs_of(graph_def)
    nodes = by_name(found)
    assert nodes["a"]["in"] == [1] and nodes["b"]["in"] == [0] and nodes["b"]["after"] == [2]
    assert nodes["c"]["in"] == nodes["c"]["after"] == []


def test_bodies_of_functions_and_their_costs() -> None:
    """A node of a body runs under the names of the calls that lead to it; two calls add up."""
    graph_def = tf.GraphDef()
    for name in ("call", "scope/call"):
        graph_def.node.add(name=name, op="PartitionedCall").attr["f"].func.name = "outer"
    outer, inner = (graph_def.library.function.add() for _ in range(2))
    outer.signature.name, inner.signature.name = "outer", "inner"
    outer.signature.input_arg.add(name="x", type=tf.float32.as_datatype_enum)
    outer.signature.input_arg.add(name="handle", type=tf.resource.as_datatype_enum)
    outer.node_def.add(name="deep/call", op="PartitionedCall", input=["x"]).attr["f"].func.name = "inner"
    inner.node_def.add(name="work", op="Tanh")
    names = ["call/deep/call/work", "scope/call/deep/call/work", "call", "not/there"]
    measured = Measured(dict.fromkeys(names, 1e-3), dict.fromkeys(names, 3), dict.fromkeys(names, "pool"))
    main, of_outer, of_inner = map(by_name, graphs_of(graph_def, measured))
    assert main["call"]["us"] == 1000 and "us" not in main["scope/call"]
    assert of_inner["work"] == {
        "name": "work", "op": "Tanh", "in": [], "after": [], "us": 2000, "segment": 3, "runs": "pool", "path": "",
    }  # fmt: skip
    assert of_outer["handle"]["constant"] and "constant" not in of_outer["x"]
    assert of_outer["deep/call"]["in"] == [0]


def test_hostile_names_and_shapes_are_bounded() -> None:
    """A name of megabytes, a name of slashes alone, a tensor of a hundred dimensions, a type that there is not."""
    graph_def = tf.GraphDef()
    graph_def.node.add(name="n" * 100_000, op="o" * 100_000, device="d" * 100_000)
    node = graph_def.node.add(name="/" * 3000, op="Const")
    node.attr["dtype"].type = 9999  # type: ignore[assignment]
    node.attr["value"].tensor.tensor_shape.dim.add(size=-5)
    for _ in range(100):
        node.attr["value"].tensor.tensor_shape.dim.add(size=1)
    (found,) = graphs_of(graph_def)
    assert all(len(value) <= 400 for node in found["nodes"] for value in node.values() if isinstance(value, str))
