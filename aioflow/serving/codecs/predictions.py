"""Answers in TensorFlow Serving's JSON: `predictions` in rows, `outputs` in columns, `results`, `error`."""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.serving.codecs.json_print import dumped, dumped_array, printable, texts
from aioflow.serving.codecs.json_text import orjson

#: What TensorFlow Serving prints, beside text.
_STRICT = frozenset(
    dtype.numpy_dtype
    for dtype in (
        dtypes.float32, dtypes.float64, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64, dtypes.uint8,
        dtypes.uint32, dtypes.uint64, dtypes.bool_, dtypes.string,
    )
)  # fmt: skip
_NOT_STRICT = _STRICT | {dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16, dtypes.uint16)}
_FLOAT32 = dtypes.float32.numpy_dtype
_BYTES_SUFFIX = "_bytes"
#: What stands before rows of an array of rank 1 and 2, between them, and behind them.
_AROUND_ROWS = {
    (rank, has_rows): (b'{"%b":%b' % (key, b"[" * rank), between, b"]" * rank + b"}")
    for rank, between in [(1, b","), (2, b"],[")]
    for has_rows, key in [(True, b"predictions"), (False, b"outputs")]
}
#: Numbers that are printed together at most: they take 2 ms.
_MANY = 1 << 16


def print_predictions(outputs: Mapping[str, np.ndarray], *, has_rows: bool, strict: bool = False) -> bytes:
    """The answer to a predict request.

    Args:
        outputs: By alias an array, in rows `[rows, ...]` each. Text is an array of bytes objects.
        has_rows: Whether the request had rows.
        strict: Whether the answer is TensorFlow Serving's, also where that is worse: dtypes that it cannot print are
            refused, and text that is no UTF-8 makes broken JSON.

    Returns:
        JSON as UTF-8. Text of an alias that ends in `_bytes` is `{"b64": ...}`; also, if not strict, what is no UTF-8.

    Raises:
        InvalidArgumentError: There are no outputs, rows of unequal number, or a dtype without JSON.
    """
    if len(outputs) == 1:  # as most models have it: what follows takes twice as long
        (array,) = outputs.values()
        if array.dtype is _FLOAT32 and array.ndim and array.flags.c_contiguous:
            return dumped_array("predictions" if has_rows else "outputs", array)
    if not outputs:
        raise errors.invalid_argument("Cannot convert empty tensor map to JSON")
    for array in outputs.values():
        _check_dtype(array, strict)
    if has_rows:
        return dumped({"predictions": _rows(outputs, strict)}, outputs.values())
    if len(outputs) == 1:
        ((name, array),) = outputs.items()
        return dumped({"outputs": _named(name, array, strict)}, outputs.values())
    return dumped({"outputs": {name: _named(name, array, strict) for name, array in outputs.items()}}, outputs.values())


def row_texts(array: np.ndarray) -> Sequence[bytes]:
    """The text of each row, for `print_rows`; none where rows have to be printed one by one.

    To print an array takes 1 us, and a row of ten numbers in it 0.2: so the requests of a batch are printed together.

    Args:
        array: An output, `[rows]` or `[rows, columns]`.
    """
    if array.dtype is not _FLOAT32 or not 0 < array.ndim < 3 or not array.flags.c_contiguous or array.size > _MANY:
        return ()
    text = orjson.dumps(array, option=orjson.OPT_SERIALIZE_NUMPY)
    if b"l" in text:  # `null`, which stands for a NaN
        return ()
    return text[array.ndim : -array.ndim].split(_AROUND_ROWS[array.ndim, True][1])


def print_rows(texts: Sequence[bytes], rank: int, *, has_rows: bool) -> bytes:
    """The answer to a predict request, as `print_predictions` gives it.

    Args:
        texts: Some of what `row_texts` gave.
        rank: Of the array.
        has_rows: As of `print_predictions`.
    """
    before, between, behind = _AROUND_ROWS[rank, has_rows]
    return before + between.join(texts) + behind


def print_classifications(results: Iterable[Iterable[tuple[str, float]]]) -> bytes:
    """The answer to a classify request: for each example its labels with their scores.

    Raises:
        InvalidArgumentError: There are no results.
    """
    rows = [[[label, np.float32(score)] for label, score in row] for row in results]
    if not rows:
        raise errors.invalid_argument("Cannot convert empty ClassificationResults to JSON")
    return dumped({"results": rows}, [np.array([score for row in rows for _, score in row])])


def print_regressions(values: np.ndarray) -> bytes:
    """The answer to a regress request: a value for each example, `[examples]`.

    Raises:
        InvalidArgumentError: There are none.
    """
    if not values.size:
        raise errors.invalid_argument("Cannot convert empty RegressionResults to JSON")
    return dumped({"results": printable(values)}, [values])


def print_error(message: str) -> bytes:
    """The body of an answer that is an error."""
    return json.dumps({"error": message}, ensure_ascii=True).encode()


def _check_dtype(array: np.ndarray, strict: bool) -> None:
    if array.dtype.newbyteorder("=") not in (_STRICT if strict else _NOT_STRICT):
        wire_name = dtypes.as_dtype(array.dtype).wire_name
        raise errors.invalid_argument(f"Failed to write JSON value for tensor type: {wire_name}")


def _rows(outputs: Mapping[str, np.ndarray], strict: bool) -> Any:
    num_rows: int | None = None
    for name, array in outputs.items():
        if array.ndim == 0:
            raise errors.invalid_argument(f"Tensor name: {name} has no shape information ")
        if num_rows is not None and len(array) != num_rows:
            raise errors.invalid_argument(
                f"Tensor name: {name} has inconsistent batch size: {len(array)} expecting: {num_rows}"
            )
        num_rows = len(array)
    columns = {name: _named(name, array, strict) for name, array in outputs.items()}
    if len(columns) == 1:
        return next(iter(columns.values()))
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def _named(name: str, array: np.ndarray, strict: bool) -> Any:
    if array.dtype.hasobject:
        return texts(array.tolist(), as_base64=name.endswith(_BYTES_SUFFIX), strict=strict)
    return printable(array)
