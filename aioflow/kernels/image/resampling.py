"""Sources of the samples of a resized axis: a few weighted source positions for each."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from aioflow import errors
from aioflow.kernels.arrays import Array, check_room, shown

_TABLE_SIZE = 1024  # TensorFlow rounds the position between two pixels to this fraction
_MAX_ELEMENTS = 2**60  # so that bytes can still be counted in 64 bits
_MOST_TAPS = 4  # of a row or column, those of area and of scaling aside
# TensorFlow's bound: below it a division would only blow up rounding errors.
_SMALLEST_SUM = 1000 * float(np.finfo(np.float32).tiny)


class Samples(NamedTuple):
    """Source positions [output, taps] of the output positions, and their float32 weights [output, taps]."""

    positions: Array
    weights: Array


def check_resize(images: Array, size: Array, align_corners: bool, half_pixel_centers: bool) -> tuple[int, int]:
    """The new height and width.

    Raises:
        InvalidArgumentError: `images` is no [batch, height, width, channels], or it or the size is empty, or both
            conventions about pixel centres are wanted.
    """
    if align_corners and half_pixel_centers:
        raise errors.invalid_argument("If half_pixel_centers is True, align_corners must be False.")
    if images.ndim != 4:
        raise errors.invalid_argument(f"input must be 4-dimensional, got {shown(images.shape)}")
    if size.shape != (2,):
        raise errors.invalid_argument(f"shape_t must have two elements, got shape {shown(size.shape)}")
    height, width = size.tolist()
    if height <= 0 or width <= 0:
        raise errors.invalid_argument(f"output dimensions must be positive, got {shown((height, width))}")
    if not all(images.shape[1:3]):
        raise errors.invalid_argument(f"input image must be of non-zero size, got {shown(images.shape)}")
    if images.shape[0] * height * width * images.shape[3] > _MAX_ELEMENTS:
        raise errors.invalid_argument(f"a size of {shown((height, width))} for {shown(images.shape)} overflows")
    if not images.shape[3]:
        raise errors.invalid_argument(f"image must have at least one channel, got {shown(images.shape)}")
    check_room((images.shape[0], height, width, images.shape[3]), images.dtype)
    check_room((height + width, _MOST_TAPS), np.float32)  # what is computed of each row and column
    return height, width


def scale_of(size: int, output: int, align_corners: bool) -> np.float32:
    """The distance between two samples in source pixels."""
    if align_corners and output > 1:
        return np.float32(size - 1) / np.float32(output - 1)
    return np.float32(size) / np.float32(output)


def places(size: int, output: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """The source coordinates [output] of the samples, float32."""
    index = np.arange(output, dtype=np.float32)
    scale = scale_of(size, output, align_corners)
    if half_pixel_centers:
        return (index + np.float32(0.5)) * scale - np.float32(0.5)
    return index * scale


# Sizes are the same from step to step. All callers share these arrays, and write into none.
@lru_cache(maxsize=256)
def bilinear(size: int, output: int, align_corners: bool, half_pixel_centers: bool) -> Samples:
    """Two neighbours by distance."""
    place = places(size, output, align_corners, half_pixel_centers)
    floor = np.floor(place)
    lower = np.clip(floor, 0, size - 1)
    upper = np.clip(np.ceil(place), 0, size - 1)
    # Taken before the position is moved into the image: at the border both neighbours are the same pixel.
    weight = place - floor
    return Samples(np.stack([lower, upper], 1).astype(np.intp), np.stack([1 - weight, weight], 1))


@lru_cache(maxsize=256)
def nearest(size: int, output: int, align_corners: bool, half_pixel_centers: bool) -> Array:
    """The source position [output] of each sample."""
    index = np.arange(output, dtype=np.float32)
    if half_pixel_centers:
        index += np.float32(0.5)
    place = index * scale_of(size, output, align_corners)
    # With corners aligned samples lie on pixels, or near; without, they are corners of intervals.
    rounded = np.floor(place + np.float32(0.5)) if align_corners else np.floor(place)
    return np.clip(rounded, 0, size - 1).astype(np.intp)


@lru_cache(maxsize=256)
def bicubic(size: int, output: int, align_corners: bool, half_pixel_centers: bool) -> Samples:
    """Four neighbours by Keys' cubic kernel; with half-pixel centres those outside do not count."""
    place = places(size, output, align_corners, half_pixel_centers)
    floor = np.floor(place)
    # TensorFlow reads the kernel from a table; its result depends on the table's steps.
    steps = np.rint((place - floor) * np.float32(_TABLE_SIZE)).astype(np.intp)
    # Keys' own parameter; the older convention has another.
    a = -0.5 if half_pixel_centers else -0.75
    near, far = _cubic_tables(a)
    weights = np.stack([far[steps], near[steps], near[_TABLE_SIZE - steps], far[_TABLE_SIZE - steps]], 1)
    wanted = floor.astype(np.intp)[:, None] + np.arange(-1, 3)
    positions = np.clip(wanted, 0, size - 1)
    if half_pixel_centers:
        weights = normalized(np.where(positions == wanted, weights, np.float32(0)))
    return Samples(positions, weights)


