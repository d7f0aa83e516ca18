"""Calls of math ops that generated calls found to differ from TensorFlow once."""
from __future__ import annotations

from tests.kernels.cases import Case
from tests.kernels.cases.values import float16, float32, float64

NAN, INF = float("nan"), float("inf")
FAR = [1e5, -1e5, 1e30, -1e30, 36975, 36973.5, INF, NAN]


def special_functions() -> list[Case]:
    """Far arguments, and poles."""
    return [
        *(Case(op, [t(FAR)]) for op in ("FresnelSin", "FresnelCos") for t in (float32, float64)),
        *(
            Case(op, [t([0.0, -0.0, -1.0])])
            for op in ("BesselY0", "BesselY1", "BesselK0", "BesselK1") for t in (float16, float32, float64)
        ),
    ]  # fmt: skip


def nearness() -> list[Case]:
    """Differences that are just the tolerance."""
    x, y = [1, 1, 2, NAN, INF, 3], [1, 1.5, 2.5, 1, INF, 3.75]
    return [
        Case("ApproximateEqual", [t(x), t(y)], {"tolerance": tolerance})
        for t in (float32, float64) for tolerance in (0.0, 0.5)
    ]  # fmt: skip


CASES = [*special_functions(), *nearness()]
