"""WaitingRoom: where kernels wait for something that another kernel, step, thread or event loop will do.

A call that may have to wait is an attempt. It is tried at once and, if that was too early, again whenever something has
changed. Attempts stand in lines. A line is served in order: only its first attempt is tried, unless the room lets any
of them go first. That order is what TensorFlow's queues promise: who waited first gets the next element.

Whoever changes something tries all lines before it leaves the lock, on its own thread. So no attempt is woken to find
that another one was faster, and none stays asleep although it could go on.

An attempt may so succeed without its coroutine, which hears of it in a later turn of its event loop, or never: it may
be cancelled in between, or its loop closed. What the attempt had is given back then, as if it had not been tried:
`asyncio.Queue` promises the same.
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


def _keep(result: Any) -> None:
    """Leaves a result as it is."""


class _Attempt:
    """A call that is tried until it succeeds; everything but `waiter` is guarded by the room's lock."""

    __slots__ = ("commit", "done", "error", "give_back", "line", "proceed", "result", "undo", "waiter")

    def __init__(
        self, line: str, proceed: Callable[[], Any], undo: Callable[[], None], give_back: Callable[[Any], None],
        commit: Callable[[Any], None],
    ) -> None:  # fmt: skip
        self.line = line
        self.proceed = proceed
        self.undo = undo
        self.give_back = give_back
        self.commit = commit
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

    @property
    def is_alone(self) -> bool:
        """Whether the event loop was closed while the coroutine waited, so that it never will go on."""
        return self._loop.is_closed()

    async def wait(self) -> None:
        """Returns when `wake` was called."""
        await self._future

    def wake(self) -> bool:
        """Ends the wait, soon; returns False if the event loop was closed. A second call does nothing."""
        try:
            # `wake` runs on any thread, and a future may only be touched on its own loop.
            self._loop.call_soon_threadsafe(self._set)
        except RuntimeError:
            return False
        return True

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
        #: Attempts whose coroutines were left, on their way out; appended to without the lock.
        self._left: deque[_Attempt] = deque()
        #: Attempts that have ended and whose coroutines have been woken and have not gone on. Added to under the lock,
        #: taken from without it.
        self._woken: set[_Attempt] = set()

    async def attempt(
        self, line: str, proceed: Callable[[], T], undo: Callable[[], None] = _nothing, cancelled: str = "cancelled",
        give_back: Callable[[T], None] = _keep, commit: Callable[[T], None] = _keep,
    ) -> T:  # fmt: skip
        """Waits until `proceed` gives a result.

        Args:
            line: The line to stand in.
            proceed: Returns the result, or NOT_YET; its `OpError` ends the attempt. It calls `note_progress` when it
                has changed something without being done.
            undo: Called under the lock when the wait is cancelled, to give back what `proceed` has taken so far.
            cancelled: The message of the error if it is.
            give_back: Called under the lock with a result that nobody will have, because the wait was cancelled when
                `proceed` had given it.
            commit: Called under the lock with a result that is sure to be had; it must not fail. What nobody could take
                back, because others see it and go on with it, `proceed` only makes room for, and this does it.

        Raises:
            CancelledError: The step was cancelled.
            OpError: What `proceed` raised, or what `fail_line` was given.
        """
        attempt: _Attempt | None = None
        # Standing in line, the first try and leaving a waiter are one: a change that came between them
        # would find nobody to wake.
        with self.lock:
            result = NOT_YET
            # Most calls need not wait, and are all that is there: they do not even stand in line.
            if not self._left and not self._woken and not (self._in_order and self._lines[line]):
                result = proceed()
            if result is NOT_YET:
                attempt = _Attempt(line, proceed, undo, give_back, commit)
                self._lines[line].append(attempt)
            else:
                commit(result)
            woken = self._pump() if any(self._lines.values()) else []
            if attempt is not None and not attempt.done:
                # Still under the lock: whoever ends the attempt later finds the waiter.
                attempt.waiter = Waiter()
        # Outside of the lock, which should not be held while other loops' locks are taken.
        self._wake(woken)
        if attempt is None:
            return result  # type: ignore[no-any-return]
        if attempt.waiter is not None:
            await self._wait(attempt, attempt.waiter, cancelled)
        return attempt.outcome()  # type: ignore[no-any-return]

    async def _wait(self, attempt: _Attempt, waiter: Waiter, cancelled: str) -> None:
        """Waits until an attempt has ended."""
        try:
            await waiter.wait()
            self._woken.discard(attempt)
        except asyncio.CancelledError:
            self._left.append(attempt)
            self.do(_nothing)
            raise errors.cancelled(cancelled) from None
        except GeneratorExit:  # the task was dropped with its event loop
            # By a garbage collection maybe, while this very thread holds the lock. So nobody waits for it here: either
            # it is free, or who holds it looks into `_left` behind it.
            self._left.append(attempt)
            self._take_back()
            raise
        if attempt.commit is not _keep and attempt.error is None:
            self.do(lambda: attempt.commit(attempt.result))

    def _take_back(self) -> None:
        """Gives back what the attempts in `_left` have, unless another thread is in and will do it."""
        while self._left and self.lock.acquire(blocking=False):
            try:
                woken = self._pump()
            finally:
                self.lock.release()
            self._wake(woken)

    def do(self, change: Callable[[], T]) -> T:
        """Calls `change` under the lock, without waiting, and lets the attempts go on that waited for it."""
        # The change and the tries that it makes possible are one, as the class says.
        with self.lock:
            result = change()
            woken = self._pump()
        self._wake(woken)
        return result

    def _wake(self, attempts: Iterable[_Attempt]) -> None:
        """Wakes the coroutines of attempts that have ended; behind the lock."""
        for attempt in attempts:
            # A loop that was closed under the coroutine: what it waited for is for others.
            if attempt.waiter is not None and not attempt.waiter.wake():
                self._left.append(attempt)
        if self._left:
            self._take_back()

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
        while self._left:
            self._undo(self._left.popleft())
        for attempt in list(self._woken):
            # Woken, and then its loop was closed. Nobody tells of that: it is found by whoever comes next.
            if attempt.waiter is not None and attempt.waiter.is_alone:
                self._undo(attempt)
        while True:
            # Lines depend on each other: what a dequeue makes room for lets an enqueue go on, what that puts
            # lets a dequeue, and the reverse.
            self._has_progress = False
            for line in self._lines.values():
                # A copy, for the line loses members meanwhile.
                for attempt in list(line):
                    if attempt.waiter is not None and attempt.waiter.is_alone:
                        self._undo(attempt)
                        self._has_progress = True
                    elif self._is_done(attempt):
                        line.remove(attempt)
                        ended.append(attempt)
                        if attempt.waiter is not None:
                            self._woken.add(attempt)
                        self._has_progress = True
                    elif self._in_order:
                        break
            if not self._has_progress:
                return ended

    def _undo(self, attempt: _Attempt) -> None:
        """Gives back what an attempt has, whose coroutine was left."""
        line = self._lines[attempt.line]
        self._woken.discard(attempt)
        if attempt.done:
            # It has left its line, unless it was failed there.
            if attempt in line:
                line.remove(attempt)
            elif attempt.error is None:
                attempt.give_back(attempt.result)
        elif attempt in line:
            line.remove(attempt)
            attempt.undo()
        # Both its task and its loop may be found to be gone.
        attempt.finish(errors.cancelled("nobody waits"))

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
                if attempt.waiter is None:  # the first try, which its own coroutine makes, and so has the result
                    attempt.commit(result)
        return True
