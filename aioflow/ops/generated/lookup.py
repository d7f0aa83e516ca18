# Generated from aioflow/ops/definitions/lookup.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.lookup` declares: each adds one node to a graph."""
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def anonymous_hash_table(*, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str | None = None) -> Tensor:
    """AnonymousHashTable() -> (table_handle: resource).

    Stateful.
    """
    return apply_op("AnonymousHashTable", [], {"key_dtype": key_dtype, "value_dtype": value_dtype}, name).outputs[0]


def anonymous_mutable_dense_hash_table(
    empty_key: TensorLike,
    deleted_key: TensorLike,
    *,
    value_dtype: DTypeLike,
    value_shape: ShapeLike = (),
    initial_num_buckets: int = 131072,
    max_load_factor: float = 0.800000011920929,
    name: str | None = None,
) -> Tensor:
    """AnonymousMutableDenseHashTable(empty_key: key_dtype, deleted_key: key_dtype) -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousMutableDenseHashTable",
        [empty_key, deleted_key],
        {
            "value_dtype": value_dtype,
            "value_shape": value_shape,
            "initial_num_buckets": initial_num_buckets,
            "max_load_factor": max_load_factor,
        },
        name,
    ).outputs[0]


def anonymous_mutable_hash_table(*, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str | None = None) -> Tensor:
    """AnonymousMutableHashTable() -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousMutableHashTable",
        [],
        {"key_dtype": key_dtype, "value_dtype": value_dtype},
        name,
    ).outputs[0]


def anonymous_mutable_hash_table_of_tensors(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    value_shape: ShapeLike = (),
    name: str | None = None,
) -> Tensor:
    """AnonymousMutableHashTableOfTensors() -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "AnonymousMutableHashTableOfTensors",
        [],
        {"key_dtype": key_dtype, "value_dtype": value_dtype, "value_shape": value_shape},
        name,
    ).outputs[0]


def hash_table(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    name: str | None = None,
) -> Tensor:
    """HashTable() -> (table_handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "HashTable",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
        },
        name,
    ).outputs[0]


