"""TensorFlow Serving's REST interface."""
from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Any

import pytest

import aioflow as tf
from aioflow.serving.rest.answers import answer_to
from aioflow.serving.rest.app import RestApp
from aioflow.serving.rest.options import RestOptions
from aioflow.serving.server.model_server import ModelServer
from aioflow.serving.settings.loading import Loading
from aioflow.serving.settings.model import Model
from tests.serving.models import save_classifier
from tests.serving.rest.client import Client


async def test_rows_and_columns(client: Client) -> None:
    """V-1, V-2: The answer has the form of the request; without a version the highest one answers."""
    reply = await client.post("/v1/models/half/versions/1:predict", {"instances": [1, 2, 5]})
    assert (reply.status, reply.headers["content-type"]) == (200, "application/json")
    assert reply.json() == {"predictions": [3.5, 4.0, 5.5]}
    assert (await client.post("/v1/models/half:predict", {"inputs": [1, 2, 5]})).json() == {"outputs": [2.0, 4.0, 10.0]}


async def test_several_inputs_and_outputs(client: Client) -> None:
    """V-3, V-4: Rows are objects."""
    reply = await client.post("/v1/models/two:predict", {"instances": [{"a": [1, 2], "b": [3, 4]}]})
    assert reply.json() == {"predictions": [{"product": [3.0, 8.0], "sum": [4.0, 6.0]}]}
    reply = await client.post("/v1/models/two:predict", {"instances": [{"a": [1, 2]}]})
    assert reply.status == 400 and "element: 0 of 'instances' list" in reply.error
    assert reply.error.endswith("keys must be equal to: a,b")


@pytest.mark.parametrize("path", ["/v1/models/half/labels/old:predict", "/V1/MODELS/h%61lf/Versions/0001:PREDICT"])
async def test_paths(client: Client, path: str) -> None:
    """V-15: A label instead of a version; names percent-encoded, and the rest in any case."""
    assert (await client.post(path, {"instances": [1]})).json() == {"predictions": [3.5]}


@pytest.mark.parametrize(
    ("path", "body", "status", "expected"),
    [
        ("x:predict", {"instances": [1]}, 404, "Servable not found for request: Latest(x)"),
        ("half/versions/9:predict", {"instances": [1]}, 404, "Servable not found for request: Specific(half, 9)"),
        ("half/versions/99999999999999999999:predict", {"instances": [1]}, 404, "versions are numbers"),
        ("half/labels/new:predict", {"instances": [1]}, 400, "Unrecognized servable version label: new"),
        ("half:predict", {"instances": [1], "signature_name": "q"}, 400, 'name: "q" not found in signature def'),
        ("half:classify", {"examples": [{}], "signature_name": "q"}, 400, "No signature was found with the name: q"),
        ("half:predict", {"instances": [[1]]}, 400, "which does not fit"),
        ("half:predict", {}, 400, "Missing 'inputs' or 'instances' key"),
        ("half:predict", b"{", 400, "JSON Parse error: "),
        ("half:predict", b"", 400, "JSON Parse error: The document is empty. at offset: 0"),
    ],
)
async def test_requests_that_fail(client: Client, path: str, body: Any, status: int, expected: str) -> None:
    """V-10, V-11: With TensorFlow Serving's words under the one key."""
    reply = await client.post(f"/v1/models/{path}", body)
    assert reply.status == status and expected in reply.error and list(reply.json()) == ["error"]


async def test_paths_that_are_none(client: Client) -> None:
    """Malformed below /v1/, unknown elsewhere."""
    reply = await client.get("/v1/models/half:predict")
    assert (reply.status, reply.error) == (400, "Malformed request: GET /v1/models/half:predict")
    assert (await client.post("/v1/models/half:explain")).error == "Malformed request: POST /v1/models/half:explain"
    reply = await client.get("/v1/models")
    assert (reply.status, reply.error) == (400, "Missing model name in request.")
    reply = await client.get("/elsewhere")
    assert reply.status == 404 and reply.body == b"Not found\n"


async def test_status(client: Client) -> None:
    """V-12: Versions are text, the highest first."""
    good = {"error_code": "OK", "error_message": ""}
    reply = await client.get("/v1/models/half")
    assert reply.json() == {
        "model_version_status": [
            {"version": "2", "state": "AVAILABLE", "status": good},
            {"version": "1", "state": "AVAILABLE", "status": good},
        ]
    }
    for path in ("versions/1", "labels/old"):
        (only,) = (await client.get(f"/v1/models/half/{path}")).json()["model_version_status"]
        assert only["version"] == "1"
    reply = await client.get("/v1/models/x")
    assert (reply.status, reply.error) == (404, "Could not find any versions of model x")
    assert (await client.get("/v1/models/half/versions/9")).error == "Could not find version 9 of model half"


async def test_metadata(client: Client) -> None:
    """V-13: The key is doubled, as in TensorFlow Serving, and 64-bit numbers are text."""
    answer = (await client.get("/v1/models/half/labels/old/metadata")).json()
    assert answer["model_spec"] == {"name": "half", "signature_name": "", "version": "1"}
    definition = answer["metadata"]["signature_def"]["signature_def"]["serving_default"]
    assert definition["inputs"]["x"]["tensor_shape"]["dim"] == [{"size": "-1", "name": ""}]
    assert (definition["inputs"]["x"]["dtype"], definition["method_name"]) == ("DT_FLOAT", "tensorflow/serving/predict")


