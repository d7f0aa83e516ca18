"""A device of type GPU: a place of torch's, streams for copies in and out, and torch's allocator."""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import torch

from aioflow import errors
from aioflow.framework.devices.device_events import DeviceEvent
from aioflow.framework.devices.devices import Device, DeviceAttributes, new_incarnation
from aioflow.framework.memory.allocator import (
    DEFAULT_ATTRIBUTES,
    AllocationAttributes,
    Allocator,
    AllocatorStats,
    MemoryType,
)
from aioflow.framework.memory.host_memory import out_of_memory
from aioflow.framework.memory.tensor_ledger import TensorLedger
from aioflow.packs.cuda.gpu_options import GPUShare
from aioflow.packs.cuda.namespace import Tensors
from aioflow.packs.cuda.registration import TYPE
from aioflow.packs.cuda.tensors import DeviceArray, numpy_array


class TorchAllocator(Allocator):
    """Torch's allocator of a place.

    Args:
        place: Torch's device.
        name: Its name in reports.
    """

    def __init__(self, place: Any, name: str) -> None:
        self._place, self._name = place, name
        # No lock: operations on the dict are atomic.
        self._held: dict[int, Any] = {}

    @property
    def name(self) -> str:
        """See `Allocator`."""
        return self._name

    def allocate_raw(
        self, alignment: int, num_bytes: int, attributes: AllocationAttributes = DEFAULT_ATTRIBUTES
    ) -> int | None:
        """See `Allocator`."""
        if not num_bytes:
            return None
        try:
            memory = torch.empty(num_bytes, dtype=torch.uint8, device=self._place)
        except (torch.OutOfMemoryError, RuntimeError):
            return None
        self._held[memory.data_ptr()] = memory
        return int(memory.data_ptr())

    def deallocate_raw(self, address: int) -> None:
        """See `Allocator`."""
        if self._held.pop(address, None) is None:
            raise errors.internal(f"{self.name} has allocated nothing at {address}")

    def get_stats(self) -> AllocatorStats | None:
        """What torch counts on a GPU, of all sessions of the process; it counts nothing on the CPU."""
        if self._place.type != "cuda":
            return None
        counts = torch.cuda.memory_stats(self._place)
        return AllocatorStats(
            num_allocs=counts.get("allocation.all.allocated", 0),
            bytes_in_use=counts.get("allocated_bytes.all.current", 0),
            peak_bytes_in_use=counts.get("allocated_bytes.all.peak", 0),
            pool_bytes=counts.get("reserved_bytes.all.current", 0),
            peak_pool_bytes=counts.get("reserved_bytes.all.peak", 0),
        )

    @property
    def memory_type(self) -> MemoryType:
        """See `Allocator`."""
        return MemoryType.DEVICE if self._place.type == "cuda" else MemoryType.HOST_PAGEABLE


class _TorchEvent(DeviceEvent):
    """A point in the work of a stream."""

    def __init__(self, event: Any) -> None:
        self._event = event

    def wait(self) -> None:
        """See `DeviceEvent`."""
        self._event.synchronize()

    def is_done(self) -> bool:
        """See `DeviceEvent`."""
        return bool(self._event.query())


class TorchDevice(Device):
    """A device whose arrays are torch tensors.

    Args:
        name: Full device name.
        number: Its number among those of its type.
        place: Torch's device; its CPU serves to try what is made for a GPU.
        share: What of it the session has.
    """

    def __init__(self, name: str, number: int, place: Any, share: GPUShare) -> None:
        attributes = DeviceAttributes(
            name, TYPE, share.memory_nbytes, new_incarnation(), physical_device_desc=described(place, number)
        )
        tensors = Tensors(place)
        # TensorFlow's name of the allocator: programs look for it in messages.
        allocator = TorchAllocator(place, f"GPU_{number}_bfc")
        super().__init__(attributes, tensors, memory=f"{TYPE} {number} {attributes.incarnation}", allocator=allocator)
        # Not the method, which would keep the device alive as long as its namespace.
        this = weakref.ref(self)
        tensors.die = lambda reason: death(this(), reason)
        if share.is_part:
            self.ledger = TensorLedger(share.memory_nbytes)
        self._tensors = tensors
        self._place = place
        self._out_stream = torch.cuda.Stream(place) if tensors.is_cuda else None

    def from_host(self, value: Any) -> Any:
        """See `Device`: what arrives is already a tensor (fed by `__dlpack__`), or copied from pinned memory."""
        try:
            return self._tensors.from_host(value)
        except (torch.OutOfMemoryError, MemoryError):
            self._tensors.release_cached()
        try:
            return self._tensors.from_host(value)
        except (torch.OutOfMemoryError, MemoryError):
            pass  # the context of the error would hold what is left of the copy
        raise out_of_memory(np.shape(value), value.dtype, self.name, self.allocator().name)

    def adopted(self, value: Any) -> DeviceArray:
        """See `Device`: what has `__dlpack__` is taken as it is, or copied from where it is."""
        if isinstance(value, DeviceArray):
            value = value.tensor
        try:
            with self._tensors.stream():  # which waits for whoever is still computing it
                tensor = value.detach() if isinstance(value, torch.Tensor) else torch.from_dlpack(value)
                return DeviceArray(tensor.to(self._place))
        except (AttributeError, BufferError, KeyError, RuntimeError, TypeError) as error:
            message = f"{self.name} can make no array of a {type(value).__name__}: {error}"
            raise errors.invalid_argument(message) from error

    def to_host(self, value: DeviceArray) -> Any:
        """See `Device`: copied to pinned memory, behind the work so far; work to come does not wait for the copy."""
        if self._out_stream is None:
            return self._tensors.to_host(value)
        tensor = value.tensor.detach().resolve_conj().resolve_neg()
        with torch.cuda.stream(self._out_stream):
            self._out_stream.wait_stream(self._tensors.compute_stream)
            buffer = torch.empty(tensor.shape, dtype=tensor.dtype, pin_memory=True)
            buffer.copy_(tensor, non_blocking=True)
            # Torch is not to give the tensor's memory to others before this stream has read it.
            tensor.record_stream(self._out_stream)
            event = torch.cuda.Event()
            event.record(self._out_stream)
        return self.copying(numpy_array(buffer), _TorchEvent(event), (tensor, buffer))

    def last_event(self) -> DeviceEvent | None:
        """See `Device`."""
        if self._tensors.compute_stream is None:
            return None
        event = torch.cuda.Event()
        event.record(self._tensors.compute_stream)
        return _TorchEvent(event)

    def close(self) -> None:
        """See `Device`: memory that nobody uses goes back to the system."""
        super().close()
        self._tensors.close()


def death(device: TorchDevice | None, reason: str) -> Exception:
    """The error of a device that has died; it is told, if it is still there."""
    return errors.internal(reason) if device is None else device.die(reason)


def described(place: Any, number: int) -> str:
    """What a device is, for people."""
    if place.type != "cuda":
        return f"device: {number}, name: torch {place}"
    about = torch.cuda.get_device_properties(place)
    return f"device: {number}, name: {about.name}, compute capability: {about.major}.{about.minor}"
