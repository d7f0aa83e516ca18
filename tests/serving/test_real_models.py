"""Real models answer over each of the four protocols as their sessions do, and as TensorFlow did."""
from __future__ import annotations

import asyncio
import base64
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow._proto.serving.grpc_predict_v2_pb2 import ModelInferRequest, ModelInferResponse
from aioflow._proto.serving.predict_pb2 import PredictRequest, PredictResponse
from aioflow.framework.tensors import tensor_from_proto, tensor_to_proto
from aioflow.serving import Batching, GrpcServer, Loading, Model, ModelServer
from aioflow.serving.codecs.infer_datatypes import datatype_of, from_raw, to_raw
from tests.corpus import ABSENT, corpus_folder
from tests.saved_model.cases import CORPUS_MODELS, assert_answers, expected_of, model_folder
from tests.serving.rest.client import Client as RestClient
from tests.serving.rpc.client import Client as GrpcClient

Arrays = Mapping[str, np.ndarray]
FROZEN = ("resnet20_cifar", "transformer_encoder_2l", "lstm_dynamic_rnn_cf_v1", "beam_search_cf_v2")
BATCHED = ("resnet20_cifar", "transformer_encoder_2l")
ONCE = Loading(poll_wait_s=0, max_retries=0)


def frozen(name: str, folder: Path) -> tuple[Model, dict[str, np.ndarray], dict[str, np.ndarray]]:
    """A frozen graph of the corpus, with what it was fed and what TensorFlow answered."""
    corpus = corpus_folder()
    if corpus is None:
        pytest.skip(ABSENT)
    with zipfile.ZipFile(corpus / "models" / f"{name}.zip") as archive:
        (folder / "graph.pb").write_bytes(archive.read("0/graph.pb"))
        step = json.loads(archive.read("0/steps.json"))["steps"][0]
        with np.load(io.BytesIO(archive.read("0/tensors.npz")), allow_pickle=False) as arrays:
            inputs = {tensor.partition(":")[0]: arrays[value["t"]] for tensor, value in step["feeds"]}
            answers = [arrays[value["t"]] for value in step["outputs"]]
    aliases = [tensor.partition(":")[0] for tensor in step["fetches"]]
    model = Model("m", folder / "graph.pb", inputs=[tensor for tensor, _ in step["feeds"]], outputs=step["fetches"])
    return model, inputs, dict(zip(aliases, answers, strict=True))


