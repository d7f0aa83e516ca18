"""Declarations of the math ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
Abs(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64}
AccumulateNV2(inputs: N * T) -> (sum: T); N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; shape: shape; commutative; aggregate
Acos(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Acosh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Add(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string}
AddN(inputs: N * T) -> (sum: T); N: int >= 1; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, variant}; commutative; aggregate
AddV2(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, uint16, uint32, uint64, int8, int16, int32, int64, complex64, complex128}; commutative; aggregate
All(input: bool, reduction_indices: Tidx) -> (output: bool); keep_dims: bool = false; Tidx: {int32, int64} = int32
Angle(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
Any(input: bool, reduction_indices: Tidx) -> (output: bool); keep_dims: bool = false; Tidx: {int32, int64} = int32
ApproximateEqual(x: T, y: T) -> (z: bool); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; tolerance: float = 1e-05; commutative
ArgMax(input: T, dimension: Tidx) -> (output: output_type); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool}; Tidx: {int16, int32, int64} = int32; output_type: {int16, uint16, int32, int64} = int64
ArgMin(input: T, dimension: Tidx) -> (output: output_type); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16, bool}; Tidx: {int32, int64} = int32; output_type: {int32, int64} = int64
Asin(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Asinh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Atan(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Atan2(y: T, x: T) -> (z: T); T: {bfloat16, half, float, double}
Atanh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
BesselI0(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselI0e(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselI1(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselI1e(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselJ0(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselJ1(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselK0(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselK0e(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselK1(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselK1e(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselY0(x: T) -> (y: T); T: {bfloat16, half, float, double}
BesselY1(x: T) -> (y: T); T: {bfloat16, half, float, double}
Betainc(a: T, b: T, x: T) -> (z: T); T: {float, double}
Bincount(arr: int32, size: int32, weights: T) -> (bins: T); T: {int32, int64, float, double}
BitwiseAnd(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}; commutative
BitwiseOr(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}; commutative
BitwiseXor(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}; commutative
Bucketize(input: T) -> (output: int32); T: {int32, int64, float, double}; boundaries: list(float)
Ceil(x: T) -> (y: T); T: {bfloat16, half, float, double}
ClipByValue(t: T, clip_value_min: T, clip_value_max: T) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}
Complex(real: T, imag: T) -> (out: Tout); T: {float, double} = float; Tout: {complex64, complex128} = complex64
ComplexAbs(x: T) -> (y: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
Conj(input: T) -> (output: T); T: {complex64, complex128, variant} = complex64
Cos(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Cosh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Cumprod(x: T, axis: Tidx) -> (out: T); exclusive: bool = false; reverse: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
Cumsum(x: T, axis: Tidx) -> (out: T); exclusive: bool = false; reverse: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
CumulativeLogsumexp(x: T, axis: Tidx) -> (out: T); exclusive: bool = false; reverse: bool = false; T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32
Dawsn(x: T) -> (y: T); T: {bfloat16, half, float, double}
DenseBincount(input: Tidx, size: Tidx, weights: T) -> (output: T); Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false
DenseCountSparseOutput(values: T, weights: output_type) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64); T: {int32, int64}; minlength: int >= -1 = -1; maxlength: int >= -1 = -1; binary_output: bool; output_type: {int32, int64, float, double}
Digamma(x: T) -> (y: T); T: {bfloat16, half, float, double}
Div(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}
DivNoNan(x: T, y: T) -> (z: T); T: {half, float, bfloat16, double, complex64, complex128}
Equal(x: T, y: T) -> (z: bool); T: type; incompatible_shape_error: bool = true; commutative
Erf(x: T) -> (y: T); T: {bfloat16, half, float, double}
Erfc(x: T) -> (y: T); T: {bfloat16, half, float, double}
Erfinv(x: T) -> (y: T); T: {bfloat16, half, float, double}
EuclideanNorm(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
Exp(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Expint(x: T) -> (y: T); T: {bfloat16, half, float, double}
Expm1(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Floor(x: T) -> (y: T); T: {bfloat16, half, float, double}
FloorDiv(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}
FloorMod(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, bfloat16, half, float, double}
FresnelCos(x: T) -> (y: T); T: {bfloat16, half, float, double}
FresnelSin(x: T) -> (y: T); T: {bfloat16, half, float, double}
Greater(x: T, y: T) -> (z: bool); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
GreaterEqual(x: T, y: T) -> (z: bool); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
HistogramFixedWidth(values: T, value_range: T, nbins: int32) -> (out: dtype); T: {int32, int64, float, double}; dtype: {int32, int64} = int32
Igamma(a: T, x: T) -> (z: T); T: {bfloat16, half, float, double}
Igammac(a: T, x: T) -> (z: T); T: {bfloat16, half, float, double}
IgammaGradA(a: T, x: T) -> (z: T); T: {float, double}
Imag(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
Inv(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}
Invert(x: T) -> (y: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}
InvGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
IsFinite(x: T) -> (y: bool); T: {bfloat16, half, float, double}
IsInf(x: T) -> (y: bool); T: {bfloat16, half, float, double}
IsNan(x: T) -> (y: bool); T: {bfloat16, half, float, double}
LeftShift(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}
Less(x: T, y: T) -> (z: bool); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
LessEqual(x: T, y: T) -> (z: bool); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
Lgamma(x: T) -> (y: T); T: {bfloat16, half, float, double}
Log(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Log1p(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
LogicalAnd(x: bool, y: bool) -> (z: bool); commutative
LogicalNot(x: bool) -> (y: bool)
LogicalOr(x: bool, y: bool) -> (z: bool); commutative
Max(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16}; Tidx: {int32, int64} = int32
Maximum(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}
Mean(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
Min(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8, quint8, qint32, qint16, quint16}; Tidx: {int32, int64} = int32
Minimum(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64}
Mod(x: T, y: T) -> (z: T); T: {int32, int64, half, half, bfloat16, float, double}
Mul(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}; commutative
MulNoNan(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
Ndtri(x: T) -> (y: T); T: {bfloat16, half, float, double}
Neg(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}
NextAfter(x1: T, x2: T) -> (output: T); T: {double, float} = float
NotEqual(x: T, y: T) -> (z: bool); T: type; incompatible_shape_error: bool = true; commutative
Polygamma(a: T, x: T) -> (z: T); T: {float, double}
PopulationCount(x: T) -> (y: uint8); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}
Pow(x: T, y: T) -> (z: T); T: {bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128}
Prod(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
RaggedBincount(splits: int64, values: Tidx, size: Tidx, weights: T) -> (output: T); Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false
RaggedCountSparseOutput(splits: int64, values: T, weights: output_type) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64); T: {int32, int64}; minlength: int >= -1 = -1; maxlength: int >= -1 = -1; binary_output: bool; output_type: {int32, int64, float, double}
RandomGammaGrad(alpha: T, sample: T) -> (output: T); T: {float, double}
Real(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
RealDiv(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}
Reciprocal(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}
ReciprocalGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
RightShift(x: T, y: T) -> (z: T); T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64}
Rint(x: T) -> (y: T); T: {bfloat16, half, float, double}
Round(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}
Rsqrt(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
RsqrtGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
SegmentMax(data: T, segment_ids: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}
SegmentMaxV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
SegmentMean(data: T, segment_ids: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}
SegmentMin(data: T, segment_ids: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}
SegmentMinV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
SegmentProd(data: T, segment_ids: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}
SegmentProdV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
SegmentSum(data: T, segment_ids: Tindices) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}
SegmentSumV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
Select(condition: bool, t: T, e: T) -> (output: T); T: type
SelectV2(condition: bool, t: T, e: T) -> (output: T); T: type
Sigmoid(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
SigmoidGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
Sign(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}
Sin(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Sinh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
SparseBincount(indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T) -> (output: T); Tidx: {int32, int64}; T: {int32, int64, float, double}; binary_output: bool = false
SparseCountSparseOutput(indices: int64, values: T, dense_shape: int64, weights: output_type) -> (output_indices: int64, output_values: output_type, output_dense_shape: int64); T: {int32, int64}; minlength: int >= -1 = -1; maxlength: int >= -1 = -1; binary_output: bool; output_type: {int32, int64, float, double}
SparseSegmentMean(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
SparseSegmentMeanGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentMeanGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output: T, sorted_unique_indices: Tidx); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentMeanWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
SparseSegmentSqrtN(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
SparseSegmentSqrtNGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentSqrtNGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output: T, sorted_unique_indices: Tidx); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentSqrtNWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
SparseSegmentSum(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
SparseSegmentSumGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentSumGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output: T, sorted_unique_indices: Tidx); T: {bfloat16, half, float, double}; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32
SparseSegmentSumWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32; sparse_gradient: bool = false
Spence(x: T) -> (y: T); T: {bfloat16, half, float, double}
Sqrt(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
SqrtGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
Square(x: T) -> (y: T); T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}
SquaredDifference(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}; commutative
Sub(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, int64, complex64, complex128, uint32, uint64}
Sum(input: T, reduction_indices: Tidx) -> (output: T); keep_dims: bool = false; T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tidx: {int32, int64} = int32
Tan(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
Tanh(x: T) -> (y: T); T: {bfloat16, half, float, double, complex64, complex128}
TanhGrad(y: T, dy: T) -> (z: T); T: {bfloat16, half, float, double, complex64, complex128}
TruncateDiv(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64, complex128}
TruncateMod(x: T, y: T) -> (z: T); T: {int32, int64, bfloat16, half, float, double}
UnsortedSegmentMax(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
UnsortedSegmentMin(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
UnsortedSegmentProd(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32
UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T); T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64}; Tindices: {int16, int32, int64}; Tnumsegments: {int32, int64} = int32
Xdivy(x: T, y: T) -> (z: T); T: {half, bfloat16, float, double, complex64, complex128}
Xlog1py(x: T, y: T) -> (z: T); T: {half, bfloat16, float, double, complex64, complex128}
Xlogy(x: T, y: T) -> (z: T); T: {half, bfloat16, float, double, complex64, complex128}
Zeta(x: T, q: T) -> (z: T); T: {float, double}
"""
