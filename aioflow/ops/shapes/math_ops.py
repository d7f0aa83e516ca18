"""Static shapes of elementwise ops, choices and evenly spaced numbers."""
from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "Abs", "Acos", "Acosh", "Angle", "Asin", "Asinh", "Atan", "Atanh", "BesselI0", "BesselI0e", "BesselI1", "BesselI1e",
    "BesselJ0", "BesselJ1", "BesselK0", "BesselK0e", "BesselK1", "BesselK1e", "BesselY0", "BesselY1", "Bucketize",
    "Cast", "Ceil", "ClipByValue", "ComplexAbs", "Conj", "Cos", "Cosh", "Cumprod", "Cumsum", "CumulativeLogsumexp",
    "Dawsn", "Digamma", "Erf", "Erfc", "Erfinv", "Exp", "Expint", "Expm1", "Floor", "FresnelCos", "FresnelSin", "Imag",
    "Inv", "InvGrad", "Invert", "IsFinite", "IsInf", "IsNan", "Lgamma", "Log", "Log1p", "LogicalNot", "Ndtri", "Neg",
    "PopulationCount", "Real", "Reciprocal", "ReciprocalGrad", "Rint", "Round", "Rsqrt", "RsqrtGrad", "Sigmoid",
    "SigmoidGrad", "Sign", "Sin", "Sinh", "Spence", "Sqrt", "SqrtGrad", "Square", "Tan", "Tanh", "TanhGrad",
)  # fmt: skip
def same_as_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("AccumulateNV2", "AddN", "ApproximateEqual", "Cross")
def same_as_every_input(op: ShapeContext) -> Sequence[TensorShape]:
    result = op.shapes[0]
    for shape in op.shapes[1:]:
        result = result.merge_with(shape)
    return [result]


@shape_function(
    "Add", "AddV2", "Atan2", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Complex", "Div", "DivNoNan", "FloorDiv",
    "FloorMod", "Greater", "GreaterEqual", "Igamma", "IgammaGradA", "Igammac", "LeftShift", "Less", "LessEqual",
    "LogicalAnd", "LogicalOr", "Maximum", "Minimum", "Mod", "Mul", "MulNoNan", "NextAfter", "Polygamma", "Pow",
    "RandomGammaGrad", "RealDiv", "RightShift", "SelectV2", "SquaredDifference", "Sub", "TruncateDiv", "TruncateMod",
    "Xdivy", "Xlog1py", "Xlogy", "Zeta",
)  # fmt: skip
def broadcast_inputs(op: ShapeContext) -> Sequence[TensorShape]:
    return [broadcast(*op.shapes)]


@shape_function("Equal", "NotEqual")
def equality(op: ShapeContext) -> Sequence[TensorShape]:
    if op.attrs["incompatible_shape_error"]:
        return [broadcast(*op.shapes)]
    try:
        known = broadcast(*op.shapes)
    except ValueError:
        return [SCALAR]
    return [known if all(shape.is_fully_defined() for shape in op.shapes) else UNKNOWN]


def broadcast(*shapes: TensorShape) -> TensorShape:
    """What is known of the shape that `shapes` broadcast to.

    Raises:
        ValueError: They do not broadcast.
    """
    result = SCALAR
    for shape in shapes:
        if shape.rank is None or result.rank is None:
            result = UNKNOWN
            continue
        pairs = zip_longest(reversed(result.as_list()), reversed(shape.as_list()), fillvalue=1)
        result = TensorShape([_broadcast_size(a, b, shapes) for a, b in pairs][::-1])
    return result


def _broadcast_size(a: int | None, b: int | None, shapes: Sequence[TensorShape]) -> int | None:
    if a == 1 or b == 1:
        return b if a == 1 else a
    if a is None or b is None:
        return b if a is None else a
    if a != b:
        raise ValueError(f"shapes {', '.join(map(str, shapes))} do not broadcast")
    return a


@shape_function("Betainc")
def betainc(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of those inputs that are no scalars."""
    result = SCALAR
    for shape in op.shapes:
        if shape.rank is None:
            return [UNKNOWN]
        if shape.rank:
            result = shape if result.rank == 0 else result.merge_with(shape)
    return [result]


@shape_function("Select")
def select(op: ShapeContext) -> Sequence[TensorShape]:
    condition, t, e = op.shapes
    result = t.merge_with(e)
    if condition.rank and condition.rank != 1 and result.rank is not None:
        result = result.merge_with(condition)
    return [result]


@shape_function("Range")
def range_length(op: ShapeContext) -> Sequence[TensorShape]:
    values = [op.constant(i) for i in range(3)]
    if any(value is None or value.size != 1 for value in values):
        return [TensorShape([None])]
    start, limit, delta = (value.reshape(())[()] for value in values)
    if op.attrs["Tidx"].is_integer:
        return [TensorShape([len(range(int(start), int(limit), int(delta)))])]
    with np.errstate(all="ignore"):
        length = abs(float((limit - start) / delta))
    return [TensorShape([math.ceil(length) if math.isfinite(length) else None])]


@shape_function("LinSpace")
def lin_space_length(op: ShapeContext) -> Sequence[TensorShape]:
    num = op.constant(2)
    if num is None or num.ndim:
        return [TensorShape([None])]
    if num <= 0:
        raise ValueError(f"Requires num > 0: {num}")
    return [TensorShape([int(num)])]
