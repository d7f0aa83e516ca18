"""TensorFlow Serving's gRPC services."""
from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.error_codes_pb2 import Code
from aioflow._proto.serving.classification_pb2 import ClassificationRequest, ClassificationResponse
from aioflow._proto.serving.get_model_metadata_pb2 import (
    GetModelMetadataRequest,
    GetModelMetadataResponse,
    SignatureDefMap,
)
from aioflow._proto.serving.get_model_status_pb2 import GetModelStatusRequest, GetModelStatusResponse
from aioflow._proto.serving.health_pb2 import HealthCheckRequest, HealthCheckResponse
from aioflow._proto.serving.inference_pb2 import MultiInferenceRequest, MultiInferenceResponse
from aioflow._proto.serving.model_management_pb2 import ReloadConfigRequest, ReloadConfigResponse
from aioflow._proto.serving.model_pb2 import ModelSpec
from aioflow._proto.serving.predict_pb2 import PredictRequest, PredictResponse
from aioflow._proto.serving.regression_pb2 import RegressionRequest, RegressionResponse
from aioflow._proto.serving.session_service_pb2 import SessionRunRequest, SessionRunResponse
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto
from aioflow.serving import Loading, Model, ModelServer, Request, Response
from aioflow.serving.rpc.options import GrpcOptions
from aioflow.serving.rpc.server import GrpcServer
from aioflow.serving.server.authorization import Access
from tests.serving.models import floats, save_classifier
from tests.serving.rpc.client import Client

PREDICT = "/tensorflow.serving.PredictionService/Predict"
STATUS = "/tensorflow.serving.ModelService/GetModelStatus"


def spec(name: str = "half", version: int | None = None, **more: Any) -> ModelSpec:
    """Names a model."""
    found = ModelSpec(name=name, **more)
    if version is not None:
        found.version.value = version
    return found


def request(model: ModelSpec, outputs: Any = (), **inputs: Any) -> PredictRequest:
    """A request to predict."""
    message = PredictRequest(model_spec=model, output_filter=outputs)
    for alias, value in inputs.items():
        message.inputs[alias].CopyFrom(tensor_to_proto(value))
    return message


async def predict(client: Client, message: PredictRequest, **how: Any) -> dict[str, np.ndarray]:
    """The outputs of a request."""
    response = await client.call(PREDICT, message, PredictResponse, **how)
    return {alias: tensor_from_proto(each) for alias, each in response.outputs.items()}


async def test_predict(client: Client) -> None:
    """V-20: By version, by label, and by the latest; the answer says what has run."""
    for model, expected in ((spec(version=1), 4.0), (spec(version_label="old"), 4.0), (spec(), 4.0)):
        response = await client.call(PREDICT, request(model, x=floats(2)), PredictResponse)
        assert tensor_from_proto(response.outputs["y"]).tolist() == [expected]
        version = 2 if model == spec() else 1
        assert response.model_spec == spec(version=version, signature_name="serving_default")


async def test_filter_of_outputs(client: Client) -> None:
    """V-21: Only those, in any order."""
    row = np.ones((1, 2), np.float32)
    assert list(await predict(client, request(spec("two"), ["sum"], a=row, b=row))) == ["sum"]
    assert set(await predict(client, request(spec("two"), a=row, b=row))) == {"sum", "product"}
    failed = await client.fails(PREDICT, request(spec("two"), ["z"], a=row, b=row))
    assert failed[0] == "INVALID_ARGUMENT" and "output tensor alias not found in signature: z" in failed[1]
    failed = await client.fails(PREDICT, request(spec("two"), ["sum", "sum"], a=row, b=row))
    assert failed == ("INVALID_ARGUMENT", "duplicate output tensor alias: sum")


