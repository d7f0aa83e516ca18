"""Large bodies of numbers, read by simdjson without a Python object per number or list.

simdjson gives the numbers of an array flat, also where its lists are ragged. So the shape comes from the text: with
all but brackets and commas deleted, a regular array is its first row again and again, which one comparison shows. What
is not that regular, or not wholly plain numbers, is not taken here and goes to the careful readers.
"""
from __future__ import annotations

import threading
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.serving.codecs.json_values import are_between

try:
    import simdjson
except ImportError:  # it makes large bodies cheaper, no more
    simdjson = None  # type: ignore[assignment]

#: Below this many bytes orjson and numpy are as fast.
MIN_NBYTES = 4096

_KEPT = b"[],"
_DELETED = bytes(byte for byte in range(256) if byte not in _KEPT)
_MAX_DIMENSIONS = 64
#: How simdjson calls what it reads numbers as, and numpy what then lies in its buffer.
_BUFFERS: dict[DType, tuple[Any, Any]] = {
    dtypes.float32: ("d", np.float64), dtypes.float64: ("d", np.float64),
    dtypes.int32: ("i", np.int64), dtypes.int64: ("i", np.int64),
}  # fmt: skip
#: How `instances` and a row begin, behind the key.
_BEFORE_ROW = (b": [", b":[")
#: Above, it matters whether the text has an integer or a fraction; see `json_values`.
_MAX_WHOLE = {dtypes.float32: 2**24 - 1, dtypes.float64: 2**53 - 1}


def can_read(body: bytes) -> bool:
    """Whether it is worth trying."""
    return len(body) >= MIN_NBYTES and simdjson is not None


class _Parsers(threading.local):
    """A parser for each thread, used again and again: it takes no second text while a value of the first is in use."""

    def __init__(self) -> None:
        self.parse: Any = simdjson.Parser().parse


_parsers = None if simdjson is None else _Parsers()


def one_row(body: bytes, dtype: DType) -> np.ndarray | None:
    """The array `[1, columns]` of a short body whose `instances` are one list of numbers, and which has nothing else;
    None if it is not that, or if it has to be read with more care. It takes 2.3 us for 64 numbers, orjson's way 3.2.

    Args:
        body: JSON as UTF-8, which begins with the key.
        dtype: A float.
    """
    if _parsers is None or dtype not in _MAX_WHOLE:
        return None
    # So there are no other lists, and neither other keys nor texts.
    if body[12 : body.rfind(b"[")] not in _BEFORE_ROW or body.rfind(b'"') != 11 or not body.endswith(b"]]}"):
        return None
    try:
        flat = np.frombuffer(_parsers.parse(body)["instances"].as_buffer(of_type="d"))
    except (TypeError, ValueError, RuntimeError):  # bools and the like; no JSON; a number that is too long
        return None
    return flat.astype(dtype.numpy_dtype).reshape(1, -1) if flat.size and _is_within(flat, dtype) else None


class NumericText:
    """A body that simdjson has parsed.

    Raises:
        ValueError: It is no JSON object.
    """

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._parser = simdjson.Parser()  # its own: one that has values in use cannot be used again
        document = self._parser.parse(body)
        if not isinstance(document, simdjson.Object):
            raise ValueError("no object")
        self._document: Any = document
        #: The keys of the object.
        self.names = set(document)

    def text(self, key: str) -> str | None:
        """The value of a key that is text; None if it is something else or not there."""
        value = self._document.get(key)
        return value if isinstance(value, str) else None

    def array(self, key: str, dtype: DType) -> np.ndarray | None:
        """The value of a key as an array; None if it has to be read with more care."""
        if dtype not in _BUFFERS:
            return None
        value = self._document.get(key)
        if not isinstance(value, simdjson.Array):
            return None
        shape = _regular_shape(self._body)
        if shape is None:
            return None
        code, numpy_dtype = _BUFFERS[dtype]
        try:
            flat = np.frombuffer(value.as_buffer(of_type=code), numpy_dtype)
        except (TypeError, ValueError):  # text, null or bool; a fraction among integers
            return None
        return _checked(flat, shape, dtype)


def _checked(flat: np.ndarray, shape: tuple[int, ...], dtype: DType) -> np.ndarray | None:
    if flat.size != np.prod(shape, dtype=object) or not flat.size or not _is_within(flat, dtype):
        return None
    return flat.astype(dtype.numpy_dtype).reshape(shape)  # a copy, behind which simdjson's buffer may go


def _is_within(flat: np.ndarray, dtype: DType) -> bool:
    bound = _MAX_WHOLE.get(dtype)
    return are_between(flat, *dtype.limits) if bound is None else are_between(flat, -bound, bound)


def _regular_shape(body: bytes) -> tuple[int, ...] | None:
    """The shape of the one array in a body; None if it is not regular, or if there are others."""
    brackets = body.translate(None, _DELETED).strip(b",")
    depth = len(brackets) - len(brackets.lstrip(b"["))
    if not 0 < depth <= _MAX_DIMENSIONS:
        return None
    # From the innermost list outward: a list of n elements is `[`, n times its first element with commas between, `]`.
    element, shape = b"", []
    for level in range(depth):
        start = depth - level
        # Of a regular list no element ends with as many; the end of the outermost need not be looked for.
        end = brackets.find(b"]" * (level + 1), start) if level < depth - 1 else len(brackets) - depth
        count = (end + level - start + 1) // (len(element) + 1)
        element = b"[" + b",".join([element] * count) + b"]"
        if len(element) > len(brackets):
            return None
        shape.append(count)
    return tuple(reversed(shape)) if element == brackets else None
