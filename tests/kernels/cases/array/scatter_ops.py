"""Cases of putting slices by index."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, complex64, counting, float32, int32, int64, ints, strings

NAN = np.nan
TWICE = int32([[0], [0], [1]])
REAL_DTYPES = NUMERIC_DTYPES[:12]
UPDATES = ["TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMax", "TensorScatterMin"]


def scatter_nd() -> list[Case]:
    """ScatterNd: sums into zeros."""
    pair, updates = int32([[0], [2]]), float32([[1, 2], [3, 4]])
    return [
        *(Case("ScatterNd", [TWICE, counting([3], t, 1), ints(3)]) for t in NUMERIC_DTYPES),
        Case("ScatterNd", [TWICE, np.array([True, False, False]), ints(3)]),
        Case("ScatterNd", [TWICE, strings([b"a", b"b", b"c"]), ints(3)]),
        Case("ScatterNd", [pair, updates, ints(4, 2)]),
        Case("ScatterNd", [int64([[[0, 1]], [[2, 1]]]), float32([[1], [2]]), ints(3, 2, dtype=np.int64)]),
        Case("ScatterNd", [pair, updates, ints(2, 2)]),
        Case("ScatterNd", [pair, updates, ints(2, 2)], {"bad_indices_policy": b"IGNORE"}),
        Case("ScatterNd", [int32([[-1], [0]]), updates, ints(2, 2)]),
        Case("ScatterNd", [pair, float32([1, 2, 3]), ints(3)]),
        Case("ScatterNd", [pair, float32([1, 2]), ints(3, 2)]),
        Case("ScatterNd", [int32([[0, 0, 0]]), float32([1]), ints(2, 2)]),
        Case("ScatterNd", [ints(0), float32([1, 5]), ints(2, 2)]),
        Case("ScatterNd", [ints(1), float32([1]), ints(2)]),
        Case("ScatterNd", [ints(0), float32(5), ints(2)]),
        Case("ScatterNd", [int32(0), float32(5), ints(2)]),
        Case("ScatterNd", [np.zeros([2, 0], np.int32), float32([5, 6]), ints()]),
        Case("ScatterNd", [np.zeros([2, 0], np.int32), float32([[5, 6], [7, 8]]), ints(2)]),
        Case("ScatterNd", [np.zeros([0, 1], np.int32), np.zeros([0, 2], np.float32), ints(0, 2)]),
        Case("ScatterNd", [np.zeros([0, 1], np.int32), np.zeros([0, 2], np.float32), ints(3, 2)]),
        Case("ScatterNd", [np.zeros([1, 1], np.int32), np.zeros([1, 2], np.float32), ints(0, 2)]),
        Case("ScatterNd", [np.zeros([2, 0], np.int32), np.zeros([2, 2, 0], np.float32), ints(2, 0)]),
        Case("ScatterNd", [int32([[0]]), float32([5]), ints(-1)]),
        Case("ScatterNd", [int32([[0]]), float32([5]), int32([[2]])]),
    ]


def tensor_scatters() -> list[Case]:
    """The ops that change a copy of a tensor."""
    floats, news = float32([1, NAN, 3, 4]), float32([NAN, 5, 2, 9])
    places = int32([[0], [1], [2], [3]])
    pair = int32([[0], [1]])
    outside = [counting([2]), int32([[3], [0]]), float32([7, 8])]
    half = np.array([1, 2, 3], ml_dtypes.bfloat16)
    return [
        *(Case(op, [counting([3], t, 4), TWICE, counting([3], t, 1)]) for op in UPDATES for t in REAL_DTYPES),
        *(Case(op, [floats, places, news]) for op in UPDATES),
        *(Case(op, [half, pair, np.array([NAN, 9], ml_dtypes.bfloat16)]) for op in UPDATES),
        *(Case(op, [counting([3], np.complex64), pair, complex64([1j, 2])]) for op in UPDATES[:3]),
        *(Case(op, [counting([2, 2]), int32([[1]]), float32([[7, -7]])]) for op in UPDATES),
        *(Case(op, [counting([2]), int32([[3], [0]]), float32([7, 8])]) for op in UPDATES),
        *(Case(op, [counting([2, 2]), int64([[1, 0], [0, 1]]), float32([5, 6])]) for op in UPDATES),
        Case("TensorScatterUpdate", [strings([b"1", b"2"]), pair, strings([b"5", b"6"])]),
        Case("TensorScatterUpdate", [np.array([True]), int32([[0]]), np.array([False])]),
        *(Case("TensorScatterUpdate", outside, {"bad_indices_policy": p}) for p in (b"IGNORE", b"ERROR")),
        Case("TensorScatterUpdate", [counting([2]), pair, float32([1, 5, 3])]),
        Case("TensorScatterUpdate", [counting([2]), ints(0), float32(7)]),
        Case("TensorScatterUpdate", [counting([2]), ints(0), float32([7])]),
        Case("TensorScatterUpdate", [float32(1), np.zeros([1, 0], np.int32), float32([7])]),
        *(Case(op, [np.zeros([0, 2], np.float32), ints(), np.zeros([0, 2], np.float32)]) for op in UPDATES),
        *(Case(op, [float32([1, 1]), np.zeros([0, 0], np.int32), np.zeros([0, 2], np.float32)]) for op in UPDATES),
        Case("TensorScatterUpdate", [np.zeros([0], np.float32), int32([[0]]), float32([7])]),
        Case("TensorScatterUpdate", [np.zeros([0], np.float32), np.zeros([0, 1], np.int32), np.zeros([0], np.float32)]),
        *(Case("ScatterNdNonAliasingAdd", [counting([2], t), TWICE, counting([3], t)]) for t in NUMERIC_DTYPES[:4]),
        Case("ScatterNdNonAliasingAdd", [counting([2]), int32([[2]]), float32([1])]),
    ]


def in_place() -> list[Case]:
    """InplaceUpdate, InplaceAdd, InplaceSub: rows by number, modulo the number of rows."""
    rows, ops = counting([3, 2]), ["InplaceUpdate", "InplaceAdd", "InplaceSub"]
    new = float32([[5, 6], [7, 8]])
    return [
        *(Case(op, [rows, indices, new]) for op in ops for indices in (ints(0, 1), ints(1, 1))),
        *(Case(op, [rows, ints(-1, 5), new]) for op in ops),
        Case("InplaceAdd", [rows, ints(1, 1), np.ones([3, 2], np.float32)]),
        Case("InplaceAdd", [rows, int32(1), np.ones([1, 2], np.float32)]),
        Case("InplaceAdd", [np.array([True]), ints(0), np.array([True])]),
        Case("InplaceAdd", [strings([b"a"]), ints(0), strings([b"b"])]),
        Case("InplaceUpdate", [strings([b"a"]), ints(0), strings([b"b"])]),
        Case("InplaceUpdate", [np.array([True]), ints(0), np.array([False])]),
        Case("InplaceUpdate", [rows, ints(), np.zeros([0, 2], np.float32)]),
    ]


CASES = [*scatter_nd(), *tensor_scatters(), *in_place()]
