"""RemoteMaster: a master that is asked over a transport."""
from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from google.protobuf.message import Message

from aioflow import errors
from aioflow._proto.distributed import master_pb2
from aioflow.distributed.interfaces.master import MasterInterface, StepReply, StepRequest
from aioflow.distributed.transport.transport import Channel
from aioflow.distributed.wire.methods import MASTER, call
from aioflow.distributed.wire.run_step import read_reply, write_request

Response = TypeVar("Response", bound=Message)
_Result = TypeVar("_Result")

#: How often a call is sent that does no harm when it comes twice. TensorFlow's clients send everything 11 times, steps
#: as well; a step that came twice would run twice at a master which does not compare the ids of requests.
MAX_ATTEMPTS = 11


class RemoteMaster(MasterInterface):
    """See `MasterInterface`.

    Args:
        channel: The way to the master.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    async def create_session(
        self, request: master_pb2.CreateSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.CreateSessionResponse:
        """See `MasterInterface`. Waits until the master can be reached."""
        # As TensorFlow's clients do: whoever starts a cluster starts its tasks in any order.
        return await self._call("CreateSession", request, master_pb2.CreateSessionResponse, timeout_s, waits=True)

    async def extend_session(
        self, request: master_pb2.ExtendSessionRequest, timeout_s: float | None = None
    ) -> master_pb2.ExtendSessionResponse:
        """See `MasterInterface`."""
        return await self._call("ExtendSession", request, master_pb2.ExtendSessionResponse, timeout_s)

    async def run_step(self, request: StepRequest, timeout_s: float | None = None) -> StepReply:
        """See `MasterInterface`."""
        # Not sent again: gRPC itself does that where it knows that nothing has left this machine.
        return read_reply(await self._channel.call(MASTER + "RunStep", write_request(request), timeout_s=timeout_s))

    async def partial_run_setup(
        self, request: master_pb2.PartialRunSetupRequest, timeout_s: float | None = None
    ) -> master_pb2.PartialRunSetupResponse:
        """See `MasterInterface`."""
        return await self._call("PartialRunSetup", request, master_pb2.PartialRunSetupResponse, timeout_s)

    async def close_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """See `MasterInterface`."""
        request = master_pb2.CloseSessionRequest(session_handle=session_handle)
        await repeated(lambda: self._call("CloseSession", request, master_pb2.CloseSessionResponse, timeout_s))

    async def list_devices(
        self, session_handle: str, timeout_s: float | None = None
    ) -> master_pb2.ListDevicesResponse:
        """See `MasterInterface`."""
        request = master_pb2.ListDevicesRequest(session_handle=session_handle)
        return await repeated(lambda: self._call("ListDevices", request, master_pb2.ListDevicesResponse, timeout_s))

    async def reset(self, request: master_pb2.ResetRequest, timeout_s: float | None = None) -> None:
        """See `MasterInterface`."""
        await self._call("Reset", request, master_pb2.ResetResponse, timeout_s, waits=True)

    async def make_callable(
        self, request: master_pb2.MakeCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.MakeCallableResponse:
        """See `MasterInterface`."""
        return await self._call("MakeCallable", request, master_pb2.MakeCallableResponse, timeout_s)

    async def run_callable(
        self, request: master_pb2.RunCallableRequest, timeout_s: float | None = None
    ) -> master_pb2.RunCallableResponse:
        """See `MasterInterface`."""
        return await self._call("RunCallable", request, master_pb2.RunCallableResponse, timeout_s)

    async def release_callable(
        self, request: master_pb2.ReleaseCallableRequest, timeout_s: float | None = None
    ) -> None:
        """See `MasterInterface`."""
        await self._call("ReleaseCallable", request, master_pb2.ReleaseCallableResponse, timeout_s)

    async def close(self) -> None:
        """See `MasterInterface`."""
        await self._channel.close()

    async def _call(
        self, method: str, request: Message, kind: type[Response], timeout_s: float | None, *, waits: bool = False
    ) -> Response:
        return await call(self._channel, MASTER + method, request, kind, timeout_s, waits=waits)


async def repeated(attempt: Callable[[], Awaitable[_Result]]) -> _Result:
    """Makes a call that may come twice, again while the peer cannot be reached."""
    for _ in range(MAX_ATTEMPTS - 1):
        try:
            return await attempt()
        except errors.UnavailableError:
            pass
    return await attempt()
