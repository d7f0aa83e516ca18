"""Devices: what a device offers to the nodes placed on it."""
from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from aioflow import errors
from aioflow.framework.devices.device_events import DeviceEvent, EventWatch, Pending
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.memory.allocator import Allocator, AllocatorAttributes
from aioflow.framework.memory.cpu_allocator import cpu_allocator
from aioflow.framework.memory.tensor_ledger import TensorLedger
from aioflow.framework.process_locks import process_lock

ANY_MEMORY = AllocatorAttributes()


@dataclass(frozen=True, slots=True)
class DeviceLocality:
    """The place of a device in the machine.

    Attributes:
        bus_id: Number of its bus; 0 for no particular one.
        numa_node: Number of its NUMA node.
        links: (number of another device, kind of link, strength) of each direct link.
    """

    # aioflow places nodes without regard to these; they are told to whoever lists the devices.
    bus_id: int = 0
    numa_node: int = 0
    links: tuple[tuple[int, str, int], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class DeviceAttributes:
    """The description of a device that `session.list_devices()` returns.

    Attributes:
        name: Full device name.
        device_type: "CPU", "GPU", ...
        memory_limit_bytes: Bytes that its allocator may use.
        incarnation: Random number of 64 bits with a sign, not 0, new each time the device is made.
        locality: Where in the machine it is.
        physical_device_desc: What it is, for people.
    """

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int
    locality: DeviceLocality = DeviceLocality()
    physical_device_desc: str = ""

    def __repr__(self) -> str:
        return f"_DeviceAttributes({self.name}, {self.device_type}, {self.memory_limit_bytes}, {self.incarnation})"


def new_incarnation() -> int:
    """A number for a device that is made now."""
    # Keys of transfers contain it: a device that was made anew must not get what was meant for the one before.
    # Never 0, as in TensorFlow, and below 2**63, so that both signed and unsigned fields hold it.
    # Not `secrets`, which imports `random`, `hmac` and `hashlib` for 5 ms, and gives no better bits.
    return (int.from_bytes(os.urandom(8)) >> 1) or 1


HOST = "host"  # the memory of the process; values move freely between devices that have it


class Stoppable(Protocol):
    """A run, as its devices see it."""

    def stop(self, error: BaseException) -> None:
        """Ends it with an error. Any thread."""

    def call_at_end(self, callback: Callable[[], object]) -> None:
        """Calls back when it has ended."""


class Device:
    """A place where nodes run: a name, and the array namespace that its pure kernels compute with.

    Derive from it for devices with memory of their own: give `memory` a name of its own, and override `to_host` and
    `from_host`, which transfers use. One that goes on with its work when a kernel has returned also overrides
    `last_event`.

    Args:
        attributes: Name, type, memory limit, incarnation.
        xp: Array namespace (numpy for a CPU).
        memory: Where its arrays live; devices with equal ones hand arrays to each other as they are.
        allocator: Gives out its memory; None for the CPU's.

    Attributes:
        ledger: Counts and bounds what kernels make on the device; None where nobody asks.
    """

    def __init__(
        self, attributes: DeviceAttributes, xp: Any, memory: str = HOST, allocator: Allocator | None = None
    ) -> None:
        self.attributes = attributes
        self.memory = memory
        self.spec = DeviceSpec.parse(attributes.name)  # once, as placement asks for it per node
        self.xp = xp
        self._allocator = allocator  # None stands for the CPU's, which is not to be made before it is needed
        # Set by the session that owns the device, when it is opened: kernels are bound with a ledger or without one.
        self.ledger: TensorLedger | None = None
        self.events = EventWatch(attributes.name)
        # Guards the two below: a run that begins while the device dies is refused, or is among those that are stopped.
        self._lock = process_lock()
        self._runs: set[Stoppable] = set()
        self._death: str | None = None

    @property
    def name(self) -> str:
        """Full device name."""
        return self.attributes.name

    @property
    def device_type(self) -> str:
        """ "CPU", "GPU", ..."""
        return self.attributes.device_type

    @property
    def is_host(self) -> bool:
        """Whether its arrays are numpy's, in the memory of the process."""
        return self.memory == HOST

    def allocator(self, attributes: AllocatorAttributes = ANY_MEMORY) -> Allocator:
        """The allocator of its memory; the CPU's allocator where host memory is wanted.

        Args:
            attributes: Which memory is wanted.
        """
        # Asked each time and not kept: which allocator the CPU has is settled by the first allocation.
        return cpu_allocator() if self._allocator is None or attributes.on_host else self._allocator

    # The two transfers. Values of equal `memory` never pass through them; others go by way of the host, so that kinds
    # of devices need not know each other.
    def to_host(self, value: Any) -> Any:
        """A numpy array with the content of one of the device's arrays, or what `copying` gives.

        Called on any thread when a value leaves the device. Strings, handles and variants never come here.
        """
        return value

    def from_host(self, value: Any) -> Any:
        """An array of the device with the content of a numpy array, or what `copying` gives.

        Called on the event loop when a value arrives. A device that has not read the numpy array when this returns
        gives what `copying` gives, or copies from a buffer of its own: whoever fed it may change it behind the run.

        Raises:
            ResourceExhaustedError: The device has no memory for it.
        """
        return value

    def adopted(self, value: Any) -> Any:
        """An array of the device made of what a caller has in its memory (`CallableOptions.feed_devices`).

        A device whose arrays others can make as well takes them by `__dlpack__`, without a copy.

        Args:
            value: What the caller feeds.

        Raises:
            InvalidArgumentError: The device can make no array of it.
        """
        raise errors.invalid_argument(f"{self.name} takes no {type(value).__name__} from its callers")

    def copying(self, value: Any, event: DeviceEvent, kept: Any = None) -> Pending:
        """A value that the device is still copying. Who takes it waits for the event, and no thread of a pool does.

        Args:
            value: The copy.
            event: Behind the copy in the device's work. If it fails, so does the step.
            kept: What must not be freed before, such as what is copied from. So is `value`.
        """
        return Pending(self.events, value, event, kept)

    def last_event(self) -> DeviceEvent | None:
        """An event behind all work that the device has been given, on any thread; None if it is done with all of it.

        A step ends when its devices have come to it, or with the error that its `wait` raises.
        """
        return None

    def close(self) -> None:
        """Called when the session that the device was made for has been closed, behind its steps."""
        self.events.close()

    # ---- a device that has died
    def die(self, reason: str) -> errors.OpError:
        """Ends the device's life: its runs fail with the error that is returned, and new ones are refused.

        Called on any thread by the device's own functions, when they find out that it cannot be used any more.

        Args:
            reason: What is wrong with it, for people.
        """
        with self._lock:
            if self._death is None:
                self._death = reason
            runs, self._runs = self._runs, set()
        error = errors.internal(f"{self.name} has died: {self._death}")
        for run in runs:
            run.stop(error.again())
        return error

    def begin_run(self, run: Stoppable) -> None:
        """Notes a run, until it ends, as one that fails if the device dies; stops it if that has happened."""
        with self._lock:
            is_alive = self._death is None
            if is_alive:
                self._runs.add(run)
        if is_alive:
            run.call_at_end(lambda: self._runs.discard(run))
        else:
            run.stop(self._refusal())

    def check_alive(self) -> None:
        """Raises `UnavailableError` if the device has died."""
        if self._death is not None:
            raise self._refusal()

    def _refusal(self) -> errors.OpError:
        return errors.unavailable(f"{self.name} has died and takes no new steps: {self._death}")

    def __repr__(self) -> str:
        return f"<Device {self.name}>"
