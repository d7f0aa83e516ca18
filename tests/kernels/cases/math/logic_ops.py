"""Cases of comparisons, logic, bit operations and choosing between values."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import (
    BFLOAT16,
    COMPLEX,
    FLOATS,
    INTEGERS,
    array,
    float32,
    int8,
    int32,
    int64,
    pairs,
    uint8,
    values,
)

BOOL = np.dtype(bool)
STRINGS = np.array([b"a", b"b", b"\xff"], object)


def comparisons() -> Iterator[Case]:
    for op in ("Greater", "GreaterEqual", "Less", "LessEqual"):
        yield from (Case(op, pairs(dtype)) for dtype in [*FLOATS, *INTEGERS])
        yield Case(op, [float32(1), float32(2)])
        yield Case(op, [np.ones((2, 2), "float32"), np.ones(3, "float32")])
    for op in ("Equal", "NotEqual"):
        yield from (Case(op, pairs(dtype)) for dtype in [*FLOATS, *COMPLEX, *INTEGERS, BOOL])
        yield Case(op, [STRINGS[:, None], STRINGS])
        yield Case(op, [b"a", b"a"])
        yield Case(op, [uint8([1, 2]), uint8([1, 3])], input_types={0: "quint8", 1: "quint8"})
        yield Case(op, [float32([1, 2]), float32([1, 2, 3])])
        yield Case(op, [float32([1, 2]), float32([1, 2, 3])], {"incompatible_shape_error": False})
        yield Case(op, [float32([1, 2]), float32([1, 3])], {"incompatible_shape_error": False})
    for dtype in FLOATS[:2]:
        x = np.array([1, 2, np.nan, np.inf, 3], dtype)
        yield Case("ApproximateEqual", [x, np.array([1.05, 2.2, np.nan, np.inf, 3], dtype)], {"tolerance": 0.1})
    yield Case("ApproximateEqual", [float32([1]), float32([1.000001])])
    yield Case("ApproximateEqual", [float32([1]), float32(1)])


def logic() -> Iterator[Case]:
    truths = np.array([False, True])
    for op in ("LogicalAnd", "LogicalOr"):
        yield Case(op, [truths[:, None], truths])
        yield Case(op, [np.True_, np.False_])
        yield Case(op, [np.array([True, True]), np.array([True, True, False])])
    yield Case("LogicalNot", [truths])
    yield Case("LogicalNot", [np.True_])
    for axes in ([], [0], [-1], [0, 1]):
        for op in ("All", "Any"):
            yield Case(op, [np.array([[True, False], [True, True], [False, False]]), int32(axes)])
    for op in ("All", "Any"):
        yield Case(op, [np.zeros((0, 2), bool), int64([0])], {"keep_dims": True})
        yield Case(op, [np.True_, int32([])])
        yield Case(op, [np.True_, int32([0])])


def bits() -> Iterator[Case]:
    for dtype in INTEGERS:
        for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
            yield Case(op, pairs(dtype))
        yield Case("Invert", [values(dtype)])
        yield Case("PopulationCount", [values(dtype)])
        counts = np.array([0, 1, 5, 7, 8, 63, 64, 100], dtype)
        for op in ("LeftShift", "RightShift"):
            yield Case(op, [values(dtype)[:, None], counts])
    yield Case("LeftShift", [int8([1, 2]), int8([-1, 1])])
    yield Case("LeftShift", [int32(1), int32(3)])
    yield Case("BitwiseAnd", [int32([1, 2]), int32([1, 2, 3])])
    yield Case("RightShift", [int32([1, 2]), int32([1, 2, 3])])


def choices() -> Iterator[Case]:
    rows = np.array([True, False])
    for dtype in [*FLOATS, *COMPLEX, *INTEGERS, BOOL]:
        t, e = array(dtype, 2, 3), array(dtype, 2, 3, low=-9, high=9)
        yield Case("Select", [rows, t, e])
        yield Case("SelectV2", [rows[:, None], t, e[0]])
    t, e = array("float32", 2, 3), -array("float32", 2, 3)
    strings = STRINGS[:2]
    for op in ("Select", "SelectV2"):
        yield Case(op, [np.True_, t, e])
        yield Case(op, [np.False_, float32(1), float32(2)])
        yield Case(op, [t > 0, t, e])
        yield Case(op, [rows, strings, strings[::-1].copy()])
        yield Case(op, [np.False_, b"x", b"y"])
        yield Case(op, [np.zeros(0, bool), np.zeros((0, 2), "int32"), np.zeros((0, 2), "int32")])
        yield Case(op, [rows, t, e[:, :2]])
        yield Case(op, [np.array([True, True, False]), t[:, :2], e[:, :2]])
        yield Case(op, [rows[None], t, e])
        yield Case(op, [np.array([True]), t, e])
        yield Case(op, [rows, float32(1), float32(2)])
        yield Case(op, [t > 0, float32(1), float32(2)])


def clipping() -> Iterator[Case]:
    for dtype in [*FLOATS, *INTEGERS[:6]]:
        yield Case("ClipByValue", [values(dtype), np.array(1, dtype), np.array(2, dtype)])
        yield Case("ClipByValue", [values(dtype)[:3], np.array([1, 2, 3], dtype), np.array(5, dtype)])
    x = float32([[1, 2, 3]])
    nan = float32(np.nan)
    bounds = [
        (float32(5), float32(2)), (float32([[0, 5, 0]]), float32([[9, 9, 2]])), (nan, float32(2)),
        (float32(2), nan), (float32([0, 5, 0]), float32(9)), (float32([2]), float32([[2]])),
    ]  # fmt: skip
    for low, high in bounds:
        yield Case("ClipByValue", [x, low, high])
    yield Case("ClipByValue", [float32(3), float32(1), float32([2, 3])])
    yield Case("ClipByValue", [float32(3), float32(1), float32(2)])
    yield Case("ClipByValue", [np.array([1, np.nan], BFLOAT16), np.array(2, BFLOAT16), np.array(np.nan, BFLOAT16)])


CASES = [*comparisons(), *logic(), *bits(), *choices(), *clipping()]
