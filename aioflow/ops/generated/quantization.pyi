# Generated from protos/ops/quantization.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def dequantize(
    input: TensorLike, min_range: TensorLike, max_range: TensorLike, *, mode: str | bytes = "MIN_COMBINED",
    narrow_range: bool = False, axis: int = -1, dtype: DTypeLike = dtypes.float32, name: str | None = None,
) -> Tensor: ...


def fake_quant_with_min_max_args(
    inputs: TensorLike, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Tensor: ...


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike, inputs: TensorLike, *, min: float = -6.0, max: float = 6.0, num_bits: int = 8,
    narrow_range: bool = False, name: str | None = None,
) -> Tensor: ...


def fake_quant_with_min_max_vars(
    inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Tensor: ...


class FakeQuantWithMinMaxVarsGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike, inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8,
    narrow_range: bool = False, name: str | None = None,
) -> FakeQuantWithMinMaxVarsGradientOutputs: ...


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Tensor: ...


class FakeQuantWithMinMaxVarsPerChannelGradientOutputs(NamedTuple):
    """The outputs of FakeQuantWithMinMaxVarsPerChannelGradient."""

    backprops_wrt_input: Tensor
    backprop_wrt_min: Tensor
    backprop_wrt_max: Tensor


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike, inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8,
    narrow_range: bool = False, name: str | None = None,
) -> FakeQuantWithMinMaxVarsPerChannelGradientOutputs: ...


def quantize_and_dequantize(
    input: TensorLike, *, signed_input: bool = True, num_bits: int = 8, range_given: bool = False,
    input_min: float = 0.0, input_max: float = 0.0, name: str | None = None,
) -> Tensor: ...


def quantize_and_dequantize_v2(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, signed_input: bool = True, num_bits: int = 8,
    range_given: bool = False, round_mode: str | bytes = "HALF_TO_EVEN", narrow_range: bool = False, axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def quantize_and_dequantize_v3(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, num_bits: TensorLike, *,
    signed_input: bool = True, range_given: bool = True, narrow_range: bool = False, axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def quantize_and_dequantize_v4(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, signed_input: bool = True, num_bits: int = 8,
    range_given: bool = False, round_mode: str | bytes = "HALF_TO_EVEN", narrow_range: bool = False, axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


class QuantizeAndDequantizeV4GradOutputs(NamedTuple):
    """The outputs of QuantizeAndDequantizeV4Grad."""

    input_backprop: Tensor
    input_min_backprop: Tensor
    input_max_backprop: Tensor


def quantize_and_dequantize_v4_grad(
    gradients: TensorLike, input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, axis: int = -1,
    name: str | None = None,
) -> QuantizeAndDequantizeV4GradOutputs: ...


class QuantizeDownAndShrinkRangeOutputs(NamedTuple):
    """The outputs of QuantizeDownAndShrinkRange."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantize_down_and_shrink_range(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, out_type: DTypeLike, name: str | None = None,
) -> QuantizeDownAndShrinkRangeOutputs: ...


class QuantizeV2Outputs(NamedTuple):
    """The outputs of QuantizeV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantize_v2(
    input: TensorLike, min_range: TensorLike, max_range: TensorLike, *, T: DTypeLike,
    mode: str | bytes = "MIN_COMBINED", round_mode: str | bytes = "HALF_AWAY_FROM_ZERO", narrow_range: bool = False,
    axis: int = -1, ensure_minimum_range: float = 0.009999999776482582, name: str | None = None,
) -> QuantizeV2Outputs: ...


class QuantizedAddOutputs(NamedTuple):
    """The outputs of QuantizedAdd."""

    z: Tensor
    min_z: Tensor
    max_z: Tensor


def quantized_add(
    x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike, max_y: TensorLike, *,
    Toutput: DTypeLike = dtypes.qint32, name: str | None = None,
) -> QuantizedAddOutputs: ...


class QuantizedAvgPoolOutputs(NamedTuple):
    """The outputs of QuantizedAvgPool."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_avg_pool(
    input: TensorLike, min_input: TensorLike, max_input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int],
    padding: str | bytes, name: str | None = None,
) -> QuantizedAvgPoolOutputs: ...


class QuantizedBatchNormWithGlobalNormalizationOutputs(NamedTuple):
    """The outputs of QuantizedBatchNormWithGlobalNormalization."""

    result: Tensor
    result_min: Tensor
    result_max: Tensor


def quantized_batch_norm_with_global_normalization(
    t: TensorLike, t_min: TensorLike, t_max: TensorLike, m: TensorLike, m_min: TensorLike, m_max: TensorLike,
    v: TensorLike, v_min: TensorLike, v_max: TensorLike, beta: TensorLike, beta_min: TensorLike,
    beta_max: TensorLike, gamma: TensorLike, gamma_min: TensorLike, gamma_max: TensorLike, *, out_type: DTypeLike,
    variance_epsilon: float, scale_after_normalization: bool, name: str | None = None,
) -> QuantizedBatchNormWithGlobalNormalizationOutputs: ...


class QuantizedBiasAddOutputs(NamedTuple):
    """The outputs of QuantizedBiasAdd."""

    output: Tensor
    min_out: Tensor
    max_out: Tensor


def quantized_bias_add(
    input: TensorLike, bias: TensorLike, min_input: TensorLike, max_input: TensorLike, min_bias: TensorLike,
    max_bias: TensorLike, *, out_type: DTypeLike, name: str | None = None,
) -> QuantizedBiasAddOutputs: ...


class QuantizedConcatOutputs(NamedTuple):
    """The outputs of QuantizedConcat."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat(
    concat_dim: TensorLike, values: Sequence[TensorLike], input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike], name: str | None = None,
) -> QuantizedConcatOutputs:
    """Joins quantized tensors along a dimension and scales them to the range of all.

    QuantizedConcat(concat_dim: int32, values: N * T, input_mins: N * float32, input_maxes: N * float32) -> (output:
    T, output_min: float32, output_max: float32).
    """


class QuantizedConcatV2Outputs(NamedTuple):
    """The outputs of QuantizedConcatV2."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_concat_v2(
    values: Sequence[TensorLike], axis: TensorLike, input_mins: Sequence[TensorLike],
    input_maxes: Sequence[TensorLike], name: str | None = None,
) -> QuantizedConcatV2Outputs: ...


class QuantizedConv2DOutputs(NamedTuple):
    """The outputs of QuantizedConv2D."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_conv2d(
    input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike, min_filter: TensorLike,
    max_filter: TensorLike, *, strides: Sequence[int], padding: str | bytes, out_type: DTypeLike = dtypes.qint32,
    dilations: Sequence[int] = (1, 1, 1, 1), name: str | None = None,
) -> QuantizedConv2DOutputs: ...


