"""Initial values of variables: `tf.zeros_initializer`, `tf.glorot_uniform_initializer`, ...

An initializer is called with a shape and a dtype, and adds the nodes that make the value to the graph.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType, as_dtype
from aioflow.framework.graph.operation import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.ops.building.apply_op import DTypeLike
from aioflow.ops.building.convert import constant
from aioflow.ops.functions import array_creation
from aioflow.ops.functions.array_ops import matrix_transpose
from aioflow.ops.functions.random_ops import random_normal, random_uniform, truncated_normal
from aioflow.ops.generated import array as gen_array
from aioflow.ops.generated import linalg as gen_linalg
from aioflow.ops.generated import math as gen_math

# The standard deviation of a standard normal distribution whose values beyond 2 are drawn again.
# It is below 1 because the tails are missing. Dividing by it restores the variance that is asked for.
_TRUNCATED_STDDEV = 0.87962566103423978


class Initializer:
    """The base of the classes below.

    Args:
        dtype: The dtype of values for which none is asked.
    """

    def __init__(self, dtype: DTypeLike = dtypes.float32) -> None:
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: Any, dtype: DTypeLike | None = None, partition_info: Any = None) -> Tensor:
        """A tensor of that shape.

        Args:
            shape: Its shape, fully known.
            dtype: Its dtype; that of the initializer when None.
            partition_info: For a part of a variable, what has the shape of the whole as its `full_shape`.
        """
        # A variable's shape is known by now; the filter is for the type checker.
        sizes = [size for size in TensorShape(shape).as_list() if size is not None]
        # What a weight is connected to depends on the whole variable, however many parts it is stored in.
        whole = sizes if partition_info is None else list(partition_info.full_shape)
        return self._part(sizes, whole, self.dtype if dtype is None else as_dtype(dtype))

    def _part(self, shape: list[int], whole: list[int], dtype: DType) -> Tensor:
        """A part of a value; for most values nothing depends on the shape of the whole."""
        return self._value(shape, dtype)

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        raise NotImplementedError


class Zeros(Initializer):
    """Zeros (False, empty strings)."""

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        return array_creation.zeros(shape, dtype)


class Ones(Initializer):
    """Ones (True)."""

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        return array_creation.ones(shape, dtype)


class Constant(Initializer):
    """Given values.

    Args:
        value: Laid out row by row; the last one fills up what is missing.
        dtype: See `Initializer`.
        verify_shape: Whether to refuse values that are not of the shape.
    """

    def __init__(self, value: Any = 0, dtype: DTypeLike = dtypes.float32, verify_shape: bool = False) -> None:
        super().__init__(dtype)
        self.value = value
        self._verify_shape = verify_shape

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        return constant(self.value, dtype, shape, verify_shape=self._verify_shape)


class RandomUniform(Initializer):
    """`tf.random_uniform`; see there for the arguments."""

    def __init__(
        self, minval: Any = 0.0, maxval: Any = None, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(dtype)
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        return random_uniform(shape, self.minval, self.maxval, dtype, seed=self.seed)


class RandomNormal(Initializer):
    """`tf.random_normal`; see there for the arguments."""

    _draw = staticmethod(random_normal)

    def __init__(
        self, mean: Any = 0.0, stddev: Any = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32
    ) -> None:
        super().__init__(_floating(dtype))
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        return self._draw(shape, self.mean, self.stddev, dtype, seed=self.seed)


class TruncatedNormal(RandomNormal):
    """`tf.truncated_normal`; see there for the arguments."""

    _draw = staticmethod(truncated_normal)


class UniformUnitScaling(Initializer):
    """Uniformly distributed values that keep the scale of what they are multiplied with.

    Args:
        factor: By which the range is widened.
        seed: See `random_ops`.
        dtype: A floating-point type.
    """

    def __init__(self, factor: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(_floating(dtype))
        self.factor, self.seed = factor, seed

    def _part(self, shape: list[int], whole: list[int], dtype: DType) -> Tensor:
        # Uniform values in [-a, a] have the variance a * a / 3. With variance 1 / inputs, a sum over all inputs keeps
        # the variance of what comes in.
        limit = math.sqrt(3 / max(math.prod(map(float, whole[:-1])), 1.0)) * self.factor
        return random_uniform(shape, -limit, limit, dtype, seed=self.seed)


class VarianceScaling(Initializer):
    """Random values whose variance fits the number of connections.

    Args:
        scale: Positive factor of the variance.
        mode: "fan_in", "fan_out" or "fan_avg": whether inputs, outputs or their average count.
        distribution: "truncated_normal" (or "normal"), "untruncated_normal" or "uniform".
        seed: See `random_ops`.
        dtype: A floating-point type.

    Raises:
        ValueError: An argument is none of these.
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: DTypeLike = dtypes.float32,
    ) -> None:
        super().__init__(_floating(dtype))
        if scale <= 0:
            raise ValueError(f"`scale` must be a positive float, not {scale}")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Invalid `mode` argument: {mode!r} is none of fan_in, fan_out, fan_avg")
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(f"Invalid `distribution` argument: {distribution!r}")
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def _part(self, shape: list[int], whole: list[int], dtype: DType) -> Tensor:
        # A sum of n products has n times the variance of one. Dividing by the inputs keeps the scale of activations
        # on the way forward, dividing by the outputs that of gradients on the way back; Glorot and Bengio (2010) take
        # the average of the two.
        fan_in, fan_out = _fans(whole)
        fan = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        # A weight without connections would have an infinite variance.
        variance = self.scale / max(1.0, fan)
        if self.distribution == "uniform":
            # The variance of uniform values in [-a, a] is a * a / 3.
            limit = math.sqrt(3.0 * variance)
            return random_uniform(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return random_normal(shape, 0.0, math.sqrt(variance), dtype, seed=self.seed)
        return truncated_normal(shape, 0.0, math.sqrt(variance) / _TRUNCATED_STDDEV, dtype, seed=self.seed)


class Orthogonal(Initializer):
    """A random matrix whose rows, or columns if there are fewer of them, are orthogonal and of length `gain`.

    Args:
        gain: The factor.
        seed: See `random_ops`.
        dtype: A floating-point type.
    """

    def __init__(self, gain: float = 1.0, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(_floating(dtype))
        self.gain, self.seed = gain, seed

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        if len(shape) < 2:
            raise ValueError(f"The tensor to initialize must be at least two-dimensional. Received: shape={shape}")
        # Orthogonal weights keep the length of every vector, so signals neither grow nor vanish over many layers
        # (Saxe et al., 2013). A convolution's window and inputs count as the rows of one matrix.
        rows, columns = math.prod(shape[:-1]), shape[-1]
        # QR gives orthonormal columns only if there are no more of them than rows; a wide matrix is made as a tall
        # one and transposed.
        drawn = random_normal([max(rows, columns), min(rows, columns)], dtype=dtype, seed=self.seed)
        q, r = gen_linalg.qr(drawn)
        # Fixing the signs of R's diagonal, which depend on the decomposition, makes Q uniform among all orthogonal
        # matrices (Mezzadri, 2007).
        q = q * gen_math.sign(gen_linalg.diag_part(r))
        if rows < columns:
            q = matrix_transpose(q)
        return self.gain * gen_array.reshape(q, shape)


class Identity(Initializer):
    """A diagonal matrix.

    Args:
        gain: What stands in the diagonal.
        dtype: A floating-point type.
    """

    def __init__(self, gain: float = 1.0, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(_floating(dtype))
        self.gain = gain

    def _value(self, shape: list[int], dtype: DType) -> Tensor:
        if len(shape) != 2:
            raise ValueError(f"The tensor to initialize must be two-dimensional. Received: shape={shape}")
        matrix = array_creation.eye(shape[0], shape[1], dtype=dtype)
        # The product with a float gain would fail for integers.
        return matrix if self.gain == 1.0 and dtype.is_integer else self.gain * matrix


class GlorotUniform(VarianceScaling):
    """Uniform within sqrt(6 / (inputs + outputs)), after Glorot and Bengio (2010); also called Xavier."""

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


class GlorotNormal(VarianceScaling):
    """Truncated normal of variance 2 / (inputs + outputs), after Glorot and Bengio (2010)."""

    def __init__(self, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


# A rectifier sets half of its inputs to zero, and with them half of the variance; the factor 2 makes up for it.
def he_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal of variance 2 / inputs, after He et al. (2015)."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform of variance 2 / inputs, after He et al. (2015)."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


# Without a rectifier the factor is 1: the sum over all inputs has the variance of one of them.
def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """Truncated normal of variance 1 / inputs, after LeCun et al. (1998)."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """Uniform of variance 1 / inputs, after LeCun et al. (1998)."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def _floating(dtype: DTypeLike) -> DType:
    wanted = as_dtype(dtype)
    if not wanted.is_floating:
        raise ValueError(f"Expected floating point type, got {wanted.name}.")
    return wanted


def _fans(shape: Sequence[int]) -> tuple[float, float]:
    """The numbers of inputs and outputs of a weight of this shape; leading dimensions are those of a window."""
    # A bias has as many inputs as outputs, one for each place.
    if len(shape) < 2:
        size = float(shape[0]) if shape else 1.0
        return size, size
    # A convolution's weight [window..., in, out] connects each output with every place of its window.
    window = math.prod(map(float, shape[:-2]))
    return shape[-2] * window, shape[-1] * window
