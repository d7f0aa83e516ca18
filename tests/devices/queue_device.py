"""A device that computes behind the calls of its kernels, in the order in which it was asked, on threads of its own.

As a GPU it has one queue for kernels and one for copies to the host. Memory is used again in the order of the kernels'
queue: who lets go of an array gives its memory to later kernels, and whatever copies it meanwhile must have kept it.
"""
from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import aioflow as tf
from aioflow.framework.devices.device_events import DeviceEvent
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device, DeviceAttributes, new_incarnation
from aioflow.framework.memory.host_memory import out_of_memory

TYPE = "QUEUE"
PRIORITY = 310
MEMORY_NBYTES = 1 << 20


class Done(DeviceEvent):
    """The end of one piece of work."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self.error: Exception | None = None

    def wait(self) -> None:
        """See `DeviceEvent`."""
        self._done.wait()
        if self.error is not None:
            raise self.error

    def is_done(self) -> bool:
        """See `DeviceEvent`."""
        return self._done.is_set()

    def set(self, error: Exception | None) -> None:
        """The work has ended."""
        self.error = error
        self._done.set()


class Lane:
    """A queue of work, done by one thread, which a test may hold up."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._work: deque[tuple[Callable[[], None], Done]] = deque()
        self._is_held = False
        self.last = Done()
        self.last.set(None)
        self.num_done = 0
        threading.Thread(target=self._run, daemon=True).start()

    def put(self, work: Callable[[], None]) -> Done:
        """Adds a piece of work."""
        with self._changed:
            self.last = Done()
            self._work.append((work, self.last))
            self._changed.notify_all()
            return self.last

    def hold(self, is_held: bool = True) -> None:
        """Has the thread begin nothing more, or go on."""
        with self._changed:
            self._is_held = is_held
            self._changed.notify_all()

    @property
    def num_waiting(self) -> int:
        """How many pieces of work have not begun."""
        return len(self._work)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._work and not self._is_held)
                work, done = self._work.popleft()
            try:
                work()
            except Exception as error:
                done.set(error)
            else:
                done.set(None)
            self.num_done += 1
            del work, done


class QueueArray:
    """An array in the memory of such a device, maybe not computed yet."""

    __array_ufunc__ = None

    def __init__(self, device: QueueDevice, address: int, shape: Sequence[int], dtype: Any) -> None:
        self.device, self.address = device, address
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(np.prod(self.shape))

    @property
    def nbytes(self) -> int:
        """Size in bytes."""
        return self.size * self.dtype.itemsize

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this array is in the memory of a device")

    def __del__(self) -> None:
        self.device.free(self.address, self.nbytes)


class QueueNamespace:
    """What the device computes with: each function returns before anything is computed."""

    def __init__(self, device: QueueDevice) -> None:
        self._device = device
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., QueueArray]:
        function = getattr(np, name)

        def compute(*inputs: Any, **options: Any) -> QueueArray:
            self.calls.append(name)
            return self._device.enqueue(lambda *given: function(*given, **options), *inputs)

        return compute


