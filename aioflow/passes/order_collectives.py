"""The order of reductions by several devices that nothing else orders: the same on all devices, by their keys."""
from __future__ import annotations

from collections.abc import Iterator

from aioflow import errors
from aioflow.framework.graph import Graph, Operation

# TensorFlow orders these alone, and leaves gatherings and broadcasts, and keys that are inputs, as they are.
_ORDERED = "CollectiveReduce"


def order_collectives(graph: Graph, by_edges: bool) -> None:
    """Orders the reductions of each device from the largest instance key to the smallest, in place.

    Args:
        graph: A graph that nobody else has.
        by_edges: Whether they wait for each other by control edges; else the attribute `wait_for` names those to be
            waited for, which only other runtimes look at.

    Raises:
        InternalError: Two of a device have the same key.
    """
    devices: dict[str, list[Operation]] = {}
    for op in graph.get_operations():
        if op.type == _ORDERED:
            devices.setdefault(op.device, []).append(op)
    before = _ancestors(graph) if devices else {}
    for ops in devices.values():
        for earlier, later in _pairs(sorted(ops, key=_key, reverse=True), before):
            if by_edges:
                later.control_inputs.append(earlier)
            else:
                later.attrs["wait_for"] = [*later.attrs["wait_for"], _key(earlier)]


def _pairs(ops: list[Operation], before: dict[Operation, set[Operation]]) -> Iterator[tuple[Operation, Operation]]:
    """Who is to wait for whom, without what follows from the rest.

    Args:
        ops: The reductions of one device, the one with the largest key first.
        before: The reductions that run before each of them; grows.
    """
    for i, later in enumerate(ops):
        # The nearest first: those that it waits for itself need no edge of their own.
        for earlier in reversed(ops[:i]):
            if _key(earlier) == _key(later):
                raise errors.internal(
                    f"Unexpected same instance_key {_key(later)} on 2 nodes with the same device {later.device}"
                )
            # Not the other way round either, where the values of one lead to the other against the order of keys.
            if earlier in before[later] or later in before[earlier]:
                continue
            behind = [op for op in before if op is later or later in before[op]]
            for op in behind:
                before[op] |= before[earlier] | {earlier}
            yield earlier, later


def _ancestors(graph: Graph) -> dict[Operation, set[Operation]]:
    """For each reduction those that run before it anyway."""
    found: dict[Operation, set[Operation]] = {}
    for op in graph.get_operations():
        if op.type == _ORDERED:
            found[op] = set()
            seen, waiting = {op}, [op]
            while waiting:
                inner = waiting.pop()
                for source in {*(tensor.op for tensor in inner.inputs), *inner.control_inputs} - seen:
                    seen.add(source)
                    waiting.append(source)
                    if source.type == _ORDERED:
                        found[op].add(source)
    return found


def _key(op: Operation) -> int:
    return int(op.attrs["instance_key"])
