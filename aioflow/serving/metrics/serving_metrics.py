"""ServingMetrics: both families of metrics of a server, and an ASGI application that tells them."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType

from aioflow import errors
from aioflow.observe.live.loop_lag import LagMeter
from aioflow.serving.metrics.exposition import CONTENT_TYPE, exposed
from aioflow.serving.metrics.native import NativeMetrics
from aioflow.serving.metrics.series import MAX_SERIES, Metric
from aioflow.serving.metrics.tensorflow_serving import TensorFlowServingMetrics
from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.requests import Receive, Scope, Send
from aioflow.serving.server.events import (
    BatchingCancelled,
    BatchingRefused,
    BatchingWaited,
    BatchRan,
    BatchRetried,
    Event,
    RequestEnded,
)
from aioflow.serving.server.model_server import ModelServer

#: Stands for models that there are not: their names are strangers'.
UNKNOWN_MODEL = "(unknown)"


class ServingMetrics:
    """Counts what a server does; nothing of it is global.

        async with ModelServer(models) as server, ServingMetrics(server) as metrics:
            app.mount("/metrics", metrics)

    As an ASGI application it answers any GET with all metrics as text.

    Args:
        server: The server.
    """

    def __init__(self, server: ModelServer) -> None:
        self._server = server
        self._lag = LagMeter()
        pool_name = server.batching.name if server.batching is not None else ""
        self._theirs = TensorFlowServingMetrics(pool_name)
        self._own = NativeMetrics(server, self._lag)
        # For requests that were answered; found anew, their numbers would take four times as long as they do.
        self._counts: dict[tuple[str, int, str, str], Sequence[Callable[[RequestEnded], None]]] = {}
        server.listeners.append(self._note)

    @property
    def metrics(self) -> list[Metric]:
        """All metrics."""
        return [*self._theirs.metrics, *self._own.metrics]

    async def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return await exposed(self.metrics)

    def close(self) -> None:
        """Counts no more."""
        self._lag.stop()
        if self._note in self._server.listeners:
            self._server.listeners.remove(self._note)

    async def __aenter__(self) -> ServingMetrics:
        self._lag.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, as ASGI has it."""
        if scope["type"] != "http":
            raise RuntimeError(f"this application handles HTTP alone, not {scope['type']!r}")
        if scope["method"] not in ("GET", "HEAD"):
            await Answer([b"GET only\n"], 405, b"text/plain").send(send)
        else:
            await Answer([await self.text()], content_type=CONTENT_TYPE).send(send)

    def _note(self, event: Event) -> None:
        if isinstance(event, RequestEnded):
            for count in self._counts_of(event):
                count(event)
        elif isinstance(event, BatchRan):
            self._theirs.batch_ran(event)
            self._own.batch_ran(event)
        elif isinstance(event, BatchingWaited):
            self._theirs.waited(event)
            self._own.waited(event)
        elif isinstance(event, (BatchingRefused, BatchingCancelled, BatchRetried)):
            self._own.other(event)

    def _counts_of(self, event: RequestEnded) -> Sequence[Callable[[RequestEnded], None]]:
        response = event.response
        if response is None:
            return self._new_counts(event)
        key = response.model, response.version, response.signature, event.request.protocol
        counts = self._counts.get(key)
        if counts is None:
            if len(self._counts) >= MAX_SERIES:  # of versions that come and go
                self._counts.clear()
            counts = self._counts[key] = self._new_counts(event)
        return counts

    def _new_counts(self, event: RequestEnded) -> Sequence[Callable[[RequestEnded], None]]:
        model, code = self._model_of(event), _code_of(event.error)
        return self._theirs.requests_of(event, model, code), self._own.requests_of(event, model, code)

    def _model_of(self, event: RequestEnded) -> str:
        if event.response is not None:
            return event.response.model
        return event.request.model if self._server.has_model(event.request.model) else UNKNOWN_MODEL


def _code_of(error: BaseException | None) -> int:
    if error is None:
        return errors.OK
    if isinstance(error, errors.OpError):
        return error.code
    # Cancelling is how clients hang up; all else is a fault of ours.
    return errors.INTERNAL if isinstance(error, Exception) else errors.CANCELLED
