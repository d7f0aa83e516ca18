# Generated from protos/ops/sparse.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def add_many_sparse_to_tensors_map(
    sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def add_sparse_to_tensors_map(
    sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


class CSRSparseMatrixComponentsOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixComponents."""

    row_ptrs: Tensor
    col_inds: Tensor
    values: Tensor


def csr_sparse_matrix_components(
    csr_sparse_matrix: TensorLike, index: TensorLike, *, type: DTypeLike, name: str | None = None,
) -> CSRSparseMatrixComponentsOutputs: ...


def csr_sparse_matrix_to_dense(sparse_input: TensorLike, *, type: DTypeLike, name: str | None = None) -> Tensor: ...


class CSRSparseMatrixToSparseTensorOutputs(NamedTuple):
    """The outputs of CSRSparseMatrixToSparseTensor."""

    indices: Tensor
    values: Tensor
    dense_shape: Tensor


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: TensorLike, *, type: DTypeLike, name: str | None = None,
) -> CSRSparseMatrixToSparseTensorOutputs: ...


def dense_to_csr_sparse_matrix(dense_input: TensorLike, indices: TensorLike, name: str | None = None) -> Tensor: ...


class DenseToDenseSetOperationOutputs(NamedTuple):
    """The outputs of DenseToDenseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def dense_to_dense_set_operation(
    set1: TensorLike, set2: TensorLike, *, set_operation: str | bytes, validate_indices: bool = True,
    name: str | None = None,
) -> DenseToDenseSetOperationOutputs: ...


class DenseToSparseSetOperationOutputs(NamedTuple):
    """The outputs of DenseToSparseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def dense_to_sparse_set_operation(
    set1: TensorLike, set2_indices: TensorLike, set2_values: TensorLike, set2_shape: TensorLike, *,
    set_operation: str | bytes, validate_indices: bool = True, name: str | None = None,
) -> DenseToSparseSetOperationOutputs: ...


class DeserializeManySparseOutputs(NamedTuple):
    """The outputs of DeserializeManySparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def deserialize_many_sparse(
    serialized_sparse: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> DeserializeManySparseOutputs: ...


class DeserializeSparseOutputs(NamedTuple):
    """The outputs of DeserializeSparse."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def deserialize_sparse(
    serialized_sparse: TensorLike, *, dtype: DTypeLike, name: str | None = None,
) -> DeserializeSparseOutputs: ...


class RaggedCrossOutputs(NamedTuple):
    """The outputs of RaggedCross."""

    output_values: Tensor
    output_row_splits: Tensor


def ragged_cross(
    ragged_values: Sequence[TensorLike], ragged_row_splits: Sequence[TensorLike],
    sparse_indices: Sequence[TensorLike], sparse_values: Sequence[TensorLike], sparse_shape: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike], *, input_order: str | bytes, hashed_output: bool, num_buckets: int,
    hash_key: int, out_values_type: DTypeLike, out_row_splits_type: DTypeLike, name: str | None = None,
) -> RaggedCrossOutputs: ...


class RaggedFillEmptyRowsOutputs(NamedTuple):
    """The outputs of RaggedFillEmptyRows."""

    output_value_rowids: Tensor
    output_values: Tensor
    empty_row_indicator: Tensor
    reverse_index_map: Tensor


def ragged_fill_empty_rows(
    value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike,
    name: str | None = None,
) -> RaggedFillEmptyRowsOutputs: ...


class RaggedFillEmptyRowsGradOutputs(NamedTuple):
    """The outputs of RaggedFillEmptyRowsGrad."""

    d_values: Tensor
    d_default_value: Tensor


def ragged_fill_empty_rows_grad(
    reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = None,
) -> RaggedFillEmptyRowsGradOutputs: ...


def serialize_many_sparse(
    sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *,
    out_type: DTypeLike = dtypes.string, name: str | None = None,
) -> Tensor: ...


def serialize_sparse(
    sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *,
    out_type: DTypeLike = dtypes.string, name: str | None = None,
) -> Tensor: ...


def set_size(
    set_indices: TensorLike, set_values: TensorLike, set_shape: TensorLike, *, validate_indices: bool = True,
    name: str | None = None,
) -> Tensor: ...


class SparseAddOutputs(NamedTuple):
    """The outputs of SparseAdd."""

    sum_indices: Tensor
    sum_values: Tensor
    sum_shape: Tensor


def sparse_add(
    a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike,
    b_shape: TensorLike, thresh: TensorLike, name: str | None = None,
) -> SparseAddOutputs: ...


class SparseAddGradOutputs(NamedTuple):
    """The outputs of SparseAddGrad."""

    a_val_grad: Tensor
    b_val_grad: Tensor


def sparse_add_grad(
    backprop_val_grad: TensorLike, a_indices: TensorLike, b_indices: TensorLike, sum_indices: TensorLike,
    name: str | None = None,
) -> SparseAddGradOutputs: ...


class SparseConcatOutputs(NamedTuple):
    """The outputs of SparseConcat."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_concat(
    indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike], *, concat_dim: int,
    name: str | None = None,
) -> SparseConcatOutputs: ...


