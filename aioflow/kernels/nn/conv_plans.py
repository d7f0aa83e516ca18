"""Convolutions of images of one shape by filters of one shape: what follows from the shapes is settled once.

Small images take a few microseconds to compute, so that looking at sizes and paddings anew would cost more than that.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from aioflow.framework.memory.large_arrays import large_array
from aioflow.kernels.arrays import Array
from aioflow.kernels.nn.windows import Axes, PaddedImages, conv_axes

Finish = Callable[[Array], Any]

BLOCK_NBYTES = 1 << 20  # of the window matrix: large enough for BLAS, small enough for caches
# Rows are as many as fit a block. Of fewer than so many times those that the windows below need once more, too much is
# copied twice.
_FEWEST_REACHES = 2


class ConvPlan:
    """The convolution of images [batch, *spatial, channels] by filters [*kernel, channels, outputs].

    Args:
        shape: Of the images; not empty.
        filter_shape: Of the filters; not empty.
        axes: The windows.
        dtype: Of both, and of the result: none of 16 bits.
    """

    def __init__(self, shape: tuple[int, ...], filter_shape: tuple[int, ...], axes: Axes, dtype: np.dtype[Any]) -> None:
        outputs = filter_shape[-1]
        self._dtype = dtype
        self._shape = shape[0], *(axis.output for axis in axes), outputs
        self._num_windows, self._window_size = prod(self._shape[:-1]), prod(filter_shape[:-1])
        nbytes = self._num_windows * self._window_size * dtype.itemsize
        self._rows = 0 if nbytes <= BLOCK_NBYTES // 2 else _rows_at_a_time(axes, shape[-1] * dtype.itemsize)
        largest = max(nbytes, self._num_windows * outputs * dtype.itemsize)
        self._is_one_block = not self._rows and largest <= BLOCK_NBYTES
        self._axes = axes
        self._images = PaddedImages(shape, _lines(axes) if self._rows else axes, dtype)

    def __call__(self, x: Array, filter: Array, finish: Finish | None = None) -> Array:
        """The convolution; `finish` is given each part of it once, [..., outputs], to change it in place."""
        windows = self._images.windows(x)
        if self._is_one_block:
            # Windows overlap, so this copies each element once for every tap ("im2col").
            rows = windows.reshape(self._num_windows, self._window_size)
            result: Array = rows.dot(filter.reshape(self._window_size, -1)).reshape(self._shape)
            if finish is not None:
                finish(result)
            return result
        result = large_array(self._shape, self._dtype)
        parts = self._by_rows(windows, filter, result) if self._rows else self._by_blocks(windows, filter, result)
        for part in parts:
            if finish is not None:
                finish(part)
        return result

    def _by_blocks(self, windows: Array, filter: Array, result: Array) -> Iterator[Array]:
        """Parts of the result, each still in the cache: of windows whose matrix fits there, too."""
        matrix = filter.reshape(self._window_size, -1)
        for block in blocks(windows):
            part = result[block]
            # A block is whole images or rows of one image, so it is contiguous and reshape() gives a view.
            flat = part.reshape(-1, matrix.shape[1])
            np.dot(windows[block].reshape(len(flat), self._window_size), matrix, out=flat)
            yield part

    def _by_rows(self, lines: Array, filter: Array, result: Array) -> Iterator[Array]:
        """The same with one product for each row of the filter, whose sums they are.

        Each element is copied once for every tap of a row only: the rows of all windows, line by line of the image, are
        a matrix, from which those of the filter's second row begin a line further down.
        """
        height, width = self._axes
        reach = (height.kernel - 1) * height.dilation
        weights = filter.reshape(height.kernel, -1, filter.shape[-1])
        for image, first in product(range(len(result)), range(0, height.output, self._rows)):
            part = result[image, first : first + self._rows]
            flat = part.reshape(-1, filter.shape[-1])
            rows = lines[image, first : first + len(part) + reach].reshape(-1, weights.shape[1])
            np.dot(rows[: len(flat)], weights[0], out=flat)
            more = np.empty_like(flat)
            for row in range(1, height.kernel):
                start = row * height.dilation * width.output
                flat += np.dot(rows[start : start + len(flat)], weights[row], out=more)
            yield part


# A model's layers have the same shapes in every step; the bound is for inputs of ever other sizes.
@lru_cache(maxsize=4096)
def conv_plan(shape: tuple[int, ...], filter_shape: tuple[int, ...], axes: Axes, dtype: np.dtype[Any]) -> ConvPlan:
    """The plan for these shapes, made once."""
    return ConvPlan(shape, filter_shape, axes, dtype)


#: Of one node: what computes images of one shape with filters of another.
Plans = dict[tuple[tuple[int, ...], tuple[int, ...]], Callable[..., Array]]
_MAX_PLANS = 64  # for images of ever other sizes there is no use in remembering


def remember(
    plans: Plans, x: Array, filter: Array, attrs: Mapping[str, Any], plan: Callable[..., Callable[..., Array]]
) -> None:
    """Adds the plan of images [batch, height, width, channels] and filters that were found right.

    Where they are empty, or channels form groups, there is none.
    """
    axes = conv_axes(
        x.shape[1:3], filter.shape[:2], attrs["strides"], attrs["dilations"], attrs["padding"],
        attrs.get("explicit_paddings", ()), attrs["data_format"],
    )  # fmt: skip
    if x.size and filter.size and x.shape[3] == filter.shape[2] and all(axis.output for axis in axes):
        if len(plans) >= _MAX_PLANS:
            plans.clear()
        plans[x.shape, filter.shape] = plan(x.shape, filter.shape, axes, x.dtype)


def _lines(axes: Axes) -> Axes:
    """The windows of images' lines, each of which is a row of a window of `axes`."""
    height, width = axes
    # As padded as before: the first line is the uppermost that a window reaches.
    return height._replace(kernel=1, stride=1, dilation=1, output=height.extent), width


def _rows_at_a_time(axes: Axes, pixel_nbytes: int) -> int:
    """The rows of output whose lines fit a block; 0 where windows do not share lines, or not enough of them."""
    if len(axes) != 2 or axes[0].stride != 1 or axes[0].kernel == 1:
        return 0
    height, width = axes
    reach = (height.kernel - 1) * height.dilation
    rows = BLOCK_NBYTES // max(width.output * width.kernel * pixel_nbytes, 1) - reach
    return min(rows, height.output) if rows >= _FEWEST_REACHES * reach else 0


def blocks(windows: Array) -> Iterator[tuple[slice, ...]]:
    """Slices of batch and first output axis, so that each part's window matrix stays below `BLOCK_NBYTES`."""
    batch, rows = windows.shape[:2]
    row_nbytes = prod(windows.shape[2:]) * windows.itemsize
    # As many whole images as fit; or else rows of a single one, at least one row.
    images = max(1, BLOCK_NBYTES // (row_nbytes * rows))
    height = rows if row_nbytes * rows <= BLOCK_NBYTES else max(1, BLOCK_NBYTES // row_nbytes)
    for image in range(0, batch, images):
        for row in range(0, rows, height):
            yield slice(image, image + images), slice(row, row + height)
