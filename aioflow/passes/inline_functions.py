"""Function inlining: calls give way to the body of what they call.

Only bodies that keep no state in their kernels (no random streams) are inlined, so that equal calls stay equal, and
only calls that do not lead back to the function itself.
"""

from __future__ import annotations

from typing import Any

from aioflow.framework import OPS, FunctionName, resource
from aioflow.framework.graph import CALL_STACK, Function, Graph, Operation, Tensor
from aioflow.framework.graph.control_flow import ENTER, ROOT, SWITCH, find_frames
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.wanted import check_wanted
from aioflow.passes.prune_body import prune_body
from aioflow.passes.rebuild import Rebuilt, rebuild

_BRANCHES = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})
_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
# Calls that are left when either is reached are made as calls: so functions that call each other often cannot make a
# graph of exponential size.
_MAX_ROUNDS = 50  # of calls within calls
_MAX_NODES = 100_000
# Beyond twice what the library's functions have together: as many as one compiles in some seconds.
_MAX_COPIED_NODES = 20_000
# Stateful ops whose state lives in a resource, or nowhere, and not in the kernel.
_STATELESS_KERNELS = frozenset(
    {
        "ReadVariableOp", "AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp", "VarIsInitializedOp",
        "VariableShape", "ResourceGather", "ResourceGatherNd", "Assert", "StatefulPartitionedCall", "If", "While",
        "Case", "_Arg", "_Retval",
    }
)  # fmt: skip


def inline_functions(graph: Graph) -> Graph:
    """A graph in which calls of plain functions are replaced by their bodies, calls within these included."""
    candidates = _Candidates(graph)
    for _ in range(_MAX_ROUNDS):
        if not any(op.type in _CALLS for op in graph.get_operations()):
            break
        inlined = _inline_once(graph, candidates)
        # Nothing was inlined: the calls that are left refuse.
        if inlined.version == graph.version and _num_calls(inlined) == _num_calls(graph):
            break
        graph = inlined
    return graph


def _num_calls(graph: Graph) -> int:
    return sum(op.type in _CALLS for op in graph.get_operations())


def _inline_once(graph: Graph, candidates: _Candidates) -> Graph:
    ends: dict[Operation, Operation] = {}
    depended_on = {p for op in graph.get_operations() for p in (*(t.op for t in op.inputs), *op.control_inputs)}

    num_nodes = graph.version  # of the old graph, most of which are still to be copied, and of the bodies

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        nonlocal num_nodes
        body = candidates.body(op, num_nodes) if op.type in _CALLS else None
        if body is None:
            return None
        num_nodes += body.graph.version
        outputs, ends[op] = _Inlining(op, body, new).run()
        if body.must_run or op not in depended_on:
            new.keep(ends[op])
        return outputs

    return rebuild(graph, replace, lambda op, new: ends[op], replaces_ends=True)


class _Candidates:
    """The functions of a library that may be inlined."""

    def __init__(self, graph: Graph) -> None:
        self._functions = graph.functions
        # Relative to the library, so that a large model gets what it needs, and a small one can make no large graph.
        num_nodes = graph.version + sum(len(function.body.node_def) for function in graph.functions.values())
        self._max_nodes = min(_MAX_NODES, 2 * num_nodes + _MAX_COPIED_NODES)
        self._bodies: dict[FunctionName, FunctionBody | None] = {}
        self._called: dict[str, frozenset[str]] = {}
        self._recursive: dict[str, bool] = {}

    def body(self, op: Operation, num_nodes: int) -> FunctionBody | None:
        """The body of the function that `op` calls; None where that stays a call.

        Args:
            op: A call.
            num_nodes: How many nodes there are already.
        """
        name: FunctionName = op.attrs["f"]
        if op.attrs.get("_noinline"):
            return None
        if name not in self._bodies:
            self._bodies[name] = self._inlinable_body(name)
        body = self._bodies[name]
        if body is None or num_nodes + body.graph.version > self._max_nodes:
            return None
        return body if _fits(op, body.graph.get_operations()) else None

    def _inlinable_body(self, name: FunctionName) -> FunctionBody | None:
        function = self._functions.get(name.name)
        # A missing function, or one that does not fit, is an error of the run, and only if it comes to the call.
        if function is None or _refuses(function) or self._is_recursive(function.name):
            return None
        body = instantiate(function, name.attrs, self._functions)
        ops = body.graph.get_operations()
        keeps_no_state = all(not o.op_def.is_stateful or o.type in _STATELESS_KERNELS for o in ops)
        return prune_body(body) if keeps_no_state and not _has_effects_in_loops(body) else None

    def _is_recursive(self, name: str) -> bool:
        """Whether a chain of calls (by any op with a function attribute) leads from the function to itself."""
        found = self._recursive.get(name)
        if found is None:
            found = self._recursive[name] = self._leads_to_itself(name)
        return found

    def _leads_to_itself(self, name: str) -> bool:
        seen: set[str] = set()
        stack = [name]
        while stack:
            check_wanted()
            called = self._calls(stack.pop())
            if name in called:
                return True
            new = called - seen
            seen |= new
            stack.extend(new)
        return False

    def _calls(self, name: str) -> frozenset[str]:
        """The functions that a function names."""
        if name not in self._called:
            called: set[str] = set()
            for node in self._functions[name].body.node_def:
                called.add(node.op)
                called.update(attr.func.name for attr in node.attr.values() if attr.HasField("func"))
                called.update(f.name for attr in node.attr.values() for f in attr.list.func)
            self._called[name] = frozenset(called & self._functions.keys())
        return self._called[name]


