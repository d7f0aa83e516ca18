"""BatchNormalization: inputs are shifted and scaled to mean 0 and variance 1 of their batch."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aioflow.framework import dtypes
from aioflow.framework.dtypes import DType
from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.layers.choices import chosen, known
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.layer import Layer
from aioflow.layers.moving_averages import move_towards, replace
from aioflow.layers.named_functions import initializer_of
from aioflow.layers.renormalization import Renormalization
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import constant, convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.array_creation import ones_like, zeros_like
from aioflow.ops.functions.joining_ops import concat
from aioflow.ops.functions.math_ops import cast
from aioflow.ops.functions.nn import nn_impl
from aioflow.ops.functions.reduction_ops import reduce_mean
from aioflow.ops.generated import math as gen_math
from aioflow.ops.generated import nn as gen_nn
from aioflow.ops.variables.initializers import Ones, Zeros
from aioflow.ops.variables.variable_settings import VariableAggregation, VariableSynchronization

_HALF_TYPES = (dtypes.float16, dtypes.bfloat16)


class BatchNormalization(Layer):
    """(inputs - mean) / sqrt(variance + epsilon) * gamma + beta.

    In training, mean and variance are those of the batch, and operations of the collection "update_ops" move the moving
    averages; nobody runs them unless asked to. Otherwise the moving averages serve as mean and variance.

    Args:
        axis: The dimension of the features, or several: each has its own mean and variance.
        momentum: How much of a moving average an update keeps.
        epsilon: Added to the variance.
        center: Whether there is a beta.
        scale: Whether there is a gamma.
        beta_initializer: Initial value of beta, as the following ones of theirs.
        gamma_initializer: See there.
        moving_mean_initializer: See there.
        moving_variance_initializer: See there.
        beta_regularizer: Function from beta to a loss.
        gamma_regularizer: Function from gamma to a loss.
        beta_constraint: Function from a beta to the one an optimizer stores.
        gamma_constraint: The same of gamma.
        renorm: Whether a batch is corrected towards moving averages in training, too (S. Ioffe, Batch Renormalization,
            2017).
        renorm_clipping: Bounds of that correction, by the names "rmin", "rmax" and "dmax".
        renorm_momentum: How much of these moving averages an update keeps.
        fused: Whether to use one node for all of it; where that is possible when None.
        trainable: Whether optimizers change its variables, and updates are listed.
        virtual_batch_size: In how large groups a batch is normalised, each by itself; None for the whole.
        adjustment: Function from the shape of the inputs to a scale and a bias that come before gamma and beta.
        name: Its name and that of its scope.

    Raises:
        TypeError: `axis` is no number.
        ValueError: Arguments do not go together.
    """

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        momentum: Any = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Any = Zeros(),  # noqa: B008  # initializers have no state
        gamma_initializer: Any = Ones(),  # noqa: B008
        moving_mean_initializer: Any = Zeros(),  # noqa: B008
        moving_variance_initializer: Any = Ones(),  # noqa: B008
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: bool = False,
        renorm_clipping: Mapping[str, Any] | None = None,
        renorm_momentum: Any = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Callable[[Any], Any] | None = None,
        name: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable, name, **kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise TypeError(f"Expected an int or a list/tuple of ints for the argument 'axis', but received: {axis!r}")
        self.axis: list[int] = [axis] if isinstance(axis, int) else list(axis)
        self.momentum = momentum
        self.epsilon = epsilon
        self.center = center
        self.scale = scale
        self.beta_initializer = initializer_of(beta_initializer)
        self.gamma_initializer = initializer_of(gamma_initializer)
        self.moving_mean_initializer = initializer_of(moving_mean_initializer)
        self.moving_variance_initializer = initializer_of(moving_variance_initializer)
        self.beta_regularizer = beta_regularizer
        self.gamma_regularizer = gamma_regularizer
        self.beta_constraint = beta_constraint
        self.gamma_constraint = gamma_constraint
        self.fused = fused is not False
        self.virtual_batch_size = virtual_batch_size
        self.adjustment = adjustment
        self._renorm = Renormalization(renorm_clipping or {}, renorm_momentum, epsilon) if renorm else None
        self._op_format = "NHWC"
        self._shape: list[int] = []
        self.gamma: Any = None
        self.beta: Any = None
        self.moving_mean: Any = None
        self.moving_variance: Any = None

    @property
    def renorm(self) -> bool:
        """Whether a batch is corrected towards moving averages in training, too."""
        return self._renorm is not None

    # ---- variables
    def build(self, input_shape: Any) -> None:
        """Makes gamma, beta and the moving averages."""
        sizes = _sizes(input_shape)
        rank = len(sizes)
        self.axis = _checked_axes(self.axis, rank)
        self._check_virtual_batches()
        self.fused = self.fused and rank in (4, 5) and self._can_be_fused(rank)
        features = {axis: sizes[axis] for axis in self.axis}
        if None in features.values():
            raise ValueError(
                f"Input has undefined `axis` dimension. Received input with shape {tuple(sizes)} and "
                f"axis={tuple(self.axis)}"
            )
        self.input_spec = InputSpec(ndim=rank, axes=features)
        if len(features) == 1 and self.virtual_batch_size is None:
            self._shape = [size for size in features.values() if size is not None]
        else:
            self._shape = [features.get(axis) or 1 for axis in range(rank)]
        if self.virtual_batch_size is not None:
            # The batch becomes two dimensions, so all that follow it move on.
            self._shape.insert(1, 1)
            self.axis = [axis + 1 for axis in self.axis]
        parts = [self._add_gamma, self._add_beta]
        for add in reversed(parts) if self._has_beta_first else parts:
            add()
        self._add_moving_averages()
        self.built = True

    # In which order the two are made; savers and optimizers list variables so.
    _has_beta_first = False

    def _add_gamma(self) -> None:
        if self.scale:
            self.gamma = self._add("gamma", self.gamma_initializer, self.gamma_regularizer, self.gamma_constraint)

    def _add_beta(self) -> None:
        if self.center:
            self.beta = self._add("beta", self.beta_initializer, self.beta_regularizer, self.beta_constraint)

    def _check_virtual_batches(self) -> None:
        if self.virtual_batch_size is None:
            return
        if self.virtual_batch_size <= 0:
            raise ValueError(
                "`virtual_batch_size` must be a positive integer that divides the true batch size of the input tensor. "
                f"Received: virtual_batch_size={self.virtual_batch_size}"
            )
        if 0 in self.axis:
            raise ValueError(
                "When using `virtual_batch_size`, the batch dimension must be 0 and thus axis cannot include 0. "
                f"Received axis={self.axis}"
            )
        if self.adjustment is not None:
            raise ValueError("When using `virtual_batch_size`, adjustment cannot be specified")

    def _can_be_fused(self, rank: int) -> bool:
        if self.renorm or self.virtual_batch_size is not None or self.adjustment is not None or len(self.axis) > 1:
            return False
        if self.dtype not in (*_HALF_TYPES, dtypes.float32, None) or self.axis[0] not in (1, rank - 1):
            return False
        dims = "DHW"[5 - rank :]
        self._op_format = f"NC{dims}" if self.axis[0] == 1 else f"N{dims}C"
        return True

    @property
    def _own_dtype(self) -> DType:
        # Averages of many numbers need more digits than half precision has.
        return dtypes.float32 if self.dtype is None or self.dtype in _HALF_TYPES else self.dtype

    def _add(self, name: str, initializer: Any, regularizer: Any, constraint: Any) -> Any:
        return self.add_weight(
            name, self._shape, self._own_dtype, initializer, regularizer, trainable=True, constraint=constraint
        )

    def _add_average(self, name: str, initializer: Any) -> Any:
        return self.add_weight(
            name, self._shape, self._own_dtype, initializer, trainable=False,
            synchronization=VariableSynchronization.ON_READ, aggregation=VariableAggregation.MEAN,
        )  # fmt: skip

    def _add_moving_averages(self) -> None:
        # A part of a moving average has no op that moves it, so a partitioner of the scope rests meanwhile.
        partitioner = None if self._scope is None else self._scope.partitioner
        if self._scope is not None:
            self._scope.set_partitioner(None)
        try:
            self.moving_mean = self._add_average("moving_mean", self.moving_mean_initializer)
            self.moving_variance = self._add_average("moving_variance", self.moving_variance_initializer)
            if self._renorm is not None:
                self._renorm.build(
                    self._add_average, self.moving_mean_initializer, self.moving_variance_initializer,
                    self.moving_mean, self.moving_variance,
                )  # fmt: skip
        finally:
            if self._scope is not None:
                self._scope.set_partitioner(partitioner)

    # ---- nodes
    def call(self, inputs: Any, training: Any = False) -> Tensor:
        """The normalised inputs.

        Args:
            inputs: A tensor of the rank that the layer was built for.
            training: Whether the batch's own mean and variance count: a bool, or a tensor [] that a run decides by.
        """
        inputs = cast(convert_to_tensor(inputs), self.dtype or dtypes.float32)
        if self.virtual_batch_size is not None:
            sizes = array_ops.shape(inputs)[1:]
            whole = concat([constant([-1]), sizes], 0)
            grouped = array_ops.reshape(inputs, concat([constant([self.virtual_batch_size, -1]), sizes], 0))
            grouped.set_shape([None, None, *inputs.shape.as_list()[1:]])
            outputs = array_ops.reshape(self._normalized(grouped, training), whole)
            outputs.set_shape([None, *inputs.shape.as_list()[1:]])
            return outputs
        return self._fused(inputs, training) if self.fused else self._normalized(inputs, training)

    def _fused(self, inputs: Tensor, training: Any) -> Tensor:
        own = self._own_dtype
        beta = self.beta if self.center else constant(0.0, own, self._shape)
        gamma = self.gamma if self.scale else constant(1.0, own, self._shape)

        def one_node(is_training: bool) -> tuple[Tensor, Tensor, Tensor]:
            mean, variance = (None, None) if is_training else (self.moving_mean, self.moving_variance)
            return nn_impl.fused_batch_norm(
                inputs, gamma, beta, mean, variance, self.epsilon, self._op_format, is_training
            )

        outputs, mean, variance = chosen(training, lambda: one_node(True), lambda: one_node(False))
        is_training = known(training)
        if is_training is not False:
            # A run that is no training keeps all of the old average.
            momentum = convert_to_tensor(self.momentum) if is_training else None
            if momentum is None:
                momentum = chosen(training, lambda: self.momentum, lambda: 1.0)
            self.add_update(lambda: move_towards(self.moving_mean, mean, momentum))
            self.add_update(lambda: move_towards(self.moving_variance, variance, momentum))
        return outputs  # type: ignore[no-any-return]

    def _normalized(self, inputs: Tensor, training: Any) -> Tensor:
        """The inputs normalised by nodes for moments, updates and arithmetic."""
        own = inputs.dtype.base_dtype
        inputs = cast(inputs, dtypes.float32) if own in _HALF_TYPES else inputs
        scale, offset = self._broadcast(self.gamma, inputs), self._broadcast(self.beta, inputs)
        mean, variance = self.moving_mean, self.moving_variance
        if known(training) is not False:
            if self.adjustment is not None:
                scale, offset = _after(*self._adjusted(inputs, training), scale, offset)
            mean, variance, r, d = self._moments(inputs, training)
            if r is not None:
                scale, offset = _after(self._broadcast(r, inputs), self._broadcast(d, inputs), scale, offset)
        values = (mean, variance, offset, scale)
        mean, variance, offset, scale = (None if v is None else cast(v, inputs.dtype.base_dtype) for v in values)
        mean, variance = self._broadcast(mean, inputs), self._broadcast(variance, inputs)
        outputs = nn_impl.batch_normalization(inputs, mean, variance, offset, scale, self.epsilon)
        outputs = cast(outputs, own)
        outputs.set_shape(inputs.shape)
        return outputs

    def _broadcast(self, value: Any, inputs: Tensor) -> Any:
        """A value [features] in a shape that broadcasts to the inputs."""
        rank = len(inputs.shape.as_list())
        # Features in the last dimension broadcast by themselves.
        if value is None or len(value.shape.as_list()) == rank or self._reduced(rank) == list(range(rank - 1)):
            return value
        sizes = [1] * rank
        sizes[self.axis[0]] = inputs.shape.as_list()[self.axis[0]] or 1
        return array_ops.reshape(value, sizes)

    def _reduced(self, rank: int) -> list[int]:
        dims = [dim for dim in range(rank) if dim not in self.axis]
        if self.virtual_batch_size is not None:
            dims.remove(1)  # the number of the group
        return dims

    def _adjusted(self, inputs: Tensor, training: Any) -> tuple[Tensor, Tensor]:
        assert self.adjustment is not None
        scale, bias = self.adjustment(array_ops.shape(inputs))
        return (
            chosen(training, lambda: scale, lambda: ones_like(scale)),
            chosen(training, lambda: bias, lambda: zeros_like(bias)),
        )

    def _moments(self, inputs: Tensor, training: Any) -> tuple[Any, Any, Any, Any]:
        """Mean and variance to normalise by, and renormalisation's factor and summand; adds the updates."""
        keep = self.virtual_batch_size is not None or len(self.axis) > 1
        reduced = self._reduced(len(inputs.shape.as_list()))
        own_mean, own_variance = nn_impl.moments(cast(inputs, self._own_dtype), reduced, keep_dims=keep)
        mean = chosen(training, lambda: own_mean, lambda: convert_to_tensor(self.moving_mean))
        variance = chosen(training, lambda: own_variance, lambda: convert_to_tensor(self.moving_variance))
        new_mean, new_variance = mean, variance
        if self.virtual_batch_size is not None:
            new_mean, new_variance = (reduce_mean(value, 1, keepdims=True) for value in (mean, variance))
        r = d = None
        if self._renorm is not None:
            r, d, new_mean, new_variance = self._renorm.corrected(new_mean, new_variance, training)
            r, d = array_ops.stop_gradient(r, name="renorm_r"), array_ops.stop_gradient(d, name="renorm_d")
        self.add_update(self._update(training, self.moving_mean, lambda: self._moved(self.moving_mean, new_mean)))
        self.add_update(self._update(training, self.moving_variance, lambda: self._moved_variance(new_variance)))
        return mean, variance, r, d

    def _update(self, training: Any, variable: Any, moved: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: chosen(training, moved, lambda: variable)

    def _moved(self, variable: Any, value: Any) -> Any:
        return move_towards(variable, value, self.momentum)

    def _moved_variance(self, value: Any) -> Any:
        if self._renorm is None:
            return self._moved(self.moving_variance, value)
        # Standard deviations are averaged then, and the variance follows from them.
        deviation = self._moved(self._renorm.moving_stddev, gen_math.sqrt(value + self.epsilon))
        return replace(self.moving_variance, gen_nn.relu(deviation * deviation - self.epsilon))

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the inputs."""
        return input_shape


def _after(scale: Any, offset: Any, then_scale: Any, then_offset: Any) -> tuple[Any, Any]:
    """The factor and summand of `x * scale + offset`, multiplied by `then_scale`, plus `then_offset`."""
    if then_scale is not None:
        scale, offset = scale * then_scale, offset * then_scale
    return scale, offset if then_offset is None else offset + then_offset


def _sizes(input_shape: Any) -> list[int | None]:
    shape = TensorShape(input_shape)
    if shape.rank is None:
        raise ValueError(f"Input has undefined rank. Received: input_shape={shape}.")
    return shape.as_list()


def _checked_axes(axes: Sequence[int], rank: int) -> list[int]:
    found = [axis + rank if axis < 0 else axis for axis in axes]
    if any(not 0 <= axis < rank for axis in found):
        raise ValueError(
            f"Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with inputs.rank={rank}). Received: "
            f"axis={tuple(found)}"
        )
    if len(set(found)) < len(found):
        raise ValueError(f"Duplicate axis: {tuple(found)}")
    return found


def batch_normalization(
    inputs: TensorLike,
    axis: int | Sequence[int] = -1,
    momentum: Any = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Any = Zeros(),  # noqa: B008
    gamma_initializer: Any = Ones(),  # noqa: B008
    moving_mean_initializer: Any = Zeros(),  # noqa: B008
    moving_variance_initializer: Any = Ones(),  # noqa: B008
    beta_regularizer: Any = None,
    gamma_regularizer: Any = None,
    beta_constraint: Any = None,
    gamma_constraint: Any = None,
    training: Any = False,
    trainable: bool = True,
    name: Any = None,
    reuse: Any = None,
    renorm: bool = False,
    renorm_clipping: Mapping[str, Any] | None = None,
    renorm_momentum: Any = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Callable[[Any], Any] | None = None,
) -> Tensor:
    """Applies a new `BatchNormalization` layer; see there for the arguments that are not here.

    Args:
        inputs: The tensor to normalise.
        training: Whether the batch's own mean and variance count: a bool, or a tensor [] that a run decides by.
        reuse: Whether to use the variables of a layer of the same name: True, False, None or `tf.AUTO_REUSE`.
    """
    layer = BatchNormalization(
        axis, momentum, epsilon, center, scale, beta_initializer, gamma_initializer, moving_mean_initializer,
        moving_variance_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint, renorm,
        renorm_clipping, renorm_momentum, fused, trainable, virtual_batch_size, adjustment, name, _scope=name,
        _reuse=reuse,
    )  # fmt: skip
    return layer(inputs, training=training)  # type: ignore[no-any-return]
