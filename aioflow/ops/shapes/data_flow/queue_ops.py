"""Static shapes of queues and barriers, and of what comes out of them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_strings

_QUEUES = frozenset({"FIFOQueueV2", "PaddingFIFOQueueV2", "RandomShuffleQueueV2", "PriorityQueueV2"})
_QUEUES_V1 = frozenset(op.removesuffix("V2") for op in _QUEUES)

shape_function(
    "FIFOQueueV2", "PaddingFIFOQueueV2", "PriorityQueueV2", "QueueIsClosed", "QueueIsClosedV2", "QueueSize",
    "QueueSizeV2", "RandomShuffleQueueV2",
)(scalar)  # fmt: skip
shape_function(
    "Barrier", "FIFOQueue", "FakeQueue", "PaddingFIFOQueue", "PriorityQueue", "RandomShuffleQueue",
)(two_strings)  # fmt: skip


@shape_function("QueueDequeue", "QueueDequeueV2")
def dequeue(op: ShapeContext) -> Sequence[TensorShape]:
    """The shapes that the queue declares."""
    return _component_shapes(op)


@shape_function("QueueDequeueMany", "QueueDequeueManyV2")
def dequeue_many(op: ShapeContext) -> Sequence[TensorShape]:
    """[n, ...] for each component, with the shapes that the queue declares."""
    count = op.constant(1)
    if count is not None and (count.ndim or count < 0):
        raise ValueError(f"n must be a scalar that is not negative, but is {count}")
    batch = TensorShape([None if count is None else int(count)])
    return [batch.concatenate(shape) for shape in _component_shapes(op)]


@shape_function("QueueDequeueUpTo", "QueueDequeueUpToV2")
def dequeue_up_to(op: ShapeContext) -> Sequence[TensorShape]:
    """[unknown, ...] for each component: a closed queue may have fewer elements."""
    return [TensorShape([None]).concatenate(shape) for shape in _component_shapes(op)]


def _component_shapes(op: Any) -> list[TensorShape]:
    """The shapes that the queue's node declares, where the graph shows that node."""
    # `ShapeContext` promises no node; without one nothing is known of the queue.
    node = getattr(op, "op", None)
    producer = None if node is None else node.inputs[0].op
    if producer is None or producer.type not in _QUEUES | _QUEUES_V1:
        return [UNKNOWN] * op.num_outputs
    shapes = list(producer.attrs["shapes"])
    # The priority comes in front of an element, but is not declared.
    if producer.type.startswith("Priority"):
        shapes.insert(0, SCALAR)
    # A queue may declare no shapes at all.
    return shapes if len(shapes) == op.num_outputs else [UNKNOWN] * op.num_outputs
