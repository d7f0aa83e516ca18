"""Cases of broadcasting and tiling."""
from __future__ import annotations

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int32, ints, strings

VECTOR = counting([3])
PAIRS = [
    ([2, 1, 3], [1, 3]), ([1, 1], [1, 1]), ([1, 3], [2, 1, 3]), ([2, 3, 5], []), ([], []), ([1, 1], []),
    ([2, 3], [2, 3]), ([0, 3], [1, 3]), ([1, 2, 1, 3], [1, 1, 1, 3]), ([1, 3], [3]), ([3], [1, 3]),
    ([2, 3], [3, 2]), ([2, 3], [2]), ([1], [5]), ([0], [0]), ([0], []),
]  # fmt: skip

CASES = [
    *(Case("BroadcastTo", [VECTOR, ints(*dims)]) for dims in ([3], [2, 3], [0, 3], [1, 2, 3])),
    *(Case("BroadcastTo", [VECTOR, ints(*dims)]) for dims in ([2], [-1, 3], [], [3, 2])),
    *(Case("BroadcastTo", [counting([2, 1], t), ints(2, 3, dtype=np.int64)]) for t in NUMERIC_DTYPES),
    Case("BroadcastTo", [float32(1), ints()]),
    Case("BroadcastTo", [strings([b"a"]), ints(2)]),
    Case("BroadcastTo", [b"a", ints(2, 1)]),
    *(Case("BroadcastArgs", [ints(*a), ints(*b)]) for a, b in PAIRS),
    Case("BroadcastArgs", [int32(3), ints(1)]),
    Case("BroadcastArgs", [ints(3, dtype=np.int64), ints(1, dtype=np.int64)]),
    *(Case("BroadcastGradientArgs", [ints(*a), ints(*b)]) for a, b in PAIRS),
    Case("BroadcastGradientArgs", [ints(3, dtype=np.int64), ints(1, dtype=np.int64)]),
    *(Case("Tile", [counting([2, 3], t), ints(2, 1)]) for t in NUMERIC_DTYPES if t is not np.uint16),
    *(Case("Tile", [VECTOR, ints(*multiples)]) for multiples in ([2], [0], [-1], [2, 2], [])),
    Case("Tile", [VECTOR, int32(2)]),
    Case("Tile", [float32(1), ints()]),
    Case("Tile", [counting([2, 2, 2]), ints(1, 3, 2, dtype=np.int64)]),
    Case("Tile", [strings([[b"a"], [b"b"]]), ints(1, 2)]),
    Case("Tile", [np.array([True, False]), ints(2)]),
    Case("Tile", [np.zeros([0, 2], np.float32), ints(3, 3)]),
]
