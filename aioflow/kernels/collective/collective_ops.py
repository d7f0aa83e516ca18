"""Ops of collectives whose keys are attributes, or inputs ("V2")."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aioflow import errors
from aioflow.framework import TensorShape
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import KernelContext, kernel
from aioflow.framework.kernels.collectives import CollectiveType
from aioflow.kernels.arrays import Array
from aioflow.kernels.checks import dims_from
from aioflow.kernels.collective.combining import all_to_all, broadcast, gather, reduce
from aioflow.kernels.collective.part import Keys, instance_of, joined, keep, kept_part
from aioflow.kernels.collective.resolver import check_group_size
from aioflow.kernels.collective.ring import Reduction, subdivision_offsets


# ---- keys that are attributes
@kernel("CollectiveReduce")
async def collective_reduce(
    ctx: KernelContext, input: Array, *, T: DType, group_size: int, group_key: int, instance_key: int, merge_op: bytes,
    final_op: bytes, subdiv_offsets: list[int], timeout_seconds: float,
) -> Array:  # fmt: skip
    """The sum, product, minimum or maximum of the inputs of all devices of the group."""
    keys = Keys(group_key, group_size, instance_key, timeout_seconds)
    reduction = Reduction(merge_op.decode(), final_op.decode(), tuple(subdiv_offsets) or (0,))
    instance = instance_of(ctx, keys, _reduce_name(reduction), CollectiveType.REDUCE, T, input.shape)
    part = await kept_part(ctx, keys, replace(instance, offsets=reduction.offsets))
    return keep(ctx, part, await reduce(ctx, part, timeout_seconds, input, reduction))


@kernel("CollectiveGather")
async def collective_gather(
    ctx: KernelContext, input: Array, *, T: DType, group_size: int, group_key: int, instance_key: int,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """The inputs of all devices of the group, one behind the other."""
    keys = Keys(group_key, group_size, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "Gather", CollectiveType.GATHER, T, _gathered_shape(input, group_size))
    part = await kept_part(ctx, keys, instance)
    return keep(ctx, part, await gather(ctx, part, timeout_seconds, input))


@kernel("CollectiveBcastSend")
async def collective_bcast_send(
    ctx: KernelContext, input: Array, *, T: DType, group_size: int, group_key: int, instance_key: int,
    shape: TensorShape, timeout_seconds: float,
) -> Array:  # fmt: skip
    """The input, which all other devices of the group get."""
    keys = Keys(group_key, group_size, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "Broadcast(1)", CollectiveType.BROADCAST, T, _declared(shape), is_source=True)
    check_group_size(group_size)
    if instance.shape != input.shape:
        raise errors.internal(f"Declared shape of op {instance.name} does not match shape of input")
    part = await kept_part(ctx, keys, instance)
    return keep(ctx, part, await broadcast(ctx, part, timeout_seconds, input))


@kernel("CollectiveBcastRecv")
async def collective_bcast_recv(
    ctx: KernelContext, *, T: DType, group_size: int, group_key: int, instance_key: int, shape: TensorShape,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """What the one device of the group sends that does."""
    keys = Keys(group_key, group_size, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "Broadcast(0)", CollectiveType.BROADCAST, T, _declared(shape))
    part = await kept_part(ctx, keys, instance)
    return keep(ctx, part, await broadcast(ctx, part, timeout_seconds, None))


# ---- keys that are inputs
@kernel("CollectiveReduceV2")
async def collective_reduce_v2(
    ctx: KernelContext, input: Array, group_size: Array, group_key: Array, instance_key: Array,
    ordering_token: list[Array], *, T: DType, merge_op: bytes, final_op: bytes, max_subdivs_per_device: int,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """The sum, product, minimum or maximum of the inputs of all devices of the group."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    reduction = Reduction(merge_op.decode(), final_op.decode())
    instance = instance_of(ctx, keys, _reduce_name(reduction), CollectiveType.REDUCE, T, input.shape)
    part = await joined(ctx, keys, instance)
    sizes = part.group.task_sizes
    offsets = subdivision_offsets(max_subdivs_per_device, input.nbytes, part.group.size, len(sizes))
    return await reduce(ctx, part, timeout_seconds, input, replace(reduction, offsets=offsets))


