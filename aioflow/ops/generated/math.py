# Generated from aioflow/ops/definitions/math.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.math` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def abs(x: TensorLike, name: str | None = None) -> Tensor:
    """Abs(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Abs", [x], {}, name).outputs[0]


def accumulate_nv2(inputs: Sequence[TensorLike], *, shape: ShapeLike, name: str | None = None) -> Tensor:
    """AccumulateNV2(inputs: N * T) -> (sum: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("AccumulateNV2", [inputs], {"shape": shape}, name).outputs[0]


def acos(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc cosine of each element, in radians; NaN outside [-1, 1].

    Acos(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Acos", [x], {}, name).outputs[0]


def acosh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic cosine of each element; NaN below 1.

    Acosh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Acosh", [x], {}, name).outputs[0]


def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Add(x: T, y: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, string, uint8.
    """
    return apply_op("Add", [x, y], {}, name).outputs[0]


def add_n(inputs: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """AddN(inputs: N * T) -> (sum: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8, variant.
    """
    return apply_op("AddN", [inputs], {}, name).outputs[0]


def add_v2(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """AddV2(x: T, y: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("AddV2", [x, y], {}, name).outputs[0]


def all(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """All(input: bool, reduction_indices: Tidx) -> (output: bool).

    Tidx is one of int32, int64.
    """
    return apply_op("All", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def angle(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """Angle(input: T) -> (output: Tout).

    T is one of complex128, complex64.
    """
    return apply_op("Angle", [input], {"Tout": Tout}, name).outputs[0]


def any(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Any(input: bool, reduction_indices: Tidx) -> (output: bool).

    Tidx is one of int32, int64.
    """
    return apply_op("Any", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def approximate_equal(
    x: TensorLike,
    y: TensorLike,
    *,
    tolerance: float = 9.999999747378752e-06,
    name: str | None = None,
) -> Tensor:
    """ApproximateEqual(x: T, y: T) -> (z: bool).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("ApproximateEqual", [x, y], {"tolerance": tolerance}, name).outputs[0]


def arg_max(
    input: TensorLike,
    dimension: TensorLike,
    *,
    output_type: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Finds the index of the largest element along `dimension`; of equal ones the first.

    ArgMax(input: T, dimension: Tidx) -> (output: output_type).
    T is one of bfloat16, bool, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int16, int32, int64.
    """
    return apply_op("ArgMax", [input, dimension], {"output_type": output_type}, name).outputs[0]


def arg_min(
    input: TensorLike,
    dimension: TensorLike,
    *,
    output_type: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Finds the index of the smallest element along `dimension`; of equal ones the first.

    ArgMin(input: T, dimension: Tidx) -> (output: output_type).
    T is one of bfloat16, bool, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("ArgMin", [input, dimension], {"output_type": output_type}, name).outputs[0]


def asin(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc sine of each element, in radians; NaN outside [-1, 1].

    Asin(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Asin", [x], {}, name).outputs[0]


def asinh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic sine of each element.

    Asinh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Asinh", [x], {}, name).outputs[0]


def atan(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the arc tangent of each element, in radians.

    Atan(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Atan", [x], {}, name).outputs[0]


def atan2(y: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the angle of each point (x, y) in radians, from -π to π, by the signs of both.

    Atan2(y: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Atan2", [y, x], {}, name).outputs[0]


def atanh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse hyperbolic tangent of each element; NaN outside [-1, 1].

    Atanh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Atanh", [x], {}, name).outputs[0]


def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of the first kind and order 0 of each element.

    BesselI0(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselI0", [x], {}, name).outputs[0]


def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of order 0 of each element, times exp(-|x|).

    BesselI0e(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselI0e", [x], {}, name).outputs[0]


def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of the first kind and order 1 of each element.

    BesselI1(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselI1", [x], {}, name).outputs[0]


def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the modified Bessel function of order 1 of each element, times exp(-|x|).

    BesselI1e(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselI1e", [x], {}, name).outputs[0]


def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselJ0(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselJ0", [x], {}, name).outputs[0]


def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselJ1(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselJ1", [x], {}, name).outputs[0]


def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselK0(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselK0", [x], {}, name).outputs[0]


def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselK0e(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselK0e", [x], {}, name).outputs[0]


def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselK1(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselK1", [x], {}, name).outputs[0]


def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselK1e(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselK1e", [x], {}, name).outputs[0]


def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselY0(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselY0", [x], {}, name).outputs[0]


def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor:
    """BesselY1(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("BesselY1", [x], {}, name).outputs[0]


def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the regularised incomplete beta function I_x(a, b), elementwise.

    Betainc(a: T, b: T, x: T) -> (z: T).
    T is one of float32, float64.
    """
    return apply_op("Betainc", [a, b, x], {}, name).outputs[0]


def bincount(arr: TensorLike, size: TensorLike, weights: TensorLike, name: str | None = None) -> Tensor:
    """Bincount(arr: int32, size: int32, weights: T) -> (bins: T).

    T is one of float32, float64, int32, int64.
    """
    return apply_op("Bincount", [arr, size, weights], {}, name).outputs[0]


def bitwise_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise and of two integer tensors, which broadcast.

    BitwiseAnd(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BitwiseAnd", [x, y], {}, name).outputs[0]


def bitwise_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise or of two integer tensors, which broadcast.

    BitwiseOr(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BitwiseOr", [x, y], {}, name).outputs[0]


def bitwise_xor(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the bitwise exclusive or of two integer tensors, which broadcast.

    BitwiseXor(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BitwiseXor", [x, y], {}, name).outputs[0]


def bucketize(input: TensorLike, *, boundaries: Sequence[float], name: str | None = None) -> Tensor:
    """Bucketize(input: T) -> (output: int32).

    T is one of float32, float64, int32, int64.
    """
    return apply_op("Bucketize", [input], {"boundaries": boundaries}, name).outputs[0]


def ceil(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element up to a whole number.

    Ceil(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Ceil", [x], {}, name).outputs[0]


def clip_by_value(
    t: TensorLike,
    clip_value_min: TensorLike,
    clip_value_max: TensorLike,
    name: str | None = None,
) -> Tensor:
    """ClipByValue(t: T, clip_value_min: T, clip_value_max: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("ClipByValue", [t, clip_value_min, clip_value_max], {}, name).outputs[0]


def complex(
    real: TensorLike,
    imag: TensorLike,
    *,
    Tout: DTypeLike = dtypes.complex64,
    name: str | None = None,
) -> Tensor:
    """Complex(real: T, imag: T) -> (out: Tout).

    T is one of float32, float64.
    """
    return apply_op("Complex", [real, imag], {"Tout": Tout}, name).outputs[0]


def complex_abs(x: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """ComplexAbs(x: T) -> (y: Tout).

    T is one of complex128, complex64.
    """
    return apply_op("ComplexAbs", [x], {"Tout": Tout}, name).outputs[0]


def conj(input: TensorLike, name: str | None = None) -> Tensor:
    """Conj(input: T) -> (output: T).

    T is one of complex128, complex64, variant.
    """
    return apply_op("Conj", [input], {}, name).outputs[0]


def cos(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the cosine of each element, in radians.

    Cos(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Cos", [x], {}, name).outputs[0]


def cosh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic cosine of each element.

    Cosh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Cosh", [x], {}, name).outputs[0]


def cumprod(
    x: TensorLike,
    axis: TensorLike,
    *,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Cumprod(x: T, axis: Tidx) -> (out: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Cumprod", [x, axis], {"exclusive": exclusive, "reverse": reverse}, name).outputs[0]


def cumsum(
    x: TensorLike,
    axis: TensorLike,
    *,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Cumsum(x: T, axis: Tidx) -> (out: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Cumsum", [x, axis], {"exclusive": exclusive, "reverse": reverse}, name).outputs[0]


def cumulative_logsumexp(
    x: TensorLike,
    axis: TensorLike,
    *,
    exclusive: bool = False,
    reverse: bool = False,
    name: str | None = None,
) -> Tensor:
    """Computes the logarithm of the running sum of exponentials along `axis`.

    CumulativeLogsumexp(x: T, axis: Tidx) -> (out: T).
    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    """
    return apply_op("CumulativeLogsumexp", [x, axis], {"exclusive": exclusive, "reverse": reverse}, name).outputs[0]


def dawsn(x: TensorLike, name: str | None = None) -> Tensor:
    """Dawsn(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Dawsn", [x], {}, name).outputs[0]


def dense_bincount(
    input: TensorLike,
    size: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """DenseBincount(input: Tidx, size: Tidx, weights: T) -> (output: T).

    Tidx is one of int32, int64.
    T is one of float32, float64, int32, int64.
    """
    return apply_op("DenseBincount", [input, size, weights], {"binary_output": binary_output}, name).outputs[0]


class DenseCountSparseOutputOutputs(NamedTuple):
    """The outputs of DenseCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def dense_count_sparse_output(
    values: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
    name: str | None = None,
) -> DenseCountSparseOutputOutputs:
    """DenseCountSparseOutput(values: T, weights: output_type) -> (output_indices: int64, output_values: output_type,
    output_dense_shape: int64).

    T is one of int32, int64.
    output_type is one of float32, float64, int32, int64.
    """
    return DenseCountSparseOutputOutputs(*grouped(apply_op(
        "DenseCountSparseOutput",
        [values, weights],
        {"binary_output": binary_output, "minlength": minlength, "maxlength": maxlength},
        name,
    )))


def digamma(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the derivative of the logarithm of the gamma function of each element.

    Digamma(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Digamma", [x], {}, name).outputs[0]


def div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Div(x: T, y: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("Div", [x, y], {}, name).outputs[0]


def div_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """DivNoNan(x: T, y: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("DivNoNan", [x, y], {}, name).outputs[0]


def equal(x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where the elements are equal.

    Equal(x: T, y: T) -> (z: bool).
    """
    return apply_op("Equal", [x, y], {"incompatible_shape_error": incompatible_shape_error}, name).outputs[0]


def erf(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the Gauss error function of each element.

    Erf(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Erf", [x], {}, name).outputs[0]


def erfc(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 minus the Gauss error function of each element, also where that is tiny.

    Erfc(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Erfc", [x], {}, name).outputs[0]


def erfinv(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the inverse of the Gauss error function of each element.

    Erfinv(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Erfinv", [x], {}, name).outputs[0]


def euclidean_norm(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """EuclideanNorm(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("EuclideanNorm", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def exp(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes e to the power of each element.

    Exp(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Exp", [x], {}, name).outputs[0]


def expint(x: TensorLike, name: str | None = None) -> Tensor:
    """Expint(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Expint", [x], {}, name).outputs[0]


def expm1(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes exp(x) - 1 of each element, also near 0 with all its digits.

    Expm1(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Expm1", [x], {}, name).outputs[0]


def floor(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element down to a whole number.

    Floor(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Floor", [x], {}, name).outputs[0]


def floor_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors, which broadcast, and rounds towards negative infinity.

    FloorDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("FloorDiv", [x, y], {}, name).outputs[0]


def floor_mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the remainder of a division that rounds down; it has the sign of the divisor.

    FloorMod(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("FloorMod", [x, y], {}, name).outputs[0]


def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor:
    """FresnelCos(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("FresnelCos", [x], {}, name).outputs[0]


def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor:
    """FresnelSin(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("FresnelSin", [x], {}, name).outputs[0]


def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x > y.

    Greater(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Greater", [x, y], {}, name).outputs[0]


def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x >= y.

    GreaterEqual(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("GreaterEqual", [x, y], {}, name).outputs[0]


def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike,
    *,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """HistogramFixedWidth(values: T, value_range: T, nbins: int32) -> (out: dtype).

    T is one of float32, float64, int32, int64.
    """
    return apply_op("HistogramFixedWidth", [values, value_range, nbins], {"dtype": dtype}, name).outputs[0]


def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the lower regularised incomplete gamma function P(a, x), elementwise.

    Igamma(a: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Igamma", [a, x], {}, name).outputs[0]


def igamma_grad_a(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """IgammaGradA(a: T, x: T) -> (z: T).

    T is one of float32, float64.
    """
    return apply_op("IgammaGradA", [a, x], {}, name).outputs[0]


def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the upper regularised incomplete gamma function Q(a, x) = 1 - P(a, x), elementwise.

    Igammac(a: T, x: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Igammac", [a, x], {}, name).outputs[0]


def imag(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """Imag(input: T) -> (output: Tout).

    T is one of complex128, complex64.
    """
    return apply_op("Imag", [input], {"Tout": Tout}, name).outputs[0]


def inv(x: TensorLike, name: str | None = None) -> Tensor:
    """Inv(x: T) -> (y: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Inv", [x], {}, name).outputs[0]


def inv_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """InvGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("InvGrad", [y, dy], {}, name).outputs[0]


def invert(x: TensorLike, name: str | None = None) -> Tensor:
    """Flips all bits of each integer.

    Invert(x: T) -> (y: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Invert", [x], {}, name).outputs[0]


def is_finite(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is a finite number.

    IsFinite(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("IsFinite", [x], {}, name).outputs[0]


def is_inf(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is infinite.

    IsInf(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("IsInf", [x], {}, name).outputs[0]


def is_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """Tells of each element whether it is not a number (NaN).

    IsNan(x: T) -> (y: bool).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("IsNan", [x], {}, name).outputs[0]


def left_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Shifts the bits of each integer of `x` to the left by the number in `y`.

    LeftShift(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("LeftShift", [x, y], {}, name).outputs[0]


def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x < y.

    Less(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Less", [x, y], {}, name).outputs[0]


def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Compares two tensors, which broadcast: true where x <= y.

    LessEqual(x: T, y: T) -> (z: bool).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("LessEqual", [x, y], {}, name).outputs[0]


def lgamma(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logarithm of the absolute value of the gamma function of each element.

    Lgamma(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Lgamma", [x], {}, name).outputs[0]


def log(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the natural logarithm of each element.

    Log(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Log", [x], {}, name).outputs[0]


def log1p(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes log(1 + x) of each element, also near 0 with all its digits.

    Log1p(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Log1p", [x], {}, name).outputs[0]


def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logical and of two boolean tensors, which broadcast.

    LogicalAnd(x: bool, y: bool) -> (z: bool).
    """
    return apply_op("LogicalAnd", [x, y], {}, name).outputs[0]


def logical_not(x: TensorLike, name: str | None = None) -> Tensor:
    """Negates each element of a boolean tensor.

    LogicalNot(x: bool) -> (y: bool).
    """
    return apply_op("LogicalNot", [x], {}, name).outputs[0]


def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the logical or of two boolean tensors, which broadcast.

    LogicalOr(x: bool, y: bool) -> (z: bool).
    """
    return apply_op("LogicalOr", [x, y], {}, name).outputs[0]


def max(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Max(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Max", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Takes the larger of two elements, of tensors that broadcast.

    Maximum(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Maximum", [x, y], {}, name).outputs[0]


def mean(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Mean(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Mean", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def min(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Min(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint16, qint32, qint8, quint16,
    quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Min", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Takes the smaller of two elements, of tensors that broadcast.

    Minimum(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Minimum", [x, y], {}, name).outputs[0]


def mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Mod(x: T, y: T) -> (z: T).

    T is one of bfloat16, float16, float16, float32, float64, int32, int64.
    """
    return apply_op("Mod", [x, y], {}, name).outputs[0]


def mul(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies two tensors elementwise; they broadcast.

    Mul(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("Mul", [x, y], {}, name).outputs[0]


def mul_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies two tensors elementwise; where y is 0 the product is 0, even if x is infinite or NaN.

    MulNoNan(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("MulNoNan", [x, y], {}, name).outputs[0]


def ndtri(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the quantile function of the standard normal distribution of each element.

    Ndtri(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Ndtri", [x], {}, name).outputs[0]


def neg(x: TensorLike, name: str | None = None) -> Tensor:
    """Changes the sign of each element.

    Neg(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Neg", [x], {}, name).outputs[0]


def next_after(x1: TensorLike, x2: TensorLike, name: str | None = None) -> Tensor:
    """Finds the next floating-point number after `x1` in the direction of `x2`, elementwise.

    NextAfter(x1: T, x2: T) -> (output: T).
    T is one of float32, float64.
    """
    return apply_op("NextAfter", [x1, x2], {}, name).outputs[0]


def not_equal(
    x: TensorLike,
    y: TensorLike,
    *,
    incompatible_shape_error: bool = True,
    name: str | None = None,
) -> Tensor:
    """Compares two tensors, which broadcast: true where the elements differ.

    NotEqual(x: T, y: T) -> (z: bool).
    """
    return apply_op("NotEqual", [x, y], {"incompatible_shape_error": incompatible_shape_error}, name).outputs[0]


def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the derivative of order `a` of the digamma function at `x`, elementwise.

    Polygamma(a: T, x: T) -> (z: T).
    T is one of float32, float64.
    """
    return apply_op("Polygamma", [a, x], {}, name).outputs[0]


def population_count(x: TensorLike, name: str | None = None) -> Tensor:
    """PopulationCount(x: T) -> (y: uint8).

    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("PopulationCount", [x], {}, name).outputs[0]


def pow(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Raises each element of `x` to the power in `y`; both broadcast.

    Pow(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Pow", [x, y], {}, name).outputs[0]


def prod(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Prod(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Prod", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def ragged_bincount(
    splits: TensorLike,
    values: TensorLike,
    size: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """RaggedBincount(splits: int64, values: Tidx, size: Tidx, weights: T) -> (output: T).

    Tidx is one of int32, int64.
    T is one of float32, float64, int32, int64.
    """
    return apply_op(
        "RaggedBincount",
        [splits, values, size, weights],
        {"binary_output": binary_output},
        name,
    ).outputs[0]


class RaggedCountSparseOutputOutputs(NamedTuple):
    """The outputs of RaggedCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def ragged_count_sparse_output(
    splits: TensorLike,
    values: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
    name: str | None = None,
) -> RaggedCountSparseOutputOutputs:
    """RaggedCountSparseOutput(splits: int64, values: T, weights: output_type) -> (output_indices: int64, output_values:
    output_type, output_dense_shape: int64).

    T is one of int32, int64.
    output_type is one of float32, float64, int32, int64.
    """
    return RaggedCountSparseOutputOutputs(*grouped(apply_op(
        "RaggedCountSparseOutput",
        [splits, values, weights],
        {"binary_output": binary_output, "minlength": minlength, "maxlength": maxlength},
        name,
    )))


def random_gamma_grad(alpha: TensorLike, sample: TensorLike, name: str | None = None) -> Tensor:
    """RandomGammaGrad(alpha: T, sample: T) -> (output: T).

    T is one of float32, float64.
    """
    return apply_op("RandomGammaGrad", [alpha, sample], {}, name).outputs[0]


def real(input: TensorLike, *, Tout: DTypeLike = dtypes.float32, name: str | None = None) -> Tensor:
    """Real(input: T) -> (output: Tout).

    T is one of complex128, complex64.
    """
    return apply_op("Real", [input], {"Tout": Tout}, name).outputs[0]


def real_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors of real or complex numbers elementwise; they broadcast.

    RealDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("RealDiv", [x, y], {}, name).outputs[0]


def reciprocal(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / x of each element.

    Reciprocal(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Reciprocal", [x], {}, name).outputs[0]


def reciprocal_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """ReciprocalGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("ReciprocalGrad", [y, dy], {}, name).outputs[0]


def right_shift(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Shifts the bits of each integer of `x` to the right by the number in `y`; the sign stays.

    RightShift(x: T, y: T) -> (z: T).
    T is one of int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("RightShift", [x, y], {}, name).outputs[0]


def rint(x: TensorLike, name: str | None = None) -> Tensor:
    """Rounds each element to the nearest whole number, halves to the even one.

    Rint(x: T) -> (y: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Rint", [x], {}, name).outputs[0]


def round(x: TensorLike, name: str | None = None) -> Tensor:
    """Round(x: T) -> (y: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Round", [x], {}, name).outputs[0]


def rsqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / √x of each element.

    Rsqrt(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Rsqrt", [x], {}, name).outputs[0]


def rsqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """RsqrtGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("RsqrtGrad", [y, dy], {}, name).outputs[0]


def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the maximum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMax(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SegmentMax", [data, segment_ids], {}, name).outputs[0]


def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the mean of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMean(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SegmentMean", [data, segment_ids], {}, name).outputs[0]


def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the minimum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentMin(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SegmentMin", [data, segment_ids], {}, name).outputs[0]


def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the product of the rows of each segment; ids are sorted, and an empty segment gives 1.

    SegmentProd(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SegmentProd", [data, segment_ids], {}, name).outputs[0]


def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """Computes the sum of the rows of each segment; ids are sorted, and an empty segment gives 0.

    SegmentSum(data: T, segment_ids: Tindices) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    """
    return apply_op("SegmentSum", [data, segment_ids], {}, name).outputs[0]


def select(condition: TensorLike, t: TensorLike, e: TensorLike, name: str | None = None) -> Tensor:
    """Select(condition: bool, t: T, e: T) -> (output: T)."""
    return apply_op("Select", [condition, t, e], {}, name).outputs[0]


def select_v2(condition: TensorLike, t: TensorLike, e: TensorLike, name: str | None = None) -> Tensor:
    """SelectV2(condition: bool, t: T, e: T) -> (output: T)."""
    return apply_op("SelectV2", [condition, t, e], {}, name).outputs[0]


def sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes 1 / (1 + exp(-x)) of each element.

    Sigmoid(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Sigmoid", [x], {}, name).outputs[0]


def sigmoid_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """SigmoidGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("SigmoidGrad", [y, dy], {}, name).outputs[0]


def sign(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes -1, 0 or 1 for each element by its sign; x / |x| for complex numbers.

    Sign(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8.
    """
    return apply_op("Sign", [x], {}, name).outputs[0]


def sin(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the sine of each element, in radians.

    Sin(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Sin", [x], {}, name).outputs[0]


def sinh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic sine of each element.

    Sinh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Sinh", [x], {}, name).outputs[0]


def sparse_bincount(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    size: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseBincount(indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T) -> (output: T).

    Tidx is one of int32, int64.
    T is one of float32, float64, int32, int64.
    """
    return apply_op(
        "SparseBincount",
        [indices, values, dense_shape, size, weights],
        {"binary_output": binary_output},
        name,
    ).outputs[0]


class SparseCountSparseOutputOutputs(NamedTuple):
    """The outputs of SparseCountSparseOutput."""

    output_indices: Tensor
    output_values: Tensor
    output_dense_shape: Tensor


def sparse_count_sparse_output(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    weights: TensorLike,
    *,
    binary_output: bool,
    minlength: int = -1,
    maxlength: int = -1,
    name: str | None = None,
) -> SparseCountSparseOutputOutputs:
    """SparseCountSparseOutput(indices: int64, values: T, dense_shape: int64, weights: output_type) -> (output_indices:
    int64, output_values: output_type, output_dense_shape: int64).

    T is one of int32, int64.
    output_type is one of float32, float64, int32, int64.
    """
    return SparseCountSparseOutputOutputs(*grouped(apply_op(
        "SparseCountSparseOutput",
        [indices, values, dense_shape, weights],
        {"binary_output": binary_output, "minlength": minlength, "maxlength": maxlength},
        name,
    )))


def sparse_segment_mean(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentMean(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentMean",
        [data, indices, segment_ids],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def sparse_segment_mean_grad(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    output_dim0: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentMeanGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op("SparseSegmentMeanGrad", [grad, indices, segment_ids, output_dim0], {}, name).outputs[0]


class SparseSegmentMeanGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentMeanGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_mean_grad_v2(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentMeanGradV2Outputs:
    """SparseSegmentMeanGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output:
    T, sorted_unique_indices: Tidx).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return SparseSegmentMeanGradV2Outputs(*grouped(apply_op(
        "SparseSegmentMeanGradV2",
        [grad, indices, segment_ids, dense_output_dim0],
        {},
        name,
    )))


def sparse_segment_mean_with_num_segments(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentMeanWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments) ->
    (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tnumsegments is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentMeanWithNumSegments",
        [data, indices, segment_ids, num_segments],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def sparse_segment_sqrt_n(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSqrtN(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentSqrtN",
        [data, indices, segment_ids],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def sparse_segment_sqrt_n_grad(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    output_dim0: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSqrtNGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op("SparseSegmentSqrtNGrad", [grad, indices, segment_ids, output_dim0], {}, name).outputs[0]


class SparseSegmentSqrtNGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentSqrtNGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_sqrt_n_grad_v2(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentSqrtNGradV2Outputs:
    """SparseSegmentSqrtNGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output:
    T, sorted_unique_indices: Tidx).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return SparseSegmentSqrtNGradV2Outputs(*grouped(apply_op(
        "SparseSegmentSqrtNGradV2",
        [grad, indices, segment_ids, dense_output_dim0],
        {},
        name,
    )))


def sparse_segment_sqrt_n_with_num_segments(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSqrtNWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments)
    -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tnumsegments is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentSqrtNWithNumSegments",
        [data, indices, segment_ids, num_segments],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def sparse_segment_sum(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSum(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentSum",
        [data, indices, segment_ids],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def sparse_segment_sum_grad(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    output_dim0: TensorLike,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSumGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op("SparseSegmentSumGrad", [grad, indices, segment_ids, output_dim0], {}, name).outputs[0]


class SparseSegmentSumGradV2Outputs(NamedTuple):
    """The outputs of SparseSegmentSumGradV2."""

    output: Tensor
    sorted_unique_indices: Tensor


def sparse_segment_sum_grad_v2(
    grad: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    dense_output_dim0: TensorLike,
    name: str | None = None,
) -> SparseSegmentSumGradV2Outputs:
    """SparseSegmentSumGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32) -> (output: T,
    sorted_unique_indices: Tidx).

    T is one of bfloat16, float16, float32, float64.
    Tidx is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return SparseSegmentSumGradV2Outputs(*grouped(apply_op(
        "SparseSegmentSumGradV2",
        [grad, indices, segment_ids, dense_output_dim0],
        {},
        name,
    )))


def sparse_segment_sum_with_num_segments(
    data: TensorLike,
    indices: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    *,
    sparse_gradient: bool = False,
    name: str | None = None,
) -> Tensor:
    """SparseSegmentSumWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments) ->
    (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    Tnumsegments is one of int32, int64.
    Tsegmentids is one of int32, int64.
    """
    return apply_op(
        "SparseSegmentSumWithNumSegments",
        [data, indices, segment_ids, num_segments],
        {"sparse_gradient": sparse_gradient},
        name,
    ).outputs[0]


def spence(x: TensorLike, name: str | None = None) -> Tensor:
    """Spence(x: T) -> (y: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Spence", [x], {}, name).outputs[0]


def sqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the square root of each element.

    Sqrt(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Sqrt", [x], {}, name).outputs[0]


def sqrt_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """SqrtGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("SqrtGrad", [y, dy], {}, name).outputs[0]


def square(x: TensorLike, name: str | None = None) -> Tensor:
    """Multiplies each element by itself.

    Square(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("Square", [x], {}, name).outputs[0]


def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes (x - y)², elementwise; the tensors broadcast.

    SquaredDifference(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int32, int64.
    """
    return apply_op("SquaredDifference", [x, y], {}, name).outputs[0]


def sub(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Subtracts y from x elementwise; they broadcast.

    Sub(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("Sub", [x, y], {}, name).outputs[0]


def sum(
    input: TensorLike,
    reduction_indices: TensorLike,
    *,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Sum(input: T, reduction_indices: Tidx) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tidx is one of int32, int64.
    """
    return apply_op("Sum", [input, reduction_indices], {"keep_dims": keep_dims}, name).outputs[0]


def tan(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the tangent of each element, in radians.

    Tan(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Tan", [x], {}, name).outputs[0]


def tanh(x: TensorLike, name: str | None = None) -> Tensor:
    """Computes the hyperbolic tangent of each element.

    Tanh(x: T) -> (y: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Tanh", [x], {}, name).outputs[0]


def tanh_grad(y: TensorLike, dy: TensorLike, name: str | None = None) -> Tensor:
    """TanhGrad(y: T, dy: T) -> (z: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("TanhGrad", [y, dy], {}, name).outputs[0]


def truncate_div(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides two tensors of integers, which broadcast, and rounds towards 0.

    TruncateDiv(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op("TruncateDiv", [x, y], {}, name).outputs[0]


def truncate_mod(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes the remainder of a division that rounds towards 0; it has the sign of the dividend.

    TruncateMod(x: T, y: T) -> (z: T).
    T is one of bfloat16, float16, float32, float64, int32, int64.
    """
    return apply_op("TruncateMod", [x, y], {}, name).outputs[0]


def unsorted_segment_max(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Computes the maximum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentMax(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """
    return apply_op("UnsortedSegmentMax", [data, segment_ids, num_segments], {}, name).outputs[0]


def unsorted_segment_min(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Computes the minimum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentMin(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """
    return apply_op("UnsortedSegmentMin", [data, segment_ids, num_segments], {}, name).outputs[0]


def unsorted_segment_prod(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Computes the product of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentProd(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int32, int64.
    Tnumsegments is one of int32, int64.
    """
    return apply_op("UnsortedSegmentProd", [data, segment_ids, num_segments], {}, name).outputs[0]


def unsorted_segment_sum(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Computes the sum of the rows of each segment, ids in any order; negative ids skipped.

    UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Tindices is one of int16, int32, int64.
    Tnumsegments is one of int32, int64.
    """
    return apply_op("UnsortedSegmentSum", [data, segment_ids, num_segments], {}, name).outputs[0]


def xdivy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Divides x by y elementwise; where x is 0 the quotient is 0, even if y is 0.

    Xdivy(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Xdivy", [x, y], {}, name).outputs[0]


def xlog1py(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes x log(1 + y) elementwise; where x is 0 the result is 0.

    Xlog1py(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Xlog1py", [x, y], {}, name).outputs[0]


def xlogy(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Computes x log(y) elementwise; where x is 0 the result is 0, even if y is 0.

    Xlogy(x: T, y: T) -> (z: T).
    T is one of bfloat16, complex128, complex64, float16, float32, float64.
    """
    return apply_op("Xlogy", [x, y], {}, name).outputs[0]


def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
    """Computes the Hurwitz zeta function ζ(x, q), elementwise.

    Zeta(x: T, q: T) -> (z: T).
    T is one of float32, float64.
    """
    return apply_op("Zeta", [x, q], {}, name).outputs[0]
