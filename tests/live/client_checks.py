"""The checks of published clients, and the addresses at which they find our servers."""
from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable
from functools import partial
from typing import Any

import grpc
import numpy as np
import tensorflow as tf
import tritonclient.utils
from tensorflow_serving.apis import predict_pb2, session_service_pb2

float32, int32 = partial(np.array, dtype=np.float32), partial(np.array, dtype=np.int32)
#: A server by itself; one mounted at /ml of an application, which runs one batch at a time, by gRPC and by HTTP; and
#: the latter by the protocol of our own that `aioflow serve` gives to uvicorn.
GRPC, HTTP, MOUNTED_GRPC, MOUNTED, DIRECT = (f"127.0.0.1:{port}" for port in sys.argv[1:6])
MOUNTED += "/ml"
TIMEOUT_S = 20.0
CHECKS: dict[str, Callable[[], None]] = {}


def check(function: Callable[[], None]) -> Callable[[], None]:
    """Notes a check."""
    CHECKS[function.__name__] = function
    return function


def run_checks() -> None:
    """Prints as JSON: check -> None, or what was wrong."""
    results: dict[str, str | None] = {}
    for name, function in CHECKS.items():
        try:
            function()
            results[name] = None
        except Exception:
            results[name] = traceback.format_exc()
    print(json.dumps(results))


def predict_request(name: str, values: Any) -> Any:
    """A request of TensorFlow Serving's stubs."""
    request = predict_pb2.PredictRequest()
    request.model_spec.name = name
    request.inputs["x"].CopyFrom(tf.make_tensor_proto(float32(values)))
    return request


def triton_inputs(module: Any, values: np.ndarray, datatype: str, **how: Any) -> Any:
    """The inputs of a request of Triton's client."""
    tensor = module.InferInput("x", list(values.shape), datatype)
    tensor.set_data_from_numpy(values, **how)
    return [tensor]


class Gate:
    """Holds the runs of a model of the mounted server, by what its graph has for that.

    Args:
        model: Its name.
    """

    def __init__(self, model: str) -> None:
        self._model = model
        self._run: Any = grpc.insecure_channel(MOUNTED_GRPC).unary_unary(
            "/tensorflow.serving.SessionService/SessionRun",
            session_service_pb2.SessionRunRequest.SerializeToString,
            session_service_pb2.SessionRunResponse.FromString,
        )

    def entered(self) -> float:
        """Waits for the next run; returns the first of its values."""
        request = session_service_pb2.SessionRunRequest(fetch=["entered:0"])
        request.model_spec.name = self._model
        return float(tf.make_ndarray(self._run(request, timeout=TIMEOUT_S).tensor[0].tensor))

    def open(self) -> None:
        """Lets one run go on."""
        request = session_service_pb2.SessionRunRequest(target=["open"])
        request.model_spec.name = self._model
        self._run(request, timeout=TIMEOUT_S)


def is_refused(error: BaseException | None) -> bool:
    """Whether a client was told that there is no room."""
    said = "currently 2 batches enqueued and max_enqueued_batches is 2"
    if isinstance(error, grpc.RpcError):
        return error.code() == grpc.StatusCode.UNAVAILABLE and said in str(error.details())
    if isinstance(error, tf.errors.UnavailableError):
        return said in error.message
    return isinstance(error, tritonclient.utils.InferenceServerException) and (
        error.status() in ("503", "StatusCode.UNAVAILABLE") and said in error.message()
    )
