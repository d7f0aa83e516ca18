"""Checks of a GraphDef as a whole, before anything is made of it: versions, size, trust."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from aioflow import errors
from aioflow.framework import FOLDER_ATTR, Limits, OpDef, may_be_in_folder, touches_outside_world
from aioflow.framework.graph import PRODUCER_VERSION, Function, Graph
from aioflow.framework.tensors import declared_nbytes

_CONSTANTS = frozenset({"Const", "HostConst"})


def check_graph_def(message: Any, limits: Limits, is_trusted: bool, has_folder: bool) -> None:
    """All checks of a `GraphDef` that need no graph, the cheapest ones first.

    Args:
        message: The graph.
        limits: Bounds for its nodes and constants.
        is_trusted: Whether it may touch the outside world.
        has_folder: Whether nodes that can be bound to a folder may pass if it may not.

    Raises:
        OpError: See the functions below.
    """
    check_versions(message.versions)
    check_size(message, limits)
    if not is_trusted:
        check_trust(message, has_folder)


def check_versions(versions: Any) -> None:
    """Raises `InvalidArgumentError` when the graph is not meant for this runtime."""
    if versions.min_consumer > PRODUCER_VERSION:
        raise errors.invalid_argument(
            f"GraphDef min consumer version {versions.min_consumer} above current version {PRODUCER_VERSION}"
        )
    if versions.producer < 0:
        raise errors.invalid_argument(f"GraphDef producer version {versions.producer} below min producer 0")
    if PRODUCER_VERSION in versions.bad_consumers:
        raise errors.invalid_argument(f"GraphDef disallows consumer version {PRODUCER_VERSION}")


def check_size(message: Any, limits: Limits) -> None:
    """Raises `ResourceExhaustedError` for more nodes than the limit, and for constants that declare too large a tensor.

    Functions count. A constant's size is that of its shape: one value can stand for all, so the message may be tiny.
    """
    # Lengths of repeated fields are known without touching their elements, so the count comes first.
    bodies = [message.node, *(function.node_def for function in message.library.function)]
    count = sum(map(len, bodies))
    if count > limits.num_nodes:
        raise errors.resource_exhausted(f"the graph has {count} nodes; the limit is {limits.num_nodes}")
    for proto in (proto for body in bodies for proto in body if proto.op in _CONSTANTS):
        nbytes = declared_nbytes(proto.attr["value"].tensor) if "value" in proto.attr else 0
        if nbytes > limits.tensor_nbytes:
            raise errors.resource_exhausted(
                f"the constant {proto.name!r} declares a tensor of {nbytes} bytes; the limit is {limits.tensor_nbytes}"
            )


def check_trust(message: Any, has_folder: bool = False) -> None:
    """Refuses nodes that touch the outside world, also those of functions, and ops that are passed as functions.

    Args:
        message: A `GraphDef`.
        has_folder: Whether nodes that can be bound to a folder may pass.

    Raises:
        PermissionDeniedError: There is such a node; the message names it.
    """
    bodies = [(f" of function {f.signature.name!r}", f.node_def) for f in message.library.function]
    for place, protos in [("", message.node), *bodies]:
        for proto in protos:
            for number, (op_type, attrs) in enumerate(_mentioned_ops(proto)):
                if has_folder and number == 0 and may_be_in_folder(op_type):
                    continue  # what is passed as a function cannot be bound
                if touches_outside_world(op_type, attrs):
                    raise errors.permission_denied(
                        f"node {proto.name!r}{place} is a {op_type}, which touches files, processes or the network; "
                        'import the graph with trust="full" if you trust it'
                    )


# What is passed as a function may be the name of an op: a Map over "ReadFile" reads files without a node of that type.
def _mentioned_ops(node: Any) -> Iterator[tuple[str, Any]]:
    yield node.op, node.attr
    for value in node.attr.values():
        kind = value.WhichOneof("value")
        if kind == "func":
            yield from _mentioned_in(value.func)
        elif kind == "list":
            for function in value.list.func:
                yield from _mentioned_in(function)


def _mentioned_in(function: Any) -> Iterator[tuple[str, Any]]:
    yield function.name, function.attr
    for value in function.attr.values():
        for nested in [value.func] if value.WhichOneof("value") == "func" else value.list.func:
            yield from _mentioned_in(nested)


def library_of(message: Any, graph: Graph, folder: bytes | None = None) -> dict[str, Function]:
    """The functions of the message by name, all of which `graph` could take.

    Args:
        message: A `GraphDef`.
        graph: Where they are to go.
        folder: What their nodes that touch files are bound to; None for nothing.

    Raises:
        InvalidArgumentError: One is ill-formed, or has the name of an op or of another function.
    """
    functions: dict[str, Function] = {}
    for unbound in message.library.function:
        body = unbound if folder is None else _bound_to(folder, unbound)
        function = Function(body)
        graph.check_function(function)
        known = functions.setdefault(function.name, function)
        if known is not function and known.body != body:
            raise errors.invalid_argument(f"Cannot add function {function.name!r}: a different one of that name exists")
    return functions


def _bound_to(folder: bytes, body: Any) -> Any:
    """A function's body, of which nodes that touch files tell the folder."""
    if not any(may_be_in_folder(node.op) for node in body.node_def):
        return body
    # A copy, as the caller's message must stay what it was.
    bound = type(body).FromString(body.SerializeToString())
    for node in bound.node_def:
        if may_be_in_folder(node.op):
            node.attr[FOLDER_ATTR].s = folder
    return bound


def op_defs_of(message: Any, graph: Graph, functions: dict[str, Function]) -> dict[str, OpDef]:
    """The definitions of all ops that the message's nodes use.

    Raises:
        InvalidArgumentError: A node names no op.
        NotFoundError: Some ops do not exist; all of them are named.
    """
    # All missing ones at once: who lacks ops wants to know which, not the first of them.
    counts: Counter[str] = Counter(node.op for node in message.node)
    if "" in counts:
        name = next(node.name for node in message.node if not node.op)
        raise errors.invalid_argument(f"Node {name!r} does not specify an operation")
    found: dict[str, OpDef] = {}
    missing: list[str] = []
    for op_type in sorted(counts):
        if op_type in functions:  # of this very message: the graph gets its library only at the end
            found[op_type] = functions[op_type].signature
            continue
        try:
            found[op_type] = graph.op_def(op_type)
        except errors.NotFoundError:
            missing.append(f"'{op_type}' ({counts[op_type]} nodes)")
    if missing:
        raise errors.not_found(f"Op type not registered {', '.join(missing)}")
    return found


def check_deprecation(op_def: OpDef, producer: int) -> None:
    """Raises `UnimplementedError` when the op was withdrawn at or before the graph's producer version."""
    if op_def.deprecation is not None and op_def.deprecation[0] <= producer:
        since, explanation = op_def.deprecation
        raise errors.unimplemented(
            f"Op {op_def.name} is not available in GraphDef version {producer}. "
            f"It has been removed in version {since}. {explanation}."
        )
