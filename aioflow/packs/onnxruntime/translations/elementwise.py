"""Translations of ops that compute element by element."""
from __future__ import annotations

import numpy as np

from aioflow.framework import dtypes
from aioflow.packs.onnxruntime.node_writer import (
    ALL,
    ELEMENT_TYPES,
    FLOAT32,
    FLOATS,
    NUMBERS,
    SIGNED,
    WIDE_INTEGERS,
    NodeWriter,
    translation,
)

_BY_NAME = {
    "Add": ("Add", NUMBERS), "AddV2": ("Add", NUMBERS), "Sub": ("Sub", NUMBERS), "Mul": ("Mul", NUMBERS),
    "RealDiv": ("Div", FLOATS), "Abs": ("Abs", SIGNED), "Neg": ("Neg", SIGNED), "Sign": ("Sign", NUMBERS),
    "Maximum": ("Max", FLOATS | WIDE_INTEGERS), "Minimum": ("Min", FLOATS | WIDE_INTEGERS),
    "Less": ("Less", NUMBERS), "LessEqual": ("LessOrEqual", NUMBERS),
    "Greater": ("Greater", NUMBERS), "GreaterEqual": ("GreaterOrEqual", NUMBERS),
    "LogicalAnd": ("And", ALL), "LogicalOr": ("Or", ALL), "LogicalNot": ("Not", ALL),
    "IsNan": ("IsNaN", FLOATS), "IsInf": ("IsInf", FLOATS),
    "Relu": ("Relu", FLOATS), "Sigmoid": ("Sigmoid", FLOATS), "Tanh": ("Tanh", FLOATS),
    "Exp": ("Exp", FLOATS), "Log": ("Log", FLOATS), "Sqrt": ("Sqrt", FLOATS), "Sin": ("Sin", FLOATS),
    "Cos": ("Cos", FLOATS), "Floor": ("Floor", FLOATS), "Ceil": ("Ceil", FLOATS),
    "Round": ("Round", FLOATS), "Rint": ("Round", FLOATS),
    "Reciprocal": ("Reciprocal", FLOATS), "Inv": ("Reciprocal", FLOATS),
    "Softplus": ("Softplus", FLOAT32), "Softsign": ("Softsign", FLOAT32), "Erf": ("Erf", FLOAT32),
    "Elu": ("Elu", FLOAT32), "Tan": ("Tan", FLOAT32), "Atan": ("Atan", FLOAT32),
    "Identity": ("Identity", ALL), "StopGradient": ("Identity", ALL),
}  # fmt: skip
"""Op -> ONNX's name of the same function, and the dtypes of which ONNX Runtime's kernel gives the same values."""


@translation(*_BY_NAME)
def by_name(node: NodeWriter) -> None:
    """Ops that ONNX has under another name."""
    name, allowed = _BY_NAME[node.op.type]
    node.require_dtypes(allowed)
    node.give(name, *node.operands())


@translation("Equal", "NotEqual")
def equal(node: NodeWriter) -> None:
    """Comparison; shapes that do not fit must be an error in the region, too."""
    node.require_dtypes(ALL)
    node.require(node.attr("incompatible_shape_error"), "shapes that do not fit give a scalar")
    if node.op.type == "Equal":
        node.give("Equal", *node.inputs())
    else:
        node.give("Not", node.emit("Equal", *node.inputs()))


@translation("Square")
def square(node: NodeWriter) -> None:
    """Square of each element."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    node.give("Mul", node.input(0), node.input(0))


@translation("SquaredDifference")
def squared_difference(node: NodeWriter) -> None:
    """Square of the difference."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    difference = node.emit("Sub", *node.inputs())
    node.give("Mul", difference, difference)


@translation("Rsqrt")
def rsqrt(node: NodeWriter) -> None:
    """Reciprocal of the square root."""
    node.require_dtypes(FLOATS)
    node.give("Reciprocal", node.emit("Sqrt", node.input(0)))


@translation("Div")
def div(node: NodeWriter) -> None:
    """Quotient of floats. That of integers ends the process for the smallest number by -1."""
    node.require_dtypes(FLOATS)
    node.give("Div", *node.operands())


@translation("DivNoNan")
def div_no_nan(node: NodeWriter) -> None:
    """Quotient that is 0 where the divisor is."""
    node.require_dtypes(FLOATS)
    zero = node.constant(0, node.dtype().numpy_dtype)
    is_zero = node.emit("Equal", node.input(1), zero)
    node.give("Where", is_zero, zero, node.emit("Div", *node.inputs()))


@translation("FloorDiv")
def floor_div(node: NodeWriter) -> None:
    """Quotient of floats, rounded down. That of integers rounds otherwise in ONNX."""
    node.require_dtypes(FLOATS)
    node.give("Floor", node.emit("Div", *node.inputs()))


@translation("Pow")
def power(node: NodeWriter) -> None:
    """Power of floats. That of integers overflows otherwise."""
    node.require_dtypes(FLOATS)
    node.give("Pow", *node.inputs())


