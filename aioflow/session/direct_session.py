"""DirectSession: runs graphs in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, RunMetadata
from aioflow.compiler.compiler import Compiler, ExecutorEntry
from aioflow.compiler.counted_kernels import add_ledgers
from aioflow.compiler.placement_log import PlacementLog
from aioflow.compiler.signatures import Signature, Signatures
from aioflow.executor.run_end import wait_for_rest, wait_for_threads
from aioflow.executor.step_life import StepLife
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.device_set import DeviceSet
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels.rendezvous import Rendezvous
from aioflow.framework.memory.cpu_allocator import enable_full_statistics
from aioflow.framework.memory.large_arrays import give_back_memory
from aioflow.framework.resources.resources import DEFAULT_CONTAINER, ResourceManager
from aioflow.framework.watches import Watches
from aioflow.pools.intra_op import intra_op
from aioflow.pools.session_pools import SessionPools
from aioflow.session.open_sessions import OPEN_SESSIONS
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.session.session_names import SessionName
from aioflow.session.steps.partial_run import PartialRun
from aioflow.session.steps.prepared_run import DirectPreparedRun
from aioflow.session.steps.process_end import end_at_exit
from aioflow.session.steps.run_counts import SessionStatistics
from aioflow.session.steps.run_log import RUN_LOG
from aioflow.session.steps.step_options import StepOptions, read_options
from aioflow.session.steps.step_runner import StepRunner

if TYPE_CHECKING:
    from aioflow.framework.kernels.collectives import CollectiveResolver
    from aioflow.session.settings import Setting
    from aioflow.session.steps.fed_shapes import FedShapes
    from aioflow.session.steps.region_use import RegionForm

T = TypeVar("T")

_DEVICE_PREFIX = "/job:localhost/replica:0/task:0"


@dataclass(frozen=True, slots=True)
class SessionHost:
    """What sessions of a task of a cluster have in common, and leave behind.

    Attributes:
        devices: The task's devices.
        resources: Name of a device -> what is kept there.
        collectives: Brings its devices together with those of other tasks, in collectives.
    """

    devices: Sequence[Device]
    resources: Mapping[str, ResourceManager]
    collectives: CollectiveResolver | None = None


class DirectSession:
    """The in-process session: devices, pools, executors per signature, running steps.

    Args:
        options: Target and `ConfigProto`.
        host: The devices and resources of somebody who outlives it; None for its own.

    Attributes:
        shows_values: Whether its runs show what a program watches.
        devices: The devices that nodes may be placed on, the caller's first.
        device_set: The same by name and by priority.
        resources: Name of a device -> what the session keeps there.
        collectives: The host's.
        runner: Runs its steps.

    Raises:
        OpError: The configuration is wrong.
    """

    shows_values = True

    def __init__(self, options: SessionOptions, host: SessionHost | None = None) -> None:
        self.config = options.config
        counts = self.config.graph_options.build_cost_model > 0
        if counts:
            enable_full_statistics()
        self._host = host
        self.collectives = None if host is None else host.collectives
        if host is None:
            self.devices: Sequence[Device] = DeviceFactory.add_devices(self.config, _DEVICE_PREFIX)
            add_ledgers(self.devices, self.config.aioflow.memory_limit, counts)
            self.resources: Mapping[str, ResourceManager] = {each.name: ResourceManager() for each in self.devices}
        else:
            self.devices, self.resources = host.devices, host.resources
        self.device_set = DeviceSet(self.devices)
        # Before what has to be given back: the settings may ask for an engine that there is not.
        compiler = Compiler(self.config, self.device_set.prioritized())
        self._forms_regions = compiler.forms_regions
        self.name = SessionName(self.config)
        try:
            self.pools = SessionPools(self.config, self.name.label)
        except BaseException:  # `close` will not be called: the name would stay taken for the life of the process
            self.name.release()
            raise
        self._intra_op = intra_op(self.config, self.pools.num_threads)
        self.runner = StepRunner(self, self.config, self.pools, self.name)
        self._compiler = compiler
        self._signatures = Signatures(
            compiler,
            partial(DirectPreparedRun, self.runner, self.check_open),
            checks_all_nodes=not self.config.graph_options.place_pruned_graph,
            log=PlacementLog(self.devices) if self.config.log_device_placement else None,
            note_new=self._build_regions,
        )
        self.closed = False
        self.was_reset = False
        self._default_timeout_s = read_options(None, self.config).timeout_s

    def __repr__(self) -> str:
        return f"{self.name.label!r} pools={[entry.pool.name for entry in self.pools.pools]}"

    # ---- compiling
    def prepare(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> DirectPreparedRun:
        """Compiles a signature, or finds it compiled.

        Raises:
            OpError: The graph cannot be placed, or has nodes without a kernel; all missing ops are named.
        """
        self.check_open()
        return self._signatures.prepare(graph, (tuple(feeds), tuple(fetches), tuple(targets)))

    async def prepare_for_run(
        self,
        graph: Graph,
        feeds: Sequence[Tensor],
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        options: StepOptions,
    ) -> DirectPreparedRun:
        """Compiles a signature on a thread of the pool where a run with these options would go, if there is one."""
        chosen = self.pools.choose(options.pool_index)
        self.check_open()
        signature = tuple(feeds), tuple(fetches), tuple(targets)
        try:
            if chosen is None:
                return self._signatures.prepare(graph, signature, options.timeout_s)
            # Compiling takes a place on the pool, as a run does, and may be refused one.
            admit = partial(self.runner.admit, options.pool_index)
            prepared = await self._signatures.prepare_on(admit, graph, signature, options.timeout_s, chosen.pool)
            self._check_not_closed_since()
        except (errors.DeadlineExceededError, errors.CancelledError, asyncio.CancelledError) as error:
            self.runner.counts.note_failure(error)
            raise
        return prepared

    async def on_thread(self, function: Callable[[], T], options: StepOptions) -> T:
        """Calls a function on a thread of the pool where a run with these options would go, here if there is none.

        Raises:
            DeadlineExceededError: The options' time was up before it returned.
            CancelledError: The session was closed meanwhile.
        """
        chosen = self.pools.choose(options.pool_index)
        self.check_open()
        if chosen is None:
            return function()
        return await self.runner.on_thread(function, options, chosen.pool)

    def _build_regions(self, graph: Graph, signature: Signature, prepared: DirectPreparedRun) -> None:
        """Has regions built of a new signature, in the background, when its first run shows what is fed."""

        def build(fed_shapes: FedShapes, freezes: bool) -> RegionForm | None:
            resources = self.resources if freezes else None
            found = self._signatures.add_regions(graph, signature, fed_shapes.shapes, resources)
            return None if found is None else RegionForm(found[0], fed_shapes, *found[1:])

        def look(fed_shapes: FedShapes, freezes: bool) -> dict[str, str]:
            resources = self.resources if freezes else None
            return self._signatures.outside_regions(graph, signature, fed_shapes.shapes, resources)

        if self._forms_regions:
            from aioflow.session.steps.region_builds import use_regions  # not above: most sessions have no regions
            from aioflow.session.steps.region_use import RegionForm

            use_regions(prepared, prepared.entry, build, look)

    # ---- running
    async def start_partial_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> PartialRun:
        """Compiles a signature for a partial run and starts its step, on the first pool.

        Raises:
            InvalidArgumentError: There is nothing to run, a tensor is fed twice, or both fed and fetched.
            OpError: The graph cannot be placed, or has nodes without a kernel.
        """
        self.check_open()
        signature = tuple(feeds), tuple(fetches), tuple(targets)
        if self.pools.choose(0) is None:
            entry = self._signatures.prepare_partial_run(graph, signature)
        else:
            entry = await self._signatures.prepare_partial_run_on(partial(self.runner.admit, 0), graph, signature)
            self._check_not_closed_since()
        context, note = self.runner.new_partial_context(entry), None
        if RUN_LOG.is_on:
            from aioflow.session.steps.recorded_partial_run import begin_recorded, tell_of_end  # mostly nobody records

            note = begin_recorded(self.runner, entry, context, read_options(None, self.config))
        partial_run = PartialRun(entry.compiled, context, graph, feeds, fetches, self._default_timeout_s)
        if note is not None:
            tell_of_end(note, partial_run.step)
        self.runner.note_step(partial_run.step, context)
        return partial_run

    def prepare_callable(self, graph: Graph, options: CallableOptions) -> None:
        """Leaves it to the caller, who has the graph at hand."""

    async def list_devices(self) -> list[DeviceAttributes]:
        """Lists the devices."""
        return [device.attributes for device in self.devices]

    # ---- parts of graphs
    def compile_part(self, part: Graph, watches: Watches = ()) -> ExecutorEntry:
        """Compiles a part of a graph whose other parts run elsewhere, and of which a debugger watches something."""
        self.check_open()
        return self._compiler.compile_part(part, watches)

    async def run_part(
        self, entry: ExecutorEntry, rendezvous: Rendezvous, options: StepOptions, run_metadata: RunMetadata | None
    ) -> None:
        """Runs a step of such a part, which meets the others at `rendezvous`.

        Raises:
            OpError: It failed.
        """
        self.check_open()
        await self.runner.run(entry, (), options, run_metadata, rendezvous=rendezvous)

    # ---- the end
    def check_open(self) -> None:
        """Raises `CancelledError` after a reset, `RuntimeError` after `close`."""
        if self.was_reset:
            raise errors.cancelled("Session has been closed.")
        if self.closed:
            raise RuntimeError("Attempted to use a closed Session.")

    def _check_not_closed_since(self) -> None:
        """Raises `CancelledError` for what had begun when the session was closed."""
        if self.was_reset or self.closed:
            raise errors.cancelled("Run call was cancelled")

    def close_nowait(self) -> None:
        """Cancels all running steps and closes the session's own pools, without waiting."""
        # In this order: nothing new comes in, steps are stopped, what waits to be compiled is given up, and then the
        # pools close, whose threads still do what they have been given.
        self.closed = True
        self.runner.stop_all()
        self._signatures.give_up()
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
            # With an abandoned kernel a thread will not end; waiting another grace for it would tell nobody anything.
            if not self.runner.steps:
                await wait_for_threads(self.pools.owned)
        finally:
            # Behind the steps: their kernels hold what is cleared here.
            if self._host is None:
                for manager in self.resources.values():
                    manager.clear()
                for device in self.devices:
                    device.close()
            give_back_memory()

    def dismantle(self) -> None:
        """Frees what a closed session had compiled, node by node; call it on a thread. See `Graph.dismantle`.

        Steps that have not come to rest keep all of it: what they use must stay whole.
        """
        if self._forms_regions:
            from aioflow.session.steps.region_builds import wait_for_builds  # not above: most sessions have no regions

            wait_for_builds()
        if not self.runner.steps:
            for prepared in self._signatures.dismantle():
                prepared.dismantle()

    def statistics(self) -> SessionStatistics:
        """Counts what the session's runs do, and how those have ended that did."""
        return self.runner.statistics()

    def signature_entries(self) -> list[list[ExecutorEntry]]:
        """The compiled forms of each signature, the one that the next run takes last."""
        # Orders of feeds and fetches share what is compiled, and with it the library of functions.
        found: dict[int, list[ExecutorEntry]] = {}
        for prepared in self._signatures.prepared():
            for entry in prepared.entries():
                known = found.setdefault(id(entry.functions), [])
                if entry not in known:
                    known.append(entry)
        return list(found.values())

    def settings(self) -> list[Setting]:
        """All settings in force, with their reasons."""
        from aioflow.session.settings import settings  # not above: most sessions are never described

        return settings(self.config, self.name.label, self.devices, self.pools, self._intra_op)

    def clean_containers(self, containers: Sequence[str]) -> None:
        """Forgets all resources in these containers; in the default one if there are none given."""
        for manager in self.resources.values():
            for container in containers or (DEFAULT_CONTAINER,):
                manager.cleanup(container)


def _stop_all() -> list[StepLife]:
    """Closes all sessions, without waiting; returns the steps that have not come to rest."""
    sessions = OPEN_SESSIONS.backends(DirectSession)
    steps = [step for session in sessions for step in list(session.runner.steps)]
    for session in sessions:
        session.close_nowait()
    return steps


end_at_exit(_stop_all)


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
        for session in OPEN_SESSIONS.backends(DirectSession):
            session.was_reset = True
            await session.close()
            session.clean_containers(containers)


SessionFactory.register("DIRECT_SESSION", DirectSessionFactory())
