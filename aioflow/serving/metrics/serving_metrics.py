"""ServingMetrics: both families of metrics of a server, and an ASGI application that tells them."""
from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.observe.live.loop_lag import LagMeter
from aioflow.observe.process_metrics import ProcessMetrics
from aioflow.serving.metrics.exposition import CONTENT_TYPE, exposed
from aioflow.serving.metrics.native import NativeMetrics
from aioflow.serving.metrics.series import MAX_SERIES, MAX_WAITING, Metric
from aioflow.serving.metrics.tensorflow_serving import TensorFlowServingMetrics
from aioflow.serving.rest.answers import Answer
from aioflow.serving.rest.requests import Receive, Scope, Send
from aioflow.serving.server.events import (
    UNKNOWN_MODEL,
    BatchingCancelled,
    BatchingRefused,
    BatchingWaited,
    BatchRan,
    BatchRetried,
    Event,
    RequestEnded,
)
from aioflow.serving.server.model_server import ModelServer


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
        self._process = ProcessMetrics()
        # What was seen and is not counted yet. Counted by itself, a request would take four times as long.
        self._answers: dict[tuple[str, int, str, str], tuple[list[float], list[int]]] = {}
        self._waits: dict[str, list[float]] = {}
        self._batches: list[BatchRan] = []
        server.listeners.append(self._note)

    @property
    def metrics(self) -> list[Metric]:
        """All metrics, with what was seen until now."""
        self._settle_answers()
        self._settle_batches()
        self._settle_waits()
        return [*self._theirs.metrics, *self._own.metrics, *self._process.metrics]

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
        if type(event) is RequestEnded:
            self._note_end(event)
        elif isinstance(event, BatchingWaited):
            waits = self._waits.get(event.model)
            if waits is None:
                waits = self._waits[event.model] = []
            waits += event.seconds
            if len(waits) >= MAX_WAITING:
                self._settle_waits()
        elif isinstance(event, BatchRan):
            self._batches.append(event)
            if len(self._batches) >= MAX_WAITING:
                self._settle_batches()
        elif isinstance(event, (BatchingRefused, BatchingCancelled, BatchRetried)):
            self._own.other(event)

    def _note_end(self, event: RequestEnded) -> None:
        response = event.response
        if response is None:
            model, code = self._model_of(event), _code_of(event.error)
            self._theirs.request_failed(model, code)
            self._own.request_failed(event, model, code)
            return
        key = response.model, response.version, response.signature, event.request.protocol
        answers = self._answers.get(key)
        if answers is None:
            if len(self._answers) >= MAX_SERIES:  # of versions that come and go
                self._settle_answers()
            answers = self._answers[key] = ([], [])
        seconds, num_rows = answers
        seconds.append(event.seconds)
        num_rows.append(_rows_of(event.request.inputs))
        if len(seconds) >= MAX_WAITING:
            self._settle_answers()

    def _settle_answers(self) -> None:
        answers, self._answers = self._answers, {}
        for (model, version, signature, protocol), (seconds, num_rows) in answers.items():
            self._theirs.answered(model, protocol, seconds, num_rows)
            self._own.answered(model, version, signature, protocol, seconds)

    def _settle_batches(self) -> None:
        batches, self._batches = self._batches, []
        if not batches:
            return
        self._theirs.batches_ran(batches)
        for model in {event.model for event in batches}:
            self._own.batches_ran(model, [event for event in batches if event.model == model])

    def _settle_waits(self) -> None:
        waits, self._waits = self._waits, {}
        for model, seconds in waits.items():
            self._theirs.waited(seconds)
            self._own.waited(model, seconds)

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


def _rows_of(inputs: Mapping[str, Any]) -> int:
    """Rows of a request: the first dimension of its first input; 1 for one without."""
    for array in inputs.values():
        if type(array) is np.ndarray and array.ndim:
            return len(array)
        shape = getattr(array, "shape", None)
        return int(shape[0]) if shape else len(array) if isinstance(array, (list, tuple)) else 1
    return 1
