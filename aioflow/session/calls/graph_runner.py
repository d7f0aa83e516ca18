"""GraphRunner: takes calls apart, has the back end run a step of the session's graph, puts the results together."""
from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, RunMetadata, RunOptions
from aioflow.framework.graph import Tensor
from aioflow.framework.graph.graph import Graph
from aioflow.framework.process_locks import process_lock
from aioflow.session.calls.arguments import message_or_none
from aioflow.session.calls.call_form import CallForm
from aioflow.session.calls.feeds import Array, Feed, LateArrays, feed_tensor
from aioflow.session.calls.fetches import fetch_key
from aioflow.session.calls.known_calls import KnownCalls, check_not_empty
from aioflow.session.calls.step_errors import blame_operation, shorten_traceback
from aioflow.session.calls.taken_nodes import TakenNodes
from aioflow.session.calls.tensor_handles import HandleFedError, forget_dead, kept_values
from aioflow.session.open_sessions import OPEN_SESSIONS
from aioflow.session.session_factory import PreparedRun, SessionBackend
from aioflow.session.steps.loop_turns import MAX_RUNS_IN_TURN_S, TURN, leave_turn
from aioflow.session.steps.step_options import StepOptions, read_options

if TYPE_CHECKING:
    from aioflow.executor.explanation import Explanation
    from aioflow.session.watching.value_watch import ValueWatch

#: How many different options a session remembers. Programs have a few, but a timeout may be another one in every call.
MAX_KNOWN_OPTIONS = 64


class Later(NamedTuple):
    """A result that has to be awaited, as `GraphRunner.start` gives it.

    Attributes:
        result: To be awaited once.
    """

    result: Awaitable[Any]


