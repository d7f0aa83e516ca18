"""Step: one run of an executor.

A step belongs to itself: whichever thread finishes a node takes the step's lock, tells the `PropagatorState`, and goes
on with what became ready. The event loop is needed to start, for waiting kernels, and to hear of the end. TensorFlow's
executor does the same, but for the loop: its steps start on a pool thread, too.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextvars import copy_context
from threading import get_ident
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.executor.dataflow.propagator import TaggedNode
from aioflow.executor.node_place import MAX_STEP_ON_LOOP_S, MAX_STEP_ON_THREAD_S, Place, place
from aioflow.executor.program import Program, Stepwise
from aioflow.executor.run_end import time_out
from aioflow.executor.segments.segment_run import SegmentRun
from aioflow.executor.segments.segmented_view import SegmentItem
from aioflow.executor.step_life import StepLife
from aioflow.executor.step_state import StepState
from aioflow.framework.kernels import StepContext
from aioflow.framework.kernels.stopping import end_stop, let_stop


class Step(StepState):
    """One run of a `Program`. Made on the event loop that is to hear of its end.

    Args:
        program: What runs.
        context: What its kernels share.
        choice: The view to run, and whether its nodes are measured.
        group: The step of several partitions that it is a part of, or None.
    """

    def __init__(
        self, program: Program, context: StepContext, choice: Stepwise, group: StepLife | None = None
    ) -> None:
        #: The caller's context variables. Tasks get copies, because a context cannot be entered twice at a time.
        self._variables = copy_context()
        super().__init__(program, context, choice, self._variables, group)
        self._pool = context.pool
        #: Whether nodes may get threads of their own.
        self._spreads = self._pool is not None and not program.is_single_threaded
        self._loop_thread = get_ident()
        #: Whether the step begins on the pool. What follows on a waiting node may still come back to the loop.
        self._leaves_loop = choice.leaves_loop
        if choice.remakes_segments:
            program.plan.make_segments_soon(context)

    # ---- on the event loop
    def start(self) -> None:
        """Starts the step, on this thread as far as that is cheap."""
        if self.context.collector is not None and self.context.depth and self._program.view.nodes:
            # As in TensorFlow, where each execution of a function's body is one of an executor of its own.
            self.context.collector.add_source(self._program.view.nodes[0].kernel.device.name)
        ready = self._propagator.start()
        self._outstanding = len(ready)
        self.ended = not ready  # a graph without nodes; nobody has had a chance to ask for the end yet
        if ready:
            self._begin(ready, self._leaves_loop)

    def _begin(self, ready: Sequence[TaggedNode], leaves_loop: bool) -> None:
        """Runs expensive ready nodes on the pool, cheap ones here; all on the pool where the step `leaves_loop`."""
        has_pool = self._spreads or (leaves_loop and self._pool is not None)
        here: list[TaggedNode] = []
        away: list[TaggedNode] = []
        for node in ready:
            # The event loop counts as company: it always has others to serve.
            where = place(node.item.is_waiting, node.is_expensive, has_pool, True, leaves_loop, True)
            (away if where is Place.POOL else here).append(node)
        if away:
            self._hand_over(away, is_last=False)
        if here or not away:  # with nothing ready this is where an ended or stopping step notices that it is at rest
            self._process_here(here)

    def _process_here(self, ready: Iterable[TaggedNode]) -> None:
        """Calls `_process`, and tells the end at once: nobody counts the event loop's thread."""
        tell_end = self._process(ready)
        if tell_end is not None:
            tell_end()

    def _waiting_ended(self, node: TaggedNode, ready: Sequence[TaggedNode], error: BaseException | None) -> None:
        """Goes on behind a waiting node."""
        if isinstance(error, asyncio.CancelledError):
            self.stop(errors.cancelled("the waiting node was cancelled").at_node(node.item.name))
        elif error is not None:
            self._fail(node, error)
        with self._lock:
            self._num_waiting -= 1
        # This is the event loop, so what follows is placed anew. With nothing ready, `_begin` finds out whether the
        # step has come to rest by this.
        # Not in the context variables of the node's task, which it may have changed: others see the caller's wherever
        # they run.
        self._variables.copy().run(self._begin, ready, self._program.never_inline)

    # ---- on any thread
    def _process(self, ready: Iterable[TaggedNode]) -> Callable[[], None] | None:
        """Runs nodes, and what they make ready, until nothing is left for this thread or its turn is over.

        Returns:
            What to call when the thread is free again, if this was the end of the step: whoever hears of the end may
            count the pool's idle threads.
        """
        #: What is left for this thread: touched by no other one, so that most nodes need the lock once, in `_done`.
        queue = deque(ready)
        with self._lock:
            self._active += 1  # from here on the step cannot end under this thread
        began_s = perf_counter()
        on_loop = get_ident() == self._loop_thread
        end_s = began_s + (MAX_STEP_ON_LOOP_S if on_loop else MAX_STEP_ON_THREAD_S)
        deadline_s, spreads = self.context.deadline_s, self._spreads
        # TensorFlow's kernels say nothing of overflows and divisions by zero: what these give is in the results. numpy
        # keeps its error state per context of variables; setting it once per turn is cheaper than once per node.
        asks = let_stop(self._must_pause)
        with np.errstate(all="ignore"):
            while queue and not self.is_stopping:
                if deadline_s is not None and monotonic() > deadline_s:
                    time_out(self._group or self)  # the loop may be too busy to notice
                    break
                following = self._run_node(queue.popleft(), end_s)
                if following:
                    if spreads:
                        self._take_up(queue, following, on_loop)
                    else:
                        queue.extend(following)
                if perf_counter() > end_s:  # after a node at least, so that every turn brings the step on
                    break
        end_stop(asks)
        return self._leave(perf_counter() - began_s, queue, on_loop)

    def _leave(self, elapsed_s: float, queue: deque[TaggedNode], on_loop: bool) -> Callable[[], None] | None:
        """Ends this thread's turn. What it has not come to goes on elsewhere."""
        with self._lock:
            self._active -= 1
            self._elapsed_s += elapsed_s
            ended = self._check_end()
        if ended:
            return self._deliver_end
        # If the step has been stopped, what is queued is dropped: it stays in `_outstanding`, which no longer counts.
        if queue and not self.is_stopping:
            if self._pool is not None:
                self._hand_over(queue, is_last=True)
            elif on_loop:
                self._waiting.call_soon(self._process_here, list(queue))
        return None

    def _take_up(self, queue: deque[TaggedNode], ready: Sequence[TaggedNode], on_loop: bool) -> None:
        """Queues what became ready for this thread, and sends on what is to run elsewhere."""
        # In a chain of nodes one follows on the other; that it stays on its thread of the pool, `place` need not be
        # asked.
        if len(ready) == 1 and not queue and not on_loop:
            queue.extend(ready)
            return
        for node in ready:
            item, has_company = node.item, bool(queue) or node is not ready[-1]
            is_expensive = not node.is_dead and item.stats.is_expensive
            if place(item.is_waiting, is_expensive, True, on_loop, False, has_company) is Place.POOL:
                self._submit([node], is_last=False)
            else:
                queue.append(node)

    def _hand_over(self, nodes: Iterable[TaggedNode], is_last: bool) -> None:
        """Gives nodes to the pool: each expensive one to a thread of its own, the others together to one."""
        together = []
        for node in nodes:
            if self._spreads and node.is_expensive:
                self._submit([node], is_last)
            else:
                together.append(node)
        if together:
            self._submit(together, is_last)

    def _submit(self, nodes: list[TaggedNode], is_last: bool) -> None:
        """Gives nodes to one thread of the pool; `is_last` where others that wait for the thread go first."""
        assert self._pool is not None
        # What has had its turn goes behind all that waits; what is new goes before it (see `task_order`).
        submit = self._pool.submit_last if is_last else self._pool.submit
        try:
            submit(self._variables.copy().run, self._process, nodes)
        except errors.OpError as error:  # the pool was closed, or cannot start
            self.stop(error)

    def _run_node(self, node: TaggedNode, end_s: float) -> Sequence[TaggedNode]:
        """Runs one node here; returns what became ready. A failure stops the step.

        A segment with loops that goes on beyond `end_s` (`perf_counter`) is given back, to go on later.
        """
        item, calls = node.item, self._calls
        outputs: Sequence[Any] | None
        # Whatever goes wrong must not leave this method: the thread is the pool's, and the step would never end.
        try:
            if node.is_dead and not item.runs_dead:
                outputs = None
            elif item.const_outputs is not None and calls.collector is None:
                outputs = item.const_outputs
            elif item.is_waiting:
                self._start_waiting(node)
                return ()
            elif isinstance(item, SegmentItem) and item.code.may_pause:
                run = self._loop_runs.get(node)
                if run is None:
                    run = SegmentRun(item, self.context, calls.inputs(node), node.frame_iteration)
                    self._loop_runs[node] = run
                # Loops in a segment may take forever; they pause where a step of single nodes would end its turn.
                outputs = run.go_on(end_s, self._must_pause)
                if outputs is None:
                    return [node]
                del self._loop_runs[node]
            elif calls.collector is not None and not node.is_dead:
                return self._done_traced(node, calls.traced(node))
            else:
                outputs = calls.call(node)
            return self._done(node, outputs)
        except BaseException as error:
            self._fail(node, error)
            return ()

    def _must_pause(self) -> bool:
        """Whether a loop must not go on here, or not at all."""
        deadline_s = self.context.deadline_s
        if deadline_s is not None and monotonic() > deadline_s:
            time_out(self._group or self)
        return self.is_stopping

    def _start_waiting(self, node: TaggedNode) -> None:
        with self._lock:
            self._num_waiting += 1  # before the loop can have the node end
        if not self._waiting.start(node, self._done_waiting, self._waiting_ended):
            self.stop(errors.cancelled("the event loop of the run was closed"))
            self._forget_waiting()
