"""Resizing images [batch, height, width, channels], and cutting boxes out of them.

Where the samples lie is computed on the host, by the functions of the CPU's kernels, and copied once per size.
"""
from __future__ import annotations

from typing import Any

import numpy as np
import torch

from aioflow.kernels.image import resampling
from aioflow.kernels.image.resampling import Samples
from aioflow.packs.cuda.registration import FLOATS, NUMBERS, on_tensors, refuse_unless


def _resampled(xp: Any, images: Any, axis: int, samples: Samples) -> Any:
    """The images with an axis of other samples: weighted sums of a few positions."""
    positions, weights = (xp.constant(array) for array in samples)
    shape = [1] * images.ndim
    shape[axis] = -1
    result = None
    for tap in range(samples.positions.shape[1]):
        part = images.index_select(axis, positions[:, tap]) * weights[:, tap].reshape(shape)
        result = part if result is None else result + part
    return result


def _sampled(xp: Any, mode: Any, images: Any, size: Any, align_corners: bool, half_pixel_centers: bool) -> Any:
    height, width = resampling.check_resize(_Shaped(images), size, align_corners, half_pixel_centers)
    rows = mode(images.shape[1], height, align_corners, half_pixel_centers)
    columns = mode(images.shape[2], width, align_corners, half_pixel_centers)
    return _resampled(xp, _resampled(xp, images.float(), 1, rows), 2, columns)


class _Shaped:
    """What checks look at: shape and dtype as numpy has them."""

    def __init__(self, tensor: Any) -> None:
        self.shape, self.ndim, self.dtype = tuple(tensor.shape), tensor.ndim, np.dtype(np.float32)


@on_tensors("ResizeBilinear", T=NUMBERS)
def resize_bilinear(xp: Any, images: Any, size: Any, *, align_corners: bool, half_pixel_centers: bool) -> Any:
    return _sampled(xp, resampling.bilinear, images, size, align_corners, half_pixel_centers)


@on_tensors("ResizeBicubic", T=NUMBERS)
def resize_bicubic(xp: Any, images: Any, size: Any, *, align_corners: bool, half_pixel_centers: bool) -> Any:
    return _sampled(xp, resampling.bicubic, images, size, align_corners, half_pixel_centers)


@on_tensors("ResizeNearestNeighbor", T=NUMBERS)
def resize_nearest(xp: Any, images: Any, size: Any, *, align_corners: bool, half_pixel_centers: bool) -> Any:
    height, width = resampling.check_resize(_Shaped(images), size, align_corners, half_pixel_centers)
    rows = xp.constant(resampling.nearest(images.shape[1], height, align_corners, half_pixel_centers))
    columns = xp.constant(resampling.nearest(images.shape[2], width, align_corners, half_pixel_centers))
    return images.index_select(1, rows).index_select(2, columns)


@on_tensors("ResizeNearestNeighborGrad", T=FLOATS)
def resize_nearest_grad(xp: Any, grads: Any, size: Any, *, align_corners: bool, half_pixel_centers: bool) -> Any:
    refuse_unless(grads.ndim == 4 and size.shape == (2,) and (size > 0).all())
    height, width = size.tolist()
    rows = xp.constant(resampling.nearest(height, grads.shape[1], align_corners, half_pixel_centers))
    columns = xp.constant(resampling.nearest(width, grads.shape[2], align_corners, half_pixel_centers))
    batch, _, _, depth = grads.shape
    by_row = grads.new_zeros(batch, height, grads.shape[2], depth).index_add_(1, rows, grads)
    return grads.new_zeros(batch, height, width, depth).index_add_(2, columns, by_row)


