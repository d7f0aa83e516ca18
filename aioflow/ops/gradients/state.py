"""Gradients of reading variables."""
from __future__ import annotations

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.gradients.op_gradients import gradient


@gradient("ReadVariableOp")
def read_variable(op: Operation, dy: Tensor) -> list[Tensor]:
    return [dy]
