"""tf.image.sobel_edges, image_gradients: how images change from pixel to pixel."""
from __future__ import annotations

import numpy as np

from aioflow.framework.graph import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.nn.nn_conv import depthwise_conv2d
from aioflow.ops.generated import array as gen_array

__all__ = ["image_gradients", "sobel_edges"]
# Differences of rows, smoothed along the row (I. Sobel and G. Feldman, 1968).
_SOBEL_ROWS = np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]], np.float32)


def sobel_edges(image: TensorLike) -> Tensor:
    """Edges by Sobel's filters.

    Args:
        image: float32 or float64 [batch, height, width, channels].

    Returns:
        [batch, height, width, channels, 2]: change downward, and to the right.
    """
    image = convert_to_tensor(image)
    dims, shape = image.shape, array_ops.shape(image)
    both = np.stack([_SOBEL_ROWS, _SOBEL_ROWS.T], axis=-1)[:, :, None, :].astype(image.dtype.as_numpy_dtype)
    filters = array_ops.tile(convert_to_tensor(both), [1, 1, shape[-1], 1])
    filters.set_shape([3, 3, dims.size(3), 2])
    padded = array_ops.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT")
    edges = depthwise_conv2d(padded, filters, [1, 1, 1, 1], "VALID")
    result = gen_array.reshape(edges, concat([shape, [2]], 0))
    result.set_shape(dims.concatenate([2]))
    return result


def image_gradients(image: TensorLike) -> tuple[Tensor, Tensor]:
    """Differences of each pixel to the one below, and to the one at its right; 0 in the last row and column.

    Args:
        image: [batch, height, width, channels].

    Returns:
        Two tensors of that shape: downward, to the right.

    Raises:
        ValueError: `image` has another number of dimensions.
    """
    image = convert_to_tensor(image)
    if image.shape.rank != 4:
        raise ValueError(
            f"image_gradients expects a 4D tensor [batch_size, h, w, d], not {image.shape}."
        )
    down = image[:, 1:, :, :] - image[:, :-1, :, :]
    across = image[:, :, 1:, :] - image[:, :, :-1, :]
    results = (
        array_ops.pad(down, [[0, 0], [0, 1], [0, 0], [0, 0]]),
        array_ops.pad(across, [[0, 0], [0, 0], [0, 1], [0, 0]]),
    )
    for result in results:
        result.set_shape(image.shape)
    return results
