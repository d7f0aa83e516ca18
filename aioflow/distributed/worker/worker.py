"""Worker: runs the parts of graphs that masters give to this task."""
from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import getrandbits
from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto, RunMetadata
from aioflow._proto.debug_pb2 import DebugOptions
from aioflow._proto.distributed import worker_pb2
from aioflow._proto.graph_pb2 import GraphDef
from aioflow.compiler.compiler import ExecutorEntry
from aioflow.distributed.collective.messages import buffer_response
from aioflow.distributed.collective.step_sequences import StepSequences
from aioflow.distributed.collective.task_resolver import TaskResolver
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun, WorkerInterface
from aioflow.distributed.transport.statuses import POSSIBLY_RESTARTED, derived
from aioflow.distributed.wire.device_messages import device_message
from aioflow.distributed.wire.request_ids import RequestIds
from aioflow.distributed.worker.peers import Peers, task_addresses, task_of
from aioflow.distributed.worker.remote_rendezvous import RemoteRendezvous, variant_refused
from aioflow.distributed.worker.sessions import GraphPart, WorkerSession, WorkerSessions
from aioflow.distributed.worker.steps import Steps
from aioflow.distributed.worker.task import Task
from aioflow.executor.tracing.transfer_log import TransferLog
from aioflow.framework import Limits, dtypes
from aioflow.framework.devices.cluster_spec import ClusterSpec
from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Graph
from aioflow.framework.importing import import_part
from aioflow.framework.watches import Watches
from aioflow.session.direct_session import DirectSession
from aioflow.session.session_factory import SessionOptions
from aioflow.session.steps.step_options import StepOptions, read_options
from aioflow.session.watching.debug_options import DebugRequest, check_folder, read_debug_options

#: TensorFlow's number.
_MAX_IDS = 100_000
_MAX_STEPS = 100_000
_NODES_ON_LOOP = 50  # see `master_session`
_DEAD = np.zeros(0, np.float32)  # what travels in the place of a dead value


