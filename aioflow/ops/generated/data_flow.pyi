# Generated from protos/ops/data_flow.txt by `python -m aioflow.tools.gen_ops`. Do not edit.
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike


def barrier(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def barrier_close(
    handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None,
) -> Operation: ...


def barrier_incomplete_size(handle: TensorLike, name: str | None = None) -> Tensor: ...


def barrier_insert_many(
    handle: TensorLike, keys: TensorLike, values: TensorLike, *, component_index: int, name: str | None = None,
) -> Operation: ...


def barrier_ready_size(handle: TensorLike, name: str | None = None) -> Tensor: ...


class BarrierTakeManyOutputs(NamedTuple):
    """The outputs of BarrierTakeMany."""

    indices: Tensor
    keys: Tensor
    values: list[Tensor]


def barrier_take_many(
    handle: TensorLike, num_elements: TensorLike, *, component_types: Sequence[DTypeLike],
    allow_small_batch: bool = False, wait_for_incomplete: bool = False, timeout_ms: int = -1,
    name: str | None = None,
) -> BarrierTakeManyOutputs: ...


class BatchOutputs(NamedTuple):
    """The outputs of Batch."""

    batched_tensors: list[Tensor]
    batch_index: Tensor
    id: Tensor


def batch(
    in_tensors: Sequence[TensorLike], *, num_batch_threads: int, max_batch_size: int, batch_timeout_micros: int,
    grad_timeout_micros: int, max_enqueued_batches: int = 10, allowed_batch_sizes: Sequence[int] = (),
    container: str | bytes = "", shared_name: str | bytes = "", batching_queue: str | bytes = "",
    name: str | None = None,
) -> BatchOutputs: ...


def batch_function(
    in_tensors: Sequence[TensorLike], captured_tensors: Sequence[TensorLike], *, f: Any, num_batch_threads: int,
    max_batch_size: int, batch_timeout_micros: int, Tout: Sequence[DTypeLike], max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] = (), container: str | bytes = "", shared_name: str | bytes = "",
    batching_queue: str | bytes = "", low_priority_max_batch_size: int = 0,
    low_priority_batch_timeout_micros: int = 0, low_priority_allowed_batch_sizes: Sequence[int] = (),
    low_priority_max_enqueued_batches: int = 0,
    mixed_priority_policy: str | bytes = "low_priority_padding_with_max_batch_size",
    batch_padding_policy: str | bytes = "PAD_UP", enable_large_batch_splitting: bool = False,
    name: str | None = None,
) -> list[Tensor]: ...


def fifo_queue(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def fifo_queue_v2(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def fake_queue(resource: TensorLike, name: str | None = None) -> Tensor: ...


def map_clear(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Operation: ...


def map_incomplete_size(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def map_peek(
    key: TensorLike, indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def map_size(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def map_stage(
    key: TensorLike, indices: TensorLike, values: Sequence[TensorLike], *, dtypes: Sequence[DTypeLike],
    capacity: int = 0, memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation: ...


def map_unstage(
    key: TensorLike, indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


class MapUnstageNoKeyOutputs(NamedTuple):
    """The outputs of MapUnstageNoKey."""

    key: Tensor
    values: list[Tensor]


def map_unstage_no_key(
    indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> MapUnstageNoKeyOutputs: ...


def ordered_map_clear(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Operation: ...


def ordered_map_incomplete_size(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def ordered_map_peek(
    key: TensorLike, indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def ordered_map_size(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def ordered_map_stage(
    key: TensorLike, indices: TensorLike, values: Sequence[TensorLike], *, dtypes: Sequence[DTypeLike],
    capacity: int = 0, memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation: ...


def ordered_map_unstage(
    key: TensorLike, indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


class OrderedMapUnstageNoKeyOutputs(NamedTuple):
    """The outputs of OrderedMapUnstageNoKey."""

    key: Tensor
    values: list[Tensor]


def ordered_map_unstage_no_key(
    indices: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> OrderedMapUnstageNoKeyOutputs: ...


def padding_fifo_queue(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def padding_fifo_queue_v2(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def priority_queue(
    *, shapes: Sequence[ShapeLike], component_types: Sequence[DTypeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def priority_queue_v2(
    *, shapes: Sequence[ShapeLike], component_types: Sequence[DTypeLike] = (), capacity: int = -1,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def queue_close(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation: ...


def queue_close_v2(
    handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None,
) -> Operation: ...


def queue_dequeue(
    handle: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1, name: str | None = None,
) -> list[Tensor]: ...


def queue_dequeue_many(
    handle: TensorLike, n: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]: ...


def queue_dequeue_many_v2(
    handle: TensorLike, n: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]: ...


def queue_dequeue_up_to(
    handle: TensorLike, n: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]: ...


def queue_dequeue_up_to_v2(
    handle: TensorLike, n: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]: ...


def queue_dequeue_v2(
    handle: TensorLike, *, component_types: Sequence[DTypeLike], timeout_ms: int = -1, name: str | None = None,
) -> list[Tensor]: ...


def queue_enqueue(
    handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1, name: str | None = None,
) -> Operation: ...


def queue_enqueue_many(
    handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1, name: str | None = None,
) -> Operation: ...


def queue_enqueue_many_v2(
    handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1, name: str | None = None,
) -> Operation: ...


def queue_enqueue_v2(
    handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1, name: str | None = None,
) -> Operation: ...


def queue_is_closed(handle: TensorLike, name: str | None = None) -> Tensor: ...


def queue_is_closed_v2(handle: TensorLike, name: str | None = None) -> Tensor: ...


def queue_size(handle: TensorLike, name: str | None = None) -> Tensor: ...


def queue_size_v2(handle: TensorLike, name: str | None = None) -> Tensor: ...


def random_shuffle_queue(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def random_shuffle_queue_v2(
    *, component_types: Sequence[DTypeLike], shapes: Sequence[ShapeLike] = (), capacity: int = -1,
    min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def stage(
    values: Sequence[TensorLike], *, capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Operation: ...


def stage_clear(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Operation: ...


def stage_peek(
    index: TensorLike, *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...


def stage_size(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def unbatch(
    batched_tensor: TensorLike, batch_index: TensorLike, id: TensorLike, *, timeout_micros: int,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def unbatch_grad(
    original_input: TensorLike, batch_index: TensorLike, grad: TensorLike, id: TensorLike, *,
    container: str | bytes = "", shared_name: str | bytes = "", name: str | None = None,
) -> Tensor: ...


def unstage(
    *, dtypes: Sequence[DTypeLike], capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
    shared_name: str | bytes = "", name: str | None = None,
) -> list[Tensor]: ...
