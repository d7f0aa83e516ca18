"""Errors of a step, completed by what the session's graph knows of the failing node."""
from __future__ import annotations

from aioflow import errors
from aioflow.framework.graph.graph import Graph


def blame_operation(error: errors.OpError, graph: Graph) -> None:
    """Sets `error.op` to the failing operation, where it is one of `graph`; the text then tells where it was made."""
    if error.op is not None or error.node_name is None:
        return
    op = graph.find_operation(error.node_name)
    if op is not None:  # it is None for a node of a function's body, or one that a pass has made
        error.op = op
