"""SeparableConv1D and SeparableConv2D: each channel by itself, and then a mixture of all channels."""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.layers.convolution import Convolution
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.named_functions import initializer_of
from aioflow.layers.window_sizes import op_format, window_of
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.nn import nn_conv, nn_ops
from aioflow.ops.variables.initializers import Zeros


class SeparableConvolution(Convolution):
    """A convolution of each channel by itself, and then one of single pixels that mixes the channels.

    Arguments that are not here are those of `Convolution`.

    Args:
        filters: See there.
        kernel_size: See there.
        strides: See there.
        padding: See there.
        data_format: See there.
        dilation_rate: See there.
        depth_multiplier: How many channels the first part makes of each.
        activation: See there.
        use_bias: See there.
        depthwise_initializer: Initial value of the first kernel [window..., in, depth_multiplier].
        pointwise_initializer: Initial value of the second kernel [1..., in * depth_multiplier, filters].
        bias_initializer: See there.
        depthwise_regularizer: Function from the first kernel to a loss.
        pointwise_regularizer: Function from the second kernel to a loss.
        bias_regularizer: See there.
        activity_regularizer: See there.
        depthwise_constraint: Function from the first kernel to the one an optimizer stores.
        pointwise_constraint: The same of the second kernel.
        bias_constraint: See there.
        trainable: See there.
        name: See there.
    """

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = None,
        pointwise_initializer: Any = None,
        bias_initializer: Any = Zeros(),  # noqa: B008  # an initializer has no state
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, None,
            bias_initializer, None, bias_regularizer, activity_regularizer, None, bias_constraint, trainable, name,
            **kwargs,
        )  # fmt: skip
        self.depth_multiplier = depth_multiplier
        self.depthwise_initializer = initializer_of(depthwise_initializer)
        self.pointwise_initializer = initializer_of(pointwise_initializer)
        self.depthwise_regularizer = depthwise_regularizer
        self.pointwise_regularizer = pointwise_regularizer
        self.depthwise_constraint = depthwise_constraint
        self.pointwise_constraint = pointwise_constraint
        self.depthwise_kernel: Any = None
        self.pointwise_kernel: Any = None

    def build(self, input_shape: Any) -> None:
        """Makes both kernels and the bias."""
        channels = self._channels(input_shape)
        self.input_spec = InputSpec(ndim=self._spatial_dims + 2, axes={self._channel_axis: channels})
        self.depthwise_kernel = self.add_weight(
            "depthwise_kernel", [*self.kernel_size, channels, self.depth_multiplier],
            initializer=self.depthwise_initializer, regularizer=self.depthwise_regularizer,
            constraint=self.depthwise_constraint,
        )  # fmt: skip
        self.pointwise_kernel = self.add_weight(
            "pointwise_kernel", [*([1] * self._spatial_dims), channels * self.depth_multiplier, self.filters],
            initializer=self.pointwise_initializer, regularizer=self.pointwise_regularizer,
            constraint=self.pointwise_constraint,
        )  # fmt: skip
        self._add_bias()
        self.built = True


class SeparableConv2D(SeparableConvolution):
    """Separable convolution of images; see `SeparableConvolution` for the arguments."""

    _spatial_dims = 2

    def call(self, inputs: Any) -> Tensor:
        """The output, [batch, windows..., filters] for channels last."""
        outputs = nn_conv.separable_conv2d(
            inputs, self.depthwise_kernel, self.pointwise_kernel, window_of(self.strides, self.data_format),
            self._op_padding, self.dilation_rate, data_format=op_format(self.data_format, 2),
        )  # fmt: skip
        return self._activated(self._with_bias(outputs) if self.use_bias else outputs)


class SeparableConv1D(SeparableConvolution):
    """Separable convolution of sequences; see `SeparableConvolution` for the arguments."""

    _spatial_dims = 1

    def call(self, inputs: Any) -> Tensor:
        """The output, [batch, windows, filters] for channels last."""
        inputs = convert_to_tensor(inputs)
        causal = self.padding == "causal"
        rows = self._padded_in_front(inputs) if causal else inputs
        # Sequences become images of height 1. The step is the same in both directions, as the op wants it.
        place = 1 if self.data_format == "channels_last" else 2
        outputs = nn_conv.separable_conv2d(
            array_ops.expand_dims(rows, place), array_ops.expand_dims(self.depthwise_kernel, 0),
            array_ops.expand_dims(self.pointwise_kernel, 0), window_of(self.strides * 2, self.data_format),
            "VALID" if causal else self._op_padding, (1, *self.dilation_rate),
            data_format=op_format(self.data_format, 2),
        )  # fmt: skip
        if self.use_bias:
            outputs = nn_ops.bias_add(outputs, self.bias, op_format(self.data_format, 2))
        return self._activated(array_ops.squeeze(outputs, [place]))
