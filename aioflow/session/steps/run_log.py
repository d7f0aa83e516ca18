"""RUN_LOG: who is told of the runs of this process' sessions, and the notes that are taken of one meanwhile."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from threading import get_ident
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from aioflow.executor.tracing.run_trace import RunTrace


class Labelled(Protocol):
    """A signature, or a session, by what people call it."""

    @property
    def label(self) -> str:
        """The name."""


class RunNote:
    """One run while it is recorded. Times are those of `perf_counter_ns`.

    Attributes:
        number: The run's, unique in the process (see `StepContext.step_id`).
        signature: Its compiled signature, the same object for all its runs.
        runner: The runner of its session's steps.
        asked_ns: When it was asked for.
        admitted_ns: When it had its place on a pool; 0 where it needs none.
        ended_ns: When it had its results, or failed; 0 before.
        pool: The pool's name; "" where the caller's thread did it all.
        form: How it ran: "call" (one call, on the caller's thread), "pool call" (one call on a thread of the pool) or
            "items" (segments and nodes one by one).
        error: The error that it ended with, or None.
        thread_id: The thread that asked.
        trace: Where its nodes are taken down, or None.
        extra: What listeners keep with it, by the listener.
    """

    __slots__ = (
        "admitted_ns", "asked_ns", "ended_ns", "error", "extra", "form", "number", "pool", "runner", "signature",
        "thread_id", "trace",
    )  # fmt: skip

    def __init__(self, number: int, signature: Labelled, runner: Labelled) -> None:
        self.number = number
        self.signature = signature
        self.runner = runner
        self.admitted_ns = self.ended_ns = 0
        self.pool, self.form = "", "call"
        self.error: BaseException | None = None
        self.thread_id = get_ident()
        self.trace: RunTrace | None = None
        self.extra: dict[object, Any] | None = None
        self.asked_ns = perf_counter_ns()


class RunListener(Protocol):
    """Hears of runs, on the thread of their event loop; what is slow there holds that up."""

    def run_begins(self, note: RunNote) -> None:
        """Hears of a run that is asked for; it may have its nodes taken down by setting `note.trace`."""

    def run_ended(self, note: RunNote) -> None:
        """Hears of its end."""


class RunLog:
    """The listeners of the process.

    Attributes:
        listeners: Empty while nobody listens, which is all that a run asks then.
    """

    __slots__ = ("listeners",)

    def __init__(self) -> None:
        # Replaced as a whole: runs go through the old tuple while another thread changes it.
        self.listeners: tuple[RunListener, ...] = ()

    def add(self, listener: RunListener) -> None:
        """Tells a listener of all runs that are asked for from now on."""
        self.listeners = (*self.listeners, listener)

    def remove(self, listener: RunListener) -> None:
        """Tells it no more."""
        self.listeners = tuple(each for each in self.listeners if each is not listener)


RUN_LOG = RunLog()

Results = list[Any]
Start = Callable[[RunNote], Results | Awaitable[Results]]


def recorded(note: RunNote, can_trace: Callable[[], bool], start: Start) -> Results | Awaitable[Results]:
    """Starts a run and tells the listeners of its beginning and end.

    Args:
        note: The run.
        can_trace: Whether its nodes can be taken down; what is missing for it is made meanwhile, for later runs.
        start: Starts it.
    """
    listeners = RUN_LOG.listeners
    for listener in listeners:
        listener.run_begins(note)
    if note.trace is not None and not can_trace():
        note.trace = None
    try:
        results = start(note)
    except BaseException as error:
        _end(note, listeners, error)
        raise
    if type(results) is not list:
        return _recorded_later(note, listeners, results)  # type: ignore[arg-type]
    _end(note, listeners, None)
    return results


async def _recorded_later(
    note: RunNote, listeners: tuple[RunListener, ...], results: Awaitable[Results]
) -> Results:
    try:
        found = await results
    except BaseException as error:
        _end(note, listeners, error)
        raise
    _end(note, listeners, None)
    return found


def _end(note: RunNote, listeners: tuple[RunListener, ...], error: BaseException | None) -> None:
    note.ended_ns, note.error = perf_counter_ns(), error
    for listener in listeners:
        listener.run_ended(note)
    note.error = None  # whose traceback refers to what the run was given
