"""ClusterSession: runs the steps of a session whose nodes are on several tasks."""
from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow._proto.config_pb2 import CallableOptions, ConfigProto, RunMetadata
from aioflow._proto.debug_pb2 import DebugOptions
from aioflow._proto.distributed import worker_pb2
from aioflow._proto.graph_pb2 import GraphDef
from aioflow.compiler.compiler import Compiler
from aioflow.distributed.collective.step_sequences import StepSequences, collective_graph_key
from aioflow.distributed.interfaces.worker import GraphRun, WorkerInterface
from aioflow.distributed.master.cluster_partial_run import ClusterPartialRun
from aioflow.distributed.master.cluster_step import ClusterStep, fetched
from aioflow.distributed.master.leftovers import Leftovers
from aioflow.distributed.worker.peers import task_of
from aioflow.framework.devices.device_set import DeviceSet
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device, DeviceAttributes
from aioflow.framework.graph import Graph, Operation, Tensor
from aioflow.framework.kernels.rendezvous import rendezvous_key
from aioflow.passes.partition import partition
from aioflow.passes.prune import prune
from aioflow.session.direct_session import DirectSession
from aioflow.session.session_factory import PreparedRun
from aioflow.session.settings import Setting
from aioflow.session.steps.run_counts import SessionStatistics
from aioflow.session.steps.step_options import StepOptions, read_options
from aioflow.session.watching.debug_options import DebugRequest
from aioflow.session.watching.run_watcher import write_run

if TYPE_CHECKING:
    from aioflow.executor.explanation import Explanation

_LOG = logging.getLogger(__name__)
#: As TensorFlow's masters: one that is gone must not keep a session from ending.
_DELETE_TIMEOUT_S = 10.0
_CLEAN_UP_AGAIN_S = (0.01, 0.1, 1.0, 1.0)


