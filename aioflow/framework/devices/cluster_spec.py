"""tf.train.ClusterSpec: the tasks of a cluster, by job."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aioflow._proto.cluster_pb2 import ClusterDef

__all__ = ["ClusterSpec"]


class ClusterSpec:
    """The addresses of a cluster's tasks.

        tf.train.ClusterSpec({"worker": ["w0:2222", "w1:2222"], "ps": ["p0:2222"]})

    Args:
        cluster: For each job the addresses of its tasks, a list or a mapping from numbers; a `ClusterDef` or another
            `ClusterSpec`.

    Raises:
        TypeError: It is none of these, or an address is no string.
    """

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            cluster = {job: dict(tasks) for job, tasks in cluster._tasks.items()}
        elif isinstance(cluster, ClusterDef):
            cluster = {str(job.name): dict(job.tasks) for job in cluster.job}
        if not isinstance(cluster, Mapping):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                "`ClusterDef` protocol buffer"
            )
        self._tasks: dict[str, dict[int, str]] = {job: _addresses(job, tasks) for job, tasks in cluster.items()}

    def __bool__(self) -> bool:
        return bool(self._tasks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._tasks == other._tasks

    def __hash__(self) -> int:
        return hash(repr(sorted(self._tasks)))

    def __repr__(self) -> str:
        return f"ClusterSpec({self.as_dict()!r})"

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._tasks)

    def as_dict(self) -> dict[str, Any]:
        """Gives a list of addresses for each job; a mapping if numbers are left out."""
        return {
            job: [tasks[number] for number in sorted(tasks)] if sorted(tasks) == list(range(len(tasks))) else tasks
            for job, tasks in self._tasks.items()
        }

    def as_cluster_def(self) -> ClusterDef:
        """Gives the cluster as a message, jobs and tasks in order."""
        message = ClusterDef()
        for job in sorted(self._tasks):
            part = message.job.add(name=job)
            for number, address in sorted(self._tasks[job].items()):
                part.tasks[number] = address
        return message

    def num_tasks(self, job_name: str) -> int:
        """Counts the tasks of a job; raises `ValueError` if there is no such job."""
        return len(self._of(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """Gives the numbers of the tasks of a job; raises `ValueError` if there is no such job."""
        return sorted(self._of(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """Gives the address of a task; raises `ValueError` if there is no such one."""
        tasks = self._of(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """Gives the addresses of a job by number, None for one left out; raises `ValueError` for an unknown job."""
        tasks = self._of(job_name)
        return [tasks.get(number) for number in range(max(tasks, default=-1) + 1)]

    def _of(self, job_name: str) -> dict[int, str]:
        if job_name not in self._tasks:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._tasks[job_name]


def _addresses(job: str, tasks: Any) -> dict[int, str]:
    if isinstance(tasks, (list, tuple)):
        tasks = dict(enumerate(tasks))
    if not isinstance(tasks, Mapping):
        raise TypeError(f"The tasks for job {job!r} must be a list or a dictionary from integers to strings.")
    # A mapping that was JSON has texts for numbers.
    numbered = {
        int(number) if isinstance(number, str) and number.isdigit() else number: tasks[number] for number in tasks
    }
    for number, address in numbered.items():
        if not isinstance(number, int) or not isinstance(address, str):
            raise TypeError(f"Task address must be a string, and its index an integer: {number!r}: {address!r}")
    return numbered
