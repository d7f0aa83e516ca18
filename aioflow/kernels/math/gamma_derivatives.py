"""Derivatives of the regularized lower incomplete gamma function P(a, x) with respect to a.

P is the power series x^a e^-x / gamma(a + 1) * (1 + x / (a + 1) + x^2 / ((a + 1) (a + 2)) + ...) where x is small, and
1 - Q with Q a continued fraction elsewhere (Abramowitz and Stegun 6.5.29 and 6.5.31). Both are differentiated term by
term. The results are pairs: P or Q over the common factor in front, and the derivative of that, likewise.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array
from aioflow.kernels.optional import scipy_special

# The nearer to each other large a and x are, the more terms are needed, about as many as a multiple of the root of a.
_MAX_TERMS = 2000
_EPSILON = float(np.finfo(np.float64).eps)
# Numerators and denominators of convergents grow without bound; beyond this both are scaled down, as Cephes does.
_TOO_LARGE = 1.0 / _EPSILON


def igamma_grad_a(a: Array, x: Array) -> Array:
    """The derivative dP(a, x) / da.

    Args:
        a: [any shape] of float32 or float64.
        x: As `a`.

    Returns:
        As `a`; NaN where a <= 0 or x < 0.
    """

    # P = e^f s, so dP/da = e^f (s df/da + ds/da), where f = a log x - x - lgamma(a + 1) has the derivative log x -
    # digamma(a + 1). The fraction stands for Q = 1 - P, hence its sign, and has lgamma(a) in f.
    def from_series(a: Array, x: Array, log_factor: Array, total: Array, change: Array) -> Array:
        return np.exp(log_factor) * (total * (np.log(x) - scipy_special().digamma(a + 1)) + change)

    def from_fraction(a: Array, x: Array, log_factor: Array, total: Array, change: Array) -> Array:
        return -np.exp(log_factor) * (total * (np.log(x) - scipy_special().digamma(a)) + change)

    return _by_region(a, x, from_series, from_fraction)


def gamma_sample_grad(alpha: Array, sample: Array) -> Array:
    """The change of a gamma-distributed sample with alpha if its quantile stays: -(dP / d alpha) / density.

    This is the implicit differentiation of Figurnov, Mohamed and Mnih (Implicit Reparameterization Gradients, 2018).
    """

    # The density is x^(a - 1) e^-x / gamma(a). The common factor over it is x / a for the series, x for the fraction:
    # no exponential is left that could overflow.
    def from_series(a: Array, x: Array, _: Array, total: Array, change: Array) -> Array:
        return -(total * (np.log(x) - scipy_special().digamma(a + 1)) + change) * x / a

    def from_fraction(a: Array, x: Array, _: Array, total: Array, change: Array) -> Array:
        return (total * (np.log(x) - scipy_special().digamma(a)) + change) * x

    return _by_region(alpha, sample, from_series, from_fraction)


def _by_region(a: Array, x: Array, from_series: Any, from_fraction: Any) -> Array:
    """Puts the results of both regions together. As in TensorFlow, 0 where the factor is below the dtype's range."""
    # Of the caller's dtype, although all is computed in double: float32 gets its zeros where float32 ends.
    least = -np.log(np.finfo(a.dtype).max)
    result = np.full(a.shape, np.nan, a.dtype)
    result[(x == 0) & (a > 0)] = 0
    # Cephes' border. The series converges fast below it, the fraction above.
    inside, is_low = (a > 0) & (x > 0), (x <= 1) | (x <= a)
    for region, shift, terms, finish in (
        (inside & is_low, 1, _series, from_series), (inside & ~is_low, 0, _fraction, from_fraction)
    ):  # fmt: skip
        aa, xx = a[region].astype(np.float64), x[region].astype(np.float64)
        log_factor = aa * np.log(xx) - xx - scipy_special().gammaln(aa + shift)
        result[region] = np.where(log_factor >= least, finish(aa, xx, log_factor, *terms(aa, xx)), 0)
    return result


def _series(a: Array, x: Array) -> tuple[Array, Array]:
    """The sum of the power series, and its derivative with respect to a."""
    total, change = np.ones_like(a), np.zeros_like(a)
    term, term_change = np.ones_like(a), np.zeros_like(a)
    for n in range(1, _MAX_TERMS):
        # Term n is term n - 1 times x / (a + n); the product rule gives its derivative.
        ratio = x / (a + n)
        term_change = ratio * (term_change - term / (a + n))
        term = ratio * term
        total += term
        change += term_change
        if (np.abs(term_change) <= np.abs(change) * _EPSILON).all():
            break
    return total, change


def _fraction(a: Array, x: Array) -> tuple[Array, Array]:
    """The continued fraction, and its derivative with respect to a. Convergents are p / q."""
    # The first two convergents; each further one comes from the last two by p = b p1 - c p0, and q in the same way.
    p = [np.ones_like(a), x + 1]
    q = [x, x * (x + 2 - a)]
    dp = [np.zeros_like(a), np.zeros_like(a)]
    dq = [np.zeros_like(a), -x]
    total = p[1] / q[1]
    change = (dp[1] - total * dq[1]) / q[1]
    for n in range(1, _MAX_TERMS):
        b, c = x + 2 * n + 2 - a, n * (n + 1 - a)  # both fall by 1 and n as a grows by 1
        dp = [dp[1], dp[1] * b - p[1] - dp[0] * c + p[0] * n]
        dq = [dq[1], dq[1] * b - q[1] - dq[0] * c + q[0] * n]
        p = [p[1], p[1] * b - p[0] * c]
        q = [q[1], q[1] * b - q[0] * c]
        total = p[1] / q[1]
        before, change = change, (dp[1] - total * dq[1]) / q[1]
        if (np.abs(change - before) <= np.abs(change) * _EPSILON).all():
            break
        scale = np.where(np.abs(q[1]) > _TOO_LARGE, _EPSILON, 1.0)
        p, q, dp, dq = ([value * scale for value in pair] for pair in (p, q, dp, dq))
    return total, change
