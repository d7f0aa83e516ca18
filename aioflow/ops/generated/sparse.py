# Generated from aioflow/ops/definitions/sparse.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.sparse` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def add_many_sparse_to_tensors_map(
    sparse_indices: TensorLike,
    sparse_values: TensorLike,
    sparse_shape: TensorLike,
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """AddManySparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (sparse_handles:
    int64).

    Stateful.
    """
    return apply_op(
        "AddManySparseToTensorsMap",
        [sparse_indices, sparse_values, sparse_shape],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def add_sparse_to_tensors_map(
    sparse_indices: TensorLike,
    sparse_values: TensorLike,
    sparse_shape: TensorLike,
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """AddSparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (sparse_handle: int64).

    Stateful.
    """
    return apply_op(
        "AddSparseToTensorsMap",
        [sparse_indices, sparse_values, sparse_shape],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


class CSRSparseMatrixComponentsOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixComponents."""

    row_ptrs: Tensor
    col_inds: Tensor
    values: Tensor


def csr_sparse_matrix_components(
    csr_sparse_matrix: TensorLike,
    index: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> CSRSparseMatrixComponentsOutputs:
    """CSRSparseMatrixComponents(csr_sparse_matrix: variant, index: int32) -> (row_ptrs: int32, col_inds: int32, values:
    type).

    """
    return CSRSparseMatrixComponentsOutputs(*grouped(apply_op(
        "CSRSparseMatrixComponents",
        [csr_sparse_matrix, index],
        {"type": type},
        name,
    )))


def csr_sparse_matrix_to_dense(sparse_input: TensorLike, *, type: DTypeLike, name: str | None = None) -> Tensor:
    """CSRSparseMatrixToDense(sparse_input: variant) -> (dense_output: type)."""
    return apply_op("CSRSparseMatrixToDense", [sparse_input], {"type": type}, name).outputs[0]


class CSRSparseMatrixToSparseTensorOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixToSparseTensor."""

    indices: Tensor
    values: Tensor
    dense_shape: Tensor


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> CSRSparseMatrixToSparseTensorOutputs:
    """CSRSparseMatrixToSparseTensor(sparse_matrix: variant) -> (indices: int64, values: type, dense_shape: int64)."""
    return CSRSparseMatrixToSparseTensorOutputs(*grouped(apply_op(
        "CSRSparseMatrixToSparseTensor",
        [sparse_matrix],
        {"type": type},
        name,
    )))


def dense_to_csr_sparse_matrix(dense_input: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor:
    """DenseToCSRSparseMatrix(dense_input: T, indices: int64) -> (sparse_output: variant).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op("DenseToCSRSparseMatrix", [dense_input, indices], {}, name).outputs[0]


class DenseToDenseSetOperationOutputs(NamedTuple):
    """The outputs of DenseToDenseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def dense_to_dense_set_operation(
    set1: TensorLike,
    set2: TensorLike,
    *,
    set_operation: str | bytes,
    validate_indices: bool = True,
    name: str | None = None,
) -> DenseToDenseSetOperationOutputs:
    """DenseToDenseSetOperation(set1: T, set2: T) -> (result_indices: int64, result_values: T, result_shape: int64).

    T is one of int16, int32, int64, int8, string, uint16, uint8.
    """
    return DenseToDenseSetOperationOutputs(*grouped(apply_op(
        "DenseToDenseSetOperation",
        [set1, set2],
        {"set_operation": set_operation, "validate_indices": validate_indices},
        name,
    )))


class DenseToSparseSetOperationOutputs(NamedTuple):
    """The outputs of DenseToSparseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def dense_to_sparse_set_operation(
    set1: TensorLike,
    set2_indices: TensorLike,
    set2_values: TensorLike,
    set2_shape: TensorLike,
    *,
    set_operation: str | bytes,
    validate_indices: bool = True,
    name: str | None = None,
) -> DenseToSparseSetOperationOutputs:
    """DenseToSparseSetOperation(set1: T, set2_indices: int64, set2_values: T, set2_shape: int64) -> (result_indices:
    int64, result_values: T, result_shape: int64).

    T is one of int16, int32, int64, int8, string, uint16, uint8.
    """
    return DenseToSparseSetOperationOutputs(*grouped(apply_op(
        "DenseToSparseSetOperation",
        [set1, set2_indices, set2_values, set2_shape],
        {"set_operation": set_operation, "validate_indices": validate_indices},
        name,
    )))


class DeserializeManySparseOutputs(NamedTuple):
    """The outputs of DeserializeManySparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def deserialize_many_sparse(
    serialized_sparse: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> DeserializeManySparseOutputs:
    """DeserializeManySparse(serialized_sparse: string) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape:
    int64).

    """
    return DeserializeManySparseOutputs(*grouped(apply_op(
        "DeserializeManySparse",
        [serialized_sparse],
        {"dtype": dtype},
        name,
    )))


class DeserializeSparseOutputs(NamedTuple):
    """The outputs of DeserializeSparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def deserialize_sparse(
    serialized_sparse: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> DeserializeSparseOutputs:
    """DeserializeSparse(serialized_sparse: Tserialized) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape:
    int64).

    Tserialized is one of string, variant.
    """
    return DeserializeSparseOutputs(*grouped(apply_op(
        "DeserializeSparse",
        [serialized_sparse],
        {"dtype": dtype},
        name,
    )))


class RaggedCrossOutputs(NamedTuple):
    """The outputs of RaggedCross."""

    output_values: Tensor
    output_row_splits: Tensor


def ragged_cross(
    ragged_values: Sequence[TensorLike],
    ragged_row_splits: Sequence[TensorLike],
    sparse_indices: Sequence[TensorLike],
    sparse_values: Sequence[TensorLike],
    sparse_shape: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike],
    *,
    input_order: str | bytes,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_values_type: DTypeLike,
    out_row_splits_type: DTypeLike,
    name: str | None = None,
) -> RaggedCrossOutputs:
    """RaggedCross(ragged_values: ragged_values_types, ragged_row_splits: ragged_splits_types, sparse_indices: Nsparse *
    int64, sparse_values: sparse_values_types, sparse_shape: Nsparse * int64, dense_inputs: dense_types) ->
    (output_values: out_values_type, output_row_splits: out_row_splits_type).

    ragged_values_types is one of int64, string.
    ragged_splits_types is one of int32, int64.
    sparse_values_types is one of int64, string.
    dense_types is one of int64, string.
    """
    return RaggedCrossOutputs(*grouped(apply_op(
        "RaggedCross",
        [ragged_values, ragged_row_splits, sparse_indices, sparse_values, sparse_shape, dense_inputs],
        {
            "input_order": input_order,
            "hashed_output": hashed_output,
            "num_buckets": num_buckets,
            "hash_key": hash_key,
            "out_values_type": out_values_type,
            "out_row_splits_type": out_row_splits_type,
        },
        name,
    )))


class RaggedFillEmptyRowsOutputs(NamedTuple):
    """The outputs of RaggedFillEmptyRows."""

    output_value_rowids: Tensor
    output_values: Tensor
    empty_row_indicator: Tensor
    reverse_index_map: Tensor


def ragged_fill_empty_rows(
    value_rowids: TensorLike,
    values: TensorLike,
    nrows: TensorLike,
    default_value: TensorLike,
    name: str | None = None,
) -> RaggedFillEmptyRowsOutputs:
    """RaggedFillEmptyRows(value_rowids: int64, values: T, nrows: int64, default_value: T) -> (output_value_rowids:
    int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64).

    """
    return RaggedFillEmptyRowsOutputs(*grouped(apply_op(
        "RaggedFillEmptyRows",
        [value_rowids, values, nrows, default_value],
        {},
        name,
    )))


class RaggedFillEmptyRowsGradOutputs(NamedTuple):
    """The outputs of RaggedFillEmptyRowsGrad."""

    d_values: Tensor
    d_default_value: Tensor


def ragged_fill_empty_rows_grad(
    reverse_index_map: TensorLike,
    grad_values: TensorLike,
    name: str | None = None,
) -> RaggedFillEmptyRowsGradOutputs:
    """RaggedFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T) -> (d_values: T, d_default_value: T)."""
    return RaggedFillEmptyRowsGradOutputs(*grouped(apply_op(
        "RaggedFillEmptyRowsGrad",
        [reverse_index_map, grad_values],
        {},
        name,
    )))


def serialize_many_sparse(
    sparse_indices: TensorLike,
    sparse_values: TensorLike,
    sparse_shape: TensorLike,
    *,
    out_type: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Tensor:
    """SerializeManySparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (serialized_sparse:
    out_type).

    """
    return apply_op(
        "SerializeManySparse",
        [sparse_indices, sparse_values, sparse_shape],
        {"out_type": out_type},
        name,
    ).outputs[0]


def serialize_sparse(
    sparse_indices: TensorLike,
    sparse_values: TensorLike,
    sparse_shape: TensorLike,
    *,
    out_type: DTypeLike = dtypes.string,
    name: str | None = None,
) -> Tensor:
    """SerializeSparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (serialized_sparse: out_type).

    """
    return apply_op(
        "SerializeSparse",
        [sparse_indices, sparse_values, sparse_shape],
        {"out_type": out_type},
        name,
    ).outputs[0]


def set_size(
    set_indices: TensorLike,
    set_values: TensorLike,
    set_shape: TensorLike,
    *,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """SetSize(set_indices: int64, set_values: T, set_shape: int64) -> (size: int32).

    T is one of int16, int32, int64, int8, string, uint16, uint8.
    """
    return apply_op(
        "SetSize",
        [set_indices, set_values, set_shape],
        {"validate_indices": validate_indices},
        name,
    ).outputs[0]


class SparseAddOutputs(NamedTuple):
    """The outputs of SparseAdd."""

    sum_indices: Tensor
    sum_values: Tensor
    sum_shape: Tensor


def sparse_add(
    a_indices: TensorLike,
    a_values: TensorLike,
    a_shape: TensorLike,
    b_indices: TensorLike,
    b_values: TensorLike,
    b_shape: TensorLike,
    thresh: TensorLike,
    name: str | None = None,
) -> SparseAddOutputs:
    """SparseAdd(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64, thresh:
    Treal) -> (sum_indices: int64, sum_values: T, sum_shape: int64).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Treal is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return SparseAddOutputs(*grouped(apply_op(
        "SparseAdd",
        [a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh],
        {},
        name,
    )))


class SparseAddGradOutputs(NamedTuple):
    """The outputs of SparseAddGrad."""

    a_val_grad: Tensor
    b_val_grad: Tensor


def sparse_add_grad(
    backprop_val_grad: TensorLike,
    a_indices: TensorLike,
    b_indices: TensorLike,
    sum_indices: TensorLike,
    name: str | None = None,
) -> SparseAddGradOutputs:
    """SparseAddGrad(backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64) -> (a_val_grad: T,
    b_val_grad: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return SparseAddGradOutputs(*grouped(apply_op(
        "SparseAddGrad",
        [backprop_val_grad, a_indices, b_indices, sum_indices],
        {},
        name,
    )))


class SparseConcatOutputs(NamedTuple):
    """The outputs of SparseConcat."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_concat(
    indices: Sequence[TensorLike],
    values: Sequence[TensorLike],
    shapes: Sequence[TensorLike],
    *,
    concat_dim: int,
    name: str | None = None,
) -> SparseConcatOutputs:
    """SparseConcat(indices: N * int64, values: N * T, shapes: N * int64) -> (output_indices: int64, output_values: T,
    output_shape: int64).

    """
    return SparseConcatOutputs(*grouped(apply_op(
        "SparseConcat",
        [indices, values, shapes],
        {"concat_dim": concat_dim},
        name,
    )))


class SparseCrossOutputs(NamedTuple):
    """The outputs of SparseCross."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross(
    indices: Sequence[TensorLike],
    values: Sequence[TensorLike],
    shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike],
    *,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int,
    out_type: DTypeLike,
    internal_type: DTypeLike,
    name: str | None = None,
) -> SparseCrossOutputs:
    """SparseCross(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types) ->
    (output_indices: int64, output_values: out_type, output_shape: int64).

    sparse_types is one of int64, string.
    dense_types is one of int64, string.
    """
    return SparseCrossOutputs(*grouped(apply_op(
        "SparseCross",
        [indices, values, shapes, dense_inputs],
        {
            "hashed_output": hashed_output,
            "num_buckets": num_buckets,
            "hash_key": hash_key,
            "out_type": out_type,
            "internal_type": internal_type,
        },
        name,
    )))


class SparseCrossHashedOutputs(NamedTuple):
    """The outputs of SparseCrossHashed."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross_hashed(
    indices: Sequence[TensorLike],
    values: Sequence[TensorLike],
    shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike],
    num_buckets: TensorLike,
    strong_hash: TensorLike,
    salt: TensorLike,
    name: str | None = None,
) -> SparseCrossHashedOutputs:
    """SparseCrossHashed(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types,
    num_buckets: int64, strong_hash: bool, salt: int64) -> (output_indices: int64, output_values: int64,
    output_shape: int64).

    sparse_types is one of int64, string.
    dense_types is one of int64, string.
    """
    return SparseCrossHashedOutputs(*grouped(apply_op(
        "SparseCrossHashed",
        [indices, values, shapes, dense_inputs, num_buckets, strong_hash, salt],
        {},
        name,
    )))


