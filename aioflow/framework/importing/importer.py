"""Importing a GraphDef into a graph, with TensorFlow's checks."""
from __future__ import annotations

import heapq
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow import errors
from aioflow._proto import graph_pb2
from aioflow.framework import DEFAULT_LIMITS, FOLDER_ATTR, Limits, OpDef, Room, TensorShape, may_be_in_folder
from aioflow.framework.blaming import blaming
from aioflow.framework.devices.device_spec import merge_device_names
from aioflow.framework.graph import (
    Graph,
    Operation,
    Tensor,
    attr_from_proto,
    check_input_types,
    check_wire_kind,
    get_default_graph,
)
from aioflow.framework.graph.scopes import VALID_NAME, current_scope
from aioflow.framework.importing.import_checks import (
    check_deprecation,
    check_size,
    check_trust,
    check_versions,
    library_of,
    op_defs_of,
)
from aioflow.framework.importing.import_inputs import InputMap, endpoint, returned_element

_LOOP_ENTRIES = frozenset({"NextIteration", "RefNextIteration"})
_MERGES = frozenset({"Merge", "RefMerge"})
_ENTERS = frozenset({"Enter", "RefEnter"})
_LOCATED = b"loc:@"


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    trust: str = "untrusted",
    limits: Limits | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> list[Tensor | Operation] | None:
    """Adds the nodes of a GraphDef to the default graph: all of them, or none when it fails.

    Open scopes count as for nodes made in code. Names that are taken get "_1", "_2", ... behind them.

    Args:
        graph_def: A `GraphDef` message, or its serialized bytes.
        input_map: Name of a tensor ("a:0"), or of an operation behind "^", in `graph_def` -> what to use in its place.
        return_elements: Names of tensors and operations of `graph_def` to return.
        name: Prefix of the new names, made unique; "import" when None, none when "".
        trust: "untrusted", or "full" for models that may touch files, processes and the network.
        limits: Bounds that are checked before memory is used.
        folder: Where an untrusted graph may restore variables and read what its tables are filled with. Its nodes that
            save are imported then, too, but refuse to run.

    Returns:
        The elements named in `return_elements`, or None.

    Raises:
        ValueError: The graph is ill-formed; the message names the node.
        TypeError: `graph_def` or `return_elements` is of a wrong type.
        NotFoundError: It has ops that do not exist; all of them are named.
        UnimplementedError: It has an op that was withdrawn before the graph's producer version.
        PermissionDeniedError: An untrusted graph has a node that touches the outside world.
        ResourceExhaustedError: It exceeds a limit.
    """
    limits = limits or DEFAULT_LIMITS
    message = _as_message(graph_def, limits)
    graph = get_default_graph()
    prefix = "" if name == "" else graph.unique_name(name or "import") + "/"
    if trust not in ("untrusted", "full"):
        raise ValueError(f'trust must be "untrusted" or "full", not {trust!r}')
    try:
        check_versions(message.versions)
        check_size(message, limits)
        bound_to = None
        if trust != "full":
            check_trust(message, folder is not None)
            bound_to = None if folder is None else os.fsencode(os.path.realpath(folder))
        importer = _Importer(graph, message, prefix, InputMap(graph, input_map or {}), limits, bound_to)
        return importer.run(return_elements)
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from error
    except RecursionError:
        raise ValueError("the graph_def is nested too deeply") from None


def _as_message(graph_def: Any, limits: Limits) -> Any:
    if isinstance(graph_def, (bytes, bytearray, memoryview)):
        return parse_graph_def(bytes(graph_def), limits)
    if isinstance(graph_def, graph_pb2.GraphDef):
        return graph_def
    if getattr(getattr(graph_def, "DESCRIPTOR", None), "name", "") != "GraphDef":
        raise TypeError(f"graph_def must be a GraphDef message or bytes, not {type(graph_def).__name__}")
    return parse_graph_def(graph_def.SerializeToString(), limits)  # TensorFlow's own message


def parse_graph_def(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Any:
    """Reads a serialized `GraphDef`.

    Raises:
        ResourceExhaustedError: It is larger than `limits.graph_nbytes`.
        DataLossError: The bytes are not a GraphDef.
    """
    if len(data) > limits.graph_nbytes:
        raise errors.resource_exhausted(f"the graph has {len(data)} bytes; the limit is {limits.graph_nbytes}")
    message = graph_pb2.GraphDef()
    try:
        message.ParseFromString(data)
    except Exception as error:  # protobuf's DecodeError, and what its parser raises for nesting too deep
        raise errors.data_loss(f"the bytes are not a GraphDef: {error}") from error
    return message


@dataclass(slots=True)
class _Node:
    """One NodeDef on its way into the graph.

    Attributes:
        new_name: Its name in the graph.
        data: Producers of its data inputs and which of their outputs.
        control: Names of its control inputs.
        beside: Names of the nodes that it is colocated with.
    """

    proto: Any
    op_def: OpDef
    attrs: dict[str, Any]
    new_name: str = ""
    data: list[tuple[str, int]] = field(default_factory=list)
    control: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)


