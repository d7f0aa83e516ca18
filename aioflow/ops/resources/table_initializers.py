"""Sources of the entries of lookup tables: `tf.lookup.KeyValueTensorInitializer`, `TextFileInitializer`."""
from __future__ import annotations

import uuid
from abc import ABC, abstractmethod
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.graph import Operation, Tensor, get_default_graph
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import GraphKeys, add_to_collection, name_scope
from aioflow.ops.generated import lookup as gen

__all__ = ["KeyValueTensorInitializer", "TableInitializer", "TextFileIndex", "TextFileInitializer"]


class TableInitializer(ABC):
    """The source of a lookup table's entries.

    Args:
        key_dtype: The dtype of the keys.
        value_dtype: The dtype of the values.
    """

    def __init__(self, key_dtype: DTypeLike, value_dtype: DTypeLike) -> None:
        self.key_dtype = as_dtype(key_dtype)
        self.value_dtype = as_dtype(value_dtype)

    @property
    def shared_name(self) -> str:
        """Name under which tables that are filled alike share their entries; a new one when none can be told."""
        # Two tables without a common source must not meet under one name; the random one is that of TensorFlow.
        return f"hash_table_{uuid.uuid4()}"

    def initialize(self, table: Any) -> Operation:
        """An operation that fills `table`, which is in the collection of the tables' initializers from then on.

        Raises:
            TypeError: The table's dtypes are others.
        """
        wanted, given = (self.key_dtype, self.value_dtype), (table.key_dtype, table.value_dtype)
        if wanted != given:
            raise TypeError(
                f"the initializer has keys and values of {wanted[0].name} and {wanted[1].name}, the table of "
                f"{given[0].name} and {given[1].name}"
            )
        operation = self._initialize(table.resource_handle)
        # `tf.tables_initializer` and SavedModels run whatever is in this collection.
        add_to_collection(GraphKeys.TABLE_INITIALIZERS, operation)
        return operation

    @abstractmethod
    def _initialize(self, handle: Tensor) -> Operation:
        """The operation that fills the table with this handle."""


class KeyValueTensorInitializer(TableInitializer):
    """The entries are tensors.

    Args:
        keys: [number].
        values: [number].
        key_dtype: Dtype of `keys` when it is no tensor.
        value_dtype: Dtype of `values` when it is no tensor.
        name: Name of the scope of the operation that fills the table.

    Raises:
        TypeError: Keys or values are not of their dtypes.
    """

    def __init__(
        self,
        keys: TensorLike,
        values: TensorLike,
        key_dtype: DTypeLike | None = None,
        value_dtype: DTypeLike | None = None,
        name: str | None = None,
    ) -> None:
        self._keys = convert_to_tensor(keys, key_dtype, "keys")
        self._values = convert_to_tensor(values, value_dtype, "values")
        self._name = name or "key_value_init"
        super().__init__(self._keys.dtype, self._values.dtype)

    def _initialize(self, handle: Tensor) -> Operation:
        with name_scope(self._name, None, [handle, self._keys, self._values]):
            return gen.lookup_table_import_v2(handle, self._keys, self._values)


class TextFileIndex:
    """Values that take the place of a column's number in `TextFileInitializer`."""

    # The numbers are those of the op's attributes.
    WHOLE_LINE = -2
    LINE_NUMBER = -1


class TextFileInitializer(TableInitializer):
    """The entries are the lines of a text file.

    Args:
        filename: The file's path, [] string.
        key_dtype: int64 or string.
        key_index: The column of the keys, or one of `TextFileIndex`.
        value_dtype: The dtype of the values.
        value_index: The column of the values, or one of `TextFileIndex`.
        vocab_size: How many lines there are; found out when None.
        delimiter: What stands between columns, one character.
        name: Name of the scope of the operation that fills the table.
        value_index_offset: Number of the first line.

    Raises:
        ValueError: There is no file name, a column cannot be, or its dtype is not that of what it names.
    """

    def __init__(
        self,
        filename: TensorLike,
        key_dtype: DTypeLike,
        key_index: int,
        value_dtype: DTypeLike,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        if not isinstance(filename, Tensor) and not filename:
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        super().__init__(key_dtype, value_dtype)
        _check_column("key", key_index, self.key_dtype)
        _check_column("value", value_index, self.value_dtype)
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._filename, self._name, self._delimiter = filename, name or "text_file_init", delimiter
        self._key_index, self._value_index = int(key_index), int(value_index)
        self._vocab_size, self._offset = vocab_size, value_index_offset
        if not isinstance(filename, Tensor):
            # A constant of its own, which SavedModels recognise as an asset and replace by the path of the copied
            # file.
            with get_default_graph().device("CPU"):
                self._filename_tensor = convert_to_tensor(filename, dtypes.string, "asset_path")
        else:
            self._filename_tensor = filename

    @property
    def shared_name(self) -> str:
        """Made of the file's name and what is read of it."""
        # Of a tensor the path is unknown while the graph is built, so its name must do.
        known = self._filename.name if isinstance(self._filename, Tensor) else self._filename
        size = () if self._vocab_size is None else (self._vocab_size,)
        offset = (self._offset,) if self._offset else ()
        return "_".join(map(str, ("hash_table", known, *size, self._key_index, self._value_index, *offset)))

    def _initialize(self, handle: Tensor) -> Operation:
        with name_scope(self._name, "text_file_init", [handle]):
            operation = gen.initialize_table_from_text_file_v2(
                handle, self._filename_tensor, key_index=self._key_index, value_index=self._value_index,
                # -1 has the kernel count the lines first.
                vocab_size=self._vocab_size or -1, delimiter=self._delimiter, offset=self._offset,
            )  # fmt: skip
        if not isinstance(self._filename, Tensor):
            add_to_collection(GraphKeys.ASSET_FILEPATHS, self._filename_tensor)
        return operation


def _check_column(what: str, index: int, dtype: dtypes.DType) -> None:
    if index < TextFileIndex.WHOLE_LINE:
        raise ValueError(f"`{what}_index` should be >= {TextFileIndex.WHOLE_LINE}, received: {index}.")
    # The kernel stores line numbers as int64, and converts a column's text only to the table's dtype.
    if index == TextFileIndex.LINE_NUMBER and dtype is not dtypes.int64:
        raise ValueError(f"`{what}_dtype` must be int64 for `{what}_index` {index}, received: {dtype.name}")
    if index == TextFileIndex.WHOLE_LINE and not (dtype.is_integer or dtype is dtypes.string):
        raise ValueError(f"`{what}_dtype` must be integer or string for `{what}_index` {index}, not {dtype.name}")
