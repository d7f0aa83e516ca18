"""Cases of transposing, reversing and rolling."""
from __future__ import annotations

from itertools import permutations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import (
    NUMERIC_DTYPES,
    complex64,
    complex128,
    counting,
    float32,
    int32,
    int64,
    ints,
    strings,
)

CUBE, ROW = counting([2, 3, 4]), counting([1, 2])
MATRIX = int32([[1, 2, 3], [4, 5, 6]])
TEXT = strings([[b"a", b"bc"], [b"", b"\xff"]])


def transposes() -> list[Case]:
    """Transpose, ConjugateTranspose, InvertPermutation."""
    wrong = [ints(0, 0), ints(0), ints(0, 2), int32([[0, 1]]), ints(-3, 0)]
    return [
        *(Case("Transpose", [CUBE, ints(*perm)]) for perm in permutations(range(3))),
        *(Case("Transpose", [counting([2, 3], t), ints(1, 0, dtype=np.int64)]) for t in NUMERIC_DTYPES),
        *(Case("Transpose", [ROW, perm]) for perm in (ints(-1, 0), *wrong)),
        Case("Transpose", [float32(1), ints()]),
        Case("Transpose", [TEXT, ints(1, 0)]),
        Case("Transpose", [np.zeros([0, 2], np.float32), ints(1, 0)]),
        Case("ConjugateTranspose", [complex64([[1 + 2j, 3]]), ints(1, 0)]),
        Case("ConjugateTranspose", [complex128([1 - 2j]), ints(0)]),
        Case("ConjugateTranspose", [ROW, ints(1, 0)]),
        Case("ConjugateTranspose", [TEXT, ints(1, 0)]),
        *(Case("InvertPermutation", [ints(*x)]) for x in ([2, 0, 1], [0], [], [0, 2, 2], [0, 3, 2], [-1, 3, 2])),
        Case("InvertPermutation", [int32([[0]])]),
        Case("InvertPermutation", [ints(1, 0, dtype=np.int64)]),
    ]


def reversals() -> list[Case]:
    """ReverseV2, Reverse, ReverseSequence, Roll."""
    return [
        *(Case("ReverseV2", [CUBE, ints(*axes)]) for axes in ([0], [1], [-1], [0, 2], [], [0, 0], [0, -3], [3], [-4])),
        *(Case("ReverseV2", [counting([3], t), ints(0, dtype=np.int64)]) for t in NUMERIC_DTYPES),
        Case("ReverseV2", [ROW, int32(1)]),
        Case("ReverseV2", [float32(1), ints()]),
        Case("ReverseV2", [TEXT, ints(1)]),
        *(Case("Reverse", [MATRIX, np.array(dims)]) for dims in ([False, True], [True, True], [False, False], [True])),
        Case("Reverse", [MATRIX, np.array([[True, True]])]),
    ]


def sequences() -> list[Case]:
    """ReverseSequence along several axes, with lengths outside."""
    rows = {"seq_dim": 1, "batch_dim": 0}
    columns = {"seq_dim": 0, "batch_dim": 1}
    return [
        *(Case("ReverseSequence", [MATRIX, ints(*n)], rows) for n in ([2, 3], [0, 1], [2, 4], [2, -1], [2])),
        Case("ReverseSequence", [MATRIX, ints(2, 0, 1, dtype=np.int64)], columns),
        Case("ReverseSequence", [CUBE, ints(2, 1, 0, 2, dtype=np.int64)], {"seq_dim": 0, "batch_dim": 2}),
        Case("ReverseSequence", [CUBE, ints(3, 1)], rows),
        Case("ReverseSequence", [TEXT, ints(2, 1)], rows),
        Case("ReverseSequence", [MATRIX, ints(2, 2)], {"seq_dim": 1, "batch_dim": 1}),
        Case("ReverseSequence", [MATRIX, ints(2, 2)], {"seq_dim": 3, "batch_dim": 1}),
        Case("ReverseSequence", [MATRIX, int32([[2, 2]])], rows),
        Case("ReverseSequence", [np.zeros([0, 2], np.float32), ints()], rows),
    ]


def rolls() -> list[Case]:
    """Roll by scalars and vectors."""
    vector = counting([3])
    shifts = [(1, 0), (-4, 0), (0, -1), (7, -1), (1, 1), (1, -2)]
    return [
        *(Case("Roll", [vector, int32(shift), int64(axis)]) for shift, axis in shifts),
        *(Case("Roll", [CUBE, ints(*shift), ints(*axis)]) for shift, axis in (([1, 2], [0, 2]), ([1, 1], [1, 1]))),
        Case("Roll", [CUBE, ints(), ints()]),
        Case("Roll", [vector, ints(1, 1), ints(0)]),
        Case("Roll", [vector, int32([[1]]), int32([[0]])]),
        Case("Roll", [float32(1), int32(1), int32(0)]),
        Case("Roll", [TEXT, int32(1), int32(1)]),
        Case("Roll", [np.zeros([0, 2], np.float32), int32(1), int32(0)]),
    ]


def unravelled() -> list[Case]:
    """UnravelIndex."""
    indices = [ints(2, 5, 7), int32(2), ints(20), int32([[2]]), ints(-2), ints()]
    return [
        *(Case("UnravelIndex", [i, ints(7, 2)]) for i in indices),
        Case("UnravelIndex", [ints(23, 1, dtype=np.int64), ints(2, 3, 4, dtype=np.int64)]),
        Case("UnravelIndex", [ints(2), ints(7, 0)]),
        Case("UnravelIndex", [ints(2), int32(7)]),
    ]


CASES = [*transposes(), *reversals(), *sequences(), *rolls(), *unravelled()]
