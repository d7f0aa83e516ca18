"""A master as services of a transport."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping

from google.protobuf.message import Message

from aioflow import errors
from aioflow._proto.distributed import master_pb2 as pb
from aioflow.distributed.interfaces.master import StepReply
from aioflow.distributed.master.master import Master
from aioflow.distributed.transport.transport import Body, Buffer, Call, Handler
from aioflow.distributed.wire.methods import MASTER, handler
from aioflow.distributed.wire.run_step import read_request, write_error, write_reply


def master_handlers(master: Master) -> Mapping[str, Handler]:
    """What answers MasterService, by method."""

    def run_step(call: Call, body: Buffer) -> Body | Awaitable[Body]:
        request, stores_errors = read_request(body, master.settings.max_message_nbytes)
        try:
            begun = master.begin_step(request)
            return write_reply(begun) if isinstance(begun, StepReply) else reply(begun, stores_errors)
        except errors.OpError as error:
            return failure(error, stores_errors)

    async def reply(begun: Awaitable[StepReply], stores_errors: bool) -> Body:
        try:
            return write_reply(await begun)
        except errors.OpError as error:
            return failure(error, stores_errors)

    def failure(error: errors.OpError, stores_errors: bool) -> Body:
        # In the body a text may be as long as it is, and whoever asked for it there reads no headers.
        if not stores_errors:
            raise error
        return write_error(error)

    async def create(request: pb.CreateSessionRequest, call: Call) -> Message:
        return await master.create_session(request)

    async def extend(request: pb.ExtendSessionRequest, call: Call) -> Message:
        return await master.extend_session(request)

    async def set_up(request: pb.PartialRunSetupRequest, call: Call) -> Message:
        return await master.partial_run_setup(request)

    async def close(request: pb.CloseSessionRequest, call: Call) -> Message:
        await master.close_session(request.session_handle)
        return pb.CloseSessionResponse()

    async def devices(request: pb.ListDevicesRequest, call: Call) -> Message:
        return await master.list_devices(request.session_handle)

    async def reset(request: pb.ResetRequest, call: Call) -> Message:
        await asyncio.shield(master.reset(request))
        return pb.ResetResponse()

    async def make(request: pb.MakeCallableRequest, call: Call) -> Message:
        return await master.make_callable(request)

    async def run(request: pb.RunCallableRequest, call: Call) -> Message:
        return await master.run_callable(request)

    async def release(request: pb.ReleaseCallableRequest, call: Call) -> Message:
        await master.release_callable(request)
        return pb.ReleaseCallableResponse()

    return {
        MASTER + "RunStep": run_step,
        MASTER + "CreateSession": handler(pb.CreateSessionRequest, create),
        MASTER + "ExtendSession": handler(pb.ExtendSessionRequest, extend),
        MASTER + "PartialRunSetup": handler(pb.PartialRunSetupRequest, set_up),
        MASTER + "CloseSession": handler(pb.CloseSessionRequest, close),
        MASTER + "ListDevices": handler(pb.ListDevicesRequest, devices),
        MASTER + "Reset": handler(pb.ResetRequest, reset),
        MASTER + "MakeCallable": handler(pb.MakeCallableRequest, make),
        MASTER + "RunCallable": handler(pb.RunCallableRequest, run),
        MASTER + "ReleaseCallable": handler(pb.ReleaseCallableRequest, release),
    }
