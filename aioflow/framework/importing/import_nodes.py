"""The nodes of a GraphDef on their way into a graph: read, connected by name, and put in order; nothing is made yet."""
from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aioflow import errors
from aioflow.framework import FOLDER_ATTR, Limits, OpDef, Room, may_be_in_folder
from aioflow.framework.blaming import blaming
from aioflow.framework.graph import ENTER, MERGE, NEXT_ITERATION, attr_from_proto, check_wire_kind
from aioflow.framework.graph.scopes import VALID_NAME
from aioflow.framework.importing.import_checks import check_deprecation
from aioflow.framework.importing.import_inputs import InputMap, endpoint

LOCATED = b"loc:@"  # how an entry of `_class` begins that names a node to be beside


@dataclass(slots=True)
class NodeImport:
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


class NodeReader:
    """Reads the nodes of one message.

    Args:
        op_defs: The definitions of the ops that its nodes use.
        input_map: The user's wishes about inputs.
        prefix: What new names begin with.
        producer: The version of the graph's producer.
        limits: Bounds for outputs and constants.
        folder: What nodes that touch files are bound to; None for nothing.
        valid_name: What names of nodes look like.
    """

    def __init__(
        self,
        op_defs: Mapping[str, OpDef],
        input_map: InputMap,
        prefix: str,
        producer: int,
        limits: Limits,
        folder: bytes | None,
        valid_name: re.Pattern[str] = VALID_NAME,
    ) -> None:
        self._valid_name = valid_name
        self._op_defs = op_defs
        self._input_map = input_map
        self._prefix = prefix
        self._producer = producer
        self._folder = folder
        self._tensors_left = Room("tensors", limits.num_tensors)
        self._constants_left = Room("bytes of constants", limits.constants_nbytes)
        self._nodes: dict[str, NodeImport] = {}

    def read(self, protos: Sequence[Any]) -> dict[str, NodeImport]:
        """The nodes by name, in the message's order, with inputs that all exist.

        Raises:
            OpError: A node is ill-formed, or exceeds what is left of a limit; the message names it.
        """
        for proto in protos:
            with blaming(proto.name):
                self._add(proto)
        # Only now, as inputs may come behind their consumers.
        for node in self._nodes.values():
            with blaming(node.proto.name):
                self._resolve_inputs(node)
                self._resolve_colocation(node)
        return self._nodes

    def _add(self, proto: Any) -> None:
        if not self._valid_name.match(proto.name):
            raise errors.invalid_argument(f"Node {proto.name!r}: Node name contains invalid characters")
        if proto.name in self._nodes:
            raise errors.invalid_argument(f"Node {proto.name!r} is not unique")
        op_def = self._op_defs[proto.op]
        check_deprecation(op_def, self._producer)
        attrs: dict[str, Any] = {}
        for name, value in proto.attr.items():
            if name in op_def.attrs:
                check_wire_kind(op_def.attrs[name], value)
            attrs[name] = attr_from_proto(value, self._constants_left)
        # Whatever the message says there: a graph must not choose its folder itself.
        if self._folder is not None and may_be_in_folder(proto.op):
            attrs[FOLDER_ATTR] = self._folder
        node = NodeImport(proto, op_def, op_def.complete_attrs(attrs))
        # Before any operation is made: a list attribute of a few bytes can declare millions of outputs.
        self._tensors_left.take(sum(arg.length(node.attrs) for arg in op_def.outputs))
        if self._prefix and proto.op in ENTER:  # two imports of one loop are two loops
            node.attrs["frame_name"] = self._prefix.encode() + node.attrs["frame_name"]
        self._nodes[proto.name] = node

    def _resolve_inputs(self, node: NodeImport) -> None:
        control: dict[str, None] = {}  # in order, each once
        for text in node.proto.input:
            if text.startswith("^"):
                self._check_known(text, text[1:], self._input_map.operation(text[1:]))
                control[text[1:]] = None
                continue
            if control:  # a data input behind control inputs: TensorFlow's order is part of the format
                raise errors.invalid_argument("Control dependencies must come after regular dependencies")
            name, index = endpoint(text)
            self._check_known(text, name, self._input_map.tensor(name, index))
            node.data.append((name, index))
        node.control = list(control)

    def _check_known(self, text: str, name: str, mapped: Any) -> None:
        if mapped is None and name not in self._nodes:
            raise errors.invalid_argument(f"Unknown input node {text!r}")

    def _resolve_colocation(self, node: NodeImport) -> None:
        classes = node.attrs.get("_class")
        if not isinstance(classes, list):
            return
        for entry in classes:
            if isinstance(entry, bytes) and entry.startswith(LOCATED):
                target = entry[len(LOCATED) :].decode(errors="replace")
                if target not in self._nodes:
                    raise errors.invalid_argument(f"expects to be colocated with unknown node {target!r}")
                node.beside.append(target)


def in_order(imported: Mapping[str, NodeImport], input_map: InputMap) -> list[NodeImport]:
    """Nodes so that inputs come first, else in the message's order; a Merge does not wait for its back edge.

    Raises:
        InvalidArgumentError: There is a cycle without such an edge; the message names some of its nodes.
    """
    # Kahn's algorithm (CACM 5, 1962) with a heap in place of the queue: of all nodes that are ready the first one of
    # the message is next. A message whose nodes are in order already keeps that order, and ids do not depend on chance.
    nodes = list(imported.values())
    number = {name: i for i, name in enumerate(imported)}
    pending = [0] * len(nodes)
    consumers: list[list[int]] = [[] for _ in nodes]
    for i, node in enumerate(nodes):
        for producer in _producers(node, imported, input_map):
            consumers[number[producer]].append(i)
            pending[i] += 1
    ready = [i for i, count in enumerate(pending) if not count]
    order: list[NodeImport] = []
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


def _producers(node: NodeImport, imported: Mapping[str, NodeImport], input_map: InputMap) -> Iterable[str]:
    is_merge = node.proto.op in MERGE
    for name, index in node.data:
        if input_map.tensor(name, index) is None and not (is_merge and imported[name].proto.op in NEXT_ITERATION):
            yield name
    for name in node.control:
        if input_map.operation(name) is None:
            yield name
