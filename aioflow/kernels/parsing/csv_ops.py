"""DecodeCSV: records of comma separated values, one column per output.

The format is RFC 4180's, as TensorFlow reads it: one record per string, a delimiter of one byte, and white space around
numbers but not around quotes.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType, float32, float64, int32, int64, string
from aioflow.framework.kernels import check_stop, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.string.string_format_ops import number_from
from aioflow.kernels.string_arrays import flat_strings

_NAMES = {int32: "int32", int64: "int64", float32: "float", float64: "double"}
_RECORDS_AT_A_TIME = 64  # between two looks at whether to go on
_QUOTE, _LINE_ENDS = b'"', (b"\n", b"\r")


@kernel("DecodeCSV")
def decode_csv(
    xp: Any, records: Array, record_defaults: list[Array], *, OUT_TYPE: list[DType], field_delim: bytes,
    use_quote_delim: bool, na_value: bytes, select_cols: list[int],
) -> list[Array]:  # fmt: skip
    """The fields of each record, by column.

    Args:
        records: Strings of any shape, which is that of each output.
        record_defaults: One value per column for fields that are empty or `na_value`; none if they must not be.
        select_cols: The numbers of the wanted columns, in order; all if empty.
    """
    _check(record_defaults, OUT_TYPE, field_delim, select_cols)
    # Filled field by field: each record is scanned from left to right, for where a field ends depends on its quotes.
    columns = [np.empty(records.size, dtype.as_numpy_dtype) for dtype in OUT_TYPE]
    for at, record in enumerate(flat_strings(records)):
        if not at % _RECORDS_AT_A_TIME:
            check_stop()
        fields = split_fields(record, field_delim, use_quote_delim)
        if select_cols:
            # A record that is too short for a wanted column then fails the count below, as in TensorFlow.
            fields = [fields[i] for i in select_cols if i < len(fields)]
        if len(fields) != len(columns):
            raise errors.invalid_argument(f"Expect {len(columns)} fields but have {len(fields)} in record {at}")
        for number, (field, default) in enumerate(zip(fields, record_defaults, strict=True)):
            where = f"Field {number} in record {at}"
            columns[number][at] = field_value(field, default, OUT_TYPE[number], na_value, where)
    return [column.reshape(records.shape) for column in columns]


def _check(defaults: list[Array], dtypes: list[DType], delimiter: bytes, columns: list[int]) -> None:
    """Checks what does not depend on the records.

    Raises:
        InvalidArgumentError: A default has several values, the delimiter is no single byte, columns are out of order.
    """
    for number, default in enumerate(defaults):
        if default.ndim > 1 or default.size > 1:
            raise errors.invalid_argument(
                f"There should only be 1 default per field but field {number} has {shown(default.shape)}"
            )
    if len(delimiter) != 1:
        raise errors.invalid_argument("field_delim should be only 1 char")
    if columns and (len(columns) != len(dtypes) or columns[0] < 0 or sorted(set(columns)) != columns):
        raise errors.invalid_argument(f"select_cols should be strictly increasing indices, not {columns}")


def field_value(field: bytes, default: Array, dtype: DType, na_value: bytes, where: str) -> Any:
    """Reads a field; the default if it is empty or `na_value`.

    Raises:
        InvalidArgumentError: It says nothing of that dtype, or is missing and has no default.
    """
    if not field or field == na_value:
        if not default.size:
            raise errors.invalid_argument(f"{where} is required but missing!")
        return default.reshape(-1)[0]
    if dtype is string:
        return field
    try:
        return number_from(field, dtype)
    except errors.InvalidArgumentError:
        text = field.decode(errors="replace")
        raise errors.invalid_argument(f"{where} is not a valid {_NAMES[dtype]}: {text}") from None


def split_fields(record: bytes, delimiter: bytes, uses_quotes: bool) -> list[bytes]:
    """The fields of a record. One that begins with a quote may hold anything, quotes doubled.

    Raises:
        InvalidArgumentError: Quotes or ends of lines stand where they may not.
    """
    fields: list[bytes] = []
    at, size = 0, len(record)
    # An empty record has no field at all, not one that is empty.
    while at < size:
        if uses_quotes and record[at : at + 1] == _QUOTE:
            field, at = _quoted(record, at + 1, delimiter)
        else:
            end = record.find(delimiter, at)
            end = size if end < 0 else end
            field, at = record[at:end], end
            if any(end_of_line in field for end_of_line in _LINE_ENDS) or (uses_quotes and _QUOTE in field):
                raise errors.invalid_argument("Unquoted fields cannot have quotes/CRLFs inside")
        fields.append(field)
        at += 1
        if at == size:  # the record ends with a delimiter
            fields.append(b"")
    return fields


def _quoted(record: bytes, start: int, delimiter: bytes) -> tuple[bytes, int]:
    """The field whose opening quote stands before `start`, and where the delimiter behind it stands."""
    parts: list[bytes] = []
    while True:
        end = record.find(_QUOTE, start)
        if end < 0:
            raise errors.invalid_argument("Quoted field has to end with quote followed by delim or end")
        parts.append(record[start:end])
        follower = record[end + 1 : end + 2]
        if follower in (b"", delimiter):
            # The parts lie between doubled quotes, each of which stands for one.
            return _QUOTE.join(parts), end + 1
        if follower != _QUOTE:
            raise errors.invalid_argument("Quote inside a string has to be escaped by another quote")
        start = end + 2
