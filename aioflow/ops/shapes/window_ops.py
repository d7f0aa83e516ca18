"""Static shapes of convolutions, poolings and dilations."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.geometry.sliding_windows import (
    channel_axis,
    explicit_pairs,
    is_channels_first,
    spatial_part,
    window_axis,
)
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.nn_ops import merged_size


@shape_function("Conv2D", "Conv3D")
def convolution(op: ShapeContext) -> Sequence[TensorShape]:
    data_format = op.attrs["data_format"]
    x, filter = (shape.with_rank(len(data_format)) for shape in op.shapes)
    return [_windowed(op, x, list(filter)[:-2], filter[-1])]


@shape_function("Conv")
def convolution_with_batch_dims(op: ShapeContext) -> Sequence[TensorShape]:
    x, filter = op.shapes
    num_batch = op.attrs["batch_dims"]
    if x.rank is None or filter.rank is None:
        return [UNKNOWN]
    if x.rank != filter.rank - 1 + num_batch:
        raise ValueError(f"input {x} with {num_batch} batch dimensions does not fit filter {filter}")
    inner = TensorShape([None]).concatenate(x[num_batch:])
    return [x[:num_batch].concatenate(_windowed(op, inner, list(filter)[:-2], filter[-1])[1:])]


@shape_function("DepthwiseConv2dNative")
def depthwise_convolution(op: ShapeContext) -> Sequence[TensorShape]:
    x, filter = (shape.with_rank(4) for shape in op.shapes)
    depth = merged_size(x[channel_axis(4, op.attrs["data_format"])], filter[2])
    outputs = None if depth is None or filter[3] is None else depth * filter[3]
    return [_windowed(op, x, list(filter)[:2], outputs)]


@shape_function("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D")
def pooling(op: ShapeContext) -> Sequence[TensorShape]:
    return [_pooled(op, op.attrs["ksize"], op.attrs["strides"])]


@shape_function("MaxPoolV2")
def pooling_by_tensors(op: ShapeContext) -> Sequence[TensorShape]:
    ksize, strides = op.constant(1), op.constant(2)
    if ksize is None or strides is None:
        op.shapes[0].with_rank(4)
        return [TensorShape([None] * 4)]
    return [_pooled(op, ksize.tolist(), strides.tolist())]


@shape_function("MaxPoolWithArgmax")
def pooling_with_argmax(op: ShapeContext) -> Sequence[TensorShape]:
    return [_pooled(op, op.attrs["ksize"], op.attrs["strides"])] * 2


@shape_function("MaxPoolGrad", "MaxPoolGradV2", "MaxPool3DGrad", "MaxPoolGradWithArgmax")
def pooling_grad(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("Dilation2D")
def dilation(op: ShapeContext) -> Sequence[TensorShape]:
    x, filter = op.shapes[0].with_rank(4), op.shapes[1].with_rank(3)
    merged_size(x[3], filter[2])
    return [_windowed(op, x, list(filter)[:2], x[3], op.attrs["rates"])]


@shape_function("Dilation2DBackpropInput")
def same_as_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function("Dilation2DBackpropFilter")
def same_as_filter(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[1]]


@shape_function(
    "AvgPool3DGrad", "AvgPoolGrad", "Conv3DBackpropInputV2", "DepthwiseConv2dNativeBackpropInput",
)  # fmt: skip
def shape_in_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [_given(op, 0, op.shapes[1].rank)]


@shape_function("Conv2DBackpropInput")
def conv2d_backprop_input(op: ShapeContext) -> Sequence[TensorShape]:
    sizes = op.constant(0)
    if sizes is not None and sizes.shape == (2,):
        return [TensorShape([None] * 4)]
    return [_given(op, 0, 4)]


@shape_function("Conv2DBackpropFilter", "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropFilter")
def shape_in_second_input(op: ShapeContext) -> Sequence[TensorShape]:
    return [_given(op, 1, op.shapes[0].rank)]


def _given(op: ShapeContext, index: int, rank: int | None) -> TensorShape:
    """The shape that an input holds, as far as it is known."""
    sizes = op.constant(index)
    if sizes is not None:
        if sizes.ndim != 1:
            raise ValueError(f"sizes must be a vector, not of shape {TensorShape(sizes.shape)}")
        return TensorShape(sizes.tolist())
    return UNKNOWN if rank is None else TensorShape([None] * rank)


def _pooled(op: ShapeContext, ksize: Sequence[int], strides: Sequence[int]) -> TensorShape:
    data_format = op.attrs.get("data_format", b"NHWC")
    x = op.shapes[0].with_rank(len(data_format))
    if min(ksize) <= 0:  # an error, but one of the run, as in TensorFlow
        return TensorShape([None] * len(data_format))
    _check_length(len(data_format), ksize=ksize, strides=strides)
    depth, size = x[channel_axis(len(data_format), data_format)], ksize[channel_axis(len(data_format), data_format)]
    kernels = list(spatial_part(ksize, data_format))
    outputs = depth if depth is None else -(-depth // size)
    return _laid_out(op, x, kernels, outputs, strides, [1] * len(ksize), data_format)


def _windowed(
    op: ShapeContext,
    x: TensorShape,
    kernels: list[int | None],
    outputs: int | None,
    rates: Sequence[int] | None = None,
) -> TensorShape:
    rank = len(kernels) + 2
    strides, dilations = op.attrs["strides"], rates or op.attrs.get("dilations") or [1] * rank
    _check_length(rank, strides=strides, dilations=dilations)
    return _laid_out(op, x, kernels, outputs, strides, dilations, op.attrs.get("data_format", b"NHWC"))


def _check_length(rank: int, **lists: Sequence[Any]) -> None:
    for name, values in lists.items():
        if len(values) != rank:
            raise ValueError(f"{name} must have {rank} entries, but is {list(values)}")
        if min(values) <= 0:
            raise ValueError(f"{name} must be > 0, but is {list(values)}")


def _laid_out(
    op: ShapeContext,
    x: TensorShape,
    kernels: list[int | None],
    outputs: int | None,
    strides: Sequence[int],
    dilations: Sequence[int],
    data_format: bytes,
) -> TensorShape:
    """The output shape, in the layout of the input."""
    rank = len(kernels) + 2
    explicit = op.attrs.get("explicit_paddings") or [0] * (2 * rank)
    _check_explicit(explicit, rank)
    sizes = [
        _output_size(size, kernel, stride, rate, op.attrs["padding"], pair)
        for size, kernel, stride, rate, pair in zip(
            spatial_part(list(x), data_format),
            kernels,
            spatial_part(strides, data_format),
            spatial_part(dilations, data_format),
            explicit_pairs(explicit, data_format),
            strict=True,
        )
    ]
    return TensorShape([x[0], outputs, *sizes] if is_channels_first(data_format) else [x[0], *sizes, outputs])


def _check_explicit(paddings: Sequence[int], rank: int) -> None:
    if len(paddings) != 2 * rank or min(paddings) < 0:
        raise ValueError(f"explicit_paddings must have {2 * rank} entries >= 0, but is {list(paddings)}")


def _output_size(
    size: int | None, kernel: int | None, stride: int, rate: int, padding: bytes, pair: tuple[int, int]
) -> int | None:
    if size is None or (kernel is None and padding != b"SAME"):
        return None
    return window_axis(size, 1 if kernel is None else kernel, stride, rate, padding, pair).output
