"""tf.image.psnr, ssim, ssim_multiscale, total_variation: how good, and how smooth, images are.

The structural similarity is that of Wang, Bovik, Sheikh and Simoncelli, "Image Quality Assessment: From Error
Visibility to Structural Similarity" (2004), at several scales that of Wang, Simoncelli and Bovik (2003).
"""
from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import control_dependencies, name_scope
from aioflow.ops.functions import array_ops, math_ops
from aioflow.ops.functions.assertion_ops import Assert
from aioflow.ops.functions.image_ops import convert_image_dtype
from aioflow.ops.functions.joining_ops import concat, stack
from aioflow.ops.functions.nn.nn_conv import avg_pool, depthwise_conv2d
from aioflow.ops.functions.reduction_ops import reduce_all, reduce_mean, reduce_prod, reduce_sum
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn

__all__ = ["psnr", "ssim", "ssim_multiscale", "total_variation"]
#: Exponents of five scales, which the authors of the measure found by experiments with people.
_POWER_FACTORS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def psnr(a: TensorLike, b: TensorLike, max_val: TensorLike, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of images, in decibels.

    Args:
        a: Images [..., height, width, channels].
        b: Images of the same shape.
        max_val: The number that stands for full light, [] (255 for bytes).
        name: Name of the scope.

    Returns:
        float32 [...].

    Raises:
        ValueError: The shapes do not fit.
    """
    with name_scope(name, "PSNR", [a, b]):
        a, b, peak = _as_floats(a, b, max_val)
        error = reduce_mean(gen_math.squared_difference(a, b), [-3, -2, -1])
        decibels = 20 * gen_math.log(peak) / math.log(10.0) - np.float32(10 / math.log(10)) * gen_math.log(error)
        return _after_checks(decibels, a, b)


def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """The structural similarity of images: 1 for equal ones.

    Args:
        img1: Images [..., height, width, channels].
        img2: Images of the same shape.
        max_val: The number that stands for full light, [].
        filter_size: Height and width of the windows that are compared.
        filter_sigma: Standard deviation of the weights in a window, in pixels.
        k1: Keeps the measure stable where images are dark.
        k2: Keeps the measure stable where images are even.
        return_index_map: Whether the measure of each window is wanted, and not their mean.

    Returns:
        float32 [...], or [..., height - filter_size + 1, width - filter_size + 1].

    Raises:
        ValueError: The shapes do not fit.
    """
    with name_scope(None, "SSIM", [img1, img2]):
        a, b, peak = _as_floats(img1, img2, max_val)
        brightness, structure = _similarities(a, b, peak, filter_size, filter_sigma, k1, k2)
        index = brightness * structure
        if return_index_map:
            return _after_checks(reduce_mean(index, [-1]), a, b)
        return _after_checks(reduce_mean(reduce_mean(index, [-3, -2]), [-1]), a, b)


def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: TensorLike,
    power_factors: Sequence[float] = _POWER_FACTORS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity of images over several scales, each of half the size of the one before.

    Args:
        img1: Images [..., height, width, channels].
        img2: Images of the same shape.
        max_val: The number that stands for full light, [].
        power_factors: How much each scale counts, from fine to coarse.
        filter_size: See `ssim`.
        filter_sigma: See `ssim`.
        k1: See `ssim`.
        k2: See `ssim`.

    Returns:
        float32 [...].

    Raises:
        ValueError: The shapes do not fit.
    """
    with name_scope(None, "MS-SSIM", [img1, img2]):
        a, b, peak = _as_floats(img1, img2, max_val)
        scales = []
        for level in range(len(power_factors)):
            if level:
                a, b = _halved(a), _halved(b)
            brightness, structure = _similarities(a, b, peak, filter_size, filter_sigma, k1, k2)
            # The brightness counts at the coarsest scale alone.
            is_last = level == len(power_factors) - 1
            similarity = reduce_mean(brightness * structure if is_last else structure, [-3, -2])
            # A negative similarity has no real power.
            scales.append(gen_nn.relu(similarity))
        factors = np.array(power_factors, np.float32)
        measure = reduce_prod(gen_math.pow(stack(scales, axis=-1), factors), [-1])
        return _after_checks(reduce_mean(measure, [-1]), a, b)


def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """The sum of absolute differences of neighbouring pixels, which noise makes large.

    Args:
        images: [batch, height, width, channels], or one image without batch.
        name: Name of the scope.

    Returns:
        [batch], or [].

    Raises:
        ValueError: `images` has another number of dimensions.
    """
    with name_scope(name, "total_variation"):
        images = convert_to_tensor(images)
        rank = images.shape.rank
        if rank not in (3, 4):
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        down = images[..., 1:, :, :] - images[..., :-1, :, :]
        across = images[..., :, 1:, :] - images[..., :, :-1, :]
        axes = None if rank == 3 else [1, 2, 3]
        return reduce_sum(math_ops.abs(down), axes) + reduce_sum(math_ops.abs(across), axes)


def _as_floats(a: TensorLike, b: TensorLike, max_val: TensorLike) -> tuple[Tensor, Tensor, Tensor]:
    """Images and the number of full light as float32."""
    a, b = convert_to_tensor(a, name="img1"), convert_to_tensor(b, name="img2")
    for images in (a, b):
        if images.shape.rank is not None and images.shape.rank < 3:
            raise ValueError(f"Shape {images.shape} must have rank at least 3")
    mine, theirs = a.shape.sizes, b.shape.sizes
    if mine is not None and theirs is not None:
        # Batches may be broadcast; images must have one shape.
        if not a.shape[-3:].is_compatible_with(b.shape[-3:]):
            raise ValueError(f"Shapes {a.shape} and {b.shape} are incompatible")
        array_ops.broadcast_static_shape(a.shape[:-3], b.shape[:-3])
    peak = convert_image_dtype(math_ops.cast(max_val, a.dtype), dtypes.float32)
    return convert_image_dtype(a, dtypes.float32), convert_image_dtype(b, dtypes.float32), peak


def _after_checks(result: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """The result, which fails in a run whose images have different shapes."""
    if a.shape.is_fully_defined() and b.shape.is_fully_defined():
        return result
    first, second = array_ops.shape(a)[-3:], array_ops.shape(b)[-3:]
    with control_dependencies([Assert(reduce_all(gen_math.equal(first, second)), [first, second], summarize=10)]):
        return gen_array.identity(result)


def _similarities(
    a: Tensor, b: Tensor, peak: Tensor, size: int, sigma: float, k1: float, k2: float
) -> tuple[Tensor, Tensor]:
    """Similarity of the brightness, and of contrast and structure: [..., rows, columns, channels] each."""
    sides = array_ops.shape(a)[-3:-1]
    checks = [Assert(reduce_all(gen_math.greater_equal(sides, size)), [sides, size], summarize=8)]
    with control_dependencies(checks):
        a = gen_array.identity(a)
    weights = _gaussian(size, sigma)
    c1, c2 = gen_math.square(k1 * peak), gen_math.square(k2 * peak)
    mean_a, mean_b = _weighted(a, weights), _weighted(b, weights)
    product = mean_a * mean_b * 2.0
    squares = gen_math.square(mean_a) + gen_math.square(mean_b)
    brightness = (product + c1) / (squares + c1)
    # Twice the covariance, and the sum of the variances: means of products less products of means.
    covariance = _weighted(a * b, weights) * 2.0 - product
    variances = _weighted(gen_math.square(a) + gen_math.square(b), weights) - squares
    return brightness, (covariance + c2) / (variances + c2)


def _gaussian(size: int, sigma: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Weights of a window, which sum to 1."""
    places = np.arange(size, dtype=np.float64) - (size - 1) / 2
    row = np.exp(-np.square(places) / (2 * sigma * sigma))
    window = np.outer(row, row)
    weights: np.ndarray[tuple[int, int], np.dtype[np.float32]] = (window / window.sum()).astype(np.float32)
    return weights


def _weighted(images: Tensor, weights: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> Tensor:
    """Weighted means of all windows of each channel."""
    shape = array_ops.shape(images)
    batch = gen_array.reshape(images, concat([[-1], shape[-3:]], 0))
    batch.set_shape([None, *_inner(images)])
    window = convert_to_tensor(weights[:, :, None, None])
    filters = array_ops.tile(window, [1, 1, shape[-1], 1])
    filters.set_shape([*weights.shape, _inner(images)[-1], 1])
    means = depthwise_conv2d(batch, filters, [1, 1, 1, 1], "VALID")
    result = gen_array.reshape(means, concat([shape[:-3], array_ops.shape(means)[1:]], 0))
    result.set_shape([*(images.shape.as_list()[:-3]), *means.shape.as_list()[1:]])
    return result


def _halved(images: Tensor) -> Tensor:
    """Images of half the size; an odd last row or column counts twice."""
    shape = array_ops.shape(images)
    batch = gen_array.reshape(images, concat([[-1], shape[-3:]], 0))
    behind = shape[-3:-1] % 2
    zeros = gen_array.zeros_like(behind)
    paddings = concat([[[0, 0]], stack([zeros, behind], axis=1), [[0, 0]]], 0)
    even = array_ops.pad(batch, paddings, "SYMMETRIC")
    height, width, channels = _inner(images)
    even.set_shape([None, *(side if side is None else side + side % 2 for side in (height, width)), channels])
    half = avg_pool(even, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    result = gen_array.reshape(half, concat([shape[:-3], array_ops.shape(half)[1:]], 0))
    result.set_shape([*(images.shape.as_list()[:-3]), *half.shape.as_list()[1:]])
    return result


def _inner(images: Tensor) -> list[int | None]:
    return images.shape.as_list()[-3:]
