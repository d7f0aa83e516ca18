"""Collectives of members that have found each other: what all bring, and what each gets."""
from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext
from aioflow.kernels.arrays import Array
from aioflow.kernels.collective.exchange import Exchange
from aioflow.kernels.collective.part import Part, aborting, buffers_of, execution_key, met, over_tasks
from aioflow.kernels.collective.ring import Reduction, ring_reduce


async def reduce(ctx: KernelContext, part: Part, timeout_s: float, value: Array, reduction: Reduction) -> Array:
    """Reduces the values of all members."""
    if over_tasks(part):
        return await exchanged(ctx, part, timeout_s, lambda exchange: exchange.reduce(value, reduction))

    def combine(brought: Sequence[tuple[Array, Reduction]]) -> Sequence[Array]:
        values, reductions = zip(*brought, strict=True)
        total = ring_reduce(values, reductions, part.group.task_sizes)
        return [total] * part.group.size

    return await met(ctx, part, timeout_s, (value, reduction), combine, value.nbytes * part.group.size)


async def gather(ctx: KernelContext, part: Part, timeout_s: float, value: Array) -> Array:
    """Puts the values of all members one behind the other."""
    if over_tasks(part):
        return await exchanged(ctx, part, timeout_s, lambda exchange: exchange.gather(value))

    def combine(values: Sequence[Array]) -> Sequence[Array]:
        return [np.concatenate(values)] * part.group.size

    return await met(ctx, part, timeout_s, value, combine, value.nbytes * part.group.size)


async def broadcast(ctx: KernelContext, part: Part, timeout_s: float, value: Array | None) -> Array:
    """Gives the value of the member that has one to all."""
    if over_tasks(part):
        like = np.empty(part.instance.shape, part.instance.dtype.numpy_dtype)
        return await exchanged(
            ctx, part, timeout_s, lambda exchange: exchange.broadcast(part.source_rank, value, like)
        )

    def combine(values: Sequence[Array]) -> Sequence[Array]:
        return [values[part.source_rank]] * part.group.size

    return await met(ctx, part, timeout_s, value, combine)


async def all_to_all(ctx: KernelContext, part: Part, timeout_s: float, value: Array) -> Array:
    """Gives row `i` of each member's value to the member `i`."""
    size, places = part.group.size, part.group.places()

    def combine(values: Sequence[Array]) -> Sequence[Array]:
        rows: list[Array] = [np.empty_like(values[0]) for _ in values]
        for sender, sent in enumerate(values):
            for receiver, row in enumerate(sent):
                rows[receiver][places[sender]] = row
        return rows

    async with aborting(0.0, ""):
        _check_rows(value, size)
    if over_tasks(part):
        return await exchanged(ctx, part, timeout_s, lambda exchange: exchange.all_to_all(value))
    return await met(ctx, part, timeout_s, value, combine, value.nbytes * size)


def _check_rows(value: Array, size: int) -> None:
    if value.ndim == 0 or value.shape[0] != size:
        raise errors.invalid_argument(
            f"input to all-to-all first dimension size ({value.shape[0] if value.ndim else 1}) must be the same as the "
            f"group size ({size})"
        )


async def exchanged(
    ctx: KernelContext, part: Part, timeout_s: float, run: Callable[[Exchange], Awaitable[Array]]
) -> Array:
    """Runs the node's side of a collective of several tasks.

    Raises:
        DeadlineExceededError: It took longer than `timeout_s`.
        FailedPreconditionError: The step cannot reach other tasks.
        OpError: Another member has failed, or cannot be reached.
    """
    buffers = buffers_of(ctx)
    if buffers is None:
        raise errors.failed_precondition(f"group {part.group.key} has members on tasks that this step does not reach")
    async with aborting(timeout_s, "Collective has timed out during execution."):
        return await run(Exchange(ctx, buffers, part.group, part.rank, execution_key(ctx, part)))
