"""WaitingRoom: where kernels wait for something that another kernel, step, thread or event loop will do.

A call that may have to wait is an attempt. It is tried at once and, if that was too early, again whenever something has
changed. Attempts stand in lines; a line is served in order, so that only the first one of it is tried, unless the room
lets any of them go first.
"""
from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from aioflow import errors

T = TypeVar("T")
NOT_YET: Any = type("NotYet", (), {"__repr__": lambda self: "NOT_YET"})()


def _nothing() -> None:
    """Undoes nothing."""


class _Attempt:
    """A call that is tried until it succeeds; everything but `waiter` is guarded by the room's lock."""

    __slots__ = ("done", "error", "proceed", "result", "waiter")

    def __init__(self, proceed: Callable[[], Any]) -> None:
        self.proceed = proceed
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        self.waiter: Waiter | None = None

    def finish(self, error: BaseException | None, result: Any = None) -> None:
        self.done, self.error, self.result = True, error, result

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


class Waiter:
    """Lets one coroutine wait until `wake` is called, from whichever thread. Made on the event loop that waits."""

    __slots__ = ("_future", "_loop")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._future: asyncio.Future[None] = self._loop.create_future()

    async def wait(self) -> None:
        """Returns when `wake` was called."""
        await self._future

    def wake(self) -> None:
        """Ends the wait, soon. A second call does nothing."""
        try:
            self._loop.call_soon_threadsafe(self._set)
        except RuntimeError:
            pass  # the event loop was closed while the coroutine waited; nobody is there any more

    def _set(self) -> None:
        if not self._future.done():
            self._future.set_result(None)


class WaitingRoom:
    """The attempts that wait for one resource.

    Args:
        lines: The names of the lines, in the order in which they are tried.
        in_order: Whether an attempt must wait for those before it in its line.

    Attributes:
        lock: Guards the resource's state. `proceed` functions run under it; they must be short and must not wait.
    """

    def __init__(self, *lines: str, in_order: bool = True) -> None:
        self._in_order = in_order
        self.lock = threading.Lock()
        self._lines: dict[str, deque[_Attempt]] = {name: deque() for name in lines}
        self._has_progress = False

    async def attempt(
        self, line: str, proceed: Callable[[], T], undo: Callable[[], None] = _nothing, cancelled: str = "cancelled"
    ) -> T:
        """Waits until `proceed` gives a result.

        Args:
            line: The line to stand in.
            proceed: Returns the result, or NOT_YET; its `OpError` ends the attempt. It calls `note_progress` when it
                has changed something without being done.
            undo: Called when the wait is cancelled, to give back what `proceed` has taken so far.
            cancelled: The message of the error if it is.

        Raises:
            CancelledError: The step was cancelled.
            OpError: What `proceed` raised, or what `fail_line` was given.
        """
        attempt = _Attempt(proceed)
        with self.lock:
            self._lines[line].append(attempt)
            woken = self._pump()
            if not attempt.done:
                attempt.waiter = Waiter()
        _wake(woken)
        if attempt.waiter is not None:
            try:
                await attempt.waiter.wait()
            except asyncio.CancelledError:
                self._withdraw(line, attempt, undo)
                raise errors.cancelled(cancelled) from None
        return attempt.outcome()  # type: ignore[no-any-return]

    def _withdraw(self, line: str, attempt: _Attempt, undo: Callable[[], None]) -> None:
        with self.lock:
            if attempt.done:
                return
            self._lines[line].remove(attempt)
            undo()
            woken = self._pump()
        _wake(woken)

    def do(self, change: Callable[[], T]) -> T:
        """Calls `change` under the lock, without waiting, and lets the attempts go on that waited for it."""
        with self.lock:
            result = change()
            woken = self._pump()
        _wake(woken)
        return result

    # ---- under the lock
    def note_progress(self) -> None:
        """Has all lines tried again."""
        self._has_progress = True

    def is_waited_in(self, line: str) -> bool:
        """Whether an attempt stands in the line."""
        return bool(self._lines[line])

    def fail_line(self, line: str, message: str) -> None:
        """Ends all attempts of a line with a `CancelledError`."""
        for attempt in self._lines[line]:
            attempt.finish(errors.cancelled(message))

    def _pump(self) -> list[_Attempt]:
        """Tries the first attempt of each line until nothing moves any more; returns those that have ended."""
        ended: list[_Attempt] = []
        while True:
            self._has_progress = False
            for line in self._lines.values():
                for attempt in list(line):
                    if self._is_done(attempt):
                        line.remove(attempt)
                        ended.append(attempt)
                        self._has_progress = True
                    elif self._in_order:
                        break
            if not self._has_progress:
                return ended

    @staticmethod
    def _is_done(attempt: _Attempt) -> bool:
        if not attempt.done:
            try:
                result = attempt.proceed()
            except BaseException as error:
                attempt.finish(error)
            else:
                if result is NOT_YET:
                    return False
                attempt.finish(None, result)
        return True


def _wake(attempts: Iterable[_Attempt]) -> None:
    for attempt in attempts:
        if attempt.waiter is not None:
            attempt.waiter.wake()
