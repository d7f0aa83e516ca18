"""Devices of other tasks, as placement sees them; nothing runs on them here."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from aioflow import errors
from aioflow.distributed.wire.device_messages import device_attributes
from aioflow.distributed.wire.fields import signed
from aioflow.distributed.worker.peers import Peers, task_of
from aioflow.framework.devices.device_spec import DeviceSpec
from aioflow.framework.devices.devices import Device, DeviceAttributes

_LOG = logging.getLogger(__name__)
_TELL_EVERY_S = 10.0


class RemoteDevice(Device):
    """A device of another task. Its memory is another one than that of any device here.

    Args:
        attributes: What its worker says of it.
    """

    def __init__(self, attributes: DeviceAttributes) -> None:
        super().__init__(attributes, np, memory=task_of(attributes.name))

    @property
    def is_host(self) -> bool:
        """Whether its arrays are in the memory of its process."""
        return self.device_type == "CPU"


def filtered_tasks(tasks: Iterable[str], own: str, filters: Sequence[str]) -> list[str]:
    """The tasks that a session may use: its master's own, and those that some filter does not exclude; all without."""
    specs = [DeviceSpec.parse(text) for text in filters]
    return [
        task for task in tasks
        if task == own or not specs or any(DeviceSpec.parse(task).intersect(spec) is not None for spec in specs)
    ]  # fmt: skip


async def devices_of(peers: Peers, tasks: Sequence[str]) -> list[Device]:
    """Asks workers for their devices; waits until all have answered, and says from time to time for whom.

    Raises:
        OpError: One of them cannot tell.
    """
    asked = {task: asyncio.ensure_future(peers.find(task).get_status()) for task in tasks}
    try:
        pending = set(asked.values())
        while pending:
            done, pending = await asyncio.wait(
                pending, timeout=_TELL_EVERY_S, return_when=asyncio.FIRST_EXCEPTION
            )
            for each in done:
                each.result()
            if pending and not done:
                missing = [task for task, future in asked.items() if not future.done()]
                _LOG.info("CreateSession still waiting for response from worker: %s", ", ".join(missing))
    finally:
        for each in asked.values():
            each.cancel()
    return [_device(task, message) for task, future in asked.items() for message in future.result().device_attributes]


def _device(task: str, message: object) -> Device:
    attributes = device_attributes(message)  # type: ignore[arg-type]
    if task_of(attributes.name) != task:
        raise errors.invalid_argument(f"the worker of {task} has a device {attributes.name}; is its address right?")
    # The attribute of a transfer that has it is a number with a sign.
    return RemoteDevice(replace(attributes, incarnation=signed(attributes.incarnation)))
