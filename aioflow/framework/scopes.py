"""Scopes: what `with graph.name_scope(...)`, `device(...)`, `control_dependencies(...)` add to the nodes made inside.

The state is immutable and kept per graph in one context variable, so that tasks and threads that build the same graph
do not see each other's scopes.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aioflow.framework.graph import Graph
    from aioflow.framework.operation import Operation

DeviceFunction = Callable[["Operation"], "str | None"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The scopes that are open for one graph.

    Attributes:
        name: Prefix of new names, "" or ending in "/".
        devices: Device names, functions (operation -> device name) and None (forget the outer ones), outermost first.
        control_inputs: Operations that new nodes must wait for.
        colocate_with: Operations that new nodes are put beside.
        attrs: Attributes that new nodes get.
        control_flow: The cond or while that is being built, or None.
    """

    name: str = ""
    devices: tuple[str | DeviceFunction | None, ...] = ()
    control_inputs: tuple[Operation, ...] = ()
    colocate_with: tuple[Operation, ...] = ()
    attrs: tuple[tuple[str, Any], ...] = ()
    control_flow: Any = None


_NO_SCOPE = Scope()
_SCOPES: ContextVar[Mapping[Graph, Scope]] = ContextVar("aioflow graph scopes", default={})  # noqa: B039 - never changed in place


def current_scope(graph: Graph) -> Scope:
    """The scopes that are open for `graph` in this context."""
    return _SCOPES.get().get(graph, _NO_SCOPE)


@contextmanager
def changed_scope(graph: Graph, **changes: Any) -> Iterator[None]:
    """A context in which some fields of the graph's `Scope` are replaced."""
    before = _SCOPES.get()
    _SCOPES.set({**before, graph: replace(before.get(graph, _NO_SCOPE), **changes)})
    try:
        yield
    finally:
        _SCOPES.set(before)
