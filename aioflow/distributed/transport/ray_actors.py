"""Ray's actors as an `ActorTransport` needs them. Ray is imported when something is asked of it."""
from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

from aioflow import errors
from aioflow.distributed.transport.answered_calls import Answer
from aioflow.distributed.transport.ray_errors import actor_gone

#: Ray's namespace of all tasks: a name is known within one, and a driver has one of its own unless it says another.
NAMESPACE = "aioflow"
#: Method -> the group of Ray's calls that it is in; each group has its own limit of calls at once. Steps wait for
#: values, so that those who bring values, or end steps, must never wait for a step to end.
_GROUPS = {"RunGraph": "", "RunStep": "", "RunCallable": "", "RecvTensor": "receive"}


def ray_module() -> Any:
    """The package `ray`.

    Raises:
        ImportError: It is not installed.
    """
    try:
        import ray
    except ImportError as missing:
        raise ImportError("clusters on Ray need ray: pip install 'aioflow-runtime[ray]'", name="ray") from missing
    return ray


class RayActor:
    """See `ActorHandle`.

    Args:
        handle: Ray's handle of a `TaskActor`.
    """

    def __init__(self, handle: Any) -> None:
        self._doors = {"": handle.answer}
        self._doors |= {group: handle.answer.options(concurrency_group=group) for group in ("receive", "control")}
        self._note = handle.note.options(concurrency_group="control")

    def answer(self, number: int, method: str, body: Any, timeout_s: float | None) -> Awaitable[Answer]:
        """See `ActorHandle`."""
        group = _GROUPS.get(method.rpartition("/")[2], "control")
        answer: Awaitable[Answer] = self._doors[group].remote(number, method, body, timeout_s)
        return answer

    def note(self, given_up: list[int], renewed: list[int]) -> None:
        """See `ActorHandle`."""
        self._note.remote(given_up, renewed)


async def find_actor(name: str) -> RayActor:
    """Finds the actor of a task.

    Args:
        name: "CLUSTER/JOB:INDEX"; or "CLUSTER", which stands for the task that has the cluster's sessions.

    Raises:
        ActorGoneError: There is none, or no more.
        FailedPreconditionError: This process is not connected to Ray.
    """
    return RayActor(await asyncio.to_thread(_find, name))


def _find(name: str) -> Any:
    ray = ray_module()
    if not ray.is_initialized():
        raise errors.failed_precondition("this process is not connected to Ray: call ray.init() first")
    if "/" not in name:
        name = chief(name, actor_names(name))
    try:
        return ray.get_actor(name, NAMESPACE)
    except ValueError:
        raise actor_gone(f"Ray has no actor {name}: it has died, or its cluster has ended") from None


def actor_names(cluster: str) -> list[str]:
    """The names of a cluster's actors that live, or will again."""
    found = ray_module().util.list_named_actors(all_namespaces=True)
    return [
        each["name"] for each in found
        if each["namespace"] == NAMESPACE and each["name"].startswith(f"{cluster}/")
    ]  # fmt: skip


def chief(cluster: str, names: list[str]) -> str:
    """The actor of the task that has a cluster's sessions: of the job "chief", "master" or "worker", else of any.

    Raises:
        ActorGoneError: The cluster has no tasks.
    """
    if not names:
        raise actor_gone(f"Ray has no cluster {cluster}: it has ended, or was never there")
    jobs = ["chief", "master", "worker"]

    def order(name: str) -> tuple[int, str, int]:
        job, _, index = name.rpartition("/")[2].partition(":")
        return jobs.index(job) if job in jobs else len(jobs), job, int(index)

    return min(names, key=order)
