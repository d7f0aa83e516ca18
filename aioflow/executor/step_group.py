"""StepGroup: the partitions of one step, run together."""
from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from operator import itemgetter
from time import monotonic

from aioflow import errors
from aioflow.executor.executor import Executor
from aioflow.executor.run_end import wait_for_end
from aioflow.executor.step import Step
from aioflow.framework.kernels import StepContext


class StepGroup:
    """One run of several executors that share a `StepContext`; it looks like one `Step`.

    The first partition that fails stops the others and aborts the rendezvous between them.

    Args:
        executors: One per partition.
        context: What they share; its rendezvous joins them.

    Attributes:
        stopped_at_s: When it was told to stop (`time.monotonic`), or None.
    """

    def __init__(self, executors: Sequence[Executor], context: StepContext) -> None:
        self.context = context
        self._lock = threading.RLock()  # guards what is below; re-entrant: see ThreadPool
        self._first_error: BaseException | None = None
        self.stopped_at_s: float | None = None
        self._stop_callbacks: list[Callable[[], object]] = []
        self._num_running = 1  # the parts that run, and this constructor
        self._end_callbacks: list[Callable[[], object]] = []
        self._steps: list[Step] = []
        for executor in executors:
            if self._first_error is None:
                self._start(executor)
        self._part_ended()

    def _start(self, executor: Executor) -> None:
        with self._lock:
            self._num_running += 1
        step = executor.start(self.context, self)
        self._steps.append(step)
        if self._first_error is not None:  # another part failed meanwhile and did not know of this one
            step.stop(self._first_error)
        step.call_at_end(self._part_ended)

    def _part_ended(self) -> None:
        with self._lock:
            self._num_running -= 1
            callbacks: list[Callable[[], object]] = []
            if self.ended:
                callbacks, self._end_callbacks = self._end_callbacks, []
                self._stop_callbacks = []
                for step in self._steps:
                    step.error = None  # see `Step.take_error`
                self._steps = []  # which refer to this
        for callback in callbacks:
            callback()

    @property
    def ended(self) -> bool:
        """Whether nothing of it runs any more."""
        return self._num_running == 0

    @property
    def error(self) -> BaseException | None:
        """The first error, or None."""
        return self._first_error

    def stop(self, error: BaseException) -> None:
        """Ends all parts with `error` unless there is an error already. Any thread."""
        with self._lock:
            if self._first_error is not None or self.ended:
                return
            self._first_error = error
            self.stopped_at_s = monotonic()
            callbacks, self._stop_callbacks = self._stop_callbacks, []
        for callback in callbacks:
            callback()
        for step in list(self._steps):
            step.stop(error)
        if self.context.rendezvous is not None:
            aborted = error if isinstance(error, errors.OpError) else errors.aborted(str(error))
            self.context.rendezvous.abort(aborted)

    def interruption(self) -> tuple[int, errors.OpError]:
        """As `Step.interruption`, of the part that tells most."""
        return min((step.interruption() for step in self._steps), key=itemgetter(0))

    def call_at_stop(self, callback: Callable[[], object]) -> None:
        """Has `callback` called when the partitions have been told to stop; at once if they have. On any thread."""
        with self._lock:
            if self.stopped_at_s is None:
                self._stop_callbacks.append(callback)
                return
        callback()

    def call_at_end(self, callback: Callable[[], object]) -> None:
        """Has `callback` called when all partitions have come to rest; at once if they have. On any thread."""
        with self._lock:
            if not self.ended:
                self._end_callbacks.append(callback)
                return
        callback()

    def pending_nodes(self) -> list[str]:
        """Names of the nodes that wait, or that run on a thread of their own, sorted."""
        return sorted(name for step in self._steps for name in step.pending_nodes())

    def running_nodes(self) -> list[tuple[str, str]]:
        """Name and op of the nodes that run on a thread of their own, sorted."""
        return sorted(node for step in self._steps for node in step.running_nodes())

    async def wait(self, timeout_s: float | None) -> None:
        """Waits until all partitions have come to rest (see `wait_for_end`)."""
        await wait_for_end(self, timeout_s)

    def raise_error(self) -> None:
        """Raises the first error, if there is one, which the group has no more then (see `Step.take_error`)."""
        if self._first_error is not None:
            if self.ended:
                self.context.rendezvous = None  # which was aborted with the error
            raise self._take_error()

    def _take_error(self) -> BaseException:
        assert self._first_error is not None
        try:
            return self._first_error
        finally:
            self._first_error = None