class ClusterSession:
    """See `SessionBackend`. What is on the master's own task alone runs there without any transfer.

    Args:
        handle: Its name at all workers.
        config: Its settings.
        local: Runs what is on the master's own task alone.
        task: The master's own task.
        workers: The tasks that the session may use, with their workers.
        devices: Their devices, the master's first.
        new_step_id: Gives numbers for steps, the same for all sessions of the master.
        leftovers: Ends the session later at workers that cannot be reached when it is closed.
        sequences: Gives numbers for steps with collectives, the same at all masters.
    """

    def __init__(
        self, handle: str, config: ConfigProto, local: DirectSession, task: str,
        workers: Mapping[str, WorkerInterface], devices: Sequence[Device], new_step_id: Callable[[], int],
        leftovers: Leftovers, sequences: StepSequences,
    ) -> None:  # fmt: skip
        self.sequences = sequences
        self.handle = handle
        self.config = config
        self.closed = False
        self.new_step_id = new_step_id
        self.workers = workers
        self.task = task
        self.client = devices[0]
        self._devices = devices
        self._local = local
        self._leftovers = leftovers
        self._compiler = Compiler(config, DeviceSet(devices).prioritized())
        self._num_checked = 0
        self._steps: set[ClusterStep] = set()
        self._cleaning: set[asyncio.Task[None]] = set()

    @property
    def devices(self) -> Sequence[Device]:
        """The devices of all tasks."""
        return self._devices

    # ---- compiling
    async def prepare_for_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation],
        options: StepOptions,
    ) -> PreparedRun:  # fmt: skip
        """Compiles a signature: places it, cuts it, and gives each worker its part.

        Raises:
            OpError: A node cannot be placed, or a worker does not take its part.
        """
        graph_key = options.collective_graph_key
        handles, key = await self._cut(graph, feeds, fetches, targets, graph_key)
        if handles is None:
            return await self._local.prepare_for_run(graph, feeds, fetches, targets, options)
        debugged = partial(self._cut, graph, feeds, fetches, targets, graph_key)
        return ClusterRun(self, handles, feeds, fetches, targets, debugged, key)

    async def _cut(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation],
        graph_key: int = 0, debug: DebugOptions | None = None,
    ) -> tuple[Mapping[str, str] | None, int]:  # fmt: skip
        """The handles of the parts by task, with what a debugger watches; None where all is on the master's task.

        Beside them the key of the graph's collectives, which is `graph_key` if it has any and that is not 0.
        """
        self._check_new_nodes(graph)
        pruned = prune(graph, feeds, fetches, targets, is_partial_run=True)
        for op in pruned.get_operations():
            if op.attrs.get("client_terminated"):
                self._come_from_client(op)
        placed_graph, placed = self._compiler.place_pruned(pruned)
        key = collective_graph_key(placed_graph.get_operations(), graph_key)
        if not key and all(task_of(device.name) == self.task for device in placed.values()) and self._are_here(feeds):
            return None, 0
        parts = _by_task(partition(placed_graph, placed))
        handles = await asyncio.gather(*(self._register(task, part, key, debug) for task, part in parts.items()))
        return dict(zip(parts, handles, strict=True)), key

    def _are_here(self, feeds: Sequence[Tensor]) -> bool:
        """Whether fed nodes may be on the master's own task; what would have given their values may be elsewhere."""
        here = DeviceSpec.parse(self.task)
        return all(DeviceSpec.parse_request(fed.op.device or "").intersect(here) is not None for fed in feeds)

    def prepare(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> PreparedRun:
        """Raises `UnimplementedError`: workers have to be waited for."""
        raise errors.unimplemented("signatures on several tasks cannot be compiled without waiting")

    def _check_new_nodes(self, graph: Graph) -> None:
        """Places what is new, so that a node that cannot be placed is refused whether it is wanted or not."""
        if self.config.graph_options.place_pruned_graph:
            return
        ops = graph.get_operations()
        self._compiler.check_placement(ops[self._num_checked :])
        self._num_checked = max(self._num_checked, len(ops))

    def _come_from_client(self, op: Operation) -> None:
        """Lets a feed come from, or a fetch go to, the master's first device, where all values of clients pass."""
        name = self.client.name.encode()
        op.device = self.client.name
        op.attrs.update(
            send_device=name, recv_device=name, send_device_incarnation=self.client.attributes.incarnation
        )

    def key(self, tensor: Tensor) -> str:
        """The key under which a fed or fetched value is handed over."""
        name = self.client.name
        return rendezvous_key(name, self.client.attributes.incarnation, name, tensor.name)

    async def _register(self, task: str, part: GraphDef, graph_key: int, debug: DebugOptions | None) -> str:
        request = worker_pb2.RegisterGraphRequest(
            session_handle=self.handle, create_worker_session_called=True, graph_def=part,
            graph_options=self.config.graph_options, config_proto=self.config,
            collective_graph_key=graph_key,
        )  # fmt: skip
        request.debug_options.CopyFrom(debug or DebugOptions())
        try:
            return await self.workers[task].register_graph(request)
        except errors.OpError as error:
            error.message = f"From {task}:\n{error.message}"
            raise

    # ---- running
    async def run(self, step: ClusterStep, step_id: int, timeout_s: float | None) -> Mapping[str, Any]:
        """Runs a step, and has those who took part forget it afterwards, without waiting for that.

        Raises:
            CancelledError: The session has been closed.
            OpError: See `ClusterStep.run`.
        """
        if self.closed:
            raise errors.cancelled("Run call was cancelled")
        self._steps.add(step)
        try:
            return await step.run(timeout_s)
        finally:
            self._steps.discard(step)
            for task in step.tasks:
                cleaning = asyncio.ensure_future(_clean_up(self.workers[task], step_id))
                self._cleaning.add(cleaning)
                cleaning.add_done_callback(self._cleaning.discard)

    async def forget(self, handles: Mapping[str, str]) -> None:
        """Has workers forget parts of which no step runs any more."""

        async def deregister(task: str, handle: str) -> None:
            request = worker_pb2.DeregisterGraphRequest(
                session_handle=self.handle, create_worker_session_called=True, graph_handle=handle
            )
            try:
                await self.workers[task].deregister_graph(request)
            except errors.OpError as error:
                _LOG.info("a part of session %s was not forgotten at %s: %s", self.handle, task, error.message)

        await asyncio.gather(*(deregister(task, handle) for task, handle in handles.items()))

    async def start_partial_run(
        self, graph: Graph, feeds: Sequence[Tensor], fetches: Sequence[Tensor], targets: Sequence[Operation]
    ) -> Any:
        """Starts a partial run.

        Raises:
            OpError: As for `prepare_for_run`.
        """
        handles, _ = await self._cut(graph, feeds, fetches, targets)
        if handles is None:
            return await self._local.start_partial_run(graph, feeds, fetches, targets)
        timeout_s = read_options(None, self.config).timeout_s
        return ClusterPartialRun(self, handles, feeds, fetches, timeout_s)

    def prepare_callable(self, graph: Graph, options: CallableOptions) -> None:
        """Leaves it to the caller."""

    async def list_devices(self) -> list[DeviceAttributes]:
        """The devices of all tasks."""
        return [device.attributes for device in self._devices]

    def statistics(self) -> SessionStatistics:
        """Counts what runs on the master's own task alone."""
        return self._local.statistics()

    def settings(self) -> list[Setting]:
        """The settings that hold on the master's own task."""
        return self._local.settings()

    # ---- the end
    async def close(self) -> None:
        """Ends all steps, and the session at all workers."""
        self.closed = True
        for step in list(self._steps):
            step.stop(errors.cancelled("Run call was cancelled"))
        await self._local.close()
        if self._cleaning:
            await asyncio.wait(self._cleaning, timeout=_DELETE_TIMEOUT_S)
        await asyncio.gather(*(self._delete(task, worker) for task, worker in self.workers.items()))

    async def _delete(self, task: str, worker: WorkerInterface) -> None:
        try:
            await worker.delete_session(self.handle, _DELETE_TIMEOUT_S)
        except errors.OpError as error:
            _LOG.info("session %s was not deleted at %s yet: %s", self.handle, task, error.message)
            self._leftovers.add(task, self.handle)

    def close_nowait(self) -> None:
        """Ends all steps."""
        self.closed = True
        for step in list(self._steps):
            step.stop(errors.cancelled("Run call was cancelled"))
        self._local.close_nowait()


async def _clean_up(worker: WorkerInterface, step_id: int) -> None:
    # Again while it cannot be reached: it may be there, and keep what nobody will take. What is left behind the last
    # time, because the worker was away for longer, goes when its own time is over (`Steps`).
    for wait_s in _CLEAN_UP_AGAIN_S:
        try:
            await worker.cleanup_graph(step_id)
            return
        except errors.UnavailableError:
            await asyncio.sleep(wait_s)
        except errors.OpError:
            return


def _by_task(parts: Mapping[Device, Graph]) -> dict[str, GraphDef]:
    """The parts of devices as one message for each task. Names of nodes are unique over all parts."""
    found: dict[str, GraphDef] = {}
    for device, part in parts.items():
        message = part.as_graph_def()
        known = found.setdefault(task_of(device.name), message)
        if known is not message:
            known.node.extend(message.node)
    return found


class ClusterRun:
    """A signature on several tasks, registered at their workers.

    Args:
        session: The session.
        handles: Task -> the handle of its part.
        feeds: Fed tensors.
        fetches: Fetched tensors.
        targets: Operations to run.
        cut: Registers the parts once more, with what a debugger watches.
        graph_key: The key of its collectives; 0 if it has none.
    """

    keeps_metadata = False

    def __init__(
        self, session: ClusterSession, handles: Mapping[str, str], feeds: Sequence[Tensor], fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        cut: Callable[[DebugOptions], Awaitable[tuple[Mapping[str, str] | None, int]]], graph_key: int,
    ) -> None:  # fmt: skip
        self._cut = cut
        self._graph_key = graph_key
        self._names = [sorted(element.name for element in group) for group in (feeds, fetches, targets)]
        #: How many runs a debugger has watched: of these the first one is 0, as in TensorFlow's clusters.
        self._debug_numbers = itertools.count()
        self._session = session
        self._handles = handles
        self._feeds = [(session.key(tensor), tensor.dtype.base_dtype) for tensor in feeds]
        self._fetches = [session.key(tensor) for tensor in fetches]

    def start(
        self, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None = None
    ) -> Awaitable[list[Any]]:
        """See `PreparedRun`."""
        if options.debug is not None:
            return self._run_debugged(options.debug, feed_values, options, run_metadata)
        return self._run(self._handles, feed_values, options, run_metadata)

    async def _run_debugged(
        self, request: DebugRequest, feed_values: Sequence[Any], options: StepOptions, run_metadata: RunMetadata | None
    ) -> list[Any]:
        """Runs a step of which each task dumps its own part, where it is; what the run is is written here."""
        # Registered for this run alone: wrappers of sessions dump each run into a folder of its own.
        handles, _ = await self._cut(request.to_proto())
        assert handles is not None, "it is on several tasks"
        try:
            await asyncio.to_thread(write_run, request, next(self._debug_numbers), *self._names)
            return await self._run(handles, feed_values, options, run_metadata)
        finally:
            await self._session.forget(handles)

    async def _run(
        self, handles: Mapping[str, str], feed_values: Sequence[Any], options: StepOptions,
        run_metadata: RunMetadata | None,
    ) -> list[Any]:  # fmt: skip
        if not self._graph_key:
            return await self._run_step(handles, feed_values, options, run_metadata, self._session.new_step_id())
        try:
            async with asyncio.timeout(options.timeout_s):
                key = options.collective_graph_key or self._graph_key
                async with self._session.sequences.step(key, keeps_failed=len(handles) == 1) as step_id:
                    return await self._run_step(handles, feed_values, options, run_metadata, step_id)
        except TimeoutError:  # before its turn has come
            raise errors.deadline_exceeded(f"the step took longer than {options.timeout_s} s") from None

    async def _run_step(
        self, handles: Mapping[str, str], feed_values: Sequence[Any], options: StepOptions,
        run_metadata: RunMetadata | None, step_id: int,
    ) -> list[Any]:  # fmt: skip
        session = self._session
        noted = None
        if not options.is_plain:
            noted = worker_pb2.ExecutorOpts(
                record_timeline=options.traces, record_partition_graphs=options.wants_graphs,
                report_tensor_allocations_upon_oom=options.reports_memory,
            )  # fmt: skip
        parts = {}
        for task, handle in handles.items():
            run = GraphRun(session.handle, handle, step_id, options=noted, request_id=session.new_step_id())
            if task == session.task:
                run.feeds = {
                    key: (dtype, value) for (key, dtype), value in zip(self._feeds, feed_values, strict=True)
                }
                run.fetches = self._fetches
            parts[task] = session.workers[task], run
        results = await session.run(ClusterStep(parts), step_id, options.timeout_s)
        if run_metadata is not None:
            for result in results.values():
                run_metadata.MergeFromString(result.metadata)
        own = results.get(session.task)
        return [] if own is None else list(fetched(own, self._fetches))

    def explain(self) -> list[Explanation]:
        """Raises `UnimplementedError`: its parts run elsewhere."""
        raise errors.unimplemented("steps of several tasks are not explained; trace them")
