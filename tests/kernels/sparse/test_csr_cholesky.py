"""Sparse matrices are factored in orders that keep the factors sparse."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.kernels.live_graph import LiveGraph


async def factored(live: LiveGraph, matrix: Any) -> tuple[Any, Any, int]:
    """The order of the rows that is proposed, the factor in that order, and how many entries that has."""
    sparse = live.op("DenseToCSRSparseMatrix", matrix, np.argwhere(matrix).astype(np.int64))
    order = live.op("SparseMatrixOrderingAMD", sparse)
    factor = live.op("SparseMatrixSparseCholesky", sparse, order, type="float64")
    dense = live.op("CSRSparseMatrixToDense", factor, type="float64")
    rows, values, count = await live.run([order, dense, live.op("SparseMatrixNNZ", factor)])
    return rows, values, int(count)


@pytest.mark.parametrize("size", [1, 2, 5, 20, 60])
async def test_products_of_factors_are_the_matrix(live: LiveGraph, size: int) -> None:
    """The order has each row once; L times its transpose is the matrix in that order."""
    random = np.random.default_rng(size)
    half = np.where(random.random((size, size)) < 2 / size, random.normal(size=(size, size)), 0)
    matrix = half @ half.T + np.eye(size)
    order, factor, _ = await factored(live, matrix)
    assert order.dtype == np.int32
    assert sorted(order.tolist()) == list(range(size))
    np.testing.assert_allclose(factor @ factor.T, matrix[order][:, order], atol=1e-9)
    np.testing.assert_array_equal(factor, np.tril(factor))


async def test_rows_with_many_neighbours_come_last(live: LiveGraph) -> None:
    """An arrow's factor, which may be full, has no more entries than half of the arrow."""
    arrow = np.eye(30) * 40
    arrow[0, :] = arrow[:, 0] = 1
    arrow[0, 0] = 40
    order, _, count = await factored(live, arrow)
    assert 0 in order[-2:].tolist()
    assert count == 59
