"""Static shapes and values: on demand, through loops and long chains, and what contradicts."""
from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

from aioflow._proto import graph_pb2
from aioflow.framework import dtypes
from aioflow.framework.graph.constant_values import constant_value
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Tensor
from aioflow.framework.graph.shape_inference import SHAPE_FUNCTIONS, shape_function
from aioflow.framework.importing import import_graph_def
from aioflow.framework.shapes import UNKNOWN, TensorShape
from tests.counting import num_calls
from tests.framework.importing.import_cases import CASES, LOOP, P, T, attr, node
from tests.framework.importing.import_cases import placeholder as placeholder_node

CHAIN = 20_000


def constant(graph: Graph, value: Any, dtype: dtypes.DType = dtypes.int32) -> Tensor:
    """A Const's output."""
    array = np.array(value, dtype.numpy_dtype)
    return graph.create_op("Const", attrs={"dtype": dtype, "value": array}).outputs[0]


def placeholder(graph: Graph, shape: Any, dtype: dtypes.DType = dtypes.float32) -> Tensor:
    """A placeholder's output."""
    return graph.create_op("Placeholder", attrs={"dtype": dtype, "shape": TensorShape(shape)}).outputs[0]


def op(name: str, *inputs: Tensor, **attrs: Any) -> Tensor:
    """The first output of a node whose attribute T, if it has one, is the first input's dtype."""
    graph = inputs[0].graph
    if "T" in graph.op_def(name).attrs:
        attrs.setdefault("T", inputs[0].dtype)
    return graph.create_op(name, inputs, attrs=attrs).outputs[0]


def imported(text: str) -> Graph:
    """A graph written as text."""
    graph = Graph()
    with graph.as_default():
        import_graph_def(text_format.Parse(text, graph_pb2.GraphDef()), name="", trust="full")
    return graph


# ---- on demand
def test_shapes_come_from_inputs() -> None:
    """The shape of a result follows from those of the inputs, as far as they are known."""
    graph = Graph()
    x, w = placeholder(graph, [None, 4]), placeholder(graph, [4, 2])
    assert op("MatMul", x, w).shape == [None, 2]
    assert op("AddV2", x, placeholder(graph, [3, 1])).shape == [3, 4]
    assert op("Identity", placeholder(graph, None)).shape == UNKNOWN


def test_ops_without_a_rule_have_unknown_shapes() -> None:
    """Not knowing is never wrong (here: a function of the graph's library)."""
    graph = imported(CASES["call of a function"].graph_def)
    assert graph.get_operation_by_name("a").type not in SHAPE_FUNCTIONS
    assert graph.get_tensor_by_name("a:0").shape == UNKNOWN


def test_shapes_of_imported_nodes_are_inferred() -> None:
    """A chain that is deeper than Python's stack is no obstacle."""
    message = text_format.Parse(placeholder_node("n0", 7), graph_pb2.GraphDef())
    negation = text_format.Parse(f"node {{ op: 'Neg' {T} }}", graph_pb2.GraphDef()).node[0]
    for i in range(1, CHAIN):
        message.node.append(negation)
        message.node[-1].name = f"n{i}"
        message.node[-1].input.append(f"n{i - 1}")
    graph = Graph()
    with graph.as_default():
        import_graph_def(message, name="")
    assert graph.get_tensor_by_name(f"n{CHAIN - 1}:0").shape == [7]


@pytest.mark.slow
def test_deep_chains_can_be_built_and_exported() -> None:
    """Building, exporting and importing do not recurse either."""
    graph = Graph()
    x = placeholder(graph, [2])
    for _ in range(CHAIN):
        x = op("Neg", x)
    assert x.shape == [2]
    again = Graph()
    with again.as_default():
        import_graph_def(graph.as_graph_def(), name="")
    assert again.version == graph.version == CHAIN + 1


# ---- set_shape
def test_set_shape_adds_knowledge() -> None:
    """What is set is joined with what is known, and nodes built later see it."""
    graph = Graph()
    x = placeholder(graph, [None, 3])
    x.set_shape([2, None])
    assert x.shape == [2, 3] and op("Neg", x).shape == [2, 3]
    x.set_shape(None)
    assert x.shape == [2, 3]


@pytest.mark.parametrize("shape", [[2], [4, None], [2, 3, 4], 5])
def test_set_shape_contradicts(shape: Any) -> None:
    """A shape that contradicts what is known is refused, and nothing changes."""
    x = placeholder(Graph(), [2, 3])
    with pytest.raises(ValueError, match=r"not compatible"):
        x.set_shape(shape)
    assert x.shape == [2, 3]


