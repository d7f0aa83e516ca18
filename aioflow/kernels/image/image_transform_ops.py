"""Images seen through a projective transform, and boxes drawn on images."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, check_room, shown

# TensorFlow's table: yellow, blue, red, lime, purple, olive, maroon, navy, aqua, fuchsia.
_COLORS = np.array(
    [
        [1, 1, 0, 1], [0, 0, 1, 1], [1, 0, 0, 1], [0, 1, 0, 1], [0.5, 0, 0.5, 1],
        [0.5, 0.5, 0, 1], [0.5, 0, 0, 1], [0, 0, 0.5, 1], [0, 1, 1, 1], [1, 0, 1, 1],
    ],
    np.float32,
)  # fmt: skip


@kernel("ImageProjectiveTransformV2")
def image_projective_transform_v2(
    xp: Any, images: Array, transforms: Array, output_shape: Array, *, interpolation: bytes, fill_mode: bytes
) -> Array:
    """The images on which each output position is mapped by its transform; zero outside with CONSTANT."""
    return transformed(images, transforms, output_shape, interpolation, fill_mode, 0.0)


@kernel("ImageProjectiveTransformV3")
def image_projective_transform_v3(
    xp: Any,
    images: Array,
    transforms: Array,
    output_shape: Array,
    fill_value: Array,
    *,
    interpolation: bytes,
    fill_mode: bytes,
) -> Array:
    """As ImageProjectiveTransformV2, with `fill_value` outside."""
    if fill_value.ndim:
        raise errors.invalid_argument(f"fill_value must be a scalar, got {shown(fill_value.shape)}")
    return transformed(images, transforms, output_shape, interpolation, fill_mode, float(fill_value))


def transformed(
    images: Array, transforms: Array, output_shape: Array, interpolation: bytes, fill_mode: bytes, fill: float
) -> Array:
    """Samples `images` [batch, height, width, channels] at transformed positions.

    Args:
        images: Of any numeric dtype.
        transforms: [batch or 1, 8]: (a0, a1, a2, b0, b1, b2, c0, c1) maps an output position (x, y) to the input
            position ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) with k = c0 x + c1 y + 1.
        output_shape: [2], height and width.
        interpolation: b"NEAREST" or b"BILINEAR".
        fill_mode: What lies outside: b"CONSTANT", b"NEAREST", b"REFLECT" or b"WRAP".
        fill: Value outside, for b"CONSTANT".
    """
    height, width = _check_transform(images, transforms, output_shape, interpolation, fill_mode)
    check_room((images.shape[0], height, width, images.shape[3]), np.float32)
    check_room((max(len(transforms), 1), height, width), np.float32)  # where the samples lie
    y, x = np.arange(height, dtype=np.float32)[:, None], np.arange(width, dtype=np.float32)
    a0, a1, a2, b0, b1, b2, c0, c1 = (column[:, None, None] for column in transforms.T)
    scale = c0 * x + c1 * y + 1
    # Such a point is mapped to infinity, which lies outside in every mode.
    vanishes = scale == 0
    scale = np.where(vanishes, np.float32(1), scale)
    columns = _mapped((a0 * x + a1 * y + a2) / scale, images.shape[2], fill_mode)
    rows = _mapped((b0 * x + b1 * y + b2) / scale, images.shape[1], fill_mode)
    shape = (images.shape[0], height, width)
    rows, columns, vanishes = (np.broadcast_to(array, shape) for array in (rows, columns, vanishes))
    sample = _nearest if interpolation == b"NEAREST" else _bilinear
    result = sample(images, rows, columns, fill)
    result[vanishes] = fill
    return result.astype(images.dtype, copy=False)


def _mapped(place: Array, size: int, fill_mode: bytes) -> Array:
    """The coordinates moved into the image, unless what lies outside is constant."""
    if fill_mode == b"CONSTANT":
        return place
    last = np.float32(size - 1)
    # WRAP divides by size - 1; a single pixel is what all modes show.
    if size <= 1 or fill_mode == b"NEAREST":
        return np.clip(place, 0, last)
    if fill_mode == b"WRAP":
        # abcd|abcd|abcd: whole sizes are added or taken off. The quotient is one of the last position, as in
        # TensorFlow, hence the cut at the end.
        below = place + size * (np.trunc(-place / last) + 1)
        above = place - size * np.trunc(place / last)
        return np.clip(np.where(place < 0, below, np.where(place > last, above, place)), 0, last)
    # dcba|abcd|dcba: mirrored with the edge repeated, so the pattern has the period of two images.
    period = np.float32(2 * size)
    lifted = np.where(place < period, period * np.trunc(-place / period) + place, place)
    below = np.where(lifted < -size, lifted + period, -lifted - 1)
    above = place - period * np.trunc(place / period)
    above = np.where(above >= size, period - above - 1, above)
    return np.clip(np.where(place < 0, below, np.where(place > last, above, place)), 0, last)


def _nearest(images: Array, rows: Array, columns: Array, fill: float) -> Array:
    return _read(images, _rounded(rows), _rounded(columns), fill)


def _rounded(place: Array) -> Array:
    """Rounds to the nearest integer, halves away from zero."""
    # C's round(); numpy rounds halves to the even number.
    return np.trunc(place + np.copysign(np.float32(0.5), place))


def _bilinear(images: Array, rows: Array, columns: Array, fill: float) -> Array:
    """Weighted means of four pixels each, in float32 whatever the images are."""
    top, left = np.floor(rows), np.floor(columns)
    (down, up), (right, to_left) = (
        ((place - start)[..., None], (start + np.float32(1) - place)[..., None])
        for place, start in ((rows, top), (columns, left))
    )

    def row(place: Array) -> Array:
        # Neighbours outside count as `fill`, so that the image fades into it at its border.
        near, far = (_read(images, place, left + step, fill).astype(np.float32) for step in (0, 1))
        return to_left * near + right * far

    return up * row(top) + down * row(top + 1)


def _read(images: Array, rows: Array, columns: Array, fill: float) -> Array:
    """The pixels at whole positions; `fill` outside."""
    inside = (rows >= 0) & (rows < images.shape[1]) & (columns >= 0) & (columns < images.shape[2])
    image = np.arange(images.shape[0])[:, None, None]
    # Any pixel will do outside, where the result is replaced.
    row, column = (np.where(inside, place, 0).astype(np.intp) for place in (rows, columns))
    if not images.shape[1] or not images.shape[2]:
        return np.full((*inside.shape, images.shape[3]), fill, images.dtype)
    result = images[image, row, column]
    result[~inside] = fill
    return result


def _check_transform(
    images: Array, transforms: Array, output_shape: Array, interpolation: bytes, fill_mode: bytes
) -> tuple[int, int]:
    """Height and width of the results; `InvalidArgumentError` where shapes or attributes do not fit."""
    if images.ndim != 4:
        raise errors.invalid_argument(f"Input images must have rank 4, got {shown(images.shape)}")
    if transforms.ndim != 2 or transforms.shape[0] not in (1, images.shape[0]) or transforms.shape[1] != 8:
        raise errors.invalid_argument(
            f"Input transform should be num_images x 8 or 1 x 8, got {shown(transforms.shape)} for images "
            f"{shown(images.shape)}"
        )
    if interpolation not in (b"NEAREST", b"BILINEAR"):
        raise errors.invalid_argument(
            f"Invalid interpolation {interpolation.decode(errors='replace')}. Supported: NEAREST, BILINEAR"
        )
    if fill_mode not in (b"CONSTANT", b"NEAREST", b"REFLECT", b"WRAP"):
        raise errors.invalid_argument(
            f"Invalid mode {fill_mode.decode(errors='replace')}. Supported: CONSTANT, NEAREST, REFLECT, WRAP"
        )
    if output_shape.shape != (2,):
        raise errors.invalid_argument(f"output shape must be 1-D with two elements, got {shown(output_shape.shape)}")
    height, width = output_shape.tolist()
    if height <= 0 or width <= 0:
        raise errors.invalid_argument(f"new dimensions must be positive, got {shown((height, width))}")
    return height, width


@kernel("DrawBoundingBoxes")
def draw_bounding_boxes(xp: Any, images: Array, boxes: Array) -> Array:
    """Images with the borders of boxes (y1, x1, y2, x2) [batch, num_boxes, 4], in ten colours in turn."""
    _check_drawing(images, boxes)
    return _drawn(images, boxes, _default_colors(images))


@kernel("DrawBoundingBoxesV2")
def draw_bounding_boxes_v2(xp: Any, images: Array, boxes: Array, colors: Array) -> Array:
    """As DrawBoundingBoxes, in given colours [num_colors, channels or more]."""
    _check_drawing(images, boxes)
    if colors.ndim != 2 or colors.shape[1] < images.shape[3]:
        raise errors.invalid_argument(
            f"colors must be 2-D with a value for each channel, got {shown(colors.shape)} for {shown(images.shape)}"
        )
    return _drawn(images, boxes, colors if colors.size else _default_colors(images))


def _default_colors(images: Array) -> Array:
    """The ten colours; gray images get white alone, the colours having no meaning there."""
    return np.ones((1, 1), _COLORS.dtype) if images.shape[3] == 1 else _COLORS


def _check_drawing(images: Array, boxes: Array) -> None:
    if images.ndim != 4 or images.shape[3] not in (1, 3, 4):
        raise errors.invalid_argument(
            f"images must be 4-D of channel depth 1 (GRY), 3 (RGB), or 4 (RGBA), got {shown(images.shape)}"
        )
    if boxes.ndim != 3 or boxes.shape[2] != 4 or boxes.shape[0] != images.shape[0]:
        raise errors.invalid_argument(f"boxes must be [{images.shape[0]}, num_boxes, 4], got {shown(boxes.shape)}")


def _drawn(images: Array, boxes: Array, colors: Array) -> Array:
    """A copy of the images with the borders of all boxes, later ones above earlier ones."""
    channels = images.shape[3]
    result = images.copy()
    for image, rows in zip(result, boxes, strict=True):
        for number, box in enumerate(rows):
            _draw_box(image, box, colors[number % len(colors), :channels])
    return result


def _draw_box(image: Array, box: Array, color: Any) -> None:
    """Draws the border of one box onto `image` [height, width, channels], which is ours."""
    height, width = image.shape[:2]
    # 1 is the last pixel, not the one behind it.
    extent = np.array([height - 1, width - 1] * 2, np.float32)
    if not np.isfinite(box).all():
        return
    top, left, bottom, right = np.trunc(box * extent).astype(np.int64).tolist()
    # Boxes that are turned inside out or lie outside altogether are left out.
    if top > bottom or left > right or top >= height or bottom < 0 or left >= width or right < 0:
        return
    inner_rows, inner_columns = slice(max(top, 0), bottom + 1), slice(max(left, 0), right + 1)
    for row in (top, bottom):
        if 0 <= row < height:
            image[row, inner_columns] = color
    for column in (left, right):
        if 0 <= column < width:
            image[inner_rows, column] = color
