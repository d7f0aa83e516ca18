"""Waiting for the end of a run, whoever else wants it to end.

A run is told to stop by an error, a deadline, the cancellation of the task that awaits it, or the end of its session;
it is always the same `stop`. From then on nothing of it starts, what waits is cancelled, and what runs on a thread
cannot be stopped and is waited for, but not longer than `GRACE_S`. A run that still has not come to rest then is
abandoned: its caller hears, its threads stay busy until its kernels end, and `abandoned_runs` tells of it as long.
"""
from __future__ import annotations

import asyncio
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from typing import Any

from aioflow import errors
from aioflow.executor.deadlines import deadlines_of
from aioflow.executor.step_life import StepLife
from aioflow.framework.kernels import StepContext
from aioflow.pools.completion_queue import CompletionQueue, resolve
from aioflow.pools.thread_pool import ThreadPool

# TensorFlow waits for the kernels of a stopped step without end. Here whoever set a deadline, or was cancelled, hears
# of it before long even if a kernel never comes back.
GRACE_VARIABLE = "AIOFLOW_GRACE_S"
"""Seconds for which the kernels of a stopped run are waited for. Default: 5. Read when the first session is made."""
DEFAULT_GRACE_S = 5.0


def grace_s(text: str) -> float:
    """The seconds that `GRACE_VARIABLE` says, or the default where it says none."""
    # What is no time counts as not set: a mistake in the environment shall not keep a server from starting.
    with suppress(ValueError):
        seconds = float(text)
        if 0 <= seconds < math.inf:  # false for nan, too
            return seconds
    return DEFAULT_GRACE_S


GRACE_S = grace_s(os.environ.get(GRACE_VARIABLE, ""))
"""The value in force."""
_LAST_MOMENT_S = 1e-3  # how often to look whether threads that have said goodbye are gone


async def wait_for_end(run: StepLife, ends_s: float | None = None) -> None:
    """Waits until a run has come to rest, or for `GRACE_S` after it was told to stop.

    Args:
        run: The run.
        ends_s: When it is stopped, by the running loop's clock, or None.

    Raises:
        OpError: The first error of a node, `DeadlineExceededError` naming the nodes that were pending, or what `stop`
            was given.
        asyncio.CancelledError: The calling task was cancelled. What the run has taken is there again.
    """
    wait = _Wait(run)
    if ends_s is not None:
        deadlines = deadlines_of(wait.loop, time_out)
        deadline = deadlines.add(wait.loop, ends_s, run)
    try:
        await wait.future
    except asyncio.CancelledError as cancellation:
        # The cancellation waits for the run: nothing is to go on behind a caller who believes that all has ended.
        run.stop(errors.cancelled("the task that awaited the step was cancelled"))
        await wait.rest()
        if run.is_stopping or not _is_late(run.context, cancellation):
            raise
    finally:
        if ends_s is not None:
            deadlines.drop(deadline)
        wait.close()
    run.raise_error()


async def give_turn(context: StepContext) -> None:
    """Lets other tasks go on, behind the end of a run with this context."""
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError as cancellation:
        if not _is_late(context, cancellation):
            raise


def _is_late(context: StepContext, cancellation: asyncio.CancelledError) -> bool:
    """Whether a cancellation that has come when its run was over is to reach the task where that waits next.

    Between the end of a run and the turn in which its caller hears of it the caller may be cancelled. The results are
    lost then, and what the run has taken is given back. But what it has put others may have by now. Its caller must
    not believe that nothing was put, and put it again: it is as if the cancellation had come a moment later.
    """
    task = asyncio.current_task()
    if not context.has_put or task is None:
        context.give_back()
        return False
    task.get_loop().call_soon(_cancel_again, task, task.cancelling(), cancellation.args)
    return True


def _cancel_again(task: asyncio.Task[Any], num_requests: int, args: tuple[Any, ...]) -> None:
    # Not so if it was taken back, as by an `asyncio.timeout` that was left without having waited once more.
    if not task.done() and task.cancelling() >= num_requests:
        task.uncancel()  # it is the same request and counts once, for those who take theirs back
        task.cancel(*args)


async def wait_for_rest(runs: Iterable[StepLife]) -> None:
    """Waits until several runs have come to rest, whatever their errors; leaves at once when cancelled."""
    waits = [_Wait(run) for run in runs]
    try:
        if waits:
            await asyncio.wait([wait.future for wait in waits])
    finally:
        for wait in waits:
            wait.close()


