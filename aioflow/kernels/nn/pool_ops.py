"""Poolings: a window's maximum or mean is taken axis by axis, so that a window of k x k costs 2k steps, not k * k."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import ALL, as_dtype, qint8
from aioflow.framework.geometry.sliding_windows import (
    WindowAxis,
    channel_axis,
    is_channels_first,
    spatial_part,
    window_axis,
)
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, is_float, shown, widened
from aioflow.kernels.nn.windows import (
    Axes,
    centered_volume,
    channels_last,
    checked_paddings,
    from_channels_last,
    spatial_sizes,
)

_UNQUANTIZED = ALL - {qint8}


@kernel("MaxPool", T=_UNQUANTIZED)
def max_pool(
    xp: Any,
    input: Array,
    *,
    ksize: list[int],
    strides: list[int],
    padding: bytes,
    explicit_paddings: list[int],
    data_format: bytes,
) -> Array:
    """Maxima over windows of an image [batch, height, width, channels], or over groups of channels."""
    return pooled_maxima(input, ksize, strides, padding, explicit_paddings, data_format)


@kernel("MaxPoolV2", T=_UNQUANTIZED)
def max_pool_v2(xp: Any, input: Array, ksize: Array, strides: Array, *, padding: bytes, data_format: bytes) -> Array:
    """As MaxPool, with window sizes and strides given as tensors."""
    return pooled_maxima(input, *window_lists(ksize, strides), padding, (), data_format)


@kernel("MaxPool3D")
def max_pool_3d(
    xp: Any, input: Array, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes
) -> Array:
    """Maxima over windows of a volume [batch, depth, height, width, channels]."""
    check_no_channel_windows(ksize, strides, data_format, "Pooling")
    input = _centered(input, ksize, strides, padding, data_format)
    return pooled_maxima(input, ksize, strides, padding, (), data_format)


@kernel("AvgPool")
def avg_pool(
    xp: Any, value: Array, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes
) -> Array:
    """Means over windows of an image [batch, height, width, channels]; padding does not count."""
    return pooled_means(value, ksize, strides, padding, data_format)


@kernel("AvgPool3D")
def avg_pool_3d(
    xp: Any, input: Array, *, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes
) -> Array:
    """Means over windows of a volume [batch, depth, height, width, channels]; padding does not count."""
    input = _centered(input, ksize, strides, padding, data_format)
    return pooled_means(input, ksize, strides, padding, data_format)


def _centered(x: Array, ksize: list[int], strides: list[int], padding: bytes, data_format: bytes) -> Array:
    if len(ksize) != 5:
        return x
    return centered_volume(x, spatial_part(ksize, data_format), strides, [1] * 5, padding, data_format)


def window_lists(ksize: Array, strides: Array) -> tuple[list[int], list[int]]:
    """Window sizes and strides as lists; InvalidArgumentError unless they are vectors of four."""
    for name, value in (("ksize", ksize), ("stride", strides)):
        if value.shape != (4,):
            raise errors.invalid_argument(
                f"Sliding window {name} field must specify 4 dimensions, but has shape {shown(value.shape)}"
            )
    return ksize.tolist(), strides.tolist()


def pool_axes(
    shape: Sequence[int],
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: bytes,
    explicit_paddings: Sequence[int],
    data_format: bytes,
) -> Axes:
    """The spatial window axes of a pooling over an input of `shape`, its attributes checked.

    Raises:
        InvalidArgumentError: A list or the input has the wrong rank, a value is out of range, or no output fits.
        UnimplementedError: Pooling over the batch, or over channels and space at once.
    """
    return _pool_axes(tuple(shape), tuple(ksize), tuple(strides), padding, tuple(explicit_paddings), data_format)


@lru_cache(maxsize=4096)
def _pool_axes(
    shape: tuple[int, ...],
    ksize: tuple[int, ...],
    strides: tuple[int, ...],
    padding: bytes,
    explicit_paddings: tuple[int, ...],
    data_format: bytes,
) -> Axes:
    """Does the work of `pool_axes`, once for each combination of arguments."""
    rank = len(data_format)
    if len(shape) != rank:
        raise errors.invalid_argument(f"tensor_in must be {rank}-dimensional, but has shape {shown(shape)}")
    _check_windows(ksize, strides, rank, data_format)
    pairs = checked_paddings(padding, explicit_paddings, rank, data_format)
    kernels, steps = spatial_part(ksize, data_format), spatial_part(strides, data_format)
    # A window that lay in the padding altogether would have no maximum.
    for size, pair in zip(kernels, pairs, strict=True):
        if max(pair) >= size:
            raise errors.invalid_argument(f"padding {max(pair)} needs to be smaller than the window size {size}")
    try:
        return tuple(
            # Windows far larger than the image then take no more steps than the image is wide.
            window_axis(size, kernel, step, 1, padding, pair).without_outer_taps()
            for size, kernel, step, pair in zip(spatial_sizes(shape, data_format), kernels, steps, pairs, strict=True)
        )
    except ValueError as error:
        raise errors.invalid_argument(str(error)) from None


def _check_windows(ksize: tuple[int, ...], strides: tuple[int, ...], rank: int, data_format: bytes) -> None:
    """Raises what `pool_axes` says for window sizes or strides that do not fit the rank or the CPU's kernels."""
    for name, values in (("ksize", ksize), ("strides", strides)):
        if len(values) != rank:
            raise errors.invalid_argument(
                f"Sliding window {name} field must specify {rank} dimensions, but it is {shown(values)}"
            )
        if values[0] != 1:
            raise errors.unimplemented(f"Pooling is not yet supported on the batch dimension: {name} {shown(values)}")
        if min(values) <= 0:
            raise errors.invalid_argument(
                f"Sliding window {name} must be positive. The specified or inferred {name} is: "
                f"{','.join(map(str, values))}"
            )
    channels = channel_axis(rank, data_format)
    if ksize[channels] != 1 and any(size != 1 for size in spatial_part(ksize, data_format)):
        raise _unsupported(data_format)(
            f"MaxPooling supports exactly one of pooling across depth or pooling across width/height: {shown(ksize)}"
        )


