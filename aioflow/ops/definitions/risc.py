"""Declarations of the ops of TensorFlow's reduced set of instructions, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
RiscAbs(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscAdd(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}; commutative; aggregate
RiscBinaryArithmetic(x: T, y: T) -> (z: T); op_type: string {"ADD", "SUB", "MUL", "DIV", "REM", "MIN", "POW"}; T: {bfloat16, half, float, double}
RiscBinaryComparison(x: T, y: T) -> (z: bool); op_type: string {"EQ", "NE", "GE", "GT", "LE", "LT"}; T: {bfloat16, half, float, double}
RiscBitcast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type
RiscBroadcast(input: T, shape: Tidx) -> (output: T); T: type; Tidx: {int32, int64} = int32
RiscCast(x: SrcT) -> (y: DstT); SrcT: type; DstT: type
RiscCeil(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscCholesky(input: T) -> (output: T); T: {bfloat16, half, float, double}
RiscConcat(values: N * T, axis: Tidx) -> (output: T); N: int >= 2; T: type; Tidx: {int32, int64} = int32
RiscCondition(pred: bool, input_true: SrcT, input_false: SrcT) -> (output: DstT); func_true: func; func_false: func; SrcT: {bfloat16, half, float, double}; DstT: {bfloat16, half, float, double}
RiscConv(input: T, filter: T) -> (output: T); T: {bfloat16, half, float, double}; strides: list(int); data_format: string {"NHWC", "NCHW"} = "NHWC"; dilations: list(int) = [1, 1, 1, 1]
RiscCos(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscDiv(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscDot(a: T, b: T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float, double}
RiscExp(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscFft(input: Tcomplex) -> (output: Tcomplex); Tcomplex: {complex64, complex128} = complex64
RiscFloor(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscGather(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams); batch_dims: int = 0; Tparams: type; Tindices: {int32, int64}; Taxis: {int32, int64}
RiscImag(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
RiscIsFinite(x: T) -> (y: bool); T: {bfloat16, half, float, double}
RiscLog(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscLogicalAnd(x: bool, y: bool) -> (z: bool)
RiscLogicalNot(x: bool) -> (z: bool)
RiscLogicalOr(x: bool, y: bool) -> (z: bool)
RiscMax(x: T, y: T) -> (max: T); T: {bfloat16, half, float, double}
RiscMin(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscMul(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscNeg(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscPad(input: T, paddings: Tpaddings, constant_values: T) -> (output: T); T: {bfloat16, half, float, double}; Tpaddings: {int32, int64} = int32
RiscPool(value: T) -> (output: T); ksize: list(int) >= 4; strides: list(int) >= 4; pooling_type: string {"AVG", "MAX"}; data_format: string {"NHWC", "NCHW"} = "NHWC"; T: {bfloat16, half, float, double}
RiscPow(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscRandomUniform(shape: T) -> (output: float); seed: int = 0; T: {int32, int64}
RiscReal(input: T) -> (output: Tout); T: {complex64, complex128} = complex64; Tout: {float, double} = float
RiscReduce(tensor: T, axis: Index) -> (output: T); reduce_type: string {"MEAN", "SUM"}; Index: {int32, int64} = int32; T: {bfloat16, half, float, double}
RiscRem(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscReshape(tensor: T, shape: Tshape) -> (output: T); T: {bfloat16, half, float, double}; Tshape: {int32, int64} = int32
RiscReverse(tensor: T, axis: Tidx) -> (output: T); Tidx: {int32, int64} = int32; T: {bfloat16, half, float, double}
RiscScatter(indices: Tindices, updates: T, shape: Tindices) -> (output: T); T: {bfloat16, half, float, double}; Tindices: {int32, int64}
RiscShape(input: T) -> (output: out_type); T: {bfloat16, half, float, double}; out_type: {int32, int64} = int32
RiscSign(x: T) -> (y: T); T: {bfloat16, half, float, double}
RiscSlice(input: T, begin: Index, size: Index) -> (output: T); T: {bfloat16, half, float, double}; Index: {int32, int64}
RiscSort(input: T, axis: Index) -> (output: T); Index: {int32, int64} = int32; T: {bfloat16, half, float, double}; direction: string {"ASCENDING", "DESCENDING"}
RiscSqueeze(input: T) -> (output: T); T: type; squeeze_dims: list(int) >= 0 = []
RiscSub(x: T, y: T) -> (z: T); T: {bfloat16, half, float, double}
RiscTranspose(x: T, perm: Tperm) -> (y: T); T: type; Tperm: {int32, int64} = int32
RiscTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {bfloat16, half, float, double}
RiscUnary(x: T) -> (y: T); op_type: string {"ABL", "CEIL", "COS", "EXP", "FLOOR", "IMAG", "LOG", "NEG", "REAL", "SIGN"}; T: {bfloat16, half, float, double}
RiscWhile(input: T) -> (output: T); T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; parallel_iterations: int = 10; stateful
"""
