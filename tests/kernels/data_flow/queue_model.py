"""QueueModel: what a queue is to do, in plain lists, without asyncio, locks or threads.

Two lines of calls that wait; the head of each is tried, the enqueues' line first, until neither moves any more.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aioflow import errors


@dataclass(eq=False)
class Call:
    """A call that waits or has ended.

    Attributes:
        kind: "enqueue", "close", or "dequeue".
        given: The elements to enqueue that are not in the queue yet.
        wanted: How many elements to dequeue.
        may_be_fewer: Whether a closed queue may give fewer.
        taken: The elements that were dequeued.
        end: None while it waits, "done", or the class of its error.
    """

    kind: str
    given: list[int] = field(default_factory=list)
    wanted: int = 0
    may_be_fewer: bool = False
    taken: list[int] = field(default_factory=list)
    end: Any = None


class QueueModel:
    """A queue of numbers.

    Args:
        capacity: How many fit.
        choose: From the elements in the queue to the place of the one whose turn it is.
        fills_hole: Whether the last element takes the place of one that leaves.
        returns_in_front: Whether elements that are given back go to the front.
        min_left: How many stay as long as it is open.
    """

    def __init__(
        self, capacity: int, choose: Callable[[list[int]], int], fills_hole: bool = False,
        returns_in_front: bool = True, min_left: int = 0,
    ) -> None:  # fmt: skip
        self.capacity, self.choose, self.fills_hole, self.min_left = capacity, choose, fills_hole, min_left
        self.returns_in_front = returns_in_front
        self.elements: list[int] = []
        self.is_closed = False
        self.enqueues: list[Call] = []
        self.dequeues: list[Call] = []

    def begin(self, call: Call) -> None:
        """A call comes."""
        if call.kind == "enqueue" and not call.given:
            call.end = "done"
            return
        (self.dequeues if call.kind == "dequeue" else self.enqueues).append(call)
        self.settle()

    def close_and_cancel(self) -> None:
        """Closes at once."""
        self.is_closed = True
        for call in self.enqueues:
            call.end = errors.CancelledError
        self.enqueues.clear()
        self.settle()

    def cancel(self, call: Call) -> None:
        """A call that waits is given up."""
        (self.dequeues if call.kind == "dequeue" else self.enqueues).remove(call)
        call.end = errors.CancelledError
        self.give_back(call)
        self.settle()

    def settle(self) -> None:
        """Tries the heads of both lines until they stay where they are."""
        moved = True
        while moved:
            moved = False
            for line in (self.enqueues, self.dequeues):
                while line:
                    before = len(self.elements)
                    self.attempt(line[0])
                    moved = moved or before != len(self.elements) or line[0].end is not None
                    if line[0].end is None:
                        break
                    line.pop(0)

    def attempt(self, call: Call) -> None:
        """Does as much of a call as can be done."""
        if call.kind == "dequeue":
            self.dequeue(call)
        elif self.is_closed:
            call.end = errors.CancelledError
        elif call.kind == "close":
            self.is_closed, call.end = True, "done"
        else:
            while call.given and len(self.elements) < self.capacity:
                self.elements.append(call.given.pop(0))
            call.end = None if call.given else "done"

    def dequeue(self, call: Call) -> None:
        """Takes what is there; a closed queue then has nothing more to wait for."""
        missing = call.wanted - len(call.taken)
        if not self.is_closed:
            missing = min(missing, max(0, len(self.elements) - self.min_left))
        elif len(self.elements) < missing:
            if not call.may_be_fewer or not (call.taken or self.elements):
                self.give_back(call)
                call.end = errors.OutOfRangeError
                return
            missing = len(self.elements)
            call.wanted = len(call.taken) + missing
        for _ in range(missing):
            call.taken.append(self.take())
        if len(call.taken) == call.wanted:
            call.end = "done"

    def take(self) -> int:
        """Removes the element whose turn it is."""
        at = self.choose(self.elements)
        element = self.elements[at]
        if self.fills_hole:
            self.elements[at] = self.elements[-1]
            self.elements.pop()
        else:
            self.elements.pop(at)
        return element

    def give_back(self, call: Call) -> None:
        """What a call has taken is in the queue again."""
        at = 0 if self.returns_in_front else len(self.elements)
        self.elements[at:at] = call.taken
        call.taken = []
