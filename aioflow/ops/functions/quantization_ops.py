"""tf.quantize, tf.dequantize, tf.fake_quant_with_min_max_vars, ...: numbers of few bits."""
from __future__ import annotations

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike
from aioflow.ops.generated import quantization as gen
from aioflow.ops.generated.quantization import quantized_concat

__all__ = [
    "dequantize", "fake_quant_with_min_max_args", "fake_quant_with_min_max_args_gradient",
    "fake_quant_with_min_max_vars", "fake_quant_with_min_max_vars_gradient",
    "fake_quant_with_min_max_vars_per_channel", "fake_quant_with_min_max_vars_per_channel_gradient", "quantize",
    "quantize_v2", "quantized_concat",
]  # fmt: skip


# ---- quantised dtypes
def quantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> gen.QuantizeV2Outputs:
    """Floating-point numbers as numbers of few bits.

    Args:
        input: float32, any shape.
        min_range: What the least quantised number stands for, []; or [channels], one for each channel.
        max_range: What the greatest stands for, likewise.
        T: qint8, quint8, qint32, qint16 or quint16.
        mode: "MIN_COMBINED", "MIN_FIRST" or "SCALED".
        round_mode: "HALF_AWAY_FROM_ZERO" or, for mode "SCALED", "HALF_TO_EVEN".
        name: The node's name.
        narrow_range: Whether the least signed number is left out.
        axis: The dimension of the channels; None for one range.
        ensure_minimum_range: The range is widened to at least this part of its size.

    Returns:
        The quantised numbers, and the range [] (or [channels]) that was taken.
    """
    # The public default None is -1 in the op, which means one range for the whole tensor.
    return gen.quantize_v2(
        input, min_range, max_range, T=T, mode=mode, round_mode=round_mode, name=name, narrow_range=narrow_range,
        axis=-1 if axis is None else axis, ensure_minimum_range=ensure_minimum_range,
    )  # fmt: skip


def quantize_v2(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> gen.QuantizeV2Outputs:
    """The older name of `quantize`, whose arguments it has in another order."""
    return quantize(
        input, min_range, max_range, T, mode, round_mode, name, narrow_range, axis, ensure_minimum_range
    )


def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: DTypeLike = dtypes.float32,
) -> Tensor:
    """Floating-point numbers of `dtype` (float32 or bfloat16) of quantised ones; see `quantize`."""
    return gen.dequantize(
        input, min_range, max_range, mode=mode, name=name, axis=-1 if axis is None else axis,
        narrow_range=narrow_range, dtype=dtype,
    )  # fmt: skip


# ---- there and back
def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """Floating-point numbers, rounded to those that `num_bits` bits can tell apart.

    Args:
        input: float32, float64, float16 or bfloat16, any shape.
        input_min: Least number, []; or [channels], one for each channel.
        input_max: Greatest number, likewise.
        signed_input: Whether negative numbers may occur.
        num_bits: The number of bits.
        range_given: Whether the range is that of `input_min` and `input_max` instead of that of the numbers.
        round_mode: "HALF_TO_EVEN" or "HALF_UP".
        name: The node's name.
        narrow_range: Whether the least signed number is left out.
        axis: The dimension of the channels; None for one range.
    """
    return gen.quantize_and_dequantize_v2(
        input, input_min, input_max, signed_input=signed_input, num_bits=num_bits, range_given=range_given,
        round_mode=round_mode, narrow_range=narrow_range, axis=-1 if axis is None else axis, name=name,
    )  # fmt: skip


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """The same as `quantize_and_dequantize` by an op whose gradient is zero outside of the range."""
    return gen.quantize_and_dequantize_v4(
        input, input_min, input_max, signed_input=signed_input, num_bits=num_bits, range_given=range_given,
        round_mode=round_mode, narrow_range=narrow_range, axis=-1 if axis is None else axis, name=name,
    )  # fmt: skip


# ---- as if quantised
def fake_quant_with_min_max_args(
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """float32 numbers rounded to those that `num_bits` bits can tell apart between `min` and `max`."""
    return gen.fake_quant_with_min_max_args(
        inputs, min=min, max=max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


def fake_quant_with_min_max_args_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: float = -6,
    max: float = 6,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The gradient of `fake_quant_with_min_max_args`: `gradients` where `inputs` are within the range, else zero."""
    return gen.fake_quant_with_min_max_args_gradient(
        gradients, inputs, min=min, max=max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


def fake_quant_with_min_max_vars(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The same as `fake_quant_with_min_max_args` with a range of tensors []."""
    return gen.fake_quant_with_min_max_vars(inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name)


def fake_quant_with_min_max_vars_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> gen.FakeQuantWithMinMaxVarsGradientOutputs:
    """The gradients of `fake_quant_with_min_max_vars` by its inputs, `min` [] and `max` []."""
    return gen.fake_quant_with_min_max_vars_gradient(
        gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


def fake_quant_with_min_max_vars_per_channel(
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:
    """The same as `fake_quant_with_min_max_vars` for inputs [..., channels] with ranges [channels]."""
    return gen.fake_quant_with_min_max_vars_per_channel(
        inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: TensorLike,
    inputs: TensorLike,
    min: TensorLike,
    max: TensorLike,
    num_bits: int = 8,
    narrow_range: bool = False,
    name: str | None = None,
) -> gen.FakeQuantWithMinMaxVarsPerChannelGradientOutputs:
    """The gradients of `fake_quant_with_min_max_vars_per_channel` by its inputs, `min` and `max` [channels]."""
    return gen.fake_quant_with_min_max_vars_per_channel_gradient(
        gradients, inputs, min, max, num_bits=num_bits, narrow_range=narrow_range, name=name
    )
