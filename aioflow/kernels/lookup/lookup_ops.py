"""Lookup tables as ops. One kernel serves both generations of handles."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, TensorShape
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.handles import kept_resource, new_handle, resource_of
from aioflow.kernels.lookup.dense_hash_table import DenseHashTable
from aioflow.kernels.lookup.lookup_tables import Dims, LookupTable, MutableTable, StaticTable

Make = Callable[[], LookupTable]

# ---- making


def _kept(ctx: KernelContext, make: Make) -> Any:
    """The handle of the table that the node owns, or shares with nodes that declare the same dtypes."""
    attrs = ctx.kernel.attrs
    # Only the dtypes must agree: TensorFlow lets nodes that declare other shapes or sizes share a table.
    wanted = attrs["key_dtype"], attrs["value_dtype"]

    def check(table: LookupTable) -> None:
        if (table.key_dtype, table.value_dtype) != wanted:
            raise errors.invalid_argument(
                f"Conflicting key/value dtypes {wanted[0].wire_name}->{wanted[1].wire_name} with "
                f"{table.key_dtype.wire_name}->{table.value_dtype.wire_name} for table {ctx.node_name}"
            )

    # One kind for all tables: handles do not tell which it is.
    return kept_resource(ctx, LookupTable, lambda name: make(), check, attrs["use_node_name_sharing"])


def _anonymous(ctx: KernelContext, table: LookupTable) -> Any:
    """The handle of a table that lives as long as a handle to it."""
    # It is in no container and has no name, so that only handles keep it alive.
    return new_handle(ctx, "", anonymous_name("_AnonymousResource"), LookupTable, table)


def _dims(shape: TensorShape) -> Dims:
    """The sizes of a value's shape; raises `InvalidArgumentError` for an unknown rank."""
    if shape.rank is None:
        raise errors.invalid_argument("the shape of the values must be known")
    return tuple(size or 0 for size in shape.as_list())


@kernel("HashTableV2", "HashTable", cheap=True)
def hash_table(ctx: KernelContext, *, key_dtype: DType, value_dtype: DType) -> Any:
    """A table that is to be initialised once."""
    return _kept(ctx, lambda: StaticTable(key_dtype, value_dtype))


@kernel("AnonymousHashTable")
def anonymous_hash_table(ctx: KernelContext, *, key_dtype: DType, value_dtype: DType) -> Any:
    """A table that is to be initialised once, and lives as long as a handle to it."""
    return _anonymous(ctx, StaticTable(key_dtype, value_dtype))


@kernel("MutableHashTableV2", "MutableHashTable", cheap=True)
def mutable_hash_table(ctx: KernelContext, *, key_dtype: DType, value_dtype: DType) -> Any:
    """A table of scalars that ops fill and change."""
    return _kept(ctx, lambda: MutableTable(key_dtype, value_dtype))


@kernel("AnonymousMutableHashTable")
def anonymous_mutable_hash_table(ctx: KernelContext, *, key_dtype: DType, value_dtype: DType) -> Any:
    return _anonymous(ctx, MutableTable(key_dtype, value_dtype))


@kernel("MutableHashTableOfTensorsV2", "MutableHashTableOfTensors", cheap=True)
def mutable_hash_table_of_tensors(
    ctx: KernelContext, *, key_dtype: DType, value_dtype: DType, value_shape: TensorShape
) -> Any:
    """A table from scalars to vectors that ops fill and change."""
    return _kept(ctx, lambda: _table_of_tensors(key_dtype, value_dtype, value_shape))


@kernel("AnonymousMutableHashTableOfTensors")
def anonymous_mutable_hash_table_of_tensors(
    ctx: KernelContext, *, key_dtype: DType, value_dtype: DType, value_shape: TensorShape
) -> Any:
    return _anonymous(ctx, _table_of_tensors(key_dtype, value_dtype, value_shape))


def _table_of_tensors(key_dtype: DType, value_dtype: DType, value_shape: TensorShape) -> MutableTable:
    """A table with values of shape [n]; raises `InvalidArgumentError` for another rank."""
    # TensorFlow's op takes vectors only, in spite of its attribute.
    dims = _dims(value_shape)
    if len(dims) != 1:
        raise errors.invalid_argument(f"Default value must be a vector, got shape {value_shape}")
    return MutableTable(key_dtype, value_dtype, dims)


