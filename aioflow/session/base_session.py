"""BaseSession: takes calls apart, asks the back end to run a step, and puts the results together."""

from __future__ import annotations

import copy
import itertools
import os
import sys
import weakref
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, TextIO

import aioflow.session.direct_session  # noqa: F401 - registers the in-process back end
from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata, RunOptions
from aioflow.executor.explanation import Explanation
from aioflow.framework.devices.devices import DeviceAttributes
from aioflow.framework.graph import defaults
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.passes.cycles import check_no_cycle
from aioflow.session.calls import callables, sync_runner
from aioflow.session.calls.arguments import check_arguments, message_or_none
from aioflow.session.calls.feeds import Array, Feed, check_mapping, expand_feeds, feed_tensor
from aioflow.session.calls.fetches import FetchStructure, UncacheableError, fetch_key
from aioflow.session.calls.run_plan import PlanCache, RunPlan, bind_feeds
from aioflow.session.calls.step_errors import blame_operation
from aioflow.session.calls.tensor_handles import MAX_DEAD_HANDLES, HandleFedError, forget, handle_maker, with_values
from aioflow.session.session_factory import PreparedRun, SessionFactory, SessionOptions
from aioflow.session.settings import settings_text
from aioflow.session.steps.partial_run import PartialRun, PartialRunHandle, handle_text
from aioflow.session.steps.run_counts import SessionStatistics
from aioflow.session.steps.step_options import StepOptions, read_options

OPEN_SESSIONS: weakref.WeakSet[BaseSession] = weakref.WeakSet()


