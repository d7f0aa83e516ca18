"""Cases of counting values."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import FLOATS, INTEGERS, array, float32, float64, int32, int64

NONE = float32([])
VECTOR = int32([1, 1, 3])
MATRIX = int32([[1, 1, 3], [0, 2, 2]])
MATRIX_WEIGHTS = float32([[1, 2, 3], [4, 5, 6]])
WEIGHT_TYPES = (float32, float64, int32, int64)
BINARY = {"binary_output": True}


def dense() -> Iterator[Case]:
    for dtype in WEIGHT_TYPES:
        yield Case("DenseBincount", [VECTOR, int32(4), dtype([])])
        yield Case("DenseBincount", [int64(MATRIX), int64(4), dtype([])])
        yield Case("DenseBincount", [MATRIX, int32(3), dtype(MATRIX_WEIGHTS)])
        yield Case("Bincount", [VECTOR, int32(4), dtype([])])
        yield Case("Bincount", [VECTOR, int32(3), dtype([1, 2, 3])])
    for size in (0, -1, [4], [4, 4]):
        yield Case("DenseBincount", [VECTOR, int32(size), NONE])
    yield Case("Bincount", [VECTOR, int32(-1), NONE])
    yield Case("Bincount", [MATRIX, int32(3), NONE])
    for values in ([1, -1, 3], 1, [[[1]]], [], np.zeros((2, 0), "int32"), np.zeros((0, 2), "int32")):
        for op in ("Bincount", "DenseBincount"):
            yield Case(op, [int32(values), int32(4), NONE])
    for attrs in ({}, BINARY):
        yield Case("DenseBincount", [VECTOR, int32(4), float32([1, 2, 3])], attrs)
        yield Case("DenseBincount", [MATRIX, int32(3), NONE], {"binary_output": not attrs})
        yield Case("DenseBincount", [VECTOR, int32(4), float32([1, 2])], attrs)
    yield Case("Bincount", [VECTOR, int32(4), float32([1, 2])])


def ragged() -> Iterator[Case]:
    three = float32([1, 2, 3])
    for splits, values, size, weights in (
        ([0, 2, 2, 3], [1, 1, 3], 4, NONE), ([0, 2, 2, 3], [1, 1, 3], 2, three), ([0, 2, 2, 3], [1, -1, 3], 4, NONE),
        ([0, 2, 2, 4], [1, 1, 3], 4, NONE), ([1, 2, 2, 3], [1, 1, 3], 4, NONE), ([], [1, 1, 3], 4, NONE),
        ([0, 3], [1, 1, 3], -4, NONE), ([0, 3], [1, 1, 3], 4, three), ([0], [], 4, NONE), ([0, 0, 0], [], 2, NONE),
    ):  # fmt: skip
        for binary in (False, True):
            inputs = [int64(splits), int32(values), int32(size), weights]
            yield Case("RaggedBincount", inputs, {"binary_output": binary})
    for odd in (np.zeros((2, 2)), 0):
        yield Case("RaggedBincount", [int64(odd), VECTOR, int32(4), NONE])
    yield Case("DenseBincount", [int32(1), int32(4), float32(3)])
    yield from (Case("RaggedBincount", [int64([0, 1, 3]), VECTOR, int32(4), d([])]) for d in WEIGHT_TYPES)


def sparse() -> Iterator[Case]:
    for indices, values, shape, weights in (
        ([[0], [2]], [1, 1], [3], []), ([[0, 1], [1, 2]], [1, 1], [3, 3], [2, 3]),
        ([[0, 1], [1, 2]], [1, 5], [3, 3], []), ([[0], [2]], [1], [3], []),
        ([[0, 1], [1, 2]], [1, -5], [3, 3], [2, 3]), ([[0, 1], [5, 2]], [1, 1], [3, 3], [2, 3]),
    ):  # fmt: skip
        for binary in (False, True):
            inputs = [int64(indices), int32(values), int64(shape), int32(4), float32(weights)]
            yield Case("SparseBincount", inputs, {"binary_output": binary})


def sparse_outputs() -> Iterator[Case]:
    limits = [(-1, -1), (9, -1), (2, 3), (-1, 1)]
    for least, most in limits:
        for binary in (False, True):
            attrs = {"minlength": least, "maxlength": most, "binary_output": binary}
            yield Case("DenseCountSparseOutput", [VECTOR, NONE], attrs)
            yield Case("DenseCountSparseOutput", [int64([[1, 1, 3], [0, 2, 7]]), MATRIX_WEIGHTS], attrs)
            yield Case("RaggedCountSparseOutput", [int64([0, 2, 2, 3]), VECTOR, int64([])], attrs)
            indices = int64([[0, 1], [1, 2], [1, 3]])
            inputs = [indices, int32([1, 5, 1]), int64([3, 4]), float64([4, 5, 6])]
            yield Case("SparseCountSparseOutput", inputs, attrs)
    plain = {"binary_output": False}
    for values, weights in (([[0, -2]], []), ([[0, 2]], [1]), ([[[1]]], []), ([], []), ([[], []], []), (3, [])):
        yield Case("DenseCountSparseOutput", [int32(values), float32(weights)], plain)
    for splits, ragged_values, weights in (
        ([0, 2, 4], [1, 5, 1], []), ([0, 3], [1, 5, 1], [4, 5]), ([], [], []), ([0], [], []), ([0, 0], [], []),
        ([0, 3], [1, -5, 1], []),
    ):  # fmt: skip
        yield Case("RaggedCountSparseOutput", [int64(splits), int32(ragged_values), float32(weights)], plain)
    yield Case("SparseCountSparseOutput", [int64([[0], [1]]), int32([1, 5]), int64([3]), NONE], plain)
    yield Case("SparseCountSparseOutput", [int64([[0], [1]]), int32([1, 5]), int64([3]), float32([1])], plain)


def buckets() -> Iterator[Case]:
    for dtype in (float32, float64, int32, int64):
        yield Case("Bucketize", [array(dtype, 2, 3, high=9)], {"boundaries": [0.0, 1.0, 5.0, 5.5]})
    for boundaries in ([0.0, 5.0, 3.0], [], [2.0, 2.0]):
        yield Case("Bucketize", [float32([-1, 2, 4])], {"boundaries": boundaries})
    yield Case("Bucketize", [float32([np.nan, np.inf, -np.inf])], {"boundaries": [0.0]})
    yield Case("Bucketize", [float64(0.1)], {"boundaries": [0.1]})
    values = [-1, 0, 1.5, 2, 4.99, 5, 15]
    for dtype in FLOATS[:2] + INTEGERS[2:4]:
        yield Case("HistogramFixedWidth", [np.array(values).astype(dtype), np.array([0, 5], dtype), int32(3)])
    for limits, bins in (([5, 5], 5), ([0, 5, 6], 5), ([0, 5], 0), ([0, 5], [3]), ([0, 5], 1), ([-1, 1], 4)):
        yield Case("HistogramFixedWidth", [float32(values), float32(limits), int32(bins)], {"dtype": "int64"})
    yield Case("HistogramFixedWidth", [float32([1, np.nan]), float32([0, 5]), int32(3)])
    yield Case("HistogramFixedWidth", [float32([]), float32([0, 5]), int32(3)])


CASES = [*dense(), *ragged(), *sparse(), *sparse_outputs(), *buckets()]
