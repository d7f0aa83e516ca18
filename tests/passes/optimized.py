"""What a pass makes of a graph built with the public API, and what it computes then."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import aioflow as tf
from aioflow.framework.graph.graph import Graph
from aioflow.passes.prune import prune
from aioflow.testing.reference import Reference

Pass = Callable[[Graph], Graph]


def pruned(fetches: Sequence[tf.Tensor], feeds: Sequence[tf.Tensor] = ()) -> Graph:
    """The part of the default graph that `fetches` need."""
    return prune(tf.get_default_graph(), list(feeds), list(fetches), [])


def kinds(graph: Graph) -> Counter[str]:
    """How many nodes of each op there are, arguments and return values aside."""
    return Counter(op.type for op in graph.get_operations() if op.type not in ("_Arg", "_Retval"))


def values(graph: Graph, args: Sequence[Any] = ()) -> list[Any]:
    """What a pruned graph returns, computed by the serial reference."""
    num_results = sum(op.type == "_Retval" for op in graph.get_operations())
    return Reference(graph).run_pruned(graph, args, num_results)
