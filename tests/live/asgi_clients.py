"""Clients of a server that is mounted into an application, and clients that hang up."""
from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

import grpc
import tensorflow as tf
import tritonclient.http
import tritonclient.http.aio
from tensorflow_serving.apis import prediction_service_pb2_grpc

from tests.live.client_checks import (
    DIRECT,
    MOUNTED,
    MOUNTED_GRPC,
    TIMEOUT_S,
    Gate,
    check,
    float32,
    predict_request,
    triton_inputs,
)


@check
def a_server_mounted_at_a_prefix_starts_with_the_first_request() -> None:
    with tritonclient.http.InferenceServerClient(MOUNTED) as client:
        found = client.infer("half", triton_inputs(tritonclient.http, float32([1, 2, 5]), "FP32"))
        assert found.as_numpy("y").tolist() == [3.5, 4.0, 5.5]
        assert client.is_server_live() and client.is_server_ready() and client.is_model_ready("half")
        assert client.get_model_metadata("half")["platform"] == "tensorflow_savedmodel"
    request = urllib.request.Request(f"http://{MOUNTED}/v1/models/half:predict", b'{"instances": [1, 2, 5]}')
    with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
        assert json.load(answer) == {"predictions": [3.5, 4.0, 5.5]}


def gauge(name: str) -> float:
    """A metric of the mounted server."""
    with urllib.request.urlopen(f"http://{DIRECT}/metrics", timeout=TIMEOUT_S) as answer:
        found = re.findall(rf"^{re.escape(name)} (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[0]) if found else 0.0


async def until(name: str, value: float) -> None:
    """Waits until a metric has a value."""
    async with asyncio.timeout(TIMEOUT_S):
        while await asyncio.to_thread(gauge, name) != value:
            pass


async def hang_ups(model: str, waiting: str, is_queued: bool, start: Callable[[float], Any]) -> None:
    """A request that runs and one that waits are given up; then the model is free for a third.

    Args:
        model: Which; it runs one request at a time, or, where nothing is queued, all.
        waiting: The metric of those that are there.
        is_queued: Whether the second waits for the first.
        start: Sends a request; what it returns can be cancelled.
    """
    gate = Gate(model)
    first = start(1)
    assert await asyncio.to_thread(gate.entered) == 1
    second = start(2)
    if is_queued:
        await until(waiting, 1)
    else:
        assert await asyncio.to_thread(gate.entered) == 2
        await until(waiting, 2)
    second.cancel()
    await until(waiting, 0 if is_queued else 1)
    first.cancel()
    if not is_queued:
        await until(waiting, 0)
    third = start(3)
    assert await asyncio.to_thread(gate.entered) == 3  # the second never ran, and the first does not any more
    await asyncio.to_thread(gate.open)
    assert await asyncio.wait_for(third, TIMEOUT_S) == [4.0]


QUEUED, ALL = 'aioflow_serving_queue_rows{model="gated",version="1"}', "aioflow_serving_in_flight"


@check
def clients_over_http_that_hang_up() -> None:
    async def ask(client: Any, model: str, value: float) -> list[float]:
        inputs = triton_inputs(tritonclient.http.aio, float32([value]), "FP32")
        found = (await client.infer(model, inputs)).as_numpy("y").tolist()
        return list(found)

    async def main() -> None:
        for address in (MOUNTED, DIRECT):
            for model, waiting in (("gated", QUEUED), ("alone", ALL)):
                async with tritonclient.http.aio.InferenceServerClient(address) as client:

                    def start(value: float, client: Any = client, model: str = model) -> asyncio.Task[list[float]]:
                        return asyncio.create_task(ask(client, model, value))

                    await hang_ups(model, waiting, model == "gated", start)

    asyncio.run(main())


@check
def clients_over_grpc_that_hang_up() -> None:
    async def main() -> None:
        async with grpc.aio.insecure_channel(MOUNTED_GRPC) as channel:
            stub: Any = prediction_service_pb2_grpc.PredictionServiceStub(channel)

            async def ask(model: str, value: float) -> list[float]:
                response = await stub.Predict(predict_request(model, [value]))
                return list(tf.make_ndarray(response.outputs["y"]).tolist())

            for model, waiting in (("gated", QUEUED), ("alone", ALL)):

                def start(value: float, model: str = model) -> asyncio.Task[list[float]]:
                    return asyncio.create_task(ask(model, value))

                await hang_ups(model, waiting, model == "gated", start)

    asyncio.run(main())
