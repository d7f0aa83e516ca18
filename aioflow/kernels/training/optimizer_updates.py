"""The update rules of the training ops. Each changes the variables, arrays of one shape, in place.

Behind the variables comes the gradient; hyperparameters are scalars of the variables' dtype.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.kernels.arrays import Array

Scalar = Any


def gradient_descent(var: Array, grad: Array, *, alpha: Scalar) -> None:
    var -= grad * alpha


def proximal_gradient_descent(var: Array, grad: Array, *, alpha: Scalar, l1: Scalar, l2: Scalar) -> None:
    var[...] = _shrunk(var - grad * alpha, alpha, l1, l2)


def _shrunk(prox: Array, rate: Scalar, l1: Scalar, l2: Scalar) -> Array:
    """What L1 and L2 regularisation leave of a proposed value."""
    if l1 > 0:
        prox = np.sign(prox) * np.maximum(np.abs(prox) - rate * l1, 0)
    return prox / (1 + rate * l2)


def momentum(
    var: Array, accum: Array, grad: Array, *, lr: Scalar, momentum: Scalar, use_nesterov: bool
) -> None:
    accum *= momentum
    accum += grad
    var -= (grad + accum * momentum) * lr if use_nesterov else accum * lr


def keras_momentum(
    var: Array, accum: Array, grad: Array, *, lr: Scalar, momentum: Scalar, use_nesterov: bool
) -> None:
    accum *= momentum
    accum -= grad * lr
    var += accum * momentum - grad * lr if use_nesterov else accum


def adagrad(var: Array, accum: Array, grad: Array, *, lr: Scalar, update_slots: bool) -> None:
    if update_slots:
        accum += grad * grad
    var -= grad * lr / np.sqrt(accum)


def adagrad_v2(
    var: Array, accum: Array, grad: Array, *, lr: Scalar, epsilon: Scalar, update_slots: bool
) -> None:
    if update_slots:
        accum += grad * grad
    var -= grad * lr / (np.sqrt(accum) + epsilon)


def proximal_adagrad(var: Array, accum: Array, grad: Array, *, lr: Scalar, l1: Scalar, l2: Scalar) -> None:
    accum += grad * grad
    rate = lr / np.sqrt(accum)
    var[...] = _shrunk(var - grad * rate, rate, l1, l2)


def adagrad_da(
    var: Array, gradient_accumulator: Array, gradient_squared_accumulator: Array, grad: Array, *,
    lr: Scalar, l1: Scalar, l2: Scalar, global_step: Scalar,
) -> None:  # fmt: skip
    gradient_accumulator += grad
    gradient_squared_accumulator += grad * grad
    total = gradient_accumulator
    if l1 > 0:
        total = np.sign(total) * np.maximum(np.abs(total) - l1 * global_step, 0)
    var[...] = -lr * total / (l2 * global_step * lr + np.sqrt(gradient_squared_accumulator))


def adadelta(
    var: Array, accum: Array, accum_update: Array, grad: Array, *, lr: Scalar, rho: Scalar, epsilon: Scalar
) -> None:
    accum *= rho
    accum += grad * grad * (1 - rho)
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    var -= update * lr
    accum_update *= rho
    accum_update += update * update * (1 - rho)


def ftrl(
    var: Array, accum: Array, linear: Array, grad: Array, *, lr: Scalar, l1: Scalar, l2: Scalar, lr_power: Scalar,
    multiply_linear_by_lr: bool, l2_shrinkage: Scalar = 0,
) -> None:  # fmt: skip
    """Follow the regularised leader; with `multiply_linear_by_lr` all of `linear` is scaled by the learning rate."""
    scale = lr if multiply_linear_by_lr else 1
    new_accum = accum + grad * grad
    old_power, new_power = accum**-lr_power, new_accum**-lr_power
    shrinking = grad + 2 * l2_shrinkage * var if l2_shrinkage else grad
    linear += shrinking * scale - (new_power - old_power) * (scale / lr) * var
    accum[...] = new_accum
    limit = l1 * scale
    quadratic = new_power * (scale / lr) + 2 * l2 * scale
    var[...] = np.where(np.abs(linear) > limit, (limit * np.sign(linear) - linear) / quadratic, 0)


def adam(
    var: Array, m: Array, v: Array, grad: Array, *, beta1_power: Scalar, beta2_power: Scalar, lr: Scalar,
    beta1: Scalar, beta2: Scalar, epsilon: Scalar, use_nesterov: bool,
) -> None:  # fmt: skip
    alpha = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (grad - m) * (1 - beta1)
    v += (grad * grad - v) * (1 - beta2)
    step = m * beta1 + grad * (1 - beta1) if use_nesterov else m
    var -= step * alpha / (np.sqrt(v) + epsilon)


def adam_with_amsgrad(
    var: Array, m: Array, v: Array, vhat: Array, grad: Array, *, beta1_power: Scalar, beta2_power: Scalar,
    lr: Scalar, beta1: Scalar, beta2: Scalar, epsilon: Scalar,
) -> None:  # fmt: skip
    alpha = lr * np.sqrt(1 - beta2_power) / (1 - beta1_power)
    m += (grad - m) * (1 - beta1)
    v += (grad * grad - v) * (1 - beta2)
    np.maximum(vhat, v, out=vhat)
    var -= m * alpha / (np.sqrt(vhat) + epsilon)


def adamax(
    var: Array, m: Array, v: Array, grad: Array, *, beta1_power: Scalar, lr: Scalar, beta1: Scalar, beta2: Scalar,
    epsilon: Scalar,
) -> None:  # fmt: skip
    m += (grad - m) * (1 - beta1)
    v[...] = np.maximum(v * beta2, np.abs(grad))
    var -= lr / (1 - beta1_power) * (m / (v + epsilon))


def rms_prop(
    var: Array, ms: Array, mom: Array, grad: Array, *, lr: Scalar, rho: Scalar, momentum: Scalar, epsilon: Scalar
) -> None:
    ms += (grad * grad - ms) * (1 - rho)
    mom *= momentum
    mom += grad * lr / np.sqrt(ms + epsilon)
    var -= mom


def centered_rms_prop(
    var: Array, mg: Array, ms: Array, mom: Array, grad: Array, *, lr: Scalar, rho: Scalar, momentum: Scalar,
    epsilon: Scalar,
) -> None:  # fmt: skip
    ms += (grad * grad - ms) * (1 - rho)
    mg += (grad - mg) * (1 - rho)
    mom *= momentum
    mom += grad * lr / np.sqrt(ms - mg * mg + epsilon)
    var -= mom


def add_sign(
    var: Array, m: Array, grad: Array, *, lr: Scalar, alpha: Scalar, sign_decay: Scalar, beta: Scalar
) -> None:
    m *= beta
    m += grad * (1 - beta)
    var -= (alpha + sign_decay * np.sign(grad) * np.sign(m)) * grad * lr


def power_sign(
    var: Array, m: Array, grad: Array, *, lr: Scalar, logbase: Scalar, sign_decay: Scalar, beta: Scalar
) -> None:
    m *= beta
    m += grad * (1 - beta)
    var -= np.exp(logbase * sign_decay * np.sign(grad) * np.sign(m)) * grad * lr
