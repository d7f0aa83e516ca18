"""Importing a GraphDef into a graph, with TensorFlow's checks."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow import errors
from aioflow._proto import graph_pb2
from aioflow.framework.function import Function
from aioflow.framework.graph import PRODUCER_VERSION, Graph, check_input_types, get_default_graph
from aioflow.framework.graph_io import attr_from_proto
from aioflow.framework.limits import DEFAULT_LIMITS, Limits, Room, touches_outside_world
from aioflow.framework.op_def import OpDef
from aioflow.framework.operation import Operation, Tensor
from aioflow.framework.shapes import TensorShape

_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*\Z")
_LOOP_ENTRIES = frozenset({"NextIteration", "RefNextIteration"})
_MERGES = frozenset({"Merge", "RefMerge"})
_ENTERS = frozenset({"Enter", "RefEnter"})
_SHOWN = 20


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    trust: str = "untrusted",
    limits: Limits | None = None,
) -> list[Tensor | Operation] | None:
    """Adds the nodes of a GraphDef to the default graph.

    Args:
        graph_def: A `GraphDef` message, or its serialized bytes.
        input_map: Name of a tensor ("a:0"), or of an operation behind "^", in `graph_def` -> what to use in its place.
        return_elements: Names of tensors and operations of `graph_def` to return.
        name: Prefix of the new names, made unique; "import" when None, none when "".
        trust: "untrusted", or "full" for models that may touch files, processes and the network.
        limits: Bounds that are checked before memory is used.

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
    try:
        nodes = _Importer(graph, message, prefix, dict(input_map or {}), trust, limits).run()
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from error
    if return_elements is None:
        return None
    return [_element(graph, nodes, wanted) for wanted in return_elements]


def _as_message(graph_def: Any, limits: Limits) -> Any:
    if isinstance(graph_def, (bytes, bytearray, memoryview)):
        return parse_graph_def(bytes(graph_def), limits)
    if not hasattr(graph_def, "node") or not hasattr(graph_def, "versions"):
        raise TypeError(f"graph_def must be a GraphDef message or bytes, not {type(graph_def).__name__}")
    return graph_def


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


def _element(graph: Graph, nodes: Mapping[str, Operation], wanted: str) -> Tensor | Operation:
    if not isinstance(wanted, str):
        raise TypeError(f"return_elements must be a list of names, but has {wanted!r}")
    op_name, colon, _ = wanted.partition(":")
    if op_name not in nodes:
        raise ValueError(f"return_elements names {wanted!r}, which is not in the graph_def")
    try:
        return graph.as_graph_element(nodes[op_name].name + wanted[len(op_name) :] if colon else nodes[op_name].name)
    except KeyError as error:
        raise ValueError(f"return_elements names {wanted!r}: {error.args[0]}") from None


@dataclass(slots=True)
class _Node:
    """One NodeDef on its way into the graph."""

    proto: Any
    op_def: OpDef
    attrs: dict[str, Any]
    data: list[tuple[str, int]] = field(default_factory=list)
    control: list[str] = field(default_factory=list)


