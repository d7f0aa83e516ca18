"""tf.nn.conv2d, tf.nn.max_pool, ...: convolutions and pooling."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn

IntOrInts = int | Sequence[int]
Padding = str | Sequence[Sequence[int]]
""" "SAME", "VALID", or how many zeros are added before and behind each dimension: [rank, 2]."""


def _window(value: IntOrInts | None, spatial_dims: int, channels_last: bool, name: str) -> list[int]:
    """A window's sizes or steps for all dimensions: one number, or those of the spatial dimensions, or all of them."""
    # The ops want a number for every dimension; batch and channels have 1, as windows do not move along them.
    if value is None:
        return [1] * (spatial_dims + 2)
    numbers = [int(number) for number in np.atleast_1d(value)]
    if len(numbers) == 1:
        numbers = numbers * spatial_dims
    if len(numbers) == spatial_dims:
        return [1, *numbers, 1] if channels_last else [1, 1, *numbers]
    if len(numbers) != spatial_dims + 2:
        raise ValueError(f"{name} should be of length 1, {spatial_dims} or {spatial_dims + 2} but was {len(numbers)}")
    return numbers


def _padding(padding: Padding) -> dict[str, Any]:
    """The padding attributes of a node."""
    if isinstance(padding, str):
        return {"padding": padding}
    # The attribute is a flat list of pairs.
    return {"padding": "EXPLICIT", "explicit_paddings": [int(n) for pair in padding for n in pair]}


# ---- convolutions
def conv2d(
    input: TensorLike,
    filter: TensorLike = None,
    strides: IntOrInts | None = None,
    padding: Padding | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: IntOrInts = (1, 1, 1, 1),
    name: str | None = None,
    filters: TensorLike = None,
) -> Tensor:
    """Convolution of images.

    Args:
        input: [batch, height, width, channels], or [batch, channels, height, width] for data_format "NCHW".
        filter: [height, width, channels, out]. `filters` is its newer name.
        strides: Step of the window: one number, [height, width], or one per dimension.
        padding: See `Padding`.
        use_cudnn_on_gpu: Has no effect.
        data_format: Where the channels are.
        dilations: Distance of the elements that a window takes; given as strides are.
        name: The node's name.

    Returns:
        [batch, height, width, out], or [batch, out, height, width].

    Raises:
        ValueError: Shapes, strides or padding do not fit.
    """
    channels_last = data_format == "NHWC"
    if padding is None:
        raise ValueError("padding is required")
    return gen_nn.conv2d(
        input, one_of("filter", filter, "filters", filters, required=True), data_format=data_format, name=name,
        strides=_window(strides, 2, channels_last, "strides"), use_cudnn_on_gpu=use_cudnn_on_gpu,
        dilations=_window(dilations, 2, channels_last, "dilations"), **_padding(padding),
    )  # fmt: skip


