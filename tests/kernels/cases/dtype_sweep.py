"""Every example with each dtype that TensorFlow's CPU kernel takes, one type attribute at a time."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.examples import EXAMPLES
from tests.kernels.dtype_table import inputs_of_type, taken, type_attrs

ANY = (
    "bfloat16 bool complex128 complex64 float16 float32 float64 int16 int32 int64 int8 qint8 quint8 qint32 string "
    "uint16 uint32 uint64 uint8 float8_e4m3fn float8_e5m2 int4 uint4"
)
# TensorFlow's kernels take these, and then fail (Tile, Where), give zeros (Round), or read memory that is not theirs.
UNUSABLE = {
    "Tile": "qint8 quint8 qint32 uint16 float8_e4m3fn float8_e5m2 int4 uint4", "Where": "float16",
    "Round": "int32 int64", "ArgMax": "int16",
}
QUANTIZED = {"qint8": np.int8, "quint8": np.uint8, "qint16": np.int16, "quint16": np.uint16, "qint32": np.int32}


def sweep() -> Iterator[Case]:
    """The cases; the same one comes once."""
    seen: set[str] = set()
    for example in EXAMPLES:
        for attr in type_attrs(example.op):
            for name in dtypes_of(example.op, attr):
                case = with_dtype(example, attr, name)
                if case.digest not in seen:
                    seen.add(case.digest)
                    yield case


def dtypes_of(op: str, attr: str) -> list[str]:
    """The names of the dtypes to try for an attribute."""
    names = sorted(taken(op, attr) - {"resource", "variant"}) or ANY.split()
    return [name for name in names if name not in UNUSABLE.get(op, "").split()]


def with_dtype(example: Case, attr: str, name: str) -> Case:
    """The example with the inputs that `attr` is the dtype of as arrays of dtype `name`, or with that attribute."""
    numbers = inputs_of_type(example.op).get(attr, [])
    if not numbers:
        return replace(example, attrs={**example.attrs, attr: name})
    inputs: list[Any] = list(example.arrays)
    for number in numbers:
        values = inputs[number]
        inputs[number] = [converted(v, name) for v in values] if isinstance(values, list) else converted(values, name)
    is_named = name in QUANTIZED
    return replace(example, inputs=inputs, input_types=dict.fromkeys(numbers, name) if is_named else {})


def converted(array: np.ndarray[Any, Any], name: str) -> np.ndarray[Any, Any]:
    """Its numbers in another dtype: complex ones with an imaginary part, strings of digits."""
    if name == "string":
        texts = [b"%d" % v for v in array.ravel()] if not array.dtype.hasobject else array.ravel()
        return np.array([*texts, None], object)[:-1].reshape(array.shape)
    known: Any = QUANTIZED.get(name) or getattr(ml_dtypes, name, name)
    dtype = np.dtype(known)
    return (array * (1 + 0.5j)).astype(dtype) if dtype.kind == "c" else array.astype(dtype)


CASES = list(sweep())
