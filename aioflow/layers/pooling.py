"""Maxima and means over windows: MaxPooling2D, AveragePooling1D, ..."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aioflow.framework.graph import Tensor
from aioflow.framework.shapes import TensorShape
from aioflow.layers.input_spec import InputSpec
from aioflow.layers.layer import Layer
from aioflow.layers.window_sizes import data_format_of, op_format, padding_of, sizes_of, window_count, window_of
from aioflow.ops.building.convert import convert_to_tensor
from aioflow.ops.functions import array_ops
from aioflow.ops.functions.nn import nn_conv


class Pooling(Layer):
    """One number for each window and channel.

    Args:
        pool_size: Size of the windows: one number, or one per spatial dimension.
        strides: Step of the windows, given like their size.
        padding: "valid" or "same".
        data_format: "channels_last" or "channels_first".
        name: Its name.

    Raises:
        ValueError: A number, padding or data format cannot be.
    """

    _spatial_dims = 0
    _pool: Callable[..., Tensor]

    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: Any = None,
        **kwargs: Any,
    ) -> None:
        if strides is None:
            raise ValueError("Argument `strides` must not be None.")
        super().__init__(name=name, **kwargs)
        self.pool_size = sizes_of(pool_size, self._spatial_dims, "pool_size")
        self.strides = sizes_of(strides, self._spatial_dims, "strides", may_be_zero=True)
        self.padding = padding_of(padding)
        self.data_format = data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self._spatial_dims + 2)

    def call(self, inputs: Any) -> Tensor:
        """[batch, windows..., channels], or channels first."""
        inputs = convert_to_tensor(inputs)
        if self._spatial_dims == 3 and self.data_format == "channels_first":
            # The op takes volumes with channels last only.
            moved = self._pooled(array_ops.transpose(inputs, [0, 2, 3, 4, 1]), "channels_last")
            return array_ops.transpose(moved, [0, 4, 1, 2, 3])
        if self._spatial_dims > 1:
            return self._pooled(inputs, self.data_format)
        # Sequences become images of width 1.
        place = 2 if self.data_format == "channels_last" else 3
        return array_ops.squeeze(self._pooled(array_ops.expand_dims(inputs, place), self.data_format), place)

    def _pooled(self, inputs: Tensor, data_format: str) -> Tensor:
        more = (1,) if self._spatial_dims == 1 else ()
        dims = self._spatial_dims + len(more)
        return type(self)._pool(
            inputs, window_of(self.pool_size + more, data_format), window_of(self.strides + more, data_format),
            self.padding.upper(), op_format(data_format, dims),
        )  # fmt: skip

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the output."""
        batch, *sizes = TensorShape(input_shape).as_list()
        last = self.data_format == "channels_last"
        counts = [
            window_count(size, window, self.padding, step)
            for size, window, step in zip(sizes[:-1] if last else sizes[1:], self.pool_size, self.strides, strict=True)
        ]
        return TensorShape([batch, *counts, sizes[-1]] if last else [batch, sizes[0], *counts])


class MaxPooling1D(Pooling):
    """Maxima over windows of sequences; see `Pooling` for the arguments."""

    _spatial_dims = 1
    _pool = staticmethod(nn_conv.max_pool)


class MaxPooling2D(Pooling):
    """Maxima over windows of images; see `Pooling` for the arguments."""

    _spatial_dims = 2
    _pool = staticmethod(nn_conv.max_pool)


class MaxPooling3D(Pooling):
    """Maxima over windows of volumes; see `Pooling` for the arguments."""

    _spatial_dims = 3
    _pool = staticmethod(nn_conv.max_pool3d)


class AveragePooling1D(Pooling):
    """Means over windows of sequences; see `Pooling` for the arguments."""

    _spatial_dims = 1
    _pool = staticmethod(nn_conv.avg_pool)


class AveragePooling2D(Pooling):
    """Means over windows of images; see `Pooling` for the arguments."""

    _spatial_dims = 2
    _pool = staticmethod(nn_conv.avg_pool)


class AveragePooling3D(Pooling):
    """Means over windows of volumes; see `Pooling` for the arguments."""

    _spatial_dims = 3
    _pool = staticmethod(nn_conv.avg_pool3d)
