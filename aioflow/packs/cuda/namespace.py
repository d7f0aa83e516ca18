"""Tensors: what a kernel knows of the device that it computes on, and its way to the process's memory."""
from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch

from aioflow import errors
from aioflow.packs.cuda.tensors import DeviceArray, host_tensor, numpy_array

_NO_STREAM: AbstractContextManager[Any] = nullcontext()


def is_gpu(place: Any) -> bool:
    """Whether work at one of torch's devices goes on behind calls, in streams."""
    return bool(place.type == "cuda")


class Tensors:
    """The array namespace of a device.

    Args:
        place: Torch's device.

    Attributes:
        device: The same.
        checks_values: Whether kernels look at indices and labels, to refuse what is out of range. On a GPU they would
            have to wait for it.
        refusals: Op -> how often its kernel here left a node to the CPU's.
    """

    def __init__(self, place: Any) -> None:
        self.device = place
        self.is_cuda = is_gpu(place)
        self.checks_values = not self.is_cuda
        self.refusals: Counter[str] = Counter()
        #: Ends the life of the device that has the namespace.
        self.die: Callable[[str], Exception] = errors.internal
        #: The stream that all kernels of the device work on, in the order in which they are called.
        self.compute_stream = torch.cuda.Stream(place) if self.is_cuda else None
        # By id, since arrays are no keys; the weak reference tells whether the id still belongs to the same array, and
        # removes the entry with it. No lock: two threads may both copy a new constant, one of the copies stays.
        self._constants: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def stream(self) -> AbstractContextManager[Any]:
        """A context in which torch works on the device's stream."""
        return torch.cuda.stream(self.compute_stream) if self.is_cuda else _NO_STREAM

    def constant(self, array: Any) -> Any:
        """The tensor of a numpy array that nobody changes, copied when it is first asked for."""
        known = self._constants.get(id(array))
        if known is not None and known[0]() is array:
            return known[1]
        tensor = self.tensor(array)
        # Not the namespace itself, which would live as long as the array then.
        constants, key = self._constants, id(array)
        self._constants[key] = weakref.ref(array, lambda _: constants.pop(key, None)), tensor
        return tensor

    def tensor(self, array: Any) -> Any:
        """A tensor on the device with the content of a numpy array, for work that comes later on its stream."""
        source = host_tensor(array)
        if not self.is_cuda:
            return source.clone()
        with self.stream():
            # From memory that the device reads by itself, so that nobody waits. Torch does not use that for anything
            # else before the copy is done.
            return source.pin_memory().to(self.device, non_blocking=True)

    def from_host(self, array: Any) -> DeviceArray:
        """As `tensor`, as an array of the device."""
        return DeviceArray(self.tensor(array))

    def to_host(self, value: DeviceArray) -> Any:
        """A numpy array with the content of an array of the device; waits for the device."""
        with self.stream():
            return numpy_array(value.tensor.cpu() if self.is_cuda else value.tensor.clone())

    def note_refusal(self, op: str, refusal: BaseException) -> None:
        """Counts what a kernel has left to the CPU's.

        Raises:
            InternalError: The device has died.
        """
        # So begin errors of the driver, behind which nothing in the process can use the device any more.
        if str(refusal).startswith("CUDA error:"):
            raise self.die(str(refusal).partition("\n")[0])
        self.refusals[op] += 1

    def release_cached(self) -> None:
        """Gives back memory that torch keeps and nobody uses."""
        if self.is_cuda:
            torch.cuda.empty_cache()

    def close(self) -> None:
        """Lets go of constants, and gives back memory that nobody uses then."""
        self._constants.clear()
        self.release_cached()
