"""Cases of ragged tensors."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int32, int64, ints, strings

SPLITS = int64([0, 2, 2, 5])
OUTER = int64([0, 1, 3])
BAD_SPLITS = [int64([1, 2, 2, 5]), int64([0, 3, 2, 5]), int64([0, 2, 2, 4]), int64([]), int64([[0, 5]])]


def ranges() -> list[Case]:
    """RaggedRange."""
    dtypes = [np.float32, np.float64, np.int32, np.int64]
    return [
        *(Case("RaggedRange", [np.array([1, 5, 0], t), np.array([4, 1, 0], t), np.array([1, -2, 3], t)])
          for t in dtypes),
        *(Case("RaggedRange", [np.array(0, t), np.array([3, 0, 5], t), np.array(2, t)], {"Tsplits": "int32"})
          for t in dtypes),
        Case("RaggedRange", [float32(0), float32(1), float32(0.1)]),
        Case("RaggedRange", [float32(0), float32(np.inf), float32(0.1)]),
        Case("RaggedRange", [float32(np.nan), float32(1), float32(1)]),
        Case("RaggedRange", [int32(0), int32(3), int32(0)]),
        Case("RaggedRange", [ints(0, 1), ints(1, 2, 3), int32(1)]),
        Case("RaggedRange", [int32([[0]]), int32(3), int32(1)]),
        Case("RaggedRange", [ints(), ints(), int32(1)]),
        Case("RaggedRange", [int32(-2**31), int32(-2**31 + 3), int32(2**31 - 1)]),
    ]  # fmt: skip


def gathers() -> list[Case]:
    """RaggedGather and RaggedTensorToSparse."""
    def gather(splits: list[Any], values: Any, indices: Any) -> Case:
        rank = len(splits) + indices.ndim - 1
        return Case("RaggedGather", [splits, values, indices], {"OUTPUT_RAGGED_RANK": rank})

    return [
        *(gather([SPLITS], float32([1, 2, 3, 4, 5]), i) for i in
          (ints(2, 0, 1), ints(), int32(2), int32([[0, 2], [1, 1]]), ints(3), ints(-1), int64([0]))),
        gather([OUTER, SPLITS], counting([5, 2]), ints(1, 0, 1)),
        gather([OUTER, SPLITS], counting([5, 2]), int32([[1], [0]])),
        gather([SPLITS], strings([b"a", b"b", b"c", b"d", b"e"]), ints(2, 2)),
        *(gather([splits], float32([1, 2, 3, 4, 5]), ints(0, 1)) for splits in BAD_SPLITS[:4]),
        *(Case("RaggedTensorToSparse", [[SPLITS], np.arange(5).astype(t)]) for t in NUMERIC_DTYPES),
        Case("RaggedTensorToSparse", [[OUTER, SPLITS], counting([5])]),
        Case("RaggedTensorToSparse", [[OUTER, SPLITS], counting([5, 2, 1])]),
        Case("RaggedTensorToSparse", [[int64([0])], counting([0])]),
        *(Case("RaggedTensorToSparse", [[splits], counting([5])]) for splits in BAD_SPLITS[:4]),
    ]  # fmt: skip


def to_dense() -> list[Case]:
    """RaggedTensorToTensor."""
    values = float32([1, 2, 3, 4, 5])
    rowids, outer_ids = int64([0, 0, 2, 2, 2]), int64([0, 1, 1])

    def case(shape: Any, vals: Any, tensors: list[Any], *types: bytes, default: Any = -1.0) -> Case:
        return Case("RaggedTensorToTensor", [shape, vals, np.asarray(default, vals.dtype), tensors],
                    {"row_partition_types": list(types)})

    first, ids, splits = b"FIRST_DIM_SIZE", b"VALUE_ROWIDS", b"ROW_SPLITS"
    return [
        *(case(shape, values, [SPLITS], splits) for shape in
          (int64(-1), int64([-1, -1]), int64([2, 2]), int64([5, 7]), int64([-1, 1]), int64([0, 3]), int64([3, 0]),
           int64([3]), int64([-1, -1, -1]), int64(3), int64([-2, 3]))),
        case(int64(-1), values, [np.int64(4), rowids], first, ids),
        case(int64([2, 2]), values, [np.int64(4), rowids], first, ids),
        case(int64(-1), values, [np.int64(2), outer_ids, rowids], first, ids, ids),
        case(int64(-1), values, [OUTER, SPLITS], splits, splits),
        case(int64([-1, 1, 2]), values, [OUTER, SPLITS], splits, splits),
        case(int64(-1), counting([5, 2]), [SPLITS], splits),
        case(int64(-1), counting([5, 2]), [SPLITS], splits, default=[7, 8]),
        case(int64(-1), counting([5, 2]), [SPLITS], splits, default=[7, 8, 9]),
        case(int64([-1, -1, 3]), counting([5, 2]), [SPLITS], splits),
        case(int64(-1), values[:0], [int64([0])], splits),
        case(int64(-1), values, [int64([])], splits),
        case(int64(-1), values, [np.int64(1), rowids], first, ids),
        *(case(int64(-1), np.arange(5).astype(t), [SPLITS], splits, default=0) for t in NUMERIC_DTYPES),
        Case("RaggedTensorToTensor", [int32(-1), strings([b"a"] * 5), b"-", [SPLITS]],
             {"row_partition_types": [splits]}),
    ]  # fmt: skip


CASES = [*ranges(), *gathers(), *to_dense()]
