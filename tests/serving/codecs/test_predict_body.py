"""Bodies of predict requests, row by row and by columns."""
from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.serving.codecs import numeric_text
from aioflow.serving.codecs.predict_body import PredictBody

float32 = partial(np.array, dtype=np.float32)
int32 = partial(np.array, dtype=np.int32)

X = {"x": dtypes.float32}
AB = {"a": dtypes.float32, "b": dtypes.int32}


def read(body: Any, wanted: Any = X, **how: Any) -> dict[str, np.ndarray]:
    """The inputs of a body, text or an object that becomes JSON."""
    return PredictBody(body if isinstance(body, bytes) else json.dumps(body).encode()).inputs(wanted, **how)


def message(body: Any, wanted: Any = X, error: Any = errors.InvalidArgumentError, **how: Any) -> str:
    """What a body is refused with."""
    with pytest.raises(error) as caught:
        read(body, wanted, **how)
    return str(caught.value.message)


def test_rows_of_scalars() -> None:
    """V-7: One input: each row is its value."""
    body = PredictBody(b'{"instances": [1, 2, 5.0]}')
    np.testing.assert_array_equal(body.inputs(X)["x"], float32([1, 2, 5]), strict=True)
    assert body.has_rows and body.signature_name == ""


def test_columns() -> None:
    """A value, a list or an object of all inputs; what else it has is left."""
    body = PredictBody(b'{"inputs": [[1.5], [2]], "signature_name": "s", "more": 1}')
    np.testing.assert_array_equal(body.inputs(X)["x"], float32([[1.5], [2]]), strict=True)
    assert not body.has_rows and body.signature_name == "s"
    assert read({"inputs": 3})["x"].shape == ()
    found = read({"inputs": {"b": [1], "a": [[0.5]], "c": 0}}, AB)
    assert {name: array.shape for name, array in found.items()} == {"a": (1, 1), "b": (1,)}


def test_rows_of_objects() -> None:
    """V-3: Several inputs: each row has all of them, and nothing else."""
    found = read({"instances": [{"a": [1, 2], "b": 3}, {"b": 4, "a": [5, 6]}]}, AB)
    np.testing.assert_array_equal(found["a"], float32([[1, 2], [5, 6]]), strict=True)
    np.testing.assert_array_equal(found["b"], int32([3, 4]), strict=True)
    text = message({"instances": [{"a": 1, "b": 2}, {"a": 1}]}, AB)
    assert text.startswith("Failed to process element: 1 of 'instances' list. JSON object: ")
    assert text.endswith("keys must be equal to: a,b")
    assert "element: 0 key: z of" in message({"instances": [{"a": 1, "b": 2, "z": 3}]}, AB)


def test_neither_rows_nor_columns_or_both() -> None:
    """V-2, V-9: There is exactly one of them, and rows are a list that is not empty."""
    assert message({}) == "Missing 'inputs' or 'instances' key"
    assert "expecting only one of 'inputs' or 'instances'" in message({"inputs": 1, "instances": [1]})
    assert message({"instances": []}).endswith("No values in 'instances' array")
    assert "to be an list/array" in message({"instances": 1})
    assert message({"inputs": {"a": 1}}, AB) == "Missing named input: b in 'inputs' object."
    assert message({"instances": [1]}, AB).startswith("instances is a plain list")
    assert message({"inputs": [1]}, AB).startswith("inputs is a plain value/list")


def test_rows_of_one_kind() -> None:
    """Lists and objects do not mix."""
    assert message({"instances": [1, {"x": 2}]}) == "Expecting value/list but got object at item 1 of input list"
    assert message({"instances": [{"x": 2}, 1]}) == "Expecting object but got list at item 1 of input list"


def test_bytes_in_base64() -> None:
    """V-5: Text may stand for bytes wherever a value may stand, with or without its padding."""
    expected = np.array([b"a", b"\xff", b"\xc3\xa9"], object)
    rows = ["a", {"b64": "/w=="}, {"b64": "w6k"}]
    for body in ({"instances": rows}, {"inputs": rows}, {"instances": [{"x": row} for row in rows]}):
        np.testing.assert_array_equal(read(body, {"x": dtypes.string})["x"], expected, strict=True)
    assert read({"inputs": {"b64": ""}}, {"x": dtypes.string})["x"][()] == b""
    assert "not formatted correctly for base64 data" in message({"inputs": [{"b64": 1}]}, {"x": dtypes.string})
    assert "Unable to base64 decode" in message({"inputs": [{"b64": "?"}]}, {"x": dtypes.string})


@pytest.mark.parametrize(
    ("dtype", "text", "expected"),
    [
        (dtypes.int32, "1.0", "JSON Value: 1.0 Type: Number is not of expected type: int32"),
        (dtypes.int32, "2147483648", "JSON Value: 2147483648 Type: Number is not of expected type: int32"),
        (dtypes.uint8, "-1", "JSON Value: -1 Type: Number is not of expected type: uint8"),
        (dtypes.int64, "true", "JSON Value: true Type: True is not of expected type: int64"),
        (dtypes.float32, "false", "JSON Value: false Type: False is not of expected type: float"),
        (dtypes.float32, "null", "JSON Value: null Type: Null is not of expected type: float"),
        (dtypes.float32, '"1"', 'JSON Value: "1" Type: String is not of expected type: float'),
        (dtypes.bool_, "1", "JSON Value: 1 Type: Number is not of expected type: bool"),
        (dtypes.string, "1", "JSON Value: 1 Type: Number is not of expected type: string"),
        (dtypes.float32, "16777216", "Cannot convert JSON value: 16777216 to float without loss of precision."),
        (dtypes.float32, "1e39", "Cannot convert JSON value: 1e+39 to float without loss of precision."),
        (dtypes.float64, "9007199254740992", "JSON value: 9007199254740992 to double without loss of precision."),
    ],
)
def test_values_of_another_type(dtype: dtypes.DType, text: str, expected: str) -> None:
    """V-7: Each is refused as TensorFlow Serving does, alone and among good ones."""
    assert message(f'{{"inputs": {text}}}'.encode(), {"x": dtype}).endswith(expected)
    good = {"bool": "true", "string": '"a"'}.get(dtype.name, "1")
    assert message(f'{{"inputs": [{good}, {text}]}}'.encode(), {"x": dtype}).endswith(expected)
    assert "element: 1 of" in message(f'{{"instances": [{good}, {text}]}}'.encode(), {"x": dtype})


