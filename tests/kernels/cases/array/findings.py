"""Calls of array ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from tests.kernels.cases import Case
from tests.kernels.cases.values import int32, int64, ints

LEAST, LARGEST = -(2**31), 2**31 - 1


def offsets() -> list[Case]:
    """Sizes whose sums wrap around."""
    small = [(LEAST, 2), (LARGEST, 2), (LARGEST, 3), (LEAST, 4), (-3, 2)]
    return [
        *(Case("ConcatOffset", [int32(0), [ints(size, 1)] * count]) for size, count in small),
        Case("ConcatOffset", [int32(0), [int64([2**62, 1])] * 4]),
    ]


def unravelled() -> list[Case]:
    """Negative dimensions."""
    dims = [(LEAST, LEAST), (-2, 3), (2, -3), (-2, -3), (-1, 0)]
    return [Case("UnravelIndex", [ints(1), int32(d)]) for d in dims]


CASES = [*offsets(), *unravelled()]
