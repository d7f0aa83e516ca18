"""BaseSession: the words of a session, each of which hands its work to a part of `session/calls`."""

from __future__ import annotations

import copy
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias, TypeVar, overload

import aioflow.session.direct_session
import aioflow.session.factories_elsewhere  # noqa: F401 - and those for other targets
from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata, RunOptions
from aioflow.framework.devices.devices import DeviceAttributes
from aioflow.framework.graph import defaults
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.session.calls import callables, sync_runner
from aioflow.session.calls.arguments import check_arguments
from aioflow.session.calls.graph_runner import GraphRunner, Later, explain_call
from aioflow.session.calls.partial_runs import PartialRuns
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.session.steps.loop_turns import MAX_RUNS_IN_TURN_S, TURN, leave_turn
from aioflow.session.steps.partial_run import PartialRunHandle
from aioflow.session.steps.run_counts import SessionStatistics

if TYPE_CHECKING:
    from aioflow.executor.explanation import Explanation
    from aioflow.framework.graph.operation import Operation
    from aioflow.session.calls.callables import RunCallable
    from aioflow.session.watching.value_watch import Filter, ValueWatch

Key = TypeVar("Key")
Feeds: TypeAlias = Mapping[Any, Any] | None
Options: TypeAlias = RunOptions | None
Metadata: TypeAlias = RunMetadata | None

