"""StepRunner: runs the steps of one session, and knows those that have not come to rest."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Hashable, Sequence
from functools import partial
from time import perf_counter, perf_counter_ns
from typing import Any, TypeVar

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, RunMetadata
from aioflow.compiler.compiled_graph import CompiledGraph
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.executor.program import Choice, Segment
from aioflow.executor.run_end import abandoned_runs, age_s, deadline_s, give_turn, wait_for_end
from aioflow.executor.step_life import StepLife
from aioflow.framework.kernels import CallFrame, SessionServices, StepContext
from aioflow.framework.kernels.rendezvous import Rendezvous
from aioflow.pools.pool_run import PoolRun
from aioflow.pools.session_pools import SessionPools
from aioflow.pools.thread_calls import ThreadCalls
from aioflow.pools.thread_pool import ThreadPool
from aioflow.session.session_names import SessionName
from aioflow.session.steps.loop_turns import must_yield
from aioflow.session.steps.run_counts import AbandonedKernel, RunCounts, SessionStatistics
from aioflow.session.steps.run_log import RunNote
from aioflow.session.steps.step_options import StepOptions

T = TypeVar("T")

STEP_IDS = itertools.count(1)
"""Unique in the process (see `StepContext`); `next` of a count is one operation, so that it needs no lock."""


class StepRunner:
    """Runs the steps of one session.

    Args:
        session: What the session offers its kernels.
        config: The session's settings.
        pools: The session's pools.
        name: What the session is called.

    Attributes:
        label: What the session is called.
        counts: How runs have ended.
        steps: Those that have not come to rest. Added to on event loops, taken from on any thread.
        stops_all: Whether a step that starts is stopped at once, because the session has been closed.
    """

    def __init__(self, session: SessionServices, config: ConfigProto, pools: SessionPools, name: SessionName) -> None:
        self._session = session
        self._config = config
        self._pools = pools
        self._name = name
        self.label = name.label
        self.counts = RunCounts()
        self.steps: set[StepLife] = set()
        self.stops_all = False
        self._calls = ThreadCalls()  # signatures that are compiled once more, for steps that show their nodes

    @property
    def has_pool(self) -> bool:
        """Whether steps may use threads."""
        return not self._pools.runs_inline

    # ---- one step
    async def run(
        self,
        entry: ExecutorEntry,
        args: Sequence[Any],
        options: StepOptions,
        run_metadata: RunMetadata | None,
        choice: Choice | None = None,
        note: RunNote | None = None,
        rendezvous: Rendezvous | None = None,
    ) -> list[Any]:
        """Runs one step of a compiled signature; returns the fetched values in the order of `entry.fetches`.

        Args:
            entry: The signature.
            args: One value per fed tensor, in the order of `entry.feeds`.
            options: The options of the step.
            run_metadata: A message to replace when all else has succeeded, or None.
            choice: How it runs, where that has been chosen already.
            note: Of a run that is recorded.
            rendezvous: Where it meets other parts of its step, or None.

        Raises:
            OpError: The options are wrong, no pool takes the run, or it failed.
        """
        began_s = perf_counter()
        frame = CallFrame(args, len(entry.fetches))
        context = StepContext(
            next(STEP_IDS) if note is None else note.number, frame, None, self._session, entry.functions
        )
        context.rendezvous = rendezvous
        if note is not None:
            context.trace = note.trace
        if options.is_plain and run_metadata is None:
            has_waited = await self._run(entry.compiled, context, options, choice, note)
        else:
            has_waited = await self._run_observed(entry, context, options, run_metadata, note)
        if not has_waited and must_yield(perf_counter() - began_s):
            await give_turn(context)
        return frame.take_results()

    def run_segment(
        self, entry: ExecutorEntry, args: Sequence[Any], segment: Segment, note: RunNote | None = None
    ) -> list[Any] | Awaitable[list[Any]]:
        """Runs a step that is one call, and so has ended when this returns; else as `run`.

        Returns:
            The fetched values; where the loop's turn is over behind them, they are to be awaited.
        """
        began_s = perf_counter()
        frame = CallFrame(args, len(entry.fetches))
        context = StepContext(
            next(STEP_IDS) if note is None else note.number, frame, None, self._session, entry.functions
        )
        if note is not None:
            context.trace = note.trace
        try:
            segment.run(context)
        except BaseException as error:
            self.counts.note_failure(error)
            raise
        finally:
            context.clean_up()
        self.counts.note_success()
        return self._leave_turn(context) if must_yield(perf_counter() - began_s) else frame.take_results()

    @staticmethod
    async def _leave_turn(context: StepContext) -> list[Any]:
        await give_turn(context)
        return context.call_frame.take_results()

    async def _run_observed(
        self, entry: ExecutorEntry, context: StepContext, options: StepOptions, run_metadata: RunMetadata | None,
        note: RunNote | None,
    ) -> bool:
        """Runs a step as `_run` does, and reports what the caller wants to know beside the results."""
        from aioflow.session.steps.step_report import StepReport  # not above: most processes trace nothing

        began_s, report = perf_counter(), StepReport(entry, options, self._config)
        watched = None
        if options.is_watched:
            from aioflow.session.steps.watched_step import WatchedStep  # not above: few processes watch anything

            watched = WatchedStep(entry, options, self._on_thread)
            report.entry = await self._counted(watched.compiled())
        if report.shows_nodes:
            is_other = watched is not None and report.entry is not entry
            report.show_nodes(report.entry if is_other else await self._unfused(entry, options))
        context.functions, context.collector = report.entry.functions, report.collector
        if watched is None:
            has_waited = await self._run(report.entry.compiled, context, options, None, note)
        else:
            options = await self._counted(watched.begin(report.entry, context))
            try:
                has_waited = await self._run(report.entry.compiled, context, options, None, note)
            finally:
                await watched.end()
            if options.wants_graphs:
                report.partition_graphs = watched.partition_graphs(report.entry)
        if run_metadata is not None:
            # Whatever may end the run comes before the message, which is the caller's.
            if not has_waited and must_yield(perf_counter() - began_s):
                await give_turn(context)
                has_waited = True
            for _ in report.write_to(run_metadata, self._name.metadata):
                await give_turn(context)
            return True
        return has_waited

    async def _unfused(self, entry: ExecutorEntry, options: StepOptions) -> ExecutorEntry:
        """The signature with no nodes fused, compiled on a thread of the step's pool where it has one."""
        if entry.has_unfused:
            return entry.unfused()
        unfused: ExecutorEntry = await self._counted(self._on_thread(entry, entry.unfused, options))
        return unfused

    async def _on_thread(self, key: Hashable, function: Callable[[], Any], options: StepOptions) -> Any:
        """Calls a function on a thread of the step's pool where it has one; once for all who wait for the same."""
        chosen = self._pools.choose(options.pool_index)
        if chosen is None:
            return function()

        def start_run() -> PoolRun:
            run = self._pools.start_run(options.pool_index, needs_thread=False)
            assert run is not None, "the step has a pool"
            return run

        return await self._calls.once(start_run, key, function, options.timeout_s, chosen.pool)

    async def _counted(self, awaitable: Awaitable[Any]) -> Any:
        """Waits for what comes before a step, whose failure counts as the step's."""
        try:
            return await awaitable
        except BaseException as error:
            self.counts.note_failure(error)
            raise

    async def _run(
        self, compiled: CompiledGraph, context: StepContext, options: StepOptions, choice: Choice | None,
        note: RunNote | None,
    ) -> bool:
        """Runs a step to its end; whether it has ever left the event loop to others."""
        timeout_s, ends_s = options.timeout_s, None
        if not isinstance(choice, Segment):
            # A step that is one call has no use for a pool, and must not be refused because one is full.
            needs_thread = compiled.needs_thread if choice is None else choice.needs_thread
            pool_run = context.pool = await self._start_pool_run(compiled, options, needs_thread)
            if pool_run is not None:
                pool_run.number = context.step_id
                if note is not None:
                    note.admitted_ns, note.pool = perf_counter_ns(), pool_run.pool.name
            if timeout_s is not None:  # without the time that the run may have waited for its place
                began_s = asyncio.get_running_loop().time()
                ends_s = began_s + timeout_s
                context.deadline_s = deadline_s(began_s, timeout_s)
        try:
            step = self._start(compiled, context, choice)
            if step is not None:
                await wait_for_end(step, ends_s)
        except BaseException as error:
            self.counts.note_failure(error)
            raise
        self.counts.note_success()
        return step is not None

    def _start(self, compiled: CompiledGraph, context: StepContext, choice: Choice | None) -> StepLife | None:
        """Starts a step; None where it has ended already, because nothing in it took long."""
        try:
            step = compiled.start(context, choice)
        except BaseException:
            _clean_up(context)
            raise
        if step is None or step.ended:
            _clean_up(context)
            if step is not None:
                step.raise_error()
            return None
        self.note_step(step, context)
        return step

    async def _start_pool_run(
        self, compiled: CompiledGraph, options: StepOptions, needs_thread: bool
    ) -> PoolRun | None:
        """The run's place on a pool, to which it submits its work; None for the caller's thread."""
        index, timeout_s = options.pool_index, options.timeout_s
        # TensorFlow's single-threaded executor runs on the caller's thread. With a deadline it must not be the caller's
        # here, whose event loop has to notice when the time is up. An index that does not exist is refused even so.
        if timeout_s is None and compiled.is_single_threaded:
            self._pools.choose(index)
            return None
        try:
            if options.handler_priority is not None:
                return await self._pools.start_run_with_handler(index, options.handler_priority, timeout_s)
            return self._pools.start_run(index, needs_thread)
        except errors.ResourceExhaustedError:  # counted apart from failures: nothing has run
            self.counts.note_refusal()
            raise

    def make_traceable(self, entry: ExecutorEntry, options: StepOptions) -> bool:
        """Whether the code of a signature's segments that tells of each node is made; has it made for later runs."""
        plans = [executor.plan for executor in entry.compiled.executors if not executor.plan.is_traceable]
        if not plans:
            return True
        chosen = self._pools.choose(options.pool_index)
        for plan in plans:
            if chosen is None:
                plan.make_traceable()
            elif not plan.is_becoming_traceable:
                plan.is_becoming_traceable = True
                try:
                    chosen.pool.submit(plan.make_traceable)
                except errors.OpError:  # the pool was closed, or cannot start; the run itself will tell
                    plan.is_becoming_traceable = False
        return chosen is None

    # ---- steps that others start
    def admit(self, index: int) -> PoolRun:
        """A run on the pool of this index, in which its signature is compiled before it is known what it needs.

        Raises:
            ResourceExhaustedError: As many runs wait as the pool allows.
        """
        try:
            run = self._pools.start_run(index, needs_thread=True)
        except errors.ResourceExhaustedError:
            self.counts.note_refusal()
            raise
        assert run is not None, "the caller chose a pool"
        return run

    async def on_thread(self, function: Callable[[], T], options: StepOptions, pool: ThreadPool) -> T:
        """Calls a function on a thread of a run's pool, before the run's step begins.

        Raises:
            ResourceExhaustedError: As many runs wait as the pool allows.
            DeadlineExceededError: The options' time was up before it returned.
            CancelledError: All steps were stopped meanwhile.
        """
        # Its own key: it does something for one caller, and is not done once for all who ask.
        key, admit = object(), partial(self.admit, options.pool_index)
        try:
            return await self._calls.once(admit, key, function, options.timeout_s, pool)  # type: ignore[no-any-return]
        except errors.DeadlineExceededError as error:
            self.counts.note_failure(error)
            raise errors.deadline_exceeded("Timed out waiting for the fed arrays to be copied") from None
        except (errors.CancelledError, asyncio.CancelledError) as error:
            self.counts.note_failure(error)
            raise

    def new_partial_context(self, entry: ExecutorEntry) -> StepContext:
        """The context of a step whose feeds and fetches follow one by one, on the first pool."""
        pool_run = self._pools.start_run(0, entry.compiled.needs_thread)
        return StepContext(next(STEP_IDS), CallFrame((), 0), pool_run, self._session, entry.functions)

    def note_step(self, step: StepLife, context: StepContext) -> None:
        """Remembers a step until it has come to rest, and cleans up behind it."""
        self.steps.add(step)  # before anything that may end it
        step.call_at_end(partial(self._step_ended, step, context))
        if self.stops_all:  # since this step was asked for
            step.stop(errors.cancelled("Run call was cancelled"))

    def _step_ended(self, step: StepLife, context: StepContext) -> None:
        self.steps.discard(step)
        _clean_up(context)

    # ---- all steps
    def stop_all(self) -> None:
        """Stops what runs, and what starts from now on."""
        # The flag before the steps: a step that another thread is about to start finds it, or is found among these.
        self.stops_all = True
        self._calls.give_up()
        for step in list(self.steps):
            step.stop(step.interruption()[1])

    def statistics(self) -> SessionStatistics:
        """Counts what the session's runs do, and how those have ended that did."""
        counts = self.counts
        # An abandoned run is still among the steps; by identity each counts once.
        runs = {id(run): run for run in (*self.steps, *abandoned_runs()) if run.context.session is self._session}
        kernels = [
            AbandonedKernel(*node, age_s(run))
            for run in runs.values()
            if run.stopped_at_s is not None
            for node in run.running_nodes()
        ]
        return SessionStatistics(
            self._name.label, len(self.steps), counts.succeeded, counts.failed, counts.cancelled, counts.timed_out,
            counts.refused, tuple(kernels),
        )  # fmt: skip


def _clean_up(context: StepContext) -> None:
    """Gives back what a step has held, when nothing of it runs any more."""
    context.clean_up()
    if context.pool is not None:
        context.pool.withdraw()
