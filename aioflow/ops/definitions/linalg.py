"""Declarations of the ops of linear algebra, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
BandedTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {double, float, half, complex64, complex128}
BatchCholesky(input: T) -> (output: T); T: {double, float}; deprecated(13, "Use Cholesky instead.")
BatchCholeskyGrad(l: T, grad: T) -> (output: T); T: {float, double}; deprecated(13, "Use CholeskyGrad instead.")
BatchMatMul(x: T, y: T) -> (output: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false
BatchMatMulV2(x: T, y: T) -> (output: T); T: {bfloat16, half, float, double, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false
BatchMatMulV3(x: Ta, y: Tb) -> (output: Tout); Ta: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}; Tb: {bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128}; Tout: {bfloat16, half, float, double, int16, int32, int64, complex64, complex128}; adj_x: bool = false; adj_y: bool = false; grad_x: bool = false; grad_y: bool = false
BatchMatrixBandPart(input: T, num_lower: int64, num_upper: int64) -> (band: T); T: type; deprecated(14, "Use MatrixBandPart")
BatchMatrixDeterminant(input: T) -> (output: T); T: {float, double, complex64, complex128}; deprecated(13, "Use MatrixDeterminant instead.")
BatchMatrixDiag(diagonal: T) -> (output: T); T: type; deprecated(14, "Use MatrixDiag")
BatchMatrixDiagPart(input: T) -> (diagonal: T); T: type; deprecated(14, "Use MatrixDiagPart")
BatchMatrixInverse(input: T) -> (output: T); adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixInverse instead.")
BatchMatrixSetDiag(input: T, diagonal: T) -> (output: T); T: type; deprecated(14, "Use MatrixSetDiag")
BatchMatrixSolve(matrix: T, rhs: T) -> (output: T); adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixSolve instead.")
BatchMatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T); T: {double, float}; fast: bool = true; deprecated(13, "Use MatrixSolveLs instead.")
BatchMatrixTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixTriangularSolve instead.")
BatchSelfAdjointEig(input: T) -> (output: T); T: {double, float}; deprecated(11, "Use SelfAdjointEigV2 instead.")
BatchSelfAdjointEigV2(input: T) -> (e: T, v: T); compute_v: bool = true; T: {double, float}; deprecated(13, "Use SelfAdjointEigV2 instead.")
BatchSvd(input: T) -> (s: T, u: T, v: T); compute_uv: bool = true; full_matrices: bool = false; T: {double, float, complex64, complex128}; deprecated(13, "Use Svd instead.")
Cholesky(input: T) -> (output: T); T: {double, float, half, complex64, complex128}
CholeskyGrad(l: T, grad: T) -> (output: T); T: {half, float, double}
Cross(a: T, b: T) -> (product: T); T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}
Diag(diagonal: T) -> (output: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}
DiagPart(input: T) -> (diagonal: T); T: {bfloat16, half, float, double, int32, int64, complex64, complex128}
Eig(input: T) -> (e: Tout, v: Tout); compute_v: bool = true; T: {float, double, complex64, complex128}; Tout: {complex64, complex128}
Einsum(inputs: N * T) -> (output: T); equation: string; N: int >= 1; T: type
LogMatrixDeterminant(input: T) -> (sign: T, log_abs_determinant: T); T: {half, float, double, complex64, complex128}
Lu(input: T) -> (lu: T, p: output_idx_type); T: {double, float, half, complex64, complex128}; output_idx_type: {int32, int64} = int32
MatMul(a: T, b: T) -> (product: T); transpose_a: bool = false; transpose_b: bool = false; T: {bfloat16, half, float, double, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128}; grad_a: bool = false; grad_b: bool = false
MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T); T: type; Tindex: {int32, int64} = int64
MatrixDeterminant(input: T) -> (output: T); T: {half, float, double, complex64, complex128}
MatrixDiag(diagonal: T) -> (output: T); T: type
MatrixDiagPart(input: T) -> (diagonal: T); T: type
MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T); T: type
MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T); T: type
MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MatrixExponential(input: T) -> (output: T); T: {double, float, half, complex64, complex128}; deprecated(27, "Use Python implementation tf.linalg.matrix_exponential instead.")
MatrixInverse(input: T) -> (output: T); adjoint: bool = false; T: {double, float, half, complex64, complex128}
MatrixLogarithm(input: T) -> (output: T); T: {complex64, complex128}
MatrixSetDiag(input: T, diagonal: T) -> (output: T); T: type
MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T); T: type
MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T); T: type; align: string {"LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"} = "RIGHT_LEFT"
MatrixSolve(matrix: T, rhs: T) -> (output: T); adjoint: bool = false; T: {double, float, half, complex64, complex128}
MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T); T: {double, float, half, complex64, complex128}; fast: bool = true
MatrixSquareRoot(input: T) -> (output: T); T: {double, float, half, complex64, complex128}
MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {bfloat16, double, float, half, complex64, complex128}
Qr(input: T) -> (q: T, r: T); full_matrices: bool = false; T: {double, float, half, complex64, complex128}
SelfAdjointEig(input: T) -> (output: T); T: {double, float, half}; deprecated(11, "Use SelfAdjointEigV2 instead.")
SelfAdjointEigV2(input: T) -> (e: T, v: T); compute_v: bool = true; T: {double, float, half, complex64, complex128}
SparseMatMul(a: Ta, b: Tb) -> (product: float); transpose_a: bool = false; transpose_b: bool = false; a_is_sparse: bool = false; b_is_sparse: bool = false; Ta: {float, bfloat16} = float; Tb: {float, bfloat16} = float
Svd(input: T) -> (s: T, u: T, v: T); compute_uv: bool = true; full_matrices: bool = false; T: {double, float, half, complex64, complex128}
TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T) -> (output: T); T: {double, float, complex64, complex128}
TridiagonalSolve(diagonals: T, rhs: T) -> (output: T); partial_pivoting: bool = true; perturb_singular: bool = false; T: {double, float, complex64, complex128}
"""
