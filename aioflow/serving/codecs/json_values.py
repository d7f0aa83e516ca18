"""One JSON value, a number, text or lists of them, as an array of a given dtype, by TensorFlow Serving's rules.

Numbers go to numpy in one piece (`numbers_at_once`). Whatever numpy would take and TensorFlow Serving refuses, such as
a bool among numbers, and whatever it refuses, is left to `_Careful`, which looks at each value and words the error.
"""
from __future__ import annotations

import base64
import binascii
import functools
import math
import struct
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.serving.codecs.json_text import shown, type_name

_FLOATS = frozenset({dtypes.float32, dtypes.float64})
_INTEGERS = frozenset({
    dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64,
    dtypes.uint8, dtypes.uint16, dtypes.uint32, dtypes.uint64,
})  # fmt: skip
#: Those that TensorFlow Serving has no JSON for; a server that is not strict takes numbers for them.
_NOT_STRICT = frozenset({dtypes.float16, dtypes.bfloat16, dtypes.uint16})
_STRICT = (_FLOATS | _INTEGERS | {dtypes.string, dtypes.bool_}) - _NOT_STRICT
_KNOWN = _STRICT | _NOT_STRICT
_NUMBERS = _FLOATS | _INTEGERS | _NOT_STRICT
#: The largest integers that floats hold with all integers below: of float32 24 bits, of float64 53.
_MAX_WHOLE = {
    dtypes.float32: 2**24 - 1, dtypes.float64: 2**53 - 1, dtypes.float16: 2**11 - 1, dtypes.bfloat16: 2**8 - 1,
}  # fmt: skip
_MAX_DIMENSIONS = 64
#: How `struct` writes what floats have as numpy does: to the nearest.
_CODES = {dtypes.float32: "f", dtypes.float64: "d"}
#: The longest list of which each number becomes an argument.
_MAX_ROW = 1 << 16


def to_array(value: Any, dtype: DType, *, strict: bool = False, has_bools: bool = True) -> np.ndarray:
    """A JSON value as an array.

    Args:
        value: A scalar, or lists of lists of them, all of one length at each level.
        dtype: The array's dtype; text and `{"b64": ...}` are `string`.
        strict: Whether dtypes are refused that TensorFlow Serving refuses.
        has_bools: Whether the value may hold `true` or `false`. Without them numbers are converted at once.

    Returns:
        An array of the shape of the lists; of a scalar, of rank 0.

    Raises:
        InvalidArgumentError: A value of another type, a number that the dtype does not hold, lists of unequal lengths.
        UnimplementedError: The dtype has no JSON.
    """
    if dtype not in (_STRICT if strict else _KNOWN):
        raise errors.unimplemented(f"Conversion of JSON Value: {shown(value)} to type: {dtype.wire_name}")
    array = None if has_bools else numbers_at_once(value, dtype, strict=strict)
    return _Careful(value, dtype).array() if array is None else array


def numbers_at_once(value: Any, dtype: DType, *, strict: bool = False) -> np.ndarray | None:
    """Numbers as an array; None where something has to be looked at one by one.

    Args:
        value: As in `to_array`, without `true` and `false`.
        dtype, strict: As in `to_array`.
    """
    if dtype not in _NUMBERS or (strict and dtype in _NOT_STRICT):
        return None
    if dtype in _CODES:
        row = value[0] if type(value) is list and len(value) == 1 else value
        array = _row_at_once(row, dtype) if type(row) is list else None
        if array is not None:
            return array if row is value else array.reshape(1, -1)
    try:
        array = np.array(value)
    except (ValueError, OverflowError):
        return None
    if dtype in _INTEGERS:
        return _as_integers(array, dtype)
    if array.dtype.kind not in "iuf":
        return None
    # Above the bound it matters whether the text had an integer or a fraction, which the array does not tell.
    bound = _MAX_WHOLE[dtype]
    if array.size and not are_between(array, -bound, bound):
        return None
    return array.astype(dtype.numpy_dtype, copy=False)


def _row_at_once(row: list[Any], dtype: DType) -> np.ndarray | None:
    """Floats of one list, as most requests have them, in a quarter of the time that numpy takes; None if there is more
    to say of them.
    """
    if not 0 < len(row) <= _MAX_ROW:
        return None
    try:
        array = np.frombuffer(_layout(len(row), _CODES[dtype]).pack(*row), dtype.numpy_dtype)
    except (struct.error, OverflowError):  # lists, text, null; a number that is too large
        return None
    bound = _MAX_WHOLE[dtype]
    return array if are_between(array, -bound, bound) else None


@functools.lru_cache(maxsize=64)
def _layout(count: int, code: str) -> struct.Struct:
    return struct.Struct(f"{count}{code}")


