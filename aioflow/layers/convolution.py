"""Conv1D, Conv2D and Conv3D."""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.layer import Layer
from aioflow.layers.named_functions import activation_of, initializer_of
from aioflow.layers.window_sizes import data_format_of, op_format, padding_of, sizes_of, window_count
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.nn import nn_conv, nn_ops
from aioflow.ops.variables.initializers import Zeros


class Convolution(Layer):
    """activation(inputs * kernel + bias): windows of inputs with channels become sums over what they see.

    Args:
        filters: Number of channels of the output.
        kernel_size: Size of the windows: one number, or one per spatial dimension.
        strides: Step of the windows, given like their size.
        padding: "valid" or "same"; "causal" for sequences whose windows see nothing that comes later.
        data_format: "channels_last" or "channels_first".
        dilation_rate: Distance of the elements that a window takes, given like its size.
        activation: Function of the result, or its name; None for none.
        use_bias: Whether there is a bias.
        kernel_initializer: Initial value of the kernel [window..., in, filters]; as the variable scope says when None.
        bias_initializer: Initial value of the bias [filters].
        kernel_regularizer: Function from the kernel to a loss.
        bias_regularizer: Function from the bias to a loss.
        activity_regularizer: Function from the output to a loss.
        kernel_constraint: Function from a kernel to the one an optimizer stores.
        bias_constraint: The same of the bias.
        trainable: Whether optimizers change its variables.
        name: Its name and that of its scope.

    Raises:
        ValueError: A number, padding or data format cannot be.
    """

    _spatial_dims = 0

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = 1,
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
        dims = self._spatial_dims
        self.filters = filters if isinstance(filters, int) else int(filters)
        if self.filters <= 0:
            raise ValueError(
                f"Invalid value for argument `filters`. Expected a strictly positive value. Received filters={filters}."
            )
        self.kernel_size = sizes_of(kernel_size, dims, "kernel_size")
        self.strides = sizes_of(strides, dims, "strides", may_be_zero=True)
        self.padding = padding_of(padding)
        self.data_format = data_format_of(data_format)
        self.dilation_rate = sizes_of(dilation_rate, dims, "dilation_rate")
        self.activation = activation_of(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializer_of(kernel_initializer)
        self.bias_initializer = initializer_of(bias_initializer)
        self.kernel_regularizer = kernel_regularizer
        self.bias_regularizer = bias_regularizer
        self.kernel_constraint = kernel_constraint
        self.bias_constraint = bias_constraint
        self.input_spec = InputSpec(min_ndim=dims + 2)
        self.kernel: Any = None
        self.bias: Any = None
        self._check_sizes()

    def _check_sizes(self) -> None:
        if not all(self.strides):
            raise ValueError(f"The argument `strides` cannot contains 0(s). Received: {self.strides}")
        if self.padding == "causal" and self._spatial_dims != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and `SeparableConv1D`.")
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )

    # ---- variables
    def build(self, input_shape: Any) -> None:
        """Makes kernel and bias."""
        channels = self._channels(input_shape)
        self.compute_output_shape(input_shape)
        self.kernel = self._add_kernel("kernel", [*self.kernel_size, channels, self.filters])
        self._add_bias()
        self.input_spec = InputSpec(min_ndim=self._spatial_dims + 2, axes={self._channel_axis: channels})
        self.built = True

    @property
    def _channel_axis(self) -> int:
        return -1 if self.data_format == "channels_last" else -1 - self._spatial_dims

    def _channels(self, input_shape: Any) -> int:
        shape = TensorShape(input_shape)
        channels = shape.as_list()[self._channel_axis]
        if channels is None:
            raise ValueError(
                f"The channel dimension of the inputs{self._in_messages} should be defined. The input_shape received "
                f"is {shape}, where axis {self._channel_axis} (0-based) is the channel dimension, which found to be "
                "`None`."
            )
        return channels

    _in_messages = ""

    def _add_kernel(self, name: str, shape: list[int]) -> Any:
        return self.add_weight(
            name, shape, initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )  # fmt: skip

    def _add_bias(self) -> None:
        if self.use_bias:
            self.bias = self.add_weight(
                "bias", [self.filters], initializer=self.bias_initializer, regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )  # fmt: skip

    # ---- nodes
    def call(self, inputs: Any) -> Tensor:
        """The output, [batch, windows..., filters] for channels last."""
        inputs = convert_to_tensor(inputs)
        shape = inputs.shape
        causal = self.padding == "causal"
        outputs = nn_conv.convolution(
            self._padded_in_front(inputs) if causal else inputs, self.kernel, "VALID" if causal else self._op_padding,
            self.strides, self.dilation_rate, type(self).__name__, op_format(self.data_format, self._spatial_dims),
        )  # fmt: skip
        if self.use_bias:
            outputs = self._with_bias(outputs)
        if shape.rank:
            outputs.set_shape(self.compute_output_shape(shape))
        return self._activated(outputs)

    @property
    def _op_padding(self) -> str:
        return self.padding.upper()

    def _with_bias(self, outputs: Tensor) -> Tensor:
        if self._spatial_dims == 1 and self.data_format == "channels_first":
            return outputs + array_ops.reshape(self.bias, [1, self.filters, 1])
        return nn_ops.bias_add(outputs, self.bias, op_format(self.data_format, self._spatial_dims))

    def _activated(self, outputs: Tensor) -> Tensor:
        return outputs if self.activation is None else self.activation(outputs)

    def _padded_in_front(self, inputs: Tensor) -> Tensor:
        """Sequences with zeros in front, so that each window ends where its output stands."""
        added = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
        places = [added, [0, 0]] if self.data_format == "channels_last" else [[0, 0], added]
        return array_ops.pad(inputs, [[0, 0], *places])

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the output.

        Raises:
            ValueError: No window fits into the inputs.
        """
        sizes = TensorShape(input_shape).as_list()
        batch = len(sizes) - self._spatial_dims - 1
        last = self.data_format == "channels_last"
        counts = [
            window_count(size, window, self.padding, step, dilation)
            for size, window, step, dilation in zip(
                sizes[batch:-1] if last else sizes[batch + 1 :], self.kernel_size, self.strides, self.dilation_rate,
                strict=True,
            )
        ]  # fmt: skip
        if any(count is not None and count < 0 for count in counts):
            raise ValueError(
                f"One of the dimensions in the output is <= 0 due to downsampling in {self.name}. Consider increasing "
                f"the input size. Received input shape {sizes} which would produce output shape with a zero or "
                "negative value in a dimension."
            )
        behind = [*counts, self.filters] if last else [self.filters, *counts]
        return TensorShape([*sizes[:batch], *behind])


class Conv1D(Convolution):
    """Convolution of sequences [batch, width, channels]; see `Convolution` for the arguments."""

    _spatial_dims = 1


class Conv2D(Convolution):
    """Convolution of images [batch, height, width, channels]; see `Convolution` for the arguments."""

    _spatial_dims = 2


class Conv3D(Convolution):
    """Convolution of volumes [batch, depth, height, width, channels]; see `Convolution` for the arguments."""

    _spatial_dims = 3
