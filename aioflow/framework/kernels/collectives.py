"""What collective ops are about: devices that form groups, the collectives of a group, and who brings them together."""
from __future__ import annotations

import abc
import enum
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from aioflow.framework.dtypes import DType


class CollectiveType(enum.IntEnum):
    """The kinds of collectives, by TensorFlow's numbers, which its messages show."""

    REDUCE = 0
    BROADCAST = 1
    GATHER = 2
    PERMUTE = 3
    ALL_TO_ALL = 4
    REDUCE_SCATTER = 5


@dataclass(frozen=True, slots=True)
class Member:
    """A device in a group.

    Attributes:
        device: Its full name.
        device_type: "CPU".
        incarnation: Tells its process from earlier ones at the same place.
        user_rank: The number that the program gives it; -1 for none.
    """

    device: str
    device_type: str
    incarnation: int
    user_rank: int = -1

    @property
    def task(self) -> str:
        """Its task, "/job:J/replica:0/task:K"."""
        return self.device.rpartition("/device:")[0]

    @property
    def number(self) -> int:
        """Its number in its task."""
        return int(self.device.rpartition(":")[2])


@dataclass(frozen=True)
class Group:
    """Devices that run collectives together.

    Attributes:
        key: Names it.
        members: Its devices; the rank of a device is its place here.
    """

    key: int
    members: tuple[Member, ...]

    @staticmethod
    def of(key: int, members: Sequence[Member]) -> Group:
        """The group of these devices."""
        # Tasks by their names as texts, so that task:10 comes before task:2: TensorFlow's order, on which sums depend.
        return Group(key, tuple(sorted(members, key=lambda member: (member.task, member.number))))

    @property
    def size(self) -> int:
        """The number of devices."""
        return len(self.members)

    @cached_property
    def ranks(self) -> dict[str, int]:
        """Device -> rank."""
        return {member.device: rank for rank, member in enumerate(self.members)}

    @cached_property
    def task_sizes(self) -> list[int]:
        """How many devices each task has, the tasks in order."""
        return [len(list(devices)) for _, devices in groupby(self.members, lambda member: member.task)]

    def places(self) -> list[int]:
        """Where the values of all-to-all go, by the rank of their sender: what the program says, or else the rank."""
        ranks = [member.user_rank for member in self.members]
        return ranks if min(ranks) >= 0 else list(range(self.size))


@dataclass(frozen=True, slots=True)
class Instance:
    """One device's view of a collective of its group, in which all devices must agree.

    Attributes:
        key: Names it within its group.
        name: The node's name, and what it does.
        type: Its kind.
        dtype: The dtype of the values.
        shape: Their shape; for gathering that of the result.
        device: The device.
        is_source: Whether the device is the one that sends, in a broadcast.
        offsets: How a reduction is divided.
    """

    key: int
    name: str
    type: CollectiveType
    dtype: DType
    shape: tuple[int, ...]
    device: str
    is_source: bool = False
    offsets: tuple[int, ...] = (0,)


class CollectiveResolver(abc.ABC):
    """Brings the devices together that say the same keys."""

    @abc.abstractmethod
    async def complete_group(self, key: int, size: int, member: Member) -> Group:
        """Adds a device to a group and waits until it has `size` of them.

        Raises:
            InternalError: The group has another size or type of device, or is full.
            InvalidArgumentError: The ranks that the program gives are not those of a group.
            FailedPreconditionError: The device's process is another one than that which has joined.
        """

    @abc.abstractmethod
    async def complete_instance(self, group: Group, instance: Instance) -> int:
        """Adds a device to a collective; broadcasts wait for all of the group.

        Returns:
            The rank of the device that sends; -1 where none does.

        Raises:
            InternalError: The collective is of another kind or dtype, or not exactly one device sends.
            InvalidArgumentError: It has another shape.
        """


class CollectiveBuffers(abc.ABC):
    """Where parts of collectives are handed over between devices of several tasks, in one step."""

    @abc.abstractmethod
    async def give(self, key: str, value: Any) -> None:
        """Offers an array and waits until it was taken.

        Raises:
            OpError: The step has failed.
        """

    @abc.abstractmethod
    async def take(self, key: str, giver: Member, taker: Member, like: Any) -> Any:
        """Waits for an array that `giver` offers.

        Args:
            key: Its name.
            giver: Who offers it.
            taker: Who takes it.
            like: An array of its shape and dtype.

        Raises:
            OpError: The step has failed, or the giver's task cannot be reached.
        """
