"""RemoteWorker: a worker that is asked over a transport."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.interfaces.worker import GraphResult, GraphRun, WorkerInterface
from aioflow.distributed.transport.transport import Channel
from aioflow.distributed.wire.methods import WORKER, call
from aioflow.distributed.wire.run_graph import read_received, read_result, write_run
from aioflow.framework.dtypes import DType


class RemoteWorker(WorkerInterface):
    """See `WorkerInterface`.

    Args:
        channel: The way to the worker.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    async def get_status(self, timeout_s: float | None = None) -> pb.GetStatusResponse:
        """See `WorkerInterface`."""
        path = WORKER + "GetStatus"
        return await call(self._channel, path, pb.GetStatusRequest(), pb.GetStatusResponse, timeout_s, waits=True)

    async def create_session(self, request: pb.CreateWorkerSessionRequest) -> None:
        """See `WorkerInterface`."""
        await call(self._channel, WORKER + "CreateWorkerSession", request, pb.CreateWorkerSessionResponse, None)

    async def delete_session(self, session_handle: str, timeout_s: float | None = None) -> None:
        """See `WorkerInterface`."""
        request = pb.DeleteWorkerSessionRequest(session_handle=session_handle)
        path = WORKER + "DeleteWorkerSession"
        await call(self._channel, path, request, pb.DeleteWorkerSessionResponse, timeout_s)

    async def register_graph(self, request: pb.RegisterGraphRequest) -> str:
        """See `WorkerInterface`."""
        answer = await call(self._channel, WORKER + "RegisterGraph", request, pb.RegisterGraphResponse, None)
        return str(answer.graph_handle)

    async def deregister_graph(self, request: pb.DeregisterGraphRequest) -> None:
        """See `WorkerInterface`."""
        await call(self._channel, WORKER + "DeregisterGraph", request, pb.DeregisterGraphResponse, None)

    async def run_graph(self, run: GraphRun) -> GraphResult:
        """See `WorkerInterface`."""
        return read_result(await self._channel.call(WORKER + "RunGraph", write_run(run)))

    async def cleanup_graph(self, step_id: int) -> None:
        """See `WorkerInterface`."""
        request = pb.CleanupGraphRequest(step_id=step_id)
        await call(self._channel, WORKER + "CleanupGraph", request, pb.CleanupGraphResponse, None)

    async def cleanup_all(self, containers: Sequence[str]) -> None:
        """See `WorkerInterface`."""
        request = pb.CleanupAllRequest(container=containers)
        await call(self._channel, WORKER + "CleanupAll", request, pb.CleanupAllResponse, None)

    async def recv_tensor(self, step_id: int, key: str, request_id: int) -> tuple[Any, DType, bool]:
        """See `WorkerInterface`."""
        request = pb.RecvTensorRequest(step_id=step_id, rendezvous_key=key, request_id=request_id)
        return read_received(await self._channel.call(WORKER + "RecvTensor", request.SerializeToString()))

    async def complete_group(self, request: pb.CompleteGroupRequest) -> pb.CompleteGroupResponse:
        """See `WorkerInterface`."""
        return await call(self._channel, WORKER + "CompleteGroup", request, pb.CompleteGroupResponse, None)

    async def complete_instance(self, request: pb.CompleteInstanceRequest) -> pb.CompleteInstanceResponse:
        """See `WorkerInterface`."""
        return await call(self._channel, WORKER + "CompleteInstance", request, pb.CompleteInstanceResponse, None)

    async def get_step_sequence(self, request: pb.GetStepSequenceRequest) -> pb.GetStepSequenceResponse:
        """See `WorkerInterface`."""
        return await call(self._channel, WORKER + "GetStepSequence", request, pb.GetStepSequenceResponse, None)

    async def recv_buf(self, request: pb.RecvBufRequest) -> pb.RecvBufResponse:
        """See `WorkerInterface`."""
        return await call(self._channel, WORKER + "RecvBuf", request, pb.RecvBufResponse, None)

    async def close(self) -> None:
        """See `WorkerInterface`."""
        await self._channel.close()
