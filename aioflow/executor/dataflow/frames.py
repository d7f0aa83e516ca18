"""FrameState and IterationState: the live iterations of a loop during one step."""

from __future__ import annotations

from typing import Any

from aioflow.executor.dataflow.graph_view import FrameInfo, NodeItem
from aioflow.executor.dataflow.pending_counts import PendingCounts


class IterationState:
    """One iteration of a frame.

    Attributes:
        number: 0, 1, ...
        inputs: Arrived values by position; None where nothing (or something dead) arrived.
        counts: What its nodes still wait for.
        running: Nodes that are ready or running.
        children: Frames that were entered from here and are not finished, by name.
    """

    __slots__ = ("children", "counts", "frame", "inputs", "number", "running")

    def __init__(self, frame: FrameState, number: int) -> None:
        self.frame = frame
        self.number = number
        self.inputs: list[Any] = [None] * frame.info.num_inputs
        self.counts = PendingCounts(frame.info.initial_wait)
        self.running = 0
        self.children: dict[str, FrameState] = {}


class FrameState:
    """One execution of a loop (or the root frame).

    Attributes:
        parent: The iteration from which it was entered; None for the root.
        pending_inputs: Enter nodes that have not arrived.
        newest: Number of the newest iteration.
        iterations: The live iterations by number.
        deferred: (NextIteration node, value) that wait because `parallel_iterations` iterations are alive.
        invariants: (constant Enter node, value or None if dead), given to every iteration.
        dead_exits: Exits that were dead in the newest iteration.
    """

    __slots__ = ("dead_exits", "deferred", "info", "invariants", "iterations", "newest", "parent", "pending_inputs")

    def __init__(self, info: FrameInfo, parent: IterationState | None) -> None:
        self.info = info
        self.parent = parent
        self.pending_inputs = info.input_count
        self.newest = 0
        self.iterations = {0: IterationState(self, 0)}
        self.deferred: list[tuple[NodeItem, Any]] = []
        self.invariants: list[tuple[NodeItem, Any]] = []
        self.dead_exits: list[NodeItem] = []

    @property
    def name(self) -> str:
        """The run-time name, unique in a step: parent's name, iteration, frame name."""
        if self.parent is None:
            return self.info.name
        return f"{self.parent.frame.name};{self.parent.number};{self.info.name}"

    def is_done(self, iteration: IterationState) -> bool:
        """Whether nothing can happen any more in an iteration."""
        if iteration.running or iteration.children:
            return False
        if iteration.number == 0:
            return self.pending_inputs == 0
        return iteration.number - 1 not in self.iterations
