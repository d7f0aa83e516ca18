"""RaySessionFactory: sessions at the tasks of a `RayCluster`, by the cluster's name."""
from __future__ import annotations

import re
from collections.abc import Sequence

from aioflow import errors
from aioflow._proto.distributed import master_pb2
from aioflow.distributed.client.grpc_session import GrpcSession
from aioflow.distributed.client.remote_master import RemoteMaster
from aioflow.distributed.transport.actor_transport import ActorChannel
from aioflow.distributed.transport.ray_actors import find_actor
from aioflow.session.session_factory import SessionFactory, SessionOptions
from aioflow.session.steps.step_options import read_options

_TARGET = re.compile(r"ray:([\w.-]+(?:/\w+:\d+)?)")


class RaySessionFactory(SessionFactory):
    """Makes sessions for `ray:CLUSTER`, and for `ray:CLUSTER/JOB:INDEX`, whose master is at another task."""

    def accepts_options(self, options: SessionOptions) -> bool:
        """Whether the target is one of these."""
        return options.target.startswith("ray:")

    def new_session(self, options: SessionOptions) -> GrpcSession:
        """A new session; nothing is sent.

        Raises:
            InvalidArgumentError: The target names no cluster.
        """
        name = _name(options.target)
        return GrpcSession(options, lambda: RemoteMaster(ActorChannel(name, find_actor)))

    async def reset(self, options: SessionOptions, containers: Sequence[str]) -> None:
        """Has the task's master end all of its sessions, also those of others, and clear containers."""
        master = RemoteMaster(ActorChannel(_name(options.target), find_actor))
        request = master_pb2.ResetRequest(container=containers, device_filters=options.config.device_filters)
        try:
            await master.reset(request, read_options(None, options.config).timeout_s)
        finally:
            await master.close()


def _name(target: str) -> str:
    found = _TARGET.fullmatch(target)
    if found is not None:
        return found[1]
    hint = "; that is an address of Ray Client, for ray.init" if target.startswith("ray://") else ""
    raise errors.invalid_argument(
        f"Could not interpret {target!r} as a target: clusters on Ray are ray:NAME or ray:NAME/JOB:INDEX{hint}"
    )
