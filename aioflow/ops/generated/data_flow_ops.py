# Generated from aioflow/ops/definitions/data_flow_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.data_flow_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.building.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


def accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient: TensorLike,
    name: str | None = None,
) -> Operation:
    """AccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op("AccumulatorApplyGradient", [handle, local_step, gradient], {}, name)


def accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor:
    """AccumulatorNumAccumulated(handle: Ref(string)) -> (num_accumulated: int32)."""
    return apply_op("AccumulatorNumAccumulated", [handle], {}, name).outputs[0]


def accumulator_set_global_step(handle: TensorLike, new_global_step: TensorLike, name: str | None = None) -> Operation:
    """AccumulatorSetGlobalStep(handle: Ref(string), new_global_step: int64) -> ()."""
    return apply_op("AccumulatorSetGlobalStep", [handle, new_global_step], {}, name)


def accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """AccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (average: dtype)."""
    return apply_op("AccumulatorTakeGradient", [handle, num_required], {"dtype": dtype}, name).outputs[0]


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


def conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """ConditionalAccumulator() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "ConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]


def delete_session_tensor(handle: TensorLike, name: str | None = None) -> Operation:
    """DeleteSessionTensor(handle: string) -> ().

    Stateful.
    """
    return apply_op("DeleteSessionTensor", [handle], {}, name)


def dynamic_partition(
    data: TensorLike,
    partitions: TensorLike,
    *,
    num_partitions: int,
    name: str | None = None,
) -> list[Tensor]:
    """DynamicPartition(data: T, partitions: int32) -> (outputs: num_partitions * T)."""
    return list(apply_op("DynamicPartition", [data, partitions], {"num_partitions": num_partitions}, name).outputs)


def dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """DynamicStitch(indices: N * int32, data: N * T) -> (merged: T)."""
    return apply_op("DynamicStitch", [indices, data], {}, name).outputs[0]


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


def get_session_handle(value: TensorLike, name: str | None = None) -> Tensor:
    """GetSessionHandle(value: T) -> (handle: string).

    Stateful.
    """
    return apply_op("GetSessionHandle", [value], {}, name).outputs[0]


def get_session_handle_v2(value: TensorLike, name: str | None = None) -> Tensor:
    """GetSessionHandleV2(value: T) -> (handle: resource).

    Stateful.
    """
    return apply_op("GetSessionHandleV2", [value], {}, name).outputs[0]


def get_session_tensor(handle: TensorLike, *, dtype: DTypeLike, name: str | None = None) -> Tensor:
    """GetSessionTensor(handle: string) -> (value: dtype).

    Stateful.
    """
    return apply_op("GetSessionTensor", [handle], {"dtype": dtype}, name).outputs[0]


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


def parallel_dynamic_stitch(
    indices: Sequence[TensorLike],
    data: Sequence[TensorLike],
    name: str | None = None,
) -> Tensor:
    """ParallelDynamicStitch(indices: N * int32, data: N * T) -> (merged: T)."""
    return apply_op("ParallelDynamicStitch", [indices, data], {}, name).outputs[0]


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


