"""Convolutions and their gradients."""
from __future__ import annotations

from math import prod
from typing import Any

import torch
from torch.nn import functional

from aioflow.framework.dtypes import float32, float64
from aioflow.kernels.nn.conv_ops import check_depths, check_ranks
from aioflow.kernels.nn.windows import Axes, conv_axes, spatial_sizes
from aioflow.packs.cuda.images import (
    arranged,
    as_depthwise_filters,
    as_filters,
    channels_second,
    in_format,
    padded,
    rates,
    steps,
    without_padding,
)
from aioflow.packs.cuda.products import activated
from aioflow.packs.cuda.registration import FLOATS, on_tensors, refuse_unless

_NO_PADDINGS: list[int] = []


def _convolved(
    x: Any, filter: Any, strides: list[int], padding: bytes, explicit_paddings: list[int], data_format: bytes,
    dilations: list[int], bias: Any = None,
) -> Any:  # fmt: skip
    """The convolution [batch, channels, *spatial] of an image, in as many groups as the depths say."""
    sizes = spatial_sizes(x.shape, data_format)
    axes = conv_axes(sizes, filter.shape[:-2], strides, dilations, padding, explicit_paddings, data_format)
    image = channels_second(x, data_format)
    check_depths(image.shape[1], filter)
    refuse_unless(x.numel() and filter.numel() and all(axis.output for axis in axes))
    source, before = padded(image, axes)
    convolve = functional.conv2d if len(axes) == 2 else functional.conv3d
    groups = image.shape[1] // filter.shape[-2]
    return convolve(source, arranged(filter, as_filters), bias, steps(axes), before, rates(axes), groups)