@pytest.mark.parametrize("name", FROZEN)
async def test_frozen_graphs(name: str, tmp_path: Path) -> None:
    """Convolutions, attention, loops of both kinds."""
    model, inputs, recorded = frozen(name, tmp_path)
    # The decoder tells how many steps it took, which is no value of a row; recurrent nets run for the longest row.
    batching = Batching() if name in BATCHED else None
    async with ModelServer([model], batching=batching, loading=ONCE) as server:
        found = await check_all_protocols(server, inputs)
    for alias, expected in recorded.items():
        np.testing.assert_allclose(found[alias], expected, rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("name", ["tf1", "tf2", *CORPUS_MODELS])
async def test_saved_models(name: str) -> None:
    """Of both versions, with text and numbers."""
    folder = model_folder(name)
    if folder is None:
        pytest.skip(ABSENT)
    async with ModelServer([Model("m", folder)], batching=Batching(), loading=ONCE) as server:
        for case in expected_of(folder).cases:
            assert_answers(await check_all_protocols(server, case.inputs), case.outputs)


async def check_all_protocols(server: ModelServer, inputs: Arrays) -> dict[str, np.ndarray]:
    """Asks over each protocol; gives what the session says."""
    expected = await by_session(server, inputs)
    client = RestClient(server.asgi())
    async with GrpcServer(server, "127.0.0.1:0") as listening, GrpcClient(listening.port) as calls:
        answers = await asyncio.gather(
            by_rest(server, client, inputs), by_kserve_rest(client, inputs), by_grpc(calls, inputs),
            by_kserve_grpc(calls, inputs),
        )  # fmt: skip
    for found in answers:
        assert found.keys() == expected.keys()
        for alias, array in found.items():
            # Rows that share a batch with others may be added up in another order.
            if array.dtype.hasobject or array.dtype.kind != "f":
                np.testing.assert_array_equal(array, expected[alias])
            else:
                np.testing.assert_allclose(array, expected[alias], rtol=1e-5, atol=1e-6)
            assert array.dtype == expected[alias].dtype
    return expected


async def by_session(server: ModelServer, inputs: Arrays) -> dict[str, np.ndarray]:
    """By `session.run`, past everything that serves."""
    with server.use("m") as servable:
        signature = servable.signature()
        feeds = {signature.inputs[alias].tensor_name: array for alias, array in inputs.items()}
        fetches = {alias: spec.tensor_name for alias, spec in signature.outputs.items()}
        values = await servable.session.run(fetches, feeds)
    return {alias: np.asarray(value, object if isinstance(value, bytes) else None) for alias, value in values.items()}


async def by_rest(server: ModelServer, client: RestClient, inputs: Arrays) -> dict[str, np.ndarray]:
    """TensorFlow Serving's REST, in columns."""
    columns = {alias: as_json(array) for alias, array in inputs.items()}
    reply = await client.post("/v1/models/m:predict", {"inputs": columns})
    assert reply.status == 200, reply.body
    outputs, specs = reply.json()["outputs"], server.signature("m").outputs
    named = outputs if len(specs) > 1 else {next(iter(specs)): outputs}
    return {alias: from_json(named[alias], spec.dtype) for alias, spec in specs.items()}


def as_json(array: np.ndarray) -> Any:
    """Numbers as they are, text in base64."""
    if not array.dtype.hasobject:
        return array.tolist()
    texts = np.array([{"b64": base64.b64encode(text).decode()} for text in array.ravel()], object)
    return texts.reshape(array.shape).tolist()


def from_json(value: Any, dtype: tf.DType) -> np.ndarray:
    """What `as_json` was made of, or what a server prints of text."""
    if dtype != tf.string:
        return np.array(value, dtype.numpy_dtype)
    array = np.array(value, object)
    texts = [text.encode() if isinstance(text, str) else base64.b64decode(text["b64"]) for text in array.ravel()]
    return np.array(texts, object).reshape(array.shape)


async def by_kserve_rest(client: RestClient, inputs: Arrays) -> dict[str, np.ndarray]:
    """KServe's REST, in binary."""
    raws = [to_raw(array) for array in inputs.values()]
    tensors = [
        {"name": alias, "shape": list(array.shape), "datatype": datatype(array),
         "parameters": {"binary_data_size": len(raw)}}
        for (alias, array), raw in zip(inputs.items(), raws, strict=True)
    ]  # fmt: skip
    text = json.dumps({"inputs": tensors, "parameters": {"binary_data_output": True}}).encode()
    headers = {"inference-header-content-length": str(len(text))}
    reply = await client.send("POST", "/v2/models/m/infer", b"".join([text, *raws]), headers)
    assert reply.status == 200, reply.body
    position, found = int(reply.headers["inference-header-content-length"]), {}
    for each in json.loads(reply.body[:position])["outputs"]:
        end = position + each["parameters"]["binary_data_size"]
        found[each["name"]] = from_raw(reply.body[position:end], each["datatype"], each["shape"], each["name"])
        position = end
    return found


async def by_grpc(calls: GrpcClient, inputs: Arrays) -> dict[str, np.ndarray]:
    """TensorFlow Serving's gRPC."""
    message = PredictRequest()
    message.model_spec.name = "m"
    for alias, array in inputs.items():
        message.inputs[alias].CopyFrom(tensor_to_proto(array))
    answer = await calls.call("/tensorflow.serving.PredictionService/Predict", message, PredictResponse)
    return {alias: tensor_from_proto(tensor) for alias, tensor in answer.outputs.items()}


async def by_kserve_grpc(calls: GrpcClient, inputs: Arrays) -> dict[str, np.ndarray]:
    """KServe's gRPC, in raw bytes."""
    message = ModelInferRequest(model_name="m")
    for alias, array in inputs.items():
        message.inputs.add(name=alias, datatype=datatype(array), shape=array.shape)
        message.raw_input_contents.append(to_raw(array))
    answer = await calls.call("/inference.GRPCInferenceService/ModelInfer", message, ModelInferResponse)
    return {
        each.name: from_raw(raw, each.datatype, list(each.shape), each.name)
        for each, raw in zip(answer.outputs, answer.raw_output_contents, strict=True)
    }


def datatype(array: np.ndarray) -> str:
    """KServe's name of a dtype."""
    return datatype_of(tf.as_dtype(array.dtype), "")
