# Generated from aioflow/ops/definitions/image.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.image` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike, apply_op, grouped


def adjust_contrast(
    images: TensorLike,
    contrast_factor: TensorLike,
    min_value: TensorLike,
    max_value: TensorLike,
    name: str | None = None,
) -> Tensor:
    """AdjustContrast(images: T, contrast_factor: float32, min_value: float32, max_value: float32) -> (output: float32).

    T is one of float32, float64, int16, int32, int64, int8, uint8.
    Deprecated: Use AdjustContrastv2 instead.
    """
    return apply_op("AdjustContrast", [images, contrast_factor, min_value, max_value], {}, name).outputs[0]


def adjust_contrastv2(images: TensorLike, contrast_factor: TensorLike, name: str | None = None) -> Tensor:
    """AdjustContrastv2(images: T, contrast_factor: float32) -> (output: T).

    T is one of float16, float32.
    """
    return apply_op("AdjustContrastv2", [images, contrast_factor], {}, name).outputs[0]


def adjust_hue(images: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """AdjustHue(images: T, delta: float32) -> (output: T).

    T is one of float16, float32.
    """
    return apply_op("AdjustHue", [images, delta], {}, name).outputs[0]


def adjust_saturation(images: TensorLike, scale: TensorLike, name: str | None = None) -> Tensor:
    """AdjustSaturation(images: T, scale: float32) -> (output: T).

    T is one of float16, float32.
    """
    return apply_op("AdjustSaturation", [images, scale], {}, name).outputs[0]


class CombinedNonMaxSuppressionOutputs(NamedTuple):
    """The outputs of CombinedNonMaxSuppression."""

    nmsed_boxes: Tensor
    nmsed_scores: Tensor
    nmsed_classes: Tensor
    valid_detections: Tensor


def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: TensorLike,
    max_total_size: TensorLike,
    iou_threshold: TensorLike,
    score_threshold: TensorLike,
    *,
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppressionOutputs:
    """CombinedNonMaxSuppression(boxes: float32, scores: float32, max_output_size_per_class: int32, max_total_size:
    int32, iou_threshold: float32, score_threshold: float32) -> (nmsed_boxes: float32, nmsed_scores: float32,
    nmsed_classes: float32, valid_detections: int32).

    """
    return CombinedNonMaxSuppressionOutputs(*grouped(apply_op(
        "CombinedNonMaxSuppression",
        [boxes, scores, max_output_size_per_class, max_total_size, iou_threshold, score_threshold],
        {"pad_per_class": pad_per_class, "clip_boxes": clip_boxes},
        name,
    )))


def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_ind: TensorLike,
    crop_size: TensorLike,
    *,
    method: str | bytes = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """CropAndResize(image: T, boxes: float32, box_ind: int32, crop_size: int32) -> (crops: float32).

    T is one of float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op(
        "CropAndResize",
        [image, boxes, box_ind, crop_size],
        {"method": method, "extrapolation_value": extrapolation_value},
        name,
    ).outputs[0]


def crop_and_resize_grad_boxes(
    grads: TensorLike,
    image: TensorLike,
    boxes: TensorLike,
    box_ind: TensorLike,
    *,
    method: str | bytes = "bilinear",
    name: str | None = None,
) -> Tensor:
    """CropAndResizeGradBoxes(grads: float32, image: T, boxes: float32, box_ind: int32) -> (output: float32).

    T is one of float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op("CropAndResizeGradBoxes", [grads, image, boxes, box_ind], {"method": method}, name).outputs[0]


def crop_and_resize_grad_image(
    grads: TensorLike,
    boxes: TensorLike,
    box_ind: TensorLike,
    image_size: TensorLike,
    *,
    T: DTypeLike,
    method: str | bytes = "bilinear",
    name: str | None = None,
) -> Tensor:
    """CropAndResizeGradImage(grads: float32, boxes: float32, box_ind: int32, image_size: int32) -> (output: T)."""
    return apply_op(
        "CropAndResizeGradImage",
        [grads, boxes, box_ind, image_size],
        {"T": T, "method": method},
        name,
    ).outputs[0]


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """DecodeAndCropJpeg(contents: string, crop_window: int32) -> (image: uint8)."""
    return apply_op(
        "DecodeAndCropJpeg",
        [contents, crop_window],
        {
            "channels": channels,
            "ratio": ratio,
            "fancy_upscaling": fancy_upscaling,
            "try_recover_truncated": try_recover_truncated,
            "acceptable_fraction": acceptable_fraction,
            "dct_method": dct_method,
        },
        name,
    ).outputs[0]


def decode_bmp(contents: TensorLike, *, channels: int = 0, name: str | None = None) -> Tensor:
    """DecodeBmp(contents: string) -> (image: uint8)."""
    return apply_op("DecodeBmp", [contents], {"channels": channels}, name).outputs[0]


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """DecodeGif(contents: string) -> (image: uint8)."""
    return apply_op("DecodeGif", [contents], {}, name).outputs[0]


def decode_image(
    contents: TensorLike,
    *,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    expand_animations: bool = True,
    name: str | None = None,
) -> Tensor:
    """DecodeImage(contents: string) -> (image: dtype)."""
    return apply_op(
        "DecodeImage",
        [contents],
        {"channels": channels, "dtype": dtype, "expand_animations": expand_animations},
        name,
    ).outputs[0]


def decode_jpeg(
    contents: TensorLike,
    *,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1.0,
    dct_method: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """DecodeJpeg(contents: string) -> (image: uint8)."""
    return apply_op(
        "DecodeJpeg",
        [contents],
        {
            "channels": channels,
            "ratio": ratio,
            "fancy_upscaling": fancy_upscaling,
            "try_recover_truncated": try_recover_truncated,
            "acceptable_fraction": acceptable_fraction,
            "dct_method": dct_method,
        },
        name,
    ).outputs[0]


def decode_png(
    contents: TensorLike,
    *,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """DecodePng(contents: string) -> (image: dtype)."""
    return apply_op("DecodePng", [contents], {"channels": channels, "dtype": dtype}, name).outputs[0]


def decode_web_p(
    contents: TensorLike,
    *,
    channels: int = 0,
    dtype: DTypeLike = dtypes.uint8,
    name: str | None = None,
) -> Tensor:
    """DecodeWebP(contents: string) -> (image: dtype)."""
    return apply_op("DecodeWebP", [contents], {"channels": channels, "dtype": dtype}, name).outputs[0]


def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = None) -> Tensor:
    """DrawBoundingBoxes(images: T, boxes: float32) -> (output: T).

    T is one of float16, float32.
    """
    return apply_op("DrawBoundingBoxes", [images, boxes], {}, name).outputs[0]


def draw_bounding_boxes_v2(
    images: TensorLike,
    boxes: TensorLike,
    colors: TensorLike,
    name: str | None = None,
) -> Tensor:
    """DrawBoundingBoxesV2(images: T, boxes: float32, colors: float32) -> (output: T).

    T is one of float16, float32.
    """
    return apply_op("DrawBoundingBoxesV2", [images, boxes, colors], {}, name).outputs[0]


def encode_jpeg(
    image: TensorLike,
    *,
    format: str | bytes = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str | bytes = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """EncodeJpeg(image: uint8) -> (contents: string)."""
    return apply_op(
        "EncodeJpeg",
        [image],
        {
            "format": format,
            "quality": quality,
            "progressive": progressive,
            "optimize_size": optimize_size,
            "chroma_downsampling": chroma_downsampling,
            "density_unit": density_unit,
            "x_density": x_density,
            "y_density": y_density,
            "xmp_metadata": xmp_metadata,
        },
        name,
    ).outputs[0]


def encode_jpeg_variable_quality(images: TensorLike, quality: TensorLike, name: str | None = None) -> Tensor:
    """EncodeJpegVariableQuality(images: uint8, quality: int32) -> (contents: string)."""
    return apply_op("EncodeJpegVariableQuality", [images, quality], {}, name).outputs[0]


def encode_png(image: TensorLike, *, compression: int = -1, name: str | None = None) -> Tensor:
    """EncodePng(image: T) -> (contents: string).

    T is one of uint16, uint8.
    """
    return apply_op("EncodePng", [image], {"compression": compression}, name).outputs[0]


def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: str | bytes = "uniform",
    name: str | None = None,
) -> Tensor:
    """ExtractGlimpse(input: float32, size: int32, offsets: float32) -> (glimpse: float32)."""
    return apply_op(
        "ExtractGlimpse",
        [input, size, offsets],
        {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise, "noise": noise},
        name,
    ).outputs[0]


def extract_glimpse_v2(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    *,
    centered: bool = True,
    normalized: bool = True,
    uniform_noise: bool = True,
    noise: str | bytes = "uniform",
    name: str | None = None,
) -> Tensor:
    """ExtractGlimpseV2(input: float32, size: int32, offsets: float32) -> (glimpse: float32)."""
    return apply_op(
        "ExtractGlimpseV2",
        [input, size, offsets],
        {"centered": centered, "normalized": normalized, "uniform_noise": uniform_noise, "noise": noise},
        name,
    ).outputs[0]


def extract_jpeg_shape(
    contents: TensorLike,
    *,
    output_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """ExtractJpegShape(contents: string) -> (image_shape: output_type)."""
    return apply_op("ExtractJpegShape", [contents], {"output_type": output_type}, name).outputs[0]


def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Converts images [..., 3] from hue, saturation and value, each from 0 to 1, to red, green and blue.

    HSVToRGB(images: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("HSVToRGB", [images], {}, name).outputs[0]


def image_projective_transform_v2(
    images: TensorLike,
    transforms: TensorLike,
    output_shape: TensorLike,
    *,
    interpolation: str | bytes,
    fill_mode: str | bytes = "CONSTANT",
    name: str | None = None,
) -> Tensor:
    """ImageProjectiveTransformV2(images: dtype, transforms: float32, output_shape: int32) -> (transformed_images:
    dtype).

    dtype is one of bfloat16, float16, float32, float64, int32, int64, uint8.
    """
    return apply_op(
        "ImageProjectiveTransformV2",
        [images, transforms, output_shape],
        {"interpolation": interpolation, "fill_mode": fill_mode},
        name,
    ).outputs[0]


def image_projective_transform_v3(
    images: TensorLike,
    transforms: TensorLike,
    output_shape: TensorLike,
    fill_value: TensorLike,
    *,
    interpolation: str | bytes,
    fill_mode: str | bytes = "CONSTANT",
    name: str | None = None,
) -> Tensor:
    """ImageProjectiveTransformV3(images: dtype, transforms: float32, output_shape: int32, fill_value: float32) ->
    (transformed_images: dtype).

    dtype is one of bfloat16, float16, float32, float64, int32, int64, uint8.
    """
    return apply_op(
        "ImageProjectiveTransformV3",
        [images, transforms, output_shape, fill_value],
        {"interpolation": interpolation, "fill_mode": fill_mode},
        name,
    ).outputs[0]


def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    *,
    iou_threshold: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """NonMaxSuppression(boxes: float32, scores: float32, max_output_size: int32) -> (selected_indices: int32)."""
    return apply_op(
        "NonMaxSuppression",
        [boxes, scores, max_output_size],
        {"iou_threshold": iou_threshold},
        name,
    ).outputs[0]


def non_max_suppression_v2(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike,
    name: str | None = None,
) -> Tensor:
    """NonMaxSuppressionV2(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold) ->
    (selected_indices: int32).

    T is one of float16, float32.
    T_threshold is one of float16, float32.
    """
    return apply_op("NonMaxSuppressionV2", [boxes, scores, max_output_size, iou_threshold], {}, name).outputs[0]


def non_max_suppression_v3(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike,
    score_threshold: TensorLike,
    name: str | None = None,
) -> Tensor:
    """NonMaxSuppressionV3(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold:
    T_threshold) -> (selected_indices: int32).

    T is one of float16, float32.
    T_threshold is one of float16, float32.
    """
    return apply_op(
        "NonMaxSuppressionV3",
        [boxes, scores, max_output_size, iou_threshold, score_threshold],
        {},
        name,
    ).outputs[0]


class NonMaxSuppressionV4Outputs(NamedTuple):
    """The outputs of NonMaxSuppressionV4."""

    selected_indices: Tensor
    valid_outputs: Tensor


def non_max_suppression_v4(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike,
    score_threshold: TensorLike,
    *,
    pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> NonMaxSuppressionV4Outputs:
    """NonMaxSuppressionV4(boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold, score_threshold:
    T_threshold) -> (selected_indices: int32, valid_outputs: int32).

    T is one of float16, float32.
    T_threshold is one of float16, float32.
    """
    return NonMaxSuppressionV4Outputs(*grouped(apply_op(
        "NonMaxSuppressionV4",
        [boxes, scores, max_output_size, iou_threshold, score_threshold],
        {"pad_to_max_output_size": pad_to_max_output_size},
        name,
    )))


class NonMaxSuppressionV5Outputs(NamedTuple):
    """The outputs of NonMaxSuppressionV5."""

    selected_indices: Tensor
    selected_scores: Tensor
    valid_outputs: Tensor


def non_max_suppression_v5(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike,
    score_threshold: TensorLike,
    soft_nms_sigma: TensorLike,
    *,
    pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> NonMaxSuppressionV5Outputs:
    """NonMaxSuppressionV5(boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T,
    soft_nms_sigma: T) -> (selected_indices: int32, selected_scores: T, valid_outputs: int32).

    T is one of float16, float32.
    """
    return NonMaxSuppressionV5Outputs(*grouped(apply_op(
        "NonMaxSuppressionV5",
        [boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma],
        {"pad_to_max_output_size": pad_to_max_output_size},
        name,
    )))


def non_max_suppression_with_overlaps(
    overlaps: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    overlap_threshold: TensorLike,
    score_threshold: TensorLike,
    name: str | None = None,
) -> Tensor:
    """NonMaxSuppressionWithOverlaps(overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold:
    float32, score_threshold: float32) -> (selected_indices: int32).

    """
    return apply_op(
        "NonMaxSuppressionWithOverlaps",
        [overlaps, scores, max_output_size, overlap_threshold, score_threshold],
        {},
        name,
    ).outputs[0]


def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Converts images [..., 3] from red, green and blue, each from 0 to 1, to hue, saturation and value.

    RGBToHSV(images: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op("RGBToHSV", [images], {}, name).outputs[0]


def resize_area(
    images: TensorLike,
    size: TensorLike,
    *,
    align_corners: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeArea(images: T, size: int32) -> (resized_images: float32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op("ResizeArea", [images, size], {"align_corners": align_corners}, name).outputs[0]


def resize_bicubic(
    images: TensorLike,
    size: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeBicubic(images: T, size: int32) -> (resized_images: float32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op(
        "ResizeBicubic",
        [images, size],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


def resize_bicubic_grad(
    grads: TensorLike,
    original_image: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeBicubicGrad(grads: float32, original_image: T) -> (output: T).

    T is one of float32, float64.
    """
    return apply_op(
        "ResizeBicubicGrad",
        [grads, original_image],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


def resize_bilinear(
    images: TensorLike,
    size: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeBilinear(images: T, size: int32) -> (resized_images: float32).

    T is one of bfloat16, bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op(
        "ResizeBilinear",
        [images, size],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


def resize_bilinear_grad(
    grads: TensorLike,
    original_image: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeBilinearGrad(grads: float32, original_image: T) -> (output: T).

    T is one of bfloat16, float16, float32, float64.
    """
    return apply_op(
        "ResizeBilinearGrad",
        [grads, original_image],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


def resize_nearest_neighbor(
    images: TensorLike,
    size: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeNearestNeighbor(images: T, size: int32) -> (resized_images: T).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op(
        "ResizeNearestNeighbor",
        [images, size],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


def resize_nearest_neighbor_grad(
    grads: TensorLike,
    size: TensorLike,
    *,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor:
    """ResizeNearestNeighborGrad(grads: T, size: int32) -> (output: T).

    T is one of bfloat16, float16, float32, float64, int32, int8, uint8.
    """
    return apply_op(
        "ResizeNearestNeighborGrad",
        [grads, size],
        {"align_corners": align_corners, "half_pixel_centers": half_pixel_centers},
        name,
    ).outputs[0]


class SampleDistortedBoundingBoxOutputs(NamedTuple):
    """The outputs of SampleDistortedBoundingBox."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    min_object_covered: float = 0.10000000149011612,
    aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0),
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    name: str | None = None,
) -> SampleDistortedBoundingBoxOutputs:
    """SampleDistortedBoundingBox(image_size: T, bounding_boxes: float32) -> (begin: T, size: T, bboxes: float32).

    T is one of int16, int32, int64, int8, uint8.
    Stateful.
    """
    return SampleDistortedBoundingBoxOutputs(*grouped(apply_op(
        "SampleDistortedBoundingBox",
        [image_size, bounding_boxes],
        {
            "seed": seed,
            "seed2": seed2,
            "min_object_covered": min_object_covered,
            "aspect_ratio_range": aspect_ratio_range,
            "area_range": area_range,
            "max_attempts": max_attempts,
            "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
        },
        name,
    )))


class SampleDistortedBoundingBoxV2Outputs(NamedTuple):
    """The outputs of SampleDistortedBoundingBoxV2."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def sample_distorted_bounding_box_v2(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    min_object_covered: TensorLike,
    *,
    seed: int = 0,
    seed2: int = 0,
    aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0),
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    name: str | None = None,
) -> SampleDistortedBoundingBoxV2Outputs:
    """SampleDistortedBoundingBoxV2(image_size: T, bounding_boxes: float32, min_object_covered: float32) -> (begin: T,
    size: T, bboxes: float32).

    T is one of int16, int32, int64, int8, uint8.
    Stateful.
    """
    return SampleDistortedBoundingBoxV2Outputs(*grouped(apply_op(
        "SampleDistortedBoundingBoxV2",
        [image_size, bounding_boxes, min_object_covered],
        {
            "seed": seed,
            "seed2": seed2,
            "aspect_ratio_range": aspect_ratio_range,
            "area_range": area_range,
            "max_attempts": max_attempts,
            "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
        },
        name,
    )))


def scale_and_translate(
    images: TensorLike,
    size: TensorLike,
    scale: TensorLike,
    translation: TensorLike,
    *,
    kernel_type: str | bytes = "lanczos3",
    antialias: bool = True,
    name: str | None = None,
) -> Tensor:
    """ScaleAndTranslate(images: T, size: int32, scale: float32, translation: float32) -> (resized_images: float32).

    T is one of bfloat16, float16, float32, float64, int16, int32, int64, int8, uint16, uint8.
    """
    return apply_op(
        "ScaleAndTranslate",
        [images, size, scale, translation],
        {"kernel_type": kernel_type, "antialias": antialias},
        name,
    ).outputs[0]


def scale_and_translate_grad(
    grads: TensorLike,
    original_image: TensorLike,
    scale: TensorLike,
    translation: TensorLike,
    *,
    kernel_type: str | bytes = "lanczos3",
    antialias: bool = True,
    name: str | None = None,
) -> Tensor:
    """ScaleAndTranslateGrad(grads: T, original_image: T, scale: float32, translation: float32) -> (output: T).

    T is one of float32.
    """
    return apply_op(
        "ScaleAndTranslateGrad",
        [grads, original_image, scale, translation],
        {"kernel_type": kernel_type, "antialias": antialias},
        name,
    ).outputs[0]


class StatelessSampleDistortedBoundingBoxOutputs(NamedTuple):
    """The outputs of StatelessSampleDistortedBoundingBox."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    min_object_covered: TensorLike,
    seed: TensorLike,
    *,
    aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0),
    max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False,
    name: str | None = None,
) -> StatelessSampleDistortedBoundingBoxOutputs:
    """StatelessSampleDistortedBoundingBox(image_size: T, bounding_boxes: float32, min_object_covered: float32, seed:
    Tseed) -> (begin: T, size: T, bboxes: float32).

    T is one of int16, int32, int64, int8, uint8.
    Tseed is one of int32, int64.
    """
    return StatelessSampleDistortedBoundingBoxOutputs(*grouped(apply_op(
        "StatelessSampleDistortedBoundingBox",
        [image_size, bounding_boxes, min_object_covered, seed],
        {
            "aspect_ratio_range": aspect_ratio_range,
            "area_range": area_range,
            "max_attempts": max_attempts,
            "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
        },
        name,
    )))
