"""Gamma, Poisson and binomial samples by rejection, vectorised over samples.

All samples that are not accepted yet try again together. Each has a stream of its own, so the order of the samples does
not matter, but the order in which one sample draws does.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array
from aioflow.kernels.random.sample_streams import SampleStreams

# From streams, a parameter per sample [n], and positions [k]: proposals [k] and which of them are accepted [k].
Propose = Callable[[Array], tuple[Array, Array]]

_FEW = 10  # expected number of events below which they are counted one by one


def _until_accepted(count: int, which: Array, propose: Propose) -> Array:
    """Proposes values for the samples `which` until each has been accepted; the others are 0."""
    values = np.zeros(count)
    pending = which
    while pending.size:
        proposed, accepted = propose(pending)
        values[pending[accepted]] = proposed[accepted]
        pending = pending[~accepted]
    return values


def gamma(streams: SampleStreams, alpha: Array) -> Array:
    """Gamma distributed samples with the shapes `alpha` [n] and scale 1.

    Of shapes that are not positive TensorFlow makes what the method gives: numbers above -2/3, NaN below.

    The method is that of Marsaglia and Tsang, A Simple Method for Generating Gamma Variables, 2000.
    """
    is_one = alpha == 1
    exponential = np.flatnonzero(is_one)
    is_small = alpha < 1
    # Below 1 a sample of alpha + 1 is made and, at the end, multiplied by a power of a uniform number.
    d = alpha + np.where(is_small, 2.0 / 3, -1.0 / 3)
    is_shape = d > 0
    others = np.flatnonzero(~is_one & is_shape)
    c = 1.0 / 3 / np.sqrt(np.where(is_shape, d, 1))

    def propose(which: Array) -> tuple[Array, Array]:
        x = streams.normal(which)
        v = 1 + c[which] * x
        cube, accepted = v * v * v, v > 0
        drawing = np.flatnonzero(accepted)  # only these use up a uniform number
        u = np.ones(which.size)
        u[drawing] = streams.uniform(which[drawing])
        square = x * x
        # The paper's squeeze, which spares most samples the logarithms.
        quickly = u < 1 - 0.0331 * square * square
        slowly = np.log(u) < 0.5 * square + d[which] * (1 - cube + np.log(np.where(accepted, cube, 1)))
        return d[which] * cube, accepted & (quickly | slowly)

    values = _until_accepted(alpha.size, others, propose)
    # With shape 1 the distribution is exponential, which can be inverted.
    values[exponential] = -np.log1p(-streams.uniform(exponential))
    small = np.flatnonzero(is_small & is_shape)
    values[small] *= streams.uniform(small) ** (1 / alpha[small])
    values[~is_shape] = np.nan
    return values


def poisson(streams: SampleStreams, rate: Array, log_gamma: Callable[[Array], Array]) -> Array:
    """Poisson distributed samples with the expectations `rate` [n], finite and not negative.

    Large rates go by Hörmann, The Transformed Rejection Method for Generating Poisson Random Variables, 1993.
    """
    values = _poisson_by_products(streams, rate)
    many = np.flatnonzero(rate >= _FEW)
    log_rate, root = np.log(np.where(rate > 0, rate, 1)), np.sqrt(rate)
    # The paper's constants for algorithm PTRS, and so in `propose`.
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)

    def propose(which: Array) -> tuple[Array, Array]:
        u = streams.uniform(which) - 0.5
        v = streams.uniform(which)
        us = 0.5 - np.abs(u)
        # The hat function, inverted.
        k = np.floor((2 * a[which] / us + b[which]) * u + rate[which] + 0.43)
        quickly = (us >= 0.07) & (v <= v_r[which])
        possible = (k >= 0) & ~((us < 0.013) & (v > us))
        s = np.log(v * inverse_alpha[which] / (a[which] / (us * us) + b[which]))
        t = -rate[which] + k * log_rate[which] - log_gamma(np.where(possible, k, 0) + 1)
        return k, quickly | (possible & (s <= t))

    return values + _until_accepted(rate.size, many, propose)


def _poisson_by_products(streams: SampleStreams, rate: Array) -> Array:
    """Samples for the small rates: how many uniform numbers a product takes to fall below exp(-rate); 0 for others."""
    values, product = np.zeros(rate.size), np.ones(rate.size)
    # Knuth's method: sums of waiting times as products, so that no logarithm is needed.
    limit = np.exp(-rate)
    pending = np.flatnonzero(rate < _FEW)
    while pending.size:
        product[pending] *= streams.uniform(pending)
        pending = pending[product[pending] > limit[pending]]
        values[pending] += 1
    return values


def binomial(streams: SampleStreams, of_few: SampleStreams, count: Array, prob: Array) -> Array:
    """Numbers of successes in `count` trials [n] with probability `prob` [n] each; few are drawn from `of_few`."""
    is_likely = prob > 0.5
    # Successes or failures, whichever are fewer: both methods take time or lose precision with many.
    q = np.where(is_likely, 1 - prob, prob)  # of what is counted
    valid = (count > 0) & (prob > 0) & (prob < 1)
    few = valid & (count * q < _FEW)
    values = _binomial_by_waiting(of_few, count, q, np.flatnonzero(few))
    values += _until_accepted(count.size, np.flatnonzero(valid & ~few), _binomial_proposals(streams, count, q))
    values = np.where(is_likely, count - values, values)
    values[(count <= 0) | (prob <= 0)] = 0
    return np.where((prob >= 1) & (count > 0), count, values)


def _binomial_by_waiting(streams: SampleStreams, count: Array, q: Array, which: Array) -> Array:
    """Adds up waiting times, which are geometrically distributed, until the trials are over."""
    values, waited = np.zeros(count.size), np.zeros(count.size)
    while which.size:
        waited[which] += np.ceil(np.log(streams.uniform(which)) / np.log1p(-q[which]))
        which = which[waited[which] <= count[which]]
        values[which] += 1
    return values


def _binomial_proposals(streams: SampleStreams, count: Array, q: Array) -> Propose:
    """The proposals of Hörmann, The Generation of Binomial Random Variates, 1993 (algorithm BTRS)."""
    deviation = np.sqrt(np.abs(count * q * (1 - q)))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * q
    c = count * q + 0.5
    v_r = 0.92 - 4.2 / b
    odds = q / (1 - q)
    alpha = (2.83 + 5.1 / b) * deviation
    m = np.floor((count + 1) * q)

    def propose(which: Array) -> tuple[Array, Array]:
        n, mode, r = count[which], m[which], odds[which]
        u = streams.uniform(which) - 0.5
        v = streams.uniform(which)
        us = 0.5 - np.abs(u)
        k = np.floor((2 * a[which] / us + b[which]) * u + c[which])
        quickly = (us >= 0.07) & (v <= v_r[which])
        possible = (k >= 0) & (k <= n)
        safe = np.where(possible, k, 0)
        # The logarithm of the ratio of two probabilities, k's and the mode's,
        # by Stirling's approximation and what it lacks.
        bound = (
            (mode + 0.5) * np.log((mode + 1) / (r * (n - mode + 1)))
            + (n + 1) * np.log((n - mode + 1) / (n - safe + 1))
            + (safe + 0.5) * np.log(r * (n - safe + 1) / (safe + 1))
            + _stirling_tail(mode) + _stirling_tail(n - mode) - _stirling_tail(safe) - _stirling_tail(n - safe)
        )  # fmt: skip
        slowly = np.log(v * alpha[which] / (a[which] / (us * us) + b[which])) <= bound
        return k, quickly | (possible & slowly)

    return propose


# For small numbers the series is not exact enough.
_TAILS = np.array([
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.0207906721037650, 0.0166446911898211,
    0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287,
])  # fmt: skip


def _stirling_tail(k: Any) -> Array:
    """log(k!) without Stirling's approximation of it."""
    square = (k + 1) * (k + 1)
    series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    return np.where(k < _TAILS.size, _TAILS[np.clip(k, 0, _TAILS.size - 1).astype(np.int64)], series)
