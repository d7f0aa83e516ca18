"""Sliding windows over arrays of layout [batch, *spatial, channels], which convolutions and poolings share."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.geometry.sliding_windows import (
    WindowAxis,
    explicit_pairs,
    is_channels_first,
    spatial_part,
    window_axis,
)
from aioflow.framework.memory.large_arrays import LARGE_NBYTES, large_array
from aioflow.kernels.arrays import Array, check_room, shown

Axes = tuple[WindowAxis, ...]


def channels_last(x: Array, data_format: bytes) -> Array:
    """A view of `x` with the channels in the last dimension; InvalidArgumentError where it cannot have channels."""
    if x.ndim < 2:
        raise errors.invalid_argument(f"an array of layout {data_format.decode()} cannot have shape {shown(x.shape)}")
    return np.moveaxis(x, 1, -1) if is_channels_first(data_format) else x


def from_channels_last(x: Array, data_format: bytes) -> Array:
    """A view of `x`, whose last dimension has the channels, in the layout `data_format`."""
    return np.moveaxis(x, -1, 1) if is_channels_first(data_format) else x


def spatial_sizes(shape: Sequence[int], data_format: bytes) -> tuple[int, ...]:
    """The spatial sizes of a whole shape."""
    return tuple(spatial_part(shape, data_format))


def conv_axes(
    sizes: Sequence[int],
    kernels: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: bytes,
    explicit_paddings: Sequence[int],
    data_format: bytes,
) -> Axes:
    """The window axes of a convolution, its attributes checked.

    Args:
        sizes: Spatial input sizes.
        kernels: Spatial filter sizes.
        strides: One per dimension of the input.
        dilations: One per dimension of the input.
        padding: b"SAME", b"VALID" or b"EXPLICIT".
        explicit_paddings: Two per dimension of the input with b"EXPLICIT", else empty.
        data_format: Layout of the input.

    Raises:
        InvalidArgumentError: A list has the wrong length or a value is out of range, or no output fits.
        UnimplementedError: Strides or dilations along batch or channels.
    """
    return _conv_axes(
        tuple(sizes), tuple(kernels), tuple(strides), tuple(dilations), padding, tuple(explicit_paddings), data_format
    )


# A model's layers ask for the same windows in every step; the bound is for inputs of ever other sizes.
@lru_cache(maxsize=4096)
def _conv_axes(
    sizes: tuple[int, ...],
    kernels: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
    padding: bytes,
    explicit_paddings: tuple[int, ...],
    data_format: bytes,
) -> Axes:
    """Does the work of `conv_axes`, once for each combination of arguments."""
    rank = len(sizes) + 2
    steps = _checked_steps("strides", strides, rank, data_format)
    rates = _checked_steps("dilations", dilations, rank, data_format)
    pairs = checked_paddings(padding, explicit_paddings, rank, data_format)
    try:
        return tuple(
            window_axis(size, kernel, stride, rate, padding, pair)
            for size, kernel, stride, rate, pair in zip(sizes, kernels, steps, rates, pairs, strict=True)
        )
    except ValueError as error:
        raise errors.invalid_argument(str(error)) from None


def _checked_steps(name: str, values: tuple[int, ...], rank: int, data_format: bytes) -> Sequence[int]:
    """The spatial entries of `strides` or `dilations`."""
    if len(values) != rank:
        raise errors.invalid_argument(
            f"Sliding window {name} field must specify {rank} dimensions, but it is {shown(values)}"
        )
    spatial: Sequence[int] = spatial_part(values, data_format)
    if any(value <= 0 for value in spatial):
        subject = "Dilated rates" if name == "dilations" else "Row and column strides"
        raise errors.invalid_argument(f"{subject} should be larger than 0, but {name} is {shown(values)}")
    if sum(values) != sum(spatial) + 2:
        error = errors.unimplemented if rank == 4 else errors.invalid_argument  # as TensorFlow has it
        raise error(
            f"Current implementation does not yet support {name} in the batch and depth dimensions: {shown(values)}"
        )
    return spatial


def checked_paddings(
    padding: bytes, explicit_paddings: Sequence[int], rank: int, data_format: bytes
) -> list[tuple[int, int]]:
    """The (before, after) paddings of the spatial dimensions; zeros where padding is not explicit.

    Raises:
        InvalidArgumentError: The list does not fit.
    """
    if padding != b"EXPLICIT":
        if explicit_paddings:
            raise errors.invalid_argument(
                f"explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT, "
                f"but it is {shown(explicit_paddings)}"
            )
        return [(0, 0)] * (rank - 2)
    if len(explicit_paddings) != 2 * rank:
        raise errors.invalid_argument(
            f"explicit_paddings attribute must contain {2 * rank} values, but got: {len(explicit_paddings)}"
        )
    if min(explicit_paddings) < 0:
        raise errors.invalid_argument(
            f"All elements of explicit_paddings must be nonnegative, but it is {shown(explicit_paddings)}"
        )
    # Padding of batch and channels has to be zero, so nothing may be lost by looking at space alone.
    pairs = explicit_pairs(explicit_paddings, data_format)
    if sum(explicit_paddings) != sum(map(sum, pairs)):
        raise errors.invalid_argument(
            f"Nonzero explicit padding in the batch or depth dimensions is not supported: {shown(explicit_paddings)}"
        )
    return pairs


def centered_volume(
    x: Array, kernels: Sequence[int], strides: Sequence[int], dilations: Sequence[int], padding: bytes,
    data_format: bytes,
) -> Array:  # fmt: skip
    """The part of a volume [batch, depth, height, width, channels] that the windows over it see.

    Where windows that are to cover an axis (b"SAME") do not reach all of it, since they lie far apart, those of images
    leave out what is last; those of volumes leave out half of that in front.

    Args:
        x: The volume; returned as it is where anything does not fit.
        kernels: Spatial window sizes.
        strides: One per dimension of `x`.
        dilations: One per dimension of `x`.
        padding: b"SAME", or there is nothing to leave out.
        data_format: b"NDHWC", the only one that TensorFlow's CPU has for volumes, or likewise.
    """
    if padding != b"SAME" or x.ndim != 5 or len(strides) != 5 or min(strides) < 1 or is_channels_first(data_format):
        return x
    inside = [slice(None)]
    for size, kernel, step, rate in zip(x.shape[1:4], kernels, strides[1:4], dilations[1:4], strict=True):
        # The distance from the first tap of the first window to behind the last tap of the last one.
        reached = (-(-size // step) - 1) * step + (kernel - 1) * rate + 1
        inside.append(slice(max(size - reached, 0) // 2, None))
    return x[tuple(inside)] if any(part.start for part in inside) else x


def padded(x: Array, axes: Axes, fill: Any = 0) -> Array:
    """`x` [batch, *spatial, channels] on the region that the windows reach, `fill` where they leave it.

    A view where nothing needs filling.
    """
    source, target, extents = _padding(axes)
    if target is None:
        return x[source]
    shape = (x.shape[0], *extents, x.shape[-1])
    check_room(shape, x.dtype)
    result = large_array(shape, x.dtype)
    # All of it: to fill the borders alone takes a call for each side.
    result.fill(fill)
    result[target] = x[source]
    return result


@lru_cache(maxsize=4096)
def _padding(axes: Axes) -> tuple[tuple[slice, ...], tuple[slice, ...] | None, tuple[int, ...]]:
    """The slices taken of the input, those they fill in the padded array (None if it is all of that), and its sizes."""
    extents = tuple(axis.extent for axis in axes)
    # Windows may end before the input does; what is behind them is not copied.
    source = [slice(max(extent - axis.before, 0)) for axis, extent in zip(axes, extents, strict=True)]
    target = [slice(axis.before, axis.before + axis.size) for axis in axes]
    reaches_out = any(axis.before or extent > axis.size for axis, extent in zip(axes, extents, strict=True))
    return (slice(None), *source), (slice(None), *target) if reaches_out else None, extents


def without_padding(x: Array, axes: Axes) -> Array:
    """The inverse of `padded` for gradients: what lies in the input; zero where no window reaches it."""
    inside = (slice(None), *(slice(axis.before, axis.before + axis.size) for axis in axes))
    # What windows with large strides did not reach is missing at the end.
    cut = x[inside]
    sizes = tuple(axis.size for axis in axes)
    if cut.shape[1:-1] == sizes:
        return cut
    result = np.zeros((x.shape[0], *sizes, x.shape[-1]), x.dtype)
    result[tuple(slice(size) for size in cut.shape)] = cut
    return result


def taps(axes: Axes) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...]]]:
    """Positions in the window: the index of each, and where it lies in the padded [batch, *spatial, channels] input."""
    # In row-major order, which decides who is first among equal maxima.
    for index in product(*(range(axis.kernel) for axis in axes)):
        yield index, (slice(None), *(axis.tap(i) for axis, i in zip(axes, index, strict=True)))


class PaddedImages:
    """Images [batch, *spatial, channels] of one shape, on the region that windows reach, and the windows over them.

    Args:
        shape: Of the images.
        axes: The windows.
        dtype: Of the images.
        fill: What is where windows leave the images.

    Attributes:
        shape: Of the padded images.
        nbytes: Of the padded images.
    """

    def __init__(self, shape: tuple[int, ...], axes: Axes, dtype: np.dtype[Any], fill: Any = 0) -> None:
        self._axes, self._dtype, self._fill = axes, dtype, fill
        self._source, self._target, extents = _padding(axes)
        self.shape = shape[0], *extents, shape[-1]
        self.nbytes = prod(self.shape) * dtype.itemsize
        self._is_whole = self._target is None and self.shape == shape
        # As numpy lays out what has just been made.
        steps = [prod(self.shape[dimension + 1 :]) * dtype.itemsize for dimension in range(len(shape))]
        self._view = _view_layout(axes, self.shape, tuple(steps))

    def padded(self, x: Array) -> Array:
        """The padded images; a view where nothing needs filling."""
        if self._is_whole:
            return x
        # Large ones are in the arena, which has no zeros at hand.
        if self._target is None or self.nbytes >= LARGE_NBYTES:
            return padded(x, self._axes, self._fill)
        result = np.full(self.shape, self._fill, self._dtype) if self._fill else np.zeros(self.shape, self._dtype)
        result[self._target] = x[self._source]
        return result

    def windows(self, x: Array) -> Array:
        """All windows, as a view [batch, *output, *kernel, channels]."""
        source = self.padded(x)
        if source.flags.c_contiguous:
            # An eighth of the time of as_strided.
            return np.ndarray(self._view[0], self._dtype, source, 0, self._view[1])
        return window_view(source, self._axes)


def window_view(x: Array, axes: Axes) -> Array:
    """All windows over the padded `x` [batch, *spatial, channels], as a view [batch, *output, *kernel, channels]."""
    shape, strides = _view_layout(axes, x.shape, x.strides)
    if x.flags.c_contiguous:
        return np.ndarray(shape, x.dtype, x, 0, strides)  # an eighth of the time of as_strided
    return np.lib.stride_tricks.as_strided(x, shape, strides, writeable=False)


@lru_cache(maxsize=4096)
def _view_layout(axes: Axes, shape: Sequence[int], strides: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Shape and strides of the windows."""
    batch, *spatial, channels = strides
    # One step along an output axis is a stride of the window, one along a kernel axis a dilation: windows overlap in
    # memory, and no element is copied.
    between_windows = [step * axis.stride for step, axis in zip(spatial, axes, strict=True)]
    between_taps = [step * axis.dilation for step, axis in zip(spatial, axes, strict=True)]
    outputs, kernels = [axis.output for axis in axes], [axis.kernel for axis in axes]
    return (shape[0], *outputs, *kernels, shape[-1]), (batch, *between_windows, *between_taps, channels)


def check_gradient(batch_and_depth: tuple[int, int], out_depth: int, dy: Array, axes: Axes) -> None:
    """Raises InvalidArgumentError unless `dy` [batch, *output, channels] has the convolution's output shape."""
    wanted = (batch_and_depth[0], *(axis.output for axis in axes), out_depth)
    if dy.shape != wanted:
        raise errors.invalid_argument(
            f"Size of out_backprop doesn't match computed: actual = {shown(dy.shape)}, computed = {shown(wanted)} "
            f"(channels last)"
        )
