"""Static shapes of the ops of control flow.

Values pass through unchanged; only where two ways meet does a rule have to compare.
"""
from __future__ import annotations

from aioflow.framework.graph.shape_inference import ShapeContext, shape_function
from aioflow.framework.shapes import SCALAR, UNKNOWN, TensorShape
from aioflow.ops.shapes.plain_rules import scalar

shape_function("LoopCond")(scalar)


@shape_function("Enter", "RefEnter")
def enter(op: ShapeContext) -> list[TensorShape]:
    """The input's shape for what stays the same in all iterations; unknown else, as a later value may differ."""
    return [op.shapes[0] if op.attrs["is_constant"] else UNKNOWN]


@shape_function("Exit", "RefExit", "NextIteration", "RefNextIteration", "Switch", "RefSwitch")
def same_as_first_input(op: ShapeContext) -> list[TensorShape]:
    """Every output has the shape of the first input."""
    return [op.shapes[0]] * op.num_outputs


@shape_function("Merge", "RefMerge")
def merge(op: ShapeContext) -> list[TensorShape]:
    """The shape on which all inputs agree; a back edge, whose shape is not known yet, leaves everything open."""
    return [_agreement(op.shapes), SCALAR]


def _agreement(shapes: list[TensorShape]) -> TensorShape:
    """The shape of any one of several, as far as all agree; nothing is an error, for only one arrives."""
    # Asked while the loop is being built, the back edge is the Enter itself; later it is a NextIteration of any
    # shape. Only what both tell holds in every iteration.
    first = shapes[0]
    if first.sizes is None or any(shape.rank != first.rank for shape in shapes):
        return UNKNOWN
    columns = zip(*(shape.as_list() for shape in shapes), strict=True)
    return TensorShape([sizes[0] if len(set(sizes)) == 1 else None for sizes in columns])
