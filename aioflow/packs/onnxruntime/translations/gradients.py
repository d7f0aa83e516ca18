"""Translations of ops that only gradients have, and of the losses that give their gradients beside themselves."""
from __future__ import annotations

import numpy as np

from aioflow.packs.onnxruntime.node_writer import ELEMENT_TYPES, FLOAT32, FLOATS, WIDE_INTEGERS, NodeWriter, translation

_BEYOND_ALL_CLASSES = 2**31 - 1


@translation("SigmoidGrad")
def sigmoid_grad(node: NodeWriter) -> None:
    """dy * y * (1 - y)."""
    node.require_dtypes(FLOAT32)
    dy = node.input_like(1, 0)
    slope = node.emit("Sub", _number(node, 1), node.input(0))
    node.give("Mul", node.emit("Mul", dy, node.input(0)), slope)


@translation("TanhGrad")
def tanh_grad(node: NodeWriter) -> None:
    """dy * (1 - y * y)."""
    node.require_dtypes(FLOAT32)
    dy = node.input_like(1, 0)
    square = node.emit("Mul", node.input(0), node.input(0))
    node.give("Mul", dy, node.emit("Sub", _number(node, 1), square))


@translation("ReluGrad")
def relu_grad(node: NodeWriter) -> None:
    """dy where the feature is positive. A product, as in TensorFlow: of an infinite dy it makes NaN elsewhere."""
    node.require_dtypes(FLOATS)
    dy = node.input_like(0, 1)
    # Not Where, which takes three times as long; not Sign, which takes four times as long and has NaN for NaN.
    node.give("Mul", dy, _as_number(node, node.emit("Greater", node.input(1), _number(node, 0))))


@translation("Relu6Grad")
def relu6_grad(node: NodeWriter) -> None:
    """dy where the feature is between 0 and 6."""
    node.require_dtypes(FLOATS)
    dy = node.input_like(0, 1)
    is_above = node.emit("Greater", node.input(1), _number(node, 0))
    is_below = node.emit("Less", node.input(1), _number(node, 6))
    node.give("Mul", dy, _as_number(node, node.emit("And", is_above, is_below)))


@translation("SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad")
def root_grad(node: NodeWriter) -> None:
    """Gradients of roots and reciprocals by their results y; 0 wherever dy is 0, though y be infinite."""
    node.require_dtypes(FLOATS)
    y, dy = node.input(0), node.input_like(1, 0)
    if node.op.type == "SqrtGrad":
        result = node.emit("Div", node.emit("Mul", dy, _number(node, 0.5)), y)
    else:
        power = node.emit("Mul", y, y)
        if node.op.type == "RsqrtGrad":
            power, factor = node.emit("Mul", power, y), -0.5
        else:
            factor = -1
        result = node.emit("Mul", node.emit("Mul", dy, _number(node, factor)), power)
    zero = _number(node, 0)
    node.give("Where", node.emit("Equal", dy, zero), zero, result)


@translation("BiasAddGrad")
def bias_add_grad(node: NodeWriter) -> None:
    """Sums over all dimensions but that of the channels."""
    node.require_dtypes(FLOAT32)
    rank = node.rank()
    node.require(rank >= 2, "the input has no channels")
    channels = 1 if node.attr("data_format") == "NCHW" else rank - 1
    axes = node.constant([axis for axis in range(rank) if axis != channels], np.int64)
    node.give("ReduceSum", node.input(0), axes, keepdims=0)


@translation("SparseSoftmaxCrossEntropyWithLogits")
def sparse_softmax_cross_entropy(node: NodeWriter) -> None:
    """Losses of a label per row, and their gradient: the softmax less 1 at the label."""
    node.require_dtypes(FLOATS)
    node.require(node.dtype(1) in WIDE_INTEGERS, "the labels are of another dtype")
    node.require(node.rank(0) == 2 and node.rank(1) == 1, "the inputs are no matrix and no vector")
    node.require(node.shape(0)[1], "the number of classes is not known")
    last = node.constant([1], np.int64)
    labels = node.input(1)
    # Negative labels count from the end in ONNX. Beyond all classes they are an error there as well.
    is_negative = node.emit("Less", labels, node.constant(0, node.dtype(1).numpy_dtype))
    labels = node.emit("Where", is_negative, node.constant(_BEYOND_ALL_CLASSES, node.dtype(1).numpy_dtype), labels)
    # In the shape that the rows want, so that more or fewer labels are an error: ONNX would take the first rows.
    sizes = node.emit("Shape", node.input(0), start=0, end=1)
    labels = node.emit("Unsqueeze", node.emit("Reshape", labels, sizes, allowzero=1), last)
    likelihood = node.emit("GatherElements", node.emit("LogSoftmax", node.input(0), axis=-1), labels, axis=1)
    node.give_output(0, "Neg", node.emit("Squeeze", likelihood, last))
    softmax = node.emit("Softmax", node.input(0), axis=-1)
    minus_ones = node.emit("Expand", _number(node, -1), node.emit("Shape", labels))
    node.give_output(1, "ScatterElements", softmax, labels, minus_ones, axis=1, reduction="add")


@translation("SoftmaxCrossEntropyWithLogits")
def softmax_cross_entropy(node: NodeWriter) -> None:
    """Losses of distributions of labels, and their gradient."""
    node.require_dtypes(FLOATS)
    node.require(node.rank(0) == node.rank(1) == 2, "the inputs are no matrices")
    labels = node.input_like(1, 0)
    likelihoods = node.emit("Mul", labels, node.emit("LogSoftmax", node.input(0), axis=-1))
    axes = node.constant([1], np.int64)
    node.give_output(0, "Neg", node.emit("ReduceSum", likelihoods, axes, keepdims=0))
    node.give_output(1, "Sub", node.emit("Softmax", node.input(0), axis=-1), labels)


def _number(node: NodeWriter, value: float) -> str:
    return node.constant(value, node.dtype().numpy_dtype)


def _as_number(node: NodeWriter, truth: str) -> str:
    """Truth as 0 and 1 of the first input's dtype."""
    return node.emit("Cast", truth, to=ELEMENT_TYPES[node.dtype()])
