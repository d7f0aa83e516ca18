"""Products and what follows them in one call: a bias per channel and an activation, written into the fresh product.

The compiler puts these ops in place of chains, as TensorFlow's remapper does. Results are those of the chain, but
products of 16-bit types are rounded after the last step only.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import bfloat16, float16, float32, float64
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array, shown, widened
from aioflow.kernels.linalg.matmul_ops import incompatible_matrices, mat_mul
from aioflow.kernels.nn.activation_ops import elu, leaky_relu, zero
from aioflow.kernels.nn.conv_ops import check_ranks, conv, convolution
from aioflow.kernels.nn.conv_plans import Plans, conv_plan, remember
from aioflow.kernels.nn.depthwise_conv_ops import depthwise_conv, depthwise_convolution, depthwise_plan
from aioflow.kernels.nn.windows import Axes

InPlace = Callable[[Array], Any]
_CLIP_PAYS_FROM = 2048
_LARGEST_SMALL_LAYER = 8192  # elements of its input
_TILING_PAYS_TO = 512  # channels
_TILING_PAYS_FROM = 2048  # elements of the product


def dense_layer(attrs: Mapping[str, Any]) -> Callable[..., Array] | None:
    """A function of matrices and a bias for the commonest `_FusedMatMul`, an affine map with or without a Relu."""
    is_relu = attrs["fused_ops"] == [b"BiasAdd", b"Relu"]
    if attrs["transpose_a"] or attrs["transpose_b"] or not (is_relu or attrs["fused_ops"] == [b"BiasAdd"]):
        return None
    # Whatever the short way does not take goes the long one, errors included.
    general = partial(
        fused_mat_mul, transpose_a=False, transpose_b=False, fused_ops=attrs["fused_ops"], epsilon=0.0,
        leakyrelu_alpha=0.0,
    )  # fmt: skip
    nothing = zero(np.dtype(np.float32))

    def layer(xp: Any, a: Array, b: Array, bias: Array) -> Array:
        # 16-bit types are widened, which `general` does.
        if a.dtype != np.float32:
            return general(xp, a, b, [bias])
        if a.ndim != 2 or b.ndim != 2 or bias.shape != b.shape[1:] or a.size > _LARGEST_SMALL_LAYER:
            return general(xp, a, b, [bias])
        if a.shape[1] != b.shape[0]:
            raise incompatible_matrices(a, b)
        # The short way for small layers, where calls cost more than numbers: no
        # view, no tiling, and shapes are checked here.
        product = a.dot(b)
        product += bias
        return np.maximum(product, nothing, out=product) if is_relu else product

    return layer


@kernel("_FusedMatMul", specialized=dense_layer, T={float16, bfloat16, float32})
def fused_mat_mul(
    xp: Any,
    a: Array,
    b: Array,
    args: list[Array],
    *,
    transpose_a: bool,
    transpose_b: bool,
    fused_ops: list[bytes],
    epsilon: float,
    leakyrelu_alpha: float,
) -> Array:
    """Product of a [rows, inner] and b [inner, columns], then what `fused_ops` names; `args` holds its vectors."""
    product = mat_mul(xp, widened(a), widened(b), transpose_a=transpose_a, transpose_b=transpose_b)
    # The product is new, and nobody else has it: all that follows is written into it.
    following(fused_ops, args, product.shape[-1], epsilon, leakyrelu_alpha)(product)
    return product.astype(a.dtype, copy=False)


def prepared_fused_conv2d(attrs: Mapping[str, Any]) -> Callable[..., Array] | None:
    """A function of images, filters and the vectors of `fused_ops`; None for layouts with channels first."""
    if attrs["data_format"] != b"NHWC" or attrs["num_host_args"]:
        return None
    fixed = {name: attrs[name] for name in _FUSED_CONV_ATTRS}
    general: Callable[..., Array] = partial(fused_conv2d, host_args=[], **fixed)
    plans: Plans = {}
    finish_with = prepared_following(attrs)

    def layer(xp: Any, x: Array, filter: Array, *args: Array) -> Array:
        plan = plans.get((x.shape, filter.shape))
        if plan is not None:
            return plan(x, filter, finish_with(args, filter.shape[3]))
        result = general(xp, x, filter, list(args))
        remember(plans, x, filter, attrs, conv_plan)
        return result

    return layer


@kernel("_FusedConv2D", specialized=prepared_fused_conv2d, T={float32, float64})
def fused_conv2d(
    xp: Any,
    input: Array,
    filter: Array,
    args: list[Array],
    host_args: list[Array],
    *,
    strides: list[int],
    padding: bytes,
    explicit_paddings: list[int],
    data_format: bytes,
    filter_format: bytes,
    dilations: list[int],
    fused_ops: list[bytes],
    epsilon: float,
    leakyrelu_alpha: float,
) -> Array:
    """As Conv2D, then what `fused_ops` names, while a block of the result is still in the cache."""
    check_fused_conv(input, filter, filter_format, host_args)
    finish = following(fused_ops, args, filter.shape[-1], epsilon, leakyrelu_alpha)
    compute = partial(convolution, finish=finish)
    return conv(input, filter, strides, padding, explicit_paddings, data_format, dilations, compute)


def check_fused_conv(x: Array, filter: Array, filter_format: bytes, host_args: Sequence[Array]) -> None:
    """Raises UnimplementedError and InvalidArgumentError for what `_FusedConv2D` does not take."""
    if filter_format != b"HWIO" or host_args:
        raise errors.unimplemented(f"Fused convolution implementation does not support {filter_format!r} filters")
    check_ranks(x, filter, 4)


def prepared_fused_depthwise(attrs: Mapping[str, Any]) -> Callable[..., Array] | None:
    """A function of images, filters and the vectors of `fused_ops`; None for layouts with channels first."""
    if attrs["data_format"] != b"NHWC":
        return None
    fixed = {name: attrs[name] for name in _FUSED_DEPTHWISE_ATTRS}
    general: Callable[..., Array] = partial(fused_depthwise_conv2d, **fixed)
    plans: Plans = {}
    finish_with = prepared_following(attrs)

    def layer(xp: Any, x: Array, filter: Array, *args: Array) -> Array:
        plan = plans.get((x.shape, filter.shape))
        if plan is None:
            result = general(xp, x, filter, list(args))
            remember(plans, x, filter, attrs, depthwise_plan)
            return result
        result = plan(x, filter)
        finish_with(args, result.shape[3])(result)
        return result

    return layer


@kernel("_FusedDepthwiseConv2dNative", specialized=prepared_fused_depthwise, T={float32, float64})
def fused_depthwise_conv2d(
    xp: Any,
    input: Array,
    filter: Array,
    args: list[Array],
    *,
    strides: list[int],
    padding: bytes,
    data_format: bytes,
    dilations: list[int],
    fused_ops: list[bytes],
    epsilon: float,
    leakyrelu_alpha: float,
) -> Array:
    """As DepthwiseConv2dNative, then what `fused_ops` names."""

    def compute(x: Array, filter: Array, axes: Axes) -> Array:
        # Not block by block, unlike a convolution: the result is written by one call.
        result = depthwise_convolution(x, filter, axes)
        following(fused_ops, args, result.shape[-1], epsilon, leakyrelu_alpha)(result)
        return result

    return depthwise_conv(input, filter, strides, padding, [], data_format, dilations, compute)


_FUSED_ATTRS = ("fused_ops", "epsilon", "leakyrelu_alpha")
_FUSED_CONV_ATTRS = (
    "strides", "padding", "explicit_paddings", "data_format", "filter_format", "dilations", *_FUSED_ATTRS
)  # fmt: skip
_FUSED_DEPTHWISE_ATTRS = ("strides", "padding", "data_format", "dilations", *_FUSED_ATTRS)


def prepared_following(attrs: Mapping[str, Any]) -> Callable[[Sequence[Array], int], InPlace]:
    """`following` with the attributes of a node, of its vectors and the number of channels."""
    fused_ops, epsilon, alpha = (attrs[name] for name in _FUSED_ATTRS)
    steps = _steps(tuple(fused_ops), alpha)
    activation = steps[2] if steps is not None and steps[:2] == (b"BiasAdd", 1) else None
    has_bias = steps is not None and steps[:2] == (b"BiasAdd", 1)

    def finish(args: Sequence[Array], channels: int) -> InPlace:
        # The short way for a bias that fits, with or without an activation.
        if has_bias and len(args) == 1 and args[0].shape == (channels,):
            return partial(_apply, None, args[0], activation)
        return following(fused_ops, args, channels, epsilon, alpha)

    return finish


def following(
    fused_ops: Sequence[bytes], args: Sequence[Array], channels: int, epsilon: float, alpha: float
) -> InPlace:
    """A function that changes a product [..., channels] of float32 or float64 in place as the ops that follow it would.

    Args:
        fused_ops: b"BiasAdd" or b"FusedBatchNorm", or none of them, then at most one activation.
        args: The bias [channels]; or scale, offset, mean and variance.
        channels: How many there are.
        epsilon: Of the batch normalisation.
        alpha: Of a leaky Relu.

    Raises:
        UnimplementedError: The ops are others.
        InvalidArgumentError: The vectors do not fit.
    """
    steps = _steps(tuple(fused_ops), alpha)
    if steps is None or len(args) != steps[1]:
        names = shown(op.decode(errors="replace") for op in fused_ops)
        raise errors.unimplemented(f"Fusion is not implemented: {names}")
    first, _, activation = steps
    args = [widened(vector) for vector in args]
    for vector in args:
        if vector.shape != (channels,):
            raise errors.invalid_argument(f"bias must have the shape [{channels}], not {shown(vector.shape)}")
    if first == b"FusedBatchNorm":
        scale, offset, mean, variance = args
        # (y - mean) * m + offset = y * m + (offset - mean * m): two passes instead of three.
        multiplier = scale / np.sqrt(variance + scale.dtype.type(epsilon))
        return partial(_apply, multiplier, offset - mean * multiplier, activation)
    # A bias alone needs no multiplication.
    return partial(_apply, None, args[0] if args else None, activation)


# The ops are attributes of nodes, so there are few combinations.
@lru_cache(maxsize=256)
def _steps(fused_ops: tuple[bytes, ...], alpha: float) -> tuple[bytes, int, InPlace | None] | None:
    """The op that comes first and how many vectors it takes, and the activation; None if they are others."""
    rest = fused_ops
    first, num_args = b"", 0
    if rest and rest[0] in _NUM_ARGS:
        first, num_args, rest = rest[0], _NUM_ARGS[rest[0]], rest[1:]
    if not rest:
        return first, num_args, None
    if len(rest) > 1 or rest[0] not in ACTIVATIONS:
        return None
    activation = ACTIVATIONS[rest[0]]
    return first, num_args, partial(activation, alpha=alpha) if rest[0] == b"LeakyRelu" else activation


_NUM_ARGS = {b"BiasAdd": 1, b"FusedBatchNorm": 4}


def _apply(multiplier: Array | None, offset: Array | None, activation: InPlace | None, y: Array) -> None:
    """Changes `y` [..., channels] to `activation(y * multiplier + offset)`, leaving out steps that are None."""
    rows, count = y, 0
    # Runs as long as a row of pixels: a run per pixel takes several times as long, which counts if there are many.
    if y.ndim > 2 and y.shape[-1] <= _TILING_PAYS_TO and y.size > _TILING_PAYS_FROM and y.flags.c_contiguous:
        count = y.shape[-2]
        rows = y.reshape(-1, count * y.shape[-1])
    if multiplier is not None:
        rows *= _tiled(multiplier, count)
    if offset is not None:
        rows += _tiled(offset, count)
    if activation is not None:
        activation(y)


def _tiled(vector: Array, count: int) -> Array:
    """The vector `count` times in a row; as it is for 0."""
    if not count:
        return vector
    tiled = np.empty((count, len(vector)), vector.dtype)  # a fifth of the time of np.tile
    tiled[...] = vector
    return tiled.reshape(-1)


def _relu(y: Array) -> None:
    _clipped(y, np.inf)


def _relu6(y: Array) -> None:
    _clipped(y, 6)


def _clipped(y: Array, highest: float) -> None:
    if y.size > _CLIP_PAYS_FROM:
        # One pass for both bounds; see `activation_ops` for the threshold.
        y.clip(y.dtype.type(0), y.dtype.type(highest), out=y)
        return
    # For few elements two calls are cheaper than clip(), which costs more to call.
    np.maximum(y, zero(y.dtype), out=y)
    if highest != np.inf:
        np.minimum(y, y.dtype.type(highest), out=y)


def _elu(y: Array) -> None:
    y[...] = elu(np, y)


def _leaky_relu(y: Array, alpha: float) -> None:
    y[...] = leaky_relu(np, y, alpha=alpha)


def _tanh(y: Array) -> None:
    np.tanh(y, out=y)


ACTIVATIONS: dict[bytes, Callable[..., Any]] = {
    b"Relu": _relu, b"Relu6": _relu6, b"Elu": _elu, b"LeakyRelu": _leaky_relu, b"Tanh": _tanh,
}  # fmt: skip
