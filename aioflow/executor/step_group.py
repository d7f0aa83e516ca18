"""StepGroup: the partitions of one step, run together."""
from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

from aioflow import errors
from aioflow.executor.executor import Executor, Step
from aioflow.framework.kernel_context import StepContext


class StepGroup:
    """One run of several executors that share a `StepContext`; it looks like one `Step`.

    The first partition that fails stops the others and aborts the rendezvous between them.

    Args:
        executors: One per partition.
        context: What they share; its rendezvous joins them.
    """

    def __init__(self, executors: Sequence[Executor], context: StepContext) -> None:
        self._context = context
        self._lock = threading.Lock()  # guards the two below
        self._first_error: BaseException | None = None
        self._num_running = len(executors)
        self._end_callbacks: list[Callable[[], None]] = []
        self._loop = asyncio.get_running_loop()
        self._steps: list[Step] = []
        for executor in executors:
            step = executor.start(context)
            self._steps.append(step)
        for step in self._steps:
            step.call_at_end(lambda step=step: self._partition_ended(step))  # type: ignore[misc]

    @property
    def ended(self) -> bool:
        """Whether nothing of it runs any more."""
        return self._num_running == 0

    @property
    def error(self) -> BaseException | None:
        """The first error, or None."""
        return self._first_error

    def _partition_ended(self, step: Step) -> None:
        with self._lock:
            self._num_running -= 1
            is_first = step.error is not None and self._first_error is None
            if is_first:
                self._first_error = step.error
            callbacks = self._end_callbacks if self.ended else []
        if is_first and step.error is not None:
            self.stop(step.error)
        for callback in callbacks:
            callback()

    def stop(self, error: BaseException) -> None:
        """Ends all partitions with `error` unless they have one. Any thread."""
        with self._lock:
            if self._first_error is None:
                self._first_error = error
        for step in self._steps:
            step.stop(error)
        if self._context.rendezvous is not None:
            aborted = error if isinstance(error, errors.OpError) else errors.aborted(str(error))
            self._context.rendezvous.abort(aborted)

    def call_at_end(self, callback: Callable[[], None]) -> None:
        """Has `callback` called when all partitions have come to rest; at once if they have."""
        with self._lock:
            if not self.ended:
                self._end_callbacks.append(callback)
                return
        callback()

    async def wait(self, timeout_s: float | None) -> None:
        """Waits until all partitions have come to rest; raises as `Step.wait`."""
        tasks = [asyncio.ensure_future(step.wait(timeout_s)) for step in self._steps]
        cancelled: asyncio.CancelledError | None = None
        while not all(task.done() for task in tasks):
            try:
                await asyncio.wait(tasks)
            except asyncio.CancelledError as error:
                cancelled = cancelled or error
                self.stop(errors.cancelled("the task that awaited the step was cancelled"))
        for task in tasks:
            task.exception()  # each partition's error was noted when it ended
        if cancelled is not None:
            raise cancelled
        self.raise_error()

    def raise_error(self) -> None:
        """Raises the first error, if there is one."""
        if self._first_error is not None:
            raise self._first_error
