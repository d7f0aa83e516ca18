"""Calls of many families that random calls found to differ from TensorFlow once."""
from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.values import complex64, complex128, counting, float16, float32, float64, int32, ints

NAN, INF = float("nan"), float("inf")
NO_AXES = np.zeros(0, np.int32)


def empty(*shape: int, dtype: Any = np.float32) -> np.ndarray[Any, Any]:
    """An array of zeros, often without elements."""
    return np.zeros(shape, dtype)


def shapes_changed() -> list[Case]:
    """Splitting, slicing, reversing and padding."""
    alone = [(5, -1), (5, 1), (5, 5), (0, -1), (0, 0), (3, -2)]
    matrix, one = float32([[1, 2], [3, 4]]), ints(1)
    axes, odd = [ints(3), ints(0, 0), ints(-5)], [(0,), (), (2,), (1, 0)]
    pads = [(0, 0, 0), (2, 1, 1), (2, 1, 0), (3, 2, 0), (5, 2, 2)]
    return [
        *(Case("SplitV", [counting([n]), ints(size), int32(0)], {"num_split": 1}) for n, size in alone),
        *(Case("StridedSlice", [matrix, ints(0), one, one], {"ellipsis_mask": mask}) for mask in (1, 2, 3, 4, 6)),
        *(Case("ReverseV2", [empty(*shape), axis]) for shape in odd for axis in axes),
        *(Case("Reverse", [empty(*shape), np.ones(n, bool)]) for shape in ((), (1, 0), (0,)) for n in (0, 1, 2)),
        *(
            Case("MirrorPadGrad", [counting([n]), int32([[a, b]])], {"mode": mode})
            for n, a, b in pads for mode in (b"SYMMETRIC", b"REFLECT")
        ),
    ]  # fmt: skip


def scattered() -> list[Case]:
    """Indices without depth; segments of rows without elements."""
    empties = [((3,), (0, 2, 0), (0, 2, 3)), ((3,), (2, 0), (2, 3)), ((3, 2), (0, 2), (0,)), ((0, 2), (1, 1), (1, 2))]
    changing = ["TensorScatterUpdate", "TensorScatterMax", "ScatterNdNonAliasingAdd"]
    calls = [(to, empty(*i, dtype=np.int32), np.ones(u, np.float32)) for to, i, u in empties]
    vectors: list[Any] = [((3, 2, 4, 3), (3,), (3,)), ((4, 1), (1,), (1,)), ((0,), (0,), (0,)), ((4, 1, 2), (2,), (2,))]
    calls += [(to, empty(*i, dtype=np.int32), np.ones(u, np.float32)) for to, i, u in vectors]
    segments = ["UnsortedSegmentSum", "UnsortedSegmentMax"]
    return [
        *(Case("ScatterNd", [indices, updates, int32(to)]) for to, indices, updates in calls),
        *(Case(op, [empty(*to), indices, updates]) for op in changing for to, indices, updates in calls),
        *(Case(op, [empty(2, 0), ints(5, 1), int32(2)]) for op in segments),
    ]


def numbers() -> list[Case]:
    """Special functions at their edges, and arithmetic of complex and half numbers."""
    a, x = [0, -0.5, NAN, 1, 0, 0, -1, -1, INF, 2], [0, 0, 0, 0, 1, -1, 1, -1, 1, INF]
    order, q = [2, 3, 2.5, 2, 1, 1, 0.5, 2, 2.5, 3], [0, 0, -1, -1, -1, 2, 2, -1.5, -1.5, -1.5]
    large: Any = [[300, 300], [3, 4]]
    both = [float32, float64]
    return [
        *(Case(op, [t(a), t(x)]) for op in ("Igamma", "Igammac", "IgammaGradA") for t in both),
        *(Case("Zeta", [t(order), t(q)]) for t in both),
        *(Case("ClipByValue", [t([1 + 2j, 5 - 3j]), t(2 - 1j), t(3 + 1j)]) for t in (complex64, complex128)),
        *(Case("EuclideanNorm", [float16(large), axes]) for axes in (ints(0), ints(1), NO_AXES)),
    ]


