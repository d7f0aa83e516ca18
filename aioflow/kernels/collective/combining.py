"""Collectives of members that have found each other: what all bring, and what each gets."""
from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext
from aioflow.kernels.arrays import Array
from aioflow.kernels.collective.part import Part, aborting, met
from aioflow.kernels.collective.ring import Reduction, ring_reduce


async def reduce(ctx: KernelContext, part: Part, timeout_s: float, value: Array, reduction: Reduction) -> Array:
    """Reduces the values of all members."""

    def combine(brought: Sequence[tuple[Array, Reduction]]) -> Sequence[Array]:
        values, reductions = zip(*brought, strict=True)
        total = ring_reduce(values, reductions, part.group.task_sizes)
        return [total] * part.group.size

    return await met(ctx, part, timeout_s, (value, reduction), combine, value.nbytes * part.group.size)


async def gather(ctx: KernelContext, part: Part, timeout_s: float, value: Array) -> Array:
    """Puts the values of all members one behind the other."""

    def combine(values: Sequence[Array]) -> Sequence[Array]:
        return [np.concatenate(values)] * part.group.size

    return await met(ctx, part, timeout_s, value, combine, value.nbytes * part.group.size)


async def broadcast(ctx: KernelContext, part: Part, timeout_s: float, value: Array | None) -> Array:
    """Gives the value of the member that has one to all."""

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
    return await met(ctx, part, timeout_s, value, combine, value.nbytes * size)


def _check_rows(value: Array, size: int) -> None:
    if value.ndim == 0 or value.shape[0] != size:
        raise errors.invalid_argument(
            f"input to all-to-all first dimension size ({value.shape[0] if value.ndim else 1}) must be the same as the "
            f"group size ({size})"
        )
