"""ScheduledStep: a step without threads and event loop, in which every move is somebody's choice."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow.executor.dataflow.graph_view import GraphView
from aioflow.executor.dataflow.propagator import PropagatorState, TaggedNode
from aioflow.framework.kernels import StepContext
from aioflow.testing.reference import outputs_of

Place = tuple[str, int, str]
"""Where a node runs: the name of its frame, the number of the iteration, the node's name."""


class Move(NamedTuple):
    """An event that may come next.

    Attributes:
        kind: "start": a node takes its inputs and computes. "finish": it hands on what it computed. "stop": the step
            is cancelled. "cancel": a waiting node of a stopped step ends without a result.
        node: The node, or None for "stop".
    """

    kind: str
    node: TaggedNode | None

    def __str__(self) -> str:
        if self.node is None:
            return self.kind
        frame, iteration, name = place_of(self.node)
        return f"{self.kind} {name}" + (f" in iteration {iteration} of {frame}" if frame else "")


STOP = Move("stop", None)


class ScheduledStep:
    """One step. It goes on by one of the `moves` at a time, and between two of them it can be looked at.

    Starting a node and finishing it are two moves, so that nodes overlap as they do on threads. Once a node has failed
    or the step was stopped nothing starts any more; what has started still finishes, as in a real step.

    Args:
        view: The nodes to run.
        context: The step's context.
        may_stop: Whether stopping is among the moves.

    Attributes:
        state: The propagator.
        ready: Nodes that may start, those first that became ready first.
        running: Nodes that have started, with what they computed (None if dead).
        values: For each place where a node finished what it gave, in a form that can be compared; None if dead.
        num_outstanding: Nodes that are ready or running, counted as executors do.
        dropped: Nodes that failed or were cancelled.
        error: What a node raised, or None.
        is_stopped: Whether nothing may start any more.
    """

    def __init__(self, view: GraphView, context: StepContext, may_stop: bool = False) -> None:
        self.context = context
        self.state = PropagatorState(view)
        self.ready: list[TaggedNode] = []
        self.running: dict[TaggedNode, Any] = {}
        self.values: dict[Place, Any] = {}
        self.num_outstanding = 0
        self.dropped: list[TaggedNode] = []
        self.error: BaseException | None = None
        self.is_stopped = False
        self._may_stop = may_stop
        self._became_ready: set[Place] = set()  # all that ever were: a place runs once in a step
        self._add_ready(self.state.start())

    def moves(self) -> list[Move]:
        """Lists the moves that are possible; none when the step has come to rest."""
        # Always in the same order, with finishes first and STOP last: schedules choose by position, and a replay must
        # find the same moves in the same places.
        moves = [Move("finish", node) for node in self.running]
        if self.is_stopped:
            moves += [Move("cancel", node) for node in self.running if node.item.is_waiting]
            return moves
        moves += [Move("start", node) for node in self.ready]
        if moves and self._may_stop:
            moves.append(STOP)
        return moves

    @property
    def results(self) -> list[Any]:
        """The fetched values, as in `values`; None where one was dead or did not run."""
        return [None if value is None else comparable(value) for value in self.context.call_frame.results]

    def make(self, move: Move) -> None:
        """Makes a move.

        Raises:
            AssertionError: A node became ready that had been before.
        """
        kind, node = move
        if node is None:
            self.is_stopped = True
        elif kind == "start":
            self._start(node)
        elif kind == "finish":
            self._finish(node)
        else:
            del self.running[node]
            self.dropped.append(node)

    def _start(self, node: TaggedNode) -> None:
        self.ready.remove(node)
        try:
            self.running[node] = outputs_of(node, self.context)
        except Exception as error:
            self.error = error
            self.is_stopped = True
            self.dropped.append(node)

    def _finish(self, node: TaggedNode) -> None:
        outputs = self.running.pop(node)
        self.values[place_of(node)] = None if outputs is None else [comparable(value) for value in outputs]
        self.num_outstanding -= 1
        self._add_ready(self.state.done(node, outputs))

    def _add_ready(self, nodes: list[TaggedNode]) -> None:
        for node in nodes:
            place = place_of(node)
            if place in self._became_ready:
                raise AssertionError(f"{place} became ready twice")
            self._became_ready.add(place)
        self.ready += nodes
        self.num_outstanding += len(nodes)


def place_of(node: TaggedNode) -> Place:
    """Gives the place where a node runs."""
    iteration = node.iteration
    return iteration.frame.name, iteration.number, node.item.name


def comparable(value: Any) -> Any:
    """Gives a value in a form whose equality means that the value is the same."""
    # Bytes, because equal floats may differ (0.0 and -0.0) and equal ones count as different (nan). Copied, because a
    # later node may write into the buffer.
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if not isinstance(value, np.ndarray):
        return type(value).__name__  # a reference or handle
    if value.dtype == object:
        return value.tolist()
    return value.dtype.name, value.shape, value.tobytes()
