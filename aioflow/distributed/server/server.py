"""Server: one task of a cluster, to which clients, masters and other workers come."""
from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any

from aioflow import errors
from aioflow._proto.cluster_pb2 import ClusterDef
from aioflow._proto.config_pb2 import ConfigProto
from aioflow._proto.distributed.worker_pb2 import CreateWorkerSessionRequest
from aioflow._proto.server_pb2 import ServerDef
from aioflow._proto.serving.ssl_config_pb2 import SSLConfig
from aioflow.distributed.client.local_masters import add_local_master, forget_local_master
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.distributed.master.cluster_session import ClusterSession
from aioflow.distributed.master.leftovers import Leftovers
from aioflow.distributed.master.master import Master
from aioflow.distributed.master.remote_devices import devices_of, filtered_tasks
from aioflow.distributed.master.service import master_handlers
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.server.access import check_bind, token_check
from aioflow.distributed.server.health import health_handlers
from aioflow.distributed.transport.tls import channel_credentials, grpc_credentials, tls_context
from aioflow.distributed.transport.transport import Listener, Services, Transport
from aioflow.distributed.worker.peers import Peers, task_addresses
from aioflow.distributed.worker.remote_worker import RemoteWorker
from aioflow.distributed.worker.service import worker_handlers
from aioflow.distributed.worker.task import Task
from aioflow.distributed.worker.worker import Worker
from aioflow.framework.devices.cluster_spec import ClusterSpec
from aioflow.session.direct_session import DirectSession
from aioflow.session.session_factory import SessionBackend, SessionOptions

_LOG = logging.getLogger(__name__)


