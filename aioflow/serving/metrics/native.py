"""aioflow's own metrics, in seconds."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow._proto.error_codes_pb2 import Code
from aioflow.observe.live.loop_lag import LagMeter
from aioflow.serving.metrics.series import Counter, Gauge, Histogram, Labels, Metric, exponential
from aioflow.serving.server.events import (
    BatchingCancelled,
    BatchingRefused,
    BatchRan,
    BatchRetried,
    RequestEnded,
)
from aioflow.serving.server.model_server import ModelServer

_SECONDS = exponential(0.0001, 2, 18)  # to 13 s
_ROWS = exponential(1, 2, 14)


class NativeMetrics:
    """Counts requests and batches, and looks at a server.

    Args:
        server: The server.
        lag: Measures the event loop.
    """

    def __init__(self, server: ModelServer, lag: LagMeter) -> None:
        self._server = server
        self._requests = Counter(
            "aioflow_serving_requests_total", "Requests by their end.",
            ["model", "version", "signature", "protocol", "code"],
        )  # fmt: skip
        self._seconds = Histogram(
            "aioflow_serving_request_seconds", _SECONDS, "Time from admission to the answer.", ["model", "protocol"]
        )
        self._queue = Histogram("aioflow_serving_queue_seconds", _SECONDS, "Waits for a batch.", ["model"])
        self._execute = Histogram("aioflow_serving_execute_seconds", _SECONDS, "Runs of batches.", ["model"])
        self._rows = Histogram("aioflow_serving_batch_rows", _ROWS, "Rows of batches, fillers included.", ["model"])
        self._fillers = Counter("aioflow_serving_batch_padding_rows_total", "Rows that filled batches up.", ["model"])
        self._rejected = Counter(
            "aioflow_serving_rejected_total", "Requests that a queue refused or put out.", ["model", "reason"]
        )
        self._cancelled = Counter(
            "aioflow_serving_cancelled_total", "Requests that nobody waited for any more.", ["model", "phase"]
        )
        self._retries = Counter(
            "aioflow_serving_batch_split_retries_total", "Requests run alone behind a failed batch.", ["model"]
        )
        self._gauges = [
            Gauge("aioflow_serving_in_flight", "Requests that are being answered.", [], self._in_flight),
            Gauge("aioflow_serving_queue_rows", "Rows that wait.", ["model", "version"], server.rows_waiting),
            Gauge("aioflow_serving_model_state", "10 start to 50 end.", ["model", "version"], self._states),
            Gauge("aioflow_serving_event_loop_lag_seconds", "The longest of late.", [], lambda: {(): lag.worst_s()}),
        ]  # fmt: skip

    @property
    def metrics(self) -> list[Metric]:
        """All of them."""
        return [
            self._requests, self._seconds, self._queue, self._execute, self._rows, self._fillers, self._rejected,
            self._cancelled, self._retries, *self._gauges,
        ]  # fmt: skip

    def answered(self, model: str, version: int, signature: str, protocol: str, seconds: Sequence[float]) -> None:
        """Counts answers.

        Args:
            model, version, signature: What gave them.
            protocol: What brought the requests.
            seconds: How long each took.
        """
        self._requests.add((model, str(version), signature, protocol, Code.Name(Code.OK)), len(seconds))
        self._seconds.of((model, protocol)).add_all(seconds)

    def request_failed(self, event: RequestEnded, model: str, code: int) -> None:
        """Counts a request that was not answered.

        Args:
            event: The request.
            model: The name of its model in metrics.
            code: How it ended, a code of `tf.errors`.
        """
        protocol = event.request.protocol
        self._requests.add((model, "", "", protocol, Code.Name(code)))
        self._seconds.add(event.seconds, (model, protocol))

    def batches_ran(self, model: str, events: Sequence[BatchRan]) -> None:
        """Counts batches of a model."""
        self._execute.of((model,)).add_all([event.seconds for event in events])
        self._rows.of((model,)).add_all([event.num_rows for event in events])
        num_filler_rows = sum(event.num_filler_rows for event in events)
        if num_filler_rows:
            self._fillers.add((model,), num_filler_rows)

    def waited(self, model: str, seconds: Sequence[float]) -> None:
        """Counts waits."""
        self._queue.of((model,)).add_all(seconds)

    def other(self, event: BatchingRefused | BatchingCancelled | BatchRetried) -> None:
        """Counts what went another way."""
        if isinstance(event, BatchingRefused):
            self._rejected.add((event.model, event.reason))
        elif isinstance(event, BatchingCancelled):
            self._cancelled.add((event.model, event.phase))
        else:
            self._retries.add((event.model,))

    def _in_flight(self) -> dict[Labels, float]:
        return {(): self._server.num_in_flight}

    def _states(self) -> dict[Labels, float]:
        return {
            (name, str(status.version)): float(status.state)
            for name in self._server.model_names
            for status in self._server.status(name)
        }
