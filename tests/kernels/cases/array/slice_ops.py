"""Cases of Slice, StridedSlice and their kin."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import counting, float32, int32, ints, strings

CUBE = counting([3, 4, 2], np.int32)
# begin, end, strides, masks
SPECIFICATIONS: list[tuple[list[int], list[int], list[int], dict[str, int]]] = [
    ([0], [2], [1], {}),
    ([1, 1], [3, 3], [1, 2], {}),
    ([-1], [-4], [-1], {}),
    ([2, 3], [0, -5], [-1, -2], {}),
    ([-100], [100], [2], {}),
    ([100], [-100], [-2], {}),
    ([2], [1], [1], {}),
    ([1, 5], [2, 6], [1, 1], {}),
    ([1, 1], [2, 2], [1, 1], {"begin_mask": 1, "end_mask": 2}),
    ([1, 1], [2, 2], [-1, -1], {"begin_mask": 3, "end_mask": 3}),
    ([0, 1], [0, 2], [1, 1], {"ellipsis_mask": 1}),
    ([1, 0, 1], [2, 0, 2], [1, 1, 1], {"ellipsis_mask": 2}),
    ([1, 0], [2, 0], [1, 1], {"ellipsis_mask": 2}),
    ([0, 1, 1, 0], [1, 2, 2, 1], [1, 1, 1, 1], {"ellipsis_mask": 1}),
    ([0, 0, 1], [0, 0, 2], [1, 1, 1], {"new_axis_mask": 1, "ellipsis_mask": 2}),
    ([0, 1, 0], [0, 2, 0], [1, 1, 1], {"new_axis_mask": 5}),
    ([1], [2], [1], {"shrink_axis_mask": 1}),
    ([-1, 2], [0, 3], [1, 1], {"shrink_axis_mask": 3}),
    ([1, 1, 1], [2, 2, 2], [1, 1, 1], {"shrink_axis_mask": 7}),
    ([1], [2], [2], {"shrink_axis_mask": 1, "begin_mask": 1, "end_mask": 1}),
    ([1], [2], [1], {"shrink_axis_mask": 1, "new_axis_mask": 1}),
    ([1], [2], [1], {"ellipsis_mask": 1, "new_axis_mask": 1, "shrink_axis_mask": 1}),
    ([0, 1], [0, 2], [0, 1], {"new_axis_mask": 1}),
    ([], [], [], {}),
    # contradictions
    ([0], [2], [0], {}),
    ([3], [4], [1], {"shrink_axis_mask": 1}),
    ([-4], [0], [1], {"shrink_axis_mask": 1}),
    ([1], [2], [-1], {"shrink_axis_mask": 1}),
    ([0, 0], [1, 1], [1, 1], {"ellipsis_mask": 3}),
    ([0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1], {}),
    ([0, 0], [1], [1], {}),
]


def slices() -> list[Case]:
    """Slice inside, at the edge and outside."""
    vector = counting([3])
    return [
        *(Case("Slice", [vector, ints(b), ints(n)]) for b, n in ((0, 3), (1, 2), (1, -1), (3, -1), (3, 0), (0, 0))),
        *(Case("Slice", [vector, ints(b), ints(n)]) for b, n in ((1, 5), (4, 0), (-1, 1), (0, -2))),
        Case("Slice", [CUBE, ints(1, 0, 1, dtype=np.int64), ints(2, -1, 1, dtype=np.int64)]),
        Case("Slice", [strings([[b"a", b"b"]]), ints(0, 1), ints(1, 1)]),
        Case("Slice", [float32(5), ints(), ints()]),
        Case("Slice", [np.zeros([0, 3], np.float32), ints(0, 1), ints(-1, 1)]),
        Case("Slice", [vector, ints(0, 0), ints(1, 1)]),
        Case("Slice", [vector, int32(0), int32(1)]),
    ]


def strided_slices() -> list[Case]:
    """Every specification; with 16 and 64 bits; on scalars and strings."""
    text, one = strings([b"a", b"b", b"c"]), [ints(1), ints(2), ints(1)]
    return [
        *(Case("StridedSlice", [CUBE, *map(_int32, spec[:3])], spec[3]) for spec in SPECIFICATIONS),
        *(Case("StridedSlice", [CUBE, *(ints(1, dtype=t) for _ in range(3))]) for t in (np.int16, np.int64)),
        Case("StridedSlice", [text, *one]),
        Case("StridedSlice", [text, *one], {"shrink_axis_mask": 1}),
        Case("StridedSlice", [float32(5), *one], {"new_axis_mask": 1}),
        Case("StridedSlice", [float32(5), *one], {"ellipsis_mask": 1}),
        Case("StridedSlice", [float32(5), *one]),
        Case("StridedSlice", [np.zeros([0], np.float32), *one]),
        Case("StridedSlice", [np.zeros([0], np.float32), *one], {"shrink_axis_mask": 1}),
        Case("StridedSlice", [float32(5), int32(0), int32(0), int32(1)]),
    ]


def _int32(values: list[int]) -> Any:
    return np.array(values, np.int32)


def gradients() -> list[Case]:
    """StridedSliceGrad of each valid specification, with the right and with wrong shapes."""
    cases = []
    for begin, end, strides, masks in SPECIFICATIONS[:24]:
        shape = Case("", [CUBE]).arrays[0][_index(begin, end, strides, **masks)].shape
        spec = [ints(3, 4, 2), *map(_int32, (begin, end, strides))]
        cases.append(Case("StridedSliceGrad", [*spec, counting(shape, np.float32, 1)], masks))
    spec = [ints(3), ints(1), ints(3), ints(1)]
    wrong = [float32([1]), float32(1), float32([[1, 2]])]
    return [
        *cases,
        *(Case("StridedSliceGrad", [*spec, dy]) for dy in (strings([b"1", b"2"]), *wrong)),
        Case("StridedSliceGrad", [ints(-3), *spec[1:], float32([1])]),
        Case("StridedSliceGrad", [ints(3), ints(5), ints(6), ints(1), float32(1)], {"shrink_axis_mask": 1}),
    ]


def _index(
    begin: list[int], end: list[int], strides: list[int], begin_mask: int = 0, end_mask: int = 0,
    ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0,
) -> Any:  # fmt: skip
    """What the specification means in numpy's words."""
    parts: list[Any] = []
    for i in range(len(begin)):
        bits = [bool(mask >> i & 1) for mask in (ellipsis_mask, new_axis_mask, shrink_axis_mask, begin_mask, end_mask)]
        whole = slice(None if bits[3] else begin[i], None if bits[4] else end[i], strides[i] or 1)
        parts.append(... if bits[0] else None if bits[1] else begin[i] if bits[2] else whole)
    return tuple(parts)


