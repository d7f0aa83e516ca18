"""Declarations of the ops of ragged tensors, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
RaggedGather(params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, indices: Tindices) -> (output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues); Tvalues: type; Tindices: {int32, int64}; Tsplits: {int32, int64} = int64; PARAMS_RAGGED_RANK: int >= 1; OUTPUT_RAGGED_RANK: int >= 0
RaggedRange(starts: T, limits: T, deltas: T) -> (rt_nested_splits: Tsplits, rt_dense_values: T); T: {bfloat16, float, double, int32, int64} = int32; Tsplits: {int32, int64} = int64
RaggedTensorFromVariant(encoded_ragged: variant) -> (output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues); input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64
RaggedTensorToSparse(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T) -> (sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64); RAGGED_RANK: int >= 1; T: type; Tsplits: {int32, int64} = int64
RaggedTensorToTensor(shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors * Tindex) -> (result: T); T: type; Tindex: {int64, int32}; Tshape: {int64, int32}; num_row_partition_tensors: int >= 1; row_partition_types: list(string)
RaggedTensorToVariant(rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues) -> (encoded_ragged: variant); RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64; batched_input: bool
RaggedTensorToVariantGradient(encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32) -> (dense_values_grad: Tvalues); Tvalues: type; Tsplits: {int32, int64} = int64
"""
