"""Part: a node's part in a collective, from the keys that it says to the result."""
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import KernelContext
from aioflow.framework.kernels.collectives import (
    CollectiveBuffers,
    CollectiveResolver,
    CollectiveType,
    Group,
    Instance,
    Member,
)
from aioflow.framework.kernels.frame_ids import frame_id
from aioflow.kernels.arrays import Array
from aioflow.kernels.collective.meetings import Meetings
from aioflow.kernels.collective.resolver import LocalResolver, check_group_size, conflict
from aioflow.kernels.pool_work import moving

_PREFIX = "Collective ops is aborted by: "
_NOT_COME = "Collective has timed out waiting for other workers."
_CONTAINER = "collectives"
_PART = "part"


class Keys(NamedTuple):
    """What a node says of its collective.

    Attributes:
        group_key: Names the group.
        group_size: How many devices it has.
        instance_key: Names the collective in the group.
        timeout_s: Seconds for which the node waits for others, and again for the collective itself; 0 for any time.
    """

    group_key: int
    group_size: int
    instance_key: int
    timeout_s: float


class Part(NamedTuple):
    """A node's part in a collective that all have agreed upon.

    Attributes:
        group: The devices.
        instance: What the node has said of the collective.
        source_rank: Who sends in a broadcast; else -1.
    """

    group: Group
    instance: Instance
    source_rank: int

    @property
    def rank(self) -> int:
        """The node's device in the group."""
        return self.group.ranks[self.instance.device]


def _member(ctx: KernelContext, user_rank: int) -> Member:
    device = ctx.device
    return Member(device.name, device.device_type, device.attributes.incarnation & (2**64 - 1), user_rank)


def resolver_of(ctx: KernelContext) -> CollectiveResolver:
    """The resolver of the task in its cluster, or else of the session."""
    shared = ctx.session.collectives
    if shared is not None:
        return shared
    # Kept as resources are, and so for as long as the session.
    manager = ctx.session.resources[ctx.session.devices[0].name]
    return manager.lookup_or_create(_CONTAINER, "resolver", LocalResolver, LocalResolver)


def instance_of(
    ctx: KernelContext, keys: Keys, what: str, kind: CollectiveType, dtype: DType, shape: Sequence[int],
    is_source: bool = False,
) -> Instance:  # fmt: skip
    """What a node says of its collective, apart from its group."""
    name = f"{ctx.node_name}: {what}"
    return Instance(keys.instance_key, name, kind, dtype, tuple(shape), ctx.device.name, is_source)


def buffers_of(ctx: KernelContext) -> CollectiveBuffers | None:
    """Where the step hands parts over to other tasks; None where there are none."""
    rendezvous = (ctx.step.caller or ctx.step).rendezvous
    return None if rendezvous is None else rendezvous.buffers


async def joined(ctx: KernelContext, keys: Keys, instance: Instance, group: Group | None = None) -> Part:
    """Joins the group, if it is not known, and the collective, and waits for the others.

    Raises:
        DeadlineExceededError: The others have not come in time.
        OpError: The others have said something else.
    """
    if group is None:
        group = await complete_group(ctx, keys)
    async with aborting(keys.timeout_s, _NOT_COME):
        return Part(group, instance, await resolver_of(ctx).complete_instance(group, instance))


async def complete_group(ctx: KernelContext, keys: Keys, user_rank: int = -1) -> Group:
    """Joins a group and waits for the others; see `joined`."""
    check_group_size(keys.group_size)
    async with aborting(keys.timeout_s, _NOT_COME):
        return await resolver_of(ctx).complete_group(keys.group_key, keys.group_size, _member(ctx, user_rank))


async def kept_part(ctx: KernelContext, keys: Keys, instance: Instance) -> Part:
    """The part that the node has had before, whatever its shape was; else joins as `joined` does."""
    known: Part | None = ctx.kernel.state.get(_PART)
    return await joined(ctx, keys, instance) if known is None else known._replace(instance=instance)


def keep(ctx: KernelContext, part: Part, result: Array) -> Array:
    """Keeps a node's part for its later steps, now that it has come to a result, which this returns."""
    # Not before: another member may have contradicted this one, and the next step is to ask anew.
    ctx.kernel.state[_PART] = part
    return result


Combine = Callable[[Sequence[Any]], Sequence[Array]]


async def met(
    ctx: KernelContext, part: Part, timeout_s: float, brought: Any, combine: Combine, nbytes: int = 0
) -> Array:
    """Brings something to the other members, which are on this task, and waits for the result.

    Args:
        ctx: The kernel's context.
        part: The node's part.
        timeout_s: Seconds that it may take; 0 for any time.
        brought: What the node brings.
        combine: From what all bring, by rank, makes what each gets. Called once, for all.
        nbytes: How much `combine` has to go through.

    Raises:
        DeadlineExceededError: It took longer.
        InvalidArgumentError: The members' shapes differ.
    """
    meetings = ctx.step.resources.lookup_or_create(_CONTAINER, "meetings", Meetings, Meetings)

    async def combine_all(all_brought: Sequence[tuple[Instance, Any]]) -> Sequence[Array]:
        _check_agreement(part.instance, [instance for instance, _ in all_brought])
        return await moving(ctx, nbytes, lambda: combine([value for _, value in all_brought]))

    async with aborting(timeout_s, "Collective has timed out during execution."):
        return await meetings.meet(
            execution_key(ctx, part), part.group.size, part.rank, (part.instance, brought), combine_all
        )


def over_tasks(part: Part) -> bool:
    """Whether the members are on several tasks."""
    return len(part.group.task_sizes) > 1


def execution_key(ctx: KernelContext, part: Part) -> str:
    """Names one execution of a collective in its step: iterations of a loop may run at the same time."""
    frame, iteration = ctx.frame_iteration
    return f"{part.group.key}:{part.instance.key}:{frame_id(frame)}:{iteration}"


def _check_agreement(own: Instance, instances: Sequence[Instance]) -> None:
    # They have agreed when they joined, but in later steps they may have other shapes.
    for other in instances:
        error = conflict(other, own)
        if error is not None:
            raise error


@asynccontextmanager
async def aborting(timeout_s: float, message: str) -> AsyncIterator[None]:
    """Ends what takes too long, and says of errors what TensorFlow says of them.

    Args:
        timeout_s: Seconds that it may take; 0 for any time.
        message: Of the error if it takes longer.
    """
    try:
        async with asyncio.timeout(timeout_s if timeout_s > 0 else None):
            yield
    except TimeoutError:
        raise errors.deadline_exceeded(message) from None
    except asyncio.CancelledError:
        raise errors.cancelled(f"{_PREFIX}op cancelled") from None
    except errors.OpError as error:
        error.message = f"{_PREFIX}{error.message}"
        raise

