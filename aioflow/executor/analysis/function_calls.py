"""Nodes that call functions: which functions, and how the node chooses among them."""

from __future__ import annotations

from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.graph.conditions import BRANCH_ATTRS
from aioflow.framework.op_def import FunctionName

_FUNCTION_ATTRS = {"PartitionedCall": ("f",), "StatefulPartitionedCall": ("f",), **BRANCH_ATTRS}
_WHILE = frozenset({"While", "StatelessWhile"})
_CASE = frozenset({"Case", "StatelessCase"})
_IF = frozenset({"If", "StatelessIf"})

CALL_ENDS = frozenset({"_Arg", "_Retval"})
"""Ops of a function's body, or of a step, that stand for the arguments and results of the call."""


def called_functions(item: NodeItem) -> list[FunctionName]:
    """The functions that a node calls, in the order of its attributes; none where it calls them in a way of its own."""
    op = item.op
    if op.type in op.graph.functions:  # the older form of a call: the op is the function's name
        return [FunctionName(op.type, dict(item.kernel.attrs))]
    if op.type == "SymbolicGradient":  # the library knows gradients by this name
        return [FunctionName(op.type, {"f": op.attrs["f"]})]
    names: list[FunctionName] = []
    for attr in _FUNCTION_ATTRS.get(op.type, ()):
        value = op.attrs[attr]
        names += value if isinstance(value, list) else [value]
    return names


def is_while(item: NodeItem) -> bool:
    """Whether the node calls its functions again and again."""
    return item.op.type in _WHILE


def is_case(item: NodeItem) -> bool:
    """Whether its first input is the number of the function to call."""
    return item.op.type in _CASE


def is_choice(item: NodeItem) -> bool:
    """Whether its first input says which function to call."""
    return item.op.type in _CASE or item.op.type in _IF
