"""Declarations of the ops that save and restore checkpoints, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
LoadAndRemapMatrix(ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: int64, initializing_values: float) -> (output_matrix: float); num_rows: int >= 0; num_cols: int >= 1; max_rows_in_memory: int = -1; stateful
MergeV2Checkpoints(checkpoint_prefixes: string, destination_prefix: string) -> (); delete_old_dirs: bool = true; allow_missing_files: bool = false; stateful
Restore(file_pattern: string, tensor_name: string) -> (tensor: dt); dt: type; preferred_shard: int = -1; stateful
RestoreSlice(file_pattern: string, tensor_name: string, shape_and_slice: string) -> (tensor: dt); dt: type; preferred_shard: int = -1; stateful
RestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) -> (tensors: dtypes); dtypes: list(type) >= 1; stateful
Save(filename: string, tensor_names: string, data: T) -> (); T: list(type) >= 1; stateful
SaveSlices(filename: string, tensor_names: string, shapes_and_slices: string, data: T) -> (); T: list(type) >= 1; stateful
SaveV2(prefix: string, tensor_names: string, shape_and_slices: string, tensors: dtypes) -> (); dtypes: list(type) >= 1; stateful
"""
