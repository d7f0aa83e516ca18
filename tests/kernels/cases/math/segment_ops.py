"""Cases of reductions by segment."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import BFLOAT16, COMPLEX, FLOATS, INTEGERS, array, float32, int8, int32, int64

NUMBERS = [*FLOATS, *COMPLEX, *INTEGERS]
REAL = [*FLOATS, *INTEGERS]
KINDS = {"Sum": NUMBERS, "Prod": NUMBERS, "Max": REAL, "Min": REAL}
NAN = float32([1, np.nan, 3, 1, -np.inf])


def sorted_segments() -> Iterator[Case]:
    ids = int32([1, 1, 2, 4])
    wrong = [[0, 2, 1, 3], [0, 2], [[0, 2, 2, 3]], [-1, 0, 1, 1], 0]
    for kind, types in {**KINDS, "Mean": NUMBERS}.items():
        op = f"Segment{kind}"
        yield from (Case(op, [array(dtype, 4, 2), ids]) for dtype in types)
        yield Case(op, [array("float32", 4), int64([0, 0, 0, 0])])
        yield Case(op, [array("float32", 0, 3), int32([])])
        yield Case(op, [array("float32", 3, 0), int32([0, 0, 2])])
        yield Case(op, [float32(1), int32([0])])
        yield Case(op, [NAN, int32([1, 1, 3, 3, 4])])
        yield from (Case(op, [array("float32", 4, 2), int32(bad)]) for bad in wrong)
    yield Case("SegmentMean", [int8([100, 100, 100]), int32([1, 1, 1])])
    yield Case("SegmentSum", [np.array([256] + [1] * 30, BFLOAT16), np.zeros(31, "int32")])


def unsorted_segments() -> Iterator[Case]:
    for kind, types in KINDS.items():
        op = f"UnsortedSegment{kind}"
        yield from (Case(op, [array(dtype, 4, 2), int32([3, -1, 0, 3]), int32(5)]) for dtype in types)
        x = array("float32", 2, 2)
        for ids, count in (
            ([3, -1], 5), ([[3, -1], [0, 0]], 4), (1, 3), ([3, 5], 5), ([3], 5), ([[0, 1]], 2), ([0, 1], -1),
            ([0, 1], [2]), ([-1, -1], 2), ([0, 1], 0),
        ):  # fmt: skip
            yield Case(op, [x, int64(ids), int32(count)])
        yield Case(op, [NAN, int32([1, 1, 3, 3, 4]), int64(6)])
        yield Case(op, [float32(2), int32(1), int32(2)])
        yield Case(op, [float32(2), int32([1]), int32(2)])
        yield Case(op, [array("float32", 0, 2), int32([]), int32(2)])
        yield Case(op, [array("int32", 5), int32([1, 0, 1, 0, 1]), int32(2)])
    yield Case("UnsortedSegmentSum", [np.array([256] + [1] * 30, BFLOAT16), np.zeros(31, "int32"), int32(1)])


def sparse_segments() -> Iterator[Case]:
    x, i = array("float32", 3, 2), int32
    for kind in ("Sum", "Mean", "SqrtN"):
        op, to_count = f"SparseSegment{kind}", f"SparseSegment{kind}WithNumSegments"
        for dtype in REAL if kind == "Sum" else FLOATS:
            yield Case(op, [array(dtype, 3, 2), i([0, 2, 1, 1]), i([0, 0, 2, 2])])
        for indices, ids in (
            ([0, 3], [0, 0]), ([0, -1], [0, 0]), ([0, 1], [1, 0]), ([0, 1], [0]), ([[0, 1]], [0, 0]),
            ([0, 1], [[0, 0]]), ([0, 1], [-1, 0]), ([], []), ([2, 2, 2], [1, 1, 3]),
        ):  # fmt: skip
            yield Case(op, [x, int64(indices), i(ids)])
        yield Case(op, [float32(1), i([0]), i([0])])
        yield from (Case(to_count, [x, i([0, 2, 1]), i([0, 0, 2]), i(n)]) for n in (5, 3, 2, -2, [3]))
        yield Case(to_count, [x, i([]), i([]), int64(2)])
    yield Case("SparseSegmentSum", [np.array([256] + [1] * 3, BFLOAT16), i([0, 1, 2, 3]), i([0, 0, 0, 0])])


def sparse_gradients() -> Iterator[Case]:
    i = int32
    for kind in ("Sum", "Mean", "SqrtN"):
        op = f"SparseSegment{kind}Grad"
        yield from (Case(op, [array(dtype, 2, 2), i([0, 2, 0]), i([0, 0, 1]), i(4)]) for dtype in FLOATS)
        yield from (Case(f"{op}V2", [array(dtype, 2, 2), i([3, 2, 3]), i([0, 1, 1]), i(4)]) for dtype in FLOATS)
        grad = array("float32", 2, 2)
        yield Case(op, [float32(1), int32([0]), int32([0]), int32(1)])
        for indices, ids, rows in (
            ([0, 2, 4], [0, 0, 1], 4), ([0, 2, 3], [0, 0, 2], 4), ([0, 2, 3], [0, 1], 4), ([0, 2, 3], [0, 1, 1], -1),
            ([0, 2, 3], [0, 1, 1], [4]), ([0, 2, 3], [0, 1, 0], 4),
        ):  # fmt: skip
            yield Case(op, [grad, i(indices), i(ids), i(rows)])


CASES = [*sorted_segments(), *unsorted_segments(), *sparse_segments(), *sparse_gradients()]