def _fits(call: Operation, ops: list[Operation]) -> bool:
    """Whether a call has the arguments and results of the body that it calls; if not, it fails when it runs."""
    arguments = [op.attrs["T"] for op in ops if op.type == "_Arg"]
    results = [op.attrs["T"] for op in ops if op.type == "_Retval"]
    return (arguments, results) == (call.attrs["Tin"], call.attrs["Tout"])


def _has_effects_in_loops(body: FunctionBody) -> bool:
    """Whether something runs for its effect within a loop, where nothing outside can wait for it."""
    frames = find_frames(body.graph.get_operations()) if body.must_run else {}
    return any(frames.get(op, ROOT) is not ROOT for op in body.must_run)


def _refuses(function: Function) -> bool:
    attrs = function.body.attr
    return any(name in attrs and attrs[name].b for name in ("_noinline", "_XlaMustCompile"))


class _Inlining:
    """One call while its body is being added.

    A call runs when all its inputs are there and none is dead. So one entry node takes them all; what the body reads,
    and what waits for nothing in the body, comes behind it. An end node stands for the whole call where others wait for
    it: it comes behind everything that the body does, and is dead only if the call is.
    """

    def __init__(self, call: Operation, body: FunctionBody, new: Rebuilt) -> None:
        self.call = call
        self.body = body
        self.new = new
        self.prefix = call.name + "/"
        #: Nodes of the body -> their copies; all arguments -> the entry.
        self.copies: dict[Operation, Operation] = {}
        #: The arguments as tensors of the new graph.
        self.replaced: dict[Tensor, Tensor] = {}

    def run(self) -> tuple[list[Tensor], Operation]:
        """Adds the body; returns the tensors in place of the call's outputs, and its end."""
        entry = self._entry()
        ops = self.body.graph.get_operations()
        for op in ops:
            if op.type == "_Arg":
                self.copies[op] = entry
                self.replaced[op.outputs[0]] = entry.outputs[op.attrs["index"]]
            elif op.type != "_Retval":
                self.copies[op] = self._copy(op)
        for op, copy in self.copies.items():
            if copy is not entry:
                copy.inputs = [self._inlined(tensor) for tensor in op.inputs]
                # What waits for nothing would run even if the call is dead, or before what the call waits for.
                controls = [self.copies[control] for control in op.control_inputs]
                copy.control_inputs = controls if op.inputs or controls else [entry]
        results = {op.attrs["index"]: self._inlined(op.inputs[0]) for op in ops if op.type == "_Retval"}
        outputs = [results[index] for index in range(len(results))]
        return outputs, self._end(entry, outputs)

    def _entry(self) -> Operation:
        arguments = [self.new.tensor(tensor) for tensor in self.call.inputs]
        controls = [self.new.control(control) for control in self.call.control_inputs]
        if not arguments:
            return self._node("NoOp", "input_control", [], controls)
        return self._node("IdentityN", "arguments", arguments, controls, T=[t.dtype.base_dtype for t in arguments])

    def _inlined(self, tensor: Tensor) -> Tensor:
        """The new tensor for one of the body."""
        found = self.replaced.get(tensor)
        return self.copies[tensor.op].outputs[tensor.value_index] if found is None else found

    def _copy(self, op: Operation) -> Operation:
        check_wanted()
        attrs = {**op.attrs, CALL_STACK: [*self.call.attrs.get(CALL_STACK, []), self.call.name.encode()]}
        if op.type in ENTER:  # or loops of two calls of one function would be one frame
            attrs["frame_name"] = self.prefix.encode() + attrs["frame_name"]
        if "_class" in attrs:
            attrs["_class"] = [self._prefixed(group) for group in attrs["_class"]]
        name = self.new.graph.unique_name(self.prefix + op.name)
        # What refers to state goes where that is, as it does in a call.
        device = op.device or ("" if _refers_to_state(op) else self.call.device)
        copy = self.new.graph.add_node(name, op.op_def, attrs, (), self.call.created_at, device)
        for tensor, original in zip(copy.outputs, op.outputs, strict=True):
            tensor._shape = original._shape
        return copy

    def _prefixed(self, group: bytes) -> bytes:
        """A colocation group of the body: it names a node there."""
        return b"loc:@" + self.prefix.encode() + group[len(b"loc:@") :] if group.startswith(b"loc:@") else group

    def _end(self, entry: Operation, outputs: list[Tensor]) -> Operation:
        done = [self.copies[op] for op in self.body.must_run if op in self.copies] + [tensor.op for tensor in outputs]
        if any(op.type in SWITCH or "f" in op.attrs or op.type in _BRANCHES for op in self.copies):
            # Some of that may be dead although the call is not.
            done = [self._node("ControlTrigger", "done", [], done)]
        return self._node("NoOp", "output_control", [], [entry, *done])

    def _node(
        self, op_type: str, name: str, inputs: list[Tensor], controls: list[Operation], **attrs: Any
    ) -> Operation:
        graph, op_def = self.new.graph, OPS[op_type]
        name = graph.unique_name(self.prefix + name)
        complete = op_def.complete_attrs(attrs)
        node = graph.add_node(name, op_def, complete, inputs, self.call.created_at, self.call.device)
        node.control_inputs = list(dict.fromkeys(controls))
        return node


def _refers_to_state(op: Operation) -> bool:
    return any(tensor.dtype is resource or tensor.dtype.is_ref for tensor in (*op.inputs, *op.outputs))
