# Generated from protos/ops/linalg.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def banded_triangular_solve(
    matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_cholesky(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_cholesky_grad(l: TensorLike, grad: TensorLike, name: str | None = None) -> Tensor: ...


def batch_mat_mul(
    x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False,
    grad_y: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_mat_mul_v2(
    x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False,
    grad_y: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_mat_mul_v3(
    x: TensorLike, y: TensorLike, *, Tout: DTypeLike, adj_x: bool = False, adj_y: bool = False, grad_x: bool = False,
    grad_y: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_matrix_band_part(
    input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None,
) -> Tensor: ...


def batch_matrix_determinant(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor: ...


def batch_matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor: ...


def batch_matrix_inverse(input: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor: ...


def batch_matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor: ...


def batch_matrix_solve(
    matrix: TensorLike, rhs: TensorLike, *, adjoint: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_matrix_solve_ls(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike, *, fast: bool = True, name: str | None = None,
) -> Tensor: ...


def batch_matrix_triangular_solve(
    matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False, name: str | None = None,
) -> Tensor: ...


def batch_self_adjoint_eig(input: TensorLike, name: str | None = None) -> Tensor: ...


class BatchSelfAdjointEigV2Outputs(NamedTuple):
    """The outputs of BatchSelfAdjointEigV2."""

    e: Tensor
    v: Tensor


def batch_self_adjoint_eig_v2(
    input: TensorLike, *, compute_v: bool = True, name: str | None = None,
) -> BatchSelfAdjointEigV2Outputs: ...


class BatchSvdOutputs(NamedTuple):
    """The outputs of BatchSvd."""

    s: Tensor
    u: Tensor
    v: Tensor


def batch_svd(
    input: TensorLike, *, compute_uv: bool = True, full_matrices: bool = False, name: str | None = None,
) -> BatchSvdOutputs: ...


def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the lower triangular L with L Lᴴ = input for positive definite matrices [..., n, n].

    Cholesky(input: T) -> (output: T).
    T is one of complex128, complex64, float16, float32, float64.
    """


def cholesky_grad(l: TensorLike, grad: TensorLike, name: str | None = None) -> Tensor: ...


def cross(a: TensorLike, b: TensorLike, name: str | None = None) -> Tensor:
    """Computes the cross products of pairs of vectors [..., 3].

    Cross(a: T, b: T) -> (product: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """Puts a tensor of shape s on the diagonal of a tensor of shape s + s, zero elsewhere.

    Diag(diagonal: T) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """


def diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """Takes the diagonal of a tensor whose shape is some shape s twice, as a tensor of shape s.

    DiagPart(input: T) -> (diagonal: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """


class EigOutputs(NamedTuple):
    """The outputs of Eig."""

    e: Tensor
    v: Tensor


def eig(input: TensorLike, *, Tout: DTypeLike, compute_v: bool = True, name: str | None = None) -> EigOutputs: ...


def einsum(inputs: Sequence[TensorLike], *, equation: str | bytes, name: str | None = None) -> Tensor: ...


class LogMatrixDeterminantOutputs(NamedTuple):
    """The outputs of LogMatrixDeterminant."""

    sign: Tensor
    log_abs_determinant: Tensor


def log_matrix_determinant(input: TensorLike, name: str | None = None) -> LogMatrixDeterminantOutputs: ...


class LuOutputs(NamedTuple):
    """The outputs of Lu."""

    lu: Tensor
    p: Tensor


def lu(input: TensorLike, *, output_idx_type: DTypeLike = dtypes.int32, name: str | None = None) -> LuOutputs: ...


def mat_mul(
    a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, grad_a: bool = False,
    grad_b: bool = False, name: str | None = None,
) -> Tensor: ...


def matrix_band_part(
    input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, name: str | None = None,
) -> Tensor:
    """Keeps `num_lower` diagonals below, `num_upper` above the main one (-1: all), zero elsewhere.

    MatrixBandPart(input: T, num_lower: Tindex, num_upper: Tindex) -> (band: T).
    Tindex is one of int32, int64.
    """


def matrix_determinant(input: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_diag(diagonal: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_diag_part(input: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_diag_part_v2(
    input: TensorLike, k: TensorLike, padding_value: TensorLike, name: str | None = None,
) -> Tensor: ...


def matrix_diag_part_v3(
    input: TensorLike, k: TensorLike, padding_value: TensorLike, *, align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor: ...


def matrix_diag_v2(
    diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike, padding_value: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def matrix_diag_v3(
    diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike, padding_value: TensorLike, *,
    align: str | bytes = "RIGHT_LEFT", name: str | None = None,
) -> Tensor: ...


def matrix_exponential(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the exponential of square matrices [..., n, n].

    MatrixExponential(input: T) -> (output: T).
    T is one of complex128, complex64, float16, float32, float64.
    Deprecated: Use Python implementation tf.linalg.matrix_exponential instead..
    """


def matrix_inverse(input: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor: ...


def matrix_logarithm(input: TensorLike, name: str | None = None) -> Tensor:
    """Computes the principal logarithm of complex square matrices [..., n, n].

    MatrixLogarithm(input: T) -> (output: T).
    T is one of complex128, complex64.
    """


def matrix_set_diag(input: TensorLike, diagonal: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_set_diag_v2(input: TensorLike, diagonal: TensorLike, k: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_set_diag_v3(
    input: TensorLike, diagonal: TensorLike, k: TensorLike, *, align: str | bytes = "RIGHT_LEFT",
    name: str | None = None,
) -> Tensor: ...


def matrix_solve(matrix: TensorLike, rhs: TensorLike, *, adjoint: bool = False, name: str | None = None) -> Tensor: ...


def matrix_solve_ls(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike, *, fast: bool = True, name: str | None = None,
) -> Tensor: ...


def matrix_square_root(input: TensorLike, name: str | None = None) -> Tensor: ...


def matrix_triangular_solve(
    matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False, name: str | None = None,
) -> Tensor: ...


class QrOutputs(NamedTuple):
    """The outputs of Qr."""

    q: Tensor
    r: Tensor


def qr(input: TensorLike, *, full_matrices: bool = False, name: str | None = None) -> QrOutputs: ...


def self_adjoint_eig(input: TensorLike, name: str | None = None) -> Tensor: ...


class SelfAdjointEigV2Outputs(NamedTuple):
    """The outputs of SelfAdjointEigV2."""

    e: Tensor
    v: Tensor


def self_adjoint_eig_v2(
    input: TensorLike, *, compute_v: bool = True, name: str | None = None,
) -> SelfAdjointEigV2Outputs: ...


def sparse_mat_mul(
    a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, a_is_sparse: bool = False,
    b_is_sparse: bool = False, name: str | None = None,
) -> Tensor: ...


class SvdOutputs(NamedTuple):
    """The outputs of Svd."""

    s: Tensor
    u: Tensor
    v: Tensor


def svd(
    input: TensorLike, *, compute_uv: bool = True, full_matrices: bool = False, name: str | None = None,
) -> SvdOutputs: ...


def tridiagonal_mat_mul(
    superdiag: TensorLike, maindiag: TensorLike, subdiag: TensorLike, rhs: TensorLike, name: str | None = None,
) -> Tensor: ...


def tridiagonal_solve(
    diagonals: TensorLike, rhs: TensorLike, *, partial_pivoting: bool = True, perturb_singular: bool = False,
    name: str | None = None,
) -> Tensor: ...
