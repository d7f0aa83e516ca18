"""Steps: the meeting places of the steps that a worker has heard of."""
from __future__ import annotations

from collections import deque
from collections.abc import Callable

from aioflow import errors
from aioflow.distributed.transport.statuses import derived
from aioflow.distributed.worker.remote_rendezvous import RemoteRendezvous

#: How many steps that are over are kept in mind: a receiver that comes too late would else wait for ever.
MAX_FINISHED = 10_000


class Steps:
    """The meeting places by number of their steps.

    Args:
        make: Makes one.
        max_steps: How many there may be at once.
    """

    def __init__(self, make: Callable[[int], RemoteRendezvous], max_steps: int) -> None:
        self._make = make
        self._max_steps = max_steps
        self._open: dict[int, RemoteRendezvous] = {}
        self._finished: dict[int, None] = {}
        self._order: deque[int] = deque()

    def __len__(self) -> int:
        return len(self._open)

    def find(self, step_id: int) -> RemoteRendezvous:
        """The meeting place of a step, made for whoever comes first: a receiver may be before the step itself.

        Raises:
            AbortedError: The step is over.
            ResourceExhaustedError: There are as many as there may be.
        """
        found = self._open.get(step_id)
        if found is None:
            if step_id in self._finished:
                raise derived(errors.aborted(f"Cleanup {step_id}"))
            if len(self._open) >= self._max_steps:
                raise errors.resource_exhausted(f"there are {len(self._open)} steps, as many as there may be")
            found = self._open[step_id] = self._make(step_id)
        return found

    def finish(self, step_id: int) -> None:
        """Ends a step: who still waits for something of it gets `AbortedError`."""
        found = self._open.pop(step_id, None)
        if found is not None:
            found.abort(derived(errors.aborted(f"Cleanup {step_id}")))
        if step_id not in self._finished:
            self._finished[step_id] = None
            self._order.append(step_id)
            if len(self._order) > MAX_FINISHED:
                del self._finished[self._order.popleft()]

    def close(self) -> None:
        """Ends all steps."""
        for step_id in list(self._open):
            self.finish(step_id)
