"""Events: points in the work that a device has been given, and copies that are under way until it has come to one.

The event loop never waits for a device. One thread per device does, event after event, and tells who asked.
"""
from __future__ import annotations

import abc
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow.framework.process_locks import process_lock

if TYPE_CHECKING:
    import asyncio

#: Told that a device has come to an event: None, or what went wrong before it.
Told = Callable[[errors.OpError | None], object]
_PARKED_S = 1.0  # how long a thread without events waits for the next one before it ends


class DeviceEvent(abc.ABC):
    """A point in the work that a device has been given. Derive from it for a device whose work goes on behind calls."""

    @abc.abstractmethod
    def wait(self) -> None:
        """Blocks until the device has come to it; called on a thread that waits for events and does nothing else.

        Raises:
            Exception: What went wrong in the work before it: an `OpError` as it is, anything else as `InternalError`.
        """

    def is_done(self) -> bool:
        """Whether `wait` would return, or raise, at once. Called on any thread, the event loop's included."""
        return False


class EventWatch:
    """The thread that waits for a device's events, in the order in which it was asked. It runs while there are any.

    Args:
        device_name: Whose they are, for messages.
    """

    def __init__(self, device_name: str) -> None:
        self._device_name = device_name
        # Guards the two below, and never while an event is waited for.
        self._lock = process_lock()
        self._has_more = threading.Condition(self._lock)
        self._events: deque[tuple[DeviceEvent, Told]] = deque()
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def tell(self, event: DeviceEvent, told: Told) -> None:
        """Calls `told` when the device has come to the event, on the watch's thread."""
        with self._lock:
            self._events.append((event, told))
            # Not alive: it belonged to the process that this one was forked from.
            if self._thread is None or not self._thread.is_alive():
                # A daemon: a device that hangs must not keep the program from its end.
                self._thread = threading.Thread(target=self._run, name=f"events {self._device_name}", daemon=True)
                self._thread.start()
            else:
                self._has_more.notify()

    def close(self) -> None:
        """Has the thread end as soon as there are no more events, instead of being kept for later ones."""
        with self._lock:
            self._is_closed = True
            self._has_more.notify()

    def _run(self) -> None:
        while (entry := self._next()) is not None:
            event, told = entry
            told(self.error_of(event))
            del entry, event, told  # with all that is kept for the event, while the next one is waited for

    def _next(self) -> tuple[DeviceEvent, Told] | None:
        with self._lock:
            if not self._events and not self._is_closed:
                self._has_more.wait(_PARKED_S)
            if self._events:
                return self._events.popleft()
            self._thread = None  # under the lock: who has an event from now on starts another one
            return None

    def error_of(self, event: DeviceEvent) -> errors.OpError | None:
        """Waits for an event, on this thread; returns what went wrong before it, if anything did."""
        try:
            event.wait()
        except Exception as error:
            return as_device_error(self._device_name, error)
        return None


def as_device_error(device_name: str, error: Exception) -> errors.OpError:
    """What a device's function has raised, as the error of a step: an `OpError` as it is, else `InternalError`."""
    if isinstance(error, errors.OpError):
        return error
    wrapped = errors.internal(f"{device_name} failed: {type(error).__name__}: {error}")
    wrapped.__cause__ = error
    return wrapped


class Pending:
    """A value whose copy is under way. Made by `Device.copying`; `to_host` and `from_host` may give one.

    Until the device has come to the event, its watch holds on to the value and to what is kept, whoever else lets go
    of them: the memory is not used for anything else while the device writes to it or reads it.

    Args:
        watch: The device's.
        value: The copy.
        event: Behind the copy in the device's work.
        kept: What must not be freed before the device has come to the event.
    """

    def __init__(self, watch: EventWatch, value: Any, event: DeviceEvent, kept: Any = None) -> None:
        self._value = value
        self._kept = kept
        # Guards the two below: the watch's thread ends the copy while an event loop may come to wait for it.
        self._lock = threading.Lock()
        self._outcome: list[errors.OpError | None] = []
        self._callbacks: list[Callable[[], None]] = []
        if event.is_done():
            self._end(watch.error_of(event))
        else:
            watch.tell(event, self._end)

    def _end(self, error: errors.OpError | None) -> None:
        with self._lock:
            self._kept = None
            self._outcome.append(error)
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    async def result(self) -> Any:
        """The value, when the device has copied it.

        Raises:
            OpError: The copy failed.
        """
        from asyncio import get_running_loop  # not above: a program that only builds graphs does without

        with self._lock:
            if not self._outcome:
                future: asyncio.Future[None] = get_running_loop().create_future()
                self._callbacks.append(partial(_wake, future))
        if not self._outcome:
            await future
        error = self._outcome[0]
        if error is not None:
            raise error.again()
        return self._value


def _wake(future: asyncio.Future[None]) -> None:
    try:
        future.get_loop().call_soon_threadsafe(_resolve, future)
    except RuntimeError:  # the loop was closed
        pass


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
