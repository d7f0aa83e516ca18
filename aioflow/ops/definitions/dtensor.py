"""Declarations of the ops of tensors that lie on several devices (DTensor).

One declaration a line, in the language that `framework/op_def.py` describes.
"""

DECLARATIONS = """\
CopyToMesh(input: T) -> (output: T); mesh: string; T: type
CopyToMeshGrad(input: T, forward_input: T) -> (output: T); T: type
DTensorAllGather(input: T) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool}; input_layout: string; output_layout: string
DTensorAllReduce(input: T, group_assignment: int32) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean", "Any", "All"}; device_type: string
DTensorAllScatter(input: T) -> (output: T); T: {half, bfloat16, float, double, int8, uint8, int32, uint32, int64, uint64, bool, string}; input_layout: string; output_layout: string
DTensorAllToAll(input: T) -> (output: T); T: {half, bfloat16, float, double, int32, uint32, int64, bool}; input_layout: string; output_layout: string
DTensorReduceScatter(input: T, group_assignment: int32, scatter_dimension: int32) -> (output: T); T: {half, bfloat16, float, int32, uint32, int64, bool}; reduce_op: string {"Min", "Max", "Mul", "Add", "Mean", "Any", "All"}; device_type: string
DTensorRestoreV2(prefix: string, tensor_names: string, shape_and_slices: string) -> (tensors: dtypes); input_shapes: list(shape); input_layouts: list(string); dtypes: list(type) >= 1; stateful
DTensorSetGlobalTPUArray(topology: string) -> (); stateful
Relayout(input: T) -> (output: T); layout: string; T: type
RelayoutLike(input: T, layout_input: U) -> (output: T); T: type; U: type
"""