class QuantizedInstanceNormOutputs(NamedTuple):
    """The outputs of QuantizedInstanceNorm."""

    y: Tensor
    y_min: Tensor
    y_max: Tensor


def quantized_instance_norm(
    x: TensorLike, x_min: TensorLike, x_max: TensorLike, *, output_range_given: bool = False,
    given_y_min: float = 0.0, given_y_max: float = 0.0, variance_epsilon: float = 9.999999747378752e-06,
    min_separation: float = 0.0010000000474974513, name: str | None = None,
) -> QuantizedInstanceNormOutputs: ...


class QuantizedMatMulOutputs(NamedTuple):
    """The outputs of QuantizedMatMul."""

    out: Tensor
    min_out: Tensor
    max_out: Tensor


def quantized_mat_mul(
    a: TensorLike, b: TensorLike, min_a: TensorLike, max_a: TensorLike, min_b: TensorLike, max_b: TensorLike, *,
    Toutput: DTypeLike = dtypes.qint32, transpose_a: bool = False, transpose_b: bool = False,
    Tactivation: DTypeLike = dtypes.quint8, name: str | None = None,
) -> QuantizedMatMulOutputs: ...


class QuantizedMaxPoolOutputs(NamedTuple):
    """The outputs of QuantizedMaxPool."""

    output: Tensor
    min_output: Tensor
    max_output: Tensor


def quantized_max_pool(
    input: TensorLike, min_input: TensorLike, max_input: TensorLike, *, ksize: Sequence[int], strides: Sequence[int],
    padding: str | bytes, name: str | None = None,
) -> QuantizedMaxPoolOutputs: ...


class QuantizedMulOutputs(NamedTuple):
    """The outputs of QuantizedMul."""

    z: Tensor
    min_z: Tensor
    max_z: Tensor


def quantized_mul(
    x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike, max_y: TensorLike, *,
    Toutput: DTypeLike = dtypes.qint32, name: str | None = None,
) -> QuantizedMulOutputs: ...


class QuantizedReluOutputs(NamedTuple):
    """The outputs of QuantizedRelu."""

    activations: Tensor
    min_activations: Tensor
    max_activations: Tensor


def quantized_relu(
    features: TensorLike, min_features: TensorLike, max_features: TensorLike, *, out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> QuantizedReluOutputs: ...


class QuantizedRelu6Outputs(NamedTuple):
    """The outputs of QuantizedRelu6."""

    activations: Tensor
    min_activations: Tensor
    max_activations: Tensor


def quantized_relu6(
    features: TensorLike, min_features: TensorLike, max_features: TensorLike, *, out_type: DTypeLike = dtypes.quint8,
    name: str | None = None,
) -> QuantizedRelu6Outputs: ...


class QuantizedReshapeOutputs(NamedTuple):
    """The outputs of QuantizedReshape."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def quantized_reshape(
    tensor: TensorLike, shape: TensorLike, input_min: TensorLike, input_max: TensorLike, name: str | None = None,
) -> QuantizedReshapeOutputs: ...


class QuantizedResizeBilinearOutputs(NamedTuple):
    """The outputs of QuantizedResizeBilinear."""

    resized_images: Tensor
    out_min: Tensor
    out_max: Tensor


def quantized_resize_bilinear(
    images: TensorLike, size: TensorLike, min: TensorLike, max: TensorLike, *, align_corners: bool = False,
    half_pixel_centers: bool = False, name: str | None = None,
) -> QuantizedResizeBilinearOutputs: ...


class RequantizationRangeOutputs(NamedTuple):
    """The outputs of RequantizationRange."""

    output_min: Tensor
    output_max: Tensor


def requantization_range(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, name: str | None = None,
) -> RequantizationRangeOutputs: ...


class RequantizationRangePerChannelOutputs(NamedTuple):
    """The outputs of RequantizationRangePerChannel."""

    output_min: Tensor
    output_max: Tensor


def requantization_range_per_channel(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, *, clip_value_max: float,
    name: str | None = None,
) -> RequantizationRangePerChannelOutputs: ...


class RequantizeOutputs(NamedTuple):
    """The outputs of Requantize."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def requantize(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, requested_output_min: TensorLike,
    requested_output_max: TensorLike, *, out_type: DTypeLike, name: str | None = None,
) -> RequantizeOutputs: ...


