"""Cases of evenly spaced numbers."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import FLOATS, float32, float64, int32, int64


def ranges() -> Iterator[Case]:
    integers: list[tuple[Any, Any, Any]] = [
        (0, 5, 1), (5, 1, -2), (5, 1, 2), (1, 5, -2), (5, 5, 2), (5, 5, 0), (3, 10, 4), (-2, 3, 7), ([5], [6], [1]),
        ([5, 6], 6, 1), ([[0]], 6, 1), (-(2**31), 2**31 - 1, 2**30),
    ]  # fmt: skip
    for dtype in (int32, int64):
        yield from (Case("Range", [dtype(start), dtype(limit), dtype(delta)]) for start, limit, delta in integers)
    floats = [(0, 1, 0.1), (0, 1, 0.25), (1, 0, -0.3), (1, 0, 0.3), (0, 1, 0), (0, 1, -1), (0.5, 0.6, 7), (0, 0.3, 0.1)]
    for dtype in FLOATS:
        yield from (Case("Range", [np.array(value, dtype) for value in values]) for values in floats)
    beyond = [(0, 1e30, 1e-30), (0, np.inf, 1), (0, np.nan, 1), (np.nan, 1, 1), (0, 1, np.nan)]
    yield from (Case("Range", [float32(value) for value in values]) for values in beyond)
    yield Case("Range", [float32(0), float32(300), float32(1.1)])


def linear() -> Iterator[Case]:
    for dtype in (float32, float64):
        for start, stop, num in ((0, 1, 4), (3, 1, 1), (1, -1, 5), (2, 2, 3), (0, 1, 0), (0, 1, -2)):
            yield Case("LinSpace", [dtype(start), dtype(stop), int32(num)])
    yield Case("LinSpace", [float32([0]), float32(1), int32(2)])
    yield Case("LinSpace", [float32(0), float32(1), int64([2])])
    yield Case("LinSpace", [float32(-np.inf), float32(1), int64(2)])


CASES = [*ranges(), *linear()]
