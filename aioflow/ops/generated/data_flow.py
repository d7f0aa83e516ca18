# Generated from aioflow/ops/definitions/data_flow.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.data_flow` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def barrier(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Barrier() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "Barrier",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def barrier_close(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
    """BarrierClose(handle: Ref(string)) -> ()."""
    return apply_op("BarrierClose", [handle], {"cancel_pending_enqueues": cancel_pending_enqueues}, name)


def barrier_incomplete_size(handle: TensorLike, name: str | None = None) -> Tensor:
    """BarrierIncompleteSize(handle: Ref(string)) -> (size: int32)."""
    return apply_op("BarrierIncompleteSize", [handle], {}, name).outputs[0]


def barrier_insert_many(
    handle: TensorLike,
    keys: TensorLike,
    values: TensorLike,
    *,
    component_index: int,
    name: str | None = None,
) -> Operation:
    """BarrierInsertMany(handle: Ref(string), keys: string, values: T) -> ()."""
    return apply_op("BarrierInsertMany", [handle, keys, values], {"component_index": component_index}, name)


def barrier_ready_size(handle: TensorLike, name: str | None = None) -> Tensor:
    """BarrierReadySize(handle: Ref(string)) -> (size: int32)."""
    return apply_op("BarrierReadySize", [handle], {}, name).outputs[0]


class BarrierTakeManyOutputs(NamedTuple):
    """The outputs of BarrierTakeMany."""

    indices: Tensor
    keys: Tensor
    values: list[Tensor]


def barrier_take_many(
    handle: TensorLike,
    num_elements: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    allow_small_batch: bool = False,
    wait_for_incomplete: bool = False,
    timeout_ms: int = -1,
    name: str | None = None,
) -> BarrierTakeManyOutputs:
    """BarrierTakeMany(handle: Ref(string), num_elements: int32) -> (indices: int64, keys: string, values:
    component_types).

    """
    return BarrierTakeManyOutputs(*grouped(apply_op(
        "BarrierTakeMany",
        [handle, num_elements],
        {
            "component_types": component_types,
            "allow_small_batch": allow_small_batch,
            "wait_for_incomplete": wait_for_incomplete,
            "timeout_ms": timeout_ms,
        },
        name,
    )))


class BatchOutputs(NamedTuple):
    """The outputs of Batch."""

    batched_tensors: list[Tensor]
    batch_index: Tensor
    id: Tensor


def batch(
    in_tensors: Sequence[TensorLike],
    *,
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    grad_timeout_micros: int,
    max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] = (),
    container: str | bytes = "",
    shared_name: str | bytes = "",
    batching_queue: str | bytes = "",
    name: str | None = None,
) -> BatchOutputs:
    """Batch(in_tensors: T) -> (batched_tensors: T, batch_index: int64, id: int64)."""
    return BatchOutputs(*grouped(apply_op(
        "Batch",
        [in_tensors],
        {
            "num_batch_threads": num_batch_threads,
            "max_batch_size": max_batch_size,
            "batch_timeout_micros": batch_timeout_micros,
            "grad_timeout_micros": grad_timeout_micros,
            "max_enqueued_batches": max_enqueued_batches,
            "allowed_batch_sizes": allowed_batch_sizes,
            "container": container,
            "shared_name": shared_name,
            "batching_queue": batching_queue,
        },
        name,
    )))


