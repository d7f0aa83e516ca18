"""StepLife: what one step of a partition and one of several together have in common: they are stopped, and they end."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic

from aioflow import errors
from aioflow.framework.kernels import StepContext

Callbacks = list[Callable[[], object]]


class StepLife(ABC):
    """From running by way of stopping, or directly, to ended; never back.

    Callbacks are called without the lock, on whichever thread brought the change about: they may call back into the
    step, or into a lock that its holder keeps while it calls the step.

    Args:
        context: What all nodes share.
    """

    def __init__(self, context: StepContext) -> None:
        self.context = context
        #: When it was made (`time.monotonic`), for who looks at runs in flight: 40 ns, of 15 µs at least.
        self.began_s = monotonic()
        # Guards every field of the step, here and in derived classes. Re-entrant, as all locks are that the end of a
        # session may take: a garbage collection while it is held may end a session that nobody holds any more, and so
        # stop its steps on this very thread.
        self._lock = threading.RLock()
        #: The first error. Set once, with `is_stopping`; None again when it has been raised (see `take_error`).
        self.error: BaseException | None = None
        #: Whether it was told to stop: nothing new starts from then on. Read without the lock by threads at work, which
        #: may begin one more node then; never reset.
        self.is_stopping = False
        #: When it was told to stop (`time.monotonic`), or None; set exactly when `is_stopping` is.
        self.stopped_at_s: float | None = None
        #: Whether nothing of it runs any more; never reset.
        self.ended = False
        self._stop_callbacks: Callbacks = []  # empty once it is stopping or has ended
        self._end_callbacks: Callbacks = []  # empty once it has ended

    def _note_stop(self, error: BaseException) -> Callbacks | None:
        """Notes the error to end with; returns whom to tell, or None if there is one or it has ended. Lock held."""
        if self.ended or self.is_stopping:
            return None
        self.error = error
        self.is_stopping = self.context.is_stopped = True
        self.stopped_at_s = monotonic()
        callbacks, self._stop_callbacks = self._stop_callbacks, []
        return callbacks

    def _take_end_callbacks(self) -> Callbacks:
        """Whom to tell that it has ended; lock held."""
        callbacks, self._end_callbacks = self._end_callbacks, []
        self._stop_callbacks = []
        return callbacks

    def call_at_stop(self, callback: Callable[[], object]) -> None:
        """Registers what to call, on any thread, when the step is told to stop; calls it at once if it has been."""
        with self._lock:
            if not self.is_stopping:
                self._stop_callbacks.append(callback)
                return
        callback()

    def call_at_end(self, callback: Callable[[], object]) -> None:
        """Registers what to call, on any thread, when the step has ended; calls it at once if it has."""
        with self._lock:
            if not self.ended:
                self._end_callbacks.append(callback)
                return
        callback()

    @abstractmethod
    def stop(self, error: BaseException) -> None:
        """Ends the step with `error` unless it has one: nothing new starts, what waits is cancelled. Any thread."""

    @abstractmethod
    def pending_nodes(self) -> list[str]:
        """Names of the nodes that wait, or that run on a thread of their own, sorted."""

    @abstractmethod
    def running_nodes(self) -> list[tuple[str, str]]:
        """Name and op of the nodes that run on a thread of their own, sorted."""

    @abstractmethod
    def interruption(self) -> tuple[int, errors.OpError]:
        """The error to stop it with when its session is closed, and a number that is lower the more it tells."""

    def raise_error(self) -> None:
        """Raises the step's error, if it has one. See `take_error`."""
        if self.error is not None:
            raise self.take_error()

    def take_error(self) -> BaseException:
        """The step's error, which it has no more: its traceback refers to the step and all that its nodes were given.

        If the step referred to it, too, only a collection of cycles would free that, maybe much later.
        """
        assert self.error is not None
        try:
            return self.error
        finally:
            self.error = None
