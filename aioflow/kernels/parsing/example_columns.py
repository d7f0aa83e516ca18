"""Columns of tf.Example messages: sparse, dense or ragged.

A row is what one example holds under a name. Columns are made in two steps, rows first and then the array, for the
sizes of a batch are known only when all of its examples were read.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError, Message

from aioflow import errors
from aioflow.framework import DType, TensorShape, float32, int64, string
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import shown_partial
from aioflow.kernels.new_arrays import filled, zeros
from aioflow.kernels.ragged.row_splits import splits_of
from aioflow.kernels.string_arrays import flat_strings

_FIELDS = {string: "bytes_list", float32: "float_list", int64: "int64_list"}

Values = Sequence[Any]
Rows = list[Values | None]  # the values of one name in each example; None where it is absent


class DenseKey(NamedTuple):
    """A dense column's name and form; `default` is empty where every example must have values."""

    name: str
    dtype: DType
    shape: TensorShape
    default: Array

    @property
    def is_variable(self) -> bool:
        """Whether the first size differs between examples."""
        return self.shape.rank is not None and self.shape.rank > 0 and self.shape[0] is None

    @property
    def inner(self) -> tuple[int, ...]:
        """The sizes, without the first one where it is variable."""
        return tuple(self.shape[1:].as_list() if self.is_variable else self.shape.as_list())

    def check(self) -> None:
        """Raises `InvalidArgumentError` when shape and default do not fit together."""
        # Checked for every key before any example is read, as TensorFlow does: a wrong node fails on an
        # empty batch, too.
        shape, default = self.shape, self.default
        if shape.rank is None or any(size is None for size in self.inner):
            raise errors.invalid_argument(f"dense_shape of {self.name} {shown_partial(shape)} is not fully defined")
        if self.is_variable:
            if default.size != 1:
                raise errors.invalid_argument(
                    f"dense_shape of {self.name} is a variable length shape: {shown_partial(shape)}, therefore its "
                    f"default must contain a single element (the padding element). But its shape is: "
                    f"{shown(default.shape)}"
                )
        # Without a default the column is required; then there is nothing to compare.
        elif default.size and not shape.is_compatible_with(default.shape):
            raise errors.invalid_argument(
                f"default of {self.name} {shown(default.shape)} is not compatible with shape {shown_partial(shape)}"
            )


def parsed(message: type[Message], serialized: bytes, what: str) -> Any:
    """Parses a message.

    Args:
        what: Names the example in the error.

    Raises:
        InvalidArgumentError: The bytes are no such message.
    """
    try:
        return message.FromString(serialized)
    except DecodeError:
        raise errors.invalid_argument(f"{what}: Could not parse example input") from None


def example_names(names: Array, serialized: Array) -> list[str]:
    """Names the examples for errors: by `names` [n], or by their numbers if there are none.

    Raises:
        InvalidArgumentError: `serialized` is no vector or scalar, or there is another number of names.
    """
    if serialized.ndim > 1:
        raise errors.invalid_argument(f"serialized must be a vector or scalar, not {shown(serialized.shape)}")
    if names.size and names.shape != serialized.shape:
        raise errors.invalid_argument(
            f"Expected names have the same shape as serialized: name.shape={shown(names.shape)}, serialized.shape="
            f"{shown(serialized.shape)}"
        )
    given = [name.decode(errors="replace") for name in flat_strings(names)]
    return [f"Name: {name}" for name in given] or [f"Name: <unknown>, Index: {i}" for i in range(serialized.size)]


def text_keys(keys: Iterable[bytes]) -> list[str]:
    """Feature names as protobuf's maps have them, whose keys are text."""
    return [key.decode(errors="surrogateescape") for key in keys]


def values_in(feature: Any, dtype: DType, where: str) -> Values | None:
    """The values of a feature, None if it is absent or has no kind.

    Raises:
        InvalidArgumentError: They are of another type.
    """
    # A feature without a kind counts as absent: the message of an example without values may have either form.
    kind = feature.WhichOneof("kind") if feature is not None else None
    if kind is None:
        return None
    if kind != _FIELDS[dtype]:
        raise errors.invalid_argument(
            f"{where}. Data types don't match. Expected type: {dtype.wire_name}, but the feature is a {kind}"
        )
    values: Values = getattr(feature, kind).value
    return values


