# Generated from aioflow/ops/definitions/data_flow_ops.py by `python -m aioflow.tools.gen_ops`. Do not edit.
"""Builders of the ops that `aioflow.ops.definitions.data_flow_ops` declares: each adds one node to a graph."""
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aioflow.framework.operation import Operation, Tensor
from aioflow.ops.apply_op import DTypeLike, ShapeLike, TensorLike, apply_op, grouped


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
