"""Ops on matrices in compressed rows (CSR): their making, their parts, and their products, which scipy computes."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.optional import scipy_sparse
from aioflow.kernels.sparse.csr_matrices import CSRMatrix, csr_of, from_coordinates
from aioflow.kernels.variants import as_variant

_PRODUCT_TYPES = (dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128)


@kernel("SparseTensorToCSRSparseMatrix")
def sparse_tensor_to_csr(xp: Any, indices: Array, values: Array, dense_shape: Array) -> Array:
    """A variant of the entries `values` [n] at `indices` [n, 2 or 3], which must be in row-major order."""
    if values.ndim != 1 or indices.ndim != 2 or dense_shape.ndim != 1:
        raise errors.invalid_argument(
            f"indices, values and dense_shape must have ranks 2, 1 and 1, not shapes {shown(indices.shape)}, "
            f"{shown(values.shape)} and {shown(dense_shape.shape)}"
        )
    return as_variant(from_coordinates(indices, values, tuple(dense_shape.tolist())))


@kernel("DenseToCSRSparseMatrix")
def dense_to_csr(xp: Any, dense_input: Array, indices: Array) -> Array:
    """A variant of the entries of `dense_input` at `indices` [n, 2 or 3], which must be in row-major order."""
    if dense_input.ndim not in (2, 3):
        raise errors.invalid_argument(f"The input must be a matrix or a batch of some, not {shown(dense_input.shape)}")
    if indices.ndim != 2 or indices.shape[1] != dense_input.ndim:
        raise errors.invalid_argument(
            f"indices must be a matrix with {dense_input.ndim} columns, not {shown(indices.shape)}"
        )
    # Before `from_coordinates` would see it: the indices address the dense input first.
    if ((indices < 0) | (indices >= dense_input.shape)).any():
        raise errors.invalid_argument(f"indices reach beyond the input of shape {shown(dense_input.shape)}")
    return as_variant(from_coordinates(indices, dense_input[tuple(indices.T)], dense_input.shape))


@kernel("CSRSparseMatrixToSparseTensor")
def csr_to_sparse_tensor(xp: Any, sparse_matrix: Array, *, type: DType) -> tuple[Array, Array, Array]:
    """Indices [n, 2 or 3], values [n] and shape of the matrices' entries."""
    matrix = csr_of(sparse_matrix, type)
    return matrix.indices(), matrix.values, np.array(matrix.shape, np.int64)


@kernel("CSRSparseMatrixToDense")
def csr_to_dense(xp: Any, sparse_input: Array, *, type: DType) -> Array:
    """A dense tensor of the matrices; the last one counts of entries at the same place."""
    matrix = csr_of(sparse_input, type)
    dense = zeros(xp, matrix.shape, matrix.values.dtype)
    dense[tuple(matrix.indices().T)] = matrix.values
    return dense


@kernel("CSRSparseMatrixComponents")
def csr_components(xp: Any, csr_sparse_matrix: Array, index: Array, *, type: DType) -> tuple[Array, Array, Array]:
    """Row pointers [rows + 1], columns [n] and values [n] of one matrix."""
    matrix = csr_of(csr_sparse_matrix, type)
    if index.ndim:
        raise errors.invalid_argument(f"index should be a scalar, but saw {shown(index.shape)}")
    if not 0 <= index < matrix.num_matrices:
        raise errors.invalid_argument(f"index ({index}) not in [0, {matrix.num_matrices})")
    return matrix.components(int(index))


@kernel("SparseMatrixNNZ", cheap=True)
def csr_count(xp: Any, sparse_matrix: Array) -> Array:
    """The number of entries: [], or [matrices] of a batch."""
    matrix = csr_of(sparse_matrix)
    counts = xp.diff(matrix.starts).astype(np.int32)
    # A batch of one has a vector, a single matrix a scalar.
    return counts if len(matrix.shape) == 3 else counts[0]


@kernel("SparseMatrixTranspose")
def csr_transpose(xp: Any, input: Array, *, conjugate: bool, type: DType) -> Array:
    matrix = csr_of(input, type).transposed()
    return as_variant(matrix.conjugate() if conjugate else matrix)


