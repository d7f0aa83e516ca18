"""Activation functions and their gradients. The 16-bit types are computed in float32 and rounded once."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import ALL, qint8
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened

_CLIP_PAYS_FROM = 2048
# Scale, and scale times alpha, of Klambauer et al., Self-Normalizing Neural Networks, 2017.
SELU_SCALE = 1.0507009873554805
SELU_SCALE_ALPHA = 1.7580993408473766
Function = Callable[[Any, Array], Array]
Gradient = Callable[[Any, Array, Array], Array]


@kernel("Relu", T=ALL - {qint8})
def relu(xp: Any, features: Array) -> Array:
    if _clip_is_fast(features):
        return features.clip(features.dtype.type(0), features.dtype.type(np.inf))
    return xp.maximum(features, zero(features.dtype))


# One array per dtype; the bound is only there to be one.
@lru_cache(maxsize=64)
def zero(dtype: Any) -> Array:
    """0 as an array of rank 0, which functions of two arrays take faster than a number."""
    return np.zeros((), dtype)


@kernel("Relu6")
def relu6(xp: Any, features: Array) -> Array:
    if _clip_is_fast(features):
        return features.clip(features.dtype.type(0), features.dtype.type(6))
    return xp.minimum(xp.maximum(features, features.dtype.type(0)), features.dtype.type(6))


def _clip_is_fast(x: Array) -> bool:
    """True where `clip` beats `maximum` with a number: it does by three times, but costs more to call."""
    return bool(x.size > _CLIP_PAYS_FROM and x.dtype.kind == "f" and x.dtype.itemsize > 2)


def _activation(op: str) -> Callable[[Function], Function]:
    """Registers a function of features that are at least float32."""

    def register(function: Function) -> Function:
        def compute(xp: Any, features: Array) -> Array:
            return function(xp, widened(features)).astype(features.dtype, copy=False)

        kernel(op)(compute)
        return function

    return register


@_activation("Elu")
def elu(xp: Any, x: Array) -> Array:
    # Both branches are computed. Where the exponential overflows x is positive, and the other one is taken.
    return xp.where(x < 0, xp.expm1(x), x)


@_activation("Selu")
def selu(xp: Any, x: Array) -> Array:
    # The scale is in both branches; alpha only below zero, and already multiplied with it.
    return xp.where(x < 0, xp.expm1(x) * x.dtype.type(SELU_SCALE_ALPHA), x * x.dtype.type(SELU_SCALE))


@_activation("Softplus")
def softplus(xp: Any, x: Array) -> Array:
    # log(exp(x) + exp(0)), which overflows nowhere and keeps its precision far below 0.
    return xp.logaddexp(x, x.dtype.type(0))


@_activation("Softsign")
def softsign(xp: Any, x: Array) -> Array:
    return x / (xp.abs(x) + x.dtype.type(1))


@kernel("LeakyRelu")
def leaky_relu(xp: Any, features: Array, *, alpha: float) -> Array:
    """The features, those below 0 times `alpha`."""
    # For these slopes the larger of the two is the right one on either side of 0, so one pass does; a slope above 1 or
    # below 0 needs the choice.
    scaled = features * features.dtype.type(alpha)
    if 0 < alpha <= 1:
        return xp.maximum(features, scaled)
    return xp.where(features > 0, features, scaled)


def _gradient(op: str, second: str = "features") -> Callable[[Gradient], Gradient]:
    """Registers a function of gradients and features (or outputs) of equal shape, at least float32 if floating."""

    def register(function: Gradient) -> Gradient:
        def compute(xp: Any, gradients: Array, other: Array) -> Array:
            check_same_shape(op, gradients, other)
            return function(xp, widened(gradients), widened(other)).astype(gradients.dtype, copy=False)

        # Kernels get an op's inputs by the names of their parameters, and ops name this one in two ways.
        if second == "outputs":
            kernel(op)(lambda xp, gradients, outputs: compute(xp, gradients, outputs))
        else:
            kernel(op)(lambda xp, gradients, features: compute(xp, gradients, features))
        return function

    return register


def check_same_shape(op: str, x: Array, y: Array) -> None:
    """Raises InvalidArgumentError unless both have the same shape."""
    if x.shape != y.shape:
        raise errors.invalid_argument(
            f"Inputs to operation of type {op} must have the same size and shape.  "
            f"Input 0: {shown(x.shape)} != input 1: {shown(y.shape)}"
        )


@_gradient("ReluGrad")
def relu_grad(xp: Any, gradients: Array, features: Array) -> Array:
    """The gradient where a feature is positive; of 0 itself none, so that the outputs serve as well as the features."""
    # Multiplied, as in TensorFlow: an infinite gradient that is shut off gives NaN, and not 0.
    return gradients * (features > 0)


@_gradient("Relu6Grad")
def relu6_grad(xp: Any, gradients: Array, features: Array) -> Array:
    return gradients * ((features > 0) & (features < 6))


@_gradient("EluGrad", "outputs")
def elu_grad(xp: Any, gradients: Array, outputs: Array) -> Array:
    # The outputs are exp(x) - 1 below zero, so one more is the slope there.
    return xp.where(outputs < 0, (outputs + outputs.dtype.type(1)) * gradients, gradients)


@_gradient("SeluGrad", "outputs")
def selu_grad(xp: Any, gradients: Array, outputs: Array) -> Array:
    scale, scale_alpha = outputs.dtype.type(SELU_SCALE), outputs.dtype.type(SELU_SCALE_ALPHA)
    # The outputs are scale_alpha (exp(x) - 1) below zero.
    return gradients * xp.where(outputs < 0, outputs + scale_alpha, scale)


@_gradient("SoftplusGrad")
def softplus_grad(xp: Any, gradients: Array, features: Array) -> Array:
    # The slope is the sigmoid. An exponential that overflows gives 0 here, which is right.
    return gradients / (xp.exp(-features) + features.dtype.type(1))


@_gradient("SoftsignGrad")
def softsign_grad(xp: Any, gradients: Array, features: Array) -> Array:
    return gradients / xp.square(xp.abs(features) + features.dtype.type(1))


@kernel("LeakyReluGrad")
def leaky_relu_grad(xp: Any, gradients: Array, features: Array, *, alpha: float) -> Array:
    check_same_shape("LeakyReluGrad", gradients, features)
    return np.where(features > 0, gradients, gradients * gradients.dtype.type(alpha))
