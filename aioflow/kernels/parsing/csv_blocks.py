"""Blocks of records of comma separated values, column by column.

What is read here is what most files hold: records that are well formed, with numbers as Python writes them. Whatever
else a block holds, `columns_of` gives nothing, and its records are read one by one, which also finds the first fault.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow import errors
from aioflow.framework.dtypes import DType, string
from aioflow.kernels.arrays import Array
from aioflow.kernels.string.string_format_ops import numbers_from

_QUOTE, _LINE_ENDS = b'"', (b"\n", b"\r")
# One of these stands for delimiters in quotes: whichever a block does not hold.
_STAND_INS = tuple(bytes([code]) for code in range(32) if code not in b"\r\n")

Fields = Sequence[bytes]


def rows_of(records: list[bytes], delimiter: bytes, uses_quotes: bool) -> Sequence[Fields] | None:
    """The fields of each record; None where a record is empty, has an end of line, or is not well formed."""
    text = b"\n".join(records)
    # An empty record has no field at all, not one that is empty.
    if b"" in records or text.count(b"\n") >= len(records) or b"\r" in text:
        return None
    if delimiter in _LINE_ENDS or (uses_quotes and delimiter == _QUOTE):
        return None
    if uses_quotes and _QUOTE in text:
        return _quoted_rows(text, delimiter)
    return [record.split(delimiter) for record in records]


def _quoted_rows(text: bytes, delimiter: bytes) -> list[Fields] | None:
    """The fields of records with line feeds between them, some fields in quotes; None where quotes are not right."""
    # Between the first quote and the second lies what is quoted, and so on; two that are doubled have nothing between.
    pieces = (b"\n" + text + b"\n").split(_QUOTE)
    outside = [piece for piece in pieces[::2] if piece]
    # Quotes enclose whole fields: outside of them each piece begins and ends as fields do, and all records end there.
    ends = {piece[0] for piece in outside} | {piece[-1] for piece in outside}
    num_records = text.count(b"\n") + 1
    if len(pieces) % 2 == 0 or ends - {*b"\n", *delimiter} or b"".join(outside).count(b"\n") != num_records + 1:
        return None
    # What is quoted may hold delimiters, for which a byte that is nowhere else stands while records are split.
    stand_in = next((byte for byte in _STAND_INS if byte not in text and byte != delimiter), None)
    if stand_in is None:
        return None
    pieces[1::2] = [piece.replace(delimiter, stand_in) for piece in pieces[1::2]]
    pieces[2::2] = [piece or _QUOTE for piece in pieces[2::2]]
    return [_split(record, delimiter, stand_in) for record in b"".join(pieces)[1:-1].split(b"\n")]


def _split(record: bytes, delimiter: bytes, stand_in: bytes) -> Fields:
    """The fields of a record without quotes, in which `stand_in` is to become a delimiter."""
    fields = record.split(delimiter)
    return [field.replace(stand_in, delimiter) for field in fields] if stand_in in record else fields


def columns_of(rows: Sequence[Fields], numbers: Sequence[int], count: int) -> list[Fields] | None:
    """The columns with those numbers, or all where there are none; None where a record has not `count` such fields."""
    lengths = {len(row) for row in rows}
    # Records may have more fields than are looked at, and each another number.
    if not (min(lengths) > numbers[-1] if numbers else lengths == {count}):
        return None
    columns: list[Fields] = list(zip(*rows, strict=False))
    return [columns[number] for number in numbers] if numbers else columns


def values_of(column: Fields, default: Array, dtype: DType, na_value: bytes) -> Sequence[Any] | None:
    """The values of a column's fields; None where one that is required is missing, or spells no number."""
    is_whole = b"" not in column and na_value not in column
    if not is_whole and not default.size:
        return None
    fields = column if is_whole else [field for field in column if field and field != na_value]
    try:
        values = fields if dtype is string else numbers_from(fields, dtype)
    except errors.InvalidArgumentError:
        return None
    if is_whole:
        return values
    rest, missing = iter(values), default.reshape(-1)[0]
    return [next(rest) if field and field != na_value else missing for field in column]
