"""Batch normalisation, its gradients, and normalisation over channels."""
from __future__ import annotations

from math import prod
from typing import Any

import torch

from aioflow.framework.dtypes import bfloat16, float16, float32
from aioflow.packs.cuda.images import channels_second, in_format
from aioflow.packs.cuda.registration import on_tensors, refuse_unless

_IMAGES = frozenset({float16, bfloat16, float32})
_SINGLE = frozenset({float32})


def _normalized(
    x: Any, scale: Any, offset: Any, mean: Any, variance: Any, epsilon: float, factor: float, data_format: bytes,
    is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    """(y, running mean, running variance, mean and biased variance of the batch)."""
    refuse_unless(x.ndim in (4, 5))
    image = channels_second(x, data_format)
    channels, count = image.shape[1], prod(image.shape) // max(image.shape[1], 1)
    refuse_unless(scale.shape == offset.shape == (channels,) and x.numel() and mean.ndim == variance.ndim == 1)
    if not is_training:
        refuse_unless(mean.shape == variance.shape == (channels,))
        y = torch.batch_norm(image, scale, offset, mean, variance, False, 0.0, epsilon, True)
        return in_format(y, data_format), mean, variance, mean, variance
    refuse_unless(count > 1 and (factor == 1 or mean.shape == variance.shape == (channels,)))
    # With this weight torch's running statistics are those of the batch, the variance by n - 1.
    new_mean, unbiased = torch.zeros_like(scale), torch.ones_like(scale)
    y, _, _ = torch.native_batch_norm(image, scale, offset, new_mean, unbiased, True, 1.0, epsilon)
    biased = unbiased * ((count - 1) / count)
    running = new_mean, unbiased
    if factor != 1:
        running = factor * new_mean + (1 - factor) * mean, factor * unbiased + (1 - factor) * variance
    return in_format(y, data_format), *running, new_mean, biased


@on_tensors("FusedBatchNorm", T=_SINGLE)
def fused_batch_norm(
    xp: Any, x: Any, scale: Any, offset: Any, mean: Any, variance: Any, *, epsilon: float,
    exponential_avg_factor: float, data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    return _normalized(x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training)


@on_tensors("FusedBatchNormV2", T=_IMAGES, U=_SINGLE)
def fused_batch_norm_v2(
    xp: Any, x: Any, scale: Any, offset: Any, mean: Any, variance: Any, *, epsilon: float,
    exponential_avg_factor: float, data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    return _normalized(x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training)


@on_tensors("FusedBatchNormV3", T=_IMAGES, U=_SINGLE)
def fused_batch_norm_v3(
    xp: Any, x: Any, scale: Any, offset: Any, mean: Any, variance: Any, *, epsilon: float,
    exponential_avg_factor: float, data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    y = _normalized(x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training)
    return *y, torch.zeros((), dtype=scale.dtype, device=scale.device)


def _gradients(
    dy: Any, x: Any, scale: Any, mean: Any, variance: Any, epsilon: float, data_format: bytes, is_training: bool
) -> tuple[Any, ...]:
    """Gradients with respect to x, scale and offset, and two empty tensors."""
    refuse_unless(x.ndim in (4, 5) and x.shape == dy.shape and x.numel())
    image, gradient = channels_second(x, data_format), channels_second(dy, data_format)
    refuse_unless(scale.shape == mean.shape == variance.shape == image.shape[1:2])
    # In training these are the mean and the biased variance of the batch, as the kernels above give them.
    inverse = torch.rsqrt(variance + epsilon)
    if image.dtype is not scale.dtype:  # torch wants one type for all, or decides by the device
        image, gradient = image.float(), gradient.float()
    running = (None, None, mean, inverse) if is_training else (mean, variance, None, None)
    results = torch.ops.aten.native_batch_norm_backward(
        gradient, image, scale, *running, is_training, epsilon, [True, True, True]
    )
    empty = scale.new_zeros(0)
    return in_format(results[0].to(x.dtype), data_format), *results[1:], empty, empty


@on_tensors("FusedBatchNormGrad", T=_SINGLE)
def fused_batch_norm_grad(
    xp: Any, y_backprop: Any, x: Any, scale: Any, reserve_space_1: Any, reserve_space_2: Any, *, epsilon: float,
    data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    return _gradients(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)


@on_tensors("FusedBatchNormGradV2", T=_IMAGES, U=_SINGLE)
def fused_batch_norm_grad_v2(
    xp: Any, y_backprop: Any, x: Any, scale: Any, reserve_space_1: Any, reserve_space_2: Any, *, epsilon: float,
    data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    return _gradients(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)


@on_tensors("FusedBatchNormGradV3", T=_IMAGES, U=_SINGLE)
def fused_batch_norm_grad_v3(
    xp: Any, y_backprop: Any, x: Any, scale: Any, reserve_space_1: Any, reserve_space_2: Any, reserve_space_3: Any, *,
    epsilon: float, data_format: bytes, is_training: bool,
) -> tuple[Any, ...]:  # fmt: skip
    return _gradients(y_backprop, x, scale, reserve_space_1, reserve_space_2, epsilon, data_format, is_training)


@on_tensors("BatchNormWithGlobalNormalization", T=_SINGLE)
def batch_norm_with_global_normalization(
    xp: Any, t: Any, m: Any, v: Any, beta: Any, gamma: Any, *, variance_epsilon: float,
    scale_after_normalization: bool,
) -> Any:  # fmt: skip
    refuse_unless(t.ndim == 4 and m.shape == v.shape == beta.shape == gamma.shape == t.shape[-1:])
    multiplier = torch.rsqrt(v + variance_epsilon)
    return (t - m) * (multiplier * gamma if scale_after_normalization else multiplier) + beta


@on_tensors("LRN", T=_SINGLE)
def lrn(xp: Any, input: Any, *, depth_radius: int, bias: float, alpha: float, beta: float) -> Any:
    """Each element over a power of the sum of squares of its neighbours among the channels."""
    refuse_unless(input.ndim == 4 and depth_radius >= 0 and input.numel())
    depth = input.shape[-1]
    # By a product, which adds up in another order than a window that moves: no term is added and taken off again.
    places = torch.arange(depth, device=input.device)
    band = ((places[:, None] - places).abs() <= depth_radius).to(input.dtype)
    return input * torch.pow(bias + alpha * torch.matmul(torch.square(input), band), -beta)