async def test_requests_that_fail(client: Client) -> None:
    """V-11, V-19: With TensorFlow Serving's statuses and words."""
    x = floats(1)
    for message, status, said in [
        (request(spec("x"), x=x), "NOT_FOUND", "Servable not found for request: Latest(x)"),
        (request(spec(version=9), x=x), "NOT_FOUND", "Servable not found for request: Specific(half, 9)"),
        (request(spec(""), x=x), "INVALID_ARGUMENT", "ModelSpec has no name specified."),
        (request(spec(signature_name="q"), x=x), "FAILED_PRECONDITION", 'Serving signature key "q" not found.'),
        (request(spec(), z=x), "INVALID_ARGUMENT", "Sent extra: {z}. Missing but required: {x}."),
        (request(spec(), x=np.array([1], np.int64)), "INVALID_ARGUMENT", "expected to be float32, not int64"),
        (request(spec(version_label="new"), x=x), "INVALID_ARGUMENT", "Unrecognized servable version label: new"),
    ]:
        failed = await client.fails(PREDICT, message)
        assert failed[0] == status and said in failed[1]
    assert (await client.fails(PREDICT, b"\xff"))[0] == "INVALID_ARGUMENT"
    assert (await client.fails("/tensorflow.serving.PredictionService/Explain", b""))[0] == "UNIMPLEMENTED"


async def test_one_element_for_a_large_tensor(client: Client) -> None:
    """A few bytes do not stand for more than a message may have."""
    message = request(spec(), x=floats(1))
    message.inputs["x"].tensor_shape.dim[0].size = 10**9
    failed = await client.fails(PREDICT, message)
    assert failed[0] == "RESOURCE_EXHAUSTED" and "larger than a message may be" in failed[1]


async def test_typed_fields(server: ModelServer) -> None:
    """As TensorFlow Serving answers, where that is asked for."""
    for uses_content in (True, False):
        options = GrpcOptions(uses_tensor_content=uses_content)
        async with GrpcServer(server, "127.0.0.1:0", options=options) as listening, Client(listening.port) as client:
            response = await client.call(PREDICT, request(spec(version=1), x=floats(1, 2)), PredictResponse)
        tensor = response.outputs["y"]
        assert (len(tensor.float_val), len(tensor.tensor_content)) == ((0, 8) if uses_content else (2, 0))
        assert tensor_from_proto(tensor).tolist() == [3.5, 4.0]


async def test_classify_regress_and_both(tmp_path: Path) -> None:
    """Examples in, with and without a context."""
    await save_classifier(tmp_path / "m" / "1")
    service = "/tensorflow.serving.PredictionService/"
    async with (
        ModelServer([Model("m", tmp_path / "m")], loading=Loading(poll_wait_s=0)) as server,
        GrpcServer(server, "127.0.0.1:0") as listening,
        Client(listening.port) as client,
    ):
        classify = ClassificationRequest(model_spec=spec("m", signature_name="classify"))
        classify.input.example_list.examples.add().features.feature["x"].float_list.value.append(0.5)
        classes = await client.call(service + "Classify", classify, ClassificationResponse)
        ((only,),) = [each.classes for each in classes.result.classifications]
        assert (only.label, only.score, classes.model_spec.version.value) == ("big", 0.5, 1)

        regress = RegressionRequest(model_spec=spec("m", signature_name="regress"))
        regress.input.example_list_with_context.context.features.feature["x"].float_list.value.append(3.0)
        regress.input.example_list_with_context.examples.add()
        values = await client.call(service + "Regress", regress, RegressionResponse)
        assert [each.value for each in values.result.regressions] == [6.0]

        both = MultiInferenceRequest(input=classify.input)
        both.tasks.add(model_spec=classify.model_spec, method_name="tensorflow/serving/classify")
        both.tasks.add(model_spec=regress.model_spec, method_name="tensorflow/serving/regress")
        first, second = (await client.call(service + "MultiInference", both, MultiInferenceResponse)).results
        assert first.classification_result.classifications[0].classes[0].label == "big"
        assert second.regression_result.regressions[0].value == 1.0

        both.tasks.add(model_spec=regress.model_spec, method_name="tensorflow/serving/regress")
        failed = await client.fails(service + "MultiInference", both)
        assert failed == ("INVALID_ARGUMENT", "Duplicate evaluation of signature: regress")
        classify.model_spec.signature_name = "q"
        failed = await client.fails(service + "Classify", classify)
        assert failed == ("INVALID_ARGUMENT", "No signature was found with the name: q")


