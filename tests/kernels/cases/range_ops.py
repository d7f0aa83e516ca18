"""Cases of evenly spaced numbers."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import FLOATS


def ranges() -> Iterator[Case]:
    integers = [
        (0, 5, 1), (5, 1, -2), (5, 1, 2), (1, 5, -2), (5, 5, 2), (5, 5, 0), (3, 10, 4), (-2, 3, 7), ([5], [6], [1]),
        ([5, 6], 6, 1), ([[0]], 6, 1), (-(2**31), 2**31 - 1, 2**30),
    ]  # fmt: skip
    for dtype in (np.int32, np.int64):
        yield from (Case("Range", [dtype(start), dtype(limit), dtype(delta)]) for start, limit, delta in integers)
    floats = [(0, 1, 0.1), (0, 1, 0.25), (1, 0, -0.3), (1, 0, 0.3), (0, 1, 0), (0, 1, -1), (0.5, 0.6, 7), (0, 0.3, 0.1)]
    for dtype in FLOATS:
        yield from (Case("Range", [np.array(value, dtype) for value in values]) for values in floats)
    beyond = [(0, 1e30, 1e-30), (0, np.inf, 1), (0, np.nan, 1), (np.nan, 1, 1), (0, 1, np.nan)]
    yield from (Case("Range", [np.float32(value) for value in values]) for values in beyond)
    yield Case("Range", [np.float32(0), np.float32(300), np.float32(1.1)])


def linear() -> Iterator[Case]:
    for dtype in (np.float32, np.float64):
        for start, stop, num in ((0, 1, 4), (3, 1, 1), (1, -1, 5), (2, 2, 3), (0, 1, 0), (0, 1, -2)):
            yield Case("LinSpace", [dtype(start), dtype(stop), np.int32(num)])
    yield Case("LinSpace", [np.float32([0]), np.float32(1), np.int32(2)])
    yield Case("LinSpace", [np.float32(0), np.float32(1), np.int64([2])])
    yield Case("LinSpace", [np.float32(-np.inf), np.float32(1), np.int64(2)])


CASES = [*ranges(), *linear()]