class _Importer:
    """One import. `run` checks everything before it touches the graph, so that a failed import changes nothing."""

    def __init__(
        self, graph: Graph, message: Any, prefix: str, input_map: dict[str, Any], trust: str, limits: Limits
    ) -> None:
        if trust not in ("untrusted", "full"):
            raise ValueError(f'trust must be "untrusted" or "full", not {trust!r}')
        self.graph = graph
        self.message = message
        self.prefix = prefix
        self.trust = trust
        self.limits = limits
        self.tensors_left = Room("tensors", limits.num_tensors)
        self.constants_left = Room("bytes of constants", limits.constants_nbytes)
        self.input_map = {_endpoint_key(key): graph.as_graph_element(value) for key, value in input_map.items()}
        self.unused_mapped = set(self.input_map)
        self.functions = {f.signature.name: Function(f) for f in message.library.function}
        self.nodes: dict[str, _Node] = {}
        self.made: dict[str, Operation] = {}

    def run(self) -> dict[str, Operation]:
        """Imports; returns the new operations by their names in the message."""
        self._check_versions()
        self._check_limits()
        self._check_ops()
        for proto in self.message.node:
            with _blaming(proto.name):
                self._add(proto)
        for node in self.nodes.values():
            with _blaming(node.proto.name):
                self._resolve_inputs(node)
        order = self._topological_order()
        if self.unused_mapped:
            raise errors.invalid_argument(f"input_map names {sorted(self.unused_mapped)}, which no node of the graph_def uses")
        self._create(order)
        self.graph.adopt(list(self.made.values()))
        self._add_library()
        return self.made

    # ---- checks on the whole message
    def _check_versions(self) -> None:
        versions = self.message.versions
        if versions.min_consumer > PRODUCER_VERSION:
            raise errors.invalid_argument(
                f"GraphDef min consumer version {versions.min_consumer} above current version {PRODUCER_VERSION} for aioflow"
            )
        if versions.producer < 0:
            raise errors.invalid_argument(f"GraphDef producer version {versions.producer} below min producer 0")
        if PRODUCER_VERSION in versions.bad_consumers:
            raise errors.invalid_argument(f"GraphDef disallows consumer version {PRODUCER_VERSION}")

    def _check_limits(self) -> None:
        count = len(self.message.node) + sum(len(f.node_def) for f in self.message.library.function)
        if count > self.limits.num_nodes:
            raise errors.resource_exhausted(f"the graph has {count} nodes; the limit is {self.limits.num_nodes}")

    def _check_ops(self) -> None:
        missing: Counter[str] = Counter()
        bodies = [(f.signature.name, f.node_def) for f in self.message.library.function]
        for where, protos in [("", self.message.node), *bodies]:
            for proto in protos:
                if not proto.op:
                    raise errors.invalid_argument(f"Node {proto.name!r} does not specify an operation")
                if self._op_def(proto.op) is None:
                    missing[proto.op] += 1
                elif self.trust != "full" and touches_outside_world(proto.op):
                    place = f" of function {where!r}" if where else ""
                    raise errors.permission_denied(
                        f"node {proto.name!r}{place} is a {proto.op}, which touches files, processes or the network; "
                        'import the graph with trust="full" if you trust it'
                    )
        if missing:
            listed = ", ".join(f"'{op}' ({count} nodes)" for op, count in sorted(missing.items()))
            raise errors.not_found(f"Op type not registered {listed}")

    def _op_def(self, op_type: str) -> OpDef | None:
        if op_type in self.functions:
            return self.functions[op_type].signature
        try:
            return self.graph.op_def(op_type)
        except errors.NotFoundError:
            return None

    # ---- nodes
    def _add(self, proto: Any) -> None:
        if not _NAME.match(proto.name):
            raise errors.invalid_argument(f"Node name {proto.name!r} contains invalid characters")
        if proto.name in self.nodes or self.graph.find_operation(self.prefix + proto.name) is not None:
            raise errors.invalid_argument(f"Node name {self.prefix + proto.name!r} is not unique")
        op_def = self._op_def(proto.op)
        assert op_def is not None
        self._check_deprecation(op_def)
        attrs = {key: attr_from_proto(value, self.constants_left) for key, value in proto.attr.items()}
        node = _Node(proto, op_def, op_def.complete_attrs(attrs))
        self.tensors_left.take(sum(arg.length(node.attrs) for arg in op_def.outputs))
        self._prefix_attrs(node)
        self.nodes[proto.name] = node

    def _check_deprecation(self, op_def: OpDef) -> None:
        producer = self.message.versions.producer
        if op_def.deprecation is not None and op_def.deprecation[0] <= producer:
            since, explanation = op_def.deprecation
            raise errors.unimplemented(
                f"Op {op_def.name} is not available in GraphDef version {producer}. "
                f"It has been removed in version {since}. {explanation}."
            )

    def _prefix_attrs(self, node: _Node) -> None:
        if not self.prefix:
            return
        if node.proto.op in _ENTERS:  # two imports of one loop are two loops
            node.attrs["frame_name"] = self.prefix.encode() + node.attrs["frame_name"]
        classes = node.attrs.get("_class")
        if isinstance(classes, list):
            mark = b"loc:@"
            node.attrs["_class"] = [
                mark + self.prefix.encode() + entry[len(mark) :] if isinstance(entry, bytes) and entry.startswith(mark) else entry
                for entry in classes
            ]

    def _resolve_inputs(self, node: _Node) -> None:
        control: dict[str, None] = {}  # in order, each once
        for text in node.proto.input:
            if text.startswith("^"):
                self._check_known(text[1:], "^" + text[1:])
                control[text[1:]] = None
                continue
            if control:
                raise errors.invalid_argument(
                    f"Node {node.proto.name!r}: Control dependencies must come after regular dependencies: {list(node.proto.input)}"
                )
            producer, index = _endpoint(text)
            self._check_known(producer, f"{producer}:{index}")
            node.data.append((producer, index))
        node.control = list(control)
        for entry in node.proto.attr["_class"].list.s if "_class" in node.proto.attr else ():
            target = entry.decode(errors="replace").removeprefix("loc:@")
            if entry.startswith(b"loc:@") and target not in self.nodes:
                raise errors.invalid_argument(f"Node {node.proto.name!r} expects to be colocated with unknown node {target!r}")

    def _check_known(self, producer: str, key: str) -> None:
        if key in self.input_map:
            self.unused_mapped.discard(key)
        elif producer not in self.nodes:
            raise errors.invalid_argument(f"Unknown input node {producer!r}")

    # ---- order
    def _topological_order(self) -> list[_Node]:
        """Nodes so that inputs come first; a Merge of a loop comes after its first input."""
        pending: dict[str, int] = {}
        consumers: dict[str, list[str]] = {}
        for name, node in self.nodes.items():
            sources = [p for p, i in node.data if f"{p}:{i}" not in self.input_map]
            waits = [p for p in (*sources, *node.control) if p in self.nodes and not self._is_back_edge(node, p)]
            pending[name] = len(waits)
            for producer in waits:
                consumers.setdefault(producer, []).append(name)
        ready = [name for name in self.nodes if not pending[name]]
        order: list[_Node] = []
        for name in ready:  # grows while it is walked
            order.append(self.nodes[name])
            for consumer in consumers.get(name, ()):
                pending[consumer] -= 1
                if not pending[consumer]:
                    ready.append(consumer)
        if len(order) < len(self.nodes):
            stuck = [name for name in self.nodes if pending[name] > 0]
            raise errors.invalid_argument(
                f"{len(stuck)} nodes in a cycle (or behind one); a back edge must go from NextIteration to Merge: {', '.join(stuck[:3])}"
            )
        return order

    def _is_back_edge(self, node: _Node, producer: str) -> bool:
        return node.proto.op in _MERGES and self.nodes[producer].proto.op in _LOOP_ENTRIES

    # ---- creation
    def _create(self, order: Iterable[_Node]) -> None:
        back_edges: list[tuple[_Node, int]] = []
        for node in order:
            with _blaming(node.proto.name):
                self._create_node(node, back_edges)
        for node, index in back_edges:
            producer, output = node.data[index]
            self.made[node.proto.name].inputs[index] = self._tensor(node, producer, output)
        for node in self.nodes.values():
            with _blaming(node.proto.name):
                check_input_types(node.op_def, node.attrs, self.made[node.proto.name].inputs)

    def _create_node(self, node: _Node, back_edges: list[tuple[_Node, int]]) -> None:
        inputs: list[Any] = []
        for index, (producer, output) in enumerate(node.data):
            if producer in self.nodes and producer not in self.made and f"{producer}:{output}" not in self.input_map:
                back_edges.append((node, index))
                inputs.append(None)
            else:
                inputs.append(self._tensor(node, producer, output))
        shapes = node.attrs.pop("_output_shapes", None)
        op = Operation(self.graph, self.prefix + node.proto.name, node.op_def, node.attrs, inputs, device=node.proto.device)
        self.made[node.proto.name] = op
        op.control_inputs = [self._control(name) for name in node.control]
        if isinstance(shapes, list) and len(shapes) == len(op.outputs):
            for tensor, shape in zip(op.outputs, shapes, strict=True):
                tensor._shape = shape if isinstance(shape, TensorShape) else None

    def _tensor(self, node: _Node, producer: str, output: int) -> Tensor:
        mapped = self.input_map.get(f"{producer}:{output}")
        if isinstance(mapped, Tensor):
            return mapped
        op = self.made[producer]
        if output >= len(op.outputs):
            raise errors.invalid_argument(
                f"Node {node.proto.name!r}: Connecting to invalid output {output} of source node {producer} which has {len(op.outputs)} outputs"
            )
        return op.outputs[output]

    def _control(self, name: str) -> Operation:
        mapped = self.input_map.get("^" + name)
        if mapped is not None:
            return mapped.op if isinstance(mapped, Tensor) else mapped
        return self.made[name]

    def _add_library(self) -> None:
        for name, function in self.functions.items():
            self.graph.add_function(function)
        for gradient in self.message.library.gradient:
            self.graph.gradient_functions[gradient.function_name] = gradient.gradient_func
        versions = self.message.versions
        self.graph.adopt_versions(versions.producer, versions.min_consumer, list(versions.bad_consumers), len(self.made))


def _endpoint(text: str) -> tuple[str, int]:
    name, colon, index = text.rpartition(":")
    if not colon:
        return text, 0
    if not (index.isascii() and index.isdigit()) or len(index) > 9:
        raise errors.invalid_argument(f"malformed input {text!r}")
    return name, int(index)


def _endpoint_key(text: str) -> str:
    if text.startswith("^"):
        return text
    name, index = _endpoint(text)
    return f"{name}:{index}"


class _blaming:
    """A context that names the node in the errors raised inside."""

    def __init__(self, node_name: str) -> None:
        self.node_name = node_name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if isinstance(error, errors.OpError) and repr(self.node_name)[1:-1] not in error.message:
            error.message += f" (node {self.node_name!r})"
