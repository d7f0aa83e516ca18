"""Translations of ops that change the size of images, and of blocks of them."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.packs.onnxruntime.node_writer import FLOAT32, FLOATS, NodeWriter, translation

_TO_CHANNELS_FIRST, _TO_CHANNELS_LAST = [0, 3, 1, 2], [0, 2, 3, 1]
_BLOCKS = FLOATS | {dtypes.int8, dtypes.uint8}


@translation("ResizeNearestNeighbor")
def resize_nearest(node: NodeWriter) -> None:
    """Images of another size, each pixel that of the nearest one; linear interpolation lets NaN go further in ONNX."""
    node.require_dtypes(FLOAT32)
    aligned, halves = node.attr("align_corners"), node.attr("half_pixel_centers")
    node.require(not (aligned and halves), "corners are aligned and centers halved")
    mode = "align_corners" if aligned else "half_pixel" if halves else "asymmetric"
    rounding = "round_prefer_ceil" if aligned or halves else "floor"
    node.require(node.rank() == 4, "the input is no batch of images")
    node.require(len(node.vector(1)) == 2, "there are no two sizes")
    height, width = node.vector(1)
    batch, _, _, channels = node.shape()
    node.require(batch is not None and channels is not None and height > 0 and width > 0, "the sizes are not known")
    node.require(all(node.static_shape()), "the images are empty")
    sizes = node.constant([batch, channels, height, width], np.int64)
    turned = node.emit("Transpose", node.input(0), perm=_TO_CHANNELS_FIRST)
    resized = node.emit(
        "Resize", turned, "", "", sizes, mode="nearest", coordinate_transformation_mode=mode, nearest_mode=rounding
    )
    node.give("Transpose", resized, perm=_TO_CHANNELS_LAST)


@translation("SpaceToDepth", "DepthToSpace")
def blocks(node: NodeWriter) -> None:
    """Blocks of pixels as channels, and back."""
    node.require_dtypes(_BLOCKS)
    node.require(node.attr("data_format") == "NHWC" and node.rank() == 4, "the layout is another one")
    size = node.attr("block_size")
    _, height, width, channels = node.shape()
    if node.op.type == "SpaceToDepth":
        fits = height is not None and width is not None and height % size == 0 and width % size == 0
        mode: dict[str, Any] = {}
    else:
        fits = channels is not None and channels % (size * size) == 0
        mode = {"mode": "DCR"}
    node.require(fits, "blocks are not known to fit")
    turned = node.emit("Transpose", node.input(0), perm=_TO_CHANNELS_FIRST)
    node.give("Transpose", node.emit(node.op.type, turned, blocksize=size, **mode), perm=_TO_CHANNELS_LAST)