class SparseCrossV2Outputs(NamedTuple):
    """The outputs of SparseCrossV2."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross_v2(
    indices: Sequence[TensorLike],
    values: Sequence[TensorLike],
    shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike],
    sep: TensorLike,
    name: str | None = None,
) -> SparseCrossV2Outputs:
    """SparseCrossV2(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, sep:
    string) -> (output_indices: int64, output_values: string, output_shape: int64).

    sparse_types is one of int64, string.
    dense_types is one of int64, string.
    """
    return SparseCrossV2Outputs(*grouped(apply_op(
        "SparseCrossV2",
        [indices, values, shapes, dense_inputs, sep],
        {},
        name,
    )))


def sparse_dense_cwise_add(
    sp_indices: TensorLike,
    sp_values: TensorLike,
    sp_shape: TensorLike,
    dense: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseDenseCwiseAdd(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("SparseDenseCwiseAdd", [sp_indices, sp_values, sp_shape, dense], {}, name).outputs[0]


def sparse_dense_cwise_div(
    sp_indices: TensorLike,
    sp_values: TensorLike,
    sp_shape: TensorLike,
    dense: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseDenseCwiseDiv(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("SparseDenseCwiseDiv", [sp_indices, sp_values, sp_shape, dense], {}, name).outputs[0]


def sparse_dense_cwise_mul(
    sp_indices: TensorLike,
    sp_values: TensorLike,
    sp_shape: TensorLike,
    dense: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseDenseCwiseMul(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("SparseDenseCwiseMul", [sp_indices, sp_values, sp_shape, dense], {}, name).outputs[0]


class SparseFillEmptyRowsOutputs(NamedTuple):
    """The outputs of SparseFillEmptyRows."""

    output_indices: Tensor
    output_values: Tensor
    empty_row_indicator: Tensor
    reverse_index_map: Tensor


def sparse_fill_empty_rows(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    default_value: TensorLike,
    name: str | None = None,
) -> SparseFillEmptyRowsOutputs:
    """SparseFillEmptyRows(indices: int64, values: T, dense_shape: int64, default_value: T) -> (output_indices: int64,
    output_values: T, empty_row_indicator: bool, reverse_index_map: int64).

    """
    return SparseFillEmptyRowsOutputs(*grouped(apply_op(
        "SparseFillEmptyRows",
        [indices, values, dense_shape, default_value],
        {},
        name,
    )))


class SparseFillEmptyRowsGradOutputs(NamedTuple):
    """The outputs of SparseFillEmptyRowsGrad."""

    d_values: Tensor
    d_default_value: Tensor


def sparse_fill_empty_rows_grad(
    reverse_index_map: TensorLike,
    grad_values: TensorLike,
    name: str | None = None,
) -> SparseFillEmptyRowsGradOutputs:
    """SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T) -> (d_values: T, d_default_value: T)."""
    return SparseFillEmptyRowsGradOutputs(*grouped(apply_op(
        "SparseFillEmptyRowsGrad",
        [reverse_index_map, grad_values],
        {},
        name,
    )))


def sparse_matrix_mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    transpose_output: bool = False,
    conjugate_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixMatMul(a: variant, b: T) -> (output: T)."""
    return apply_op(
        "SparseMatrixMatMul",
        [a, b],
        {
            "transpose_a": transpose_a,
            "transpose_b": transpose_b,
            "adjoint_a": adjoint_a,
            "adjoint_b": adjoint_b,
            "transpose_output": transpose_output,
            "conjugate_output": conjugate_output,
        },
        name,
    ).outputs[0]


