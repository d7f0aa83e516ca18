"""DirectSession: runs graphs in this process."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import aioflow.kernels  # noqa: F401 - registers them
from aioflow import errors
from aioflow.executor.executor import Step
from aioflow.executor.explanation import Explanation, explain
from aioflow.executor.run_end import wait_for_rest, wait_for_threads
from aioflow.executor.step_group import StepGroup
from aioflow.framework.cpu_allocator import enable_full_statistics
from aioflow.framework.device_factory import DeviceFactory
from aioflow.framework.device_set import DeviceSet
from aioflow.framework.devices import Device
from aioflow.framework.graph import Graph
from aioflow.framework.kernel_context import CallFrame
from aioflow.framework.large_arrays import arena
from aioflow.framework.operation import Operation, Tensor
from aioflow.framework.resources import DEFAULT_CONTAINER, ResourceManager
from aioflow.session.compiler import Compiler, ExecutorEntry
from aioflow.session.counted_kernels import add_ledgers
from aioflow.session.intra_op import intra_op
from aioflow.session.partial_run import PartialRun
from aioflow.session.placement_log import PlacementLog
from aioflow.session.pools import SessionPools
from aioflow.session.process_end import end_at_exit
from aioflow.session.run_counts import SessionStatistics
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.session.session_names import SessionName
from aioflow.session.settings import Setting, settings
from aioflow.session.step_runner import StepRunner

_DEVICE_PREFIX = "/job:localhost/replica:0/task:0"


class PreparedRun:
    """A signature, compiled: call it with the feed values in order.

    Args:
        session: The session it belongs to.
        entry: The compiled signature.
        feeds: Fed tensors in the caller's order.
        fetches: Fetched tensors in the caller's order.
    """

    __slots__ = ("_args_from", "_results_from", "_run", "entry", "num_feeds", "session")

    def __init__(
        self, session: DirectSession, entry: ExecutorEntry, feeds: Sequence[Tensor], fetches: Sequence[Tensor]
    ) -> None:
        self.session = session
        self._run = session.runner.run
        self.entry = entry
        self.num_feeds = len(feeds)
        position = {tensor: i for i, tensor in enumerate(feeds)}
        self._args_from = [position[tensor] for tensor in entry.feeds]
        slot = {tensor: i for i, tensor in enumerate(entry.fetches)}
        self._results_from = [slot[tensor] for tensor in fetches]

    async def __call__(self, feed_values: Sequence[Any], options: Any = None, run_metadata: Any = None) -> list[Any]:
        """Runs one step.

        Args:
            feed_values: Arrays (or numpy scalars), one per fed tensor.
            options: `RunOptions`, or None.
            run_metadata: `RunMetadata` to fill, or None.

        Returns:
            One value per fetched tensor.

        Raises:
            OpError: The step failed.
        """
        if len(feed_values) != self.num_feeds:
            raise errors.invalid_argument(f"Expected {self.num_feeds} feed tensors, but got {len(feed_values)}")
        frame = CallFrame([feed_values[i] for i in self._args_from], len(self._results_from))
        self.session.check_open()
        await self._run(self.entry, frame, options, run_metadata)
        results = frame.take_results()
        return [results[i] for i in self._results_from]


    def explain(self) -> list[Explanation]:
        """How its steps run, one entry per executor."""
        has_pool = not self.session.pools.runs_inline
        return [explain(executor, has_pool) for executor in self.entry.compiled.executors]


class DirectSession:
    """The in-process session: devices, pools, executors per signature, running steps.

    Args:
        options: Target and `ConfigProto`.

    Attributes:
        devices: The devices that nodes may be placed on, the caller's first.
        device_set: The same by name and by priority.
        resources: Name of a device -> what the session keeps there.
        runner: Runs its steps.

    Raises:
        OpError: The configuration is wrong.
    """

    def __init__(self, options: SessionOptions) -> None:
        self.config = options.config
        counts = self.config.graph_options.build_cost_model > 0
        if counts:
            enable_full_statistics()
        self.devices = DeviceFactory.add_devices(self.config, _DEVICE_PREFIX)
        add_ledgers(self.devices, self.config.aioflow.memory_limit, counts)
        self.device_set = DeviceSet(self.devices)
        self.resources = {device.name: ResourceManager() for device in self.devices}
        self.name = SessionName(self.config)
        try:
            self.pools = SessionPools(self.config, self.name.label)
        except BaseException:
            self.name.release()
            raise
        self._intra_op = intra_op(self.config, self.pools.num_threads)
        self._placement_log = PlacementLog(self.devices) if self.config.log_device_placement else None
        self._compiler = Compiler(self.config, self.device_set.prioritized())
        self.closed = False
        self.was_reset = False
        self._lock = threading.Lock()  # guards the caches, so that a signature is compiled once
        self._entries: dict[Any, ExecutorEntry] = {}
        self._prepared: dict[Any, PreparedRun] = {}
        self._checked_nodes = 0
        self.runner = StepRunner(self, self.config, self.pools, self.name)
        key, forget = id(self), _open_sessions.pop  # bound here: at the interpreter's end modules have lost their names
        _open_sessions[key] = weakref.ref(self, lambda _: forget(key, None))

    # ---- compiling
    async def run(
        self,
        graph: Graph,
        feeds: dict[Tensor, Any],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        run_options: Any = None,
        run_metadata: Any = None,
    ) -> list[Any]:
        """Runs one step; returns one value per tensor in `fetches` (see `PreparedRun`)."""
        prepared = self.prepare(graph, tuple(feeds), fetches, targets)
        return await prepared(list(feeds.values()), run_options, run_metadata)

    def prepare(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> PreparedRun:
        """Compiles a signature, or finds it compiled.

        Raises:
            OpError: The graph cannot be placed, or has nodes without a kernel; all missing ops are named.
        """
        self.check_open()
        self._check_new_nodes(graph)
        key = (tuple(feeds), tuple(fetches), tuple(targets))
        prepared = self._prepared.get(key)
        if prepared is None:
            with self._lock:
                prepared = self._prepared[key] = PreparedRun(
                    self, self._entry(graph, feeds, fetches, targets), feeds, fetches
                )
        return prepared

    def _entry(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> ExecutorEntry:
        in_order = tuple(sorted(feeds, key=_name)), tuple(sorted(fetches, key=_name)), tuple(sorted(targets, key=_name))
        entry = self._entries.get(in_order)
        if entry is None:
            entry = self._entries[in_order] = self._compiler.compile(graph, *in_order)
            self._log_placement(entry.compiled.placed)
        return entry

    def _log_placement(self, placed: Mapping[Operation, Device]) -> None:
        if self._placement_log is not None:
            self._placement_log.note(placed)

    def _check_new_nodes(self, graph: Graph) -> None:
        """Places the nodes added since the last run, so that one that cannot be placed is refused, fetched or not."""
        version = graph.version
        if self._checked_nodes != version and not self.config.graph_options.place_pruned_graph:
            new = graph.get_operations()[self._checked_nodes :]
            self._log_placement(self._compiler.check_placement(new))
            self._checked_nodes = version

    # ---- running
    def start_partial_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> PartialRun:
        """Compiles a signature for a partial run and starts its step, on the first pool.

        Raises:
            InvalidArgumentError: There is nothing to run, a tensor is fed twice, or both fed and fetched.
            OpError: The graph cannot be placed, or has nodes without a kernel.
        """
        self.check_open()
        self._check_new_nodes(graph)
        with self._lock:
            key = ("partial run", tuple(feeds), tuple(fetches), tuple(targets))
            if key not in self._entries:
                self._entries[key] = self._compiler.compile(graph, feeds, fetches, targets, is_partial_run=True)
            entry = self._entries[key]
        context = self.runner.new_partial_context(entry)
        partial_run = PartialRun(entry.compiled, context, graph, feeds, fetches, self.runner.timeout_s(None))
        self.runner.note_step(partial_run.step, context)
        return partial_run

    # ---- the end
    def check_open(self) -> None:
        """Raises `CancelledError` after a reset, `RuntimeError` after `close`."""
        if self.was_reset:
            raise errors.cancelled("Session has been closed.")
        if self.closed:
            raise RuntimeError("Attempted to use a closed Session.")

    def close_nowait(self) -> None:
        """Cancels all running steps and closes the session's own pools, without waiting."""
        self.closed = True
        _open_sessions.pop(id(self), None)
        self.runner.stop_all()
        self.pools.close()
        self.name.release()

    async def close(self) -> None:
        """Cancels all running steps and waits until they have come to rest. Again: nothing happens.

        Steps whose kernels cannot be stopped are waited for only so long (see `run_end`).
        """
        steps = list(self.runner.steps)
        self.close_nowait()
        try:
            await wait_for_rest(steps)
            if not self.runner.steps:
                await wait_for_threads(self.pools.owned)
        finally:
            for manager in self.resources.values():
                manager.clear()
            arena().give_back()

    def statistics(self) -> SessionStatistics:
        """What the session's runs do, and how those have ended that did."""
        return self.runner.statistics()

    def settings(self) -> list[Setting]:
        """All settings in force, with their reasons."""
        return settings(self.config, self.name.label, self.devices, self.pools, self._intra_op)

    def clean_containers(self, containers: Sequence[str]) -> None:
        """Forgets all resources in these containers; in the default one if there are none given."""
        for manager in self.resources.values():
            for container in containers or (DEFAULT_CONTAINER,):
                manager.cleanup(container)


