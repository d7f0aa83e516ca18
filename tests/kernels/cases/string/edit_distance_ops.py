"""Cases of the distance between sequences."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import float32, int32, int64, strings


def distances() -> list[Case]:
    """EditDistance, of sequences that are there on both sides, on one, on none."""
    hypothesis = [int64([[0, 0], [0, 1], [1, 0], [2, 0]]), int32([1, 2, 5, 7]), int64([3, 2])]
    truth = [int64([[0, 0], [0, 1], [0, 2], [1, 0], [3, 0]]), int32([1, 3, 2, 5, 9]), int64([4, 3])]
    words = [strings([b"a", b"b", b"c", b"d"]), strings([b"a", b"x", b"b", b"c", b"d"])]
    none = [np.zeros([0, 2], np.int64), np.zeros([0], np.int32), int64([0, 0])]
    cube = [int64([[0, 1, 0], [1, 0, 0], [1, 0, 1]]), float32([1, 2, 3]), int64([2, 2, 2])]
    wrong = [int64([[0, 0], [5, 0], [1, 0], [2, 0]]), *hypothesis[1:]]
    return [
        *(Case("EditDistance", [*hypothesis, *truth], {"normalize": n}) for n in (True, False)),
        *(Case("EditDistance", [*hypothesis, *none], {"normalize": n}) for n in (True, False)),
        *(Case("EditDistance", [*none, *truth], {"normalize": n}) for n in (True, False)),
        *(Case("EditDistance", [*cube, cube[0], cube[1][::-1], cube[2]], {"normalize": n}) for n in (True, False)),
        Case("EditDistance", [hypothesis[0], words[0], hypothesis[2], truth[0], words[1], truth[2]]),
        Case("EditDistance", [*none, *none]),
        Case("EditDistance", [*wrong, *truth]),
        Case("EditDistance", [*hypothesis, *cube[:1], int32([1, 2, 3]), cube[2]]),
        Case("EditDistance", [hypothesis[0][:2], *hypothesis[1:], *truth]),
    ]


CASES = distances()
