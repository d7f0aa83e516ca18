"""Cases of elementwise arithmetic and its gradients."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    SIGNED,
    array,
    complex64,
    float32,
    int32,
    pairs,
    values,
)

FLOAT_AND_COMPLEX = [*FLOATS, *COMPLEX]
UNARY: dict[tuple[Any, ...], list[str]] = {
    (*FLOATS, *SIGNED): ["Abs"],
    tuple(FLOATS): ["Log1p", "Ceil", "Floor", "IsFinite", "IsInf", "IsNan"],
    tuple(FLOATS[:2]): ["Rint"],
    (*FLOAT_AND_COMPLEX, *SIGNED): ["Neg", "Sign"],
    (*FLOAT_AND_COMPLEX, *INTEGERS): ["Square"],
    tuple(FLOAT_AND_COMPLEX): [
        "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Cos", "Cosh", "Exp", "Expm1", "Inv", "Log", "Reciprocal",
        "Rsqrt", "Sigmoid", "Sin", "Sinh", "Sqrt", "Tan", "Tanh",
    ],
}  # fmt: skip
BINARY: dict[tuple[Any, ...], list[str]] = {
    (*FLOAT_AND_COMPLEX, *INTEGERS): ["AddV2", "Mul", "Sub"],
    (*FLOATS, *INTEGERS): ["Maximum", "Minimum"],
    (*FLOATS, *COMPLEX, *SIGNED[2:]): ["SquaredDifference"],
    tuple(FLOAT_AND_COMPLEX): ["DivNoNan", "MulNoNan", "Xlogy", "Xlog1py"],
    tuple(FLOATS): ["RealDiv", "Xdivy", "Atan2", "FloorDiv", "FloorMod", "Pow", "TruncateDiv"],
    tuple(FLOATS[:2]): ["Mod", "NextAfter", "TruncateMod"],
}
INTEGER_DIVISION: dict[str, list[Any]] = {
    "Div": INTEGERS, "FloorDiv": INTEGERS, "FloorMod": INTEGERS, "TruncateDiv": INTEGERS, "Mod": SIGNED[2:],
    "TruncateMod": SIGNED[2:],
}  # fmt: skip
GRADIENTS = ["InvGrad", "ReciprocalGrad", "RsqrtGrad", "SigmoidGrad", "SqrtGrad", "TanhGrad"]


def unary() -> Iterator[Case]:
    for types, ops in UNARY.items():
        for op in ops:
            yield from (Case(op, [values(dtype)]) for dtype in types)
            yield Case(op, [values(types[0])[3]])
            yield Case(op, [np.zeros((2, 0), types[0])])
    yield Case("Round", [float32([-2.5, -1.5, -0.5, 0.5, 1.5, 2.4])])


def binary() -> Iterator[Case]:
    for types, ops in BINARY.items():
        for op in ops:
            yield from (Case(op, pairs(dtype)) for dtype in types)
            yield Case(op, [values(types[0])[2], values(types[0])[8]])
            yield Case(op, [np.zeros((0, 3), types[0]), np.ones(3, types[0])])
            yield Case(op, [np.ones((2, 2), types[0]), np.ones(3, types[0])])


def integer_arithmetic() -> Iterator[Case]:
    for op, types in INTEGER_DIVISION.items():
        for dtype in types:
            x, y = pairs(dtype)
            yield Case(op, [x, y[y != 0]])
        yield Case(op, [int32([1, 2]), int32([1, 0])])
        yield Case(op, [int32([]), int32([0])])
    for dtype in SIGNED:
        yield Case("Pow", [values(dtype)[:, None], np.array([0, 1, 2, 3], dtype)])
    yield Case("Pow", [int32([2, 3]), int32([1, -1])])
    yield Case("Div", [float32([1, -1, 0]), float32([0, 2, 0])])
    yield Case("Div", [complex64([1 + 1j]), complex64([2j])])


def several() -> Iterator[Case]:
    for dtype in [*FLOAT_AND_COMPLEX, *INTEGERS]:
        yield Case("AddN", [[values(dtype), values(dtype)[::-1].copy(), values(dtype)]])
    yield Case("AddN", [[float32(3)]])
    yield Case("AddN", [[float32([1, 2]), float32(3)]])
    yield Case("AddN", [[float32([1, 2]), float32([[1, 2]])]])
    strings = np.array([b"a", b"\xffb"], object)
    yield Case("Add", [strings, b"c"])
    yield Case("Add", [b"a", b"c"])
    yield Case("Add", [float32([1, 2]), float32(3)])


def complex_numbers() -> Iterator[Case]:
    for dtype, part in zip(COMPLEX, ("float32", "float64"), strict=True):
        x, y = pairs(dtype)
        yield from (Case(op, [x, y[y != 0]]) for op in ("RealDiv", "Xdivy"))  # by 0 depends on the vector width
        yield Case("Log1p", [array(dtype, 5)])
        for op in ("Real", "Imag", "Angle"):
            yield Case(op, [values(dtype)], {"Tout": part})
        yield Case("ComplexAbs", [values(dtype)], {"Tout": part})
        yield Case("Conj", [values(dtype)])
        yield Case("Conj", [values(dtype)[4]])
        real = values(part)
        yield Case("Complex", [real[:, None], real], {"Tout": dtype.name})
        yield Case("Complex", [real[1], real[2]], {"Tout": dtype.name})
        yield Case("Complex", [real[:2], real[:3]], {"Tout": dtype.name})


def gradients() -> Iterator[Case]:
    for op in GRADIENTS:
        for dtype in FLOAT_AND_COMPLEX:
            yield Case(op, [array(dtype, 2, 3), array(dtype, 2, 3, low=-1, high=1)])
        yield Case(op, [float32([[1, 2]]), float32([3, 4])])
        yield Case(op, [float32([1, 2]), float32(3)])
        yield Case(op, [float32(0.5), float32(3)])
        yield Case(op, [float32([0]), float32([0])])


CASES = [*unary(), *binary(), *integer_arithmetic(), *several(), *complex_numbers(), *gradients()]