class SparseCrossOutputs(NamedTuple):
    """The outputs of SparseCross."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross(
    indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike], *, hashed_output: bool, num_buckets: int, hash_key: int, out_type: DTypeLike,
    internal_type: DTypeLike, name: str | None = None,
) -> SparseCrossOutputs: ...


class SparseCrossHashedOutputs(NamedTuple):
    """The outputs of SparseCrossHashed."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross_hashed(
    indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike], num_buckets: TensorLike, strong_hash: TensorLike, salt: TensorLike,
    name: str | None = None,
) -> SparseCrossHashedOutputs: ...


class SparseCrossV2Outputs(NamedTuple):
    """The outputs of SparseCrossV2."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_cross_v2(
    indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
    dense_inputs: Sequence[TensorLike], sep: TensorLike, name: str | None = None,
) -> SparseCrossV2Outputs: ...


def sparse_dense_cwise_add(
    sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, name: str | None = None,
) -> Tensor: ...


def sparse_dense_cwise_div(
    sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, name: str | None = None,
) -> Tensor: ...


def sparse_dense_cwise_mul(
    sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, dense: TensorLike, name: str | None = None,
) -> Tensor: ...


class SparseFillEmptyRowsOutputs(NamedTuple):
    """The outputs of SparseFillEmptyRows."""

    output_indices: Tensor
    output_values: Tensor
    empty_row_indicator: Tensor
    reverse_index_map: Tensor


def sparse_fill_empty_rows(
    indices: TensorLike, values: TensorLike, dense_shape: TensorLike, default_value: TensorLike,
    name: str | None = None,
) -> SparseFillEmptyRowsOutputs: ...


class SparseFillEmptyRowsGradOutputs(NamedTuple):
    """The outputs of SparseFillEmptyRowsGrad."""

    d_values: Tensor
    d_default_value: Tensor


def sparse_fill_empty_rows_grad(
    reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = None,
) -> SparseFillEmptyRowsGradOutputs: ...


def sparse_matrix_mat_mul(
    a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False,
    adjoint_b: bool = False, transpose_output: bool = False, conjugate_output: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_matrix_nnz(sparse_matrix: TensorLike, name: str | None = None) -> Tensor: ...


def sparse_matrix_ordering_amd(input: TensorLike, name: str | None = None) -> Tensor: ...


def sparse_matrix_sparse_cholesky(
    input: TensorLike, permutation: TensorLike, *, type: DTypeLike, name: str | None = None,
) -> Tensor: ...


def sparse_matrix_sparse_mat_mul(
    a: TensorLike, b: TensorLike, *, type: DTypeLike, transpose_a: bool = False, transpose_b: bool = False,
    adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_matrix_transpose(
    input: TensorLike, *, type: DTypeLike, conjugate: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_reduce_max(
    input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *,
    keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


class SparseReduceMaxSparseOutputs(NamedTuple):
    """The outputs of SparseReduceMaxSparse."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_reduce_max_sparse(
    input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *,
    keep_dims: bool = False, name: str | None = None,
) -> SparseReduceMaxSparseOutputs: ...