class QueueDevice(Device):
    """See the module.

    Attributes:
        kernels: The queue of kernels.
        copies: That of copies to the host.
        copied_in: How many arrays came from the host.
        copied_out: How many went there.
        nbytes_in_use: Of its memory.
        fails_copies: What copies to the host end with, or None.
    """

    def __init__(self, name: str, number: int, limit_nbytes: int = MEMORY_NBYTES, physical: int = 0) -> None:
        described = f"device: {number}, name: queue, physical {physical}"
        attributes = DeviceAttributes(name, TYPE, limit_nbytes, new_incarnation(), physical_device_desc=described)
        super().__init__(attributes, QueueNamespace(self), memory=name)
        self.number = number
        self.kernels, self.copies = Lane(), Lane()
        self.copied_in = self.copied_out = self.nbytes_in_use = 0
        self.fails_copies: Exception | None = None
        self._addresses = itertools.count(1)
        self._memory: dict[int, Any] = {}
        self._counts = threading.RLock()

    def allocate(self, shape: Sequence[int], dtype: Any) -> QueueArray:
        """A new array, whose content is not set."""
        array = QueueArray.__new__(QueueArray)
        array.shape, array.dtype = tuple(shape), np.dtype(dtype)
        with self._counts:
            if self.nbytes_in_use + array.nbytes > self.attributes.memory_limit_bytes:
                array.device, array.address, array.shape = self, 0, (0,)
                raise out_of_memory(shape, dtype, self.name, f"QUEUE_{self.number}_bfc")
            self.nbytes_in_use += array.nbytes
        array.device, array.address = self, next(self._addresses)
        return array

    def free(self, address: int, nbytes: int) -> None:
        """Gives memory back to what is computed later."""
        with self._counts:
            self.nbytes_in_use -= nbytes
        self.kernels.put(lambda: self._drop(address))

    def _drop(self, address: int) -> None:
        self._memory.pop(address, None)

    def enqueue(self, function: Callable[..., Any], *inputs: Any) -> QueueArray:
        """Has the result of a function be computed later. Its shape is that of a dry run with zeros."""
        self.check_alive()
        dry = [np.ones(x.shape, x.dtype) if isinstance(x, QueueArray) else x for x in inputs]
        with np.errstate(all="ignore"):
            like = np.asarray(function(*dry))
        result = self.allocate(like.shape, like.dtype)
        # By address and not by array: a device does not know who refers to its memory.
        named = [x.address if isinstance(x, QueueArray) else np.array(x) for x in inputs]
        address = result.address

        def work() -> None:
            given = [self._memory[x] if isinstance(x, int) else x for x in named]
            self._memory[address] = np.array(function(*given))

        self.kernels.put(work)
        return result

    def from_host(self, value: Any) -> Any:
        """See `Device`."""
        self.copied_in += 1
        return self.enqueue(np.array, value)

    def to_host(self, value: Any) -> Any:
        """See `Device`."""
        self.copied_out += 1
        self.check_alive()
        result, address, computed = np.empty(value.shape, value.dtype), value.address, self.kernels.last

        def work() -> None:
            computed.wait()
            if self.fails_copies is not None:
                raise self.fails_copies
            result[...] = self._memory[address]

        return self.copying(result, self.copies.put(work), kept=value)

    def last_event(self) -> DeviceEvent | None:
        """See `Device`."""
        return self.kernels.last


class QueueFactory(DeviceFactory):
    """Makes as many devices as a session asks for; one unless it says so.

    Attributes:
        made: All that it has made.
    """

    def __init__(self) -> None:
        self.made: list[QueueDevice] = []

    def create_devices(self, config: Any, prefix: str) -> Sequence[Device]:
        """See `DeviceFactory`."""
        count = config.device_count.get(TYPE, 1)
        new = [QueueDevice(f"{prefix}/device:{TYPE}:{number}", number) for number in range(count)]
        self.made.extend(new)
        return new


@tf.register_kernel("AddV2", "Add", device=TYPE, T=[tf.float32])
def add(xp: Any, x: Any, y: Any) -> Any:
    """Adds."""
    return xp.add(x, y)


@tf.register_kernel("Mul", device=TYPE, T=[tf.float32])
def multiply(xp: Any, x: Any, y: Any) -> Any:
    """Multiplies."""
    return xp.multiply(x, y)


@tf.register_kernel("Neg", device=TYPE, T=[tf.float32])
def negative(xp: Any, x: Any) -> Any:
    """Negates."""
    return xp.negative(x)


@tf.register_kernel("Less", device=TYPE, T=[tf.float32])
def less(xp: Any, x: Any, y: Any) -> Any:
    """Compares."""
    return xp.less(x, y)


@tf.register_kernel("Fill", device=TYPE, T=[tf.float32])
def fill(xp: Any, dims: Any, value: Any) -> Any:
    """An array of one value."""
    return xp.broadcast_to(value, tuple(dims.tolist()))


@tf.register_kernel("Inv", device=TYPE, T=[tf.float32])
def broken(ctx: Any, x: Any) -> Any:
    """Finds out that the device cannot be used any more."""
    raise ctx.device.die("it fell off the bus")
