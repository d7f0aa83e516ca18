# Generated from protos/ops/image.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, TensorLike


def adjust_contrast(
    images: TensorLike, contrast_factor: TensorLike, min_value: TensorLike, max_value: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def adjust_contrastv2(images: TensorLike, contrast_factor: TensorLike, name: str | None = None) -> Tensor: ...


def adjust_hue(images: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor: ...


def adjust_saturation(images: TensorLike, scale: TensorLike, name: str | None = None) -> Tensor: ...


class CombinedNonMaxSuppressionOutputs(NamedTuple):
    """The outputs of CombinedNonMaxSuppression."""

    nmsed_boxes: Tensor
    nmsed_scores: Tensor
    nmsed_classes: Tensor
    valid_detections: Tensor


def combined_non_max_suppression(
    boxes: TensorLike, scores: TensorLike, max_output_size_per_class: TensorLike, max_total_size: TensorLike,
    iou_threshold: TensorLike, score_threshold: TensorLike, *, pad_per_class: bool = False, clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppressionOutputs: ...


def crop_and_resize(
    image: TensorLike, boxes: TensorLike, box_ind: TensorLike, crop_size: TensorLike, *,
    method: str | bytes = "bilinear", extrapolation_value: float = 0.0, name: str | None = None,
) -> Tensor: ...


def crop_and_resize_grad_boxes(
    grads: TensorLike, image: TensorLike, boxes: TensorLike, box_ind: TensorLike, *,
    method: str | bytes = "bilinear", name: str | None = None,
) -> Tensor: ...


def crop_and_resize_grad_image(
    grads: TensorLike, boxes: TensorLike, box_ind: TensorLike, image_size: TensorLike, *, T: DTypeLike,
    method: str | bytes = "bilinear", name: str | None = None,
) -> Tensor: ...


def decode_and_crop_jpeg(
    contents: TensorLike, crop_window: TensorLike, *, channels: int = 0, ratio: int = 1,
    fancy_upscaling: bool = True, try_recover_truncated: bool = False, acceptable_fraction: float = 1.0,
    dct_method: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def decode_bmp(contents: TensorLike, *, channels: int = 0, name: str | None = None) -> Tensor: ...


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor: ...


def decode_image(
    contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = dtypes.uint8, expand_animations: bool = True,
    name: str | None = None,
) -> Tensor: ...


def decode_jpeg(
    contents: TensorLike, *, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True,
    try_recover_truncated: bool = False, acceptable_fraction: float = 1.0, dct_method: str | bytes = "",
    name: str | None = None,
) -> Tensor: ...


def decode_png(
    contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None,
) -> Tensor: ...


def decode_web_p(
    contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = dtypes.uint8, name: str | None = None,
) -> Tensor: ...


def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = None) -> Tensor: ...


def draw_bounding_boxes_v2(
    images: TensorLike, boxes: TensorLike, colors: TensorLike, name: str | None = None,
) -> Tensor: ...


def encode_jpeg(
    image: TensorLike, *, format: str | bytes = "", quality: int = 95, progressive: bool = False,
    optimize_size: bool = False, chroma_downsampling: bool = True, density_unit: str | bytes = "in",
    x_density: int = 300, y_density: int = 300, xmp_metadata: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def encode_jpeg_variable_quality(images: TensorLike, quality: TensorLike, name: str | None = None) -> Tensor: ...


def encode_png(image: TensorLike, *, compression: int = -1, name: str | None = None) -> Tensor: ...


def extract_glimpse(
    input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True, normalized: bool = True,
    uniform_noise: bool = True, noise: str | bytes = "uniform", name: str | None = None,
) -> Tensor: ...


def extract_glimpse_v2(
    input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True, normalized: bool = True,
    uniform_noise: bool = True, noise: str | bytes = "uniform", name: str | None = None,
) -> Tensor: ...


def extract_jpeg_shape(
    contents: TensorLike, *, output_type: DTypeLike = dtypes.int32, name: str | None = None,
) -> Tensor: ...


def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Converts images [..., 3] from hue, saturation and value, each from 0 to 1, to red, green and blue.

    HSVToRGB(images: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """


def image_projective_transform_v2(
    images: TensorLike, transforms: TensorLike, output_shape: TensorLike, *, interpolation: str | bytes,
    fill_mode: str | bytes = "CONSTANT", name: str | None = None,
) -> Tensor: ...


def image_projective_transform_v3(
    images: TensorLike, transforms: TensorLike, output_shape: TensorLike, fill_value: TensorLike, *,
    interpolation: str | bytes, fill_mode: str | bytes = "CONSTANT", name: str | None = None,
) -> Tensor: ...


def non_max_suppression(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, *, iou_threshold: float = 0.5,
    name: str | None = None,
) -> Tensor: ...


def non_max_suppression_v2(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike,
    name: str | None = None,
) -> Tensor: ...


def non_max_suppression_v3(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike,
    score_threshold: TensorLike, name: str | None = None,
) -> Tensor: ...


class NonMaxSuppressionV4Outputs(NamedTuple):
    """The outputs of NonMaxSuppressionV4."""

    selected_indices: Tensor
    valid_outputs: Tensor


def non_max_suppression_v4(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike,
    score_threshold: TensorLike, *, pad_to_max_output_size: bool = False, name: str | None = None,
) -> NonMaxSuppressionV4Outputs: ...


class NonMaxSuppressionV5Outputs(NamedTuple):
    """The outputs of NonMaxSuppressionV5."""

    selected_indices: Tensor
    selected_scores: Tensor
    valid_outputs: Tensor


def non_max_suppression_v5(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike,
    score_threshold: TensorLike, soft_nms_sigma: TensorLike, *, pad_to_max_output_size: bool = False,
    name: str | None = None,
) -> NonMaxSuppressionV5Outputs: ...


def non_max_suppression_with_overlaps(
    overlaps: TensorLike, scores: TensorLike, max_output_size: TensorLike, overlap_threshold: TensorLike,
    score_threshold: TensorLike, name: str | None = None,
) -> Tensor: ...


def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Converts images [..., 3] from red, green and blue, each from 0 to 1, to hue, saturation and value.

    RGBToHSV(images: T) -> (output: T).
    T is one of bfloat16, float16, float32, float64.
    """


def resize_area(
    images: TensorLike, size: TensorLike, *, align_corners: bool = False, name: str | None = None,
) -> Tensor: ...


def resize_bicubic(
    images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


def resize_bicubic_grad(
    grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


def resize_bilinear(
    images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


def resize_bilinear_grad(
    grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


def resize_nearest_neighbor(
    images: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


def resize_nearest_neighbor_grad(
    grads: TensorLike, size: TensorLike, *, align_corners: bool = False, half_pixel_centers: bool = False,
    name: str | None = None,
) -> Tensor: ...


class SampleDistortedBoundingBoxOutputs(NamedTuple):
    """The outputs of SampleDistortedBoundingBox."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def sample_distorted_bounding_box(
    image_size: TensorLike, bounding_boxes: TensorLike, *, seed: int = 0, seed2: int = 0,
    min_object_covered: float = 0.10000000149011612,
    aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0), max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False, name: str | None = None,
) -> SampleDistortedBoundingBoxOutputs: ...


class SampleDistortedBoundingBoxV2Outputs(NamedTuple):
    """The outputs of SampleDistortedBoundingBoxV2."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def sample_distorted_bounding_box_v2(
    image_size: TensorLike, bounding_boxes: TensorLike, min_object_covered: TensorLike, *, seed: int = 0,
    seed2: int = 0, aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0), max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False, name: str | None = None,
) -> SampleDistortedBoundingBoxV2Outputs: ...


def scale_and_translate(
    images: TensorLike, size: TensorLike, scale: TensorLike, translation: TensorLike, *,
    kernel_type: str | bytes = "lanczos3", antialias: bool = True, name: str | None = None,
) -> Tensor: ...


def scale_and_translate_grad(
    grads: TensorLike, original_image: TensorLike, scale: TensorLike, translation: TensorLike, *,
    kernel_type: str | bytes = "lanczos3", antialias: bool = True, name: str | None = None,
) -> Tensor: ...


class StatelessSampleDistortedBoundingBoxOutputs(NamedTuple):
    """The outputs of StatelessSampleDistortedBoundingBox."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike, bounding_boxes: TensorLike, min_object_covered: TensorLike, seed: TensorLike, *,
    aspect_ratio_range: Sequence[float] = (0.75, 1.3300000429153442),
    area_range: Sequence[float] = (0.05000000074505806, 1.0), max_attempts: int = 100,
    use_image_if_no_bounding_boxes: bool = False, name: str | None = None,
) -> StatelessSampleDistortedBoundingBoxOutputs: ...