def updates() -> list[Case]:
    """TensorStridedSliceUpdate with values that fit, broadcast, or neither."""
    vector, spec = ints(1, 2, 3), [ints(1), ints(3), ints(1)]
    values = [ints(7, 8), ints(7), int32(7), int32([[7, 8]]), ints(7, 8, 9), int32([[7], [8]])]
    return [
        *(Case("TensorStridedSliceUpdate", [vector, *spec, value]) for value in values),
        *(Case("TensorStridedSliceUpdate", [vector, *spec, v], {"shrink_axis_mask": 1}) for v in values[1:3]),
        Case("TensorStridedSliceUpdate", [vector, ints(1), ints(1), ints(1), ints()]),
        Case("TensorStridedSliceUpdate", [vector, ints(-1), ints(-9), ints(-2), ints(7, 8)]),
        Case("TensorStridedSliceUpdate", [CUBE, ints(0, 1), ints(2, 3), ints(1, 2), counting([2, 1, 2], np.int32, 50)]),
        Case("TensorStridedSliceUpdate", [strings([b"a", b"b"]), ints(0), ints(1), ints(1), strings([b"x"])]),
        Case("TensorStridedSliceUpdate", [vector, ints(4), ints(5), ints(1), ints(7)], {"shrink_axis_mask": 1}),
    ]


CASES = [*slices(), *strided_slices(), *gradients(), *updates()]