def batch_function(
    in_tensors: Sequence[TensorLike],
    captured_tensors: Sequence[TensorLike],
    *,
    f: Any,
    num_batch_threads: int,
    max_batch_size: int,
    batch_timeout_micros: int,
    Tout: Sequence[DTypeLike],
    max_enqueued_batches: int = 10,
    allowed_batch_sizes: Sequence[int] = (),
    container: str | bytes = "",
    shared_name: str | bytes = "",
    batching_queue: str | bytes = "",
    low_priority_max_batch_size: int = 0,
    low_priority_batch_timeout_micros: int = 0,
    low_priority_allowed_batch_sizes: Sequence[int] = (),
    low_priority_max_enqueued_batches: int = 0,
    mixed_priority_policy: str | bytes = "low_priority_padding_with_max_batch_size",
    batch_padding_policy: str | bytes = "PAD_UP",
    enable_large_batch_splitting: bool = False,
    name: str | None = None,
) -> list[Tensor]:
    """BatchFunction(in_tensors: Tin, captured_tensors: Tcaptured) -> (out_tensors: Tout)."""
    return list(apply_op(
        "BatchFunction",
        [in_tensors, captured_tensors],
        {
            "f": f,
            "num_batch_threads": num_batch_threads,
            "max_batch_size": max_batch_size,
            "batch_timeout_micros": batch_timeout_micros,
            "Tout": Tout,
            "max_enqueued_batches": max_enqueued_batches,
            "allowed_batch_sizes": allowed_batch_sizes,
            "container": container,
            "shared_name": shared_name,
            "batching_queue": batching_queue,
            "low_priority_max_batch_size": low_priority_max_batch_size,
            "low_priority_batch_timeout_micros": low_priority_batch_timeout_micros,
            "low_priority_allowed_batch_sizes": low_priority_allowed_batch_sizes,
            "low_priority_max_enqueued_batches": low_priority_max_enqueued_batches,
            "mixed_priority_policy": mixed_priority_policy,
            "batch_padding_policy": batch_padding_policy,
            "enable_large_batch_splitting": enable_large_batch_splitting,
        },
        name,
    ).outputs)