def record_input(
    *,
    file_pattern: str | bytes,
    file_random_seed: int = 301,
    file_shuffle_shift_ratio: float = 0.0,
    file_buffer_size: int = 10000,
    file_parallelism: int = 16,
    batch_size: int = 32,
    compression_type: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """RecordInput() -> (records: string).

    Stateful.
    """
    return apply_op(
        "RecordInput",
        [],
        {
            "file_pattern": file_pattern,
            "file_random_seed": file_random_seed,
            "file_shuffle_shift_ratio": file_shuffle_shift_ratio,
            "file_buffer_size": file_buffer_size,
            "file_parallelism": file_parallelism,
            "batch_size": batch_size,
            "compression_type": compression_type,
        },
        name,
    ).outputs[0]


def resource_accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceAccumulatorApplyGradient(handle: resource, local_step: int64, gradient: dtype) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    Stateful.
    """
    return apply_op("ResourceAccumulatorApplyGradient", [handle, local_step, gradient], {}, name)


def resource_accumulator_num_accumulated(handle: TensorLike, name: str | None = None) -> Tensor:
    """ResourceAccumulatorNumAccumulated(handle: resource) -> (num_accumulated: int32).

    Stateful.
    """
    return apply_op("ResourceAccumulatorNumAccumulated", [handle], {}, name).outputs[0]


def resource_accumulator_set_global_step(
    handle: TensorLike,
    new_global_step: TensorLike,
    name: str | None = None,
) -> Operation:
    """ResourceAccumulatorSetGlobalStep(handle: resource, new_global_step: int64) -> ().

    Stateful.
    """
    return apply_op("ResourceAccumulatorSetGlobalStep", [handle, new_global_step], {}, name)


def resource_accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """ResourceAccumulatorTakeGradient(handle: resource, num_required: int32) -> (average: dtype).

    Stateful.
    """
    return apply_op("ResourceAccumulatorTakeGradient", [handle, num_required], {"dtype": dtype}, name).outputs[0]


def resource_conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """ResourceConditionalAccumulator() -> (handle: resource).

    Stateful.
    """
    return apply_op(
        "ResourceConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]


def sparse_accumulator_apply_gradient(
    handle: TensorLike,
    local_step: TensorLike,
    gradient_indices: TensorLike,
    gradient_values: TensorLike,
    gradient_shape: TensorLike,
    *,
    has_known_shape: bool,
    name: str | None = None,
) -> Operation:
    """SparseAccumulatorApplyGradient(handle: Ref(string), local_step: int64, gradient_indices: int64, gradient_values:
    dtype, gradient_shape: int64) -> ().

    dtype is one of bfloat16, complex128, complex64, float16, float32, float64, int16, int32, int64, int8, qint16,
    qint32, qint8, quint16, quint8, uint16, uint32, uint64, uint8.
    """
    return apply_op(
        "SparseAccumulatorApplyGradient",
        [handle, local_step, gradient_indices, gradient_values, gradient_shape],
        {"has_known_shape": has_known_shape},
        name,
    )


class SparseAccumulatorTakeGradientOutputs(NamedTuple):
    """The outputs of SparseAccumulatorTakeGradient."""

    indices: Tensor
    values: Tensor
    shape: Tensor


def sparse_accumulator_take_gradient(
    handle: TensorLike,
    num_required: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> SparseAccumulatorTakeGradientOutputs:
    """SparseAccumulatorTakeGradient(handle: Ref(string), num_required: int32) -> (indices: int64, values: dtype, shape:
    int64).

    """
    return SparseAccumulatorTakeGradientOutputs(*grouped(apply_op(
        "SparseAccumulatorTakeGradient",
        [handle, num_required],
        {"dtype": dtype},
        name,
    )))


def sparse_conditional_accumulator(
    *,
    dtype: DTypeLike,
    shape: ShapeLike,
    container: str | bytes = "",
    shared_name: str | bytes = "",
    reduction_type: str | bytes = "MEAN",
    name: str | None = None,
) -> Tensor:
    """SparseConditionalAccumulator() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op(
        "SparseConditionalAccumulator",
        [],
        {
            "dtype": dtype,
            "shape": shape,
            "container": container,
            "shared_name": shared_name,
            "reduction_type": reduction_type,
        },
        name,
    ).outputs[0]


def stack(*, elem_type: DTypeLike, stack_name: str | bytes = "", name: str | None = None) -> Tensor:
    """Stack() -> (handle: Ref(string)).

    Stateful.
    """
    return apply_op("Stack", [], {"elem_type": elem_type, "stack_name": stack_name}, name).outputs[0]


def stack_close(handle: TensorLike, name: str | None = None) -> Operation:
    """StackClose(handle: Ref(string)) -> ()."""
    return apply_op("StackClose", [handle], {}, name)


def stack_close_v2(handle: TensorLike, name: str | None = None) -> Operation:
    """StackCloseV2(handle: resource) -> ().

    Stateful.
    """
    return apply_op("StackCloseV2", [handle], {}, name)


def stack_pop(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor:
    """StackPop(handle: Ref(string)) -> (elem: elem_type)."""
    return apply_op("StackPop", [handle], {"elem_type": elem_type}, name).outputs[0]


def stack_pop_v2(handle: TensorLike, *, elem_type: DTypeLike, name: str | None = None) -> Tensor:
    """StackPopV2(handle: resource) -> (elem: elem_type).

    Stateful.
    """
    return apply_op("StackPopV2", [handle], {"elem_type": elem_type}, name).outputs[0]


def stack_push(handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False, name: str | None = None) -> Tensor:
    """StackPush(handle: Ref(string), elem: T) -> (output: T)."""
    return apply_op("StackPush", [handle, elem], {"swap_memory": swap_memory}, name).outputs[0]


def stack_push_v2(
    handle: TensorLike,
    elem: TensorLike,
    *,
    swap_memory: bool = False,
    name: str | None = None,
) -> Tensor:
    """StackPushV2(handle: resource, elem: T) -> (output: T).

    Stateful.
    """
    return apply_op("StackPushV2", [handle, elem], {"swap_memory": swap_memory}, name).outputs[0]


def stack_v2(
    max_size: TensorLike,
    *,
    elem_type: DTypeLike,
    stack_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """StackV2(max_size: int32) -> (handle: resource).

    Stateful.
    """
    return apply_op("StackV2", [max_size], {"elem_type": elem_type, "stack_name": stack_name}, name).outputs[0]


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


def tensor_array(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    tensor_array_name: str | bytes = "",
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArray(size: int32) -> (handle: Ref(string)).

    Stateful.
    Deprecated: Use TensorArrayV3.
    """
    return apply_op(
        "TensorArray",
        [size],
        {
            "dtype": dtype,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "tensor_array_name": tensor_array_name,
            "element_shape": element_shape,
        },
        name,
    ).outputs[0]


def tensor_array_close(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayClose(handle: Ref(string)) -> ().

    Deprecated: Use TensorArrayCloseV3.
    """
    return apply_op("TensorArrayClose", [handle], {}, name)


def tensor_array_close_v2(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayCloseV2(handle: string) -> ().

    Deprecated: Use TensorArrayCloseV3.
    """
    return apply_op("TensorArrayCloseV2", [handle], {}, name)


def tensor_array_close_v3(handle: TensorLike, name: str | None = None) -> Operation:
    """TensorArrayCloseV3(handle: resource) -> ().

    Stateful.
    """
    return apply_op("TensorArrayCloseV3", [handle], {}, name)


class TensorArrayConcatOutputs(NamedTuple):
    """The outputs of TensorArrayConcat."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatOutputs:
    """TensorArrayConcat(handle: Ref(string), flow_in: float32) -> (value: dtype, lengths: int64).

    Deprecated: Use TensorArrayGradV3.
    """
    return TensorArrayConcatOutputs(*grouped(apply_op(
        "TensorArrayConcat",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


class TensorArrayConcatV2Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV2."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v2(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV2Outputs:
    """TensorArrayConcatV2(handle: string, flow_in: float32) -> (value: dtype, lengths: int64)."""
    return TensorArrayConcatV2Outputs(*grouped(apply_op(
        "TensorArrayConcatV2",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


class TensorArrayConcatV3Outputs(NamedTuple):
    """The outputs of TensorArrayConcatV3."""

    value: Tensor
    lengths: Tensor


def tensor_array_concat_v3(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape_except0: ShapeLike | None = None,
    name: str | None = None,
) -> TensorArrayConcatV3Outputs:
    """TensorArrayConcatV3(handle: resource, flow_in: float32) -> (value: dtype, lengths: int64).

    Stateful.
    """
    return TensorArrayConcatV3Outputs(*grouped(apply_op(
        "TensorArrayConcatV3",
        [handle, flow_in],
        {"dtype": dtype, "element_shape_except0": element_shape_except0},
        name,
    )))


def tensor_array_gather(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGather(handle: Ref(string), indices: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3.
    """
    return apply_op(
        "TensorArrayGather",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_gather_v2(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGatherV2(handle: string, indices: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3.
    """
    return apply_op(
        "TensorArrayGatherV2",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_gather_v3(
    handle: TensorLike,
    indices: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGatherV3(handle: resource, indices: int32, flow_in: float32) -> (value: dtype).

    Stateful.
    """
    return apply_op(
        "TensorArrayGatherV3",
        [handle, indices, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_grad(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGrad(handle: string, flow_in: float32) -> (grad_handle: Ref(string)).

    Stateful.
    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayGrad", [handle, flow_in], {"source": source}, name).outputs[0]


def tensor_array_grad_v2(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> Tensor:
    """TensorArrayGradV2(handle: string, flow_in: float32) -> (grad_handle: string).

    Stateful.
    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayGradV2", [handle, flow_in], {"source": source}, name).outputs[0]


class TensorArrayGradV3Outputs(NamedTuple):
    """The outputs of TensorArrayGradV3."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_v3(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> TensorArrayGradV3Outputs:
    """TensorArrayGradV3(handle: resource, flow_in: float32) -> (grad_handle: resource, flow_out: float32).

    Stateful.
    """
    return TensorArrayGradV3Outputs(*grouped(apply_op(
        "TensorArrayGradV3",
        [handle, flow_in],
        {"source": source},
        name,
    )))


class TensorArrayGradWithShapeOutputs(NamedTuple):
    """The outputs of TensorArrayGradWithShape."""

    grad_handle: Tensor
    flow_out: Tensor


def tensor_array_grad_with_shape(
    handle: TensorLike,
    flow_in: TensorLike,
    shape_to_prepend: TensorLike,
    *,
    source: str | bytes,
    name: str | None = None,
) -> TensorArrayGradWithShapeOutputs:
    """TensorArrayGradWithShape(handle: resource, flow_in: float32, shape_to_prepend: int32) -> (grad_handle: resource,
    flow_out: float32).

    Stateful.
    """
    return TensorArrayGradWithShapeOutputs(*grouped(apply_op(
        "TensorArrayGradWithShape",
        [handle, flow_in, shape_to_prepend],
        {"source": source},
        name,
    )))


def tensor_array_pack(
    handle: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """TensorArrayPack(handle: Ref(string), flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayGatherV3 with RangeOp.
    """
    return apply_op(
        "TensorArrayPack",
        [handle, flow_in],
        {"dtype": dtype, "element_shape": element_shape},
        name,
    ).outputs[0]


def tensor_array_read(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayRead(handle: Ref(string), index: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayReadV3.
    """
    return apply_op("TensorArrayRead", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_read_v2(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayReadV2(handle: string, index: int32, flow_in: float32) -> (value: dtype).

    Deprecated: Use TensorArrayReadV3.
    """
    return apply_op("TensorArrayReadV2", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_read_v3(
    handle: TensorLike,
    index: TensorLike,
    flow_in: TensorLike,
    *,
    dtype: DTypeLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayReadV3(handle: resource, index: int32, flow_in: float32) -> (value: dtype).

    Stateful.
    """
    return apply_op("TensorArrayReadV3", [handle, index, flow_in], {"dtype": dtype}, name).outputs[0]


def tensor_array_scatter(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatter(handle: Ref(string), indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayGradV3.
    """
    return apply_op("TensorArrayScatter", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_scatter_v2(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatterV2(handle: string, indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayScatterV3.
    """
    return apply_op("TensorArrayScatterV2", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_scatter_v3(
    handle: TensorLike,
    indices: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayScatterV3(handle: resource, indices: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArrayScatterV3", [handle, indices, value, flow_in], {}, name).outputs[0]


def tensor_array_size(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySize(handle: Ref(string), flow_in: float32) -> (size: int32).

    Deprecated: Use TensorArraySizeV3.
    """
    return apply_op("TensorArraySize", [handle, flow_in], {}, name).outputs[0]


def tensor_array_size_v2(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySizeV2(handle: string, flow_in: float32) -> (size: int32).

    Deprecated: Use TensorArraySizeV3.
    """
    return apply_op("TensorArraySizeV2", [handle, flow_in], {}, name).outputs[0]


def tensor_array_size_v3(handle: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArraySizeV3(handle: resource, flow_in: float32) -> (size: int32).

    Stateful.
    """
    return apply_op("TensorArraySizeV3", [handle, flow_in], {}, name).outputs[0]


def tensor_array_split(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplit(handle: Ref(string), value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArraySplitV3.
    """
    return apply_op("TensorArraySplit", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_split_v2(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplitV2(handle: string, value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArraySplitV3.
    """
    return apply_op("TensorArraySplitV2", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_split_v3(
    handle: TensorLike,
    value: TensorLike,
    lengths: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArraySplitV3(handle: resource, value: T, lengths: int64, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArraySplitV3", [handle, value, lengths, flow_in], {}, name).outputs[0]


def tensor_array_unpack(handle: TensorLike, value: TensorLike, flow_in: TensorLike, name: str | None = None) -> Tensor:
    """TensorArrayUnpack(handle: Ref(string), value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayScatterV3 with RangeOp.
    """
    return apply_op("TensorArrayUnpack", [handle, value, flow_in], {}, name).outputs[0]


def tensor_array_v2(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    tensor_array_name: str | bytes = "",
    name: str | None = None,
) -> Tensor:
    """TensorArrayV2(size: int32) -> (handle: string).

    Stateful.
    Deprecated: Use TensorArrayV3.
    """
    return apply_op(
        "TensorArrayV2",
        [size],
        {
            "dtype": dtype,
            "element_shape": element_shape,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "tensor_array_name": tensor_array_name,
        },
        name,
    ).outputs[0]


class TensorArrayV3Outputs(NamedTuple):
    """The outputs of TensorArrayV3."""

    handle: Tensor
    flow: Tensor


def tensor_array_v3(
    size: TensorLike,
    *,
    dtype: DTypeLike,
    element_shape: ShapeLike | None = None,
    dynamic_size: bool = False,
    clear_after_read: bool = True,
    identical_element_shapes: bool = False,
    tensor_array_name: str | bytes = "",
    name: str | None = None,
) -> TensorArrayV3Outputs:
    """TensorArrayV3(size: int32) -> (handle: resource, flow: float32).

    Stateful.
    """
    return TensorArrayV3Outputs(*grouped(apply_op(
        "TensorArrayV3",
        [size],
        {
            "dtype": dtype,
            "element_shape": element_shape,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
            "identical_element_shapes": identical_element_shapes,
            "tensor_array_name": tensor_array_name,
        },
        name,
    )))


def tensor_array_write(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWrite(handle: Ref(string), index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayWriteV3.
    """
    return apply_op("TensorArrayWrite", [handle, index, value, flow_in], {}, name).outputs[0]


def tensor_array_write_v2(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWriteV2(handle: string, index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Deprecated: Use TensorArrayWriteV3.
    """
    return apply_op("TensorArrayWriteV2", [handle, index, value, flow_in], {}, name).outputs[0]


def tensor_array_write_v3(
    handle: TensorLike,
    index: TensorLike,
    value: TensorLike,
    flow_in: TensorLike,
    name: str | None = None,
) -> Tensor:
    """TensorArrayWriteV3(handle: resource, index: int32, value: T, flow_in: float32) -> (flow_out: float32).

    Stateful.
    """
    return apply_op("TensorArrayWriteV3", [handle, index, value, flow_in], {}, name).outputs[0]


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
