"""Names of functions: equal if they and their attributes are, and never much longer to compare than they are."""
from __future__ import annotations

import numpy as np
import pytest

from aioflow.framework import FunctionName, TensorShape, dtypes
from aioflow.framework.function_name import attrs_key

VALUES = [
    1, 1.0, True, "1", b"1", [1], [[1]], [], dtypes.float32, TensorShape([1]), TensorShape([None]),
    np.array(1), np.array([1]), np.array([[1]]), np.array([1.0]), np.arange(5000), np.arange(5000) + 1,
    np.array([b"1"], object), FunctionName("1"), FunctionName("f", {"a": 1}), FunctionName("f", {"b": 1}),
    FunctionName("f", {"a": [np.array([1])]}), FunctionName("f", {"a": [np.array([2])]}), [FunctionName("1")],
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_equal_attributes(number: int) -> None:
    """Only equal values have equal keys, and make equal names; the order of attributes says nothing."""
    value = VALUES[number]
    first = FunctionName("f", {"a": value, "b": 0})
    equal = [i for i, other in enumerate(VALUES) if FunctionName("f", {"b": 0, "a": other}) == first]
    assert equal == [number]
    assert hash(FunctionName("f", {"b": 0, "a": value})) == hash(first)
    assert FunctionName("g", {"a": value, "b": 0}) != first


def test_deep_names() -> None:
    """A name that has itself twice on each of many levels has a short key, found once; its length is known."""
    name = FunctionName("f")
    for _ in range(200):
        name = FunctionName("f", {"a": name, "b": [name]})
        assert len(str(name.key)) < 500
    assert name.num_names == (1 << 201) - 1
    assert len(str(attrs_key({"f": name}))) < 500


def test_text_within_text() -> None:
    """What a name looks like does not count, but what it is."""
    assert FunctionName("f", {"a": "FunctionName('g')"}) != FunctionName("f", {"a": FunctionName("g")})
