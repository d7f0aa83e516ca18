"""Runs the optimising passes that a session's settings ask for on a pruned graph."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from aioflow._proto.config_pb2 import OptimizerOptions
from aioflow._proto.rewriter_config_pb2 import RewriterConfig
from aioflow.framework.graph.graph import Graph
from aioflow.passes.drop_unread import drop_unread
from aioflow.passes.fold_constants import DEFAULT_MAX_NBYTES, fold_constants
from aioflow.passes.fuse_products import fuse_products
from aioflow.passes.inline_functions import inline_functions
from aioflow.passes.merge_duplicates import merge_duplicates
from aioflow.passes.simplify import remove_identities, simplify_arithmetic

Pass = Callable[[Graph], Graph]


def optimize(
    graph: Graph,
    graph_options: Any,
    unfused: bool = False,
    regions: Pass | None = None,
    freeze: Pass | None = None,
    inlines: bool = True,
) -> Graph:
    """`graph` after the passes that `GraphOptions` asks for; the values of a run are the same, but for rounding.

    Args:
        graph: A pruned graph.
        graph_options: `GraphOptions`.
        unfused: Whether nodes that compute something stay nodes of their own, so that a trace can show them.
        regions: Makes regions, which takes long; None for none.
        freeze: Makes variables constants, for regions; None where they stay variables.
        inlines: Whether functions may be inlined; not where their own nodes are watched.
    """
    result = graph
    for apply in passes_for(graph_options, regions, freeze):
        if not (unfused and apply is fuse_products) and (inlines or apply is not inline_functions):
            before, result = result, apply(result)
            # What lies between two passes is of use to nobody; the caller's graph is the caller's.
            if before is not result and before is not graph:
                before.dismantle()
    return result


def passes_for(
    graph_options: Any, regions: Pass | None = None, freeze: Pass | None = None
) -> list[Pass]:
    """The passes in order.

    `optimizer_options.opt_level` L0 turns off constant folding and the merging of duplicates unless their own flags ask
    for them. The toggles of `rewrite_options` turn each pass off (OFF), `disable_meta_optimizer` all but these two.
    """
    options, rewriter = graph_options.optimizer_options, graph_options.rewrite_options
    is_l1 = options.opt_level != OptimizerOptions.L0
    rewrites = is_l1 and not rewriter.disable_meta_optimizer
    # Inlining first: what it brings in is for all that follow. Fusion last: it looks for products, and for the
    # constants behind them, in the form in which the others leave them. Regions before it: engines fuse by themselves.
    chosen: list[tuple[bool, Pass]] = [
        ((rewrites or options.do_function_inlining) and _is_on(rewriter.function_optimization), inline_functions),
        (rewrites and _is_on(rewriter.dependency_optimization), drop_unread),
        *([(rewrites, freeze)] if freeze is not None else []),
        (rewrites and _is_on(rewriter.dependency_optimization), remove_identities),
        ((is_l1 or options.do_constant_folding) and _is_on(rewriter.constant_folding), _folding(options)),
        (
            (is_l1 or options.do_common_subexpression_elimination) and _is_on(rewriter.common_subgraph_elimination),
            merge_duplicates,
        ),
        (rewrites and _is_on(rewriter.arithmetic_optimization), simplify_arithmetic),
        *([(rewrites, regions)] if regions is not None else []),
        (rewrites and _is_on(rewriter.remapping), fuse_products),
    ]
    return [apply for is_wanted, apply in chosen if is_wanted]


def _is_on(toggle: int) -> bool:
    return toggle != RewriterConfig.OFF


def _folding(options: Any) -> Pass:
    max_nbytes = options.max_folded_constant_in_bytes or DEFAULT_MAX_NBYTES
    return partial(fold_constants, max_nbytes=max_nbytes)
