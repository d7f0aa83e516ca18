"""KServe's REST interface."""
from __future__ import annotations

import asyncio
import json
from typing import Any

import numpy as np
import pytest

from aioflow.serving.rest.app import RestApp
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.server.request import Request
from tests.serving.rest.client import Client

X = {"name": "x", "shape": [2], "datatype": "FP32", "data": [1, 2]}


async def test_health(client: Client, server: ModelServer) -> None:
    """Live as long as it answers, ready as long as it serves."""
    assert (await client.get("/v2/health/live")).json() == {"live": True}
    assert (await client.get("/v2/health/ready")).json() == {"ready": True}
    reply = await client.get("/v2/models/half/versions/1/ready")
    assert reply.status == 200 and reply.json() == {"name": "half", "ready": True}
    assert (await client.get("/v2/models/x/ready")).status == 404
    await server.stop()
    assert (await client.get("/v2/health/ready")).status == 503
    assert (await client.get("/v2/health/live")).status == 200


async def test_metadata(client: Client) -> None:
    """Of the server and of a model."""
    assert "binary_tensor_data" in (await client.get("/v2")).json()["extensions"]
    answer = (await client.get("/v2/models/half")).json()
    assert answer == {
        "name": "half", "versions": ["1", "2"], "platform": "tensorflow_savedmodel",
        "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1]}],
        "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1]}],
    }  # fmt: skip
    index = (await client.post("/v2/repository/index")).json()
    assert {"name": "half", "version": "2", "state": "READY", "reason": ""} in index


async def test_infer(client: Client) -> None:
    """V-52: In JSON; the id comes back."""
    reply = await client.post("/v2/models/half/versions/1/infer", {"id": "7", "inputs": [X]})
    assert reply.json() == {
        "model_name": "half", "model_version": "1", "id": "7",
        "outputs": [{"name": "y", "datatype": "FP32", "shape": [2], "data": [3.5, 4.0]}],
    }  # fmt: skip


async def test_infer_with_bytes(client: Client) -> None:
    """V-51: Behind the JSON, without a content type, in both directions."""
    entry = {**X, "parameters": {"binary_data_size": 8}}
    del entry["data"]
    head = json.dumps({"inputs": [entry], "parameters": {"binary_data_output": True}}).encode()
    body = head + np.array([1, 2], "<f4").tobytes()
    reply = await client.post("/v2/models/half/infer", body, inference_header_content_length=str(len(head)))
    length = int(reply.headers["inference-header-content-length"])
    assert reply.headers["content-type"] == "application/octet-stream"
    assert json.loads(reply.body[:length])["outputs"][0]["parameters"] == {"binary_data_size": 8}
    assert np.frombuffer(reply.body[length:], "<f4").tolist() == [2, 4]


async def test_outputs_that_are_asked_for(client: Client) -> None:
    """These and no others."""
    entries = [{"name": name, "shape": [1, 2], "datatype": "FP32", "data": [3, 4]} for name in "ab"]
    reply = await client.post("/v2/models/two/infer", {"inputs": entries, "outputs": [{"name": "sum"}]})
    assert [output["name"] for output in reply.json()["outputs"]] == ["sum"]
    reply = await client.post("/v2/models/two/infer", {"inputs": entries, "outputs": [{"name": "z"}]})
    assert reply.status == 400 and "output tensor alias not found in signature: z" in reply.error


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"inputs": []}, "Missing but required: {x}"),
        ({"inputs": [{**X, "datatype": "INT32"}]}, "expected to be float32, not int32"),
        ({"inputs": [{**X, "shape": [3]}]}, "has 2 elements, but its shape [3] has 3"),
        ({"inputs": [X], "parameters": {"signature_name": "q"}}, 'Serving signature key "q" not found.'),
        ({"inputs": [X], "parameters": {"priority": "high"}}, "'priority' must be a whole number"),
        ({"inputs": [X], "parameters": {"timeout": -1}}, "'timeout' must be a whole number"),
        ({"inputs": 1}, "'inputs' must be a list"),
    ],
)
async def test_requests_that_fail(client: Client, body: Any, expected: str) -> None:
    """With status 400."""
    reply = await client.post("/v2/models/half/infer", body)
    assert reply.status == 400 and expected in reply.error


async def test_a_length_that_is_none(client: Client) -> None:
    """Is refused."""
    reply = await client.post("/v2/models/half/infer", {"inputs": [X]}, inference_header_content_length="x")
    assert reply.status == 400 and "'x', no number" in reply.error


async def test_models_are_not_loaded_from_outside(client: Client) -> None:
    """The server's configuration says what is served."""
    assert (await client.post("/v2/repository/models/half/unload")).status == 501


async def test_priority_and_time_of_a_request(server: ModelServer) -> None:
    """V-55: They are numbers; the time is in microseconds, and never more than the server gives."""
    seen: list[Request] = []
    server.listeners.append(lambda event: seen.append(event.request))  # type: ignore[union-attr]
    client, now_s = Client(RestApp(server)), asyncio.get_running_loop().time()
    for timeout_us in (20_000_000, 10**9):
        parameters = {"priority": 2, "timeout": timeout_us}
        reply = await client.post("/v2/models/half/infer", {"inputs": [X], "parameters": parameters})
        assert reply.status == 200
    short = await client.post("/v2/models/half/infer", {"inputs": [X], "parameters": {"timeout": 1}})
    assert short.status == 504
    assert [each.priority for each in seen] == [2, 2, 0]
    left_s = [(each.deadline_s or 0.0) - now_s for each in seen]
    assert 20 <= left_s[0] < 30 <= left_s[1] < 40 and left_s[2] < 10
