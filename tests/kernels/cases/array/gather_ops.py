"""Cases of taking slices by index."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int16, int32, int64, ints, strings

VECTOR, CUBE = counting([3]), counting([2, 3, 4], np.int32)
TEXT = strings([[b"a", b"bc"], [b"", b"\xff"]])
AXIS_0 = int32(0)


def gathers() -> list[Case]:
    """Gather and GatherV2 without batch dimensions."""
    good = [ints(2, 0, 0), int32(1), int32([[1], [2]]), ints(), ints(1, dtype=np.int16), ints(1, dtype=np.int64)]
    bad = [ints(0, 3), int32(-1), int32([[0], [5]])]
    return [
        *(Case("GatherV2", [VECTOR, indices, AXIS_0]) for indices in [*good, *bad]),
        *(Case("GatherV2", [CUBE, ints(1, 0), int64(axis)]) for axis in range(-4, 4)),
        *(Case("GatherV2", [counting([4, 2], t), int32([[3], [0]]), AXIS_0]) for t in NUMERIC_DTYPES),
        Case("GatherV2", [TEXT, ints(1), AXIS_0]),
        Case("GatherV2", [strings([b"x", b"y"]), int32(1), AXIS_0]),
        Case("GatherV2", [np.array([True, False]), ints(1, 1), AXIS_0]),
        Case("GatherV2", [np.asarray(CUBE.transpose()), ints(1), int32(1)]),
        Case("GatherV2", [VECTOR, ints(0), ints(0)]),
        Case("GatherV2", [float32(1), ints(0), AXIS_0]),
        Case("GatherV2", [np.zeros([0, 2], np.float32), ints(0), AXIS_0]),
        Case("GatherV2", [np.zeros([0, 2], np.float32), ints(), AXIS_0]),
        Case("GatherV2", [np.zeros([3, 0], np.float32), ints(5), AXIS_0]),
        *(Case("Gather", [CUBE, indices]) for indices in (ints(1, 0), int64(1), ints(2))),
        Case("Gather", [float32(1), ints(0)]),
    ]


def batched() -> list[Case]:
    """GatherV2 with batch dimensions."""
    indices = int32([[2, 0], [1, 1]])
    return [
        *(Case("GatherV2", [CUBE, indices, int32(axis)], {"batch_dims": 1}) for axis in (1, 2, -1, 0)),
        *(Case("GatherV2", [CUBE, indices, int32(1)], {"batch_dims": n}) for n in (-1, -2, 2, 3)),
        Case("GatherV2", [CUBE, int32([[0, 1, 2], [3, 0, 1]]), int32(2)], {"batch_dims": 2}),
        Case("GatherV2", [CUBE, ints(1, 0), int32(2)], {"batch_dims": 1}),
        Case("GatherV2", [CUBE, int32([[0, 9], [1, 1]]), int32(2)], {"batch_dims": 1}),
        Case("GatherV2", [CUBE, indices[:1], int32(1)], {"batch_dims": 1}),
        Case("GatherV2", [TEXT, int32([[1], [0]]), int32(1)], {"batch_dims": 1}),
        Case("GatherV2", [np.zeros([0, 3], np.float32), np.zeros([0, 2], np.int32), int32(1)], {"batch_dims": 1}),
    ]


def positions() -> list[Case]:
    """GatherNd."""
    matrix = int32([[1, 2]])
    outside = [int32([[0, 5]]), ints(0, -1), int32([[[0, 0]], [[0, 5]]]), int32([[3], [0]])]
    return [
        *(Case("GatherNd", [matrix, i]) for i in (int32([[0, 1], [0, 0]]), int64([[0]]), ints(0, 1), *outside)),
        *(Case("GatherNd", [matrix, i], {"bad_indices_policy": b"IGNORE"}) for i in outside),
        Case("GatherNd", [matrix, outside[0]], {"bad_indices_policy": b"ERROR"}),
        Case("GatherNd", [matrix, np.zeros([2, 0], np.int32)]),
        Case("GatherNd", [matrix, int32([[0, 0, 0]])]),
        Case("GatherNd", [matrix, int32(5)]),
        Case("GatherNd", [float32(5), np.zeros([2, 0], np.int32)]),
        Case("GatherNd", [np.zeros([0, 2], np.float32), int32([[0]])]),
        Case("GatherNd", [np.zeros([2, 0], np.float32), int32([[0]])]),
        Case("GatherNd", [np.zeros([0, 2], np.float32), np.zeros([0, 1], np.int32)]),
        Case("GatherNd", [CUBE, int64([[[1, 2]], [[0, 1]]])]),
        Case("GatherNd", [CUBE, int16([[1, 2, 3], [0, 1, 0]])]),
        Case("GatherNd", [TEXT, int32([[1, 0], [0, 1]])]),
        Case("GatherNd", [TEXT, ints(1, 1)]),
        Case("GatherNd", [TEXT, int32([[3], [0]])], {"bad_indices_policy": b"IGNORE"}),
        *(Case("GatherNd", [counting([2, 2], t), int32([[1, 0]])]) for t in NUMERIC_DTYPES),
    ]


CASES = [*gathers(), *batched(), *positions()]
