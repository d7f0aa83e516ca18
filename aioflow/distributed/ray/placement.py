"""What tasks need, as Ray's placement groups and actors are told."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

STRATEGIES = ("PACK", "SPREAD", "STRICT_PACK", "STRICT_SPREAD")
_OPTIONS = {"CPU": "num_cpus", "GPU": "num_gpus", "memory": "memory"}


@dataclass(frozen=True, slots=True)
class PlacedTask:
    """A task and what it needs.

    Attributes:
        cluster: The name of the cluster.
        job: Its job.
        index: Its number in the job.
        bundle: Name of a resource -> how much of it; with "CPU", "GPU" and "memory" (bytes) as Ray has them.
    """

    cluster: str
    job: str
    index: int
    bundle: Mapping[str, float]

    @property
    def actor(self) -> str:
        """The name of its actor."""
        return f"{self.cluster}/{self.job}:{self.index}"

    def options(self) -> dict[str, Any]:
        """The same resources as options of an actor."""
        # An actor that says nothing of processors would take none once it runs.
        options: dict[str, Any] = {"num_cpus": 0}
        more = {}
        for name, amount in self.bundle.items():
            if name in _OPTIONS:
                options[_OPTIONS[name]] = amount
            else:
                more[name] = amount
        return {**options, "resources": more}


def placed_tasks(
    cluster: str, jobs: Mapping[str, int], resources: Mapping[str, Mapping[str, float]] | None
) -> list[PlacedTask]:
    """The tasks of a cluster in order, one for each bundle of its placement group.

    Args:
        cluster: Its name.
        jobs: Job -> how many tasks it has.
        resources: Job -> what each of its tasks needs; one processor for jobs that are missing.

    Raises:
        ValueError: A job has no tasks, resources are given for none, or a task needs nothing at all.
    """
    resources = resources or {}
    unknown = sorted(set(resources) - set(jobs))
    if unknown or not jobs:
        raise ValueError(f"resources are given for jobs that the cluster has not: {unknown}" if unknown else "no jobs")
    made: list[PlacedTask] = []
    for job, count in jobs.items():
        if count < 1:
            raise ValueError(f"job {job!r} has {count} tasks")
        bundle = {name: amount for name, amount in resources.get(job, {"CPU": 1}).items() if amount}
        if not bundle or min(bundle.values()) < 0:
            raise ValueError(f"the tasks of job {job!r} need some resource, a little of it at least: {dict(bundle)}")
        made += [PlacedTask(cluster, job, index, bundle) for index in range(count)]
    return made


def check_strategy(strategy: str) -> None:
    """Raises `ValueError` for a strategy that Ray has not."""
    if strategy not in STRATEGIES:
        raise ValueError(f"strategy {strategy!r} is none of {', '.join(STRATEGIES)}")


def restarts(job: str, given: int | Mapping[str, int] | None) -> int:
    """How often Ray restarts the tasks of a job when they die; -1 for always.

    Unless it is said otherwise, tasks of the job "ps" are not: their variables would be gone, and a program is to say
    where those come from then.
    """
    if isinstance(given, int):
        return given
    default = 0 if job == "ps" else -1
    return default if given is None else given.get(job, default)


def needs(tasks: Sequence[PlacedTask]) -> str:
    """What tasks need together, for texts."""
    total: dict[str, float] = {}
    for task in tasks:
        for name, amount in task.bundle.items():
            total[name] = total.get(name, 0) + amount
    return ", ".join(f"{amount:g} {name}" for name, amount in total.items())
