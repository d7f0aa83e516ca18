"""Rendezvous: where a value meets its consumer, across devices, partial runs and processes."""
from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any

from aioflow import errors
from aioflow.framework.devices.device_spec import DeviceSpec

if TYPE_CHECKING:
    from aioflow.framework.kernels.collectives import CollectiveBuffers


class Rendezvous(abc.ABC):
    """A table of keys; each key is a queue of (value, is dead) on one side and of receivers on the other.

    Attributes:
        buffers: Where parts of collectives are handed over; None for a step of one task.
    """

    buffers: CollectiveBuffers | None = None

    @abc.abstractmethod
    def send(self, key: str, value: Any, is_dead: bool) -> None:
        """Hands a value to the oldest receiver of `key`, or keeps it for the next one. Never waits; any thread.

        Raises:
            OpError: What `abort` was given.
        """

    @abc.abstractmethod
    async def receive(self, key: str) -> tuple[Any, bool]:
        """The oldest unread value of `key`, and whether it is dead; waits for it.

        Raises:
            OpError: What `abort` was given.
        """

    @abc.abstractmethod
    def abort(self, error: errors.OpError) -> None:
        """Ends all waiting and later calls with `error`; the first call counts. Any thread."""


def rendezvous_key(
    send_device: str, send_incarnation: int, receive_device: str, tensor_name: str, frame: str = "0", iteration: int = 0
) -> str:
    """The key of one transfer in one iteration of one frame (the root frame: "0" and 0)."""
    # TensorFlow's form of keys. The incarnation is that of the sender: a receiver that waits for a worker that was
    # started anew meanwhile must not get the new one's values. It is written without a sign.
    return f"{send_device};{send_incarnation & (2**64 - 1):016x};{receive_device};{tensor_name};{frame}:{iteration}"


def check_key(key: str) -> None:
    """Raises `InvalidArgumentError` unless `key` has the form that `rendezvous_key` gives it."""
    parts = key.split(";")
    if len(parts) < 5 or not all(_is_full_name(name) for name in (parts[0], parts[2])):
        raise errors.invalid_argument(f"Invalid rendezvous key: {key}")


def _is_full_name(name: str) -> bool:
    try:
        spec = DeviceSpec.parse(name)
    except errors.InvalidArgumentError:
        return False
    return None not in (spec.job, spec.replica, spec.task, spec.device_type, spec.index)
