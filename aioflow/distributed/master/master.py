"""Master: keeps the sessions of clients."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto
from aioflow._proto.distributed import master_pb2
from aioflow._proto.tensor_pb2 import TensorProto
from aioflow.distributed.interfaces.master import MasterInterface, StepReply, StepRequest
from aioflow.distributed.master.master_session import MasterSession
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.wire.device_messages import device_message
from aioflow.distributed.wire.request_ids import RequestIds
from aioflow.distributed.wire.tensors import read_tensor, write_tensor
from aioflow.session.session_factory import SessionBackend

_LOG = logging.getLogger(__name__)
#: TensorFlow's number.
_MAX_IDS = 10_000
_POOLS = "Distributed session does not support session thread pool options."
_CLUSTERS = "ConfigProto.cluster_def is not taken from clients: a session's tasks are those of its master's own cluster"


class Master(MasterInterface):
    """Keeps sessions. Belongs to one event loop.

    Args:
        task: "/job:J/replica:0/task:K".
        open_backend: Makes what runs a session's steps, for its settings and its name.
        clear: Clears containers on all workers.
        settings: What clients are allowed.
        random_bits: Gives random numbers of so many bits, for names of sessions.
    """

    def __init__(
        self,
        task: str,
        open_backend: Callable[[ConfigProto, str], Awaitable[SessionBackend]],
        clear: Callable[[list[str]], Awaitable[None]],
        settings: MasterSettings,
        random_bits: Callable[[int], int],
    ) -> None:
        self.settings = settings
        self._task = task
        self._open_backend = open_backend
        self._clear = clear
        self._random_bits = random_bits
        self._sessions: dict[str, MasterSession] = {}
        self._ids = {name: RequestIds(f"{name} (Master)", _MAX_IDS) for name in (
            "RunStep", "PartialRunSetup", "MakeCallable", "RunCallable"
        )}  # fmt: skip
        self._collecting: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def sessions(self) -> dict[str, MasterSession]:
        """The sessions by name."""
        return self._sessions

    # ---- sessions
    async def create_session(
        self, request: master_pb2.CreateSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.CreateSessionResponse:
        """See `MasterInterface`.

        Raises:
            ResourceExhaustedError: There are as many as there may be.
            UnimplementedError: The settings name a cluster, and nobody has allowed that.
            PermissionDeniedError: A task of that cluster is at an address that is not allowed.
            OpError: The settings or the graph are wrong.
        """
        if len(self._sessions) >= self.settings.max_sessions:
            raise errors.resource_exhausted(f"there are {len(self._sessions)} sessions, as many as there may be")
        if request.config.use_per_session_threads or request.config.session_inter_op_thread_pool:
            raise errors.invalid_argument(_POOLS)
        if request.config.cluster_def.job and not self.settings.cluster_addresses:
            # TensorFlow's masters would connect to whatever a client names; left out, nodes would run elsewhere.
            raise errors.unimplemented(_CLUSTERS)
        async with asyncio.timeout(timeout_s):
            loop = asyncio.get_running_loop()
            handle = f"{self._random_bits(64):016x}"
            backend = await self._open_backend(request.config, handle)
            session = MasterSession(handle, request.config, backend, self.settings, self._task, loop.time)
            try:
                await session.extend(request.graph_def)
            except BaseException:
                await session.close()
                raise
        self._sessions[handle] = session
        self._collect_later()
        return master_pb2.CreateSessionResponse(session_handle=handle, graph_version=session.version)

    def session(self, handle: str, note: str = "") -> MasterSession:
        """The session of a name.

        Raises:
            AbortedError: There is none.
        """
        found = self._sessions.get(handle)
        if found is None:
            raise errors.aborted(f"Session {handle} is not found.{note}")
        found.touch()
        return found

    async def extend_session(
        self, request: master_pb2.ExtendSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.ExtendSessionResponse:
        """See `MasterInterface`."""
        session = self.session(request.session_handle)
        version = await session.extend_from(request.graph_def, request.current_graph_version)
        return master_pb2.ExtendSessionResponse(new_graph_version=version)

    async def close_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """See `MasterInterface`."""
        session = self.session(session_handle, " Possibly, this master has restarted.")
        await self._end(session)

    async def _end(self, session: MasterSession) -> None:
        self._sessions.pop(session.handle, None)
        # In a task of its own: whoever has asked for it may be cancelled, or his connection lost.
        task = asyncio.ensure_future(session.close())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
        await asyncio.shield(task)

    async def reset(self, request: master_pb2.ResetRequest, timeout_s: float | None = None) -> None:
        """See `MasterInterface`.

        Raises:
            PermissionDeniedError: Clients may not.
        """
        if not self.settings.resets:
            raise errors.permission_denied("this master's clients may not reset it")
        await self._end_all()
        await self._clear(list(request.container))

    async def _end_all(self) -> None:
        for session in list(self._sessions.values()):
            await self._end(session)

    # ---- steps
    async def run_step(self, request: StepRequest, timeout_s: float | None = None) -> StepReply:
        """See `MasterInterface`."""
        begun = self.begin_step(request, timeout_s)
        return begun if isinstance(begun, StepReply) else await begun

    def begin_step(self, request: StepRequest, timeout_s: float | None = None) -> StepReply | Awaitable[StepReply]:
        """Runs a step as `run_step` does; see `MasterSession.run`."""
        self._ids["RunStep"].check(request.request_id)
        return self.session(request.session_handle).run(request, timeout_s)

    async def partial_run_setup(
        self, request: master_pb2.PartialRunSetupRequest, timeout_s: float | None = None
    ) -> master_pb2.PartialRunSetupResponse:
        """See `MasterInterface`."""
        self._ids["PartialRunSetup"].check(request.request_id)
        session = self.session(request.session_handle)
        handle = await session.set_up_partial_run(request.feed, request.fetch, request.target)
        return master_pb2.PartialRunSetupResponse(partial_run_handle=handle)

    async def make_callable(
        self, request: master_pb2.MakeCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.MakeCallableResponse:
        """See `MasterInterface`."""
        self._ids["MakeCallable"].check(request.request_id)
        handle = await self.session(request.session_handle).make_callable(request.options)
        return master_pb2.MakeCallableResponse(handle=handle)

    async def run_callable(
        self, request: master_pb2.RunCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.RunCallableResponse:
        """See `MasterInterface`."""
        self._ids["RunCallable"].check(request.request_id)
        limit = self.settings.max_message_nbytes
        values = [read_tensor(memoryview(feed.SerializeToString()), limit) for feed in request.feed]
        session = self.session(request.session_handle)
        results, fetches, metadata = await session.run_callable(request.handle, values, timeout_s)
        response = master_pb2.RunCallableResponse()
        response.metadata.ParseFromString(metadata)
        for value, tensor in zip(results, fetches, strict=True):
            written = b"".join(write_tensor(value, tensor.dtype.base_dtype)[0])
            response.fetch.append(TensorProto.FromString(written))
        return response

    async def release_callable(
        self, request: master_pb2.ReleaseCallableRequest, timeout_s: float | None = None
    ) -> None:
        """See `MasterInterface`."""
        self.session(request.session_handle).release_callable(request.handle)

    # ---- devices
    async def list_devices(
        self, session_handle: str, timeout_s: float | None = None
    ) -> master_pb2.ListDevicesResponse:
        """See `MasterInterface`."""
        if session_handle not in self._sessions:
            raise errors.invalid_argument(f"Session {session_handle} is not found.")
        devices = await self.session(session_handle).list_devices()
        return master_pb2.ListDevicesResponse(local_device=[device_message(each) for each in devices])

    # ---- the end
    def _collect_later(self) -> None:
        if self._collecting is None and self.settings.lease_s is not None and self._sessions:
            self._collecting = asyncio.get_running_loop().call_later(self.settings.lease_s / 4, self._collect)

    def _collect(self) -> None:
        """Ends sessions that nobody has asked for anything for long."""
        self._collecting = None
        assert self.settings.lease_s is not None, "there would be no timer"
        since_s = asyncio.get_running_loop().time() - self.settings.lease_s
        for session in [each for each in self._sessions.values() if each.used_s <= since_s and not each.num_steps]:
            _LOG.info("session %s ends: nobody has used it for %s s", session.handle, self.settings.lease_s)
            self._sessions.pop(session.handle, None)
            task = asyncio.ensure_future(session.close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)
        self._collect_later()

    async def close(self) -> None:
        """Does nothing: a client that lets go of a master of this process leaves it as it is."""

    async def stop(self) -> None:
        """Ends all sessions."""
        if self._collecting is not None:
            self._collecting.cancel()
            self._collecting = None
        await self._end_all()
        if self._ending:
            await asyncio.wait(self._ending)
