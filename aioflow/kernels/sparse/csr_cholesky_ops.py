"""Cholesky factors of sparse matrices, and orders of their rows that keep the factors sparse.

An entry of the factor may be filled where the matrix has none. How many depends on the pattern and on the order of
rows, not on values, which is why the order is an op of its own: one order serves all matrices of a pattern.
"""
from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import as_object_array, kernel
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
    """Orders rows by the least degree.

    The pattern is a graph of rows. Eliminating a row fills the factor where its neighbours meet, so these become
    neighbours of each other; the row with the fewest neighbours fills the least. AMD, after which the op is named,
    bounds the degrees where they are counted here.

    Args:
        row_pointers: [rows + 1].
        columns: [n].
    """
    neighbours: list[set[int]] = [set() for _ in range(len(row_pointers) - 1)]
    for row, (begin, end) in enumerate(pairwise(row_pointers.tolist())):
        for column in columns[begin:end].tolist():
            if column != row:
                # Both directions: only one half of a Hermitian matrix need be there.
                neighbours[row].add(column)
                neighbours[column].add(row)
    # Rows by their number of neighbours: `by_degree[d]` holds those that are left and have d.
    by_degree: list[set[int]] = [set() for _ in neighbours]
    for row, others in enumerate(neighbours):
        by_degree[len(others)].add(row)
    order: list[int] = []
    least = 0
    while len(order) < len(neighbours):
        while not by_degree[least]:
            least += 1
        # The smallest of equal ones, so that the order depends on the pattern only.
        row = min(by_degree[least])
        by_degree[least].remove(row)
        order.append(row)
        for other in neighbours[row]:
            by_degree[len(neighbours[other])].remove(other)
            neighbours[other] |= neighbours[row]
            neighbours[other] -= {row, other}
            by_degree[len(neighbours[other])].add(other)
        # A neighbour gains all others but may lose the row itself: no degree falls by more than one.
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
        # A place that is named twice would leave another one with whatever was in memory.
        if not np.array_equal(np.sort(order), np.arange(rows)):
            raise errors.invalid_argument(f"permutation {order.tolist()} does not have each of {rows} rows once")
        factor = _factor(_ordered_columns(matrix, number, order), number)
        places = np.concatenate([np.zeros(0, np.int64), *(column[0] for column in factor)])
        widths = [len(column[0]) for column in factor]
        # The factor is made column by column; sorting by row (then column) brings it into compressed rows.
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
    # The upper half may hold anything, as in TensorFlow.
    is_lower = columns <= rows
    rows, columns, values = rows[is_lower], columns[is_lower].astype(np.int64), values[is_lower]
    # The inverse of `order`: where each row of A goes.
    places = np.empty(count, np.int64)
    places[order] = np.arange(count)
    rows, columns = places[rows], places[columns]
    # An entry that the new order moves above the diagonal is mirrored, hence conjugated.
    entries: Array = np.where(rows < columns, np.conj(values), values)
    rows, columns = np.maximum(rows, columns), np.minimum(rows, columns)
    # Zeros on the diagonal, added to what is there, make it the first entry of every column.
    rows, columns = np.concatenate([rows, np.arange(count)]), np.concatenate([columns, np.arange(count)])
    entries = np.concatenate([entries, np.zeros(count, entries.dtype)])
    result = []
    by_column = np.argsort(columns, kind="stable")
    for part in np.split(by_column, np.searchsorted(columns[by_column], np.arange(1, count))) if count else []:
        # Entries at one place add up.
        found, where = np.unique(rows[part], return_inverse=True)
        sums = np.zeros(len(found), entries.dtype)
        np.add.at(sums, where.ravel(), entries[part])
        result.append((found, sums))
    return result


def _factor(columns: list[Column], number: int) -> list[Column]:
    """Makes the columns of L from left to right.

    Each column takes off what the earlier ones that reach its row contribute. The pattern of a column is that of A
    joined with those of its children in the elimination tree; the parent of a column is the row of its first entry
    below the diagonal, so it is enough to hand each pattern on to one other column.

    Args:
        columns: Those of the matrix, the diagonal first.
        number: The matrix' place in its batch, for the error.

    Raises:
        InvalidArgumentError: The matrix is not positive definite.
    """
    count = len(columns)
    factor: list[Column] = []
    earlier: list[list[tuple[int, int]]] = [[] for _ in range(count)]  # row -> columns that reach it, and where
    patterns = [rows for rows, _ in columns]
    # One dense column for all: only the rows of the pattern are cleared and read.
    work = np.zeros(count, columns[0][1].dtype if count else np.float32)
    for j, (rows, values) in enumerate(columns):
        pattern = patterns[j]
        work[pattern] = 0
        work[rows] = values
        # Row j of L to the left of the diagonal, as the columns whose entry number `at` it is; entries
        # further down come behind it.
        for k, at in earlier[j]:
            below, entries = factor[k]
            work[below[at:]] -= entries[at:] * np.conj(entries[at])
        pivot = work[j].real
        # Written so that NaN fails, too.
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
    """Raises `InvalidArgumentError` for a matrix that is not square."""
    if matrix.shape[-1] != matrix.shape[-2]:
        raise errors.invalid_argument(f"sparse matrix must be square, but has shape {shown(matrix.shape)}")
