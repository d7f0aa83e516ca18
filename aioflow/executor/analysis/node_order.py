"""Orders in which nodes can run: node by node, or with loops that count as one.

Both sorts keep their own stack: a graph of some thousand nodes in a row would exceed Python's recursion limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from aioflow.executor.analysis.units import LoopShape, Unit
from aioflow.executor.dataflow.graph_view import NodeItem


def in_order(items: Sequence[NodeItem]) -> list[NodeItem]:
    """The items so that producers come first, where a NextIteration does not count as one of a Merge.

    The order depends on the given one and the edges alone, so that one graph has the same segments in every process.
    """
    order: list[NodeItem] = []
    seen: set[NodeItem] = set()
    for root in items:
        stack = [(root, False)]
        while stack:
            item, done = stack.pop()
            if done:
                order.append(item)
            elif item not in seen:
                seen.add(item)
                stack.append((item, True))  # comes up again when all that it needs has been listed
                stack.extend((p, False) for p in item.producers if p not in seen and not _leads_back(p, item))
    return order


def _leads_back(producer: NodeItem, consumer: Unit) -> bool:
    """Whether an edge leads into the next iteration."""
    return producer.is_next_iteration and isinstance(consumer, NodeItem) and consumer.is_merge


def units_of(members: Sequence[NodeItem], loops: Iterable[LoopShape]) -> list[Unit]:
    """The members of a frame, where loops entered from it take the place of their Enters."""
    loops = list(loops)
    entering = {enter for loop in loops for enter in loop.enters}
    return [*(item for item in members if item not in entering), *loops]


def unit_producers(loops: Iterable[LoopShape]) -> Callable[[Unit], list[Unit]]:
    """A function that gives the units of the same frame on which a unit depends, each once.

    Args:
        loops: Those that count as one, all entered from that frame.
    """
    # Who reads a loop reads an Exit of it; all its other nodes are in the loop's own frame.
    home: dict[NodeItem, Unit] = {item: loop for loop in loops for item in loop.exits}

    def producers(unit: Unit) -> list[Unit]:
        return list(dict.fromkeys(home.get(p, p) for p in unit.producers if not _leads_back(p, unit)))

    return producers


def sorted_units(members: Sequence[NodeItem], loops: Sequence[LoopShape]) -> list[Unit] | None:
    """The units of a frame so that producers come first; None if they depend on each other in a circle.

    A frame has no circle of nodes, but its units may: a loop of two variables depends on all that either starts with,
    and a node that needs one result may compute the start of the other.

    Args:
        members: The nodes of the frame.
        loops: Those that count as one, all entered from it.
    """
    units = units_of(members, loops)
    producers = unit_producers(loops)
    here = set(units)  # producers may be elsewhere: for nodes of a loop, its Enters are
    order: list[Unit] = []
    is_done: dict[Unit, bool] = {}  # False while a unit's producers are being sorted
    for root in units:
        stack = [(root, False)]
        while stack:
            unit, is_second = stack.pop()
            if is_second:
                is_done[unit] = True
                order.append(unit)
            elif unit not in is_done:
                is_done[unit] = False
                stack.append((unit, True))
                for producer in producers(unit):
                    if producer in here and not is_done.get(producer, False):
                        if producer in is_done:  # it waits, further down the stack, for what needs it
                            return None
                        stack.append((producer, False))
    return order
