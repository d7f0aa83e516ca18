"""A worker as services of a transport."""
from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from aioflow import errors
from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.transport.transport import Body, Buffer, Call, Handler
from aioflow.distributed.wire.methods import WORKER, handler
from aioflow.distributed.wire.run_graph import read_run, write_received, write_result, write_run_error
from aioflow.distributed.worker.worker import Worker


def worker_handlers(worker: Worker, max_nbytes: int | None) -> Mapping[str, Handler]:
    """What answers WorkerService, by method.

    Args:
        worker: The worker.
        max_nbytes: How large a fed value may be that takes fewer bytes in its message; None for no limit.
    """
    return {
        **_session_handlers(worker), **_graph_handlers(worker), **_step_handlers(worker, max_nbytes),
        **_collective_handlers(worker),
    }  # fmt: skip


def _session_handlers(worker: Worker) -> Mapping[str, Handler]:
    async def status(request: pb.GetStatusRequest, call: Call) -> Message:
        return await worker.get_status()

    async def create(request: pb.CreateWorkerSessionRequest, call: Call) -> Message:
        await worker.create_session(request)
        return pb.CreateWorkerSessionResponse()

    async def delete(request: pb.DeleteWorkerSessionRequest, call: Call) -> Message:
        await worker.delete_session(request.session_handle)
        return pb.DeleteWorkerSessionResponse()

    async def cleanup_all(request: pb.CleanupAllRequest, call: Call) -> Message:
        await worker.cleanup_all(list(request.container))
        return pb.CleanupAllResponse()

    return {
        WORKER + "GetStatus": handler(pb.GetStatusRequest, status),
        WORKER + "CreateWorkerSession": handler(pb.CreateWorkerSessionRequest, create),
        WORKER + "DeleteWorkerSession": handler(pb.DeleteWorkerSessionRequest, delete),
        WORKER + "CleanupAll": handler(pb.CleanupAllRequest, cleanup_all),
    }


def _graph_handlers(worker: Worker) -> Mapping[str, Handler]:
    async def register(request: pb.RegisterGraphRequest, call: Call) -> Message:
        return pb.RegisterGraphResponse(graph_handle=await worker.register_graph(request))

    async def deregister(request: pb.DeregisterGraphRequest, call: Call) -> Message:
        await worker.deregister_graph(request)
        return pb.DeregisterGraphResponse()

    return {
        WORKER + "RegisterGraph": handler(pb.RegisterGraphRequest, register),
        WORKER + "DeregisterGraph": handler(pb.DeregisterGraphRequest, deregister),
    }


def _step_handlers(worker: Worker, max_nbytes: int | None) -> Mapping[str, Handler]:
    async def run_graph(call: Call, body: Buffer) -> Body:
        run, stores_errors = read_run(body, max_nbytes)
        if call.way is not None:
            worker.sessions.note_way(run.session_handle, call.way)
        try:
            return write_result(await worker.run_graph(run))
        except errors.OpError as error:
            if not stores_errors:
                raise
            return write_run_error(error)

    async def recv_tensor(request: pb.RecvTensorRequest, call: Call) -> list[Buffer]:
        value, dtype, is_dead = await worker.recv_tensor(request.step_id, request.rendezvous_key, request.request_id)
        return write_received(value, dtype, is_dead, 0)

    async def cleanup(request: pb.CleanupGraphRequest, call: Call) -> Message:
        await worker.cleanup_graph(request.step_id)
        return pb.CleanupGraphResponse()

    async def log(request: pb.LoggingRequest, call: Call) -> Message:
        return pb.LoggingResponse()  # no transfers are noted

    async def mark(request: pb.MarkRecvFinishedRequest, call: Call) -> Message:
        return pb.MarkRecvFinishedResponse()  # no answers are kept

    return {
        WORKER + "RunGraph": run_graph,
        WORKER + "RecvTensor": handler(pb.RecvTensorRequest, recv_tensor),
        WORKER + "CleanupGraph": handler(pb.CleanupGraphRequest, cleanup),
        WORKER + "Logging": handler(pb.LoggingRequest, log),
        WORKER + "MarkRecvFinished": handler(pb.MarkRecvFinishedRequest, mark),
    }


def _collective_handlers(worker: Worker) -> Mapping[str, Handler]:
    async def group(request: pb.CompleteGroupRequest, call: Call) -> Message:
        return await worker.complete_group(request)

    async def instance(request: pb.CompleteInstanceRequest, call: Call) -> Message:
        return await worker.complete_instance(request)

    async def sequence(request: pb.GetStepSequenceRequest, call: Call) -> Message:
        return await worker.get_step_sequence(request)

    async def buffer(request: pb.RecvBufRequest, call: Call) -> Message:
        return await worker.recv_buf(request)

    return {
        WORKER + "CompleteGroup": handler(pb.CompleteGroupRequest, group),
        WORKER + "CompleteInstance": handler(pb.CompleteInstanceRequest, instance),
        WORKER + "GetStepSequence": handler(pb.GetStepSequenceRequest, sequence),
        WORKER + "RecvBuf": handler(pb.RecvBufRequest, buffer),
    }
