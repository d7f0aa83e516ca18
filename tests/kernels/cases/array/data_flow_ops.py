"""Cases of taking tensors apart by number and putting them together."""
from __future__ import annotations

import ml_dtypes
import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import NUMERIC_DTYPES, counting, float32, int32, ints, strings


def partitions() -> list[Case]:
    """DynamicPartition."""
    two = {"num_partitions": 2}
    return [
        *(Case("DynamicPartition", [counting([4], t), int32([0, 1, 1, 0])], two) for t in NUMERIC_DTYPES),
        Case("DynamicPartition", [counting([4, 2]), int32([2, 0, 2, 2])], {"num_partitions": 4}),
        Case("DynamicPartition", [counting([2, 3, 2]), int32([[0, 1, 0], [1, 1, 0]])], two),
        Case("DynamicPartition", [strings([b"a", b"b", b"c"]), int32([1, 0, 1])], two),
        Case("DynamicPartition", [np.array([True, False]), int32([1, 1])], two),
        Case("DynamicPartition", [float32(5), int32(1)], two),
        Case("DynamicPartition", [counting([3]), int32(1)], two),
        Case("DynamicPartition", [np.zeros([0, 3], np.float32), ints()], two),
        Case("DynamicPartition", [np.zeros([2, 0], np.float32), int32([0, 1])], two),
        Case("DynamicPartition", [counting([3]), int32([0, 2, 1])], two),
        Case("DynamicPartition", [counting([3]), int32([0, -1, 1])], two),
        Case("DynamicPartition", [counting([3]), int32([0, 1])], two),
        Case("DynamicPartition", [counting([3]), int32([[0, 1, 1]])], two),
    ]


def stitches() -> list[Case]:
    """DynamicStitch and its parallel twin, which leaves open which of several rows for one place counts."""
    both = ["DynamicStitch", "ParallelDynamicStitch"]
    half = np.array([1, 2], ml_dtypes.bfloat16)
    return [
        *(Case("DynamicStitch", [[int32([0, 2]), int32([1])], [counting([2], t), counting([1], t, 5)]])
          for t in NUMERIC_DTYPES),
        *(Case(op, [[int32([1, 0]), int32([[2], [3]])], [counting([2, 2]), counting([2, 1, 2], start=4)]])
          for op in both),
        *(Case(op, [[int32(0), int32([1, 2])], [float32([7, 8]), counting([2, 2])]]) for op in both),
        *(Case(op, [[int32([0, 1])], [strings([b"a", b"b"])]]) for op in both),
        *(Case(op, [[ints(), int32([0, 1])], [np.zeros([0, 2], np.float32), counting([2, 2])]]) for op in both),
        *(Case(op, [[ints(), ints()], [np.zeros([0, 2], np.float32)] * 2]) for op in both),
        *(Case(op, [[int32([1, 0])], [half]]) for op in both),
        Case("DynamicStitch", [[int32([0, 1, 1]), int32([1, 0])], [counting([3]), counting([2], start=7)]]),
        *(Case(op, [[int32([0, 1])], [counting([3])]]) for op in both),
        *(Case(op, [[int32([0]), int32([1])], [counting([1, 2]), counting([1, 3])]]) for op in both),
        *(Case(op, [[int32([0, -1])], [counting([2])]]) for op in both),
    ]  # fmt: skip


CASES = [*partitions(), *stitches()]
