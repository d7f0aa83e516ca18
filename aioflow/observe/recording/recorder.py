"""Recorder: takes down what runs, pools and the event loop do, for a while."""
from __future__ import annotations

import asyncio
import threading
from threading import get_ident
from time import perf_counter_ns, time_ns
from types import TracebackType
from typing import Self

from aioflow import errors
from aioflow.executor.tracing.run_trace import RunTrace
from aioflow.observe.recording.interruptions import Interruptions
from aioflow.observe.recording.records import LagRecord, PauseRecord, RunRecord
from aioflow.observe.recording.ring import Ring
from aioflow.observe.recording.sampling import Sampling, SamplingRule
from aioflow.observe.spans import error_type
from aioflow.pools.task_log import TASK_LOG, TaskRecord
from aioflow.session.base_session import BaseSession
from aioflow.session.steps.run_log import RUN_LOG, RunNote

MAX_RECORDS = 1 << 16
"""How many runs, and how many tasks, a recording keeps."""
MAX_TRACES = 1000
"""Of how many runs a recording keeps the nodes."""

RawRun = tuple[int, str, str, str, str, int, int, int, str, int]


class Recorder:
    """Takes records down while it runs.

    The records are there at any time, also while it runs. Nothing is formatted before somebody asks.

    Args:
        session: The session whose runs are recorded; None for all of the process.
        rule: Of which runs nodes are recorded.
        pools: Whether tasks of pools are.
        after_s: Seconds before it begins to take runs and tasks down.
        for_s: Seconds for which it does; None for the whole block.
        max_records: How many runs and tasks it keeps, the newest.

    Attributes:
        began_ns: When it began (`perf_counter_ns`).
        ended_ns: When it ended; 0 before.
        epoch_ns: What to add to its times for nanoseconds since 1970.
    """

    def __init__(
        self, session: BaseSession | None, rule: SamplingRule, pools: bool, after_s: float, for_s: float | None,
        max_records: int,
    ) -> None:  # fmt: skip
        rule.check()
        if max_records < 1:
            raise ValueError(f"max_records must be positive, but is {max_records}")
        self._runner = None if session is None else getattr(session.backend, "runner", None)
        if session is not None and self._runner is None:
            raise errors.unimplemented("only sessions in this process can be recorded")
        self._has_pools = pools
        self._after_ns = int(after_s * 1e9)
        self._for_ns = None if for_s is None else int(for_s * 1e9)
        self._has_window = after_s > 0 or for_s is not None
        #: When it takes runs down; never, before it has begun.
        self._from_ns, self._until_ns = 1 << 62, 0
        self._runs: Ring[RawRun] = Ring(max_records)
        self._count_run, self._append_run = self._runs.count, self._runs.append  # bound here, as they are for each run
        self._tasks: Ring[tuple[str, str, int, int, int, int, int]] = Ring(max_records)
        self._sampling = Sampling(rule, MAX_TRACES)
        self._seen = self._sampling.seen
        self._interruptions = Interruptions(max_records)
        #: Names and system numbers of threads, by identity, as they are when it begins and ends.
        self._threads: dict[int, tuple[str, int]] = {}
        self.began_ns = self.ended_ns = 0
        self.epoch_ns = time_ns() - perf_counter_ns()

    # ---- its life
    def start(self) -> None:
        """Begins; for programs where no `with` block will do. On the thread of the event loop to be watched.

        Raises:
            RuntimeError: It has begun before.
        """
        if self.began_ns:
            raise RuntimeError("a recording begins once; call record() for another one")
        self.began_ns = perf_counter_ns()
        self._from_ns = self.began_ns + self._after_ns
        self._until_ns = 1 << 62 if self._for_ns is None else self._from_ns + self._for_ns
        self._note_threads()
        self._interruptions.start()
        RUN_LOG.add(self, self._sampling.is_on)
        if self._has_pools:
            TASK_LOG.add(self._note_task)

    def stop(self) -> None:
        """Ends; a second call does nothing."""
        if self.ended_ns or not self.began_ns:
            return
        RUN_LOG.remove(self)
        TASK_LOG.remove(self._note_task)
        self._interruptions.stop()
        self._note_threads()
        self.ended_ns = perf_counter_ns()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # A loop that was held up until now has its turn, in which the timer tells of it.
        await asyncio.sleep(0)
        self.stop()

    # ---- taking down
    def run_begins(self, note: RunNote) -> None:
        """See `RunListener.run_begins`; not told where no nodes are recorded."""
        if self._runner is not None and note.runner is not self._runner:
            return
        if self._has_window and not self._from_ns <= perf_counter_ns() <= self._until_ns:
            return
        # Written out, without calls: this is done in each run, of which few have their nodes recorded.
        seen = self._seen.get(note.signature) or self._sampling.begin(note.signature)
        seen.num_runs += 1
        if seen.num_runs >= seen.wanted_from and note.trace is None:
            note.trace = RunTrace()

    def run_ended(self, note: RunNote) -> None:
        """See `RunListener.run_ended`."""
        asked_ns, runner, error = note.asked_ns, note.runner, note.error
        if self._runner is not runner and self._runner is not None:
            return
        if self._from_ns <= asked_ns <= self._until_ns:
            self._count_run()
            self._append_run((
                note.number, runner.label, note.signature.label, note.pool, note.form, asked_ns, note.admitted_ns,
                note.ended_ns, "OK" if error is None else error_type(error), get_ident(),
            ))  # fmt: skip
            if note.trace is not None:
                self._sampling.ended(note)

    def _note_task(self, record: tuple[str, str, int, int, int, int, int]) -> None:
        if self._from_ns <= record[4] <= self._until_ns:
            self._tasks.add(record)

    def _note_threads(self) -> None:
        for thread in threading.enumerate():
            if thread.ident is not None:
                self._threads[thread.ident] = thread.name, thread.native_id or 0

    # ---- reading
    @property
    def runs(self) -> list[RunRecord]:
        """The runs that have ended, in this order."""
        traces = self._sampling.traces
        return [RunRecord(*raw, traces.get(raw[0])) for raw in self._runs.copy()]

    @property
    def tasks(self) -> list[TaskRecord]:
        """The tasks of pools that have ended, in this order; of a session's recording those of its runs."""
        records = [TaskRecord(*raw) for raw in self._tasks.copy()]
        if self._runner is None:
            return records
        numbers = {raw[0] for raw in self._runs.copy()}
        return [record for record in records if record.run in numbers]

    @property
    def lags(self) -> list[LagRecord]:
        """Timers of the event loop that came late by a millisecond and more, in order."""
        return self._interruptions.lags.copy()

    @property
    def pauses(self) -> list[PauseRecord]:
        """The garbage collections, in order."""
        return self._interruptions.pauses.copy()

    @property
    def worst_lag_s(self) -> float:
        """Seconds by which the event loop was late, at most."""
        return self._interruptions.worst_lag_ns * 1e-9

    @property
    def num_dropped(self) -> dict[str, int]:
        """How many records of each kind made room for newer ones."""
        return {
            "runs": self._runs.num_dropped,
            "tasks": self._tasks.num_dropped,
            "traces": self._sampling.num_dropped,
            "lags": self._interruptions.lags.num_dropped,
            "pauses": self._interruptions.pauses.num_dropped,
        }

    def threads(self) -> dict[int, tuple[str, int]]:
        """Name and system number of the threads in the records, by `threading.get_ident`; 0 where that is not known."""
        named = {record.thread_id: (record.worker, 0) for record in self.tasks}
        return {**named, **self._threads}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self._runs.copy())} runs and {len(self._tasks.copy())} tasks>"
