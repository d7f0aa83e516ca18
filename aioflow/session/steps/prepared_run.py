"""DirectPreparedRun: a compiled signature of a session in this process, ready to run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from time import perf_counter, perf_counter_ns
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow._proto.config_pb2 import RunMetadata
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.compiler.counted_kernels import copy_views
from aioflow.executor.codegen.whole_step import QUIET
from aioflow.executor.program import Choice, OnThread, Segment, Whole
from aioflow.framework.graph import Tensor
from aioflow.session.steps.loop_turns import TURN
from aioflow.session.steps.run_log import RUN_LOG, RunNote, end_note, recorded
from aioflow.session.steps.signature_labels import label_of
from aioflow.session.steps.step_options import StepOptions
from aioflow.session.steps.step_runner import STEP_IDS, StepRunner

if TYPE_CHECKING:
    from aioflow.executor.executor import Executor
    from aioflow.executor.explanation import Explanation
    from aioflow.session.steps.region_use import RegionUse



class DirectPreparedRun:
    """A signature, compiled: `start` takes the feed values in order.

    Args:
        runner: Runs the session's steps.
        check_open: Raises if the session has been closed.
        entry: The compiled signature.
        feeds: Fed tensors in the caller's order.
        fetches: Fetched tensors in the caller's order.

    Attributes:
        regions: Other forms of the signature, which runs take where they hold; None in sessions without an engine.
        label: What it is called in what is recorded of its runs: "fetches(feeds)".
        num_feeds: How many tensors are fed.
    """

    __slots__ = (
        "__weakref__", "_args_from", "_check_open", "_gives_as_is", "_limited", "_plain", "_results_from", "_runner",
        "label", "num_feeds", "regions",
    )  # fmt: skip

    def __init__(
        self,
        runner: StepRunner,
        check_open: Callable[[], None],
        entry: ExecutorEntry,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
    ) -> None:
        self._runner = runner
        self._check_open = check_open
        #: The device whose memory is limited, where results come to lie; None in nearly all sessions.
        self._limited = entry.compiled.limited_device
        self._plain = entry
        self.regions: RegionUse | None = None
        self.label = label_of(entry)
        self.num_feeds = len(feeds)
        # A signature is compiled once for all orders of its feeds and fetches. How the caller's differs from that is
        # found out here, once, and in most cases it does not.
        position = {tensor: i for i, tensor in enumerate(feeds)}
        self._args_from = _order([position[tensor] for tensor in entry.feeds])
        slot = {tensor: i for i, tensor in enumerate(entry.fetches)}
        self._results_from = _order([slot[tensor] for tensor in fetches])
        self._gives_as_is = self._results_from is None and self._limited is None

    def start(
        self,
        feed_values: Sequence[Any],
        options: StepOptions,
        run_metadata: RunMetadata | None = None,
        note: RunNote | None = None,
    ) -> list[Any] | Awaitable[list[Any]]:
        """Runs one step; see `PreparedRun.start`. `note` is of a run that is recorded, and has been told of."""
        if RUN_LOG.is_on and note is None:
            return self._start_recorded(feed_values, options, run_metadata)
        if len(feed_values) != self.num_feeds:
            raise errors.invalid_argument(f"Expected {self.num_feeds} feed tensors, but got {len(feed_values)}")
        args = feed_values if self._args_from is None else [feed_values[i] for i in self._args_from]
        runner = self._runner
        # A flag, and not a call: this is the way of every run.
        if runner.stops_all:
            self._check_open()
        entry = self._plain if self.regions is None else self.regions.entry_for(args)
        executor = entry.only_executor
        choice: Choice | None = None
        if executor is not None and options.is_plain and run_metadata is None:
            choice = executor.choose(entry.functions)
            if type(choice) is OnThread and not runner.has_pool:
                choice = executor.in_place(choice)
            if note is not None and (type(choice) is not Whole or note.trace is not None):
                choice = _noted(note, choice, executor)
            if type(choice) is Whole:
                # All of the shortest way is here, because a small model takes no longer than a few calls do.
                began_s = perf_counter()
                try:
                    results = QUIET.copy().run(choice.call, args)
                except BaseException as error:
                    failure = choice.error(error)
                    runner.counts.note_failure(failure)
                    raise failure from failure.__cause__
                if results is not None:  # else a value does not fit, and `run` says which one, or is larger than usual
                    elapsed_s = perf_counter() - began_s
                    executor.stats.add(elapsed_s)
                    TURN.used_s += elapsed_s
                    runner.counts.note_success()
                    return results if self._gives_as_is else self._given(results)
            if not executor.sizes.fits(args):
                choice = executor.leave_loop(choice, args, runner.has_pool and options.pool_index >= 0)
            elif type(choice) is Segment:
                given = runner.run_segment(entry, args, choice, note)
                return self._given(given) if isinstance(given, list) else self._given_later(given)
        later = runner.run(entry, args, options, run_metadata, choice, note)
        return later if self._gives_as_is else self._given_later(later)

    def _start_recorded(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None
    ) -> list[Any] | Awaitable[list[Any]]:
        # One function, though it is long: what each call in it takes counts for each run.
        runner = self._runner
        note = RunNote()
        note.number, note.signature, note.runner = next(STEP_IDS), self, runner
        note.admitted_ns = note.ended_ns = 0
        note.pool, note.form = "", "call"
        note.error = note.trace = note.extra = None
        for begins in RUN_LOG.begins:
            begins(note)
        if note.trace is not None and not runner.make_traceable(self.entry, options):
            note.trace = None  # what is missing for it is made meanwhile, for later runs
        note.asked_ns = perf_counter_ns()
        try:
            results = self.start(feed_values, options, run_metadata, note)
        except BaseException as error:
            end_note(note, error)
            raise
        if type(results) is not list:
            return recorded(note, results)  # type: ignore[arg-type]
        note.ended_ns = perf_counter_ns()
        for ended in RUN_LOG.ended:
            ended(note)
        return results

    @property
    def keeps_metadata(self) -> bool:
        """See `PreparedRun`. Results of a limited device are still to be copied when the message is there."""
        return self._limited is None

    async def _given_later(self, results: Awaitable[list[Any]]) -> list[Any]:
        return self._given(await results)

    def _given(self, results: list[Any]) -> list[Any]:
        """The results of a step as the caller wants them."""
        if self._limited is not None:
            copy_views(results, self._limited)
        return results if self._results_from is None else [results[i] for i in self._results_from]

    def dismantle(self) -> None:
        """Takes its regions apart; it is not run any more. See `Graph.dismantle`."""
        regions, self.regions = self.regions, None
        if regions is not None:
            regions.dismantle()

    @property
    def is_open(self) -> bool:
        """Whether it may still run: its session is open."""
        return not self._runner.stops_all

    @property
    def entry(self) -> ExecutorEntry:
        """The compiled signature, in the form that the next run takes."""
        return self._plain if self.regions is None else self.regions.entry

    def entries(self) -> list[ExecutorEntry]:
        """The forms in which the signature was compiled, the one of the next run last."""
        return [self._plain] if self.regions is None else [self._plain, self.regions.entry]

    def explain(self) -> list[Explanation]:
        """Explains how its steps run, one entry per executor."""
        from aioflow.executor.explanation import explain, with_outside  # not above: most signatures are never explained

        found = [explain(executor, self._runner.has_pool) for executor in self.entry.compiled.executors]
        regions = self.regions
        return found if regions is None else with_outside(found, regions.state, regions.outside())


def _noted(note: RunNote, choice: Choice, executor: Executor) -> Choice:
    """Notes how a run that is recorded goes on; one that is traced needs a context."""
    if type(choice) is Whole:
        return executor.with_context(choice)
    if type(choice) is not Segment:
        note.form = "pool call" if type(choice) is OnThread else "items"
    return choice


def _order(positions: list[int]) -> list[int] | None:
    """Positions to take values from; None where that changes nothing."""
    return None if positions == list(range(len(positions))) else positions
