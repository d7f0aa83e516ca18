"""Cases of the ops that join arrays and take them apart."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int32, int64, ints, strings

A, B = counting([2, 3]), counting([2, 1], start=10)
TEXT = strings([[b"a", b"bc"], [b"", b"\xff"]])


def concats() -> list[Case]:
    """Concat, its twin with the axis first, and the offsets its gradient needs."""
    return [
        *(Case("ConcatV2", [[A, B], int32(axis)]) for axis in (1, -1, 0, 2, -3)),
        *(Case("ConcatV2", [[counting([2], t), counting([3], t)], int64(0)]) for t in NUMERIC_DTYPES),
        Case("ConcatV2", [[A, A, A], int32(0)]),
        Case("ConcatV2", [[np.zeros([0, 3], np.float32), A], int32(0)]),
        Case("ConcatV2", [[np.zeros([0, 3], np.float32), np.zeros([0, 3], np.float32)], int32(1)]),
        Case("ConcatV2", [[np.zeros([0], np.float32), A], int32(0)]),
        Case("ConcatV2", [[float32(1), float32(2)], int32(0)]),
        Case("ConcatV2", [[A, counting([3])], int32(0)]),
        Case("ConcatV2", [[TEXT, TEXT], int32(1)]),
        Case("ConcatV2", [[A, B], ints(1)]),
        Case("ConcatV2", [[A, B], ints(1, 0)]),
        *(Case("Concat", [int32(axis), [A, B]]) for axis in (1, -1, 0, 2)),
        *(Case("ConcatOffset", [int32(axis), [ints(2, 3), ints(2, 5), ints(2, 1)]]) for axis in (1, -1, 0, 2)),
        Case("ConcatOffset", [int32(0), [ints(2, 3), ints(2)]]),
        Case("ParallelConcat", [[A[:1], A[1:]]], {"shape": [2, 3]}, static_shapes=True),
        Case("ParallelConcat", [[strings([b"a"]), strings([b"b"])]], {"shape": [2]}, static_shapes=True),
        Case("ConcatOffset", [int32(0), [int32(2), int32(3)]]),
    ]


def packs() -> list[Case]:
    """Pack and Unpack."""
    scalars = [float32(1), float32(2), float32(3)]
    return [
        *(Case("Pack", [[A, A + 1]], {"axis": axis}) for axis in range(-4, 4)),
        *(Case("Pack", [[np.array(1, dtype), np.array(2, dtype)]]) for dtype in NUMERIC_DTYPES),
        *(Case("Pack", [scalars], {"axis": axis}) for axis in (0, -1, 1, -2)),
        Case("Pack", [[float32(1), float32([2])]]),
        Case("Pack", [[b"x", b"yz"]]),
        Case("Pack", [[TEXT, TEXT]], {"axis": 1}),
        Case("Pack", [[np.bool_(True), np.bool_(False)]]),
        Case("Pack", [[np.zeros([0], np.int32)] * 2]),
        *(Case("Unpack", [A], {"num": num, "axis": axis}) for num, axis in ((2, 0), (3, 1), (3, -1), (2, -2))),
        *(Case("Unpack", [A], {"num": num, "axis": axis}) for num, axis in ((3, 0), (2, 2), (2, -3))),
        Case("Unpack", [counting([3])], {"num": 3}),
        Case("Unpack", [strings([b"a", b"b"])], {"num": 2}),
        Case("Unpack", [float32(3)], {"num": 1}),
        Case("Unpack", [np.zeros([0, 2], np.int32)], {"num": 0}),
    ]


def splits() -> list[Case]:
    """Split into equal parts, SplitV into parts of given sizes."""
    vector, row = counting([4]), counting([2, 4])
    of_row = ints(3, 1, dtype=np.int64)
    sizes = [ints(1, 3), ints(1, -1), ints(-1, -1), ints(4, -1), ints(5, -1), ints(1, 1), ints(4, 1), ints(6, -2)]
    return [
        *(Case("Split", [int32(0), vector], {"num_split": n}) for n in (1, 2, 4, 3)),
        *(Case("Split", [int32(axis), row], {"num_split": 2}) for axis in (0, 1, -1, -2, 2, -3)),
        Case("Split", [ints(0), vector], {"num_split": 2}),
        Case("Split", [int32(0), float32(1)], {"num_split": 1}),
        Case("Split", [int32(1), TEXT], {"num_split": 2}),
        Case("Split", [int32(0), np.zeros([0, 2], np.float32)], {"num_split": 2}),
        *(Case("SplitV", [vector, size, int32(0)], {"num_split": 2}) for size in sizes),
        *(Case("SplitV", [row, of_row, int32(axis)], {"num_split": 2}) for axis in (1, -1, 2, -3)),
        Case("SplitV", [vector, ints(4), int32(0)], {"num_split": 2}),
        Case("SplitV", [vector, int32([[1, 3]]), int32(0)], {"num_split": 2}),
        Case("SplitV", [TEXT, ints(0, 2), int32(0)], {"num_split": 2}),
    ]


CASES = [*concats(), *packs(), *splits()]
