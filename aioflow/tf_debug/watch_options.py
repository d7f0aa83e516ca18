"""Watches of runs: of single tensors, or of all tensors of a graph but some."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph import Operation, Tensor
from aioflow.framework.watches import WILDCARD

Names = str | Sequence[str]


class WatchOptions(NamedTuple):
    """What a wrapper of a session watches in a run.

    Attributes:
        debug_ops: What is computed of tensors.
        node_name_regex_allowlist: Which nodes, by the beginning of their names; None for all.
        op_type_regex_allowlist: Which nodes, by the beginning of their ops; None for all.
        tensor_dtype_regex_allowlist: Which tensors, by the beginning of their dtypes; None for all.
        tolerate_debug_op_creation_failures: Whether what a tensor cannot have is left out.
    """

    debug_ops: Names = ("DebugIdentity",)
    node_name_regex_allowlist: str | None = None
    op_type_regex_allowlist: str | None = None
    tensor_dtype_regex_allowlist: str | None = None
    tolerate_debug_op_creation_failures: bool = False


def add_debug_tensor_watch(
    run_options: Any,
    node_name: str,
    output_slot: int = 0,
    debug_ops: Names = "DebugIdentity",
    debug_urls: Names | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
) -> None:
    """Watches a tensor.

    Args:
        run_options: The `RunOptions` to which the watch is added.
        node_name: The node; "*" for all.
        output_slot: Which of its outputs; -1 for all nodes.
        debug_ops: What is computed of it.
        debug_urls: Where that goes: "file:///dir" or "grpc://host:port".
        tolerate_debug_op_creation_failures: Whether what the tensor cannot have is left out.
        global_step: A number that is written along.

    Raises:
        ValueError: There is no debug op, or no URL.
    """
    debug = run_options.debug_options
    debug.global_step = global_step
    ops, urls = _listed(debug_ops), _listed(debug_urls)
    if not ops or not urls:
        raise ValueError("debug_ops and debug_urls must name something")
    debug.debug_tensor_watch_opts.add(
        node_name=node_name, output_slot=output_slot, debug_ops=ops, debug_urls=urls,
        tolerate_debug_op_creation_failures=tolerate_debug_op_creation_failures,
    )  # fmt: skip


def _listed(names: Names | None) -> list[str]:
    return [names] if isinstance(names, str) else list(names or ())


def watch_graph(
    run_options: Any,
    graph: Any,
    debug_ops: Names = "DebugIdentity",
    debug_urls: Names | None = None,
    node_name_regex_allowlist: str | None = None,
    op_type_regex_allowlist: str | None = None,
    tensor_dtype_regex_allowlist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Watches the tensors of a graph, of which each allowlist is a condition.

    Without any of them the nodes that a run puts in are watched, too, such as those of inlined functions.

    Args:
        run_options: The `RunOptions` to which the watches are added.
        graph: The graph.
        debug_ops: See `add_debug_tensor_watch`, as for the next.
        debug_urls: See above.
        node_name_regex_allowlist: A regular expression for the beginning of nodes' names.
        op_type_regex_allowlist: The same for their ops.
        tensor_dtype_regex_allowlist: The same for the tensors' dtypes, such as "float32".
        tolerate_debug_op_creation_failures: See `add_debug_tensor_watch`, as for the next.
        global_step: See above.
        reset_disk_byte_usage: Whether what is on disk already does not count for the limit of bytes.

    Raises:
        ValueError: There is no debug op, or no URL.
    """
    lists = node_name_regex_allowlist, op_type_regex_allowlist, tensor_dtype_regex_allowlist
    name, op_type, dtype = (re.compile(pattern) if pattern else None for pattern in lists)

    def is_wanted(op: Operation, tensor: Tensor) -> bool:
        return (
            (name is None or name.match(op.name) is not None)
            and (op_type is None or op_type.match(op.type) is not None)
            and (dtype is None or dtype.match(tensor.dtype.name) is not None)
        )

    _watch_where(
        run_options, graph, is_wanted, not any(lists), debug_ops, debug_urls, tolerate_debug_op_creation_failures,
        global_step, reset_disk_byte_usage,
    )  # fmt: skip


def watch_graph_with_denylists(
    run_options: Any,
    graph: Any,
    debug_ops: Names = "DebugIdentity",
    debug_urls: Names | None = None,
    node_name_regex_denylist: str | None = None,
    op_type_regex_denylist: str | None = None,
    tensor_dtype_regex_denylist: str | None = None,
    tolerate_debug_op_creation_failures: bool = False,
    global_step: int = -1,
    reset_disk_byte_usage: bool = False,
) -> None:
    """Watches the tensors of a graph that are on none of the lists; arguments are those of `watch_graph`.

    Args:
        run_options: The `RunOptions` to which the watches are added.
        graph: The graph.
        debug_ops: See `watch_graph`, as for the next.
        debug_urls: See above.
        node_name_regex_denylist: A regular expression for the beginning of nodes' names.
        op_type_regex_denylist: The same for their ops.
        tensor_dtype_regex_denylist: The same for the tensors' dtypes.
        tolerate_debug_op_creation_failures: See `watch_graph`, as for the next two.
        global_step: See above.
        reset_disk_byte_usage: See above.

    Raises:
        ValueError: There is no debug op, or no URL.
    """
    lists = node_name_regex_denylist, op_type_regex_denylist, tensor_dtype_regex_denylist
    name, op_type, dtype = (re.compile(pattern) if pattern else None for pattern in lists)

    def is_wanted(op: Operation, tensor: Tensor) -> bool:
        return not (
            (name is not None and name.match(op.name))
            or (op_type is not None and op_type.match(op.type))
            or (dtype is not None and dtype.match(tensor.dtype.name))
        )

    _watch_where(
        run_options, graph, is_wanted, not any(lists), debug_ops, debug_urls, tolerate_debug_op_creation_failures,
        global_step, reset_disk_byte_usage,
    )  # fmt: skip


def _watch_where(
    run_options: Any,
    graph: Any,
    is_wanted: Callable[[Operation, Tensor], bool],
    takes_all: bool,
    debug_ops: Names,
    debug_urls: Names | None,
    tolerates: bool,
    global_step: int,
    resets: bool,
) -> None:
    found = [tensor for op in graph.get_operations() for tensor in op.outputs if is_wanted(op, tensor)]
    watched = [(tensor.op.name, tensor.value_index) for tensor in found] + [(WILDCARD, -1)] * takes_all
    for node_name, slot in watched:
        add_debug_tensor_watch(run_options, node_name, slot, debug_ops, debug_urls, tolerates, global_step)
    run_options.debug_options.reset_disk_byte_usage = resets
