"""StepState: what one run of a partition has done and has still to do, under one lock. Chooses no thread."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import Context
from typing import Any

from aioflow import errors
from aioflow.executor.dataflow.graph_view import NodeItem
from aioflow.executor.dataflow.propagator import PropagatorState, TaggedNode
from aioflow.executor.interruption import interruption
from aioflow.executor.node_calls import Execution, NodeCalls
from aioflow.executor.node_errors import adopt_message, step_error
from aioflow.executor.program import Program, Stepwise
from aioflow.executor.segments.segment_run import SegmentRun
from aioflow.executor.step_life import StepLife
from aioflow.executor.waiting_nodes import WaitingNodes
from aioflow.framework.kernels import StepContext


class StepState(StepLife):
    """The counts of a step, its nodes, and its end.

    A step has ended when no thread is at work on it, no kernel waits, and either no node is left or it was stopped.

    Args:
        program: What runs.
        context: What its kernels share.
        choice: The view to run, and whether its nodes are measured.
        variables: The context variables that waiting kernels see.
        group: The step of several partitions that it is a part of, or None.
    """

    def __init__(
        self, program: Program, context: StepContext, choice: Stepwise, variables: Context, group: StepLife | None
    ) -> None:
        super().__init__(context)
        self._program = program
        self._group = group
        self._choice = choice
        #: Who is ready. Touched under the lock only, as are the counts below.
        self._propagator = PropagatorState(choice.view)
        #: Nodes that are ready, run or wait. At 0 the step is complete; what is ready in a stopped step stays counted.
        self._outstanding = 0
        #: Threads at work on the step, each of which may still make nodes ready.
        self._active = 0
        #: Waiting kernels that were asked for and have not ended; counted before the event loop can tell of their end.
        self._num_waiting = 0
        #: Seconds of work of all threads together.
        self._elapsed_s = 0.0
        self._calls = NodeCalls(context, choice.measures_all)
        self._waiting = WaitingNodes(self._calls, variables)
        #: Segments with loops that have begun and have not ended. No lock: each is begun, gone on with and dropped by
        #: whoever has taken its node up, and single operations of a dict are atomic.
        self._loop_runs: dict[TaggedNode, SegmentRun] = {}

    # ---- counting
    def _done(self, node: TaggedNode, outputs: Sequence[Any] | None) -> Sequence[TaggedNode]:
        """Delivers a node's outputs, None for a dead one; returns what became ready."""
        with self._lock:
            ready = self._propagator.done(node, outputs)
            self._outstanding += len(ready) - 1
        return ready

    def _done_traced(self, node: TaggedNode, execution: Execution) -> Sequence[TaggedNode]:
        """As `_done`, for a node that has run in a traced step. Dead ones have not, nor does TensorFlow show them."""
        with self._lock:  # as `_done`
            ready = self._propagator.done(node, execution[0])
            self._outstanding += len(ready) - 1
        self._calls.note_delivery(node, execution, ready)
        return ready

    def _done_waiting(self, node: TaggedNode, outputs: Sequence[Any]) -> Sequence[TaggedNode]:
        """As `_done`, for a node that has waited."""
        if self._calls.collector is None:
            return self._done(node, outputs)
        return self._done_traced(node, self._calls.traced_waiting(node))

    def _fail(self, node: TaggedNode, error: BaseException) -> None:
        if not self.is_stopping:  # what fails later is a consequence, or is dropped as TensorFlow does
            self.context.forget_taken()
            self.stop(step_error(node.item, error, self._calls.collector))
        elif isinstance(error, errors.CancelledError) and error is not self.error:
            adopt_message(self.error, node.item, error)

    def _check_end(self) -> bool:
        """Whether the step ends now, which one caller is told; the lock is held."""
        is_at_rest = self._active == 0 and self._num_waiting == 0
        if self.ended or not (is_at_rest and (self._outstanding == 0 or self.is_stopping)):
            return False
        self.ended = True
        return True

    # ---- the end
    def stop(self, error: BaseException) -> None:
        """See `StepLife.stop`. Others are told without the lock: they have locks of their own, and call back."""
        with self._lock:
            callbacks = self._note_stop(error)
            if callbacks is None:
                return
            self._waiting.is_closed = True
            # Without threads at work and without waiting kernels there is nobody left who would notice the end.
            ended = self._check_end()
        if self._group is not None:
            self._group.stop(error)
        for callback in callbacks:
            callback()
        if ended:
            self._deliver_end()
        elif self._num_waiting and not self._waiting.cancel():
            self._forget_waiting()

    def _forget_waiting(self) -> None:
        """Counts what waits on an event loop that was closed as ended: it will not go on."""
        with self._lock:
            self._num_waiting = 0
            self._waiting.tasks.clear()
            ended = self._check_end()
        if ended:
            self._deliver_end()

    def _deliver_end(self) -> None:
        # Values of function calls may be anything, and are another program's business.
        args = self.context.call_frame.args if not self.context.depth else ()
        self._program.note_step(self._choice, self._elapsed_s, args)
        with self._lock:
            callbacks = self._take_end_callbacks()
            self._propagator.drop()  # frames and iterations refer to each other: only a collection would free them
        if self.is_stopping and self.context.has_taken:
            self.context.give_back()  # before anybody hears of the end, who may look for it
        if self.is_stopping and self._program.view.has_one_effect:
            self.context.take_back()
        for callback in callbacks:
            callback()

    def check_rest(self) -> None:
        """Raises `AssertionError` unless the counts are what they must be when the step has ended; for tests."""
        assert self.ended, "the step has not ended"
        assert self._active == self._num_waiting == 0, f"{self._active} threads, {self._num_waiting} waiting nodes"
        assert not self.pending_nodes(), f"nodes are left: {self.pending_nodes()}"
        assert self.is_stopping or self._outstanding == 0, f"{self._outstanding} nodes have not run"

    # ---- what it does
    def pending_nodes(self) -> list[str]:
        """See `StepLife.pending_nodes`."""
        # Sets and dicts change on other threads meanwhile; unpacking one is a single operation of the interpreter.
        nodes = [node.item for node in (*self._waiting.tasks, *self._calls.running)]
        return sorted(item.name for item in (*nodes, *self._paused_loops()))

    def _paused_loops(self) -> list[NodeItem]:
        """The nodes that stand for the loops in which segments are."""
        return [run.loop for run in list(self._loop_runs.values())]  # a copy, for others may begin meanwhile

    def running_nodes(self) -> list[tuple[str, str]]:
        """See `StepLife.running_nodes`."""
        return sorted((node.item.name, node.item.op.type) for node in list(self._calls.running))

    def interruption(self) -> tuple[int, errors.OpError]:
        """See `StepLife.interruption`."""
        with self._lock:
            frames = {frame.info.name for frame in self._propagator.live_frames()}
        waiting = sorted((node.item.runs_dead, node.item.name) for node in list(self._waiting.tasks))
        nodes = [item for name in frames for item in self._program.view.frames[name].nodes]
        loops = sorted(item.name for item in (*nodes, *self._paused_loops()) if item.op.type == "LoopCond")
        return interruption(waiting, loops)
