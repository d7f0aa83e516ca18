"""Models as a service, and what services need around sessions.

`ModelServer` serves models of files, and `RestApp` is its REST interfaces as an ASGI application, `GrpcServer` its
gRPC interfaces, and `AdminApp` its live page. `CancelOnDisconnect` is middleware for Starlette, FastAPI and any other
ASGI application. They need the extras `serve` and `grpc`.
`tf.errors.http_status` gives the status of an error.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from aioflow.ops.namespaces.late_names import late_names as _late_names

if TYPE_CHECKING:
    from aioflow.serving.admin.admin_app import AdminApp as AdminApp
    from aioflow.serving.admin.options import AdminOptions as AdminOptions
    from aioflow.serving.batching.batched import batched as batched
    from aioflow.serving.cancel_on_disconnect import CancelOnDisconnect as CancelOnDisconnect
    from aioflow.serving.doors import ModelServer as ModelServer
    from aioflow.serving.metrics.access_log import AccessLog as AccessLog
    from aioflow.serving.metrics.serving_metrics import ServingMetrics as ServingMetrics
    from aioflow.serving.rest.app import RestApp as RestApp
    from aioflow.serving.rest.options import RestOptions as RestOptions
    from aioflow.serving.rpc.options import GrpcOptions as GrpcOptions
    from aioflow.serving.rpc.server import GrpcServer as GrpcServer
    from aioflow.serving.server.authorization import Access as Access
    from aioflow.serving.server.authorization import bearer_tokens as bearer_tokens
    from aioflow.serving.server.events import RequestEnded as RequestEnded
    from aioflow.serving.server.events import StateChanged as StateChanged
    from aioflow.serving.server.metadata import ModelMetadata as ModelMetadata
    from aioflow.serving.server.metadata import VersionStatus as VersionStatus
    from aioflow.serving.server.request import Request as Request
    from aioflow.serving.server.request import Response as Response
    from aioflow.serving.server.tuning import TuningReport as TuningReport
    from aioflow.serving.server.warmup_recorder import WarmupRecorder as WarmupRecorder
    from aioflow.serving.settings.batching import Batching as Batching
    from aioflow.serving.settings.batching import QueuePolicy as QueuePolicy
    from aioflow.serving.settings.loading import Loading as Loading
    from aioflow.serving.settings.model import Model as Model
    from aioflow.serving.settings.pools import Pool as Pool
    from aioflow.serving.settings.version_policy import VersionPolicy as VersionPolicy

if not TYPE_CHECKING:
    # Late, because each needs packages or rooms of its own that a program with another one does not load.
    _found, __dir__ = _late_names(__name__, {
        "serving.admin.admin_app": "AdminApp",
        "serving.admin.options": "AdminOptions",
        "serving.batching.batched": "batched",
        "serving.cancel_on_disconnect": "CancelOnDisconnect",
        "serving.doors": "ModelServer",
        "serving.metrics.access_log": "AccessLog",
        "serving.metrics.serving_metrics": "ServingMetrics",
        "serving.rest.app": "RestApp",
        "serving.rpc.options": "GrpcOptions",
        "serving.rpc.server": "GrpcServer",
        "serving.rest.options": "RestOptions",
        "serving.server.authorization": "Access bearer_tokens",
        "serving.server.events": "RequestEnded StateChanged",
        "serving.server.metadata": "ModelMetadata VersionStatus",
        "serving.server.tuning": "TuningReport",
        "serving.server.warmup_recorder": "WarmupRecorder",
        "serving.server.request": "Request Response",
        "serving.settings.batching": "Batching QueuePolicy",
        "serving.settings.loading": "Loading",
        "serving.settings.model": "Model",
        "serving.settings.pools": "Pool",
        "serving.settings.version_policy": "VersionPolicy",
    })  # fmt: skip

    _EXTRAS = {"grpc": "grpc"} | dict.fromkeys(("orjson", "prometheus_client", "starlette", "uvicorn"), "serve")

    def __getattr__(name):
        """As `late_names` has it, and names the extra that a name needs."""
        try:
            return _found(name)
        except ModuleNotFoundError as error:
            package = (error.name or "").partition(".")[0]
            if package not in _EXTRAS:
                raise
            wanted = f"aioflow.serving.{name} needs {package}: pip install 'aioflow-runtime[{_EXTRAS[package]}]'"
            raise ModuleNotFoundError(wanted, name=error.name) from error
