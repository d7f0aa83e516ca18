"""What a client calls a request comes back with the answer, and traces go on."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc.aio
import pytest

from aioflow._proto.serving.predict_pb2 import PredictRequest
from aioflow.framework.tensors import tensor_to_proto
from aioflow.serving import GrpcServer, Loading, Model, ModelServer, RestApp
from tests.observe.span_recorder import recorder
from tests.serving.models import floats
from tests.serving.rest.client import Client as RestClient
from tests.serving.rpc.client import Client as GrpcClient

ONCE = Loading(poll_wait_s=0, max_retries=0)
SENT = {"x-request-id": "7", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}
PREDICT = "/tensorflow.serving.PredictionService/Predict"


async def rest(server: ModelServer, model: str, **headers: str) -> dict[str, str]:
    """Headers of the answer to a request."""
    reply = await RestClient(RestApp(server)).post(f"/v1/models/{model}:predict", {"instances": [1]}, **headers)
    assert reply.status == (200 if model == "half" else 404)
    return {name: value for name, value in reply.headers.items() if name in SENT}


async def rpc(server: ModelServer, model: str, **headers: str) -> dict[str, str]:
    """Metadata behind the answer to a call."""
    message = PredictRequest()
    message.model_spec.name = model
    message.inputs["x"].CopyFrom(tensor_to_proto(floats(1)))
    async with GrpcServer(server, "127.0.0.1:0") as listening, GrpcClient(listening.port) as client:
        call = client.channel.unary_unary(PREDICT)(message.SerializeToString(), metadata=tuple(headers.items()))
        try:
            await call
        except grpc.aio.AioRpcError as error:
            assert model != "half" and error.code() is grpc.StatusCode.NOT_FOUND
        found: dict[str, str] = dict(await call.trailing_metadata())
        return {name: value for name, value in found.items() if name in SENT}


@pytest.mark.parametrize("ask", [rest, rpc])
@pytest.mark.parametrize("model", ["half", "none"])
async def test_identities_come_back(half: Path, ask: Any, model: str) -> None:
    """With answers and errors, and only those that were sent."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        assert await ask(server, model, **SENT) == SENT
        assert await ask(server, model) == {}


@pytest.mark.parametrize("ask", [rest, rpc])
async def test_recorded_requests(half: Path, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The context that comes back is that of the request's span, in the client's trace."""
    found = recorder(monkeypatch)
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        came_back = await ask(server, "half", **SENT)
        (span,) = found.named("aioflow.request")
        assert came_back["traceparent"] == f"{SENT['traceparent'][:36]}{span.get_span_context().span_id:016x}-01"
        assert span.attributes["aioflow.request.id"] == "7"
        assert set(await ask(server, "half")) == {"traceparent"}


async def test_identity_in_a_body_of_kserve(half: Path) -> None:
    """It is the request's; without one the header's is."""
    async with ModelServer([Model("half", half)], loading=ONCE) as server:
        seen: list[str] = []
        server.listeners.append(lambda event: seen.append(event.request.request_id))  # type: ignore[union-attr]
        client = RestClient(RestApp(server))
        body = {"inputs": [{"name": "x", "shape": [1], "datatype": "FP32", "data": [1.0]}]}
        await client.post("/v2/models/half/infer", {**body, "id": "8"}, x_request_id="7")
        await client.post("/v2/models/half/infer", body, x_request_id="7")
        assert seen == ["8", "7"]
