"""Lowered control flow: the part of If, Case and While nodes that a run needs.

TensorFlow makes nodes that are marked so into Switch and Merge, and into the nodes of their functions, before it prunes
a graph: what no fetch needs of a branch or of a loop is gone then, and so is what only that part needed. Here the nodes
stay calls. What would be left of them is found out from the functions' bodies, and the calls are cut down to that.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.framework import FunctionKey, FunctionName, resource
from aioflow.framework.graph import Function, Operation, Tensor
from aioflow.framework.graph.conditions import BRANCH_ATTRS, LOWERED
from aioflow.framework.graph.function_body import FunctionBody, instantiate
from aioflow.framework.wanted import check_wanted
from aioflow.passes.function_parts import unlowered, with_part
from aioflow.passes.rebuild import NodePart, in_order

_WHILE = frozenset({"While", "StatelessWhile"})
# Calls within calls that are looked into. What is deeper counts as needed, which is true without being exact: a library
# of a few kilobytes may be a tree of calls that no machine could walk.
_MAX_DEPTH = 50
_MAX_NODES = 100_000
_MAX_BITS = 1 << 28  # of the arguments that each node of one body needs: 32 MiB

Bits = int
"""A set of small numbers: places of inputs, outputs, arguments or results."""


class _Needs(NamedTuple):
    """The arguments that parts of a function need.

    Attributes:
        num_args: How many arguments there are.
        results: For each result the arguments that it needs.
        effects: The arguments that the control returns need.
        has_effects: Whether anything in the body runs without a result that needs it.
    """

    num_args: int
    results: tuple[Bits, ...]
    effects: Bits
    has_effects: bool

    def args(self, results: Bits, effects: bool) -> Bits:
        """The arguments for these results."""
        needed = self.effects if effects else 0
        for index, args in enumerate(self.results):
            if results >> index & 1:
                needed |= args
        return needed


class CallPart(NamedTuple):
    """A part of a call.

    Attributes:
        inputs: Which inputs it needs.
        outputs: Which outputs it gives.
        effects: Whether something waits for the whole call, effects of its functions included.
    """

    inputs: Bits
    outputs: Bits
    effects: bool


def is_lowered(op: Operation) -> bool:
    """Whether TensorFlow would make the node into a part of the graph."""
    return op.type in BRANCH_ATTRS and bool(op.attrs.get(LOWERED))


def as_kernel_call(op: Operation) -> NodePart:
    """The whole node, whose functions are called as they are, with nothing in them lowered."""

    def of(value: Any) -> Any:
        return [of(v) for v in value] if isinstance(value, list) else unlowered(value)

    return NodePart({**op.attrs, **{attr: of(op.attrs[attr]) for attr in BRANCH_ATTRS[op.type]}}, op.inputs, op.outputs)


def passed_through(tensor: Tensor) -> Tensor | None:
    """The tensor for which a loop's output stands without the loop having run: a resource stays what it was."""
    op = tensor.op
    return op.inputs[tensor.value_index] if tensor.dtype is resource and op.type in _WHILE and is_lowered(op) else None


class LoweredCalls:
    """Finds the part of lowered calls that is needed.

    Args:
        functions: The library that they call.
    """

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[FunctionKey, _Needs | None] = {}
        self._depth = 0
        self._num_nodes_left = _MAX_NODES

    def part(self, op: Operation, outputs: Bits, effects: bool) -> CallPart:
        """The part of a lowered call that is needed for some of its outputs, and for what waits for the call."""
        all_inputs, all_outputs = _first(len(op.inputs)), _first(len(op.outputs))
        needs = self._needs_of(op)
        if needs is None:
            return CallPart(all_inputs, all_outputs, True)
        if op.type in _WHILE:
            variables = self._variables(op, needs, outputs, effects)
            return CallPart(variables, variables, effects)
        # The condition, and what either branch needs.
        args = 0
        for branch in needs:
            args |= branch.args(outputs, effects)
        return CallPart(1 | args << 1, outputs, effects)

    def _variables(self, op: Operation, needs: list[_Needs], outputs: Bits, effects: bool) -> Bits:
        """The loop variables without which those that are wanted would not get their values."""
        cond, body = needs
        if effects:  # what waits for a loop waits for all of its variables
            return _first(len(op.inputs))
        # The first variable that is no resource says when an iteration begins.
        first = next((i for i, tensor in enumerate(op.inputs) if tensor.dtype is not resource), 0)
        variables, before = outputs | 1 << first | cond.args(1, False), 0
        while variables != before:
            variables, before = variables | body.args(variables, True), variables
        return variables

    def cut_down(self, op: Operation, part: CallPart) -> NodePart | None:
        """The node that gives a part of a call; None where that is the whole one."""
        all_inputs, all_outputs = _first(len(op.inputs)), _first(len(op.outputs))
        needs = self._needs_of(op)
        if needs is None:
            return None
        is_all = part.inputs == all_inputs and part.outputs == all_outputs
        if is_all and not any(function.has_effects for function in needs):
            return None
        inputs, outputs = _places(part.inputs), _places(part.outputs)
        attrs = {**op.attrs, **_named(op, inputs, outputs, part.effects)}
        for name in ("output_shapes", "_output_shapes"):
            if len(op.attrs.get(name) or ()) == len(op.outputs):
                attrs[name] = [op.attrs[name][i] for i in outputs]
        return NodePart(attrs, [op.inputs[i] for i in inputs], [op.outputs[i] for i in outputs])

    # ---- functions
    def _needs_of(self, op: Operation) -> list[_Needs] | None:
        """What the functions of a call need; None where that is not known, or where they do not fit the call."""
        found = [self._function(function) for function in _functions(op)]
        needs = [function for function in found if function is not None]
        is_while = op.type in _WHILE
        num_args, num_results = len(op.inputs) - (not is_while), len(op.outputs)
        fits = len(needs) == len(found) and all(
            function.num_args == num_args and len(function.results) == (1 if is_while and not i else num_results)
            for i, function in enumerate(needs)
        )
        return needs if fits else None

    def _function(self, function: FunctionName) -> _Needs | None:
        key = function.key
        if key not in self._known:
            # None while it is looked at: a function that calls itself cannot be lowered at all.
            self._known[key] = None
            self._depth += 1
            if self._depth <= _MAX_DEPTH:
                self._known[key] = self._looked_at(function)
            self._depth -= 1
        return self._known[key]

    def _looked_at(self, function: FunctionName) -> _Needs | None:
        definition = self._functions.get(function.name)
        if definition is None or len(definition.body.node_def) > self._num_nodes_left:
            return None
        self._num_nodes_left -= len(definition.body.node_def)
        try:
            body = instantiate(definition, function.attrs, self._functions)
        except errors.OpError:  # for the call to say, if it comes to it
            return None
        try:
            return _BodyNeeds(body, self).find()
        finally:
            body.graph.dismantle()


