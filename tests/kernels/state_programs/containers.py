"""Queues and stacks, asked for nothing that they would wait for."""
from __future__ import annotations

from typing import Any

from tests.kernels.state_programs import PLAIN, SLICED, SMALL, Steps, program, value


def queue_steps(tf: Any, dtype: str, queue: Any, first: Any = None) -> Steps:
    """Goes through all the ops of queues; `first` is the component before the value, if there is one.

    A priority queue, which has one, is not asked for more than there is: TensorFlow's loses what it does not give.
    """
    raw, T = tf.raw_ops, [*([] if first is None else [first.dtype]), tf.as_dtype(dtype)]
    many, one = value(tf, dtype, [[1, 0], [2, 2], [3, 1]]), value(tf, dtype, 5, 6)
    front = [] if first is None else [first]
    batch = [] if first is None else [tf.constant([3, 1, 2], tf.int64)]
    ns = [tf.constant(n) for n in (2, 0, -1)]
    return [
        raw.QueueSizeV2(handle=queue),
        raw.QueueEnqueueV2(handle=queue, components=[*front, one]),
        raw.QueueEnqueueManyV2(handle=queue, components=[*batch, many]),
        raw.QueueEnqueueV2(handle=queue, components=[*front, one[0]]),
        raw.QueueEnqueueManyV2(handle=queue, components=[*front, one[0]]),
        raw.QueueSizeV2(handle=queue),
        raw.QueueDequeueV2(handle=queue, component_types=T),
        *(raw.QueueDequeueManyV2(handle=queue, n=n, component_types=T) for n in ns),
        raw.QueueDequeueV2(handle=queue, component_types=[*T, tf.int32]),
        raw.QueueCloseV2(handle=queue),
        *(raw.QueueDequeueUpToV2(handle=queue, n=n, component_types=T) for n in (ns if first is None else ns[1:])),
        raw.QueueDequeueV2(handle=queue, component_types=T),
        raw.QueueEnqueueV2(handle=queue, components=[*front, one]),
        raw.QueueCloseV2(handle=queue, cancel_pending_enqueues=True),
        raw.QueueSizeV2(handle=queue),
    ]


@program(SLICED)
def fifo_queue(tf: Any, dtype: str) -> Steps:
    queue = tf.raw_ops.FIFOQueueV2(component_types=[tf.as_dtype(dtype)], shapes=[[2]], capacity=9)
    return queue_steps(tf, dtype, queue)


@program(SLICED)
def shuffling_queue(tf: Any, dtype: str) -> Steps:
    queue = tf.raw_ops.RandomShuffleQueueV2(component_types=[tf.as_dtype(dtype)], shapes=[[2]], seed=1, seed2=2)
    return queue_steps(tf, dtype, queue)


@program([name for name in SLICED if not name.startswith("q")])
def padding_queue(tf: Any, dtype: str) -> Steps:
    queue = tf.raw_ops.PaddingFIFOQueueV2(component_types=[tf.as_dtype(dtype)], shapes=[[None]])
    lengths = [value(tf, dtype, [1, 2, 3]), value(tf, dtype, [4])]
    enqueued = [tf.raw_ops.QueueEnqueueV2(handle=queue, components=[each]) for each in lengths]
    batch = tf.raw_ops.QueueDequeueManyV2(handle=queue, n=tf.constant(2), component_types=[tf.as_dtype(dtype)])
    return [*enqueued, batch, *queue_steps(tf, dtype, queue)]


@program(SLICED)
def priority_queue(tf: Any, dtype: str) -> Steps:
    queue = tf.raw_ops.PriorityQueueV2(component_types=[tf.as_dtype(dtype)], shapes=[[2]])
    return queue_steps(tf, dtype, queue, tf.constant(2, tf.int64))


@program([name for name in PLAIN if name not in SMALL])
def stack(tf: Any, dtype: str) -> Steps:
    raw, T = tf.raw_ops, tf.as_dtype(dtype)
    handle = raw.StackV2(max_size=tf.constant(2), elem_type=T)
    push = raw.StackPushV2(handle=handle, elem=value(tf, dtype, 1, 2))
    with tf.control_dependencies([push]):
        again = raw.StackPushV2(handle=handle, elem=value(tf, dtype, 3))
    with tf.control_dependencies([again]):
        too_much = raw.StackPushV2(handle=handle, elem=value(tf, dtype, 4))
        top = raw.StackPopV2(handle=handle, elem_type=T)
    with tf.control_dependencies([top]):
        bottom = raw.StackPopV2(handle=handle, elem_type=T)
    with tf.control_dependencies([bottom]):
        close = raw.StackCloseV2(handle=handle)
        nothing = raw.StackPopV2(handle=handle, elem_type=T)
    return [push, [top, bottom], too_much, nothing, [bottom, close], raw.StackPopV2(handle=handle, elem_type=tf.qint16)]
