"""Cholesky factors of sparse matrices, and orders of their rows that keep the factors sparse."""
from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels.kernel import as_object_array, kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.sparse.csr_matrices import CSRMatrix, csr_of, from_coordinates

Column = tuple[Array, Array]  # rows, sorted, the diagonal's first; values


@kernel("SparseMatrixOrderingAMD")
def sparse_matrix_ordering_amd(xp: Any, input: Array) -> Array:
    """For each matrix the order [rows] of its rows in which next comes one that has the fewest neighbours."""
    matrix = csr_of(input)
    _check_square(matrix)
    orders = [_least_degrees(*matrix.components(i)[:2]) for i in range(matrix.num_matrices)]
    return np.array(orders, np.int32).reshape(matrix.shape[:-1])


def _least_degrees(row_pointers: Array, columns: Array) -> list[int]:
    """Rows in order of elimination; those that are left become neighbours of each other when one goes."""
    neighbours: list[set[int]] = [set() for _ in range(len(row_pointers) - 1)]
    for row, (begin, end) in enumerate(pairwise(row_pointers.tolist())):
        for column in columns[begin:end].tolist():
            if column != row:
                neighbours[row].add(column)
                neighbours[column].add(row)
    by_degree: list[set[int]] = [set() for _ in neighbours]
    for row, others in enumerate(neighbours):
        by_degree[len(others)].add(row)
    order: list[int] = []
    least = 0
    while len(order) < len(neighbours):
        while not by_degree[least]:
            least += 1
        row = min(by_degree[least])
        by_degree[least].remove(row)
        order.append(row)
        for other in neighbours[row]:
            by_degree[len(neighbours[other])].remove(other)
            neighbours[other] |= neighbours[row]
            neighbours[other] -= {row, other}
            by_degree[len(neighbours[other])].add(other)
        least = max(least - 1, 0)
    return order


@kernel("SparseMatrixSparseCholesky")
def sparse_matrix_sparse_cholesky(xp: Any, input: Array, permutation: Array, *, type: DType) -> Array:
    """Lower triangular L with L L^H = P A P^H of each Hermitian A, of which only the lower half is read.

    Row i of P A is row permutation[i] of A; `permutation` is [rows], or [matrices, rows] for a batch.
    """
    matrix = csr_of(input, type)
    _check_square(matrix)
    if permutation.shape != matrix.shape[:-1]:
        raise errors.invalid_argument(
            f"permutation must have shape {shown(matrix.shape[:-1])}, but has {shown(permutation.shape)}"
        )
    rows = matrix.shape[-1]
    indices, values = [], []
    for number, order in enumerate(permutation.reshape(matrix.num_matrices, rows)):
        if not np.array_equal(np.sort(order), np.arange(rows)):
            raise errors.invalid_argument(f"permutation {order.tolist()} does not have each of {rows} rows once")
        factor = _factor(_ordered_columns(matrix, number, order), number)
        places = np.concatenate([np.zeros(0, np.int64), *(column[0] for column in factor)])
        widths = [len(column[0]) for column in factor]
        own = np.stack([np.full(len(places), number), places, np.repeat(np.arange(rows), widths)], axis=1)
        by_row = np.lexsort((own[:, 2], own[:, 1]))
        indices.append(own[by_row, -len(matrix.shape) :])
        values.append(np.concatenate([matrix.values[:0], *(column[1] for column in factor)])[by_row])
    together = np.concatenate([np.zeros((0, len(matrix.shape)), np.int64), *indices])
    return as_object_array(
        from_coordinates(together, np.concatenate([matrix.values[:0], *values]), matrix.shape)
    )


def _ordered_columns(matrix: CSRMatrix, number: int, order: Array) -> list[Column]:
    """The columns of P A P^H from the diagonal down, which is added where it is missing."""
    pointers, columns, values = matrix.components(number)
    count = len(order)
    rows: Array = np.repeat(np.arange(count), np.diff(pointers))
    is_lower = columns <= rows
    rows, columns, values = rows[is_lower], columns[is_lower].astype(np.int64), values[is_lower]
    places = np.empty(count, np.int64)
    places[order] = np.arange(count)
    rows, columns = places[rows], places[columns]
    entries: Array = np.where(rows < columns, np.conj(values), values)
    rows, columns = np.maximum(rows, columns), np.minimum(rows, columns)
    rows, columns = np.concatenate([rows, np.arange(count)]), np.concatenate([columns, np.arange(count)])
    entries = np.concatenate([entries, np.zeros(count, entries.dtype)])
    result = []
    by_column = np.argsort(columns, kind="stable")
    for part in np.split(by_column, np.searchsorted(columns[by_column], np.arange(1, count))) if count else []:
        found, where = np.unique(rows[part], return_inverse=True)
        sums = np.zeros(len(found), entries.dtype)
        np.add.at(sums, where.ravel(), entries[part])
        result.append((found, sums))
    return result


def _factor(columns: list[Column], number: int) -> list[Column]:
    """The columns of L, one after the other; `number` is the matrix' in its batch."""
    count = len(columns)
    factor: list[Column] = []
    earlier: list[list[tuple[int, int]]] = [[] for _ in range(count)]  # row -> columns that reach it, and where
    patterns = [rows for rows, _ in columns]
    work = np.zeros(count, columns[0][1].dtype if count else np.float32)
    for j, (rows, values) in enumerate(columns):
        pattern = patterns[j]
        work[pattern] = 0
        work[rows] = values
        for k, at in earlier[j]:
            below, entries = factor[k]
            work[below[at:]] -= entries[at:] * np.conj(entries[at])
        pivot = work[j].real
        if not pivot > 0:
            raise errors.invalid_argument(
                f"Sparse Cholesky factorization failed for batch index {number}. The input might not be valid."
            )
        factor.append((pattern, work[pattern] / np.sqrt(pivot)))
        for at, row in enumerate(pattern[1:].tolist(), 1):
            earlier[row].append((j, at))
        if len(pattern) > 1:  # what is below fills the first column that is reached
            patterns[pattern[1]] = np.union1d(patterns[pattern[1]], pattern[1:])
    return factor


def _check_square(matrix: CSRMatrix) -> None:
    if matrix.shape[-1] != matrix.shape[-2]:
        raise errors.invalid_argument(f"sparse matrix must be square, but has shape {shown(matrix.shape)}")
