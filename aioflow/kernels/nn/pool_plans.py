"""Poolings of images of one shape, axis by axis: which slices of them are combined is settled once.

Small images take a few microseconds to compute, so that finding the slices anew would cost more than that.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from aioflow.framework.geometry.sliding_windows import WindowAxis
from aioflow.kernels.arrays import Array
from aioflow.kernels.nn.windows import Axes, PaddedImages

Index = tuple[slice, ...]

# One call for a whole window, where there is one only, beats a call for each tap of more.
_MOST_TAPS_OF_ONE_WINDOW = 4


class Combination(NamedTuple):
    """How the windows along one dimension of an array are combined to one element each.

    Attributes:
        shape: Of the result.
        whole: Where a tap of all windows lies in the array; None where every tap lies in the padding for some window.
        second: Where those of another tap lie that are in the array; None where there is but one tap.
        target: The windows of `second`; None for all of them.
        rest: The windows without `second`, and their elements of `whole`.
        more: The windows of further taps, and where these lie.
        is_reduced: There is one window, which `whole` is.
        dimension: Which one.
    """

    shape: tuple[int, ...]
    whole: Index | None
    second: Index | None
    target: Index | None
    rest: tuple[tuple[Index, Index], ...]
    more: tuple[tuple[Index, Index], ...]
    is_reduced: bool
    dimension: int

    @property
    def is_view(self) -> bool:
        """The result is a part of the array, for windows of one element."""
        return self.whole is not None and self.second is None and not self.is_reduced


# A model's layers have the same shapes in every step; the bound is for inputs of ever other sizes.
@lru_cache(maxsize=4096)
def combinations(shape: tuple[int, ...], axes: Axes) -> tuple[Combination, ...]:
    """One after the other, for images [batch, *spatial, channels]."""
    found = []
    for dimension, axis in enumerate(axes, 1):
        shape = (*shape[:dimension], axis.output, *shape[dimension + 1 :])
        found.append(_combination(shape, dimension, axis))
    return tuple(found)


def _combination(shape: tuple[int, ...], dimension: int, axis: WindowAxis) -> Combination:
    """That of a dimension with these windows, whose result has that shape."""
    before = (slice(None),) * dimension
    if axis.output == 1 and axis.kernel > _MOST_TAPS_OF_ONE_WINDOW:
        # Padding is left out, which is as good as the neutral element.
        window = (*before, slice(max(-axis.before, 0), axis.kernel - axis.before))
        return Combination(shape, window, None, None, (), (), True, dimension)
    # Tap by tap: the i-th elements of all windows are one strided slice, with which numpy computes at full speed.
    taps = [((*before, span), (*before, place)) for span, place in axis.valid_taps()]
    lengths = [span[dimension].stop - span[dimension].start for span, _ in taps]
    # Those that all windows have come first.
    order = sorted(range(len(taps)), key=lambda i: lengths[i] < axis.output)
    (_, whole), *others = [taps[i] for i in order]
    if lengths[order[0]] < axis.output:
        return Combination(shape, None, None, None, (), tuple(taps), False, dimension)
    if not others:
        return Combination(shape, whole, None, None, (), (), False, dimension)
    (target, second), *more = others
    if lengths[order[1]] == axis.output:
        return Combination(shape, whole, second, None, (), tuple(more), False, dimension)
    span, place = target[dimension], whole[dimension]

    def part(first: int, end: int) -> tuple[Index, Index]:
        """The windows from `first` to before `end`, and where the tap that all of them have lies."""
        start = place.start + first * place.step
        stop = start + (end - first - 1) * place.step + 1
        return (*before, slice(first, end)), (*before, slice(start, stop, place.step))

    # What the second tap lacks at either end is taken as it is.
    rest = [part(first, end) for first, end in ((0, span.start), (span.stop, axis.output)) if first < end]
    inside = part(span.start, span.stop)[1]
    return Combination(shape, inside, second, target, tuple(rest), tuple(more), False, dimension)


def combined(ufunc: np.ufunc, x: Array, combination: Combination, neutral: Any) -> Array:
    """`x` with its windows combined by `ufunc`, for which `neutral` is like no element."""
    _, whole, second, target, rest, more, is_reduced, dimension = combination
    result: Array
    if whole is None:
        result = np.full(combination.shape, neutral, x.dtype)
    elif is_reduced:
        return ufunc.reduce(x[whole], axis=dimension, keepdims=True)
    elif second is None:
        return x[whole]
    elif target is None:
        # This makes the result; further taps are written into it.
        result = ufunc(x[whole], x[second])
    else:
        result = np.empty_like(x, shape=combination.shape)  # laid out as `x` is
        ufunc(x[whole], x[second], result[target])
        for windows, place in rest:
            result[windows] = x[place]
    for windows, place in more:
        part = result[windows]
        ufunc(part, x[place], part)
    return result


class ShiftedImages:
    """Windows that overlap over small images [batch, height, width, channels].

    The rows of all windows' taps are slices of the padded images; the rest are their columns shifted in memory, pixel
    by pixel. Columns that no window has, and what is computed between the end of a row and the beginning of the next
    one, are left out at the end: numpy computes them in one run with the others, in a third of the time of a run for
    each row.

    Args:
        shape: Of the images.
        axes: The windows.
        dtype: Of the images.
        neutral: What padding holds.

    Attributes:
        nbytes: Of the padded images.
    """

    def __init__(self, shape: tuple[int, ...], axes: Axes, dtype: np.dtype[Any], neutral: Any) -> None:
        self._images = PaddedImages(shape, axes, dtype, neutral)
        self.nbytes = self._images.nbytes
        rows, columns = axes
        batch, _, width, channels = self._images.shape
        self._rows = [(slice(None), rows.tap(tap)) for tap in range(rows.kernel)]
        size = (batch * rows.output * width - columns.kernel + 1) * channels
        self._columns = [slice(tap * channels, tap * channels + size) for tap in range(columns.kernel)]
        self._shape = batch, rows.output, columns.output, channels
        steps = (rows.output * width * channels, width * channels, columns.stride * channels, 1)
        self._strides = tuple(step * dtype.itemsize for step in steps)

    def combined(self, ufunc: np.ufunc, x: Array) -> Array:
        """The windows of `x` combined by `ufunc`: a view of elements that do not lie next to each other."""
        images = self._images.padded(x)
        lines = _combined_slices(ufunc, images, self._rows).reshape(-1)
        result = _combined_slices(ufunc, lines, self._columns)
        return np.ndarray(self._shape, result.dtype, result, 0, self._strides)


def _combined_slices(ufunc: np.ufunc, x: Array, slices: Sequence[Any]) -> Array:
    """Slices of `x`, combined element by element; a view of it where there is one only."""
    if len(slices) == 1:
        only: Array = x[slices[0]]
        return only
    result: Array = ufunc(x[slices[0]], x[slices[1]])
    for part in slices[2:]:
        ufunc(result, x[part], result)
    return result


_LARGEST_SHIFTED_NBYTES = 1 << 18  # of the padded images; beyond, their two further passes cost what is saved
_MOST_SHIFTS = 6  # along one axis: each is a pass, and of many windows that overlap much, none is worth it


# A model's layers have the same shapes in every step; the bound is for inputs of ever other sizes.
@lru_cache(maxsize=4096)
def shifted_images(shape: tuple[int, ...], axes: Axes, dtype: np.dtype[Any], neutral: Any) -> ShiftedImages | None:
    """For images of that shape; None where the windows do not overlap, or the images are large."""
    if len(axes) != 2 or not all(axis.output and axis.stride < axis.kernel <= _MOST_SHIFTS for axis in axes):
        return None
    images = ShiftedImages(shape, axes, dtype, neutral)
    return images if images.nbytes <= _LARGEST_SHIFTED_NBYTES else None
