"""Positions of the windows of convolutions and poolings along one axis: paddings, strides, dilations, output sizes."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

_LARGEST = 2**31 - 1  # what TensorFlow's attributes of windows hold
_CHANNELS_FIRST = frozenset({b"NCHW", b"NCDHW", b"CHANNELS_FIRST"})


class WindowAxis(NamedTuple):
    """The windows along one spatial axis.

    Attributes:
        size: Input size.
        kernel: Number of taps of a window.
        stride: Distance between two windows.
        dilation: Distance between two taps.
        before: Padding before the first input element.
        output: Number of windows.
    """

    size: int
    kernel: int
    stride: int
    dilation: int
    before: int
    output: int

    @property
    def extent(self) -> int:
        """The reach of the windows, from the start of the padding to behind the last tap of the last window."""
        return (self.output - 1) * self.stride + (self.kernel - 1) * self.dilation + 1 if self.output else 0

    def tap(self, index: int) -> slice:
        """The positions of tap `index` of all windows in the padded input."""
        start = index * self.dilation
        return slice(start, start + (self.output - 1) * self.stride + 1 if self.output else start, self.stride)

    def without_outer_taps(self) -> WindowAxis:
        """The same without taps that lie in the padding in every window, so that they cost nothing; not dilated."""
        # No tap lies in anything; one is left, as no window has none.
        if not self.output or not self.size:
            return self._replace(kernel=1, before=0)
        # Only taps at the two ends can lie in the padding in all windows: each tap inside meets an element somewhere.
        first = max(self.before - (self.output - 1) * self.stride, 0)
        end = min(self.before + self.size, self.kernel)
        return self._replace(kernel=end - first, before=self.before - first)

    def valid_taps(self) -> list[tuple[slice, slice]]:
        """For each tap, the windows where it lies in the unpadded input, and where it lies there."""
        taps = []
        for index in range(self.kernel):
            offset = index * self.dilation - self.before
            first = max(-(offset // self.stride), 0)
            end = max(min((self.size - 1 - offset) // self.stride + 1, self.output), first)
            start = first * self.stride + offset
            taps.append((slice(first, end), slice(start, start + (end - first) * self.stride, self.stride)))
        return taps


def window_axis(
    size: int, kernel: int, stride: int, dilation: int, padding: bytes, explicit: tuple[int, int] = (0, 0)
) -> WindowAxis:
    """The windows along one axis.

    Args:
        size: Input size.
        kernel: Number of taps of a window.
        stride: Distance between two windows.
        dilation: Distance between two taps.
        padding: b"SAME", b"VALID" or b"EXPLICIT".
        explicit: Padding before and after, for b"EXPLICIT".

    Raises:
        ValueError: Not even an empty output fits, or a number has more than 32 bits.
    """
    if max(kernel, stride, dilation, *explicit) > _LARGEST:
        raise ValueError(
            f"Windows of {kernel}, strides of {stride}, dilations of {dilation} and paddings of {explicit} must not "
            f"exceed {_LARGEST}"
        )
    reach = (kernel - 1) * dilation + 1
    # SAME: as many windows as strides fit; what they reach beyond the input is padded on both sides, and where it is an
    # odd number the element more is behind the input.
    if padding == b"SAME":
        output = -(-size // stride)
        return WindowAxis(size, kernel, stride, dilation, max((output - 1) * stride + reach - size, 0) // 2, output)
    before, after = explicit if padding == b"EXPLICIT" else (0, 0)
    room = size + before + after - reach + stride
    # TensorFlow divides towards zero: a window that is up to a stride too long gives no output, and only what is longer
    # is an error.
    if room <= -stride:
        raise ValueError(
            f"Computed output size would be negative: {-(-room // stride)} "
            f"[input_size: {size + before + after}, effective_filter_size: {reach}, stride: {stride}]"
        )
    return WindowAxis(size, kernel, stride, dilation, before, max(room // stride, 0))


def is_channels_first(data_format: bytes) -> bool:
    """Whether `data_format`, such as b"NCHW", has the channels behind the batch."""
    return data_format in _CHANNELS_FIRST


def spatial_part(values: Sequence[Any], data_format: bytes) -> Sequence[Any]:
    """The entries of `values` (one per dimension) that belong to spatial dimensions."""
    return values[2:] if is_channels_first(data_format) else values[1:-1]


def channel_axis(rank: int, data_format: bytes) -> int:
    """The dimension that holds the channels."""
    return 1 if is_channels_first(data_format) else rank - 1


def explicit_pairs(explicit_paddings: Sequence[int], data_format: bytes) -> list[tuple[int, int]]:
    """The (before, after) paddings of the spatial dimensions."""
    pairs = list(zip(explicit_paddings[::2], explicit_paddings[1::2], strict=True))
    return list(spatial_part(pairs, data_format))
