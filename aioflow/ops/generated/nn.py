# Generated from aioflow/ops/definitions/nn.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.nn` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


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


def batch_to_space(input: TensorLike, crops: TensorLike, *, block_size: int, name: str | None = None) -> Tensor:
    """BatchToSpace(input: T, crops: Tidx) -> (output: T).

    Tidx is one of int32, int64.
    """
    return apply_op("BatchToSpace", [input, crops], {"block_size": block_size}, name).outputs[0]


def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """Moves blocks of the batch dimension back into the spatial dimensions, and crops these.

    BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T).
    Tblock_shape is one of int32, int64.
    Tcrops is one of int32, int64.
    """
    return apply_op("BatchToSpaceND", [input, block_shape, crops], {}, name).outputs[0]


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


class BlockLSTMOutputs(NamedTuple):
    """The outputs of BlockLSTM."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstm(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> BlockLSTMOutputs:
    """BlockLSTM(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T).

    T is one of float16, float32.
    """
    return BlockLSTMOutputs(*grouped(apply_op(
        "BlockLSTM",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"forget_bias": forget_bias, "cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


class BlockLSTMGradOutputs(NamedTuple):
    """The outputs of BlockLSTMGrad."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    h: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradOutputs:
    """BlockLSTMGrad(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T,
    wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T).

    T is one of float16, float32.
    """
    return BlockLSTMGradOutputs(*grouped(apply_op(
        "BlockLSTMGrad",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))


class BlockLSTMGradV2Outputs(NamedTuple):
    """The outputs of BlockLSTMGradV2."""

    x_grad: Tensor
    cs_prev_grad: Tensor
    h_prev_grad: Tensor
    w_grad: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor
    b_grad: Tensor


def block_lstm_grad_v2(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    h: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> BlockLSTMGradV2Outputs:
    """BlockLSTMGradV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T) -> (x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T,
    wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T).

    T is one of float16, float32.
    """
    return BlockLSTMGradV2Outputs(*grouped(apply_op(
        "BlockLSTMGradV2",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))


class BlockLSTMV2Outputs(NamedTuple):
    """The outputs of BlockLSTMV2."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def block_lstmv2(
    seq_len_max: TensorLike,
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    cell_clip: float = 0.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> BlockLSTMV2Outputs:
    """BlockLSTMV2(seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T,
    f: T, o: T, ci: T, co: T, h: T).

    T is one of float16, float32.
    """
    return BlockLSTMV2Outputs(*grouped(apply_op(
        "BlockLSTMV2",
        [seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


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
    """Computes the gradient of a 2-D convolution with respect to its filter.

    Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output: T).
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
    """Computes the gradient of a 2-D convolution with respect to its input.

    Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T).
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


def depth_to_space(
    input: TensorLike,
    *,
    block_size: int,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """DepthToSpace(input: T) -> (output: T)."""
    return apply_op("DepthToSpace", [input], {"block_size": block_size, "data_format": data_format}, name).outputs[0]


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
    """Convolves each channel of images [batch, height, width, channels] by its own filters.

    DepthwiseConv2dNative(input: T, filter: T) -> (output: T).
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
    """Computes exp(x) - 1 of negative elements, leaves the others: exponential linear unit.

    Elu(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Elu", [features], {}, name).outputs[0]


def elu_grad(gradients: TensorLike, outputs: TensorLike, name: str | None = None) -> Tensor:
    """EluGrad(gradients: T, outputs: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("EluGrad", [gradients, outputs], {}, name).outputs[0]


def extract_image_patches(
    images: TensorLike,
    *,
    ksizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """ExtractImagePatches(images: T) -> (patches: T).

    T is one of bfloat16, bool, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, uint16,
    uint32, uint64, uint8.
    """
    return apply_op(
        "ExtractImagePatches",
        [images],
        {"ksizes": ksizes, "strides": strides, "rates": rates, "padding": padding},
        name,
    ).outputs[0]


def extract_volume_patches(
    input: TensorLike,
    *,
    ksizes: Sequence[int],
    strides: Sequence[int],
    padding: str | bytes,
    name: str | None = None,
) -> Tensor:
    """ExtractVolumePatches(input: T) -> (patches: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "ExtractVolumePatches",
        [input],
        {"ksizes": ksizes, "strides": strides, "padding": padding},
        name,
    ).outputs[0]


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


class GRUBlockCellOutputs(NamedTuple):
    """The outputs of GRUBlockCell."""

    r: Tensor
    u: Tensor
    c: Tensor
    h: Tensor


def gru_block_cell(
    x: TensorLike,
    h_prev: TensorLike,
    w_ru: TensorLike,
    w_c: TensorLike,
    b_ru: TensorLike,
    b_c: TensorLike,
    name: str | None = None,
) -> GRUBlockCellOutputs:
    """GRUBlockCell(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T) -> (r: T, u: T, c: T, h: T).

    T is one of float32.
    """
    return GRUBlockCellOutputs(*grouped(apply_op("GRUBlockCell", [x, h_prev, w_ru, w_c, b_ru, b_c], {}, name)))


class GRUBlockCellGradOutputs(NamedTuple):
    """The outputs of GRUBlockCellGrad."""

    d_x: Tensor
    d_h_prev: Tensor
    d_c_bar: Tensor
    d_r_bar_u_bar: Tensor


def gru_block_cell_grad(
    x: TensorLike,
    h_prev: TensorLike,
    w_ru: TensorLike,
    w_c: TensorLike,
    b_ru: TensorLike,
    b_c: TensorLike,
    r: TensorLike,
    u: TensorLike,
    c: TensorLike,
    d_h: TensorLike,
    name: str | None = None,
) -> GRUBlockCellGradOutputs:
    """GRUBlockCellGrad(x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h: T) -> (d_x: T,
    d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T).

    T is one of float32.
    """
    return GRUBlockCellGradOutputs(*grouped(apply_op(
        "GRUBlockCellGrad",
        [x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, d_h],
        {},
        name,
    )))


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
    """Computes half the sum of the squares of all elements, a scalar.

    L2Loss(t: T) -> (output: T).
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


class LSTMBlockCellOutputs(NamedTuple):
    """The outputs of LSTMBlockCell."""

    i: Tensor
    cs: Tensor
    f: Tensor
    o: Tensor
    ci: Tensor
    co: Tensor
    h: Tensor


def lstm_block_cell(
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
    name: str | None = None,
) -> LSTMBlockCellOutputs:
    """LSTMBlockCell(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T) -> (i: T, cs: T, f: T, o: T, ci:
    T, co: T, h: T).

    T is one of float16, float32.
    """
    return LSTMBlockCellOutputs(*grouped(apply_op(
        "LSTMBlockCell",
        [x, cs_prev, h_prev, w, wci, wcf, wco, b],
        {"forget_bias": forget_bias, "cell_clip": cell_clip, "use_peephole": use_peephole},
        name,
    )))


class LSTMBlockCellGradOutputs(NamedTuple):
    """The outputs of LSTMBlockCellGrad."""

    cs_prev_grad: Tensor
    dicfo: Tensor
    wci_grad: Tensor
    wcf_grad: Tensor
    wco_grad: Tensor


def lstm_block_cell_grad(
    x: TensorLike,
    cs_prev: TensorLike,
    h_prev: TensorLike,
    w: TensorLike,
    wci: TensorLike,
    wcf: TensorLike,
    wco: TensorLike,
    b: TensorLike,
    i: TensorLike,
    cs: TensorLike,
    f: TensorLike,
    o: TensorLike,
    ci: TensorLike,
    co: TensorLike,
    cs_grad: TensorLike,
    h_grad: TensorLike,
    *,
    use_peephole: bool,
    name: str | None = None,
) -> LSTMBlockCellGradOutputs:
    """LSTMBlockCellGrad(x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci:
    T, co: T, cs_grad: T, h_grad: T) -> (cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T).

    T is one of float16, float32.
    """
    return LSTMBlockCellGradOutputs(*grouped(apply_op(
        "LSTMBlockCellGrad",
        [x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, cs_grad, h_grad],
        {"use_peephole": use_peephole},
        name,
    )))


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


def relu(features: TensorLike, name: str | None = None) -> Tensor:
    """Replaces negative elements by 0: the rectified linear unit.

    Relu(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, qint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("Relu", [features], {}, name).outputs[0]


def relu6(features: TensorLike, name: str | None = None) -> Tensor:
    """Limits each element to the range from 0 to 6.

    Relu6(features: T) -> (activations: T).
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
    """Computes the scaled exponential linear unit, which keeps mean and variance of deep networks.

    Selu(features: T) -> (activations: T).
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
    """Computes log(1 + exp(x)) of each element, a smooth rectifier.

    Softplus(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Softplus", [features], {}, name).outputs[0]


def softplus_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """SoftplusGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("SoftplusGrad", [gradients, features], {}, name).outputs[0]


def softsign(features: TensorLike, name: str | None = None) -> Tensor:
    """Computes x / (1 + |x|) of each element.

    Softsign(features: T) -> (activations: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("Softsign", [features], {}, name).outputs[0]


def softsign_grad(gradients: TensorLike, features: TensorLike, name: str | None = None) -> Tensor:
    """SoftsignGrad(gradients: T, features: T) -> (backprops: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("SoftsignGrad", [gradients, features], {}, name).outputs[0]


def space_to_batch(input: TensorLike, paddings: TensorLike, *, block_size: int, name: str | None = None) -> Tensor:
    """SpaceToBatch(input: T, paddings: Tpaddings) -> (output: T).

    Tpaddings is one of int32, int64.
    """
    return apply_op("SpaceToBatch", [input, paddings], {"block_size": block_size}, name).outputs[0]


def space_to_batch_nd(
    input: TensorLike,
    block_shape: TensorLike,
    paddings: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Pads the spatial dimensions, and moves blocks of them into the batch dimension.

    SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> (output: T).
    Tblock_shape is one of int32, int64.
    Tpaddings is one of int32, int64.
    """
    return apply_op("SpaceToBatchND", [input, block_shape, paddings], {}, name).outputs[0]


def space_to_depth(
    input: TensorLike,
    *,
    block_size: int,
    data_format: str | bytes = "NHWC",
    name: str | None = None,
) -> Tensor:
    """SpaceToDepth(input: T) -> (output: T)."""
    return apply_op("SpaceToDepth", [input], {"block_size": block_size, "data_format": data_format}, name).outputs[0]


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
