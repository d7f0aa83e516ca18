"""Special functions. All but the error and log-gamma functions need scipy."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, broadcast_shape, shown, widened
from aioflow.kernels.math import gamma_derivatives
from aioflow.kernels.optional import scipy_special

UNARY = {
    "BesselI0": "i0", "BesselI0e": "i0e", "BesselI1": "i1", "BesselI1e": "i1e", "BesselJ0": "j0", "BesselJ1": "j1",
    "Dawsn": "dawsn", "Erfinv": "erfinv", "Ndtri": "ndtri", "Spence": "spence",
}  # fmt: skip


_FRESNEL_LIMIT = 36974.0  # Cephes's
# Of positive numbers only; below zero they have the value of their pole.
WITH_POLE = {
    "BesselK0": ("k0", math.inf), "BesselK0e": ("k0e", math.inf), "BesselK1": ("k1", math.inf),
    "BesselK1e": ("k1e", math.inf), "BesselY0": ("y0", -math.inf), "BesselY1": ("y1", -math.inf),
}  # fmt: skip


def register_unary(op: str, name: str) -> None:
    """Registers the kernel of an op with one input `x` that a function of `scipy.special` computes."""

    @kernel(op)
    def compute(xp: Any, x: Array) -> Array:
        return xp.asarray(getattr(scipy_special(), name)(widened(x)), x.dtype)


def register_with_pole(op: str, name: str, pole: float) -> None:
    """As `register_unary`; the op has the value `pole` below zero."""

    @kernel(op)
    def compute(xp: Any, x: Array) -> Array:
        # scipy says NaN there.
        result = xp.where(x < 0, pole, getattr(scipy_special(), name)(widened(x))).astype(x.dtype)
        # TensorFlow's Y1 of float32 multiplies the pole by 0; that of float64 does not.
        return xp.where(x == 0, x.dtype.type(math.nan), result) if name == "y1" and x.dtype.itemsize < 8 else result


for _op, _name in UNARY.items():
    register_unary(_op, _name)
for _op, (_name, _pole) in WITH_POLE.items():
    register_with_pole(_op, _name, _pole)


@kernel("Digamma")
def digamma(xp: Any, x: Array) -> Array:
    """The derivative of log gamma; NaN at 0."""
    result = scipy_special().digamma(widened(x))
    # scipy gives the limit from one side, according to the sign of the zero; TensorFlow gives NaN at all poles.
    return xp.where(x == 0, xp.nan, result).astype(x.dtype)


@kernel("Expint")
def exponential_integral(xp: Any, x: Array) -> Array:
    """The exponential integral; NaN for negative numbers and infinity."""
    return xp.where((x < 0) | (x == xp.inf), xp.nan, scipy_special().expi(widened(x))).astype(x.dtype)


@kernel("FresnelSin")
def fresnel_sin(xp: Any, x: Array) -> Array:
    return _fresnel(xp, x)[0]


@kernel("FresnelCos")
def fresnel_cos(xp: Any, x: Array) -> Array:
    return _fresnel(xp, x)[1]


def _fresnel(xp: Any, x: Array) -> tuple[Array, Array]:
    """Sine and cosine integrals; far away their limits, as TensorFlow has it, where scipy gets less exact or NaN."""
    is_far, limit = xp.abs(x) > _FRESNEL_LIMIT, xp.copysign(x.dtype.type(0.5), x)
    sine, cosine = (xp.where(is_far, limit, part).astype(x.dtype) for part in scipy_special().fresnel(widened(x)))
    return sine, cosine


@kernel("Erf")
def erf(xp: Any, x: Array) -> Array:
    return from_scipy_or_math(xp, "erf", math.erf, x)


@kernel("Erfc")
def erfc(xp: Any, x: Array) -> Array:
    return from_scipy_or_math(xp, "erfc", math.erfc, x)


@kernel("Lgamma")
def log_gamma(xp: Any, x: Array) -> Array:
    """The logarithm of the absolute value of gamma."""
    result = from_scipy_or_math(xp, "gammaln", log_gamma_of_number, x)
    # C's lgamma(-inf) is inf, and so is TensorFlow's.
    return xp.where(xp.isneginf(x), x.dtype.type(xp.inf), result)


def from_scipy_or_math(xp: Any, name: str, of_number: Callable[[float], float], x: Array) -> Array:
    """The function `name` of scipy, or where scipy is missing `of_number` of each element."""
    try:
        result = getattr(scipy_special(), name)(widened(x))
    except errors.UnimplementedError:
        # Python's functions are those of C's library, one element at a time: slow, but scipy stays optional.
        result = xp.frompyfunc(of_number, 1, 1)(x.astype(xp.float64))
    return xp.asarray(result, x.dtype)


def log_gamma_of_number(x: float) -> float:
    """`math.lgamma`, infinite at its poles and where it overflows."""
    try:
        # ValueError is Python's word for a pole.
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return math.inf


@kernel("Igamma")
def igamma(xp: Any, a: Array, x: Array) -> Array:
    """The lower regularised incomplete gamma function: 0 at 0, whatever `a`; NaN unless `a` is positive."""
    broadcast_shape(xp, a.shape, x.shape)
    # scipy extends the function to a = 0; TensorFlow does not.
    result = xp.where(a > 0, scipy_special().gammainc(widened(a), widened(x)), xp.nan)
    return xp.where((x == 0) | (xp.isposinf(a) & xp.isposinf(x)), 0, result).astype(a.dtype)


@kernel("Igammac")
def igammac(xp: Any, a: Array, x: Array) -> Array:
    """The upper regularised incomplete gamma function; NaN unless `a` is positive."""
    broadcast_shape(xp, a.shape, x.shape)
    result = xp.where(a > 0, scipy_special().gammaincc(widened(a), widened(x)), xp.nan)
    return xp.where(xp.isposinf(a) & xp.isposinf(x), 0, result).astype(a.dtype)


@kernel("IgammaGradA")
def igamma_grad_a(xp: Any, a: Array, x: Array) -> Array:
    """The derivative of the lower regularised incomplete gamma function with respect to `a`; 0 at x = 0."""
    broadcast_shape(xp, a.shape, x.shape)
    return xp.where(x == 0, x.dtype.type(0), gamma_derivatives.igamma_grad_a(*xp.broadcast_arrays(a, x)))


@kernel("RandomGammaGrad")
def random_gamma_grad(xp: Any, alpha: Array, sample: Array) -> Array:
    """Derivatives of samples of gamma distributions with respect to their parameters `alpha`."""
    broadcast_shape(xp, alpha.shape, sample.shape)
    return gamma_derivatives.gamma_sample_grad(*xp.broadcast_arrays(alpha, sample))


@kernel("Zeta")
def zeta(xp: Any, x: Array, q: Array) -> Array:
    """Hurwitz' zeta function of arrays that broadcast."""
    broadcast_shape(xp, x.shape, q.shape)
    return hurwitz_zeta(xp, x, q).astype(x.dtype)


