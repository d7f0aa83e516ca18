"""Training ops that update whole variables, by torch's functions and by those of the CPU's rules that need none.

The rules are those of `kernels/training/optimizer_updates.py`, which says where they come from and in which order
TensorFlow computes. Each changes tensors in place.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import torch

from aioflow import errors
from aioflow.framework import dtypes
from aioflow.framework.kernels import KernelContext, kernel, registered_kernels
from aioflow.framework.op_def import OPS
from aioflow.framework.resources.ref_variable import RefVariable
from aioflow.kernels.arrays import shown
from aioflow.kernels.training import optimizer_updates as rules
from aioflow.kernels.training.variable_updates import targets_of
from aioflow.packs.cuda.registration import FLOATS, TYPE
from aioflow.packs.cuda.variables import writable

_GRADIENTS = frozenset({"grad", "delta"})
Rule = Callable[..., None]


def _register(op: str, rule: Rule) -> None:
    """Registers an op of references (Apply...) and of handles (ResourceApply...), as far as there are both."""
    for name in (f"Apply{op}", f"ResourceApply{op}"):
        if name in OPS:
            function = next(each.function for each in registered_kernels(name) if each.device_type == "CPU")
            # The function tells parameters and attributes alone.
            kernel(name, device=TYPE, specialized=partial(_bound, name, rule), T=FLOATS)(function)


def _bound(op: str, rule: Rule, attrs: Mapping[str, Any]) -> Callable[..., Any]:
    """The function of a context and the flat inputs that updates a node's variables."""
    args = OPS[op].inputs
    variables = {i: arg.name for i, arg in enumerate(args) if arg.is_ref or arg.dtype is dtypes.resource}
    (gradient,) = (i for i, arg in enumerate(args) if arg.name in _GRADIENTS)
    scalars = {i: arg.name for i, arg in enumerate(args) if i not in variables and i != gradient}
    options = {name: attrs[name] for name in attrs if name in ("use_nesterov", "update_slots", "multiply_linear_by_lr")}

    def apply(ctx: KernelContext, *inputs: Any) -> Any:
        targets = targets_of(ctx, {name: inputs[i] for i, name in variables.items()})
        grad = inputs[gradient]
        values = {name: inputs[i] for i, name in scalars.items()}
        for name, value in values.items():
            if value.ndim:
                raise errors.invalid_argument(f"{name} is not a scalar: {shown(value.shape)}")
        with ExitStack() as held:
            # In an order that all threads share.
            for variable in sorted(set(targets), key=id):
                held.enter_context(variable.lock)
            held.enter_context(ctx.device.xp.stream())
            arrays: dict[Any, Any] = {variable: writable(ctx, variable) for variable in set(targets)}
            for variable in targets:
                shape = arrays[targets[0]].shape
                if arrays[variable].shape != shape or grad.shape != shape:
                    raise errors.invalid_argument(
                        f"variables and {args[gradient].name} do not have the same shape{shown(shape)} "
                        f"{shown(arrays[variable].shape)} {shown(grad.shape)}"
                    )
            numbers = {name: value.tensor for name, value in values.items()}
            rule(*(arrays[variable].tensor for variable in targets), grad.tensor, **numbers, **options)
        return targets[0] if isinstance(targets[0], RefVariable) else None

    return apply


# ---- rules
def _adagrad(var: Any, accum: Any, grad: Any, *, lr: Any, update_slots: bool) -> None:
    if update_slots:
        accum.addcmul_(grad, grad)
    var.sub_(grad * lr * torch.rsqrt(accum))


def _adagrad_v2(var: Any, accum: Any, grad: Any, *, lr: Any, epsilon: Any, update_slots: bool) -> None:
    if update_slots:
        accum.addcmul_(grad, grad)
    var.sub_(grad * lr / (accum.sqrt() + epsilon))


def _adadelta(var: Any, accum: Any, accum_update: Any, grad: Any, *, lr: Any, rho: Any, epsilon: Any) -> None:
    accum.mul_(rho).add_(grad * grad * (1 - rho))
    update = (accum_update + epsilon).sqrt() * torch.rsqrt(accum + epsilon) * grad
    var.sub_(update * lr)
    accum_update.mul_(rho).add_(update * update * (1 - rho))


