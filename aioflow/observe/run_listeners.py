"""What other tools are told of each run: spans for OpenTelemetry, and records for `logging`."""
from __future__ import annotations

import logging
import threading
from time import perf_counter_ns, time_ns
from types import TracebackType
from typing import TYPE_CHECKING, Self

from aioflow import errors
from aioflow.observe import spans
from aioflow.pools.task_log import TASK_LOG
from aioflow.session.base_session import BaseSession
from aioflow.session.steps.run_log import RUN_LOG, RunNote

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Tracer

_LOG = logging.getLogger("aioflow.runs")


class _Listener:
    """Hears of the runs of one session, or of all of the process, while its block lasts."""

    def __init__(self, session: BaseSession | None) -> None:
        self._runner = None if session is None else getattr(session.backend, "runner", None)
        if session is not None and self._runner is None:
            raise errors.unimplemented("only runs of sessions in this process can be told")

    def is_mine(self, note: RunNote) -> bool:
        """Whether a run is one of those."""
        return self._runner is None or note.runner is self._runner

    def start(self) -> None:
        """Begins."""
        RUN_LOG.add(self)

    def stop(self) -> None:
        """Ends."""
        RUN_LOG.remove(self)

    def run_begins(self, note: RunNote) -> None:
        """See `RunListener.run_begins`."""

    def run_ended(self, note: RunNote) -> None:
        """See `RunListener.run_ended`."""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()


class RunSpans(_Listener):
    """Makes a span of each run; see `export_spans`."""

    def __init__(self, session: BaseSession | None) -> None:
        super().__init__(session)
        #: How long the first task of a run waited, by the run's number, of those that have a span.
        self._waits_ns: dict[int, int | None] = {}

    def start(self) -> None:
        """Begins."""
        super().start()
        TASK_LOG.add(self._note_task)

    def stop(self) -> None:
        """Ends."""
        TASK_LOG.remove(self._note_task)
        super().stop()

    def run_begins(self, note: RunNote) -> None:
        """Takes the context in which the run is asked for; nothing where nobody records spans."""
        tracer = spans.recording_tracer() if self.is_mine(note) else None
        if tracer is not None:
            from opentelemetry.context import get_current

            note.extra = {**(note.extra or {}), self: (tracer, get_current())}
            self._waits_ns[note.number] = None

    def _note_task(self, record: tuple[str, str, int, int, int, int, int]) -> None:
        run = record[3]
        if self._waits_ns.get(run, 0) is None:
            self._waits_ns[run] = record[5] - record[4]

    def run_ended(self, note: RunNote) -> None:
        """Makes the span, which is as long as the run was."""
        if note.extra is None or self not in note.extra:
            return
        tracer: Tracer
        context: Context
        tracer, context = note.extra[self]
        thread = threading.current_thread()
        attributes: dict[str, str | int | float | bool] = {
            "aioflow.session.name": note.runner.label,
            "aioflow.signature": note.signature.label,
            "aioflow.run.id": note.number,
            "aioflow.pool": note.pool,
            "thread.id": thread.ident or 0,
            "thread.name": thread.name,
        }
        wait_ns = self._waits_ns.pop(note.number, None)
        if wait_ns is not None:
            attributes["aioflow.queue.wait_s"] = wait_ns * 1e-9
        epoch_ns = time_ns() - perf_counter_ns()
        name = f"aioflow.run {note.signature.label}"
        span = spans.begin(tracer, name, context, attributes=attributes, start_ns=epoch_ns + note.asked_ns)
        spans.end(span, note.error, epoch_ns + note.ended_ns)


class RunLogging(_Listener):
    """Logs runs; see `log_runs`."""

    def __init__(self, session: BaseSession | None, slower_than_s: float) -> None:
        super().__init__(session)
        self._slow_ns = int(slower_than_s * 1e9)

    def start(self) -> None:
        """Begins."""
        RUN_LOG.add(self, hears_of_begins=False)

    def run_ended(self, note: RunNote) -> None:
        """Logs a run that has failed or was slow as a warning, others for those who debug."""
        elapsed_ns, error = note.ended_ns - note.asked_ns, note.error
        level = logging.WARNING if error is not None or elapsed_ns >= self._slow_ns else logging.DEBUG
        if not self.is_mine(note) or not _LOG.isEnabledFor(level):
            return
        outcome = "OK" if error is None else spans.error_type(error)
        fields = {
            "session": note.runner.label, "run": note.number, "signature": note.signature.label, "pool": note.pool,
            "node": getattr(error, "node_name", None) or "", "outcome": outcome, "seconds": elapsed_ns * 1e-9,
        }  # fmt: skip
        what = "took" if error is None else f"failed with {outcome} after"
        told = note.number, note.signature.label, what, elapsed_ns * 1e-9
        if level == logging.DEBUG:
            _LOG.debug("run %d of %s %s %.6f s", *told, extra=fields)
        else:
            _LOG.warning("run %d of %s %s %.6f s", *told, extra=fields)


def export_spans(session: BaseSession | None = None) -> RunSpans:
    """Makes a span of OpenTelemetry for each run while a block lasts.

        with export_spans(session):
            ...

    Each span is made when its run has ended, in the context in which that was asked for, and is as long. Where the
    program has set no provider that records, nothing is made, and none is ever set here.

    Args:
        session: The session; None for all of the process.

    Raises:
        UnimplementedError: The session does not run in this process.
    """
    return RunSpans(session)


def log_runs(session: BaseSession | None = None, slower_than_s: float = 1.0) -> RunLogging:
    """Logs runs while a block lasts: those that fail or are slow as warnings, all others for those who debug.

    Records are those of the logger `aioflow.runs`, and have fields of their own beside the text: `session`, `run`,
    `signature`, `pool`, `node` (the one that has failed), `outcome` and `seconds`.

    Args:
        session: The session; None for all of the process.
        slower_than_s: Seconds from which on a run is slow.

    Raises:
        UnimplementedError: The session does not run in this process.
    """
    return RunLogging(session, slower_than_s)
