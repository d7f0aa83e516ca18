"""Static shapes of convolutions and dilations, and of their gradients."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.geometry.sliding_windows import channel_axis
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.nn.pool_ops import shape_in_first_input
from aioflow.ops.shapes.nn.windows import check_length, given_shape, laid_out
from aioflow.ops.shapes.plain_rules import same_as_first_input
from aioflow.ops.shapes.sizes import merged_size

shape_function("Dilation2DBackpropInput")(same_as_first_input)
shape_function("Conv3DBackpropInputV2", "DepthwiseConv2dNativeBackpropInput")(shape_in_first_input)


@shape_function("Conv2D", "Conv3D")
def convolution(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., out] of filters [window..., in, out], in the layout of the input."""
    data_format = op.attrs["data_format"]
    x, filter = (shape.with_rank(len(data_format)) for shape in op.shapes)
    # The channels of input and filter are not compared: with grouped convolutions they differ.
    return [_windowed(op, x, list(filter)[:-2], filter[-1])]


@shape_function("Conv")
def convolution_with_batch_dims(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch..., windows..., out]."""
    x, filter = op.shapes
    num_batch = op.attrs["batch_dims"]
    if x.rank is None or filter.rank is None:
        return [UNKNOWN]
    if x.rank != filter.rank - 1 + num_batch:
        raise ValueError(f"input {x} with {num_batch} batch dimensions does not fit filter {filter}")
    # All batch dimensions count as one while the windows are computed.
    inner = TensorShape([None]).concatenate(x[num_batch:])
    return [x[:num_batch].concatenate(_windowed(op, inner, list(filter)[:-2], filter[-1])[1:])]


@shape_function("DepthwiseConv2dNative")
def depthwise_convolution(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., channels * multiplier] of filters [window..., channels, multiplier]."""
    x, filter = (shape.with_rank(4) for shape in op.shapes)
    depth = merged_size(x[channel_axis(4, op.attrs["data_format"])], filter[2])
    outputs = None if depth is None or filter[3] is None else depth * filter[3]
    return [_windowed(op, x, list(filter)[:2], outputs)]


@shape_function("Dilation2D")
def dilation(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., channels] of filters [window..., channels]."""
    x, filter = op.shapes[0].with_rank(4), op.shapes[1].with_rank(3)
    merged_size(x[3], filter[2])
    return [_windowed(op, x, list(filter)[:2], x[3], op.attrs["rates"])]


@shape_function("Dilation2DBackpropFilter")
def same_as_filter(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[1]]


@shape_function("Conv2DBackpropInput")
def conv2d_backprop_input(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the images, which input 0 holds."""
    sizes = op.constant(0)
    # Only height and width are given, which tell nothing but the rank here.
    if sizes is not None and sizes.shape == (2,):
        return [TensorShape([None] * 4)]
    return [given_shape(op, 0, 4)]


@shape_function("Conv2DBackpropFilter", "Conv3DBackpropFilterV2", "DepthwiseConv2dNativeBackpropFilter")
def shape_in_second_input(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the filters, which input 1 holds."""
    return [given_shape(op, 1, op.shapes[0].rank)]


def _windowed(
    op: ShapeContext,
    x: TensorShape,
    kernels: list[int | None],
    outputs: int | None,
    rates: Sequence[int] | None = None,
) -> TensorShape:
    rank = len(kernels) + 2
    strides, dilations = op.attrs["strides"], rates or op.attrs.get("dilations") or [1] * rank
    # Attributes are checked even if sizes are unknown: no run could use wrong ones.
    check_length(rank, strides=strides, dilations=dilations)
    return laid_out(op, x, kernels, outputs, strides, dilations, op.attrs.get("data_format", b"NHWC"))
