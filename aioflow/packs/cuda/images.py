"""Images as torch wants them, and windows over them.

An image [batch, height, width, channels] stays as it is in memory: torch is given a view of it with the channels in
the second place, which it calls channels_last and computes in.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn import functional

from aioflow.framework.geometry.sliding_windows import is_channels_first
from aioflow.kernels.nn.windows import Axes
from aioflow.packs.cuda.registration import refuse_unless


def channels_second(x: Any, data_format: bytes) -> Any:
    """A view [batch, channels, *spatial]."""
    refuse_unless(x.ndim >= 3)
    return x if is_channels_first(data_format) else x.movedim(-1, 1)


def in_format(y: Any, data_format: bytes) -> Any:
    """The result [batch, channels, *spatial] in the layout of the op, without copying where it has that in memory."""
    return y.contiguous() if is_channels_first(data_format) else y.movedim(1, -1).contiguous()


def padded(x: Any, axes: Axes, fill: float | None = None) -> tuple[Any, list[int]]:
    """An image [batch, channels, *spatial] on the region that windows reach.

    Args:
        x: The image.
        axes: The windows.
        fill: What is where they leave it; None for zeros, which may be left to torch.

    Returns:
        The image, and the padding on both sides of each axis that is left to the operation.
    """
    before = [axis.before for axis in axes]
    after = [axis.extent - axis.before - axis.size for axis in axes]
    # Torch's convolutions pad equally much on both sides; TensorFlow's SAME may have one more behind.
    if before == after and fill is None:
        return x, before
    # Torch lists the last axis first. What windows do not reach is cut off by a negative number.
    sides = [side for pair in zip(reversed(before), reversed(after), strict=True) for side in pair]
    return (functional.pad(x, sides, value=fill or 0.0) if any(sides) else x), [0] * len(axes)


def steps(axes: Axes) -> list[int]:
    """The distances of windows."""
    return [axis.stride for axis in axes]


def rates(axes: Axes) -> list[int]:
    """The distances of what a window sees."""
    return [axis.dilation for axis in axes]


def arranged(filter: Any, arrange: Callable[[Any], Any]) -> Any:
    """`arrange(filter)`, made once for a tensor that comes in every step, as a constant does."""
    # Torch counts the writes into a tensor. The attribute lives as long as the tensor does.
    known = getattr(filter, "_aioflow_arranged", None)
    if known is not None and known[:2] == (arrange, filter._version):
        return known[2]
    result = arrange(filter)
    filter._aioflow_arranged = arrange, filter._version, result
    return result


def as_filters(filter: Any) -> Any:
    """A filter [*spatial, depth, outputs] as [outputs, depth, *spatial], channels last in memory."""
    rank = filter.ndim
    last = torch.channels_last if rank == 4 else torch.channels_last_3d
    return filter.permute(rank - 1, rank - 2, *range(rank - 2)).contiguous(memory_format=last)


def as_depthwise_filters(filter: Any) -> Any:
    """A filter [height, width, channels, multiplier] as [channels * multiplier, 1, height, width]."""
    return filter.permute(2, 3, 0, 1).flatten(0, 1).unsqueeze(1).contiguous()


def without_padding(x: Any, axes: Axes) -> Any:
    """The inverse of `padded`: what lies in the image, with zeros where no window reaches it."""
    sides: list[int] = []
    for axis in reversed(axes):
        sides += [-axis.before, axis.size + axis.before - axis.extent]
    return functional.pad(x, sides) if any(sides) else x
