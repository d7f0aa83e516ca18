# Generated from protos/ops/collective.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def collective_all_to_all_v2(
    input: TensorLike, group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike,
    ordering_token: Sequence[TensorLike], *, communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0,
    is_stateless: bool = False, name: str | None = None,
) -> Tensor: ...


def collective_all_to_all_v3(
    input: TensorLike, communicator: TensorLike, group_assignment: TensorLike, *, timeout_seconds: float = 0.0,
    name: str | None = None,
) -> Tensor: ...


class CollectiveAssignGroupV2Outputs(NamedTuple):
    """The outputs of CollectiveAssignGroupV2."""

    group_size: Tensor
    group_key: Tensor


def collective_assign_group_v2(
    group_assignment: TensorLike, device_index: TensorLike, base_key: TensorLike, name: str | None = None,
) -> CollectiveAssignGroupV2Outputs: ...


def collective_bcast_recv(
    *, T: DTypeLike, group_size: int, group_key: int, instance_key: int, shape: ShapeLike,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_bcast_recv_v2(
    group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike, shape: TensorLike, *, T: DTypeLike,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_bcast_send(
    input: TensorLike, *, group_size: int, group_key: int, instance_key: int, shape: ShapeLike,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_bcast_send_v2(
    input: TensorLike, group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike, *,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_gather(
    input: TensorLike, *, group_size: int, group_key: int, instance_key: int, shape: ShapeLike,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_gather_v2(
    input: TensorLike, group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike,
    ordering_token: Sequence[TensorLike], *, communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0,
    is_stateless: bool = False, name: str | None = None,
) -> Tensor: ...


def collective_initialize_communicator(
    group_key: TensorLike, rank: TensorLike, group_size: TensorLike, *, communication_hint: str | bytes = "auto",
    timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_reduce(
    input: TensorLike, *, group_size: int, group_key: int, instance_key: int, merge_op: str | bytes,
    final_op: str | bytes, subdiv_offsets: Sequence[int], wait_for: Sequence[int] = (),
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...


def collective_reduce_scatter_v2(
    input: TensorLike, group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike,
    ordering_token: Sequence[TensorLike], *, merge_op: str | bytes, final_op: str | bytes,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, is_stateless: bool = False,
    max_subdivs_per_device: int = -1, name: str | None = None,
) -> Tensor: ...


def collective_reduce_v2(
    input: TensorLike, group_size: TensorLike, group_key: TensorLike, instance_key: TensorLike,
    ordering_token: Sequence[TensorLike], *, merge_op: str | bytes, final_op: str | bytes,
    communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0, is_stateless: bool = False,
    max_subdivs_per_device: int = -1, name: str | None = None,
) -> Tensor: ...


def collective_reduce_v3(
    input: TensorLike, communicator: TensorLike, group_assignment: TensorLike, *, reduction: str | bytes,
    timeout_seconds: float = 0.0, name: str | None = None,
) -> Tensor: ...
