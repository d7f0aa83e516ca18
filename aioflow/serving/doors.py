"""ModelServer with its doors: as an ASGI application, over gRPC, for Prometheus."""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aioflow.serving.server import model_server
from aioflow.serving.server.tuning import TuningReport, tune

if TYPE_CHECKING:
    from aioflow.serving.metrics.serving_metrics import ServingMetrics
    from aioflow.serving.rest.app import Application, RestApp
    from aioflow.serving.rest.options import RestOptions
    from aioflow.serving.rpc.options import GrpcOptions
    from aioflow.serving.rpc.server import GrpcServer

#: Names of protocols: TensorFlow Serving's and KServe's version 2.
PROTOCOLS = frozenset({"tfs", "v2"})


class ModelServer(model_server.ModelServer):
    __doc__ = model_server.ModelServer.__doc__

    _grpc_servers: Sequence[GrpcServer] = ()

    # Imported where they are asked for: each needs packages of its own.
    def asgi(
        self,
        protocols: Collection[str] = PROTOCOLS,
        options: RestOptions | None = None,
        mounted: Mapping[str, Application] | None = None,
    ) -> RestApp:
        """Its REST interfaces as an application for any ASGI server, or to be mounted into another application.

            app = FastAPI(lifespan=server.lifespan)
            app.mount("/ml", server.asgi(protocols={"tfs"}))

        Args:
            protocols: TensorFlow Serving's ("tfs"), KServe's ("v2"), or both.
            options: Limits, and who may use it.
            mounted: Other applications by path, such as metrics.

        Raises:
            InvalidArgumentError: There is no such protocol.
        """
        from aioflow.serving.rest.app import RestApp

        return RestApp(self, protocols, options, mounted)

    def metrics_asgi(self) -> ServingMetrics:
        """Counts from now on, and tells all metrics to Prometheus as an ASGI application."""
        from aioflow.serving.metrics.serving_metrics import ServingMetrics

        return ServingMetrics(self)

    async def start_grpc(
        self,
        address: str,
        *,
        protocols: Collection[str] = PROTOCOLS,
        options: GrpcOptions | None = None,
        credentials: Any = None,
    ) -> GrpcServer:
        """Listens for gRPC, until the server stops: within a lifespan, beside HTTP.

        Args:
            address: "host:port", where port 0 is any that is free, or "unix:path".
            protocols: As for `asgi`.
            options: Limits, and who may use it.
            credentials: From `grpc.ssl_server_credentials`; None for no encryption.

        Returns:
            The gRPC server, which knows its port.

        Raises:
            InvalidArgumentError: There is no such protocol.
            UnavailableError: The address is in use, or none of this machine.
        """
        from aioflow.serving.rpc.server import GrpcServer

        listening = GrpcServer(self, address, protocols=protocols, options=options, credentials=credentials)
        await listening.start()
        self._grpc_servers = (*self._grpc_servers, listening)
        return listening

    async def stop(self) -> None:
        """Takes no new requests, waits for those in flight, cancels what runs too long, and unloads everything."""
        await super().stop()
        listening, self._grpc_servers = self._grpc_servers, ()
        for each in listening:
            await each.stop(1.0)

    async def tune(
        self,
        model: str,
        inputs: Mapping[str, Any],
        *,
        sizes: Sequence[int] = (1, 2, 4, 8, 16, 32, 64, 128),
        signature: str = "",
    ) -> TuningReport:
        """Measures how long batches take, one after the other on the pool for loading, and proposes settings.

            print(await server.tune("half", {"x": [1.0, 2.0]}))

        Args:
            model: The model's name.
            inputs: Some rows as a request has them, by alias; they are repeated to batches.
            sizes: Rows of the batches.
            signature: The signature; "" for serving_default.

        Raises:
            NotFoundError: There is no such model.
            InvalidArgumentError: The inputs do not fit, or their first dimension is no number of rows.
        """
        await self.admit()
        with self.use(model) as servable:
            return await tune(servable, signature, inputs, sizes)
