"""Placement: each case goes where TensorFlow puts it, or is refused as TensorFlow does."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph.graph import Graph
from aioflow.framework.op_def import FunctionName
from aioflow.framework.shapes import SCALAR
from aioflow.passes.place import place
from tests.passes.placement_cases import CASES, CPU0, CPU1, Node, noop, resource_variable

RECORDED = json.loads(Path(__file__).with_name("recorded_placements.json").read_text("utf-8"))
PREFIX = "/job:localhost/replica:0/task:0"
FRAGMENTS = {
    "number that is not there": "Cannot assign a device for operation a: Operation was explicitly assigned to",
    "wrong job, soft": f"but available devices are [ {PREFIX}{CPU0}, {PREFIX}{CPU1} ]",
    "malformed": "Malformed device specification '/job:local-host'",
    "conflict": "Cannot colocate nodes {{colocation_node b}} and {{colocation_node a}}: Cannot merge devices with "
    "incompatible ids: '/device:CPU:1' and '/device:CPU:0'",
    "conflict of jobs, soft": "incompatible jobs",
    "group asks for what is not there": "explicitly assigned to /device:CPU:7",
    "request of a group against its variable": "Cannot colocate nodes",
}
ATTRS: dict[str, dict[str, Any]] = {
    "Identity": {"T": dtypes.float32},
    "Assign": {"T": dtypes.float32},
    "AssignVariableOp": {"dtype": dtypes.float32},
    "VariableV2": {"dtype": dtypes.float32, "shape": SCALAR},
    "VarHandleOp": {"dtype": dtypes.float32, "shape": SCALAR},
    "Const": {"dtype": dtypes.float32, "value": np.array(1, np.float32)},
}


def device(name: str) -> Device:
    """A CPU device of this process."""
    return Device(DeviceAttributes(PREFIX + name, "CPU", 1 << 28, 1), np)


TWO = [device(CPU0), device(CPU1)]


def graph_of(*nodes: Node) -> Graph:
    """A graph whose nodes have requests and classes that may contradict each other."""
    graph = Graph()
    for name, op_type, inputs, request, classes in nodes:
        tensors = [graph.get_tensor_by_name(f"{producer}:0") for producer in inputs]
        op = graph.create_op(op_type, tensors, name, ATTRS.get(op_type, {}))
        op.device = request
        if classes:
            op.attrs["_class"] = [f"loc:@{other}".encode() for other in classes]
    return graph


def names(placed: dict[Any, Device]) -> dict[str, str]:
    """Where each node is, by name."""
    return {op.name: where.name for op, where in placed.items()}


@pytest.mark.parametrize("name", [name for name in CASES if "placed" in RECORDED[name]])
def test_places(name: str) -> None:
    """Every node is on the device that TensorFlow chose."""
    placed = place(graph_of(*CASES[name].nodes).get_operations(), TWO, CASES[name].soft)
    assert names(placed) == RECORDED[name]["placed"]


@pytest.mark.parametrize("name", [name for name in CASES if "error" in RECORDED[name]])
def test_refusals(name: str) -> None:
    """What TensorFlow refuses is an InvalidArgumentError that names a node and says why."""
    assert RECORDED[name]["error"] == "InvalidArgumentError"
    with pytest.raises(errors.InvalidArgumentError) as caught:
        place(graph_of(*CASES[name].nodes).get_operations(), TWO, CASES[name].soft)
    assert FRAGMENTS.get(name, "Cannot assign a device for operation a") in caught.value.message
    assert caught.value.node_name is not None


def test_quoted_texts_belong_to_refused_cases() -> None:
    """Every text that is looked for belongs to a case that is refused."""
    assert all("error" in RECORDED[name] for name in FRAGMENTS)


def test_assigned_nodes_stay_and_others_follow() -> None:
    """What has a place keeps it, whatever a later part of the graph asks for; what refers to it goes there."""
    graph = graph_of(*resource_variable("", CPU0, CPU0), noop("beside", "", "assign"))
    placed = names(place(graph.get_operations(), TWO, False, {"v": TWO[1]}))
    assert (placed["v"], placed["assign"], placed["beside"]) == (TWO[1].name,) * 3
    assert placed["c"] == TWO[0].name


def test_only_a_part_of_the_graph_is_placed() -> None:
    """Nodes that were not asked about count for their group all the same."""
    graph = graph_of(*resource_variable(CPU1, CPU0, ""), noop("a", CPU1), noop("b", "", "a"))
    ops = [graph.get_operation_by_name(name) for name in ("assign", "b")]
    assert names(place(ops, TWO, False)) == {"assign": TWO[1].name, "b": TWO[1].name}


def test_a_variable_cannot_be_in_two_places() -> None:
    """Two pinned variables behind one node that must be with both are an error that names both requests."""
    graph = graph_of(*resource_variable(CPU0, "", ""), ("w", "VarHandleOp", (), CPU1, ()))
    second = graph.create_op("VarHandleOp", name="u", attrs=ATTRS["VarHandleOp"])
    second.device = CPU0
    both = [graph.get_tensor_by_name("w:0"), second.outputs[0]]
    graph.create_op("IdentityN", both, "both", {"T": [dtypes.resource] * 2})
    with pytest.raises(errors.InvalidArgumentError, match=r"edge connects colocation groups .*CPU:0.*CPU:1"):
        place(graph.get_operations(), TWO, False)


def test_calls_may_use_variables_of_several_devices() -> None:
    """A call is not bound to the places of the handles that it passes on; without a request it goes to the only one."""
    graph = graph_of(("v", "VarHandleOp", (), CPU1, ()), ("w", "VarHandleOp", (), CPU0, ()))
    v, w = (graph.get_tensor_by_name(name) for name in ("v:0", "w:0"))
    attrs = {"Tin": [dtypes.resource] * 2, "Tout": [], "f": FunctionName("f")}
    graph.create_op("PartitionedCall", [v, w], "both", attrs)
    graph.create_op("PartitionedCall", [v], "one", {**attrs, "Tin": [dtypes.resource]})
    placed = names(place(graph.get_operations(), TWO, False))
    assert (placed["v"], placed["w"], placed["one"]) == (TWO[1].name, TWO[0].name, TWO[1].name)


def test_shapes_are_asked_for_beside_the_tensor() -> None:
    """A node that needs only its input's shape goes to its input, so that the tensor does not travel."""
    graph = graph_of(("c", "Const", (), CPU1, ()))
    graph.create_op("Shape", [graph.get_tensor_by_name("c:0")], "shape", {"T": dtypes.float32})
    assert names(place(graph.get_operations(), TWO, False))["shape"] == TWO[1].name


