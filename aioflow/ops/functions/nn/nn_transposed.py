"""tf.nn.conv_transpose, conv1d_transpose, atrous_conv2d_transpose: gradients of convolutions, which enlarge."""
from __future__ import annotations

import numpy as np

from aioflow.framework.graph import Tensor, constant_value
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import joining_ops
from aioflow.ops.functions.nn.nn_conv import IntOrInts, conv2d_transpose, conv3d_transpose
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import nn as gen_nn

__all__ = ["atrous_conv2d_transpose", "conv1d_transpose", "conv_transpose"]


def atrous_conv2d_transpose(
    value: TensorLike, filters: TensorLike, output_shape: TensorLike, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """The gradient of `atrous_conv2d` with respect to its images.

    Args:
        value: [batch, height, width, in].
        filters: [height, width, out, in].
        output_shape: Shape of the result, [4].
        rate: Distance of the elements that a window takes.
        padding: "SAME" or "VALID".
        name: The node's name.
    """
    return gen_nn.conv2d_backprop_input(
        output_shape, filters, value, strides=[1, 1, 1, 1], padding=padding, dilations=[1, rate, rate, 1],
        name=name or "atrous_conv2d_transpose",
    )  # fmt: skip


def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: TensorLike,
    strides: IntOrInts,
    padding: str = "SAME",
    data_format: str = "NWC",
    dilations: IntOrInts | None = None,
    name: str | None = None,
) -> Tensor:
    """The gradient of `conv1d` with respect to its sequences.

    Args:
        input: [batch, width, in], or [batch, in, width] for "NCW".
        filters: [width, out, in].
        output_shape: Shape of the result, [3].
        strides: Step of the window.
        padding: "SAME" or "VALID".
        data_format: "NWC" or "NCW".
        dilations: Distance of the elements that a window takes.
        name: Name of the scope.

    Raises:
        ValueError: The data format is unknown.
    """
    if data_format not in ("NWC", "NCW"):
        raise ValueError(f"`data_format` must be 'NWC' or 'NCW', not {data_format!r}")
    last = data_format == "NWC"
    place = 1 if last else 2
    with name_scope(name, "conv1d_transpose", [input, filters, output_shape]) as scope:
        known = constant_value(output_shape) if isinstance(output_shape, Tensor) else np.asarray(output_shape, object)
        if known is not None and not any(isinstance(size, Tensor) for size in known):
            shape: TensorLike = np.insert(np.asarray(known, np.int32), place, 1)
        else:
            given = convert_to_tensor(output_shape)
            shape = joining_ops.concat([given[:place], [1], given[place:]], 0)
        result = conv2d_transpose(
            gen_array.expand_dims(input, place), gen_array.expand_dims(filters, 0), shape,
            _row(strides, last), padding, "NHWC" if last else "NCHW", scope, dilations=_row(dilations, last),
        )  # fmt: skip
        return gen_array.squeeze(result, squeeze_dims=[place])


def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: TensorLike,
    strides: IntOrInts,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: IntOrInts | None = None,
    name: str | None = None,
) -> Tensor:
    """`conv1d_transpose`, `conv2d_transpose` or `conv3d_transpose`, by the length of `output_shape`.

    Raises:
        ValueError: The length is unknown, or none of 3, 4, 5.
    """
    shape = convert_to_tensor(output_shape) if not isinstance(output_shape, Tensor) else output_shape
    rank = shape.shape.size(0) if shape.shape.rank == 1 else None
    label = name or "conv_transpose"
    if rank == 3:
        return conv1d_transpose(
            input, filters, output_shape, strides, padding, data_format or "NWC", dilations, label
        )
    if rank == 4:
        layout = data_format or "NHWC"
        return conv2d_transpose(input, filters, shape, strides, padding, layout, label, dilations=dilations)
    if rank == 5:
        layout = data_format or "NDHWC"
        return conv3d_transpose(input, filters, shape, strides, padding, layout, label, dilations=dilations)
    raise ValueError("output_shape must have a known length of 3, 4 or 5")


def _row(value: IntOrInts | None, channels_last: bool) -> list[int]:
    """A window of sequences as one of images of height 1."""
    numbers = [1] if value is None else [int(number) for number in np.atleast_1d(value)]
    if len(numbers) not in (1, 3):
        raise ValueError(f"strides should be of length 1 or 3 but was {len(numbers)}")
    size = numbers[0] if len(numbers) == 1 else numbers[1 if channels_last else 2]
    return [1, 1, size, 1] if channels_last else [1, 1, 1, size]
