"""Pruning: what a signature of feeds, fetches and targets keeps of a graph (executor.md 5.3 and 5.4)."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.shapes import SCALAR
from aioflow.passes.needed import reachable
from aioflow.passes.prune import prune

FLOAT = {"T": dtypes.float32}


def placeholder(graph: Graph, name: str, **attrs: Any) -> Tensor:
    """A placeholder's output."""
    return graph.create_op("Placeholder", name=name, attrs={"dtype": dtypes.float32, **attrs}).outputs[0]


def negative(tensor: Tensor, name: str, *controls: Any) -> Tensor:
    """The output of a node with one data input and some control inputs."""
    with tensor.graph.control_dependencies(controls):
        return tensor.graph.create_op("Neg", [tensor], name, FLOAT).outputs[0]


def no_op(graph: Graph, name: str, *controls: Any) -> Operation:
    """A node without inputs and outputs."""
    with graph.control_dependencies(controls):
        return graph.create_op("NoOp", name=name)


def edges(graph: Graph) -> dict[str, list[str]]:
    """The inputs of each node, by name, as a NodeDef writes them."""
    return {op.name: list(op.node_def.input) for op in graph.get_operations()}


def test_only_what_is_needed_is_kept() -> None:
    """Just the nodes from which a fetch or a target can be reached remain, over data and control edges."""
    graph = Graph()
    x = placeholder(graph, "x")
    before = no_op(graph, "before")
    y = negative(x, "y", before)
    negative(y, "unused")
    alone = no_op(graph, "alone")
    no_op(graph, "stateless_or_not_does_not_matter")
    graph.create_op("FIFOQueueV2", name="queue", attrs={"component_types": [dtypes.float32]})
    pruned = prune(graph, [], [y], [alone])
    assert edges(pruned) == {
        "x": [], "before": [], "y": ["x", "^before"], "alone": [], "_retval_y_0_0": ["y"],
    }  # fmt: skip


def test_the_graph_itself_stays() -> None:
    """A pass has no side effects: neither the graph nor its nodes change."""
    graph = Graph()
    x = placeholder(graph, "x")
    y = negative(x, "y", x)
    before = graph.as_graph_def()
    pruned = prune(graph, [x], [y], [])
    assert graph.as_graph_def() == before and graph.mutations == []
    assert not set(pruned.get_operations()) & set(graph.get_operations())


def test_signature_nodes() -> None:
    """Feeds and fetches become numbered `_Arg` and `_Retval` nodes, on the device and with the dtype of the tensor."""
    graph = Graph()
    with graph.device("/cpu:1"):
        a = placeholder(graph, "scope/a")
    b = placeholder(graph, "b", shape=SCALAR)
    total = graph.create_op("AddV2", [a, b], "sum", FLOAT).outputs[0]
    pruned = prune(graph, [b, a], [total, total], [])
    assert edges(pruned) == {
        "_arg_b_0_0": [],
        "_arg_scope/a_0_1": [],
        "sum": ["_arg_scope/a_0_1", "_arg_b_0_0"],
        "_retval_sum_0_0": ["sum"],
        "_retval_sum_0_1": ["sum"],
    }
    arg = pruned.get_operation_by_name("_arg_scope/a_0_1")
    assert (arg.type, arg.attrs["index"], arg.attrs["T"], arg.device) == ("_Arg", 1, dtypes.float32, "/device:CPU:1")
    assert pruned.get_operation_by_name("_arg_b_0_0").outputs[0].shape == SCALAR
    retval = pruned.get_operation_by_name("_retval_sum_0_1")
    assert (retval.type, retval.attrs["index"], retval.attrs["T"]) == ("_Retval", 1, dtypes.float32)


def test_partial_runs_send_and_receive() -> None:
    """In a partial run feeds and fetches travel one by one, under the names of their tensors."""
    graph = Graph()
    x = placeholder(graph, "x")
    pruned = prune(graph, [x], [negative(x, "y")], [], is_partial_run=True)
    assert edges(pruned) == {"_recv_x_0": [], "y": ["_recv_x_0"], "_send_y_0": ["y"]}
    for name, tensor in (("_recv_x_0", b"x:0"), ("_send_y_0", b"y:0")):
        op = pruned.get_operation_by_name(name)
        assert op.attrs["client_terminated"] is True and op.attrs["tensor_name"] == tensor
        assert op.attrs["send_device"] == op.attrs["recv_device"]


# ---- what feeding cuts off (E-49 to E-57)
def test_nothing_upstream_of_a_feed_runs() -> None:
    """E-49: feeding an intermediate tensor cuts off everything before it, control inputs included."""
    graph = Graph()
    x = placeholder(graph, "x")
    middle = negative(x, "middle", no_op(graph, "effect"))
    end = negative(middle, "end")
    assert edges(prune(graph, [middle], [end], [])) == {
        "_arg_middle_0_0": [], "end": ["_arg_middle_0_0"], "_retval_end_0_0": ["end"],
    }  # fmt: skip


