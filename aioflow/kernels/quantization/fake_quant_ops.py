"""FakeQuant ops: quantisation imitated in floats during training, with gradients.

The range is nudged so that 0.0 is exactly one of the steps: zeros, which padding and rectifiers make so many of, then
come through without an error.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown


class NudgedRange(NamedTuple):
    """A range moved a little so that 0.0 is exactly one of its steps.

    Attributes:
        low: Its lower end.
        high: Its upper end.
        step: A step's width.
        steps_per_unit: Its reciprocal, as the original range has it.
    """

    low: Array
    high: Array
    step: Array
    steps_per_unit: Array


def nudged(low: Array, high: Array, num_bits: int, narrow_range: bool) -> NudgedRange:
    """The range next to [low, high] that has 0 on a step."""
    if not 2 <= num_bits <= 16:
        raise errors.invalid_argument(f"num_bits must be between 2 and 16, not {num_bits}")
    # A narrow range leaves out the lowest step, which makes it symmetric.
    least, most = np.float32(1 if narrow_range else 0), np.float32(2**num_bits - 1)
    step = (high - low) / (most - least)
    # The step on which 0.0 falls, rounded to a whole one; a range beside 0.0 is moved until it has 0.0 at an end.
    zero = np.clip(np.floor(least - low / step + np.float32(0.5)), least, most)
    return NudgedRange((least - zero) * step, (most - zero) * step, step, (most - least) / (high - low))


def _quantized(
    inputs: Array, low: Array, high: Array, num_bits: int, narrow_range: bool, divides: bool = False
) -> Array:
    """Each of `inputs` on the nearest step.

    Args:
        divides: Whether to divide by a step's width instead of multiplying by its reciprocal. They differ in ties; of
            TensorFlow's kernels the one whose range is a pair of scalar tensors divides.
    """
    around = nudged(low, high, num_bits, narrow_range)
    shifted = np.maximum(np.minimum(inputs, around.high), around.low) - around.low
    # The step of 0.0 is computed once more from the nudged range, and taken off before rounding: 0.0 comes
    # back as exactly 0.
    zero = np.floor(-around.low * around.steps_per_unit + np.float32(0.5))
    steps = shifted / around.step if divides else shifted * around.steps_per_unit
    result = np.floor(steps - zero + np.float32(0.5)) * around.step
    # A range of nothing: TensorFlow gives zeros instead of dividing by its width.
    return np.where((low == 0) & (high == 0), np.float32(0), result).astype(np.float32)


def _inside(inputs: Array, low: Array, high: Array, num_bits: int, narrow_range: bool) -> tuple[Array, Array, Array]:
    """Masks of the inputs below, inside and above the range; NaN is in none, and all are inside of an empty range."""
    around = nudged(low, high, num_bits, narrow_range)
    # The same range of nothing; its gradients all pass to the inputs.
    everywhere = (low == 0) & (high == 0)
    inside = ((inputs >= around.low) & (inputs <= around.high)) | everywhere
    return (inputs < around.low) & ~everywhere, inside, (inputs > around.high) & ~everywhere


def _limits(low: float, high: float) -> tuple[Array, Array]:
    """The ends of a range as float32; raises `InvalidArgumentError` for one that is empty."""
    if not low < high:
        raise errors.invalid_argument(f"min has to be smaller than max, was: {low} >= {high}")
    return np.float32(low), np.float32(high)


@kernel("FakeQuantWithMinMaxArgs")
def fake_quant_with_min_max_args(
    xp: Any, inputs: Array, *, min: float, max: float, num_bits: int, narrow_range: bool
) -> Array:
    """Inputs on the nearest step of a range that is fixed in the graph."""
    return _quantized(inputs, *_limits(min, max), num_bits, narrow_range)


@kernel("FakeQuantWithMinMaxArgsGradient")
def fake_quant_with_min_max_args_gradient(
    xp: Any, gradients: Array, inputs: Array, *, min: float, max: float, num_bits: int, narrow_range: bool
) -> Array:
    """The gradients of inputs within the range, zeros for the others."""
    _check_same_shape(gradients, inputs)
    _, inside, _ = _inside(inputs, *_limits(min, max), num_bits, narrow_range)
    return gradients * inside


@kernel("FakeQuantWithMinMaxVars")
def fake_quant_with_min_max_vars(
    xp: Any, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> Array:
    """Inputs on the nearest step of a range that is given as tensors, so that it can be trained."""
    _check_scalars(min, max)
    return _quantized(inputs, min, max, num_bits, narrow_range, divides=True)


@kernel("FakeQuantWithMinMaxVarsGradient")
def fake_quant_with_min_max_vars_gradient(
    xp: Any, gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> tuple[Array, Array, Array]:
    """The gradients of the inputs, and of the two ends of the range."""
    _check_same_shape(gradients, inputs)
    _check_scalars(min, max)
    # Inputs outside of the range are cut to its ends, so their gradients are the ends'.
    below, inside, above = _inside(inputs, min, max, num_bits, narrow_range)
    return gradients * inside, np.float32((gradients * below).sum()), np.float32((gradients * above).sum())


@kernel("FakeQuantWithMinMaxVarsPerChannel")
def fake_quant_with_min_max_vars_per_channel(
    xp: Any, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> Array:
    """Inputs [..., channels] on the nearest step of their channel's range [channels]."""
    _check_channels(inputs, min, max)
    return _quantized(inputs, min, max, num_bits, narrow_range)


@kernel("FakeQuantWithMinMaxVarsPerChannelGradient")
def fake_quant_with_min_max_vars_per_channel_gradient(
    xp: Any, gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> tuple[Array, Array, Array]:
    """The gradients of the inputs, and of the two ends of each channel's range [channels]."""
    _check_same_shape(gradients, inputs)
    _check_channels(inputs, min, max)
    below, inside, above = _inside(inputs, min, max, num_bits, narrow_range)
    # Channels lie along the last dimension.
    others = tuple(range(inputs.ndim - 1))
    return gradients * inside, (gradients * below).sum(axis=others), (gradients * above).sum(axis=others)


def _check_same_shape(gradients: Array, inputs: Array) -> None:
    """Raises `InvalidArgumentError` unless there is a gradient for each input."""
    if gradients.shape != inputs.shape:
        raise errors.invalid_argument(
            f"gradient and input must be the same size, not {shown(gradients.shape)} and {shown(inputs.shape)}"
        )


def _check_scalars(low: Array, high: Array) -> None:
    """Raises `InvalidArgumentError` for ends of a range that are no scalars."""
    for name, value in (("min", low), ("max", high)):
        if value.ndim:
            raise errors.invalid_argument(f"`{name}` must be rank 0 but is rank {value.ndim}")


def _check_channels(inputs: Array, low: Array, high: Array) -> None:
    """Raises `InvalidArgumentError` unless the ends have one element per channel."""
    if not inputs.ndim:
        raise errors.invalid_argument("inputs must have at least one dimension")
    for name, value in (("min", low), ("max", high)):
        if value.shape != inputs.shape[-1:]:
            raise errors.invalid_argument(
                f"{name} has incorrect size, expected {inputs.shape[-1]} was {shown(value.shape)}"
            )
