"""Rebuilding a graph: a new one with some of the nodes of another, and some edges led elsewhere."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from aioflow.framework.graph import Graph
from aioflow.framework.operation import Operation, Tensor


def empty_like(graph: Graph) -> Graph:
    """A graph without nodes, with the versions and the function library of `graph`."""
    new = Graph()
    new.functions = dict(graph.functions)
    new.gradient_functions = dict(graph.gradient_functions)
    new.producer, new.min_consumer, new.bad_consumers = graph.producer, graph.min_consumer, graph.bad_consumers
    new.seed = graph.seed
    return new


def copy_nodes(
    new: Graph,
    ops: Iterable[Operation],
    tensor_for: Mapping[Tensor, Tensor] | None = None,
    controls_of: Callable[[Operation], Iterable[Operation]] | None = None,
) -> dict[Operation, Operation]:
    """Copies operations into `new`, in order.

    Args:
        new: Where to.
        ops: Operations of another graph; all that they read must be among them or in `tensor_for`.
        tensor_for: Tensors of the other graph -> tensors of `new` that take their place as data inputs.
        controls_of: The control inputs to keep, operations of the other graph or of `new`; default: its own.

    Returns:
        The copies by their originals.
    """
    replaced = tensor_for or {}
    copies: dict[Operation, Operation] = {}
    originals = list(ops)
    for op in originals:
        copies[op] = new.add_node(op.name, op.op_def, op.attrs, (), op.created_at, op.device)
    for op, copy in copies.items():
        copy.inputs = [replaced[t] if t in replaced else copies[t.op].outputs[t.value_index] for t in op.inputs]
        controls = op.control_inputs if controls_of is None else controls_of(op)
        copy.control_inputs = list(dict.fromkeys(copies.get(c, c) for c in controls))
    return copies
