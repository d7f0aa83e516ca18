"""Static shapes of variables that are references, and of what updates them."""
from __future__ import annotations

from collections.abc import Sequence

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import declared, same_as_first_input, scalar

shape_function("TemporaryVariable", "VariableV2")(declared)
shape_function(
    "CountUpTo", "DebugGradientRefIdentity", "DestroyTemporaryVariable", "RefIdentity", "ScatterAdd", "ScatterDiv",
    "ScatterMax", "ScatterMin", "ScatterMul", "ScatterNdAdd", "ScatterNdMax", "ScatterNdMin", "ScatterNdSub",
    "ScatterNdUpdate", "ScatterSub", "ScatterUpdate", "StridedSliceAssign",
)(same_as_first_input)  # fmt: skip
shape_function("IsVariableInitialized")(scalar)


@shape_function("Variable")
def declared_unless_empty(op: ShapeContext) -> Sequence[TensorShape]:
    """The declared shape; unknown for an empty one."""
    # The old op could not say that a shape is unknown: an empty one stood for it.
    shape = op.attrs["shape"]
    return [shape if shape.rank else UNKNOWN]


@shape_function("Assign")
def assign(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of the value, which must be the variable's if that is checked."""
    return [op.shapes[0].merge_with(op.shapes[1]) if op.attrs["validate_shape"] else op.shapes[1]]


@shape_function("AssignAdd", "AssignSub")
def assign_update(op: ShapeContext) -> Sequence[TensorShape]:
    """The shape of variable and value, which agree."""
    return [op.shapes[0].merge_with(op.shapes[1])]
