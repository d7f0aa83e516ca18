# Generated from aioflow/ops/definitions/quantization.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.quantization` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    *,
    mode: str | bytes = "MIN_COMBINED",
    narrow_range: bool = False,
    axis: int = -1,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Dequantize(input: T, min_range: float32, max_range: float32) -> (output: dtype).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return apply_op(
        "Dequantize",
        [input, min_range, max_range],
        {"mode": mode, "narrow_range": narrow_range, "axis": axis, "dtype": dtype},
        name,
    ).outputs[0]


def fake_quant_with_min_max_args(
    inputs: TensorLike,
    *,
    min: float = -6.0,
    max: float = 6.0,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxArgs(inputs: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxArgs",
        [inputs],
        {"min": min, "max": max, "num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    *,
    min: float = -6.0,
    max: float = 6.0,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxArgsGradient(gradients: float32, inputs: float32) -> (backprops: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxArgsGradient",
        [gradients, inputs],
        {"min": min, "max": max, "num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxVars(inputs: float32, min: float32, max: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxVars",
        [inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


class FakeQuantWithMinMaxVarsGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsGradientOutputs:
    """FakeQuantWithMinMaxVarsGradient(gradients: float32, inputs: float32, min: float32, max: float32) ->
    (backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32).

    """
    return FakeQuantWithMinMaxVarsGradientOutputs(*grouped(apply_op(
        "FakeQuantWithMinMaxVarsGradient",
        [gradients, inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    )))


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """FakeQuantWithMinMaxVarsPerChannel(inputs: float32, min: float32, max: float32) -> (outputs: float32)."""
    return apply_op(
        "FakeQuantWithMinMaxVarsPerChannel",
        [inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    ).outputs[0]


class FakeQuantWithMinMaxVarsPerChannelGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsPerChannelGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> FakeQuantWithMinMaxVarsPerChannelGradientOutputs:
    """FakeQuantWithMinMaxVarsPerChannelGradient(gradients: float32, inputs: float32, min: float32, max: float32) ->
    (backprops_wrt_input: float32, backprop_wrt_min: float32, backprop_wrt_max: float32).

    """
    return FakeQuantWithMinMaxVarsPerChannelGradientOutputs(*grouped(apply_op(
        "FakeQuantWithMinMaxVarsPerChannelGradient",
        [gradients, inputs, min, max],
        {"num_bits": num_bits, "narrow_range": narrow_range},
        name,
    )))


def quantize_and_dequantize(
    input: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    input_min: float = 0.0,
    input_max: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantize(input: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    Deprecated: Replaced by QuantizeAndDequantizeV2.
    """
    return apply_op(
        "QuantizeAndDequantize",
        [input],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "input_min": input_min,
            "input_max": input_max,
        },
        name,
    ).outputs[0]


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str | bytes = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV2(input: T, input_min: T, input_max: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV2",
        [input, input_min, input_max],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
        },
        name,
    ).outputs[0]


def quantize_and_dequantize_v3(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    num_bits: TensorLike,
    *,
    signed_input: bool = True,
    range_given: bool = True,
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV3(input: T, input_min: T, input_max: T, num_bits: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV3",
        [input, input_min, input_max, num_bits],
        {"signed_input": signed_input, "range_given": range_given, "narrow_range": narrow_range, "axis": axis},
        name,
    ).outputs[0]


def quantize_and_dequantize_v4(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str | bytes = "HALF_TO_EVEN",
    narrow_range: bool = False,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """QuantizeAndDequantizeV4(input: T, input_min: T, input_max: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "QuantizeAndDequantizeV4",
        [input, input_min, input_max],
        {
            "signed_input": signed_input,
            "num_bits": num_bits,
            "range_given": range_given,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
        },
        name,
    ).outputs[0]


class QuantizeAndDequantizeV4GradOutputs(NamedTuple):
    """The outputs of QuantizeAndDequantizeV4Grad."""

    input_backprop: Tensor
    input_min_backprop: Tensor
    input_max_backprop: Tensor


def quantize_and_dequantize_v4_grad(
    gradients: TensorLike,
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    axis: int = -1,
    name: str | None = None,
) -> QuantizeAndDequantizeV4GradOutputs:
    """QuantizeAndDequantizeV4Grad(gradients: T, input: T, input_min: T, input_max: T) -> (input_backprop: T,
    input_min_backprop: T, input_max_backprop: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return QuantizeAndDequantizeV4GradOutputs(*grouped(apply_op(
        "QuantizeAndDequantizeV4Grad",
        [gradients, input, input_min, input_max],
        {"axis": axis},
        name,
    )))


class QuantizeDownAndShrinkRangeOutputs(NamedTuple):
    """The outputs of QuantizeDownAndShrinkRange."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantize_down_and_shrink_range(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    out_type: DTypeLike,
    name: str | None = None,
) -> QuantizeDownAndShrinkRangeOutputs:
    """QuantizeDownAndShrinkRange(input: Tinput, input_min: float32, input_max: float32) -> (output: out_type,
    output_min: float32, output_max: float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizeDownAndShrinkRangeOutputs(*grouped(apply_op(
        "QuantizeDownAndShrinkRange",
        [input, input_min, input_max],
        {"out_type": out_type},
        name,
    )))


class QuantizeV2Outputs(NamedTuple):
    """The outputs of QuantizeV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    *,
    T: DTypeLike,
    mode: str | bytes = "MIN_COMBINED",
    round_mode: str | bytes = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int = -1,
    ensure_minimum_range: float = 0.009999999776482582,
    name: str | None = None,
) -> QuantizeV2Outputs:
    """QuantizeV2(input: float32, min_range: float32, max_range: float32) -> (output: T, output_min: float32,
    output_max: float32).

    """
    return QuantizeV2Outputs(*grouped(apply_op(
        "QuantizeV2",
        [input, min_range, max_range],
        {
            "T": T,
            "mode": mode,
            "round_mode": round_mode,
            "narrow_range": narrow_range,
            "axis": axis,
            "ensure_minimum_range": ensure_minimum_range,
        },
        name,
    )))


class QuantizedAddOutputs(NamedTuple):
    """The outputs of QuantizedAdd."""

    z: Tensor
    min_z: Tensor
    max_z: Tensor


def quantized_add(
    x: TensorLike,
    y: TensorLike,
    min_x: TensorLike,
    max_x: TensorLike,
    min_y: TensorLike,
    max_y: TensorLike,
    *,
    Toutput: DTypeLike = dtypes.qint32,
    name: str | None = None,
) -> QuantizedAddOutputs:
    """QuantizedAdd(x: T1, y: T2, min_x: float32, max_x: float32, min_y: float32, max_y: float32) -> (z: Toutput, min_z:
    float32, max_z: float32).

    T1 is one of qint16, qint32, qint8, quint16, quint8.
    T2 is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedAddOutputs(*grouped(apply_op(
        "QuantizedAdd",
        [x, y, min_x, max_x, min_y, max_y],
        {"Toutput": Toutput},
        name,
    )))


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


class QuantizedConcatOutputs(NamedTuple):
    """The outputs of QuantizedConcat."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat(
    concat_dim: TensorLike,
    values: Sequence[TensorLike],
    input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike],
    name: str | None = None,
) -> QuantizedConcatOutputs:
    """Joins quantized tensors along a dimension and scales them to the range of all.

    QuantizedConcat(concat_dim: int32, values: N * T, input_mins: N * float32, input_maxes: N * float32) -> (output:
    T, output_min: float32, output_max: float32).
    """
    return QuantizedConcatOutputs(*grouped(apply_op(
        "QuantizedConcat",
        [concat_dim, values, input_mins, input_maxes],
        {},
        name,
    )))


class QuantizedConcatV2Outputs(NamedTuple):
    """The outputs of QuantizedConcatV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat_v2(
    values: Sequence[TensorLike],
    axis: TensorLike,
    input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike],
    name: str | None = None,
) -> QuantizedConcatV2Outputs:
    """QuantizedConcatV2(values: N * T, axis: Tidx, input_mins: N * float32, input_maxes: N * float32) -> (output: T,
    output_min: float32, output_max: float32).

    Tidx is one of int32, int64.
    """
    return QuantizedConcatV2Outputs(*grouped(apply_op(
        "QuantizedConcatV2",
        [values, axis, input_mins, input_maxes],
        {},
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


class QuantizedInstanceNormOutputs(NamedTuple):
    """The outputs of QuantizedInstanceNorm."""

    y: Tensor
    y_min: Tensor
    y_max: Tensor


def quantized_instance_norm(
    x: TensorLike,
    x_min: TensorLike,
    x_max: TensorLike,
    *,
    output_range_given: bool = False,
    given_y_min: float = 0.0,
    given_y_max: float = 0.0,
    variance_epsilon: float = 9.999999747378752e-06,
    min_separation: float = 0.0010000000474974513,
    name: str | None = None,
) -> QuantizedInstanceNormOutputs:
    """QuantizedInstanceNorm(x: T, x_min: float32, x_max: float32) -> (y: T, y_min: float32, y_max: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedInstanceNormOutputs(*grouped(apply_op(
        "QuantizedInstanceNorm",
        [x, x_min, x_max],
        {
            "output_range_given": output_range_given,
            "given_y_min": given_y_min,
            "given_y_max": given_y_max,
            "variance_epsilon": variance_epsilon,
            "min_separation": min_separation,
        },
        name,
    )))


class QuantizedMatMulOutputs(NamedTuple):
    """The outputs of QuantizedMatMul."""

    out: Tensor
    min_out: Tensor
    max_out: Tensor


def quantized_mat_mul(
    a: TensorLike,
    b: TensorLike,
    min_a: TensorLike,
    max_a: TensorLike,
    min_b: TensorLike,
    max_b: TensorLike,
    *,
    Toutput: DTypeLike = dtypes.qint32,
    transpose_a: bool = False,
    transpose_b: bool = False,
    Tactivation: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> QuantizedMatMulOutputs:
    """QuantizedMatMul(a: T1, b: T2, min_a: float32, max_a: float32, min_b: float32, max_b: float32) -> (out: Toutput,
    min_out: float32, max_out: float32).

    T1 is one of qint16, qint32, qint8, quint16, quint8.
    T2 is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedMatMulOutputs(*grouped(apply_op(
        "QuantizedMatMul",
        [a, b, min_a, max_a, min_b, max_b],
        {"Toutput": Toutput, "transpose_a": transpose_a, "transpose_b": transpose_b, "Tactivation": Tactivation},
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


class QuantizedMulOutputs(NamedTuple):
    """The outputs of QuantizedMul."""

    z: Tensor
    min_z: Tensor
    max_z: Tensor


def quantized_mul(
    x: TensorLike,
    y: TensorLike,
    min_x: TensorLike,
    max_x: TensorLike,
    min_y: TensorLike,
    max_y: TensorLike,
    *,
    Toutput: DTypeLike = dtypes.qint32,
    name: str | None = None,
) -> QuantizedMulOutputs:
    """QuantizedMul(x: T1, y: T2, min_x: float32, max_x: float32, min_y: float32, max_y: float32) -> (z: Toutput, min_z:
    float32, max_z: float32).

    T1 is one of qint16, qint32, qint8, quint16, quint8.
    T2 is one of qint16, qint32, qint8, quint16, quint8.
    """
    return QuantizedMulOutputs(*grouped(apply_op(
        "QuantizedMul",
        [x, y, min_x, max_x, min_y, max_y],
        {"Toutput": Toutput},
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


class QuantizedReshapeOutputs(NamedTuple):
    """The outputs of QuantizedReshape."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_reshape(
    tensor: TensorLike,
    shape: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    name: str | None = None,
) -> QuantizedReshapeOutputs:
    """QuantizedReshape(tensor: T, shape: Tshape, input_min: float32, input_max: float32) -> (output: T, output_min:
    float32, output_max: float32).

    Tshape is one of int32, int64.
    """
    return QuantizedReshapeOutputs(*grouped(apply_op(
        "QuantizedReshape",
        [tensor, shape, input_min, input_max],
        {},
        name,
    )))


class QuantizedResizeBilinearOutputs(NamedTuple):
    """The outputs of QuantizedResizeBilinear."""

    resized_images: Tensor
    out_min: Tensor
    out_max: Tensor


def quantized_resize_bilinear(
    images: TensorLike,
    size: TensorLike,
    min: TensorLike,
    max: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> QuantizedResizeBilinearOutputs:
    """QuantizedResizeBilinear(images: T, size: int32, min: float32, max: float32) -> (resized_images: T, out_min:
    float32, out_max: float32).

    T is one of float32, qint32, quint8.
    """
    return QuantizedResizeBilinearOutputs(*grouped(apply_op(
        "QuantizedResizeBilinear",
        [images, size, min, max],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    )))


class RequantizationRangeOutputs(NamedTuple):
    """The outputs of RequantizationRange."""

    output_min: Tensor
    output_max: Tensor


def requantization_range(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    name: str | None = None,
) -> RequantizationRangeOutputs:
    """RequantizationRange(input: Tinput, input_min: float32, input_max: float32) -> (output_min: float32, output_max:
    float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return RequantizationRangeOutputs(*grouped(apply_op(
        "RequantizationRange",
        [input, input_min, input_max],
        {},
        name,
    )))


class RequantizationRangePerChannelOutputs(NamedTuple):
    """The outputs of RequantizationRangePerChannel."""

    output_min: Tensor
    output_max: Tensor


def requantization_range_per_channel(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    *,
    clip_value_max: float,
    name: str | None = None,
) -> RequantizationRangePerChannelOutputs:
    """RequantizationRangePerChannel(input: T, input_min: float32, input_max: float32) -> (output_min: float32,
    output_max: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return RequantizationRangePerChannelOutputs(*grouped(apply_op(
        "RequantizationRangePerChannel",
        [input, input_min, input_max],
        {"clip_value_max": clip_value_max},
        name,
    )))


class RequantizeOutputs(NamedTuple):
    """The outputs of Requantize."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def requantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    requested_output_min: TensorLike,
    requested_output_max: TensorLike,
    *,
    out_type: DTypeLike,
    name: str | None = None,
) -> RequantizeOutputs:
    """Requantize(input: Tinput, input_min: float32, input_max: float32, requested_output_min: float32,
    requested_output_max: float32) -> (output: out_type, output_min: float32, output_max: float32).

    Tinput is one of qint16, qint32, qint8, quint16, quint8.
    """
    return RequantizeOutputs(*grouped(apply_op(
        "Requantize",
        [input, input_min, input_max, requested_output_min, requested_output_max],
        {"out_type": out_type},
        name,
    )))


class RequantizePerChannelOutputs(NamedTuple):
    """The outputs of RequantizePerChannel."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def requantize_per_channel(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    requested_output_min: TensorLike,
    requested_output_max: TensorLike,
    *,
    out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> RequantizePerChannelOutputs:
    """RequantizePerChannel(input: T, input_min: float32, input_max: float32, requested_output_min: float32,
    requested_output_max: float32) -> (output: out_type, output_min: float32, output_max: float32).

    T is one of qint16, qint32, qint8, quint16, quint8.
    """
    return RequantizePerChannelOutputs(*grouped(apply_op(
        "RequantizePerChannel",
        [input, input_min, input_max, requested_output_min, requested_output_max],
        {"out_type": out_type},
        name,
    )))


def uniform_dequantize(
    input: TensorLike,
    scales: TensorLike,
    zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    quantization_min_val: int,
    quantization_max_val: int,
    quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformDequantize(input: Tin, scales: float32, zero_points: int32) -> (output: Tout).

    Tin is one of qint32, qint8, quint8.
    """
    return apply_op(
        "UniformDequantize",
        [input, scales, zero_points],
        {
            "Tout": Tout,
            "quantization_min_val": quantization_min_val,
            "quantization_max_val": quantization_max_val,
            "quantization_axis": quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantize(
    input: TensorLike,
    scales: TensorLike,
    zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    quantization_min_val: int,
    quantization_max_val: int,
    quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantize(input: Tin, scales: float32, zero_points: int32) -> (output: Tout).

    Tin is one of float32.
    """
    return apply_op(
        "UniformQuantize",
        [input, scales, zero_points],
        {
            "Tout": Tout,
            "quantization_min_val": quantization_min_val,
            "quantization_max_val": quantization_max_val,
            "quantization_axis": quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_add(
    lhs: TensorLike,
    rhs: TensorLike,
    lhs_scales: TensorLike,
    lhs_zero_points: TensorLike,
    rhs_scales: TensorLike,
    rhs_zero_points: TensorLike,
    output_scales: TensorLike,
    output_zero_points: TensorLike,
    *,
    lhs_quantization_min_val: int,
    lhs_quantization_max_val: int,
    rhs_quantization_min_val: int,
    rhs_quantization_max_val: int,
    output_quantization_min_val: int,
    output_quantization_max_val: int,
    lhs_quantization_axis: int = -1,
    rhs_quantization_axis: int = -1,
    output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedAdd(lhs: T, rhs: T, lhs_scales: float32, lhs_zero_points: int32, rhs_scales: float32,
    rhs_zero_points: int32, output_scales: float32, output_zero_points: int32) -> (output: T).

    T is one of qint32.
    """
    return apply_op(
        "UniformQuantizedAdd",
        [lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points],
        {
            "lhs_quantization_min_val": lhs_quantization_min_val,
            "lhs_quantization_max_val": lhs_quantization_max_val,
            "rhs_quantization_min_val": rhs_quantization_min_val,
            "rhs_quantization_max_val": rhs_quantization_max_val,
            "output_quantization_min_val": output_quantization_min_val,
            "output_quantization_max_val": output_quantization_max_val,
            "lhs_quantization_axis": lhs_quantization_axis,
            "rhs_quantization_axis": rhs_quantization_axis,
            "output_quantization_axis": output_quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_clip_by_value(
    operand: TensorLike,
    min: TensorLike,
    max: TensorLike,
    scales: TensorLike,
    zero_points: TensorLike,
    *,
    quantization_min_val: int,
    quantization_max_val: int,
    quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedClipByValue(operand: T, min: T, max: T, scales: float32, zero_points: int32) -> (output: T).

    T is one of qint32.
    """
    return apply_op(
        "UniformQuantizedClipByValue",
        [operand, min, max, scales, zero_points],
        {
            "quantization_min_val": quantization_min_val,
            "quantization_max_val": quantization_max_val,
            "quantization_axis": quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_convolution(
    lhs: TensorLike,
    rhs: TensorLike,
    lhs_scales: TensorLike,
    lhs_zero_points: TensorLike,
    rhs_scales: TensorLike,
    rhs_zero_points: TensorLike,
    output_scales: TensorLike,
    output_zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    padding: str | bytes,
    lhs_quantization_min_val: int,
    lhs_quantization_max_val: int,
    rhs_quantization_min_val: int,
    rhs_quantization_max_val: int,
    output_quantization_min_val: int,
    output_quantization_max_val: int,
    window_strides: Sequence[int] = (),
    explicit_padding: Sequence[int] = (),
    lhs_dilation: Sequence[int] = (),
    rhs_dilation: Sequence[int] = (),
    batch_group_count: int = 1,
    feature_group_count: int = 1,
    dimension_numbers: str | bytes = "",
    lhs_quantization_axis: int = -1,
    rhs_quantization_axis: int = -1,
    output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedConvolution(lhs: Tin, rhs: Tin, lhs_scales: float32, lhs_zero_points: int32, rhs_scales: float32,
    rhs_zero_points: int32, output_scales: float32, output_zero_points: int32) -> (output: Tout).

    Tin is one of qint8.
    """
    return apply_op(
        "UniformQuantizedConvolution",
        [lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points],
        {
            "Tout": Tout,
            "padding": padding,
            "lhs_quantization_min_val": lhs_quantization_min_val,
            "lhs_quantization_max_val": lhs_quantization_max_val,
            "rhs_quantization_min_val": rhs_quantization_min_val,
            "rhs_quantization_max_val": rhs_quantization_max_val,
            "output_quantization_min_val": output_quantization_min_val,
            "output_quantization_max_val": output_quantization_max_val,
            "window_strides": window_strides,
            "explicit_padding": explicit_padding,
            "lhs_dilation": lhs_dilation,
            "rhs_dilation": rhs_dilation,
            "batch_group_count": batch_group_count,
            "feature_group_count": feature_group_count,
            "dimension_numbers": dimension_numbers,
            "lhs_quantization_axis": lhs_quantization_axis,
            "rhs_quantization_axis": rhs_quantization_axis,
            "output_quantization_axis": output_quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_convolution_hybrid(
    lhs: TensorLike,
    rhs: TensorLike,
    rhs_scales: TensorLike,
    rhs_zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    padding: str | bytes,
    rhs_quantization_min_val: int,
    rhs_quantization_max_val: int,
    window_strides: Sequence[int] = (),
    explicit_padding: Sequence[int] = (),
    lhs_dilation: Sequence[int] = (),
    rhs_dilation: Sequence[int] = (),
    batch_group_count: int = 1,
    feature_group_count: int = 1,
    dimension_numbers: str | bytes = "",
    rhs_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedConvolutionHybrid(lhs: Tlhs, rhs: Trhs, rhs_scales: float32, rhs_zero_points: int32) -> (output:
    Tout).

    Tlhs is one of float32.
    Trhs is one of qint8.
    """
    return apply_op(
        "UniformQuantizedConvolutionHybrid",
        [lhs, rhs, rhs_scales, rhs_zero_points],
        {
            "Tout": Tout,
            "padding": padding,
            "rhs_quantization_min_val": rhs_quantization_min_val,
            "rhs_quantization_max_val": rhs_quantization_max_val,
            "window_strides": window_strides,
            "explicit_padding": explicit_padding,
            "lhs_dilation": lhs_dilation,
            "rhs_dilation": rhs_dilation,
            "batch_group_count": batch_group_count,
            "feature_group_count": feature_group_count,
            "dimension_numbers": dimension_numbers,
            "rhs_quantization_axis": rhs_quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_dot(
    lhs: TensorLike,
    rhs: TensorLike,
    lhs_scales: TensorLike,
    lhs_zero_points: TensorLike,
    rhs_scales: TensorLike,
    rhs_zero_points: TensorLike,
    output_scales: TensorLike,
    output_zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    lhs_quantization_min_val: int,
    lhs_quantization_max_val: int,
    rhs_quantization_min_val: int,
    rhs_quantization_max_val: int,
    output_quantization_min_val: int,
    output_quantization_max_val: int,
    lhs_quantization_axis: int = -1,
    rhs_quantization_axis: int = -1,
    output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedDot(lhs: Tin, rhs: Tin, lhs_scales: float32, lhs_zero_points: int32, rhs_scales: float32,
    rhs_zero_points: int32, output_scales: float32, output_zero_points: int32) -> (output: Tout).

    Tin is one of qint8.
    """
    return apply_op(
        "UniformQuantizedDot",
        [lhs, rhs, lhs_scales, lhs_zero_points, rhs_scales, rhs_zero_points, output_scales, output_zero_points],
        {
            "Tout": Tout,
            "lhs_quantization_min_val": lhs_quantization_min_val,
            "lhs_quantization_max_val": lhs_quantization_max_val,
            "rhs_quantization_min_val": rhs_quantization_min_val,
            "rhs_quantization_max_val": rhs_quantization_max_val,
            "output_quantization_min_val": output_quantization_min_val,
            "output_quantization_max_val": output_quantization_max_val,
            "lhs_quantization_axis": lhs_quantization_axis,
            "rhs_quantization_axis": rhs_quantization_axis,
            "output_quantization_axis": output_quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_quantized_dot_hybrid(
    lhs: TensorLike,
    rhs: TensorLike,
    rhs_scales: TensorLike,
    rhs_zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    rhs_quantization_min_val: int,
    rhs_quantization_max_val: int,
    rhs_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformQuantizedDotHybrid(lhs: Tlhs, rhs: Trhs, rhs_scales: float32, rhs_zero_points: int32) -> (output: Tout).

    Tlhs is one of float32.
    Trhs is one of qint8.
    """
    return apply_op(
        "UniformQuantizedDotHybrid",
        [lhs, rhs, rhs_scales, rhs_zero_points],
        {
            "Tout": Tout,
            "rhs_quantization_min_val": rhs_quantization_min_val,
            "rhs_quantization_max_val": rhs_quantization_max_val,
            "rhs_quantization_axis": rhs_quantization_axis,
        },
        name,
    ).outputs[0]


def uniform_requantize(
    input: TensorLike,
    input_scales: TensorLike,
    input_zero_points: TensorLike,
    output_scales: TensorLike,
    output_zero_points: TensorLike,
    *,
    Tout: DTypeLike,
    input_quantization_min_val: int,
    input_quantization_max_val: int,
    output_quantization_min_val: int,
    output_quantization_max_val: int,
    input_quantization_axis: int = -1,
    output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """UniformRequantize(input: Tin, input_scales: float32, input_zero_points: int32, output_scales: float32,
    output_zero_points: int32) -> (output: Tout).

    Tin is one of qint32, qint8.
    """
    return apply_op(
        "UniformRequantize",
        [input, input_scales, input_zero_points, output_scales, output_zero_points],
        {
            "Tout": Tout,
            "input_quantization_min_val": input_quantization_min_val,
            "input_quantization_max_val": input_quantization_max_val,
            "output_quantization_min_val": output_quantization_min_val,
            "output_quantization_max_val": output_quantization_max_val,
            "input_quantization_axis": input_quantization_axis,
            "output_quantization_axis": output_quantization_axis,
        },
        name,
    ).outputs[0]
