"""Cases of the largest elements: which they are, what is among them, the n-th."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.nn.conv_ops import ramp
from tests.kernels.cases.typed_arrays import float32, int32, int64

INF, NAN = np.inf, np.nan
ROWS = float32([[3, 1, 2, 5, 4], [9, 8, 8, 8, 5], [-INF, 0, INF, -1, 0]])
LONG = ((np.arange(6000) * 7919) % 5003).astype(np.float32)
INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)

TOP_K = [Case("TopKV2", [ROWS, int32(k)]) for k in (0, 1, 2, 4, 5, 6, -1)]
TOP_K += [Case("TopKV2", [np.array([3, 1, 2, 3, 0]).astype(t), int32(3)]) for t in INTEGERS]
TOP_K += [Case("TopKV2", [ROWS.astype(t), int32(3)]) for t in (np.float64, np.float16, ml_dtypes.bfloat16)]
TOP_K += [
    Case("TopKV2", [x, k])
    for x, k in [
        (LONG, int32(9)), (LONG[None], int32(0)), (LONG[None], int32(1)), (LONG[None, None], int32(700)),
        (LONG[None, None], int32(751)), (LONG.reshape(2, 3, 1000)[:, :, ::100], int64(3)),
        (np.zeros((2, 5), np.float32), int32(4)), (np.zeros((0, 3), np.float32), int32(2)),
        (np.zeros((2, 0), np.float32), int32(0)), (float32(1), int32(0)), (ROWS, int32([2])),
        (np.array([True, False]).astype(np.int32), np.int16(1)),
    ]
]  # fmt: skip
TOP_K += [Case("TopKV2", [ROWS, int32(2)], {"index_type": t}) for t in ("int16", "int64")]
TOP_K += [
    Case("TopKV2", [x, int32(k)], {"sorted": False})
    for x in (ROWS, LONG[:300] % np.float32(97), ramp(3, 5, 17), LONG[None, :40].astype(np.int32))
    for k in sorted({0, 1, 3, 4, x.shape[-1] - 1, x.shape[-1]})
]

SCORES = float32([[1, 2, 3], [3, 3, 1], [NAN, 1, 2], [INF, 1, 2], [1, 2, 3], [5, 4, 3]])
TARGETS = [2, 1, 1, 1, 7, -1]
IN_TOP_K = [
    Case("InTopKV2", [SCORES, np.asarray(TARGETS, t), np.asarray(k, t)])
    for k in (0, 1, 2, 3, 9)
    for t in (np.int32, np.int64)
]
IN_TOP_K += [Case("InTopK", [SCORES, int32(TARGETS)], {"k": k}) for k in (1, 2)]
IN_TOP_K += [
    Case("InTopKV2", [x, targets, k])
    for x, targets, k in [
        (SCORES[0], int32([1]), int32(1)), (SCORES, int32([[1]] * 6), int32(1)),
        (SCORES, int32([1]), int32(1)), (SCORES, int32(TARGETS), int32([1])),
        (np.zeros((0, 3), np.float32), np.zeros(0, np.int32), int32(1)),
    ]
]  # fmt: skip

NTH = [Case("NthElement", [ROWS, int32(n)], {"reverse": r}) for n in (0, 2, 4) for r in (False, True)]
NTH += [Case("NthElement", [ROWS[:2].astype(t), int32(1)]) for t in (np.int32, np.uint8, np.float16, np.float64)]
NTH += [
    Case("NthElement", [x, n])
    for x, n in [
        (ROWS, int32(5)), (ROWS, int32(-1)), (float32(1), int32(0)), (ROWS, int32([1])),
        (ROWS[:0], int32(1)),
    ]
]  # fmt: skip

CASES = [*TOP_K, *IN_TOP_K, *NTH]