def test_whole_numbers_at_the_edges() -> None:
    """What a dtype holds is taken, and not through a float."""
    for dtype in (dtypes.int64, dtypes.uint64, dtypes.int8):
        edges = list(dtype.limits)
        assert read({"instances": edges}, {"x": dtype})["x"].tolist() == edges
    assert read(b'{"inputs": [16777217.0, 16777215]}')["x"].tolist() == [16777216.0, 16777215.0]


def test_tokens_that_are_no_json() -> None:
    """V-6: TensorFlow Serving reads them, and stops behind the object."""
    found = read(b'{"inputs": [NaN, Infinity, -Infinity, 1e400]} [1')["x"]
    np.testing.assert_array_equal(found, float32([np.nan, np.inf, -np.inf, np.inf]))
    assert read(b'\xef\xbb\xbf {"inputs": 1}')["x"] == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"", "JSON Parse error: The document is empty. at offset: 0"),
        (b'{"a": "\xff"}', "JSON Parse error: Invalid encoding in string. at offset: 7"),
        ('{"é": }'.encode(), "JSON Parse error: Expecting value at offset: 7"),
        (b"[1]", "JSON Value: [\n    1\n] Is not object"),
        (b'{"inputs": ' + b"[" * 5000 + b"]" * 5000 + b"}", "deep"),
        (b'{"signature_name": 1, "inputs": 1}', "'signature_name' key must be a string value."),
    ],
)
def test_what_is_no_object(body: bytes, expected: str) -> None:
    """V-64: The error says where."""
    assert expected in message(body)


def test_ragged_lists() -> None:
    """V-9: All lists of a level have one length."""
    assert "list at unexpected size: 1 at level: 1 expected size: 2" in message({"inputs": [[1, 2], [3]]})
    assert "Expecting tensor size: 2 but got: 1" in message({"instances": [[1, 2], [3]]})
    assert "Expecting shape [2] but got: [1,2]" in message({"instances": [[1, 2], [[3, 4]]]})
    assert "found at incorrect level: 2" in message({"inputs": [[1], 2]})
    assert "unexpected level: 1 expected < 1" in message({"inputs": [1, [2]]})


def test_dtypes_without_json() -> None:
    """A strict server refuses what TensorFlow Serving has no JSON for; others take numbers."""
    assert read({"inputs": [0.5]}, {"x": dtypes.bfloat16})["x"].dtype == dtypes.bfloat16.numpy_dtype
    text = message({"inputs": [1]}, {"x": dtypes.float16}, errors.UnimplementedError, strict=True)
    assert text.endswith("to type: half")
    assert message({"inputs": [1]}, {"x": dtypes.complex64}, errors.UnimplementedError).endswith("type: complex64")


def test_errors_show_a_part_of_a_large_body() -> None:
    """A stranger's megabytes do not come back."""
    assert len(message({"instances": "a" * 10**6})) < 1000
    assert len(message({"inputs": ["a" * 10**6]})) < 1000


VALUES = st.recursive(
    st.floats(width=32, allow_nan=False, allow_infinity=False) | st.integers(-(2**25), 2**25),
    lambda inner: st.lists(inner, min_size=1, max_size=3),
    max_leaves=12,
)


@given(st.lists(VALUES, min_size=1, max_size=4), st.sampled_from([dtypes.float32, dtypes.float64, dtypes.int32]))
def test_large_bodies_are_read_as_small_ones(value: list[Any], dtype: dtypes.DType) -> None:
    """With and without simdjson, regular or ragged: the same array, or the same error."""
    body = json.dumps({"inputs": value}).encode()
    padded = body[:-1] + b" " * numeric_text.MIN_NBYTES + b"}"
    outcomes: list[Any] = []
    for each in (body, padded):
        try:
            outcomes.append(read(each, {"x": dtype})["x"])
        except errors.InvalidArgumentError as error:
            outcomes.append(str(error.message))
    assert type(outcomes[0]) is type(outcomes[1])
    np.testing.assert_array_equal(outcomes[0], outcomes[1])


@pytest.mark.parametrize("shape", [(2000,), (3, 500), (1, 20, 20, 3), (700, 1, 1), (1, 1, 1000)])
def test_large_regular_bodies(shape: tuple[int, ...]) -> None:
    """They have their shape, and the signature's name."""
    array = np.arange(np.prod(shape), dtype=np.float32).reshape(shape) / 8
    body = PredictBody(json.dumps({"signature_name": "s", "instances": array.tolist()}).encode())
    np.testing.assert_array_equal(body.inputs(X)["x"], array, strict=True)
    assert body.has_rows and body.signature_name == "s"


def test_brackets_in_other_places() -> None:
    """Text with brackets, and lists beside the inputs, are not taken for a part of them."""
    array = np.ones((4, 300), np.float32)
    for more in ({"signature_name": "[[,"}, {"other": [[1, 2], [3]]}):
        body = PredictBody(json.dumps({**more, "instances": array.tolist()}).encode())
        np.testing.assert_array_equal(body.inputs(X)["x"], array, strict=True)
