"""Loops of which some variables may be dead from the start while others are not.

Such a loop runs, but what depends on its dead variables is never told of more than the first iteration; TensorFlow's
executor does the same. Within a function that ends with the call. In the graph around it, it would not: who waits for
something in the loop would be dead, too, or wait for ever.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph import Operation, Tensor
from aioflow.framework.graph.control_flow import ENTER, MERGE, NEXT_ITERATION, SWITCH, frame_name_of

#: The sides of the Switches that must be taken for something to be alive: the condition, and the number of the output.
_Guards = frozenset[tuple[Tensor, int]]


def has_uneven_loops(ops: Sequence[Operation]) -> bool:
    """Whether a loop among all operations of a graph is entered by values of which only some may be dead."""
    enters = [op for op in ops if op.type in ENTER]
    if not enters or not any(op.type in SWITCH for op in ops):
        return False
    guards = _guards(ops)
    of_frame: dict[str, _Guards] = {}
    return any(of_frame.setdefault(frame_name_of(enter), guards[enter]) != guards[enter] for enter in enters)


def _guards(ops: Sequence[Operation]) -> dict[Operation, _Guards]:
    """What must hold for each operation, as far as Switches that no loop decides about say so."""
    guards: dict[Operation, _Guards] = {}
    consumers: dict[Operation, list[Operation]] = {op: [] for op in ops}
    for op in ops:
        for producer in (*(tensor.op for tensor in op.inputs), *op.control_inputs):
            consumers[producer].append(op)
    # To a fixed point: guards only grow, but for those of Merges, which have what all their inputs have in common.
    changed = list(ops)
    while changed:
        op = changed.pop()
        found = _guards_of(op, guards)
        if guards.get(op) != found:
            guards[op] = found
            changed += consumers[op]
    return guards


def _guards_of(op: Operation, guards: dict[Operation, _Guards]) -> _Guards:
    of_inputs = [_guards_of_tensor(tensor, guards) for tensor in op.inputs if tensor.op.type not in NEXT_ITERATION]
    if op.type in MERGE and of_inputs:
        return frozenset.intersection(*of_inputs)
    return frozenset[tuple[Tensor, int]]().union(*of_inputs, *(guards.get(c, frozenset()) for c in op.control_inputs))


def _guards_of_tensor(tensor: Tensor, guards: dict[Operation, _Guards]) -> _Guards:
    known = guards.get(tensor.op, frozenset())
    if tensor.op.type not in SWITCH:
        return known
    condition = tensor.op.inputs[1]
    while condition.op.type == "Identity":  # front ends switch by the condition itself, and by a copy of it
        condition = condition.op.inputs[0]
    return known if condition.op.type == "LoopCond" else known | {(condition, tensor.value_index)}
