"""LoopShape: a frame that is built as front ends build loops, and which part of an iteration each of its nodes is.

Variables go from Enter to Merge; what decides whether to go on ends in the one LoopCond; Switches by it lead to Exits,
or through the body to NextIterations, and back to the Merges. What a front end does not write is not taken for a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from aioflow.executor.analysis.node_order import Unit
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.framework.graph.control_flow import frame_name_of


@dataclass(frozen=True, slots=True)
class LoopVariable:
    """What an iteration hands to the next one.

    Attributes:
        merge: Its value in an iteration.
        enter: Where the first value comes from.
        next: Where the following ones come from.
        enter_index: Which input of `merge` the Enter is, 0 or 1.
    """

    merge: NodeItem
    enter: NodeItem
    next: NodeItem
    enter_index: int


class LoopShape:
    """A loop as the graph writes it.

    Attributes:
        name: The frame's name.
        parent: The name of the frame around it.
        enters: The Enters into it, which run in the parent's frame.
        members: All that runs in it, in no order.
        variables: What an iteration hands on; empty where the loop has an odd form.
        condition: Its LoopCond.
        exits: The Exits out of it.
        is_structured: See `liveness.py`.
        guards: What must hold, in the parent's frame, for it to run.
        head: What runs in each iteration, in order; known for structured loops only, like the others.
        body: What runs in iterations in which the condition holds.
        tail: What runs when the condition holds no more.
    """

    __slots__ = (
        "body", "condition", "enters", "exits", "guards", "head", "is_structured", "members", "name", "parent", "tail",
        "variables",
    )  # fmt: skip

    def __init__(self, name: str, parent: str) -> None:
        self.name = name
        self.parent = parent
        self.enters: list[NodeItem] = []
        self.members: list[NodeItem] = []
        self.variables: list[LoopVariable] = []
        self.condition: NodeItem
        self.exits: list[NodeItem] = []
        self.is_structured = False
        self.guards: frozenset[Hashable] = frozenset()
        self.head: list[Unit] = []
        self.body: list[Unit] = []
        self.tail: list[Unit] = []

    @property
    def frame_name(self) -> str:
        """Where it runs, as for a node."""
        return self.parent

    @property
    def producers(self) -> list[NodeItem]:
        """What it depends on, each once."""
        return list(dict.fromkeys(producer for enter in self.enters for producer in enter.producers))

    @property
    def goes_on(self) -> Hashable:
        """The guard that stands for "the condition holds"."""
        return ((self.condition, 0), 1)

    @property
    def ends(self) -> Hashable:
        """The guard that stands for "the condition does not hold"."""
        return ((self.condition, 0), 0)

    def split(self, units: Iterable[Unit], guards: Callable[[Unit], frozenset[Hashable]]) -> None:
        """Sorts its units into head, body and tail.

        Args:
            units: All of them, in order.
            guards: Those of a unit.
        """
        self.head, self.body, self.tail = [], [], []
        for unit in units:
            part = self.body if self.goes_on in guards(unit) else self.tail if self.ends in guards(unit) else self.head
            part.append(unit)

    def parts_are_in_order(self) -> bool:
        """Whether the head depends on the head only, and body and tail not on each other."""
        from_body, from_tail = self._items(self.body), self._items(self.tail)
        return not (
            _depend(self.head, from_body | from_tail) or _depend(self.body, from_tail) or _depend(self.tail, from_body)
        )

    @staticmethod
    def _items(units: Sequence[Unit]) -> set[NodeItem]:
        """What others may depend on."""
        return {item for unit in units for item in (unit.exits if isinstance(unit, LoopShape) else [unit])}


def _depend(units: Iterable[Unit], items: set[NodeItem]) -> bool:
    # A variable's Merge is where the last iteration ends, which is no dependence within one.
    return any(p in items for unit in units for p in unit.producers if not p.is_next_iteration)


def find_loops(items: Sequence[NodeItem]) -> dict[str, LoopShape]:
    """All frames but the root, by name, with what is in them."""
    loops: dict[str, LoopShape] = {}
    for item in items:
        if item.is_enter:
            name = frame_name_of(item.op)
            loops.setdefault(name, LoopShape(name, item.frame_name)).enters.append(item)
    for item in items:
        if item.frame_name:
            loop = loops[item.frame_name]
            loop.members.append(item)
            if item.is_exit:
                loop.exits.append(item)
    return loops


def shape_fits(loop: LoopShape) -> bool:
    """Whether the loop has the form that front ends write; notes its condition and variables."""
    conditions = [item for item in loop.members if item.op.type == "LoopCond"]
    variables = [_variable(item) for item in loop.members if item.is_merge and _is_of_loop(item, loop)]
    known = [variable for variable in variables if variable is not None]
    if len(conditions) != 1 or not known or len(known) < len(variables):
        return False
    loop.condition, loop.variables = conditions[0], known
    merges = {variable.merge for variable in known}
    outer = [enter for enter in loop.enters if not enter.is_constant_enter]
    for item in (*outer, *(item for item in loop.members if item.is_next_iteration)):
        if item.control_out or not item.data_out or any(consumer not in merges for _, consumer, _ in item.data_out):
            return False
    return not any(consumer in merges for enter in loop.enters if enter.is_constant_enter for consumer in _fed(enter))


def _is_of_loop(merge: NodeItem, loop: LoopShape) -> bool:
    return any(p.is_next_iteration or (p.is_enter and p in loop.enters) for p in merge.producers)


def _variable(merge: NodeItem) -> LoopVariable | None:
    sources = [producer for producer, _ in merge.data_producers]
    if len(sources) != 2 or merge.control_producers:
        return None
    for enter_index in (0, 1):
        enter, following = sources[enter_index], sources[1 - enter_index]
        if enter.is_enter and following.is_next_iteration:
            return LoopVariable(merge, enter, following, enter_index)
    return None


def _fed(item: NodeItem) -> list[NodeItem]:
    return [consumer for _, consumer, _ in item.data_out]
