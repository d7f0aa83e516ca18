# Generated from aioflow/ops/definitions/quantization_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.quantization_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


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
