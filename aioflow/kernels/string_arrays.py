"""Strings in arrays: object arrays of `bytes`, which no array namespace knows how to compute with."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, shown


def string_array(values: Iterable[bytes], shape: tuple[int, ...]) -> Array:
    """An array of that shape of strings in row-major order."""
    listed = list(values)
    # Filled, not converted: `np.array(listed)` would make fixed-width bytes, which lose trailing NULs.
    flat = np.empty(len(listed), object)
    flat[:] = listed
    return flat.reshape(shape)


def mapped(function: Callable[[bytes], bytes], array: Array) -> Array:
    """The strings that `function` makes of those in `array`."""
    # In Python, string by string: numpy has no functions over objects that would be faster.
    return string_array(map(function, flat_strings(array)), array.shape)


def flat_strings(array: Array) -> list[bytes]:
    """The strings of an array in row-major order."""
    strings: list[bytes] = array.reshape(-1).tolist()
    return strings


def scalar_string(array: Array, name: str) -> bytes:
    """The only string of an array of shape [].

    Raises:
        InvalidArgumentError: It has another shape.
    """
    if array.ndim:
        raise errors.invalid_argument(f"{name} must be a scalar, got shape: {shown(array.shape)}")
    value: Any = array.item()
    return bytes(value)
