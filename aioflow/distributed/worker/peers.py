"""Peers: the workers of a cluster by the names of their tasks."""
from __future__ import annotations

from collections.abc import Callable

from aioflow import errors
from aioflow.distributed.interfaces.worker import WorkerInterface


def task_of(device: str) -> str:
    """The task of a device: "/job:J/replica:0/task:K" of its full name."""
    return device.rpartition("/device:")[0]


class Peers:
    """The workers of a cluster.

    Args:
        addresses: Task -> address.
        connect: Makes the way to a worker.

    Attributes:
        addresses: Task -> address.
    """

    def __init__(self, addresses: dict[str, str], connect: Callable[[str], WorkerInterface]) -> None:
        self.addresses = addresses
        self._connect = connect
        self._known: dict[str, WorkerInterface] = {}

    def add(self, task: str, worker: WorkerInterface) -> None:
        """Adds a worker that needs no way, being in this process."""
        self._known[task] = worker

    def find(self, task: str) -> WorkerInterface:
        """The worker of a task.

        Raises:
            InvalidArgumentError: The cluster has no such task.
        """
        found = self._known.get(task)
        if found is None:
            if task not in self.addresses:
                raise errors.invalid_argument(f"No worker known as {task}")
            found = self._known[task] = self._connect(self.addresses[task])
        return found

    async def close(self) -> None:
        """Lets go of all."""
        known, self._known = self._known, {}
        for worker in known.values():
            await worker.close()
