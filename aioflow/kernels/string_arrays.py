"""Strings in arrays: object arrays of `bytes`, which no array namespace knows how to compute with."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import check_stop
from aioflow.kernels.arrays import Array, check_room, no_room, room_left, shown

# Strings that are made between two looks at whether they still fit and whether the step goes on: a millisecond's work
# where each is a call in Python, and where they are long no more of them than make up a megabyte.
_AT_A_TIME = 1024
_NBYTES_AT_A_TIME = 1 << 20
_LISTED_AT_A_TIME = 1 << 16  # references to strings, copied in a millisecond
_FIRST = 4  # before anything is known of how long they are


def string_array(values: Iterable[bytes], shape: tuple[int, ...]) -> Array:
    """An array of that shape of strings in row-major order.

    Raises:
        ResourceExhaustedError: They take more memory than there is room for; those behind are not made.
    """
    size = math.prod(shape)
    if size > _LISTED_AT_A_TIME:
        check_room(shape, np.object_)
    flat = np.empty(size, object)
    iterator, growth = iter(values), StringGrowth(shape)
    at, count = 0, _FIRST
    while part := list(islice(iterator, count)):
        growth.take(sum(map(len, part)))
        # Filled, not converted: `np.array(part)` would make fixed-width bytes, which lose trailing NULs.
        flat[at : at + len(part)] = part
        at += len(part)
        count = max(1, min(_AT_A_TIME, 4 * count, _NBYTES_AT_A_TIME * at // (growth.nbytes + 1)))
    if at < flat.size:
        raise ValueError(f"{at} strings do not fill an array of shape {shape}")
    return flat.reshape(shape)


class StringGrowth:
    """The bytes of strings that a kernel makes one by one.

    Args:
        shape: Of the result, for the error.

    Attributes:
        nbytes: How many there are.
    """

    __slots__ = ("_checked_nbytes", "_shape", "nbytes")

    def __init__(self, shape: Sequence[int] = ()) -> None:
        self._shape = shape
        self.nbytes = 0
        self._checked_nbytes = 0  # how many there were when it last looked

    def take(self, nbytes: int) -> None:
        """Adds some.

        Raises:
            ResourceExhaustedError: There is no room for so many.
            StepStoppedError: The step was stopped meanwhile.
        """
        self.nbytes += nbytes
        if self.nbytes - self._checked_nbytes >= _NBYTES_AT_A_TIME:
            self._checked_nbytes = self.nbytes
            if self.nbytes > room_left():
                raise no_room(self._shape, np.object_)
        check_stop()


def mapped(function: Callable[[bytes], bytes], array: Array) -> Array:
    """The strings that `function` makes of those in `array`."""
    # In Python, string by string: numpy has no functions over objects that would be faster.
    return string_array(map(function, flat_strings(array)), array.shape)


def flat_strings(array: Array) -> list[bytes]:
    """The strings of an array in row-major order."""
    if array.size <= _LISTED_AT_A_TIME:
        few: list[bytes] = array.reshape(-1).tolist()
        return few
    check_room(array.shape, np.object_)  # a view may repeat a few strings any number of times
    flat = array.reshape(-1)
    # In parts, between which others have the interpreter's lock.
    strings: list[bytes] = []
    for start in range(0, flat.size, _LISTED_AT_A_TIME):
        strings += flat[start : start + _LISTED_AT_A_TIME].tolist()
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
