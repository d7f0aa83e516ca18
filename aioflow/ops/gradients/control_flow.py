"""Gradients of what the runtime puts around the arguments of functions."""
from __future__ import annotations

from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.ops.gradients.op_gradients import gradient


@gradient("_ArrayToList", "_ListToArray")
def list_conversion(op: Operation, *dys: Tensor) -> list[Tensor]:
    """The gradients as they are: the values only pass through."""
    return list(dys)