@kernel("MutableDenseHashTableV2")
def mutable_dense_hash_table(
    ctx: KernelContext, empty_key: Array, deleted_key: Array, *, key_dtype: DType, value_dtype: DType,
    value_shape: TensorShape,
    initial_num_buckets: int, max_load_factor: float,
) -> Any:  # fmt: skip
    """A table with visible buckets, from keys of the shape of `empty_key`."""
    # Called when the table is not there yet; its arguments are checked then.
    def make() -> LookupTable:
        return DenseHashTable(
            key_dtype, empty_key, deleted_key, value_dtype, _dims(value_shape), initial_num_buckets, max_load_factor
        )

    return _kept(ctx, make)


@kernel("AnonymousMutableDenseHashTable")
def anonymous_mutable_dense_hash_table(
    ctx: KernelContext, empty_key: Array, deleted_key: Array, *, key_dtype: DType, value_dtype: DType,
    value_shape: TensorShape,
    initial_num_buckets: int, max_load_factor: float,
) -> Any:  # fmt: skip
    table = DenseHashTable(
        key_dtype, empty_key, deleted_key, value_dtype, _dims(value_shape), initial_num_buckets, max_load_factor
    )
    return _anonymous(ctx, table)


# ---- using


def _table(ctx: KernelContext, handle: Any, key_dtype: DType, value_dtype: DType | None) -> LookupTable:
    """The table behind a handle; raises `InvalidArgumentError` when the op's dtypes are not the table's."""
    table = resource_of(ctx, handle, LookupTable)
    table.check_dtypes(key_dtype, value_dtype)
    return table


@kernel("LookupTableFindV2", "LookupTableFind")
def lookup_table_find(
    ctx: KernelContext, table_handle: Any, keys: Array, default_value: Array, *, Tin: DType, Tout: DType
) -> Array:
    """The values of `keys`, `default_value` for those that are missing."""
    return _table(ctx, table_handle, Tin, Tout).find(keys, default_value)


@kernel("LookupTableInsertV2", "LookupTableInsert")
def lookup_table_insert(
    ctx: KernelContext, table_handle: Any, keys: Array, values: Array, *, Tin: DType, Tout: DType
) -> None:
    _table(ctx, table_handle, Tin, Tout).insert(keys, values)


@kernel("LookupTableRemoveV2")
def lookup_table_remove(ctx: KernelContext, table_handle: Any, keys: Array, *, Tin: DType) -> None:
    _table(ctx, table_handle, Tin, None).remove(keys)


@kernel("LookupTableImportV2", "LookupTableImport")
def lookup_table_import(
    ctx: KernelContext, table_handle: Any, keys: Array, values: Array, *, Tin: DType, Tout: DType
) -> None:
    """Replaces all entries; a dense table takes the buckets that it exported."""
    _table(ctx, table_handle, Tin, Tout).import_values(keys, values)


@kernel("LookupTableExportV2", "LookupTableExport")
def lookup_table_export(ctx: KernelContext, table_handle: Any, *, Tkeys: DType, Tvalues: DType) -> tuple[Array, Array]:
    """All keys and values; of a dense table all buckets, empty ones included."""
    return _table(ctx, table_handle, Tkeys, Tvalues).export()


@kernel("LookupTableSizeV2", "LookupTableSize", cheap=True)
def lookup_table_size(ctx: KernelContext, table_handle: Any) -> Any:
    return np.int64(resource_of(ctx, table_handle, LookupTable).size())


@kernel("InitializeTableV2", "InitializeTable")
def initialize_table(
    ctx: KernelContext, table_handle: Any, keys: Array, values: Array, *, Tkey: DType, Tval: DType
) -> None:
    """Fills a static table; a second time it only checks that there are as many entries."""
    # Mutable tables refuse this: it is for those that can be filled once.
    _table(ctx, table_handle, Tkey, Tval).initialize(keys, values)
