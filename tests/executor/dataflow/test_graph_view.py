"""GraphView: a graph as the integers and references by which a step goes."""
from __future__ import annotations

import pytest

import aioflow as tf
from aioflow.ops.generated.control_flow import merge, no_op
from tests.executor.views import by_name, names, view_of

pytestmark = pytest.mark.usefixtures("default_graph")


def test_edges() -> None:
    """An item knows where its inputs come from, and at which positions its consumers want its outputs."""
    x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
    tf.subtract(x, y, name="difference")
    items = by_name(view_of(tf.get_default_graph()))
    difference = items["difference"]
    assert difference.data_producers == [(items["x"], 0), (items["y"], 0)]
    assert items["y"].data_out == [(0, difference, difference.input_start + 1)]


def test_places_in_an_iteration() -> None:
    """Nodes of a frame have numbers from 0 on, and inputs beside each other in one list."""
    x = tf.placeholder(tf.float32, name="x")
    tf.add_n([x, tf.negative(x), x])
    view = view_of(tf.get_default_graph())
    root = view.frames[""]
    assert [item.index for item in root.nodes] == [0, 1, 2]
    assert [(item.input_start, item.num_inputs) for item in root.nodes] == [(0, 0), (0, 1), (1, 3)]
    assert root.num_inputs == 4


def test_what_an_iteration_waits_for() -> None:
    """A node waits for data and control inputs alike; of a Merge, bit 0 stands for all of its data."""
    x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
    with tf.control_dependencies([no_op(name="before"), no_op(name="early")]):
        tf.add(x, y, name="sum")
        merge([x, y], name="merge")
    view = view_of(tf.get_default_graph())
    waits = dict(zip(names(view.frames[""].nodes), view.frames[""].initial_wait, strict=True))
    assert (waits["x"], waits["sum"], waits["merge"]) == (0, 4, 1 + 2 * 2)


def test_frames() -> None:
    """An Enter is a node of the frame around; the frame that it enters counts it, and has its bound of iterations."""
    tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], parallel_iterations=4, name="loop")
    view = view_of(tf.get_default_graph())
    (name,) = view.frames.keys() - {""}
    entering = [item for item in view.nodes if item.is_enter]
    assert {item.frame_name for item in entering} == {""}
    assert view.frames[name].input_count == len(entering)
    assert view.frames[name].parallel_iterations == 4


def test_constants_need_no_kernel() -> None:
    """What a constant gives is known before the step."""
    tf.constant([1.0, 2.0], name="c")
    (item,) = view_of(tf.get_default_graph()).nodes
    assert item.const_outputs is not None
    assert [value.tolist() for value in item.const_outputs] == [[1.0, 2.0]]


def test_without_edges() -> None:
    """A copy for another view shares kernel and costs, and none of the edges."""
    tf.negative(tf.placeholder(tf.float32, name="x"), name="y")
    item = by_name(view_of(tf.get_default_graph()))["y"]
    copy = item.without_edges()
    assert (copy.kernel, copy.stats) == (item.kernel, item.stats)
    assert (copy.producers, copy.num_controls) == ([], 0) and len(item.producers) == 1
