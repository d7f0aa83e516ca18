"""Declarations of the ragged ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
RaggedCross(ragged_values: ragged_values_types, ragged_row_splits: ragged_splits_types, sparse_indices: Nsparse * int64, sparse_values: sparse_values_types, sparse_shape: Nsparse * int64, dense_inputs: dense_types) -> (output_values: out_values_type, output_row_splits: out_row_splits_type); Nsparse: int >= 0; input_order: string; hashed_output: bool; num_buckets: int >= 0; hash_key: int; ragged_values_types: list({int64, string}) >= 0; ragged_splits_types: list({int32, int64}) >= 0; sparse_values_types: list({int64, string}) >= 0; dense_types: list({int64, string}) >= 0; out_values_type: {int64, string}; out_row_splits_type: {int32, int64}
RaggedFillEmptyRows(value_rowids: int64, values: T, nrows: int64, default_value: T) -> (output_value_rowids: int64, output_values: T, empty_row_indicator: bool, reverse_index_map: int64); T: type
RaggedFillEmptyRowsGrad(reverse_index_map: int64, grad_values: T) -> (d_values: T, d_default_value: T); T: type
RaggedGather(params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, indices: Tindices) -> (output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues); Tvalues: type; Tindices: {int32, int64}; Tsplits: {int32, int64} = int64; PARAMS_RAGGED_RANK: int >= 1; OUTPUT_RAGGED_RANK: int >= 0
RaggedRange(starts: T, limits: T, deltas: T) -> (rt_nested_splits: Tsplits, rt_dense_values: T); T: {bfloat16, float, double, int32, int64} = int32; Tsplits: {int32, int64} = int64
RaggedTensorFromVariant(encoded_ragged: variant) -> (output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues); input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64
RaggedTensorToSparse(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T) -> (sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64); RAGGED_RANK: int >= 1; T: type; Tsplits: {int32, int64} = int64
RaggedTensorToTensor(shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors * Tindex) -> (result: T); T: type; Tindex: {int64, int32}; Tshape: {int64, int32}; num_row_partition_tensors: int >= 1; row_partition_types: list(string)
RaggedTensorToVariant(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues) -> (encoded_ragged: variant); RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64; batched_input: bool
RaggedTensorToVariantGradient(encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32) -> (dense_values_grad: Tvalues); Tvalues: type; Tsplits: {int32, int64} = int64
"""