@on_tensors("Conv2D", T=FLOATS)
def conv2d(
    xp: Any, input: Any, filter: Any, *, strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    check_ranks(input, filter, 4)
    y = _convolved(input, filter, strides, padding, explicit_paddings, data_format, dilations)
    return in_format(y, data_format)


@on_tensors("Conv3D", T=FLOATS)
def conv3d(
    xp: Any, input: Any, filter: Any, *, strides: list[int], padding: bytes, data_format: bytes, dilations: list[int]
) -> Any:
    check_ranks(input, filter, 5)
    # Windows that lie far apart are placed otherwise than those of images: see `centered_volume`.
    refuse_unless(all(stride <= size for stride, size in zip(strides[1:4], filter.shape[:3], strict=True)))
    y = _convolved(input, filter, strides, padding, _NO_PADDINGS, data_format, dilations)
    return in_format(y, data_format)


@on_tensors("_FusedConv2D", T={float32, float64})
def fused_conv2d(
    xp: Any, input: Any, filter: Any, args: list[Any], host_args: list[Any], *, strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes, filter_format: bytes, dilations: list[int],
    fused_ops: list[bytes], leakyrelu_alpha: float,
) -> Any:  # fmt: skip
    check_ranks(input, filter, 4)
    refuse_unless(filter_format == b"HWIO" and not host_args and fused_ops[:1] == [b"BiasAdd"] and len(args) == 1)
    refuse_unless(args[0].shape == filter.shape[-1:])
    y = _convolved(input, filter, strides, padding, explicit_paddings, data_format, dilations, args[0])
    return in_format(activated(y, fused_ops[1:], leakyrelu_alpha), data_format)


@on_tensors("DepthwiseConv2dNative", T=FLOATS)
def depthwise_conv2d(
    xp: Any, input: Any, filter: Any, *, strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    y = _depthwise(input, filter, strides, padding, explicit_paddings, data_format, dilations)
    return in_format(y, data_format)


@on_tensors("_FusedDepthwiseConv2dNative", T=FLOATS)
def fused_depthwise_conv2d(
    xp: Any, input: Any, filter: Any, args: list[Any], *, strides: list[int], padding: bytes, data_format: bytes,
    dilations: list[int], fused_ops: list[bytes], leakyrelu_alpha: float,
) -> Any:  # fmt: skip
    refuse_unless(fused_ops[:1] == [b"BiasAdd"] and len(args) == 1)
    refuse_unless(filter.ndim == 4 and args[0].shape == (filter.shape[2] * filter.shape[3],))
    y = _depthwise(input, filter, strides, padding, _NO_PADDINGS, data_format, dilations, args[0])
    return in_format(activated(y, fused_ops[1:], leakyrelu_alpha), data_format)


def _depthwise(
    x: Any, filter: Any, strides: list[int], padding: bytes, explicit_paddings: list[int], data_format: bytes,
    dilations: list[int], bias: Any = None,
) -> Any:  # fmt: skip
    axes = _depthwise_axes(x.shape, filter, strides, padding, explicit_paddings, data_format, dilations)
    source, before = padded(channels_second(x, data_format), axes)
    weights = arranged(filter, as_depthwise_filters)
    return functional.conv2d(source, weights, bias, steps(axes), before, rates(axes), filter.shape[2])


def _depthwise_axes(
    shape: Any, filter: Any, strides: list[int], padding: bytes, explicit_paddings: list[int], data_format: bytes,
    dilations: list[int],
) -> Axes:  # fmt: skip
    """The windows of a depthwise convolution; what is unusual is refused."""
    refuse_unless(len(shape) == filter.ndim == 4 and prod(shape) and filter.numel())
    channel = 1 if data_format == b"NCHW" else 3
    refuse_unless(shape[channel] == filter.shape[2] and len(strides) == len(dilations) == 4)
    height, width = (2, 3) if channel == 1 else (1, 2)
    refuse_unless(strides[height] == strides[width])
    sizes = spatial_sizes(shape, data_format)
    axes = conv_axes(sizes, filter.shape[:2], strides, dilations, padding, explicit_paddings, data_format)
    refuse_unless(all(axis.output for axis in axes))
    return axes


# ---- gradients
def _gradient(
    shape: Any, filter_shape: Any, dy: Any, strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes, dilations: list[int],
) -> tuple[Axes, Any]:  # fmt: skip
    """The windows of the convolution, and the gradient of its output [batch, channels, *spatial]; both checked."""
    rank = len(shape)
    refuse_unless(dy.ndim == len(filter_shape) == rank and prod(shape) and prod(filter_shape) and dy.numel())
    sizes = spatial_sizes(shape, data_format)
    axes = conv_axes(sizes, filter_shape[:-2], strides, dilations, padding, explicit_paddings, data_format)
    return axes, channels_second(dy, data_format)


def _own_padding(axes: Axes) -> tuple[list[int], list[int]]:
    """The padding that is left to torch, and the sizes of the input that it then sees."""
    before = [axis.before for axis in axes]
    if before == [axis.extent - axis.before - axis.size for axis in axes]:
        return before, [axis.size for axis in axes]
    return [0] * len(axes), [axis.extent for axis in axes]


def _backward(dy: Any, x: Any, weights: Any, axes: Axes, before: list[int], groups: int, which: int) -> Any:
    """The gradient of a convolution: 0 that of the image, 1 that of the weights."""
    none = [0] * len(axes)
    return torch.ops.aten.convolution_backward(
        dy, x, weights, None, steps(axes), before, rates(axes), False, none, groups, [which == 0, which == 1, False]
    )[which]


def _input_gradient(dy: Any, depth: int, weights: Any, axes: Axes, groups: int) -> Any:
    before, sizes = _own_padding(axes)
    # Of the image only the shape matters, which is said without its memory.
    like = dy.new_empty(1).expand(dy.shape[0], depth, *sizes)
    result = _backward(dy, like, weights, axes, before, groups, 0)
    return result if sizes == [axis.size for axis in axes] and any(before) else without_padding(result, axes)


@on_tensors("Conv2DBackpropInput", T=FLOATS)
def conv2d_backprop_input(
    xp: Any, input_sizes: Any, filter: Any, out_backprop: Any, *, strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    refuse_unless(input_sizes.shape == (4,))  # of two sizes the others follow
    shape = input_sizes.tolist()
    axes, dy = _gradient(
        shape, filter.shape, out_backprop, strides, padding, explicit_paddings, data_format, dilations
    )
    depth = shape[1] if data_format == b"NCHW" else shape[3]
    _check_output(dy, shape[0], filter.shape[-1], axes)
    refuse_unless(depth % filter.shape[-2] == 0 and filter.shape[-1] % (depth // filter.shape[-2]) == 0)
    groups = depth // filter.shape[-2]
    return in_format(_input_gradient(dy, depth, arranged(filter, as_filters), axes, groups), data_format)


def _check_output(dy: Any, batch: int, outputs: int, axes: Axes) -> None:
    refuse_unless(tuple(dy.shape) == (batch, outputs, *(axis.output for axis in axes)))


@on_tensors("Conv2DBackpropFilter", T=FLOATS)
def conv2d_backprop_filter(
    xp: Any, input: Any, filter_sizes: Any, out_backprop: Any, *, strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    refuse_unless(filter_sizes.shape == (4,) and input.ndim == 4)
    shape = filter_sizes.tolist()
    axes, dy = _gradient(
        input.shape, shape, out_backprop, strides, padding, explicit_paddings, data_format, dilations
    )
    image = channels_second(input, data_format)
    _check_output(dy, image.shape[0], shape[3], axes)
    refuse_unless(image.shape[1] % shape[2] == 0 and shape[3] % (image.shape[1] // shape[2]) == 0)
    source, before = padded(image, axes)
    like = source.new_empty(1).expand(shape[3], shape[2], shape[0], shape[1])
    return _backward(dy, source, like, axes, before, image.shape[1] // shape[2], 1).permute(2, 3, 1, 0).contiguous()


@on_tensors("DepthwiseConv2dNativeBackpropInput", T={float32, float64})
def depthwise_backprop_input(
    xp: Any, input_sizes: Any, filter: Any, out_backprop: Any, *, strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    refuse_unless(input_sizes.shape == (4,))
    shape = input_sizes.tolist()
    axes = _depthwise_axes(shape, filter, strides, padding, explicit_paddings, data_format, dilations)
    dy, channels = channels_second(out_backprop, data_format), filter.shape[2]
    _check_output(dy, shape[0], channels * filter.shape[3], axes)
    result = _input_gradient(dy, channels, arranged(filter, as_depthwise_filters), axes, channels)
    return in_format(result, data_format)


@on_tensors("DepthwiseConv2dNativeBackpropFilter", T={float32, float64})
def depthwise_backprop_filter(
    xp: Any, input: Any, filter_sizes: Any, out_backprop: Any, *, strides: list[int], padding: bytes,
    explicit_paddings: list[int], data_format: bytes, dilations: list[int],
) -> Any:  # fmt: skip
    refuse_unless(filter_sizes.shape == (4,))
    height, width, channels, multiplier = filter_sizes.tolist()
    like = out_backprop.new_empty(1).expand(height, width, channels, multiplier)
    axes = _depthwise_axes(input.shape, like, strides, padding, explicit_paddings, data_format, dilations)
    dy = channels_second(out_backprop, data_format)
    _check_output(dy, input.shape[0], channels * multiplier, axes)
    source, before = padded(channels_second(input, data_format), axes)
    weights = like.new_empty(1).expand(channels * multiplier, 1, height, width)
    result = _backward(dy, source, weights, axes, before, channels, 1)
    return result.view(channels, multiplier, height, width).permute(2, 3, 0, 1).contiguous()
