"""Static shapes of normalisations."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.geometry.sliding_windows import channel_axis
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import same_as_every_input, same_as_first_input
from aioflow.ops.shapes.sizes import with_size

shape_function("LRNGrad")(same_as_every_input)
shape_function("LRN")(same_as_first_input)


@shape_function("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def fused_batch_norm(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of x, and [channels] for each moment."""
    x = op.shapes[0]
    vector = TensorShape([None])
    # In training the mean and the variance are outputs only: the inputs may be empty then.
    for given in op.shapes[1 : 3 if op.attrs["is_training"] else 5]:
        vector = vector.merge_with(given)
    if x.rank is not None:
        axis = _channels_of_image(op, x)
        vector = vector.merge_with([x[axis]])
        x = with_size(x, axis, vector[0])
    # The outputs are y, mean, variance and two that only the gradient uses. Version 3 has a sixth for cuDNN.
    return [x, *[vector] * 4, UNKNOWN][: op.num_outputs]


@shape_function("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def fused_batch_norm_grad(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of x, [channels] for scale and offset, and two empty vectors."""
    x, scale = op.shapes[0].merge_with(op.shapes[1]), op.shapes[2].with_rank(1)
    if x.rank is not None:
        scale = scale.merge_with([x[_channels_of_image(op, x)]])
    # The last two stand for the mean and the variance among the inputs, and hold nothing.
    return [x, scale, scale, TensorShape([0]), TensorShape([0])]


def _channels_of_image(op: ShapeContext, x: TensorShape) -> int:
    if x.rank not in (4, 5):
        raise ValueError(f"an image or a volume must have 4 or 5 dimensions, not shape {x}")
    return channel_axis(x.rank, op.attrs["data_format"])


@shape_function("BatchNormWithGlobalNormalization")
def batch_norm_with_global_normalization(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].with_rank(4)]
