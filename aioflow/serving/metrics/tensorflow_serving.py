"""The metrics of TensorFlow Serving, by its names and in its units."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow._proto.error_codes_pb2 import Code
from aioflow.serving.metrics.series import Counter, Histogram, Metric, exponential
from aioflow.serving.server.events import BatchRan

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

    def answered(self, model: str, protocol: str, seconds: Sequence[float], num_rows: Sequence[int]) -> None:
        """Counts answers.

        Args:
            model: What gave them.
            protocol: What brought the requests.
            seconds: How long each took.
            num_rows: The rows of each.
        """
        api, entrypoint = _APIS.get(protocol, ("predict", protocol.upper()))
        microseconds = [1e6 * each for each in seconds]
        self._count.add((model, Code.Name(Code.OK)), len(seconds))
        self._latency.of((model, api, entrypoint)).add_all(microseconds)
        self._runtime.of((model, api, "TF1")).add_all(microseconds)
        self._examples.of((model,)).add_all(num_rows)
        self._num_examples.add((model,), sum(num_rows))

    def request_failed(self, model: str, code: int) -> None:
        """Counts a request that was not answered.

        Args:
            model: The name of its model in metrics.
            code: How it ended, a code of `tf.errors`.
        """
        self._count.add((model, Code.Name(code)))

    def batches_ran(self, events: Sequence[BatchRan]) -> None:
        """Counts batches, one at least."""
        self._runs.add((), len(events))
        self._input_size.of().add_all([event.num_rows - event.num_filler_rows for event in events])
        self._processed_size.of().add_all([event.num_rows for event in events])
        for event in events:
            self._padding.add(event.num_filler_rows, (str(event.num_rows),))

    def waited(self, seconds: Sequence[float]) -> None:
        """Counts waits."""
        self._queuing.of(self._pool).add_all([1e6 * each for each in seconds])
