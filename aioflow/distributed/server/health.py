"""gRPC's own health service: what asks whether a server is there need not know what it does."""
from __future__ import annotations

from collections.abc import Callable, Mapping

from google.protobuf.message import Message

from aioflow import errors
from aioflow._proto.serving.health_pb2 import HealthCheckRequest, HealthCheckResponse
from aioflow.distributed.transport.transport import Call, Handler
from aioflow.distributed.wire.methods import handler

_NAMES = frozenset({"", "tensorflow.MasterService", "tensorflow.WorkerService"})


def health_handlers(is_ready: Callable[[], bool]) -> Mapping[str, Handler]:
    """What answers the health service, by method.

    Args:
        is_ready: Tells whether the server takes calls.
    """

    async def check(request: HealthCheckRequest, call: Call) -> Message:
        if request.service not in _NAMES:
            raise errors.not_found(f"there is no service {request.service!r}")
        return HealthCheckResponse(
            status=HealthCheckResponse.SERVING if is_ready() else HealthCheckResponse.NOT_SERVING
        )

    return {"/grpc.health.v1.Health/Check": handler(HealthCheckRequest, check)}