def _unsupported(data_format: bytes) -> Callable[[str], errors.OpError]:
    """The class for windows over channels: TensorFlow's CPU refuses layouts with channels first altogether."""
    return errors.invalid_argument if is_channels_first(data_format) else errors.unimplemented


def check_no_channel_windows(ksize: Sequence[int], strides: Sequence[int], data_format: bytes, what: str) -> None:
    """Raises UnimplementedError where windows span several channels."""
    axis = channel_axis(len(data_format), data_format)
    if len(ksize) == len(strides) == len(data_format) and (ksize[axis] != 1 or strides[axis] != 1):
        raise _unsupported(data_format)(f"{what} is not yet supported on the depth dimension: ksize {shown(ksize)}")


def pooled_maxima(
    x: Array,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: bytes,
    explicit_paddings: Sequence[int],
    data_format: bytes,
    compute: Callable[[Array, Axes], Array] | None = None,
) -> Array:
    """Maxima over spatial windows (by `compute`, or `window_maxima`), or over groups of channels."""
    axes = pool_axes(x.shape, ksize, strides, padding, explicit_paddings, data_format)
    channels = channel_axis(x.ndim, data_format)
    source = channels_last(x, data_format)
    if ksize[channels] != 1:
        return from_channels_last(_channel_maxima(source, ksize[channels], strides[channels]), data_format)
    return from_channels_last((compute or window_maxima)(source, axes), data_format)


