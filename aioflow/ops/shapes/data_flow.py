"""Static shapes of the ops of queues and barriers.

The node that makes a queue declares the shapes of what comes out.
"""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import scalar, two_strings

shape_function(
    "FIFOQueueV2", "PaddingFIFOQueueV2", "PriorityQueueV2", "QueueIsClosed", "QueueIsClosedV2", "QueueSize",
    "QueueSizeV2", "RandomShuffleQueueV2",
)(scalar)  # fmt: skip
shape_function(
    "Barrier", "FIFOQueue", "FakeQueue", "PaddingFIFOQueue", "PriorityQueue", "RandomShuffleQueue",
)(two_strings)  # fmt: skip


@shape_function(
    "QueueDequeue", "QueueDequeueMany", "QueueDequeueManyV2", "QueueDequeueUpTo", "QueueDequeueUpToV2",
    "QueueDequeueV2",
)  # fmt: skip
def dequeue(op: ShapeContext) -> Sequence[TensorShape]:
    """Unknown, though the queue's node may be in sight: TensorFlow takes whatever is fed in place of an element."""
    return [UNKNOWN] * op.num_outputs