class GraphRunner:
    """Runs calls on one graph through one back end, for a session and for the callables and handles it gives out.

    It closes the back end when nobody holds it any more; so a callable or a tensor handle outlives its session object.

    Args:
        graph: The session's graph.
        backend: Compiles signatures and runs steps.
        config: The session's settings.
        strict_feeds: Whether to refuse feeds whose conversion loses something.
        allow_mutation: Whether to go on when an operation that the back end has taken over was changed.

    Attributes:
        graph: The session's graph.
        backend: The back end.
        refusal: The message for every further use; None while the session is open.
        calls: The forms of call that were made before.
        taken: The nodes that the back end has taken over.
        default_options: The options of steps whose caller gives none.
        dead_handles: Handles of kept tensors that nobody else holds.
        watches: What the program watches in all runs.
    """

    def __init__(
        self, graph: Graph, backend: SessionBackend, config: ConfigProto, *, strict_feeds: bool, allow_mutation: bool
    ) -> None:
        self.graph = graph
        self.backend = backend
        # Set once and never taken back. Any thread may read it: a run that has just missed it is stopped by the back
        # end, which refuses or cancels whatever comes after its own end.
        self.refusal: str | None = None
        self.dead_handles: list[str] = []
        self.default_options = read_options(None, config)
        self.watches: tuple[ValueWatch, ...] = ()
        #: Guards the line above, which several event loops may change at once; runs read it without.
        self._watch_lock = process_lock()
        self._config = config
        #: By their bytes, which are one call to write, where each field that is read is one more.
        self._known_options: dict[bytes, StepOptions] = {}
        self.calls = KnownCalls(graph, strict_feeds)
        self.taken = TakenNodes(graph, allow_mutation)
        OPEN_SESSIONS.add(self)  # last: from here on a fork may find it

    # ---- running
    def start(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs one step, as far as nothing has to be waited for; see `BaseSession.run`.

        Returns:
            The result, or a `Later` where it has to be awaited.
        """
        step_options = self.default_options
        if options is not None or run_metadata is not None:
            step_options = self.read_options(options)
            run_metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
        if self.refusal is not None:  # before anything is said of what is fed
            raise RuntimeError(self.refusal)
        calls, graph = self.calls, self.graph
        # Tried before the feeds are looked at, since most calls feed single tensors: their keys are in the form's key.
        # The commonest fetch of all, and feeds in a plain dictionary, are told apart without another call.
        fetched = fetches if type(fetches) is Tensor else fetch_key(fetches)
        if not feed_dict:  # as in TensorFlow, where 0 and "" are no feeds, either
            feed_dict = {}
        if fetched is not None and (type(feed_dict) is dict or isinstance(feed_dict, Mapping)):
            form = calls.forms.get((fetched, tuple(feed_dict)))
            if form is not None and form.access_version == graph.access_version:
                # A copy: the dictionary's own view would show what the caller puts into it while the run is in flight.
                return self.start_call(form, list(feed_dict.values()), step_options, run_metadata)
        try:
            form, values, arrays = calls.take_apart(fetched, fetches, feed_dict)
        except HandleFedError:
            return Later(self._run_with_values(fetches, feed_dict, step_options, run_metadata))
        return self.start_call(form, values, step_options, run_metadata, arrays)

    async def run(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> Any:
        """Runs one step to its end, for handles of tensors that the session keeps."""
        done = self.start(fetches, feed_dict)
        return await done.result if type(done) is Later else done

    def read_options(self, options: RunOptions | None) -> StepOptions:
        """The options of a step, read at the door, so that messages go no further.

        Raises:
            TypeError: They are no `RunOptions`.
        """
        message = message_or_none("options", options, RunOptions)
        if message is None:
            return self.default_options
        written = message.SerializeToString()
        known = self._known_options.get(written)
        if known is None:
            if len(self._known_options) >= MAX_KNOWN_OPTIONS:
                self._known_options.clear()
            known = self._known_options[written] = replace(read_options(message, self._config), written=written)
        return known.watched_by(self.watches) if self.watches else known

    # ---- watching
    def watch(self, watch: ValueWatch) -> None:
        """Has all runs from now on show what a watch is about.

        Raises:
            RuntimeError: The session is closed.
            UnimplementedError: Its runs are another process's.
        """
        self.check_open()
        if not getattr(self.backend, "shows_values", False):
            raise errors.unimplemented("values are shown by sessions that run in this process alone")
        with self._watch_lock:
            self._watch((*self.watches, watch))

    def unwatch(self, watch: ValueWatch) -> None:
        """Ends that, also in a session that is closed."""
        with self._watch_lock:
            self._watch(tuple(each for each in self.watches if each is not watch))

    def _watch(self, watches: tuple[ValueWatch, ...]) -> None:
        # Runs without options read nothing but `default_options`: without a watch they pay nothing for there being any.
        self.watches = watches
        self.default_options = read_options(None, self._config).watched_by(watches)

    def start_call(
        self,
        form: CallForm,
        values: Sequence[Any],
        options: StepOptions,
        run_metadata: RunMetadata | None = None,
        arrays: list[Array] | None = None,
    ) -> Any:
        """Runs a step of a known form as `start` does; errors name the operation of the graph.

        Args:
            form: A form of `calls` that holds for the graph as it is.
            values: One per feed key. Not changed by others while the step runs.
            options: The options of the step.
            run_metadata: The message to fill, or None.
            arrays: The values as arrays, where they have been made.
        """
        if self.refusal is not None:  # once more: callables come straight here
            raise RuntimeError(self.refusal)
        # A value that the session keeps must be read by a run of its own, which has to be awaited. That is rare, so the
        # values are not searched for handles: the conversion of one to an array stumbles over it.
        if arrays is None:
            try:
                arrays = form.arrays(values)
            except HandleFedError:
                return Later(self._read_and_run(form, values, options, run_metadata))
        if type(arrays) is LateArrays:
            return Later(self._copy_and_run(form, values, arrays, options, run_metadata))
        prepared, graph = form.prepared, self.graph
        # What was compiled is asked for anew whenever the graph has grown, though it would still compute the same: the
        # back end looks at the new nodes, and one that cannot be placed fails every run, as in TensorFlow.
        if (
            prepared is None or form.prepared_version != graph.version
            or self.taken.seen_mutations != len(graph.mutations) or run_metadata is not None or form.gives_handles
        ):  # fmt: skip
            return Later(self.prepare_and_run(form, values, arrays, options, run_metadata))
        try:
            results = prepared.start(form.step_feeds(arrays) if form.repeats_feeds else arrays, options)
        except errors.OpError as error:
            blame_operation(error, graph)
            shorten_traceback(error)
            raise
        if isinstance(results, list):
            return form.result(results, values, arrays, self)
        return Later(self._finish(form, values, arrays, results))

    async def _run_with_values(
        self, fetches: Any, feed_dict: Mapping[Any, Any], options: StepOptions, run_metadata: RunMetadata | None
    ) -> Any:
        """Runs a step of a new form that is fed with what the session keeps."""
        fed = dict(zip(feed_dict, await kept_values(feed_dict.values()), strict=True))
        form, values, arrays = self.calls.take_apart(fetch_key(fetches), fetches, fed)
        arrays = await self.own_arrays(arrays, options)
        return await self.prepare_and_run(form, values, arrays, options, run_metadata)

    async def _copy_and_run(
        self,
        form: CallForm,
        values: Sequence[Any],
        arrays: LateArrays,
        options: StepOptions,
        run_metadata: RunMetadata | None,
    ) -> Any:
        """Runs a step whose feeds take so long to copy that the event loop must not wait for it."""
        done = self.start_call(form, values, options, run_metadata, await self.own_arrays(arrays, options))
        return await done.result if type(done) is Later else done

    async def own_arrays(self, arrays: list[Array], options: StepOptions) -> list[Array]:
        """The arrays of a call when all are copied that have to be, on a thread of its pool where it has one."""
        return await self.on_thread(arrays.made, options) if type(arrays) is LateArrays else arrays

    async def on_thread(self, function: Callable[[], list[Array]], options: StepOptions) -> list[Array]:
        """Calls a function on a thread of the pool where a run with these options would go, if there is one."""
        # Back ends that send feeds elsewhere have no use for threads, and those of programs may not know of this.
        on_thread = getattr(self.backend, "on_thread", None)
        return function() if on_thread is None else await on_thread(function, options)

    async def _read_and_run(
        self, form: CallForm, values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None
    ) -> Any:
        """Runs a step of a known form that is fed with what the session keeps."""
        values = await kept_values(values)
        arrays = await self.own_arrays(form.arrays(values), options)
        return await self.prepare_and_run(form, values, arrays, options, run_metadata)

    async def prepare_and_run(
        self,
        form: CallForm,
        values: Iterable[Any],
        arrays: list[Array],
        options: StepOptions,
        run_metadata: RunMetadata | None,
    ) -> Any:
        """Runs a step for which something has to be done beforehand."""
        if self.refusal is not None:  # once more, because reading what is kept has waited
            raise RuntimeError(self.refusal)
        if form.gives_handles:
            await forget_dead(self)
        if not form.computes:
            if run_metadata is not None:
                run_metadata.Clear()
            return form.result([], values, arrays)
        feeds = form.step_feeds(arrays) if form.repeats_feeds else arrays
        return await self._finish(form, values, arrays, self._compile_and_run(form, feeds, options, run_metadata))

    async def _finish(
        self, form: CallForm, values: Iterable[Any], arrays: list[Array], results: Awaitable[list[Any]]
    ) -> Any:
        """Waits for the results of a step."""
        try:
            found = await results
        except errors.OpError as error:
            blame_operation(error, self.graph)
            shorten_traceback(error)
            raise
        return form.result(found, values, arrays, self)

    async def _compile_and_run(
        self, form: CallForm, feeds: list[Array], options: StepOptions, run_metadata: RunMetadata | None
    ) -> list[Any]:
        prepared = form.prepared
        is_old = form.prepared_version != self.graph.version or self.taken.seen_mutations != len(self.graph.mutations)
        if prepared is None or is_old:
            prepared = await self._compile_for_run(form, options)
        return await _run_to_end(prepared, feeds, options, run_metadata)

    async def run_compiled(
        self,
        form: CallForm,
        arrays: list[Array],
        options: StepOptions,
        run_metadata: RunMetadata | None,
    ) -> list[Any]:
        """Runs a form as it was compiled, whatever nodes were added since; errors stay as the runtime raised them.

        Both as in TensorFlow, whose callables hold a handle of what was compiled, not the fetches.
        """
        self.check_usable()
        self.taken.check()
        prepared = form.prepared or await self._compile_for_run(form, options)
        return await _run_to_end(prepared, arrays, options, run_metadata)

    # ---- compiling
    def compile(self, form: CallForm, graph: Graph) -> PreparedRun:
        """Compiles a form on this thread: for callers that are not awaited, and so cannot wait for another one.

        Args:
            form: The form.
            graph: The session's graph, or its rewired copy.
        """
        version = graph.version  # before the compiler reads the graph, which another thread may add to
        return self._keep(form, self.backend.prepare(graph, form.fed, form.fetched, form.targets), version)

    async def _compile_for_run(self, form: CallForm, options: StepOptions) -> PreparedRun:
        """Compiles a form off the event loop; nodes added since the last run are taken over."""
        self.taken.check()
        version = self.graph.version  # before it waits: the compiler may not see what is added meanwhile
        prepared = await self.backend.prepare_for_run(self.graph, form.fed, form.fetched, form.targets, options)
        return self._keep(form, prepared, version)

    def _keep(self, form: CallForm, prepared: PreparedRun, version: int) -> PreparedRun:
        # Two runs that compile one form at the same time both come here, with the same compiled signature.
        form.prepared, form.prepared_version = prepared, version
        self.taken.note(version)
        return prepared

    # ---- refusing
    def check_open(self) -> None:
        """Raises `RuntimeError` for a closed session."""
        if self.refusal is not None:
            raise RuntimeError(self.refusal)

    def check_usable(self) -> None:
        """Raises `RuntimeError` for a closed session and for an empty graph."""
        self.check_open()
        check_not_empty(self.graph)

    def refuse(self, why: str) -> None:
        """Makes every further use of an open session fail with `RuntimeError(why)`, without closing its back end."""
        if self.refusal is None:
            self.refusal = why

    # ---- the end
    async def close(self) -> None:
        """Cancels all steps, waits for their end and frees everything; only the first time."""
        if self._end():
            await self.backend.close()

    def close_nowait(self) -> None:
        """The same without waiting, for places that cannot."""
        if self._end():
            self.backend.close_nowait()

    def _end(self) -> bool:
        """Refuses further use; returns whether the back end is still to be closed."""
        # After a fork the child's copy is refused, not open, and so never closes what is the parent's.
        is_open = self.refusal is None
        self.refuse("Attempted to use a closed Session.")
        for watch in self.watches:
            watch.end()
        return is_open

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if not is_finalizing():  # at the interpreter's end modules have lost their names; see `process_end`
            self.close_nowait()


def explain_call(runner: GraphRunner, fetches: Any, feeds: Sequence[Any]) -> list[Explanation]:
    """Explains how a run proceeds, without running it; see `BaseSession.explain`."""
    # The form is made anew: those of `run` also know how to convert, and refuse what is not feedable, which does not
    # matter to the question of how the nodes run.
    runner.check_usable()
    form = CallForm(runner.graph, fetches, [Feed(feed_tensor(runner.graph, key)) for key in feeds])
    runner.taken.check()
    return runner.compile(form, runner.graph).explain() if form.computes else []


async def _run_to_end(
    prepared: PreparedRun, feed_values: Sequence[Array], options: StepOptions, run_metadata: RunMetadata | None
) -> list[Any]:
    """Runs a step, and replaces the caller's metadata by that of the step only if it succeeds."""
    # As in TensorFlow, where the message of a failed run stays as it was before.
    # A copy of a traced step's message takes 0.6 us a node, so that runs that see to it themselves get the caller's.
    filled = run_metadata if run_metadata is None or prepared.keeps_metadata else RunMetadata()
    results = prepared.start(feed_values, options, filled)
    if not isinstance(results, list):
        results = await results
    elif TURN.used_s > MAX_RUNS_IN_TURN_S:
        await leave_turn()
    if run_metadata is not None and filled is not None and filled is not run_metadata:
        run_metadata.CopyFrom(filled)
    return results