@translation("Relu6")
def relu6(node: NodeWriter) -> None:
    """Values cut at 0 and 6; as a Clip, which ONNX Runtime makes one with a convolution before it."""
    node.require_dtypes(FLOATS)
    dtype = node.dtype().numpy_dtype
    node.give("Clip", node.input(0), node.constant(0, dtype), node.constant(6, dtype))


@translation("ClipByValue")
def clip(node: NodeWriter) -> None:
    """Values cut at two limits."""
    node.require_dtypes(FLOATS | WIDE_INTEGERS)
    node.require(node.rank(1) == node.rank(2) == 0, "the limits are no scalars")
    # Where a limit is NaN, or the lower one above the upper one, TensorFlow's results are others.
    node.require(bool(np.all(node.value(1) <= node.value(2))), "the limits are not in order")
    node.give("Clip", *node.inputs())


@translation("LeakyRelu")
def leaky_relu(node: NodeWriter) -> None:
    """Values, multiplied by alpha below 0."""
    node.require_dtypes(FLOAT32)
    node.give("LeakyRelu", node.input(0), alpha=float(node.attr("alpha")))


@translation("Selu")
def selu(node: NodeWriter) -> None:
    """Scaled exponential unit, with the two constants that TensorFlow writes out."""
    node.require_dtypes(FLOAT32)
    node.give("Selu", node.input(0), alpha=1.6732632423543772, gamma=1.0507009873554805)


@translation("Erfc")
def erfc(node: NodeWriter) -> None:
    """1 - erf(x), which loses all digits where erf is near 1: only within 0.5 * x * erfc(-x / sqrt(2)), where it is
    multiplied by a number that is small against the digits lost.
    """
    node.require_dtypes(FLOAT32)
    node.require(_is_part_of_gelu(node), "it is of use by itself")
    one = node.constant(1, np.float32)
    node.give("Sub", one, node.emit("Erf", node.input(0)))


def _is_part_of_gelu(node: NodeWriter) -> bool:
    readers = node.readers()
    if len(readers) != 1 or readers[0].type != "Mul":
        return False
    halves = [tensor.op for tensor in readers[0].inputs if tensor.op is not node.op and tensor.op.type == "Mul"]
    argument = node.op.inputs[0].op
    scaled = [tensor for tensor in argument.inputs if tensor.op.type != "Const"] if argument.type == "Mul" else []
    if len(halves) != 1 or len(scaled) != 1 or scaled[0].op.type != "Neg":
        return False
    return scaled[0].op.inputs[0] in halves[0].inputs


@translation("AddN")
def add_n(node: NodeWriter) -> None:
    """Sum of several tensors of one shape. ONNX's would broadcast, where TensorFlow refuses."""
    node.require_dtypes(FLOATS)
    shapes = [node.shape(i) for i in range(len(node.op.inputs))]
    if all(shape == shapes[0] and None not in shape for shape in shapes):
        node.give("Sum", *node.inputs())
        return
    # One behind the other: for that, all other sizes must be equal, else it is an error here, too.
    last = {shape[-1] if shape else None for shape in shapes}
    node.require(len({len(shape) for shape in shapes}) == len(last) == 1 and None not in last, "the shapes may differ")
    joined = node.emit("Concat", *node.inputs(), axis=-1)
    as_it_was = [0] * (len(shapes[0]) - 1)  # which Reshape takes for the sizes that there are
    apart = node.constant([*as_it_was, len(shapes), last.pop()], np.int64)
    node.give("ReduceSum", node.emit("Reshape", joined, apart), node.constant([-2], np.int64), keepdims=0)


@translation("SelectV2")
def select_v2(node: NodeWriter) -> None:
    """Elements of one of two tensors."""
    node.require_dtypes(_SELECTED, 1)
    node.give("Where", *node.inputs())


@translation("Select")
def select(node: NodeWriter) -> None:
    """Elements, or rows, of one of two tensors of one shape."""
    node.require_dtypes(_SELECTED, 1)
    node.require(node.static_shape(1) == node.static_shape(2), "the shapes differ")
    if node.static_shape(0) == node.static_shape(1):
        node.give("Where", *node.inputs())
        return
    node.require(node.rank(0) == 1 and node.static_shape(0) == node.static_shape(1)[:1], "the condition is no vector")
    axes = node.constant(range(1, node.rank(1)), np.int64)
    node.give("Where", node.emit("Unsqueeze", node.input(0), axes), node.input(1), node.input(2))


_SELECTED = FLOATS | WIDE_INTEGERS | {dtypes.int8, dtypes.uint8}


@translation("Cast")
def cast(node: NodeWriter) -> None:
    """Conversion. Floats that no number of the type is near become other numbers in the unsigned wide types."""
    source, target = node.dtype(), node.op.outputs[0].dtype.base_dtype
    node.require(not node.attr("Truncate"), "it truncates")
    is_risky = source in FLOATS and target not in FLOATS | WIDE_INTEGERS | {dtypes.bool_}
    node.require(not is_risky, f"floats beyond the range of {target.name} become other numbers")
    node.give("Cast", node.input(0), to=ELEMENT_TYPES[target])
