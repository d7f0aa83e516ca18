"""Importing a GraphDef into a graph, with TensorFlow's checks.

The message goes one way: it is parsed (`graph_messages`), checked as a whole (`import_checks`), its library and nodes
are read (`import_checks`, `import_nodes`), operations are made of them, and the graph adopts these, all or none.
"""
from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aioflow import errors
from aioflow.framework import DEFAULT_LIMITS, Limits, TensorShape
from aioflow.framework.blaming import blaming
from aioflow.framework.devices.device_spec import merge_device_names
from aioflow.framework.graph import (
    Function,
    Graph,
    Operation,
    Tensor,
    check_input_types,
    current_scope,
    get_default_graph,
)
from aioflow.framework.graph.scopes import VALID_NAME
from aioflow.framework.importing.graph_messages import as_message
from aioflow.framework.importing.import_checks import check_graph_def, library_of, op_defs_of
from aioflow.framework.importing.import_inputs import InputMap, returned_element
from aioflow.framework.importing.import_nodes import LOCATED, NodeImport, NodeReader, in_order

_INTERNAL_NAME = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.\\/>-]*\Z")
# The CPU time that an import may spend on shapes, beyond that of honest graphs by a factor of five.
_INFERENCE_S = 0.5
_INFERENCE_S_PER_NODE = 5e-5


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
    return _import(graph_def, input_map, return_elements, name, trust, limits, folder, is_part=False)


def import_part(graph_def: Any, trust: str, limits: Limits | None) -> None:
    """Adds a part of a graph that was cut for several devices to the default graph.

    As `import_graph_def` with the name "", but names of nodes may begin with "_", as those of transfers do. Shapes that
    a rule wants to know, and that the cut has hidden behind a transfer, were there when the whole graph was made.
    """
    _import(graph_def, None, None, "", trust, limits, None, is_part=True)


def _import(
    graph_def: Any, input_map: Mapping[str, Any] | None, return_elements: Sequence[str] | None, name: str | None,
    trust: str, limits: Limits | None, folder: str | os.PathLike[str] | None, is_part: bool,
) -> list[Tensor | Operation] | None:  # fmt: skip
    limits = limits or DEFAULT_LIMITS
    message = as_message(graph_def, limits)
    graph = get_default_graph()
    # Taken before anything is checked: an import that fails uses its name up.
    prefix = "" if name == "" else graph.unique_name(name or "import") + "/"
    if trust not in ("untrusted", "full"):
        raise ValueError(f'trust must be "untrusted" or "full", not {trust!r}')
    is_trusted = trust == "full"
    try:
        check_graph_def(message, limits, is_trusted, folder is not None)
        bound_to = None if is_trusted or folder is None else os.fsencode(os.path.realpath(folder))
        wishes = InputMap(graph, input_map or {})
        functions = library_of(message, graph, bound_to)
        op_defs = op_defs_of(message, graph, functions)
        valid_name = _INTERNAL_NAME if is_part else VALID_NAME
        reader = NodeReader(op_defs, wishes, prefix, message.versions.producer, limits, bound_to, valid_name)
        made = _Creation(graph, reader.read(message.node), prefix, wishes, is_part)
        found = made.adopt(return_elements, message.versions.producer)
        _adopt_library(graph, functions, message)
        made.enter_control_flow()
        return found
    except errors.InvalidArgumentError as error:
        raise ValueError(error.message) from error
    except RecursionError:
        raise ValueError("the graph_def is nested too deeply") from None


def _adopt_library(graph: Graph, functions: Mapping[str, Function], message: Any) -> None:
    for function in functions.values():
        graph.add_function(function)
    for gradient in message.library.gradient:
        graph.gradient_functions[gradient.function_name] = gradient.gradient_func
    versions = message.versions
    graph.adopt_versions(versions.producer, versions.min_consumer, versions.bad_consumers)


