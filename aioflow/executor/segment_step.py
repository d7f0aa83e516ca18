"""SegmentStep: a step that is one call, too long for the event loop, on a thread of the pool.

It is a task of the pool and no more: it has no frames and no ready nodes. Measured (CPython 3.11, 64 callers, steps of
78 µs in place): on a pool of one thread 96 µs of CPU per run, and 107 as a `Step` of one item.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from time import monotonic, perf_counter, thread_time

import numpy as np

from aioflow import errors
from aioflow.executor.interruption import interruption
from aioflow.executor.node_errors import adopt_message, step_error
from aioflow.executor.program import OnThread
from aioflow.executor.run_end import time_out
from aioflow.executor.step_life import StepLife
from aioflow.framework.kernels import ROOT_FRAME_ITERATION, StepContext
from aioflow.framework.kernels.stopping import end_stop, let_stop

#: The steps that run on threads now; adding and discarding are single operations of a set, which need no lock.
_AT_WORK: set[SegmentStep] = set()


class SegmentStep(StepLife):
    """One call of the segment that a whole partition has become.

    Args:
        choice: The segment, and how to note its time.
        context: What its kernels share.
    """

    def __init__(self, choice: OnThread, context: StepContext) -> None:
        super().__init__(context)
        self._item, self._note, self._lock_share = choice.item, choice.note, choice.lock_share
        #: Whether a thread is at work on it. Not again after that; implies not `ended`.
        self._is_running = False

    def start(self) -> None:
        """Hands the step to the pool; one that has none runs here."""
        pool = self.context.pool
        if pool is None:
            tell_end = self._run()
            if tell_end is not None:
                tell_end()
            return
        submit = pool.submit_alone if self._lock_share.runs_alone() else pool.submit
        try:
            submit(copy_context().run, self._run)
        except errors.OpError as error:  # the pool was closed, or cannot start
            self.stop(error)

    # ---- on a thread
    def _run(self) -> Callable[[], None] | None:
        """Runs the step; returns what to call when the thread is free again (see `ThreadPool.enqueue`)."""
        with self._lock:
            if self.ended:  # it was stopped before a thread had taken it up
                return None
            self._is_running = True  # from here on it ends with this thread
        num_beside = len(_AT_WORK)
        _AT_WORK.add(self)
        code = self._item.code if self.context.trace is None else self._item.traced
        began_s, began_cpu_s = perf_counter(), thread_time()
        asks = let_stop(self._must_stop)
        try:
            if not self._must_stop():
                with np.errstate(all="ignore"):
                    code.call(self.context, (), ROOT_FRAME_ITERATION)
        except BaseException as error:
            self._fail(error)
        end_stop(asks)
        elapsed_s, cpu_s = perf_counter() - began_s, thread_time() - began_cpu_s
        _AT_WORK.discard(self)
        self._note(elapsed_s, self.context.call_frame.args)
        self._lock_share.note(elapsed_s, cpu_s, min(num_beside, len(_AT_WORK)))
        with self._lock:
            self._is_running, self.ended = False, True
        return self._deliver_end

    def _must_stop(self) -> bool:
        deadline_s = self.context.deadline_s
        if deadline_s is not None and monotonic() > deadline_s:
            time_out(self)  # the loop may be too busy to notice
        return self.is_stopping

    def _fail(self, error: BaseException) -> None:
        if not self.is_stopping:  # what fails later is a consequence
            self.context.forget_taken()
            self.stop(step_error(self._item, error))
        elif isinstance(error, errors.CancelledError) and error is not self.error:
            adopt_message(self.error, self._item, error)

    # ---- the end
    def stop(self, error: BaseException) -> None:
        """See `StepLife.stop`."""
        with self._lock:
            callbacks = self._note_stop(error)
            if callbacks is None:
                return
            ended = self.ended = not self._is_running
        for callback in callbacks:
            callback()
        if ended:
            self._deliver_end()

    def _deliver_end(self) -> None:
        with self._lock:
            callbacks = self._take_end_callbacks()
        if self.is_stopping and self.context.has_taken:
            self.context.give_back()  # before anybody hears of the end, who may look for it
        for callback in callbacks:
            callback()

    # ---- what it does
    def pending_nodes(self) -> list[str]:
        """See `StepLife.pending_nodes`."""
        return [self._item.name] if self._is_running else []

    def running_nodes(self) -> list[tuple[str, str]]:
        """See `StepLife.running_nodes`."""
        return [(self._item.name, self._item.op.type)] if self._is_running else []

    def interruption(self) -> tuple[int, errors.OpError]:
        """See `StepLife.interruption`."""
        return interruption((), ())
