"""Declarations of the array ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
_EagerConst(input: T) -> (output: T); T: type
_HostCast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type; Truncate: bool = false
ApproxTopK(input: T) -> (values: T, indices: int32); k: int >= 0; reduction_dimension: int = -1; recall_target: float = 0.95; is_max_k: bool = true; reduction_input_size_override: int = -1; aggregate_to_topk: bool = true; T: {half, bfloat16, float}
Bitcast(input: T) -> (output: type); T: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}; type: {bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64, complex128, qint8, quint8, qint16, quint16, qint32}
BroadcastArgs(s0: T, s1: T) -> (r0: T); T: {int32, int64} = int32
BroadcastGradientArgs(s0: T, s1: T) -> (r0: T, r1: T); T: {int32, int64} = int32
BroadcastTo(input: T, shape: Tidx) -> (output: T); T: type; Tidx: {int32, int64} = int32
Cast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type; Truncate: bool = false
CheckNumerics(tensor: T) -> (output: T); T: {bfloat16, half, float, double}; message: string; stateful
CheckNumericsV2(tensor: T) -> (output: T); T: {bfloat16, half, float, double}; message: string; stateful
Concat(concat_dim: int32, values: N * T) -> (output: T); N: int >= 2; T: type
ConcatOffset(concat_dim: int32, shape: N * shape_type) -> (offset: N * shape_type); N: int >= 2; shape_type: {int32, int64} = int32
ConcatV2(values: N * T, axis: Tidx) -> (output: T); N: int >= 2; T: type; Tidx: {int32, int64} = int32
ConjugateTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
Const() -> (output: dtype); value: tensor; dtype: type
DebugGradientIdentity(input: T) -> (output: T); T: type; uninitialized_input
DeepCopy(x: T) -> (y: T); T: type; stateful
DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions * T); num_partitions: int >= 1; T: type
DynamicStitch(indices: N * int32, data: N * T) -> (merged: T); N: int >= 1; T: type
Empty(shape: int32) -> (output: dtype); dtype: type; init: bool = false; stateful
EnsureShape(input: T) -> (output: T); shape: shape; T: type
ExpandDims(input: T, dim: Tdim) -> (output: T); T: type; Tdim: {int32, int64} = int32
Fill(dims: index_type, value: T) -> (output: T); T: type; index_type: {int32, int64} = int32
Fingerprint(data: T, method: string) -> (fingerprint: uint8); T: type
Gather(params: Tparams, indices: Tindices) -> (output: Tparams); validate_indices: bool = true; Tparams: type; Tindices: {int32, int64}
GatherNd(params: Tparams, indices: Tindices) -> (output: Tparams); Tparams: type; Tindices: {int16, int32, int64}; bad_indices_policy: string = ""
GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams); batch_dims: int = 0; Tparams: type; Tindices: {int16, int32, int64}; Taxis: {int32, int64}
GuaranteeConst(input: T) -> (output: T); T: type; stateful
HostConst() -> (output: dtype); value: tensor; dtype: type
Identity(input: T) -> (output: T); T: type
IdentityN(input: T) -> (output: T); T: list(type) >= 1
ImmutableConst() -> (tensor: dtype); dtype: type; shape: shape; memory_region_name: string
InplaceAdd(x: T, i: int32, v: T) -> (y: T); T: type
InplaceSub(x: T, i: int32, v: T) -> (y: T); T: type
InplaceUpdate(x: T, i: int32, v: T) -> (y: T); T: type
InTopK(predictions: float, targets: T) -> (precision: bool); k: int; T: {int32, int64} = int32
InTopKV2(predictions: float, targets: T, k: T) -> (precision: bool); T: {int32, int64} = int32
InvertPermutation(x: T) -> (y: T); T: {int32, int64} = int32
KthOrderStatistic(input: float) -> (output: float); k: int
LinSpace(start: T, stop: T, num: Tidx) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32
ListDiff(x: T, y: T) -> (out: T, idx: out_idx); T: type; out_idx: {int32, int64} = int32
LowerBound(sorted_inputs: T, values: T) -> (output: out_type); T: type; out_type: {int32, int64} = int32
MakeUnique(input: float) -> (output: float)
MirrorPad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32; mode: string {"REFLECT", "SYMMETRIC"}
MirrorPadGrad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32; mode: string {"REFLECT", "SYMMETRIC"}
NthElement(input: T, n: int32) -> (values: T); reverse: bool = false; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> (output: T); axis: int = -1; T: type; TI: {uint8, int8, int32, int64} = int64
OnesLike(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64, complex64, complex128, bool}
Pack(values: N * T) -> (output: T); N: int >= 1; T: type; axis: int = 0
Pad(input: T, paddings: Tpaddings) -> (output: T); T: type; Tpaddings: {int32, int64} = int32
PadV2(input: T, paddings: Tpaddings, constant_values: T) -> (output: T); T: type; Tpaddings: {int32, int64} = int32
ParallelConcat(values: N * T) -> (output: T); N: int >= 1; T: type; shape: shape
ParallelDynamicStitch(indices: N * int32, data: N * T) -> (merged: T); N: int >= 1; T: type
Placeholder() -> (output: dtype); dtype: type; shape: shape = ?
PlaceholderV2() -> (output: dtype); dtype: type; shape: shape; deprecated(23, "Placeholder now behaves the same as PlaceholderV2.")
PlaceholderWithDefault(input: dtype) -> (output: dtype); dtype: type; shape: shape
PreventGradient(input: T) -> (output: T); T: type; message: string = ""
Range(start: Tidx, limit: Tidx, delta: Tidx) -> (output: Tidx); Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} = int32
Rank(input: T) -> (output: int32); T: type
Reshape(tensor: T, shape: Tshape) -> (output: T); T: type; Tshape: {int32, int64} = int32
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
Split(split_dim: int32, value: T) -> (output: num_split * T); num_split: int >= 1; T: type
SplitV(value: T, size_splits: Tlen, split_dim: int32) -> (output: num_split * T); num_split: int >= 1; T: type; Tlen: {int8, int32, int64} = int64
Squeeze(input: T) -> (output: T); T: type; squeeze_dims: list(int) >= 0 = []
StopGradient(input: T) -> (output: T); T: type
StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> (output: T); T: type; Index: {int16, int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) -> (output: T); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int32, int64}; bad_indices_policy: string = ""
TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T); T: type; Tindices: {int16, int32, int64, uint16}; bad_indices_policy: string = ""
TensorStridedSliceUpdate(input: T, begin: Index, end: Index, strides: Index, value: T) -> (output: T); T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
Tile(input: T, multiples: Tmultiples) -> (output: T); T: type; Tmultiples: {int32, int64} = int32
TileGrad(input: T, multiples: int32) -> (output: T); T: type; deprecated(3, "TileGrad has been replaced with reduce_sum")
TopK(input: T) -> (values: T, indices: int32); k: int >= 0; sorted: bool = true; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; deprecated(7, "Use TopKV2 instead")
TopKUnique(input: float) -> (topk: float, topk_indices: int32); k: int
TopKV2(input: T, k: Tk) -> (values: T, indices: index_type); sorted: bool = true; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tk: {int16, int32, int64} = int32; index_type: {int16, int32, int64} = int32
TopKWithUnique(input: float) -> (topk: float, topk_indices: int32); k: int
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
