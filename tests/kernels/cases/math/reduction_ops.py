"""Cases of reductions, positions of extremes and running sums."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import (
    BFLOAT16,
    COMPLEX,
    FLOATS,
    INTEGERS,
    UNSIGNED,
    array,
    complex64,
    float16,
    float32,
    int8,
    int32,
    int64,
    values,
)

NUMBERS = [*FLOATS, *COMPLEX, *INTEGERS]
REAL = [*FLOATS, *INTEGERS]
OPS = {"Sum": NUMBERS, "Mean": NUMBERS, "Prod": NUMBERS, "EuclideanNorm": NUMBERS, "Max": REAL, "Min": REAL}


def reductions() -> Iterator[Case]:
    for op, types in OPS.items():
        for dtype in types:
            x = array(dtype, 2, 3, 4)
            yield from (Case(op, [x, int32(axes)]) for axes in ([0], [-1, 0], [2, 1, 0]))
            yield Case(op, [np.zeros((0, 2), dtype), int32([0])])
        x = array("float32", 2, 3)
        yield from (Case(op, [x, int32(axes)]) for axes in (1, [], [[0]], [0, -2], [2], [-3]))
        yield Case(op, [x, int64([-1])], {"keep_dims": True})
        yield Case(op, [x, int64([[0, 1]])], {"keep_dims": True})
        yield Case(op, [float32(3), int32([])])
        yield Case(op, [float32(3), int32(0)])
        yield Case(op, [np.zeros((2, 0), "float32"), int32([0])])
        yield Case(op, [float32([[1, np.nan], [np.inf, -np.inf]]), int32([1])])
    yield Case("Mean", [int8([100, 100, 100]), int32(0)])
    yield Case("Mean", [int32([-3, -4]), int32(0)])
    yield Case("Mean", [np.broadcast_to(np.float16(100), 1000), int32(0)])
    yield Case("Mean", [np.broadcast_to(np.float16(1), 70000), int32(0)])
    yield Case("Sum", [np.array([256] + [1] * 30, BFLOAT16), int32(0)])
    yield Case("Sum", [int8([100, 100]), int32(0)])
    yield Case("EuclideanNorm", [int8([100, 100]), int32(0)])
    yield Case("EuclideanNorm", [complex64([-3 + 4j, 0]), int32([])])


def positions() -> Iterator[Case]:
    nan, inf = np.nan, np.inf
    for op in ("ArgMax", "ArgMin"):
        for dtype in [*REAL, np.dtype(bool)]:
            yield from (Case(op, [array(dtype, 3, 4), int32(axis)]) for axis in (0, -1))
        for x in ([nan, -inf], [-inf, nan], [nan, inf], [nan, nan], [nan, 1, 2, nan], [2, 2, 1, 1]):
            yield Case(op, [float32(x), int64(0)], {"output_type": "int32"})
        for axis in (0, 1, -1, [0]):
            yield Case(op, [float32(1), int32(axis)])
            yield Case(op, [np.zeros((0, 2), "float32"), int32(axis)])
        yield Case(op, [float32([1]), int32(1)])
    yield Case("ArgMax", [float32([1, 2]), int32(0)], {"output_type": "uint16"})
    yield Case("ArgMax", [np.array([1, np.nan, 3], BFLOAT16), int32(0)], {"output_type": "int16"})


def scans() -> Iterator[Case]:
    options = [(False, False), (True, False), (False, True), (True, True)]
    for op, types in {"Cumsum": NUMBERS, "Cumprod": NUMBERS, "CumulativeLogsumexp": FLOATS}.items():
        for dtype in types:
            yield Case(op, [array(dtype, 2, 5), int32(1)])
        for exclusive, reverse in options:
            attrs = {"exclusive": exclusive, "reverse": reverse}
            yield Case(op, [array("float32", 3, 2, 2), int64(-3)], attrs)
            yield Case(op, [np.zeros((2, 0), "float32"), int32(1)], attrs)
        for axis in (1, -2, [0], [0, 0]):
            yield Case(op, [float32([1, 2]), int32(axis)])
        yield Case(op, [float32(1), int32(0)])
    yield Case("Cumsum", [np.array([256] + [1] * 8, BFLOAT16), int32(0)])
    yield Case("Cumsum", [float16([2048] + [1] * 8), int32(0)])
    yield Case("Cumprod", [float32([2, np.nan, 0]), int32(0)], {"exclusive": True, "reverse": True})
    infinities = [-np.inf, -np.inf, 2, -np.inf, 0, 1000, np.inf]
    for dtype in FLOATS[:3]:
        yield Case("CumulativeLogsumexp", [np.array(infinities, dtype), int32(0)])
        yield Case("CumulativeLogsumexp", [np.array(infinities, dtype), int32(0)], {"exclusive": True})


def extremes() -> Iterator[Case]:
    for dtype in UNSIGNED + INTEGERS[:4]:
        yield Case("Max", [values(dtype), int32(0)])
        yield Case("Min", [values(dtype), int32(0)])


CASES = [*reductions(), *positions(), *scans(), *extremes()]
