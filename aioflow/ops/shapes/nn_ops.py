"""Static shapes of activations, losses, normalisations and the smaller nn ops."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.geometry.sliding_windows import channel_axis
from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape


@shape_function(
    "DataFormatDimMap", "DataFormatVecPermute", "Elu", "LRN", "LeakyRelu", "LogSoftmax", "Relu", "Relu6", "Selu",
    "Softmax", "Softplus", "Softsign",
)  # fmt: skip
def same_as_features(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]


@shape_function(
    "EluGrad", "LRNGrad", "LeakyReluGrad", "Relu6Grad", "ReluGrad", "SeluGrad", "SoftplusGrad", "SoftsignGrad",
)  # fmt: skip
def same_as_all(op: ShapeContext) -> Sequence[TensorShape]:
    result = op.shapes[0]
    for shape in op.shapes[1:]:
        result = result.merge_with(shape)
    return [result]


@shape_function("IsotonicRegression")
def isotonic_regression(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0], op.shapes[0]]


@shape_function("L2Loss")
def scalar(op: ShapeContext) -> Sequence[TensorShape]:
    return [SCALAR]


@shape_function("BiasAdd", "BiasAddV1")
def bias_add(op: ShapeContext) -> Sequence[TensorShape]:
    value, bias = op.shapes[0], op.shapes[1].with_rank(1)
    if value.rank is None:
        return [UNKNOWN]
    _check_at_least_matrix(value)
    axis = channel_axis(value.rank, op.attrs.get("data_format", b"NHWC"))
    return [with_size(value, axis, merged_size(value[axis], bias[0]))]


@shape_function("BiasAddGrad")
def bias_add_grad(op: ShapeContext) -> Sequence[TensorShape]:
    gradient = op.shapes[0]
    if gradient.rank is None:
        return [TensorShape([None])]
    _check_at_least_matrix(gradient)
    return [TensorShape([gradient[channel_axis(gradient.rank, op.attrs["data_format"])]])]


def _check_at_least_matrix(shape: TensorShape) -> None:
    if shape.rank is not None and shape.rank < 2:
        raise ValueError(f"input must have at least 2 dimensions, but has shape {shape}")


@shape_function("SparseSoftmaxCrossEntropyWithLogits")
def sparse_softmax_cross_entropy(op: ShapeContext) -> Sequence[TensorShape]:
    features, labels = op.shapes[0].with_rank(2), op.shapes[1].with_rank(1)
    batch = merged_size(features[0], labels[0])
    return [TensorShape([batch]), TensorShape([batch, features[1]])]


@shape_function("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
def fused_batch_norm(op: ShapeContext) -> Sequence[TensorShape]:
    x = op.shapes[0]
    vector = TensorShape([None])
    for given in op.shapes[1 : 3 if op.attrs["is_training"] else 5]:
        vector = vector.merge_with(given)
    if x.rank is not None:
        axis = _channels_of_image(op, x)
        vector = vector.merge_with([x[axis]])
        x = with_size(x, axis, vector[0])
    return [x, *[vector] * 4, SCALAR][: op.num_outputs]


@shape_function("FusedBatchNormGrad", "FusedBatchNormGradV2", "FusedBatchNormGradV3")
def fused_batch_norm_grad(op: ShapeContext) -> Sequence[TensorShape]:
    x, scale = op.shapes[0].merge_with(op.shapes[1]), op.shapes[2].with_rank(1)
    if x.rank is not None:
        scale = scale.merge_with([x[_channels_of_image(op, x)]])
    return [x, scale, scale, TensorShape([0]), TensorShape([0])]


def _channels_of_image(op: ShapeContext, x: TensorShape) -> int:
    if x.rank not in (4, 5):
        raise ValueError(f"an image or a volume must have 4 or 5 dimensions, not shape {x}")
    return channel_axis(x.rank, op.attrs["data_format"])


@shape_function("BatchNormWithGlobalNormalization")
def batch_norm_with_global_normalization(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0].with_rank(4)]


@shape_function("TopK", "TopKV2")
def top_k(op: ShapeContext) -> Sequence[TensorShape]:
    k = op.attrs["k"] if "k" in op.attrs else _constant_int(op, 1)
    return _with_last_size(op.shapes[0], k) * 2


@shape_function("NthElement")
def nth_element(op: ShapeContext) -> Sequence[TensorShape]:
    shape = op.shapes[0]
    if shape.rank == 0:
        raise ValueError("NthElement needs at least one dimension, got a scalar")
    return [shape[:-1]]


@shape_function("InTopK", "InTopKV2")
def in_top_k(op: ShapeContext) -> Sequence[TensorShape]:
    return [TensorShape([merged_size(op.shapes[0].with_rank(2)[0], op.shapes[1].with_rank(1)[0])])]


@shape_function("CTCLoss")
def ctc_loss(op: ShapeContext) -> Sequence[TensorShape]:
    inputs, lengths = op.shapes[0].with_rank(3), op.shapes[3].with_rank(1)
    batch = merged_size(inputs[1], lengths[0])
    return [TensorShape([batch]), TensorShape([inputs[0], batch, inputs[2]])]


def _with_last_size(shape: TensorShape, size: int | None) -> list[TensorShape]:
    if shape.rank is None:
        return [UNKNOWN]
    if not shape.rank:
        raise ValueError("the input needs at least one dimension, got a scalar")
    if None not in (shape[-1], size) and shape[-1] < size:
        raise ValueError(f"input must have last dimension >= k = {size}, but has shape {shape}")
    return [shape[:-1].concatenate([size])]


def _constant_int(op: ShapeContext, index: int) -> int | None:
    value = op.constant(index)
    return int(value) if value is not None and value.ndim == 0 and value >= 0 else None


def merged_size(a: int | None, b: int | None) -> int | None:
    """What is known of a size that both numbers tell; `ValueError` when they contradict each other."""
    if None not in (a, b) and a != b:
        raise ValueError(f"dimensions must be equal, but are {a} and {b}")
    return b if a is None else a


def with_size(shape: TensorShape, axis: int, size: Any) -> TensorShape:
    """The shape with another size of one dimension."""
    dims = shape.as_list()
    dims[axis] = size
    return TensorShape(dims)