class _Importer:
    """One import. The operations are complete before the graph takes any, so that a failed import changes nothing."""

    def __init__(
        self, graph: Graph, message: Any, prefix: str, input_map: InputMap, limits: Limits, folder: bytes | None
    ) -> None:
        self.graph = graph
        self.folder = folder
        self.message = message
        self.prefix = prefix
        self.input_map = input_map
        self.tensors_left = Room("tensors", limits.num_tensors)
        self.constants_left = Room("bytes of constants", limits.constants_nbytes)
        self.functions = library_of(message, graph, folder)
        self.op_defs = op_defs_of(message, graph, self.functions)
        self.nodes: dict[str, _Node] = {}
        self.made: dict[str, Operation] = {}

    def run(self, return_elements: Sequence[str] | None) -> list[Tensor | Operation] | None:
        """Imports; returns the wanted elements."""
        for proto in self.message.node:
            with blaming(proto.name):
                self._add(proto)
        for node in self.nodes.values():
            with blaming(node.proto.name):
                self._resolve_inputs(node)
                self._resolve_colocation(node)
        order = self._topological_order()
        with self.graph._lock:
            self._choose_names()
            self._create(order)
            self.input_map.check_used(self.made)
            wanted = return_elements
            found = None if wanted is None else [returned_element(w, self.made, self.input_map) for w in wanted]
            self._apply_scopes()
            self.graph.adopt(list(self.made.values()))
        self._add_library()
        self._enter_control_flow()
        return found

    # ---- nodes
    def _add(self, proto: Any) -> None:
        if not VALID_NAME.match(proto.name):
            raise errors.invalid_argument(f"Node {proto.name!r}: Node name contains invalid characters")
        if proto.name in self.nodes:
            raise errors.invalid_argument(f"Node {proto.name!r} is not unique")
        op_def = self.op_defs[proto.op]
        check_deprecation(op_def, self.message.versions.producer)
        attrs: dict[str, Any] = {}
        for name, value in proto.attr.items():
            if name in op_def.attrs:
                check_wire_kind(op_def.attrs[name], value)
            attrs[name] = attr_from_proto(value, self.constants_left)
        if self.folder is not None and may_be_in_folder(proto.op):
            attrs[FOLDER_ATTR] = self.folder
        node = _Node(proto, op_def, op_def.complete_attrs(attrs))
        self.tensors_left.take(sum(arg.length(node.attrs) for arg in op_def.outputs))
        if self.prefix and proto.op in _ENTERS:  # two imports of one loop are two loops
            node.attrs["frame_name"] = self.prefix.encode() + node.attrs["frame_name"]
        self.nodes[proto.name] = node

    def _resolve_inputs(self, node: _Node) -> None:
        control: dict[str, None] = {}  # in order, each once
        for text in node.proto.input:
            if text.startswith("^"):
                self._check_known(text, text[1:], self.input_map.operation(text[1:]))
                control[text[1:]] = None
                continue
            if control:
                raise errors.invalid_argument("Control dependencies must come after regular dependencies")
            name, index = endpoint(text)
            self._check_known(text, name, self.input_map.tensor(name, index))
            node.data.append((name, index))
        node.control = list(control)

    def _check_known(self, text: str, name: str, mapped: Any) -> None:
        if mapped is None and name not in self.nodes:
            raise errors.invalid_argument(f"Unknown input node {text!r}")

    def _resolve_colocation(self, node: _Node) -> None:
        classes = node.attrs.get("_class")
        if not isinstance(classes, list):
            return
        for entry in classes:
            if isinstance(entry, bytes) and entry.startswith(_LOCATED):
                target = entry[len(_LOCATED) :].decode(errors="replace")
                if target not in self.nodes:
                    raise errors.invalid_argument(f"expects to be colocated with unknown node {target!r}")
                node.beside.append(target)

    # ---- order
    def _topological_order(self) -> list[_Node]:
        """Nodes so that inputs come first, else in the message's order; a Merge does not wait for its back edge."""
        nodes = list(self.nodes.values())
        number = {name: i for i, name in enumerate(self.nodes)}
        pending = [0] * len(nodes)
        consumers: list[list[int]] = [[] for _ in nodes]
        for i, node in enumerate(nodes):
            for producer in self._waits_for(node):
                consumers[number[producer]].append(i)
                pending[i] += 1
        ready = [i for i, count in enumerate(pending) if not count]
        order: list[_Node] = []
        while ready:
            i = heapq.heappop(ready)
            order.append(nodes[i])
            for consumer in consumers[i]:
                pending[consumer] -= 1
                if not pending[consumer]:
                    heapq.heappush(ready, consumer)
        if len(order) < len(nodes):
            stuck = [node.proto.name for node, count in zip(nodes, pending, strict=True) if count]
            raise errors.invalid_argument(
                f"{len(stuck)} nodes in a cycle, or behind one, e.g. {', '.join(stuck[:3])}; only Merge nodes can have "
                "back edges, and only from NextIteration"
            )
        return order

    def _waits_for(self, node: _Node) -> Iterable[str]:
        is_merge = node.proto.op in _MERGES
        for name, index in node.data:
            if self.input_map.tensor(name, index) is None and not (is_merge and self._is_loop_entry(name)):
                yield name
        for name in node.control:
            if self.input_map.operation(name) is None:
                yield name

    def _is_loop_entry(self, name: str) -> bool:
        return self.nodes[name].proto.op in _LOOP_ENTRIES

    # ---- creation
    def _choose_names(self) -> None:
        for name, node in self.nodes.items():
            node.new_name = self.prefix + name
        used = {node.new_name for node in self.nodes.values()}
        for node in [node for node in self.nodes.values() if self.graph.find_operation(node.new_name)]:
            number = 1
            while (name := f"{self.prefix}{node.proto.name}_{number}") in used or self.graph.find_operation(name):
                number += 1
            node.new_name = name
            used.add(name)

    def _create(self, order: Iterable[_Node]) -> None:
        back_edges: list[tuple[_Node, int]] = []
        for node in order:
            with blaming(node.proto.name):
                self._create_node(node, back_edges)
        for node, index in back_edges:
            with blaming(node.proto.name):
                self.made[node.proto.name].inputs[index] = self._tensor(*node.data[index])
        for node in self.nodes.values():
            with blaming(node.proto.name):
                check_input_types(node.op_def, node.attrs, self.made[node.proto.name].inputs)

    def _create_node(self, node: _Node, back_edges: list[tuple[_Node, int]]) -> None:
        inputs: list[Any] = []
        for index, (name, output) in enumerate(node.data):
            if name in self.made or self.input_map.tensor(name, output) is not None:
                inputs.append(self._tensor(name, output))
            else:
                back_edges.append((node, index))
                inputs.append(None)
        shapes = node.attrs.pop("_output_shapes", None)
        if node.beside:
            node.attrs["_class"] = [self._class_entry(entry) for entry in node.attrs["_class"]]
        device = merge_device_names(node.proto.device, "") if node.proto.device else ""
        op = Operation(self.graph, node.new_name, node.op_def, node.attrs, inputs, device=device)
        op.control_inputs = [self._control(name) for name in node.control]
        if isinstance(shapes, list) and all(isinstance(shape, TensorShape) for shape in shapes):
            op.noted_shapes = tuple(shapes)
        self.made[node.proto.name] = op

    def _class_entry(self, entry: Any) -> Any:
        if isinstance(entry, bytes) and entry.startswith(_LOCATED):
            return _LOCATED + self.nodes[entry[len(_LOCATED) :].decode(errors="replace")].new_name.encode()
        return entry

    def _tensor(self, name: str, index: int) -> Tensor:
        mapped = self.input_map.tensor(name, index)
        if mapped is not None:
            return mapped
        outputs = self.made[name].outputs
        if index >= len(outputs):
            raise errors.invalid_argument(
                f"Connecting to invalid output {index} of source node {name} which has {len(outputs)} outputs"
            )
        return outputs[index]

    def _control(self, name: str) -> Operation:
        return self.input_map.operation(name) or self.made[name]

    def _apply_scopes(self) -> None:
        self.graph.apply_scope(list(self.made.values()))
        for name, node in self.nodes.items():
            others = [self.made[other] for other in node.beside if other != name]
            if others:  # being beside another node counts more than any device that is asked for
                self.made[name].device = next((other.device for other in others if other.device), "")

    # ---- the rest of the message
    def _add_library(self) -> None:
        for function in self.functions.values():
            self.graph.add_function(function)
        for gradient in self.message.library.gradient:
            self.graph.gradient_functions[gradient.function_name] = gradient.gradient_func
        versions = self.message.versions
        self.graph.adopt_versions(versions.producer, versions.min_consumer, versions.bad_consumers)

    def _enter_control_flow(self) -> None:
        control_flow = current_scope(self.graph).control_flow
        if control_flow is not None:
            control_flow.add_ops(list(self.made.values()))