def quantized() -> list[Case]:
    """Ranges without positive numbers in types without negative ones; scalars."""
    row, ranges = float32([-3, -1, 0, 1, 3, INF]), [(-3, -1), (-3, 0), (0, 0), (1, 2)]
    there_and_back = {"signed_input": False, "range_given": True}
    ends = [(float32(low), float32(high)) for low, high in ranges]
    return [
        *(Case("QuantizeAndDequantizeV2", [row, *pair], there_and_back) for pair in ends),
        *(Case("QuantizeV2", [row, *pair], {"T": t, "mode": b"SCALED"}) for pair in ends for t in ("quint8", "qint8")),
        Case("QuantizeAndDequantizeV3", [float32(3), *ends[3], int32(8)]),
    ]


def windows() -> list[Case]:
    """Windows over volumes that lie far apart, and what dilations there cannot be."""
    cases = []
    for kernel, stride, size in [(1, 3, 3), (1, 4, 7), (2, 5, 5), (1, 2, 4), (2, 3, 3)]:
        for axis in (1, 2, 3):
            volume = counting([size if d == axis else 1 for d in range(5)])
            ksize, strides = ([n if d == axis else 1 for d in range(5)] for n in (kernel, stride))
            attrs: dict[str, Any] = {"strides": strides, "padding": b"SAME"}
            taps = counting([*ksize[1:4], 1, 1], start=1)
            cases += [Case(op, [volume], {**attrs, "ksize": ksize}) for op in ("MaxPool3D", "AvgPool3D")]
            cases += [Case("Conv3D", [volume, taps], attrs)]
            cases += [Case("Conv3DBackpropInputV2", [ints(*volume.shape), taps, counting([1] * 5, start=1)], attrs)]
    square, step = np.ones((1, 2, 2, 1), np.float32), {"strides": [1, 1, 1, 1], "padding": b"VALID"}
    filtered = [np.ones((1, 3, 3, 1), np.float32), ints(2, 2, 1, 1), square]
    return [
        *cases,
        *(Case("Conv2DBackpropFilter", filtered, {**step, "dilations": d}) for d in ([1, 1, 1, 2], [2, 1, 1, 1])),
        Case("Conv2DBackpropFilter", filtered, {**step, "strides": [2, 1, 1, 1]}),
    ]


def others() -> list[Case]:
    """Images of one pixel between corners, and labels that are collapsed but need their time."""
    pixels = float32([1, 2, 4])
    scores, places = np.zeros((3, 1, 3), np.float32), np.array([[0, 0], [0, 1]])
    collapsing: dict[str, Any] = {"preprocess_collapse_repeated": True}
    labels: list[list[Any]] = [[scores, places, ints(0, 0), ints(n)] for n in (1, 2, 3)]
    ignoring = {**collapsing, "ignore_longer_outputs_than_inputs": True}
    sizes, corners = [ints(2, 3), ints(1, 2)], {"align_corners": True}
    turn = float32([[1, 0.1, 0.3, 0.05, 1, 0.2, 0, 0], [0.6, 0, -2.4, -0.14, 1.5, 0.47, 0.03, 0]])
    image = counting([2, 4, 5, 1])
    smooth = {"interpolation": b"BILINEAR", "fill_mode": b"CONSTANT"}
    return [
        *(Case("ResizeArea", [pixels.reshape(1, 3, 1, 1), size], corners) for size in sizes),
        *(
            Case("ImageProjectiveTransformV3", [pixel, turn, ints(4, 6), float32(3)], smooth, rtol=1e-7)
            for pixel in (image.astype(np.int32), image.astype(np.float64) + 1 / 3)
        ),
        *(Case("CTCLoss", row, attrs) for row in labels for attrs in (collapsing, ignoring)),
    ]


def not_numbers() -> list[Case]:
    """Matrices with NaN and infinities, solved and taken apart."""
    rows = [
        [[NAN, 1], [1, 2]], [[1, 2], [3, NAN]], [[1, NAN], [0, 2]], [[NAN]], [[INF, 1], [1, 2]], [[1, INF], [0, 1]],
        [[INF]], [[NAN, NAN], [NAN, NAN]], [[1, 0], [NAN, 2]], [[2, 1, 0], [NAN, 3, 1], [4, 1, 5]],
    ]  # fmt: skip
    matrices = [float32(each) for each in rows]
    return [
        *(Case("MatrixInverse", [matrix]) for matrix in matrices),
        *(Case("MatrixSolve", [matrix, np.ones((len(matrix), 1), np.float32)]) for matrix in matrices),
        *(Case("Lu", [matrix]) for matrix in matrices),
    ]


CASES = [*shapes_changed(), *scattered(), *numbers(), *quantized(), *windows(), *others(), *not_numbers()]