def test_a_constant_for_two_devices_stays() -> None:
    """A constant goes to its consumers only if they agree."""
    graph = graph_of(
        ("c", "Const", (), "", ()), ("a", "Identity", ("c",), CPU0, ()), ("b", "Identity", ("c",), CPU1, ())
    )
    assert names(place(graph.get_operations(), TWO, False))["c"] == TWO[0].name


def test_one_device_takes_everything() -> None:
    """With one device the requests are still checked, and requests of those who follow a variable still dropped."""
    one = TWO[:1]
    assert set(place(graph_of(*resource_variable("", "", CPU0)).get_operations(), one, False).values()) == set(one)
    with pytest.raises(errors.InvalidArgumentError, match="explicitly assigned to /device:CPU:1"):
        place(graph_of(noop("a", CPU1)).get_operations(), one, False)
    assert set(place(graph_of(noop("a", CPU1)).get_operations(), one, True).values()) == set(one)


def test_many_nodes_of_one_group() -> None:
    """Long chains of classes are followed without recursion."""
    nodes = [noop("n0", CPU1), *(noop(f"n{i}", "", f"n{i - 1}") for i in range(1, 3000))]
    placed = place(graph_of(*reversed(nodes)).get_operations(), TWO, False)
    assert {where.name for where in placed.values()} == {TWO[1].name}
