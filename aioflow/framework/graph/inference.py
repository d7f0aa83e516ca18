"""Shape inference: runs the shape rules of ops, from the inputs of a graph to the operation that is asked about."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aioflow.framework.graph import shape_inference
from aioflow.framework.graph.constant_values import constant_value, known_elements
from aioflow.framework.graph.input_shapes import checked_inputs
from aioflow.framework.graph.operation import Operation, Tensor
from aioflow.framework.shapes import UNKNOWN, TensorShape, as_shape

_MAX_CONSTANT_SIZE = 1 << 16  # elements; a few bytes of a file can declare any number of them


class InferenceContext:
    """An operation as shape rules see it (see `shape_inference.ShapeContext`)."""

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.attrs = op.attrs
        self.num_outputs = len(op.outputs)
        self.shapes = [tensor._shape if tensor._shape is not None else UNKNOWN for tensor in op.inputs]

    def constant(self, index: int) -> Any:
        """The value of data input `index` if it is known before the graph runs, else None; None for very large ones."""
        # Without inferring: this runs inside an inference, and could come back to the node that it began with.
        value = constant_value(self.op.inputs[index], may_infer=False)
        return None if value is None or value.size > _MAX_CONSTANT_SIZE else value

    def elements(self, index: int) -> list[int | None] | None:
        """The elements of data input `index`, an integer vector or scalar, as far as they are known; see `constant`."""
        return known_elements(self.op.inputs[index], may_infer=False)


def infer_shapes(op: Operation) -> None:
    """Fills in the shapes of `op`'s outputs, and before them those of everything it depends on.

    Walks with an explicit stack (graphs are deeper than Python's recursion limit). An operation that is met again
    while its inputs are being visited closes a loop; its shape counts as unknown there.
    """
    stack = [(op, False)]
    visiting: set[Operation] = set()
    while stack:
        current, inputs_done = stack.pop()
        if inputs_done:
            _apply_rule(current)
        # An operation without outputs has inputs to check.
        elif current not in visiting and (not current.outputs or any(t._shape is None for t in current.outputs)):
            # First on the stack, so last off it: the rule runs when all inputs have been seen to.
            visiting.add(current)
            stack.append((current, True))
            stack.extend((t.op, False) for t in current.inputs if t._shape is None)


def _apply_rule(op: Operation) -> None:
    rule = shape_inference.SHAPE_FUNCTIONS.get(op.type)  # which brings the family's tables of input shapes, too
    context = InferenceContext(op)
    try:
        context.shapes = checked_inputs(op.op_def, op.attrs, context.shapes)
        shapes: Sequence[Any] = [UNKNOWN] * len(op.outputs) if rule is None else rule(context)
        # The exporter's note may know more than the rule does. The two must not contradict each other.
        if len(op.noted_shapes) == len(op.outputs):
            shapes = [as_shape(shape).merge_with(n) for shape, n in zip(shapes, op.noted_shapes, strict=True)]
    except (ValueError, TypeError, IndexError, OverflowError) as error:  # the last three: constants of a wrong kind
        inputs = ", ".join(map(str, context.shapes))
        raise ValueError(f"{error} (node {op.name!r}, {op.type} of inputs with shapes {inputs})") from error
    # Merged and not replaced: `set_shape` may have added knowledge before.
    for tensor, shape in zip(op.outputs, shapes, strict=True):
        tensor._shape = as_shape(shape) if tensor._shape is None else tensor._shape.merge_with(shape)


def shape_if_any(tensor: Tensor) -> TensorShape:
    """The static shape; unknown where the graph contradicts itself, which is for the run to tell if it comes there."""
    try:
        return tensor.shape
    except ValueError:
        return UNKNOWN
