"""Borders around arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.new_arrays import filled, zeros

Paddings = list[tuple[int, int]]  # elements before and after, per dimension


@kernel("Pad")
def pad(xp: Any, input: Array, paddings: Array) -> Array:
    """`input` with `paddings[d]` zeros before and after it along each axis d."""
    return _pad(xp, input, paddings, zeros(xp, (), input.dtype))


@kernel("PadV2")
def pad_v2(xp: Any, input: Array, paddings: Array, constant_values: Array) -> Array:
    """As Pad, with `constant_values` [] in place of zeros.

    Raises:
        InvalidArgumentError: `paddings` [rank, 2] does not fit `input`, or one of them is negative.
        ResourceExhaustedError: There is no memory for the result.
    """
    if constant_values.ndim:
        raise errors.invalid_argument(f"constant_values must be a scalar. Found: {shown(constant_values.shape)}")
    return _pad(xp, input, paddings, constant_values)


def _pad(xp: Any, input: Array, paddings: Array, value: Array) -> Array:
    """`input` with `paddings[d]` times `value` before and after it along each axis d."""
    pairs = _checked_paddings(input, paddings)
    if not any(map(any, pairs)):
        return input
    sizes = zip(pairs, input.shape, strict=True)
    dims = tuple(before + size + after for (before, after), size in sizes)
    # np.pad would fill each border on its own, in Python.
    result = filled(xp, dims, value, input.dtype)
    result[_inside(pairs, input.shape)] = input
    return result


def _checked_paddings(input: Array, paddings: Array) -> Paddings:
    """The paddings as pairs; `InvalidArgumentError` unless there is a pair of sizes for each axis."""
    if paddings.ndim != 2 or paddings.shape[1] != 2:
        raise errors.invalid_argument(f"paddings must be a matrix with 2 columns: {shown(paddings.shape)}")
    if paddings.shape[0] != input.ndim:
        raise errors.invalid_argument(
            f"The first dimension of paddings must be the rank of inputs: paddings {shown(paddings.shape)}, "
            f"inputs {shown(input.shape)}"
        )
    pairs: Paddings = [(before, after) for before, after in paddings.tolist()]
    for before, after in pairs:
        if before < 0 or after < 0:
            raise errors.invalid_argument(f"Paddings must be non-negative: {before} {after}")
    return pairs


def _inside(pairs: Paddings, sizes: tuple[int, ...]) -> tuple[slice, ...]:
    return tuple(slice(before, before + size) for (before, _), size in zip(pairs, sizes, strict=True))


@kernel("MirrorPad")
def mirror_pad(xp: Any, input: Array, paddings: Array, *, mode: bytes) -> Array:
    """`input` with borders that mirror it; REFLECT leaves out the edge itself, SYMMETRIC repeats it."""
    pairs = _checked_paddings(input, paddings)
    result = input
    for axis, (pair, size) in enumerate(zip(pairs, input.shape, strict=True)):
        _check_mirrored(pair, size, mode)
        if any(pair):
            # Axis by axis, so that corners mirror borders that are already there.
            result = xp.take(result, _mirrored(pair, size, mode), axis=axis)
    return result


@kernel("MirrorPadGrad")
def mirror_pad_grad(xp: Any, input: Array, paddings: Array, *, mode: bytes) -> Array:
    """The sum, at each element, of its mirror images in `input`.

    Raises:
        InvalidArgumentError: The paddings leave nothing, or are wider than what they mirror.
    """
    pairs = _checked_paddings(input, paddings)
    result = input
    for axis, (pair, padded_size) in enumerate(zip(pairs, input.shape, strict=True)):
        size = padded_size - sum(pair)
        if size <= 0:
            raise errors.invalid_argument(
                f"Total paddings must be less than the input dimension size: {sum(pair)}, not less than {padded_size}"
            )
        _check_mirrored(pair, size, mode)
        if any(pair):
            result = _folded(xp, result, axis, size, _mirrored(pair, size, mode))
    return result


def _check_mirrored(pair: tuple[int, int], size: int, mode: bytes) -> None:
    """Raises `InvalidArgumentError` where borders are wider than what they mirror."""
    # The edge itself is left out, so there is one element less to mirror.
    if mode == b"REFLECT" and max(pair) >= size:
        raise errors.invalid_argument(
            f"paddings must be less than the dimension size: {pair[0]}, {pair[1]} not less than {size}"
        )
    if max(pair) > size:
        raise errors.invalid_argument(
            f"paddings must be no greater than the dimension size: {pair[0]}, {pair[1]} greater than {size}"
        )


def _mirrored(pair: tuple[int, int], size: int, mode: bytes) -> Array:
    """The position that each position along a padded dimension mirrors."""
    skip = 1 if mode == b"REFLECT" else 0
    before = np.arange(pair[0])[::-1] + skip
    after = size - 1 - skip - np.arange(pair[1])
    return np.concatenate([before, np.arange(size), after])


def _folded(xp: Any, padded: Array, axis: int, size: int, mirrored: Array) -> Array:
    """The sum of the images of each element along one axis, of which [size] are left."""
    front = xp.moveaxis(padded, axis, 0)
    result = zeros(xp, (size, *front.shape[1:]), padded.dtype)
    # `result[mirrored] += front` would count only one of the images that fall on the same element.
    np.add.at(result, mirrored, front)
    return xp.moveaxis(result, 0, axis)
