"""Queues by reference, stacks, arrays and lists of tensors, and sparse tensors that are kept."""
from __future__ import annotations

from typing import Any

from tests.kernels.size_programs import i32, i64, program


@program
def queues_by_reference(tf: Any) -> list[Any]:
    raw, steps, T = tf.raw_ops, [], [tf.int64, tf.int32]
    options = {"component_types": T, "shapes": [[], [2]], "capacity": 9}
    made = [raw.FIFOQueue(**options), raw.PaddingFIFOQueue(**{**options, "shapes": [[], [None]]}),
            raw.RandomShuffleQueue(min_after_dequeue=1, **options),
            raw.PriorityQueue(component_types=T[1:], shapes=[[2]], capacity=9)]  # fmt: skip
    for queue in made:
        many = [i64(tf, 3, 1, 2), tf.constant([[1, 2], [3, 4], [5, 6]])]
        enqueue = raw.QueueEnqueueMany(handle=queue, components=many)
        more = raw.QueueEnqueueMany(handle=queue, components=many)
        taken = raw.QueueDequeueMany(handle=queue, n=tf.constant(1), component_types=T)
        rest = raw.QueueDequeueUpTo(handle=queue, n=tf.constant(2), component_types=T)
        steps += [enqueue, more, list(taken), raw.QueueClose(handle=queue), list(rest), raw.QueueSize(handle=queue)]
    return steps


@program
def stacks(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    handle = raw.StackV2(max_size=tf.constant(2), elem_type=tf.int32)
    push = raw.StackPushV2(handle=handle, elem=i32(tf, 1, 2))
    with tf.control_dependencies([push]):
        pop = raw.StackPopV2(handle=handle, elem_type=tf.int32)
    return [pop]


@program
def arrays_of_tensors(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    array = raw.TensorArrayV3(size=tf.constant(3), dtype=tf.int32, element_shape=[2], dynamic_size=True)
    rows = tf.constant([[1, 2], [3, 4], [5, 6]])
    at = {"handle": array.handle, "flow_in": array.flow}
    written = raw.TensorArrayWriteV3(index=tf.constant(2), value=i32(tf, 7, 8), **at)
    scattered = raw.TensorArrayScatterV3(indices=i32(tf, 0, 1, 4), value=rows, **at)
    split = raw.TensorArraySplitV3(value=i32(tf, 1, 2, 3, 4), lengths=i64(tf, 2, 2), **at)
    steps: list[Any] = []
    for flow in (written, scattered, split):
        at = {"handle": array.handle, "flow_in": flow}
        read = raw.TensorArrayReadV3(index=tf.constant(0), dtype=tf.int32, **at)
        gathered = raw.TensorArrayGatherV3(indices=i32(tf, 0, 1), dtype=tf.int32, element_shape=[2], **at)
        joined = raw.TensorArrayConcatV3(dtype=tf.int32, element_shape_except0=[], **at)
        steps += [read, gathered, list(joined), raw.TensorArraySizeV3(**at)]
    return steps


@program
def lists(tf: Any) -> list[Any]:
    raw, declared = tf.raw_ops, {"element_shape": i32(tf, 2), "element_dtype": tf.int32}
    reserved = raw.TensorListReserve(num_elements=tf.constant(3), **declared)
    longer = raw.TensorListSetItem(
        input_handle=reserved, index=tf.constant(4), item=i32(tf, 1, 2), resize_if_index_out_of_bounds=True
    )
    shorter = raw.TensorListResize(input_handle=longer, size=tf.constant(2))
    return [raw.TensorListStack(input_handle=each, **declared) for each in (reserved, longer, shorter)]


@program
def gradients_of_arrays(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    array = raw.TensorArrayV3(size=tf.constant(2), dtype=tf.float32, element_shape=[2])
    written = raw.TensorArrayWriteV3(
        handle=array.handle, index=tf.constant(0), value=tf.constant([1.0, 2.0]), flow_in=array.flow
    )
    steps = []
    grads = [
        raw.TensorArrayGradV3(handle=array.handle, flow_in=written, source="a"),
        raw.TensorArrayGradWithShape(
            handle=array.handle, flow_in=written, source="b", shape_to_prepend=i32(tf, 2)
        ),
    ]
    for grad in grads:
        at = {"handle": grad.grad_handle, "flow_in": grad.flow_out}
        steps += [raw.TensorArrayReadV3(index=tf.constant(0), dtype=tf.float32, **at), raw.TensorArraySizeV3(**at)]
    return steps


@program
def arrays_by_reference(tf: Any) -> list[Any]:
    raw = tf.raw_ops
    steps = []
    for version in ("", "V2"):
        array = getattr(raw, f"TensorArray{version}")(
            size=tf.constant(3), dtype=tf.int32, element_shape=[2], dynamic_size=True
        )
        at = {"handle": array, "flow_in": tf.constant(0.0)}
        flow = getattr(raw, f"TensorArrayWrite{version}")(index=tf.constant(1), value=i32(tf, 1, 2), **at)
        at["flow_in"] = flow
        steps += [
            getattr(raw, f"TensorArrayRead{version}")(index=tf.constant(1), dtype=tf.int32, **at),
            getattr(raw, f"TensorArrayGather{version}")(indices=i32(tf, 0, 1), dtype=tf.int32, **at),
        ]
    return steps


@program
def kept_sparse_tensors(tf: Any) -> list[Any]:
    raw, area = tf.raw_ops, {"container": "c", "shared_name": "kept"}
    indices, values = tf.constant([[0, 1], [1, 0]], tf.int64), tf.constant([3, 4])
    given = {"sparse_indices": indices, "sparse_values": values, "sparse_shape": i64(tf, 2, 3), **area}
    many, one = raw.AddManySparseToTensorsMap(**given), raw.AddSparseToTensorsMap(**given)
    handles = tf.reshape(one, [1])
    return [
        list(raw.TakeManySparseFromTensorsMap(sparse_handles=each, dtype=tf.int32, **area)) for each in (many, handles)
    ]
