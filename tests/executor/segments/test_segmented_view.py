"""The view in which segments stand for their nodes: its items and edges."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

import aioflow as tf
from aioflow.executor.analysis.inlining import plan_inlining
from aioflow.executor.analysis.liveness import RAN
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.executor.segments.segmented_view import SegmentItem, with_segments
from aioflow.ops.generated.control_flow import switch
from tests.executor.views import by_name, names, ran, view_of

pytestmark = pytest.mark.usefixtures("default_graph")


def segmented(*groups: Sequence[str]) -> tuple[GraphView, dict[str, NodeItem]]:
    """The default graph with segments of the given nodes; and its items before that, by name."""
    view = view_of(tf.get_default_graph())
    ran(view)
    items = by_name(view)
    inlined = plan_inlining(view.nodes, None, joins_all=True)
    return with_segments(view, inlined, [[items[name] for name in group] for group in groups]), items


def chain() -> None:
    """x -> a -> b -> c -> d."""
    y = tf.placeholder(tf.float32, [], name="x")
    for name in "abcd":
        y = tf.negative(y, name=name)


def only_segment(view: GraphView) -> SegmentItem:
    """The one segment of a view."""
    (segment,) = (item for item in view.nodes if isinstance(item, SegmentItem))
    return segment


def test_items() -> None:
    """A segment takes the place of its nodes; the others are there with edges of this view."""
    chain()
    view, items = segmented("bc")
    assert sorted(names(view.nodes)) == ["a", "b and 1 more", "d", "x"]
    assert names(only_segment(view).members) == ["b", "c"]
    assert items["a"].data_out[0][1] is items["b"], "the view that it was made of has changed"


def test_inputs_and_outputs() -> None:
    """What comes from outside is an input once, however often it is read; what others read is an output once."""
    x = tf.placeholder(tf.float32, [], name="x")
    a = tf.add(x, x, name="a")
    b = tf.add(a, x, name="b")
    tf.negative(b, name="c"), tf.exp(b, name="d")
    view, items = segmented("ab")
    segment = only_segment(view)
    assert (segment.inputs, segment.outputs) == ([(items["x"], 0)], [(items["b"], 0)])
    assert (segment.num_inputs, segment.num_outputs, segment.num_controls) == (1, 1, 0)
    assert [(output, consumer.name) for output, consumer, _ in segment.data_out] == [(0, "c"), (0, "d")]


def test_segments_in_a_row() -> None:
    """A segment may read what another one gives."""
    chain()
    view, items = segmented("ab", "cd")
    first, second = (item for item in view.nodes if isinstance(item, SegmentItem))
    assert first.data_out == [(0, second, second.input_start)]
    assert second.inputs == [(items["b"], 0)]


def test_controls() -> None:
    """Control edges between the same two items are one; within a segment they are none."""
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.control_dependencies([tf.negative(x, name="before")]):
        a = tf.constant(1.0, name="a")
        with tf.control_dependencies([a]):
            tf.constant(2.0, name="b")
    view, _ = segmented("ab")
    segment = only_segment(view)
    before = by_name(view)["before"]
    assert before.control_out == [segment] and segment.num_controls == 1


def test_deadness_of_controls() -> None:
    """A control edge that may be dead is an input that says so: a segment is never dead, the nodes in it may be."""
    x, p = tf.placeholder(tf.float32, [], name="x"), tf.placeholder(tf.bool, [], name="p")
    with tf.control_dependencies([tf.negative(switch(x, p, name="switch").output_true, name="taken")]):
        tf.negative(tf.constant(1.0, name="a"), name="b")
    view, items = segmented("ab")
    segment = only_segment(view)
    assert segment.inputs == [(items["taken"], RAN)]
    assert segment.code.call(None, [True], ("0", 0)) == segment.code.call(None, [None], ("0", 0)) == []


def test_estimate() -> None:
    """A segment is estimated at what its nodes cost together; it has not been measured as a whole."""
    chain()
    view, items = segmented("bc")
    segment = only_segment(view)
    assert segment.estimated_s == pytest.approx(items["b"].stats.cost_s + items["c"].stats.cost_s)
    assert not segment.has_run