class _Creation:
    """Makes the operations. They are complete before the graph takes any, so that a failed import changes nothing.

    Args:
        graph: The graph that is imported into.
        nodes: What is imported, by name in the message.
        prefix: What new names begin with.
        input_map: The user's wishes about inputs.
        is_part: Whether nodes whose shapes no rule can tell are taken as they are.
    """

    def __init__(
        self, graph: Graph, nodes: Mapping[str, NodeImport], prefix: str, input_map: InputMap, is_part: bool
    ) -> None:
        self.graph = graph
        self.nodes = nodes
        self.prefix = prefix
        self.input_map = input_map
        self.is_part = is_part
        self.made: dict[str, Operation] = {}  # by name in the message

    def adopt(self, return_elements: Sequence[str] | None, producer: int) -> list[Tensor | Operation] | None:
        """Makes all operations and gives them to the graph; returns the wanted elements."""
        order = in_order(self.nodes, self.input_map)
        # From the choice of names to the adoption: another thread that adds nodes could take a name in between.
        with self.graph._lock:
            self._choose_names()
            self._create(order)
            self.input_map.check_used(self.made)
            wanted = return_elements
            found = None if wanted is None else [returned_element(w, self.made, self.input_map) for w in wanted]
            self._infer_shapes(order, producer)
            self._apply_scopes()
            self.graph.adopt(list(self.made.values()))
        return found

    def _infer_shapes(self, order: Iterable[NodeImport], producer: int) -> None:
        # Rules look at the graph's versions, which are joined only when nothing can fail any more.
        before = self.graph.producer
        self.graph.producer = min(before, producer)
        # A rule may compute with values that the message holds, 30 nodes deep (0.24 ms a node), where an honest node
        # takes 0.01 ms. What is left when the time is over is inferred when somebody asks for it.
        until = time.thread_time() + _INFERENCE_S + _INFERENCE_S_PER_NODE * len(self.made)
        try:
            for node in order:
                if time.thread_time() > until:
                    break
                self._infer_shapes_of(self.made[node.proto.name])
        finally:
            self.graph.producer = before

    def _infer_shapes_of(self, op: Operation) -> None:
        try:
            self.graph.infer_shapes(op)
        except ValueError:
            if not self.is_part:
                raise
            for tensor in op.outputs:
                tensor._shape = TensorShape(None)

    def enter_control_flow(self) -> None:
        """Tells the cond or while that is being built of the new nodes."""
        control_flow = current_scope(self.graph).control_flow
        if control_flow is not None:
            control_flow.add_ops(list(self.made.values()))

    def _choose_names(self) -> None:
        for name, node in self.nodes.items():
            node.new_name = self.prefix + name
        # New names must differ from those of the graph and from each other: "a" that becomes "a_1" may meet an "a_1" of
        # the message, which keeps its name as it was not taken.
        used = {node.new_name for node in self.nodes.values()}
        for node in [node for node in self.nodes.values() if self.graph.find_operation(node.new_name)]:
            number = 1
            while (name := f"{self.prefix}{node.proto.name}_{number}") in used or self.graph.find_operation(name):
                number += 1
            node.new_name = name
            used.add(name)

    def _create(self, order: Iterable[NodeImport]) -> None:
        back_edges: list[tuple[NodeImport, int]] = []
        for node in order:
            with blaming(node.proto.name):
                self._create_node(node, back_edges)
        # Back edges come last: the Merge had to exist before what its NextIteration depends on. Only with them are the
        # inputs complete, so dtypes are checked behind them.
        for node, index in back_edges:
            with blaming(node.proto.name):
                self.made[node.proto.name].inputs[index] = self._tensor(*node.data[index])
        for node in self.nodes.values():
            with blaming(node.proto.name):
                check_input_types(node.op_def, node.attrs, self.made[node.proto.name].inputs)

    def _create_node(self, node: NodeImport, back_edges: list[tuple[NodeImport, int]]) -> None:
        inputs: list[Any] = []
        for index, (name, output) in enumerate(node.data):
            if name in self.made or self.input_map.tensor(name, output) is not None:
                inputs.append(self._tensor(name, output))
            else:
                back_edges.append((node, index))
                inputs.append(None)
        # A note of the exporter, not an attribute of the op: inference joins it with what it finds.
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
        if isinstance(entry, bytes) and entry.startswith(LOCATED):
            return LOCATED + self.nodes[entry[len(LOCATED) :].decode(errors="replace")].new_name.encode()
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
