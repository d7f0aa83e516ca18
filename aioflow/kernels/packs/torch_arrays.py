"""numpy arrays as torch tensors and back, without copying."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from aioflow.framework.parallel_for import num_threads
from aioflow.kernels.arrays import Array
from aioflow.kernels.windows import Axes

PRIORITY = 10  # of the kernels; numpy's have 0


class _Holder:
    """The memory of an array that numpy will not let others write to, for a library that only wants to read it."""

    __slots__ = ("__array_interface__", "array")

    def __init__(self, array: Array) -> None:
        interface = dict(array.__array_interface__)
        interface["data"] = interface["data"][0], False
        self.array = array
        self.__array_interface__ = interface


def as_tensor(array: Array) -> Any:
    """A tensor over the memory of `array`, only to be read; over a copy where torch cannot have its strides."""
    if any(step < 0 or step % array.itemsize for step in array.strides):
        array = np.ascontiguousarray(array)
    if not array.flags.writeable:
        array = np.asarray(_Holder(array))  # torch warns of read-only arrays
    return torch.from_numpy(array)


def channels_first(array: Array) -> Any:
    """`array` [batch, *spatial, channels] as a tensor [batch, channels, *spatial] of the same memory layout."""
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
    if fill == 0.0 and before == after:
        return x, before
    sides = [side for pair in zip(reversed(before), reversed(after), strict=True) for side in pair]
    return (functional.pad(x, sides, value=fill) if any(sides) else x), [0] * len(axes)


_filters: dict[int, tuple[weakref.ref[Any], Any]] = {}


def filter_tensor(filter: Array) -> Any:
    """`filter` [height, width, depth, outputs] as torch wants it; made once for a constant."""
    known = _filters.get(id(filter))
    if known is not None and known[0]() is filter:
        return known[1]
    tensor = as_tensor(filter).permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
    if type(filter) is np.ndarray and not filter.flags.writeable:
        key = id(filter)
        _filters[key] = weakref.ref(filter, lambda _: _filters.pop(key, None)), tensor
    return tensor


def take_threads() -> None:
    """Lets torch use as many threads as a kernel may have now (`framework/parallel_for.py`)."""
    wanted = max(1, num_threads())
    if torch.get_num_threads() != wanted:
        torch.set_num_threads(wanted)
