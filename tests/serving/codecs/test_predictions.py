"""Answers in TensorFlow Serving's JSON."""
from __future__ import annotations

import json
import math
from functools import partial

import numpy as np
import orjson
import pytest

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.serving.codecs.predictions import (
    print_classifications,
    print_error,
    print_predictions,
    print_regressions,
)

bool_ = partial(np.array, dtype=np.bool_)
complex64 = partial(np.array, dtype=np.complex64)
float16 = partial(np.array, dtype=np.float16)
float32 = partial(np.array, dtype=np.float32)
int32 = partial(np.array, dtype=np.int32)


def test_digits_of_floats() -> None:
    """V-8: As few as read back, with `.0` for whole numbers."""
    values = np.array([0.1, 3, 1e10, 1e-7, 16777216], np.float32)
    text = print_predictions({"y": values}, has_rows=True)
    assert text.startswith(b'{"predictions":[0.1,3.0,')
    np.testing.assert_array_equal(float32(json.loads(text)["predictions"]), values)
    assert print_predictions({"y": float32(0.1)}, has_rows=False) == b'{"outputs":0.1}'


def test_rows_of_several_outputs() -> None:
    """V-4: Each row is an object."""
    outputs = {"y": float32([[1, 2], [3, 4]]), "z": np.array([b"a", b"b"], object)}
    assert json.loads(print_predictions(outputs, has_rows=True)) == {
        "predictions": [{"y": [1.0, 2.0], "z": "a"}, {"y": [3.0, 4.0], "z": "b"}]
    }


def test_columns_may_differ_in_length() -> None:
    """V-4: Rows may not."""
    outputs = {"y": int32([1, 2]), "z": bool_(True)}
    assert print_predictions(outputs, has_rows=False) == b'{"outputs":{"y":[1,2],"z":true}}'
    with pytest.raises(errors.InvalidArgumentError, match="Tensor name: z has no shape information"):
        print_predictions(outputs, has_rows=True)
    with pytest.raises(errors.InvalidArgumentError, match="z has inconsistent batch size: 1 expecting: 2"):
        print_predictions({"y": int32([1, 2]), "z": int32([1])}, has_rows=True)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, dtypes.bfloat16.numpy_dtype])
def test_values_that_are_no_numbers(dtype: np.dtype) -> None:
    """V-6: They are bare tokens, and what stands beside them keeps its digits."""
    text = print_predictions({"y": np.array([[math.nan, 0.5], [-math.inf, math.inf]], dtype)}, has_rows=True)
    assert text == b'{"predictions":[[NaN,0.5],[-Infinity,Infinity]]}'
    text = print_predictions({"y": float32([math.nan, 0.1])}, has_rows=False)
    assert text == b'{"outputs":[NaN,0.1]}'
    assert print_predictions({"y": float32(math.nan)}, has_rows=False) == b'{"outputs":NaN}'


def test_bytes_and_text() -> None:
    """V-5: Bytes where the alias says so, and where text would be none."""
    values = np.array([b"a", b"\xff"], object)
    assert json.loads(print_predictions({"y_bytes": values}, has_rows=False)) == {
        "outputs": [{"b64": "YQ=="}, {"b64": "/w=="}]
    }
    assert json.loads(print_predictions({"y": values}, has_rows=False)) == {"outputs": ["a", {"b64": "/w=="}]}
    assert print_predictions({"y": values}, has_rows=False, strict=True) == b'{"outputs":["a","\xff"]}'


def test_layouts() -> None:
    """Arrays in any order of memory, of any byte order, and empty ones."""
    for array in (np.arange(6, dtype=np.float32).reshape(2, 3).T, np.array([1, 2], ">i4"), np.zeros((0, 3), np.int8)):
        assert json.loads(print_predictions({"y": array}, has_rows=True)) == {"predictions": array.tolist()}


def test_dtypes_without_json() -> None:
    """They are named as TensorFlow names them."""
    with pytest.raises(errors.InvalidArgumentError, match="tensor type: half"):
        print_predictions({"y": float16([1])}, has_rows=True, strict=True)
    with pytest.raises(errors.InvalidArgumentError, match="tensor type: complex64"):
        print_predictions({"y": complex64([1])}, has_rows=True)
    with pytest.raises(errors.InvalidArgumentError, match="empty tensor map"):
        print_predictions({}, has_rows=True)


def test_results() -> None:
    """Of classify, regress, and of what failed."""
    assert print_classifications([[("a", 0.1), ("b", math.inf)], []]) == b'{"results":[[["a",0.1],["b",Infinity]],[]]}'
    assert print_regressions(float32([0.1, math.nan])) == b'{"results":[0.1,NaN]}'
    assert json.loads(print_error('wrong "x"')) == {"error": 'wrong "x"'}
    with pytest.raises(errors.InvalidArgumentError, match="Cannot convert empty"):
        print_classifications([])
    with pytest.raises(errors.InvalidArgumentError, match="Cannot convert empty"):
        print_regressions(float32([]))


@pytest.mark.parametrize("shape", [(4096, 1), (1, 1366, 3), (2, 1, 1025, 2), (3, 7, 13, 5, 4), (1200, 2, 2)])
def test_many_short_rows(shape: tuple[int, ...]) -> None:
    """They are printed another way, to the same text."""
    array = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    text = print_predictions({"y": array}, has_rows=True)
    assert text == orjson.dumps({"predictions": array}, option=orjson.OPT_SERIALIZE_NUMPY)
    array.flat[-1], array.flat[5] = np.nan, -np.inf
    found = json.loads(print_predictions({"y": array}, has_rows=True))["predictions"]
    assert np.array_equal(np.array(found, np.float32), array, equal_nan=True)