@lru_cache(maxsize=4)
def _cubic_tables(a: float) -> tuple[Array, Array]:
    """The cubic kernel at distances in [0, 1] and in [1, 2] (Keys, Cubic Convolution Interpolation, 1981)."""
    # In double, then rounded: the polynomials cancel near their zeros.
    x = np.arange(_TABLE_SIZE + 1, dtype=np.float64) / _TABLE_SIZE
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    x = x + 1
    far = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
    return near.astype(np.float32), far.astype(np.float32)


def normalized(weights: Array) -> Array:
    """The weights [output, taps] so that each row's sum is 1; rows that sum to nothing stay."""
    sums = weights.sum(axis=1, keepdims=True)
    return np.where(np.abs(sums) >= _SMALLEST_SUM, weights / np.where(sums == 0, 1, sums), weights).astype(np.float32)


@lru_cache(maxsize=256)
def area(size: int, output: int, align_corners: bool) -> Samples:
    """All positions that a sample's interval covers, by how much of them it covers."""
    scale = scale_of(size, output, align_corners)
    index = np.arange(output, dtype=np.float32)
    # Pixels are intervals of length 1 here, and so are samples of length `scale`.
    start, end = index * scale, (index + np.float32(1)) * scale
    if not scale:  # corners of a single pixel
        return Samples(np.zeros((output, 1), np.intp), np.ones((output, 1), np.float32))
    first = np.floor(start).astype(np.intp)
    taps = int((np.ceil(end).astype(np.intp) - first).max())
    wanted = first[:, None] + np.arange(taps)
    # The length that pixel and sample have in common.
    covered = np.minimum(wanted + 1, end[:, None]) - np.maximum(wanted, start[:, None])
    weights = np.maximum(covered, 0) / scale
    return Samples(np.clip(wanted, 0, size - 1), weights.astype(np.float32))


def resampled(images: Array, axis: int, samples: Samples) -> Array:
    """`images` with the positions along `axis` replaced by the samples, in float32 at least."""
    shape = [1] * images.ndim
    shape[axis] = -1
    total: Any = None
    for positions, weights in zip(samples.positions.T, samples.weights.T, strict=True):
        # Samples of fewer pixels than the largest have taps without weight at the end.
        if not weights.any():
            continue
        part = np.take(images, positions, axis=axis) * weights.reshape(shape)
        total = part if total is None else np.add(total, part, out=total)
    if total is None:
        return np.zeros((*images.shape[:axis], len(samples.weights), *images.shape[axis + 1 :]), np.float32)
    return total


def resized(images: Array, rows: Samples, columns: Samples) -> Array:
    """`images` [batch, height, width, channels] resampled along height and width.

    All modes are separable: rows first, then columns, which costs the sum of the taps instead of their product.
    """
    return resampled(resampled(images, 1, rows), 2, columns)


def as_matrix(samples: Samples, size: int) -> Array:
    """The samples as a float32 matrix [output, size]."""
    matrix = np.zeros((len(samples.weights), size), np.float32)
    # Positions at the border repeat, and their weights add up.
    np.add.at(matrix, (np.arange(len(matrix))[:, None], samples.positions), samples.weights)
    return matrix


def multiplied(images: Array, rows: Array, columns: Array) -> Array:
    """`images` [batch, height, width, channels] times the matrices [new height, height] and [new width, width]."""
    batch, height, width, channels = images.shape
    tall = _product(rows, images.reshape(batch, height, width * channels))
    return _product(columns, tall.reshape(batch, len(rows), width, channels))


