"""Poolings and batch normalisation by PyTorch: importing this registers them, before those of numpy."""
from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.nn import functional

from aioflow.framework.dtypes import float32, float64
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.nn import batch_norm_ops, pool_ops
from aioflow.kernels.nn.windows import Axes
from aioflow.packs.torch.arrays import (
    PER_VALUE,
    PRIORITY,
    as_tensor,
    channels_first,
    channels_last,
    padded,
    take_threads,
)

_FLOATS = frozenset({float32, float64})


@kernel("MaxPool", priority=PRIORITY, T=_FLOATS)
def max_pool(
    xp: Any, input: Array, *, ksize: list[int], strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes,
) -> Array:  # fmt: skip
    """Maxima over windows of an image, or over groups of channels."""
    return pool_ops.pooled_maxima(input, ksize, strides, padding, explicit_paddings, data_format, window_maxima)


@kernel("AvgPool", priority=PRIORITY, T=_FLOATS)
def avg_pool(
    xp: Any, value: Array, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes
) -> Array:
    """Means over windows of an image."""
    return pool_ops.pooled_means(value, ksize, strides, padding, data_format, window_means)


def window_maxima(x: Array, axes: Axes) -> Array:
    """As `pool_ops.window_maxima`."""
    # Torch refuses shapes without elements.
    if not x.size or not all(axis.output for axis in axes):
        return pool_ops.window_maxima(x, axes)
    take_threads(x.size * PER_VALUE)
    # Padding never wins: lower than all numbers.
    source, _ = padded(channels_first(x), axes, -np.inf)
    y = functional.max_pool2d(source, *_window(axes))
    # NaN wins in torch and loses in TensorFlow, which also has no maxima of -inf.
    return channels_last(y) if torch.isfinite(y).all() else pool_ops.window_maxima(x, axes)


def window_means(x: Array, axes: Axes) -> Array:
    """As `pool_ops.window_means`."""
    # TensorFlow's means do not count the padding, torch's do unless told otherwise, and only if it is equal on both
    # sides.
    is_padded = any(axis.before or axis.extent > axis.size for axis in axes)
    if is_padded or not x.size or not all(axis.output for axis in axes):
        return pool_ops.window_means(x, axes)
    take_threads(x.size * PER_VALUE)
    source, _ = padded(channels_first(x), axes)
    return channels_last(functional.avg_pool2d(source, *_window(axes)))


def _window(axes: Axes) -> tuple[list[int], list[int]]:
    """Sizes and steps of windows as torch's functions take them."""
    return [axis.kernel for axis in axes], [axis.stride for axis in axes]


@kernel("FusedBatchNorm", "FusedBatchNormV2", priority=PRIORITY, T={float32})
def fused_batch_norm(
    xp: Any, x: Array, scale: Array, offset: Array, mean: Array, variance: Array, *, epsilon: float,
    exponential_avg_factor: float, data_format: bytes, is_training: bool,
) -> tuple[Array, ...]:  # fmt: skip
    """Batch normalisation of an image."""
    return batch_norm_ops.normalized(
        x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training, scaled
    )


@kernel("FusedBatchNormV3", priority=PRIORITY, T={float32})
def fused_batch_norm_v3(
    xp: Any, x: Array, scale: Array, offset: Array, mean: Array, variance: Array, *, epsilon: float,
    exponential_avg_factor: float, data_format: bytes, is_training: bool,
) -> tuple[Array, ...]:  # fmt: skip
    """Batch normalisation of an image, with a third reserved output."""
    outputs = batch_norm_ops.normalized(
        x, scale, offset, mean, variance, epsilon, exponential_avg_factor, data_format, is_training, scaled
    )
    return (*outputs, np.zeros((), scale.dtype))


def scaled(x: Array, mean: Array, multiplier: Array, offset: Array) -> Array:
    """As `batch_norm_ops.scaled`."""
    take_threads(x.size * PER_VALUE)
    # In the order of numpy's kernel: first the difference, then the product, then the sum. The first step makes a new
    # tensor; the others may write into it.
    y = as_tensor(np.ascontiguousarray(x)) - as_tensor(mean)
    y.mul_(as_tensor(multiplier)).add_(as_tensor(offset))
    result: Array = y.numpy()
    return result
