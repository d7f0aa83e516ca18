"""LocalResolver: the groups of a session, or of a task of a cluster, and the collectives of each."""
from __future__ import annotations

import threading
from collections.abc import Sized
from typing import Any

from aioflow import errors
from aioflow.framework.kernels.collectives import CollectiveResolver, CollectiveType, Group, Instance, Member
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.collective.decision import Decision

#: Of groups, and of collectives; what others may ask for by the network is not to fill the memory.
_MAX_ENTRIES = 100_000


class LocalResolver(Resource, CollectiveResolver):
    """See `CollectiveResolver`. Nothing but what has failed is ever forgotten, as in TensorFlow.

    TensorFlow keeps errors, too, and refuses from then on whatever names such a group. Here a group or collective that
    fails before all have come is forgotten: who comes next begins anew.

    Args:
        is_shared: Whether tasks keep what they are told of collectives, so that these must stay as they are even then.
    """

    def __init__(self, is_shared: bool = False) -> None:
        self._is_shared = is_shared
        # Guards both tables and what is in them. Nobody is woken under it.
        self._lock = threading.Lock()
        self._groups: dict[int, _OpenGroup] = {}
        self._instances: dict[tuple[int, int], _OpenInstance] = {}

    @property
    def num_waiting(self) -> int:
        """How many coroutines wait for others."""
        decisions: list[Decision[Any]] = [entry.decision for entry in self._groups.values()]
        decisions += [entry.decision for entry in self._instances.values()]
        return sum(decision.num_waiting for decision in decisions)

    async def complete_group(self, key: int, size: int, member: Member) -> Group:
        """See `CollectiveResolver`."""
        with self._lock:
            entry = self._groups.get(key)
            if entry is None:
                _check_room(self._groups)
                entry = self._groups[key] = _OpenGroup(key, size, member.device_type)
            error = entry.add(size, member)
            is_decided = entry.decision.is_made
            if error is not None and not is_decided:
                del self._groups[key]
        if error is not None:
            if not is_decided:
                entry.decision.fail(error)
            raise error
        if not is_decided and len(entry.members) == size:
            entry.decision.give(Group.of(key, list(entry.members.values())))
        return await entry.decision.wait()

    def group(self, key: int, device: str) -> Group:
        """A complete group that has a device.

        Raises:
            InternalError: There is none.
        """
        entry = self._groups.get(key)
        group = None if entry is None else entry.decision.value
        if group is None or device not in group.ranks:
            raise errors.internal(f"Device {device} is in no complete group with group_key={key}")
        return group

    async def complete_instance(self, group: Group, instance: Instance) -> int:
        """See `CollectiveResolver`."""
        key = group.key, instance.key
        with self._lock:
            entry = self._instances.get(key)
            if entry is None:
                _check_room(self._instances)
                entry = self._instances[key] = _OpenInstance(instance)
            error = entry.add(group, instance)
            is_complete = len(entry.known) == group.size
            is_told = self._is_shared and instance.type is not CollectiveType.BROADCAST
            is_decided = entry.decision.is_made or is_told
            if error is not None and not is_decided:
                del self._instances[key]
        if error is not None:
            if not is_decided:
                entry.decision.fail(error)
            raise error
        if is_complete and not entry.decision.is_made:
            entry.decision.give(entry.source_rank)
        return -1 if instance.type is not CollectiveType.BROADCAST else await entry.decision.wait()


def check_group_size(size: int) -> None:
    """Raises `InvalidArgumentError` for a group of no devices."""
    if size <= 0:
        raise errors.invalid_argument(f"group_size must be positive integer but got {size}")


def _check_room(entries: Sized) -> None:
    if len(entries) >= _MAX_ENTRIES:
        raise errors.resource_exhausted(f"there are {len(entries)} groups or collectives, as many as there may be")


