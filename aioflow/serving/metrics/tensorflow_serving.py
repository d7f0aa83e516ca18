"""The metrics of TensorFlow Serving, by its names and in its units."""
from __future__ import annotations

from collections.abc import Callable

from aioflow._proto.error_codes_pb2 import Code
from aioflow.serving.metrics.series import Cell, Counter, Histogram, Metric, exponential
from aioflow.serving.server.events import BatchingWaited, BatchRan, RequestEnded

_PREFIX = ":tensorflow:serving:"
_MICROSECONDS = exponential(10, 1.8, 33)
#: What it calls an interface, and the procedure of it that predicts.
_APIS = {"rest": ("predict", "REST"), "grpc": ("Predict", "GRPC")}


class TensorFlowServingMetrics:
    """Counts requests and batches.

    Args:
        pool_name: The name that executors of batches have in metrics.
    """

    def __init__(self, pool_name: str = "") -> None:
        self._pool = (pool_name,)
        self._count = Counter(f"{_PREFIX}request_count", "", ["model_name", "status"])
        self._latency = Histogram(f"{_PREFIX}request_latency", _MICROSECONDS, "", ["model_name", "API", "entrypoint"])
        self._runtime = Histogram(f"{_PREFIX}runtime_latency", _MICROSECONDS, "", ["model_name", "API", "runtime"])
        self._examples = Histogram(f"{_PREFIX}request_example_counts", exponential(1, 2, 15), "", ["model"])
        self._num_examples = Counter(f"{_PREFIX}request_example_count_total", "", ["model"])
        batching = f"{_PREFIX}batching_session:"
        self._queuing = Histogram(f"{batching}queuing_latency", exponential(100, 1.2, 52), "", ["thread_pool_name"])
        self._runs = Counter(f"{batching}wrapped_run_count")
        self._input_size = Histogram(f"{batching}input_batch_size", exponential(1, 2, 14))
        self._processed_size = Histogram(f"{batching}processed_batch_size", exponential(1, 2, 14))
        self._padding = Histogram(f"{batching}padding_size", exponential(1, 2, 14), "", ["execution_batch_size"])

    @property
    def metrics(self) -> list[Metric]:
        """All of them."""
        return [
            self._count, self._latency, self._runtime, self._examples, self._num_examples, self._queuing, self._runs,
            self._input_size, self._processed_size, self._padding,
        ]  # fmt: skip

    def requests_of(self, event: RequestEnded, model: str, code: int) -> Callable[[RequestEnded], None]:
        """What counts a request, and all that end in the same way.

        Args:
            event: The request.
            model: The name of its model in metrics.
            code: How it ended, a code of `tf.errors`.
        """
        requests = self._count.of((model, Code.Name(code)))

        def count(event: RequestEnded) -> None:
            requests.value += 1

        return count if event.error is not None else self._answers_of(event, model, requests)

    def _answers_of(self, event: RequestEnded, model: str, requests: Cell) -> Callable[[RequestEnded], None]:
        api, entrypoint = _APIS.get(event.request.protocol, ("predict", event.request.protocol.upper()))
        latency, runtime = self._latency.of((model, api, entrypoint)), self._runtime.of((model, api, "TF1"))
        examples, num_examples = self._examples.of((model,)), self._num_examples.of((model,))

        def count(event: RequestEnded) -> None:
            microseconds, num_rows = event.seconds * 1e6, rows_of(event)
            requests.value += 1
            latency.add(microseconds)
            runtime.add(microseconds)
            examples.add(num_rows)
            num_examples.value += num_rows

        return count

    def batch_ran(self, event: BatchRan) -> None:
        """Counts a batch."""
        self._runs.add()
        self._input_size.add(event.num_rows - event.num_filler_rows)
        self._processed_size.add(event.num_rows)
        self._padding.add(event.num_filler_rows, (str(event.num_rows),))

    def waited(self, event: BatchingWaited) -> None:
        """Counts a wait."""
        self._queuing.add(event.seconds * 1e6, self._pool)


def rows_of(event: RequestEnded) -> int:
    """Rows of a request: the first dimension of its first input; 1 for one without."""
    for array in event.request.inputs.values():
        shape = getattr(array, "shape", None)
        return int(shape[0]) if shape else len(array) if isinstance(array, (list, tuple)) else 1
    return 1
