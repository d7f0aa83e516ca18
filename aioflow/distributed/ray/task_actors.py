"""TaskActors: actors with their placement group, made and ended together."""
from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.ray.placement import PlacedTask, needs
from aioflow.distributed.ray.task_actor import TaskActor
from aioflow.distributed.transport.ray_actors import NAMESPACE, actor_names, ray_module
from aioflow.distributed.transport.ray_errors import ActorGoneError, error_of_ray

_LOG = logging.getLogger(__name__)
#: How long a task may take to end its steps before it is killed.
_STOP_S = 5.0
_GONE_S = 30.0
#: Calls at once of each group but that of steps: as good as no limit, since Ray makes room for each as it comes.
_MAX_CALLS = 100_000


class TaskActors:
    """Actors in one placement group.

    Args:
        handles: Name -> Ray's handle.
        group: Ray's placement group; None where it is gone.
    """

    def __init__(self, handles: Mapping[str, Any], group: Any) -> None:
        self.handles = handles
        self._group = group

    @staticmethod
    async def start(
        tasks: Sequence[PlacedTask], arguments: Callable[[PlacedTask], Sequence[Any]],
        options: Callable[[PlacedTask], Mapping[str, Any]], strategy: str, is_detached: bool, timeout_s: float,
    ) -> TaskActors:  # fmt: skip
        """Starts the actors of tasks.

        Args:
            tasks: The tasks.
            arguments: What `TaskActor` is made with.
            options: More options of an actor.
            strategy: Ray's word for how they are spread over nodes.
            is_detached: Whether they outlive this process.
            timeout_s: How many seconds that may take.

        Raises:
            AlreadyExistsError: There is an actor of such a name.
            ResourceExhaustedError: There is no room for them in that time.
            OpError: An actor does not start.
        """
        ray = ray_module()
        lifetime = "detached" if is_detached else None
        group = await asyncio.to_thread(
            ray.util.placement_group, [dict(task.bundle) for task in tasks], strategy, lifetime=lifetime
        )
        handles: dict[str, Any] = {}
        made = TaskActors(handles, group)
        try:
            async with asyncio.timeout(timeout_s):
                while not await asyncio.to_thread(group.wait, 1):
                    pass
                for bundle, task in enumerate(tasks):
                    more = {**options(task), **task.options(), "lifetime": lifetime}
                    handles[task.actor] = await asyncio.to_thread(
                        _make, task.actor, more, group, bundle, arguments(task)
                    )
                await asyncio.gather(*(handle.group_id.remote() for handle in handles.values()))
        except TimeoutError:
            await made.close()
            raise errors.resource_exhausted(
                f"the tasks of {tasks[0].cluster} have not started within {timeout_s} s; they need {needs(tasks)} "
                f"({strategy}), and Ray has {ray.available_resources()}"
            ) from None
        except BaseException as error:
            await made.close()
            if isinstance(error, ray.exceptions.RayError) and not isinstance(error, ValueError):
                raise error_of_ray(error) from error
            raise
        return made

    @staticmethod
    async def attach(cluster: str) -> TaskActors:
        """The actors of a cluster that is there.

        Raises:
            ActorGoneError: There is none.
        """
        ray = ray_module()

        def find() -> dict[str, Any]:
            return {name: ray.get_actor(name, NAMESPACE) for name in actor_names(cluster)}

        handles = await asyncio.to_thread(find)
        for handle in handles.values():
            try:
                number = await handle.group_id.remote()
            except ray.exceptions.RayError:
                continue
            group_id = ray.PlacementGroupID(bytes.fromhex(number))
            # By its path: as an attribute of `ray.util` it is the function of this name.
            return TaskActors(handles, import_module("ray.util.placement_group").PlacementGroup(group_id))
        return TaskActors(handles, None)

    async def close(self) -> None:
        """Ends steps, kills the actors, removes the group, and waits until all of them are gone."""
        await _ignoring([handle.stop.remote() for handle in self.handles.values()], _STOP_S)
        ray = ray_module()
        for handle in self.handles.values():
            await asyncio.to_thread(ray.kill, handle, no_restart=True)
        async with asyncio.timeout(_GONE_S):
            await asyncio.gather(*(_gone(handle) for handle in self.handles.values()))
            if self._group is not None:
                await asyncio.to_thread(ray.util.remove_placement_group, self._group)
                while await asyncio.to_thread(_state, self._group) != "REMOVED":
                    await asyncio.sleep(0.02)


def _make(name: str, options: Mapping[str, Any], group: Any, bundle: int, arguments: Sequence[Any]) -> Any:
    ray = ray_module()
    strategy = ray.util.scheduling_strategies.PlacementGroupSchedulingStrategy(group, bundle)
    made = ray.remote(concurrency_groups={"receive": _MAX_CALLS, "control": _MAX_CALLS})(TaskActor)
    try:
        # A step that may have run must not run again, so that no call is made twice.
        return made.options(
            name=name, namespace=NAMESPACE, max_task_retries=0, scheduling_strategy=strategy, **options
        ).remote(*arguments)
    except ValueError as error:
        if "already" in str(error):
            raise errors.already_exists(f"Ray has an actor {name}: the cluster's name is in use") from None
        raise


async def _gone(handle: Any) -> None:
    ray = ray_module()
    while True:
        try:
            await handle.group_id.options(concurrency_group="control").remote()
        except ray.exceptions.RayError as error:
            if isinstance(error_of_ray(error), ActorGoneError):
                return
        await asyncio.sleep(0.02)


def _state(group: Any) -> str:
    return str(ray_module().util.placement_group_table(group).get("state"))


async def _ignoring(refs: Sequence[Any], timeout_s: float) -> None:
    """Waits for calls, and lets them fail."""
    if refs:
        done, _ = await asyncio.wait([asyncio.ensure_future(_awaited(ref)) for ref in refs], timeout=timeout_s)
        for task in done:
            if task.exception() is not None:
                _LOG.info("a task has not ended by itself: %s", task.exception())


async def _awaited(ref: Any) -> None:
    await ref


def task_arguments(
    cluster: Mapping[str, Mapping[int, str]], task: PlacedTask, config: ConfigProto | None, settings: MasterSettings,
    lease_s: float,
) -> tuple[Any, ...]:  # fmt: skip
    """What a `TaskActor` is made with."""
    written = b"" if config is None else config.SerializeToString()
    return {job: dict(tasks) for job, tasks in cluster.items()}, task.job, task.index, written, settings, lease_s
