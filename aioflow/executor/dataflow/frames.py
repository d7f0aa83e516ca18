"""FrameState and IterationState: the live iterations of a loop during one step.

Both are written by the step's `PropagatorState` alone, under the step's lock where threads are used.
"""

from __future__ import annotations

from typing import Any

from aioflow.executor.dataflow.graph_view import FrameInfo, NodeItem
from aioflow.executor.dataflow.pending_counts import PendingCounts


class IterationState:
    """One iteration of a frame; its number is 0, 1, ..."""

    __slots__ = ("children", "counts", "frame", "inputs", "number", "running")

    def __init__(self, frame: FrameState, number: int) -> None:
        self.frame = frame
        self.number = number
        #: Arrived values by position (`NodeItem.input_start`); None where nothing, or something dead, has arrived. A
        #: node's values leave this list when it is run or found dead, so that nothing outlives its last reader.
        self.inputs: list[Any] = [None] * frame.info.num_inputs
        #: How much its nodes still wait for.
        self.counts = PendingCounts(frame.info.initial_wait)
        #: The nodes that were given out as ready and are not done. While it is above 0, the iteration must be kept.
        self.running = 0
        #: The frames that were entered from here and are not finished, by name. They deliver their results here, so the
        #: iteration must be kept while there are any.
        self.children: dict[str, FrameState] = {}


class FrameState:
    """One execution of a loop (or the root frame), entered from the iteration `parent`, which the root has not."""

    __slots__ = ("dead_exits", "deferred", "info", "invariants", "iterations", "newest", "parent", "pending_inputs")

    def __init__(self, info: FrameInfo, parent: IterationState | None) -> None:
        self.info = info
        self.parent = parent
        #: The Enter nodes that have not arrived. Iteration 0 cannot end before they have: each feeds it.
        self.pending_inputs = info.input_count
        #: The number of the newest iteration, whether it is alive or not.
        self.newest = 0
        #: The live iterations by number. Invariant: these are consecutive numbers, for iterations end in order (see
        #: `is_done`), and at most `parallel_iterations`.
        self.iterations = {0: IterationState(self, 0)}
        #: The (NextIteration, value) pairs that wait for the next iteration because it would be one too many.
        #: Invariant: they all lead from the newest iteration.
        self.deferred: list[tuple[NodeItem, Any]] = []
        #: The (constant Enter, value or None if dead) pairs that have arrived; later iterations begin with them.
        self.invariants: list[tuple[NodeItem, Any]] = []
        #: The Exits that were dead in the newest iteration. They count only if no further iteration begins.
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
        # Anything that arrives comes from the iteration before, or from an Enter, for which iteration 0 waits.
        return iteration.number - 1 not in self.iterations