def hurwitz_zeta(xp: Any, x: Array, q: Array) -> Array:
    """Hurwitz' zeta function: at its poles, whole q <= 0, infinite where x is even and NaN where it is not."""
    # Approaching a pole from both sides, an even power goes to inf; an odd one, or a fractional, has no limit.
    is_odd = xp.isnan(x) | (xp.fmod(x, 2) != 0) & xp.isfinite(x)
    result = xp.where(xp.isnan(q) & (x > 1), xp.nan, scipy_special().zeta(x, q))
    return xp.where(~(x <= 1) & (q <= 0) & (q == xp.floor(q)), xp.where(is_odd, xp.nan, xp.inf), result)


@kernel("Polygamma")
def polygamma(xp: Any, a: Array, x: Array) -> Array:
    """Derivative of order `a` of digamma at `x`; NaN where `a` is no whole number."""
    broadcast_shape(xp, a.shape, x.shape)
    special = scipy_special()
    # psi_n(x) = (-1)^(n + 1) n! zeta(n + 1, x): Abramowitz and Stegun 6.4.10. The sum does not converge for n = 0.
    order = xp.where((a >= 0) & (a == xp.floor(a)), a, xp.nan)
    factor = xp.where(xp.fmod(order, 2) == 0, -1, 1) * special.gamma(order + 1)
    result = xp.where(order == 0, digamma(xp, x), factor * hurwitz_zeta(xp, order + 1, x))
    return result.astype(x.dtype)


@kernel("Betainc")
def betainc(xp: Any, a: Array, b: Array, x: Array) -> Array:
    """The regularised incomplete beta function of arrays of one shape, or scalars; NaN unless a and b are positive."""
    shapes = {value.shape for value in (a, b, x) if value.ndim}
    if len(shapes) > 1:
        raise errors.invalid_argument(
            f"Shapes of a, b and x are inconsistent: {shown(a.shape)}, {shown(b.shape)}, {shown(x.shape)}"
        )
    # scipy takes the limits at 0 and infinity; TensorFlow gives NaN.
    is_defined = (a > 0) & (b > 0) & xp.isfinite(a) & xp.isfinite(b)
    return xp.where(is_defined, scipy_special().betainc(a, b, x), a.dtype.type(xp.nan))
