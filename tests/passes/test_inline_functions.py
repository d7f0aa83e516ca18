"""Inlining: calls give way to bodies, and nothing that can be told from outside changes."""
from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow._proto import types_pb2
from aioflow._proto.function_pb2 import FunctionDef
from aioflow.framework.graph.function import Function
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation
from aioflow.framework.op_def import FunctionName, OpDef
from aioflow.passes import inline_functions as inline_functions_module
from aioflow.passes.inline_functions import _on_cycles, inline_functions
from tests.functions.building import call as call_any
from tests.functions.building import define
from tests.passes.optimized import kinds, pruned, values

FLOAT = types_pb2.DT_FLOAT


def function(name: str, nodes: list[tuple[str, str, list[str]]], result: str, **attrs: bool) -> Function:
    """A function of one float that calls float ops (name, op, inputs)."""
    message = FunctionDef()
    message.signature.name = name
    message.signature.input_arg.add(name="x", type=FLOAT)
    message.signature.output_arg.add(name="y", type=FLOAT)
    for node_name, op, inputs in nodes:
        node = message.node_def.add(name=node_name, op=op, input=inputs)
        if op in ("PartitionedCall", "StatefulPartitionedCall"):
            callee, node.op = node_name.split("_")[1], op
            node.attr["f"].func.name = callee
            for types in ("Tin", "Tout"):
                node.attr[types].list.type.append(FLOAT)
        else:
            node.attr["T"].type = FLOAT
    message.ret["y"] = result
    for attr, value in attrs.items():
        message.attr[attr].b = value
    return Function(message)


def call(graph: Graph, name: str, x: Any, op: str = "PartitionedCall", node_name: str | None = None) -> tf.Tensor:
    """A node that calls a function of the library."""
    attrs = {"Tin": [tf.float32], "Tout": [tf.float32], "f": FunctionName(name)}
    return graph.create_op(op, [x], node_name, attrs).outputs[0]


@pytest.fixture
def graph() -> Any:
    """A default graph with a library: square, quartic (calls square), endless (calls itself)."""
    with tf.Graph().as_default() as new:
        new.add_function(function("square", [("m", "Mul", ["x", "x"])], "m:z:0"))
        nested = [("a_square", "PartitionedCall", ["x"]), ("b_square", "PartitionedCall", ["a_square:output:0"])]
        new.add_function(function("quartic", nested, "b_square:output:0"))
        new.add_function(function("endless", [("a_endless", "PartitionedCall", ["x"])], "a_endless:output:0"))
        new.add_function(function("apart", [("m", "Mul", ["x", "x"])], "m:z:0", _noinline=True))
        yield new


def test_calls_within_calls(graph: Graph) -> None:
    """No call is left, and the value is the same."""
    x = tf.placeholder(tf.float32, [])
    inlined = inline_functions(pruned([call(graph, "quartic", x)], [x]))
    assert kinds(inlined)["PartitionedCall"] == 0
    assert kinds(inlined)["Mul"] == 2
    assert values(inlined, [np.float32(3)]) == [81.0]


@pytest.mark.parametrize("name", ["endless", "apart"])
def test_what_stays_a_call(graph: Graph, name: str) -> None:
    """Recursive functions and those that refuse stay calls."""
    x = tf.placeholder(tf.float32, [])
    inlined = inline_functions(pruned([call(graph, name, x)], [x]))
    assert kinds(inlined)["PartitionedCall"] == 1


def test_names_of_body_nodes(graph: Graph) -> None:
    """Body nodes are called after the call and their own name, twice where a function is called twice."""
    x = tf.placeholder(tf.float32, [])
    total = call(graph, "square", x, node_name="first") + call(graph, "square", x, node_name="second")
    names = {op.name for op in inline_functions(pruned([total], [x])).get_operations()}
    assert {"first/m", "second/m"} <= names