def hash_table_v2(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    name: str | None = None,
) -> Tensor:
    """HashTableV2() -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "HashTableV2",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
        },
        name,
    ).outputs[0]


def initialize_table(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """InitializeTable(table_handle: Ref(string), keys: Tkey, values: Tval) -> ()."""
    return apply_op("InitializeTable", [table_handle, keys, values], {}, name)


def initialize_table_from_text_file(
    table_handle: TensorLike,
    filename: TensorLike,
    *,
    key_index: int,
    value_index: int,
    vocab_size: int = -1,
    delimiter: str | bytes = "\t",
    offset: int = 0,
    name: str | None = None,
) -> Operation:
    """InitializeTableFromTextFile(table_handle: Ref(string), filename: string) -> ()."""
    return apply_op(
        "InitializeTableFromTextFile",
        [table_handle, filename],
        {
            "key_index": key_index,
            "value_index": value_index,
            "vocab_size": vocab_size,
            "delimiter": delimiter,
            "offset": offset,
        },
        name,
    )


def initialize_table_from_text_file_v2(
    table_handle: TensorLike,
    filename: TensorLike,
    *,
    key_index: int,
    value_index: int,
    vocab_size: int = -1,
    delimiter: str | bytes = "\t",
    offset: int = 0,
    name: str | None = None,
) -> Operation:
    """InitializeTableFromTextFileV2(table_handle: resource, filename: string) -> ().

    Stateful.
    """
    return apply_op(
        "InitializeTableFromTextFileV2",
        [table_handle, filename],
        {
            "key_index": key_index,
            "value_index": value_index,
            "vocab_size": vocab_size,
            "delimiter": delimiter,
            "offset": offset,
        },
        name,
    )


def initialize_table_v2(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """InitializeTableV2(table_handle: resource, keys: Tkey, values: Tval) -> ().

    Stateful.
    """
    return apply_op("InitializeTableV2", [table_handle, keys, values], {}, name)


class LookupTableExportOutputs(NamedTuple):
    """The outputs of LookupTableExport."""

    keys: Tensor
    values: Tensor


def lookup_table_export(
    table_handle: TensorLike,
    *,
    Tkeys: DTypeLike,
    Tvalues: DTypeLike,
    name: str | None = None,
) -> LookupTableExportOutputs:
    """LookupTableExport(table_handle: Ref(string)) -> (keys: Tkeys, values: Tvalues)."""
    return LookupTableExportOutputs(*grouped(apply_op(
        "LookupTableExport",
        [table_handle],
        {"Tkeys": Tkeys, "Tvalues": Tvalues},
        name,
    )))


class LookupTableExportV2Outputs(NamedTuple):
    """The outputs of LookupTableExportV2."""

    keys: Tensor
    values: Tensor


def lookup_table_export_v2(
    table_handle: TensorLike,
    *,
    Tkeys: DTypeLike,
    Tvalues: DTypeLike,
    name: str | None = None,
) -> LookupTableExportV2Outputs:
    """LookupTableExportV2(table_handle: resource) -> (keys: Tkeys, values: Tvalues).

    Stateful.
    """
    return LookupTableExportV2Outputs(*grouped(apply_op(
        "LookupTableExportV2",
        [table_handle],
        {"Tkeys": Tkeys, "Tvalues": Tvalues},
        name,
    )))


def lookup_table_find(
    table_handle: TensorLike,
    keys: TensorLike,
    default_value: TensorLike,
    name: str | None = None,
) -> Tensor:
    """LookupTableFind(table_handle: Ref(string), keys: Tin, default_value: Tout) -> (values: Tout)."""
    return apply_op("LookupTableFind", [table_handle, keys, default_value], {}, name).outputs[0]


def lookup_table_find_v2(
    table_handle: TensorLike,
    keys: TensorLike,
    default_value: TensorLike,
    name: str | None = None,
) -> Tensor:
    """LookupTableFindV2(table_handle: resource, keys: Tin, default_value: Tout) -> (values: Tout).

    Stateful.
    """
    return apply_op("LookupTableFindV2", [table_handle, keys, default_value], {}, name).outputs[0]


def lookup_table_import(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """LookupTableImport(table_handle: Ref(string), keys: Tin, values: Tout) -> ()."""
    return apply_op("LookupTableImport", [table_handle, keys, values], {}, name)


def lookup_table_import_v2(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """LookupTableImportV2(table_handle: resource, keys: Tin, values: Tout) -> ().

    Stateful.
    """
    return apply_op("LookupTableImportV2", [table_handle, keys, values], {}, name)


def lookup_table_insert(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """LookupTableInsert(table_handle: Ref(string), keys: Tin, values: Tout) -> ()."""
    return apply_op("LookupTableInsert", [table_handle, keys, values], {}, name)


def lookup_table_insert_v2(
    table_handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    name: str | None = None,
) -> Operation:
    """LookupTableInsertV2(table_handle: resource, keys: Tin, values: Tout) -> ().

    Stateful.
    """
    return apply_op("LookupTableInsertV2", [table_handle, keys, values], {}, name)


def lookup_table_remove_v2(table_handle: TensorLike, keys: TensorLike, name: str | None = None) -> Operation:
    """LookupTableRemoveV2(table_handle: resource, keys: Tin) -> ().

    Stateful.
    """
    return apply_op("LookupTableRemoveV2", [table_handle, keys], {}, name)


def lookup_table_size(table_handle: TensorLike, name: str | None = None) -> Tensor:
    """LookupTableSize(table_handle: Ref(string)) -> (size: int64)."""
    return apply_op("LookupTableSize", [table_handle], {}, name).outputs[0]


def lookup_table_size_v2(table_handle: TensorLike, name: str | None = None) -> Tensor:
    """LookupTableSizeV2(table_handle: resource) -> (size: int64).

    Stateful.
    """
    return apply_op("LookupTableSizeV2", [table_handle], {}, name).outputs[0]


def mutable_dense_hash_table_v2(
    empty_key: TensorLike,
    deleted_key: TensorLike,
    *,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    value_shape: ShapeLike = (),
    initial_num_buckets: int = 131072,
    max_load_factor: float = 0.800000011920929,
    name: str | None = None,
) -> Tensor:
    """MutableDenseHashTableV2(empty_key: key_dtype, deleted_key: key_dtype) -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "MutableDenseHashTableV2",
        [empty_key, deleted_key],
        {
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
            "value_shape": value_shape,
            "initial_num_buckets": initial_num_buckets,
            "max_load_factor": max_load_factor,
        },
        name,
    ).outputs[0]


def mutable_hash_table(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    name: str | None = None,
) -> Tensor:
    """MutableHashTable() -> (table_handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "MutableHashTable",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
        },
        name,
    ).outputs[0]


def mutable_hash_table_of_tensors(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    value_shape: ShapeLike = (),
    name: str | None = None,
) -> Tensor:
    """MutableHashTableOfTensors() -> (table_handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "MutableHashTableOfTensors",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
            "value_shape": value_shape,
        },
        name,
    ).outputs[0]


def mutable_hash_table_of_tensors_v2(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    value_shape: ShapeLike = (),
    name: str | None = None,
) -> Tensor:
    """MutableHashTableOfTensorsV2() -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "MutableHashTableOfTensorsV2",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
            "value_shape": value_shape,
        },
        name,
    ).outputs[0]


def mutable_hash_table_v2(
    *,
    key_dtype: DTypeLike,
    value_dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    use_node_name_sharing: bool = False,
    name: str | None = None,
) -> Tensor:
    """MutableHashTableV2() -> (table_handle: resource).

    Stateful.
    """
    return apply_op(
        "MutableHashTableV2",
        [],
        {
            "key_dtype": key_dtype,
            "value_dtype": value_dtype,
            "container": container,
            "shared_name": shared_name,
            "use_node_name_sharing": use_node_name_sharing,
        },
        name,
    ).outputs[0]
