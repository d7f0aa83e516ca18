"""Gradients of reading variables."""
from __future__ import annotations

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.gradients.op_gradients import gradient


@gradient("ReadVariableOp")
def read_variable(op: Operation, dy: Tensor) -> list[Tensor]:
    """The gradient of a variable's handle is that of the value that was read."""
    # Several reads of one variable are summed up by backpropagation, as uses of one tensor.
    return [dy]
