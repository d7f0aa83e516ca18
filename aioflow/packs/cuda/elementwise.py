"""Elementwise kernels, by tables of torch's functions: arithmetic, comparisons, logic, bits, and choosing."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch

from aioflow.framework.dtypes import DType, bool_, float32, float64, int32
from aioflow.packs.cuda.registration import (
    ALL,
    COMPLEX,
    FLOATS,
    INTEGERS,
    NUMBERS,
    on_tensors,
    refuse_unless,
    with_inputs,
)
from aioflow.packs.cuda.tensors import TORCH_DTYPES

Function = Callable[..., Any]


def table(functions: Mapping[str, Function], **constraints: Any) -> None:
    """Registers ops by functions of their inputs, all tensors."""
    for op, function in functions.items():
        on_tensors(op, **constraints)(with_inputs(op, function))


def zero_where(condition: Any, values: Any) -> Any:
    """The values, with zeros where a condition holds."""
    return values.masked_fill(condition, 0)


# ---- one input
table({"Abs": torch.abs}, T=NUMBERS)
table({"Neg": torch.neg, "Square": torch.square}, T=NUMBERS | COMPLEX)
table({
    "Acos": torch.acos, "Acosh": torch.acosh, "Asin": torch.asin, "Asinh": torch.asinh, "Atan": torch.atan,
    "Atanh": torch.atanh, "Cos": torch.cos, "Cosh": torch.cosh, "Exp": torch.exp, "Expm1": torch.expm1,
    "Inv": torch.reciprocal, "Log": torch.log, "Log1p": torch.log1p, "Reciprocal": torch.reciprocal,
    "Rsqrt": torch.rsqrt, "Sigmoid": torch.sigmoid, "Sin": torch.sin, "Sinh": torch.sinh, "Sqrt": torch.sqrt,
    "Tan": torch.tan, "Tanh": torch.tanh,
}, T=FLOATS | COMPLEX)  # fmt: skip
table({
    "Ceil": torch.ceil, "Erf": torch.erf, "Erfc": torch.erfc, "Erfinv": torch.erfinv, "Floor": torch.floor,
    "IsFinite": torch.isfinite, "IsInf": torch.isinf, "IsNan": torch.isnan, "Lgamma": torch.lgamma,
    "Rint": torch.round, "Round": torch.round,
}, T=FLOATS)  # fmt: skip
table({
    "Digamma": lambda x: torch.digamma(x).masked_fill(x == 0, torch.nan), "Ndtri": torch.special.ndtri,
}, T={float32, float64})  # fmt: skip
table({"Round": lambda x: x, "Sign": torch.sign}, T=INTEGERS)
# Torch's sign of NaN is 0.
table({"Sign": lambda x: torch.where(torch.isnan(x), x, torch.sign(x))}, T=FLOATS)
table({"Sign": torch.sgn}, T=COMPLEX)
table({"LogicalNot": torch.logical_not})
table({"Invert": torch.bitwise_not}, T=INTEGERS | {int32})


# ---- two inputs that broadcast
def _divided(x: Any, y: Any, how: str) -> Any:
    """The quotient of integers, rounded; nobody is to divide by 0."""
    # Waits for the device. Torch's CPU refuses by itself; a GPU would give whatever it likes.
    refuse_unless(bool(y.all()))
    # The lowest number over -1 has no quotient in the type, for which CPUs end the process.
    if not x.dtype.is_signed:
        return torch.div(x, y, rounding_mode=how)
    is_negation = y == -1
    return torch.where(is_negation, -x, torch.div(x, y.masked_fill(is_negation, 1), rounding_mode=how))


def _remainder(x: Any, y: Any, function: Function) -> Any:
    """The rest of integers."""
    refuse_unless(bool(y.all()))
    return function(x, y.masked_fill(y == -1, 1) if x.dtype.is_signed else y)


def _power(x: Any, y: Any) -> Any:
    refuse_unless(not bool((y < 0).any()))
    return torch.pow(x, y)


table({"Add": torch.add, "AddV2": torch.add, "Mul": torch.mul, "Sub": torch.sub}, T=NUMBERS | COMPLEX)
table({"Maximum": torch.maximum, "Minimum": torch.minimum}, T=NUMBERS)
table({"Div": torch.div, "Pow": torch.pow, "RealDiv": torch.div}, T=FLOATS | COMPLEX)
table({
    "Atan2": torch.atan2, "FloorDiv": lambda x, y: torch.floor(x / y), "FloorMod": torch.remainder,
    "Mod": torch.fmod, "TruncateDiv": lambda x, y: torch.trunc(x / y), "TruncateMod": torch.fmod,
}, T=FLOATS)  # fmt: skip
table({
    "Div": lambda x, y: _divided(x, y, "trunc"), "FloorDiv": lambda x, y: _divided(x, y, "floor"),
    "FloorMod": lambda x, y: _remainder(x, y, torch.remainder), "Mod": lambda x, y: _remainder(x, y, torch.fmod),
    "Pow": _power, "TruncateDiv": lambda x, y: _divided(x, y, "trunc"),
}, T=INTEGERS)  # fmt: skip
table({
    "DivNoNan": lambda x, y: zero_where(y == 0, x / y), "MulNoNan": lambda x, y: zero_where(y == 0, x * y),
    "Xdivy": lambda x, y: zero_where((x == 0).expand(torch.broadcast_shapes(x.shape, y.shape)), x / y),
    "Xlog1py": lambda x, y: zero_where((x == 0).expand(torch.broadcast_shapes(x.shape, y.shape)), x * torch.log1p(y)),
    "Xlogy": lambda x, y: zero_where((x == 0).expand(torch.broadcast_shapes(x.shape, y.shape)), x * torch.log(y)),
}, T=FLOATS | COMPLEX)  # fmt: skip
table({"SquaredDifference": lambda x, y: torch.square(x - y)}, T=NUMBERS)
table({
    "Greater": torch.gt, "GreaterEqual": torch.ge, "Less": torch.lt, "LessEqual": torch.le,
}, T=NUMBERS)  # fmt: skip
table({"LogicalAnd": torch.logical_and, "LogicalOr": torch.logical_or})
table({
    "BitwiseAnd": torch.bitwise_and, "BitwiseOr": torch.bitwise_or, "BitwiseXor": torch.bitwise_xor,
}, T=INTEGERS | {int32})  # fmt: skip
table({
    "LeftShift": lambda x, y: torch.bitwise_left_shift(x, y.clamp(0, 8 * y.itemsize - 1)),
    "RightShift": lambda x, y: torch.bitwise_right_shift(x, y.clamp(0, 8 * y.itemsize - 1)),
}, T=INTEGERS | {int32})  # fmt: skip


@on_tensors("Equal", T=ALL)
def equal(xp: Any, x: Any, y: Any, *, incompatible_shape_error: bool) -> Any:
    return torch.eq(x, y)


@on_tensors("NotEqual", T=ALL)
def not_equal(xp: Any, x: Any, y: Any, *, incompatible_shape_error: bool) -> Any:
    return torch.ne(x, y)


@on_tensors("NextAfter")
def next_after(xp: Any, x1: Any, x2: Any) -> Any:
    return torch.nextafter(x1, x2)


@on_tensors("AddN", "AccumulateNV2", T=NUMBERS | COMPLEX)
def add_n(xp: Any, inputs: list[Any]) -> Any:
    total = inputs[0]
    for value in inputs[1:]:
        refuse_unless(value.shape == total.shape)
        total = total + value  # not in place: the first one is an input
    return total


# ---- gradients
def _of_one_size(function: Function) -> Function:
    """The function of `y` and of `dy` in the same shape."""

    def checked(y: Any, dy: Any) -> Any:
        refuse_unless(y.numel() == dy.numel())
        return function(y, dy.reshape(y.shape))

    return checked


table({op: _of_one_size(function) for op, function in {
    "SigmoidGrad": lambda y, dy: dy * y * (1 - y),
    "TanhGrad": lambda y, dy: dy * (1 - y * y),
    "SqrtGrad": lambda y, dy: zero_where(dy == 0, dy * 0.5 / y.conj()),
    "RsqrtGrad": lambda y, dy: zero_where(dy == 0, dy * -0.5 * (y * y * y).conj()),
    "InvGrad": lambda y, dy: zero_where(dy == 0, -dy * (y * y).conj()),
    "ReciprocalGrad": lambda y, dy: zero_where(dy == 0, -dy * (y * y).conj()),
}.items()}, T=FLOATS | COMPLEX)  # fmt: skip


# ---- complex numbers
@on_tensors("Complex")
def complex_of(xp: Any, real: Any, imag: Any) -> Any:
    return torch.complex(*torch.broadcast_tensors(real, imag))


@on_tensors("Real")
def real_part(xp: Any, input: Any, *, Tout: DType) -> Any:
    return input.real.to(TORCH_DTYPES[Tout.numpy_dtype])


@on_tensors("Imag")
def imaginary_part(xp: Any, input: Any, *, Tout: DType) -> Any:
    return input.imag.to(TORCH_DTYPES[Tout.numpy_dtype])


@on_tensors("Angle")
def angle(xp: Any, input: Any, *, Tout: DType) -> Any:
    return torch.angle(input).to(TORCH_DTYPES[Tout.numpy_dtype])


@on_tensors("ComplexAbs")
def complex_abs(xp: Any, x: Any, *, Tout: DType) -> Any:
    refuse_unless(Tout.size * 2 == x.itemsize)
    return torch.abs(x)


@on_tensors("Conj", T=COMPLEX)
def conjugate(xp: Any, input: Any) -> Any:
    return input.conj().resolve_conj()


# ---- choosing
@on_tensors("Select", T=ALL)
def select(xp: Any, condition: Any, t: Any, e: Any) -> Any:
    refuse_unless(t.shape == e.shape)
    if condition.ndim and condition.shape != t.shape:
        refuse_unless(condition.shape == t.shape[:1])
        condition = condition.reshape(-1, *(1 for _ in t.shape[1:]))
    return torch.where(condition, t, e)


@on_tensors("SelectV2", T=ALL)
def select_broadcast(xp: Any, condition: Any, t: Any, e: Any) -> Any:
    return torch.where(condition, t, e)


@on_tensors("ClipByValue", T=NUMBERS)
def clip_by_value(xp: Any, t: Any, clip_value_min: Any, clip_value_max: Any) -> Any:
    """Limits elements; the upper bound goes first, and one that is NaN does not bind."""
    for bound in (clip_value_min, clip_value_max):
        refuse_unless(not bound.ndim or bound.shape == t.shape)
    t = torch.where(clip_value_max < t, clip_value_max, t)
    return torch.where(t < clip_value_min, clip_value_min, t)


@on_tensors("Cast", SrcT=ALL | {int32}, DstT=ALL | {int32})
def cast(xp: Any, x: Any, *, SrcT: DType, DstT: DType, Truncate: bool) -> Any:
    # Whatever a GPU makes of numbers that integers do not hold; TensorFlow does not say either.
    if DstT is bool_:
        return x != 0
    refuse_unless(not Truncate or DstT.is_integer)
    return (x.real if SrcT in COMPLEX and DstT not in COMPLEX else x).to(TORCH_DTYPES[DstT.numpy_dtype])


@on_tensors("CheckNumerics", T=FLOATS)
def check_numerics(xp: Any, tensor: Any) -> Any:
    refuse_unless(bool(torch.isfinite(tensor).all()))
    return tensor


@on_tensors("Bitcast", T=ALL | {int32}, type=ALL | {int32})
def bitcast(xp: Any, input: Any, *, type: DType) -> Any:
    dtype = TORCH_DTYPES[type.numpy_dtype]
    ratio = dtype.itemsize / input.itemsize
    if ratio > 1:
        refuse_unless(input.ndim and input.shape[-1] == ratio)
        return input.contiguous().view(dtype).squeeze(-1)
    return input.contiguous().view(dtype) if ratio == 1 else input.contiguous().unsqueeze(-1).view(dtype)
