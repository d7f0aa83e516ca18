"""Rebuilding: copies of a graph in which some nodes gave way to others."""
from __future__ import annotations

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.passes.rebuild import Rebuilt, copy_nodes, empty_like, in_order, rebuild

FLOAT = {"T": dtypes.float32}


def constant(graph: Graph, name: str) -> Tensor:
    """A Const's output."""
    attrs = {"dtype": dtypes.float32, "value": np.float32(1)}
    return graph.create_op("Const", name=name, attrs=attrs).outputs[0]


def unary(tensor: Tensor, name: str, op_type: str = "Neg") -> Tensor:
    """The output of a node with one input."""
    return tensor.graph.create_op(op_type, [tensor], name, FLOAT).outputs[0]


def edges(graph: Graph) -> dict[str, list[str]]:
    """The inputs of each node, by name, as a NodeDef writes them."""
    return {op.name: list(op.node_def.input) for op in graph.get_operations()}


def looped() -> Graph:
    """A graph with a loop whose back edge comes from a later node."""
    graph = Graph()
    enter = graph.create_op("Enter", [constant(graph, "c")], "enter", {**FLOAT, "frame_name": b"f"}).outputs[0]
    merge = graph.create_op("Merge", [enter, enter], "merge", {**FLOAT, "N": 2})
    merge._update_input(1, unary(merge.outputs[0], "next", "NextIteration"))
    return graph


def test_copies_are_equal_and_separate() -> None:
    """A copied node has the same name, attributes, device and shape, and changing it does not change the original."""
    graph = Graph()
    with graph.device("/cpu:1"):
        c = constant(graph, "c")
        end = unary(c, "end")
    c.set_shape([2])
    new = empty_like(graph)
    copies = copy_nodes(new, graph.get_operations())
    assert new.as_graph_def() == graph.as_graph_def() and copies[c.op].outputs[0].shape == [2]
    copies[end.op]._set_attr("_note", b"new")
    assert "_note" not in end.op.attrs and graph.mutations == []


def test_copying_leads_edges_elsewhere() -> None:
    """Data and control inputs can be replaced on the way."""
    graph = Graph()
    a, b = constant(graph, "a"), constant(graph, "b")
    with graph.control_dependencies([a]):
        end = unary(b, "end")
    new = empty_like(graph)
    other = constant(new, "other")
    copy_nodes(new, [end.op], {b: other}, lambda op: [other.op, other.op])
    assert edges(new) == {"other": [], "end": ["other", "^other"]}


def test_order_puts_inputs_first() -> None:
    """Each node comes after what it reads or waits for, except over a back edge, whatever the order of creation."""
    graph = looped()
    with graph.control_dependencies(["next"]):
        graph.create_op("NoOp", name="last")
    place = {op.name: i for i, op in enumerate(in_order(graph))}
    assert place["c"] < place["enter"] < place["merge"] < place["next"] < place["last"] == 4


def test_nothing_replaced_is_a_plain_copy() -> None:
    """A rebuild that replaces nothing gives the same graph, also where it is a loop that nothing else needs."""
    graph = looped()
    assert edges(rebuild(graph, lambda op, new: None)) == edges(graph)


def test_replaced_nodes_go_with_what_only_they_needed() -> None:
    """Consumers take the new tensors, those that waited wait for what makes them, and what nobody needs is dropped."""
    graph = Graph()
    it = unary(unary(constant(graph, "c"), "only_for_it"), "it")
    unary(it, "end")
    with graph.control_dependencies([it]):
        graph.create_op("NoOp", name="waits")

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        return [new.constant("folded", np.float32(2), op.outputs[0], [])] if op.name == "it" else None

    assert edges(rebuild(graph, replace)) == {"folded": [], "end": ["folded"], "waits": ["^folded"]}


def test_ends_stay_unless_asked_for() -> None:
    """Nodes on which nothing depends are not replaced by default, for they run for their own sake."""
    graph = Graph()
    unary(constant(graph, "c"), "end")
    asked: list[str] = []

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        asked.append(op.name)
        if op.name != "end":
            return None
        kept = new.constant("kept", np.float32(0), op.outputs[0], [])
        new.keep(kept.op)
        return [kept]

    assert edges(rebuild(graph, replace)) == edges(graph) and asked == ["c"]
    assert edges(rebuild(graph, replace, replaces_ends=True)) == {"kept": []}
