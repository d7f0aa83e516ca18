"""numpy arrays as torch tensors and back, without copying.

Both libraries see the same memory. This is safe as long as kernels never write into an array that they were given,
which is the rule for all kernels.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from aioflow.framework.kernels.parallel_for import num_threads
from aioflow.kernels.arrays import Array
from aioflow.kernels.nn.windows import Axes

# Of the kernels. Those of numpy have 0, and remain for what these do not take.
PRIORITY = 10


class _Holder:
    """The memory of an array that numpy will not let others write to, for a library that only wants to read it."""

    __slots__ = ("__array_interface__", "array")

    def __init__(self, array: Array) -> None:
        interface = dict(array.__array_interface__)
        # The second entry says whether the memory is read-only.
        interface["data"] = interface["data"][0], False
        #: Keeps the memory alive, which the interface only names by its address.
        self.array = array
        self.__array_interface__ = interface


def as_tensor(array: Array) -> Any:
    """A tensor over the memory of `array`, only to be read; over a copy where torch cannot have its strides."""
    # Torch counts strides in elements, and has no negative ones.
    if any(step < 0 or step % array.itemsize for step in array.strides):
        array = np.ascontiguousarray(array)
    if not array.flags.writeable:
        # Torch warns of arrays that are read-only, as constants are, since it could write into them.
        array = np.asarray(_Holder(array))
    return torch.from_numpy(array)


def channels_first(array: Array) -> Any:
    """`array` [batch, *spatial, channels] as a tensor [batch, channels, *spatial] of the same memory layout."""
    # Only the axes are renamed. Torch calls such a layout channels_last, and computes in it.
    return as_tensor(np.ascontiguousarray(array)).movedim(-1, 1)


def channels_last(tensor: Any) -> Array:
    """The array [batch, *spatial, channels] in a tensor [batch, channels, *spatial]."""
    return tensor.movedim(1, -1).contiguous().numpy()


def padded(x: Any, axes: Axes, fill: float = 0.0) -> tuple[Any, list[int]]:
    """A tensor [batch, channels, *spatial] on the region that windows reach, as far as the operation cannot pad itself.

    Returns:
        The tensor, and the padding on both sides of each axis that is left to the operation.
    """
    before = [axis.before for axis in axes]
    after = [axis.extent - axis.before - axis.size for axis in axes]
    # Torch's convolutions pad with zeros, equally much on both sides of an axis. TensorFlow's SAME padding may have
    # one more behind.
    if fill == 0.0 and before == after:
        return x, before
    # The last axis first: this is how torch's `pad` lists them.
    sides = [side for pair in zip(reversed(before), reversed(after), strict=True) for side in pair]
    return (functional.pad(x, sides, value=fill) if any(sides) else x), [0] * len(axes)


_Arrange = Callable[[Array], Any]
# By id, since arrays cannot be compared as keys. The weak reference tells whether the id still belongs to the same
# array, and removes the entry with it.
# No lock: operations on the dict are atomic. Two threads may both arrange a new constant; one of the results stays.
_arranged: dict[tuple[int, _Arrange], tuple[weakref.ref[Any], Any]] = {}


def arranged(filter: Array, arrange: _Arrange) -> Any:
    """`arrange(filter)`, made once for a constant."""
    key = id(filter), arrange
    known = _arranged.get(key)
    if known is not None and known[0]() is filter:
        return known[1]
    tensor = arrange(filter)
    # Only constants are read-only; a variable's array may have other values the next time.
    if type(filter) is np.ndarray and not filter.flags.writeable:
        _arranged[key] = weakref.ref(filter, lambda _: _arranged.pop(key, None)), tensor
    return tensor


def as_filters(filter: Array) -> Any:
    """`filter` [height, width, depth, outputs] as torch's [outputs, depth, height, width], channels last in memory."""
    return as_tensor(filter).permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)


def as_depthwise_filters(filter: Array) -> Any:
    """`filter` [height, width, channels, multiplier] as torch wants it: [channels * multiplier, 1, height, width]."""
    return as_tensor(filter).permute(2, 3, 0, 1).flatten(0, 1).unsqueeze(1).contiguous()


# Multiplications; with fewer of them waking another thread takes as long as it saves.
WORTH_THREADS = 30_000_000
# Multiplications that take as long as reading a value and little more.
PER_VALUE = 8


def take_threads(work: int) -> None:
    """Lets torch use as many threads as a kernel may have now (`framework/parallel_for.py`), if that pays.

    Two threads, two CPUs, MobileNetV2, of which no convolution is large: 19.8 ms with two threads for each, 15.1 ms
    with one.

    Args:
        work: Multiplications, about.
    """
    wanted = max(1, num_threads()) if work >= WORTH_THREADS else 1
    # Asked first: most kernels want what the one before wanted.
    if torch.get_num_threads() != wanted:
        torch.set_num_threads(wanted)
