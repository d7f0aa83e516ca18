"""Initial values that are computed from other variables: an initializer must not depend on which one runs first."""
from __future__ import annotations

from typing import Any
from weakref import WeakSet

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.graph_scopes import GraphKeys

INITIALIZED_VALUES: WeakSet[Operation] = WeakSet()
"""The results of `Variable.initialized_value`, which may be computed at any time."""

# Only reference variables can be replaced: an op that reads a resource variable takes a handle and not a value.
_REFERENCES = ("Variable", "VariableV2")
# What is behind these does not matter for the order of initializers: they never fail for a variable without a value,
# or read a kind that is not replaced.
_MAY_RUN_ANY_TIME = ("IsVariableInitialized", "VarIsInitializedOp", "ReadVariableOp")


def safe_initial_value(value: Tensor, variable_name: str) -> Tensor:
    """`value`, or a copy that reads initial values in place of reference variables that have no value yet.

    Args:
        value: What an initializer is to store.
        variable_name: The initializer's variable; the names of copied nodes end in it.
    """
    needed = _needed(value.op)
    if not any(op.type in _REFERENCES for op in needed) or any(op.type == "NextIteration" for op in needed):
        return value  # there is nothing to replace, or a loop, whose nodes cannot be copied one after the other
    replaced: dict[Tensor, Tensor] = {}
    for op in needed:
        if op.type in _REFERENCES:
            variable = _variable_of(op)
            if variable is not None:
                replaced[op.outputs[0]] = variable.initialized_value()
        elif op.type not in _MAY_RUN_ANY_TIME and any(tensor in replaced for tensor in op.inputs):
            copy = _copied(op, [replaced.get(tensor, tensor) for tensor in op.inputs], variable_name)
            replaced.update(zip(op.outputs, copy.outputs, strict=True))
    return replaced.get(value, value)


def _needed(last: Operation) -> list[Operation]:
    """The operation and all that it needs, in order of creation.

    Operations that may run at any time are among them, but not the ones that these need.
    """
    found: set[Operation] = set()
    waiting = [last]
    while waiting:
        op = waiting.pop()
        if op not in found and op not in INITIALIZED_VALUES:
            found.add(op)
            # The walk stops there, so that what only they need is neither searched nor copied.
            if op.type not in _MAY_RUN_ANY_TIME:
                waiting.extend(tensor.op for tensor in op.inputs)
    # Order of creation puts inputs before their readers, so one pass can replace them.
    return sorted(found, key=lambda op: op.id)


def _variable_of(op: Operation) -> Any:
    # A variable in neither collection is not initialised with the others, so there is nothing to order.
    for collection in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in op.graph.get_collection(collection):
            if getattr(variable, "op", None) is op:
                return variable
    return None


def _copied(op: Operation, inputs: list[Tensor], variable_name: str) -> Operation:
    # A replaced input is a value and no reference any more.
    op_type = "Switch" if op.type == "RefSwitch" else op.type
    return op.graph.create_op(op_type, inputs, f"{op.name}_{variable_name}/", op.attrs)
