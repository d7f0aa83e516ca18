"""Static shapes of the ops of training. Updates return the variable, whose shape they keep."""
from __future__ import annotations

from aioflow.framework.graph.shape_inference import shape_function
from aioflow.ops.shapes.plain_rules import same_as_first_input, scalar, two_strings

# Ops that update rows exist for some optimizers only; "SparseApplyAdam", for one, does not.
_SPARSE = [
    "Adadelta", "Adagrad", "AdagradDA", "AdagradV2", "CenteredRMSProp", "Ftrl", "FtrlV2", "Momentum",
    "ProximalAdagrad", "ProximalGradientDescent", "RMSProp",
]  # fmt: skip
_DENSE = [*_SPARSE, "Adam", "AdaMax", "AddSign", "GradientDescent", "PowerSign"]

shape_function("AccumulatorNumAccumulated", "ResourceAccumulatorNumAccumulated")(scalar)
shape_function("ConditionalAccumulator", "SparseConditionalAccumulator")(two_strings)
shape_function(*(f"Apply{name}" for name in _DENSE), *(f"SparseApply{name}" for name in _SPARSE))(same_as_first_input)
