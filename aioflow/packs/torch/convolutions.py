"""Convolutions by PyTorch: importing this registers them, before those of numpy.

Attributes and shapes are checked by the same functions as elsewhere, so that errors are the same; what torch does not
have is left to numpy.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from typing import Any

from torch.nn import functional

from aioflow.framework.dtypes import float32, float64
from aioflow.framework.kernels import kernel
from aioflow.kernels.arrays import Array
from aioflow.kernels.nn import conv_ops, depthwise_conv_ops
from aioflow.kernels.nn.fused_ops import check_fused_conv, following
from aioflow.kernels.nn.windows import Axes
from aioflow.packs.torch.arrays import (
    PRIORITY,
    arranged,
    as_depthwise_filters,
    as_filters,
    as_tensor,
    channels_first,
    channels_last,
    padded,
    take_threads,
)

# Other types keep numpy's kernels.
_FLOATS = frozenset({float32, float64})


@kernel("Conv2D", priority=PRIORITY, T=_FLOATS)
def conv2d(
    xp: Any, input: Array, filter: Array, *, strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes, dilations: list[int],
) -> Array:  # fmt: skip
    """Convolution of images."""
    conv_ops.check_ranks(input, filter, 4)
    return conv_ops.conv(input, filter, strides, padding, explicit_paddings, data_format, dilations, convolution)


@kernel("_FusedConv2D", priority=PRIORITY, T=_FLOATS)
def fused_conv2d(
    xp: Any, input: Array, filter: Array, args: list[Array], host_args: list[Array], *, strides: list[int],
    padding: bytes, explicit_paddings: list[int], data_format: bytes, filter_format: bytes, dilations: list[int],
    fused_ops: list[bytes], epsilon: float, leakyrelu_alpha: float,
) -> Array:  # fmt: skip
    """Convolution of images, and what follows it."""
    check_fused_conv(input, filter, filter_format, host_args)
    # Checks the arguments, too, so that errors are the same whoever computes.
    numpys = following(fused_ops, args, filter.shape[-1], epsilon, leakyrelu_alpha)
    compute = partial(convolution, behind=Following(fused_ops, args, numpys))
    return conv_ops.conv(input, filter, strides, padding, explicit_paddings, data_format, dilations, compute)


@kernel("DepthwiseConv2dNative", priority=PRIORITY, T=_FLOATS)
def depthwise_conv2d(
    xp: Any, input: Array, filter: Array, *, strides: list[int], padding: bytes, explicit_paddings: list[int],
    data_format: bytes, dilations: list[int],
) -> Array:  # fmt: skip
    """Depthwise convolution of images."""
    return depthwise_conv_ops.depthwise_conv(
        input, filter, strides, padding, explicit_paddings, data_format, dilations, depthwise_convolution
    )


@kernel("_FusedDepthwiseConv2dNative", priority=PRIORITY, T=_FLOATS)
def fused_depthwise_conv2d(
    xp: Any, input: Array, filter: Array, args: list[Array], *, strides: list[int], padding: bytes,
    data_format: bytes, dilations: list[int], fused_ops: list[bytes], epsilon: float, leakyrelu_alpha: float,
) -> Array:  # fmt: skip
    """Depthwise convolution of images, and what follows it."""

    def compute(x: Array, filter: Array, axes: Axes) -> Array:
        numpys = following(fused_ops, args, filter.shape[2] * filter.shape[3], epsilon, leakyrelu_alpha)
        return depthwise_convolution(x, filter, axes, Following(fused_ops, args, numpys))

    return depthwise_conv_ops.depthwise_conv(input, filter, strides, padding, [], data_format, dilations, compute)


class Following:
    """The ops that follow a convolution: by torch where it has them, else by numpy.

    Args:
        fused_ops: The names of the ops.
        args: Their vectors.
        numpys: What does all of it to an array in place.
    """

    def __init__(self, fused_ops: Sequence[bytes], args: Sequence[Array], numpys: Callable[[Array], Any]) -> None:
        #: Also used where torch does not compute at all.
        self.numpys = numpys
        #: The limit that torch puts on values; 0 where numpy does all that follows.
        self._highest = _HIGHEST.get(tuple(fused_ops), 0.0)
        self.bias = as_tensor(args[0]) if self._highest else None

    def result(self, y: Any) -> Array:
        """The array of a tensor [batch, channels, *spatial] to which `bias`, if there is one, has been added."""
        # In place: the tensor is the convolution's own result.
        if self._highest and self._highest != _NO_LIMITS:
            y.clamp_(0.0, self._highest)
        array = channels_last(y)
        if not self._highest:
            self.numpys(array)
        return array


_NO_LIMITS = -1.0
# The ops that torch takes over: the number up to which values are cut, from 0 on, behind the added bias.
_HIGHEST = {(b"BiasAdd",): _NO_LIMITS, (b"BiasAdd", b"Relu"): float("inf"), (b"BiasAdd", b"Relu6"): 6.0}


def convolution(x: Array, filter: Array, axes: Axes, behind: Following | None = None) -> Array:
    """As `conv_ops.convolution`."""
    # Torch refuses some shapes without elements, for which TensorFlow has a result.
    if _is_empty(x, filter, axes):
        return conv_ops.convolution(x, filter, axes, behind.numpys if behind else None)
    return _convolved(x, arranged(filter, as_filters), axes, x.shape[-1] // filter.shape[-2], behind)


def depthwise_convolution(x: Array, filter: Array, axes: Axes, behind: Following | None = None) -> Array:
    """As `depthwise_conv_ops.depthwise_convolution`."""
    if _is_empty(x, filter, axes):
        result = depthwise_conv_ops.depthwise_convolution(x, filter, axes)
        if behind is not None:
            behind.numpys(result)
        return result
    return _convolved(x, arranged(filter, as_depthwise_filters), axes, filter.shape[2], behind)


def _is_empty(x: Array, filter: Array, axes: Axes) -> bool:
    """Whether an input, the filter or the output has no elements."""
    return not x.size or not filter.size or not all(axis.output for axis in axes)


def _convolved(x: Array, weights: Any, axes: Axes, groups: int, behind: Following | None) -> Array:
    """The convolution of images with weights as torch has them, and what follows it."""
    take_threads(x.shape[0] * prod(axis.output for axis in axes) * weights.numel())
    # The array [batch, height, width, channels] is not rearranged; torch sees it with other strides.
    source, padding = padded(channels_first(x), axes)
    steps, rates = [axis.stride for axis in axes], [axis.dilation for axis in axes]
    bias = behind.bias if behind is not None else None
    y = functional.conv2d(source, weights, bias, steps, padding, rates, groups)
    return channels_last(y) if behind is None else behind.result(y)
