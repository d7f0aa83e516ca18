"""tf.nn.softmax, tf.nn.top_k, the losses, ...: the small nodes of neural networks."""
from __future__ import annotations

from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.array_creation import zeros_like
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.functions.control_flow_ops import with_dependencies
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.linalg_ops import matmul
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.reduction_ops import count_nonzero
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn

_HALF_TYPES = frozenset({dtypes.float16, dtypes.bfloat16})


# ---- activations
def leaky_relu(features: TensorLike, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """`features` where positive, else `alpha` times it. With a tensor as `alpha`: max(alpha * features, features)."""
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        features = convert_to_tensor(features, name="features")
        # The slope is a fraction, which integers could not express.
        if features.dtype.is_integer:
            features = cast(features, dtypes.float32)
        if isinstance(alpha, Tensor):
            # The op takes the slope as an attribute; a slope that is a tensor needs nodes. The maximum is right for
            # slopes up to 1.
            return gen_math.maximum(alpha * features, features, name=scope)
        return gen_nn.leaky_relu(features, alpha=float(alpha), name=scope)


def crelu(features: TensorLike, name: str | None = None, axis: int = -1) -> Tensor:
    """relu of `features` and of their negative, joined along `axis`."""
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        # Both signs survive, in channels of their own, hence twice as many.
        return gen_nn.relu(concat([features, -features], axis, name=scope))


def swish(features: TensorLike, beta: TensorLike = 1.0) -> Tensor:
    """features * sigmoid(beta * features)."""
    x = convert_to_tensor(features, name="features")
    return x * gen_math.sigmoid(convert_to_tensor(beta, x.dtype.base_dtype, name="beta") * x)


def log_sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """log(1 / (1 + exp(-x))), computed without overflow."""
    with name_scope(name, "LogSigmoid", [x]) as scope:
        # log(sigmoid(x)) = -log(1 + exp(-x)); softplus computes that without overflow.
        return gen_math.neg(gen_nn.softplus(-convert_to_tensor(x, name="x")), name=scope)


def softmax(
    logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None
) -> Tensor:
    """exp(logits) divided by its sum along dimension `axis`, the last one when None. `dim` is an older name."""
    return _along_last(gen_nn.softmax, logits, one_of("axis", axis, "dim", dim), name)


def log_softmax(
    logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None
) -> Tensor:
    """The logarithm of `softmax`, computed without overflow."""
    return _along_last(gen_nn.log_softmax, logits, one_of("axis", axis, "dim", dim), name)


def _along_last(build: Any, logits: TensorLike, axis: int | None, name: str | None) -> Tensor:
    """A node that works on the last dimension, for dimension `axis`: it is moved there and back."""
    logits = convert_to_tensor(logits)
    rank = logits.shape.rank
    axis = -1 if axis is None else axis
    if rank is not None and not -rank <= axis < rank:
        raise ValueError(f"`axis` is {axis}, but logits have shape {logits.shape}")
    # The usual case costs no transposition.
    if axis == -1 or (rank is not None and axis == rank - 1):
        direct: Tensor = build(logits, name=name)
        return direct
    order = _swapped_by_run(gen_array.rank(logits), axis) if rank is None else _swapped(rank, axis)
    # Exchanging two dimensions is its own inverse, so one order serves both ways.
    result = array_ops.transpose(build(array_ops.transpose(logits, order)), order, name=name or "transpose")
    result.set_shape(logits.shape)
    return result


def _swapped(rank: int, axis: int) -> list[int]:
    """0, 1, ..., rank - 1 with `axis` and the last one exchanged."""
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    return order


def _swapped_by_run(rank: Tensor, axis: int) -> Tensor:
    """0, 1, ..., rank - 1 with `axis` and the last one exchanged: [rank] int32."""
    dims = gen_array.range(0, rank, 1)
    chosen = gen_math.floor_mod(axis, rank)
    last = rank - 1
    swapped = gen_math.select_v2(gen_math.equal(dims, chosen), last, dims)
    return gen_math.select_v2(gen_math.equal(dims, last), chosen, swapped)


# ---- layers
def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """`value` plus a `bias` [channels] along its channels, the last dimension ("NHWC") or the second one ("NCHW").

    Raises:
        ValueError: The data format is unknown.
    """
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        value = convert_to_tensor(value, name="input")
        bias = convert_to_tensor(bias, value.dtype.base_dtype, name="bias")
        return gen_nn.bias_add(value, bias, data_format=channels_format(data_format), name=scope)


def channels_format(data_format: str | None) -> str:
    """ "NHWC" or "NCHW" for any data format, by where the channels are."""
    if data_format is None or (data_format.startswith("N") and data_format.endswith("C")):
        return "NHWC"
    if data_format.startswith("NC"):
        return "NCHW"
    raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`, not {data_format!r}")


def xw_plus_b(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """x [batch, in] times weights [in, out] plus biases [out]: [batch, out]."""
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        biases = convert_to_tensor(biases, name="biases")
        return bias_add(matmul(x, weights), biases, name=scope)


def relu_layer(x: TensorLike, weights: TensorLike, biases: TensorLike, name: str | None = None) -> Tensor:
    """relu(x [batch, in] times weights [in, out] plus biases [out]): [batch, out]."""
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        biases = convert_to_tensor(biases, name="biases")
        return gen_nn.relu(bias_add(matmul(x, weights), biases), name=scope)


def local_response_normalization(
    input: TensorLike,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """Elements of images [batch, height, width, channels] divided by a power of the sum of squares of their neighbours.

    Args:
        input: The images.
        depth_radius: How many channels on each side count as neighbours.
        bias: Added to the sum.
        alpha: Factor of the sum.
        beta: Exponent.
        name: The node's name.
    """
    return gen_nn.lrn(input, depth_radius=depth_radius, bias=bias, alpha=alpha, beta=beta, name=name)


# ---- losses
def _require(function: str, **arguments: Any) -> None:
    missing = [name for name, value in arguments.items() if value is None]
    if missing:
        raise ValueError(f"{function} needs {' and '.join(missing)}")


def softmax_cross_entropy_with_logits(
    labels: TensorLike = None,
    logits: TensorLike = None,
    dim: int = -1,
    name: str | None = None,
    axis: int | None = None,
) -> Tensor:
    """The cross entropy of softmax(logits) against `labels`, which get no gradient.

    Args:
        labels: Probabilities [..., classes].
        logits: Unscaled logarithms of probabilities, of the same shape and dtype.
        dim: The dimension of the classes; an older name of `axis`.
        name: Name of the scope.
        axis: The dimension of the classes.

    Returns:
        [...], the shape without the classes.
    """
    _require("softmax_cross_entropy_with_logits", labels=labels, logits=logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        # The first version gave labels no gradient, and programs rely on it; version 2 gives them one.
        constant_labels = gen_array.stop_gradient(labels, name="labels_stop_gradient")
        return softmax_cross_entropy_with_logits_v2(
            labels=constant_labels, logits=logits, axis=dim if axis is None else axis, name=scope
        )


def softmax_cross_entropy_with_logits_v2(
    labels: TensorLike, logits: TensorLike, axis: int | None = None, name: str | None = None, dim: int | None = None
) -> Tensor:
    """The same as `softmax_cross_entropy_with_logits`, with a gradient for the labels as well."""
    axis = one_of("axis", axis, "dim", dim)
    axis = -1 if axis is None else axis
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, dtype_hint=logits.dtype.base_dtype, name="labels")
        dtype = logits.dtype.base_dtype
        # A sum of exponentials of many classes needs more digits than half precision has.
        logits = cast(logits, dtypes.float32) if dtype in _HALF_TYPES else logits
        labels = cast(labels, logits.dtype)
        if axis != -1:
            logits, labels = _last(logits, axis), _last(labels, axis)
        shape = logits.shape
        # The op takes a matrix [rows, classes]; all other dimensions are rows. It returns the gradient as well, which
        # is of no use here.
        loss = gen_nn.softmax_cross_entropy_with_logits(_as_rows(logits), _as_rows(labels), name=scope).loss
        loss = gen_array.reshape(loss, array_ops.shape(logits)[:-1])
        loss.set_shape(shape[:-1])
        return cast(loss, dtype)


def _last(tensor: Tensor, axis: int) -> Tensor:
    """`tensor` with dimension `axis` moved to the end."""
    dims = list(range(len(tensor.shape.as_list())))
    dims.append(dims.pop(axis))
    return array_ops.transpose(tensor, dims)


def _as_rows(tensor: Tensor) -> Tensor:
    """[..., classes] as [rows, classes]."""
    classes = array_ops.shape(tensor)[-1]
    rows = gen_array.reshape(tensor, convert_to_tensor([-1, classes]))
    rows.set_shape([None, tensor.shape.size(-1)])
    return rows


def sparse_softmax_cross_entropy_with_logits(
    labels: TensorLike = None, logits: TensorLike = None, name: str | None = None
) -> Tensor:
    """The cross entropy of softmax(logits) against one right class each.

    Args:
        labels: The right classes, int32 or int64 [...].
        logits: Unscaled logarithms of probabilities [..., classes].
        name: Name of the scope.

    Returns:
        [...].

    Raises:
        ValueError: The labels have another rank than logits without classes.
    """
    _require("sparse_softmax_cross_entropy_with_logits", labels=labels, logits=logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        rank, wanted = labels.shape.rank, logits.shape.rank
        if wanted == 0:
            raise ValueError(f"`logits` cannot be a scalar. Received logits={logits!r}")
        if rank is not None and wanted is not None and rank != wanted - 1:
            raise ValueError(f"`labels` must have one dimension less than `logits`, but they have {rank} and {wanted}")
        dtype = logits.dtype.base_dtype
        logits = cast(logits, dtypes.float32) if dtype in _HALF_TYPES else logits
        build = gen_nn.sparse_softmax_cross_entropy_with_logits
        if wanted == 2:
            loss = build(logits, labels, name="SparseSoftmaxCrossEntropyWithLogits").loss
        else:
            flat = build(_as_rows(logits), gen_array.reshape(labels, [-1])).loss
            loss = gen_array.reshape(flat, array_ops.shape(labels))
            loss.set_shape(labels.shape)
        return cast(loss, dtype)


def sigmoid_cross_entropy_with_logits(
    labels: TensorLike = None, logits: TensorLike = None, name: str | None = None
) -> Tensor:
    """The cross entropy of sigmoid(logits) against independent `labels` of the same shape, element by element.

    Raises:
        ValueError: Arguments are not named, or the shapes differ.
    """
    _require("sigmoid_cross_entropy_with_logits", labels=labels, logits=logits)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, logits.dtype.base_dtype, name="labels")
        if not labels.shape.is_compatible_with(logits.shape):
            raise ValueError(f"`logits` and `labels` must have the same shape, not {logits.shape} and {labels.shape}.")
        # x - x z + log(1 + exp(-x)) overflows for large negative x. max(x, 0) - x z + log(1 + exp(-|x|)) is the same,
        # and its exponent is never positive. Select stands for max and abs, because its gradient at 0 is defined.
        zeros = zeros_like(logits)
        positive = gen_math.greater_equal(logits, zeros)
        relu_logits = gen_math.select(positive, logits, zeros)
        minus_absolute = gen_math.select(positive, -logits, logits)
        return gen_math.add_v2(relu_logits - logits * labels, gen_math.log1p(gen_math.exp(minus_absolute)), name=scope)


def weighted_cross_entropy_with_logits(
    labels: TensorLike = None,
    logits: TensorLike = None,
    pos_weight: TensorLike = None,
    name: str | None = None,
    targets: TensorLike = None,
) -> Tensor:
    """`sigmoid_cross_entropy_with_logits` in which the part of positive labels counts `pos_weight` times.

    `targets` is an older name of `labels`.
    """
    labels = one_of("labels", labels, "targets", targets)
    _require("weighted_cross_entropy_with_logits", labels=labels, logits=logits, pos_weight=pos_weight)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, logits.dtype.base_dtype, name="labels")
        if not labels.shape.is_compatible_with(logits.shape):
            raise ValueError(f"`logits` and `labels` must have the same shape, not {logits.shape} and {labels.shape}.")
        # The same without overflow: (1 - z) x + w (log(1 + exp(-|x|)) + max(-x, 0)) with w = 1 + (q - 1) z.
        weight = 1 + (pos_weight - 1) * labels
        tail = gen_math.log1p(gen_math.exp(-abs(logits))) + gen_nn.relu(-logits)
        return gen_math.add_v2((1 - labels) * logits, weight * tail, name=scope)


def log_poisson_loss(
    targets: TensorLike, log_input: TensorLike, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """exp(log_input) - targets * log_input, with Stirling's approximation of log(targets!) if asked for."""
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        log_rate = convert_to_tensor(log_input, name="log_input")
        targets = convert_to_tensor(targets, log_rate.dtype.base_dtype, name="targets")
        loss: Tensor = gen_math.exp(log_rate) - log_rate * targets
        if not compute_full_loss:
            return loss
        half, two_pi = _scalar(0.5, targets.dtype), _scalar(2 * np.pi, targets.dtype)
        stirling = targets * gen_math.log(targets) - targets + half * gen_math.log(two_pi * targets)
        # For 0 and 1 log(targets!) is 0, where Stirling's formula is far off.
        small = gen_math.less_equal(targets, _scalar(1, targets.dtype))
        return loss + gen_math.select(small, zeros_like(targets), stirling)


def _scalar(value: float, dtype: DType) -> np.ndarray[Any, Any]:
    return np.array(value, dtype.numpy_dtype)


# ---- counts
def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """The part of the elements that are zero, [] float32."""
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        count = cast(array_ops.size(value, out_type=dtypes.int64), dtypes.float32)
        nonzero = cast(count_nonzero(value), dtypes.float32)
        return gen_array.identity((count - nonzero) / count, name="fraction")


def verify_tensor_all_finite(
    t: TensorLike = None,
    msg: str | None = None,
    name: str | None = None,
    x: TensorLike = None,
    message: str | None = None,
) -> Tensor:
    """`x`, after a check that no element is infinite or NaN; `message` is what a run says that finds one.

    `t` and `msg` are older names.
    """
    x = one_of("x", x, "t", t, required=True)
    message = one_of("message", message, "msg", msg, required=True)
    with name_scope(name, "VerifyFinite", [x]):
        x = convert_to_tensor(x, name="x")
        return with_dependencies([gen_array.check_numerics(x, message=message)], x)
