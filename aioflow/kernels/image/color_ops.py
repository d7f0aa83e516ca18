"""Colours of images [..., 3]: conversions, and adjusting contrast, hue and saturation."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened


@kernel("RGBToHSV")
def rgb_to_hsv(xp: Any, images: Array) -> Array:
    """Hue, saturation and value, each in [0, 1], of red, green and blue [..., 3]."""
    _check_channels(images)
    return _hsv_from_rgb(widened(images)).astype(images.dtype, copy=False)


@kernel("HSVToRGB")
def hsv_to_rgb(xp: Any, images: Array) -> Array:
    """Red, green and blue of hue, saturation and value [..., 3]."""
    _check_channels(images)
    return _rgb_from_hsv(widened(images)).astype(images.dtype, copy=False)


@kernel("AdjustContrastv2")
def adjust_contrast_v2(xp: Any, images: Array, contrast_factor: Array) -> Array:
    """Distances from the mean of each image and channel, multiplied by `contrast_factor`."""
    _check_image(images, contrast_factor, "contrast_factor")
    wide = widened(images)
    # The mean of no pixels would be NaN, with a warning.
    if not wide.size:
        return images
    mean = wide.mean(axis=(-3, -2), keepdims=True)
    return ((wide - mean) * contrast_factor + mean).astype(images.dtype, copy=False)


@kernel("AdjustContrast")
def adjust_contrast(
    xp: Any, images: Array, contrast_factor: Array, min_value: Array, max_value: Array
) -> Array:
    """As AdjustContrastv2 in float32, limited to [min_value, max_value]."""
    _check_image(images, contrast_factor, "contrast_factor")
    for name, value in (("min_value", min_value), ("max_value", max_value)):
        _check_scalar(value, name)
    adjusted = adjust_contrast_v2(xp, images.astype(np.float32), contrast_factor)
    return np.clip(adjusted, min_value, max_value).astype(np.float32, copy=False)


@kernel("AdjustHue")
def adjust_hue(xp: Any, images: Array, delta: Array) -> Array:
    """Hues moved by `delta` turns."""
    _check_colors(images, delta, "delta")
    rgb = widened(images)
    # Hues are an angle: what leaves the circle at one end comes in at the other.
    hue = np.mod(_hsv_from_rgb(rgb)[..., 0] + delta, 1)
    low, high = rgb.min(axis=-1), rgb.max(axis=-1)
    # Between the least and the largest channel, not by saturation, which colours outside of [0, 1] have not.
    channels = [low + (high - low) * share for share in _hue_shares(hue)]
    return np.stack(channels, axis=-1).astype(images.dtype, copy=False)


@kernel("AdjustSaturation")
def adjust_saturation(xp: Any, images: Array, scale: Array) -> Array:
    """Saturations multiplied by `scale` and limited to [0, 1]."""
    _check_colors(images, scale, "scale")
    hsv = _hsv_from_rgb(widened(images))
    # Not `clip`: the product of no saturation and an infinite scale is NaN, and counts as none.
    hsv[..., 1] = np.fmin(np.fmax(hsv[..., 1] * scale, 0), 1)
    return _rgb_from_hsv(hsv).astype(images.dtype, copy=False)


def _hsv_from_rgb(rgb: Array) -> Array:
    """Hue (in turns), saturation and value from colours [..., 3]."""
    red, green, blue = rgb[..., 0], rgb[..., 1], rgb[..., 2]
    value, spread = rgb.max(axis=-1), np.ptp(rgb, axis=-1)
    # Without a spread there is no hue, and nothing to divide by.
    gray = spread <= 0
    unit = 1 / np.where(gray, 1, 6 * spread)
    # The largest channel says which third of the circle it is; the other
    # two, where in it. Red counts first among equals.
    hue = np.where(
        red == value,
        (green - blue) * unit,
        np.where(green == value, (blue - red) * unit + 2 / 6, (red - green) * unit + 4 / 6),
    )
    # Between magenta and red the difference is negative: that is the end of the circle.
    hue = np.where(gray, 0, np.where(hue < 0, hue + 1, hue))
    saturation = np.where(value > 0, spread / np.where(value > 0, value, 1), 0)
    return np.stack([hue, saturation, value], axis=-1).astype(rgb.dtype, copy=False)


def _rgb_from_hsv(hsv: Array) -> Array:
    """Colours [..., 3] from hue (in turns), saturation and value."""
    saturation, value = hsv[..., 1], hsv[..., 2]
    channels = [((1 - saturation) + saturation * share) * value for share in _hue_shares(hsv[..., 0])]
    return np.stack(channels, axis=-1).astype(hsv.dtype, copy=False)


def _hue_shares(hue: Array) -> list[Array]:
    """How full red, green and blue are, in [0, 1], for a hue in turns."""
    six = hue * 6
    # Each channel is full over a third of the circle, empty over another, and linear between: distances from the middle
    # of a third, cut off, say that without cases.
    return [np.clip(share, 0, 1) for share in (np.abs(six - 3) - 1, 2 - np.abs(six - 2), 2 - np.abs(six - 4))]


def _check_channels(images: Array) -> None:
    if not images.ndim:
        raise errors.invalid_argument(f"input must be at least 1D, got {shown(images.shape)}")
    if images.shape[-1] != 3:
        # TensorFlow's class for wrong channels in the two conversions; in the adjustments it is InvalidArgumentError.
        raise errors.failed_precondition(
            f"input must have 3 channels but input only has {images.shape[-1]} channels: {shown(images.shape)}"
        )


def _check_scalar(value: Array, name: str) -> None:
    if value.ndim:
        raise errors.invalid_argument(f"{name} must be scalar: {shown(value.shape)}")


def _check_image(images: Array, factor: Array, name: str) -> None:
    if images.ndim < 3:
        raise errors.invalid_argument(f"input must be at least 3-D, got shape {shown(images.shape)}")
    _check_scalar(factor, name)


def _check_colors(images: Array, factor: Array, name: str) -> None:
    _check_image(images, factor, name)
    if images.shape[-1] != 3:
        raise errors.invalid_argument(
            f"input must have 3 channels but instead has {images.shape[-1]} channels: {shown(images.shape)}"
        )