@kernel("CollectiveReduceScatterV2")
async def collective_reduce_scatter_v2(
    ctx: KernelContext, input: Array, group_size: Array, group_key: Array, instance_key: Array,
    ordering_token: list[Array], *, T: DType, timeout_seconds: float,
) -> Array:  # fmt: skip
    """Raises `InternalError`: CPUs do not scatter what they reduce, in TensorFlow neither."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    check_group_size(keys.group_size)
    raise errors.internal(
        "Collective ops is aborted by: CollectiveRegistry::Lookup did not find collective implementation undef"
    )


@kernel("CollectiveGatherV2")
async def collective_gather_v2(
    ctx: KernelContext, input: Array, group_size: Array, group_key: Array, instance_key: Array,
    ordering_token: list[Array], *, T: DType, timeout_seconds: float,
) -> Array:  # fmt: skip
    """The inputs of all devices of the group, one behind the other."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    shape = _gathered_shape(input, keys.group_size)
    instance = instance_of(ctx, keys, "Gather", CollectiveType.GATHER, T, shape)
    return await gather(ctx, await joined(ctx, keys, instance), timeout_seconds, input)


@kernel("CollectiveBcastSendV2")
async def collective_bcast_send_v2(
    ctx: KernelContext, input: Array, group_size: Array, group_key: Array, instance_key: Array, *, T: DType,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """The input, which all other devices of the group get."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "Broadcast(1)", CollectiveType.BROADCAST, T, input.shape, is_source=True)
    return await broadcast(ctx, await joined(ctx, keys, instance), timeout_seconds, input)


@kernel("CollectiveBcastRecvV2")
async def collective_bcast_recv_v2(
    ctx: KernelContext, group_size: Array, group_key: Array, instance_key: Array, shape: Array, *, T: DType,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """What the one device of the group sends that does."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "Broadcast(0)", CollectiveType.BROADCAST, T, dims_from(shape))
    return await broadcast(ctx, await joined(ctx, keys, instance), timeout_seconds, None)


@kernel("CollectiveAllToAllV2")
async def collective_all_to_all_v2(
    ctx: KernelContext, input: Array, group_size: Array, group_key: Array, instance_key: Array,
    ordering_token: list[Array], *, T: DType, timeout_seconds: float,
) -> Array:  # fmt: skip
    """Row `i` of the input goes to the device `i` of the group, which has it in the row of this device."""
    keys = _keys(group_size, group_key, instance_key, timeout_seconds)
    instance = instance_of(ctx, keys, "AllToAllV2", CollectiveType.ALL_TO_ALL, T, input.shape)
    return await all_to_all(ctx, await joined(ctx, keys, instance), timeout_seconds, input)


def _keys(group_size: Array, group_key: Array, instance_key: Array, timeout_s: float) -> Keys:
    """The keys in three scalars.

    Raises:
        InvalidArgumentError: One is no scalar.
    """
    inputs: dict[str, Any] = {"group_size": group_size, "group_key": group_key, "instance_key": instance_key}
    for name, value in inputs.items():
        if value.ndim:
            shown = ",".join(map(str, value.shape))
            raise errors.invalid_argument(f"Unexpected dimensions on input {name}, got [{shown}]")
    return Keys(int(group_key), int(group_size), int(instance_key), timeout_s)


def _declared(shape: TensorShape) -> list[int]:
    """The sizes of a declared shape; -1 for those that it leaves open, so that it is that of no value."""
    return [-1] if shape.rank is None else [-1 if size is None else size for size in shape.as_list()]


def _reduce_name(reduction: Reduction) -> str:
    return f"Reduce({reduction.merge_op},{reduction.final_op})"


def _gathered_shape(value: Array, size: int) -> Sequence[int]:
    """The shape of what a gathering gives.

    Raises:
        InvalidArgumentError: The value is a scalar.
    """
    if not value.ndim:  # TensorFlow's process ends
        raise errors.invalid_argument("Shape must be at least rank 1 but is rank 0 for the input of a gathering")
    return value.shape[0] * size, *value.shape[1:]

