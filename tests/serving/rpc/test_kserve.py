"""KServe's gRPC service."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aioflow._proto.serving.grpc_predict_v2_pb2 import (
    ModelInferRequest,
    ModelInferResponse,
    ModelMetadataRequest,
    ModelMetadataResponse,
    ModelReadyRequest,
    ModelReadyResponse,
    ModelStreamInferResponse,
    RepositoryIndexRequest,
    RepositoryIndexResponse,
    ServerLiveRequest,
    ServerLiveResponse,
    ServerMetadataRequest,
    ServerMetadataResponse,
    ServerReadyRequest,
    ServerReadyResponse,
)
from tests.serving.models import floats
from tests.serving.rpc.client import Client

SERVICE = "/inference.GRPCInferenceService/"


def request(datatype: str = "FP32", shape: Any = (2,), raw: bytes | None = None, **contents: Any) -> ModelInferRequest:
    """A request with one input, raw or typed."""
    message = ModelInferRequest(model_name="half", model_version="1", id="7")
    tensor = message.inputs.add(name="x", datatype=datatype, shape=shape)
    if raw is not None:
        message.raw_input_contents.append(raw)
    for name, values in contents.items():
        getattr(tensor.contents, name).extend(values)
    return message


RAW = floats(1, 2).tobytes()


async def test_server(client: Client) -> None:
    """Live, ready, and what it is."""
    assert (await client.call(SERVICE + "ServerLive", ServerLiveRequest(), ServerLiveResponse)).live
    assert (await client.call(SERVICE + "ServerReady", ServerReadyRequest(), ServerReadyResponse)).ready
    about = await client.call(SERVICE + "ServerMetadata", ServerMetadataRequest(), ServerMetadataResponse)
    assert about.name == "aioflow" and about.version


async def test_model(client: Client) -> None:
    """Ready, and what it takes and gives."""
    ready = ModelReadyRequest(name="half", version="2")
    assert (await client.call(SERVICE + "ModelReady", ready, ModelReadyResponse)).ready
    assert (await client.fails(SERVICE + "ModelReady", ModelReadyRequest(name="x")))[0] == "NOT_FOUND"
    found = await client.call(SERVICE + "ModelMetadata", ModelMetadataRequest(name="half"), ModelMetadataResponse)
    assert (list(found.versions), found.platform) == (["1", "2"], "tensorflow_savedmodel")
    assert [(each.name, each.datatype, list(each.shape)) for each in found.inputs] == [("x", "FP32", [-1])]
    index = await client.call(SERVICE + "RepositoryIndex", RepositoryIndexRequest(), RepositoryIndexResponse)
    assert ("half", "2", "READY") in [(each.name, each.version, each.state) for each in index.models]


@pytest.mark.parametrize("message", [request(raw=RAW), request(fp32_contents=[1, 2])])
async def test_infer(client: Client, message: ModelInferRequest) -> None:
    """V-54: Raw or typed in, raw out."""
    found = await client.call(SERVICE + "ModelInfer", message, ModelInferResponse)
    assert (found.model_name, found.model_version, found.id) == ("half", "1", "7")
    (output,), (raw,) = found.outputs, found.raw_output_contents
    assert (output.name, output.datatype, list(output.shape)) == ("y", "FP32", [2])
    np.testing.assert_array_equal(np.frombuffer(raw, np.float32), floats(3.5, 4))


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (request(raw=RAW, fp32_contents=[1, 2]), "raw_input_contents besides"),
        (request(raw=RAW[:-1]), "has 7 bytes, but FP32 of shape [2] has 8"),
        (request(fp32_contents=[1]), "has 1 elements, but its shape [2] has 2"),
        (request(fp64_contents=[1, 2]), "is FP32, but has fp64_contents"),
        (request("FP16", fp32_contents=[1, 2]), "sent as raw bytes only"),
        (request("FP8", raw=RAW), "datatype 'FP8'"),
        (request("INT8", int_contents=[1, 300]), "values that INT8 does not hold"),
        (request("INT8", int_contents=[1, 2]), "expected to be float32, not int8"),
        (request(shape=(-1,), raw=RAW), "no list of sizes"),
    ],
)
async def test_requests_that_fail(client: Client, message: ModelInferRequest, said: str) -> None:
    """V-56, V-57: The details name the input."""
    failed = await client.fails(SERVICE + "ModelInfer", message)
    assert failed[0] == "INVALID_ARGUMENT" and said in failed[1]


async def test_parameters(client: Client) -> None:
    """V-55: Priority and time in whole numbers of either kind."""
    message = request(raw=RAW)
    message.parameters["priority"].uint64_param = 1
    message.parameters["timeout"].int64_param = 10_000_000
    message.parameters["signature_name"].string_param = "serving_default"
    assert (await client.call(SERVICE + "ModelInfer", message, ModelInferResponse)).id == "7"
    message.parameters["priority"].string_param = "high"
    failed = await client.fails(SERVICE + "ModelInfer", message)
    assert failed == ("INVALID_ARGUMENT", "parameter 'priority' must be a whole number, not 'high'")


async def test_stream(client: Client) -> None:
    """An answer for each message; one that fails does not end the stream."""
    bad = request(raw=b"")
    bad.id = "8"
    stream = client.channel.stream_stream(SERVICE + "ModelStreamInfer")(
        iter([each.SerializeToString() for each in (request(raw=RAW), bad, request(raw=RAW))])
    )
    answers = [ModelStreamInferResponse.FromString(each) async for each in stream]
    assert [bool(each.error_message) for each in answers] == [False, True, False]
    assert [each.infer_response.id for each in answers] == ["7", "8", "7"]