def test_devices_of_body_nodes(graph: Graph) -> None:
    """What a node of the body leaves open is the call's: a kind of device is one of the call's task."""
    named = function("named", [("m", "Mul", ["x", "x"]), ("n", "Neg", ["m:z:0"])], "n:y:0")
    named.body.node_def[0].device = "/device:CPU:1"
    graph.add_function(Function(named.body))
    x = tf.placeholder(tf.float32, [])
    with tf.device("/job:w/task:1/device:GPU:0"):
        y = call(graph, "named", x, node_name="call")
    devices = {op.name: op.device for op in inline_functions(pruned([y], [x])).get_operations()}
    assert devices["call/m"] == "/job:w/task:1/device:CPU:1"
    assert devices["call/n"] == "/job:w/task:1/device:GPU:0"


def test_controls_before_and_behind(graph: Graph) -> None:
    """What waits for the call waits for its body, and the body waits for what the call waits for."""
    x = tf.placeholder(tf.float32, [])
    with tf.control_dependencies([tf.exp(x, name="before")]):
        called = call(graph, "square", x)
    with tf.control_dependencies([called]):
        behind = tf.constant(1.0)
    inlined = inline_functions(pruned([behind], [x]))
    assert {"Exp", "Mul"} <= set(kinds(inlined))
    assert values(inlined, [np.float32(2)]) == [1.0]


def test_dead_calls_run_nothing(graph: Graph) -> None:
    """E-93: of a call in an untaken branch nothing runs."""
    pred = tf.placeholder(tf.bool, [])
    x = tf.placeholder(tf.float32, [])
    y = tf.cond(pred, lambda: call(graph, "quartic", x), lambda: tf.constant(-1.0))
    inlined = inline_functions(pruned([y], [pred, x]))
    assert kinds(inlined)["PartitionedCall"] == 0
    assert values(inlined, [np.bool_(False), np.float32(2)]) == [-1.0]
    assert values(inlined, [np.bool_(True), np.float32(2)]) == [16.0]


@pytest.mark.parametrize("is_inlined", [True, False])
async def test_errors_name_the_call(graph: Graph, is_inlined: bool) -> None:
    """E-46: an error in a body, inlined or not, names the body's node and the call."""
    nodes = [("e", "EnsureShape" if is_inlined else "CheckNumerics", ["x"])]
    graph.add_function(function("checked", nodes, "e:output:0"))
    attrs = graph.functions["checked"].body.node_def[0].attr
    if is_inlined:
        attrs["shape"].shape.dim.add(size=1)
    else:
        attrs["message"].s = b"bad"
    x = tf.placeholder(tf.float32)
    y = call(graph, "checked", x, node_name="outer")
    assert kinds(inline_functions(pruned([y], [x])))["PartitionedCall"] == (not is_inlined)
    async with tf.Session(graph=graph) as session:
        for _ in range(5):
            with pytest.raises(errors.InvalidArgumentError) as caught:
                await session.run(y, {x: [np.nan, 1.0]})
            assert ("{{node outer/e}}" if is_inlined else "{{node e}}") in caught.value.message
            assert "[[outer]]" in caught.value.message
            assert await session.run(y, {x: [1.0]}) == 1.0


async def test_state_that_branches_change(graph: Graph) -> None:
    """A call on another device than the variable it is given finds the variable, however deep in branches it is."""
    one = tf.constant(1.0)

    def add_in_branches(handle: tf.Tensor, x: tf.Tensor) -> tf.Tensor:
        def add() -> tf.Tensor:
            with tf.control_dependencies([tf.raw_ops.AssignAddVariableOp(resource=handle, value=x)]):
                return tf.identity(x)

        return tf.cond(x > 0.0, lambda: tf.cond(x > 0.5, add, lambda: x), lambda: x)

    callee = define("add_in_branches", [tf.resource, tf.float32], add_in_branches)
    with tf.device("/cpu:0"):
        variable = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[])
    initialize = tf.raw_ops.AssignVariableOp(resource=variable, value=one)
    with tf.device("/cpu:1"):
        added = call_any(callee, [variable, one], [tf.float32])[0]
    config = tf.ConfigProto(device_count={"CPU": 2})
    config.graph_options.optimizer_options.opt_level = tf.OptimizerOptions.L0
    config.graph_options.optimizer_options.do_function_inlining = True
    async with tf.Session(graph=graph, config=config) as session:
        await session.run(initialize)
        await session.run(added)
        assert await session.run(tf.raw_ops.ReadVariableOp(resource=variable, dtype=tf.float32)) == 2.0