class BaseSession:
    """Runs a graph. What `Session` and `InteractiveSession` have in common.

    Args:
        target: "" (or None) for this process, or an address such as "grpc://host:port".
        graph: The graph to run; the current default graph when None.
        config: Settings, copied.
        strict_feeds: Whether to refuse feeds whose conversion to the tensor's dtype would lose more than rounding
            does. TensorFlow converts silently: 1.5 becomes 1 for an int32 tensor.
        allow_mutation: Whether to go on when an operation that the session has taken over was changed. Signatures
            that ran before then still compute what they did, new ones see the change.

    Attributes:
        graph: The graph that it runs.
        config: The settings in force; not to be changed.
        dead_handles: Handles of kept tensors that nobody else holds.

    Raises:
        TypeError: An argument is of a wrong type.
        NotFoundError: No session factory accepts the target, or there is no such device.
        InvalidArgumentError: A setting is wrong.
    """

    _refusal: str | None = "Attempted to use a Session whose construction failed."

    def __init__(
        self,
        target: str | bytes | None = "",
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        *,
        strict_feeds: bool = False,
        allow_mutation: bool = False,
    ) -> None:
        check_arguments(target, graph, config)
        self.graph = get_default_graph() if graph is None else graph
        self.config = copy.deepcopy(config) if config is not None else ConfigProto()
        self._target = target.encode() if isinstance(target, str) else target
        self._strict_feeds = strict_feeds
        self._allow_mutation = allow_mutation
        self._plans = PlanCache()
        self._partial_runs: dict[str, PartialRun] = {}
        self._handle_numbers = itertools.count(1)
        self._taken_version = 0  # nodes below it have been taken over by the back end
        self._seen_mutations = 0
        self.dead_handles: list[str] = []
        options = SessionOptions((self._target or b"").decode(), self.config)
        self._backend = SessionFactory.get_factory(options).new_session(options)
        self._default_options = read_options(None, self.config)
        self._refusal = None
        OPEN_SESSIONS.add(self)

    @property
    def sess_str(self) -> bytes | None:
        """The target, as bytes, or None."""
        return self._target

    @property
    def graph_def(self) -> Any:
        """The graph as a `GraphDef`; with `_output_shapes` where the config's `infer_shapes` asks for them."""
        return self.graph.as_graph_def(add_shapes=self.config.graph_options.infer_shapes)

    # ---- running
    async def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs one step.

        Args:
            fetches: A tensor, an operation, a name, a composite tensor, or nested lists, tuples and mappings of these.
            feed_dict: Tensors (or names) -> the values they take in this step. Arrays are copied, on the event loop,
                unless nobody can change them (`array.setflags(write=False)`), which large ones deserve.
            options: Options of this step.
            run_metadata: Filled when the step succeeds.

        Returns:
            The values, in the structure of `fetches`: numpy scalars, arrays that belong to the caller, `bytes` for
            strings, None for operations.

        Raises:
            TypeError: A fetch or feed is of a wrong type.
            ValueError: A fetch does not exist, or a fed value has a wrong shape.
            RuntimeError: The session is closed, the graph is empty, or it was changed after it ran.
            OpError: The step failed; `error.op` is the failing operation.
        """
        if options is not None or run_metadata is not None:
            options = message_or_none("options", options, RunOptions)
            run_metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
        if self._refusal is not None:  # before anything is said of what is fed
            raise RuntimeError(self._refusal)
        try:
            plan, values, arrays = self._plan(fetches, feed_dict)
        except HandleFedError:
            plan, values, arrays = self._plan(fetches, await with_values(feed_dict))
        return await self.run_plan(plan, values, arrays, options, run_metadata)

    async def run_plan(
        self,
        plan: RunPlan,
        values: Iterable[Any],
        arrays: list[Array],
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs a step whose call was taken apart: fed values as they were given, and as `plan.arrays` made them."""
        if self._refusal is not None:
            raise RuntimeError(self._refusal)
        if plan.gives_handles and len(self.dead_handles) > MAX_DEAD_HANDLES:
            await self._forget_dead_handles()
        if not plan.computes:
            if run_metadata is not None:
                run_metadata.Clear()
            return plan.result([], values, arrays)
        try:
            step_options = self._default_options if options is None else read_options(options, self.config)
            prepared = self._up_to_date(plan) or await self._compile_for_run(plan, step_options)
            if run_metadata is None:
                results = await prepared(plan.step_feeds(arrays), step_options)
            else:
                results = await _run_with_metadata(prepared, plan.step_feeds(arrays), step_options, run_metadata)
        except errors.OpError as error:
            blame_operation(error, self.graph)
            raise
        return plan.result(results, values, arrays)

    def run_sync(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """The same as `run`, for scripts without an event loop: returns when the step has ended.

        Raises:
            RuntimeError: Called where an event loop runs; and as `run`.
        """
        if sync_runner.is_loop_running():
            raise sync_runner.refusal(sys._getframe(1))
        return sync_runner.run_to_end(self.run(fetches, feed_dict, options, run_metadata))

    def _check_usable(self) -> None:
        if self._refusal is not None:
            raise RuntimeError(self._refusal)
        if not self.graph.version:
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")

    def _plan(self, fetches: Any, feed_dict: Any) -> tuple[RunPlan, Iterable[Any], list[Array]]:
        """The plan for a call, its fed values as they were given, and as arrays."""
        if not feed_dict:
            feed_dict = {}
        elif type(feed_dict) is not dict:
            self._check_usable()
            check_mapping(feed_dict)
        try:
            plan = self.known_plan((fetch_key(fetches), tuple(feed_dict)))
        except UncacheableError:
            plan = None
        if plan is None:
            self._check_usable()
            return self._new_plan(fetches, feed_dict)
        values = feed_dict.values()
        return plan, values, plan.arrays(values)

    def known_plan(self, key: Hashable) -> RunPlan | None:
        """The plan for calls with this `fetch_key` and these feeds, if there was one and it still holds."""
        plan = self._plans.get(key)
        return plan if plan is None or plan.access_version == self.graph.access_version else None

    def _new_plan(self, fetches: Any, feed_dict: Any) -> tuple[RunPlan, Iterable[Any], list[Array]]:
        pairs = expand_feeds(feed_dict)
        feeds, arrays = bind_feeds(self.graph, pairs, self._strict_feeds)
        values = [value for _, value in pairs]
        try:
            key = fetch_key(fetches), tuple(key for key, _ in pairs)
        except UncacheableError:
            return RunPlan(self.graph, fetches, feeds, self._handle_of), values, arrays
        plan = self.known_plan(key)
        if plan is None:
            plan = RunPlan(self.graph, fetches, feeds, self._handle_of)
            self._plans.add(key, plan)
        return plan, values, arrays

    def _handle_of(self, op: Operation) -> Callable[[bytes], Any]:
        return handle_maker(self, op)

    async def _forget_dead_handles(self) -> None:
        dead, self.dead_handles = self.dead_handles, []
        await forget(self, dead)

    def _up_to_date(self, plan: RunPlan) -> PreparedRun | None:
        """The plan's compiled signature unless nodes were added or changed since."""
        graph = self.graph
        is_old = plan.prepared_version != graph.version or self._seen_mutations != len(graph.mutations)
        return None if is_old else plan.prepared

    async def _compile_for_run(self, plan: RunPlan, options: StepOptions) -> PreparedRun:
        """Compiles a plan off the event loop; nodes added since the last run are taken over."""
        self._check_mutations()
        version = self.graph.version
        prepared = await self._backend.prepare_for_run(self.graph, plan.fed, plan.fetched, plan.targets, options)
        return self._keep(plan, prepared, version)

    def _check_mutations(self) -> None:
        """Refuses changes of operations that were taken over, and cycles, which only a change can make."""
        if self._seen_mutations == len(self.graph.mutations):
            return
        mutations = self.graph.mutations[self._seen_mutations :]
        for op in mutations:
            if op.id < self._taken_version and not self._allow_mutation:
                raise RuntimeError(
                    f"Operation {op.name!r} ({op.type}) was changed after this session had taken it over; the change "
                    "would not take effect. Make a new session, or pass allow_mutation=True to go on without it"
                )
        check_no_cycle(self.graph)
        self._seen_mutations += len(mutations)

    # ---- partial runs
    async def partial_run_setup(self, fetches: Any, feeds: Sequence[Any] | None = None) -> PartialRunHandle:
        """Starts a step whose feeds and fetches follow in calls of `partial_run`.

        Args:
            fetches: Everything that will be fetched; operations among it run as soon as they can.
            feeds: Every tensor (or name) that will be fed.

        Returns:
            What names the step in `partial_run`; also an async context manager that ends the step.

        Raises:
            TypeError: A feed or fetch is of a wrong type.
            ValueError: A fetch does not exist.
            InvalidArgumentError: There is nothing to run, a tensor is fed twice, or both fed and fetched.
            RuntimeError: The session is closed, or the graph is empty.
        """
        self._check_usable()
        self._check_mutations()
        fed = [feed_tensor(self.graph, key) for key in feeds or ()]
        elements = FetchStructure(self.graph, fetches).elements
        fetched = [e for e in elements if isinstance(e, Tensor)]
        targets = [e for e in elements if isinstance(e, Operation)]
        partial_run = await self._backend.start_partial_run(self.graph, fed, fetched, targets)
        self._taken_version = max(self._taken_version, self.graph.version)
        handle = PartialRunHandle(handle_text(fed, fetched, targets, next(self._handle_numbers)))
        handle._run = partial_run
        self._partial_runs[handle] = partial_run
        partial_run.forget = partial(self._partial_runs.pop, str(handle), None)
        return handle

    async def partial_run(self, handle: str | None, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Goes on with a partial run: feeds some tensors, fetches some others.

        Args:
            handle: What `partial_run_setup` gave; None makes this a plain `run`.
            fetches: Tensors of the setup, each fetched once in the whole run, in any nesting; may be empty.
            feed_dict: Tensors of the setup -> values, each fed once in the whole run.

        Returns:
            The values, in the structure of `fetches`.

        Raises:
            InvalidArgumentError: The handle is not (or no longer) known, or a name was not in the setup or was used
                before, or a fetch needs a feed that is still missing; the partial run can go on.
            RuntimeError: An operation is fetched, or the session is closed.
            DeadlineExceededError: A fetch took longer than the session's timeout; the partial run has ended.
            OpError: A node failed; the partial run has ended.
        """
        if handle is None:
            return await self.run(fetches, feed_dict)
        self._check_usable()
        check_mapping(feed_dict or {})
        pairs = expand_feeds(feed_dict or {})
        feeds, arrays = bind_feeds(self.graph, pairs, self._strict_feeds)
        plan = RunPlan(self.graph, fetches, feeds, self._handle_of)
        if plan.targets:
            raise RuntimeError(f"partial_run does not accept operations as fetches: {[op.name for op in plan.targets]}")
        partial_run = self._partial_runs.get(handle)
        if partial_run is None:
            raise errors.invalid_argument(
                f"Must run 'setup' before performing partial runs! No run is called {handle!r}"
            )
        try:
            fed = dict(zip(plan.fed, plan.step_feeds(arrays), strict=True))
            values = await partial_run.run(fed, plan.fetched)
        except errors.OpError as error:
            blame_operation(error, self.graph)
            raise
        return plan.result(values, [value for _, value in pairs], arrays)

    # ---- for callables
    def compile(self, plan: RunPlan, graph: Graph) -> PreparedRun:
        """Compiles a plan.

        Args:
            plan: The plan.
            graph: The session's graph, or its rewired copy.
        """
        version = graph.version
        return self._keep(plan, self._backend.prepare(graph, plan.fed, plan.fetched, plan.targets), version)

    def _keep(self, plan: RunPlan, prepared: PreparedRun, version: int) -> PreparedRun:
        plan.prepared, plan.prepared_version = prepared, version
        self._taken_version = max(self._taken_version, version)
        return prepared

    async def run_compiled(
        self, plan: RunPlan, feed_values: list[Array], options: RunOptions | None, run_metadata: RunMetadata | None
    ) -> list[Any]:
        """Runs a plan as it was compiled, whatever nodes were added since; errors stay as the runtime raised them."""
        options = message_or_none("options", options, RunOptions)
        run_metadata = message_or_none("run_metadata", run_metadata, RunMetadata)
        self._check_usable()
        self._check_mutations()
        step_options = self._default_options if options is None else read_options(options, self.config)
        prepared = plan.prepared or await self._compile_for_run(plan, step_options)
        if run_metadata is None:
            return await prepared(feed_values, step_options)
        return await _run_with_metadata(prepared, feed_values, step_options, run_metadata)

    def device_names(self) -> list[str]:
        """The full names of the devices that nodes may run on."""
        return [device.name for device in self._backend.devices]

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Awaitable[Any]]:
        """An async function that runs the same fetches again and again.

        Args:
            fetches: As for `run`.
            feed_list: What the function's arguments feed, in order; None for a function without arguments.
            accept_options: Whether the function takes `options` and `run_metadata` (with a `feed_list` it always does).

        Raises:
            TypeError: `feed_list` is no list, or something in `fetches` cannot be fetched.
            ValueError: A fetch does not exist.
            RuntimeError: The session is closed, or the graph is empty.
        """
        self._check_usable()
        if feed_list is not None:
            return callables.with_feeds(self, fetches, feed_list)
        return callables.without_feeds(self, RunPlan(self.graph, fetches, (), self._handle_of), accept_options)

    def _make_callable_from_options(self, callable_options: CallableOptions) -> Callable[..., Awaitable[list[Any]]]:
        """An async function for a signature that is compiled now.

        Args:
            callable_options: Feeds, fetches, targets, options and tensor connections.

        Returns:
            A function that takes one array of the right dtype per feed, and `run_metadata`; it returns a list.

        Raises:
            InvalidArgumentError: A feed or fetch does not exist, occurs twice, or there is nothing to run.
            NotFoundError: A target does not exist.
            OutOfRangeError: An operation has no such output.
            RuntimeError: The session is closed, or the graph is empty.
        """
        self._check_usable()
        return callables.from_options(self, callable_options)

    # ---- devices
    async def list_devices(self) -> list[DeviceAttributes]:
        """The devices that nodes may run on, the CPU first.

        Raises:
            RuntimeError: The session is closed.
            CancelledError: It was closed by `reset`.
        """
        if self._refusal is not None:
            raise RuntimeError(self._refusal)
        if self._backend.closed:
            raise errors.cancelled("Session has been closed.")
        return [device.attributes for device in self._backend.devices]

    def statistics(self) -> SessionStatistics:
        """How the session's runs have ended, what still runs, and kernels that go on though their run was stopped."""
        return self._backend.statistics()

    def explain(self, fetches: Any, feeds: Sequence[Any] = (), file: TextIO | None = None) -> list[Explanation]:
        """Prints how a run of `fetches` proceeds: what runs together, where, why, and what it costs.

        Nothing runs. What a run costs is learned from runs, and with it the plan changes: explain what has run already.

        Args:
            fetches: As for `run`.
            feeds: The tensors (or names) that the run feeds.
            file: Where to print; standard output when None.

        Returns:
            The same as data, one entry per executor: one, unless devices with memories of their own take part.

        Raises:
            TypeError: A feed or fetch is of a wrong type.
            ValueError: A fetch does not exist.
            OpError: The signature cannot be compiled.
            RuntimeError: The session is closed, or the graph is empty.
        """
        self._check_usable()
        plan = RunPlan(self.graph, fetches, [Feed(feed_tensor(self.graph, key)) for key in feeds])
        self._check_mutations()
        explanations = self.compile(plan, self.graph).explain() if plan.computes else []
        print("\n".join(map(str, explanations)), file=file)
        return explanations

    def describe(self, file: TextIO | None = None) -> None:
        """Prints every setting in force, and why it is so.

        Args:
            file: Where to print; standard output when None.
        """
        print(settings_text(self._backend.settings()), file=file)

    # ---- the default session, and the end
    def as_default(self) -> AbstractContextManager[Any]:
        """A context in which this is the default session; it stays open, and the default graph as it is."""
        return defaults.SESSIONS.entered(self)

    async def close(self) -> None:
        """Cancels what runs, waits for its end and frees everything. A second call does nothing."""
        if self._end():
            await self._backend.close()

    def _end(self) -> bool:
        """Refuses further use; returns whether the back end is still to be closed."""
        is_open = self._refusal is None
        if is_open:
            self._refusal = "Attempted to use a closed Session."
        return is_open

    def __del__(self, is_finalizing: Callable[[], bool] = sys.is_finalizing) -> None:
        if not is_finalizing() and self._end():  # at the interpreter's end modules have lost their names
            self._backend.close_nowait()

    def refuse(self, why: str) -> None:
        """Makes every further use of an open session fail with `RuntimeError(why)`, without closing its back end."""
        if self._refusal is None:
            self._refusal = why


async def _run_with_metadata(
    prepared: PreparedRun, feed_values: list[Array], options: StepOptions, run_metadata: RunMetadata
) -> list[Any]:
    """Runs a step, and replaces the caller's metadata by that of the step only if it succeeds."""
    filled = RunMetadata()
    results = await prepared(feed_values, options, filled)
    run_metadata.CopyFrom(filled)
    return results


def _disown_sessions() -> None:
    """In a forked child: the threads behind the parent's sessions are not there, so a run would never end."""
    for session in list(OPEN_SESSIONS):
        session.refuse("This Session was made before a fork; make a new one in the child process.")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_sessions)
