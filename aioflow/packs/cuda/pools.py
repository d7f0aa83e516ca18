"""Poolings and their gradients."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional

from aioflow.framework.dtypes import float32, float64
from aioflow.kernels.nn.pool_windows import GRADIENTS, GRADIENTS_OF_MEANS, MAXIMA, MEANS, WindowRules, pool_axes
from aioflow.kernels.nn.windows import Axes
from aioflow.packs.cuda.images import channels_second, in_format, padded, steps, without_padding
from aioflow.packs.cuda.registration import FLOATS, on_tensors, refuse_unless

_NO_PADDINGS: list[int] = []


def _windows(
    shape: Any, ksize: Sequence[int], strides: Sequence[int], padding: bytes, explicit_paddings: Sequence[int],
    data_format: bytes, rules: WindowRules,
) -> Axes:  # fmt: skip
    """The windows, over space alone, of an image with elements."""
    axes = pool_axes(tuple(shape), ksize, strides, padding, explicit_paddings, data_format, rules)
    channel = 1 if data_format == b"NCHW" else 3
    refuse_unless(len(shape) == 4 and 0 not in shape and ksize[channel] == 1 and all(axis.output for axis in axes))
    return axes


def _kernels(axes: Axes) -> list[int]:
    return [axis.kernel for axis in axes]


@on_tensors("MaxPool", T=FLOATS)
def max_pool(
    xp: Any, input: Any, *, ksize: list[int], strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes,
) -> Any:  # fmt: skip
    """Maxima over windows of an image. A NaN wins, as on TensorFlow's GPUs; on its CPU it loses."""
    axes = _windows(input.shape, ksize, strides, padding, explicit_paddings, data_format, MAXIMA)
    refuse_unless(not xp.checks_values or bool(torch.isfinite(input).all()))
    source, _ = padded(channels_second(input, data_format), axes, -torch.inf)
    return in_format(functional.max_pool2d(source, _kernels(axes), steps(axes)), data_format)


@on_tensors("MaxPoolGrad", T=FLOATS)
def max_pool_grad(
    xp: Any, orig_input: Any, orig_output: Any, grad: Any, *, ksize: list[int], strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes,
) -> Any:  # fmt: skip
    """Each window's gradient, at the first maximum of the window."""
    axes = _windows(orig_input.shape, ksize, strides, padding, explicit_paddings, data_format, GRADIENTS)
    refuse_unless(not xp.checks_values or bool(torch.isfinite(orig_input).all()))
    source, _ = padded(channels_second(orig_input, data_format), axes, -torch.inf)
    kernels, dy = _kernels(axes), channels_second(grad, data_format)
    maxima, places = torch.ops.aten.max_pool2d_with_indices(source, kernels, steps(axes))
    refuse_unless(dy.shape == maxima.shape == channels_second(orig_output, data_format).shape)
    result = torch.ops.aten.max_pool2d_with_indices_backward(
        dy, source, kernels, steps(axes), [0, 0], [1, 1], False, places
    )
    return in_format(without_padding(result, axes), data_format)


def _counts(axes: Axes, like: Any) -> Any:
    """How many elements of each window lie in the image, [*output]; padding does not count."""
    counts = []
    for axis in axes:
        starts = torch.arange(axis.output, device=like.device) * axis.stride - axis.before
        counts.append((starts + axis.kernel).clamp(max=axis.size) - starts.clamp(min=0))
    return (counts[0][:, None] * counts[1]).to(like.dtype)


@on_tensors("AvgPool", T=FLOATS)
def avg_pool(
    xp: Any, value: Any, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes
) -> Any:
    """Means over windows of an image; padding does not count."""
    axes = _windows(value.shape, ksize, strides, padding, _NO_PADDINGS, data_format, MEANS)
    source, _ = padded(channels_second(value, data_format), axes, 0.0)
    if not any(axis.before or axis.extent > axis.size for axis in axes):
        return in_format(functional.avg_pool2d(source, _kernels(axes), steps(axes)), data_format)
    sums = functional.avg_pool2d(source, _kernels(axes), steps(axes), divisor_override=1)
    return in_format(sums / _counts(axes, sums), data_format)


@on_tensors("AvgPoolGrad", T={float32, float64})
def avg_pool_grad(
    xp: Any, orig_input_shape: Any, grad: Any, *, ksize: list[int], strides: list[int], padding: bytes,
    data_format: bytes,
) -> Any:  # fmt: skip
    """Each window's gradient, spread evenly over the elements of the image."""
    refuse_unless(orig_input_shape.shape == (4,) and grad.ndim == 4)
    shape = orig_input_shape.tolist()
    axes = _windows(shape, ksize, strides, padding, _NO_PADDINGS, data_format, GRADIENTS_OF_MEANS)
    dy = channels_second(grad, data_format)
    depth = shape[1] if data_format == b"NCHW" else shape[3]
    refuse_unless(tuple(dy.shape) == (shape[0], depth, *(axis.output for axis in axes)))
    share = dy / _counts(axes, dy)
    like = dy.new_empty(1).expand(shape[0], depth, *(axis.extent for axis in axes))
    result = torch.ops.aten.avg_pool2d_backward(share, like, _kernels(axes), steps(axes), [0, 0], False, True, 1)
    return in_format(without_padding(result, axes), data_format)
