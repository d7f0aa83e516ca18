"""tf.nn.batch_normalization, tf.nn.moments, tf.nn.l2_normalize, ...: neural networks from several nodes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow.framework import dtypes
from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import constant, convert_to_tensor
from aioflow.ops.building.graph_scopes import name_scope
from aioflow.ops.functions.array_ops import one_of
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.reduction_ops import reduce_mean, reduce_prod, reduce_sum
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn


def l2_normalize(
    x: TensorLike, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Tensor:
    """`x` divided by its euclidean norm along `axis`; squares below `epsilon` count as it. `dim` is an older name."""
    axis = one_of("axis", axis, "dim", dim)
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        squares = reduce_sum(gen_math.square(x), axis, keepdims=True)
        # The maximum keeps a zero vector zero, where 1 / sqrt(0) would make it NaN.
        return gen_math.mul(x, gen_math.rsqrt(gen_math.maximum(squares, epsilon)), name=scope)


# ---- moments
def moments(
    x: TensorLike,
    axes: Sequence[int],
    shift: Any = None,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance along `axes`; half-precision numbers are summed in float32.

    Args:
        x: The tensor.
        axes: Dimensions that vanish.
        shift: Has no effect.
        name: Name of the scope.
        keep_dims: An older name of `keepdims`.
        keepdims: Whether these dimensions stay with size 1.
    """
    keep = bool(one_of("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "moments", [x, axes]):
        x = convert_to_tensor(x, name="x")
        # Half precision has 11 bits (bfloat16 has 8): a sum of some thousand elements would no longer change by small
        # ones.
        y = cast(x, dtypes.float32) if x.dtype.base_dtype in (dtypes.float16, dtypes.bfloat16) else x
        mean = reduce_mean(y, axes, keepdims=True, name="mean")
        # E[(x - mean)**2] and not E[x**2] - mean**2, which loses all digits when the mean is large. The derivative by
        # the mean is zero, as distances from it sum to zero, so the gradient may stop there.
        distance = gen_math.squared_difference(y, gen_array.stop_gradient(mean))
        variance = reduce_mean(distance, axes, keepdims=True, name="variance")
        if not keep:
            dims = [int(axis) for axis in axes]
            mean, variance = (gen_array.squeeze(value, squeeze_dims=dims) for value in (mean, variance))
        return cast(mean, x.dtype), cast(variance, x.dtype)


def sufficient_statistics(
    x: TensorLike,
    axes: Sequence[int],
    shift: TensorLike = None,
    keep_dims: bool | None = None,
    name: str | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """The sums that mean and variance along `axes` are made of.

    Returns:
        The number of elements [], their sum, the sum of their squares (both of `x` minus `shift`), and `shift`.
    """
    keep = bool(one_of("keepdims", keepdims, "keep_dims", keep_dims))
    axes = list(dict.fromkeys(axes))
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        # Without a shift near the mean, the difference of squares in `normalize_moments` loses digits.
        moved, squares = x, gen_math.square(x)
        if shift is not None:
            shift = convert_to_tensor(shift, name="shift")
            moved, squares = gen_math.sub(x, shift), gen_math.squared_difference(x, shift)
        sums = reduce_sum(moved, axes, keepdims=keep, name="mean_ss")
        return _count(x, axes), sums, reduce_sum(squares, axes, keepdims=keep, name="var_ss"), shift


def _count(x: Tensor, axes: Sequence[int]) -> Tensor:
    """The number of elements along `axes`, [] in the dtype of `x`."""
    dims = x.shape.sizes
    sizes = None if dims is None else [dims[axis] for axis in axes]
    if sizes is not None and None not in sizes:
        return constant(np.prod(np.array(sizes, np.float64)), x.dtype)
    chosen = gen_array.gather_v2(cast(gen_array.shape(x), x.dtype), list(axes), 0)
    return reduce_prod(chosen, name="count")


def normalize_moments(
    counts: TensorLike,
    mean_ss: TensorLike,
    variance_ss: TensorLike,
    shift: TensorLike,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance from what `sufficient_statistics` returned."""
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        # One division, two products, as in TensorFlow, whose names of nodes these are.
        divisor = gen_math.reciprocal(counts, name="divisor")
        if shift is None:
            mean = shifted = gen_math.mul(mean_ss, divisor, name="mean")
        else:
            shifted = gen_math.mul(mean_ss, divisor, name="shifted_mean")
            mean = gen_math.add_v2(shifted, shift, name="mean")
        return mean, gen_math.sub(gen_math.mul(variance_ss, divisor), gen_math.square(shifted), name="variance")


def weighted_moments(
    x: TensorLike,
    axes: Sequence[int],
    frequency_weights: TensorLike,
    name: str | None = None,
    keep_dims: bool | None = None,
    keepdims: bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Mean and variance along `axes` of elements that count as often as `frequency_weights`, which broadcast, say."""
    keep = bool(one_of("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        own = x.dtype.base_dtype
        x = cast(x, dtypes.float32) if own in (dtypes.float16, dtypes.bfloat16) else x
        weights = cast(convert_to_tensor(frequency_weights, name="frequency_weights"), x.dtype)
        total = reduce_sum(weights * x, axes, keepdims=True, name="weighted_input_sum")
        # Weights broadcast, but each element must count: adding zeros of the shape of x spreads them out before the
        # sum.
        weight = reduce_sum(weights + gen_array.zeros_like(x), axes, keepdims=True, name="sum_of_weights")
        # Where all weights are zero there is no mean; zero does not spoil what is computed from it.
        mean = gen_math.div_no_nan(total, weight)
        distance = reduce_sum(weights * gen_math.squared_difference(x, mean), axes, keepdims=True)
        variance = gen_math.div_no_nan(distance, weight)
        if not keep:
            dims = [int(axis) for axis in axes]
            mean, variance = (gen_array.squeeze(value, squeeze_dims=dims) for value in (mean, variance))
        return cast(mean, own), cast(variance, own)


# ---- batch normalisation
def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    offset: TensorLike,
    scale: TensorLike,
    variance_epsilon: float,
    name: str | None = None,
) -> Tensor:
    """(x - mean) / sqrt(variance + variance_epsilon) * scale + offset; `offset` and `scale` may be None.

    Mean, variance, offset and scale broadcast to `x`.
    """
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        dtype = convert_to_tensor(x).dtype
        # Everything that does not depend on x is put into one factor and one summand [channels], so that x itself is
        # passed over only twice.
        inverse = gen_math.rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse = inverse * scale
        scaled: Tensor = x * cast(inverse, dtype)
        return scaled + cast(-mean * inverse if offset is None else offset - mean * inverse, dtype)


def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike = None,
    variance: TensorLike = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Batch normalisation of images as one node.

    Args:
        x: [batch, height, width, channels], or channels first for "NCHW".
        scale: [channels].
        offset: [channels].
        mean: [channels]; not needed for training.
        variance: [channels]; not needed for training.
        epsilon: Added to the variance; at least 1.001e-5.
        data_format: Where the channels are.
        is_training: Whether to normalise with the mean and variance of `x`.
        name: The node's name.
        exponential_avg_factor: How much the moments of `x` count in those that are returned.

    Returns:
        The normalised images, the mean [channels], the variance [channels].

    Raises:
        ValueError: Mean or variance is missing although they are needed.
    """
    # With a factor of 1 the old moments do not count, and an empty tensor stands for them.
    needed = not is_training or exponential_avg_factor != 1.0
    if needed and (mean is None or variance is None):
        raise ValueError("mean and variance must be given if is_training is False or exponential_avg_factor != 1.0")
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, dtypes.float32, name="scale")
    offset = convert_to_tensor(offset, dtypes.float32, name="offset")
    mean, variance = (constant([], dtypes.float32) if value is None else value for value in (mean, variance))
    result = gen_nn.fused_batch_norm_v3(
        x, scale, offset, mean, variance,
        # cuDNN needs an epsilon of about 1e-5; TensorFlow bounds it on all devices, so that results agree.
        epsilon=max(epsilon, 1.001e-5), exponential_avg_factor=exponential_avg_factor, data_format=data_format,
        is_training=is_training, name=name,
    )  # fmt: skip
    return result.y, result.batch_mean, result.batch_variance


def batch_norm_with_global_normalization(
    t: TensorLike = None,
    m: TensorLike = None,
    v: TensorLike = None,
    beta: TensorLike = None,
    gamma: TensorLike = None,
    variance_epsilon: float = 0.001,
    scale_after_normalization: bool = True,
    name: str | None = None,
    input: TensorLike = None,
    mean: TensorLike = None,
    variance: TensorLike = None,
) -> Tensor:
    """`batch_normalization` with the arguments of the oldest scripts; without scale unless asked for."""
    t, m, v = one_of("input", input, "t", t), one_of("mean", mean, "m", m), one_of("variance", variance, "v", v)
    return batch_normalization(t, m, v, beta, gamma if scale_after_normalization else None, variance_epsilon, name)
