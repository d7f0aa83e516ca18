"""Activation functions, softmax, cross entropies, biases, and gradients of these."""
from __future__ import annotations

from typing import Any

import torch
from torch.nn import functional

from aioflow.framework.dtypes import int32, int64
from aioflow.kernels.nn.activation_ops import SELU_SCALE, SELU_SCALE_ALPHA
from aioflow.packs.cuda.elementwise import Function, table
from aioflow.packs.cuda.registration import COMPLEX, FLOATS, NUMBERS, on_tensors, refuse_unless

table({"Relu": torch.relu, "Relu6": lambda x: x.clamp(0, 6)}, T=NUMBERS)
table({
    "Elu": functional.elu, "Selu": torch.selu, "Softplus": lambda x: torch.logaddexp(x, torch.zeros_like(x)),
    "Softsign": functional.softsign,
}, T=FLOATS)  # fmt: skip


@on_tensors("LeakyRelu", T=FLOATS)
def leaky_relu(xp: Any, features: Any, *, alpha: float) -> Any:
    return functional.leaky_relu(features, alpha)


@on_tensors("LeakyReluGrad", T=FLOATS)
def leaky_relu_grad(xp: Any, gradients: Any, features: Any, *, alpha: float) -> Any:
    refuse_unless(gradients.shape == features.shape)
    return torch.where(features > 0, gradients, gradients * alpha)


def _wide(function: Function) -> Function:
    """The function of two tensors of one shape; of halves as float32, rounded once."""

    def computed(gradients: Any, other: Any) -> Any:
        refuse_unless(gradients.shape == other.shape)
        if gradients.is_floating_point() and gradients.itemsize == 2:
            return function(gradients.float(), other.float()).to(gradients.dtype)
        return function(gradients, other)

    return computed


table({op: _wide(function) for op, function in {
    # Multiplied, as in TensorFlow: an infinite gradient that is shut off gives NaN, and not 0.
    "ReluGrad": lambda dy, x: dy * (x > 0),
    "Relu6Grad": lambda dy, x: dy * ((x > 0) & (x < 6)),
}.items()}, T=NUMBERS)  # fmt: skip
table({op: _wide(function) for op, function in {
    "EluGrad": lambda dy, y: torch.where(y < 0, (y + 1) * dy, dy),
    "SeluGrad": lambda dy, y: dy * torch.where(y < 0, y + SELU_SCALE_ALPHA, SELU_SCALE),
    "SoftplusGrad": lambda dy, x: dy / (torch.exp(-x) + 1),
    "SoftsignGrad": lambda dy, x: dy / torch.square(torch.abs(x) + 1),
}.items()}, T=FLOATS)  # fmt: skip


# ---- softmax
@on_tensors("Softmax", T=FLOATS)
def softmax(xp: Any, logits: Any) -> Any:
    refuse_unless(logits.ndim)
    return torch.softmax(logits, -1)


@on_tensors("LogSoftmax", T=FLOATS)
def log_softmax(xp: Any, logits: Any) -> Any:
    refuse_unless(logits.ndim)
    return torch.log_softmax(logits, -1)


@on_tensors("SoftmaxCrossEntropyWithLogits", T=FLOATS)
def softmax_cross_entropy(xp: Any, features: Any, labels: Any) -> tuple[Any, Any]:
    dtype = features.dtype
    features, labels = torch.broadcast_tensors(_at_least_float32(features), _at_least_float32(labels))
    refuse_unless(features.ndim == 2 and features.shape[1])
    logarithms = torch.log_softmax(features, -1)
    loss = -(labels * logarithms).sum(-1)
    return loss.to(dtype), (torch.exp(logarithms) - labels).to(dtype)


@on_tensors("SparseSoftmaxCrossEntropyWithLogits", T=FLOATS, Tlabels=frozenset({int32, int64}))
def sparse_softmax_cross_entropy(xp: Any, features: Any, labels: Any) -> tuple[Any, Any]:
    """Losses and their gradients; as on TensorFlow's GPUs, NaN for a label that is no class."""
    refuse_unless(features.ndim == 2 and labels.ndim == 1 and len(features) == len(labels) and features.shape[1])
    dtype, labels = features.dtype, labels.long()[:, None]
    is_class = (labels >= 0) & (labels < features.shape[1])
    refuse_unless(not xp.checks_values or bool(is_class.all()))
    logarithms = torch.log_softmax(_at_least_float32(features), -1)
    # An index that is none would be the end of all that the device does for this process.
    places = labels.masked_fill(~is_class, 0)
    nowhere = ~is_class
    loss = -logarithms.gather(1, places).masked_fill(nowhere, torch.nan)
    one = torch.ones_like(places, dtype=logarithms.dtype)
    gradients = torch.exp(logarithms).scatter_add(1, places, -one).masked_fill(nowhere, torch.nan)
    return loss[:, 0].to(dtype), gradients.to(dtype)


def _at_least_float32(x: Any) -> Any:
    return x.float() if x.itemsize == 2 else x


# ---- biases
def _with_bias(value: Any, bias: Any, axis: int) -> Any:
    refuse_unless(value.ndim >= 2 and bias.ndim == 1 and bias.shape[0] == value.shape[axis])
    return value + bias.view(-1, *(1 for _ in range(value.ndim - 1 - axis)))


def _channels(rank: int, data_format: bytes) -> int:
    return 1 if data_format == b"NCHW" else rank - 1


@on_tensors("BiasAdd", T=NUMBERS | COMPLEX)
def bias_add(xp: Any, value: Any, bias: Any, *, data_format: bytes) -> Any:
    refuse_unless(value.ndim >= 2)
    return _with_bias(value, bias, _channels(value.ndim, data_format))


@on_tensors("BiasAddV1", T=NUMBERS | COMPLEX)
def bias_add_v1(xp: Any, value: Any, bias: Any) -> Any:
    return _with_bias(value, bias, value.ndim - 1)


@on_tensors("BiasAddGrad", T=NUMBERS | COMPLEX)
def bias_add_grad(xp: Any, out_backprop: Any, *, data_format: bytes) -> Any:
    rank = out_backprop.ndim
    refuse_unless(rank >= 2)
    kept = _channels(rank, data_format)
    return out_backprop.sum([axis for axis in range(rank) if axis != kept], dtype=out_backprop.dtype)
