"""InlinePlan: the loops and calls of a view that become plain Python within the code of a segment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aioflow.executor.analysis.function_calls import is_while
from aioflow.executor.analysis.liveness import Liveness
from aioflow.executor.analysis.units import LoopShape, Unit
from aioflow.executor.dataflow.graph_view import NodeItem


@dataclass(frozen=True, slots=True)
class InlineBody:
    """A function's body that can be written in place of a call; one for all calls of the function.

    Attributes:
        inlined: The plan for its own view.
        units: All of it, in order.
        args: Its `_Arg` nodes by index.
        results: The `_Retval` nodes, by index.
        num_nodes: How many nodes it has, those of loops and calls in it included.
        nesting: How deep loops and calls in it are nested.
        cost_s: Estimated seconds of one call.
    """

    inlined: InlinePlan
    units: Sequence[Unit]
    args: Mapping[int, NodeItem]
    results: Sequence[NodeItem]
    num_nodes: int
    nesting: int
    cost_s: float


@dataclass
class InlinePlan:
    """The loops and calls of one view that are written as Python's own.

    Attributes:
        items: All items of the view.
        liveness: When they are alive.
        calls: The inlined calls, each with the bodies that its function attributes name, in order.
        loops: The inlined loops by name.
        holding: The items that may hold others up -> one bit for each.
        waits_for: For each item, the bits of those before it that may hold it up. Sets would take quadratic memory
            where many in a row do: gigabytes for 10,000.
    """

    items: Sequence[NodeItem]
    liveness: Liveness
    # The planner fills these one after the other: what waits depends on the calls, which loops fit on both.
    calls: Mapping[NodeItem, Sequence[InlineBody]] = field(default_factory=dict)
    loops: Mapping[str, LoopShape] = field(default_factory=dict)
    holding: Mapping[NodeItem, int] = field(default_factory=dict)
    waits_for: Mapping[NodeItem, int] = field(default_factory=dict)

    def cost_s(self, unit: Unit) -> float:
        """Estimated seconds of a unit; of a loop, those of one iteration."""
        if isinstance(unit, LoopShape):
            # The tail runs once, when the loop ends, and nobody knows how often the rest runs.
            return sum(self.cost_s(part) for part in (*unit.head, *unit.body))
        if unit in self.calls:
            return sum(body.cost_s for body in self.calls[unit])
        # Constants have a kernel that segments never call, and so no cost that anybody has measured.
        return 0.0 if unit.const_outputs is not None else unit.stats.cost_s

    def has_loops(self, unit: Unit) -> bool:
        """Whether a unit is an inlined loop, or a call in which there is one."""
        if isinstance(unit, LoopShape):
            return True
        bodies = self.calls.get(unit, ())
        return bool(bodies) and (
            is_while(unit) or any(body.inlined.has_loops(part) for body in bodies for part in body.units)
        )

    def holds_up(self, item: NodeItem) -> bool:
        """Whether a node may keep waiting what depends on it: it waits for what others do, or perhaps never runs."""
        if item in self.calls:  # its body was looked at, and nothing in it waits
            return False
        # A loop that is not structured may go on while some of its nodes run no more, and then some of its Exits.
        return may_wait(item) or (item.is_exit and not self.liveness.loops[item.frame_name].is_structured)

    def num_nodes(self, unit: Unit) -> int:
        """The number of nodes that a unit stands for."""
        if isinstance(unit, LoopShape):
            return sum(self.num_nodes(part) for part in unit.units)
        return 1 + sum(body.num_nodes for body in self.calls.get(unit, ()))

    def nesting(self, unit: Unit) -> int:
        """The depth to which loops and calls in a unit are nested."""
        if isinstance(unit, LoopShape):
            return 1 + max(self.nesting(part) for part in unit.units)
        return max((1 + body.nesting for body in self.calls.get(unit, ())), default=0)


def may_wait(item: NodeItem) -> bool:
    """Whether the node may wait for what other nodes do: a waiting one, or foreign code that may block its thread."""
    return item.is_waiting or item.stats.is_blocking


def union(sets: Iterable[int]) -> int:
    """The bits of all; one of the numbers itself where the others add nothing, so that nodes in a row share it."""
    merged = 0
    for bits in sets:
        if merged | bits != merged:
            merged = merged | bits if merged else bits
    return merged
