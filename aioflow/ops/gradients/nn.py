"""Gradients of the ops of neural networks; most are ops of their own."""
from __future__ import annotations

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.generated import array as array_ops
from aioflow.ops.generated import math as math_ops
from aioflow.ops.generated import nn as nn_ops
from aioflow.ops.gradients.op_gradients import gradient

_WINDOW = ("ksize", "strides", "padding", "data_format")


@gradient("Relu")
def relu(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx is dy where x > 0, else 0."""
    return [nn_ops.relu_grad(dy, op.inputs[0])]


@gradient("Relu6")
def relu6(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx is dy where 0 < x < 6, else 0."""
    return [nn_ops.relu6_grad(dy, op.inputs[0])]


@gradient("Softmax")
def softmax(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx = (dy - sum(dy * y)) * y along the last axis: each output depends on all inputs through the sum."""
    # dy_i/dx_j = y_i (1[i = j] - y_j). The product with dy needs no matrix: two passes over a row do.
    (y,) = op.outputs
    return [(dy - math_ops.sum(dy * y, -1, keep_dims=True)) * y]


@gradient("LogSoftmax")
def log_softmax(op: Operation, dy: Tensor) -> list[Tensor]:
    """dx = dy - exp(y) * sum(dy) along the last axis."""
    return [dy - math_ops.exp(op.outputs[0]) * math_ops.sum(dy, -1, keep_dims=True)]


@gradient("BiasAdd")
def bias_add(op: Operation, dy: Tensor) -> list[Tensor]:
    """Each bias was added all over its channel, so its gradient is the sum over the channel."""
    return [dy, nn_ops.bias_add_grad(dy, data_format=op.attrs["data_format"])]


@gradient("Conv2D")
def conv2d(op: Operation, dy: Tensor) -> list[Tensor]:
    """A convolution is linear in its images and in its filters, so each gradient is one op."""
    x, filters = op.inputs
    # Both need the window as it was, and the shapes, since several sizes of images give the same number of windows.
    names = ("strides", "padding", "use_cudnn_on_gpu", "explicit_paddings", "data_format", "dilations")
    attrs = {name: op.attrs[name] for name in names}
    return [
        nn_ops.conv2d_backprop_input(array_ops.shape(x), filters, dy, **attrs),
        nn_ops.conv2d_backprop_filter(x, array_ops.shape(filters), dy, **attrs),
    ]


@gradient("MaxPool")
def max_pool(op: Operation, dy: Tensor) -> list[Tensor]:
    """dy goes to the element that was the largest of each window."""
    attrs = {name: op.attrs[name] for name in (*_WINDOW, "explicit_paddings")}
    return [nn_ops.max_pool_grad(op.inputs[0], op.outputs[0], dy, **attrs)]


@gradient("MaxPoolGrad")
def max_pool_grad(op: Operation, dy: Tensor) -> list[Tensor | None]:
    """The gradient of a gradient, for its last input only. Which elements were the largest is constant."""
    x, y, _ = op.inputs
    attrs = {name: op.attrs[name] for name in _WINDOW}
    return [None, None, nn_ops.max_pool_grad_grad(x, y, dy, **attrs)]


@gradient("AvgPool")
def avg_pool(op: Operation, dy: Tensor) -> list[Tensor]:
    """Each element of a window gets an equal part of dy."""
    attrs = {name: op.attrs[name] for name in _WINDOW}
    return [nn_ops.avg_pool_grad(array_ops.shape(op.inputs[0]), dy, **attrs)]
