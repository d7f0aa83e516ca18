"""The short ways for rows of numbers give what the careful ones give, or nothing."""
from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

import aioflow as tf
from aioflow import errors
from aioflow.serving.codecs import numeric_text
from aioflow.serving.codecs.predict_body import PredictBody, plain_rows
from aioflow.serving.codecs.predictions import print_predictions, print_rows, row_texts

_SCALARS = ["0", "-0.0", "1", "2.5", "1e-3", "1E5", "16777215", "16777216", "-16777216", "16777216.5", "1e38", "3.5e38",
            "1e400", "123456789012345678901234567890", "true", "false", "null", '"e"', "[1]", "{}", "NaN"]  # fmt: skip


def read_with_care(body: bytes, dtype: Any) -> Any:
    """The array of a body, or the class of the error."""
    try:
        return PredictBody(body).inputs({"x": dtype})["x"]
    except errors.OpError as error:
        return type(error)


@pytest.fixture(autouse=True, params=[False, True], ids=["orjson", "simdjson"])
def has_simdjson(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are the same whether it is installed or not."""
    if not request.param:
        monkeypatch.setattr(numeric_text, "_parsers", None)


@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32, tf.bool, tf.string])
def test_bodies(dtype: Any) -> None:
    """Read at once they are the same arrays as read with care."""
    chance, num_read = random.Random(3), 0
    for _ in range(300):
        pool = _SCALARS if chance.random() < 0.3 else _SCALARS[: 6 if dtype.is_floating else 3]
        rows = [[chance.choice(pool) for _ in range(chance.randrange(1, 4))] for _ in range(chance.randrange(1, 3))]
        texts = [f"[{','.join(row)}]" if chance.random() < 0.8 else row[0] for row in rows]
        body = f'{{"instances":{chance.choice(["", " "])}[{", ".join(texts)}]}}'.encode()
        found = plain_rows(body, dtype)
        if found is not None:
            num_read += 1
            np.testing.assert_array_equal(found, read_with_care(body, dtype), strict=True)
    assert num_read > 20 or not (dtype.is_floating or dtype.is_integer)


@pytest.mark.parametrize("body", [
    b'{"instances": [1.0], "signature_name": "s"}', b'{"instances": [1.0], "instances": 2}', b'{"instances": []}',
    b'{"instances": {}}', b'{"instances": [1.0]', b'{"instances": [1.0]}}', b'{"instances_": [1.0]}', b'["instances"]',
    b'{"instances": [true]}', b' {"instances": [1.0]}', b'{"inputs": [1.0]}', b"",
])  # fmt: skip
def test_bodies_with_more_to_tell(body: bytes) -> None:
    assert plain_rows(body, tf.float32) is None


@pytest.mark.parametrize("text", [
    "[[1, 2], 3]", "[[1], [2]]", "[[1, [2]]]", "[[1, {}]]", '[["1"]]', "[[]]", "[[true]]", "[[1,]]", "[[1 2]]",
    "[[1]]]", "[[1}]", "[[01]]", "[[1]] ", " [[1]]", "[ [1]]", "[[ 1 ,2 ]]", "[[1e400]]",
    "[[9007199254740993]]", "[[-16777215, 16777215.0]]",
])  # fmt: skip
@pytest.mark.parametrize("dtype", [tf.float32, tf.float64])
def test_one_row(text: str, dtype: Any) -> None:
    """What looks like one, and is or is not."""
    body = f'{{"instances": {text}}}'.encode()
    found, careful = plain_rows(body, dtype), read_with_care(body, dtype)
    if found is not None:
        np.testing.assert_array_equal(found, careful, strict=True)


def test_floats_are_rounded_as_numpy_rounds_them() -> None:
    """To the nearest float32."""
    values = np.random.default_rng(5).standard_normal(1000) * 1000
    for row in np.split(values, 10):
        found = plain_rows(json.dumps({"instances": [row.tolist()]}).encode(), tf.float32)
        np.testing.assert_array_equal(found, row.astype(np.float32)[None], strict=True)


@pytest.mark.parametrize("has_rows", [False, True])
@pytest.mark.parametrize("shape", [(5,), (5, 3), (5, 1), (5, 0), (1, 4)])
def test_rows_printed_together(shape: tuple[int, ...], has_rows: bool) -> None:
    """Each part of a batch has the text that it has by itself."""
    array = np.random.default_rng(1).standard_normal(shape).astype(np.float32)
    texts = row_texts(array)
    for start in range(len(array)):
        for end in range(start + 1, len(array) + 1):
            alone = print_predictions({"y": array[start:end]}, has_rows=has_rows)
            assert print_rows(texts[start:end], array.ndim, has_rows=has_rows) == alone


@pytest.mark.parametrize("array", [
    np.array([1, np.nan], np.float32), np.array([[1], [np.inf]], np.float32), np.array([1, 2]),
    np.zeros((2, 2, 2), np.float32), np.zeros((4, 4), np.float32).T[:2], np.array(1, np.float32),
    np.zeros((300, 300), np.float32),
])  # fmt: skip
def test_arrays_whose_rows_are_printed_one_by_one(array: Any) -> None:
    assert not row_texts(array)
