"""SavedModels that TensorFlow has made, and what it answered when it ran them."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tests.corpus import corpus_folder

RECORDED = Path(__file__).with_name("recorded")
CORPUS_MODELS = ("saved_model_tf1_text", "saved_model_tf2_transformer")


class Case(NamedTuple):
    """One call of a signature: arrays by the signature's keys."""

    inputs: dict[str, Any]
    outputs: dict[str, Any]


class Expected(NamedTuple):
    """What a SavedModel answers."""

    tags: list[str]
    signature: str
    cases: list[Case]


def model_folder(name: str) -> Path | None:
    """Where a SavedModel is, or None if it is of the corpus, and that is not here."""
    if name not in CORPUS_MODELS:
        return RECORDED / name
    corpus = corpus_folder()
    return None if corpus is None else corpus / "models" / name


def expected_of(folder: Path) -> Expected:
    """What is recorded beside a SavedModel."""
    record = json.loads((folder / "expected.json").read_text("utf-8"))
    with np.load(folder / "expected.npz") as arrays:
        cases = [
            Case(*({key: _array(value, arrays) for key, value in case[kind].items()} for kind in ("inputs", "outputs")))
            for case in record["cases"]
        ]
    return Expected(record["tags"], record["signature"], cases)


def _array(value: dict[str, Any], arrays: Any) -> Any:
    if "npz" in value:
        return arrays[value["npz"]]
    return np.array([bytes.fromhex(text) for text in value["bytes_hex"]], object).reshape(value["shape"])


def assert_answers(outputs: dict[str, Any], expected: dict[str, Any]) -> None:
    """Fails where outputs are not those that are expected, within the corpus's tolerances."""
    assert outputs.keys() == expected.keys()
    for key, value in expected.items():
        if value.dtype == object:
            np.testing.assert_array_equal(outputs[key], value)
        else:
            np.testing.assert_allclose(outputs[key], value, 1e-4, 1e-5)