async def wait_for_threads(pools: Collection[ThreadPool]) -> None:
    """Waits until the threads of closed pools have ended, for `GRACE_S` at most."""
    loop = asyncio.get_running_loop()
    ended = [loop.create_future() for _ in pools]
    for pool, future in zip(pools, ended, strict=True):
        pool.ended.add_done_callback(partial(_post_end, CompletionQueue.for_loop(loop), future))
    if not ended:
        return
    _, pending = await asyncio.wait(ended, timeout=GRACE_S)
    # A pool says that its last thread is done from that very thread, which exists for a moment longer. Whoever counts
    # threads behind a closed session should find none.
    while not pending and any(pool.threads for pool in pools):
        await asyncio.sleep(_LAST_MOMENT_S)


def _post_end(queue: CompletionQueue, future: asyncio.Future[None], _: object) -> None:
    queue.post(resolve, future)


def deadline_s(began_s: float, timeout_s: float) -> float | None:
    """When a run's time is up, on the clock that threads can read (`time.monotonic`); None where the loop has another.

    Args:
        began_s: When the run began, by the running loop's clock.
        timeout_s: How long it may take.
    """
    # A loop may have a clock of its own, such as those of tests in which waiting takes no time. A second is far more
    # than lies between two readings of the same clock.
    now = time.monotonic()
    return now + timeout_s if abs(now - began_s) < 1.0 else None


def time_out(run: StepLife) -> None:
    """Stops a run whose time is up."""
    pending = run.pending_nodes()  # before the run is stopped, which cancels them
    what = f"; nodes still waiting or running: {', '.join(pending)}" if pending else ""
    run.stop(errors.deadline_exceeded(f"Timed out waiting for notification{what}"))


class _Wait:
    """One coroutine that waits for a run, on the running event loop.

    The run tells of its stop and its end from whichever thread brings them about; everything here happens on the loop,
    so that nothing needs a lock.
    """

    def __init__(self, run: StepLife) -> None:
        self.loop = asyncio.get_running_loop()
        #: Done when the wait is over, or cancelled with the waiting task; then `rest` makes another one.
        self.future: asyncio.Future[None] = self.loop.create_future()
        self._thread = threading.get_ident()
        #: None once nobody waits any more; what the run still tells is of no interest then.
        self._run: StepLife | None = run
        #: Whether the run is at rest, or was abandoned; unlike `future` this outlives a cancellation.
        self._is_over = False
        #: Runs from the moment at which the run was told to stop.
        self._grace: asyncio.TimerHandle | None = None
        run.call_at_end(partial(self._call, self._end))
        run.call_at_stop(partial(self._call, self._stopped))

    def _call(self, function: Callable[[], None]) -> None:
        """Calls on the event loop."""
        if threading.get_ident() == self._thread:
            if not self.loop.is_closed():  # a garbage collection may end a run behind the loop that it had
                function()
        else:
            CompletionQueue.for_loop(self.loop).post(function)

    def _stopped(self) -> None:
        if self._run is not None and self._grace is None:
            self._grace = self.loop.call_later(max(0.0, GRACE_S - age_s(self._run)), self._abandon)

    def _abandon(self) -> None:
        if self._run is not None:
            note_abandoned(self._run)
            self._end()

    def _end(self) -> None:
        self._is_over = True
        if not self.future.done():
            self.future.set_result(None)

    async def rest(self) -> None:
        """Waits on, whatever else is cancelled."""
        with _shield():
            # A task may be cancelled any number of times, and each time its future is; the run goes on all the same.
            while not self._is_over:
                self.future = self.loop.create_future()
                try:
                    await self.future
                except asyncio.CancelledError:
                    pass  # one cancellation has been noted; it is being carried out

    def close(self) -> None:
        """Ends the wait, and lets go of the run, which may hold on to this."""
        self._run = None
        if self._grace is not None:
            self._grace.cancel()


def _shield() -> AbstractContextManager[Any]:
    """Holds off the cancel scopes of anyio, which would cancel the waiting task anew in each turn of the loop."""
    if "anyio" not in sys.modules:
        return nullcontext()
    scope: AbstractContextManager[Any] = sys.modules["anyio"].CancelScope(shield=True)
    return scope


# By identity. Added to on event loops, taken from on the thread that ends the run; each is one operation on the dict,
# which needs no lock. A forked child has none of the threads that would end them.
_abandoned: dict[int, StepLife] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandoned.clear)


def note_abandoned(run: StepLife) -> None:
    """Keeps a run, which nobody waits for any more, in mind until it has come to rest."""
    if run.ended:
        return
    _abandoned[id(run)] = run
    run.call_at_end(lambda: _abandoned.pop(id(run), None))


def abandoned_runs() -> list[StepLife]:
    """The runs that nobody waits for any more though they have not come to rest."""
    return list(_abandoned.values())


def age_s(run: StepLife) -> float:
    """Seconds since the run was told to stop."""
    return 0.0 if run.stopped_at_s is None else time.monotonic() - run.stopped_at_s
