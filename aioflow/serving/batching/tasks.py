"""What waits for a batch."""
from __future__ import annotations

import math
from dataclasses import dataclass


class Task:
    """The rows of one request.

    Args:
        num_rows: How many rows it has, at least one.
        arrival_s: When it came.
        level: Its priority, of which 1 is the highest; 0 where there are none.
        deadline_s: When nobody waits for it any more; infinity for never.

    Attributes:
        num_left: Rows that no batch has yet.
        rank: Its place in the queue, lowest first, which the queue sets: whether it has waited too long, and when it
            came, later by what its priority costs it.
    """

    __slots__ = ("arrival_s", "deadline_s", "level", "num_left", "num_rows", "rank")

    rank: tuple[bool, float]

    def __init__(self, num_rows: int, arrival_s: float, level: int = 0, deadline_s: float = math.inf) -> None:
        self.num_rows = num_rows
        self.arrival_s = arrival_s
        self.level = level
        self.deadline_s = deadline_s
        self.num_left = num_rows


@dataclass(slots=True)
class Part:
    """Rows `start` to `end` of a task, in one batch."""

    task: Task
    start: int
    end: int

    @property
    def num_rows(self) -> int:
        """How many rows that are."""
        return self.end - self.start
