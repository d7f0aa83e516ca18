"""Host memory: regions for a `BFCAllocator`, and arrays that live in what an allocator gives."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import as_dtype
from aioflow.framework.memory.allocator import (
    ALIGNMENT,
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    MemoryType,
    SubAllocator,
)
from aioflow.framework.process_locks import process_lock

Array = np.ndarray[Any, Any]


class HostMemory(SubAllocator):
    """Regions of the process's own memory."""

    def __init__(self) -> None:
        self._buffers: dict[int, Array] = {}
        self._lock = process_lock()  # guards _buffers

    def allocate(self, alignment: int, num_bytes: int) -> tuple[int, int] | None:
        """See `SubAllocator`."""
        # numpy promises less alignment. With `alignment` bytes more than wanted there is an aligned address inside,
        # wherever the buffer begins; the buffer lives in the dict until that address is freed.
        try:
            buffer = np.empty(num_bytes + alignment, np.uint8)
        except (MemoryError, ValueError):  # the latter where the number is beyond what numpy can address
            return None
        start = buffer.__array_interface__["data"][0]
        address = -(-start // alignment) * alignment
        with self._lock:
            self._buffers[address] = buffer
        return address, num_bytes

    def free(self, address: int, num_bytes: int) -> None:
        """See `SubAllocator`."""
        # The buffer dies here, under the lock; it is numpy's and holds no objects, so nothing else runs with it.
        with self._lock:
            del self._buffers[address]

    @property
    def memory_type(self) -> MemoryType:
        """See `SubAllocator`."""
        return MemoryType.HOST_PAGEABLE


class Allocation:
    """Memory that is freed when the last array that lives in it is gone; the `base` of such an array.

    Attributes:
        nbytes: The size that was asked for.
    """

    __slots__ = ("__array_interface__", "_address", "_allocator", "nbytes")

    def __init__(self, allocator: Allocator, address: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self._allocator = allocator
        self._address = address
        self.nbytes = math.prod(shape) * dtype.itemsize
        # Version 3 of numpy's array interface protocol. The array made of it keeps this object as its base, so the
        # memory is freed with the last view and not with the first.
        self.__array_interface__ = {
            "version": 3, "shape": shape, "typestr": dtype.str, "data": (address, False),
        }  # fmt: skip

    # Called on whichever thread drops the last view, also in the middle of an allocation of that thread.
    def __del__(self) -> None:
        self._allocator.deallocate_raw(self._address)


class Handed:
    """Memory of another library, all of which one array has that the library has given away; the `base` of its views.

    Args:
        array: That array, C-contiguous; nobody else holds it or a part of its memory.

    Attributes:
        nbytes: The size of the memory.
    """

    __slots__ = ("__array_interface__", "_array", "nbytes")

    def __init__(self, array: Array) -> None:
        self._array = array
        self.nbytes = array.nbytes
        self.__array_interface__ = array.__array_interface__


def handed_on(array: Array) -> Array:
    """The same array, as one that a fetch may hand on without a copy: of others it is not known who holds the memory.

    Args:
        array: See `Handed`.
    """
    return np.asarray(Handed(array)) if array.flags.c_contiguous else array


def allocated_array(
    allocator: Allocator,
    shape: Sequence[int],
    dtype: Any,
    attributes: AllocationAttributes = DEFAULT_ATTRIBUTES,
) -> Array | None:
    """A new array, of any content, in memory of a host allocator, which gets it back when the array is gone.

    Args:
        allocator: Gives host memory.
        shape: The array's shape.
        dtype: Its dtype, one without Python objects.
        attributes: How to allocate.

    Returns:
        [*shape] of `dtype`; None when the allocator has no memory for it.
    """
    dtype = np.dtype(dtype)
    dims = tuple(shape)
    nbytes = math.prod(dims) * dtype.itemsize
    if not nbytes:
        return np.empty(dims, dtype)
    address = allocator.allocate_raw(ALIGNMENT, nbytes, attributes)
    if address is None:
        return None
    if dtype.kind == "V":  # numpy's interface does not know ml_dtypes: as bytes first, then seen as what they are
        raw = np.asarray(Allocation(allocator, address, (nbytes,), np.dtype(np.uint8)))
        described: Array = raw.view(dtype).reshape(dims)
        return described
    return np.asarray(Allocation(allocator, address, dims, dtype))


def out_of_memory(shape: Sequence[int], dtype: Any, device: str, allocator: str) -> errors.OpError:
    """The error for a tensor that there is no memory for.

    Args:
        shape: The tensor's shape.
        dtype: Its numpy dtype.
        device: Full name of the device that it was to be on.
        allocator: The name of the allocator.
    """
    # The words are TensorFlow's, for which programs look in messages.
    dims = ",".join(str(dim) for dim in shape)
    try:
        name = as_dtype(dtype).wire_name
    except TypeError:
        name = str(dtype)  # one that a kernel uses inside
    return errors.resource_exhausted(
        f"OOM when allocating tensor with shape[{dims}] and type {name} on {device} by allocator {allocator}"
    )
