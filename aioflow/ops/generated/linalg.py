# Generated from aioflow/ops/definitions/linalg.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.linalg` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def banded_triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    *,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """BandedTriangularSolve(matrix: T, rhs: T) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("BandedTriangularSolve", [matrix, rhs], {"lower": lower, "adjoint": adjoint}, name).outputs[0]


def batch_cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchCholesky(input: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use Cholesky instead..
    """
    return apply_op("BatchCholesky", [input], {}, name).outputs[0]


def batch_cholesky_grad(l: TensorLike, grad: TensorLike, name: str | None = None) -> Tensor:
    """BatchCholeskyGrad(l: T, grad: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use CholeskyGrad instead..
    """
    return apply_op("BatchCholeskyGrad", [l, grad], {}, name).outputs[0]


def batch_mat_mul(
    x: TensorLike,
    y: TensorLike,
    *,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> Tensor:
    """BatchMatMul(x: T, y: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op(
        "BatchMatMul",
        [x, y],
        {"adj_x": adj_x, "adj_y": adj_y, "grad_x": grad_x, "grad_y": grad_y},
        name,
    ).outputs[0]


def batch_mat_mul_v2(
    x: TensorLike,
    y: TensorLike,
    *,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> Tensor:
    """BatchMatMulV2(x: T, y: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, uint16, uint32,
    uint64, uint8.
    """
    return apply_op(
        "BatchMatMulV2",
        [x, y],
        {"adj_x": adj_x, "adj_y": adj_y, "grad_x": grad_x, "grad_y": grad_y},
        name,
    ).outputs[0]


def batch_mat_mul_v3(
    x: TensorLike,
    y: TensorLike,
    *,
    Tout: DTypeLike,
    adj_x: bool = False,
    adj_y: bool = False,
    grad_x: bool = False,
    grad_y: bool = False,
    name: str | None = None,
) -> Tensor:
    """BatchMatMulV3(x: Ta, y: Tb) -> (output: Tout).

    Ta is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint8.
    Tb is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint8.
    """
    return apply_op(
        "BatchMatMulV3",
        [x, y],
        {"Tout": Tout, "adj_x": adj_x, "adj_y": adj_y, "grad_x": grad_x, "grad_y": grad_y},
        name,
    ).outputs[0]


def batch_matrix_band_part(
    input: TensorLike,
    num_lower: TensorLike,
    num_upper: TensorLike,
    name: str | None = None,
) -> Tensor:
    """BatchMatrixBandPart(input: T, num_lower: int64, num_upper: int64) -> (band: T).

    Deprecated: Use MatrixBandPart.
    """
    return apply_op("BatchMatrixBandPart", [input, num_lower, num_upper], {}, name).outputs[0]


def batch_matrix_determinant(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixDeterminant(input: T) -> (output: T).

    T is one of complex128, complex64, float32, float64.
    Deprecated: Use MatrixDeterminant instead..
    """
    return apply_op("BatchMatrixDeterminant", [input], {}, name).outputs[0]


def batch_matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixDiag(diagonal: T) -> (output: T).

    Deprecated: Use MatrixDiag.
    """
    return apply_op("BatchMatrixDiag", [diagonal], {}, name).outputs[0]


def batch_matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixDiagPart(input: T) -> (diagonal: T).

    Deprecated: Use MatrixDiagPart.
    """
    return apply_op("BatchMatrixDiagPart", [input], {}, name).outputs[0]


def batch_matrix_inverse(input: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor:
    """BatchMatrixInverse(input: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use MatrixInverse instead..
    """
    return apply_op("BatchMatrixInverse", [input], {"adjoint": adjoint}, name).outputs[0]


def batch_matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor:
    """BatchMatrixSetDiag(input: T, diagonal: T) -> (output: T).

    Deprecated: Use MatrixSetDiag.
    """
    return apply_op("BatchMatrixSetDiag", [input, diagonal], {}, name).outputs[0]


def batch_matrix_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    *,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """BatchMatrixSolve(matrix: T, rhs: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use MatrixSolve instead..
    """
    return apply_op("BatchMatrixSolve", [matrix, rhs], {"adjoint": adjoint}, name).outputs[0]


def batch_matrix_solve_ls(
    matrix: TensorLike,
    rhs: TensorLike,
    l2_regularizer: TensorLike,
    *,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """BatchMatrixSolveLs(matrix: T, rhs: T, l2_regularizer: float64) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use MatrixSolveLs instead..
    """
    return apply_op("BatchMatrixSolveLs", [matrix, rhs, l2_regularizer], {"fast": fast}, name).outputs[0]


def batch_matrix_triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    *,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """BatchMatrixTriangularSolve(matrix: T, rhs: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use MatrixTriangularSolve instead..
    """
    return apply_op("BatchMatrixTriangularSolve", [matrix, rhs], {"lower": lower, "adjoint": adjoint}, name).outputs[0]


def batch_self_adjoint_eig(input: TensorLike, name: str | None = None) -> Tensor:
    """BatchSelfAdjointEig(input: T) -> (output: T).

    T is one of float32, float64.
    Deprecated: Use SelfAdjointEigV2 instead..
    """
    return apply_op("BatchSelfAdjointEig", [input], {}, name).outputs[0]


class BatchSelfAdjointEigV2Outputs(NamedTuple):
    """The outputs of BatchSelfAdjointEigV2."""

    e: Tensor
    v: Tensor


def batch_self_adjoint_eig_v2(
    input: TensorLike,
    *,
    compute_v: bool = True,
    name: str | None = None,
) -> BatchSelfAdjointEigV2Outputs:
    """BatchSelfAdjointEigV2(input: T) -> (e: T, v: T).

    T is one of float32, float64.
    Deprecated: Use SelfAdjointEigV2 instead..
    """
    return BatchSelfAdjointEigV2Outputs(*grouped(apply_op(
        "BatchSelfAdjointEigV2",
        [input],
        {"compute_v": compute_v},
        name,
    )))


class BatchSvdOutputs(NamedTuple):
    """The outputs of BatchSvd."""

    s: Tensor
    u: Tensor
    v: Tensor


def batch_svd(
    input: TensorLike,
    *,
    compute_uv: bool = True,
    full_matrices: bool = False,
    name: str | None = None,
) -> BatchSvdOutputs:
    """BatchSvd(input: T) -> (s: T, u: T, v: T).

    T is one of complex128, complex64, float32, float64.
    Deprecated: Use Svd instead..
    """
    return BatchSvdOutputs(*grouped(apply_op(
        "BatchSvd",
        [input],
        {"compute_uv": compute_uv, "full_matrices": full_matrices},
        name,
    )))


def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the lower triangular L with L Lᴴ = input for positive definite matrices [..., n, n].

    Cholesky(input: T) -> (output: T).
    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("Cholesky", [input], {}, name).outputs[0]


def cholesky_grad(l: TensorLike, grad: TensorLike, name: str | None = None) -> Tensor:
    """CholeskyGrad(l: T, grad: T) -> (output: T).

    T is one of float16, float32, float64.
    """
    return apply_op("CholeskyGrad", [l, grad], {}, name).outputs[0]


def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """Computes the cross products of pairs of vectors [..., 3].

    Cross(a: T, b: T) -> (product: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Cross", [a, b], {}, name).outputs[0]


def diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """Puts a tensor of shape s on the diagonal of a tensor of shape s + s, zero elsewhere.

    Diag(diagonal: T) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op("Diag", [diagonal], {}, name).outputs[0]


def diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """Takes the diagonal of a tensor whose shape is some shape s twice, as a tensor of shape s.

    DiagPart(input: T) -> (diagonal: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op("DiagPart", [input], {}, name).outputs[0]


class EigOutputs(NamedTuple):
    """The outputs of Eig."""

    e: Tensor
    v: Tensor


def eig(input: TensorLike, *, Tout: DTypeLike, compute_v: bool = True, name: str | None = None) -> EigOutputs:
    """Eig(input: T) -> (e: Tout, v: Tout).

    T is one of complex128, complex64, float32, float64.
    """
    return EigOutputs(*grouped(apply_op("Eig", [input], {"Tout": Tout, "compute_v": compute_v}, name)))


def einsum(inputs: Sequence[TensorLike], *, equation: str | bytes, name: str | None = None) -> Tensor:
    """Einsum(inputs: N * T) -> (output: T)."""
    return apply_op("Einsum", [inputs], {"equation": equation}, name).outputs[0]


class LogMatrixDeterminantOutputs(NamedTuple):
    """The outputs of LogMatrixDeterminant."""

    sign: Tensor
    log_abs_determinant: Tensor


def log_matrix_determinant(input: TensorLike, name: str | None = None) -> LogMatrixDeterminantOutputs:
    """LogMatrixDeterminant(input: T) -> (sign: T, log_abs_determinant: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return LogMatrixDeterminantOutputs(*grouped(apply_op("LogMatrixDeterminant", [input], {}, name)))


class LuOutputs(NamedTuple):
    """The outputs of Lu."""

    lu: Tensor
    p: Tensor


def lu(input: TensorLike, *, output_idx_type: DTypeLike = dtypes.int32, name: str | None = None) -> LuOutputs:
    """Lu(input: T) -> (lu: T, p: output_idx_type).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return LuOutputs(*grouped(apply_op("Lu", [input], {"output_idx_type": output_idx_type}, name)))


def mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """MatMul(a: T, b: T) -> (product: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64, uint16, uint32, uint64,
    uint8.
    """
    return apply_op(
        "MatMul",
        [a, b],
        {"transpose_a": transpose_a, "transpose_b": transpose_b, "grad_a": grad_a, "grad_b": grad_b},
        name,
    ).outputs[0]


def matrix_band_part(
    input: TensorLike,
    num_lower: TensorLike,
    num_upper: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Keeps `num_lower` diagonals below, `num_upper` above the main one (-1: all), zero elsewhere.

    MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T).
    Tindex is one of int32, int64.
    """
    return apply_op("MatrixBandPart", [input, num_lower, num_upper], {}, name).outputs[0]


def matrix_determinant(input: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDeterminant(input: T) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixDeterminant", [input], {}, name).outputs[0]


def matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiag(diagonal: T) -> (output: T)."""
    return apply_op("MatrixDiag", [diagonal], {}, name).outputs[0]


def matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiagPart(input: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPart", [input], {}, name).outputs[0]


def matrix_diag_part_v2(input: TensorLike, k: TensorLike, padding_value: TensorLike, name: str | None = None) -> Tensor:
    """MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPartV2", [input, k, padding_value], {}, name).outputs[0]


def matrix_diag_part_v3(
    input: TensorLike,
    k: TensorLike,
    padding_value: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T)."""
    return apply_op("MatrixDiagPartV3", [input, k, padding_value], {"align": align}, name).outputs[0]


def matrix_diag_v2(
    diagonal: TensorLike,
    k: TensorLike,
    num_rows: TensorLike,
    num_cols: TensorLike,
    padding_value: TensorLike,
    name: str | None = None,
) -> Tensor:
    """MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T)."""
    return apply_op("MatrixDiagV2", [diagonal, k, num_rows, num_cols, padding_value], {}, name).outputs[0]


def matrix_diag_v3(
    diagonal: TensorLike,
    k: TensorLike,
    num_rows: TensorLike,
    num_cols: TensorLike,
    padding_value: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) -> (output: T)."""
    return apply_op("MatrixDiagV3", [diagonal, k, num_rows, num_cols, padding_value], {"align": align}, name).outputs[0]


def matrix_exponential(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the exponential of square matrices [..., n, n].

    MatrixExponential(input: T) -> (output: T).
    T is one of complex128, complex64, float16, float32, float64.
    Deprecated: Use Python implementation tf.linalg.matrix_exponential instead..
    """
    return apply_op("MatrixExponential", [input], {}, name).outputs[0]


def matrix_inverse(input: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor:
    """MatrixInverse(input: T) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixInverse", [input], {"adjoint": adjoint}, name).outputs[0]


def matrix_logarithm(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the principal logarithm of complex square matrices [..., n, n].

    MatrixLogarithm(input: T) -> (output: T).
    T is one of complex128, complex64.
    """
    return apply_op("MatrixLogarithm", [input], {}, name).outputs[0]


def matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor:
    """MatrixSetDiag(input: T, diagonal: T) -> (output: T)."""
    return apply_op("MatrixSetDiag", [input, diagonal], {}, name).outputs[0]


def matrix_set_diag_v2(input: TensorLike, diagonal: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T)."""
    return apply_op("MatrixSetDiagV2", [input, diagonal, k], {}, name).outputs[0]


def matrix_set_diag_v3(
    input: TensorLike,
    diagonal: TensorLike,
    k: TensorLike,
    *,
    align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor:
    """MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T)."""
    return apply_op("MatrixSetDiagV3", [input, diagonal, k], {"align": align}, name).outputs[0]


def matrix_solve(matrix: TensorLike, rhs: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor:
    """MatrixSolve(matrix: T, rhs: T) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixSolve", [matrix, rhs], {"adjoint": adjoint}, name).outputs[0]


def matrix_solve_ls(
    matrix: TensorLike,
    rhs: TensorLike,
    l2_regularizer: TensorLike,
    *,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """MatrixSolveLs(matrix: T, rhs: T, l2_regularizer: float64) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixSolveLs", [matrix, rhs, l2_regularizer], {"fast": fast}, name).outputs[0]


def matrix_square_root(input: TensorLike, name: str | None = None) -> Tensor:
    """MatrixSquareRoot(input: T) -> (output: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixSquareRoot", [input], {}, name).outputs[0]


def matrix_triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    *,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("MatrixTriangularSolve", [matrix, rhs], {"lower": lower, "adjoint": adjoint}, name).outputs[0]


class QrOutputs(NamedTuple):
    """The outputs of Qr."""

    q: Tensor
    r: Tensor


def qr(input: TensorLike, *, full_matrices: bool = False, name: str | None = None) -> QrOutputs:
    """Qr(input: T) -> (q: T, r: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return QrOutputs(*grouped(apply_op("Qr", [input], {"full_matrices": full_matrices}, name)))


def self_adjoint_eig(input: TensorLike, name: str | None = None) -> Tensor:
    """SelfAdjointEig(input: T) -> (output: T).

    T is one of float16, float32, float64.
    Deprecated: Use SelfAdjointEigV2 instead..
    """
    return apply_op("SelfAdjointEig", [input], {}, name).outputs[0]


class SelfAdjointEigV2Outputs(NamedTuple):
    """The outputs of SelfAdjointEigV2."""

    e: Tensor
    v: Tensor


def self_adjoint_eig_v2(
    input: TensorLike,
    *,
    compute_v: bool = True,
    name: str | None = None,
) -> SelfAdjointEigV2Outputs:
    """SelfAdjointEigV2(input: T) -> (e: T, v: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return SelfAdjointEigV2Outputs(*grouped(apply_op("SelfAdjointEigV2", [input], {"compute_v": compute_v}, name)))


def sparse_mat_mul(
    a: TensorLike,
    b: TensorLike,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseMatMul(a: Ta, b: Tb) -> (product: float32).

    Ta is one of bfloat16, float32.
    Tb is one of bfloat16, float32.
    """
    return apply_op(
        "SparseMatMul",
        [a, b],
        {
            "transpose_a": transpose_a,
            "transpose_b": transpose_b,
            "a_is_sparse": a_is_sparse,
            "b_is_sparse": b_is_sparse,
        },
        name,
    ).outputs[0]


class SvdOutputs(NamedTuple):
    """The outputs of Svd."""

    s: Tensor
    u: Tensor
    v: Tensor


def svd(
    input: TensorLike,
    *,
    compute_uv: bool = True,
    full_matrices: bool = False,
    name: str | None = None,
) -> SvdOutputs:
    """Svd(input: T) -> (s: T, u: T, v: T).

    T is one of complex128, complex64, float16, float32, float64.
    """
    return SvdOutputs(*grouped(apply_op(
        "Svd",
        [input],
        {"compute_uv": compute_uv, "full_matrices": full_matrices},
        name,
    )))


def tridiagonal_mat_mul(
    superdiag: TensorLike,
    maindiag: TensorLike,
    subdiag: TensorLike,
    rhs: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TridiagonalMatMul(superdiag: T, maindiag: T, subdiag: T, rhs: T) -> (output: T).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op("TridiagonalMatMul", [superdiag, maindiag, subdiag, rhs], {}, name).outputs[0]


def tridiagonal_solve(
    diagonals: TensorLike,
    rhs: TensorLike,
    *,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
    name: str | None = None,
) -> Tensor:
    """TridiagonalSolve(diagonals: T, rhs: T) -> (output: T).

    T is one of complex128, complex64, float32, float64.
    """
    return apply_op(
        "TridiagonalSolve",
        [diagonals, rhs],
        {"partial_pivoting": partial_pivoting, "perturb_singular": perturb_singular},
        name,
    ).outputs[0]
