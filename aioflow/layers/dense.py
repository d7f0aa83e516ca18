"""Dense, Dropout and Flatten."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from aioflow.framework.dtypes import float32
from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.layers.choices import chosen
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.layer import Layer
from aioflow.layers.named_functions import activation_of, initializer_of
from aioflow.layers.window_sizes import data_format_of
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.joining_ops import stack
from aioflow.ops.functions.linalg_ops import matmul, tensordot
from aioflow.ops.functions.nn import nn_ops
from aioflow.ops.functions.random_ops import dropout as dropped
from aioflow.ops.variables.initializers import Zeros


class Dense(Layer):
    """activation(inputs · kernel + bias): the last dimension of the inputs becomes one of `units`.

    Args:
        units: Size of the last dimension of the output.
        activation: Function of the result, or its name; None for none.
        use_bias: Whether there is a bias.
        kernel_initializer: Initial value of the kernel [in, units]; as the variable scope says when None.
        bias_initializer: Initial value of the bias [units].
        kernel_regularizer: Function from the kernel to a loss.
        bias_regularizer: Function from the bias to a loss.
        activity_regularizer: Function from the output to a loss.
        kernel_constraint: Function from a kernel to the one an optimizer stores.
        bias_constraint: The same of the bias.
        trainable: Whether optimizers change its variables.
        name: Its name and that of its scope.
    """

    def __init__(
        self,
        units: int,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = Zeros(),  # noqa: B008  # an initializer has no state
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable, name, activity_regularizer=activity_regularizer, **kwargs)
        self.units = units if isinstance(units, int) else int(units)
        if self.units < 0:
            raise ValueError(
                f"Received an invalid value for `units`, expected a positive integer. Received: units={units}"
            )
        self.activation = activation_of(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializer_of(kernel_initializer)
        self.bias_initializer = initializer_of(bias_initializer)
        self.kernel_regularizer = kernel_regularizer
        self.bias_regularizer = bias_regularizer
        self.kernel_constraint = kernel_constraint
        self.bias_constraint = bias_constraint
        self.input_spec = InputSpec(min_ndim=2)
        self.kernel: Any = None
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        """Makes kernel and bias."""
        dtype = self.dtype or float32
        if not (dtype.is_floating or dtype.is_complex):
            raise TypeError(f"A Dense layer can only be built with a floating-point dtype. Received: dtype={dtype!r}")
        size = _last_size(input_shape, "inputs to", "Full input shape received: ")
        self.input_spec = InputSpec(min_ndim=2, axes={-1: size})
        self.kernel = self.add_weight(
            "kernel", [size, self.units], initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )  # fmt: skip
        if self.use_bias:
            self.bias = self.add_weight(
                "bias", [self.units], initializer=self.bias_initializer, regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )  # fmt: skip
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """The output [..., units] of inputs [..., in]."""
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.rank
        if rank in (2, None):
            outputs = matmul(inputs, self.kernel)
        else:
            outputs = tensordot(inputs, self.kernel, [[rank - 1], [0]])
            outputs.set_shape([*inputs.shape.as_list()[:-1], self.units])
        if self.use_bias:
            outputs = nn_ops.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """[..., units] for [..., in]."""
        _last_size(input_shape, "input shape of", "Received: input_shape=")
        return TensorShape([*TensorShape(input_shape).as_list()[:-1], self.units])


def _last_size(input_shape: Any, where: str, received: str) -> int:
    shape = TensorShape(input_shape)
    size = None if shape.rank is None else shape.as_list()[-1]
    if size is None:
        raise ValueError(
            f"The last dimension of the {where} a Dense layer should be defined. Found None. {received}{shape}"
        )
    return size


class Dropout(Layer):
    """Elements set to zero at random in training, and the others scaled up; see `tf.nn.dropout`.

    Args:
        rate: How probably an element becomes zero.
        noise_shape: Shape of the random decisions, which broadcast; None for a size that is that of the inputs.
        seed: Seed of the random numbers.
        name: Its name.
    """

    def __init__(
        self,
        rate: Any = 0.5,
        noise_shape: Sequence[int | None] | None = None,
        seed: int | None = None,
        name: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        if isinstance(rate, (int, float)) and not 0 <= rate <= 1:
            raise ValueError(f"Invalid value {rate} received for `rate`, expected a value between 0 and 1.")
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def call(self, inputs: Any, training: Any = False) -> Tensor:
        """The output; `training` is a bool, or a tensor [] that a run decides by."""
        inputs = convert_to_tensor(inputs)
        if isinstance(self.rate, (int, float)) and self.rate == 0:
            return array_ops.identity(inputs)
        return chosen(  # type: ignore[no-any-return]
            training,
            lambda: dropped(inputs, rate=self.rate, noise_shape=self._noise_shape(inputs), seed=self.seed),
            lambda: array_ops.identity(inputs),
        )

    def _noise_shape(self, inputs: Tensor) -> Any:
        if self.noise_shape is None or None not in list(self.noise_shape):
            return self.noise_shape
        sizes = array_ops.shape(inputs)
        return convert_to_tensor([sizes[i] if size is None else size for i, size in enumerate(self.noise_shape)])

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the inputs."""
        return input_shape


class Flatten(Layer):
    """All dimensions but the batch become one.

    Args:
        data_format: "channels_last"; or "channels_first" for inputs that are brought into that order before.
        kwargs: See `Layer`.
    """

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = data_format_of(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: Any) -> Tensor:
        """[batch, elements] of [batch, ...]."""
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.rank
        if self.data_format == "channels_first" and rank is not None and rank > 1:
            inputs = array_ops.transpose(inputs, [0, *range(2, rank), 1])
        if rank == 1:
            return array_ops.expand_dims(inputs, axis=1)
        # The more is known of the new shape, the more is known behind this layer.
        batch, elements = self.compute_output_shape(inputs.shape).as_list() if rank is not None else (None, None)
        if elements is not None:
            return array_ops.reshape(inputs, [-1, elements])
        return array_ops.reshape(inputs, stack([array_ops.shape(inputs)[0] if batch is None else batch, -1]))

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """[batch, elements] for [batch, ...]."""
        batch, *sizes = TensorShape(input_shape).as_list() or [1]
        return TensorShape([batch, None if None in sizes else math.prod(size or 0 for size in sizes)])


def dropout(
    inputs: TensorLike,
    rate: Any = 0.5,
    noise_shape: Sequence[int | None] | None = None,
    seed: int | None = None,
    training: Any = False,
    name: str | None = None,
) -> Tensor:
    """Applies a new `Dropout` layer; see there for the arguments.

    Args:
        inputs: Floating-point numbers.
        rate: See there.
        noise_shape: See there.
        seed: See there.
        training: Whether to drop anything: a bool, or a tensor [].
        name: Name of the layer.
    """
    return Dropout(rate, noise_shape, seed, name)(inputs, training=training)  # type: ignore[no-any-return]


def flatten(inputs: TensorLike, name: str | None = None, data_format: str = "channels_last") -> Tensor:
    """Applies a new `Flatten` layer; see there."""
    return Flatten(name=name, data_format=data_format)(inputs)  # type: ignore[no-any-return]