class Server:
    """A task of a cluster: `async with Server(...) as server`, or `await server.start()` and `await server.stop()`.

        async with tf.train.Server.create_local_server() as server:
            async with tf.Session(server.target) as session: ...

    Args:
        server_or_cluster_def: A `ServerDef`, `ClusterDef`, `ClusterSpec`, or what `ClusterSpec` takes.
        job_name: The job of this task; may be left out where there is one job.
        task_index: The number of this task; may be left out where its job has one task.
        protocol: "grpc", or None.
        config: Settings for sessions that say nothing else; also decides which devices there are.
        start: Accepted as TensorFlow's; a server starts where it is awaited.
        settings: What clients are allowed.
        insecure: Whether it may listen, without encryption, where other machines reach it. TensorFlow's servers do.
        token: What calls must have as `authorization: Bearer TOKEN`, also those between the tasks of the cluster; ""
            for nothing. Sessions get it from `aioflow.distributed.client.tokens.use_token`.
        tls: Encrypts, with keys and certificates from `aioflow.distributed.transport.tls.read_tls`. The tasks of the
            cluster check each other by its roots, and show its certificate to each other. Sessions come by `grpcs://`,
            and get roots and certificates from `aioflow.distributed.client.certificates.use_tls`.
        transport: Carries the calls, and is to encrypt them itself; gRPC when None.
        seed: Makes names of sessions and numbers of steps predictable, for tests.

    Raises:
        InvalidArgumentError: The cluster has no such task, others could reach it (see `insecure`), or key and
            certificate do not fit.
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: ConfigProto | None = None,
        start: bool = True,
        *,
        settings: MasterSettings | None = None,
        insecure: bool = False,
        token: str = "",
        tls: SSLConfig | None = None,
        transport: Transport | None = None,
        seed: int | None = None,
    ) -> None:
        self._server_def = _server_def(server_or_cluster_def, job_name, task_index, protocol, config)
        server_def = self._server_def
        self._cluster = ClusterSpec(server_def.cluster)
        address = self._cluster.task_address(server_def.job_name, server_def.task_index)
        if server_def.port:
            address = f"{address.rpartition(':')[0]}:{server_def.port}"
        check_bind(address, tls is not None, insecure)
        if tls is not None:
            tls_context(tls)  # what does not fit is told here, not when it starts
        self._address = address
        self._transport = transport
        #: To addresses that clients have chosen.
        self._chosen_transport = transport
        self._token = token
        self._tls = tls
        self._random = random.SystemRandom() if seed is None else random.Random(seed)
        self._last_step_id = self._random.getrandbits(56)
        self._listener: Listener | None = None
        self._stopped: asyncio.Event = asyncio.Event()
        settings = settings or MasterSettings()
        self.task = Task(server_def.job_name, server_def.task_index, server_def.default_session_config)
        self._peers = Peers(
            task_addresses(self._cluster), self._connect, settings.cluster_addresses, self._connect_chosen
        )
        self.worker = Worker(
            self.task, self._peers, server_def.default_session_config, settings.unsafe_ops, settings.limits,
            settings.debug_folder, self._random.getrandbits, settings.lease_s, settings.max_worker_sessions,
        )  # fmt: skip
        self._peers.add(self.task.name, self.worker)
        self._leftovers = Leftovers(self._peers.find)
        self.master = Master(self.task.name, self._open_backend, self._clear, settings, self._random.getrandbits)

    @staticmethod
    def create_local_server(config: ConfigProto | None = None, start: bool = True, **settings: Any) -> Server:
        """Makes a server of a cluster of its own, at a free port of this machine.

        Args:
            config: As for the constructor.
            start: As for the constructor.
            settings: Keyword arguments of the constructor.

        Raises:
            InvalidArgumentError: Key and certificate do not fit.
        """
        return Server({"localhost": ["localhost:0"]}, protocol="grpc", config=config, start=start, **settings)

    @property
    def server_def(self) -> ServerDef:
        """The server's place in its cluster."""
        return self._server_def

    @property
    def address(self) -> str:
        """The address where it listens, "host:port".

        Raises:
            FailedPreconditionError: It has not started.
        """
        if self._listener is None:
            raise errors.failed_precondition("the server has not started; use `async with`, or await start()")
        return self._listener.address

    @property
    def target(self) -> str:
        """The target for sessions, "grpc://host:port"; "grpcs://host:port" with TLS."""
        return f"{'grpc' if self._tls is None else 'grpcs'}://{self.address}"

    async def start(self) -> None:
        """Listens; a second call does nothing.

        Raises:
            UnavailableError: The address is in use, or none of this machine.
            RuntimeError: It has been stopped.
        """
        if self._stopped.is_set():
            raise RuntimeError("a server that was stopped does not start again; make a new one")
        if self._listener is not None:
            return
        if self._transport is None:
            # Not above: simulated clusters need no gRPC.
            from aioflow.distributed.transport.grpc_transport import GrpcOptions, GrpcTransport

            # The other tasks have the same token, which their calls and ours are to have, and the same authority.
            options = GrpcOptions(token=self._token)
            if self._tls is not None:
                options = GrpcOptions(
                    token=self._token, credentials=channel_credentials(self._tls),
                    server_credentials=grpc_credentials(self._tls),
                )  # fmt: skip
            self._transport = GrpcTransport(options)
            is_shared = self.master.settings.shares_token
            self._chosen_transport = self._transport if is_shared else GrpcTransport(replace(options, token=""))
        handlers = {
            **master_handlers(self.master), **worker_handlers(self.worker, self.master.settings.max_message_nbytes),
            **health_handlers(lambda: not self._stopped.is_set()),
        }
        services = Services(handlers, token_check(self._token))
        self._listener = await self._transport.serve(self._address, services)
        add_local_master(self.address, self.master)
        _LOG.info("Started server with target: %s", self.target)

    async def stop(self, grace_s: float | None = None) -> None:
        """Takes no new calls, ends all sessions, and forgets all state; a second call does nothing.

        Args:
            grace_s: How long steps in flight may take to their end; None cancels them at once.
        """
        if self._stopped.is_set():
            return
        self._stopped.set()
        if self._listener is not None:
            forget_local_master(self.address)
            await self._listener.stop(grace_s)
        await self.master.stop()
        self._leftovers.close()
        await self.worker.stop()
        await self._peers.close()
        for manager in self.task.resources.values():
            manager.clear()

    async def join(self) -> None:
        """Waits until the server is stopped."""
        await self._stopped.wait()

    async def __aenter__(self) -> Server:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.stop()

    # ---- for the master
    def _connect(self, address: str) -> WorkerInterface:
        return self._connected(self._transport, address)

    def _connect_chosen(self, address: str) -> WorkerInterface:
        return self._connected(self._chosen_transport, address)

    @staticmethod
    def _connected(transport: Transport | None, address: str) -> WorkerInterface:
        if transport is None:
            raise errors.failed_precondition("the server has not started")
        return RemoteWorker(transport.connect(address))

    async def _open_backend(self, config: ConfigProto, handle: str) -> SessionBackend:
        merged = ConfigProto()
        merged.CopyFrom(config)
        merged.MergeFrom(self._server_def.default_session_config)  # scalars of the server count more, as in TensorFlow
        tasks = filtered_tasks(self._tasks_of(merged), self.task.name, merged.device_filters)
        leader = self._server_def.default_session_config.experimental.collective_group_leader
        if tasks == [self.task.name] and not leader:  # with a leader groups may have members on other masters' tasks
            merged.ClearField("device_filters")
            return DirectSession(SessionOptions("", merged), self.task.host(isolated=merged.isolate_session_state))
        return await self._open_cluster(merged, handle, tasks)

    def _tasks_of(self, config: ConfigProto) -> Collection[str]:
        """The tasks of a session: those of the cluster that its settings name, or else of the server's.

        Raises:
            InvalidArgumentError: This task is none of them.
            PermissionDeniedError: One of them is where none may be.
        """
        if not config.cluster_def.job:
            return task_addresses(self._cluster)
        addresses = task_addresses(ClusterSpec(config.cluster_def))
        if self.task.name not in addresses:
            raise errors.invalid_argument(f"the cluster_def lacks the task of its master, {self.task.name}")
        self._peers.introduce(addresses)
        return addresses

    async def _open_cluster(self, config: ConfigProto, handle: str, tasks: list[str]) -> SessionBackend:
        others = await devices_of(self._peers, [task for task in tasks if task != self.task.name])
        workers = {task: self._peers.find(task) for task in tasks}
        request = CreateWorkerSessionRequest(
            session_handle=handle, isolate_session_state=config.isolate_session_state, master_task=self.task.name,
            master_incarnation=self.task.devices[0].attributes.incarnation,
        )  # fmt: skip
        request.server_def.cluster.CopyFrom(config.cluster_def)
        # What only the master's own task has runs in the same session as its parts of steps: queues without a name, and
        # generators of random numbers, belong to one session, and are to be the same for both.
        local = ConfigProto()
        local.CopyFrom(config)
        local.graph_options.place_pruned_graph = True
        try:
            own = await self.worker.open_session(request, local)
            await _open_everywhere(workers, request)
        except BaseException:  # also the end of the time that the client waits
            await self.worker.delete_session(handle)
            for task in workers:  # later: what was asked of one may be on its way
                self._leftovers.add(task, handle)
            raise
        devices = [*self.task.devices, *others]
        return ClusterSession(
            handle, config, own, self.task.name, workers, devices, self._new_step_id, self._leftovers,
            self.worker.sequences,
        )  # fmt: skip

    def _new_step_id(self) -> int:
        # Counted from a random number: workers compare what comes from several masters.
        self._last_step_id = (self._last_step_id + 1) % (1 << 56) or 1
        return self._last_step_id

    async def _clear(self, containers: list[str]) -> None:
        for task in self._peers.addresses:
            await self._peers.find(task).cleanup_all(containers)


