"""TaskResolver: the groups of a cluster's collectives as one task knows them. One of the tasks leads and decides."""
from __future__ import annotations

from collections.abc import Callable

from aioflow._proto.distributed import worker_pb2 as pb
from aioflow.distributed.collective.messages import device_of, group_response, instance_of, instance_request, member_of
from aioflow.distributed.interfaces.worker import WorkerInterface
from aioflow.framework.kernels.collectives import CollectiveResolver, Group, Instance, Member
from aioflow.kernels.collective.resolver import LocalResolver, check_group_size, conflict


class TaskResolver(CollectiveResolver):
    """See `CollectiveResolver`. What the leader has decided is kept, for all sessions of the task.

    Args:
        task: The task, "/job:J/replica:0/task:K".
        leader: The task that leads; "" where each leads itself.
        find: The worker of a task.

    Attributes:
        decided: The groups and collectives of the cluster if this task leads; else those that nobody asks about.
    """

    def __init__(self, task: str, leader: str, find: Callable[[str], WorkerInterface]) -> None:
        self.decided = LocalResolver(is_shared=True)
        self._leader = "" if leader == task else leader
        self._find = find
        self._groups: dict[tuple[int, str], Group] = {}
        #: What the leader has said, by group, key and device, with what it was asked.
        self._instances: dict[tuple[int, int, str], tuple[Instance, int]] = {}

    async def complete_group(self, key: int, size: int, member: Member) -> Group:
        """See `CollectiveResolver`."""
        if not self._leader:
            return await self.decided.complete_group(key, size, member)
        known = self._groups.get((key, member.device))
        if known is None or known.size != size:
            request = pb.CompleteGroupRequest(
                group_key=key, group_size=size, device_type=member.device_type, device_attributes=device_of(member)
            )
            response = await self._find(self._leader).complete_group(request)
            known = Group.of(key, [member_of(device) for device in response.device_attributes])
            self._groups[key, member.device] = known
        return known

    async def complete_instance(self, group: Group, instance: Instance) -> int:
        """See `CollectiveResolver`."""
        if not self._leader:
            return await self.decided.complete_instance(group, instance)
        key = group.key, instance.key, instance.device
        known = self._instances.get(key)
        if known is not None:
            error = conflict(known[0], instance)
            if error is not None:
                raise error
            return known[1]
        response = await self._find(self._leader).complete_instance(instance_request(group, instance))
        self._instances[key] = instance, response.source_rank
        return response.source_rank

    # ---- asked by others, where this task leads
    async def answer_group(self, request: pb.CompleteGroupRequest) -> pb.CompleteGroupResponse:
        """Adds the device of another task to a group.

        Raises:
            InvalidArgumentError: The group would have no devices, or the device has no full name.
            OpError: See `complete_group`.
        """
        check_group_size(request.group_size)
        member = member_of(request.device_attributes)
        return group_response(await self.decided.complete_group(request.group_key, request.group_size, member))

    async def answer_instance(self, request: pb.CompleteInstanceRequest) -> pb.CompleteInstanceResponse:
        """Adds the device of another task to a collective.

        Raises:
            InternalError: The group is not complete, or does not have the device.
        """
        group = self.decided.group(request.group_key, request.device)
        rank = await self.decided.complete_instance(group, instance_of(request))
        return pb.CompleteInstanceResponse(instance_key=request.instance_key, source_rank=rank)
