"""Errors of a step, completed by what the session's graph knows of the failing node."""
from __future__ import annotations

import os

from aioflow import errors
from aioflow.framework.graph.graph import Graph

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
_MACHINERY = tuple(os.path.join(_PACKAGE, room, "") for room in ("session", "executor", "compiler"))


def blame_operation(error: errors.OpError, graph: Graph) -> None:
    """Sets `error.op` to the failing operation, where it is one of `graph`; the text then tells where it was made."""
    if error.op is not None or error.node_name is None:
        return
    op = graph.find_operation(error.node_name)
    if op is not None:  # it is None for a node of a function's body, or one that a pass has made
        error.op = op


def shorten_traceback(error: errors.OpError) -> None:
    """Leaves in the error's traceback the innermost frame of the session, which is the first one, and kernels.

    A dozen frames between them, of those that start a step and wait for it, would tell nobody why a node failed. An
    `InternalError` keeps all: it may be their fault.
    """
    last = error.__traceback__
    if isinstance(error, errors.InternalError) or last is None:
        return
    entry = last.tb_next
    while entry is not None:
        if not entry.tb_frame.f_code.co_filename.startswith(_MACHINERY):
            last.tb_next = entry
            last = entry
        entry = entry.tb_next
    last.tb_next = None
