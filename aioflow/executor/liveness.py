"""Liveness: which nodes can be dead in a step at all, told from the graph.

A node's guards are the branch sides that must be taken for it to be alive. A Merge of the two sides of one condition
needs what both sides need. What cannot be told (in loops, behind calls) counts as a guard of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from aioflow.executor.graph_view import NodeItem

Guards = frozenset[Hashable]
_ALWAYS: Guards = frozenset()


def mark_liveness(order: Sequence[NodeItem]) -> None:
    """Sets `may_be_dead` of each item.

    Args:
        order: All items of a view, producers first.
    """
    guards: dict[NodeItem, Guards] = {}
    for item in order:
        guards[item] = _guards(item, guards)
        item.may_be_dead = bool(guards[item])


def _guards(item: NodeItem, known: dict[NodeItem, Guards]) -> Guards:
    if item.frame_name or item.is_exit:
        return frozenset({item})
    if item.is_control_trigger:
        return _ALWAYS
    data = [_output_guards(producer, slot, known) for producer, slot in item.data_producers]
    if item.is_merge:
        return _merged(item, data)
    return _ALWAYS.union(*data, *(known.get(control, frozenset({control})) for control in item.control_producers))


def _output_guards(producer: NodeItem, slot: int, known: dict[NodeItem, Guards]) -> Guards:
    if producer not in known:  # a loop's back edge
        return frozenset({producer})
    if producer.is_switch:
        return known[producer] | {(producer.data_producers[1], slot)}
    if producer.is_waiting:
        return known[producer] | {(producer, slot)}
    return known[producer]


def _merged(item: NodeItem, data: Sequence[Guards]) -> Guards:
    if len(data) == 2:
        one, other = data[0] - data[1], data[1] - data[0]
        if len(one) == len(other) == 1 and _are_two_sides(next(iter(one)), next(iter(other))):
            return data[0] & data[1]
    return frozenset({item})


def _are_two_sides(one: Hashable, other: Hashable) -> bool:
    """Whether two guards are the true and the false side of one condition."""
    if not (isinstance(one, tuple) and isinstance(other, tuple)) or isinstance(one[0], NodeItem):
        return False
    return one[0] == other[0] and {one[1], other[1]} == {0, 1}
