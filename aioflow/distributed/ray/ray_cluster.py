"""RayCluster: a cluster whose tasks are actors of Ray."""
from __future__ import annotations

import uuid
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from aioflow import errors
from aioflow._proto.config_pb2 import ConfigProto
from aioflow.distributed.master.settings import MasterSettings
from aioflow.distributed.ray.placement import PlacedTask, check_strategy, placed_tasks, restarts
from aioflow.distributed.ray.runtime import leave_ray, use_ray
from aioflow.distributed.ray.task_actors import TaskActors, task_arguments
from aioflow.distributed.transport.ray_errors import actor_gone
from aioflow.framework.devices.cluster_spec import ClusterSpec
from aioflow.framework.graph.graph import Graph
from aioflow.session.session import Session

#: Whoever is connected to Ray may run any program there: to forbid nodes to touch files would protect nothing.
SETTINGS = MasterSettings(unsafe_ops=True)
#: Calls at once of steps in one task; more wait for their turn.
MAX_STEPS = 10_000


class RayCluster:
    """A cluster of tasks, each an actor of Ray: `async with RayCluster({"ps": 1, "worker": 2}) as cluster`.

        async with tf.RayCluster({"ps": 2, "worker": 4}, resources={"worker": {"CPU": 2}}) as cluster:
            async with cluster.session(graph) as session: ...

    At the end the actors and their placement group are gone. Ray is started where this process is not connected to any,
    and then shut down at the end; one that was there before stays as it is.

    Args:
        jobs: Job -> how many tasks it has.
        resources: Job -> what each of its tasks needs, as {"CPU": 2, "GPU": 1}; one processor for jobs that are
            missing.
        strategy: How tasks are spread over nodes: "PACK", "SPREAD", "STRICT_PACK" or "STRICT_SPREAD".
        name: What other programs reach it by, as `tf.Session("ray:NAME")`; a random one when None.
        max_restarts: How often Ray restarts a task that has died, -1 for always; for all jobs, or by job. When None,
            -1, but 0 for the job "ps".
        detached: Whether it outlives this program, until `close` of a cluster that `attach` gives.
        config: Settings for sessions that say nothing else; also decides which devices there are.
        settings: What clients are allowed; everything when None.
        max_steps: How many steps a task takes at once; more wait.
        lease_s: After how many seconds a step ends whose program has vanished.
        start_timeout_s: How many seconds the start may take.
        ray_options: For `ray.init`, where this process is not connected to Ray.

    Attributes:
        name: Its name.
        jobs: Job -> how many tasks it has.

    Raises:
        ValueError: A job has no tasks, or an argument has a value that Ray does not know.
    """

    def __init__(
        self,
        jobs: Mapping[str, int],
        *,
        resources: Mapping[str, Mapping[str, float]] | None = None,
        strategy: str = "PACK",
        name: str | None = None,
        max_restarts: int | Mapping[str, int] | None = None,
        detached: bool = False,
        config: ConfigProto | None = None,
        settings: MasterSettings | None = None,
        max_steps: int = MAX_STEPS,
        lease_s: float = 30.0,
        start_timeout_s: float = 120.0,
        ray_options: Mapping[str, Any] | None = None,
    ) -> None:
        check_strategy(strategy)
        self.name = name or f"cluster-{uuid.uuid4().hex[:12]}"
        self.jobs = dict(jobs)
        self._tasks = placed_tasks(self.name, self.jobs, resources)
        self._strategy = strategy
        self._max_restarts = max_restarts
        self._detached = detached
        self._config = config
        self._settings = settings or SETTINGS
        self._max_steps = max_steps
        self._lease_s = lease_s
        self._start_timeout_s = start_timeout_s
        self._ray_options = dict(ray_options or {})
        self._actors: TaskActors | None = None

    @property
    def target(self) -> str:
        """The target of its sessions, "ray:NAME"; "ray:NAME/JOB:INDEX" has the master of another task."""
        return f"ray:{self.name}"

    @property
    def cluster_spec(self) -> ClusterSpec:
        """Its tasks with the names of their actors, as `tf.train.replica_device_setter` takes it."""
        cluster: dict[str, dict[int, str]] = {}
        for task in self._tasks:
            cluster.setdefault(task.job, {})[task.index] = task.actor
        return ClusterSpec(cluster)

    def session(self, graph: Graph | None = None, config: ConfigProto | None = None) -> Session:
        """A session that may use the devices of all tasks.

        Args:
            graph: The graph to run; the current default graph when None.
            config: Its settings.
        """
        return Session(self.target, graph, config)

    async def start(self) -> RayCluster:
        """Starts its tasks, and waits for them; a second call does nothing.

        Raises:
            ImportError: Ray is not installed.
            AlreadyExistsError: There is a cluster of this name.
            ResourceExhaustedError: Ray has no room for its tasks.
            OpError: A task does not start.
        """
        if self._actors is not None:
            return self
        await use_ray(self._ray_options)
        try:
            self._actors = await TaskActors.start(
                self._tasks, self._arguments, self._options, self._strategy, self._detached, self._start_timeout_s
            )
        except BaseException:
            await leave_ray()
            raise
        return self

    def _arguments(self, task: PlacedTask) -> tuple[Any, ...]:
        cluster = {job: {int(index): name for index, name in tasks.items()} for job, tasks in self._addresses().items()}
        return task_arguments(cluster, task, self._config, self._settings, self._lease_s)

    def _addresses(self) -> dict[str, dict[int, str]]:
        spec = self.cluster_spec
        return {job: {i: spec.task_address(job, i) for i in spec.task_indices(job)} for job in spec.jobs}

    def _options(self, task: PlacedTask) -> dict[str, Any]:
        return {"max_restarts": restarts(task.job, self._max_restarts), "max_concurrency": self._max_steps}

    @classmethod
    async def attach(cls, name: str) -> RayCluster:
        """A cluster that another program has started, to be closed; for its sessions its name is enough.

        Raises:
            UnavailableError: There is none of this name.
            FailedPreconditionError: This process is not connected to Ray.
        """
        actors = await TaskActors.attach(name)
        if not actors.handles:
            raise actor_gone(f"Ray has no cluster {name}: it has ended, or was never there")
        jobs: dict[str, int] = {}
        for actor in actors.handles:
            job = actor.rpartition("/")[2].partition(":")[0]
            jobs[job] = jobs.get(job, 0) + 1
        made = cls(jobs, name=name)
        made._actors = actors
        return made

    async def close(self) -> None:
        """Ends its sessions and steps, its actors and their placement group; a second call does nothing."""
        actors, self._actors = self._actors, None
        if actors is None:
            return
        try:
            await actors.close()
        except TimeoutError:
            raise errors.deadline_exceeded(f"Ray has not removed the actors of {self.name} in time") from None
        finally:
            await leave_ray()

    async def __aenter__(self) -> RayCluster:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
