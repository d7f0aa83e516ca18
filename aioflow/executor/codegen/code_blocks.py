"""Writes loops and calls as Python's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from aioflow.executor.analysis.inlining import Body, Native, is_case, is_choice, is_loop
from aioflow.executor.analysis.liveness import ALWAYS
from aioflow.executor.analysis.loop_shapes import LoopShape
from aioflow.executor.analysis.node_order import Unit
from aioflow.executor.codegen.direct_calls import is_scalar, scalar_suffix
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.graph.conditions import LOWERED, check_scalar
from aioflow.framework.kernels.kernel import KernelKind

if TYPE_CHECKING:
    from aioflow.executor.codegen.code_scope import Scope

_PAUSE_S = 100e-6  # about how long a loop runs before it can be stopped
_MAX_TURNS = 64  # of a loop without a pause
_CALLS_ENDS = frozenset({"_Arg", "_Retval"})


# ---- loops made of nodes
def write_loop(outer: Scope, loop: LoopShape) -> None:
    """Writes a loop, where the last `enter` of the scope said; its Exits become known there."""
    text, native = outer.text, outer.native
    inner = outer.inside(native, outer.frame_iteration, frozenset({loop.name}))
    for enter in loop.enters:
        value = outer.argument(enter, 0)
        if enter.is_constant_enter:
            if enter.deref or is_scalar(enter.op.inputs[0]):
                name = text.variable()
                outer.line(enter, f"{name} = {value}{scalar_suffix(enter.op.inputs[0])}")
                value = name
            inner.set_name((enter, 0), value)
    merged = _first_values(outer, inner, loop)
    number = text.variable("n")
    if _needs_iteration(native, (*loop.head, *loop.body, *loop.tail)):
        frame = text.variable("f")
        outer.line(loop.condition, f"{frame} = {text.constant(child_frame)}({outer.frame_iteration}, {loop.name!r})")
        inner.frame_iteration = f"({frame}, {number})"
    outer.line(loop.condition, f"for {number} in count():")
    inner.expect_condition(loop)
    inner.add(loop.head)
    condition = inner.name((loop.condition, 0))
    inner.check_condition(_a_switch(loop))
    inner.line(loop.condition, f"if not {condition}: break")
    inner.known |= {loop.goes_on}
    inner.add(loop.body)
    following = [inner.name((variable.next, 0)) for variable in loop.variables]
    targets, values = list(merged), following
    for variable in loop.variables:
        if _index_is_used(variable.merge):
            targets.append(inner.name((variable.merge, 1)))
            values.append(inner.merge_index(variable.merge, 1 - variable.enter_index))
    inner.line(loop.condition, f"{', '.join(targets)} = {', '.join(values)}")
    _write_pause(inner, loop.condition, number, native.cost_s(loop))
    tail = outer.inside(native, inner.frame_iteration, frozenset({loop.name, loop.ends}), 0)
    tail.take_names(inner)
    tail.add(loop.tail)
    for item in loop.exits:
        outer.set_name((item, 0), tail.name((item, 0)))


def _first_values(outer: Scope, inner: Scope, loop: LoopShape) -> list[str]:
    names = []
    for variable in loop.variables:
        name = outer.text.variable()
        source = variable.enter.op.inputs[0]
        outer.line(variable.enter, f"{name} = {outer.argument(variable.enter, 0)}{scalar_suffix(source)}")
        inner.set_name((variable.merge, 0), name)
        names.append(name)
        if _index_is_used(variable.merge):
            index = outer.text.variable()
            outer.line(variable.merge, f"{index} = {inner.merge_index(variable.merge, variable.enter_index)}")
            inner.set_name((variable.merge, 1), index)
    return names


def _index_is_used(merge: NodeItem) -> bool:
    return any(slot == 1 for slot, _, _ in merge.data_out)


def _a_switch(loop: LoopShape) -> NodeItem:
    return next(item for item in loop.members if item.is_switch and item.data_producers[1] == (loop.condition, 0))


def _needs_iteration(native: Native, units: Iterable[Unit]) -> bool:
    """Whether anything in a loop is told in which iteration it runs."""
    for unit in units:
        if isinstance(unit, LoopShape):
            if _needs_iteration(native, (*unit.head, *unit.body, *unit.tail)):
                return True
        elif unit.kernel.definition.kind is not KernelKind.PURE and unit not in native.calls:
            return True
    return False


def child_frame(frame_iteration: tuple[str, int], name: str) -> str:
    """The run-time name of a frame that is entered where `frame_iteration` says (see `FrameState.name`)."""
    parent, number = frame_iteration
    return f"{'' if parent == '0' else parent};{number};{name}"


def _write_pause(scope: Scope, item: NodeItem, number: str, cost_s: float) -> None:
    """Has a loop yield every so often."""
    turns = 1
    while turns < _MAX_TURNS and turns * cost_s < _PAUSE_S:
        turns *= 2
    scope.text.has_loops = True
    node = scope.text.constant(item)
    scope.line(item, f"yield {node}" if turns == 1 else f"if {number} & {turns - 1} == {turns - 1}: yield {node}")


# ---- calls
def write_call(scope: Scope, item: NodeItem, bodies: Sequence[Body]) -> None:
    """Writes a call of functions in place of the node that makes it, where the last `enter` of the scope said."""
    arguments = scope.arguments(item)
    if is_loop(item):
        results = _write_while(scope, item, bodies, arguments)
    elif is_choice(item):
        results = _write_choice(scope, item, bodies, arguments)
    else:
        results = _write_body(scope, item, bodies[0], arguments, 0)
    for index, name in enumerate(results):
        scope.set_name((item, index), name)


def _write_body(scope: Scope, item: NodeItem, body: Body, arguments: Sequence[str], deeper: int) -> list[str]:
    """Writes a function's body; returns the names of its results."""
    inner = scope.inside(body.native, "ROOT", ALWAYS, deeper, (item, *scope.calls))
    for index, arg in body.args.items():
        inner.set_name((arg, 0), arguments[index])
    inner.add([unit for unit in body.units if isinstance(unit, LoopShape) or unit.op.type not in _CALLS_ENDS])
    return [inner.argument(result, 0) for result in body.results]


