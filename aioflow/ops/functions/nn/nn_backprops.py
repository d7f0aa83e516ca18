"""tf.nn.depthwise_conv2d_backprop_input, tf.nn.conv3d_backprop_filter, ...: gradients of convolutions as functions."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.generated import nn as gen_nn
from aioflow.ops.generated import quantization as gen_quantization

__all__ = [
    "conv3d_backprop_filter_v2", "depthwise_conv2d_native_backprop_filter", "depthwise_conv2d_native_backprop_input",
    "quantized_avg_pool", "quantized_conv2d", "quantized_max_pool",
]  # fmt: skip


def depthwise_conv2d_native_backprop_input(
    input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str,
    data_format: str = "NHWC", dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor:  # fmt: skip
    """The gradient of `tf.nn.depthwise_conv2d` with respect to its images, whose shape is `input_sizes` [4]."""
    return gen_nn.depthwise_conv2d_native_backprop_input(
        input_sizes, filter, out_backprop, strides=strides, padding=padding, data_format=data_format,
        dilations=dilations, name=name,
    )  # fmt: skip


def depthwise_conv2d_native_backprop_filter(
    input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str,
    data_format: str = "NHWC", dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> Tensor:  # fmt: skip
    """The gradient of `tf.nn.depthwise_conv2d` with respect to its filters, whose shape is `filter_sizes` [4]."""
    return gen_nn.depthwise_conv2d_native_backprop_filter(
        input, filter_sizes, out_backprop, strides=strides, padding=padding, data_format=data_format,
        dilations=dilations, name=name,
    )  # fmt: skip


def conv3d_backprop_filter_v2(
    input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str,
    data_format: str = "NDHWC", dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str | None = None,
) -> Tensor:  # fmt: skip
    """The gradient of `tf.nn.conv3d` with respect to its filters, whose shape is `filter_sizes` [5]."""
    return gen_nn.conv3d_backprop_filter_v2(
        input, filter_sizes, out_backprop, strides=strides, padding=padding, data_format=data_format,
        dilations=dilations, name=name,
    )  # fmt: skip


def quantized_conv2d(
    input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike, min_filter: TensorLike,
    max_filter: TensorLike, strides: Sequence[int], padding: str, out_type: DTypeLike = dtypes.qint32,
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> gen_quantization.QuantizedConv2DOutputs:  # fmt: skip
    """`tf.nn.conv2d` of numbers of 8 bits, with the ranges that they stand for; gives the result and its range."""
    return gen_quantization.quantized_conv2d(
        input, filter, min_input, max_input, min_filter, max_filter, out_type=out_type, strides=strides,
        padding=padding, dilations=dilations, name=name,
    )  # fmt: skip


def quantized_avg_pool(
    input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
    padding: str, name: str | None = None,
) -> gen_quantization.QuantizedAvgPoolOutputs:  # fmt: skip
    """`tf.nn.avg_pool` of numbers of 8 bits, with the range that they stand for; gives the result and its range."""
    return gen_quantization.quantized_avg_pool(
        input, min_input, max_input, ksize=ksize, strides=strides, padding=padding, name=name
    )


def quantized_max_pool(
    input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
    padding: str, name: str | None = None,
) -> gen_quantization.QuantizedMaxPoolOutputs:  # fmt: skip
    """`tf.nn.max_pool` of numbers of 8 bits, with the range that they stand for; gives the result and its range."""
    return gen_quantization.quantized_max_pool(
        input, min_input, max_input, ksize=ksize, strides=strides, padding=padding, name=name
    )