def _name(element: Tensor | Operation) -> str:
    return element.name


_open_sessions: dict[int, weakref.ref[DirectSession]] = {}


def open_sessions() -> list[DirectSession]:
    """All in-process sessions that are not closed, the oldest first."""
    sessions = [reference() for reference in list(_open_sessions.values())]
    return [session for session in sessions if session is not None]


def _stop_all() -> list[Step | StepGroup]:
    """Closes all sessions, without waiting; returns the steps that have not come to rest."""
    sessions = open_sessions()
    steps = [step for session in sessions for step in list(session.runner.steps)]
    for session in sessions:
        session.close_nowait()
    return steps


end_at_exit(_stop_all)
if hasattr(os, "register_at_fork"):  # locks of the parent's sessions may be held by threads that the child has not
    os.register_at_fork(after_in_child=_open_sessions.clear)


class DirectSessionFactory(SessionFactory):
    """Makes `DirectSession`s for the empty target."""

    def accepts_options(self, options: SessionOptions) -> bool:
        """Whether the session is to run in this process."""
        return not options.target and not options.config.experimental.use_tfrt

    def new_session(self, options: SessionOptions) -> DirectSession:
        """A new session."""
        return DirectSession(options)

    async def reset(self, options: SessionOptions, containers: Sequence[str]) -> None:
        """Cleans the containers of every open session of this kind in the process, and closes it."""
        for session in open_sessions():
            session.was_reset = True
            await session.close()
            session.clean_containers(containers)


SessionFactory.register("DIRECT_SESSION", DirectSessionFactory())
