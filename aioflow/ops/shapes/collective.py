"""Static shapes of collective ops."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape
from aioflow.ops.shapes.plain_rules import declared, same_as_first_input, scalar, two_scalars
from aioflow.ops.shapes.sizes import held_shape

shape_function(
    "CollectiveReduce", "CollectiveReduceV2", "CollectiveReduceV3", "CollectiveAllToAllV2", "CollectiveAllToAllV3",
    "CollectiveBcastSendV2",
)(same_as_first_input)  # fmt: skip
shape_function("CollectiveBcastSend", "CollectiveBcastRecv")(declared)
shape_function("CollectiveInitializeCommunicator")(scalar)
shape_function("CollectiveAssignGroupV2")(two_scalars)


@shape_function("CollectiveGather")
def gather(op: ShapeContext) -> Sequence[TensorShape]:
    """As many rows as all devices have together."""
    shape = op.shapes[0].with_rank_at_least(1)
    if shape.rank is None:
        return [shape]
    rows, *rest = shape.as_list()
    return [TensorShape([None if rows is None else rows * op.attrs["group_size"], *rest])]


@shape_function("CollectiveGatherV2", "CollectiveReduceScatterV2")
def gather_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """Any number of rows: how many devices there are is an input."""
    shape = op.shapes[0].with_rank_at_least(1)
    return [shape if shape.rank is None else TensorShape([None, *shape.as_list()[1:]])]


@shape_function("CollectiveBcastRecvV2")
def bcast_recv_v2(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape that the last input holds, as far as known."""
    return [held_shape(op, 3)]