def _channel_maxima(x: Array, size: int, stride: int) -> Array:
    """Maxima over groups of `size` channels of [..., channels]; UnimplementedError for groups that overlap."""
    if x.shape[-1] % size or size != stride:
        raise errors.unimplemented(
            f"Depthwise max pooling requires the depth window to evenly divide the input depth and to equal the depth "
            f"stride: window {size}, stride {stride}, input {shown(x.shape)}"
        )
    # fmax() prefers numbers to NaN, as windows over space do.
    maxima: Array = np.fmax.reduce(x.reshape(*x.shape[:-1], x.shape[-1] // size, size), axis=-1)
    return maxima


def window_maxima(x: Array, axes: Axes) -> Array:
    """The maximum of every window of `x` [batch, *spatial, channels].

    As in TensorFlow, NaN loses against every number, and nothing is below the dtype's lowest finite value.
    """
    result = x
    for dimension, axis in enumerate(axes, 1):
        # TensorFlow begins with the lowest number and takes what is greater, which NaN never is.
        result = _combined(np.fmax, result, dimension, axis, lambda: as_dtype(x.dtype).min)
    # A window of nothing but NaN or -inf therefore keeps the lowest number.
    if is_float(x.dtype) and result.size:
        floor = np.full(result.shape[-2:], as_dtype(x.dtype).min, x.dtype)  # an array is faster here than a number
        result = np.fmax(result, floor)
    return result


def _combined(ufunc: np.ufunc, x: Array, dimension: int, axis: WindowAxis, neutral: Callable[[], Any]) -> Array:
    """The windows along one dimension, each combined to one element; padding counts as the neutral element."""
    before = (slice(None),) * dimension
    # One window, as in global pooling: one call, instead of one for each tap.
    if axis.output == 1 and axis.kernel > 4:
        start = -axis.before
        # Padding is left out, which is as good as the neutral element.
        part = x[(*before, slice(max(start, 0), start + axis.kernel))]
        combined: Array = ufunc.reduce(part, axis=dimension, keepdims=True)
        return combined
    # Tap by tap: the i-th elements of all windows are one strided slice, with which numpy computes at full speed.
    parts = [(span, x[(*before, place)]) for span, place in axis.valid_taps()]
    # Taps that all windows have need no neutral element; those that lie in the padding for some come after.
    whole = [part for span, part in parts if span.stop - span.start == axis.output]
    rest = [(span, part) for span, part in parts if span.stop - span.start < axis.output]
    if len(whole) == 1 and not rest:
        return whole[0]
    result: Array
    if len(whole) > 1:
        # This makes the result; further taps are written into it.
        result = ufunc(whole[0], whole[1])
    elif whole:
        result = whole[0].copy()
    else:
        result = np.full((*x.shape[:dimension], axis.output, *x.shape[dimension + 1 :]), neutral(), x.dtype)
    for part in whole[2:]:
        ufunc(result, part, out=result)
    for span, part in rest:
        target = result[(*before, span)]
        ufunc(target, part, out=target)
    return result


def pooled_means(
    x: Array,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: bytes,
    data_format: bytes,
    compute: Callable[[Array, Axes], Array] | None = None,
) -> Array:
    """Means over spatial windows, by `compute`, or `window_means`."""
    axes = pool_axes(x.shape, ksize, strides, padding, (), data_format)
    check_no_channel_windows(ksize, strides, data_format, "AvgPooling")
    # In float32 at least, and rounded after the division.
    means = (compute or window_means)(channels_last(widened(x), data_format), axes)
    return from_channels_last(means, data_format).astype(x.dtype, copy=False)


def window_means(x: Array, axes: Axes) -> Array:
    """The mean of every window of `x` [batch, *spatial, channels]; padding does not count."""
    result = x
    for dimension, axis in enumerate(axes, 1):
        result = _combined(np.add, result, dimension, axis, lambda: 0)
    return result / window_counts(axes, x.dtype)


# Counts depend on sizes alone, which are the same in every step.
@lru_cache(maxsize=1024)
def window_counts(axes: Axes, dtype: np.dtype[Any]) -> Array:
    """The number of elements of each window that lie in the input, as [*output, 1]; a number where all are equal."""
    counts = np.ones((1,) * (len(axes) + 1))
    for dimension, axis in enumerate(axes):
        starts = np.arange(axis.output) * axis.stride - axis.before
        inside = np.minimum(starts + axis.kernel, axis.size) - np.maximum(starts, 0)
        counts = counts * np.expand_dims(inside, [d for d in range(len(axes) + 1) if d != dimension])
    full = float(np.prod([axis.kernel for axis in axes]))
    # A number divides faster than an array.
    return (np.array(full) if (counts == full).all() else counts).astype(dtype)