class _BodyNeeds:
    """Finds for each result of a body the arguments that it needs."""

    def __init__(self, body: FunctionBody, calls: LoweredCalls) -> None:
        self._body = body
        self._calls = calls
        self._ops = in_order(body.graph)
        self._of_tensors: dict[Tensor, Bits] = {}  # outputs of lowered calls, each of which needs a part
        self._of_ops: dict[Operation, Bits] = {}

    def find(self) -> _Needs | None:
        args = {op: int(op.attrs["index"]) for op in self._ops if op.type == "_Arg"}
        if len(args) * len(self._ops) > _MAX_BITS:
            return None
        has_loops = any(op.type in ("NextIteration", "RefNextIteration") for op in self._ops)
        self._of_ops = {op: 1 << index for op, index in args.items()}
        before = -1
        # Once is enough without loops, because inputs come first. A loop is walked until nothing more is found.
        while before != (found := sum(needed.bit_count() for needed in self._of_ops.values())):
            before = found
            for op in self._ops:
                self._walk(op)
            if not has_loops:
                break
        results = sorted((op for op in self._ops if op.type == "_Retval"), key=lambda op: int(op.attrs["index"]))
        effects = self._union(self._of_ops.get(op, 0) for op in self._body.control_returns)
        return _Needs(len(args), tuple(self._of_ops[op] for op in results), effects, bool(self._body.must_run))

    def _walk(self, op: Operation) -> None:
        check_wanted()
        controls = self._union(self._of_ops.get(control, 0) for control in op.control_inputs)
        if is_lowered(op):
            for index, tensor in enumerate(op.outputs):
                source = passed_through(tensor)
                part = self._calls.part(op, 1 << index, effects=False)
                needed = controls | self._inputs(op, part) if source is None else self._tensor(source)
                self._of_tensors[tensor] = needed
            self._of_ops[op] = controls | self._inputs(op, self._calls.part(op, 0, effects=True))
        else:
            own = self._of_ops.get(op, 0)  # an argument's own
            self._of_ops[op] = own | controls | self._union(self._tensor(tensor) for tensor in op.inputs)

    def _inputs(self, op: Operation, part: CallPart) -> Bits:
        return self._union(self._tensor(op.inputs[i]) for i in _places(part.inputs))

    def _tensor(self, tensor: Tensor) -> Bits:
        found = self._of_tensors.get(tensor)
        return self._of_ops.get(tensor.op, 0) if found is None else found

    def _union(self, sets: Iterable[Bits]) -> Bits:
        union = 0
        for bits in sets:
            union |= bits
        return union


def _functions(op: Operation) -> list[FunctionName]:
    functions: list[FunctionName] = []
    for attr in BRANCH_ATTRS[op.type]:
        value = op.attrs[attr]
        functions += value if isinstance(value, list) else [value]
    return functions


def _named(op: Operation, inputs: list[int], outputs: list[int], effects: bool) -> dict[str, Any]:
    """The attributes of a call that gives a part of what `op` gives."""
    if op.type in _WHILE:
        body, cond = with_part(op.attrs["body"], inputs, outputs, True), with_part(op.attrs["cond"], inputs, [0], False)
        return {"T": [op.attrs["T"][i] for i in inputs], "body": body, "cond": cond}
    args = [i - 1 for i in inputs if i]

    def of(value: Any) -> Any:
        return [of(v) for v in value] if isinstance(value, list) else with_part(value, args, outputs, effects)

    types = {"Tin": [op.attrs["Tin"][i] for i in args], "Tout": [op.attrs["Tout"][i] for i in outputs]}
    return {**types, **{attr: of(op.attrs[attr]) for attr in BRANCH_ATTRS[op.type]}}


def _first(count: int) -> Bits:
    return (1 << count) - 1


def _places(bits: Bits) -> list[int]:
    return [i for i in range(bits.bit_length()) if bits >> i & 1]
