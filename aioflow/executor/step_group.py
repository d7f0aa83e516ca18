"""StepGroup: the partitions of one step, run together."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from aioflow import errors
from aioflow.executor.executor import Executor
from aioflow.executor.step import Step
from aioflow.executor.step_life import Callbacks, StepLife
from aioflow.framework.devices.device_events import as_device_error
from aioflow.framework.devices.devices import Device
from aioflow.framework.kernels import StepContext


class StepGroup(StepLife):
    """One run of several executors that share a `StepContext`; it looks like one `Step`.

    The first partition that fails stops the others and aborts the rendezvous between them.

    Args:
        executors: One per partition.
        context: What they share; its rendezvous joins them.
        devices: Those that may go on with their work when the parts have ended; the group ends when they have done it.
    """

    def __init__(self, executors: Sequence[Executor], context: StepContext, devices: Sequence[Device] = ()) -> None:
        super().__init__(context)
        #: Those whose work has not been waited for. Touched by the last part that ends, and by who is told of events.
        self._working = list(devices)
        #: The parts that run, and this constructor: otherwise the group would have ended when its first part has,
        #: before the second one starts.
        self._num_running = 1
        self._steps: list[Step] = []  # those that have started; none when the group has ended
        for executor in executors:
            if not self.is_stopping:
                self._start(executor)
        self._part_ended()

    def _start(self, executor: Executor) -> None:
        with self._lock:
            self._num_running += 1
        step = executor.start(self.context, self)
        self._steps.append(step)
        if self.error is not None:  # another part failed meanwhile and did not know of this one
            step.stop(self.error)
        step.call_at_end(self._part_ended)

    def _part_ended(self) -> None:
        with self._lock:
            self._num_running -= 1
            if self._num_running:
                return
        self._wait_for_devices()

    def _wait_for_devices(self, error: errors.OpError | None = None) -> None:
        """Ends the group when its devices have done their work, or at once if it is stopped. Any thread."""
        if error is not None:
            self.stop(error)
        while self._working and not self.is_stopping:
            device = self._working.pop()
            try:
                event = device.last_event()
            except Exception as failure:
                self.stop(as_device_error(device.name, failure))
                break
            if event is None:
                continue
            if not event.is_done():
                device.events.tell(event, self._wait_for_devices)
                return
            failed = device.events.error_of(event)
            if failed is not None:
                self.stop(failed)
        self._end()

    def _end(self) -> None:
        callbacks: Callbacks = []
        with self._lock:
            if not self.ended:  # who waits for a device finds that the group was stopped meanwhile, and so has ended
                self.ended = True
                callbacks = self._take_end_callbacks()
                for step in self._steps:
                    step.error = None  # see `take_error`
                self._steps = []  # which refer to this
        for callback in callbacks:
            callback()

    def stop(self, error: BaseException) -> None:
        """Ends all parts with `error` unless there is an error already. Any thread."""
        with self._lock:
            callbacks = self._note_stop(error)
        if callbacks is None:  # the parts that are stopped below come back here, and so do those that fail meanwhile
            return
        for callback in callbacks:
            callback()
        for step in list(self._steps):
            step.stop(error)
        # What a stopped part was to send never comes; and what comes to the rendezvous later is refused.
        if self.context.rendezvous is not None:
            aborted = error if isinstance(error, errors.OpError) else errors.aborted(str(error))
            self.context.rendezvous.abort(aborted)
        if self._num_running == 0:  # nothing but the devices is left, and they are not waited for
            self._end()

    def raise_error(self) -> None:
        """Raises the first error, if there is one, which the group has no more then (see `take_error`)."""
        if self.error is not None and self.ended:
            self.context.rendezvous = None  # which was aborted with the error
        super().raise_error()

    def interruption(self) -> tuple[int, errors.OpError]:
        """Returns the interruption of the part that tells most."""
        return min((step.interruption() for step in self._steps), key=itemgetter(0))

    def pending_nodes(self) -> list[str]:
        """See `StepLife.pending_nodes`."""
        return sorted(name for step in self._steps for name in step.pending_nodes())

    def running_nodes(self) -> list[tuple[str, str]]:
        """See `StepLife.running_nodes`."""
        return sorted(node for step in self._steps for node in step.running_nodes())
