"""Orders of nodes, and of units: loops that count as one."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.executor.analysis.liveness import Liveness
from aioflow.executor.analysis.loop_shapes import find_loops
from aioflow.executor.analysis.node_order import in_order, sorted_units, unit_producers, units_of
from aioflow.executor.analysis.units import LoopShape
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.ops.generated.control_flow import enter, exit
from tests.executor.views import names, view_of

pytestmark = pytest.mark.usefixtures("default_graph")


def built() -> tuple[list[NodeItem], list[NodeItem], LoopShape]:
    """All nodes of the default graph, those outside of its one loop, and that loop."""
    nodes = view_of(tf.get_default_graph()).nodes
    (loop,) = find_loops(nodes).values()
    return nodes, [item for item in nodes if not item.frame_name], loop


def test_producers_come_first() -> None:
    """In order, each node follows what it depends on, whatever the order in which they are given."""
    x = tf.placeholder(tf.float32, name="x")
    y = tf.negative(x, name="y")
    with tf.control_dependencies([y]):
        tf.exp(x, name="z")
    nodes = view_of(tf.get_default_graph()).nodes
    assert names(in_order(nodes[::-1])) == ["x", "y", "z"]


def test_long_chains() -> None:
    """A chain that is longer than Python's stack is deep can be sorted from its end."""
    y = tf.placeholder(tf.float32)
    for _ in range(2000):
        y = tf.negative(y)
    nodes = view_of(tf.get_default_graph()).nodes
    assert in_order(nodes[::-1]) == nodes
    assert sorted_units(nodes[::-1], ()) == nodes


def test_back_edges_do_not_count() -> None:
    """A loop's Merge comes before the NextIteration that leads back to it."""
    tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], name="w")
    nodes, _, _ = built()
    order = names(in_order(nodes))
    assert order.index("w/Merge") < order.index("w/NextIteration")


def test_exits_come_behind_the_body() -> None:
    """A loop's result is behind what its body alone reads: it needs that from the second iteration on."""
    step = tf.negative(tf.placeholder(tf.int32, [], name="x"), name="step")
    last = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v + step), [tf.constant(0)] * 2, name="w")[1]
    tf.negative(last, name="after")
    nodes, outside, _ = built()
    (loop,) = Liveness(nodes).loops.values()
    assert loop.is_structured
    exits = ["w/Exit_1", "after"]
    given = [*(item for item in nodes if item.name in exits), *(item for item in nodes if item.name not in exits)]
    units = sorted_units(given, (), [loop])
    assert units is not None and len(outside) < len(units)
    for order in (names(in_order(given, [loop])), names(units)):
        assert order.index("step") < order.index("w/NextIteration_1") < order.index("w/Exit_1") < order.index("after")


def test_a_loop_counts_as_one() -> None:
    """A loop stands in place of its Enters, after what it starts with and before what takes its results."""
    start = tf.negative(tf.placeholder(tf.int32, name="x"), name="start")
    tf.exp(tf.cast(tf.while_loop(lambda i: i < 3, lambda i: i + 1, [start], name="w"), tf.float32), name="after")
    _, outside, loop = built()
    assert not any(isinstance(unit, NodeItem) and unit.is_enter for unit in units_of(outside, [loop]))
    order = sorted_units(outside[::-1], [loop])
    assert order is not None
    assert names(order).index("start") < order.index(loop) < names(order).index("after")


def test_producers_of_units() -> None:
    """Who reads a loop's result depends on the loop, and the loop on what it starts with."""
    start = tf.negative(tf.placeholder(tf.int32, name="x"), name="start")
    tf.negative(tf.while_loop(lambda i: i < 3, lambda i: i + 1, [start], name="w"), name="after")
    nodes, _, loop = built()
    producers = unit_producers([loop])
    (after,) = (item for item in nodes if item.name == "after")
    assert producers(after) == [loop]
    assert names(producers(loop)) == ["start"]


def test_loops_that_wait_for_themselves() -> None:
    """None where a node takes one result of a loop and gives another of its values: as one, the loop would wait."""
    entered = enter(tf.placeholder(tf.float32, name="x"), frame_name="loop")
    between = tf.negative(exit(entered), name="between")
    exit(enter(between, frame_name="loop"))
    _, outside, loop = built()
    assert sorted_units(outside, ()) is not None
    assert sorted_units(outside, [loop]) is None
