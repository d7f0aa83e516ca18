"""Names, scopes, devices, collections and look-ups: short programs whose outcome TensorFlow recorded."""
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from aioflow._proto import graph_pb2
from aioflow.framework import dtypes
from aioflow.framework.devices.device_spec import merge_device_names
from aioflow.framework.graph.graph import Graph
from aioflow.framework.importing import import_graph_def
from tests.framework.recorded import load
from tests.framework.scenarios import SCENARIOS

RECORDED = load("scenarios")


class OurBuilder:
    """A scenario's builder on one of our graphs."""

    def __init__(self) -> None:
        self.graph = Graph()
        self.notes: list[Any] = []

    def op(self, op_type: str, *inputs: Any, name: str | None = None) -> Any:
        key = {"Placeholder": "dtype", "NoOp": None}.get(op_type, "T")
        return self.graph.create_op(op_type, list(inputs), name=name, attrs={key: dtypes.float32} if key else {})

    def note(self, value: Any) -> None:
        self.notes.append(value)

    def outcome(self, call: Callable[..., Any], *args: Any, **options: Any) -> Any:
        try:
            result = call(*args, **options)
        except Exception as error:
            self.notes.append(type(error).__name__)
            return None
        self.notes.append("ok")
        return result

    def graph_def(self, *nodes: dict[str, Any]) -> Any:
        message = graph_pb2.GraphDef()
        for node in nodes:
            proto = message.node.add(name=node["name"], op=node["op"], device=node.get("device", ""))
            proto.input.extend(node.get("input", ()))
            if "classes" in node:
                proto.attr["_class"].list.s.extend(text.encode() for text in node["classes"])
        return message

    def import_graph(self, graph_def: Any, name: str | None = None, **options: Any) -> Any:
        return import_graph_def(graph_def, name=name, **options)


def canonical(nodes: list[Any]) -> list[Any]:
    """Nodes with devices spelled in one way and control inputs, which have no order, sorted."""
    rows = []
    for name, op, inputs, device, classes in nodes:
        controls = {text for text in inputs if text[0] == "^"}
        data = [text for text in inputs if text not in controls]
        rows.append([name, op, data, controls, merge_device_names(device, ""), classes])
    return rows


@pytest.mark.parametrize("name", SCENARIOS)
def test_graph_is_tensorflows(name: str) -> None:
    """The scenario gives the same nodes, names, inputs, devices and errors as on a TensorFlow graph."""
    builder = OurBuilder()
    with builder.graph.as_default():
        SCENARIOS[name](builder)
    nodes = [
        [n.name, n.op, list(n.input), n.device, [c.decode() for c in n.attr["_class"].list.s]]
        for n in builder.graph.as_graph_def().node
    ]
    assert canonical(nodes) == canonical(RECORDED[name]["nodes"])
    assert json.loads(json.dumps(builder.notes)) == RECORDED[name]["notes"]
