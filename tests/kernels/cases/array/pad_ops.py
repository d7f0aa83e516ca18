"""Cases of borders around arrays."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int32, int64, ints, strings

VECTOR, MATRIX = counting([3], start=1), counting([2, 3])
MODES = [b"REFLECT", b"SYMMETRIC"]
WRONG = [int32([[1, -1]]), ints(1, 1), int32([[1, 1], [1, 1]]), int32([[1, 1, 1]])]


def constant() -> list[Case]:
    """Pad and PadV2."""
    both = int32([[1, 0], [2, 1]])
    return [
        *(Case("Pad", [counting([2, 2], t), both]) for t in NUMERIC_DTYPES),
        *(Case("PadV2", [counting([2, 2], t), int64([[0, 0], [2, 1]]), np.array(7, t)]) for t in NUMERIC_DTYPES),
        *(Case("Pad", [VECTOR, paddings]) for paddings in (int32([[0, 0]]), *WRONG)),
        *(Case("PadV2", [VECTOR, paddings, float32(5)]) for paddings in WRONG),
        Case("Pad", [float32(1), np.zeros([0, 2], np.int32)]),
        Case("Pad", [np.zeros([0, 2], np.float32), both]),
        Case("Pad", [np.zeros([0, 2], np.float32), int32([[0, 0], [1, 1]])]),
        Case("Pad", [strings([[b"a", b"b"]]), both]),
        Case("PadV2", [strings([[b"a", b"b"]]), both, b"x"]),
        Case("Pad", [np.array([[True]]), both]),
        Case("PadV2", [np.array([[True]]), both, np.bool_(True)]),
        Case("PadV2", [VECTOR, int32([[1, 1]]), float32([3])]),
        Case("Pad", [counting([1, 2, 1, 2]), int32([[1, 0], [0, 1], [1, 1], [0, 0]])]),
    ]


def mirrors() -> list[Case]:
    """MirrorPad."""
    paddings = [[[1, 2]], [[0, 0]], [[2, 0]], [[3, 3]], [[4, 1]], [[1, 4]]]
    return [
        *(Case("MirrorPad", [VECTOR, int32(p)], {"mode": mode}) for mode in MODES for p in paddings),
        *(Case("MirrorPad", [VECTOR, p], {"mode": b"SYMMETRIC"}) for p in WRONG),
        *(Case("MirrorPad", [MATRIX, int64([[1, 0], [1, 2]])], {"mode": mode}) for mode in MODES),
        *(Case("MirrorPad", [counting([3], t), int32([[2, 1]])], {"mode": b"REFLECT"}) for t in NUMERIC_DTYPES),
        *(Case("MirrorPad", [np.zeros([0], np.float32), int32([[0, 0]])], {"mode": mode}) for mode in MODES),
        Case("MirrorPad", [strings([b"a", b"b"]), int32([[1, 1]])], {"mode": b"REFLECT"}),
        Case("MirrorPad", [float32(1), np.zeros([0, 2], np.int32)], {"mode": b"REFLECT"}),
    ]


def gradients() -> list[Case]:
    """MirrorPadGrad."""
    grads = counting([6])
    paddings = [[[1, 2]], [[0, 0]], [[2, 0]], [[2, 1]], [[3, 0]], [[3, 3]], [[4, 4]], [[-1, 0]], [[5, 0]]]
    return [
        *(Case("MirrorPadGrad", [grads, int32(p)], {"mode": mode}) for mode in MODES for p in paddings),
        *(Case("MirrorPadGrad", [counting([4, 5]), int32([[1, 1], [1, 1]])], {"mode": mode}) for mode in MODES),
        *(
            Case("MirrorPadGrad", [counting([4], t), int32([[1, 1]])], {"mode": b"SYMMETRIC"})
            for t in (np.float64, np.float16, np.int32, np.complex64)
        ),
    ]


CASES = [*constant(), *mirrors(), *gradients()]
