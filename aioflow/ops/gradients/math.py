"""Gradients of elementwise ops and of reductions.

Of a complex function the gradient takes the conjugate of the derivative. Where the inputs of an op are of different
shapes, the gradient of each is summed over what its input was repeated along.
"""
from __future__ import annotations

from collections.abc import Callable

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops
from aioflow.ops.gradients.op_gradients import gradient, no_gradient
from aioflow.ops.gradients.partial_sums import conjugate, summed_as

Unary = Callable[[Tensor, Tensor], Tensor]
Pair = tuple[Tensor, Tensor]
Binary = Callable[[Tensor, Tensor, Tensor, Tensor], Pair]

# The derivative of y with respect to x, from x and y: where y has what is needed, it is not computed again.
_DERIVATIVES: dict[str, Unary] = {
    "Acos": lambda x, y: -math_ops.rsqrt(1 - x * x),
    # 1 / sqrt(x * x - 1) by way of y, which is right for complex numbers, too, whatever branch the root would take.
    "Acosh": lambda x, y: 1 / math_ops.sinh(y),
    "Asin": lambda x, y: math_ops.rsqrt(1 - x * x),
    "Asinh": lambda x, y: 1 / math_ops.cosh(y),
    "Atan": lambda x, y: 1 / (1 + x * x),
    "Atanh": lambda x, y: 1 / (1 - x * x),
    "Cos": lambda x, y: -math_ops.sin(x),
    "Cosh": lambda x, y: math_ops.sinh(x),
    "Exp": lambda x, y: y,
    "Expm1": lambda x, y: math_ops.exp(x),
    "Inv": lambda x, y: -y * y,
    "Log": lambda x, y: 1 / x,
    "Log1p": lambda x, y: 1 / (1 + x),
    "Reciprocal": lambda x, y: -y * y,
    # y = x ** -0.5, so y' = -0.5 * x ** -1.5 = -0.5 * y / x.
    "Rsqrt": lambda x, y: -0.5 * y / x,
    # y = 1 / (1 + exp(-x)), so y' = exp(-x) * y * y = y * (1 - y).
    "Sigmoid": lambda x, y: y * (1 - y),
    "Sin": lambda x, y: math_ops.cos(x),
    "Sinh": lambda x, y: math_ops.cosh(x),
    "Sqrt": lambda x, y: 0.5 / y,
    "Square": lambda x, y: 2 * x,
    "Tan": lambda x, y: 1 / math_ops.square(math_ops.cos(x)),
    "Tanh": lambda x, y: 1 - y * y,
}

gradient(
    "Equal", "Floor", "FloorDiv", "Greater", "GreaterEqual", "Less", "LessEqual", "LogicalAnd", "LogicalNot",
    "LogicalOr", "NotEqual", "TruncateDiv",
)(no_gradient)  # fmt: skip


def _of_derivative(derivative: Unary) -> Callable[[Operation, Tensor], list[Tensor]]:
    """The gradient of an op with that derivative."""
    # A function of its own: a lambda in the loop below would see the last derivative only.
    return lambda op, dy: [dy * conjugate(derivative(op.inputs[0], op.outputs[0]))]


for _name, _derivative in _DERIVATIVES.items():
    gradient(_name)(_of_derivative(_derivative))


@gradient("Neg")
def neg(op: Operation, dy: Tensor) -> list[Tensor]:
    return [-dy]


