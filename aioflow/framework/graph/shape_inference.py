"""Static shapes: one rule per op that tells its outputs' shapes from what is known of its inputs.

    @shape_function("MatMul")
    def mat_mul_shape(op):
        a, b = op.shapes
        ...
        return [TensorShape([rows, columns])]

An op without a rule has outputs of unknown shape; that is never wrong. A rule raises `ValueError` where the input
shapes contradict the op.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from aioflow.framework import Registry, TensorShape


class ShapeContext(Protocol):
    """A node as rules see it.

    Attributes:
        shapes: The shapes of its data inputs, in order.
        attrs: Its attributes by name, as Python values.
        num_outputs: How many shapes the rule must return.
    """

    shapes: list[TensorShape]
    attrs: dict[str, Any]
    num_outputs: int

    def constant(self, index: int) -> Any:
        """The value of data input `index` as a numpy array if it is known before the graph runs, else None."""

    def elements(self, index: int) -> list[int | None] | None:
        """The elements of data input `index`, an integer vector or scalar: None for those that only a run can tell.

        None when not even their number is known.
        """


ShapeFunction = Callable[[Any], Sequence[TensorShape]]
# Filled by `aioflow.ops.shapes`, whose files are imported when a shape of their family is first asked for.
SHAPE_FUNCTIONS: Registry[ShapeFunction] = Registry("shape function")


def shape_function(*ops: str) -> Callable[[ShapeFunction], ShapeFunction]:
    """Registers the decorated rule for all of `ops`."""

    def register(function: ShapeFunction) -> ShapeFunction:
        for op in ops:
            SHAPE_FUNCTIONS.register(op, function)
        return function

    return register
