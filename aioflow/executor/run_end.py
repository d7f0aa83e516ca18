"""Waiting for the end of a run, whoever else wants it to end."""
from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from aioflow import errors


class Run(Protocol):
    """What can be waited for: one step of an executor, or of several together."""

    @property
    def error(self) -> BaseException | None:
        """The first error, or None."""

    def stop(self, error: BaseException) -> None:
        """Ends the run with `error` unless it has one: nothing new starts, what waits is cancelled. Any thread."""

    def pending_nodes(self) -> list[str]:
        """Names of the nodes that wait, or that run on a thread of their own."""

    def call_at_end(self, callback: Callable[[], object]) -> None:
        """Has `callback` called, on the run's event loop, when nothing runs any more; at once if nothing does."""


async def wait_for_end(run: Run, timeout_s: float | None) -> None:
    """Waits until a run has come to rest.

    Args:
        run: The run, of this event loop.
        timeout_s: Seconds until it is stopped, or None.

    Raises:
        OpError: The first error of a node, `DeadlineExceededError` naming the nodes that were pending, or what `stop`
            was given.
        asyncio.CancelledError: The calling task was cancelled.
    """
    loop = asyncio.get_running_loop()
    end: asyncio.Future[None] = loop.create_future()
    run.call_at_end(lambda: _resolve(end))
    timer = loop.call_later(timeout_s, _time_out, run) if timeout_s is not None else None
    cancelled: asyncio.CancelledError | None = None
    try:
        while not end.done():
            try:
                await asyncio.shield(end)
            except asyncio.CancelledError as error:
                cancelled = cancelled or error
                run.stop(errors.cancelled("the task that awaited the step was cancelled"))
    finally:
        if timer is not None:
            timer.cancel()
    if cancelled is not None:
        raise cancelled
    if run.error is not None:
        raise run.error


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done() and not future.get_loop().is_closed():
        future.set_result(None)


def _time_out(run: Run) -> None:
    pending = run.pending_nodes()
    what = f"; nodes still waiting or running: {', '.join(pending)}" if pending else ""
    run.stop(errors.deadline_exceeded(f"Timed out waiting for notification{what}"))