async def test_classify_and_regress(tmp_path: Path) -> None:
    """V-14: Answers stand under `results`."""
    await save_classifier(tmp_path / "m" / "1")
    async with ModelServer([Model("m", tmp_path / "m")], loading=Loading(poll_wait_s=0)) as server:
        client = Client(RestApp(server))
        body: Any = {"signature_name": "classify", "examples": [{"x": 0.5}, {"x": [1.5]}]}
        reply = await client.post("/v1/models/m:classify", body)
        assert reply.json() == {"results": [[["big", 0.5]], [["big", 1.5]]]}
        body = {"signature_name": "regress", "context": {"x": 3.0}, "examples": [{}, {"x": [0.1]}]}
        assert (await client.post("/v1/models/m:regress", body)).json() == {"results": [6.0, 0.2]}
        body = {"signature_name": "regress", "examples": [{"x": 0.5}]}
        reply = await client.post("/v1/models/m:classify", body)
        assert reply.status == 400 and 'at least one of "classes" or "scores"' in reply.error
        body = {"signature_name": "classify", "examples": [{"x": 0.5}]}
        assert 'contain "outputs"' in (await client.post("/v1/models/m:regress", body)).error


async def test_bodies_that_are_packed(client: Client) -> None:
    """V-17: By gzip or deflate; the limit holds for what is unpacked."""
    text = b'{"instances": [1]}'
    for encoding, packed in (("gzip", gzip.compress(text)), ("deflate", zlib.compress(text))):
        reply = await client.post("/v1/models/half:predict", packed, content_encoding=encoding)
        assert reply.json() == {"predictions": [2.0]}
    bad = [("gzip", text, "not gzip"), ("gzip", gzip.compress(text)[:-9], "cut short"), ("br", text, "neither gzip")]
    for encoding, packed, expected in bad:
        reply = await client.post("/v1/models/half:predict", packed, content_encoding=encoding)
        assert reply.status == 400 and expected in reply.error


async def test_bodies_that_are_too_large(server: ModelServer) -> None:
    """V-64: Refused by their length before they are read, and otherwise as soon as they are too long."""
    client = Client(RestApp(server, options=RestOptions(max_body_nbytes=1000)))
    path = "/v1/models/half:predict"
    reply = await client.send("POST", path, b" " * 5000, {"content_length": "5000"}, chunk_nbytes=500)
    assert reply.status == 413 and reply.num_chunks_read == 0 and "more than 1000 bytes" in reply.error
    reply = await client.send("POST", path, b" " * 5000, {}, chunk_nbytes=500)
    assert reply.status == 413 and reply.num_chunks_read == 3
    reply = await client.post(path, gzip.compress(b" " * 10**6), content_encoding="gzip")
    assert reply.status == 413
    reply = await client.send("POST", path, b'{"instances": [1]}', {}, chunk_nbytes=3)
    assert reply.json() == {"predictions": [2.0]}


async def test_other_origins(server: ModelServer) -> None:
    """V-17: Only where that is wanted."""
    client = Client(RestApp(server, options=RestOptions(allows_cors=True)))
    reply = await client.send("OPTIONS", "/v1/models/half:predict", b"", {"origin": "https://example.org"})
    assert reply.status == 200 and reply.headers["access-control-allow-origin"] == "*"
    assert reply.headers["access-control-allow-methods"] == "POST, GET"
    assert (await client.send("OPTIONS", "/v1/models/half", b"", {"origin": "ftp://x"})).status == 400
    reply = await Client(RestApp(server)).send("OPTIONS", "/v1/models/half", b"", {"origin": "https://example.org"})
    assert reply.status == 400 and "access-control-allow-origin" not in reply.headers


async def test_request_ids(client: Client) -> None:
    """They come back, also with errors."""
    for path in ("/v1/models/half", "/v1/models/x"):
        assert (await client.get(path, x_request_id="7")).headers["x-request-id"] == "7"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (1, 499), (2, 500), (3, 400), (4, 504), (5, 404), (6, 409), (7, 403), (8, 429), (9, 400), (10, 409), (11, 400),
        (12, 501), (13, 500), (14, 503), (15, 500), (16, 401),
    ],
)  # fmt: skip
def test_statuses_of_errors(code: int, status: int) -> None:
    """V-16: One for each canonical code."""
    answer = answer_to(tf.errors.exception_type_from_error_code(code)(None, None, "why"))
    assert (answer.status, answer.body) == (status, [b'{"error": "why"}'])
    assert dict(answer.headers).get(b"retry-after") == (b"1" if status in (429, 503) else None)


def test_errors_that_nobody_expected() -> None:
    """What went wrong inside is not told to strangers."""
    assert answer_to(KeyError("secret")).body == [b'{"error": "internal error"}']


async def test_priority_and_pool_of_a_request(client: Client) -> None:
    """Named by headers."""
    body = {"instances": [1]}
    assert (await client.post("/v1/models/half:predict", body, aioflow_inter_op_thread_pool="0")).status == 200
    for name in ("aioflow_inter_op_thread_pool", "aioflow_priority"):
        reply = await client.post("/v1/models/half:predict", body, **{name: "x"})
        assert reply.status == 400 and "must be a number, not 'x'" in reply.error
    reply = await client.post("/v1/models/half:predict", body, aioflow_inter_op_thread_pool="99")
    assert reply.status == 400
