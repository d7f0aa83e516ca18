"""What published clients of TensorFlow Serving and Triton get of a server; a program for a Python that has them.

    python -m tests.live.serving_clients GRPC_PORT HTTP_PORT MOUNTED_GRPC_PORT MOUNTED_PORT DIRECT_PORT

The servers have `half`, y = x / 2 + 3; `text`, which gives its strings back; and models of `tests.live.served_models`
whose requests are batched. It prints JSON: check -> None, or what was wrong.
"""
from __future__ import annotations

import json
import urllib.request
from typing import Any

import grpc
import numpy as np
import tensorflow as tf
import tritonclient.grpc
import tritonclient.http
import tritonclient.utils
from google.protobuf import json_format
from tensorflow_serving.apis import (
    get_model_metadata_pb2,
    get_model_status_pb2,
    model_service_pb2_grpc,
    prediction_service_pb2_grpc,
)

import tests.live.asgi_clients
import tests.live.batching_clients  # noqa: F401 - both note their checks
from tests.live.client_checks import GRPC, HTTP, check, float32, int32, predict_request, run_checks, triton_inputs


@check
def predict_by_published_stubs() -> None:
    stub = prediction_service_pb2_grpc.PredictionServiceStub(grpc.insecure_channel(GRPC))
    response = stub.Predict(predict_request("half", [1, 2, 5]), timeout=20)
    np.testing.assert_array_equal(tf.make_ndarray(response.outputs["y"]), float32([3.5, 4.0, 5.5]))
    assert response.model_spec.version.value == 1 and response.model_spec.signature_name == "serving_default"


@check
def status_and_metadata_by_published_stubs() -> None:
    channel: Any = grpc.insecure_channel(GRPC)
    request = get_model_status_pb2.GetModelStatusRequest()
    request.model_spec.name = "half"
    (status,) = model_service_pb2_grpc.ModelServiceStub(channel).GetModelStatus(request).model_version_status
    assert status.version == 1 and status.state == get_model_status_pb2.ModelVersionStatus.AVAILABLE
    asked = get_model_metadata_pb2.GetModelMetadataRequest(metadata_field=["signature_def"])
    asked.model_spec.name = "half"
    answer = prediction_service_pb2_grpc.PredictionServiceStub(channel).GetModelMetadata(asked)
    found = get_model_metadata_pb2.SignatureDefMap()
    assert answer.metadata["signature_def"].Unpack(found)
    assert found.signature_def["serving_default"].inputs["x"].dtype == tf.float32.as_datatype_enum


@check
def errors_by_published_stubs() -> None:
    channel: Any = grpc.insecure_channel(GRPC)
    stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
    try:
        stub.Predict(predict_request("nothing", [1]))
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.NOT_FOUND
        assert error.details() == "Servable not found for request: Latest(nothing)"
    else:
        raise AssertionError("no error")
    try:
        channel.unary_unary("/tensorflow.serving.PredictionService/Nothing")(b"")
    except grpc.RpcError as error:
        assert error.code() == grpc.StatusCode.UNIMPLEMENTED
    else:
        raise AssertionError("no error")


@check
def triton_over_http() -> None:
    client = tritonclient.http.InferenceServerClient(HTTP)
    assert client.is_server_live() and client.is_server_ready() and client.is_model_ready("half")
    assert not client.is_model_ready("nothing")
    assert client.get_model_metadata("half")["platform"] == "tensorflow_savedmodel"
    assert "binary_tensor_data" in client.get_server_metadata()["extensions"]
    values = float32([1, 2, 5])
    for binary_in in (True, False):
        for binary_out in (True, False):
            inputs = triton_inputs(tritonclient.http, values, "FP32", binary_data=binary_in)
            outputs = [tritonclient.http.InferRequestedOutput("y", binary_data=binary_out)]
            found = client.infer("half", inputs, outputs=outputs, request_id="7", priority=0, timeout=10_000_000)
            np.testing.assert_array_equal(found.as_numpy("y"), float32([3.5, 4.0, 5.5]))
            assert found.get_response()["id"] == "7"
    found = client.infer("half", triton_inputs(tritonclient.http, values, "FP32"))
    np.testing.assert_array_equal(found.as_numpy("y"), float32([3.5, 4.0, 5.5]))


@check
def errors_of_triton_over_http() -> None:
    client = tritonclient.http.InferenceServerClient(HTTP)
    try:
        client.infer("half", triton_inputs(tritonclient.http, int32([1]), "INT32"))
    except tritonclient.http.InferenceServerException as error:
        assert "[400]" in str(error) and "int32" in str(error), error
    else:
        raise AssertionError("no error")


@check
def time_of_triton() -> None:
    for module, address in ((tritonclient.http, HTTP), (tritonclient.grpc, GRPC)):
        client = module.InferenceServerClient(address)
        inputs = triton_inputs(module, float32([1]), "FP32")
        assert client.infer("half", inputs, priority=1, timeout=20_000_000).as_numpy("y").tolist() == [3.5]
        try:
            client.infer("half", inputs, timeout=1)  # a microsecond
        except tritonclient.utils.InferenceServerException as error:
            assert "deadline" in str(error).lower(), error
        else:
            raise AssertionError("no error")


@check
def bytes_of_triton() -> None:
    values = np.array([b"a", b"\xff\x00", b""], np.object_)
    for module, address in ((tritonclient.http, HTTP), (tritonclient.grpc, GRPC)):
        client = module.InferenceServerClient(address)
        found = client.infer("text", triton_inputs(module, values, "BYTES"))
        assert found.as_numpy("y").tolist() == values.tolist(), module.__name__


@check
def triton_over_grpc() -> None:
    client = tritonclient.grpc.InferenceServerClient(GRPC)
    assert client.is_server_live() and client.is_server_ready() and client.is_model_ready("half")
    assert client.get_model_metadata("half").inputs[0].datatype == "FP32"
    assert "half" in [each.name for each in client.get_model_repository_index().models]
    inputs = triton_inputs(tritonclient.grpc, float32([1, 2, 5]), "FP32")
    found = client.infer("half", inputs, request_id="7", priority=0, timeout=10_000_000)
    np.testing.assert_array_equal(found.as_numpy("y"), float32([3.5, 4.0, 5.5]))
    assert found.get_response().id == "7"


@check
def stream_of_triton() -> None:
    client = tritonclient.grpc.InferenceServerClient(GRPC)
    found: list[Any] = []
    client.start_stream(lambda result, error: found.append(error or result.as_numpy("y").tolist()))
    for value in (1, 2):
        client.async_stream_infer("half", triton_inputs(tritonclient.grpc, float32([value]), "FP32"))
    client.stop_stream()
    assert found == [[3.5], [4.0]], found


@check
def status_over_http_as_published_messages() -> None:
    with urllib.request.urlopen(f"http://{HTTP}/v1/models/sized", timeout=20) as answer:
        text = answer.read().decode()
    found = json_format.Parse(text, get_model_status_pb2.GetModelStatusResponse()).model_version_status
    states = get_model_status_pb2.ModelVersionStatus.State
    assert {each.version: each.state for each in found} == {1: states.AVAILABLE, 2: states.END}, text
    (first,) = (each for each in json.loads(text)["model_version_status"] if each["version"] == "1")
    assert first == {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}, text


if __name__ == "__main__":
    run_checks()
