"""Nodes of random graphs that have effects."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import aioflow as tf

_place = ["/cpu:0"]


@contextmanager
def variables_on(device: str) -> Iterator[None]:
    """A context in which variables are on another device."""
    saved, _place[0] = _place[0], device
    try:
        yield
    finally:
        _place[0] = saved


def variable(number: int) -> tf.Tensor:
    """A handle of one of the variables (int64)."""
    attrs = {"dtype": tf.int64, "shape": tf.TensorShape([]), "shared_name": f"v{number}".encode()}
    with tf.device(_place[0]):  # each device has variables of its own
        return tf.get_default_graph().create_op("VarHandleOp", (), f"v{number}", attrs).outputs[0]


def add_to(handle: tf.Tensor, value: tf.Tensor) -> tf.Operation:
    """Adds `value` to a variable; in whatever order that happens, the sum is the same."""
    inputs = [handle, tf.cast(value, tf.int64)]
    return tf.get_default_graph().create_op("AssignAddVariableOp", inputs, "add_to", {"dtype": tf.int64})


def and_then(op: tf.Operation, value: tf.Tensor) -> tf.Tensor:
    """A value that waits for an operation."""
    with tf.control_dependencies([op]):
        return tf.identity(value)


def through_queue(value: tf.Tensor) -> tf.Tensor:
    """A value that was put into a queue of its own and taken out again."""
    graph = tf.get_default_graph()
    queue = graph.create_op("FIFOQueueV2", (), "queue", {"component_types": [tf.int32], "capacity": 2}).outputs[0]
    enqueue = graph.create_op("QueueEnqueueV2", [queue, value], None, {"Tcomponents": [tf.int32]})
    with tf.control_dependencies([enqueue]):
        return graph.create_op("QueueDequeueV2", [queue], None, {"component_types": [tf.int32]}).outputs[0]
