"""WaitingRoom: where kernels wait for something that another kernel, step, thread or event loop will do.

A call that may have to wait is an attempt. It is tried at once and, if that was too early, again whenever something has
changed. Attempts stand in lines. A line is served in order: only its first attempt is tried, unless the room lets any
of them go first. That order is what TensorFlow's queues promise: who waited first gets the next element.

Whoever changes something tries all lines before it leaves the lock, on its own thread. So no attempt is woken to find
that another one was faster, and none stays asleep although it could go on.
"""
from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from aioflow import errors

T = TypeVar("T")
# A value of its own: None may be a result.
NOT_YET: Any = type("NotYet", (), {"__repr__": lambda self: "NOT_YET"})()


def _nothing() -> None:
    """Undoes nothing."""


class _Attempt:
    """A call that is tried until it succeeds; everything but `waiter` is guarded by the room's lock."""

    __slots__ = ("done", "error", "proceed", "result", "waiter")

    def __init__(self, proceed: Callable[[], Any]) -> None:
        self.proceed = proceed
        #: Never False again once True; then `error` or `result` holds what came of it.
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        #: Set under the lock if the first try was too early; None where there is nobody to wake.
        self.waiter: Waiter | None = None

    def finish(self, error: BaseException | None, result: Any = None) -> None:
        """Records the end."""
        self.done, self.error, self.result = True, error, result

    def outcome(self) -> Any:
        """Returns the result or raises the error. Read behind the wake-up, when nobody writes any more."""
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
            # `wake` runs on any thread, and a future may only be touched on its own loop.
            self._loop.call_soon_threadsafe(self._set)
        except RuntimeError:
            pass  # the event loop was closed while the coroutine waited; nobody is there any more

    def _set(self) -> None:
        # The wait may have been cancelled meanwhile, or this is the second wake-up.
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
        # Steps on several event loops and pool threads meet here, so an asyncio lock would not do. Under it a
        # change and the tries that it makes possible are one: without it an attempt could find nothing, then
        # something is added and finds nobody waiting, and then the attempt would stand in line for ever.
        self.lock = threading.Lock()
        #: Attempts that have not ended, each line in order of arrival. No attempt is in it when the lock is
        #: free and its `proceed` could give a result.
        self._lines: dict[str, deque[_Attempt]] = {name: deque() for name in lines}
        #: Whether the lines are to be tried once more; it means something within `_pump` only.
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
        # Standing in line, the first try and leaving a waiter are one: a change that came between them
        # would find nobody to wake.
        with self.lock:
            # It stands in line even for its first try: those that came before go first.
            self._lines[line].append(attempt)
            woken = self._pump()
            if not attempt.done:
                # Still under the lock: whoever ends the attempt later finds the waiter. An attempt that
                # ended at once needs none, which saves the future and a turn of the loop.
                attempt.waiter = Waiter()
        # Outside of the lock, which should not be held while other loops' locks are taken.
        _wake(woken)
        if attempt.waiter is not None:
            try:
                await attempt.waiter.wait()
            except asyncio.CancelledError:
                self._withdraw(line, attempt, undo)
                raise errors.cancelled(cancelled) from None
        return attempt.outcome()  # type: ignore[no-any-return]

    def _withdraw(self, line: str, attempt: _Attempt, undo: Callable[[], None]) -> None:
        """Takes a cancelled attempt out of its line and lets `undo` give back what it has taken."""
        # Whether it has ended must not change any more when it is taken out and undone.
        with self.lock:
            # It ended just before the cancellation came: it has left its line, and what `proceed` took is
            # in the result, which nobody will have.
            if attempt.done:
                return
            self._lines[line].remove(attempt)
            undo()
            # Those behind it may be the first now, or need what was given back.
            woken = self._pump()
        _wake(woken)

    def do(self, change: Callable[[], T]) -> T:
        """Calls `change` under the lock, without waiting, and lets the attempts go on that waited for it."""
        # The change and the tries that it makes possible are one, as the class says.
        with self.lock:
            result = change()
            woken = self._pump()
        _wake(woken)
        return result

    # ---- under the lock
    def note_progress(self) -> None:
        """Asks for another pass over all lines."""
        self._has_progress = True

    def is_waited_in(self, line: str) -> bool:
        """Whether an attempt stands in the line."""
        return bool(self._lines[line])

    def fail_line(self, line: str, message: str) -> None:
        """Ends all attempts of a line with a `CancelledError`."""
        # They leave the line in the `_pump` that follows under the same lock, which finds them done.
        for attempt in self._lines[line]:
            attempt.finish(errors.cancelled(message))

    def _pump(self) -> list[_Attempt]:
        """Tries the first attempt of each line until nothing moves any more; returns those that have ended."""
        ended: list[_Attempt] = []
        while True:
            # An attempt that succeeds may make another line's first one possible: an enqueue a dequeue, and
            # the reverse.
            self._has_progress = False
            for line in self._lines.values():
                # A copy, for the line loses members meanwhile.
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
            # Kept for the coroutine whose attempt it is: it must not end up in that of another kernel,
            # which happens to pump.
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
