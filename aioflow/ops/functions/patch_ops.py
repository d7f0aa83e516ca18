"""tf.extract_image_patches, tf.space_to_depth, tf.space_to_batch, ...: blocks and windows of images taken apart."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.generated import nn as gen
from aioflow.ops.generated.nn import batch_to_space_nd, space_to_batch_nd

__all__ = [
    "batch_to_space", "batch_to_space_nd", "depth_to_space", "extract_image_patches", "extract_volume_patches",
    "space_to_batch", "space_to_batch_nd", "space_to_depth",
]  # fmt: skip


def extract_image_patches(
    images: TensorLike,
    ksizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """Windows of images [batch, height, width, channels], flattened: [batch, rows, columns, window elements].

    Args:
        images: The images.
        ksizes: Size of the window, one number per dimension.
        strides: Distance of windows.
        rates: Distance of the elements that a window takes.
        padding: "SAME" or "VALID".
        name: The node's name.
    """
    return gen.extract_image_patches(images, ksizes=ksizes, strides=strides, rates=rates, padding=padding, name=name)


def extract_volume_patches(
    input: TensorLike, ksizes: Sequence[int], strides: Sequence[int], padding: str, name: str | None = None
) -> Tensor:
    """`extract_image_patches` for volumes [batch, depth, height, width, channels]."""
    return gen.extract_volume_patches(input, ksizes=ksizes, strides=strides, padding=padding, name=name)


def space_to_depth(
    input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC"
) -> Tensor:
    """Blocks of an image [batch, height, width, depth] moved into its depth."""
    return gen.space_to_depth(input, block_size=block_size, data_format=data_format, name=name)


def depth_to_space(
    input: TensorLike, block_size: int, name: str | None = None, data_format: str = "NHWC"
) -> Tensor:
    """The reverse of `space_to_depth`."""
    return gen.depth_to_space(input, block_size=block_size, data_format=data_format, name=name)


def space_to_batch(
    input: TensorLike, paddings: TensorLike, block_size: int | None = None, name: str | None = None
) -> Tensor:
    """Blocks of a padded image [batch, height, width, depth] moved into its batch; paddings are [2, 2]."""
    sizes = np.array([block_size, block_size], np.int64)
    return space_to_batch_nd(input, sizes, paddings, name=name)


def batch_to_space(input: TensorLike, crops: TensorLike, block_size: int, name: str | None = None) -> Tensor:
    """The reverse of `space_to_batch`; crops are [2, 2]."""
    sizes = np.array([block_size, block_size], np.int64)
    return batch_to_space_nd(input, sizes, crops, name=name)
