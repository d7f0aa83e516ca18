"""What must hold before a node runs, beside its inputs; and which edges say nothing about it.

Two nodes of equal conditions start together, wherever they are: they are in one frame of a loop, dead for the same
reasons, and behind the same nodes that wait.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from aioflow.framework.graph import ENTER, EXIT, MERGE, SWITCH, Operation
from aioflow.framework.kernels import KernelKind, find_kernel

Conditions = frozenset[object]
_NOTHING_TO_SEE = frozenset({"Const", "NoOp", "_Arg"})


def is_pure(op: Operation) -> bool:
    """Whether a node computes from its inputs alone."""
    if op.type in op.graph.functions or op.op_def.is_stateful:
        return False
    definition = find_kernel(op.type, op.attrs, "CPU")
    return definition is not None and definition.kind is KernelKind.PURE


def relaxed_conditions(order: Sequence[Operation]) -> dict[Operation, Conditions]:
    """The conditions of nodes, after control inputs that mean nothing were taken from them.

    Functions that TensorFlow 2 has traced have all results wait for all reads. When something that only computes, and
    of which no effect follows, waits for something else that only computes, nobody can tell whether it does.

    Args:
        order: All nodes of a pruned graph, inputs first.
    """
    conditions: dict[Operation, Conditions] = {}
    computing = {op for op in order if op.type in _NOTHING_TO_SEE or is_pure(op)}
    before_effects = _before([op for op in order if op not in computing and op.type != "_Retval"])
    quiet: set[Operation] = set()  # with all that is before them, they only compute
    for op in order:
        if op.control_inputs and op in computing and op not in before_effects and op.type not in MERGE:
            found = _conditions_of(op, (), conditions)
            op.control_inputs = [c for c in op.control_inputs if c not in quiet or not conditions[c] <= found]
        conditions[op] = _conditions_of(op, op.control_inputs, conditions)
        producers = (*(tensor.op for tensor in op.inputs), *op.control_inputs)
        if op in computing and quiet.issuperset(producers):
            quiet.add(op)
    return conditions


def _before(ops: list[Operation]) -> set[Operation]:
    """The nodes that lead to some of these."""
    found, stack = set[Operation](), ops
    while stack:
        op = stack.pop()
        producers = {*(tensor.op for tensor in op.inputs), *op.control_inputs} - found
        found |= producers
        stack.extend(producers)
    return found


def _conditions_of(
    op: Operation, controls: Iterable[Operation], conditions: dict[Operation, Conditions]
) -> Conditions:
    """The conditions of a node: those of its inputs, and what control flow and waiting make of them."""
    if op.type in MERGE or op.type in EXIT:
        # It is alive where any of its inputs is, or of another frame: a condition in place of those before.
        return frozenset({op})
    found = set[object]()
    for tensor in op.inputs:
        found |= conditions[tensor.op]
        if tensor.op.type in SWITCH:  # of whose outputs one is dead
            found.add(tensor)
    for control in controls:
        found |= conditions[control]
    if op.type in ENTER or _may_wait(op):
        found.add(op)
    return frozenset(found)


def _may_wait(op: Operation) -> bool:
    if op.type in op.graph.functions or op.type == "_Recv":
        return True
    definition = find_kernel(op.type, op.attrs, "CPU")
    return definition is None or definition.kind is KernelKind.WAITING


def bound_to_devices(order: Sequence[Operation]) -> set[Operation]:
    """The nodes that must be on the device of another one which may be elsewhere than they would be by themselves.

    Groups all of whose nodes ask for the same device, mostly for none, say nothing: all of them get the same one.
    """
    by_name = {op.name.encode(): op for op in order}
    groups: dict[bytes, list[Operation]] = {}
    for op in order:
        for group in op.attrs.get("_class", ()):
            members = groups.setdefault(group, [])
            named = by_name.get(group.removeprefix(b"loc:@"))
            members += [op] if named is None else [op, named]
    bound: set[Operation] = set()
    size = -1
    while size != len(bound):  # a node in two groups binds one to the other
        size = len(bound)
        for members in groups.values():
            if len({op.device for op in members}) > 1 or not bound.isdisjoint(members):
                bound.update(members)
    return bound
