"""Arrays as JSON.

orjson prints them; a float32 has the fewest digits that read back as itself. It prints NaN and infinities as `null`,
so those go another way, as does text that is no UTF-8.
"""
from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.serving.codecs.json_text import orjson

#: Numbers of a row, and of an array, between which it pays to print rows together: an image of 3 colours.
_FEW_COLUMNS, _MANY_NUMBERS = 5, 4096


def printable(array: np.ndarray) -> Any:
    """What `dumped` prints of an array of numbers or bools."""
    if array.dtype == dtypes.bfloat16.numpy_dtype:
        array = array.astype(np.float32)
    if array.ndim == 0:
        return array[()]  # a numpy scalar, which keeps its digits
    return np.ascontiguousarray(array)


def texts(value: Any, *, as_base64: bool, strict: bool) -> Any:
    """What `dumped` prints of bytes objects in lists.

    Args:
        as_base64: Whether each becomes `{"b64": ...}`. Otherwise only what is no UTF-8 does.
        strict: Whether what is no UTF-8 is printed as it is, which is no JSON.
    """
    if isinstance(value, list):
        return [texts(each, as_base64=as_base64, strict=strict) for each in value]
    if not as_base64:
        try:
            return value.decode()
        except UnicodeDecodeError:
            if strict:
                return value.decode("utf-8", "surrogateescape")
    return {"b64": base64.b64encode(value).decode()}


def dumped(answer: Any, arrays: Iterable[np.ndarray]) -> bytes:
    """An answer as JSON.

    Args:
        answer: Objects, lists, text, and what `printable` and `texts` made.
        arrays: The arrays in it, which may hold NaN and infinities: they become the bare tokens that Python reads.
    """
    try:
        text = orjson.dumps(answer, option=orjson.OPT_SERIALIZE_NUMPY)
    except TypeError:  # text that is no UTF-8
        return _dumped_loosely(answer)
    # A search of the text is a tenth of a look at each number, and one for a single byte a tenth of that. Text of a
    # model may hold the word, too.
    may_be_null = b"l" in text and b"null" in text
    return _dumped_loosely(answer) if may_be_null and not all(map(_is_plain, arrays)) else text


def dumped_array(key: str, array: np.ndarray) -> bytes:
    """An object with one key as JSON, and an array of floats of rank 1 at least, in C's order, for its value."""
    if array.ndim > 1 and array.shape[-1] <= _FEW_COLUMNS and array.size >= _MANY_NUMBERS:
        text = _dumped_in_long_rows(key, array)
        if b"l" not in text or b"null" not in text:
            return text
    return dumped({key: array}, (array,))


def _dumped_in_long_rows(key: str, array: np.ndarray) -> bytes:
    """The same for rows of a few numbers, each of which would take orjson as long as four numbers do.

    Two dimensions are printed as one. Between each two numbers there is one comma then, whatever brackets are beside
    it, and those behind the last number of a row become `],[`: at the end of a long row `]],[[`.
    """
    num_columns = array.shape[-1]
    text = orjson.dumps(array.reshape(*array.shape[:-2], -1), option=orjson.OPT_SERIALIZE_NUMPY)
    letters = np.frombuffer(text, np.uint8).copy()
    commas = np.flatnonzero(letters == ord(","))
    letters[commas[num_columns - 1 :: num_columns]] = ord("|")
    return b"{%b:[%b]}" % (orjson.dumps(key), letters.tobytes().replace(b"|", b"],["))


def _is_plain(array: np.ndarray) -> bool:
    return array.dtype.kind not in "fV" or bool(np.isfinite(array).all())


def _dumped_loosely(answer: Any) -> bytes:
    text = json.dumps(_plain(answer), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogateescape")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, (np.ndarray, np.generic)):
        return value
    if value.dtype.name not in ("float32", "float16"):
        return value.tolist()
    return _shortest(np.asarray(value))


def _shortest(array: np.ndarray) -> Any:
    """Numbers whose digits as float64 are those of the narrower float: numpy writes the fewest that read back."""
    if array.ndim:
        return [_shortest(each) for each in array]
    return float(str(array[()]))