def rows_of(features: list[Any], names: list[str], key: str, dtype: DType) -> Rows:
    """The values of feature `key` in each of `features` (maps)."""
    return [
        values_in(f.get(key), dtype, f"{name}, Key: {key}") for f, name in zip(features, names, strict=True)
    ]


def flat_values(rows: Iterable[Values | None], dtype: DType) -> Array:
    """All values of all rows in order, as a vector."""
    values = [value for row in rows if row is not None for value in row]
    # Assigned, not converted: `np.array` would make fixed-width bytes of strings, without their trailing zeros.
    result = np.empty(len(values), dtype.as_numpy_dtype)
    result[:] = values
    return result


def lengths_of(rows: Rows) -> Array:
    """The number of values in each row."""
    return np.array([0 if row is None else len(row) for row in rows], np.int64)


def sparse_column(rows: Rows, dtype: DType) -> tuple[Array, Array, Array]:
    """Indices [n, 2], values [n] and shape [2] of a sparse matrix with the rows."""
    lengths = lengths_of(rows)
    # Vectorised over all values: `column` counts up from 0 within each row, as the place minus the row's first place.
    row = np.repeat(np.arange(len(rows)), lengths)
    column = np.arange(len(row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    shape = np.array([len(rows), lengths.max(initial=0)], np.int64)
    return np.stack([row, column], axis=1), flat_values(rows, dtype), shape


def ragged_column(rows: Rows, dtype: DType, split_dtype: DType) -> tuple[Array, Array]:
    """Values [n] and splits [rows + 1]."""
    return flat_values(rows, dtype), splits_of(np, lengths_of(rows), split_dtype.as_numpy_dtype)


def dense_column(rows: Rows, names: list[str], key: DenseKey) -> Array:
    """One block of the key's shape per row [rows, ...]; rows of variable size are padded with the default."""
    return _padded_column(rows, names, key) if key.is_variable else _fixed_column(rows, names, key)


def _fixed_column(rows: Rows, names: list[str], key: DenseKey) -> Array:
    """One block of the same size per row [rows, *shape]."""
    size = math.prod(key.inner)
    result = zeros(np, (len(rows), size), key.dtype.as_numpy_dtype)
    for at, row in enumerate(rows):
        if row is None:
            # A block without elements needs neither values nor a default.
            if not key.default.size and size:
                raise errors.invalid_argument(
                    f"{names[at]}, Feature: {key.name} (data type: {key.dtype.wire_name}) is required but could not be "
                    f"found."
                )
            result[at] = key.default.reshape(-1)
        elif len(row) != size:
            raise errors.invalid_argument(
                f"{names[at]}, Key: {key.name}. Number of {key.dtype.wire_name} values != expected. Values size: "
                f"{len(row)} but output shape: {shown_partial(key.shape)}"
            )
        else:
            result[at] = row
    return result.reshape(len(rows), *key.inner)


def _padded_column(rows: Rows, names: list[str], key: DenseKey) -> Array:
    """Blocks [rows, longest, *inner], the shorter ones filled up with the default."""
    # A row must hold whole entries of the inner shape, the number of which is the variable size.
    stride, lengths = math.prod(key.inner), lengths_of(rows)
    for name, length in zip(names, lengths.tolist(), strict=True):
        if length % stride if stride else length:
            raise errors.invalid_argument(
                f"{name}, Key: {key.name}. Number of {key.dtype.wire_name} values is not a multiple of stride length. "
                f"Saw {length} values but output shape is: {shown_partial(key.shape)}"
            )
    longest = int(lengths.max(initial=0))
    result = filled(np, (len(rows), longest), key.default.reshape(()), key.dtype.as_numpy_dtype)
    for at, row in enumerate(rows):
        if row:
            result[at, : len(row)] = row
    return result.reshape(len(rows), longest // stride if stride else 0, *key.inner)
