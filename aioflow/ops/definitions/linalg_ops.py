"""Declarations of the linalg ops, one a line (language: `framework/op_def.py`)."""

DECLARATIONS = """\
BandedTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {double, float, half, complex64, complex128}
BatchCholesky(input: T) -> (output: T); T: {double, float}; deprecated(13, "Use Cholesky instead.")
BatchCholeskyGrad(l: T, grad: T) -> (output: T); T: {float, double}; deprecated(13, "Use CholeskyGrad instead.")
BatchMatrixDeterminant(input: T) -> (output: T); T: {float, double, complex64, complex128}; deprecated(13, "Use MatrixDeterminant instead.")
BatchMatrixInverse(input: T) -> (output: T); adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixInverse instead.")
BatchMatrixSolve(matrix: T, rhs: T) -> (output: T); adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixSolve instead.")
BatchMatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T); T: {double, float}; fast: bool = true; deprecated(13, "Use MatrixSolveLs instead.")
BatchMatrixTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {double, float}; deprecated(13, "Use MatrixTriangularSolve instead.")
BatchSelfAdjointEig(input: T) -> (output: T); T: {double, float}; deprecated(11, "Use SelfAdjointEigV2 instead.")
BatchSelfAdjointEigV2(input: T) -> (e: T, v: T); compute_v: bool = true; T: {double, float}; deprecated(13, "Use SelfAdjointEigV2 instead.")
BatchSvd(input: T) -> (s: T, u: T, v: T); compute_uv: bool = true; full_matrices: bool = false; T: {double, float, complex64, complex128}; deprecated(13, "Use Svd instead.")
Cholesky(input: T) -> (output: T); T: {double, float, half, complex64, complex128}
CholeskyGrad(l: T, grad: T) -> (output: T); T: {half, float, double}
Eig(input: T) -> (e: Tout, v: Tout); compute_v: bool = true; T: {float, double, complex64, complex128}; Tout: {complex64, complex128}
Einsum(inputs: N * T) -> (output: T); equation: string; N: int >= 1; T: type
LogMatrixDeterminant(input: T) -> (sign: T, log_abs_determinant: T); T: {half, float, double, complex64, complex128}
Lu(input: T) -> (lu: T, p: output_idx_type); T: {double, float, half, complex64, complex128}; output_idx_type: {int32, int64} = int32
MatrixDeterminant(input: T) -> (output: T); T: {half, float, double, complex64, complex128}
MatrixExponential(input: T) -> (output: T); T: {double, float, half, complex64, complex128}; deprecated(27, "Use Python implementation tf.linalg.matrix_exponential instead.")
MatrixInverse(input: T) -> (output: T); adjoint: bool = false; T: {double, float, half, complex64, complex128}
MatrixLogarithm(input: T) -> (output: T); T: {complex64, complex128}
MatrixSolve(matrix: T, rhs: T) -> (output: T); adjoint: bool = false; T: {double, float, half, complex64, complex128}
MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: double) -> (output: T); T: {double, float, half, complex64, complex128}; fast: bool = true
MatrixSquareRoot(input: T) -> (output: T); T: {double, float, half, complex64, complex128}
MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T); lower: bool = true; adjoint: bool = false; T: {bfloat16, double, float, half, complex64, complex128}
Qr(input: T) -> (q: T, r: T); full_matrices: bool = false; T: {double, float, half, complex64, complex128}
SelfAdjointEig(input: T) -> (output: T); T: {double, float, half}; deprecated(11, "Use SelfAdjointEigV2 instead.")
SelfAdjointEigV2(input: T) -> (e: T, v: T); compute_v: bool = true; T: {double, float, half, complex64, complex128}
Svd(input: T) -> (s: T, u: T, v: T); compute_uv: bool = true; full_matrices: bool = false; T: {double, float, half, complex64, complex128}
TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T) -> (output: T); T: {double, float, complex64, complex128}
TridiagonalSolve(diagonals: T, rhs: T) -> (output: T); partial_pivoting: bool = true; perturb_singular: bool = false; T: {double, float, complex64, complex128}
"""
