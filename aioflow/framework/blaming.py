"""Errors that name their node, also where the code that raises them knows none."""
from __future__ import annotations

from typing import Any

from aioflow import errors


class blaming:
    """A context that names the node in the errors raised inside.

    Args:
        node_name: The node that is being worked on.
    """

    __slots__ = ("node_name",)

    def __init__(self, node_name: str) -> None:
        self.node_name = node_name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        # Changed in place, so that the traceback still begins where the error was raised. Not twice: the innermost
        # context may have named the node already.
        if isinstance(error, errors.OpError) and repr(self.node_name) not in error.message:
            error.message += f" (node {self.node_name!r})"