class RequantizePerChannelOutputs(NamedTuple):
    """The outputs of RequantizePerChannel."""

    output: Tensor
    output_min: Tensor
    output_max: Tensor


def requantize_per_channel(
    input: TensorLike, input_min: TensorLike, input_max: TensorLike, requested_output_min: TensorLike,
    requested_output_max: TensorLike, *, out_type: DTypeLike = dtypes.quint8, name: str | None = None,
) -> RequantizePerChannelOutputs: ...


def uniform_dequantize(
    input: TensorLike, scales: TensorLike, zero_points: TensorLike, *, Tout: DTypeLike, quantization_min_val: int,
    quantization_max_val: int, quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...


def uniform_quantize(
    input: TensorLike, scales: TensorLike, zero_points: TensorLike, *, Tout: DTypeLike, quantization_min_val: int,
    quantization_max_val: int, quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...


def uniform_quantized_add(
    lhs: TensorLike, rhs: TensorLike, lhs_scales: TensorLike, lhs_zero_points: TensorLike, rhs_scales: TensorLike,
    rhs_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *,
    lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int,
    rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int,
    lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def uniform_quantized_clip_by_value(
    operand: TensorLike, min: TensorLike, max: TensorLike, scales: TensorLike, zero_points: TensorLike, *,
    quantization_min_val: int, quantization_max_val: int, quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...


def uniform_quantized_convolution(
    lhs: TensorLike, rhs: TensorLike, lhs_scales: TensorLike, lhs_zero_points: TensorLike, rhs_scales: TensorLike,
    rhs_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *, Tout: DTypeLike,
    padding: str | bytes, lhs_quantization_min_val: int, lhs_quantization_max_val: int,
    rhs_quantization_min_val: int, rhs_quantization_max_val: int, output_quantization_min_val: int,
    output_quantization_max_val: int, window_strides: Sequence[int] = (), explicit_padding: Sequence[int] = (),
    lhs_dilation: Sequence[int] = (), rhs_dilation: Sequence[int] = (), batch_group_count: int = 1,
    feature_group_count: int = 1, dimension_numbers: str | bytes = "", lhs_quantization_axis: int = -1,
    rhs_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...


def uniform_quantized_convolution_hybrid(
    lhs: TensorLike, rhs: TensorLike, rhs_scales: TensorLike, rhs_zero_points: TensorLike, *, Tout: DTypeLike,
    padding: str | bytes, rhs_quantization_min_val: int, rhs_quantization_max_val: int,
    window_strides: Sequence[int] = (), explicit_padding: Sequence[int] = (), lhs_dilation: Sequence[int] = (),
    rhs_dilation: Sequence[int] = (), batch_group_count: int = 1, feature_group_count: int = 1,
    dimension_numbers: str | bytes = "", rhs_quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...


def uniform_quantized_dot(
    lhs: TensorLike, rhs: TensorLike, lhs_scales: TensorLike, lhs_zero_points: TensorLike, rhs_scales: TensorLike,
    rhs_zero_points: TensorLike, output_scales: TensorLike, output_zero_points: TensorLike, *, Tout: DTypeLike,
    lhs_quantization_min_val: int, lhs_quantization_max_val: int, rhs_quantization_min_val: int,
    rhs_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int,
    lhs_quantization_axis: int = -1, rhs_quantization_axis: int = -1, output_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def uniform_quantized_dot_hybrid(
    lhs: TensorLike, rhs: TensorLike, rhs_scales: TensorLike, rhs_zero_points: TensorLike, *, Tout: DTypeLike,
    rhs_quantization_min_val: int, rhs_quantization_max_val: int, rhs_quantization_axis: int = -1,
    name: str | None = None,
) -> Tensor: ...


def uniform_requantize(
    input: TensorLike, input_scales: TensorLike, input_zero_points: TensorLike, output_scales: TensorLike,
    output_zero_points: TensorLike, *, Tout: DTypeLike, input_quantization_min_val: int,
    input_quantization_max_val: int, output_quantization_min_val: int, output_quantization_max_val: int,
    input_quantization_axis: int = -1, output_quantization_axis: int = -1, name: str | None = None,
) -> Tensor: ...
