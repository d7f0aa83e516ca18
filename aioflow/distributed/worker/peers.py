"""Peers: the workers of a cluster by the names of their tasks."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase

from aioflow import errors
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.framework.devices.cluster_spec import ClusterSpec

#: Those that were taken in are kept for good.
_MAX_TASKS = 100_000


def task_of(device: str) -> str:
    """The task of a device: "/job:J/replica:0/task:K" of its full name."""
    return device.rpartition("/device:")[0]


def task_addresses(cluster: ClusterSpec) -> dict[str, str]:
    """The addresses of a cluster by the names of tasks."""
    return {
        f"/job:{job}/replica:0/task:{index}": cluster.task_address(job, index)
        for job in cluster.jobs
        for index in cluster.task_indices(job)
    }


class Peers:
    """The workers of a cluster.

    Args:
        addresses: Task -> address.
        connect: Makes the way to a worker.
        introduced: Patterns of addresses ("host:port", "10.0.0.*:2222", "*") at which masters and clients may say that
            there are more tasks.
        connect_introduced: Makes the way to one of those; None for `connect`.

    Attributes:
        addresses: Task -> address.
    """

    def __init__(
        self, addresses: dict[str, str], connect: Callable[[str], WorkerInterface], introduced: Sequence[str] = (),
        connect_introduced: Callable[[str], WorkerInterface] | None = None,
    ) -> None:  # fmt: skip
        self.addresses = addresses
        self._own = frozenset(addresses)
        self._connect = connect
        self._introduced = introduced
        self._connect_introduced = connect_introduced or connect
        self._known: dict[str, WorkerInterface] = {}

    def add(self, task: str, worker: WorkerInterface) -> None:
        """Adds a worker that needs no way, being in this process."""
        self._known[task] = worker

    def introduce(self, addresses: Mapping[str, str]) -> None:
        """Takes in tasks that it does not know; those that it knows stay where they are.

        Raises:
            PermissionDeniedError: One of them is at an address where none may be; none is taken in.
            ResourceExhaustedError: There would be more than there may be.
        """
        new = {task: address for task, address in addresses.items() if task not in self.addresses}
        if new and len(self.addresses) + len(new) > _MAX_TASKS:
            raise errors.resource_exhausted(f"a cluster of more than {_MAX_TASKS} tasks")
        for task, address in new.items():
            if not any(fnmatchcase(address, pattern) for pattern in self._introduced):
                raise errors.permission_denied(
                    f"{task} may not be at {address}: the server's cluster has no such task, and its "
                    "MasterSettings.cluster_addresses do not allow that address"
                )
        self.addresses.update(new)

    def find(self, task: str) -> WorkerInterface:
        """The worker of a task.

        Raises:
            InvalidArgumentError: The cluster has no such task.
        """
        found = self._known.get(task)
        if found is None:
            if task not in self.addresses:
                raise errors.invalid_argument(f"No worker known as {task}")
            connect = self._connect if task in self._own else self._connect_introduced
            found = self._known[task] = connect(self.addresses[task])
        return found

    async def close(self) -> None:
        """Lets go of all."""
        known, self._known = self._known, {}
        for worker in known.values():
            await worker.close()
