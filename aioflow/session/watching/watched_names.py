"""What a program may watch, as watches: tensors, operations, and names, also of nodes within functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from aioflow.framework import FunctionName
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.watches import Watch, Watches

_LOOPS = ("While", "StatelessWhile")


def read_watched(graph: Graph, wanted: Iterable[Any]) -> Watches:
    """The watches on what is wanted.

    Args:
        graph: The session's graph.
        wanted: Tensors, operations (all of their outputs), or the names of either. "call/node:0" is the tensor of a
            node in the body of the function that the node "call" calls.

    Raises:
        ValueError: There is no such tensor, or nothing is wanted.
        TypeError: Something else is wanted.
    """
    watches = tuple(dict.fromkeys(watch for each in wanted for watch in _watches(graph, each)))
    if not watches:
        raise ValueError("there is nothing to watch: name a tensor")
    return watches


def _watches(graph: Graph, wanted: Any) -> Iterator[Watch]:
    if isinstance(wanted, Tensor | Operation):
        if wanted.graph is not graph:
            raise ValueError(f"{wanted!r} is not an element of the session's graph")
        slots = range(len(wanted.outputs)) if isinstance(wanted, Operation) else (wanted.value_index,)
        name = wanted.name if isinstance(wanted, Operation) else wanted.op.name
        yield from (Watch(name, slot) for slot in slots)
        return
    if not isinstance(wanted, str):
        raise TypeError(f"a tensor, an operation or a name is to be watched, not {wanted!r}")
    name, _, index = wanted.partition(":")
    if index and not index.isdecimal():
        raise ValueError(f"{wanted!r} is no name of a tensor: it should be like 'node:0'")
    op = graph.find_operation(name)
    if op is None:
        yield from _in_functions(graph, name, int(index or 0), wanted)
        return
    if index and int(index) >= len(op.outputs):
        raise ValueError(f"{wanted!r}: the node has {len(op.outputs)} outputs")
    yield from (Watch(name, slot) for slot in ([int(index)] if index else range(len(op.outputs))))


def _in_functions(graph: Graph, name: str, slot: int, wanted: str) -> Iterator[Watch]:
    parts = name.split("/")
    for length in range(len(parts) - 1, 0, -1):
        call = graph.find_operation("/".join(parts[:length]))
        if call is None:
            continue
        loop_name = call.name if call.type in _LOOPS else ""
        found = list(_bodies(graph, [call.type, *_called(call)], parts[length:], loop_name))
        for function_name, node_name, loop in found:
            yield Watch(node_name, slot, function_name=function_name, shown_name=name, loop_name=loop)
        if found:
            return
    raise ValueError(f"{wanted!r} refers to a node that is neither in the session's graph nor in a function of it")


def _called(call: Operation) -> Iterator[str]:
    for value in call.attrs.values():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, FunctionName):
                yield each.name


def _bodies(
    graph: Graph, functions: Iterable[str], parts: list[str], loop_name: str
) -> Iterator[tuple[str, str, str]]:
    """The functions that have a node, its name there, and the loop in which they are called; also further within."""
    for function_name in functions:
        function = graph.functions.get(function_name)
        if function is None:
            continue
        nodes = {node.name: node for node in function.body.node_def}
        if "/".join(parts) in nodes:
            yield function_name, "/".join(parts), loop_name
            continue
        for length in range(len(parts) - 1, 0, -1):
            call = nodes.get("/".join(parts[:length]))
            if call is not None:
                names = [attr.func.name for attr in call.attr.values() if attr.HasField("func")]
                inner = call.name if call.op in _LOOPS else loop_name
                yield from _bodies(graph, [call.op, *names], parts[length:], inner)
