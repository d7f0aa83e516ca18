"""Static shapes of elementwise ops and choices."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_every_input, same_as_first_input
from aioflow.ops.shapes.sizes import broadcast

# Sums of many tensors do not broadcast, so all inputs have one shape.
shape_function("AccumulateNV2", "AddN", "ApproximateEqual")(same_as_every_input)
# Functions of one argument, and gradients whose second input is of the same shape.
shape_function(
    "Abs", "Acos", "Acosh", "Angle", "Asin", "Asinh", "Atan", "Atanh", "BesselI0", "BesselI0e", "BesselI1",
    "BesselI1e", "BesselJ0", "BesselJ1", "BesselK0", "BesselK0e", "BesselK1", "BesselK1e", "BesselY0", "BesselY1",
    "Ceil", "ClipByValue", "ComplexAbs", "Conj", "Cos", "Cosh", "Dawsn", "Digamma", "Erf", "Erfc", "Erfinv", "Exp",
    "Expint", "Expm1", "Floor", "FresnelCos", "FresnelSin", "Imag", "Inv", "InvGrad", "Invert", "IsFinite", "IsInf",
    "IsNan", "Lgamma", "Log", "Log1p", "LogicalNot", "Ndtri", "Neg", "PopulationCount", "Real", "Reciprocal",
    "ReciprocalGrad", "Rint", "Round", "Rsqrt", "RsqrtGrad", "Sigmoid", "SigmoidGrad", "Sign", "Sin", "Sinh",
    "Spence", "Sqrt", "SqrtGrad", "Square", "Tan", "Tanh", "TanhGrad",
)(same_as_first_input)  # fmt: skip


@shape_function(
    "Add", "AddV2", "Atan2", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Complex", "Div", "DivNoNan", "FloorDiv",
    "FloorMod", "Greater", "GreaterEqual", "Igamma", "IgammaGradA", "Igammac", "LeftShift", "Less", "LessEqual",
    "LogicalAnd", "LogicalOr", "Maximum", "Minimum", "Mod", "Mul", "MulNoNan", "NextAfter", "Polygamma", "Pow",
    "RandomGammaGrad", "RealDiv", "RightShift", "SelectV2", "SquaredDifference", "Sub", "TruncateDiv", "TruncateMod",
    "Xdivy", "Xlog1py", "Xlogy", "Zeta",
)  # fmt: skip
def broadcast_inputs(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that all inputs broadcast to."""
    return [broadcast(*op.shapes)]


@shape_function("Equal", "NotEqual")
def equality(op: ShapeContext) -> Sequence[TensorShape]:
    """The broadcast shape; [] where shapes that do not broadcast may be compared."""
    if op.attrs["incompatible_shape_error"]:
        return [broadcast(*op.shapes)]
    # `incompatible_shape_error=False` makes tensors of other shapes simply unequal: one False.
    try:
        known = broadcast(*op.shapes)
    except ValueError:
        return [SCALAR]
    # With a size unknown the run may still find that the shapes do not broadcast, and give a scalar.
    return [known if all(shape.is_fully_defined() for shape in op.shapes) else UNKNOWN]


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
    """The shape of both choices."""
    condition, t, e = op.shapes
    result = t.merge_with(e)
    # A scalar chooses for all, a vector chooses rows; only other conditions have the shape of the choices.
    if condition.rank and result.rank is not None:
        if condition.rank == 1 and result.rank:
            condition.merge_with(result[:1])
        else:
            result = result.merge_with(condition)
    return [result]
