"""What a signature of a SavedModel needs: its outputs' ancestors, and among them the ops that cannot run here."""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

# Of all signatures together. A hostile file may have thousands of them, each of which needs its whole graph.
_MAX_VISITS = 500_000


class SignatureNeeds:
    """Finds what signatures need.

    Args:
        graph_def: The graph.
        fault_of: Function from a node to what keeps it from running; "" where nothing does.
    """

    def __init__(self, graph_def: Any, fault_of: Callable[[Any], str]) -> None:
        self._nodes = {node.name: node for node in graph_def.node}
        self._bodies = {function.signature.name: function.node_def for function in graph_def.library.function}
        self._fault_of = fault_of
        self._num_visits_left = _MAX_VISITS

    def missing(self, signature: Any) -> list[str] | None:
        """Lists the ops that cannot run although the signature needs them; None where that would take too long."""
        fed = set(_names(signature.inputs))
        missing: set[str] = set()
        waiting, seen = list(_names(signature.outputs)), set[str]()
        functions: set[str] = set()
        while waiting:
            name = waiting.pop()
            # What is fed need not run, nor what only that needs.
            if name in seen or name in fed or name not in self._nodes:
                continue
            seen.add(name)
            node = self._nodes[name]
            if not self._look_at(node, missing, functions):
                return None
            waiting += [text.lstrip("^").partition(":")[0] for text in node.input]
        return sorted(missing)

    def _look_at(self, first: Any, missing: set[str], functions: set[str]) -> bool:
        """Notes the faults of a node and of the functions that it calls; returns whether there was time for it."""
        waiting = [first]
        while waiting:
            self._num_visits_left -= 1
            if self._num_visits_left < 0:
                return False
            node = waiting.pop()
            if node.op not in self._bodies and self._fault_of(node):
                missing.add(node.op)
            for name in _called(node, self._bodies):
                # Once each: calls may go round in circles.
                if name not in functions:
                    functions.add(name)
                    waiting += self._bodies[name]
        return True


def _names(infos: Mapping[str, Any]) -> Iterator[str]:
    """Gives the names of the nodes that make tensors of a signature; sparse ones have several."""
    for info in infos.values():
        encoding = info.WhichOneof("encoding")
        if encoding == "coo_sparse":
            parts: Iterable[str] = [
                info.coo_sparse.values_tensor_name, info.coo_sparse.indices_tensor_name,
                info.coo_sparse.dense_shape_tensor_name,
            ]  # fmt: skip
        elif encoding == "composite_tensor":
            parts = [part.name for part in info.composite_tensor.components]
        else:
            parts = [info.name]
        for part in parts:
            yield part.partition(":")[0]


def _called(node: Any, functions: Collection[str]) -> Iterator[str]:
    """Gives the names of the functions that a node calls."""
    if node.op in functions:
        yield node.op
    for value in node.attr.values():
        for function in (value.func, *value.list.func) if value.WhichOneof("value") in ("func", "list") else ():
            if function.name in functions:
                yield function.name
