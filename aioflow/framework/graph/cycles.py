"""Cycles: a graph must not have any, except those of loops, which go from a NextIteration into a Merge."""
from __future__ import annotations

from collections.abc import Iterable, Mapping

from aioflow import errors
from aioflow.framework.graph.control_flow import MERGE, NEXT_ITERATION
from aioflow.framework.graph.graph import Graph
from aioflow.framework.graph.operation import Operation

_MAX_SHOWN = 3  # names in the message: a cycle may have thousands


def check_no_cycle(graph: Graph) -> None:
    """Raises `InvalidArgumentError`, naming some nodes, if a node depends on itself."""
    left = _left_after_peeling({op: _before(op) for op in graph.get_operations()})
    if not left:
        return
    # What is left is the cycles and everything behind them; seen from the other end, it is the cycles alone.
    consumers: dict[Operation, list[Operation]] = {op: [] for op in left}
    for op in left:
        for producer in _before(op):
            if producer in consumers:
                consumers[producer].append(op)
    cycle = _left_after_peeling(consumers)
    names = ", ".join(repr(op.name) for op in cycle[:_MAX_SHOWN])
    raise errors.invalid_argument(f"Graph is invalid, contains a cycle with {len(cycle)} nodes, including: {names}")


def _before(op: Operation) -> list[Operation]:
    producers = [*(tensor.op for tensor in op.inputs), *op.control_inputs]
    # A Merge starts with its other input. Any other node would wait for a NextIteration that waits for it.
    if op.type not in MERGE:
        return producers
    return [producer for producer in producers if producer.type not in NEXT_ITERATION]


def _left_after_peeling(before: Mapping[Operation, Iterable[Operation]]) -> list[Operation]:
    """The operations that are left when those before which nothing comes are taken away, again and again."""
    behind: dict[Operation, list[Operation]] = {op: [] for op in before}
    num_before = dict.fromkeys(before, 0)
    for op, producers in before.items():
        for producer in producers:
            behind[producer].append(op)
            num_before[op] += 1
    free = [op for op, count in num_before.items() if not count]
    for op in free:  # grows while it is walked over
        for consumer in behind[op]:
            num_before[consumer] -= 1
            if not num_before[consumer]:
                free.append(consumer)
    return [op for op, count in num_before.items() if count]
