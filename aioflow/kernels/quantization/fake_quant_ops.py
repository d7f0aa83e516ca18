"""FakeQuant ops: quantisation imitated in floats during training, with gradients."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.framework.kernels.kernel import kernel
from aioflow.kernels.arrays import Array, shown


class NudgedRange(NamedTuple):
    """A range moved a little so that 0 is exactly one of the steps: its ends, a step's width and steps per unit."""

    low: Array
    high: Array
    step: Array
    steps_per_unit: Array


def nudged(low: Array, high: Array, num_bits: int, narrow_range: bool) -> NudgedRange:
    """The range next to [low, high] that has 0 on a step."""
    if not 2 <= num_bits <= 16:
        raise errors.invalid_argument(f"num_bits must be between 2 and 16, not {num_bits}")
    least, most = np.float32(1 if narrow_range else 0), np.float32(2**num_bits - 1)
    step = (high - low) / (most - least)
    zero = np.clip(np.floor(least - low / step + np.float32(0.5)), least, most)
    return NudgedRange((least - zero) * step, (most - zero) * step, step, (most - least) / (high - low))


def _quantized(
    inputs: Array, low: Array, high: Array, num_bits: int, narrow_range: bool, divides: bool = False
) -> Array:
    """Each of `inputs` on the nearest step; `divides` by a step's width, which differs in ties from multiplying."""
    around = nudged(low, high, num_bits, narrow_range)
    shifted = np.maximum(np.minimum(inputs, around.high), around.low) - around.low
    zero = np.floor(-around.low * around.steps_per_unit + np.float32(0.5))
    steps = shifted / around.step if divides else shifted * around.steps_per_unit
    result = np.floor(steps - zero + np.float32(0.5)) * around.step
    return np.where((low == 0) & (high == 0), np.float32(0), result).astype(np.float32)


def _inside(inputs: Array, low: Array, high: Array, num_bits: int, narrow_range: bool) -> tuple[Array, Array, Array]:
    """Where inputs lie below, inside and above the range, NaN nowhere; all inside where it is empty."""
    around = nudged(low, high, num_bits, narrow_range)
    everywhere = (low == 0) & (high == 0)
    inside = ((inputs >= around.low) & (inputs <= around.high)) | everywhere
    return (inputs < around.low) & ~everywhere, inside, (inputs > around.high) & ~everywhere


def _limits(low: float, high: float) -> tuple[Array, Array]:
    if not low < high:
        raise errors.invalid_argument(f"min has to be smaller than max, was: {low} >= {high}")
    return np.float32(low), np.float32(high)


@kernel("FakeQuantWithMinMaxArgs")
def fake_quant_with_min_max_args(
    xp: Any, inputs: Array, *, min: float, max: float, num_bits: int, narrow_range: bool
) -> Array:
    return _quantized(inputs, *_limits(min, max), num_bits, narrow_range)


@kernel("FakeQuantWithMinMaxArgsGradient")
def fake_quant_with_min_max_args_gradient(
    xp: Any, gradients: Array, inputs: Array, *, min: float, max: float, num_bits: int, narrow_range: bool
) -> Array:
    _check_same_shape(gradients, inputs)
    _, inside, _ = _inside(inputs, *_limits(min, max), num_bits, narrow_range)
    return gradients * inside


@kernel("FakeQuantWithMinMaxVars")
def fake_quant_with_min_max_vars(
    xp: Any, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> Array:
    _check_scalars(min, max)
    return _quantized(inputs, min, max, num_bits, narrow_range, divides=True)


@kernel("FakeQuantWithMinMaxVarsGradient")
def fake_quant_with_min_max_vars_gradient(
    xp: Any, gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> tuple[Array, Array, Array]:
    _check_same_shape(gradients, inputs)
    _check_scalars(min, max)
    below, inside, above = _inside(inputs, min, max, num_bits, narrow_range)
    return gradients * inside, np.float32((gradients * below).sum()), np.float32((gradients * above).sum())


@kernel("FakeQuantWithMinMaxVarsPerChannel")
def fake_quant_with_min_max_vars_per_channel(
    xp: Any, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> Array:
    _check_channels(inputs, min, max)
    return _quantized(inputs, min, max, num_bits, narrow_range)


@kernel("FakeQuantWithMinMaxVarsPerChannelGradient")
def fake_quant_with_min_max_vars_per_channel_gradient(
    xp: Any, gradients: Array, inputs: Array, min: Array, max: Array, *, num_bits: int, narrow_range: bool
) -> tuple[Array, Array, Array]:
    _check_same_shape(gradients, inputs)
    _check_channels(inputs, min, max)
    below, inside, above = _inside(inputs, min, max, num_bits, narrow_range)
    others = tuple(range(inputs.ndim - 1))
    return gradients * inside, (gradients * below).sum(axis=others), (gradients * above).sum(axis=others)


def _check_same_shape(gradients: Array, inputs: Array) -> None:
    if gradients.shape != inputs.shape:
        raise errors.invalid_argument(
            f"gradient and input must be the same size, not {shown(gradients.shape)} and {shown(inputs.shape)}"
        )


def _check_scalars(low: Array, high: Array) -> None:
    for name, value in (("min", low), ("max", high)):
        if value.ndim:
            raise errors.invalid_argument(f"`{name}` must be rank 0 but is rank {value.ndim}")


def _check_channels(inputs: Array, low: Array, high: Array) -> None:
    if not inputs.ndim:
        raise errors.invalid_argument("inputs must have at least one dimension")
    for name, value in (("min", low), ("max", high)):
        if value.shape != inputs.shape[-1:]:
            raise errors.invalid_argument(
                f"{name} has incorrect size, expected {inputs.shape[-1]} was {shown(value.shape)}"
            )