async def test_metadata(client: Client) -> None:
    """V-22: A map of signatures, under the original's name; without a field it is asked for nothing."""
    name = "/tensorflow.serving.PredictionService/GetModelMetadata"
    message = GetModelMetadataRequest(model_spec=spec(version_label="old"), metadata_field=["signature_def"])
    response = await client.call(name, message, GetModelMetadataResponse)
    found = response.metadata["signature_def"]
    assert found.type_url == "type.googleapis.com/tensorflow.serving.SignatureDefMap"
    assert SignatureDefMap.FromString(found.value).signature_def["serving_default"].inputs["x"].name == "x:0"
    assert response.model_spec == spec(version=1)
    del message.metadata_field[:]
    assert (await client.fails(name, message))[0] == "INVALID_ARGUMENT"
    message.metadata_field.append("more")
    assert await client.fails(name, message) == ("INVALID_ARGUMENT", "MetadataField more is not supported")


async def test_status_and_reload(client: Client, tmp_path: Path) -> None:
    """V-23: A new list of models replaces the old one, and serves when the call returns."""
    response = await client.call(STATUS, GetModelStatusRequest(model_spec=spec()), GetModelStatusResponse)
    assert [(each.version, each.state) for each in response.model_version_status] == [(2, 30), (1, 30)]
    assert response.model_version_status[0].status.error_code == Code.OK
    message = ReloadConfigRequest()
    message.config.model_config_list.config.add(name="again", base_path=str(tmp_path / "half"))
    await client.call("/tensorflow.serving.ModelService/HandleReloadConfigRequest", message, ReloadConfigResponse)
    assert (await predict(client, request(spec("again"), x=floats(3))))["y"].tolist() == [6.0]
    assert (await client.fails(PREDICT, request(spec(), x=floats(1))))[0] == "NOT_FOUND"
    failed = await client.fails(STATUS, GetModelStatusRequest(model_spec=spec("x")))
    assert failed == ("NOT_FOUND", "Could not find any versions of model x")


async def test_session_run(client: Client) -> None:
    """V-24: By names of the graph, and by aliases."""
    name = "/tensorflow.serving.SessionService/SessionRun"
    for tensors, are_aliases in ((("a:0", "b:0", "sum:0"), False), (("a", "b", "sum"), True)):
        message = SessionRunRequest(model_spec=spec("two"), fetch=tensors[2:], tensor_name_is_alias=are_aliases)
        for tensor in tensors[:2]:
            message.feed.add(name=tensor).tensor.CopyFrom(tensor_to_proto(np.ones((1, 2), np.float32)))
        response = await client.call(name, message, SessionRunResponse)
        (found,) = response.tensor
        assert found.name == tensors[2] and tensor_from_proto(found.tensor).tolist() == [[2, 2]]
        assert response.model_spec == spec("two", version=1)
    message.fetch[:] = ["nothing"]
    assert (await client.fails(name, message))[0] == "INVALID_ARGUMENT"


async def test_what_is_not_allowed_is_not_there(server: ModelServer) -> None:
    """Running anything of a graph is asked for, and reloading may be refused."""
    options = GrpcOptions(allows_reload=False)
    async with GrpcServer(server, "127.0.0.1:0", options=options) as listening, Client(listening.port) as client:
        for name in ("SessionService/SessionRun", "ModelService/HandleReloadConfigRequest"):
            assert (await client.fails(f"/tensorflow.serving.{name}", b""))[0] == "UNIMPLEMENTED"


