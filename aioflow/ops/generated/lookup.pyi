# Generated from protos/ops/lookup.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def anonymous_hash_table(*, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str | None = None) -> Tensor: ...


def anonymous_mutable_dense_hash_table(
    empty_key: TensorLike, deleted_key: TensorLike, *, value_dtype: DTypeLike, value_shape: ShapeLike = (),
    initial_num_buckets: int = 131072, max_load_factor: float = 0.800000011920929, name: str | None = None,
) -> Tensor: ...


def anonymous_mutable_hash_table(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, name: str | None = None,
) -> Tensor: ...


def anonymous_mutable_hash_table_of_tensors(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, value_shape: ShapeLike = (), name: str | None = None,
) -> Tensor: ...


def hash_table(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, name: str | None = None,
) -> Tensor: ...


def hash_table_v2(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, name: str | None = None,
) -> Tensor: ...


def initialize_table(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def initialize_table_from_text_file(
    table_handle: TensorLike, filename: TensorLike, *, key_index: int, value_index: int, vocab_size: int = -1,
    delimiter: str | bytes = "\t", offset: int = 0, name: str | None = None,
) -> Operation: ...


def initialize_table_from_text_file_v2(
    table_handle: TensorLike, filename: TensorLike, *, key_index: int, value_index: int, vocab_size: int = -1,
    delimiter: str | bytes = "\t", offset: int = 0, name: str | None = None,
) -> Operation: ...


def initialize_table_v2(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


class LookupTableExportOutputs(NamedTuple):
    """The outputs of LookupTableExport."""

    keys: Tensor
    values: Tensor


def lookup_table_export(
    table_handle: TensorLike, *, Tkeys: DTypeLike, Tvalues: DTypeLike, name: str | None = None,
) -> LookupTableExportOutputs: ...


class LookupTableExportV2Outputs(NamedTuple):
    """The outputs of LookupTableExportV2."""

    keys: Tensor
    values: Tensor


def lookup_table_export_v2(
    table_handle: TensorLike, *, Tkeys: DTypeLike, Tvalues: DTypeLike, name: str | None = None,
) -> LookupTableExportV2Outputs: ...


def lookup_table_find(
    table_handle: TensorLike, keys: TensorLike, default_value: TensorLike, name: str | None = None,
) -> Tensor: ...


def lookup_table_find_v2(
    table_handle: TensorLike, keys: TensorLike, default_value: TensorLike, name: str | None = None,
) -> Tensor: ...


def lookup_table_import(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def lookup_table_import_v2(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def lookup_table_insert(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def lookup_table_insert_v2(
    table_handle: TensorLike, keys: TensorLike, values: TensorLike, name: str | None = None,
) -> Operation: ...


def lookup_table_remove_v2(table_handle: TensorLike, keys: TensorLike, name: str | None = None) -> Operation: ...


def lookup_table_size(table_handle: TensorLike, name: str | None = None) -> Tensor: ...


def lookup_table_size_v2(table_handle: TensorLike, name: str | None = None) -> Tensor: ...


def mutable_dense_hash_table_v2(
    empty_key: TensorLike, deleted_key: TensorLike, *, value_dtype: DTypeLike, container: str | bytes = "",
    shared_name: str | bytes = "", use_node_name_sharing: bool = False, value_shape: ShapeLike = (),
    initial_num_buckets: int = 131072, max_load_factor: float = 0.800000011920929, name: str | None = None,
) -> Tensor: ...


def mutable_hash_table(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, name: str | None = None,
) -> Tensor: ...


def mutable_hash_table_of_tensors(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, value_shape: ShapeLike = (), name: str | None = None,
) -> Tensor: ...


def mutable_hash_table_of_tensors_v2(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, value_shape: ShapeLike = (), name: str | None = None,
) -> Tensor: ...


def mutable_hash_table_v2(
    *, key_dtype: DTypeLike, value_dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    use_node_name_sharing: bool = False, name: str | None = None,
) -> Tensor: ...