class Worker(WorkerInterface):
    """See `WorkerInterface`. Belongs to one event loop.

    Args:
        task: Devices and resources.
        peers: The other workers.
        config: Settings for sessions that say nothing else.
        unsafe_ops: Whether graphs may touch files, processes and the network.
        limits: Bounds for graphs; None for the default ones.
        debug_folder: The folder below which masters may have what a debugger watches dumped; None refuses that.
        random_bits: Gives random numbers of so many bits.
        lease_s: See `WorkerSessions`.
        max_sessions: See `WorkerSessions`.

    Attributes:
        task: See above.
        peers: See above.
        sessions: Those of masters.
        steps: What it knows of steps.
        sequences: The numbers of steps with collectives.
    """

    def __init__(
        self, task: Task, peers: Peers, config: ConfigProto, unsafe_ops: bool = False, limits: Limits | None = None,
        debug_folder: str | None = None,
        random_bits: Callable[[int], int] = getrandbits, lease_s: float | None = None, max_sessions: int = 10_000,
    ) -> None:  # fmt: skip
        self.task = task
        self.peers = peers
        self._config = config
        self._trust = "full" if unsafe_ops else "untrusted"
        self._limits = limits
        self._debug_folder = debug_folder
        self.sessions = WorkerSessions(
            peers.find, self.delete_session, self.cleanup_graph, lambda step_id: self.steps.runs(step_id), lease_s,
            max_sessions,
        )  # fmt: skip
        #: Those of steps that have not been cleaned up, by number.
        self._session_of_step: dict[int, WorkerSession] = {}
        self._numbers = itertools.count(1)
        self._request_ids = itertools.count(1)
        self._run_ids = RequestIds("RunGraph (Worker)", _MAX_IDS)
        self._recv_ids = RequestIds("RecvTensor (Worker)", _MAX_IDS)
        self.steps = Steps(self._rendezvous, _MAX_STEPS)
        leader = config.experimental.collective_group_leader
        self._collectives = task.collectives = TaskResolver(task.name, leader, peers.find)
        self.sequences = StepSequences("" if leader == task.name else leader, peers.find, random_bits)

    def _rendezvous(self, step_id: int) -> RemoteRendezvous:
        return RemoteRendezvous(step_id, self.task.name, self.peers.find, self._new_id)

    def _new_id(self) -> int:
        # Unlike those of all other workers: what tells a process apart is the incarnation of its first device.
        return (self.task.devices[0].attributes.incarnation ^ next(self._request_ids) << 20) & (2**63 - 1)

    # ---- sessions
    async def get_status(self, timeout_s: float | None = None) -> worker_pb2.GetStatusResponse:
        """See `WorkerInterface`."""
        devices = [device_message(device.attributes) for device in self.task.devices]
        return worker_pb2.GetStatusResponse(device_attributes=devices)

    async def create_session(self, request: worker_pb2.CreateWorkerSessionRequest) -> None:
        """See `WorkerInterface`."""
        config = ConfigProto()
        config.CopyFrom(self._config)
        config.graph_options.place_pruned_graph = True
        await self.open_session(request, config)

    async def open_session(self, request: worker_pb2.CreateWorkerSessionRequest, config: ConfigProto) -> DirectSession:
        """Opens a session with settings of its own, unless it is open; returns what runs its parts.

        Raises:
            PermissionDeniedError: Its cluster has a task where none may be.
            ResourceExhaustedError: There are as many as there may be.
            OpError: The settings are wrong.
        """
        if request.server_def.cluster.job:
            self.peers.introduce(task_addresses(ClusterSpec(request.server_def.cluster)))
        await self._forget_former(request.master_task, request.master_incarnation)
        known = self.sessions.get(request.session_handle)
        if known is None:
            self.sessions.check_room()
            host = self.task.host(request.isolate_session_state)
            backend = DirectSession(SessionOptions("", config), host)
            known = WorkerSession(backend, request.master_task, request.master_incarnation)
            self.sessions.open(request.session_handle, known)
        return known.backend

    async def _forget_former(self, master: str, incarnation: int) -> None:
        """Ends the sessions of a master's process that was where another one is now: nobody will ask for them."""
        for handle, session in list(self.sessions.items()):
            if master and session.master == master and session.master_incarnation != incarnation:
                await self.delete_session(handle)

    async def delete_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """See `WorkerInterface`."""
        session = self.sessions.pop(session_handle, None)
        if session is not None:
            for running in session.partial_runs.values():
                running.cancel()
            await session.backend.close()
            for step_id in session.steps:  # of which its master has not said so, and may never do
                self._session_of_step.pop(step_id, None)
                self.steps.finish(step_id)

    # ---- parts of graphs
    async def register_graph(self, request: worker_pb2.RegisterGraphRequest) -> str:
        """See `WorkerInterface`."""
        session = self.sessions.used(request.session_handle, self.task.name)
        for node in request.graph_def.node:
            if not node.device:
                raise errors.invalid_argument(f"Node '{node.name}' is missing a device specification")
        debug = self._debug_request(request.debug_options)
        read = partial(self._compile, session.backend, request.graph_def, () if debug is None else debug.watches)
        if len(request.graph_def.node) > _NODES_ON_LOOP:
            entry = await asyncio.to_thread(read)
        else:
            entry = read()
        handle = f"{next(self._numbers):016x}"
        has_collectives = request.collective_graph_key != 0
        session.graphs[handle] = GraphPart(entry, _sent_dtypes(request.graph_def), debug, has_collectives)
        return handle

    def _debug_request(self, options: DebugOptions) -> DebugRequest | None:
        """What a master's client wants to have dumped of a part; its master tells of the runs.

        Raises:
            PermissionDeniedError: It may not be written there.
        """
        asked = read_debug_options(
            options.debug_tensor_watch_opts, options.global_step, options.reset_disk_byte_usage
        )  # fmt: skip
        if asked is None:
            return None
        check_folder(asked, self._debug_folder)
        return asked._replace(tells_of_run=False)

    def _compile(self, backend: DirectSession, message: GraphDef, watches: Watches) -> ExecutorEntry:
        graph = Graph()
        for node in message.node:
            node.attr.pop("_class", None)  # what they are beside may be elsewhere; where they are is decided
        try:
            with graph.as_default():
                import_part(message, self._trust, self._limits)
        except ValueError as error:
            raise errors.invalid_argument(str(error)) from None
        # Everything in a part is wanted by somebody, whatever it looks like from here.
        read = {tensor.op for op in graph.get_operations() for tensor in op.inputs}
        graph.targets = frozenset(op.name for op in graph.get_operations() if op not in read)
        return backend.compile_part(graph, watches)

    async def deregister_graph(self, request: worker_pb2.DeregisterGraphRequest) -> None:
        """See `WorkerInterface`."""
        self.sessions.used(request.session_handle, self.task.name).graphs.pop(request.graph_handle, None)

    # ---- steps
    async def run_graph(self, run: GraphRun) -> GraphResult:
        """See `WorkerInterface`."""
        self._run_ids.check(run.request_id)
        session = self.sessions.used(run.session_handle, self.task.name)
        if run.graph_handle not in session.graphs:
            raise errors.aborted(f"Graph handle is not found: {run.graph_handle}")
        session.steps.add(run.step_id)
        self._session_of_step[run.step_id] = session
        if run.is_partial:
            return await self._go_on(session, run)
        return await self._run_whole(session, run)

    async def _go_on(self, session: WorkerSession, run: GraphRun) -> GraphResult:
        """Goes on with a step that gets its feeds in several calls; the first of them starts it."""
        rendezvous = self.steps.find(run.step_id)  # raises for a step that is over, before it is started again
        running = session.partial_runs.get(run.step_id)
        if running is None:
            whole = replace(run, feeds={}, fetches=())
            running = session.partial_runs[run.step_id] = asyncio.ensure_future(self._run_whole(session, whole))
            running.add_done_callback(lambda task: task.cancelled() or task.exception())  # told by the calls
        try:
            for key, (_, value) in run.feeds.items():
                rendezvous.send(key, value, False)
            values = {key: await rendezvous.take(key) for key in run.fetches}
            result = await running if run.is_last else GraphResult()
        except errors.OpError:
            await asyncio.wait({running})  # which has said so at the rendezvous, and knows why
            if not running.cancelled():
                running.result()
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():  # not this call was cancelled, but the step
                raise derived(errors.aborted(f"Cleanup {run.step_id}")) from None
            raise
        return GraphResult(values, result.metadata)

    async def _run_whole(self, session: WorkerSession, run: GraphRun) -> GraphResult:
        part = session.graphs[run.graph_handle]
        rendezvous = self.steps.begin(run.step_id, part.has_collectives)
        rendezvous.dtypes.update(part.sent)
        try:
            options = _step_options(run.options)
            if part.debug is not None:
                options = replace(options, debug=part.debug, is_plain=False)
            return await self._run(session, part, rendezvous, run, options)
        except asyncio.CancelledError:
            # Who has asked for it wants it no more, or has vanished: nothing can come of the step, and nobody may be
            # left to say so.
            self.steps.finish(run.step_id)
            raise
        finally:
            self.steps.end(run.step_id)

    async def _run(
        self, session: WorkerSession, part: GraphPart, rendezvous: RemoteRendezvous, run: GraphRun,
        options: StepOptions,
    ) -> GraphResult:  # fmt: skip
        metadata = None if options.is_plain else RunMetadata()
        if options.traces:
            rendezvous.log = TransferLog()
        for key, (_, value) in run.feeds.items():
            rendezvous.send(key, value, False)
        try:
            await session.backend.run_part(part.entry, rendezvous, options, metadata)
        except BaseException as error:
            # Others wait for what this part would have sent. For them it is the consequence of another error.
            told = error.again() if isinstance(error, errors.OpError) else errors.cancelled("RunGraph was cancelled")
            rendezvous.abort(derived(told))
            if part.has_collectives and isinstance(error, asyncio.CancelledError):
                self.steps.note_repeated(run.step_id)
            raise
        if metadata is not None and rendezvous.log is not None:
            rendezvous.log.write_to(metadata.step_stats)
        values = {key: await rendezvous.take(key) for key in run.fetches}
        return GraphResult(values, b"" if metadata is None else metadata.SerializeToString())

    async def cleanup_graph(self, step_id: int) -> None:
        """See `WorkerInterface`."""
        session = self._session_of_step.pop(step_id, None)
        if session is not None:
            session.steps.discard(step_id)
            running = session.partial_runs.pop(step_id, None)
            if running is not None:
                running.cancel()
        self.steps.finish(step_id)

    async def cleanup_all(self, containers: Sequence[str]) -> None:
        """See `WorkerInterface`."""
        self.task.clear(containers)

    async def recv_tensor(self, step_id: int, key: str, request_id: int) -> tuple[Any, DType, bool]:
        """See `WorkerInterface`."""
        self._recv_ids.check(request_id)
        parts = key.split(";")
        if len(parts) != 5:
            raise errors.invalid_argument(f"Invalid rendezvous key: {key}")
        self._check_sender(parts[0], self._incarnation(parts[1]))
        with self.steps.receiving(step_id) as rendezvous:
            value, is_dead = await rendezvous.take(key)
        if is_dead:
            return _DEAD, dtypes.float32, True
        dtype = rendezvous.dtypes.get(parts[3]) or dtypes.as_dtype(np.asarray(value).dtype)
        if dtype is dtypes.variant:
            raise variant_refused(key)
        return value, dtype, False

    @staticmethod
    def _incarnation(text: str) -> int:
        try:
            return int(text or "0", 16)
        except ValueError:
            raise errors.invalid_argument(f"Invalid incarnation in a rendezvous key: {text}") from None

    def _own_incarnation(self, name: str) -> int:
        device = next((device for device in self.task.devices if device.name == name), None)
        if device is None:
            raise errors.invalid_argument(f"{name} is no device of {self.task.name}")
        return device.attributes.incarnation & (2**64 - 1)

    def _check_sender(self, name: str, expected: int) -> None:
        """Raises for a value that another process would have sent, which was at this place before."""
        own = self._own_incarnation(name)
        if expected != own:
            error = errors.aborted(
                f"RecvTensor expects a different device incarnation: {expected} vs. {own}. Your "
                f"worker job (\"{task_of(name)}\") was probably restarted. Check your worker job for the reason why it "
                "was restarted."
            )
            error.experimental_payloads[POSSIBLY_RESTARTED] = b""
            raise error

    # ---- collectives
    async def complete_group(self, request: worker_pb2.CompleteGroupRequest) -> worker_pb2.CompleteGroupResponse:
        """See `WorkerInterface`."""
        return await self._collectives.answer_group(request)

    async def complete_instance(
        self, request: worker_pb2.CompleteInstanceRequest
    ) -> worker_pb2.CompleteInstanceResponse:
        """See `WorkerInterface`."""
        return await self._collectives.answer_instance(request)

    async def get_step_sequence(
        self, request: worker_pb2.GetStepSequenceRequest
    ) -> worker_pb2.GetStepSequenceResponse:
        """See `WorkerInterface`."""
        steps = [
            worker_pb2.StepSequence(graph_key=key, next_step_id=self.sequences.next_of(key))
            for key in request.graph_key
        ]
        return worker_pb2.GetStepSequenceResponse(step_sequence=steps)

    async def recv_buf(self, request: worker_pb2.RecvBufRequest) -> worker_pb2.RecvBufResponse:
        """See `WorkerInterface`.

        Raises:
            FailedPreconditionError: The device's process is not the one that is meant.
        """
        own = self._own_incarnation(request.src_device)
        if request.src_incarnation and request.src_incarnation != own:
            raise errors.failed_precondition(
                f"RecvBuf expects a different device incarnation: {request.src_incarnation} vs. {own}. Your worker job "
                f'("{self.task.name}") was probably restarted. Check your worker job for the reason why it was '
                "restarted."
            )
        with self.steps.receiving(request.step_id) as rendezvous:
            value = await rendezvous.buffers.take_here(request.buf_rendezvous_key)
        return buffer_response(value, self._config.experimental.recv_buf_max_chunk)

    # ---- the end
    async def close(self) -> None:
        """Does nothing: who lets go of a worker of this process leaves it as it is."""

    async def stop(self) -> None:
        """Ends all sessions and steps."""
        await self.sessions.stop()
        self.steps.close()


def _sent_dtypes(message: GraphDef) -> dict[str, DType]:
    """The dtypes of what a part sends, by the names of transfers."""
    return {
        node.attr["tensor_name"].s.decode(errors="replace"): dtypes.as_dtype(node.attr["T"].type)
        for node in message.node
        if node.op in ("_Send", "_HostSend", "Send")
    }


_PLAIN = read_options(None, ConfigProto())


def _step_options(options: worker_pb2.ExecutorOpts | None) -> StepOptions:
    if options is None or not (options.record_timeline or options.record_partition_graphs):
        return _PLAIN
    return replace(
        _PLAIN, is_plain=False, traces=options.record_timeline, wants_graphs=options.record_partition_graphs,
        reports_memory=options.report_tensor_allocations_upon_oom,
    )  # fmt: skip
