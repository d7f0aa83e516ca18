"""Declarations of the ops of sparse tensors and matrices, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
AddManySparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (sparse_handles: int64); T: type; container: string = ""; shared_name: string = ""; stateful
AddSparseToTensorsMap(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (sparse_handle: int64); T: type; container: string = ""; shared_name: string = ""; stateful
CSRSparseMatrixComponents(csr_sparse_matrix: variant, index: int32) -> (row_ptrs: int32, col_inds: int32, values: type); type: {float, double, complex64, complex128}
CSRSparseMatrixToDense(sparse_input: variant) -> (dense_output: type); type: {float, double, complex64, complex128}
CSRSparseMatrixToSparseTensor(sparse_matrix: variant) -> (indices: int64, values: type, dense_shape: int64); type: {float, double, complex64, complex128}
DenseToCSRSparseMatrix(dense_input: T, indices: int64) -> (sparse_output: variant); T: {float, double, complex64, complex128}
DenseToDenseSetOperation(set1: T, set2: T) -> (result_indices: int64, result_values: T, result_shape: int64); set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}
DenseToSparseSetOperation(set1: T, set2_indices: int64, set2_values: T, set2_shape: int64) -> (result_indices: int64, result_values: T, result_shape: int64); set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}
DeserializeManySparse(serialized_sparse: string) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64); dtype: type
DeserializeSparse(serialized_sparse: Tserialized) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64); dtype: type; Tserialized: {string, variant} = string
RaggedCross(ragged_values: ragged_values_types, ragged_row_splits: ragged_splits_types, sparse_indices: Nsparse * int64, sparse_values: sparse_values_types, sparse_shape: Nsparse * int64, dense_inputs: dense_types) -> (output_values: out_values_type, output_row_splits: out_row_splits_type); Nsparse: int >= 0; input_order: string; hashed_output: bool; num_buckets: int >= 0; hash_key: int; ragged_values_types: list({int64, string}) >= 0; ragged_splits_types: list({int32, int64}) >= 0; sparse_values_types: list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0; out_values_type: {int64, string}; out_row_splits_type: {int32, int64}
RaggedFillEmptyRows(value_rowids: int64, values: T, nrows: int64, default_value: T) -> (output_value_rowids: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64); T: type
RaggedFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T) -> (d_values: T, d_default_value: T); T: type
SerializeManySparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (serialized_sparse: out_type); T: type; out_type: {string, variant} = string
SerializeSparse(sparse_indices: int64, sparse_values: T, sparse_shape: int64) -> (serialized_sparse: out_type); T: type; out_type: {string, variant} = string
SetSize(set_indices: int64, set_values: T, set_shape: int64) -> (size: int32); validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}
SparseAdd(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64, thresh: Treal) -> (sum_indices: int64, sum_values: T, sum_shape: int64); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Treal: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
SparseAddGrad(backprop_val_grad: T, a_indices: int64, b_indices: int64, sum_indices: int64) -> (a_val_grad: T, b_val_grad: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseConcat(indices: N * int64, values: N * T, shapes: N * int64) -> (output_indices: int64, output_values: T, output_shape: int64); concat_dim: int; N: int >= 2; T: type
SparseCross(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types) -> (output_indices: int64, output_values: out_type, output_shape: int64); N: int >= 0; hashed_output: bool; num_buckets: int >= 0; hash_key: int; sparse_types: list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0; out_type: {int64, string}; internal_type: {int64, string}
SparseCrossHashed(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, num_buckets: int64, strong_hash: bool, salt: int64) -> (output_indices: int64, output_values: int64, output_shape: int64); N: int >= 0; sparse_types: list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0
SparseCrossV2(indices: N * int64, values: sparse_types, shapes: N * int64, dense_inputs: dense_types, sep: string) -> (output_indices: int64, output_values: string, output_shape: int64); N: int >= 0; sparse_types: list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0
SparseDenseCwiseAdd(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseDenseCwiseDiv(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseDenseCwiseMul(sp_indices: int64, sp_values: T, sp_shape: int64, dense: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseFillEmptyRows(indices: int64, values: T, dense_shape: int64, default_value: T) -> (output_indices: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64); T: type
SparseFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T) -> (d_values: T, d_default_value: T); T: type
SparseMatrixAdd(a: variant, b: variant, alpha: T, beta: T) -> (c: variant); T: {float, double, complex64, complex128}
SparseMatrixMatMul(a: variant, b: T) -> (output: T); T: type; transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false; transpose_output: bool = false; conjugate_output: bool = false
SparseMatrixMul(a: variant, b: T) -> (output: variant); T: type
SparseMatrixNNZ(sparse_matrix: variant) -> (nnz: int32)
SparseMatrixOrderingAMD(input: variant) -> (output: int32)
SparseMatrixSoftmax(logits: variant) -> (softmax: variant); type: {float, double}
SparseMatrixSoftmaxGrad(softmax: variant, grad_softmax: variant) -> (gradient: variant); type: {float, double}
SparseMatrixSparseCholesky(input: variant, permutation: int32) -> (output: variant); type: {float, double, complex64, complex128}
SparseMatrixSparseMatMul(a: variant, b: variant) -> (c: variant); type: {float, double, complex64, complex128}; transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false
SparseMatrixTranspose(input: variant) -> (output: variant); conjugate: bool = false; type: {float, double, complex64, complex128}
SparseMatrixZeros(dense_shape: int64) -> (sparse_matrix: variant); type: {float, double, complex64, complex128}
SparseReduceMax(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
SparseReduceMaxSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output_indices: int64, output_values: T, output_shape: int64); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
SparseReduceSum(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseReduceSumSparse(input_indices: int64, input_values: T, input_shape: int64, reduction_axes: int32) -> (output_indices: int64, output_values: T, output_shape: int64); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseReorder(input_indices: int64, input_values: T, input_shape: int64) -> (output_indices: int64, output_values: T); T: type
SparseReshape(input_indices: int64, input_shape: int64, new_shape: int64) -> (output_indices: int64, output_shape: int64)
SparseSlice(indices: int64, values: T, shape: int64, start: int64, size: int64) -> (output_indices: int64, output_values: T, output_shape: int64); T: type
SparseSliceGrad(backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64) -> (val_grad: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseSoftmax(sp_indices: int64, sp_values: T, sp_shape: int64) -> (output: T); T: {half, float, double}
SparseSparseMaximum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64) -> (output_indices: int64, output_values: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
SparseSparseMinimum(a_indices: int64, a_values: T, a_shape: int64, b_indices: int64, b_values: T, b_shape: int64) -> (output_indices: int64, output_values: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
SparseSplit(split_dim: int64, indices: int64, values: T, shape: int64) -> (output_indices: num_split * int64, output_values: num_split * T, output_shape: num_split * int64); num_split: int >= 1; T: type
SparseTensorDenseAdd(a_indices: Tindices, a_values: T, a_shape: Tindices, b: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}
SparseTensorDenseMatMul(a_indices: Tindices, a_values: T, a_shape: int64, b: T) -> (product: T); T: type; Tindices: {int32, int64} = int64; adjoint_a: bool = false; adjoint_b: bool = false
SparseTensorToCSRSparseMatrix(indices: int64, values: T, dense_shape: int64) -> (sparse_matrix: variant); T: {float, double, complex64, complex128}
SparseToDense(sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T) -> (dense: T); validate_indices: bool = true; T: type; Tindices: {int32, int64}
SparseToSparseSetOperation(set1_indices: int64, set1_values: T, set1_shape: int64, set2_indices: int64, set2_values: T, set2_shape: int64) -> (result_indices: int64, result_values: T, result_shape: int64); set_operation: string; validate_indices: bool = true; T: {int8, int16, int32, int64, uint8, uint16, string}
TakeManySparseFromTensorsMap(sparse_handles: int64) -> (sparse_indices: int64, sparse_values: dtype, sparse_shape: int64); dtype: type; container: string = ""; shared_name: string = ""; stateful
"""
