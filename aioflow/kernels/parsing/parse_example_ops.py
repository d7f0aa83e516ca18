"""ParseExample, ParseExampleV2 and ParseSingleExample: tensors out of serialized tf.Example messages."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow._proto.example_pb2 import Example
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import require_same_lengths
from aioflow.kernels.parsing.example_batches import read_batch
from aioflow.kernels.parsing.example_columns import (
    Column,
    DenseKey,
    column_of,
    dense_column,
    example_names,
    parsed,
    ragged_column,
    sparse_column,
    text_keys,
)  # fmt: skip
from aioflow.kernels.string_arrays import flat_strings, scalar_string

Arrays = list[Array]


@kernel("ParseExampleV2")
def parse_example_v2(
    xp: Any, serialized: Array, names: Array, sparse_keys: Array, dense_keys: Array, ragged_keys: Array,
    dense_defaults: Arrays, *, Tdense: list[DType], sparse_types: list[DType], ragged_value_types: list[DType],
    ragged_split_types: list[DType], dense_shapes: list[TensorShape],
) -> tuple[Arrays, Arrays, Arrays, Arrays, Arrays, Arrays]:  # fmt: skip
    """Columns of the examples in `serialized` ([n], or [] for tensors without a batch dimension)."""
    require_same_lengths(ragged_value_types=ragged_value_types, ragged_split_types=ragged_split_types)
    ragged_types = list(zip(ragged_value_types, ragged_split_types, strict=True))
    reader = _Reader(serialized, names)
    # Checked before the columns are made: an empty batch must not hide that shape and default contradict each other.
    dense = _dense_keys(_keys(dense_keys, len(Tdense)), Tdense, dense_shapes, dense_defaults)
    sparse = [reader.sparse(*key) for key in zip(_keys(sparse_keys, len(sparse_types)), sparse_types, strict=True)]
    dense_values = [reader.dense(key) for key in dense]
    ragged = [
        reader.ragged(key, *dtypes)
        for key, dtypes in zip(_keys(ragged_keys, len(ragged_types)), ragged_types, strict=True)
    ]
    indices, values, shapes = _unzipped(sparse, 3)
    ragged_values, splits = _unzipped(ragged, 2)
    return indices, values, shapes, dense_values, ragged_values, splits


@kernel("ParseExample")
def parse_example(
    xp: Any, serialized: Array, names: Array, sparse_keys: Arrays, dense_keys: Arrays, dense_defaults: Arrays,
    *, sparse_types: list[DType], Tdense: list[DType], dense_shapes: list[TensorShape],
) -> tuple[Arrays, Arrays, Arrays, Arrays]:  # fmt: skip
    """Columns of the examples in `serialized` [n]."""
    if serialized.ndim != 1:
        raise errors.invalid_argument(f"Expected serialized to be a vector, got shape: {list(serialized.shape)}")
    sparse = text_keys(scalar_string(key, "sparse_keys") for key in sparse_keys)
    # Version 1 has one scalar input per key, version 2 one vector for all.
    dense = text_keys(scalar_string(key, "dense_keys") for key in dense_keys)
    reader = _Reader(serialized, names)
    return _sparse_and_dense(reader, sparse, sparse_types, _dense_keys(dense, Tdense, dense_shapes, dense_defaults))


@kernel("ParseSingleExample")
def parse_single_example(
    xp: Any, serialized: Array, dense_defaults: Arrays, *, sparse_keys: list[bytes], dense_keys: list[bytes],
    sparse_types: list[DType], Tdense: list[DType], dense_shapes: list[TensorShape],
) -> tuple[Arrays, Arrays, Arrays, Arrays]:  # fmt: skip
    """The columns of one example, without a batch dimension."""
    scalar_string(serialized, "serialized")
    dense = _dense_keys(text_keys(dense_keys), Tdense, dense_shapes, dense_defaults)
    # This op has no names; errors count the example instead.
    reader = _Reader(serialized, np.empty(0, object))
    return _sparse_and_dense(reader, text_keys(sparse_keys), sparse_types, dense)


def _sparse_and_dense(
    reader: _Reader, sparse_keys: list[str], sparse_types: list[DType], dense: list[DenseKey]
) -> tuple[Arrays, Arrays, Arrays, Arrays]:
    """Sparse indices, values and shapes, and dense values; `InvalidArgumentError` where lists differ in length."""
    require_same_lengths(sparse_keys=sparse_keys, sparse_types=sparse_types)
    columns = [reader.sparse(*key) for key in zip(sparse_keys, sparse_types, strict=True)]
    indices, values, shapes = _unzipped(columns, 3)
    return indices, values, shapes, [reader.dense(key) for key in dense]


class _Reader:
    """The features of all examples; its columns have no batch dimension when `serialized` is a scalar."""

    def __init__(self, serialized: Array, names: Array) -> None:
        self._names = example_names(names, serialized)
        self._strings = flat_strings(serialized)
        self._batch = read_batch(self._strings)
        #: Protobuf's maps, from names to features; None until they are needed.
        self._features: list[Any] | None = None
        if self._batch is None:
            # Here, so that messages that are none fail before anything that is wrong with a column.
            self._parsed_features()
        self._is_single = serialized.ndim == 0

    def _column(self, key: str, dtype: DType) -> Column:
        """What all examples hold under that name."""
        column = None if self._batch is None else self._batch.column(key.encode(errors="surrogateescape"), dtype)
        return column_of(self._parsed_features(), self._names, key, dtype) if column is None else column

    def _parsed_features(self) -> list[Any]:
        """The features of each example, by name."""
        if self._features is None:
            # Each message is parsed once, whatever the number of columns.
            messages = parsed(Example, self._strings, self._names)
            self._features = [message.features.feature for message in messages]
        return self._features

    def sparse(self, key: str, dtype: DType) -> tuple[Array, Array, Array]:
        """Indices, values and shape."""
        indices, values, shape = sparse_column(self._column(key, dtype))
        # Without a batch the first index, the example's number, is left out.
        return (indices[:, 1:], values, shape[1:]) if self._is_single else (indices, values, shape)

    def ragged(self, key: str, dtype: DType, split_dtype: DType) -> tuple[Array, Array]:
        """Values and splits; a single example has no splits."""
        values, splits = ragged_column(self._column(key, dtype), split_dtype)
        # All values are one row then, and TensorFlow makes the splits an empty vector.
        return values, splits[:0] if self._is_single else splits

    def dense(self, key: DenseKey) -> Array:
        """The values, padded where their number differs."""
        column = dense_column(self._column(key.name, key.dtype), self._names, key)
        return column[0] if self._is_single else column


def _keys(keys: Array, count: int) -> list[str]:
    """Names in a vector [count]; raises `InvalidArgumentError` for another shape."""
    if keys.shape != (count,):
        raise errors.invalid_argument(f"Expected {count} keys in a vector, got shape {list(keys.shape)}")
    return text_keys(flat_strings(keys))


def _dense_keys(names: list[str], dtypes: list[DType], shapes: list[TensorShape], defaults: Arrays) -> list[DenseKey]:
    """Joins what the node says of each dense column.

    Raises:
        InvalidArgumentError: Its lists differ in length, or a shape does not fit its default.
    """
    if len(names) != len(shapes):
        raise errors.invalid_argument(f"len(dense_keys) != len(dense_shapes): {len(names)} vs. {len(shapes)}")
    require_same_lengths(dense_keys=names, Tdense=dtypes, dense_defaults=defaults)
    keys = [DenseKey(*key) for key in zip(names, dtypes, shapes, defaults, strict=True)]
    for key in keys:
        key.check()
    return keys


def _unzipped(columns: list[Any], count: int) -> list[Arrays]:
    """The first, second, ... parts of all columns."""
    return [[column[i] for column in columns] for i in range(count)]