def _product(matrix: Array, images: Array) -> Array:
    """`matrix` [new, size] times `images` [..., size, n]; infinities and NaN reach only samples in which they count."""
    product: Array = np.matmul(matrix, images)
    if np.isfinite(product).all():
        return product
    # The product of 0 and NaN is NaN: by the whole matrix one such pixel would be everywhere.
    product = np.zeros(product.shape, product.dtype)
    for place in range(matrix.shape[1]):
        (reached,) = np.nonzero(matrix[:, place])
        product[..., reached, :] += matrix[reached, place, None] * images[..., place, None, :]
    return product


KERNELS: dict[bytes, tuple[float, Callable[[Array], Array]]] = {}  # name -> radius and weight by distance


def _kernel(name: bytes, radius: float) -> Callable[[Callable[[Array], Array]], Callable[[Array], Array]]:
    def register(function: Callable[[Array], Array]) -> Callable[[Array], Array]:
        KERNELS[name] = radius, function
        return function

    return register


def _lanczos(radius: float) -> None:
    @_kernel(b"lanczos%d" % radius, radius)
    def weight(x: Array) -> Array:
        # The window is a sinc itself, stretched to the radius.
        return np.where(x > radius, 0, np.sinc(x) * np.sinc(x / radius))


for _radius in (1, 3, 5):
    _lanczos(_radius)


@_kernel(b"gaussian", 1.5)
def gaussian(x: Array) -> Array:
    sigma = 0.5  # a third of the radius
    return np.where(x >= 1.5, 0, np.exp(-x * x / (2 * sigma * sigma)))


@_kernel(b"box", 1.0)
def box(x: Array) -> Array:
    return np.where(x < 0.5, 1.0, np.where(x == 0.5, 0.5, 0.0))


@_kernel(b"triangle", 1.0)
def triangle(x: Array) -> Array:
    return np.maximum(1 - x, 0)


@_kernel(b"keyscubic", 2.0)
def keys_cubic(x: Array) -> Array:
    near, far = (1.5 * x - 2.5) * x * x + 1, ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


@_kernel(b"mitchellcubic", 2.0)
def mitchell_cubic(x: Array) -> Array:
    # Mitchell and Netravali, 1988, with B = C = 1/3.
    near = ((7 * x - 12) * x * x + 16 / 3) / 6
    far = (((-7 / 3 * x + 12) * x - 20) * x + 32 / 3) / 6
    return np.where(x >= 2, 0, np.where(x >= 1, far, near))


def kernel_matrix(
    size: int, output: int, scale: float, translation: float, kernel_type: bytes, antialias: bool
) -> Array:
    """The matrix [output, size] that scales an axis by `scale` and then moves it by `translation` pixels.

    Raises:
        InvalidArgumentError: There is no such kernel, or the scale is not positive.
    """
    if kernel_type not in KERNELS:
        raise errors.invalid_argument(
            f"Unrecognized kernel type: {kernel_type.decode(errors='replace')}; known are "
            f"{sorted(name.decode() for name in KERNELS)}"
        )
    if not scale > 0:
        raise errors.invalid_argument(f"scale must be > 0, got {scale}")
    radius, weight = KERNELS[kernel_type]
    inverse = np.float32(1) / np.float32(scale)
    # Where an image shrinks the kernel is widened to cover all that becomes one sample.
    width = max(inverse, np.float32(1)) if antialias else np.float32(1)
    # Pixel i covers [i, i + 1], so its centre is at i + 0.5.
    center = (np.arange(output, dtype=np.float32) + np.float32(0.5)) * inverse - inverse * np.float32(translation)
    first = np.clip(np.ceil(center - radius * width - np.float32(0.5)), 0, size - 1)
    last = np.clip(np.floor(center + radius * width - np.float32(0.5)), 0, size - 1)
    position = np.arange(size)
    distance = np.abs(position + np.float32(0.5) - center[:, None]) / width
    inside = (position >= first[:, None]) & (position <= last[:, None])
    # Samples from outside of the image are 0, even if the kernel reaches into it.
    inside &= ((center >= 0) & (center <= size))[:, None]
    return normalized(np.where(inside, weight(distance), 0).astype(np.float32))
