"""Batching within a graph: BatchFunction around a function, or Batch in front of some nodes (see unbatch_ops.py)."""
from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework import DType, FunctionName
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.resources.tensor_types import is_tensor_of
from aioflow.kernels.arrays import Array, check_room, shown
from aioflow.kernels.data_flow.batching import Batch, Batcher, Request, request_of
from aioflow.kernels.handles import own_container
from aioflow.kernels.pool_work import moving


def _batcher(ctx: KernelContext, max_batch_size: int) -> Batcher:
    """The batcher of the node's shared name and queue."""
    attrs = ctx.kernel.attrs
    info = own_container(ctx, uses_node_name=True)
    # Nodes of one name may have several queues, each with batches of its own.
    name = f"{info.name}/{attrs['batching_queue'].decode(errors='replace')}"

    def make() -> Batcher:
        timeout_s = attrs["batch_timeout_micros"] * 1e-6
        return Batcher(max_batch_size, timeout_s, attrs["num_batch_threads"], attrs["max_enqueued_batches"])

    found: Batcher = ctx.resources.lookup_or_create(info.container, name, Batcher, make)
    return found


def _check_allowed_sizes(sizes: Sequence[int], max_batch_size: int, may_split: bool) -> None:
    """Raises `InvalidArgumentError` unless sizes rise to the largest batch."""
    if not sizes:
        return
    if any(a >= b for a, b in itertools.pairwise(sizes)):
        raise errors.invalid_argument(f"allowed_batch_sizes entries must be monotonically increasing: {list(sizes)}")
    if sizes[-1] > max_batch_size or (not may_split and sizes[-1] != max_batch_size):
        raise errors.invalid_argument(
            f"final entry in allowed_batch_sizes must equal max_batch_size, but is {sizes[-1]}, not {max_batch_size}"
        )


def _padded_inputs(batch: Batch, sizes: Sequence[int]) -> list[Array]:
    """The joined inputs, with rows like the first one added up to the next allowed size."""
    size = batch.size
    missing = next((allowed for allowed in sizes if allowed >= size), size) - size
    if not missing:
        return batch.joined_inputs()
    inputs = batch.joined_inputs()
    for tensor in inputs:
        check_room((size + missing, *tensor.shape[1:]), tensor.dtype)
    # The first row again: it is a valid input, which zeros might not be.
    return [np.concatenate([tensor, np.repeat(tensor[:1], missing, 0)]) for tensor in inputs]


# ---- BatchFunction


@kernel("BatchFunction")
async def batch_function(
    ctx: KernelContext, in_tensors: list[Array], captured_tensors: list[Array], *, f: FunctionName, max_batch_size: int,
    allowed_batch_sizes: list[int], enable_large_batch_splitting: bool, Tout: list[DType],
) -> list[Array]:  # fmt: skip
    """Calls `f` once for several calls of this node; it gets their inputs joined, and each its rows of the outputs."""
    _check_allowed_sizes(allowed_batch_sizes, max_batch_size, enable_large_batch_splitting)
    whole = request_of(in_tensors)
    if whole.size > max_batch_size:
        raise errors.invalid_argument(
            f"Task size {whole.size} is larger than maximum input batch size {max_batch_size}"
        )
    # With splitting a batch is no larger than the largest size that the function is made for.
    largest = allowed_batch_sizes[-1] if enable_large_batch_splitting and allowed_batch_sizes else max_batch_size
    batcher = _batcher(ctx, largest)

    async def work(batch: Batch) -> None:
        # Joining copies all inputs; large ones are copied on the pool, not on the event loop.
        inputs = await moving(ctx, batch.nbytes, lambda: _padded_inputs(batch, allowed_batch_sizes))
        outputs = await ctx.functions.call(ctx, f, [*inputs, *captured_tensors], Tout)
        parts = _parts_of(batch, outputs, inputs[0].shape[0])

        # All results in one change: whoever waits is woken once, with a result.
        def hand_out() -> None:
            for request, part in zip(batch.requests, parts, strict=True):
                request.result = part

        batcher.deliver(hand_out)

    requests = _split(whole, largest)
    # The parts of a split request may end up in different batches, and must not wait for each other.
    results = await asyncio.gather(*(batcher.process(request, work) for request in requests))
    # Checked by every request: the function that ran is that of the leader's node.
    for request in results:
        _check_types(request.result or (), Tout)
    columns = zip(*(request.result or () for request in results), strict=True)
    return [np.concatenate(column) if len(requests) > 1 else column[0] for column in columns]


def _check_types(result: Sequence[Array], dtypes: Sequence[DType]) -> None:
    """Checks what a batch has made of a request: the function may have been that of another node."""
    if len(result) != len(dtypes) or not all(map(is_tensor_of, result, dtypes)):
        raise errors.invalid_argument("a batch is shared with a node whose function gives other results")


def _split(request: Request, max_size: int) -> list[Request]:
    """The request in parts of at most that size."""
    if request.size <= max_size:
        return [request]
    starts = range(0, request.size, max_size)
    return [request_of([tensor[start : start + max_size] for tensor in request.inputs]) for start in starts]


def _parts_of(batch: Batch, outputs: Sequence[Any], num_rows: int) -> list[list[Array]]:
    """For each request of the batch its rows of the outputs."""
    for output in outputs:
        if output is None or not output.ndim or output.shape[0] != num_rows:
            raise errors.failed_precondition(
                "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the input "
                f"tensors: {None if output is None else shown(output.shape)} and {num_rows}"
            )
    return [[output[start:end] for output in outputs] for start, end in batch.spans()]


# ---- Batch


@kernel("Batch")
async def batch(
    ctx: KernelContext, in_tensors: list[Array], *, max_batch_size: int, allowed_batch_sizes: list[int]
) -> tuple[Sequence[Array], Array, Any]:
    """Joins the inputs of several calls. One call gets them all, and where whose rows are; the others get no rows."""
    _check_allowed_sizes(allowed_batch_sizes, max_batch_size, False)
    own = request_of(in_tensors)

    # Run by one request for all; the others get empty tensors, and with these their nodes go on.
    async def work(full: Batch) -> None:
        joined = await moving(ctx, full.nbytes, lambda: _padded_inputs(full, allowed_batch_sizes))
        pairs = zip(full.requests, full.spans(), strict=True)
        index = np.array([(request.number, *span) for request, span in pairs], np.int64)

        def hand_out() -> None:
            for request in full.requests:
                request.result = [tensor[:0] for tensor in request.inputs], index[:0]
            own.result = joined, index

        batcher.deliver(hand_out)

    batcher = _batcher(ctx, max_batch_size)
    result: Any = (await batcher.process(own, work)).result
    tensors, index = result
    return tensors, index, np.int64(own.number)