async def test_health(client: Client, server: ModelServer) -> None:
    """Of the server and of each service."""
    name = "/grpc.health.v1.Health/Check"
    for service in ("", "PredictionService"):
        found = await client.call(name, HealthCheckRequest(service=service), HealthCheckResponse)
        assert found.status == HealthCheckResponse.SERVING
    assert (await client.fails(name, HealthCheckRequest(service="x")))[0] == "NOT_FOUND"
    await server.stop()
    found = await client.call(name, HealthCheckRequest(), HealthCheckResponse)
    assert found.status == HealthCheckResponse.NOT_SERVING
    assert (await client.fails(PREDICT, request(spec(), x=floats(1))))[0] == "UNAVAILABLE"


async def test_who_may(server: ModelServer) -> None:
    """V-66: Asked before the message is parsed; reloading is told apart."""
    asked: list[Access] = []

    def checked(access: Access) -> None:
        asked.append(access)
        if access.headers.get("token") != "good":
            raise tf.errors.PermissionDeniedError(None, None, "not you")

    options = GrpcOptions(authorize=checked)
    async with GrpcServer(server, "127.0.0.1:0", options=options) as listening, Client(listening.port) as client:
        assert await client.fails(PREDICT, b"\xff") == ("PERMISSION_DENIED", "not you")
        assert await client.fails("/tensorflow.serving.ModelService/HandleReloadConfigRequest", b"\xff") == (
            "PERMISSION_DENIED", "not you",
        )  # fmt: skip
        found = await predict(client, request(spec(), x=floats(1)), metadata=[("token", "good")])
        assert found["y"].tolist() == [2.0]
    assert [(each.protocol, each.method, each.is_admin) for each in asked] == [
        ("grpc", "Predict", False), ("grpc", "HandleReloadConfigRequest", True), ("grpc", "Predict", False),
    ]  # fmt: skip


class Slow(ModelServer):
    """Answers only when it is told to, and knows what became of requests."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.cancelled = asyncio.Event(), asyncio.Event()
        self.requests: list[Request] = []

    async def predict(self, request: Request) -> Response:
        self.requests.append(request)
        self.entered.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        raise AssertionError


async def test_a_client_that_gives_up() -> None:
    """V-25, V-61: Its request is cancelled: by its deadline, which the request carries, or by hanging up."""
    server = Slow()
    async with GrpcServer(server, "127.0.0.1:0") as listening, Client(listening.port) as client:
        assert (await client.fails(PREDICT, request(spec(), x=floats(1)), timeout=0.2))[0] == "DEADLINE_EXCEEDED"
        await server.cancelled.wait()
        deadline_s = server.requests[0].deadline_s
        assert deadline_s is not None and deadline_s < asyncio.get_running_loop().time() + 0.2
        server.cancelled.clear()
        server.entered.clear()
        asked = asyncio.create_task(predict(client, request(spec(), x=floats(1))))
        await server.entered.wait()
        asked.cancel()
        await server.cancelled.wait()
        assert server.requests[1].deadline_s is None


async def test_an_error_that_nobody_expected(caplog: pytest.LogCaptureFixture) -> None:
    """Is logged, and not told."""

    class Broken(Slow):
        async def predict(self, request: Request) -> Response:
            raise KeyError("secret")

    async with GrpcServer(Broken(), "127.0.0.1:0") as listening, Client(listening.port) as client:
        assert await client.fails(PREDICT, request(spec(), x=floats(1))) == ("INTERNAL", "internal error")
    assert "secret" in caplog.text


async def test_a_port_in_use(server: ModelServer) -> None:
    """Is an error, not half of the connections."""
    async with GrpcServer(server, "127.0.0.1:0") as listening:
        with pytest.raises(tf.errors.UnavailableError, match="cannot listen at"):
            await GrpcServer(server, f"127.0.0.1:{listening.port}").start()
    with pytest.raises(tf.errors.InvalidArgumentError, match="there is no protocol"):
        GrpcServer(server, "127.0.0.1:0", protocols={"v3"})