class BaseSession:
    """Runs a graph: what `Session` and `InteractiveSession` have in common.

    Once it is closed, or while its graph is empty, whatever runs or compiles something raises `RuntimeError`.

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
        backend: The runtime behind the session, as its `SessionFactory` made it; in this process a `DirectSession`.

    Raises:
        TypeError: An argument is of a wrong type.
        NotFoundError: No session factory accepts the target, or there is no such device.
        InvalidArgumentError: A setting is wrong.
    """

    def __init__(
        self,
        target: str | bytes | None = "",
        graph: Graph | None = None,
        config: ConfigProto | None = None,
        *,
        strict_feeds: bool = False,
        allow_mutation: bool = False,
    ) -> None:
        check_arguments(target, graph, config)  # before anything is made that would have to be closed
        self.graph = get_default_graph() if graph is None else graph
        self.config = copy.deepcopy(config) if config is not None else ConfigProto()
        self._target = target.encode() if isinstance(target, str) else target  # TensorFlow's `sess_str` is bytes
        options = SessionOptions((self._target or b"").decode(), self.config)
        self.backend = SessionFactory.get_factory(options).new_session(options)
        self._runner = GraphRunner(
            self.graph, self.backend, self.config, strict_feeds=strict_feeds, allow_mutation=allow_mutation
        )
        self._partial_runs = PartialRuns(self._runner, strict_feeds)  # stands on the runner, which knows nothing of it

    def __repr__(self) -> str:
        state = "open" if self._runner.refusal is None else "closed"
        return f"<{type(self).__name__} {self.backend!r} state={state} graph={self.graph!r}>"

    def _repr_html_(self) -> str:
        from aioflow.framework.graph.html import html_table  # in notebooks alone

        runs = self.statistics()
        counts = [("running", runs.running), ("succeeded", runs.succeeded), ("failed", runs.failed),
                  ("cancelled", runs.cancelled), ("timed out", runs.timed_out), ("refused", runs.refused)]  # fmt: skip
        left = [("still running", str(kernel)) for kernel in runs.abandoned]
        return html_table(repr(self)[1:-1], [*((name, str(count)) for name, count in counts), *left])

    @property
    def sess_str(self) -> bytes | None:
        """The target, as bytes, or None."""
        return self._target

    @property
    def graph_def(self) -> Any:
        """The graph as a `GraphDef`; with `_output_shapes` where the config's `infer_shapes` asks for them."""
        return self.graph.as_graph_def(add_shapes=self.config.graph_options.infer_shapes)

    # The dtype of a tensor decides whether its value is an array, a number or `bytes`; checkers do not know it.
    @overload
    async def run(
        self, fetches: Operation, feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> None: ...

    @overload
    async def run(
        self, fetches: list[Any], feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> list[Any]: ...

    @overload
    async def run(
        self, fetches: dict[Key, Any], feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> dict[Key, Any]: ...

    @overload
    async def run(
        self, fetches: Any, feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> Any: ...

    async def run(
        self,
        fetches: Any,
        feed_dict: Feeds = None,
        options: Options = None,
        run_metadata: Metadata = None,
    ) -> Any:
        """Runs one step.

        Args:
            fetches: A tensor, an operation, a name, a composite tensor, or nested lists, tuples and mappings of these.
            feed_dict: Tensors (or names) -> the values they take in this step. Arrays are copied unless
                they are read-only: at the call as far as they have up to 4 MiB together, and beyond that on a thread of
                the run's pool before the step begins, so that the event loop goes on. Do not change a large array
                before the run has ended, or mark it with `array.setflags(write=False)`, which saves the copy.
            options: Options of this step.
            run_metadata: Filled when the step succeeds.

        Returns:
            The values, in the structure of `fetches`: numpy scalars, arrays that belong to the caller, `bytes` for
            strings, None for operations.

        Raises:
            TypeError: A fetch or feed is of a wrong type.
            ValueError: A fetch does not exist, or a fed value has a wrong shape.
            RuntimeError: An operation was changed after the session had taken it over.
            OpError: The step failed; `error.op` is the failing operation.
        """
        done = self._runner.start(fetches, feed_dict, options, run_metadata)
        if type(done) is Later:
            return await done.result
        if TURN.used_s > MAX_RUNS_IN_TURN_S:
            await leave_turn()
        return done

    @overload
    def run_sync(
        self, fetches: Operation, feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> None: ...

    @overload
    def run_sync(
        self, fetches: list[Any], feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> list[Any]: ...

    @overload
    def run_sync(
        self, fetches: dict[Key, Any], feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> dict[Key, Any]: ...

    @overload
    def run_sync(
        self, fetches: Any, feed_dict: Feeds = ..., options: Options = ..., run_metadata: Metadata = ...
    ) -> Any: ...

    def run_sync(
        self,
        fetches: Any,
        feed_dict: Feeds = None,
        options: Options = None,
        run_metadata: Metadata = None,
    ) -> Any:
        """Does the same as `run` in scripts without an event loop; raises `RuntimeError` where one runs."""
        if sync_runner.is_loop_running():
            raise sync_runner.refusal(sys._getframe(1))  # which shows the caller's line, and how it should be written
        # Through `run` of the object itself, which a class derived from this one may have replaced.
        return sync_runner.run_to_end(self.run(fetches, feed_dict, options, run_metadata))

    async def partial_run_setup(self, fetches: Any, feeds: Sequence[Any] | None = None) -> PartialRunHandle:
        """Starts a step whose feeds and fetches follow in calls of `partial_run`.

        Args:
            fetches: Everything that will be fetched; operations among it run as soon as they can.
            feeds: Every tensor (or name) that will be fed.

        Returns:
            The step's name for `partial_run`; also an async context manager that ends the step.

        Raises:
            TypeError, ValueError: As for `run`.
            InvalidArgumentError: There is nothing to run, a tensor is fed twice, or both fed and fetched.
        """
        return await self._partial_runs.set_up(fetches, feeds or ())

    async def partial_run(self, handle: str | None, fetches: Any, feed_dict: Mapping[Any, Any] | None = None) -> Any:
        """Goes on with a partial run: feeds some tensors, fetches some others.

        Args:
            handle: The result of `partial_run_setup`; None makes this a plain `run`.
            fetches: Tensors of the setup, each fetched once in the whole run, in any nesting; may be empty.
            feed_dict: Tensors of the setup -> values, each fed once in the whole run.

        Returns:
            The values, in the structure of `fetches`.

        Raises:
            InvalidArgumentError: The handle is not (or no longer) known, or a name was not in the setup or was used
                before, or a fetch needs a feed that is still missing; the partial run can go on.
            RuntimeError: An operation is fetched.
            DeadlineExceededError: A fetch took longer than the session's timeout; the partial run has ended.
            OpError: A node failed; the partial run has ended.
        """
        if handle is None:  # as in TensorFlow, so that one loop can serve plain and partial runs
            return await self.run(fetches, feed_dict)
        return await self._partial_runs.run(handle, fetches, feed_dict or {})

    @overload
    def make_callable(
        self, fetches: Operation, feed_list: Sequence[Any] | None = ..., accept_options: bool = ...
    ) -> RunCallable[None]: ...

    @overload
    def make_callable(
        self, fetches: list[Any], feed_list: Sequence[Any] | None = ..., accept_options: bool = ...
    ) -> RunCallable[list[Any]]: ...

    @overload
    def make_callable(
        self, fetches: dict[Key, Any], feed_list: Sequence[Any] | None = ..., accept_options: bool = ...
    ) -> RunCallable[dict[Key, Any]]: ...

    @overload
    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = ..., accept_options: bool = ...
    ) -> RunCallable[Any]: ...

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> RunCallable[Any]:
        """Makes an async function that runs the same fetches again and again.

        Args:
            fetches: As for `run`.
            feed_list: The tensors that the function's arguments feed; None for a function without arguments.
            accept_options: Whether the function takes `options` and `run_metadata` (with a `feed_list` it always does).

        Raises:
            TypeError, ValueError: As for `run`; or `feed_list` is no list.
        """
        self._runner.check_usable()  # now, and again in each call
        if feed_list is not None:  # [] takes no values, but `options`, which None takes only if it is told to
            return callables.with_feeds(self._runner, fetches, feed_list)
        return callables.without_feeds(self._runner, fetches, accept_options)

    def _make_callable_from_options(self, callable_options: CallableOptions) -> Callable[..., Awaitable[list[Any]]]:
        """Makes an async function for a signature that is compiled now; see `callables.from_options`."""
        self._runner.check_usable()
        return callables.from_options(self._runner, callable_options)

    def watch(
        self,
        *wanted: Any,
        filter: Filter | None = None,
        max_values: int = 1000,
        max_nbytes: int = 64 << 20,
    ) -> ValueWatch:
        """Watches tensors in all runs that begin while the watch is open.

            async with session.watch("loss:0", filter=has_inf_or_nan) as values:
                async for value in values: ...

        Runs do not wait for the reader. While a watch is open, runs that compute what it is about are planned with a
        node that shows it, and without regions; others are as fast as before. Partial runs show nothing.

        Args:
            wanted: Tensors, operations (all of their outputs), or the names of either. "call/node:0" names a tensor
                within the function that the node "call" calls.
            filter: Takes a `WatchedValue` that has no value yet, and the value (None for a variable that has none), and
                tells whether it is wanted; on the thread that has computed the value, of which nothing may be kept.
            max_values: How many values may wait for the reader; further ones are dropped and counted.
            max_nbytes: How many bytes these may have.

        Returns:
            An async context manager, and an async iterator of `WatchedValue`.

        Raises:
            ValueError: There is no such tensor, or nothing is to be watched.
            TypeError: Something else than a tensor, an operation or a name is to be watched.
            UnimplementedError: Where it is entered: runs of the session are another process's.
        """
        from aioflow.session.watching.value_watch import ValueWatch  # not above: most processes watch nothing
        from aioflow.session.watching.watched_names import read_watched

        watches = read_watched(self.graph, wanted)
        return ValueWatch(watches, filter, max_values, max_nbytes, self._runner.watch, self._runner.unwatch)

    async def list_devices(self) -> list[DeviceAttributes]:
        """Lists the devices that nodes may run on, the CPU first; `CancelledError` when `reset` closed the session."""
        self._runner.check_open()
        if self.backend.closed:  # by `reset`, behind the session's back
            raise errors.cancelled("Session has been closed.")
        return await self.backend.list_devices()

    def statistics(self) -> SessionStatistics:
        """Tells how runs have ended, what still runs, and which kernels go on though their run was stopped."""
        return self.backend.statistics()

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
            TypeError, ValueError, OpError: As for `run`.
        """
        explanations = explain_call(self._runner, fetches, feeds)
        print("\n".join(map(str, explanations)), file=file)
        return explanations

    def describe(self, file: TextIO | None = None) -> None:
        """Prints every setting in force, and why it is so, to `file` or to standard output."""
        from aioflow.session.settings import settings_text  # not above: most sessions are never described

        print(settings_text(self.backend.settings()), file=file)

    def as_default(self) -> AbstractContextManager[Any]:
        """Gives a context in which this is the default session; it stays open, and the default graph as it is."""
        return defaults.SESSIONS.entered(self)

    async def close(self) -> None:
        """Cancels what runs, waits for its end and frees everything. A second call does nothing."""
        await self._runner.close()