def _gradient(xp: Any, mode: Any, grads: Any, original: Any, align_corners: bool, half_pixel_centers: bool) -> Any:
    """Each gradient goes back to the pixels that it came from, by their weights."""
    refuse_unless(not (align_corners and half_pixel_centers) and grads.ndim == original.ndim == 4)
    refuse_unless(grads.shape[0] == original.shape[0] and grads.shape[3] == original.shape[3])
    refuse_unless(all(original.shape[1:3]) and all(grads.shape[1:3]))
    result = grads
    for axis in (1, 2):
        samples = mode(original.shape[axis], grads.shape[axis], align_corners, half_pixel_centers)
        positions, weights = (xp.constant(array) for array in samples)
        shape = list(result.shape)
        shape[axis] = original.shape[axis]
        total = result.new_zeros(shape)
        along = [-1 if d == axis else 1 for d in range(4)]
        for tap in range(positions.shape[1]):
            total.index_add_(axis, positions[:, tap], result * weights[:, tap].reshape(along))
        result = total
    return result.to(original.dtype)


@on_tensors("ResizeBilinearGrad", T=FLOATS)
def resize_bilinear_grad(
    xp: Any, grads: Any, original_image: Any, *, align_corners: bool, half_pixel_centers: bool
) -> Any:
    return _gradient(xp, resampling.bilinear, grads, original_image, align_corners, half_pixel_centers)


@on_tensors("ResizeBicubicGrad", T=FLOATS)
def resize_bicubic_grad(
    xp: Any, grads: Any, original_image: Any, *, align_corners: bool, half_pixel_centers: bool
) -> Any:
    return _gradient(xp, resampling.bicubic, grads, original_image, align_corners, half_pixel_centers)


@on_tensors("CropAndResize", T=NUMBERS)
def crop_and_resize(
    xp: Any, image: Any, boxes: Any, box_ind: Any, crop_size: Any, *, method: bytes, extrapolation_value: float
) -> Any:
    """Boxes (y1, x1, y2, x2) in [0, 1] of the images `box_ind`, each resized to `crop_size`, as float32."""
    refuse_unless(image.ndim == 4 and image.numel() and boxes.ndim == 2 and boxes.shape[1] == 4)
    refuse_unless(box_ind.shape == boxes.shape[:1] and crop_size.shape == (2,) and (crop_size > 0).all())
    batch, height, width, _ = image.shape
    which = box_ind.long()
    is_image = (which >= 0) & (which < batch)
    refuse_unless(not xp.checks_values or bool(is_image.all() and torch.isfinite(boxes).all()))
    rows = _places(boxes[:, 0], boxes[:, 2], height, int(crop_size[0]))[:, :, None]
    columns = _places(boxes[:, 1], boxes[:, 3], width, int(crop_size[1]))[:, None, :]
    inside = (rows >= 0) & (rows <= height - 1) & (columns >= 0) & (columns <= width - 1) & is_image[:, None, None]
    which = which.clamp(0, batch - 1)[:, None, None]
    rows, columns = rows.nan_to_num().clamp(0, height - 1), columns.nan_to_num().clamp(0, width - 1)
    if method == b"nearest":
        row, column = torch.floor(rows + 0.5).clamp(max=height - 1), torch.floor(columns + 0.5).clamp(max=width - 1)
        result = image[which, row.long(), column.long()].float()
    else:
        result = _interpolated(image, which, rows, columns)
    return result.masked_fill(~inside[..., None], extrapolation_value)


def _places(start: Any, end: Any, size: int, count: int) -> Any:
    """The coordinates [boxes, count] of samples from start to end; of one sample, that of the middle."""
    if count == 1:
        return (0.5 * (start + end) * (size - 1))[:, None]
    scale = (end - start) * (size - 1) / (count - 1)
    steps = torch.arange(count, dtype=start.dtype, device=start.device)
    return (start * (size - 1))[:, None] + steps * scale[:, None]


def _interpolated(image: Any, which: Any, rows: Any, columns: Any) -> Any:
    """Weighted sums of the four pixels around each sample."""
    top, left = torch.floor(rows), torch.floor(columns)
    down, right = rows - top, columns - left
    result = 0.0
    for row, by_row in ((top, 1 - down), (torch.ceil(rows), down)):
        for column, by_column in ((left, 1 - right), (torch.ceil(columns), right)):
            result = result + image[which, row.long(), column.long()].float() * (by_row * by_column)[..., None]
    return result
