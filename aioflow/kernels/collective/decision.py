"""Decision: a value or an error that is given once, for which coroutines of several event loops wait."""
from __future__ import annotations

import threading
from typing import Generic, TypeVar

from aioflow import errors
from aioflow.kernels.waiting_room import Waiter

T = TypeVar("T")


class Decision(Generic[T]):
    """See the module. Any thread may give it."""

    def __init__(self) -> None:
        # Looking whether there is a value and leaving a waiter are one under the lock, so that none is left behind.
        self._lock = threading.Lock()
        self._waiters: set[Waiter] = set()
        self._values: list[T] = []
        self._error: errors.OpError | None = None

    @property
    def is_made(self) -> bool:
        """Whether there is a value or an error."""
        return bool(self._values) or self._error is not None

    @property
    def value(self) -> T | None:
        """The value; None where there is none."""
        return self._values[0] if self._values else None

    @property
    def num_waiting(self) -> int:
        """How many coroutines wait."""
        return len(self._waiters)

    def give(self, value: T) -> None:
        """Gives the value."""
        with self._lock:
            self._values.append(value)
            waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            waiter.wake()

    def fail(self, error: errors.OpError) -> None:
        """Gives an error."""
        with self._lock:
            self._error = error.again()
            waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            waiter.wake()

    async def wait(self) -> T:
        """Waits for the value, or raises the error."""
        with self._lock:
            waiter = None if self.is_made else Waiter()
            if waiter is not None:
                self._waiters.add(waiter)
        if waiter is not None:
            try:
                await waiter.wait()
            finally:
                self._waiters.discard(waiter)
        if self._error is not None:
            raise self._error.again()
        return self._values[0]