def sparse_reduce_sum(
    input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *,
    keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


class SparseReduceSumSparseOutputs(NamedTuple):
    """The outputs of SparseReduceSumSparse."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_reduce_sum_sparse(
    input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, reduction_axes: TensorLike, *,
    keep_dims: bool = False, name: str | None = None,
) -> SparseReduceSumSparseOutputs: ...


class SparseReorderOutputs(NamedTuple):
    """The outputs of SparseReorder."""

    output_indices: Tensor
    output_values: Tensor


def sparse_reorder(
    input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, name: str | None = None,
) -> SparseReorderOutputs: ...


class SparseReshapeOutputs(NamedTuple):
    """The outputs of SparseReshape."""

    output_indices: Tensor
    output_shape: Tensor


def sparse_reshape(
    input_indices: TensorLike, input_shape: TensorLike, new_shape: TensorLike, name: str | None = None,
) -> SparseReshapeOutputs: ...


class SparseSliceOutputs(NamedTuple):
    """The outputs of SparseSlice."""

    output_indices: Tensor
    output_values: Tensor
    output_shape: Tensor


def sparse_slice(
    indices: TensorLike, values: TensorLike, shape: TensorLike, start: TensorLike, size: TensorLike,
    name: str | None = None,
) -> SparseSliceOutputs: ...


def sparse_slice_grad(
    backprop_val_grad: TensorLike, input_indices: TensorLike, input_start: TensorLike, output_indices: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def sparse_softmax(
    sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, name: str | None = None,
) -> Tensor: ...


class SparseSparseMaximumOutputs(NamedTuple):
    """The outputs of SparseSparseMaximum."""

    output_indices: Tensor
    output_values: Tensor


def sparse_sparse_maximum(
    a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike,
    b_shape: TensorLike, name: str | None = None,
) -> SparseSparseMaximumOutputs: ...


class SparseSparseMinimumOutputs(NamedTuple):
    """The outputs of SparseSparseMinimum."""

    output_indices: Tensor
    output_values: Tensor


def sparse_sparse_minimum(
    a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike, b_values: TensorLike,
    b_shape: TensorLike, name: str | None = None,
) -> SparseSparseMinimumOutputs: ...


class SparseSplitOutputs(NamedTuple):
    """The outputs of SparseSplit."""

    output_indices: list[Tensor]
    output_values: list[Tensor]
    output_shape: list[Tensor]


def sparse_split(
    split_dim: TensorLike, indices: TensorLike, values: TensorLike, shape: TensorLike, *, num_split: int,
    name: str | None = None,
) -> SparseSplitOutputs: ...


def sparse_tensor_dense_add(
    a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b: TensorLike, name: str | None = None,
) -> Tensor: ...


def sparse_tensor_dense_mat_mul(
    a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b: TensorLike, *, adjoint_a: bool = False,
    adjoint_b: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_tensor_to_csr_sparse_matrix(
    indices: TensorLike, values: TensorLike, dense_shape: TensorLike, name: str | None = None,
) -> Tensor: ...


def sparse_to_dense(
    sparse_indices: TensorLike, output_shape: TensorLike, sparse_values: TensorLike, default_value: TensorLike, *,
    validate_indices: bool = True, name: str | None = None,
) -> Tensor: ...


class SparseToSparseSetOperationOutputs(NamedTuple):
    """The outputs of SparseToSparseSetOperation."""

    result_indices: Tensor
    result_values: Tensor
    result_shape: Tensor


def sparse_to_sparse_set_operation(
    set1_indices: TensorLike, set1_values: TensorLike, set1_shape: TensorLike, set2_indices: TensorLike,
    set2_values: TensorLike, set2_shape: TensorLike, *, set_operation: str | bytes, validate_indices: bool = True,
    name: str | None = None,
) -> SparseToSparseSetOperationOutputs: ...


class TakeManySparseFromTensorsMapOutputs(NamedTuple):
    """The outputs of TakeManySparseFromTensorsMap."""

    sparse_indices: Tensor
    sparse_values: Tensor
    sparse_shape: Tensor


def take_many_sparse_from_tensors_map(
    sparse_handles: TensorLike, *, dtype: DTypeLike, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> TakeManySparseFromTensorsMapOutputs: ...
