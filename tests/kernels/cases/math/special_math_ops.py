"""Cases of special functions."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.kernels.cases import Case
from tests.kernels.cases.edge_values import BFLOAT16, FLOATS, float32, float64

BESSEL = [f"Bessel{name}" for name in ("I0", "I0e", "I1", "I1e", "J0", "J1", "K0", "K0e", "K1", "K1e", "Y0", "Y1")]
REAL_LINE = np.array([-20, -3.3, -1, -0.4, 0, 0.01, 0.5, 1, 2.5, 7, 30])
POSITIVE = np.array([0.01, 0.5, 1, 2.5, 7, 30])
UNIT = np.array([0, 0.001, 0.2, 0.5, 0.8, 0.99, 1])


def unary() -> Iterator[Case]:
    for op in BESSEL:
        x = REAL_LINE[REAL_LINE != 0]  # TensorFlow's BesselY1 at 0 is NaN in float32 and infinite in float64
        yield from (Case(op, [x.astype(dtype)]) for dtype in FLOATS[:3])
        yield Case(op, [float32([np.nan, np.inf, -np.inf])])
    for op in ("Dawsn", "Expint", "FresnelCos", "FresnelSin", "Spence", "Digamma", "Lgamma"):
        x = POSITIVE if op == "Digamma" else REAL_LINE
        types = FLOATS[:3] if op in ("Digamma", "Lgamma") else FLOATS[:2]
        yield from (Case(op, [x.astype(dtype)]) for dtype in types)
    for op in ("Erf", "Erfc"):
        yield from (Case(op, [REAL_LINE.astype(dtype)]) for dtype in FLOATS)
        yield Case(op, [float32([np.nan, np.inf, -np.inf])])
        yield Case(op, [float32(0.5)])
    for dtype in FLOATS[:2]:
        yield Case("Erfinv", [np.array([-1, -0.99, -0.3, 0, 0.5, 1, 1.5], dtype)])
        yield Case("Ndtri", [np.array([*UNIT, 1.5], dtype)])
    yield Case("Lgamma", [float32([0, -1, np.inf, -np.inf, np.nan, 1e30])])
    yield Case("Digamma", [float32([0, -1, -0.5, np.inf, np.nan])])
    yield Case("Erf", [np.zeros((0, 2), BFLOAT16)])


def at_edges() -> Iterator[Case]:
    """Every pair of poles, infinities and numbers beside them."""
    for dtype in FLOATS[:2]:
        orders = np.array([0, 1, 2, 3, 2.5, 0.5, -1, np.inf, np.nan], dtype)[:, np.newaxis]
        for op in ("Zeta", "Polygamma", "Igamma", "Igammac"):
            yield Case(op, [orders, np.array([0, -1, -2.5, 1, np.inf, np.nan], dtype)])


def several() -> Iterator[Case]:
    yield from at_edges()
    for dtype in FLOATS[:2]:
        x = POSITIVE.astype(dtype)
        yield Case("Igamma", [x[:, None], x])
        yield Case("Igammac", [x[:, None], x])
        yield Case("Zeta", [x[:, None] + dtype.type(1), x])
        yield Case("Polygamma", [np.arange(4, dtype=dtype)[:, None], x])
        a, b = x[:5], x[:5][::-1].copy()
        yield Case("Betainc", [a, b, UNIT[1:6].astype(dtype)])
        yield Case("Betainc", [dtype.type(2), dtype.type(3), UNIT.astype(dtype)])
    yield Case("Betainc", [float64([-1, 0, 1, 2, np.inf, 0.5]), float64([1, 1, 1, 0, 1, np.inf]), float64(0.5)])
    yield Case("Betainc", [float64(1), float64(2), float64([-0.1, 0, 1, 1.1, np.nan])])
    two, three = float32([1, 2]), float32([1, 2, 3])
    yield from (Case(op, [two, three]) for op in ("Igamma", "Igammac", "Zeta", "Polygamma"))
    yield Case("Betainc", [two, three, float32(0.5)])
    yield Case("Igamma", [float32([0, -1, np.inf, 1]), float32([1, 1, 1, -1])])
    yield Case("Igammac", [float32([0, -1, np.inf, 1]), float32([1, 1, 1, -1])])
    yield Case("Polygamma", [float32([0.5, -1]), float32([1, 1])])
    yield Case("Zeta", [float32([1, 0.5, 2]), float32([1, 1, -1])])


def gamma_derivatives() -> Iterator[Case]:
    """Small, equal and large arguments, in both float types; where it is not defined; shapes that do not fit."""
    odd = [float32([0, -1, 2, 2, np.nan, 1, 3]), float32([1, 1, 0, -1, 1, np.nan, np.inf])]
    for op in ("IgammaGradA", "RandomGammaGrad"):
        for dtype in FLOATS[:2]:
            a, x = np.array([0.05, 0.5, 1, 2.5, 30, 400], dtype), np.array([1e-3, 0.3, 1, 2, 9, 31, 390, 450], dtype)
            yield Case(op, [a[:, None], x], rtol=2e-4)
        yield Case(op, odd)
        yield Case(op, [float32(2), float32([1, 2, 3])])
        yield Case(op, [np.zeros((0, 2), np.float32), float32([1, 2])])
        yield Case(op, [np.ones(2, np.float32), np.ones(3, np.float32)])


CASES = [*unary(), *several(), *gamma_derivatives()]