@kernel("SparseMatrixMatMul", T=_PRODUCT_TYPES)
def csr_mat_mul(
    xp: Any, a: Array, b: Array, *, T: DType, transpose_a: bool, transpose_b: bool, adjoint_a: bool, adjoint_b: bool,
    transpose_output: bool, conjugate_output: bool,
) -> Array:  # fmt: skip
    """The product of a CSR matrix and a dense one, or of each pair in two batches."""
    left = _turned(csr_of(a, T), transpose_a, adjoint_a, "a")
    right = _turned(b, transpose_b, adjoint_b, "b")
    _check_factors(left.shape, right.shape)
    # One product at a time: scipy's matrices have no batches.
    product = zeros(xp, (*left.shape[:-1], right.shape[-1]), b.dtype)
    for number, at in enumerate(np.ndindex(left.shape[:-2])):
        product[at] = left.as_scipy(number) @ right[at]
    if transpose_output:
        product = product.swapaxes(-1, -2)
    return xp.conj(product) if conjugate_output else product


@kernel("SparseMatrixSparseMatMul")
def csr_csr_mat_mul(
    xp: Any, a: Array, b: Array, *, type: DType, transpose_a: bool, transpose_b: bool, adjoint_a: bool, adjoint_b: bool,
) -> Array:  # fmt: skip
    """The product of two CSR matrices, or of each pair in two batches."""
    left = _turned(csr_of(a, type), transpose_a, adjoint_a, "a")
    right = _turned(csr_of(b, type), transpose_b, adjoint_b, "b")
    _check_factors(left.shape, right.shape)
    products = [left.as_scipy(number) @ right.as_scipy(number) for number in range(left.num_matrices)]
    return as_variant(_batch_of(products, (*left.shape[:-1], right.shape[-1]), left.values.dtype))


def _batch_of(products: list[Any], shape: tuple[int, ...], dtype: Any) -> CSRMatrix:
    """The matrices of a batch of that shape from scipy's, whose columns may come unsorted out of a product."""
    entries = []
    for number, product in enumerate(products):
        product.sort_indices()
        rows, columns = scipy_sparse().coo_array(product).coords
        places = np.stack([rows, columns], axis=1).astype(np.int64)
        entries.append((np.insert(places, 0, number, axis=1)[:, -len(shape) :], product.data.astype(dtype)))
    # A batch of none still has a dtype and a rank.
    empty = np.zeros((0, len(shape)), np.int64), np.zeros(0, dtype)
    # Number of the matrix, row, column: appended in order, they are in row-major order already.
    indices, values = (np.concatenate(each) for each in zip(empty, *entries, strict=True))
    return from_coordinates(indices, values, shape)


def _turned(matrix: Any, transpose: bool, adjoint: bool, name: str) -> Any:
    """An array or a `CSRMatrix`, transposed, maybe conjugated."""
    if transpose and adjoint:
        raise errors.invalid_argument(f"Only one of adjoint_{name} and transpose_{name} may be true.")
    if not transpose and not adjoint:
        return matrix
    # Transposing compressed rows means sorting all entries anew; a dense matrix needs only another view.
    if isinstance(matrix, CSRMatrix):
        turned: Any = matrix.transposed()
    elif matrix.ndim < 2:
        raise errors.invalid_argument(f"{name} must be a matrix or a batch of some, not {shown(matrix.shape)}")
    else:
        turned = matrix.swapaxes(-1, -2)
    return turned.conjugate() if adjoint else turned


def _check_factors(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    """Raises `InvalidArgumentError` unless matrices, or batches of some, of these shapes have a product."""
    if len(a) != len(b):
        raise errors.invalid_argument(f"Ranks of a and b must match, saw: {len(a)} vs. {len(b)}.")
    if a[:-2] != b[:-2]:
        raise errors.invalid_argument(f"Batch dimensions of a and b must match: {shown(a)} vs. {shown(b)}")
    if a[-1] != b[-2]:
        raise errors.invalid_argument(f"Inner product dimensions of A and B do not agree: {shown(a)} vs. {shown(b)}")
