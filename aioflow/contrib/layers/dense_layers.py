"""fully_connected and the convolutions: layers with `weights` and `biases`, a normaliser and an activation."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec

from aioflow.contrib.framework.arg_scopes import add_arg_scope
from aioflow.contrib.layers.model_getters import (
    Collections,
    VariablesCollections,
    model_getter,
    named_output,
    note_variable,
)
from aioflow.contrib.layers.weight_initializers import xavier_initializer
from aioflow.framework.graph import Tensor
from aioflow.layers.convolution import Conv1D, Conv2D, Conv3D
from aioflow.layers.dense import Dense
from aioflow.layers.separable_convolution import SeparableConv2D
from aioflow.layers.transposed_convolution import Conv2DTranspose, Conv3DTranspose
from aioflow.ops.building.apply_op import TensorLike
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions.nn.nn_conv import depthwise_conv2d
from aioflow.ops.functions.nn.nn_ops import bias_add
from aioflow.ops.generated.nn import relu
from aioflow.ops.variables.initializers import Zeros
from aioflow.ops.variables.variable_scope import variable_scope

Function = Callable[..., Any]
_NAMES = {"kernel": "weights", "bias": "biases", "depthwise_kernel": "depthwise_weights"}
_NAMES["pointwise_kernel"] = "pointwise_weights"


class _Settings:
    """What all of these layers do with their outputs."""

    def __init__(
        self, normalizer_fn: Function | None, normalizer_params: Mapping[str, Any] | None,
        activation_fn: Function | None, variables_collections: VariablesCollections, outputs_collections: Collections,
    ) -> None:  # fmt: skip
        self._normalizer, self._options, self._activation = normalizer_fn, normalizer_params or {}, activation_fn
        self._variables_collections, self._outputs_collections = variables_collections, outputs_collections

    def applied(self, layer: Any, inputs: Any, name: str) -> Tensor:
        """The layer's output, normalised and activated, when its variables are listed."""
        outputs = layer(inputs)
        for attribute, called in _NAMES.items():
            if getattr(layer, attribute, None) is not None:
                note_variable(getattr(layer, attribute), self._variables_collections, called)
        return self.finished(outputs, name)

    def finished(self, outputs: Any, name: str) -> Tensor:
        """An output, normalised and activated."""
        if self._normalizer is not None:
            outputs = self._normalizer(outputs, **self._options)
        if self._activation is not None:
            outputs = self._activation(outputs)
        return named_output(self._outputs_collections, name, outputs)


