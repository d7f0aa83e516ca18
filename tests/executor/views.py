"""Views of small graphs, for tests of what is decided about nodes before any of them runs."""
from __future__ import annotations

from collections.abc import Iterable, Sequence

import aioflow as tf
from aioflow.executor.analysis.inline_plan import InlinePlan
from aioflow.executor.analysis.node_order import sorted_units
from aioflow.executor.analysis.units import Unit
from aioflow.executor.dataflow.graph_view import GraphView, NodeItem
from aioflow.framework.graph.function_body import instantiate
from aioflow.framework.op_def import FunctionName
from aioflow.passes.prune import prune
from aioflow.testing import Reference


def view_of(graph: tf.Graph) -> GraphView:
    """A whole graph, compiled."""
    return Reference(graph).view(graph)


def signature_view(fetches: Sequence[tf.Tensor], feeds: Sequence[tf.Tensor] = ()) -> GraphView:
    """What computes `fetches`, with `_Arg` and `_Retval` nodes, compiled."""
    graph = tf.get_default_graph()
    return Reference(graph).view(prune(graph, list(feeds), list(fetches), ()))


def by_name(view: GraphView) -> dict[str, NodeItem]:
    """The items of a view."""
    return {item.name: item for item in view.nodes}


def names(units: Iterable[Unit]) -> list[str]:
    """The names of nodes and loops."""
    return [unit.name for unit in units]


def ran(view: GraphView, **costs_s: float) -> None:
    """Has nodes cost so many seconds, and the others next to nothing, as if they had run."""
    for item in view.nodes:
        item.stats.add(costs_s.get(item.name, 1e-6))


def root_units(view: GraphView, inlined: InlinePlan) -> list[Unit]:
    """What runs outside of loops, in order, where inlined loops count as one."""
    loops = [loop for loop in inlined.loops.values() if not loop.parent]
    units = sorted_units([item for item in view.nodes if not item.frame_name], loops)
    assert units is not None
    return units


class Library:
    """The functions of a graph, compiled when inlining asks for them."""

    def __init__(self, graph: tf.Graph) -> None:
        self._functions = graph.functions
        self._views: dict[str, GraphView] = {}

    def compiled_view(self, function: FunctionName, compiles: bool) -> GraphView | None:
        """What a function runs; None before it was compiled."""
        if compiles and function.name not in self._views:
            body = instantiate(self._functions[function.name], function.attrs, self._functions).graph
            self._views[function.name] = Reference(body).view(body)
        return self._views.get(function.name)
