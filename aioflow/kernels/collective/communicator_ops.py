"""Ops of collectives that get a communicator ("V3"), and what assigns devices to groups."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from aioflow import errors
from aioflow.framework.dtypes import DType
from aioflow.framework.kernels import KernelContext, as_object_array, kernel
from aioflow.framework.kernels.collectives import CollectiveType, Group
from aioflow.framework.resources.resource_handle import Resource, anonymous_name
from aioflow.kernels.arrays import Array
from aioflow.kernels.collective.combining import all_to_all, reduce
from aioflow.kernels.collective.part import Keys, Part, complete_group, instance_of, joined
from aioflow.kernels.collective.ring import Reduction
from aioflow.kernels.handles import new_handle, resource_of


class Communicator(Resource):
    """A device's membership of a group.

    Args:
        group: The group.
    """

    def __init__(self, group: Group) -> None:
        self.group = group
        self._instance_keys = itertools.count()

    def next_instance_key(self) -> int:
        """The key of the device's next collective: each device counts its own."""
        return next(self._instance_keys)


@kernel("CollectiveInitializeCommunicator")
async def collective_initialize_communicator(
    ctx: KernelContext, group_key: Array, rank: Array, group_size: Array, *, timeout_seconds: float
) -> Array:
    """Joins a group, at the place that the program says."""
    for name, value in (("group_size", group_size), ("group_key", group_key), ("rank", rank)):
        if value.ndim:
            raise errors.invalid_argument(f"Unexpected dimensions on input {name}, got {list(value.shape)}")
    keys = Keys(int(group_key), int(group_size), 0, timeout_seconds)
    communicator = Communicator(await complete_group(ctx, keys, int(rank)))
    return as_object_array(new_handle(ctx, "", anonymous_name("_Communicator"), Communicator, communicator))


@kernel("CollectiveReduceV3")
async def collective_reduce_v3(
    ctx: KernelContext, input: Array, communicator: Any, group_assignment: Array, *, T: DType, reduction: bytes,
    timeout_seconds: float,
) -> Array:  # fmt: skip
    """The sum, product, minimum or maximum of the inputs of all devices of the group."""
    how = Reduction(reduction.decode(), "Id")
    part = await _joined(ctx, communicator, group_assignment, CollectiveType.REDUCE, T, input, timeout_seconds)
    return await reduce(ctx, part, timeout_seconds, input, how)


@kernel("CollectiveAllToAllV3")
async def collective_all_to_all_v3(
    ctx: KernelContext, input: Array, communicator: Any, group_assignment: Array, *, T: DType, timeout_seconds: float
) -> Array:
    """Row `i` of the input goes to the device `i` of the group, which has it in the row of this device's place."""
    part = await _joined(ctx, communicator, group_assignment, CollectiveType.ALL_TO_ALL, T, input, timeout_seconds)
    return await all_to_all(ctx, part, timeout_seconds, input)


async def _joined(
    ctx: KernelContext, handle: Any, group_assignment: Array, kind: CollectiveType, dtype: DType, value: Array,
    timeout_s: float,
) -> Part:  # fmt: skip
    communicator = resource_of(ctx, handle, Communicator)
    if group_assignment.size:
        raise errors.unimplemented("Group assignments are not supported yet.")
    group = communicator.group
    keys = Keys(group.key, group.size, communicator.next_instance_key(), timeout_s)
    what = "ReduceV3" if kind is CollectiveType.REDUCE else "AllToAllV3"
    return await joined(ctx, keys, instance_of(ctx, keys, what, kind, dtype, value.shape), group)


@kernel("CollectiveAssignGroupV2")
def collective_assign_group_v2(
    ctx: KernelContext, group_assignment: Array, device_index: Array, base_key: Array
) -> tuple[Any, Any]:
    """The size and key of the group in whose row of `group_assignment` ([groups, size]) the device is."""
    for name, value, ndim, wanted in (
        ("group_assignment", group_assignment, 2, "a 2-d Tensor"), ("device_index", device_index, 0, "a scalar"),
        ("base_key", base_key, 0, "a scalar"),
    ):  # fmt: skip
        if value.ndim != ndim:
            shown = ",".join(map(str, value.shape))
            raise errors.invalid_argument(f"{name} must be {wanted}, but received tensor of shape: [{shown}]")
    rows = np.flatnonzero((group_assignment == device_index).any(axis=1))
    if not rows.size:
        shape = ",".join(map(str, group_assignment.shape))
        raise errors.invalid_argument(
            f"device_index {device_index} is not found in group_assignment Tensor<type: int32 shape: [{shape}] values: "
            f"{' '.join(str(row) for row in group_assignment)}>"
        )
    key = int(base_key) + int(rows[0])
    if not key:
        raise errors.invalid_argument(
            f"Using the reserved group_key = 0 is not allowed: group_id = {rows[0]}, base_key = {base_key}"
        )
    return np.int32(group_assignment.shape[1]), np.int32(key)
