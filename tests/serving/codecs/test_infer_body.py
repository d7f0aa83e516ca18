"""Bodies of the KServe v2 protocol."""
from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.serving.codecs.infer_body import InferBody, print_infer, read_infer
from aioflow.serving.codecs.infer_datatypes import DATATYPES, DTYPES, from_raw, to_raw

complex64 = partial(np.array, dtype=np.complex64)
float32 = partial(np.array, dtype=np.float32)
int8 = partial(np.array, dtype=np.int8)


def body(*inputs: dict[str, Any], raw: bytes = b"", **more: Any) -> tuple[bytes, int]:
    """A body with bytes behind it, and the length of its JSON."""
    text = json.dumps({"inputs": inputs, **more}).encode()
    return text + raw, len(text)


def entry(name: str = "x", datatype: str = "FP32", shape: Any = (2,), **more: Any) -> dict[str, Any]:
    """An input of a request."""
    return {"name": name, "datatype": datatype, "shape": shape, **more}


def test_data_in_lists() -> None:
    """Nested as the shape, or flat."""
    for data in ([[1, 2], [3, 4]], [1, 2, 3, 4]):
        found = read_infer(body(entry(shape=[2, 2], data=data))[0])
        np.testing.assert_array_equal(found.inputs["x"], float32([[1, 2], [3, 4]]), strict=True)


def test_bytes_and_lists_in_one_request() -> None:
    """V-50: Bytes stand behind the JSON in the order of the inputs."""
    raw = float32([1, 2]).tobytes() + b"\x01\0\0\0\xff\0\0\0\0"
    found = read_infer(
        *body(
            entry("a", parameters={"binary_data_size": 8}),
            entry("b", "INT64", [1], data=[7]),
            entry("c", "BYTES", [2], parameters={"binary_data_size": 9}),
            raw=raw, id="7", outputs=[{"name": "y", "parameters": {"binary_data": True}}, {"name": "z"}],
            parameters={"priority": 1},
        )
    )  # fmt: skip
    values = {name: array.tolist() for name, array in found.inputs.items()}
    assert values == {"a": [1, 2], "b": [7], "c": [b"\xff", b""]}
    assert (found.id, found.parameters, found.outputs) == ("7", {"priority": 1}, {"y": True, "z": False})


@pytest.mark.parametrize("datatype", DTYPES)
def test_raw_bytes_of_each_datatype(datatype: str) -> None:
    """V-56: There and back; the array is little-endian, whatever it was."""
    dtype = DTYPES[datatype]
    values = [b"", b"\0a", b"\xff"] if datatype == "BYTES" else [0, 1, 1]
    array = np.array(values, dtype.numpy_dtype).reshape(3, 1)
    np.testing.assert_array_equal(from_raw(to_raw(array), datatype, [3, 1], "x"), array, strict=True)
    assert DATATYPES[dtype] == datatype
    with pytest.raises(errors.InvalidArgumentError, match="'x'"):
        from_raw(to_raw(array) + b"\0", datatype, [3, 1], "x")
    with pytest.raises(errors.InvalidArgumentError, match="'x'"):
        from_raw(to_raw(array)[:-1], datatype, [3, 1], "x")


@pytest.mark.parametrize(
    ("entries", "raw", "expected"),
    [
        ([entry(data=[1])], b"", "has 1 elements, but its shape [2] has 2"),
        ([entry(data=["a", "b"])], b"", "is not of expected type: float"),
        ([entry(datatype="FP16", data=[1, 2])], b"", "FP16, which is sent as bytes only"),
        ([entry(datatype="FP8", data=[1, 2])], b"", "datatype 'FP8'"),
        ([entry(shape=[-1], data=[1])], b"", "no list of sizes"),
        ([entry(shape=[True], data=[1])], b"", "no list of sizes"),
        ([entry(shape=2, data=[1])], b"", "lists for 'shape' and 'data'"),
        ([entry(shape=[1] * 65, data=[1])], b"", "65 dimensions"),
        ([entry(parameters={"binary_data_size": 9})], b"12345678", "8 bytes are left"),
        ([entry(parameters={"binary_data_size": -1})], b"", "0 bytes are left"),
        ([entry(parameters={"binary_data_size": 4})], b"1234", "has 4 bytes, but FP32 of shape [2] has 8"),
        ([entry(parameters={"binary_data_size": 8}, data=[1, 2])], b"12345678", "both"),
        ([entry(data=[1, 2])], b"1", "1 bytes behind its tensors"),
        ([entry("x", "BYTES", [2**40], parameters={"binary_data_size": 4})], b"1234", "too few"),
        ([entry("x", "BYTES", [1], parameters={"binary_data_size": 5})], b"\xff\0\0\0a", "ends within element 0 of 1"),
        ([entry(data=[1, 2]), entry(data=[1, 2])], b"", "given twice"),
        ([{"datatype": "FP32"}], b"", "'inputs' must be a list of objects with a 'name'"),
    ],
)
def test_what_is_no_request(entries: Any, raw: bytes, expected: str) -> None:
    """The error names the input."""
    with pytest.raises(errors.InvalidArgumentError) as caught:
        read_infer(*body(*entries, raw=raw))
    assert expected in caught.value.message


def test_length_of_the_json() -> None:
    """It lies within the body."""
    for length in (-1, 1000):
        with pytest.raises(errors.InvalidArgumentError, match="Inference-Header-Content-Length"):
            read_infer(b'{"inputs": []}', length)


def test_answers() -> None:
    """In JSON, in bytes where they were asked for, and where JSON cannot hold them."""
    outputs = {
        "y": float32([[0.1]]), "h": np.array([1], dtypes.bfloat16.numpy_dtype),
        "s": np.array([b"\xff"], object), "t": np.array([b"a"], object),
    }  # fmt: skip
    parts, length = print_infer(outputs, InferBody({}, id="7", outputs={"t": True}), "m", "3")
    answer = json.loads(parts[0])
    assert length == len(parts[0])
    assert (answer["model_name"], answer["model_version"], answer["id"]) == ("m", "3", "7")
    y, h, s, t = answer["outputs"]
    assert y == {"name": "y", "datatype": "FP32", "shape": [1, 1], "data": [0.1]}
    assert [each["parameters"]["binary_data_size"] for each in (h, s, t)] == [2, 5, 5]
    assert parts[1:] == [b"\x80\x3f", b"\x01\0\0\0\xff", b"\x01\0\0\0a"]


def test_an_answer_of_json_alone() -> None:
    """It has no length of its own."""
    parts, length = print_infer({"y": int8([1, 2])}, InferBody({}), "m", "1")
    assert length is None and json.loads(parts[0])["outputs"][0]["data"] == [1, 2]
    with pytest.raises(errors.UnimplementedError, match="complex64"):
        print_infer({"y": complex64([1])}, InferBody({}), "m", "1")