def test_a_fed_node_runs_if_something_waits_for_it() -> None:
    """E-50: control edges out of a fed node stay, so the node itself runs, and what it needs with it."""
    graph = Graph()
    x = placeholder(graph, "x")
    fed = negative(x, "fed")
    end = negative(fed, "end", no_op(graph, "waits", fed))
    kept = edges(prune(graph, [fed], [end], []))
    assert kept["end"] == ["_arg_fed_0_0", "^waits"] and kept["waits"] == ["^fed"] and kept["fed"] == ["x"]


@pytest.mark.parametrize("op_type", ["Placeholder", "PlaceholderV2"])
def test_a_fed_placeholder_never_runs(op_type: str) -> None:
    """E-51: control edges out of a fed placeholder start at its feed; unfed, it runs (and fails, as it should)."""
    graph = Graph()
    x = graph.create_op(op_type, name="x", attrs={"dtype": dtypes.float32, "shape": SCALAR}).outputs[0]
    waits = no_op(graph, "waits", x)
    assert edges(prune(graph, [x], [], [waits])) == {"_arg_x_0_0": [], "waits": ["^_arg_x_0_0"]}
    assert edges(prune(graph, [], [], [waits])) == {"x": [], "waits": ["^x"]}


def test_a_placeholder_that_is_not_needed() -> None:
    """E-52: an unfed placeholder that no fetch reaches is not there; a feed that nothing needs does no harm."""
    graph = Graph()
    x, y = placeholder(graph, "x"), placeholder(graph, "y")
    end = negative(x, "end")
    assert set(edges(prune(graph, [x], [end], []))) == {"_arg_x_0_0", "end", "_retval_end_0_0"}
    assert set(edges(prune(graph, [y, x], [end], []))) == {"_arg_y_0_0", "_arg_x_0_1", "end", "_retval_end_0_0"}


def test_a_default_is_cut_when_fed() -> None:
    """E-53: a placeholder with a default is an ordinary node: replaced when fed, evaluated otherwise."""
    graph = Graph()
    default = negative(placeholder(graph, "p"), "default")
    x = graph.create_op("PlaceholderWithDefault", [default], "x", {"dtype": dtypes.float32, "shape": SCALAR}).outputs[0]
    end = negative(x, "end")
    assert edges(prune(graph, [x], [end], []))["end"] == ["_arg_x_0_0"]
    assert "default" not in edges(prune(graph, [x], [end], []))
    assert edges(prune(graph, [], [end], []))["end"] == ["x"]


def test_a_constant_can_be_fed() -> None:
    """E-54: a Const gives way to its feed."""
    graph = Graph()
    value = {"dtype": dtypes.float32, "value": np.float32(1)}
    const = graph.create_op("Const", name="c", attrs=value).outputs[0]
    assert set(edges(prune(graph, [const], [negative(const, "end")], []))) == {"_arg_c_0_0", "end", "_retval_end_0_0"}


def test_feeding_one_of_two_outputs() -> None:
    """E-55: the other output is still computed; the node is gone when only the fed one is used."""
    graph = Graph()
    x = placeholder(graph, "x")
    split = graph.create_op("Unpack", [x], "split", {**FLOAT, "num": 2}).outputs
    first, second = (negative(tensor, name) for tensor, name in zip(split, ("first", "second"), strict=True))
    both = edges(prune(graph, [split[0]], [first, second], []))
    assert both["first"] == ["_arg_split_0_0"] and both["second"] == ["split:1"] and both["split"] == ["x"]
    assert "split" not in edges(prune(graph, [split[0]], [first], []))


def test_a_fed_reference_is_a_value() -> None:
    """E-56: the feed of a variable's reference has its value type, so that readers see it and an Assign is refused."""
    graph = Graph()
    variable = graph.create_op("VariableV2", name="v", attrs={"dtype": dtypes.float32, "shape": SCALAR}).outputs[0]
    read = graph.create_op("Identity", [variable], "read", FLOAT).outputs[0]
    pruned = prune(graph, [variable], [read], [])
    assert pruned.get_operation_by_name("read").inputs[0].dtype is dtypes.float32
    assign = graph.create_op("Assign", [variable, read], "assign", FLOAT)
    with pytest.raises(errors.InvalidArgumentError, match="incompatible with expected float_ref"):
        prune(graph, [variable], [], [assign])


def test_signatures_that_contradict_themselves() -> None:
    """E-57, E-58: nothing to run, a tensor fed twice, or fed and fetched, is refused."""
    graph = Graph()
    x = placeholder(graph, "x")
    y = negative(x, "y")
    with pytest.raises(errors.InvalidArgumentError, match="Must specify at least one target"):
        prune(graph, [x], [], [])
    with pytest.raises(errors.InvalidArgumentError, match="'x:0' fed more than once"):
        prune(graph, [x, x], [y], [])
    with pytest.raises(errors.InvalidArgumentError, match="x:0 is both fed and fetched"):
        prune(graph, [x], [x], [])