class _OpenGroup:
    """A group, complete or not."""

    def __init__(self, key: int, size: int, device_type: str) -> None:
        self.key = key
        self.size = size
        self.device_type = device_type
        self.members: dict[str, Member] = {}
        self.decision: Decision[Group] = Decision()

    def add(self, size: int, member: Member) -> errors.OpError | None:
        """Adds a device; returns why it cannot be, where that is so."""
        joining, where = f"Device {member.device} is joining a group", f"(group_key={self.key})"
        known = self.members.get(member.device)
        if member.device_type != self.device_type:
            return errors.internal(f"{joining} with incompatible device type {member.device_type} {where}")
        if size != self.size:
            return errors.internal(f"{joining} with size{size}, but that group has size {self.size} {where}")
        if known is not None:
            return None if known.incarnation == member.incarnation else _restarted(member)
        if len(self.members) == self.size:
            return errors.internal(f"{joining} that is already full {where}")
        error = self._rank_error(member)
        if error is None:
            self.members[member.device] = member
        return error

    def _rank_error(self, member: Member) -> errors.OpError | None:
        rank, others = member.user_rank, [other.user_rank for other in self.members.values()]
        if rank < 0 and not any(other >= 0 for other in others):
            return None
        if rank < 0 or rank >= self.size or rank in others or min(others, default=0) < 0:
            return errors.invalid_argument(
                f"Invalid user configured rank for device {member.device}: {rank} in a group of {self.size}, which has "
                f"{others} (group_key={self.key})"
            )
        return None


def _restarted(member: Member) -> errors.OpError:
    return errors.failed_precondition(
        f"Device {member.device} current incarnation doesn't match with one in the group. This usually means this "
        "worker has restarted but the collective leader hasn't, or this worker connects to a wrong cluster."
    )


class _OpenInstance:
    """A collective; the first device says what it is."""

    def __init__(self, first: Instance) -> None:
        self.first = first
        self.known: set[str] = set()
        self.source_rank = -1
        #: The rank of the device that sends; given when all have come.
        self.decision: Decision[int] = Decision()

    def add(self, group: Group, instance: Instance) -> errors.OpError | None:
        """Adds a device; returns why it cannot be, where that is so."""
        error = conflict(self.first, instance)
        if error is None and instance.type is CollectiveType.BROADCAST:
            error = self._source_error(group, instance)
        if error is None:
            self.known.add(instance.device)
        return error

    def _source_error(self, group: Group, instance: Instance) -> errors.OpError | None:
        rank, key = group.ranks[instance.device], instance.key
        if instance.is_source and self.source_rank not in (-1, rank):
            return errors.internal(
                f"Instance {key} already has source {self.source_rank}, received second claim from {rank}"
            )
        if instance.is_source:
            self.source_rank = rank
        is_last = len(self.known | {instance.device}) == group.size
        if is_last and (self.source_rank < 0 or (self.source_rank == rank and not instance.is_source)):
            return errors.internal(
                f"Instance {key} found no source for broadcast.  This could mean that there were "
                f"group_size={group.size} BcastRecvs but no BcastSend."
            )
        return None


def conflict(first: Instance, instance: Instance) -> errors.OpError | None:
    """Why a device cannot take part in a collective as another has described it; None if it can."""
    if (instance.type, instance.dtype) != (first.type, first.dtype):
        return errors.internal(
            f"Collective instance {instance.key} expected type {first.type.value} and data_type "
            f"{first.dtype.as_datatype_enum} but got type {instance.type.value} and data_type "
            f"{instance.dtype.as_datatype_enum}"
        )
    if instance.shape != first.shape:
        return errors.invalid_argument(
            f"Shape mismatch in the collective instance {instance.key}. Op at device {instance.device} expected shape "
            f"{_shown(instance.shape)} but another member in the group expected shape {_shown(first.shape)}. This is "
            "likely due to different input shapes at different members of the collective op."
        )
    return None


def _shown(shape: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, shape))}]"
