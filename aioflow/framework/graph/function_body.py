"""Instantiation: a function of the library, with its attributes fixed, as a graph of its own."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aioflow import errors
from aioflow.framework import DEFAULT_LIMITS, OPS, ArgDef, FunctionName, OpDef, Room
from aioflow.framework.blaming import blaming
from aioflow.framework.graph.attr_protos import PlaceholderAttr, attr_from_proto
from aioflow.framework.graph.cycles import check_no_cycle
from aioflow.framework.graph.function import Function
from aioflow.framework.graph.graph import Graph, check_input_types
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.resources.tensor_types import check_constant
from aioflow.framework.wanted import check_wanted

_MAX_NAMES = 10_000  # of functions in one attribute, each as often as it is written out


@dataclass(frozen=True, slots=True)
class FunctionBody:
    """An instantiated function.

    Attributes:
        graph: The body, with `_Arg` and `_Retval` nodes numbered in order.
        num_results: How many `_Retval` nodes there are.
        must_run: Nodes that run for their effect: stateful ops and control returns.
        control_returns: The nodes for which the function itself says so.
    """

    graph: Graph
    num_results: int
    must_run: tuple[Operation, ...]
    control_returns: tuple[Operation, ...] = ()


def instantiate(function: Function, attrs: Mapping[str, Any], functions: Mapping[str, Function]) -> FunctionBody:
    """The body of `function` for a call with the attributes `attrs`.

    Args:
        function: The function.
        attrs: The call's attributes; those that the signature declares take the place of placeholders in the body.
        functions: The library that the body may call.

    Raises:
        InvalidArgumentError: The body is ill-formed; the message names function and node.
    """
    try:
        return _Instantiation(function, attrs, functions).run()
    except errors.OpError as error:
        error.message += f" (in function {function.name!r})"
        raise
    except ValueError as error:
        raise errors.invalid_argument(f"{error} (in function {function.name!r})") from error


class _Instantiation:
    def __init__(self, function: Function, attrs: Mapping[str, Any], functions: Mapping[str, Function]) -> None:
        self.function = function
        self.attrs = function.signature.complete_attrs(attrs)
        self.graph = Graph()
        self.graph.functions = dict(functions)
        # Each instantiation has bounds of its own. A library of a few kilobytes can call itself down a tree of calls;
        # how deep is the caller's to bound (`MAX_CALL_DEPTH`).
        self.tensors_left = Room("tensors", DEFAULT_LIMITS.num_tensors)
        self.constants_left = Room("bytes of constants", DEFAULT_LIMITS.constants_nbytes)
        self.values: dict[str, list[Tensor]] = {}  # "arg" and "node:output" -> tensors
        self.nodes: dict[str, Operation] = {}

    def run(self) -> FunctionBody:
        self._add_args()
        settled = []  # before any node is made, so that a body that is too large costs nothing
        for proto in self.function.body.node_def:
            with blaming(proto.name):
                settled.append((proto, *self._settled(proto)))
        for proto, op_def, attrs in settled:
            with blaming(proto.name):
                self._add_node(proto, op_def, attrs)
        # Connected when all are made: in a function's body nodes come in any order.
        for proto in self.function.body.node_def:
            with blaming(proto.name):
                self._connect(self.nodes[proto.name], proto)
        # Needed or not, as in TensorFlow: whoever walks over a body may then rely on it.
        check_no_cycle(self.graph)
        num_results = self._add_retvals()
        control_returns = [self._node(name) for name in self.function.body.control_ret.values()]
        # As in TensorFlow: a stateful node runs whether a result needs it or not, others only if one does.
        stateful = [op for op in self.nodes.values() if op.op_def.is_stateful]
        must_run = tuple(dict.fromkeys([*control_returns, *stateful]))
        return FunctionBody(self.graph, num_results, must_run, tuple(dict.fromkeys(control_returns)))

    def _add_args(self) -> None:
        index = 0
        for arg in self.function.signature.inputs:
            tensors = self.values[arg.name] = []
            for dtype in arg.expand(self.attrs):
                attrs = OPS["_Arg"].complete_attrs({"T": dtype, "index": index})
                name = arg.name if not arg.is_list else f"{arg.name}_{len(tensors)}"
                tensors.append(self.graph.add_node(name, OPS["_Arg"], attrs, ()).outputs[0])
                index += 1

    def _settled(self, proto: Any) -> tuple[OpDef, dict[str, Any]]:
        """The op of a node and its attributes, as they are for this call."""
        check_wanted()
        op_def = self.graph.op_def(proto.op)
        given = {name: attr_from_proto(value, self.constants_left) for name, value in proto.attr.items()}
        attrs = op_def.complete_attrs({name: self._substituted(value) for name, value in given.items()})
        check_constant(proto.op, attrs)
        self.tensors_left.take(sum(arg.length(attrs) for arg in op_def.outputs))
        return op_def, attrs

    def _add_node(self, proto: Any, op_def: OpDef, attrs: dict[str, Any]) -> None:
        if proto.name in self.nodes or proto.name in self.values:
            raise errors.invalid_argument(f"node name {proto.name!r} is not unique")
        op = self.graph.add_node(proto.name, op_def, attrs, (), "", proto.device)
        self.nodes[proto.name] = op
        for arg, tensors in _outputs_by_arg(op_def, op):
            self.values[f"{proto.name}:{arg.name}"] = tensors

    def _substituted(self, value: Any) -> Any:
        if isinstance(value, PlaceholderAttr):
            if value not in self.attrs:
                raise errors.invalid_argument(f"attribute placeholder ${value} has no value")
            return self.attrs[value]
        if isinstance(value, FunctionName):
            name = FunctionName(value.name, {name: self._substituted(v) for name, v in value.attrs.items()})
            # Each call may put what it was given into what it gives several times over: from call to call it doubles.
            if name.num_names > _MAX_NAMES:
                raise errors.invalid_argument(f"the attributes of {value.name!r} name more than {_MAX_NAMES} functions")
            return name
        return [self._substituted(v) for v in value] if isinstance(value, list) else value

    def _connect(self, op: Operation, proto: Any) -> None:
        data = [text for text in proto.input if not text.startswith("^")]
        op.inputs = [tensor for text in data for tensor in self._tensors(text, op.name)]
        op.control_inputs = [self._node(text[1:]) for text in dict.fromkeys(proto.input) if text.startswith("^")]
        check_input_types(op.op_def, op.attrs, op.inputs)

    def _tensors(self, text: str, consumer: str) -> list[Tensor]:
        """The tensors that an input means: an argument, "node:output" (all of a list), or "node:output:index"."""
        if text in self.values:
            return self.values[text]
        name, _, index = text.rpartition(":")
        tensors = self.values.get(name)
        is_index = index.isascii() and index.isdigit() and len(index) < 10
        if tensors is None or not is_index or int(index) >= len(tensors):
            raise errors.invalid_argument(f"input {text!r} of {consumer!r} names nothing in the body")
        return [tensors[int(index)]]

    def _node(self, name: str) -> Operation:
        if name in self.nodes:
            return self.nodes[name]
        if self.values.get(name):
            return self.values[name][0].op
        raise errors.invalid_argument(f"{name!r} names no node of the body")

    def _add_retvals(self) -> int:
        index = 0
        for arg in self.function.signature.outputs:
            if arg.name not in self.function.body.ret:
                raise errors.invalid_argument(f"output {arg.name!r} has no entry in ret")
            if arg.is_ref:
                raise errors.unimplemented(f"output {arg.name!r} is a reference, which functions do not give")
            tensors = self._tensors(self.function.body.ret[arg.name], arg.name)
            types = [tensor.dtype.base_dtype for tensor in tensors]
            if types != [dtype.base_dtype for dtype in arg.expand(self.attrs)]:
                names = ", ".join(dtype.name for dtype in types)
                raise errors.invalid_argument(f"output {arg.name!r} is not declared as what ret gives it: {names}")
            for tensor in tensors:
                attrs = OPS["_Retval"].complete_attrs({"T": tensor.dtype.base_dtype, "index": index})
                name = self.graph.unique_name(f"{arg.name}_RetVal".lstrip("_"))
                self.graph.add_node(name, OPS["_Retval"], attrs, [tensor])
                index += 1
        return index


def _outputs_by_arg(op_def: OpDef, op: Operation) -> list[tuple[ArgDef, list[Tensor]]]:
    groups: list[tuple[ArgDef, list[Tensor]]] = []
    start = 0
    for arg in op_def.outputs:
        end = start + len(arg.expand(op.attrs))
        groups.append((arg, list(op.outputs[start:end])))
        start = end
    return groups
