"""Graphs of sessions: made of a client's messages, node by node as they come."""
from __future__ import annotations

from typing import Any

from aioflow import errors
from aioflow._proto.graph_pb2 import GraphDef
from aioflow.framework import Limits
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.importing import import_graph_def

_LOCATED = b"loc:@"


def extend_graph(graph: Graph, message: GraphDef, trust: str, limits: Limits | None) -> None:
    """Adds the nodes and functions of a message to a graph, all or none.

    Args:
        graph: A session's graph.
        message: New nodes; their inputs may be nodes of the graph.
        trust: "untrusted", or "full" for graphs that may touch files, processes and the network.
        limits: Bounds for the message; None for the default ones.

    Raises:
        OpError: The nodes are not as they must be; the graph stays as it was.
    """
    names = {node.name for node in message.node}
    for name in names:
        if graph.find_operation(name) is not None:
            raise errors.invalid_argument(
                f"GraphDef argument to Extend includes node '{name}', which was created by a previous call to Create "
                "or Extend in this session."
            )
    known: dict[str, Any] = {}
    beside: dict[str, list[bytes]] = {}
    for node in message.node:
        for text in node.input:
            if text.removeprefix("^").partition(":")[0] not in names:
                known[text] = _element(graph, text, node.name)
        _set_aside(graph, node, names, beside)
    _drop_known_functions(graph, message)
    try:
        with graph.as_default():
            import_graph_def(message, known, name="", trust=trust, limits=limits)
    except ValueError as error:  # for which clients have the code of a wrong argument
        raise errors.invalid_argument(str(error)) from None
    except errors.PermissionDeniedError as error:
        what = error.message.partition(";")[0]
        raise errors.permission_denied(f"{what}; a server that trusts its clients has unsafe_ops=True") from None
    for name, located in beside.items():
        _locate(graph, name, located)


def _element(graph: Graph, text: str, consumer: str) -> Tensor | Operation:
    """What an input means that is not in the message."""
    name, _, index = text.removeprefix("^").partition(":")
    op = graph.find_operation(name)
    if op is None:
        raise errors.invalid_argument(f"Node '{consumer}': Unknown input node '{text}'")
    if text.startswith("^"):
        return op
    number = int(index) if index.isdigit() else 0
    if number >= len(op.outputs):
        raise errors.invalid_argument(
            f"Node '{consumer}': Connecting to invalid output {number} of source node {name} which has "
            f"{len(op.outputs)} outputs"
        )
    return op.outputs[number]


def _set_aside(graph: Graph, node: Any, names: set[str], beside: dict[str, list[bytes]]) -> None:
    """Takes out of a node's classes those that name nodes of the graph; an import knows only its own."""
    if "_class" not in node.attr:
        return
    own = []
    for entry in node.attr["_class"].list.s:
        other = entry.removeprefix(_LOCATED).decode(errors="replace")
        if entry.startswith(_LOCATED) and other not in names and graph.find_operation(other) is not None:
            beside.setdefault(node.name, []).append(entry)
        else:
            own.append(entry)
    if len(own) < len(node.attr["_class"].list.s):
        del node.attr["_class"].list.s[:]
        node.attr["_class"].list.s.extend(own)


def _locate(graph: Graph, name: str, located: list[bytes]) -> None:
    op = graph.find_operation(name)
    assert op is not None, "it was imported"
    op.attrs["_class"] = [*op.attrs.get("_class", ()), *located]


def _drop_known_functions(graph: Graph, message: GraphDef) -> None:
    # Clients send the whole library with new nodes; what has not changed need not be read again.
    functions = message.library.function
    kept = [
        function for function in functions
        if (known := graph.functions.get(function.signature.name)) is None or known.to_proto() != function
    ]  # fmt: skip
    if len(kept) < len(functions):
        kept = [type(function).FromString(function.SerializeToString()) for function in kept]
        del functions[:]
        functions.extend(kept)