def _write_while(scope: Scope, item: NodeItem, bodies: Sequence[Body], arguments: Sequence[str]) -> list[str]:
    condition, body = bodies
    names = [scope.text.variable() for _ in arguments]
    if names:
        first = [f"{name}{scalar_suffix(source)}" for name, source in zip(arguments, item.op.inputs, strict=True)]
        scope.line(item, f"{', '.join(names)}, = {', '.join(first)},")
    number = scope.text.variable("n")
    scope.line(item, f"for {number} in count():")
    inside = scope.inside(scope.native, "ROOT", ALWAYS)
    verdict = _write_body(inside, item, condition, names, 0)[0]
    _write_check(inside, item, verdict)
    inside.line(item, f"if not ({truth(verdict)}): break")
    results = _write_body(inside, item, body, names, 0)
    if names:
        inside.line(item, f"{', '.join(names)}, = {', '.join(results)},")
    _write_pause(inside, item, number, condition.cost_s + body.cost_s)
    return names


def _write_choice(scope: Scope, item: NodeItem, bodies: Sequence[Body], arguments: Sequence[str]) -> list[str]:
    names = [scope.text.variable() for _ in range(item.num_outputs)]
    if is_case(item):
        index = scope.text.variable()
        _write_check(scope, item, arguments[0])
        scope.line(item, f"{index} = int({arguments[0]})")
        tests = [f"{index} == {i}" for i in range(len(bodies) - 1)]
    else:
        _write_check(scope, item, arguments[0])
        tests = [truth(arguments[0])]
    for number, body in enumerate(bodies):
        is_last = number == len(bodies) - 1
        scope.line(item, f"{'elif' if number else 'if'} {'True' if is_last else tests[number]}:")
        inside = scope.inside(scope.native, scope.frame_iteration, ALWAYS)
        inside.line(item, "pass")
        results = _write_body(inside, item, body, arguments[1:], 0)
        if names:
            inside.line(item, f"{', '.join(names)}, = {', '.join(results)},")
    return names


def _write_check(scope: Scope, item: NodeItem, condition: str) -> None:
    if is_case(item) or item.op.attrs.get(LOWERED):
        scope.line(item, f"if {condition}.shape: {scope.text.constant(check_scalar)}({condition})")


def truth(name: str) -> str:
    """An expression for whether a condition counts as true: a scalar that is not zero, or anything with elements."""
    return f"{name} if {name}.shape == () else {name}.size"
