"""Ops that take a batch apart again: the call that worked on it has all rows, the others wait for theirs.

`Batch` gave each call a number; its rows travel under that number from the step that has them to the one that asks.
"""
from __future__ import annotations

import asyncio
from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.resource_handle import Resource
from aioflow.kernels.arrays import Array, shown
from aioflow.kernels.checks import require_scalar
from aioflow.kernels.handles import own_container
from aioflow.kernels.new_arrays import zeros
from aioflow.kernels.waiting_room import NOT_YET, WaitingRoom

# Seconds. A call that was cancelled never asks for its rows: without an end they would stay for ever.
_KEPT_S = 600.0


class Deliveries(Resource):
    """Tensors on their way from one call to another, by the number of the call that they are for."""

    def __init__(self) -> None:
        #: Number -> when it may be dropped (`time.monotonic`), and the tensor; guarded by the room's lock.
        self._tensors: dict[int, tuple[float, Array]] = {}
        #: Not in order: calls wait for different numbers.
        self._room = WaitingRoom("takers", in_order=False)

    def put(self, tensors: dict[int, Array]) -> None:
        """Leaves tensors for others."""

        def add() -> None:
            now = monotonic()
            # Cleaned up by those who add: no timer is needed, and nothing grows while nobody adds.
            for number in [n for n, (until, _) in self._tensors.items() if until < now]:
                del self._tensors[number]
            self._add(list(tensors), list(tensors.values()))

        self._room.do(add)

    async def take(self, numbers: Sequence[int], timeout_s: float | None = None) -> list[Array]:
        """Takes the tensors with these numbers, when all are there.

        Raises:
            DeadlineExceededError: They did not come in time.
            CancelledError: The step was cancelled.
        """
        is_late = False

        def proceed() -> Any:
            # All or none: two calls that share numbers cannot hold each other up half-way.
            if all(number in self._tensors for number in numbers):
                return [self._tensors.pop(number)[1] for number in numbers]
            # Looked at after the tensors: what came at the last moment counts.
            if is_late:
                raise errors.deadline_exceeded("Batched data did not arrive within timeout window.")
            return NOT_YET

        def give_up() -> None:
            nonlocal is_late
            is_late = True

        timer = None
        if timeout_s is not None:
            # Through the room, which tries the attempt again under its lock; the error is raised where it waits.
            timer = asyncio.get_running_loop().call_later(timeout_s, self._room.do, give_up)
        try:
            taken: list[Array] = await self._room.attempt(
                "takers", proceed, cancelled="Unbatch was cancelled", give_back=lambda taken: self._add(numbers, taken)
            )
        finally:
            if timer is not None:
                timer.cancel()
        return taken

    def give_back(self, numbers: Sequence[int], tensors: Sequence[Array]) -> None:
        """Leaves tensors again that were taken by a step which was stopped before it could use them."""
        self._room.do(lambda: self._add(numbers, tensors))

    def _add(self, numbers: Sequence[int], tensors: Sequence[Array]) -> None:
        until = monotonic() + _KEPT_S
        self._tensors.update((number, (until, tensor)) for number, tensor in zip(numbers, tensors, strict=True))


def _deliveries(ctx: KernelContext) -> Deliveries:
    """The deliveries of the node's name, shared with all calls of it."""
    info = own_container(ctx, uses_node_name=True)
    found: Deliveries = ctx.resources.lookup_or_create(info.container, info.name, Deliveries, Deliveries)
    return found


def _check(tensor: Array, batch_index: Array, id: Array) -> None:
    """Raises `InvalidArgumentError` unless `batch_index` [n, 3] names rows of the tensor."""
    require_scalar(id, "Expected `id` to be scalar; it")
    if batch_index.ndim != 2 or batch_index.shape[1] != 3:
        raise errors.invalid_argument(f"batch_index must have shape [n,3], not {shown(batch_index.shape)}")
    if not tensor.ndim:
        raise errors.invalid_argument("a batched tensor must have at least one dimension")
    if batch_index.size and (batch_index[:, 2].max() > tensor.shape[0] or batch_index[:, 1:].min() < 0):
        raise errors.invalid_argument(
            f"batch_index names rows up to {int(batch_index[:, 2].max())} of a tensor of shape {shown(tensor.shape)}"
        )


@kernel("Unbatch")
async def unbatch(
    ctx: KernelContext, batched_tensor: Array, batch_index: Array, id: Array, *, timeout_micros: int
) -> Array:
    """The rows that belong to this call: from the batch, if it has that, else from the call that has."""
    _check(batched_tensor, batch_index, id)
    deliveries = _deliveries(ctx)
    if batch_index.shape[0]:
        # Its own rows as well: this call then takes them like any other.
        deliveries.put({number: batched_tensor[start:end] for number, start, end in batch_index.tolist()})
    taken = await deliveries.take([int(id)], timeout_micros * 1e-6)
    ctx.note_taken(lambda: deliveries.give_back([int(id)], taken))
    return taken[0]


@kernel("UnbatchGrad")
async def unbatch_grad(ctx: KernelContext, original_input: Array, batch_index: Array, grad: Array, id: Array) -> Array:
    """The gradient of Unbatch: the call that has the batch waits for the gradients of all; the others have no rows."""
    _check(original_input, batch_index, id)
    deliveries = _deliveries(ctx)
    # Before it waits: the calls without rows give their gradients and are done.
    deliveries.put({int(id): grad})
    if not batch_index.shape[0]:
        return original_input[:0]
    result = zeros(np, original_input.shape, original_input.dtype)
    rows = batch_index.tolist()
    numbers = [number for number, _, _ in rows]
    parts = await deliveries.take(numbers)
    ctx.note_taken(lambda: deliveries.give_back(numbers, parts))
    for (_, start, end), part in zip(rows, parts, strict=True):
        if part.shape != result[start:end].shape:
            raise errors.invalid_argument(
                f"a gradient has shape {shown(part.shape)}, its rows {shown(result[start:end].shape)}"
            )
        result[start:end] = part
    return result
