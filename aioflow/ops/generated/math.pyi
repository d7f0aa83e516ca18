# Generated from protos/ops/math.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def abs(x: TensorLike, name: str | None = None) -> Tensor: ...


def accumulate_nv2(inputs: Sequence[TensorLike], *, shape: ShapeLike, name: str | None = None) -> Tensor: ...


def acos(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc cosine of each element, in radians; NaN outside [-1, 1].

    Acos(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def acosh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic cosine of each element; NaN below 1.

    Acosh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...


def add_n(inputs: Sequence[TensorLike], name: str | None = None) -> Tensor: ...


def add_v2(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...


def all(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def angle(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor: ...


def any(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def approximate_equal(
    x: TensorLike, y: TensorLike, *, tolerance: float = 9.999999747378752e-06, name: str | None = None,
) -> Tensor: ...


def arg_max(
    input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = dtypes.int64, name: str | None = None,
) -> Tensor:
    """Finds the index of the largest element along `dimension`; of equal ones the first.

    ArgMax(input: T, dimension: Tidx) -> (output: output_type).
    T is one of bfloat16, bool, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int16, int32, int64.
    """


def arg_min(
    input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = dtypes.int64, name: str | None = None,
) -> Tensor:
    """Finds the index of the smallest element along `dimension`; of equal ones the first.

    ArgMin(input: T, dimension: Tidx) -> (output: output_type).
    T is one of bfloat16, bool, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """


def asin(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc sine of each element, in radians; NaN outside [-1, 1].

    Asin(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def asinh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic sine of each element.

    Asinh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def atan(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc tangent of each element, in radians.

    Atan(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the angle of each point (x, y) in radians, from -π to π, by the signs of both.

    Atan2(y: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """


def atanh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic tangent of each element; NaN outside [-1, 1].

    Atanh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of the first kind and order 0 of each element.

    BesselI0(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of order 0 of each element, times exp(-|x|).

    BesselI0e(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of the first kind and order 1 of each element.

    BesselI1(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of order 1 of each element, times exp(-|x|).

    BesselI1e(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor: ...


def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor: ...


def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the regularised incomplete beta function I_x(a, b), elementwise.

    Betainc(a: T, b: T, x: T) -> (z: T).
    T is one of float32, float64.
    """


def bincount(arr: TensorLike, size: TensorLike, weights: TensorLike, name: str | None = None) -> Tensor: ...


def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise and of two integer tensors, which broadcast.

    BitwiseAnd(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise or of two integer tensors, which broadcast.

    BitwiseOr(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise exclusive or of two integer tensors, which broadcast.

    BitwiseXor(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def bucketize(input: TensorLike, *, boundaries: Sequence[float], name: str | None = None) -> Tensor: ...


def ceil(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element up to a whole number.

    Ceil(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def clip_by_value(
    t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, name: str | None = None,
) -> Tensor: ...


def complex(
    real: TensorLike, imag: TensorLike, *, Tout: DTypeLike = dtypes.complex64, name: str | None = None,
) -> Tensor: ...


def complex_abs(x: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor: ...


def conj(input: TensorLike, name: str | None = None) -> Tensor: ...


def cos(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the cosine of each element, in radians.

    Cos(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def cosh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic cosine of each element.

    Cosh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def cumprod(
    x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, name: str | None = None,
) -> Tensor: ...


def cumsum(
    x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, name: str | None = None,
) -> Tensor: ...


def cumulative_logsumexp(
    x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False, name: str | None = None,
) -> Tensor:
    """Computes the logarithm of the running sum of exponentials along `axis`.

    CumulativeLogsumexp(x: T, axis: Tidx) -> (out: T).
    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    """


def dawsn(x: TensorLike, name: str | None = None) -> Tensor: ...


def dense_bincount(
    input: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False,
    name: str | None = None,
) -> Tensor: ...


class DenseCountSparseOutputOutputs(NamedTuple):
    """The outputs of DenseCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def dense_count_sparse_output(
    values: TensorLike, weights: TensorLike, *, binary_output: bool, minlength: int = -1, maxlength: int = -1,
    name: str | None = None,
) -> DenseCountSparseOutputOutputs: ...


def digamma(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the derivative of the logarithm of the gamma function of each element.

    Digamma(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...


def div_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...


def equal(
    x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, name: str | None = None,
) -> Tensor:
    """Compares two tensors, which broadcast: true where the elements are equal.

    Equal(x: T, y: T) -> (z: bool).
    """


def erf(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the Gauss error function of each element.

    Erf(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def erfc(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 minus the Gauss error function of each element, also where that is tiny.

    Erfc(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def erfinv(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse of the Gauss error function of each element.

    Erfinv(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def euclidean_norm(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def exp(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes e to the power of each element.

    Exp(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def expint(x: TensorLike, name: str | None = None) -> Tensor: ...


def expm1(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes exp(x) - 1 of each element, also near 0 with all its digits.

    Expm1(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def floor(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element down to a whole number.

    Floor(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def floor_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors, which broadcast, and rounds towards negative infinity.

    FloorDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def floor_mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the remainder of a division that rounds down; it has the sign of the divisor.

    FloorMod(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor: ...


def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor: ...


def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x > y.

    Greater(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x >= y.

    GreaterEqual(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def histogram_fixed_width(
    values: TensorLike, value_range: TensorLike, nbins: TensorLike, *, dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor: ...


def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the lower regularised incomplete gamma function P(a, x), elementwise.

    Igamma(a: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """


def igamma_grad_a(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor: ...


def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), elementwise.

    Igammac(a: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """


def imag(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor: ...


def inv(x: TensorLike, name: str | None = None) -> Tensor: ...


def inv_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def invert(x: TensorLike, name: str | None = None) -> Tensor:
    """Flips all bits of each integer.

    Invert(x: T) -> (y: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def is_finite(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is a finite number.

    IsFinite(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """


def is_inf(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is infinite.

    IsInf(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """


def is_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is not a number (NaN).

    IsNan(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """


def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Shifts the bits of each integer of `x` to the left by the number in `y`.

    LeftShift(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x < y.

    Less(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x <= y.

    LessEqual(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def lgamma(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logarithm of the absolute value of the gamma function of each element.

    Lgamma(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def log(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the natural logarithm of each element.

    Log(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def log1p(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes log(1 + x) of each element, also near 0 with all its digits.

    Log1p(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logical and of two boolean tensors, which broadcast.

    LogicalAnd(x: bool, y: bool) -> (z: bool).
    """


def logical_not(x: TensorLike, name: str | None = None) -> Tensor:
    """Negates each element of a boolean tensor.

    LogicalNot(x: bool) -> (y: bool).
    """


def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logical or of two boolean tensors, which broadcast.

    LogicalOr(x: bool, y: bool) -> (z: bool).
    """


def max(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Takes the larger of two elements, of tensors that broadcast.

    Maximum(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def mean(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def min(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Takes the smaller of two elements, of tensors that broadcast.

    Minimum(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor: ...


def mul(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies two tensors elementwise; they broadcast.

    Mul(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def mul_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies two tensors elementwise; where y is 0 the product is 0, even if x is infinite or NaN.

    MulNoNan(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def ndtri(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the quantile function of the standard normal distribution of each element.

    Ndtri(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def neg(x: TensorLike, name: str | None = None) -> Tensor:
    """Changes the sign of each element.

    Neg(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """


def next_after(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor:
    """Finds the next floating-point number after `x1` in the direction of `x2`, elementwise.

    NextAfter(x1: T, x2: T) -> (output: T).
    T is one of float32, float64.
    """


def not_equal(
    x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, name: str | None = None,
) -> Tensor:
    """Compares two tensors, which broadcast: true where the elements differ.

    NotEqual(x: T, y: T) -> (z: bool).
    """


def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the derivative of order `a` of the digamma function at `x`, elementwise.

    Polygamma(a: T, x: T) -> (z: T).
    T is one of float32, float64.
    """


def population_count(x: TensorLike, name: str | None = None) -> Tensor: ...


def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Raises each element of `x` to the power in `y`; both broadcast.

    Pow(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """


def prod(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def ragged_bincount(
    splits: TensorLike, values: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False,
    name: str | None = None,
) -> Tensor: ...


class RaggedCountSparseOutputOutputs(NamedTuple):
    """The outputs of RaggedCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def ragged_count_sparse_output(
    splits: TensorLike, values: TensorLike, weights: TensorLike, *, binary_output: bool, minlength: int = -1,
    maxlength: int = -1, name: str | None = None,
) -> RaggedCountSparseOutputOutputs: ...


def random_gamma_grad(alpha: TensorLike, sample: TensorLike, name: str | None = None) -> Tensor: ...


def real(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor: ...


def real_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors of real or complex numbers elementwise; they broadcast.

    RealDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def reciprocal(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / x of each element.

    Reciprocal(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """


def reciprocal_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Shifts the bits of each integer of `x` to the right by the number in `y`; the sign stays.

    RightShift(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """


def rint(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element to the nearest whole number, halves to the even one.

    Rint(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """


def round(x: TensorLike, name: str | None = None) -> Tensor: ...


def rsqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / √x of each element.

    Rsqrt(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def rsqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the maximum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMax(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """


def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the mean of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMean(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """


def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the minimum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMin(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """


def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the product of the rows of each segment; ids are sorted, and an empty segment gives 1.

    SegmentProd(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """


def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the sum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentSum(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """


def select(condition: TensorLike, t: TensorLike, e: TensorLike, name: str | None = None) -> Tensor: ...


def select_v2(condition: TensorLike, t: TensorLike, e: TensorLike, name: str | None = None) -> Tensor: ...


def sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / (1 + exp(-x)) of each element.

    Sigmoid(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def sigmoid_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def sign(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes -1, 0 or 1 for each element by its sign; x / |x| for complex numbers.

    Sign(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """


def sin(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the sine of each element, in radians.

    Sin(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def sinh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic sine of each element.

    Sinh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def sparse_bincount(
    indices: TensorLike, values: TensorLike, dense_shape: TensorLike, size: TensorLike, weights: TensorLike, *,
    binary_output: bool = False, name: str | None = None,
) -> Tensor: ...


class SparseCountSparseOutputOutputs(NamedTuple):
    """The outputs of SparseCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def sparse_count_sparse_output(
    indices: TensorLike, values: TensorLike, dense_shape: TensorLike, weights: TensorLike, *, binary_output: bool,
    minlength: int = -1, maxlength: int = -1, name: str | None = None,
) -> SparseCountSparseOutputOutputs: ...


def sparse_segment_mean(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_segment_mean_grad(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, name: str | None = None,
) -> Tensor: ...


class SparseSegmentMeanGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentMeanGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_mean_grad_v2(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentMeanGradV2Outputs: ...


def sparse_segment_mean_with_num_segments(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
    sparse_gradient: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_segment_sqrt_n(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_segment_sqrt_n_grad(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, name: str | None = None,
) -> Tensor: ...


class SparseSegmentSqrtNGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentSqrtNGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_sqrt_n_grad_v2(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentSqrtNGradV2Outputs: ...


def sparse_segment_sqrt_n_with_num_segments(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
    sparse_gradient: bool = False, name: str | None = None,
) -> Tensor: ...


def sparse_segment_sum(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *, sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor: ...


def sparse_segment_sum_grad(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, output_dim0: TensorLike, name: str | None = None,
) -> Tensor: ...


class SparseSegmentSumGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentSumGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_sum_grad_v2(
    grad: TensorLike, indices: TensorLike, segment_ids: TensorLike, dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentSumGradV2Outputs: ...


def sparse_segment_sum_with_num_segments(
    data: TensorLike, indices: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
    sparse_gradient: bool = False, name: str | None = None,
) -> Tensor: ...


def spence(x: TensorLike, name: str | None = None) -> Tensor: ...


def sqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the square root of each element.

    Sqrt(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def sqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def square(x: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies each element by itself.

    Square(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes (x - y)², elementwise; the tensors broadcast.

    SquaredDifference(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """


def sub(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Subtracts y from x elementwise; they broadcast.

    Sub(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def sum(
    input: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False, name: str | None = None,
) -> Tensor: ...


def tan(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the tangent of each element, in radians.

    Tan(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def tanh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic tangent of each element.

    Tanh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def tanh_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor: ...


def truncate_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors of integers, which broadcast, and rounds towards 0.

    TruncateDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """


def truncate_mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the remainder of a division that rounds towards 0; it has the sign of the dividend.

    TruncateMod(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int32, int64.
    """


def unsorted_segment_max(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None,
) -> Tensor:
    """Computes the maximum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentMax(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """


def unsorted_segment_min(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None,
) -> Tensor:
    """Computes the minimum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentMin(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """


def unsorted_segment_prod(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None,
) -> Tensor:
    """Computes the product of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentProd(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """


def unsorted_segment_sum(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None,
) -> Tensor:
    """Computes the sum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int16, int32, int64.
    Tnumsegments is one of int32, int64.
    """


def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides x by y elementwise; where x is 0 the quotient is 0, even if y is 0.

    Xdivy(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes x log(1 + y) elementwise; where x is 0 the result is 0.

    Xlog1py(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes x log(y) elementwise; where x is 0 the result is 0, even if y is 0.

    Xlogy(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """


def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
    """Computes the Hurwitz zeta function ζ(x, q), elementwise.

    Zeta(x: T, q: T) -> (z: T).
    T is one of float32, float64.
    """
