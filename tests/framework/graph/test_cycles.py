"""`check_no_cycle`: which graphs depend on themselves."""
from __future__ import annotations

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph.cycles import check_no_cycle
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Tensor


def constant(graph: Graph) -> Tensor:
    """A float constant."""
    return graph.create_op("Const", attrs={"value": np.float32(1), "dtype": dtypes.float32}).outputs[0]


def identity(graph: Graph, x: Tensor, name: str) -> Tensor:
    """The same value, from a node of this name."""
    return graph.create_op("Identity", [x], name, {"T": dtypes.float32}).outputs[0]


def test_names_only_the_cycle() -> None:
    """The error counts and names the nodes of the cycle, not those before or behind it."""
    graph = Graph()
    start = constant(graph)
    before = identity(graph, start, "before")
    one = identity(graph, before, "one")
    two = identity(graph, one, "two")
    identity(graph, two, "behind")
    check_no_cycle(graph)
    one.op._update_input(0, two)
    with pytest.raises(errors.InvalidArgumentError, match=r"cycle with 2 nodes, including: 'one', 'two'$"):
        check_no_cycle(graph)


def test_control_edges_count() -> None:
    """A cycle may go through control edges, and be a single node."""
    graph = Graph()
    x = identity(graph, constant(graph), "x")
    y = identity(graph, x, "y")
    x.op._add_control_inputs([y.op])
    with pytest.raises(errors.InvalidArgumentError, match="2 nodes"):
        check_no_cycle(graph)
    x.op.control_inputs.clear()
    check_no_cycle(graph)
    y.op._update_input(0, y)
    with pytest.raises(errors.InvalidArgumentError, match=r"1 nodes, including: 'y'"):
        check_no_cycle(graph)


def test_loops_are_no_cycles() -> None:
    """The way back of a loop, from NextIteration to Merge, is no cycle."""
    graph = Graph()
    x = constant(graph)
    enter = graph.create_op("Enter", [x], attrs={"T": dtypes.float32, "frame_name": b"loop"}).outputs[0]
    merge = graph.create_op("Merge", [enter, enter], attrs={"T": dtypes.float32, "N": 2})
    body = identity(graph, merge.outputs[0], "body")
    back = graph.create_op("NextIteration", [body], attrs={"T": dtypes.float32}).outputs[0]
    merge._update_input(1, back)
    check_no_cycle(graph)


def test_deep_graph() -> None:
    """A chain longer than Python's recursion limit is checked."""
    graph = Graph()
    x = first = identity(graph, constant(graph), "first")
    for i in range(3000):
        x = identity(graph, x, f"n{i}")
    check_no_cycle(graph)
    first.op._update_input(0, x)
    with pytest.raises(errors.InvalidArgumentError, match="3001 nodes"):
        check_no_cycle(graph)