def _adam(
    var: Any, m: Any, v: Any, grad: Any, *, beta1_power: Any, beta2_power: Any, lr: Any, beta1: Any, beta2: Any,
    epsilon: Any, use_nesterov: bool,
) -> None:  # fmt: skip
    alpha = lr * (1 - beta2_power).sqrt() / (1 - beta1_power)
    m.add_((grad - m) * (1 - beta1))
    v.add_((grad * grad - v) * (1 - beta2))
    change = m * beta1 + grad * (1 - beta1) if use_nesterov else m
    var.sub_(change * alpha / (v.sqrt() + epsilon))


def _adam_with_amsgrad(
    var: Any, m: Any, v: Any, vhat: Any, grad: Any, *, beta1_power: Any, beta2_power: Any, lr: Any, beta1: Any,
    beta2: Any, epsilon: Any,
) -> None:  # fmt: skip
    alpha = lr * (1 - beta2_power).sqrt() / (1 - beta1_power)
    m.add_((grad - m) * (1 - beta1))
    v.add_((grad * grad - v) * (1 - beta2))
    vhat.copy_(torch.maximum(vhat, v))
    var.sub_(m * alpha / (vhat.sqrt() + epsilon))


def _adamax(
    var: Any, m: Any, v: Any, grad: Any, *, beta1_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any
) -> None:
    m.add_((grad - m) * (1 - beta1))
    v.copy_(torch.maximum(v * beta2, grad.abs()))
    var.sub_(lr / (1 - beta1_power) * (m / (v + epsilon)))


def _rms_prop(var: Any, ms: Any, mom: Any, grad: Any, *, lr: Any, rho: Any, momentum: Any, epsilon: Any) -> None:
    ms.add_((grad * grad - ms) * (1 - rho))
    mom.mul_(momentum).add_(grad * lr / (ms + epsilon).sqrt())
    var.sub_(mom)


def _centered_rms_prop(
    var: Any, mg: Any, ms: Any, mom: Any, grad: Any, *, lr: Any, rho: Any, momentum: Any, epsilon: Any
) -> None:
    ms.add_((grad * grad - ms) * (1 - rho))
    mg.add_((grad - mg) * (1 - rho))
    mom.mul_(momentum).add_(grad * lr / (ms - mg * mg + epsilon).sqrt())
    var.sub_(mom)


def _ftrl(
    var: Any, accum: Any, linear: Any, grad: Any, *, lr: Any, l1: Any, l2: Any, lr_power: Any,
    multiply_linear_by_lr: bool, l2_shrinkage: Any = None,
) -> None:  # fmt: skip
    """Follow the regularised leader; nothing here looks at a number, for which it would have to wait."""
    scale, rate = (lr, 1) if multiply_linear_by_lr else (1, lr)
    new_accum = accum + grad * grad
    old_power, new_power = accum.pow(-lr_power), new_accum.pow(-lr_power)
    shrinking = grad if l2_shrinkage is None else grad + 2 * l2_shrinkage * var
    linear.add_(shrinking * scale - (new_power - old_power) / rate * var)
    accum.copy_(new_accum)
    limit = l1 * scale
    proposed = (limit * linear.sign() - linear) / (new_power / rate + 2 * l2 * scale)
    var.copy_(torch.where(linear.abs() > limit, proposed, torch.zeros_like(proposed)))


_RULES: Mapping[str, Rule] = {
    # These are sums and products alone.
    "GradientDescent": rules.gradient_descent, "Momentum": rules.momentum, "KerasMomentum": rules.keras_momentum,
    "Adagrad": _adagrad, "AdagradV2": _adagrad_v2, "Adadelta": _adadelta, "Adam": _adam,
    "AdamWithAmsgrad": _adam_with_amsgrad, "AdaMax": _adamax, "RMSProp": _rms_prop,
    "CenteredRMSProp": _centered_rms_prop, "Ftrl": _ftrl, "FtrlV2": _ftrl,
}  # fmt: skip
for _op, _rule in _RULES.items():
    _register(_op, _rule)