def fifo_queue(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FIFOQueue() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "FIFOQueue",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def fifo_queue_v2(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """FIFOQueueV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "FIFOQueueV2",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def fake_queue(resource: TensorLike, name: str | None = None) -> Tensor:
    """FakeQueue(resource: resource) -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op("FakeQueue", [resource], {}, name).outputs[0]


def map_clear(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """MapClear() -> ().

    Stateful.
    """
    return apply_op(
        "MapClear",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )


def map_incomplete_size(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """MapIncompleteSize() -> (size: int32).

    Stateful.
    """
    return apply_op(
        "MapIncompleteSize",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def map_peek(
    key: TensorLike,
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """MapPeek(key: int64, indices: int32) -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "MapPeek",
        [key, indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)


def map_size(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """MapSize() -> (size: int32).

    Stateful.
    """
    return apply_op(
        "MapSize",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def map_stage(
    key: TensorLike,
    indices: TensorLike,
    values: Sequence[TensorLike],
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """MapStage(key: int64, indices: int32, values: fake_dtypes) -> ().

    Stateful.
    """
    return apply_op(
        "MapStage",
        [key, indices, values],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )


def map_unstage(
    key: TensorLike,
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """MapUnstage(key: int64, indices: int32) -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "MapUnstage",
        [key, indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)


class MapUnstageNoKeyOutputs(NamedTuple):
    """The outputs of MapUnstageNoKey."""

    key: Tensor
    values: list[Tensor]


def map_unstage_no_key(
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> MapUnstageNoKeyOutputs:
    """MapUnstageNoKey(indices: int32) -> (key: int64, values: dtypes).

    Stateful.
    """
    return MapUnstageNoKeyOutputs(*grouped(apply_op(
        "MapUnstageNoKey",
        [indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )))


def ordered_map_clear(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """OrderedMapClear() -> ().

    Stateful.
    """
    return apply_op(
        "OrderedMapClear",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )


def ordered_map_incomplete_size(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """OrderedMapIncompleteSize() -> (size: int32).

    Stateful.
    """
    return apply_op(
        "OrderedMapIncompleteSize",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def ordered_map_peek(
    key: TensorLike,
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """OrderedMapPeek(key: int64, indices: int32) -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "OrderedMapPeek",
        [key, indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)


def ordered_map_size(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """OrderedMapSize() -> (size: int32).

    Stateful.
    """
    return apply_op(
        "OrderedMapSize",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def ordered_map_stage(
    key: TensorLike,
    indices: TensorLike,
    values: Sequence[TensorLike],
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """OrderedMapStage(key: int64, indices: int32, values: fake_dtypes) -> ().

    Stateful.
    """
    return apply_op(
        "OrderedMapStage",
        [key, indices, values],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )


def ordered_map_unstage(
    key: TensorLike,
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """OrderedMapUnstage(key: int64, indices: int32) -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "OrderedMapUnstage",
        [key, indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)


class OrderedMapUnstageNoKeyOutputs(NamedTuple):
    """The outputs of OrderedMapUnstageNoKey."""

    key: Tensor
    values: list[Tensor]


def ordered_map_unstage_no_key(
    indices: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> OrderedMapUnstageNoKeyOutputs:
    """OrderedMapUnstageNoKey(indices: int32) -> (key: int64, values: dtypes).

    Stateful.
    """
    return OrderedMapUnstageNoKeyOutputs(*grouped(apply_op(
        "OrderedMapUnstageNoKey",
        [indices],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )))


def padding_fifo_queue(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PaddingFIFOQueue() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "PaddingFIFOQueue",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def padding_fifo_queue_v2(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PaddingFIFOQueueV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "PaddingFIFOQueueV2",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def priority_queue(
    *,
    shapes: Sequence[ShapeLike],
    component_types: Sequence[DTypeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PriorityQueue() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "PriorityQueue",
        [],
        {
            "shapes": shapes,
            "component_types": component_types,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def priority_queue_v2(
    *,
    shapes: Sequence[ShapeLike],
    component_types: Sequence[DTypeLike] = (),
    capacity: int = -1,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """PriorityQueueV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "PriorityQueueV2",
        [],
        {
            "shapes": shapes,
            "component_types": component_types,
            "capacity": capacity,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def queue_close(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
    """QueueClose(handle: Ref(string)) -> ()."""
    return apply_op("QueueClose", [handle], {"cancel_pending_enqueues": cancel_pending_enqueues}, name)


def queue_close_v2(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
    """QueueCloseV2(handle: resource) -> ().

    Stateful.
    """
    return apply_op("QueueCloseV2", [handle], {"cancel_pending_enqueues": cancel_pending_enqueues}, name)


def queue_dequeue(
    handle: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeue(handle: Ref(string)) -> (components: component_types)."""
    return list(apply_op(
        "QueueDequeue",
        [handle],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_dequeue_many(
    handle: TensorLike,
    n: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeueMany(handle: Ref(string), n: int32) -> (components: component_types)."""
    return list(apply_op(
        "QueueDequeueMany",
        [handle, n],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_dequeue_many_v2(
    handle: TensorLike,
    n: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeueManyV2(handle: resource, n: int32) -> (components: component_types).

    Stateful.
    """
    return list(apply_op(
        "QueueDequeueManyV2",
        [handle, n],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_dequeue_up_to(
    handle: TensorLike,
    n: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeueUpTo(handle: Ref(string), n: int32) -> (components: component_types)."""
    return list(apply_op(
        "QueueDequeueUpTo",
        [handle, n],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_dequeue_up_to_v2(
    handle: TensorLike,
    n: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeueUpToV2(handle: resource, n: int32) -> (components: component_types).

    Stateful.
    """
    return list(apply_op(
        "QueueDequeueUpToV2",
        [handle, n],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_dequeue_v2(
    handle: TensorLike,
    *,
    component_types: Sequence[DTypeLike],
    timeout_ms: int = -1,
    name: str | None = None,
) -> list[Tensor]:
    """QueueDequeueV2(handle: resource) -> (components: component_types).

    Stateful.
    """
    return list(apply_op(
        "QueueDequeueV2",
        [handle],
        {"component_types": component_types, "timeout_ms": timeout_ms},
        name,
    ).outputs)


def queue_enqueue(
    handle: TensorLike,
    components: Sequence[TensorLike],
    *,
    timeout_ms: int = -1,
    name: str | None = None,
) -> Operation:
    """QueueEnqueue(handle: Ref(string), components: Tcomponents) -> ()."""
    return apply_op("QueueEnqueue", [handle, components], {"timeout_ms": timeout_ms}, name)


def queue_enqueue_many(
    handle: TensorLike,
    components: Sequence[TensorLike],
    *,
    timeout_ms: int = -1,
    name: str | None = None,
) -> Operation:
    """QueueEnqueueMany(handle: Ref(string), components: Tcomponents) -> ()."""
    return apply_op("QueueEnqueueMany", [handle, components], {"timeout_ms": timeout_ms}, name)


def queue_enqueue_many_v2(
    handle: TensorLike,
    components: Sequence[TensorLike],
    *,
    timeout_ms: int = -1,
    name: str | None = None,
) -> Operation:
    """QueueEnqueueManyV2(handle: resource, components: Tcomponents) -> ().

    Stateful.
    """
    return apply_op("QueueEnqueueManyV2", [handle, components], {"timeout_ms": timeout_ms}, name)


def queue_enqueue_v2(
    handle: TensorLike,
    components: Sequence[TensorLike],
    *,
    timeout_ms: int = -1,
    name: str | None = None,
) -> Operation:
    """QueueEnqueueV2(handle: resource, components: Tcomponents) -> ().

    Stateful.
    """
    return apply_op("QueueEnqueueV2", [handle, components], {"timeout_ms": timeout_ms}, name)


def queue_is_closed(handle: TensorLike, name: str | None = None) -> Tensor:
    """QueueIsClosed(handle: Ref(string)) -> (is_closed: bool)."""
    return apply_op("QueueIsClosed", [handle], {}, name).outputs[0]


def queue_is_closed_v2(handle: TensorLike, name: str | None = None) -> Tensor:
    """QueueIsClosedV2(handle: resource) -> (is_closed: bool).

    Stateful.
    """
    return apply_op("QueueIsClosedV2", [handle], {}, name).outputs[0]


def queue_size(handle: TensorLike, name: str | None = None) -> Tensor:
    """QueueSize(handle: Ref(string)) -> (size: int32)."""
    return apply_op("QueueSize", [handle], {}, name).outputs[0]


def queue_size_v2(handle: TensorLike, name: str | None = None) -> Tensor:
    """QueueSizeV2(handle: resource) -> (size: int32).

    Stateful.
    """
    return apply_op("QueueSizeV2", [handle], {}, name).outputs[0]


def random_shuffle_queue(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    min_after_dequeue: int = 0,
    seed: int = 0,
    seed2: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RandomShuffleQueue() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "RandomShuffleQueue",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "min_after_dequeue": min_after_dequeue,
            "seed": seed,
            "seed2": seed2,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def random_shuffle_queue_v2(
    *,
    component_types: Sequence[DTypeLike],
    shapes: Sequence[ShapeLike] = (),
    capacity: int = -1,
    min_after_dequeue: int = 0,
    seed: int = 0,
    seed2: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RandomShuffleQueueV2() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "RandomShuffleQueueV2",
        [],
        {
            "component_types": component_types,
            "shapes": shapes,
            "capacity": capacity,
            "min_after_dequeue": min_after_dequeue,
            "seed": seed,
            "seed2": seed2,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def stage(
    values: Sequence[TensorLike],
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """Stage(values: dtypes) -> ().

    Stateful.
    """
    return apply_op(
        "Stage",
        [values],
        {"capacity": capacity, "memory_limit": memory_limit, "container": container, "shared_name": shared_name},
        name,
    )


def stage_clear(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Operation:
    """StageClear() -> ().

    Stateful.
    """
    return apply_op(
        "StageClear",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    )


def stage_peek(
    index: TensorLike,
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """StagePeek(index: int32) -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "StagePeek",
        [index],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)


def stage_size(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """StageSize() -> (size: int32).

    Stateful.
    """
    return apply_op(
        "StageSize",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs[0]


def unbatch(
    batched_tensor: TensorLike,
    batch_index: TensorLike,
    id: TensorLike,
    *,
    timeout_micros: int,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """Unbatch(batched_tensor: T, batch_index: int64, id: int64) -> (unbatched_tensor: T)."""
    return apply_op(
        "Unbatch",
        [batched_tensor, batch_index, id],
        {"timeout_micros": timeout_micros, "container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def unbatch_grad(
    original_input: TensorLike,
    batch_index: TensorLike,
    grad: TensorLike,
    id: TensorLike,
    *,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """UnbatchGrad(original_input: T, batch_index: int64, grad: T, id: int64) -> (batched_grad: T)."""
    return apply_op(
        "UnbatchGrad",
        [original_input, batch_index, grad, id],
        {"container": container, "shared_name": shared_name},
        name,
    ).outputs[0]


def unstage(
    *,
    dtypes: Sequence[DTypeLike],
    capacity: int = 0,
    memory_limit: int = 0,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    name: str | None = None,
) -> list[Tensor]:
    """Unstage() -> (values: dtypes).

    Stateful.
    """
    return list(apply_op(
        "Unstage",
        [],
        {
            "dtypes": dtypes,
            "capacity": capacity,
            "memory_limit": memory_limit,
            "container": container,
            "shared_name": shared_name,
        },
        name,
    ).outputs)
