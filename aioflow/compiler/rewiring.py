"""Tensor connections: a copy of a graph in which some tensors' consumers take other tensors."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.importing import import_graph_def


def rewired(
    graph: Graph, connections: Sequence[tuple[Tensor, Tensor]], elements: Sequence[Tensor | Operation]
) -> tuple[Graph, list[Any]]:
    """Copies a graph and connects tensors anew. Node names stay, so that the copy shares the session's state.

    Args:
        graph: The graph.
        connections: Pairs of a tensor, and one whose consumers are to take the first.
        elements: Tensors and operations of `graph`.

    Returns:
        The copy, and what `elements` are called there.

    Raises:
        InvalidArgumentError: Dtypes differ, or there would be a cycle.
    """
    for source, replaced in connections:
        _check_dtypes(source, replaced)
        _check_no_cycle(source, replaced)
    # By way of a GraphDef, which keeps names, attributes and functions; the caller's graph stays as it is.
    copy = Graph()
    with copy.as_default():
        import_graph_def(graph.as_graph_def(), name="", trust="full")
    replacements = {_counterpart(copy, replaced): _counterpart(copy, source) for source, replaced in connections}
    for op in copy.get_operations():
        for i, tensor in enumerate(op.inputs):
            if tensor in replacements:
                op._update_input(i, replacements[tensor])
    return copy, [_counterpart(copy, element) for element in elements]


def _counterpart(copy: Graph, element: Tensor | Operation) -> Any:
    return copy.as_graph_element(element.name)


def _check_dtypes(source: Tensor, replaced: Tensor) -> None:
    if source.dtype.base_dtype is not replaced.dtype.base_dtype:
        raise errors.invalid_argument(
            f"tensor_connection from {source.name} ({source.dtype.name}) to {replaced.name} ({replaced.dtype.name}): "
            "the dtypes differ"
        )


def _check_no_cycle(source: Tensor, replaced: Tensor) -> None:
    # Backwards from the source: if the tensor to be replaced is on the way, its consumers would feed themselves.
    stack, seen = [source.op], {source.op}
    while stack:
        op = stack.pop()
        if replaced in op.inputs:
            raise errors.invalid_argument(
                f'tensor_connection between nodes "{source.op.name}" and "{replaced.op.name}" would create a cycle'
            )
        before = {*(tensor.op for tensor in op.inputs), *op.control_inputs} - seen
        seen |= before
        stack.extend(before)
