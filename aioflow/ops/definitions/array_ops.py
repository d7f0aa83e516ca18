"""Declarations of the array ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
BatchMatrixBandPart(input: T, num_lower: int64, num_upper: int64) -> (band: T); T: type; deprecated(14, "Use MatrixBandPart")
BatchMatrixDiag(diagonal: T) -> (output: T); T: type; deprecated(14, "Use MatrixDiag")
BatchMatrixDiagPart(input: T) -> (diagonal: T); T: type; deprecated(14, "Use MatrixDiagPart")
BatchMatrixSetDiag(input: T, diagonal: T) -> (output: T); T: type; deprecated(14, "Use MatrixSetDiag")
BatchToSpace(input: T, crops: Tidx) -> (output: T); T: type; block_size: int >= 2; Tidx: {int32, int64} = int32
BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T); T: type; Tblock_shape: {int32, int64} = int32; Tcrops: {int32, int64} = int32
Bitcast(input: T) -> (output: type); T: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}; type: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}
BroadcastArgs(s0: T, s1: T) -> (r0: T); T: {int32, int64} = int32
BroadcastGradientArgs(s0: T, s1: T) -> (r0: T, r1: T); T: {int32, int64} = int32
BroadcastTo(input: T, shape: Tidx) -> (output: T); T: type; Tidx: {int32, int64} = int32
CheckNumerics(tensor: T) -> (output: T); T: {bfloat16, half, float, double}; message: string; stateful
CheckNumericsV2(tensor: T) -> (output: T); T: {bfloat16, half, float, double}; message: string; stateful
Concat(concat_dim: int32, values: N * T) -> (output: T); N: int >= 2; T: type
ConcatOffset(concat_dim: int32, shape: N * shape_type) -> (offset: N * shape_type); N: int >= 2; shape_type: {int32, int64} = int32
ConcatV2(values: N * T, axis: Tidx) -> (output: T); N: int >= 2; T: type; Tidx: {int32, int64} = int32
ConjugateTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
Const() -> (output: dtype); value: tensor; dtype: type
DebugGradientIdentity(input: T) -> (output: T); T: type; uninitialized_input
DebugGradientRefIdentity(input: Ref(T)) -> (output: Ref(T)); T: type; uninitialized_input
DeepCopy(x: T) -> (y: T); T: type; stateful
DepthToSpace(input: T) -> (output: T); T: type; block_size: int >= 2; data_format: string {"NHWC", "NCHW", "NCHW_VECT_C"} = "NHWC"
Dequantize(input: T, min_range: float, max_range: float) -> (output: dtype); T: {qint8, quint8, qint32, qint16, quint16}; mode: string {"MIN_COMBINED", "MIN_FIRST", "SCALED"} = "MIN_COMBINED"; narrow_range: bool = false; axis: int = -1; dtype: {bfloat16, float} = float
Diag(diagonal: T) -> (output: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}
DiagPart(input: T) -> (diagonal: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}
EditDistance(hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, truth_values: T, truth_shape: int64) -> (output: float); normalize: bool = true; T: type
Empty(shape: int32) -> (output: dtype); dtype: type; init: bool = false; stateful
EnsureShape(input: T) -> (output: T); shape: shape; T: type
ExpandDims(input: T, dim: Tdim) -> (output: T); T: type; Tdim: {int32, int64} = int32
ExtractImagePatches(images: T) -> (patches: T); ksizes: list(int) >= 4; strides: list(int) >= 4; rates: list(int) >= 4; T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128, bool}; padding: string {"SAME", "VALID"}
ExtractVolumePatches(input: T) -> (patches: T); ksizes: list(int) >= 5; strides: list(int) >= 5; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; padding: string {"SAME", "VALID"}
FakeQuantWithMinMaxArgs(inputs: float) -> (outputs: float); min: float = -6.0; max: float = 6.0; num_bits: int = 8; narrow_range: bool = false
FakeQuantWithMinMaxArgsGradient(gradients: float, inputs: float) -> (backprops: float); min: float = -6.0; max: float = 6.0; num_bits: int = 8; narrow_range: bool = false
FakeQuantWithMinMaxVars(inputs: float, min: float, max: float) -> (outputs: float); num_bits: int = 8; narrow_range: bool = false
FakeQuantWithMinMaxVarsGradient(gradients: float, inputs: float, min: float, max: float) -> (backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float); num_bits: int = 8; narrow_range: bool = false
FakeQuantWithMinMaxVarsPerChannel(inputs: float, min: float, max: float) -> (outputs: float); num_bits: int = 8; narrow_range: bool = false
FakeQuantWithMinMaxVarsPerChannelGradient(gradients: float, inputs: float, min: float, max: float) -> (backprops_wrt_input: float, backprop_wrt_min: float, backprop_wrt_max: float); num_bits: int = 8; narrow_range: bool = false
Fill(dims: index_type, value: T) -> (output: T); T: type; index_type: {int32, int64} = int32
Fingerprint(data: T, method: string) -> (fingerprint: uint8); T: type
Gather(params: Tparams, indices: Tindices) -> (output: Tparams); validate_indices: bool = true; Tparams: type; Tindices: {int32, int64}
GatherNd(params: Tparams, indices: Tindices) -> (output: Tparams); Tparams: type; Tindices: {int16, int32, int64}; bad_indices_policy: string = ""
GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams); batch_dims: int = 0; Tparams: type; Tindices: {int16, int32, int64}; Taxis: {int32, int64}
GuaranteeConst(input: T) -> (output: T); T: type; stateful
Identity(input: T) -> (output: T); T: type
IdentityN(input: T) -> (output: T); T: list(type) >= 1
ImmutableConst() -> (tensor: dtype); dtype: type; shape: shape; memory_region_name: string
InplaceAdd(x: T, i: int32, v: T) -> (y: T); T: type
InplaceSub(x: T, i: int32, v: T) -> (y: T); T: type
InplaceUpdate(x: T, i: int32, v: T) -> (y: T); T: type
InvertPermutation(x: T) -> (y: T); T: {int32, int64} = int32
ListDiff(x: T, y: T) -> (out: T, idx: out_idx); T: type; out_idx: {int32, int64} = int32
LowerBound(sorted_inputs: T, values: T) -> (output: out_type); T: type; out_type: {int32, int64} = int32
MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T); T: type; Tindex: {int32, int64} = int64
MatrixDiag(diagonal: T) -> (output: T); T: type
MatrixDiagPart(input: T) -> (diagonal: T); T: type
MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T); T: type
MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T); T: type
MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MatrixSetDiag(input: T, diagonal: T) -> (output: T); T: type
MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T); T: type
MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MirrorPad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32; mode: string {"REFLECT", "SYMMETRIC"}
MirrorPadGrad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32; mode: string {"REFLECT", "SYMMETRIC"}
OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> (output: T); axis: int = -1; T: type; TI: {uint8, int8, int32, int64} = int64
OnesLike(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, complex128, bool}
Pack(values: N * T) -> (output: T); N: int >= 1; T: type; axis: int = 0
Pad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32
PadV2(input: T, paddings: Tpaddings, constant_values: T) -> (output: T); T: type; Tpaddings: {int32, int64} = int32
ParallelConcat(values: N * T) -> (output: T); N: int >= 1; T: type; shape: shape
Placeholder() -> (output: dtype); dtype: type; shape: shape = ?
PlaceholderV2() -> (output: dtype); dtype: type; shape: shape; deprecated(23, "Placeholder now behaves the same as PlaceholderV2.")
PlaceholderWithDefault(input: dtype) -> (output: dtype); dtype: type; shape: shape
PreventGradient(input: T) -> (output: T); T: type; message: string = ""
QuantizeAndDequantize(input: T) -> (output: T); signed_input: bool = true; num_bits: int = 8; range_given: bool = false; input_min: float = 0.0; input_max: float = 0.0; T: {bfloat16, half, float, double}; deprecated(22, "Replaced by QuantizeAndDequantizeV2")
QuantizeAndDequantizeV2(input: T, input_min: T, input_max: T) -> (output: T); signed_input: bool = true; num_bits: int = 8; range_given: bool = false; T: {bfloat16, half, float, double}; round_mode: string {"HALF_TO_EVEN", "HALF_UP"} = "HALF_TO_EVEN"; narrow_range: bool = false; axis: int = -1
QuantizeAndDequantizeV3(input: T, input_min: T, input_max: T, num_bits: int32) -> (output: T); signed_input: bool = true; range_given: bool = true; T: {bfloat16, half, float, double}; narrow_range: bool = false; axis: int = -1
QuantizeAndDequantizeV4(input: T, input_min: T, input_max: T) -> (output: T); signed_input: bool = true; num_bits: int = 8; range_given: bool = false; T: {bfloat16, half, float, double}; round_mode: string {"HALF_TO_EVEN", "HALF_UP"} = "HALF_TO_EVEN"; narrow_range: bool = false; axis: int = -1
QuantizeAndDequantizeV4Grad(gradients: T, input: T, input_min: T, input_max: T) -> (input_backprop: T, input_min_backprop: T, input_max_backprop: T); T: {bfloat16, half, float, double}; axis: int = -1
QuantizedConcat(concat_dim: int32, values: N * T, input_mins: N * float, input_maxes: N * float) -> (output: T, output_min: float, output_max: float); N: int >= 2; T: type
QuantizedInstanceNorm(x: T, x_min: float, x_max: float) -> (y: T, y_min: float, y_max: float); T: {qint8, quint8, qint32, qint16, quint16}; output_range_given: bool = false; given_y_min: float = 0.0; given_y_max: float = 0.0; variance_epsilon: float = 1e-05; min_separation: float = 0.001
QuantizedReshape(tensor: T, shape: Tshape, input_min: float, input_max: float) -> (output: T, output_min: float, output_max: float); T: type; Tshape: {int32, int64} = int32
QuantizeV2(input: float, min_range: float, max_range: float) -> (output: T, output_min: float, output_max: float); T: {qint8, quint8, qint32, qint16, quint16}; mode: string {"MIN_COMBINED", "MIN_FIRST", "SCALED"} = "MIN_COMBINED"; round_mode: string {"HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"} = "HALF_AWAY_FROM_ZERO"; narrow_range: bool = false; axis: int = -1; ensure_minimum_range: float = 0.01
Rank(input: T) -> (output: int32); T: type
RefIdentity(input: Ref(T)) -> (output: Ref(T)); T: type; uninitialized_input
Reshape(tensor: T, shape: Tshape) -> (output: T); T: type; Tshape: {int32, int64} = int32
ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T) -> (); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0; stateful
Reverse(tensor: T, dims: bool) -> (output: T); T: {uint8, int8, uint16, int16, uint32, int32, uint64, int64, bool, bfloat16, half, float, double, complex64, complex128, string}
ReverseSequence(input: T, seq_lengths: Tlen) -> (output: T); seq_dim: int; batch_dim: int = 0; T: type; Tlen: {int32, int64} = int64
ReverseV2(tensor: T, axis: Tidx) -> (output: T); Tidx: {int32, int64} = int32; T: {uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float, double, complex64, complex128, string}
Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T); T: type; Tshift: {int32, int64}; Taxis: {int32, int64}
ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> (output: T); T: type; Tindices: {int16, int32, int64}; bad_indices_policy: string = ""
ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}; Tindices: {int32, int64}; bad_indices_policy: string = ""
Shape(input: T) -> (output: out_type); T: type; out_type: {int32, int64} = int32
ShapeN(input: N * T) -> (output: N * out_type); N: int >= 1; T: type; out_type: {int32, int64} = int32
Size(input: T) -> (output: out_type); T: type; out_type: {int32, int64} = int32
Slice(input: T, begin: Index, size: Index) -> (output: T); T: type; Index: {int32, int64}
Snapshot(input: T) -> (output: T); T: type
SpaceToBatch(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32; block_size: int >= 2
SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> (output: T); T: type; Tblock_shape: {int32, int64} = int32; Tpaddings: {int32, int64} = int32
SpaceToDepth(input: T) -> (output: T); T: type; block_size: int >= 2; data_format: string {"NHWC", "NCHW", "NCHW_VECT_C"} = "NHWC"
Split(split_dim: int32, value: T) -> (output: num_split * T); num_split: int >= 1; T: type
SplitV(value: T, size_splits: Tlen, split_dim: int32) -> (output: num_split * T); num_split: int >= 1; T: type; Tlen: {int8, int32, int64} = int64
Squeeze(input: T) -> (output: T); T: type; squeeze_dims: list(int) >= 0 = []
StopGradient(input: T) -> (output: T); T: type
StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> (output: T); T: type; Index: {int16, int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
StridedSliceAssign(ref: Ref(T), begin: Index, end: Index, strides: Index, value: T) -> (output_ref: Ref(T)); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) -> (output: T); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int16, int32, int64, uint16}; bad_indices_policy: string = ""
TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index, value: T) -> (output: T); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
Tile(input: T, multiples: Tmultiples) -> (output: T); T: type; Tmultiples: {int32, int64} = int32
TileGrad(input: T, multiples: int32) -> (output: T); T: type; deprecated(3, "TileGrad has been replaced with reduce_sum")
Transpose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
Unique(x: T) -> (y: T, idx: out_idx); T: type; out_idx: {int32, int64} = int32
UniqueV2(x: T, axis: Taxis) -> (y: T, idx: out_idx); T: type; Taxis: {int32, int64} = int64; out_idx: {int32, int64} = int32
UniqueWithCounts(x: T) -> (y: T, idx: out_idx, count: out_idx); T: type; out_idx: {int32, int64} = int32
UniqueWithCountsV2(x: T, axis: Taxis) -> (y: T, idx: out_idx, count: out_idx); T: type; Taxis: {int32, int64} = int64; out_idx: {int32, int64} = int32
Unpack(value: T) -> (output: num * T); num: int >= 0; T: type; axis: int = 0
UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx); Tidx: {int32, int64} = int32
UpperBound(sorted_inputs: T, values: T) -> (output: out_type); T: type; out_type: {int32, int64} = int32
Where(input: T) -> (index: int64); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool} = bool
ZerosLike(x: T) -> (y: T); T: type
"""
