"""Function inlining: calls give way to the body of what they call.

Only bodies that keep no state in their kernels (no random streams) are inlined, so that equal calls stay equal, and
only calls that do not lead back to the function itself.
"""

from __future__ import annotations

from aioflow.framework.control_flow import ENTER
from aioflow.framework.function import Function
from aioflow.framework.function_body import FunctionBody, instantiate
from aioflow.framework.graph import Graph
from aioflow.framework.op_def import OPS
from aioflow.framework.operation import CALL_STACK, Operation, Tensor
from aioflow.passes.prune import reachable
from aioflow.passes.rebuild import Rebuilt, rebuild

_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_MAX_ROUNDS = 50  # of calls within calls
_MAX_NODES = 100_000
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
    for _ in range(_MAX_ROUNDS):
        if not any(op.type in _CALLS for op in graph.get_operations()):
            break
        inlined = _inline_once(graph)
        if inlined.version == graph.version and _num_calls(inlined) == _num_calls(graph):
            break
        graph = inlined
        if graph.version > _MAX_NODES:
            break
    return graph


def _num_calls(graph: Graph) -> int:
    return sum(op.type in _CALLS for op in graph.get_operations())


def _inline_once(graph: Graph) -> Graph:
    ends: dict[Operation, Operation] = {}
    depended_on = {p for op in graph.get_operations() for p in (*(t.op for t in op.inputs), *op.control_inputs)}

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        body = _inlinable_body(op, graph)
        if body is None:
            return None
        outputs, ends[op] = _Inlining(op, body, new).run()
        if body.must_run or op not in depended_on:
            new.keep(ends[op])
        return outputs

    return rebuild(graph, replace, lambda op, new: ends[op], replaces_ends=True)


def _inlinable_body(op: Operation, graph: Graph) -> FunctionBody | None:
    if op.type not in _CALLS:
        return None
    function = graph.functions.get(op.attrs["f"].name)
    if function is None or _refuses(function) or op.attrs.get("_noinline") or _is_recursive(function.name, graph):
        return None
    body = instantiate(function, op.attrs["f"].attrs, graph.functions)
    ops = body.graph.get_operations()
    return body if all(not o.op_def.is_stateful or o.type in _STATELESS_KERNELS for o in ops) else None


def _refuses(function: Function) -> bool:
    attrs = function.body.attr
    return any(name in attrs and attrs[name].b for name in ("_noinline", "_XlaMustCompile"))


def _is_recursive(name: str, graph: Graph) -> bool:
    """Whether a chain of calls (by any op with a function attribute) leads from the function to itself."""
    seen: set[str] = set()
    stack = [name]
    while stack:
        function = graph.functions.get(stack.pop())
        for node in function.body.node_def if function is not None else ():
            called = {node.op, *(attr.func.name for attr in node.attr.values() if attr.HasField("func"))}
            called.update(f.name for attr in node.attr.values() for f in attr.list.func)
            if name in called:
                return True
            new = {callee for callee in called if callee in graph.functions} - seen
            seen |= new
            stack.extend(new)
    return False


class _Inlining:
    """One call while its body is being added.

    Every body node without an input of its own waits for the call's inputs and control inputs, and dies with them. An
    end node stands for the whole call where others wait for it.
    """

    def __init__(self, call: Operation, body: FunctionBody, new: Rebuilt) -> None:
        self.call = call
        self.body = body
        self.new = new
        self.prefix = call.name + "/"
        self.copies: dict[Operation, Operation] = {}
        self.replaced: dict[Tensor, Tensor] = {}

    def run(self) -> tuple[list[Tensor], Operation]:
        """Adds the body; returns the tensors in place of the call's outputs, and its end."""
        start = self._node("NoOp", "input_control", [], [self.new.control(c) for c in self.call.control_inputs])
        arguments = [self._argument(tensor, index, start) for index, tensor in enumerate(self.call.inputs)]
        ops = self._needed()
        for op in ops:
            if op.type == "_Arg":
                self.replaced[op.outputs[0]] = arguments[op.attrs["index"]]
                self.copies[op] = arguments[op.attrs["index"]].op
            elif op.type != "_Retval":
                self.copies[op] = self._copy(op)
        gate = [start, *(argument.op for argument in arguments)]
        for op, copy in self.copies.items():
            if op.type != "_Arg":
                copy.inputs = [self._inlined(tensor) for tensor in op.inputs]
                copy.control_inputs = (
                    [self.copies[c] for c in op.control_inputs] if op.inputs or op.control_inputs else list(gate)
                )
        return self._results(ops, start)

    def _inlined(self, tensor: Tensor) -> Tensor:
        """The new tensor for one of the body."""
        found = self.replaced.get(tensor)
        return self.copies[tensor.op].outputs[tensor.value_index] if found is None else found

    def _needed(self) -> list[Operation]:
        ops = self.body.graph.get_operations()
        needed = reachable([op for op in ops if op.type == "_Retval"], self.body.must_run)
        return [op for op in ops if op in needed or op.type == "_Arg"]

    def _argument(self, tensor: Tensor, index: int, start: Operation) -> Tensor:
        identity = self._node("Identity", f"arg_{index}", [self.new.tensor(tensor)], [start])
        identity.attrs["T"] = tensor.dtype.base_dtype
        return identity.outputs[0]

    def _copy(self, op: Operation) -> Operation:
        attrs = {**op.attrs, CALL_STACK: [*self.call.attrs.get(CALL_STACK, []), self.call.name.encode()]}
        if op.type in ENTER:
            attrs["frame_name"] = self.prefix.encode() + attrs["frame_name"]
        name = self.new.graph.unique_name(self.prefix + op.name)
        return self.new.graph.add_node(name, op.op_def, attrs, (), self.call.created_at, op.device or self.call.device)

    def _results(self, ops: list[Operation], start: Operation) -> tuple[list[Tensor], Operation]:
        results = {op.attrs["index"]: self._inlined(op.inputs[0]) for op in ops if op.type == "_Retval"}
        outputs = [results[index] for index in range(len(results))]
        waits = [self.copies[op] for op in self.body.must_run if op in self.copies]
        end = self._node("NoOp", "output_control", [], list(dict.fromkeys([start, *waits, *(t.op for t in outputs)])))
        return outputs, end

    def _node(self, op_type: str, name: str, inputs: list[Tensor], controls: list[Operation]) -> Operation:
        graph = self.new.graph
        attrs = OPS[op_type].complete_attrs({"T": inputs[0].dtype.base_dtype} if inputs else {})
        node = graph.add_node(
            graph.unique_name(self.prefix + name), OPS[op_type], attrs, inputs, self.call.created_at, self.call.device
        )
        node.control_inputs = list(dict.fromkeys(controls))
        return node
