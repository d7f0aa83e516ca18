"""Static shapes of poolings and of their gradients."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.geometry.sliding_windows import channel_axis, spatial_part
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.nn.windows import check_length, given_shape, laid_out
from aioflow.ops.shapes.plain_rules import same_as_first_input

shape_function("MaxPool3DGrad", "MaxPoolGrad", "MaxPoolGradV2", "MaxPoolGradWithArgmax")(same_as_first_input)


@shape_function("MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D")
def pooling(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., channels], in the layout of the input."""
    return [_pooled(op, op.attrs["ksize"], op.attrs["strides"])]


@shape_function("MaxPoolV2")
def pooling_by_tensors(op: ShapeContext) -> Sequence[TensorShape]:
    """The same as `pooling`, with window and steps from inputs 1 and 2."""
    return _pooled_by_tensors(op, 1)


def _pooled_by_tensors(op: ShapeContext, index: int) -> Sequence[TensorShape]:
    ksize, strides = op.constant(index), op.constant(index + 1)
    if ksize is None or strides is None:
        op.shapes[0].with_rank(4)
        return [UNKNOWN]
    return [_pooled(op, ksize.tolist(), strides.tolist())]


@shape_function("MaxPoolWithArgmax")
def pooling_with_argmax(op: ShapeContext) -> Sequence[TensorShape]:
    """The same as `pooling`, twice: values, and where they were."""
    return [_pooled(op, op.attrs["ksize"], op.attrs["strides"])] * 2


@shape_function("MaxPool3DGradGrad", "MaxPoolGradGrad")
def gradient_of_pooling_gradient(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of what was pooled: the gradient is as the image."""
    (pooled,) = pooling(op)
    op.shapes[0].merge_with(op.shapes[2]), op.shapes[1].merge_with(pooled)
    return [pooled]


@shape_function("MaxPoolGradGradV2")
def gradient_of_pooling_gradient_by_tensors(op: ShapeContext) -> Sequence[TensorShape]:
    """The same as `gradient_of_pooling_gradient`, with window and steps from inputs 3 and 4."""
    op.shapes[0].merge_with(op.shapes[2])
    return _pooled_by_tensors(op, 3)


@shape_function("FractionalAvgPool", "FractionalMaxPool")
def fractional_pooling(op: ShapeContext) -> Sequence[TensorShape]:
    """[batch, windows..., channels], and where windows begin along each side."""
    ratios = op.attrs["pooling_ratio"]
    if len(ratios) != 4:
        raise ValueError("pooling_ratio field must specify 4 dimensions")
    if min(ratios) < 1:
        raise ValueError(f"pooling_ratio cannot be smaller than 1, got: {list(ratios)}")
    sizes = zip(op.shapes[0].with_rank(4), ratios, strict=True)
    output = TensorShape(None if size is None else int(size / ratio) for size, ratio in sizes)
    return [output, TensorShape([None]), TensorShape([None])]


@shape_function("AvgPool3DGrad", "AvgPoolGrad")
def shape_in_first_input(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the images, which input 0 holds."""
    return [given_shape(op, 0, op.shapes[1].rank)]


def _pooled(op: ShapeContext, ksize: Sequence[int], strides: Sequence[int]) -> TensorShape:
    data_format = op.attrs.get("data_format", b"NHWC")
    x = op.shapes[0].with_rank(len(data_format))
    if min(ksize) <= 0:  # an error, but one of the run, as in TensorFlow
        return TensorShape([None] * len(data_format))
    check_length(len(data_format), ksize=ksize, strides=strides)
    depth, size = x[channel_axis(len(data_format), data_format)], ksize[channel_axis(len(data_format), data_format)]
    kernels = list(spatial_part(ksize, data_format))
    # Windows may also go over channels, side by side.
    outputs = depth if depth is None else -(-depth // size)
    return laid_out(op, x, kernels, outputs, strides, [1] * len(ksize), data_format)