# ---- in general
def test_functions_versions_and_seed_come_along() -> None:
    """The pruned graph has the library and the versions of the whole one."""
    graph = Graph()
    graph.producer, graph.min_consumer, graph.bad_consumers, graph.seed = 21, 3, [5], 7
    graph.gradient_functions["f"] = "g"
    pruned = prune(graph, [], [], [no_op(graph, "n")])
    assert pruned.graph_def_versions == graph.graph_def_versions
    assert (pruned.seed, pruned.gradient_functions) == (7, {"f": "g"})
    pruned.gradient_functions.clear()
    assert graph.gradient_functions == {"f": "g"}


def test_loops_are_kept_whole() -> None:
    """A back edge is an edge like any other."""
    graph = Graph()
    x = placeholder(graph, "x")
    enter = graph.create_op("Enter", [x], "enter", {**FLOAT, "frame_name": b"f"}).outputs[0]
    merge = graph.create_op("Merge", [enter, enter], "merge", {**FLOAT, "N": 2})
    back = graph.create_op("NextIteration", [merge.outputs[0]], "next", FLOAT).outputs[0]
    merge._update_input(1, back)
    pruned = edges(prune(graph, [x], [merge.outputs[0]], []))
    assert pruned["merge"] == ["enter", "next"] and pruned["next"] == ["merge"]


def test_deep_graphs() -> None:
    """Depth is no obstacle."""
    graph = Graph()
    x = placeholder(graph, "x")
    for i in range(20_000):
        x = graph.add_node(f"n{i}", graph.op_def("Neg"), dict(FLOAT), [x]).outputs[0]
    assert prune(graph, [], [x], []).version == 20_002


@st.composite
def graphs(draw: Any) -> tuple[Graph, list[Tensor]]:
    """A random graph of unary and binary nodes with control edges, and its tensors."""
    graph = Graph()
    tensors = [placeholder(graph, "p0")]
    for i in range(draw(st.integers(1, 8))):
        inputs = draw(st.lists(st.sampled_from(tensors), min_size=0, max_size=2))
        controls = draw(st.lists(st.sampled_from(tensors), max_size=2))
        with graph.control_dependencies(controls):
            if not inputs:
                tensors.append(placeholder(graph, f"p{i + 1}"))
            else:
                op_type = ("Neg", "AddV2")[len(inputs) - 1]
                tensors.append(graph.create_op(op_type, inputs, f"n{i}", FLOAT).outputs[0])
    return graph, tensors


def needed_by_definition(
    fetches: list[Tensor], targets: list[Operation], feeds: set[Tensor]
) -> set[Operation]:
    """What must run, found by recursion straight from the rules."""
    found: set[Operation] = set()

    def visit(op: Operation) -> None:
        if op not in found:
            found.add(op)
            for tensor in op.inputs:
                if tensor not in feeds:
                    visit(tensor.op)
            for control in op.control_inputs:
                if not (control.type == "Placeholder" and control.outputs[0] in feeds):
                    visit(control)

    for op in [*(tensor.op for tensor in fetches), *targets]:
        visit(op)
    return found


@given(st.data(), graphs())
def test_random_graphs(data: Any, drawn: tuple[Graph, list[Tensor]]) -> None:
    """On any graph and signature the kept nodes are exactly those that the rules name, with the edges they name."""
    graph, tensors = drawn
    feeds = data.draw(st.lists(st.sampled_from(tensors), unique=True, max_size=3))
    others = [tensor for tensor in tensors if tensor not in feeds]
    fetches = data.draw(st.lists(st.sampled_from(others), max_size=3)) if others else []
    targets = data.draw(st.lists(st.sampled_from([t.op for t in others]), max_size=2)) if others else []
    if not fetches and not targets:
        return
    pruned = prune(graph, feeds, fetches, targets)
    expected = needed_by_definition(fetches, targets, set(feeds))
    arg = {tensor: f"_arg_{tensor.op.name}_0_{i}" for i, tensor in enumerate(feeds)}
    kept = edges(pruned)
    assert {name for name in kept if not name.startswith("_")} == {op.name for op in expected}
    for op in expected:
        data_inputs = [arg.get(tensor, tensor.op.name) for tensor in op.inputs]
        controls = {
            "^" + (arg[c.outputs[0]] if c.type == "Placeholder" and c.outputs[0] in arg else c.name)
            for c in op.control_inputs
        }
        assert [text for text in kept[op.name] if text[0] != "^"] == data_inputs
        assert {text for text in kept[op.name] if text[0] == "^"} == controls
    placeholders = [tensor.op for tensor in feeds if tensor.op.type == "Placeholder"]
    assert reachable([tensor.op for tensor in fetches], targets, feeds, placeholders) == expected
