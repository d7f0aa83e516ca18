"""Function inlining: calls give way to the body of what they call.

Only bodies that keep no state in their kernels (no random streams) are inlined, so that equal calls stay equal, and
only calls that do not lead back to the function itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from aioflow.framework import OPS, DType, FunctionKey, FunctionName, resource
from aioflow.framework.devices.device_spec import merge_device_names
from aioflow.framework.graph import CALL_STACK, Function, Graph, Operation, Tensor
from aioflow.framework.graph.control_flow import ENTER, ROOT, SWITCH, find_frames
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.wanted import check_wanted
from aioflow.passes.place import ENTRY
from aioflow.passes.prune_body import prune_body
from aioflow.passes.rebuild import Rebuilt, rebuild
from aioflow.passes.uneven_loops import has_uneven_loops

_BRANCHES = frozenset({"If", "StatelessIf", "Case", "StatelessCase"})
_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
# Calls that are left when either is reached are made as calls: so functions that call each other often cannot make a
# graph of exponential size.
_MAX_LEVELS = 50  # of calls within calls
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


class _Inlined(NamedTuple):
    """A call that gives way to a body.

    Attributes:
        body: The body.
        inner: The calls in the body that give way as well.
    """

    body: FunctionBody
    inner: dict[Operation, _Inlined]


def inline_functions(graph: Graph) -> Graph:
    """A graph in which calls of plain functions are replaced by their bodies, calls within these included."""
    candidates = _Candidates(graph)
    plan = _plan(graph, candidates)
    if not plan:
        candidates.dismantle()
        return graph
    ends: dict[Operation, Operation] = {}
    depended_on = {p for op in graph.get_operations() for p in (*(t.op for t in op.inputs), *op.control_inputs)}

    def replace(op: Operation, new: Rebuilt) -> list[Tensor] | None:
        if op not in plan:
            return None
        site = _Site(op.name, op.device, op.created_at, op.attrs.get(CALL_STACK, []))
        inlining = _Inlining(plan[op], site, new)
        inlining.connect([new.tensor(tensor) for tensor in op.inputs], [new.control(c) for c in op.control_inputs])
        ends[op] = inlining.end
        if op not in depended_on:
            new.keep(inlining.end)
        return inlining.outputs

    rebuilt = rebuild(graph, replace, lambda op, new: ends[op], replaces_ends=True)
    candidates.dismantle()
    return rebuilt


def _plan(graph: Graph, candidates: _Candidates) -> dict[Operation, _Inlined]:
    """The calls that give way. Level by level, so that all have their first ones before some have all of theirs."""
    plan: dict[Operation, _Inlined] = {}
    level = [(op, plan) for op in graph.get_operations() if op.type in _CALLS and not op.attrs.get("_noinline")]
    if not level:
        return plan
    num_nodes = graph.version
    for _ in range(_MAX_LEVELS):
        calls, level = level, []
        for op, plan_of_level in calls:
            check_wanted()
            body = candidates.body(op, num_nodes)
            if body is not None:
                num_nodes += body.graph.version
                inner: dict[Operation, _Inlined] = {}
                plan_of_level[op] = _Inlined(body, inner)
                level += [(call, inner) for call in body.graph.get_operations() if call.type in _CALLS]
    return plan


class _Candidates:
    """The functions of a library that may be inlined."""

    def __init__(self, graph: Graph) -> None:
        self._functions = graph.functions
        # Relative to the library, so that a large model gets what it needs, and a small one can make no large graph.
        num_nodes = graph.version + sum(len(function.body.node_def) for function in graph.functions.values())
        self._max_nodes = min(_MAX_NODES, 2 * num_nodes + _MAX_COPIED_NODES)
        self._bodies: dict[FunctionKey, FunctionBody | None] = {}
        #: Function -> whether it leads to itself, for those that were asked for and all that they call.
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
        if name.key not in self._bodies:
            self._bodies[name.key] = self._inlinable_body(name)
        body = self._bodies[name.key]
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
        stays = not keeps_no_state or _has_effects_in_loops(body) or has_uneven_loops(ops)
        pruned = None if stays else prune_body(body)
        body.graph.dismantle()
        return pruned

    def dismantle(self) -> None:
        """Takes the bodies apart, once all calls have given way to copies of them."""
        for body in self._bodies.values():
            if body is not None:
                body.graph.dismantle()

    def _is_recursive(self, name: str) -> bool:
        """Whether a function leads to itself by calls (by any op with a function attribute), or is between two."""
        if name not in self._recursive:
            called = self._called_from(name)
            recursive = _on_cycles(called)
            self._recursive.update((n, n in recursive) for n in called)
        return self._recursive[name]

    def _called_from(self, name: str) -> dict[str, list[str]]:
        """For a function, and all that it leads to: which functions they call."""
        called: dict[str, list[str]] = {}
        stack = [name]
        while stack:
            check_wanted()
            caller = stack.pop()
            if caller not in called:
                called[caller] = [n for n in self._functions[caller].named if n in self._functions]
                stack += called[caller]
        return called


def _on_cycles(called: Mapping[str, Sequence[str]]) -> set[str]:
    """The nodes of a graph, given as those behind each one, that are on a cycle, or on a way from one to another."""
    before: dict[str, list[str]] = {name: [] for name in called}
    for name, names in called.items():
        for following in names:
            before[following].append(name)
    # What leads to nothing that is left is on no cycle, nor is that to which nothing leads.
    left = set(called)
    for ahead, back in ((called, before), (before, called)):
        counts = {name: sum(n in left for n in ahead[name]) for name in left}
        ends = [name for name, count in counts.items() if not count]
        while ends:
            end = ends.pop()
            left.remove(end)
            for name in back[end]:
                if name in left:
                    counts[name] -= 1
                    if not counts[name]:
                        ends.append(name)
    return left


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


class _Site(NamedTuple):
    """The place of a call: its name, its device, where it was made, and the calls around it."""

    name: str
    device: str
    created_at: str
    call_stack: list[bytes]


class _Inlining:
    """One call whose body is added.

    A call runs when all its inputs are there and none is dead. So one entry node takes them all; what the body reads,
    and what waits for nothing in the body, comes behind it. An end node stands for the whole call where others wait for
    it: it comes behind everything that the body does, and is dead only if the call is.

    Args:
        call: The call.
        site: Where it is.
        new: Where its nodes go. All are made at once, and have their inputs when they are connected.

    Attributes:
        outputs: The tensors in place of the call's outputs.
        end: The operation to wait for in place of the call.
    """

    def __init__(self, call: _Inlined, site: _Site, new: Rebuilt) -> None:
        self._body, self._site, self._new = call.body, site, new
        self._prefix = site.name + "/"
        self._call_stack = [*site.call_stack, site.name.encode()]
        ops = self._body.graph.get_operations()
        self._entry = self._make_entry([op.attrs["T"] for op in ops if op.type == "_Arg"])
        #: Nodes of the body -> their copies, for calls that are inlined, too: their ends; all arguments -> the entry.
        self._copies: dict[Operation, Operation] = {}
        #: Tensors of the body -> new ones, where these are no outputs of copies.
        self._replaced: dict[Tensor, Tensor] = {}
        self._inner: dict[Operation, _Inlining] = {}
        for op in ops:
            self._add(op, call.inner.get(op))
        results = {op.attrs["index"]: self._inlined(op.inputs[0]) for op in ops if op.type == "_Retval"}
        self.outputs = [results[index] for index in range(len(results))]
        self.end = self._make_end()

    def _add(self, op: Operation, inner: _Inlined | None) -> None:
        """Makes what takes the place of a node of the body."""
        check_wanted()
        if op.type == "_Arg":
            self._copies[op] = self._entry
            self._replaced[op.outputs[0]] = self._entry.outputs[op.attrs["index"]]
        elif inner is not None:
            name = self._new.graph.unique_name(self._prefix + op.name)
            site = _Site(name, self._device(op), self._site.created_at, self._call_stack)
            inlining = self._inner[op] = _Inlining(inner, site, self._new)
            self._copies[op] = inlining.end
            self._replaced.update(zip(op.outputs, inlining.outputs, strict=True))
        elif op.type != "_Retval":
            self._copies[op] = self._copy(op)

    def connect(self, arguments: list[Tensor], controls: list[Operation]) -> None:
        """Gives the entry the call's inputs, and all nodes behind it theirs."""
        self._entry.inputs = arguments
        self._entry.control_inputs = list(dict.fromkeys(controls))
        for op, copy in self._copies.items():
            if op.type == "_Arg":
                continue
            inputs = [self._inlined(tensor) for tensor in op.inputs]
            # What waits for nothing would run even if the call is dead, or before what the call waits for.
            waits_for = [self._copies[control] for control in op.control_inputs]
            if not op.inputs and not waits_for:
                waits_for = [self._entry]
            if op in self._inner:
                self._inner[op].connect(inputs, waits_for)
            else:
                copy.inputs, copy.control_inputs = inputs, waits_for

    def _make_entry(self, types: list[DType]) -> Operation:
        if not types:
            return self._node("NoOp", "input_control")
        return self._node("IdentityN", "arguments", T=types, **{ENTRY: True})

    def _inlined(self, tensor: Tensor) -> Tensor:
        """The new tensor for one of the body."""
        found = self._replaced.get(tensor)
        return self._copies[tensor.op].outputs[tensor.value_index] if found is None else found

    def _copy(self, op: Operation) -> Operation:
        attrs = {**op.attrs, CALL_STACK: self._call_stack}
        if op.type in ENTER:  # or loops of two calls of one function would be one frame
            attrs["frame_name"] = self._prefix.encode() + attrs["frame_name"]
        if "_class" in attrs:
            attrs["_class"] = [self._prefixed(group) for group in attrs["_class"]]
        name = self._new.graph.unique_name(self._prefix + op.name)
        copy = self._new.graph.add_node(name, op.op_def, attrs, (), self._site.created_at, self._device(op))
        for tensor, original in zip(copy.outputs, op.outputs, strict=True):
            tensor._shape = original._shape
        return copy

    def _device(self, op: Operation) -> str:
        # What refers to state goes where that is, as it does in a call. Another node that names a kind of device means
        # one of the call's task.
        if not op.device and _refers_to_state(op):
            return ""
        return merge_device_names(op.device or "", self._site.device or "")

    def _prefixed(self, group: bytes) -> bytes:
        """A colocation group of the body: it names a node there."""
        return b"loc:@" + self._prefix.encode() + group[len(b"loc:@") :] if group.startswith(b"loc:@") else group

    def _make_end(self) -> Operation:
        done = [self._copies[op] for op in self._body.must_run if op in self._copies]
        done += [tensor.op for tensor in self.outputs]
        if any(op.type in SWITCH or "f" in op.attrs or op.type in _BRANCHES for op in self._copies):
            # Some of that may be dead although the call is not.
            trigger = self._node("ControlTrigger", "done")
            trigger.control_inputs, done = list(dict.fromkeys(done)), [trigger]
        end = self._node("NoOp", "output_control")
        end.control_inputs = list(dict.fromkeys([self._entry, *done]))
        if self._body.must_run:
            self._new.keep(end)
        return end

    def _node(self, op_type: str, name: str, **attrs: Any) -> Operation:
        graph, op_def = self._new.graph, OPS[op_type]
        name = graph.unique_name(self._prefix + name)
        complete = op_def.complete_attrs(attrs)
        return graph.add_node(name, op_def, complete, (), self._site.created_at, self._site.device)


def _refers_to_state(op: Operation) -> bool:
    return any(tensor.dtype is resource or tensor.dtype.is_ref for tensor in (*op.inputs, *op.outputs))
