"""Steps: the meeting places of the steps that a worker has heard of."""
from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from aioflow import errors
from aioflow.distributed.transport.statuses import derived
from aioflow.distributed.worker.remote_rendezvous import RemoteRendezvous

#: After how many seconds without a sign of its master a step is over of which nothing runs here.
ABANDONED_S = 600.0
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
        self._used_s: dict[int, float] = {}
        #: How many parts of a step run here; those of which none does are missing.
        self._running: Counter[int] = Counter()
        self._timer: asyncio.TimerHandle | None = None
        self._finished: dict[int, None] = {}
        #: Steps with collectives that were cancelled here: the next one has their number, and who asks for something of
        #: it before it begins is to wait. No more than one for each graph.
        self._repeated: set[int] = set()
        self._order: deque[int] = deque()

    def __len__(self) -> int:
        return len(self._open)

    @property
    def num_running(self) -> int:
        """How many steps have parts that run here."""
        return len(self._running)

    def runs(self, step_id: int) -> bool:
        """Whether parts of a step run here."""
        return step_id in self._running

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
        self._note(step_id)
        return found

    def begin(self, step_id: int, may_repeat: bool = False) -> RemoteRendezvous:
        """The meeting place of a step, of which a part runs from now on; see `find`.

        Args:
            step_id: Its number.
            may_repeat: Whether it may have the number of a step that is over.
        """
        if may_repeat:
            self._repeated.discard(step_id)
            self._finished.pop(step_id, None)
        found = self.find(step_id)
        found.has_begun = True
        self._running[step_id] += 1
        return found

    def end(self, step_id: int) -> None:
        """Notes that a part runs no more."""
        self._running[step_id] -= 1
        if not self._running[step_id]:
            del self._running[step_id]
        if step_id in self._open:
            self._note(step_id)

    @contextmanager
    def receiving(self, step_id: int) -> Iterator[RemoteRendezvous]:
        """The meeting place of a step, for somebody elsewhere who waits there; see `find`.

        When the last of these gives up before a part of the step has come, the step is forgotten: its master may have
        vanished.
        """
        found = self.find(step_id)
        found.num_waiting += 1
        try:
            yield found
        finally:
            found.num_waiting -= 1
            if not found.has_begun and not found.num_waiting and self._open.get(step_id) is found:
                del self._open[step_id], self._used_s[step_id]

    def _note(self, step_id: int) -> None:
        loop = asyncio.get_running_loop()
        self._used_s[step_id] = loop.time()
        if self._timer is None:
            self._timer = loop.call_later(ABANDONED_S, self._forget_abandoned)

    def _forget_abandoned(self) -> None:
        """Ends steps whose master has vanished before it could."""
        loop = asyncio.get_running_loop()
        since_s = loop.time() - ABANDONED_S
        for step_id, used_s in list(self._used_s.items()):
            if used_s <= since_s and not self._running.get(step_id):
                self.finish(step_id)
        self._timer = loop.call_later(ABANDONED_S, self._forget_abandoned) if self._open else None

    def note_repeated(self, step_id: int) -> None:
        """Notes that another step may have the number of one that was cancelled, as those with collectives do."""
        self._repeated.add(step_id)

    def finish(self, step_id: int) -> None:
        """Ends a step: who still waits for something of it gets `AbortedError`."""
        found = self._open.pop(step_id, None)
        self._used_s.pop(step_id, None)
        if found is not None:
            found.abort(derived(errors.aborted(f"Cleanup {step_id}")))
        if step_id not in self._finished and step_id not in self._repeated:
            self._finished[step_id] = None
            self._order.append(step_id)
            if len(self._order) > MAX_FINISHED:
                self._finished.pop(self._order.popleft(), None)

    def close(self) -> None:
        """Ends all steps."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for step_id in list(self._open):
            self.finish(step_id)