@gradient("Abs")
def abs_(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx = dy sign(x), and 0 at 0, where the absolute value has a corner."""
    return [dy * math_ops.sign(op.inputs[0])]


@gradient("Sign")
def sign(op: Operation, dy: Tensor) -> list[Tensor]:
    """Zeros, as TensorFlow's runtime gives them: the sign of a real number is constant except at 0."""
    return [array_ops.zeros_like(op.inputs[0])]


# ---- complex numbers
@gradient("Conj")
def conj(op: Operation, dy: Tensor) -> list[Tensor]:
    """The conjugate of a change is the change of the conjugate."""
    return [conjugate(dy)]


@gradient("Real")
def real(op: Operation, dy: Tensor) -> list[Tensor]:
    """The gradient as the real part, as the imaginary part does not count."""
    return [math_ops.complex(dy, array_ops.zeros_like(dy), Tout=op.inputs[0].dtype)]


@gradient("Imag")
def imag(op: Operation, dy: Tensor) -> list[Tensor]:
    """The gradient as the imaginary part, as the real part does not count."""
    return [math_ops.complex(array_ops.zeros_like(dy), dy, Tout=op.inputs[0].dtype)]


@gradient("Angle")
def angle(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx = i dy / conj(x), since angle(x) is the imaginary part of log(x)."""
    (x,) = op.inputs
    return [math_ops.complex(array_ops.zeros_like(dy), dy, Tout=x.dtype) / math_ops.conj(x)]


@gradient("Complex")
def complex_(op: Operation, dz: Tensor) -> list[Tensor]:
    """dx and dy are the parts of dz, each summed to the shape of its part."""
    x, y = op.inputs
    return summed_as(x, y, math_ops.real(dz, Tout=x.dtype), math_ops.imag(dz, Tout=y.dtype))


# ---- two inputs
def _broadcasting(*ops: str) -> Callable[[Binary], Binary]:
    """Registers a function of x, y, z and dz that gives dx and dy, both of the shape of z."""

    def register(function: Binary) -> Binary:
        @gradient(*ops)
        def of_binary(op: Operation, dz: Tensor) -> list[Tensor]:
            x, y = op.inputs
            return summed_as(x, y, *function(x, y, op.outputs[0], dz))

        return function

    return register


@_broadcasting("Add", "AddV2")
def add(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    return dz, dz


@_broadcasting("Sub")
def sub(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    return dz, -dz


@_broadcasting("Mul")
def mul(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """dx = dz y* and dy = dz x*."""
    return dz * conjugate(y), dz * conjugate(x)


@_broadcasting("MulNoNan")
def mul_no_nan(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """The same as for Mul, with zeros where the op ignores an infinite or undefined factor."""
    # A zero as the second factor makes the product zero, even of NaN: y in dx, as in the op itself, and dz in dy.
    return math_ops.mul_no_nan(dz, conjugate(y)), math_ops.mul_no_nan(conjugate(x), dz)


@_broadcasting("Div", "RealDiv")
def div(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """dx = dz / y* and dy = -dz (x / y**2)*."""
    # Divided twice, as y * y may be infinite where the quotient is not.
    return math_ops.div(dz, conjugate(y)), dz * conjugate(math_ops.div(math_ops.div(-x, y), y))


@_broadcasting("DivNoNan")
def div_no_nan(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    ratio = math_ops.div_no_nan(math_ops.div_no_nan(-x, y), y)
    return math_ops.div_no_nan(dz, conjugate(y)), dz * conjugate(ratio)


@_broadcasting("Pow")
def pow_(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """dx = dz y x**(y - 1) and dy = dz z log(x), both conjugated."""
    zeros = array_ops.zeros_like(x)
    # Where x has no logarithm z does not change with y as far as is known: the gradient is zero. The logarithm itself
    # is taken of 1 there, else it would be NaN or infinite, and times zero still NaN.
    has_log = math_ops.not_equal(x, zeros) if x.dtype.is_complex else math_ops.greater(x, zeros)
    log = math_ops.select(has_log, math_ops.log(math_ops.select(has_log, x, array_ops.ones_like(x))), zeros)
    return dz * conjugate(y * math_ops.pow(x, y - 1)), dz * conjugate(z * log)


@_broadcasting("Xlogy")
def xlogy(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """The gradient of x * log(y), which is 0 for x = 0 whatever y is; so dx is 0 there, too."""
    return dz * conjugate(math_ops.xlogy(_where_not_zero(x), y)), dz * conjugate(math_ops.xdivy(x, y))


@_broadcasting("Xlog1py")
def xlog1py(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """dx = dz log(1 + y) and dy = dz x / (1 + y), zero where x is 0."""
    return dz * conjugate(math_ops.xlog1py(_where_not_zero(x), y)), dz * conjugate(math_ops.xdivy(x, y + 1))


@_broadcasting("Xdivy")
def xdivy(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """dx = dz / y and dy = -dz x / y**2, zero where x is 0."""
    return dz * conjugate(math_ops.xdivy(_where_not_zero(x), y)), dz * conjugate(math_ops.xdivy(-x, y * y))


def _where_not_zero(x: Tensor) -> Tensor:
    """1 where `x` is not 0, and 0 where it is."""
    return array_ops.cast(math_ops.not_equal(x, array_ops.zeros_like(x)), DstT=x.dtype)


@_broadcasting("SquaredDifference")
def squared_difference(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    # Of complex numbers it is the square of the difference's size, which is real: only the real part of dz counts.
    dx = (dz + conjugate(dz)) * (x - y)
    return dx, -dx


@_broadcasting("Maximum")
def maximum(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """The gradient for the larger one, for x where both are equal, as in TensorFlow."""
    return _chosen(math_ops.greater_equal(x, y), dz)


@_broadcasting("Minimum")
def minimum(x: Tensor, y: Tensor, z: Tensor, dz: Tensor) -> Pair:
    """The gradient for the smaller one, for x where both are equal, as in TensorFlow."""
    return _chosen(math_ops.less_equal(x, y), dz)


def _chosen(is_x: Tensor, dz: Tensor) -> Pair:
    """The gradient for x where x was taken, and for y elsewhere."""
    zeros = array_ops.zeros_like(dz)
    return math_ops.select(is_x, dz, zeros), math_ops.select(is_x, zeros, dz)


@gradient("Select")
def select(op: Operation, dz: Tensor) -> list[Tensor | None]:
    return [None, *_chosen(op.inputs[0], dz)]


# ---- reductions
@gradient("Sum")
def sum_(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """Every element went into its sum once, so dx repeats dy [kept] over x [shape]."""
    x, axes = op.inputs
    return [_spread(dy, x, axes), None]


@gradient("Mean")
def mean(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """An equal part of the gradient for each element of which the mean is."""
    x, axes = op.inputs
    size, num_means = array_ops.size(x), array_ops.size(op.outputs[0])
    # At least 1: means of nothing are none, and integers cannot be divided by zero.
    count = math_ops.floor_div(size, math_ops.maximum(num_means, array_ops.ones_like(num_means)))
    return [math_ops.div(_spread(dy, x, axes), array_ops.cast(count, DstT=x.dtype)), None]


@gradient("Max", "Min")
def extremum(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """Equal parts of the gradient for all elements that equal the extremum, as in TensorFlow."""
    x, axes = op.inputs
    kept = _kept_shape(x, axes)
    is_extremum = math_ops.equal(x, array_ops.reshape(op.outputs[0], kept))
    indicator = array_ops.cast(is_extremum, DstT=x.dtype)
    count = math_ops.sum(indicator, axes, keep_dims=True)
    return [math_ops.div(indicator, count) * array_ops.reshape(dy, kept), None]


def _spread(dy: Tensor, x: Tensor, axes: Tensor) -> Tensor:
    """`dy`, repeated along the axes that a reduction has taken away, so that it is of the shape of `x`."""
    return array_ops.broadcast_to(array_ops.reshape(dy, _kept_shape(x, axes)), array_ops.shape(x))


def _kept_shape(x: Tensor, axes: Tensor) -> Tensor:
    """The shape of `x` with 1 in place of the sizes of reduced axes ([rank of x] int32)."""
    shape, rank = array_ops.shape(x), array_ops.rank(x)
    # Axes from the end are negative.
    reduced = math_ops.floor_mod(array_ops.reshape(array_ops.cast(axes, DstT=dtypes.int32), [-1]) + rank, rank)
    # Of two values for one place DynamicStitch takes the last.
    return array_ops.dynamic_stitch([array_ops.range(0, rank, 1), reduced], [shape, array_ops.ones_like(reduced)])