@pytest.mark.parametrize(("producer", "rank"), [(21, None), (22, 0), (2000, 0)])
def test_placeholders_of_old_graphs(producer: int, rank: int | None) -> None:
    """Graphs of producers before version 22 write unknown shapes as []; all shapes else mean what they say."""
    message = graph_pb2.GraphDef()
    message.versions.producer = producer
    for name, sizes in ("unknown", []), ("known", [3]):
        made = message.node.add(name=name, op="Placeholder")
        made.attr["dtype"].type = dtypes.float32.as_datatype_enum  # type: ignore[assignment]
        made.attr["shape"].shape.SetInParent()
        for size in sizes:
            made.attr["shape"].shape.dim.add(size=size)
    graph = Graph()
    with graph.as_default():
        import_graph_def(message, name="")
    assert graph.get_tensor_by_name("unknown:0").shape.rank == rank
    assert graph.get_tensor_by_name("known:0").shape == [3]


def test_what_comes_out_of_queues_has_no_shape() -> None:
    """The queue's node tells shapes, but a feed in place of its elements is not held against them, as in TensorFlow."""
    graph = Graph()
    queue = graph.create_op("FIFOQueueV2", attrs={"component_types": [dtypes.float32], "shapes": [TensorShape([2])]})
    taken = {"component_types": [dtypes.float32]}
    assert op("QueueDequeueV2", queue.outputs[0], **taken).shape == UNKNOWN
    assert op("QueueDequeueManyV2", queue.outputs[0], constant(graph, 3), **taken).shape == UNKNOWN


@pytest.mark.parametrize(("identical", "element", "wanted"), [(True, [2], [3, 2]), (False, [None], None)])
def test_arrays_tell_the_shape_of_their_elements(identical: bool, element: Any, wanted: Any) -> None:
    """The node that makes an array says whether all elements are alike; what reads from it does not."""
    graph = Graph()
    attrs = {"dtype": dtypes.float32, "element_shape": TensorShape(element), "identical_element_shapes": identical}
    array = graph.create_op("TensorArrayV3", [constant(graph, 3)], attrs=attrs)
    declared = {"dtype": dtypes.float32, "element_shape": TensorShape([2])}
    gathered = op("TensorArrayGatherV3", array.outputs[0], constant(graph, [0, 1, 2]), array.outputs[1], **declared)
    assert gathered.shape == TensorShape(wanted)


# ---- loops
def test_loops_end() -> None:
    """A loop's shapes are found although each depends on the next, from whichever node one begins."""
    text = placeholder_node("p", 3) + LOOP
    for first in ("next:0", "merge:0", "enter:0", "merge:1"):
        graph = imported(text)
        graph.get_tensor_by_name(first).get_shape()
        # As in TensorFlow: what enters is one value of several, and only the builder may say that all are alike.
        assert graph.get_tensor_by_name("enter:0").shape == UNKNOWN
        assert graph.get_tensor_by_name("next:0").shape == UNKNOWN


def test_a_loop_through_its_own_shape_ends() -> None:
    """A rule that asks for the value of a shape inside the loop does not chase it round and round."""
    fill = (
        node("shape", "Shape", "merge", attrs=T)
        + node("zero", "Const", attrs=attr("dtype", "type: DT_FLOAT") + attr("value", "tensor { dtype: DT_FLOAT }"))
        + node("fill", "Fill", "shape", "zero", attrs=T)
        + node("reshape", "Reshape", "fill", "shape", attrs=T)
        + node("next", "NextIteration", "reshape", attrs=T)
    )
    text = P + LOOP.replace(node("next", "NextIteration", "merge", attrs=T), fill)
    for first in ("fill:0", "merge:0", "next:0", "shape:0", "reshape:0"):
        graph = imported(text)
        graph.get_tensor_by_name(first).get_shape()
        for operation in graph.get_operations():
            for tensor in operation.outputs:
                tensor.get_shape()
                constant_value(tensor)


# ---- contradictions
@pytest.mark.parametrize(
    ("second", "wrong", "told"),
    [
        (3, node("sum", "AddV2", "a", "b", attrs=T), r"node 'sum', AddV2 of inputs with shapes \(2,\), \(3,\)"),
        (2, node("both", "BatchMatMulV2", "a", "b", attrs=T), "Shape must be at least rank 2 but is rank 1"),
        # without outputs
        (2, node("told", "PrintV2", "b", attrs=attr("T", "type: DT_FLOAT")), "node 'told'"),
    ],
)
def test_contradictions_in_an_imported_graph(second: int, wrong: str, told: str) -> None:
    """The import is refused, as in TensorFlow, with node, op and shapes, and leaves nothing."""
    graph = Graph()
    text = placeholder_node("a", 2) + placeholder_node("b", second) + wrong
    with graph.as_default(), pytest.raises(ValueError, match=told):
        import_graph_def(text_format.Parse(text, graph_pb2.GraphDef()), name="", trust="full")
    assert not graph.get_operations()