async def _open_everywhere(workers: Mapping[str, WorkerInterface], request: CreateWorkerSessionRequest) -> None:
    """Has all workers open a session at once; where it is open already, nothing happens.

    Raises:
        OpError: One of them cannot.
    """
    opening = []
    for task, worker in workers.items():
        job, _, index = task.removeprefix("/job:").partition("/replica:0/task:")
        own = CreateWorkerSessionRequest()
        own.CopyFrom(request)
        own.server_def.MergeFrom(ServerDef(job_name=job, task_index=int(index), protocol="grpc"))
        opening.append(asyncio.ensure_future(worker.create_session(own)))
    try:
        await asyncio.gather(*opening)
    finally:
        for each in opening:
            each.cancel()


def _server_def(
    given: Any, job_name: str | None, task_index: int | None, protocol: str | None, config: ConfigProto | None
) -> ServerDef:
    """The server's place in a cluster, from what TensorFlow's constructor takes."""
    made = ServerDef(protocol="grpc")
    if isinstance(given, ServerDef):
        made.CopyFrom(given)
    else:
        made.cluster.CopyFrom(given if isinstance(given, ClusterDef) else ClusterSpec(given).as_cluster_def())
    if protocol not in (None, "", "grpc"):
        raise errors.not_found(f"No server factory registered for the given ServerDef: protocol {protocol!r}")
    if job_name is not None:
        made.job_name = job_name
    if not made.job_name:
        if len(made.cluster.job) != 1:
            raise ValueError("Must specify an explicit `job_name` when there is more than one job in the cluster.")
        made.job_name = made.cluster.job[0].name
    tasks = next((job.tasks for job in made.cluster.job if job.name == made.job_name), None)
    if tasks is None:
        raise errors.invalid_argument(f'Job "{made.job_name}" was not defined in cluster')
    if task_index is not None:
        made.task_index = task_index
    elif not isinstance(given, ServerDef):
        if len(tasks) != 1:
            raise ValueError("Must specify an explicit `task_index` when there is more than one task in the job.")
        made.task_index = next(iter(tasks))
    if made.task_index not in tasks:
        raise errors.invalid_argument(f'Task {made.task_index} was not defined in job "{made.job_name}"')
    if config is not None:
        made.default_session_config.MergeFrom(config)
    return made
