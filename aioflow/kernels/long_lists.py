"""Long lists and arrays of Python objects, gone over part by part.

One call of C code over all of a list keeps the interpreter's lock for its whole length, and with it the event loop
waiting: 50 ms for a million integers that become an array. Between two parts others have the lock if they have waited
for it, and a step that was stopped ends.
"""
from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from aioflow.framework.kernels import check_stop
from aioflow.kernels.arrays import Array

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

AT_A_TIME = 1 << 14
"""Elements of a part: a millisecond's work or less, even where each is somewhere else in memory."""


def parts(size: int) -> Iterator[slice]:
    """The slices of so many elements; raises `StepStoppedError` where the step was stopped meanwhile."""
    yield slice(0, AT_A_TIME)
    for start in range(AT_A_TIME, size, AT_A_TIME):
        check_stop()
        yield slice(start, start + AT_A_TIME)


def listed(array: Array) -> list[Any]:
    """The rows of an array as Python objects, or lists of them, as its `tolist` gives them."""
    if len(array) <= AT_A_TIME:
        few: list[Any] = array.tolist()
        return few
    objects: list[Any] = []
    for part in parts(len(array)):
        objects += array[part].tolist()
    return objects


def array_of(values: Sequence[Any], dtype: Any) -> Array:
    """A vector of objects, none of which is a sequence but strings."""
    result = np.empty(len(values), dtype)
    for part in parts(len(values)):
        result[part] = values[part]
    return result


def dict_of(keys: Sequence[Key], values: Sequence[Value]) -> dict[Key, Value]:
    """A dictionary of as many keys as values; of equal keys the last one counts."""
    result: dict[Key, Value] = {}
    for part in parts(len(keys)):
        result.update(zip(keys[part], values[part], strict=True))
    return result


def rows_at(array: Array, places: Array) -> Array:
    """The rows of an array [n, ...] at `places` [k]."""
    # numpy gives the lock away itself while it copies numbers.
    if not array.dtype.hasobject or len(places) <= AT_A_TIME:
        return array[places]
    result = np.empty((len(places), *array.shape[1:]), array.dtype)
    for part in parts(len(places)):
        result[part] = array[places[part]]
    return result


def counted(lengths: Array) -> Array:
    """The numbers from 0 on for each of many rows of these lengths [rows], one row behind the other."""
    # By array functions: an object for each would have Python look for garbage again and again.
    return np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