@add_arg_scope
def fully_connected(
    inputs: TensorLike,
    num_outputs: int,
    activation_fn: Function | None = relu,
    normalizer_fn: Function | None = None,
    normalizer_params: Mapping[str, Any] | None = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008  # initializers have no state
    weights_regularizer: Function | None = None,
    biases_initializer: Any = Zeros(),  # noqa: B008
    biases_regularizer: Function | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """activation_fn(normalizer_fn(inputs · weights + biases)): the last dimension becomes one of `num_outputs`.

    Args:
        inputs: [..., in].
        num_outputs: Size of the last dimension of the result.
        activation_fn: Function of the result; None for none.
        normalizer_fn: Function before it, such as `batch_norm`, in place of biases.
        normalizer_params: Its arguments.
        weights_initializer: Initial value of the weights [in, num_outputs].
        weights_regularizer: Function from the weights to a loss.
        biases_initializer: Initial value of the biases [num_outputs]; None for no biases.
        biases_regularizer: Function from the biases to a loss.
        reuse: Whether to use the variables of the scope.
        variables_collections: Collections that list the variables, or of "weights" and "biases".
        outputs_collections: Collections that list the result.
        trainable: Whether optimizers change the variables.
        scope: Name of the variable scope; "fully_connected", made unique, when None.

    Raises:
        ValueError: `num_outputs` is no number.
    """
    if not isinstance(num_outputs, int):
        raise ValueError(f"num_outputs type should be one of (int,), got {type(num_outputs)}.")
    with variable_scope(scope, "fully_connected", [inputs], reuse=reuse, custom_getter=model_getter(_NAMES)) as own:
        inputs = convert_to_tensor(inputs)
        layer = Dense(
            num_outputs, None, not normalizer_fn and biases_initializer is not None, weights_initializer,
            biases_initializer, weights_regularizer, biases_regularizer, None, trainable=trainable, name=own.name,
            dtype=inputs.dtype.base_dtype, _scope=own, _reuse=reuse,
        )  # fmt: skip
        settings = _Settings(
            normalizer_fn, normalizer_params, activation_fn, variables_collections, outputs_collections
        )
        return settings.applied(layer, inputs, own.name)


def _channels_format(data_format: str | None) -> str:
    if data_format not in (None, "NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW"):
        raise ValueError(f"Invalid data_format: {data_format!r}")
    return "channels_first" if data_format is not None and data_format.startswith("NC") else "channels_last"


@add_arg_scope
def convolution(
    inputs: TensorLike,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
    activation_fn: Function | None = relu,
    normalizer_fn: Function | None = None,
    normalizer_params: Mapping[str, Any] | None = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008
    weights_regularizer: Function | None = None,
    biases_initializer: Any = Zeros(),  # noqa: B008
    biases_regularizer: Function | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    scope: Any = None,
    conv_dims: int | None = None,
) -> Tensor:
    """activation_fn(normalizer_fn(inputs * weights + biases)), for sequences, images or volumes.

    Arguments that are not here are those of `fully_connected`; its scope is called "Conv".

    Args:
        inputs: [batch, spatial..., in], or channels second.
        num_outputs: Number of channels of the result.
        kernel_size: Size of the windows: one number, or one per spatial dimension.
        stride: Step of the windows, given like their size.
        padding: "SAME" or "VALID".
        data_format: Where the channels are: "NHWC", "NCHW" and the like; last when None.
        rate: Distance of the elements that a window takes, given like its size.
        conv_dims: How many spatial dimensions there must be.

    Raises:
        ValueError: The data format, or the rank of the inputs, is wrong.
    """
    channels = _channels_format(data_format)
    with variable_scope(scope, "Conv", [inputs], reuse=reuse, custom_getter=model_getter(_NAMES)) as own:
        inputs = convert_to_tensor(inputs)
        rank = inputs.shape.rank
        if conv_dims is not None and rank != conv_dims + 2:
            raise ValueError(f"Convolution expects input with rank {conv_dims + 2}, got {rank}")
        layers: Mapping[Any, Any] = {3: Conv1D, 4: Conv2D, 5: Conv3D}
        if rank not in layers:
            raise ValueError(f"Convolution not supported for input with rank {rank}")
        layer = layers[rank](
            num_outputs, kernel_size, stride, padding, channels, rate, None,
            not normalizer_fn and biases_initializer is not None, weights_initializer, biases_initializer,
            weights_regularizer, biases_regularizer, None, trainable=trainable, name=own.name,
            dtype=inputs.dtype.base_dtype, _scope=own, _reuse=reuse,
        )  # fmt: skip
        settings = _Settings(
            normalizer_fn, normalizer_params, activation_fn, variables_collections, outputs_collections
        )
        return settings.applied(layer, inputs, own.name)


P = ParamSpec("P")


def _convolution_of(dims: int, general: Callable[P, Tensor]) -> Callable[P, Tensor]:
    """`convolution` for inputs of one rank."""

    @wraps(general)
    def of_rank(*args: P.args, **kwargs: P.kwargs) -> Tensor:
        return general(*args, **{"conv_dims": dims, **kwargs})  # type: ignore[arg-type]

    of_rank.__name__ = of_rank.__qualname__ = f"convolution{dims}d"
    # The copied attributes have the key of the general function.
    vars(of_rank).pop("_key_op", None)
    return add_arg_scope(of_rank)


convolution1d = _convolution_of(1, convolution)
convolution2d = _convolution_of(2, convolution)
convolution3d = _convolution_of(3, convolution)


@add_arg_scope
def convolution2d_transpose(
    inputs: TensorLike,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    activation_fn: Function | None = relu,
    normalizer_fn: Function | None = None,
    normalizer_params: Mapping[str, Any] | None = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008
    weights_regularizer: Function | None = None,
    biases_initializer: Any = Zeros(),  # noqa: B008
    biases_regularizer: Function | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """A transposed convolution of images; see `convolution`. Its scope is called "Conv2d_transpose"."""
    return _transposed(
        Conv2DTranspose, "Conv2d_transpose", inputs, num_outputs, kernel_size, stride, padding, data_format,
        activation_fn, normalizer_fn, normalizer_params, weights_initializer, weights_regularizer, biases_initializer,
        biases_regularizer, reuse, variables_collections, outputs_collections, trainable, scope,
    )  # fmt: skip


@add_arg_scope
def convolution3d_transpose(
    inputs: TensorLike,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    activation_fn: Function | None = relu,
    normalizer_fn: Function | None = None,
    normalizer_params: Mapping[str, Any] | None = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008
    weights_regularizer: Function | None = None,
    biases_initializer: Any = Zeros(),  # noqa: B008
    biases_regularizer: Function | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """A transposed convolution of volumes; see `convolution`. Its scope is called "Conv3d_transpose"."""
    return _transposed(
        Conv3DTranspose, "Conv3d_transpose", inputs, num_outputs, kernel_size, stride, padding, data_format,
        activation_fn, normalizer_fn, normalizer_params, weights_initializer, weights_regularizer, biases_initializer,
        biases_regularizer, reuse, variables_collections, outputs_collections, trainable, scope,
    )  # fmt: skip


def _transposed(
    layer_class: Any, default_name: str, inputs: TensorLike, num_outputs: int, kernel_size: Any, stride: Any,
    padding: str, data_format: str, activation_fn: Function | None, normalizer_fn: Function | None,
    normalizer_params: Mapping[str, Any] | None, weights_initializer: Any, weights_regularizer: Function | None,
    biases_initializer: Any, biases_regularizer: Function | None, reuse: Any,
    variables_collections: VariablesCollections, outputs_collections: Collections, trainable: bool, scope: Any,
) -> Tensor:  # fmt: skip
    channels = _channels_format(data_format)
    with variable_scope(scope, default_name, [inputs], reuse=reuse, custom_getter=model_getter(_NAMES)) as own:
        inputs = convert_to_tensor(inputs)
        layer = layer_class(
            num_outputs, kernel_size, stride, padding, channels, None,
            not normalizer_fn and biases_initializer is not None, weights_initializer, biases_initializer,
            weights_regularizer, biases_regularizer, None, trainable=trainable, name=own.name,
            dtype=inputs.dtype.base_dtype, _scope=own, _reuse=reuse,
        )  # fmt: skip
        settings = _Settings(
            normalizer_fn, normalizer_params, activation_fn, variables_collections, outputs_collections
        )
        return settings.applied(layer, inputs, own.name)


@add_arg_scope
def separable_convolution2d(
    inputs: TensorLike,
    num_outputs: int | None,
    kernel_size: Any,
    depth_multiplier: int = 1,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    rate: Any = 1,
    activation_fn: Function | None = relu,
    normalizer_fn: Function | None = None,
    normalizer_params: Mapping[str, Any] | None = None,
    weights_initializer: Any = xavier_initializer(),  # noqa: B008
    pointwise_initializer: Any = None,
    weights_regularizer: Function | None = None,
    biases_initializer: Any = Zeros(),  # noqa: B008
    biases_regularizer: Function | None = None,
    reuse: Any = None,
    variables_collections: VariablesCollections = None,
    outputs_collections: Collections = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """A convolution of each channel by itself, and then one that mixes the channels, of images.

    Arguments that are not here are those of `convolution`; its scope is called "SeparableConv2d".

    Args:
        num_outputs: Number of channels of the result; None for the first part alone.
        depth_multiplier: How many channels the first part makes of each.
        pointwise_initializer: Initial value of the second part's weights; `weights_initializer` when None.
    """
    channels = _channels_format(data_format)
    settings = _Settings(normalizer_fn, normalizer_params, activation_fn, variables_collections, outputs_collections)
    getter = model_getter(_NAMES)
    with variable_scope(scope, "SeparableConv2d", [inputs], reuse=reuse, custom_getter=getter) as own:
        inputs = convert_to_tensor(inputs)
        has_biases = not normalizer_fn and biases_initializer is not None
        if num_outputs is not None:
            layer = SeparableConv2D(
                num_outputs, kernel_size, stride, padding, channels, rate, depth_multiplier, None, has_biases,
                weights_initializer, pointwise_initializer or weights_initializer, biases_initializer,
                weights_regularizer, weights_regularizer, biases_regularizer, None, trainable=trainable, name=own.name,
                dtype=inputs.dtype.base_dtype, _scope=own, _reuse=reuse,
            )  # fmt: skip
            return settings.applied(layer, inputs, own.name)
        first = _Depthwise(
            1, kernel_size, stride, padding, channels, rate, depth_multiplier, None, has_biases, weights_initializer,
            None, biases_initializer, weights_regularizer, None, biases_regularizer, None, trainable=trainable,
            name=own.name, dtype=inputs.dtype.base_dtype, _scope=own, _reuse=reuse,
        )  # fmt: skip
        return settings.applied(first, inputs, own.name)


class _Depthwise(SeparableConv2D):
    """The first part of a separable convolution."""

    def build(self, input_shape: Any) -> None:
        channels = self._channels(input_shape)
        self.depthwise_kernel = self.add_weight(
            "depthwise_kernel", [*self.kernel_size, channels, self.depth_multiplier],
            initializer=self.depthwise_initializer, regularizer=self.depthwise_regularizer,
        )  # fmt: skip
        self.filters = channels * self.depth_multiplier
        self._add_bias()
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        data_format = "NHWC" if self.data_format == "channels_last" else "NCHW"
        outputs = depthwise_conv2d(
            inputs, self.depthwise_kernel, self.strides, self.padding.upper(), self.dilation_rate,
            data_format=data_format,
        )  # fmt: skip
        return bias_add(outputs, self.bias, data_format) if self.use_bias else outputs
