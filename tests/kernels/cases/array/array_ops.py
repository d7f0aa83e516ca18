"""Cases of the ops that pass values on, look at shapes, or make new arrays."""
from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import (
    NUMERIC_DTYPES,
    counting,
    float16,
    float32,
    float64,
    int32,
    int64,
    ints,
    strings,
    uint8,
)

TEXT = strings([[b"a", b"bc"], [b"", b"\xff"]])
EMPTY = np.zeros([0, 3], np.float32)


def reshapes() -> list[Case]:
    """Reshape with whole, unknown and impossible sizes."""
    matrix = counting([2, 3])
    targets: list[Any] = [
        ints(6), ints(3, 2), ints(-1), ints(3, -1), ints(-1, 1, 2), ints(1, 2, 3, 1, dtype=np.int64), int32(6),
        ints(4), ints(4, -1), ints(-1, -1), ints(-2, 3), ints(0, -1), int32([[2, 3]]),
    ]  # fmt: skip
    empty_targets = [ints(0, -1), ints(3, -1), ints(0, -1, 5), ints(-1), ints(0), ints(7, 0), ints(2, 2)]
    return [
        *(Case("Reshape", [matrix, target]) for target in targets),
        *(Case("Reshape", [EMPTY, target]) for target in empty_targets),
        Case("Reshape", [np.zeros([2, 0, 3], np.int32), ints(0, -1)]),
        Case("Reshape", [float32(3), ints()]),
        Case("Reshape", [float32(3), ints(1, 1)]),
        Case("Reshape", [matrix, ints()]),
        Case("Reshape", [TEXT, ints(4)]),
    ]


def dimensions() -> list[Case]:
    """ExpandDims and Squeeze."""
    return [
        *(Case("ExpandDims", [counting([2, 3]), int32(axis)]) for axis in range(-4, 4)),
        Case("ExpandDims", [float32(1), int64(0)]),
        Case("ExpandDims", [TEXT, ints(1)]),
        Case("ExpandDims", [TEXT, ints(0, 1)]),
        *(Case("Squeeze", [counting([1, 2, 1])], {"squeeze_dims": axes}) for axes in ([], [0], [-1], [0, 2], [1], [3])),
        Case("Squeeze", [counting([1, 2, 1])], {"squeeze_dims": [0, -3]}),
        Case("Squeeze", [float32(1)]),
        Case("Squeeze", [float32([[1]])]),
    ]


def looks() -> list[Case]:
    """Ops that look at a shape."""
    arrays = [float32(1), EMPTY, TEXT, counting([2, 3, 1], np.int64)]
    return [
        *(Case(op, [array]) for op in ("Shape", "Size", "Rank") for array in arrays),
        *(Case(op, [TEXT], {"out_type": "int64"}) for op in ("Shape", "Size")),
        Case("ShapeN", [[counting([2]), counting([3, 1]), float32(0)]], {"out_type": "int64"}),
        *(Case("EnsureShape", [counting([2, 3])], {"shape": s}) for s in ([2, 3], [None, 3], None)),
        *(Case("EnsureShape", [counting([2, 3])], {"shape": s}) for s in ([3, 3], [2], [2, 3, 1])),
    ]


def passing() -> list[Case]:
    """Ops whose output is their input."""
    ops = ["Identity", "StopGradient", "Snapshot", "PreventGradient", "GuaranteeConst"]
    return [
        *(Case(op, [counting([2])]) for op in ops),
        *(Case("Identity", [array]) for array in (TEXT, np.bool_(True), EMPTY, ml_dtypes.bfloat16(1.5))),
        Case("PlaceholderWithDefault", [counting([2])], {"shape": [None]}),
        Case("IdentityN", [[int32(1), strings([b"x"]), EMPTY]]),
        Case("DeepCopy", [TEXT]),
    ]


def check_numerics() -> list[Case]:
    """Values with and without NaN and infinities."""
    nan, inf = np.nan, np.inf
    values = [[1, 2], [1, nan], [inf], [-inf], [nan, inf], [nan, -inf, inf], []]
    attrs = {"message": b"weights"}
    return [
        *(Case(op, [float32(v)], attrs) for op in ("CheckNumerics", "CheckNumericsV2") for v in values),
        *(Case("CheckNumerics", [float16([1, v])], attrs) for v in (2, nan)),
        *(Case("CheckNumerics", [np.array([1, v], ml_dtypes.bfloat16)], attrs) for v in (2, nan)),
        Case("CheckNumerics", [float64(nan)], attrs),
    ]


def fills() -> list[Case]:
    """New arrays."""
    return [
        *(Case("Fill", [ints(2, 2), np.array(7, dtype)]) for dtype in NUMERIC_DTYPES),
        *(Case("Fill", [dims, float32(1)]) for dims in (ints(), ints(0, 2), int64(3))),
        *(Case("Fill", [dims, float32(1)]) for dims in (ints(2, -1), int32([[2]]))),
        Case("Fill", [ints(2), np.array([5])]),
        Case("Fill", [ints(2), np.array([5, 6])]),
        Case("Fill", [ints(2), b"ab"]),
        Case("Fill", [ints(1), np.bool_(True)]),
        Case("Fill", [ints(1 << 40, 1 << 40, dtype=np.int64), float32(1)]),
        *(Case(op, [counting([2, 2], dtype, 1)]) for op in ("ZerosLike", "OnesLike") for dtype in NUMERIC_DTYPES),
        *(Case("ZerosLike", [array]) for array in (TEXT, np.array([True]), EMPTY, float32(3))),
        *(Case("OnesLike", [array]) for array in (np.array([False]), EMPTY, float32(3))),
        Case("Empty", [ints(2)], {"dtype": "float32", "init": True}),
        Case("Empty", [ints(2)], {"dtype": "string", "init": True}),
        Case("Empty", [int32(2)], {"dtype": "float32", "init": True}),
        Case("Empty", [ints(-2)], {"dtype": "float32", "init": True}),
    ]


def one_hots() -> list[Case]:
    """OneHot, with indices outside."""
    on, off = float32(5), float32(-1)
    return [
        *(Case("OneHot", [int64([0, 5, -1, 2]), int32(3), on, off], {"axis": axis}) for axis in (-1, 0, 1, 2)),
        *(Case("OneHot", [ints(0, 1, 1, dtype=t), int32(2), on, off]) for t in (np.uint8, np.int8, np.int32)),
        Case("OneHot", [int32([[0, 2], [1, 1]]), int32(3), int32(1), int32(0)], {"axis": 1}),
        Case("OneHot", [int32(1), int32(2), on, off]),
        Case("OneHot", [int32(1), int32(0), on, off]),
        Case("OneHot", [np.zeros([0, 2], np.int32), int32(3), on, off]),
        Case("OneHot", [ints(0), int32(-1), on, off]),
        Case("OneHot", [ints(0), ints(1), on, off]),
        Case("OneHot", [ints(0), int32(1), float32([1]), off]),
        Case("OneHot", [ints(0), int32(2), b"yes", b"no"]),
        Case("OneHot", [ints(0), int32(2), np.bool_(True), np.bool_(False)]),
        Case("OneHot", [uint8([200]), int32(201), np.int8(1), np.int8(0)]),
    ]


CASES = [*reshapes(), *dimensions(), *looks(), *passing(), *check_numerics(), *fills(), *one_hots()]