def sparse_matrix_nnz(sparse_matrix: TensorLike, name: str | None = None) -> Tensor:
    """SparseMatrixNNZ(sparse_matrix: variant) -> (nnz: int32)."""
    return apply_op("SparseMatrixNNZ", [sparse_matrix], {}, name).outputs[0]


def sparse_matrix_ordering_amd(input: TensorLike, name: str | None = None) -> Tensor:
    """SparseMatrixOrderingAMD(input: variant) -> (output: int32)."""
    return apply_op("SparseMatrixOrderingAMD", [input], {}, name).outputs[0]


def sparse_matrix_sparse_cholesky(
    input: TensorLike,
    permutation: TensorLike,
    *,
    type: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixSparseCholesky(input: variant, permutation: int32) -> (output: variant)."""
    return apply_op("SparseMatrixSparseCholesky", [input, permutation], {"type": type}, name).outputs[0]


def sparse_matrix_sparse_mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    type: DTypeLike,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixSparseMatMul(a: variant, b: variant) -> (c: variant)."""
    return apply_op(
        "SparseMatrixSparseMatMul",
        [a, b],
        {
            "type": type,
            "transpose_a": transpose_a,
            "transpose_b": transpose_b,
            "adjoint_a": adjoint_a,
            "adjoint_b": adjoint_b,
        },
        name,
    ).outputs[0]


def sparse_matrix_transpose(
    input: TensorLike,
    *,
    type: DTypeLike,
    conjugate: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatrixTranspose(input: variant) -> (output: variant)."""
    return apply_op("SparseMatrixTranspose", [input], {"type": type, "conjugate": conjugate}, name).outputs[0]


def sparse_reduce_max(
    input_indices: TensorLike,
    input_values: TensorLike,
    input_shape: TensorLike,
    reduction_axes: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseReduceMax(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "SparseReduceMax",
        [input_indices, input_values, input_shape, reduction_axes],
        {"keep_dims": keep_dims},
        name,
    ).outputs[0]


class SparseReduceMaxSparseOutputs(NamedTuple):
    """The outputs of SparseReduceMaxSparse."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_reduce_max_sparse(
    input_indices: TensorLike,
    input_values: TensorLike,
    input_shape: TensorLike,
    reduction_axes: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> SparseReduceMaxSparseOutputs:
    """SparseReduceMaxSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) ->
    (output_indices: int64, output_values: T, output_shape: int64).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return SparseReduceMaxSparseOutputs(*grouped(apply_op(
        "SparseReduceMaxSparse",
        [input_indices, input_values, input_shape, reduction_axes],
        {"keep_dims": keep_dims},
        name,
    )))


def sparse_reduce_sum(
    input_indices: TensorLike,
    input_values: TensorLike,
    input_shape: TensorLike,
    reduction_axes: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseReduceSum(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "SparseReduceSum",
        [input_indices, input_values, input_shape, reduction_axes],
        {"keep_dims": keep_dims},
        name,
    ).outputs[0]


class SparseReduceSumSparseOutputs(NamedTuple):
    """The outputs of SparseReduceSumSparse."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_reduce_sum_sparse(
    input_indices: TensorLike,
    input_values: TensorLike,
    input_shape: TensorLike,
    reduction_axes: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> SparseReduceSumSparseOutputs:
    """SparseReduceSumSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) ->
    (output_indices: int64, output_values: T, output_shape: int64).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return SparseReduceSumSparseOutputs(*grouped(apply_op(
        "SparseReduceSumSparse",
        [input_indices, input_values, input_shape, reduction_axes],
        {"keep_dims": keep_dims},
        name,
    )))


class SparseReorderOutputs(NamedTuple):
    """The outputs of SparseReorder."""

    output_indices: Tensor
    output_values: Tensor


def sparse_reorder(
    input_indices: TensorLike,
    input_values: TensorLike,
    input_shape: TensorLike,
    name: str | None = None,
) -> SparseReorderOutputs:
    """SparseReorder(input_indices: int64, input_values: T, input_shape: int64) -> (output_indices: int64,
    output_values: T).

    """
    return SparseReorderOutputs(*grouped(apply_op(
        "SparseReorder",
        [input_indices, input_values, input_shape],
        {},
        name,
    )))


class SparseReshapeOutputs(NamedTuple):
    """The outputs of SparseReshape."""

    output_indices: Tensor
    output_shape: Tensor


def sparse_reshape(
    input_indices: TensorLike,
    input_shape: TensorLike,
    new_shape: TensorLike,
    name: str | None = None,
) -> SparseReshapeOutputs:
    """SparseReshape(input_indices: int64, input_shape: int64, new_shape: int64) -> (output_indices: int64,
    output_shape: int64).

    """
    return SparseReshapeOutputs(*grouped(apply_op("SparseReshape", [input_indices, input_shape, new_shape], {}, name)))


class SparseSliceOutputs(NamedTuple):
    """The outputs of SparseSlice."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_slice(
    indices: TensorLike,
    values: TensorLike,
    shape: TensorLike,
    start: TensorLike,
    size: TensorLike,
    name: str | None = None,
) -> SparseSliceOutputs:
    """SparseSlice(indices: int64, values: T, shape: int64, start: int64, size: int64) -> (output_indices: int64,
    output_values: T, output_shape: int64).

    """
    return SparseSliceOutputs(*grouped(apply_op("SparseSlice", [indices, values, shape, start, size], {}, name)))


def sparse_slice_grad(
    backprop_val_grad: TensorLike,
    input_indices: TensorLike,
    input_start: TensorLike,
    output_indices: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseSliceGrad(backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64) ->
    (val_grad: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "SparseSliceGrad",
        [backprop_val_grad, input_indices, input_start, output_indices],
        {},
        name,
    ).outputs[0]


def sparse_softmax(
    sp_indices: TensorLike,
    sp_values: TensorLike,
    sp_shape: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseSoftmax(sp_indices: int64, sp_values: T, sp_shape: int64) -> (output: T).

    T is one of float16, float32, float64.
    """
    return apply_op("SparseSoftmax", [sp_indices, sp_values, sp_shape], {}, name).outputs[0]


class SparseSparseMaximumOutputs(NamedTuple):
    """The outputs of SparseSparseMaximum."""

    output_indices: Tensor
    output_values: Tensor


def sparse_sparse_maximum(
    a_indices: TensorLike,
    a_values: TensorLike,
    a_shape: TensorLike,
    b_indices: TensorLike,
    b_values: TensorLike,
    b_shape: TensorLike,
    name: str | None = None,
) -> SparseSparseMaximumOutputs:
    """SparseSparseMaximum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64)
    -> (output_indices: int64, output_values: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return SparseSparseMaximumOutputs(*grouped(apply_op(
        "SparseSparseMaximum",
        [a_indices, a_values, a_shape, b_indices, b_values, b_shape],
        {},
        name,
    )))


class SparseSparseMinimumOutputs(NamedTuple):
    """The outputs of SparseSparseMinimum."""

    output_indices: Tensor
    output_values: Tensor


def sparse_sparse_minimum(
    a_indices: TensorLike,
    a_values: TensorLike,
    a_shape: TensorLike,
    b_indices: TensorLike,
    b_values: TensorLike,
    b_shape: TensorLike,
    name: str | None = None,
) -> SparseSparseMinimumOutputs:
    """SparseSparseMinimum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64)
    -> (output_indices: int64, output_values: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return SparseSparseMinimumOutputs(*grouped(apply_op(
        "SparseSparseMinimum",
        [a_indices, a_values, a_shape, b_indices, b_values, b_shape],
        {},
        name,
    )))


class SparseSplitOutputs(NamedTuple):
    """The outputs of SparseSplit."""

    output_indices: list[Tensor]
    output_values: list[Tensor]
    output_shape: list[Tensor]


def sparse_split(
    split_dim: TensorLike,
    indices: TensorLike,
    values: TensorLike,
    shape: TensorLike,
    *,
    num_split: int,
    name: str | None = None,
) -> SparseSplitOutputs:
    """SparseSplit(split_dim: int64, indices: int64, values: T, shape: int64) -> (output_indices: num_split * int64,
    output_values: num_split * T, output_shape: num_split * int64).

    """
    return SparseSplitOutputs(*grouped(apply_op(
        "SparseSplit",
        [split_dim, indices, values, shape],
        {"num_split": num_split},
        name,
    )))


def sparse_tensor_dense_add(
    a_indices: TensorLike,
    a_values: TensorLike,
    a_shape: TensorLike,
    b: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseTensorDenseAdd(a_indices: Tindices, a_values: T, a_shape: Tindices, b: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SparseTensorDenseAdd", [a_indices, a_values, a_shape, b], {}, name).outputs[0]


def sparse_tensor_dense_mat_mul(
    a_indices: TensorLike,
    a_values: TensorLike,
    a_shape: TensorLike,
    b: TensorLike,
    *,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseTensorDenseMatMul(a_indices: Tindices, a_values: T, a_shape: int64, b: T) -> (product: T).

    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseTensorDenseMatMul",
        [a_indices, a_values, a_shape, b],
        {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b},
        name,
    ).outputs[0]


def sparse_tensor_to_csr_sparse_matrix(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseTensorToCSRSparseMatrix(indices: int64, values: T, dense_shape: int64) -> (sparse_matrix: variant).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op("SparseTensorToCSRSparseMatrix", [indices, values, dense_shape], {}, name).outputs[0]


def sparse_to_dense(
    sparse_indices: TensorLike,
    output_shape: TensorLike,
    sparse_values: TensorLike,
    default_value: TensorLike,
    *,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """SparseToDense(sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T) -> (dense:
    T).

    Tindices is one of int32, int64.
    """
    return apply_op(
        "SparseToDense",
        [sparse_indices, output_shape, sparse_values, default_value],
        {"validate_indices": validate_indices},
        name,
    ).outputs[0]


class SparseToSparseSetOperationOutputs(NamedTuple):
    """The outputs of SparseToSparseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def sparse_to_sparse_set_operation(
    set1_indices: TensorLike,
    set1_values: TensorLike,
    set1_shape: TensorLike,
    set2_indices: TensorLike,
    set2_values: TensorLike,
    set2_shape: TensorLike,
    *,
    set_operation: str | bytes,
    validate_indices: bool = True,
    name: str | None = None,
) -> SparseToSparseSetOperationOutputs:
    """SparseToSparseSetOperation(set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64,
    set2_values: T, set2_shape: int64) -> (result_indices: int64, result_values: T, result_shape: int64).

    T is one of int16, int32, int64, int8, string, uint16, uint8.
    """
    return SparseToSparseSetOperationOutputs(*grouped(apply_op(
        "SparseToSparseSetOperation",
        [set1_indices, set1_values, set1_shape, set2_indices, set2_values, set2_shape],
        {"set_operation": set_operation, "validate_indices": validate_indices},
        name,
    )))


class TakeManySparseFromTensorsMapOutputs(NamedTuple):
    """The outputs of TakeManySparseFromTensorsMap."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def take_many_sparse_from_tensors_map(
    sparse_handles: TensorLike,
    *,
    dtype: DTypeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> TakeManySparseFromTensorsMapOutputs:
    """TakeManySparseFromTensorsMap(sparse_handles: int64) -> (sparse_indices: int64, sparse_values: dtype,
    sparse_shape: int64).

    Stateful.
    """
    return TakeManySparseFromTensorsMapOutputs(*grouped(apply_op(
        "TakeManySparseFromTensorsMap",
        [sparse_handles],
        {"dtype": dtype, "container": container, "shared_name": shared_name},
        name,
    )))
