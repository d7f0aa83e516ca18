"""Comparisons, logic, bits, and choosing between values."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, broadcast_shape, is_float, shown
from aioflow.kernels.math.elementwise import binary, binary_functions, unary_functions

binary_functions({
    "Greater": "greater", "GreaterEqual": "greater_equal", "Less": "less", "LessEqual": "less_equal",
    "LogicalAnd": "logical_and", "LogicalOr": "logical_or",
    "BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor",
})  # fmt: skip
unary_functions({"LogicalNot": "logical_not", "Invert": "invert"})


def equality(op: str, name: str, when_incompatible: bool) -> Callable[..., Array]:
    """Registers the kernel of an op that compares by the array function `name`.

    Args:
        op: The op's name.
        name: The array function's name.
        when_incompatible: The scalar result for shapes that do not broadcast, if the node's attribute
            `incompatible_shape_error` is false, as it is in comparisons by operators.
    """

    def compute(xp: Any, x: Array, y: Array, *, incompatible_shape_error: bool) -> Array:
        try:
            return getattr(xp, name)(x, y)
        except ValueError:
            if not incompatible_shape_error:
                return xp.asarray(when_incompatible)
            broadcast_shape(xp, x.shape, y.shape)
            raise

    compute.array_function = name  # type: ignore[attr-defined]
    # There is no size from which this kernel does otherwise than the array function.
    compute.large_from = None  # type: ignore[attr-defined]
    return kernel(op)(compute)


equality("Equal", "equal", when_incompatible=False)
equality("NotEqual", "not_equal", when_incompatible=True)


@kernel("ApproximateEqual")
def approximate_equal(xp: Any, x: Array, y: Array, *, tolerance: float) -> Array:
    """True where elements of two arrays of one shape lie within `tolerance` of each other."""
    if x.shape != y.shape:
        raise errors.invalid_argument(
            f"x and y must be of the same shape. x shape: {shown(x.shape)}. y shape: {shown(y.shape)}"
        )
    # Equal infinities differ by NaN, and so are not near each other, as in TensorFlow.
    return xp.abs(xp.subtract(x, y)) <= xp.float64(tolerance).astype(x.dtype)


@binary("LeftShift")
def left_shift(xp: Any, x: Array, y: Array) -> Array:
    return xp.left_shift(x, shift_count(xp, y))


@binary("RightShift")
def right_shift(xp: Any, x: Array, y: Array) -> Array:
    return xp.right_shift(x, shift_count(xp, y))


def shift_count(xp: Any, y: Array) -> Array:
    """`y` limited to what shifts the type's bits at most but for one."""
    # C leaves further shifts undefined, and CPUs differ; TensorFlow limits the count like this on all.
    return xp.clip(y, 0, 8 * y.dtype.itemsize - 1)


@kernel("PopulationCount")
def population_count(xp: Any, x: Array) -> Array:
    # numpy counts the bits of the absolute value
    return xp.bitwise_count(x.view(f"u{x.dtype.itemsize}"))


@kernel("Select")
def select(xp: Any, condition: Array, t: Array, e: Array) -> Array:
    """Rows of `t` or `e` [rows, ...] by `condition` [rows]; or elements, when it is a scalar or of their shape."""
    if t.shape != e.shape:
        raise errors.invalid_argument(
            f"'then' and 'else' must have the same size.  but received: {shown(t.shape)} vs. {shown(e.shape)}"
        )
    if condition.ndim == 0:
        # No copy, unlike where() with a scalar.
        return t if condition else e
    if condition.shape != t.shape:
        if condition.ndim != 1 or condition.shape != t.shape[:1]:
            raise errors.invalid_argument(
                f"'cond' must be a scalar, a vector of the number of rows, or of the shape of 'then' "
                f"{shown(t.shape)}, but is {shown(condition.shape)}"
            )
        condition = condition.reshape((-1,) + (1,) * (t.ndim - 1))
    return xp.where(condition, t, e)


@kernel("SelectV2")
def select_broadcast(xp: Any, condition: Array, t: Array, e: Array) -> Array:
    """Elements of `t` where `condition` holds, else of `e`; all three broadcast."""
    try:
        return xp.where(condition, t, e)
    except ValueError:
        broadcast_shape(xp, condition.shape, t.shape, e.shape)
        raise


@kernel("ClipByValue")
def clip_by_value(xp: Any, t: Array, clip_value_min: Array, clip_value_max: Array) -> Array:
    """`t` with its elements limited to [clip_value_min, clip_value_max], each [] or of the shape of `t`."""
    for bound in (clip_value_min, clip_value_max):
        if bound.ndim and bound.shape != t.shape:
            raise errors.invalid_argument(
                "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. "
                f"Input shape: {shown(t.shape)} clip_value_min shape: {shown(clip_value_min.shape)} "
                f"clip_value_max shape: {shown(clip_value_max.shape)}"
            )
    # The upper bound goes first, so that of bounds in the wrong order the lower one wins.
    low, high = clip_value_min, clip_value_max
    if t.dtype.kind == "c":  # each part by itself
        real, imag = (xp.maximum(xp.minimum(p(t), p(high)), p(low)) for p in (xp.real, xp.imag))
        return (real + 1j * imag).astype(t.dtype)
    if is_float(t.dtype) and (xp.isnan(low).any() or xp.isnan(high).any()):
        t = xp.where(high < t, high, t)  # a bound that is NaN does not bind
        return xp.where(t < low, low, t)
    return xp.maximum(xp.minimum(t, high), low)
