"""Cases of Unique, ListDiff, Where and searching in sorted rows."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, complex64, float32, int32, ints, strings

NAN = np.nan
UNIQUES = ["Unique", "UniqueWithCounts"]
UNIQUES_V2 = ["UniqueV2", "UniqueWithCountsV2"]
REAL_DTYPES = NUMERIC_DTYPES[:12]


def uniques() -> list[Case]:
    """Different values of a vector."""
    texts = strings([b"b", b"a", b"b"])
    arrays = [float32([1, NAN, NAN, -0.0, 0.0]), int32([[1, 2]]), int32(1), ints(), texts]
    return [
        *(Case(op, [np.array([3, 1, 3, 2, 1], t)]) for op in UNIQUES for t in REAL_DTYPES),
        *(Case(op, [array]) for op in UNIQUES for array in arrays),
        *(Case(op, [np.array([True, False, True])], {"out_idx": "int64"}) for op in UNIQUES),
    ]


def uniques_along() -> list[Case]:
    """Different slices along an axis."""
    matrix = int32([[1, 1, 2], [1, 1, 2], [3, 3, 4]])
    axes = [ints(0), ints(1), ints(-1), ints(2), int32(1), ints(), ints(0, 1)]
    floats = float32([[1, 0], [NAN, -0.0], [1, -0.0], [NAN, 0]])
    return [
        *(Case(op, [matrix, axis]) for op in UNIQUES_V2 for axis in axes),
        *(Case(op, [ints(1, 2, 1), axis]) for op in UNIQUES_V2 for axis in (ints(), ints(0, dtype=np.int64))),
        *(Case(op, [floats, ints(0)], {"out_idx": "int64"}) for op in UNIQUES_V2),
        Case("UniqueV2", [np.zeros([2, 0], np.float32), ints(0)]),
        Case("UniqueV2", [np.zeros([0, 2], np.float32), ints(0)]),
        Case("UniqueV2", [strings([[b"a", b"b"], [b"a", b"b"]]), ints(0)]),
        Case("UniqueV2", [int32([[[1, 2], [1, 2]], [[3, 4], [3, 4]]]), ints(1)]),
    ]


def differences() -> list[Case]:
    """ListDiff."""
    return [
        *(Case("ListDiff", [np.array([1, 2, 1, 3], t), np.array([2, 5], t)]) for t in REAL_DTYPES),
        Case("ListDiff", [float32([1, NAN]), float32([NAN])]),
        Case("ListDiff", [float32([0.0, 1]), float32([-0.0])], {"out_idx": "int64"}),
        Case("ListDiff", [strings([b"a", b"b"]), strings([b"a"])]),
        Case("ListDiff", [ints(), ints(1)]),
        Case("ListDiff", [ints(1), ints(1)]),
        Case("ListDiff", [int32([[1]]), ints(1)]),
        Case("ListDiff", [ints(1), int32(1)]),
    ]


def wheres() -> list[Case]:
    """Where, of every dtype and of several ranks."""
    return [
        *(Case("Where", [np.array([[0, 2], [0, 0], [1, 0]], t)]) for t in NUMERIC_DTYPES[1:]),
        Case("Where", [np.array([True, False, True])]),
        Case("Where", [np.bool_(True)]),
        Case("Where", [float32([0, NAN, -0.0, np.inf])]),
        Case("Where", [np.array([0, NAN, -0.0], ml_dtypes.bfloat16)]),
        Case("Where", [complex64([1j, 0])]),
        Case("Where", [np.ones([1, 2, 1, 2], np.bool_)]),
        Case("Where", [np.ones([1] * 8, np.bool_)]),
        Case("Where", [np.ones([1] * 9, np.bool_)]),
        Case("Where", [np.zeros([0, 2], np.bool_)]),
        Case("Where", [np.zeros([3], np.bool_)]),
    ]


def searches() -> list[Case]:
    """LowerBound and UpperBound."""
    bounds, rows = ["LowerBound", "UpperBound"], float32([[1, 2, 2, 3], [0, 0, 5, 9]])
    values = float32([[2, 0, 4], [0, 9, 10]])
    return [
        *(Case(op, [rows, values]) for op in bounds),
        *(Case(op, [rows, values], {"out_type": "int64"}) for op in bounds),
        *(Case("LowerBound", [np.array([[1, 2]], t), np.array([[2, 0]], t)]) for t in (np.int32, np.int64, np.float64)),
        *(Case(op, [rows, values[:1]]) for op in bounds),
        *(Case(op, [rows[0], values[0]]) for op in bounds),
        Case("LowerBound", [np.zeros([2, 0], np.float32), values]),
        Case("LowerBound", [rows, np.zeros([2, 0], np.float32)]),
    ]


CASES = [*uniques(), *uniques_along(), *differences(), *wheres(), *searches()]