def test_rules_for_ops_made_in_code() -> None:
    """A rule can be registered for any op, once."""
    calls = []

    @shape_function("NoRuleYet1", "NoRuleYet2")
    def rule(context: Any) -> list[TensorShape]:
        calls.append(context)
        return []

    assert SHAPE_FUNCTIONS["NoRuleYet1"] is SHAPE_FUNCTIONS["NoRuleYet2"] is rule
    with pytest.raises(Exception, match="already registered"):
        shape_function("NoRuleYet1")(rule)
    assert calls == []


# ---- values
def test_values_known_before_the_run() -> None:
    """Constants, static shapes, and arithmetic on them."""
    graph = Graph()
    x = placeholder(graph, [2, 3])
    shape = op("Shape", x)
    total = op("Prod", shape, constant(graph, [0]))
    for tensor, value in [
        (constant(graph, [1, 2]), [1, 2]),
        (shape, [2, 3]),
        (op("Rank", x), 2),
        (op("Size", x, out_type=dtypes.int64), 6),
        (total, 6),
        (op("Pack", total, op("Rank", x), N=2), [6, 2]),
        (op("Range", constant(graph, 0), constant(graph, 3), constant(graph, 1)), [0, 1, 2]),
        (op("Maximum", op("AddV2", shape, shape), constant(graph, 5)), [5, 6]),
    ]:
        found = constant_value(tensor)
        assert found is not None and found.tolist() == value


def test_values_that_only_a_run_can_tell() -> None:
    """Placeholders, unknown shapes, random and stateful ops have no value before the run."""
    graph = Graph()
    x = placeholder(graph, [None], dtypes.int32)
    random = op("RandomUniform", constant(graph, [2]), dtype=dtypes.float32, T=dtypes.int32)
    for tensor in (x, op("Shape", x), op("Size", x), op("AddV2", x, constant(graph, 1)), random):
        assert constant_value(tensor) is None


def test_erroneous_arithmetic_has_no_value() -> None:
    """A division by zero, or operands that do not fit, belong to the run, or to whoever asks for the shape."""
    graph = Graph()
    zero, shape = constant(graph, 0), constant(graph, [2, 3])

    def unchecked(name: str, *inputs: Tensor, **attrs: Any) -> Tensor:
        return graph.add_node(name, graph.op_def(name), attrs, inputs).outputs[0]

    for tensor in (
        unchecked("FloorDiv", zero, zero, T=dtypes.int32),
        unchecked("Range", shape, shape, shape, Tidx=dtypes.int32),
        unchecked("Reshape", zero, shape, T=dtypes.int32, Tshape=dtypes.int32),
    ):
        assert constant_value(tensor) is None


def test_shapes_too_large_for_their_dtype() -> None:
    """A size that does not fit into int32 has no int32 value."""
    x = placeholder(Graph(), [1 << 40, 1 << 40])
    assert constant_value(op("Shape", x)) is None and constant_value(op("Size", x)) is None
    assert constant_value(op("Shape", x, out_type=dtypes.int64)) is not None


def test_shared_inputs_are_followed_once() -> None:
    """A graph in which each node uses the one before twice has exponentially many paths; inputs cost their number."""

    def deep(size: int) -> None:
        x = constant(Graph(), [1])
        for _ in range(size):
            x = op("Maximum", x, x)
        constant_value(x)

    def wide(size: int) -> None:
        graph = Graph()
        constant_value(op("Pack", *[op("Neg", constant(graph, i)) for i in range(size)], N=size))

    for build, size in ((deep, 30), (wide, 300)):
        build(2)  # what is loaded or cached at first
        half = num_calls(partial(build, size // 2), 1_000_000)
        assert num_calls(partial(build, size), 3 * half) > half


def test_large_constants_are_not_computed_with() -> None:
    """Values are followed for shapes, which are small; a huge splat is left alone."""
    graph = Graph()
    huge = np.broadcast_to(np.int32(1), (1 << 30,))
    x = graph.create_op("Const", attrs={"dtype": dtypes.int32, "value": huge}).outputs[0]
    assert constant_value(op("AddV2", x, x)) is None
    assert constant_value(op("Range", constant(graph, 0), constant(graph, 1 << 30), constant(graph, 1))) is None


def test_unknown_depth_in_vectors() -> None:
    """The layout of GPUs, of which nothing is known but the rank."""
    x = placeholder(Graph(), [None] * 5)
    for name in ("SpaceToDepth", "DepthToSpace"):
        assert op(name, x, block_size=2, data_format=b"NCHW_VECT_C").shape.rank is None
