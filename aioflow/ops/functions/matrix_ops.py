"""tf.svd, tf.qr, tf.cholesky_solve, tf.einsum, ...: factors, inverses and sums of products of matrices.

A matrix is the last two dimensions of a tensor [batch..., rows, columns].
"""
from __future__ import annotations

import re

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import real
from aioflow.ops.functions.reduction_ops import reduce_sum
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import linalg as gen_linalg
from aioflow.ops.generated import math as gen_math

__all__ = [
    "adjoint", "cholesky_solve", "eigh", "eigvalsh", "einsum", "logdet", "lu", "matrix_determinant", "matrix_inverse",
    "matrix_solve", "matrix_solve_ls", "matrix_square_root", "matrix_triangular_solve", "matvec", "qr",
    "self_adjoint_eig", "self_adjoint_eigvals", "slogdet", "svd",
]  # fmt: skip


def einsum(equation: str, *inputs: TensorLike, name: str | None = None) -> Tensor:
    """Sums of products over named dimensions.

    Args:
        equation: A letter for each dimension of each input, the inputs separated by commas, "->", and the letters of
            the result: "ij,jk->ik". "..." stands for any further dimensions. Without "->" the result has those letters
            that occur once, in alphabetical order.
        inputs: Tensors of one dtype.
        name: Name of the scope.

    Raises:
        ValueError: The equation has another number of inputs, or other characters.
    """
    with name_scope(name, "einsum", list(inputs)):
        equation = equation.replace(" ", "")
        # The op wants the result spelt out; NumPy's and TensorFlow's notation may leave it out.
        parts, arrow, result = equation.partition("->")
        if not re.fullmatch(r"[A-Za-z.,]*(->[A-Za-z.]*)?", equation):
            raise ValueError(f"Indices have incorrect format: {equation!r}")
        if len(parts.split(",")) != len(inputs):
            raise ValueError(f"Got {len(inputs)} inputs for equation {equation!r}, expecting {len(parts.split(','))}")
        return gen_linalg.einsum(list(inputs), equation=f"{parts}->{result if arrow else _implied(parts)}")


def _implied(parts: str) -> str:
    letters = parts.replace("...", "").replace(",", "")
    # A letter that occurs twice is summed over, as Einstein had it; the rest is in alphabetical order.
    once = sorted(letter for letter in set(letters) if letters.count(letter) == 1)
    return ("..." if "..." in parts else "") + "".join(once)


# ---- factors
def svd(
    tensor: TensorLike, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor] | Tensor:
    """Singular values [batch..., n], and the singular vectors u and v unless `compute_uv` is false.

    Args:
        tensor: Matrices.
        full_matrices: Whether u and v are square.
        compute_uv: Whether u and v are wanted.
        name: The node's name.
    """
    result = gen_linalg.svd(tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
    return (result.s, result.u, result.v) if compute_uv else result.s


def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> gen_linalg.QrOutputs:
    """Orthogonal and upper triangular factors; q is square if `full_matrices`."""
    return gen_linalg.qr(input, full_matrices=full_matrices, name=name)


def lu(input: TensorLike, output_idx_type: DTypeLike = dtypes.int32, name: str | None = None) -> gen_linalg.LuOutputs:
    """Triangular factors in one matrix, and the order of rows [batch..., rows] that makes their product the input."""
    return gen_linalg.lu(input, output_idx_type=output_idx_type, name=name)


def self_adjoint_eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues [batch..., n] in ascending order and eigenvectors of self-adjoint matrices."""
    result = gen_linalg.self_adjoint_eig_v2(tensor, compute_v=True, name=name)
    return result.e, result.v


def self_adjoint_eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues [batch..., n] of self-adjoint matrices in ascending order."""
    return gen_linalg.self_adjoint_eig_v2(tensor, compute_v=False, name=name).e


eigh = self_adjoint_eig
eigvalsh = self_adjoint_eigvals


# ---- determinants
def matrix_determinant(input: TensorLike, name: str | None = None) -> Tensor:
    """Determinants [batch...]."""
    return gen_linalg.matrix_determinant(input, name=name)


def slogdet(input: TensorLike, name: str | None = None) -> gen_linalg.LogMatrixDeterminantOutputs:
    """Signs of determinants and logarithms of their absolute values, both [batch...]."""
    return gen_linalg.log_matrix_determinant(input, name=name)


def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """Logarithms [batch...] of the determinants of positive definite matrices."""
    with name_scope(name, "logdet", [matrix]):
        # A = L L*, so det A is the squared product of L's diagonal. A sum of logarithms cannot overflow, where the
        # product of many elements can.
        diagonal = array_ops.matrix_diag_part(gen_linalg.cholesky(matrix))
        return 2.0 * reduce_sum(gen_math.log(real(diagonal)), [-1])


# ---- equations
def matrix_inverse(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """Inverse matrices; those of the conjugated and transposed ones if `adjoint`."""
    return gen_linalg.matrix_inverse(input, adjoint=adjoint, name=name)


def matrix_square_root(input: TensorLike, name: str | None = None) -> Tensor:
    """Matrices whose product with themselves is the input."""
    return gen_linalg.matrix_square_root(input, name=name)


def matrix_solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """x [batch..., n, columns] with matrix [batch..., n, n] @ x = rhs; with the adjoint of the matrix if asked for."""
    return gen_linalg.matrix_solve(matrix, rhs, adjoint=adjoint, name=name)


def matrix_triangular_solve(
    matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """The same as `matrix_solve` for triangular matrices, of which only that triangle is looked at."""
    with name_scope(name, "triangular_solve", [matrix, rhs]):
        return gen_linalg.matrix_triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint)


def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """x with A @ x = rhs, where `chol` is the lower triangular factor of A."""
    with name_scope(name, "cholesky_solve", [chol, rhs]):
        # A = L L*: L y = rhs is solved downward, then L* x = y upward.
        between = gen_linalg.matrix_triangular_solve(chol, rhs, lower=True, adjoint=False)
        return gen_linalg.matrix_triangular_solve(chol, between, lower=True, adjoint=True)


def matrix_solve_ls(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: float = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """x that brings matrix [batch..., rows, n] @ x next to rhs [batch..., rows, columns]: least squares.

    Args:
        matrix: The matrices.
        rhs: The right-hand sides.
        l2_regularizer: How much the squares of x count.
        fast: Whether the normal equations may be solved, which loses digits for nearly dependent columns.
        name: Name of the node.
    """
    # The op takes the weight as a float64 tensor, whatever the dtype of the matrices.
    return gen_linalg.matrix_solve_ls(matrix, rhs, np.array(l2_regularizer, np.float64), fast=fast, name=name)


# ---- products
def adjoint(matrix: TensorLike, name: str | None = None) -> Tensor:
    """Matrices conjugated and transposed."""
    with name_scope(name, "adjoint", [matrix]):
        return array_ops.matrix_transpose(convert_to_tensor(matrix, name="matrix"), conjugate=True)


def matvec(
    a: TensorLike,
    b: TensorLike,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Matrices [batch..., rows, n] times vectors [batch..., n]: [batch..., rows]; flags are those of `matmul`."""
    with name_scope(name, "MatVec", [a, b]):
        # MatMul multiplies matrices only: a vector is a matrix of one column.
        column = gen_array.expand_dims(b, -1)
        product = matmul(
            a, column, transpose_a, adjoint_a=adjoint_a, a_is_sparse=a_is_sparse, b_is_sparse=b_is_sparse
        )
        return gen_array.squeeze(product, squeeze_dims=[-1])
