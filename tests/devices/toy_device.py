"""A small device with memory of its own: a box of bytes that only its own functions look into."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device, DeviceAttributes, new_incarnation
from aioflow.framework.memory.allocator import AllocationAttributes
from aioflow.framework.memory.bfc_allocator import BFCAllocator, BFCOptions
from aioflow.framework.memory.host_memory import HostMemory, allocated_array, out_of_memory

TYPE = "TOY"
PRIORITY = 300
MEMORY_NBYTES = 1 << 20


class ToyArray:
    """An array in a toy's memory. Numpy cannot read it.

    Attributes:
        toy: Where it is.
    """

    __array_ufunc__ = None

    def __init__(self, toy: ToyDevice, content: np.ndarray[Any, Any]) -> None:
        self.toy = toy
        self._content = content

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's shape."""
        return self._content.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The array's dtype."""
        return self._content.dtype

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self._content.nbytes

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this array is in the memory of a toy")


class ToyNamespace:
    """The functions that a toy has, over `ToyArray`s in its own memory.

    Attributes:
        calls: What was called, in order.
    """

    def __init__(self, toy: ToyDevice) -> None:
        self._toy = toy
        self.calls: list[str] = []

    def add(self, x: ToyArray, y: ToyArray) -> ToyArray:
        """The sum, elementwise."""
        return self._compute("add", x, y)

    def negative(self, x: ToyArray) -> ToyArray:
        """The negative, elementwise."""
        return self._compute("negative", x)

    def power(self, x: ToyArray, exponent: np.ndarray[Any, Any]) -> ToyArray:
        """Each element raised to the power that an array of the process has for it."""
        assert type(exponent) is np.ndarray, "an array of the device"
        self.calls.append("power")
        return self._toy.stored(np.power(x._content, exponent))

    def reshape(self, x: ToyArray, shape: np.ndarray[Any, Any]) -> ToyArray:
        """The array in another shape, which an array of the process gives."""
        assert type(shape) is np.ndarray, "an array of the device"
        self.calls.append("reshape")
        return self._toy.stored(x._content.reshape(shape.tolist()))

    def ones(self, shape: Sequence[int]) -> ToyArray:
        """An array of ones."""
        self.calls.append("ones")
        return self._toy.stored(np.ones(shape, np.float32))

    def fail(self, x: ToyArray) -> ToyArray:
        """Always fails."""
        raise RuntimeError("the toy is broken")

    def _compute(self, name: str, *arrays: ToyArray) -> ToyArray:
        assert all(array.toy is self._toy for array in arrays), "an array of another device"
        self.calls.append(name)
        return self._toy.stored(getattr(np, name)(*(array._content for array in arrays)))


class ToyDevice(Device):
    """A device whose values are copied in and out.

    Attributes:
        copied_in: How many arrays came from the host.
        copied_out: How many went there.
    """

    def __init__(self, name: str, number: int) -> None:
        attributes = DeviceAttributes(
            name, TYPE, MEMORY_NBYTES, new_incarnation(), physical_device_desc=f"device: {number}, name: toy box"
        )
        options = BFCOptions(allow_retry_on_failure=False)
        allocator = BFCAllocator(HostMemory(), MEMORY_NBYTES, f"TOY_{number}_bfc", options)
        super().__init__(attributes, ToyNamespace(self), memory=f"toy {number}", allocator=allocator)
        self.copied_in = self.copied_out = 0

    def stored(self, content: Any) -> ToyArray:
        """A copy of a numpy array in the toy's memory."""
        content = np.asarray(content)
        attributes = AllocationAttributes(retry_on_failure=False)
        array = allocated_array(self.allocator(), content.shape, content.dtype, attributes)
        if array is None:
            raise out_of_memory(content.shape, content.dtype, self.name, self.allocator().name)
        array[...] = content
        return ToyArray(self, array)

    def from_host(self, value: Any) -> ToyArray:
        """See `Device`."""
        self.copied_in += 1
        return self.stored(value)

    def to_host(self, value: Any) -> Any:
        """See `Device`."""
        assert value.toy is self, "an array of another device"
        self.copied_out += 1
        return value._content.copy()


class ToyFactory(DeviceFactory):
    """As many toys as a session asks for; one unless it says so.

    Attributes:
        made: All that it has made.
    """

    default_priority = PRIORITY

    def __init__(self) -> None:
        self.made: list[ToyDevice] = []

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`."""
        count = config.device_count.get(TYPE, 1)
        new = [ToyDevice(f"{prefix}/device:{TYPE}:{number}", number) for number in range(count)]
        self.made.extend(new)
        return new


@tf.register_kernel("AddV2", "Add", device=TYPE, T=[tf.float32])
def add(xp: Any, x: ToyArray, y: ToyArray) -> ToyArray:
    """Adds on a toy."""
    result: ToyArray = xp.add(x, y)
    return result


@tf.register_kernel("Neg", device=TYPE, T=[tf.float32, tf.int32])
def negative(xp: Any, x: ToyArray) -> ToyArray:
    """Negates on a toy."""
    result: ToyArray = xp.negative(x)
    return result


@tf.register_kernel("Pow", device=TYPE, T=[tf.float32], host=["y"])
def power(xp: Any, x: ToyArray, y: Any) -> ToyArray:
    """Raises to powers that it has on the host."""
    result: ToyArray = xp.power(x, y)
    return result


@tf.register_kernel("Reshape", device=TYPE, T=[tf.float32])
def reshape(xp: Any, tensor: ToyArray, shape: Any) -> ToyArray:
    """Reshapes on a toy; the shape is on the host, as nothing else is said."""
    result: ToyArray = xp.reshape(tensor, shape)
    return result


@tf.register_kernel("Shape", device=TYPE, T=[tf.float32])
def shape_of(xp: Any, input: ToyArray, *, out_type: Any) -> Any:
    """The shape of an array on a toy, on the host."""
    return np.array(input.shape, out_type.numpy_dtype)


@tf.register_kernel("_ParallelConcatStart", device=TYPE, dtype=[tf.float32])
def start(xp: Any, *, shape: Any) -> ToyArray:
    """An array on a toy that is made of nothing."""
    result: ToyArray = xp.ones(shape.as_list())
    return result


@tf.register_kernel("Sign", device=TYPE)
def sign(xp: Any, x: ToyArray) -> ToyArray:
    """Is broken."""
    result: ToyArray = xp.fail(x)
    return result
