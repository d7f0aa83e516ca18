"""Static shapes of the training ops that return the variable which they updated."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import TensorShape

_SPARSE = [
    "Adadelta", "Adagrad", "AdagradDA", "AdagradV2", "CenteredRMSProp", "Ftrl", "FtrlV2", "Momentum",
    "ProximalAdagrad", "ProximalGradientDescent", "RMSProp",
]  # fmt: skip
_DENSE = [*_SPARSE, "Adam", "AdaMax", "AddSign", "GradientDescent", "PowerSign"]


@shape_function(*(f"Apply{name}" for name in _DENSE), *(f"SparseApply{name}" for name in _SPARSE))
def same_as_variable(op: ShapeContext) -> Sequence[TensorShape]:
    return [op.shapes[0]]