def conv2d_transpose(
    value: TensorLike = None,
    filter: TensorLike = None,
    output_shape: TensorLike = None,
    strides: IntOrInts | None = None,
    padding: Padding = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike = None,
    filters: TensorLike = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """The gradient of a convolution with respect to its images: images from the results of a convolution.

    Args:
        value: [batch, height, width, in], or channels first for "NCHW". `input` is its newer name.
        filter: [height, width, out, in]. `filters` is its newer name.
        output_shape: Shape of the result, [4].
        strides: As for `conv2d`.
        padding: As for `conv2d`.
        data_format: As for `conv2d`.
        name: The node's name.
        dilations: As for `conv2d`.
    """
    value = one_of("input", input, "value", value, required=True)
    filter = one_of("filters", filters, "filter", filter, required=True)
    channels_last = data_format == "NHWC"
    # No op of its own: what is called a transposed convolution is the gradient of one, with the roles of in and out
    # exchanged in the filter.
    return gen_nn.conv2d_backprop_input(
        output_shape, filter, value, data_format=data_format, name=name or "conv2d_transpose",
        strides=_window(strides, 2, channels_last, "strides"),
        dilations=_window(dilations, 2, channels_last, "dilations"), **_padding(padding),
    )  # fmt: skip


def conv1d(
    value: TensorLike = None,
    filters: TensorLike = None,
    stride: IntOrInts | None = None,
    padding: str | None = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = None,
    name: str | None = None,
    input: TensorLike = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """Convolution of sequences: [batch, width, channels] with filters [width, channels, out].

    Args:
        value: The sequences, or [batch, channels, width] for data_format "NCW". `input` is their newer name.
        filters: The filters.
        stride: Step of the window.
        padding: "SAME" or "VALID".
        use_cudnn_on_gpu: Has no effect.
        data_format: "NWC" (or None) or "NCW".
        name: Name of the scope.
        dilations: Distance of the elements that a window takes.

    Raises:
        ValueError: The data format is unknown.
    """
    value = one_of("input", input, "value", value, required=True)
    if data_format not in (None, "NHWC", "NCHW", "NWC", "NCW"):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW', not {data_format!r}")
    channels_last = data_format in (None, "NHWC", "NWC")
    # Sequences become images of height 1. The place is counted from the end, so that further batch dimensions in
    # front do not matter.
    place = -3 if channels_last else -2
    with name_scope(name, "conv1d", [value, filters]) as scope:
        images = gen_array.expand_dims(value, place)
        result = conv2d(
            images, gen_array.expand_dims(filters, 0), padding=padding, name=scope,
            strides=_row_window(stride, channels_last), dilations=_row_window(dilations, channels_last),
            data_format="NHWC" if channels_last else "NCHW",
        )  # fmt: skip
        return gen_array.squeeze(result, squeeze_dims=[place])


def _row_window(value: IntOrInts | None, channels_last: bool) -> list[int]:
    """A window of sequences as one of images with a height of 1."""
    window = _window(value, 1, channels_last, "stride")
    return [window[0], 1, *window[1:]] if channels_last else [*window[:2], 1, window[2]]


def conv3d(
    input: TensorLike,
    filter: TensorLike = None,
    strides: IntOrInts | None = None,
    padding: str | None = None,
    data_format: str = "NDHWC",
    dilations: IntOrInts = (1, 1, 1, 1, 1),
    name: str | None = None,
    filters: TensorLike = None,
) -> Tensor:
    """Convolution of volumes: [batch, depth, height, width, channels] with [depth, height, width, channels, out].

    Arguments are those of `conv2d`; channels come second for data_format "NCDHW".
    """
    channels_last = data_format == "NDHWC"
    return gen_nn.conv3d(
        input, one_of("filter", filter, "filters", filters, required=True), data_format=data_format, name=name,
        strides=_window(strides, 3, channels_last, "strides"), padding=padding or "",
        dilations=_window(dilations, 3, channels_last, "dilations"),
    )  # fmt: skip


def conv3d_transpose(
    value: TensorLike = None,
    filter: TensorLike = None,
    output_shape: TensorLike = None,
    strides: IntOrInts | None = None,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    name: str | None = None,
    input: TensorLike = None,
    filters: TensorLike = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """`conv2d_transpose` for volumes [batch, depth, height, width, in] and filters [depth, height, width, out, in]."""
    value = one_of("input", input, "value", value, required=True)
    filter = one_of("filters", filters, "filter", filter, required=True)
    channels_last = data_format == "NDHWC"
    return gen_nn.conv3d_backprop_input_v2(
        output_shape, filter, value, data_format=data_format, name=name or "conv3d_transpose", padding=padding,
        strides=_window(strides, 3, channels_last, "strides"),
        dilations=_window(dilations, 3, channels_last, "dilations"),
    )  # fmt: skip


def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike = None,
    strides: IntOrInts | None = None,
    padding: Padding | None = None,
    rate: IntOrInts | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """Convolution of each channel by itself: filters are [height, width, channels, multiplier].

    Args:
        input: [batch, height, width, channels], or channels first for "NCHW".
        filter: The filters.
        strides: As for `conv2d`.
        padding: As for `conv2d`.
        rate: Distance of the elements that a window takes. `dilations` is its newer name.
        name: The node's name.
        data_format: Where the channels are; "NHWC" when None.

    Returns:
        [batch, height, width, channels * multiplier], or channels first.
    """
    rate = one_of("dilations", dilations, "rate", rate)
    data_format = data_format or "NHWC"
    if padding is None:
        raise ValueError("padding is required")
    return gen_nn.depthwise_conv2d_native(
        input, filter, strides=_window(strides, 2, data_format == "NHWC", "strides"), data_format=data_format,
        dilations=_window(rate, 2, data_format == "NHWC", "rate"), name=name or "depthwise", **_padding(padding),
    )  # fmt: skip


def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: IntOrInts,
    padding: Padding,
    rate: IntOrInts | None = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """`depthwise_conv2d`, and then a filter [1, 1, channels * multiplier, out] that mixes the channels."""
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        rate = one_of("dilations", dilations, "rate", rate)
        deep = depthwise_conv2d(input, depthwise_filter, strides, padding, rate, "depthwise", data_format)
        # A window of one pixel needs no padding and no step: the depthwise part has done both.
        return conv2d(deep, pointwise_filter, 1, "VALID", data_format=data_format or "NHWC", name=scope)


def atrous_conv2d(value: TensorLike, filters: TensorLike, rate: int, padding: str, name: str | None = None) -> Tensor:
    """`conv2d` with windows that take every `rate`-th element of [batch, height, width, channels]."""
    # The kernel knows dilations. TensorFlow moves elements between space and batch instead, which gives the same.
    return conv2d(value, filters, 1, padding, dilations=rate, name=name or "convolution")


def convolution(
    input: TensorLike,
    filter: TensorLike,
    padding: str,
    strides: IntOrInts | None = None,
    dilation_rate: IntOrInts | None = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: TensorLike = None,
    dilations: IntOrInts | None = None,
) -> Tensor:
    """Convolution of sequences, images or volumes, by the rank of `filter`: [spatial..., channels, out].

    Raises:
        ValueError: The number of spatial dimensions is not known, or none of 1, 2, 3.
    """
    filter = convert_to_tensor(one_of("filters", filters, "filter", filter, required=True))
    rate = one_of("dilations", dilations, "dilation_rate", dilation_rate)
    name, rank = name or "convolution", filter.shape.rank
    if rank == 3:
        return conv1d(input, filter, strides, padding, data_format=data_format, dilations=rate, name=name)
    if rank == 4:
        layout = data_format or "NHWC"
        return conv2d(input, filter, strides or 1, padding, data_format=layout, dilations=rate or 1, name=name)
    if rank == 5:
        layout = data_format or "NDHWC"
        return conv3d(input, filter, strides or 1, padding, data_format=layout, dilations=rate or 1, name=name)
    raise ValueError(f"`filter` must have a known rank of 3, 4 or 5, but has shape {filter.shape}")


# ---- pooling
def max_pool(
    value: TensorLike,
    ksize: IntOrInts,
    strides: IntOrInts,
    padding: Padding,
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike = None,
) -> Tensor:
    """Maxima over windows of images.

    Args:
        value: [batch, height, width, channels], or channels first for "NCHW". `input` is its newer name.
        ksize: Size of the window: one number, [height, width], or one per dimension.
        strides: Step of the window, given like its size.
        padding: See `Padding`.
        data_format: Where the channels are.
        name: The node's name.

    Returns:
        [batch, windows high, windows wide, channels], or channels first.
    """
    channels_last = data_format == "NHWC" or data_format.endswith("C")
    return gen_nn.max_pool(
        one_of("input", input, "value", value, required=True), ksize=_window(ksize, 2, channels_last, "ksize"),
        strides=_window(strides, 2, channels_last, "strides"), data_format=data_format, name=name, **_padding(padding),
    )  # fmt: skip


def max_pool2d(
    input: TensorLike,
    ksize: IntOrInts,
    strides: IntOrInts,
    padding: Padding,
    data_format: str = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The same as `max_pool`."""
    return max_pool(input, ksize, strides, padding, data_format, name or "MaxPool2d")


def avg_pool(
    value: TensorLike,
    ksize: IntOrInts,
    strides: IntOrInts,
    padding: str,
    data_format: str = "NHWC",
    name: str | None = None,
    input: TensorLike = None,
) -> Tensor:
    """Means over windows of images; padding does not count. Arguments are those of `max_pool`."""
    channels_last = data_format == "NHWC" or data_format.endswith("C")
    return gen_nn.avg_pool(
        one_of("input", input, "value", value, required=True), ksize=_window(ksize, 2, channels_last, "ksize"),
        strides=_window(strides, 2, channels_last, "strides"), padding=padding, data_format=data_format,
        name=name or "AvgPool",
    )  # fmt: skip


def max_pool3d(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: str, data_format: str = "NDHWC",
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Maxima over windows of volumes [batch, depth, height, width, channels], or channels first for "NCDHW"."""
    last = data_format == "NDHWC"
    return gen_nn.max_pool3d(
        input, ksize=_window(ksize, 3, last, "ksize"), strides=_window(strides, 3, last, "strides"), padding=padding,
        data_format=data_format, name=name,
    )  # fmt: skip


def avg_pool3d(
    input: TensorLike, ksize: IntOrInts, strides: IntOrInts, padding: str, data_format: str = "NDHWC",
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """Means over windows of volumes [batch, depth, height, width, channels], or channels first for "NCDHW"."""
    last = data_format == "NDHWC"
    return gen_nn.avg_pool3d(
        input, ksize=_window(ksize, 3, last, "ksize"), strides=_window(strides, 3, last, "strides"), padding=padding,
        data_format=data_format, name=name,
    )  # fmt: skip


def max_pool_with_argmax(
    input: TensorLike,
    ksize: IntOrInts,
    strides: IntOrInts,
    padding: str,
    data_format: str = "NHWC",
    Targmax: DTypeLike | None = None,
    name: str | None = None,
    output_dtype: DTypeLike | None = None,
    include_batch_in_index: bool = False,
) -> gen_nn.MaxPoolWithArgmaxOutputs:
    """Maxima over windows of [batch, height, width, channels], and where they lie in the flattened image (or batch).

    Raises:
        ValueError: `data_format` is not "NHWC".
    """
    if data_format != "NHWC":
        raise ValueError(f"`data_format` values other than 'NHWC' are not supported, not {data_format!r}")
    return gen_nn.max_pool_with_argmax(
        input, ksize=_window(ksize, 2, True, "ksize"), strides=_window(strides, 2, True, "strides"), padding=padding,
        Targmax=one_of("output_dtype", output_dtype, "Targmax", Targmax) or dtypes.int64,
        include_batch_in_index=include_batch_in_index, name=name,
    )  # fmt: skip


# ---- morphology
def dilation2d(
    input: TensorLike,
    filter: TensorLike = None,
    strides: Sequence[int] | None = None,
    rates: Sequence[int] | None = None,
    padding: str | None = None,
    name: str | None = None,
    filters: TensorLike = None,
    dilations: Sequence[int] | None = None,
) -> Tensor:
    """Maxima over windows of images [batch, height, width, channels] plus a filter [height, width, channels].

    `filters` and `dilations` are newer names of `filter` and `rates`; strides and rates have one number per dimension.
    """
    filter = one_of("filters", filters, "filter", filter, required=True)
    rates = one_of("dilations", dilations, "rates", rates, required=True)
    return gen_nn.dilation2d(input, filter, strides=strides or (), rates=rates, padding=padding or "", name=name)


def erosion2d(
    value: TensorLike,
    kernel: TensorLike,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Minima over windows of images minus a kernel that is turned around; see `dilation2d`."""
    with name_scope(name, "erosion2d", [value, kernel]) as scope:
        # Erosion is dilation seen from below: min(x - k) = -max(-x + k), with the kernel turned around.
        opposite = gen_math.neg(value)
        turned = gen_array.reverse_v2(kernel, [0, 1])
        dilated = gen_nn.dilation2d(opposite, turned, strides=strides, rates=rates, padding=padding, name=scope)
        return gen_math.neg(dilated)
