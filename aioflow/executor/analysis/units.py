"""Unit: a node, or a loop that counts as one node. LoopShape: such a loop, and its parts once they are known.

These are the nouns of the analyses around them: `loop_shapes` finds loops, `node_order` sorts units, `liveness` sorts a
loop's units into its parts, `inlining` decides which loops become Python's own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aioflow.executor.dataflow.graph_view import NodeItem

Unit: TypeAlias = "NodeItem | LoopShape"
"""The thing that is ordered, grouped and written as one. Both kinds have `frame_name` and `producers`."""


@dataclass(frozen=True, slots=True)
class LoopVariable:
    """The way of one value from an iteration to the next one.

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
    """A loop as the graph writes it: the frame `name`, entered from the frame `parent`."""

    __slots__ = (
        "body", "condition", "enters", "exits", "guards", "head", "is_structured", "members", "name", "parent", "tail",
        "variables",
    )  # fmt: skip

    def __init__(self, name: str, parent: str) -> None:
        self.name = name
        self.parent = parent
        #: The Enters into it, which run in the parent's frame and so are none of its members.
        self.enters: list[NodeItem] = []
        #: All nodes that run in it, in no order.
        self.members: list[NodeItem] = []
        #: The values that an iteration hands on; empty where the loop has an odd form.
        self.variables: list[LoopVariable] = []
        #: Its LoopCond; there is one only where `variables` is not empty.
        self.condition: NodeItem
        #: The Exits out of it. They are members; who depends on them depends on the loop.
        self.exits: list[NodeItem] = []
        #: Whether its parts are alive when they should be (see `liveness.py`). It begins as a guess, by the loop's
        #: form, and changes from true to false only: so finding all guards comes to an end.
        self.is_structured = False
        #: The guards that must hold, in the parent's frame, for it to run; of structured loops, as the parts below.
        self.guards: frozenset[Hashable] = frozenset()
        #: The units of each iteration, in order.
        self.head: list[Unit] = []
        #: The units of iterations in which the condition holds. Neither of body and tail depends on the other.
        self.body: list[Unit] = []
        #: The units of the last iteration, in which the condition holds no more.
        self.tail: list[Unit] = []

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units inside, in an order in which they can run."""
        return (*self.head, *self.body, *self.tail)

    @property
    def frame_name(self) -> str:
        """The frame in which it runs, as for a node."""
        return self.parent

    @property
    def producers(self) -> list[NodeItem]:
        """The nodes that it depends on, each once."""
        return list(dict.fromkeys(producer for enter in self.enters for producer in enter.producers))

    # A guard for the side of a Switch is (its condition, side); these two are those of all Switches by the LoopCond.
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
            guards: Gives those of a unit.
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
        """The nodes on which others may depend."""
        return {item for unit in units for item in (unit.exits if isinstance(unit, LoopShape) else [unit])}


def _depend(units: Iterable[Unit], items: set[NodeItem]) -> bool:
    # A variable's Merge is where the last iteration ends, which is no dependence within one.
    return any(p in items for unit in units for p in unit.producers if not p.is_next_iteration)
