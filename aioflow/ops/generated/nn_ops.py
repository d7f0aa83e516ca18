# Generated from aioflow/ops/definitions/nn_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.nn_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


class ApproxTopKOutputs(NamedTuple):
    """The outputs of ApproxTopK."""

    values: Tensor
    indices: Tensor


def approx_top_k(
    input: TensorLike,
    *,
    k: int,
    reduction_dimension: int = -1,
    recall_target: float = 0.949999988079071,
    is_max_k: bool = True,
    reduction_input_size_override: int = -1,
    aggregate_to_topk: bool = True,
    name: str | None = None,
) -> ApproxTopKOutputs:
    """ApproxTopK(input: T) -> (values: T, indices: int32).

    T is one of bfloat16, float16, float32.
    """
    return ApproxTopKOutputs(*grouped(apply_op(
        "ApproxTopK",
        [input],
        {
            "k": k,
            "reduction_dimension": reduction_dimension,
            "recall_target": recall_target,
            "is_max_k": is_max_k,
            "reduction_input_size_override": reduction_input_size_override,
            "aggregate_to_topk": aggregate_to_topk,
        },
        name,
    )))


def avg_pool(
    value: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """AvgPool(value: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "AvgPool",
        [value],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def avg_pool3d(
    input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """AvgPool3D(input: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "AvgPool3D",
        [input],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def avg_pool3d_grad(
    orig_input_shape: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """AvgPool3DGrad(orig_input_shape: int32, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "AvgPool3DGrad",
        [orig_input_shape, grad],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def avg_pool_grad(
    orig_input_shape: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """AvgPoolGrad(orig_input_shape: int32, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "AvgPoolGrad",
        [orig_input_shape, grad],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def batch_norm_with_global_normalization(
    t: TensorLike,
    m: TensorLike,
    v: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    *,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """BatchNormWithGlobalNormalization(t: T, m: T, v: T, beta: T, gamma: T) -> (result: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Deprecated: Use tf.nn.batch_normalization().
    """
    return apply_op(
        "BatchNormWithGlobalNormalization",
        [t, m, v, beta, gamma],
        {"variance_epsilon": variance_epsilon, "scale_after_normalization": scale_after_normalization},
        name,
    ).outputs[0]


class BatchNormWithGlobalNormalizationGradOutputs(NamedTuple):
    """The outputs of BatchNormWithGlobalNormalizationGrad."""

    dx: Tensor
    dm: Tensor
    dv: Tensor
    db: Tensor
    dg: Tensor


def batch_norm_with_global_normalization_grad(
    t: TensorLike,
    m: TensorLike,
    v: TensorLike,
    gamma: TensorLike,
    backprop: TensorLike,
    *,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> BatchNormWithGlobalNormalizationGradOutputs:
    """BatchNormWithGlobalNormalizationGrad(t: T, m: T, v: T, gamma: T, backprop: T) -> (dx: T, dm: T, dv: T, db: T, dg:
    T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Deprecated: Use tf.nn.batch_normalization().
    """
    return BatchNormWithGlobalNormalizationGradOutputs(*grouped(apply_op(
        "BatchNormWithGlobalNormalizationGrad",
        [t, m, v, gamma, backprop],
        {"variance_epsilon": variance_epsilon, "scale_after_normalization": scale_after_normalization},
        name,
    )))


def bias_add(
    value: TensorLike,
    bias: TensorLike,
    *,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """BiasAdd(value: T, bias: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BiasAdd", [value, bias], {"data_format": data_format}, name).outputs[0]


def bias_add_grad(out_backprop: TensorLike, *, data_format: str | bytes = "NHWC", name: str | None = None) -> Tensor:
    """BiasAddGrad(out_backprop: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BiasAddGrad", [out_backprop], {"data_format": data_format}, name).outputs[0]


def bias_add_v1(value: TensorLike, bias: TensorLike, name: str | None = None) -> Tensor:
    """BiasAddV1(value: T, bias: T) -> (output: T).

    T is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("BiasAddV1", [value, bias], {}, name).outputs[0]


class CTCBeamSearchDecoderOutputs(NamedTuple):
    """The outputs of CTCBeamSearchDecoder."""

    decoded_indices: list[Tensor]
    decoded_values: list[Tensor]
    decoded_shape: list[Tensor]
    log_probability: Tensor


def ctc_beam_search_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    *,
    beam_width: int,
    top_paths: int,
    merge_repeated: bool = True,
    name: str | None = None,
) -> CTCBeamSearchDecoderOutputs:
    """CTCBeamSearchDecoder(inputs: T, sequence_length: int32) -> (decoded_indices: top_paths * int64, decoded_values:
    top_paths * int64, decoded_shape: top_paths * int64, log_probability: T).

    T is one of float32, float64.
    """
    return CTCBeamSearchDecoderOutputs(*grouped(apply_op(
        "CTCBeamSearchDecoder",
        [inputs, sequence_length],
        {"beam_width": beam_width, "top_paths": top_paths, "merge_repeated": merge_repeated},
        name,
    )))


class CTCGreedyDecoderOutputs(NamedTuple):
    """The outputs of CTCGreedyDecoder."""

    decoded_indices: Tensor
    decoded_values: Tensor
    decoded_shape: Tensor
    log_probability: Tensor


def ctc_greedy_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    *,
    merge_repeated: bool = False,
    blank_index: int = -1,
    name: str | None = None,
) -> CTCGreedyDecoderOutputs:
    """CTCGreedyDecoder(inputs: T, sequence_length: int32) -> (decoded_indices: int64, decoded_values: int64,
    decoded_shape: int64, log_probability: T).

    T is one of float32, float64.
    """
    return CTCGreedyDecoderOutputs(*grouped(apply_op(
        "CTCGreedyDecoder",
        [inputs, sequence_length],
        {"merge_repeated": merge_repeated, "blank_index": blank_index},
        name,
    )))


class CTCLossOutputs(NamedTuple):
    """The outputs of CTCLoss."""

    loss: Tensor
    gradient: Tensor


def ctc_loss(
    inputs: TensorLike,
    labels_indices: TensorLike,
    labels_values: TensorLike,
    sequence_length: TensorLike,
    *,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    name: str | None = None,
) -> CTCLossOutputs:
    """CTCLoss(inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32) -> (loss: T, gradient:
    T).

    T is one of float32, float64.
    """
    return CTCLossOutputs(*grouped(apply_op(
        "CTCLoss",
        [inputs, labels_indices, labels_values, sequence_length],
        {
            "preprocess_collapse_repeated": preprocess_collapse_repeated,
            "ctc_merge_repeated": ctc_merge_repeated,
            "ignore_longer_outputs_than_inputs": ignore_longer_outputs_than_inputs,
        },
        name,
    )))


def conv(
    input: TensorLike,
    filter: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "CHANNELS_LAST",
    dilations: Sequence[int] = (),
    batch_dims: int = 1,
    groups: int = 1,
    name: str | None = None,
) -> Tensor:
    """Conv(input: T, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int32.
    """
    return apply_op(
        "Conv",
        [input, filter],
        {
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
            "batch_dims": batch_dims,
            "groups": groups,
        },
        name,
    ).outputs[0]


def conv2d(
    input: TensorLike,
    filter: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv2D(input: T, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int32.
    """
    return apply_op(
        "Conv2D",
        [input, filter],
        {
            "strides": strides,
            "padding": padding,
            "use_cudnn_on_gpu": use_cudnn_on_gpu,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "Conv2DBackpropFilter",
        [input, filter_sizes, out_backprop],
        {
            "strides": strides,
            "padding": padding,
            "use_cudnn_on_gpu": use_cudnn_on_gpu,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def conv2d_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    use_cudnn_on_gpu: bool = True,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int32.
    """
    return apply_op(
        "Conv2DBackpropInput",
        [input_sizes, filter, out_backprop],
        {
            "strides": strides,
            "padding": padding,
            "use_cudnn_on_gpu": use_cudnn_on_gpu,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def conv3d(
    input: TensorLike,
    filter: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv3D(input: T, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "Conv3D",
        [input, filter],
        {"strides": strides, "padding": padding, "data_format": data_format, "dilations": dilations},
        name,
    ).outputs[0]


def conv3d_backprop_filter(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv3DBackpropFilter(input: T, filter: T, out_backprop: T) -> (output: T).

    T is one of float16, float32, float64.
    Deprecated: Use Conv3DBackpropFilterV2.
    """
    return apply_op(
        "Conv3DBackpropFilter",
        [input, filter, out_backprop],
        {"strides": strides, "padding": padding, "dilations": dilations},
        name,
    ).outputs[0]


def conv3d_backprop_filter_v2(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "Conv3DBackpropFilterV2",
        [input, filter_sizes, out_backprop],
        {"strides": strides, "padding": padding, "data_format": data_format, "dilations": dilations},
        name,
    ).outputs[0]


def conv3d_backprop_input(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv3DBackpropInput(input: T, filter: T, out_backprop: T) -> (output: T).

    T is one of float16, float32, float64.
    Deprecated: Use Conv3DBackpropInputV2.
    """
    return apply_op(
        "Conv3DBackpropInput",
        [input, filter, out_backprop],
        {"strides": strides, "padding": padding, "dilations": dilations},
        name,
    ).outputs[0]


def conv3d_backprop_input_v2(
    input_sizes: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    dilations: Sequence[int] = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Conv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Tshape is one of int32, int64.
    """
    return apply_op(
        "Conv3DBackpropInputV2",
        [input_sizes, filter, out_backprop],
        {"strides": strides, "padding": padding, "data_format": data_format, "dilations": dilations},
        name,
    ).outputs[0]


def data_format_dim_map(
    x: TensorLike,
    *,
    src_format: str | bytes = "NHWC",
    dst_format: str | bytes = "NCHW",
    name: str | None = None,
) -> Tensor:
    """DataFormatDimMap(x: T) -> (y: T).

    T is one of int32, int64.
    """
    return apply_op("DataFormatDimMap", [x], {"src_format": src_format, "dst_format": dst_format}, name).outputs[0]


def data_format_vec_permute(
    x: TensorLike,
    *,
    src_format: str | bytes = "NHWC",
    dst_format: str | bytes = "NCHW",
    name: str | None = None,
) -> Tensor:
    """DataFormatVecPermute(x: T) -> (y: T).

    T is one of int32, int64.
    """
    return apply_op("DataFormatVecPermute", [x], {"src_format": src_format, "dst_format": dst_format}, name).outputs[0]


def depthwise_conv2d_native(
    input: TensorLike,
    filter: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """DepthwiseConv2dNative(input: T, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "DepthwiseConv2dNative",
        [input, filter],
        {
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def depthwise_conv2d_native_backprop_filter(
    input: TensorLike,
    filter_sizes: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """DepthwiseConv2dNativeBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "DepthwiseConv2dNativeBackpropFilter",
        [input, filter_sizes, out_backprop],
        {
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def depthwise_conv2d_native_backprop_input(
    input_sizes: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """DepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "DepthwiseConv2dNativeBackpropInput",
        [input_sizes, filter, out_backprop],
        {
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
            "dilations": dilations,
        },
        name,
    ).outputs[0]


def dilation2d(
    input: TensorLike,
    filter: TensorLike,
    *,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """Dilation2D(input: T, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "Dilation2D",
        [input, filter],
        {"strides": strides, "rates": rates, "padding": padding},
        name,
    ).outputs[0]


def dilation2d_backprop_filter(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """Dilation2DBackpropFilter(input: T, filter: T, out_backprop: T) -> (filter_backprop: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "Dilation2DBackpropFilter",
        [input, filter, out_backprop],
        {"strides": strides, "rates": rates, "padding": padding},
        name,
    ).outputs[0]


def dilation2d_backprop_input(
    input: TensorLike,
    filter: TensorLike,
    out_backprop: TensorLike,
    *,
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """Dilation2DBackpropInput(input: T, filter: T, out_backprop: T) -> (in_backprop: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "Dilation2DBackpropInput",
        [input, filter, out_backprop],
        {"strides": strides, "rates": rates, "padding": padding},
        name,
    ).outputs[0]


def elu(features: TensorLike, name: str | None = None) -> Tensor:
    """Elu(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Elu", [features], {}, name).outputs[0]


def elu_grad(gradients: TensorLike, outputs: TensorLike, name: str | None = None) -> Tensor:
    """EluGrad(gradients: T, outputs: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("EluGrad", [gradients, outputs], {}, name).outputs[0]


class FractionalAvgPoolOutputs(NamedTuple):
    """The outputs of FractionalAvgPool."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def fractional_avg_pool(
    value: TensorLike,
    *,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalAvgPoolOutputs:
    """FractionalAvgPool(value: T) -> (output: T, row_pooling_sequence: int64, col_pooling_sequence: int64).

    T is one of float32, float64, int32, int64.
    """
    return FractionalAvgPoolOutputs(*grouped(apply_op(
        "FractionalAvgPool",
        [value],
        {
            "pooling_ratio": pooling_ratio,
            "pseudo_random": pseudo_random,
            "overlapping": overlapping,
            "deterministic": deterministic,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


def fractional_avg_pool_grad(
    orig_input_tensor_shape: TensorLike,
    out_backprop: TensorLike,
    row_pooling_sequence: TensorLike,
    col_pooling_sequence: TensorLike,
    *,
    overlapping: bool = False,
    name: str | None = None,
) -> Tensor:
    """FractionalAvgPoolGrad(orig_input_tensor_shape: int64, out_backprop: T, row_pooling_sequence: int64,
    col_pooling_sequence: int64) -> (output: T).

    T is one of float32, float64, int32, int64.
    """
    return apply_op(
        "FractionalAvgPoolGrad",
        [orig_input_tensor_shape, out_backprop, row_pooling_sequence, col_pooling_sequence],
        {"overlapping": overlapping},
        name,
    ).outputs[0]


class FractionalMaxPoolOutputs(NamedTuple):
    """The outputs of FractionalMaxPool."""

    output: Tensor
    row_pooling_sequence: Tensor
    col_pooling_sequence: Tensor


def fractional_max_pool(
    value: TensorLike,
    *,
    pooling_ratio: Sequence[float],
    pseudo_random: bool = False,
    overlapping: bool = False,
    deterministic: bool = False,
    seed: int = 0,
    seed2: int = 0,
    name: str | None = None,
) -> FractionalMaxPoolOutputs:
    """FractionalMaxPool(value: T) -> (output: T, row_pooling_sequence: int64, col_pooling_sequence: int64).

    T is one of float32, float64, int32, int64.
    """
    return FractionalMaxPoolOutputs(*grouped(apply_op(
        "FractionalMaxPool",
        [value],
        {
            "pooling_ratio": pooling_ratio,
            "pseudo_random": pseudo_random,
            "overlapping": overlapping,
            "deterministic": deterministic,
            "seed": seed,
            "seed2": seed2,
        },
        name,
    )))


def fractional_max_pool_grad(
    orig_input: TensorLike,
    orig_output: TensorLike,
    out_backprop: TensorLike,
    row_pooling_sequence: TensorLike,
    col_pooling_sequence: TensorLike,
    *,
    overlapping: bool = False,
    name: str | None = None,
) -> Tensor:
    """FractionalMaxPoolGrad(orig_input: T, orig_output: T, out_backprop: T, row_pooling_sequence: int64,
    col_pooling_sequence: int64) -> (output: T).

    T is one of float32, float64, int32, int64.
    """
    return apply_op(
        "FractionalMaxPoolGrad",
        [orig_input, orig_output, out_backprop, row_pooling_sequence, col_pooling_sequence],
        {"overlapping": overlapping},
        name,
    ).outputs[0]


class FusedBatchNormOutputs(NamedTuple):
    """The outputs of FusedBatchNorm."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor


def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormOutputs:
    """FusedBatchNorm(x: T, scale: T, offset: T, mean: T, variance: T) -> (y: T, batch_mean: T, batch_variance: T,
    reserve_space_1: T, reserve_space_2: T).

    T is one of float32.
    """
    return FusedBatchNormOutputs(*grouped(apply_op(
        "FusedBatchNorm",
        [x, scale, offset, mean, variance],
        {
            "epsilon": epsilon,
            "exponential_avg_factor": exponential_avg_factor,
            "data_format": data_format,
            "is_training": is_training,
        },
        name,
    )))


class FusedBatchNormGradOutputs(NamedTuple):
    """The outputs of FusedBatchNormGrad."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_3: Tensor
    reserve_space_4: Tensor


def fused_batch_norm_grad(
    y_backprop: TensorLike,
    x: TensorLike,
    scale: TensorLike,
    reserve_space_1: TensorLike,
    reserve_space_2: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormGradOutputs:
    """FusedBatchNormGrad(y_backprop: T, x: T, scale: T, reserve_space_1: T, reserve_space_2: T) -> (x_backprop: T,
    scale_backprop: T, offset_backprop: T, reserve_space_3: T, reserve_space_4: T).

    T is one of float32.
    """
    return FusedBatchNormGradOutputs(*grouped(apply_op(
        "FusedBatchNormGrad",
        [y_backprop, x, scale, reserve_space_1, reserve_space_2],
        {"epsilon": epsilon, "data_format": data_format, "is_training": is_training},
        name,
    )))


class FusedBatchNormGradV2Outputs(NamedTuple):
    """The outputs of FusedBatchNormGradV2."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_3: Tensor
    reserve_space_4: Tensor


def fused_batch_norm_grad_v2(
    y_backprop: TensorLike,
    x: TensorLike,
    scale: TensorLike,
    reserve_space_1: TensorLike,
    reserve_space_2: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormGradV2Outputs:
    """FusedBatchNormGradV2(y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U) -> (x_backprop:
    T, scale_backprop: U, offset_backprop: U, reserve_space_3: U, reserve_space_4: U).

    T is one of bfloat16, float16, float32.
    U is one of float32.
    """
    return FusedBatchNormGradV2Outputs(*grouped(apply_op(
        "FusedBatchNormGradV2",
        [y_backprop, x, scale, reserve_space_1, reserve_space_2],
        {"epsilon": epsilon, "data_format": data_format, "is_training": is_training},
        name,
    )))


class FusedBatchNormGradV3Outputs(NamedTuple):
    """The outputs of FusedBatchNormGradV3."""

    x_backprop: Tensor
    scale_backprop: Tensor
    offset_backprop: Tensor
    reserve_space_4: Tensor
    reserve_space_5: Tensor


def fused_batch_norm_grad_v3(
    y_backprop: TensorLike,
    x: TensorLike,
    scale: TensorLike,
    reserve_space_1: TensorLike,
    reserve_space_2: TensorLike,
    reserve_space_3: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormGradV3Outputs:
    """FusedBatchNormGradV3(y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U,
    reserve_space_3: U) -> (x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U,
    reserve_space_5: U).

    T is one of bfloat16, float16, float32.
    U is one of float32.
    """
    return FusedBatchNormGradV3Outputs(*grouped(apply_op(
        "FusedBatchNormGradV3",
        [y_backprop, x, scale, reserve_space_1, reserve_space_2, reserve_space_3],
        {"epsilon": epsilon, "data_format": data_format, "is_training": is_training},
        name,
    )))


class FusedBatchNormV2Outputs(NamedTuple):
    """The outputs of FusedBatchNormV2."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor


def fused_batch_norm_v2(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormV2Outputs:
    """FusedBatchNormV2(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T, batch_mean: U, batch_variance: U,
    reserve_space_1: U, reserve_space_2: U).

    T is one of bfloat16, float16, float32.
    U is one of float32.
    """
    return FusedBatchNormV2Outputs(*grouped(apply_op(
        "FusedBatchNormV2",
        [x, scale, offset, mean, variance],
        {
            "epsilon": epsilon,
            "exponential_avg_factor": exponential_avg_factor,
            "data_format": data_format,
            "is_training": is_training,
        },
        name,
    )))


class FusedBatchNormV3Outputs(NamedTuple):
    """The outputs of FusedBatchNormV3."""

    y: Tensor
    batch_mean: Tensor
    batch_variance: Tensor
    reserve_space_1: Tensor
    reserve_space_2: Tensor
    reserve_space_3: Tensor


def fused_batch_norm_v3(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    *,
    epsilon: float = 9.999999747378752e-05,
    exponential_avg_factor: float = 1.0,
    data_format: str | bytes = "NHWC",
    is_training: bool = True,
    name: str | None = None,
) -> FusedBatchNormV3Outputs:
    """FusedBatchNormV3(x: T, scale: U, offset: U, mean: U, variance: U) -> (y: T, batch_mean: U, batch_variance: U,
    reserve_space_1: U, reserve_space_2: U, reserve_space_3: U).

    T is one of bfloat16, float16, float32.
    U is one of bfloat16, float32.
    """
    return FusedBatchNormV3Outputs(*grouped(apply_op(
        "FusedBatchNormV3",
        [x, scale, offset, mean, variance],
        {
            "epsilon": epsilon,
            "exponential_avg_factor": exponential_avg_factor,
            "data_format": data_format,
            "is_training": is_training,
        },
        name,
    )))


def fused_pad_conv2d(
    input: TensorLike,
    paddings: TensorLike,
    filter: TensorLike,
    *,
    mode: str | bytes,
    strides: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """FusedPadConv2D(input: T, paddings: int32, filter: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "FusedPadConv2D",
        [input, paddings, filter],
        {"mode": mode, "strides": strides, "padding": padding},
        name,
    ).outputs[0]


def fused_resize_and_pad_conv2d(
    input: TensorLike,
    size: TensorLike,
    paddings: TensorLike,
    filter: TensorLike,
    *,
    mode: str | bytes,
    strides: Sequence[int],
    padding: str | bytes,
    resize_align_corners: bool = False,
    name: str | None = None,
) -> Tensor:
    """FusedResizeAndPadConv2D(input: T, size: int32, paddings: int32, filter: T) -> (output: T).

    T is one of float16, float32, float64.
    """
    return apply_op(
        "FusedResizeAndPadConv2D",
        [input, size, paddings, filter],
        {"mode": mode, "strides": strides, "padding": padding, "resize_align_corners": resize_align_corners},
        name,
    ).outputs[0]


def in_top_k(predictions: TensorLike, targets: TensorLike, *, k: int, name: str | None = None) -> Tensor:
    """InTopK(predictions: float32, targets: T) -> (precision: bool).

    T is one of int32, int64.
    """
    return apply_op("InTopK", [predictions, targets], {"k": k}, name).outputs[0]


def in_top_kv2(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = None) -> Tensor:
    """InTopKV2(predictions: float32, targets: T, k: T) -> (precision: bool).

    T is one of int32, int64.
    """
    return apply_op("InTopKV2", [predictions, targets, k], {}, name).outputs[0]


class IsotonicRegressionOutputs(NamedTuple):
    """The outputs of IsotonicRegression."""

    output: Tensor
    segments: Tensor


def isotonic_regression(
    input: TensorLike,
    *,
    output_dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> IsotonicRegressionOutputs:
    """IsotonicRegression(input: T) -> (output: output_dtype, segments: int32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return IsotonicRegressionOutputs(*grouped(apply_op(
        "IsotonicRegression",
        [input],
        {"output_dtype": output_dtype},
        name,
    )))


def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """L2Loss(t: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("L2Loss", [t], {}, name).outputs[0]


def lrn(
    input: TensorLike,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """LRN(input: T) -> (output: T).

    T is one of bfloat16, float16, float32.
    """
    return apply_op(
        "LRN",
        [input],
        {"depth_radius": depth_radius, "bias": bias, "alpha": alpha, "beta": beta},
        name,
    ).outputs[0]


def lrn_grad(
    input_grads: TensorLike,
    input_image: TensorLike,
    output_image: TensorLike,
    *,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """LRNGrad(input_grads: T, input_image: T, output_image: T) -> (output: T).

    T is one of bfloat16, float16, float32.
    """
    return apply_op(
        "LRNGrad",
        [input_grads, input_image, output_image],
        {"depth_radius": depth_radius, "bias": bias, "alpha": alpha, "beta": beta},
        name,
    ).outputs[0]


def leaky_relu(features: TensorLike, *, alpha: float = 0.20000000298023224, name: str | None = None) -> Tensor:
    """LeakyRelu(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("LeakyRelu", [features], {"alpha": alpha}, name).outputs[0]


def leaky_relu_grad(
    gradients: TensorLike,
    features: TensorLike,
    *,
    alpha: float = 0.20000000298023224,
    name: str | None = None,
) -> Tensor:
    """LeakyReluGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("LeakyReluGrad", [gradients, features], {"alpha": alpha}, name).outputs[0]


def log_softmax(logits: TensorLike, name: str | None = None) -> Tensor:
    """LogSoftmax(logits: T) -> (logsoftmax: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("LogSoftmax", [logits], {}, name).outputs[0]


def max_pool(
    input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPool(input: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint8, uint16, uint8.
    """
    return apply_op(
        "MaxPool",
        [input],
        {
            "ksize": ksize,
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
        },
        name,
    ).outputs[0]


def max_pool3d(
    input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPool3D(input: T) -> (output: T).

    T is one of bfloat16, float16, float32.
    """
    return apply_op(
        "MaxPool3D",
        [input],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool3d_grad(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32.
    TInput is one of bfloat16, float16, float32.
    """
    return apply_op(
        "MaxPool3DGrad",
        [orig_input, orig_output, grad],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool3d_grad_grad(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPool3DGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPool3DGradGrad",
        [orig_input, orig_output, grad],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool_grad(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    explicit_paddings: Sequence[int] = (),
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPoolGrad(orig_input: T, orig_output: T, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPoolGrad",
        [orig_input, orig_output, grad],
        {
            "ksize": ksize,
            "strides": strides,
            "padding": padding,
            "explicit_paddings": explicit_paddings,
            "data_format": data_format,
        },
        name,
    ).outputs[0]


def max_pool_grad_grad(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPoolGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPoolGradGrad",
        [orig_input, orig_output, grad],
        {"ksize": ksize, "strides": strides, "padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool_grad_grad_v2(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    *,
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPoolGradGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPoolGradGradV2",
        [orig_input, orig_output, grad, ksize, strides],
        {"padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool_grad_v2(
    orig_input: TensorLike,
    orig_output: TensorLike,
    grad: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    *,
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPoolGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32, strides: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPoolGradV2",
        [orig_input, orig_output, grad, ksize, strides],
        {"padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


def max_pool_grad_with_argmax(
    input: TensorLike,
    grad: TensorLike,
    argmax: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> Tensor:
    """MaxPoolGradWithArgmax(input: T, grad: T, argmax: Targmax) -> (output: T).

    Targmax is one of int32, int64.
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "MaxPoolGradWithArgmax",
        [input, grad, argmax],
        {"ksize": ksize, "strides": strides, "padding": padding, "include_batch_in_index": include_batch_in_index},
        name,
    ).outputs[0]


def max_pool_v2(
    input: TensorLike,
    ksize: TensorLike,
    strides: TensorLike,
    *,
    padding: str | bytes,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """MaxPoolV2(input: T, ksize: int32, strides: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint8, uint16, uint8.
    """
    return apply_op(
        "MaxPoolV2",
        [input, ksize, strides],
        {"padding": padding, "data_format": data_format},
        name,
    ).outputs[0]


class MaxPoolWithArgmaxOutputs(NamedTuple):
    """The outputs of MaxPoolWithArgmax."""

    output: Tensor
    argmax: Tensor


def max_pool_with_argmax(
    input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    Targmax: DTypeLike = dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmaxOutputs:
    """MaxPoolWithArgmax(input: T) -> (output: T, argmax: Targmax).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return MaxPoolWithArgmaxOutputs(*grouped(apply_op(
        "MaxPoolWithArgmax",
        [input],
        {
            "ksize": ksize,
            "strides": strides,
            "padding": padding,
            "Targmax": Targmax,
            "include_batch_in_index": include_batch_in_index,
        },
        name,
    )))


def nth_element(input: TensorLike, n: TensorLike, *, reverse: bool = False, name: str | None = None) -> Tensor:
    """NthElement(input: T, n: int32) -> (values: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("NthElement", [input, n], {"reverse": reverse}, name).outputs[0]


class QuantizedAvgPoolOutputs(NamedTuple):
    """The outputs of QuantizedAvgPool."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_avg_pool(
    input: TensorLike,
    min_input: TensorLike,
    max_input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> QuantizedAvgPoolOutputs:
    """QuantizedAvgPool(input: T, min_input: float32, max_input: float32) -> (output: T, min_output: float32,
    max_output: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedAvgPoolOutputs(*grouped(apply_op(
        "QuantizedAvgPool",
        [input, min_input, max_input],
        {"ksize": ksize, "strides": strides, "padding": padding},
        name,
    )))


class QuantizedBatchNormWithGlobalNormalizationOutputs(NamedTuple):
    """The outputs of QuantizedBatchNormWithGlobalNormalization."""

    result: Tensor
    result_min: Tensor
    result_max: Tensor


def quantized_batch_norm_with_global_normalization(
    t: TensorLike,
    t_min: TensorLike,
    t_max: TensorLike,
    m: TensorLike,
    m_min: TensorLike,
    m_max: TensorLike,
    v: TensorLike,
    v_min: TensorLike,
    v_max: TensorLike,
    beta: TensorLike,
    beta_min: TensorLike,
    beta_max: TensorLike,
    gamma: TensorLike,
    gamma_min: TensorLike,
    gamma_max: TensorLike,
    *,
    out_type: DTypeLike,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> QuantizedBatchNormWithGlobalNormalizationOutputs:
    """QuantizedBatchNormWithGlobalNormalization(t: Tinput, t_min: float32, t_max: float32, m: Tinput, m_min: float32,
    m_max: float32, v: Tinput, v_min: float32, v_max: float32, beta: Tinput, beta_min: float32, beta_max: float32,
    gamma: Tinput, gamma_min: float32, gamma_max: float32) -> (result: out_type, result_min: float32, result_max:
    float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedBatchNormWithGlobalNormalizationOutputs(*grouped(apply_op(
        "QuantizedBatchNormWithGlobalNormalization",
        [t, t_min, t_max, m, m_min, m_max, v, v_min, v_max, beta, beta_min, beta_max, gamma, gamma_min, gamma_max],
        {
            "out_type": out_type,
            "variance_epsilon": variance_epsilon,
            "scale_after_normalization": scale_after_normalization,
        },
        name,
    )))


class QuantizedBiasAddOutputs(NamedTuple):
    """The outputs of QuantizedBiasAdd."""

    output: Tensor
    min_out: Tensor
    max_out: Tensor


def quantized_bias_add(
    input: TensorLike,
    bias: TensorLike,
    min_input: TensorLike,
    max_input: TensorLike,
    min_bias: TensorLike,
    max_bias: TensorLike,
    *,
    out_type: DTypeLike,
    name: str | None = None,
) -> QuantizedBiasAddOutputs:
    """QuantizedBiasAdd(input: T1, bias: T2, min_input: float32, max_input: float32, min_bias: float32, max_bias:
    float32) -> (output: out_type, min_out: float32, max_out: float32).

    T1 is one of qint16, qint32, qint8, quint16, quint8.
    T2 is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedBiasAddOutputs(*grouped(apply_op(
        "QuantizedBiasAdd",
        [input, bias, min_input, max_input, min_bias, max_bias],
        {"out_type": out_type},
        name,
    )))


class QuantizedConv2DOutputs(NamedTuple):
    """The outputs of QuantizedConv2D."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_conv2d(
    input: TensorLike,
    filter: TensorLike,
    min_input: TensorLike,
    max_input: TensorLike,
    min_filter: TensorLike,
    max_filter: TensorLike,
    *,
    strides: Sequence[int],
    padding: str | bytes,
    out_type: DTypeLike = dtypes.qint32,
    dilations: Sequence[int] = (1, 1, 1, 1),
    name: str | None = None,
) -> QuantizedConv2DOutputs:
    """QuantizedConv2D(input: Tinput, filter: Tfilter, min_input: float32, max_input: float32, min_filter: float32,
    max_filter: float32) -> (output: out_type, min_output: float32, max_output: float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    Tfilter is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedConv2DOutputs(*grouped(apply_op(
        "QuantizedConv2D",
        [input, filter, min_input, max_input, min_filter, max_filter],
        {"strides": strides, "padding": padding, "out_type": out_type, "dilations": dilations},
        name,
    )))


class QuantizedMaxPoolOutputs(NamedTuple):
    """The outputs of QuantizedMaxPool."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_max_pool(
    input: TensorLike,
    min_input: TensorLike,
    max_input: TensorLike,
    *,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> QuantizedMaxPoolOutputs:
    """QuantizedMaxPool(input: T, min_input: float32, max_input: float32) -> (output: T, min_output: float32,
    max_output: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedMaxPoolOutputs(*grouped(apply_op(
        "QuantizedMaxPool",
        [input, min_input, max_input],
        {"ksize": ksize, "strides": strides, "padding": padding},
        name,
    )))


class QuantizedReluOutputs(NamedTuple):
    """The outputs of QuantizedRelu."""

    activations: Tensor
    min_activations: Tensor
    max_activations: Tensor


def quantized_relu(
    features: TensorLike,
    min_features: TensorLike,
    max_features: TensorLike,
    *,
    out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> QuantizedReluOutputs:
    """QuantizedRelu(features: Tinput, min_features: float32, max_features: float32) -> (activations: out_type,
    min_activations: float32, max_activations: float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedReluOutputs(*grouped(apply_op(
        "QuantizedRelu",
        [features, min_features, max_features],
        {"out_type": out_type},
        name,
    )))


class QuantizedRelu6Outputs(NamedTuple):
    """The outputs of QuantizedRelu6."""

    activations: Tensor
    min_activations: Tensor
    max_activations: Tensor


def quantized_relu6(
    features: TensorLike,
    min_features: TensorLike,
    max_features: TensorLike,
    *,
    out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> QuantizedRelu6Outputs:
    """QuantizedRelu6(features: Tinput, min_features: float32, max_features: float32) -> (activations: out_type,
    min_activations: float32, max_activations: float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedRelu6Outputs(*grouped(apply_op(
        "QuantizedRelu6",
        [features, min_features, max_features],
        {"out_type": out_type},
        name,
    )))


def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """Relu(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Relu", [features], {}, name).outputs[0]


def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """Relu6(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Relu6", [features], {}, name).outputs[0]


def relu6_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """Relu6Grad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Relu6Grad", [gradients, features], {}, name).outputs[0]


def relu_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """ReluGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op("ReluGrad", [gradients, features], {}, name).outputs[0]


def selu(features: TensorLike, name: str | None = None) -> Tensor:
    """Selu(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Selu", [features], {}, name).outputs[0]


def selu_grad(gradients: TensorLike, outputs: TensorLike, name: str | None = None) -> Tensor:
    """SeluGrad(gradients: T, outputs: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("SeluGrad", [gradients, outputs], {}, name).outputs[0]


def softmax(logits: TensorLike, name: str | None = None) -> Tensor:
    """Softmax(logits: T) -> (softmax: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Softmax", [logits], {}, name).outputs[0]


class SoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    """The outputs of SoftmaxCrossEntropyWithLogits."""

    loss: Tensor
    backprop: Tensor


def softmax_cross_entropy_with_logits(
    features: TensorLike,
    labels: TensorLike,
    name: str | None = None,
) -> SoftmaxCrossEntropyWithLogitsOutputs:
    """SoftmaxCrossEntropyWithLogits(features: T, labels: T) -> (loss: T, backprop: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return SoftmaxCrossEntropyWithLogitsOutputs(*grouped(apply_op(
        "SoftmaxCrossEntropyWithLogits",
        [features, labels],
        {},
        name,
    )))


def softplus(features: TensorLike, name: str | None = None) -> Tensor:
    """Softplus(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Softplus", [features], {}, name).outputs[0]


def softplus_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """SoftplusGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("SoftplusGrad", [gradients, features], {}, name).outputs[0]


def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """Softsign(features: T) -> (activations: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Softsign", [features], {}, name).outputs[0]


def softsign_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """SoftsignGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("SoftsignGrad", [gradients, features], {}, name).outputs[0]


class SparseSoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    """The outputs of SparseSoftmaxCrossEntropyWithLogits."""

    loss: Tensor
    backprop: Tensor


def sparse_softmax_cross_entropy_with_logits(
    features: TensorLike,
    labels: TensorLike,
    name: str | None = None,
) -> SparseSoftmaxCrossEntropyWithLogitsOutputs:
    """SparseSoftmaxCrossEntropyWithLogits(features: T, labels: Tlabels) -> (loss: T, backprop: T).

    T is one of bfloat16, float16, float32, float64.
    Tlabels is one of int32, int64.
    """
    return SparseSoftmaxCrossEntropyWithLogitsOutputs(*grouped(apply_op(
        "SparseSoftmaxCrossEntropyWithLogits",
        [features, labels],
        {},
        name,
    )))


class TopKOutputs(NamedTuple):
    """The outputs of TopK."""

    values: Tensor
    indices: Tensor


def top_k(input: TensorLike, *, k: int, sorted: bool = True, name: str | None = None) -> TopKOutputs:
    """TopK(input: T) -> (values: T, indices: int32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Deprecated: Use TopKV2 instead.
    """
    return TopKOutputs(*grouped(apply_op("TopK", [input], {"k": k, "sorted": sorted}, name)))


class TopKV2Outputs(NamedTuple):
    """The outputs of TopKV2."""

    values: Tensor
    indices: Tensor


def top_kv2(
    input: TensorLike,
    k: TensorLike,
    *,
    sorted: bool = True,
    index_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> TopKV2Outputs:
    """TopKV2(input: T, k: Tk) -> (values: T, indices: index_type).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    Tk is one of int16, int32, int64.
    """
    return TopKV2Outputs(*grouped(apply_op("TopKV2", [input, k], {"sorted": sorted, "index_type": index_type}, name)))
