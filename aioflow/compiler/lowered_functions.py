"""Functions that TensorFlow would make a part of the graph itself: branches and bodies of "lowered" control flow."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aioflow.framework.graph.conditions import BRANCH_ATTRS, LOWERED
from aioflow.framework.graph.graph import Graph


def lowered_functions(graph: Graph) -> frozenset[str]:
    """The names of all functions that are called by lowered If, Case and While, from the graph on down."""
    found: set[str] = set()
    waiting = [name for op in graph.get_operations() for name in _named(op.type, op.attrs)]
    while waiting:
        name = waiting.pop()
        if name in found or name not in graph.functions:  # functions may call themselves
            continue
        found.add(name)
        for node in graph.functions[name].body.node_def:
            if node.op in BRANCH_ATTRS and LOWERED in node.attr and node.attr[LOWERED].b:
                for attr in BRANCH_ATTRS[node.op]:
                    value = node.attr[attr]
                    waiting += [value.func.name] if value.HasField("func") else [f.name for f in value.list.func]
    return frozenset(found)


def _named(op_type: str, attrs: Mapping[str, Any]) -> Iterator[str]:
    """The functions that a node calls, if it is lowered control flow."""
    if op_type in BRANCH_ATTRS and attrs.get(LOWERED):
        for attr in BRANCH_ATTRS[op_type]:
            value = attrs[attr]
            yield from (function.name for function in (value if isinstance(value, list) else [value]))
