"""Task: one process of a cluster as its sessions see it, with all that outlives them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow._proto.config_pb2 import ConfigProto
from aioflow.distributed.collective.task_resolver import TaskResolver
from aioflow.framework.devices.device_factory import DeviceFactory
from aioflow.framework.devices.devices import Device
from aioflow.framework.resources.resources import ResourceManager
from aioflow.session.direct_session import SessionHost


class Task:
    """Devices, and what variables and queues are kept on them.

    Args:
        job: The name of its job, which also is that of the container for resources that name none.
        index: Its number in the job.
        config: Decides which devices there are.

    Attributes:
        name: "/job:J/replica:0/task:K".
        devices: Its devices, the CPU first.
        resources: Name of a device -> what is kept there.
        collectives: Knows the groups of the cluster's collectives; None for a task without others.
    """

    def __init__(self, job: str, index: int, config: ConfigProto) -> None:
        self.job = job
        self.index = index
        self.name = f"/job:{job}/replica:0/task:{index}"
        self.devices: Sequence[Device] = DeviceFactory.add_devices(config, self.name)
        self.resources = self._managers()
        self.collectives: TaskResolver | None = None

    def _managers(self) -> dict[str, ResourceManager]:
        return {device.name: ResourceManager(self.job) for device in self.devices}

    def host(self, isolated: bool = False) -> SessionHost:
        """What a session runs on.

        Args:
            isolated: Whether it gets resources of its own, which nobody else sees.
        """
        return SessionHost(self.devices, self._managers() if isolated else self.resources, self.collectives)

    def clear(self, containers: Sequence[str]) -> None:
        """Forgets what is in containers; in the default one if none are named."""
        for manager in self.resources.values():
            for container in containers or (self.job,):
                manager.cleanup(container)
