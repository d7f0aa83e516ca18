"""RUN_LOG: who is told of the runs of this process' sessions, and the notes that are taken of one meanwhile."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
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
        form: How it ran: "call" (one call, on the caller's thread), "pool call" (one call on a thread of the pool),
            "items" (segments and nodes one by one), "partial run" (likewise, in several calls) or "remote" (elsewhere).
        error: The error that it ended with, or None.
        trace: Where its nodes are taken down, or None.
        extra: What listeners keep with it, by the listener.
    """

    # Whoever makes a note sets all of its slots: one is made for each run that is recorded, and a call of `__init__`
    # takes 0.25 us more, 1 % of a step of 100 additions. Reading defaults of the class instead is as slow.
    __slots__ = (
        "admitted_ns", "asked_ns", "ended_ns", "error", "extra", "form", "number", "pool", "runner", "signature",
        "trace",
    )  # fmt: skip
    number: int
    signature: Labelled
    runner: Labelled
    asked_ns: int
    admitted_ns: int
    ended_ns: int
    pool: str
    form: str
    error: BaseException | None
    trace: RunTrace | None
    extra: dict[object, Any] | None


class RunListener(Protocol):
    """Hears of runs, on the thread of their event loop; what is slow there holds that up."""

    def run_begins(self, note: RunNote) -> None:
        """Hears of a run that is about to begin; it may have its nodes taken down by setting `note.trace`."""

    def run_ended(self, note: RunNote) -> None:
        """Hears of its end."""


class RunLog:
    """The listeners of the process.

    Attributes:
        is_on: Whether there are any, which is all that a run asks where there are none.
        begins: Called when a run is about to begin.
        ended: Called when one has ended.
    """

    __slots__ = ("_listeners", "begins", "ended", "is_on")

    def __init__(self) -> None:
        # All are replaced as a whole: runs go through the old ones while another thread changes them.
        self._listeners: dict[RunListener, bool] = {}
        self.is_on = False
        self.begins: tuple[Callable[[RunNote], None], ...] = ()
        self.ended: tuple[Callable[[RunNote], None], ...] = ()

    def add(self, listener: RunListener, hears_of_begins: bool = True) -> None:
        """Tells a listener of all runs that are asked for from now on, or only of their ends."""
        self._set({**self._listeners, listener: hears_of_begins})

    def remove(self, listener: RunListener) -> None:
        """Tells it no more."""
        self._set({each: hears for each, hears in self._listeners.items() if each is not listener})

    def _set(self, listeners: dict[RunListener, bool]) -> None:
        self._listeners = listeners
        self.begins = tuple(listener.run_begins for listener, hears in listeners.items() if hears)
        self.ended = tuple(listener.run_ended for listener in listeners)
        self.is_on = bool(listeners)


RUN_LOG = RunLog()

Results = list[Any]


def begin_note(number: int, signature: Labelled, runner: Labelled, form: str) -> RunNote:
    """Notes a run that is asked for, and tells the listeners that it is about to begin."""
    note = RunNote()
    note.number, note.signature, note.runner, note.form, note.pool = number, signature, runner, form, ""
    note.admitted_ns = note.ended_ns = 0
    note.error = note.trace = note.extra = None
    for begins in RUN_LOG.begins:
        begins(note)
    note.asked_ns = perf_counter_ns()
    return note


def end_note(note: RunNote, error: BaseException | None = None) -> None:
    """Tells the listeners that a run has ended."""
    note.ended_ns, note.error = perf_counter_ns(), error
    for ended in RUN_LOG.ended:
        ended(note)
    note.error = None  # whose traceback refers to what the run was given


async def recorded(note: RunNote, results: Awaitable[Results]) -> Results:
    """Waits for the end of a run."""
    try:
        found = await results
    except BaseException as error:
        end_note(note, error)
        raise
    end_note(note)
    return found