@pytest.mark.parametrize(("width", "depth"), [(2, 16), (10, 8)])
def test_a_tree_of_calls_makes_no_large_graph(monkeypatch: pytest.MonkeyPatch, width: int, depth: int) -> None:
    """A small library whose calls would unfold into millions of nodes is inlined up to a bound; others stay calls."""
    monkeypatch.setattr(inline_functions_module, "_MAX_COPIED_NODES", 500)
    with tf.Graph().as_default() as graph:
        names = [f"f{level}" for level in range(depth)]
        for level, name in enumerate(names):
            callee = names[level + 1] if level + 1 < depth else None
            op = "PartitionedCall" if callee else "Neg"
            suffix = "output" if callee else "y"
            nodes = [
                (f"n{i}_{callee or ''}", op, ["x"] if not i else [f"n{i - 1}_{callee or ''}:{suffix}:0"])
                for i in range(width)
            ]
            graph.add_function(function(name, nodes, f"n{width - 1}_{callee or ''}:{suffix}:0"))
        inlined = inline_functions(pruned([call(graph, "f0", tf.constant(1.0)) + 0.0]))
        library = sum(len(function.body.node_def) for function in graph.functions.values())
        assert 250 < inlined.version <= 2 * library + 750
        assert kinds(inlined)["PartitionedCall"]


def test_a_chain_of_calls_is_added_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of calls within calls each node is made once, however deep."""
    num_functions, made = 40, Counter[str]()
    with tf.Graph().as_default() as graph:
        for level in range(num_functions):
            callee = f"f{level + 1}"
            nodes = [("n", "Neg", ["x"])]
            if level + 1 < num_functions:
                nodes.append((f"c_{callee}", "PartitionedCall", ["n:y:0"]))
            last = nodes[-1]
            graph.add_function(function(f"f{level}", nodes, f"{last[0]}:{'output' if last[2] != ['x'] else 'y'}:0"))
        whole = pruned([call(graph, "f0", tf.constant(1.0))])
        add_node = Graph.add_node

        def counted(self: Graph, name: str, op_def: OpDef, *args: Any) -> Operation:
            made[name] += 1
            return add_node(self, name, op_def, *args)

        monkeypatch.setattr(Graph, "add_node", counted)
        inlined = inline_functions(whole)
    assert kinds(inlined)["Neg"] == num_functions and not kinds(inlined)["PartitionedCall"]
    negations = [op.name for op in inlined.get_operations() if op.type == "Neg"]
    assert max(made[name] for name in negations) == 1
    assert values(inlined) == [1.0]


@pytest.mark.parametrize(
    ("called", "on_cycles"),
    [
        ("a:b b:c c:", ""), ("a:a", "a"), ("a:b b:c c:b d:a", "bc"), ("a:bc b:d c:d d:", ""),
        ("a:b b:a c:", "ab"), ("x:a a:bb b:a y:x", "ab"),
    ],
)  # fmt: skip
def test_cycles_of_calls(called: str, on_cycles: str) -> None:
    """Functions that lead to themselves are found, and neither what leads to them nor what they lead to."""
    edges = {entry[0]: list(entry[2:]) for entry in called.split()}
    assert _on_cycles(edges) == set(on_cycles)
