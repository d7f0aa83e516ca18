"""Cases of fractional pooling; the windows follow from the seeds."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import images, ramp
from tests.kernels.cases.nn.pool_ops import maxima
from tests.kernels.cases.typed_arrays import float32, int64

LARGE = images(13, 31, 2)
SEEDED = {"deterministic": True, "seed": 3, "seed2": 5}
POOLS = [
    Case(op, [x], {"pooling_ratio": ratio, "pseudo_random": p, "overlapping": o, **SEEDED})
    for op in ("FractionalMaxPool", "FractionalAvgPool")
    for x, ratio in [(LARGE, [1.0, 1.44, 1.73, 1.0]), (LARGE.astype(np.float64), [1.0, 2.6, 1.0, 1.0]),
                     ((LARGE * 10).astype(np.int32), [1.0, 2.0, 3.1, 1.0])]
    for p in (False, True)
    for o in (False, True)
]  # fmt: skip
POOLS += [
    Case("FractionalMaxPool", [x], {"pooling_ratio": ratio, "deterministic": deterministic, "seed": seed})
    for x, ratio, deterministic, seed in [
        (LARGE, [2.0, 1.5, 1.5, 1.0], True, 1), (LARGE, [1.0, 1.5, 1.5, 2.0], True, 1),
        (LARGE[0], [1.0, 1.5, 1.5, 1.0], True, 1),
        (LARGE, [1.0, 14.0, 1.5, 1.0], True, 1), (LARGE[:0], [1.0, 1.5, 1.5, 1.0], True, 1),
        (LARGE, [1.0, 1.5, 1.5, 1.0], False, 1),
    ]
]  # fmt: skip

X = images(4, 6, 2)
FLAT = np.zeros((1, 4, 6, 1), np.float32)
REGULAR = maxima(X, ([1, 2, 3, 1], [1, 2, 3, 1], b"VALID"))
ROWS, COLUMNS = [0, 2, 4], [0, 3, 6]


def max_gradient(x: Any, y: Any, dy: Any, rows: Any = ROWS, columns: Any = COLUMNS, overlapping: bool = False) -> Case:
    return Case("FractionalMaxPoolGrad", [x, y, dy, int64(rows), int64(columns)], {"overlapping": overlapping})


GRADIENTS = [max_gradient(X, REGULAR, ramp(2, 2, 2, 2))]
GRADIENTS += [max_gradient(X.astype(np.int32), *[REGULAR.astype(np.int32)] * 2)]
GRADIENTS += [max_gradient(FLAT, FLAT[:, :2, :2], ramp(1, 2, 2, 1), overlapping=o) for o in (False, True)]
GRADIENTS += [max_gradient(FLAT, FLAT[:, :2, :2], ramp(1, 2, 2, 1), [0, 1, 4], [0, 5, 6], o) for o in (False, True)]
GRADIENTS += [
    max_gradient(X, y, dy, rows)
    for y, dy, rows in [
        (REGULAR + float32(1), REGULAR, ROWS), (REGULAR, REGULAR, 1),
        (REGULAR, REGULAR, []),
    ]
]  # fmt: skip
GRADIENTS += [
    Case("FractionalAvgPoolGrad", [int64(shape), dy, int64(rows), int64([0, 3, 6])], {"overlapping": o})
    for o in (False, True)
    for shape, dy, rows in [
        ((2, 4, 6, 2), ramp(2, 2, 2, 2), [0, 1, 4]), ((2, 4, 6, 2), ramp(2, 2, 2, 2, dtype=np.float64), ROWS),
        ((2, 4, 6, 2), ramp(2, 2, 2, 2), [0, 1]), ((4, 6, 2), ramp(2, 2, 2, 2), ROWS),
    ]
]  # fmt: skip

CASES = [*POOLS, *GRADIENTS]
