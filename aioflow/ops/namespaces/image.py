"""`tf.image`: images [batch, height, width, channels], or one image without the batch."""
from __future__ import annotations

from aioflow.ops.functions.image_ops import (
    ResizeMethod,
    adjust_brightness,
    adjust_contrast,
    adjust_gamma,
    adjust_hue,
    adjust_saturation,
    central_crop,
    convert_image_dtype,
    crop_and_resize,
    crop_to_bounding_box,
    flip_left_right,
    flip_up_down,
    grayscale_to_rgb,
    non_max_suppression,
    pad_to_bounding_box,
    per_image_standardization,
    resize_area,
    resize_bicubic,
    resize_bilinear,
    resize_image_with_crop_or_pad,
    resize_images,
    resize_nearest_neighbor,
    rgb_to_grayscale,
    rot90,
    transpose_image,
)
from aioflow.ops.functions.patch_ops import extract_image_patches

# One node each, so their builders serve as the public functions.
from aioflow.ops.generated.image import hsv_to_rgb, rgb_to_hsv

__all__ = [
    "ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_saturation",
    "central_crop", "convert_image_dtype", "crop_and_resize", "crop_to_bounding_box", "extract_image_patches",
    "flip_left_right", "flip_up_down", "grayscale_to_rgb", "hsv_to_rgb", "non_max_suppression", "pad_to_bounding_box",
    "per_image_standardization", "resize_area", "resize_bicubic", "resize_bilinear", "resize_image_with_crop_or_pad",
    "resize_images", "resize_nearest_neighbor", "rgb_to_grayscale", "rgb_to_hsv", "rot90", "transpose_image",
]  # fmt: skip
