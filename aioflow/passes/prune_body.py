"""Pruning of functions' bodies: to what their results need, and to what runs for its effect."""
from __future__ import annotations

from aioflow.framework.graph import Operation
from aioflow.framework.graph.function_body import FunctionBody
from aioflow.passes.function_parts import FunctionPart
from aioflow.passes.needed import find_needed
from aioflow.passes.rebuild import copy_nodes, empty_like


def prune_body(body: FunctionBody, part: FunctionPart | None = None, lowers: bool = True) -> FunctionBody:
    """The body without the nodes that nothing needs.

    Args:
        body: The whole body.
        part: What is needed of it; by default all results, and what must run. Arguments and results of a part are
            numbered anew.
        lowers: Whether lowered control flow in it is cut down to what is needed.
    """
    args, results = _by_index(body, "_Arg"), _by_index(body, "_Retval")
    must_run = body.must_run
    if part is not None:
        args = [op for op in args if op.attrs["index"] in part.args]
        results = [op for op in results if op.attrs["index"] in part.results]
        # As in TensorFlow, for which a part of a function is a part of the graph: what is stateful does not run for its
        # own sake there, but where something waits for it.
        must_run = body.control_returns if part.effects else ()
    needed = find_needed(body.graph, results, must_run, lowers=lowers)
    kept = needed.ops.union(args)
    graph = empty_like(body.graph)
    ops = [op for op in body.graph.get_operations() if op in kept]
    copies = copy_nodes(graph, ops, parts=needed.parts, through=needed.through)
    for numbered in (args, results):
        for index, op in enumerate(numbered):
            copies[op].attrs["index"] = index
    return FunctionBody(graph, len(results), tuple(copies[op] for op in must_run))


def _by_index(body: FunctionBody, op_type: str) -> list[Operation]:
    ops = [op for op in body.graph.get_operations() if op.type == op_type]
    return sorted(ops, key=lambda op: int(op.attrs["index"]))
