"""Arrays in a device's memory: torch tensors that say their dtype as the runtime does, and their ways in and out."""
from __future__ import annotations

from sys import getrefcount
from typing import Any

import ml_dtypes
import numpy as np
import torch

_NAMES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "complex64", "complex128",
)  # fmt: skip
BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
NUMPY_DTYPES: dict[Any, np.dtype[Any]] = {getattr(torch, name): np.dtype(name) for name in _NAMES}
NUMPY_DTYPES[torch.bfloat16] = BFLOAT16
"""Torch's dtypes -> numpy's."""
TORCH_DTYPES: dict[np.dtype[Any], Any] = {dtype: tensor_dtype for tensor_dtype, dtype in NUMPY_DTYPES.items()}
"""Numpy's dtypes -> torch's; others have no tensors."""


class DeviceArray:
    """A torch tensor as the runtime sees it: with a tuple for its shape and numpy's dtype.

    Attributes:
        tensor: The tensor; nobody writes into it.
        dtype: Numpy's name for its dtype.
    """

    __slots__ = ("__weakref__", "dtype", "tensor")
    __array_ufunc__ = None  # numpy is not to take it apart element by element

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor
        self.dtype = NUMPY_DTYPES[tensor.dtype]

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return tuple(self.tensor.shape)

    @property
    def ndim(self) -> int:
        """Its rank."""
        return int(self.tensor.ndim)

    @property
    def size(self) -> int:
        """The number of its elements."""
        return int(self.tensor.numel())

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self.size * self.dtype.itemsize

    # Of arrays that variables hold (`framework/resources`).
    def copy(self) -> DeviceArray:
        """An array of its own with the same content."""
        return DeviceArray(self.tensor.clone(memory_format=torch.contiguous_format))

    def on_host(self) -> Any:
        """A numpy array with the same content; waits for the device."""
        return numpy_array(self.tensor.cpu() if self.tensor.is_cuda else self.tensor.clone())

    def is_shared(self) -> bool:
        """Whether anything but this object sees the tensor's memory."""
        return self._references() > _UNSHARED

    def _references(self) -> int:
        # To the tensor, whom copies out of the device hold as well, and of it and its views to the memory.
        memory = self.tensor.untyped_storage()
        return getrefcount(self.tensor) + int(torch._C._storage_Use_Count(memory._cdata))

    def write(self, value: DeviceArray) -> None:
        """Puts another array's content in place of this one's, for all who see the memory."""
        self.tensor.copy_(value.tensor)

    def reshape(self, shape: tuple[int, ...]) -> DeviceArray:
        """The same memory in another shape."""
        return DeviceArray(self.tensor.view(shape))

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this array is in the memory of a device")

    def __dlpack__(self, **how: Any) -> Any:
        return self.tensor.__dlpack__(**how)

    def __dlpack_device__(self) -> Any:
        return self.tensor.__dlpack_device__()

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on {self.tensor.device}>"


# Measured: how many references a call itself holds differs between versions of Python.
_UNSHARED = DeviceArray(torch.empty(1))._references()


def host_tensor(array: Any) -> Any:
    """A tensor in the process's memory with the content of a numpy array, of which it may be a view."""
    array = np.ascontiguousarray(array).reshape(np.shape(array))  # the first makes a vector of a scalar
    if not array.flags.writeable:
        array = array.copy()  # torch warns of what it could write into
    if array.dtype == BFLOAT16:  # torch does not know this dtype of numpy's; the bits are the same
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def numpy_array(tensor: Any) -> Any:
    """A numpy array over the memory of a tensor that is in the process's."""
    tensor = tensor.detach().resolve_conj().resolve_neg()
    if tensor.dtype is torch.bfloat16:
        return tensor.contiguous().view(torch.int16).numpy().view(BFLOAT16)
    return tensor.numpy()
