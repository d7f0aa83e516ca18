"""Conv2DTranspose and Conv3DTranspose."""
from __future__ import annotations

from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.layers.convolution import Convolution
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.window_sizes import op_format, stretched_size, window_of
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.joining_ops import stack
from aioflow.ops.functions.nn import nn_conv
from aioflow.ops.variables.initializers import Zeros


class TransposedConvolution(Convolution):
    """The gradient of a convolution by its inputs: each element of the inputs becomes a window of the output.

    The arguments are those of `Convolution` without dilation; the kernel is [window..., filters, in].
    """

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str = "channels_last",
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
        super().__init__(
            filters, kernel_size, strides, padding, data_format, 1, activation, use_bias, kernel_initializer,
            bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer, kernel_constraint,
            bias_constraint, trainable, name, **kwargs,
        )  # fmt: skip
        self.input_spec = InputSpec(ndim=self._spatial_dims + 2)

    @property
    def _in_messages(self) -> str:  # type: ignore[override]
        return f" to `{type(self).__name__}`"

    def build(self, input_shape: Any) -> None:
        """Makes kernel and bias."""
        rank, shape = self._spatial_dims + 2, TensorShape(input_shape)
        if len(shape.as_list()) != rank:
            raise ValueError(f"Inputs should have rank {rank}. Received input_shape={shape}.")
        channels = self._channels(shape)
        self.input_spec = InputSpec(ndim=rank, axes={self._channel_axis: channels})
        self.kernel = self._add_kernel("kernel", [*self.kernel_size, self.filters, channels])
        self._add_bias()
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """The output, [batch, spatial..., filters] for channels last."""
        inputs = convert_to_tensor(inputs)
        sizes = array_ops.shape(inputs)
        first = 1 if self.data_format == "channels_last" else 2
        known = inputs.shape.as_list()[first : first + self._spatial_dims]
        spatial = self._stretched([sizes[first + i] if size is None else size for i, size in enumerate(known)])
        last = self.data_format == "channels_last"
        wanted = stack([sizes[0], *spatial, self.filters] if last else [sizes[0], self.filters, *spatial])
        transposed = nn_conv.conv2d_transpose if self._spatial_dims == 2 else nn_conv.conv3d_transpose
        outputs = transposed(
            inputs, self.kernel, wanted, window_of(self.strides, self.data_format), self._op_padding,
            op_format(self.data_format, self._spatial_dims),
        )  # fmt: skip
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return self._activated(self._with_bias(outputs) if self.use_bias else outputs)

    def _stretched(self, sizes: list[Any]) -> list[Any]:
        return [
            stretched_size(size, window, self.padding, step)
            for size, window, step in zip(sizes, self.kernel_size, self.strides, strict=True)
        ]

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the output."""
        batch, *sizes = TensorShape(input_shape).as_list()
        if self.data_format == "channels_last":
            return TensorShape([batch, *self._stretched(sizes[:-1]), self.filters])
        return TensorShape([batch, self.filters, *self._stretched(sizes[1:])])


class Conv2DTranspose(TransposedConvolution):
    """Transposed convolution of images; see `TransposedConvolution` for the arguments."""

    _spatial_dims = 2


class Conv3DTranspose(TransposedConvolution):
    """Transposed convolution of volumes; see `TransposedConvolution` for the arguments."""

    _spatial_dims = 3