def _as_integers(array: np.ndarray, dtype: DType) -> np.ndarray | None:
    if array.dtype.kind not in "iu":
        return np.zeros(array.shape, dtype.numpy_dtype) if not array.size and array.dtype.kind == "f" else None
    lowest, highest = dtype.limits
    if array.size and not are_between(array, lowest, highest):
        return None
    return array.astype(dtype.numpy_dtype, copy=False)


def are_between(array: np.ndarray, lowest: float, highest: float) -> bool:
    """Whether all numbers of an array that is not empty are within bounds, which a NaN is not."""
    # The place of the largest takes 0.16 us to find, the largest itself 0.9: reductions set up more.
    return bool(array.item(array.argmax()) <= highest and array.item(array.argmin()) >= lowest)


class _Careful:
    """Converts value by value. The lists' shape is that of their first elements."""

    def __init__(self, value: Any, dtype: DType) -> None:
        self._value = value
        self._dtype = dtype
        self._shape = _shape_of(value)
        self._found: list[Any] = []

    def array(self) -> np.ndarray:
        self._add(self._value, 0)
        array = np.empty(len(self._found), self._dtype.numpy_dtype)
        array[:] = self._found
        return array.reshape(self._shape)

    def _add(self, value: Any, level: int) -> None:
        rank = len(self._shape)
        if not isinstance(value, list):
            if level != rank:
                raise errors.invalid_argument(
                    f"JSON Value: {shown(value)} found at incorrect level: {level + 1} in the JSON DOM. "
                    f"Expected at level: {rank}"
                )
            self._found.append(_scalar(value, self._dtype))
            return
        if level >= rank:
            raise errors.invalid_argument(f"Encountered list at unexpected level: {level} expected < {rank}")
        if len(value) != self._shape[level]:
            raise errors.invalid_argument(
                f"Encountered list at unexpected size: {len(value)} at level: {level} "
                f"expected size: {self._shape[level]}"
            )
        for each in value:
            self._add(each, level + 1)


def _shape_of(value: Any) -> list[int]:
    shape: list[int] = []
    while isinstance(value, list):
        shape.append(len(value))
        if len(shape) > _MAX_DIMENSIONS:
            raise errors.invalid_argument(f"Lists are nested more than {_MAX_DIMENSIONS} deep, which no tensor has")
        value = value[0] if value else None
    return shape


def _scalar(value: Any, dtype: DType) -> Any:
    if dtype is dtypes.string:
        return _text(value)
    if dtype is dtypes.bool_:
        fits = isinstance(value, bool)
    elif dtype in _INTEGERS:
        fits = type(value) is int and dtype.limits[0] <= value <= dtype.limits[1]
    else:
        fits = type(value) in (int, float)
    if not fits:
        raise _type_error(value, dtype)
    if dtype in _MAX_WHOLE and not _is_lossless(value, dtype):
        raise errors.invalid_argument(
            f"Cannot convert JSON value: {shown(value)} to {dtype.wire_name} without loss of precision."
        )
    return value


def _is_lossless(value: float, dtype: DType) -> bool:
    """Whether a float dtype holds a number: an integer exactly, a fraction to its nearest."""
    if type(value) is int and -(2**63) <= value < 2**64:
        return abs(value) <= _MAX_WHOLE[dtype]
    # Larger integers are doubles to rapidjson; so is what Python cannot convert.
    try:
        number = float(value)
    except OverflowError:
        return False
    return not math.isfinite(number) or abs(number) <= float(dtype.max)


def is_base64(value: Any) -> bool:
    """Whether a JSON value stands for bytes: an object with the one key `b64`, and text for it."""
    return type(value) is dict and len(value) == 1 and type(value.get("b64")) is str


def _text(value: Any) -> bytes:
    if type(value) is str:
        return _encoded(value)
    if not isinstance(value, dict):
        raise _type_error(value, dtypes.string)
    if not is_base64(value):
        raise errors.invalid_argument(f"JSON Value: {shown(value)} not formatted correctly for base64 data")
    return from_base64(value["b64"])


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")  # an escaped half of a pair is text to rapidjson, too


def from_base64(text: str) -> bytes:
    """Bytes of base64 text, with or without the padding at its end.

    Raises:
        InvalidArgumentError: It is no base64.
    """
    text = "".join(text.split())
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise errors.invalid_argument("Unable to base64 decode") from None


def _type_error(value: Any, dtype: DType) -> errors.OpError:
    return errors.invalid_argument(
        f"JSON Value: {shown(value)} Type: {type_name(value)} is not of expected type: {dtype.wire_name}"
    )
