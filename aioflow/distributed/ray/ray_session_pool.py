"""RaySessionPool: copies of a session in actors of Ray, for services that outgrow one machine."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any

from aioflow._proto.config_pb2 import ConfigProto, RunMetadata, RunOptions
from aioflow.distributed.ray.ray_cluster import MAX_STEPS, RayCluster
from aioflow.distributed.ray.session_copies import Copy, SessionCopies
from aioflow.framework.graph.graph import Graph, get_default_graph
from aioflow.session.session import Session

_JOB = "copy"


class RaySessionPool:
    """Copies of a session, each in an actor of Ray with the same model and variables of its own.

        async with tf.RaySessionPool(graph, 4, prepare=restore) as pool:
            y = await pool.run("y:0", {"x:0": values})

    Each step runs on the copy that has the fewest. A copy that dies is restarted and prepared anew; steps that ran on
    it end with `UnavailableError` and are not repeated, as they may have changed something.

    Args:
        graph: The graph to run; the current default graph when None.
        copies: How many copies there are.
        prepare: Makes a session ready for steps, such as by initialising or restoring variables; called for each copy
            at the start, and whenever it has been restarted.
        config: Settings of the sessions.
        resources: What each copy needs, as {"CPU": 2, "GPU": 1}; one processor when None.
        strategy: How copies are spread over nodes; see `RayCluster`.
        name: As for `RayCluster`; "ray:NAME/copy:2" then is the target of a copy's own sessions.
        max_restarts: How often Ray restarts a copy, -1 for always.
        max_steps: How many steps a copy takes at once; more wait.
        lease_s: After how many seconds a step ends whose program has vanished.
        start_timeout_s: How many seconds the start of the actors may take.
        ray_options: For `ray.init`, where this process is not connected to Ray.

    Attributes:
        graph: The graph that it runs.

    Raises:
        ValueError: There is no copy, or an argument has a value that Ray does not know.
    """

    def __init__(
        self,
        graph: Graph | None = None,
        copies: int = 2,
        *,
        prepare: Callable[[Session], Awaitable[Any]] | None = None,
        config: ConfigProto | None = None,
        resources: Mapping[str, float] | None = None,
        strategy: str = "SPREAD",
        name: str | None = None,
        max_restarts: int = -1,
        max_steps: int = MAX_STEPS,
        lease_s: float = 30.0,
        start_timeout_s: float = 120.0,
        ray_options: Mapping[str, Any] | None = None,
    ) -> None:
        self.graph = get_default_graph() if graph is None else graph
        self._prepare = prepare
        self._config = config
        self._cluster = RayCluster(
            {_JOB: copies}, resources=None if resources is None else {_JOB: resources}, strategy=strategy, name=name,
            max_restarts=max_restarts, max_steps=max_steps, lease_s=lease_s, start_timeout_s=start_timeout_s,
            ray_options=ray_options,
        )  # fmt: skip
        self._copies = SessionCopies(self._open, copies)

    @property
    def copies(self) -> Sequence[Copy]:
        """The copies as they are now: whether they have a session, how many steps run and have begun."""
        return [replace(copy) for copy in self._copies.copies]

    @property
    def name(self) -> str:
        """The name by which Ray knows its actors, "NAME/copy:0"."""
        return self._cluster.name

    async def _open(self, index: int) -> Session:
        config = ConfigProto()
        if self._config is not None:
            config.CopyFrom(self._config)
        # The copies are tasks of one cluster, and each session has its own task alone: none waits for another.
        config.device_filters[:] = [f"/job:{_JOB}/task:{index}"]
        session = Session(f"{self._cluster.target}/{_JOB}:{index}", self.graph, config)
        try:
            await session.list_devices()  # so that it is there, and waits for an actor that is being restarted
            if self._prepare is not None:
                await self._prepare(session)
        except BaseException:
            await session.close()
            raise
        return session

    async def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: RunOptions | None = None,
        run_metadata: RunMetadata | None = None,
    ) -> Any:
        """Runs a step on the copy with the fewest steps; see `Session.run`.

        Cancelling the task that awaits it stops the step. While all copies are being restarted it waits for one, for
        `timeout_in_ms` of the options at most.

        Raises:
            RuntimeError: The pool is closed, or has not started.
            UnavailableError: The copy died in the step, or all copies have died for good.
            OpError: The step failed.
        """
        return await self._copies.run(fetches, feed_dict, options, run_metadata)

    async def start(self) -> RaySessionPool:
        """Starts the copies, and prepares them.

        Raises:
            ImportError: Ray is not installed.
            ResourceExhaustedError: Ray has no room for them.
            OpError: A copy does not start, or cannot be prepared.
        """
        await self._cluster.start()
        try:
            await self._copies.start()
        except BaseException:
            await self._cluster.close()
            raise
        return self

    async def close(self) -> None:
        """Ends the copies and their steps; a second call does nothing."""
        try:
            await self._copies.close()
        finally:
            await self._cluster.close()

    async def __aenter__(self) -> RaySessionPool:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()
